//! A module decides as the linked core does, or nobody allows anything: every way in which one can fail, and what is
//! answered then.

use std::fmt::Write as _;
use std::io::Write as _;
use std::time::Duration;

use policy_core::{Decision, Engine, Mode, Policy, Request, Source, Verdict, door};
use test_support::{cases, skip};

use super::*;
use crate::decide::{decide, decide_to_run};
use crate::plan::Consent;

const SETTINGS: &str = r#"{"permissions":{
    "allow":["Bash(npm run:*)","Bash(cargo *)"],"ask":["Bash(git push:*)"],"deny":["Bash(curl:*)","Read(./.env)"]}}"#;

/// A short command, on which the modules below answer well.
const SHORT: &str = "ls";

/// What makes a request longer than that of a short command.
const LONG: &str = "  # a remark that makes the request longer than the one that is answered";

fn policy(settings: &str, mode: Mode) -> Policy {
    let source = Source {
        name: "settings.json".into(),
        text: settings.into(),
        root: Some("/repo".into()),
        ..Source::default()
    };
    Policy { mode, ..Policy::from_sources(&[source]).unwrap() }
}

fn request(command: &str) -> Request<'_> {
    let mut request = Request { cwd: Some("/repo"), home: Some("/home/u"), ..Request::new(command) };
    request.facts.no_links = true;
    request
}

/// `text` as a string of the text format.
fn data(text: &[u8]) -> String {
    text.iter().fold(String::new(), |mut data, byte| {
        let _ = write!(data, "\\{byte:02x}");
        data
    })
}

/// The source of a module of the right form. It says that it is of `version`; asked about a request that is longer than
/// that of [`SHORT`] it does `fails`, else it answers what the linked core answers.
fn source(version: &str, head: &str, fails: &str) -> String {
    let engine = Engine::new(policy(SETTINGS, Mode::Default));
    let verdict = door::verdict(&engine.check(&request(SHORT)), &request(SHORT), None);
    let longest = door::request_json(&request(SHORT), None, None).len() + 60;
    let version = format!("\"{version}\"");
    // The letter after `{"operation":"` tells what is asked.
    format!(
        r#"(module
            {head}
            (memory (export "memory") 4)
            (data (i32.const 1024) "{}") (data (i32.const 2048) "{}") (data (i32.const 4096) "{}")
            (data (i32.const 3072) "hello") (data (i32.const 3584) "\ff\fe\fd")
            (func (export "__wbindgen_malloc") (param i32 i32) (result i32) i32.const 65536)
            (func (export "__wbindgen_free") (param i32 i32 i32))
            (func $call (export "call") (param $at i32) (param $length i32) (result i32 i32)
                (if (i32.eq (i32.load8_u offset=14 (local.get $at)) (i32.const {}))
                    (then (return (i32.const 1024) (i32.const {}))))
                (if (i32.eq (i32.load8_u offset=14 (local.get $at)) (i32.const {}))
                    (then (return (i32.const 2048) (i32.const {}))))
                (if (i32.gt_u (local.get $length) (i32.const {longest}))
                    (then {fails}))
                (return (i32.const 4096) (i32.const {}))))"#,
        data(version.as_bytes()),
        data(br#"{"gate":7}"#),
        data(verdict.as_bytes()),
        b'v',
        version.len(),
        b'o',
        r#"{"gate":7}"#.len(),
        verdict.len(),
    )
}

fn file(bytes: &[u8]) -> tempfile::NamedTempFile {
    let mut file = tempfile::NamedTempFile::new().unwrap();
    file.write_all(bytes).unwrap();
    file
}

fn assembled(source: &str) -> tempfile::NamedTempFile {
    file(&wat::parse_str(source).unwrap())
}

const LIMITS: Limits =
    Limits { fuel: 50_000_000, memory: 4 << 20, table: 100, time: Duration::from_mins(10) };

/// The verdict when `module` is the one who decides.
fn decided(module: &ModuleGate, policy: &Policy, command: &str) -> Verdict {
    let engine = Engine::new(policy.clone());
    let verdict = decide(Judge::new(&engine, Some(module)), &mut request(command));
    let to_run = decide_to_run(Judge::new(&engine, Some(module)), &mut request(command));
    assert_eq!(verdict, to_run, "{command}");
    verdict
}

/// Asserts what follows from a module that fails on long requests: `expected`, and nothing is allowed by it.
fn assert_failure(module: &Module, expected: &EngineError, works_on_short: bool) {
    let long = format!("{SHORT}{LONG}");
    let json = |command: &str| door::request_json(&request(command), None, None);
    let options = door::options_json(&policy(SETTINGS, Mode::Default));
    let gate = |mode| ModuleGate::new(module.clone_for_tests(), &policy(SETTINGS, mode));
    // A fresh instance after each failure: what works, works in between.
    for _ in 0..2 {
        if works_on_short {
            assert!(module.check(&options, &json(SHORT)).is_ok(), "{expected:?}");
        }
        let settled = policy(SETTINGS, Mode::Default);
        let gate = ModuleGate::new(module.clone_for_tests(), &settled);
        assert_eq!(gate.check(&request(&long), None, None).as_ref(), Err(expected));
        if works_on_short {
            let verdict = gate.check(&request(SHORT), None, None);
            assert_eq!(verdict, Ok(Engine::new(settled).check(&request(SHORT))));
        }
    }
    let cases = [
        (Mode::Default, Decision::Ask),
        (Mode::AcceptEdits, Decision::Ask),
        (Mode::BypassPermissions, Decision::Ask),
        (Mode::DontAsk, Decision::Deny),
        (Mode::Plan, Decision::Deny),
    ];
    for (mode, decision) in cases {
        let settled = policy(SETTINGS, mode);
        for command in [&long, &format!("npm run x{LONG}"), &format!("git status && ls{LONG}")] {
            let verdict = decided(&gate(mode), &settled, command);
            if verdict.reason.code == "PLAN_MODE" {
                // Denied by the linked core already.
                assert_eq!((verdict.decision, mode), (Decision::Deny, Mode::Plan));
                continue;
            }
            assert_eq!(
                (verdict.decision, verdict.reason.code),
                (decision, ENGINE_FAILED),
                "{command} {mode:?}"
            );
            assert_eq!(verdict.reason.message, expected.to_string());
            assert_eq!(verdict.findings[0].help, expected.help());
            assert!(!verdict.read_only && verdict.grants.is_none() && verdict.suggestions.is_empty());
            assert!(!verdict.excluded && !verdict.background_eligible && verdict.ui.edit.is_none());
            assert_eq!(Consent::from_verdict(&verdict), None, "nothing runs by it");
        }
        for command in [&format!("ls && curl x{LONG}"), &format!("cat .env{LONG}")] {
            let verdict = decided(&gate(mode), &settled, command);
            assert_eq!(verdict.decision, Decision::Deny, "{command} {mode:?}");
            assert_eq!(
                verdict,
                Engine::new(settled.clone()).check(&request(command)),
                "the linked core's own"
            );
        }
    }
}

#[test]
fn a_module_that_fails_allows_nothing_and_the_next_call_works() {
    let none = "";
    let no_text = |text: &str| EngineError::NoText(text.to_owned());
    let cases: [(&str, &str, EngineError); 11] = [
        (none, "(loop $again (br $again))", EngineError::Fuel(LIMITS.fuel)),
        (none, "(loop $again (drop (memory.grow (i32.const 1))) (br $again))", EngineError::Memory(4 << 20)),
        (
            "(table $grows 1 externref)",
            "(loop $again (drop (table.grow $grows (ref.null extern) (i32.const 9))) (br $again))",
            EngineError::Table(100),
        ),
        (none, "unreachable", EngineError::Trap("wasm `unreachable` instruction executed".into())),
        (none, "(drop (i32.load (i32.const -4)))", EngineError::Trap("out of bounds memory access".into())),
        (
            none,
            "(call $call (local.get $at) (local.get $length)) (return)",
            EngineError::Trap("call stack exhausted".into()),
        ),
        (r#"(import "env" "clock" (func $clock))"#, "(call $clock)", EngineError::Import("env.clock".into())),
        (
            none,
            "(return (i32.const -16) (i32.const 100))",
            no_text("100 bytes at 4294967280 are outside of its memory"),
        ),
        (
            none,
            "(return (i32.const 4) (i32.const -1))",
            no_text("4294967295 bytes at 4 are outside of its memory"),
        ),
        (
            none,
            "(return (i32.const 3584) (i32.const 3))",
            no_text("invalid utf-8 sequence of 1 bytes from index 0"),
        ),
        (
            none,
            "(return (i32.const 3072) (i32.const 5))",
            EngineError::NoVerdict("expected value at line 1 column 1: `hello`".into()),
        ),
    ];
    for (head, fails, expected) in cases {
        let file = assembled(&source(door::VERSION, head, fails));
        assert_failure(&Module::file(file.path()).within(LIMITS), &expected, true);
    }
}

#[test]
fn a_verdict_on_another_command_is_none() {
    // It answers every request as it answers the short one.
    let file = assembled(&source(door::VERSION, "", "nop"));
    let gate = ModuleGate::new(Module::file(file.path()).within(LIMITS), &policy(SETTINGS, Mode::Default));
    let error = gate.check(&request("rm -rf /"), None, None).unwrap_err();
    assert!(matches!(error, EngineError::NoVerdict(_)), "{error:?}");
}

#[test]
fn a_module_that_takes_too_long_is_stopped() {
    let file = assembled(&source(door::VERSION, "", "(loop $again (br $again))"));
    let limits = Limits { fuel: u64::MAX, time: Duration::from_millis(20), ..LIMITS };
    let gate = ModuleGate::new(Module::file(file.path()).within(limits), &policy(SETTINGS, Mode::Default));
    let verdict = gate.check(&request(&format!("{SHORT}{LONG}")), None, None);
    assert_eq!(verdict, Err(EngineError::Time(limits.time)));
}

#[test]
fn what_is_no_module_of_this_version_decides_nothing() {
    let whole = source(door::VERSION, "", "unreachable");
    let without = |from: &str, to: &str| {
        assert!(whole.contains(from), "{from}");
        assembled(&whole.replacen(from, to, 1))
    };
    let missing = |name, wanted, found: &str| EngineError::Export { name, wanted, found: found.into() };
    let call = "a function of two numbers that gives two";
    let cases = [
        (
            assembled(&source("0.0.0-other", "", "unreachable")),
            EngineError::OtherVersion { module: "`\"0.0.0-other\"`".into(), program: door::VERSION },
        ),
        (without(r#"(export "call")"#, ""), missing("call", call, "missing")),
        (
            without(r#"(memory (export "memory") 4)"#, r#"(memory 4) (func (export "memory"))"#),
            missing("memory", "a memory", "`(type (func))`"),
        ),
        (
            without(
                r#"(func (export "__wbindgen_malloc") (param i32 i32) (result i32) i32.const 65536)"#,
                r#"(func (export "__wbindgen_malloc") (param i32 i32) (result i64) i64.const 65536)"#,
            ),
            missing(
                "__wbindgen_malloc",
                "a function of two numbers that gives one",
                "`(type (func (param i32 i32) (result i64)))`",
            ),
        ),
        (
            without(r#"(memory (export "memory") 4)"#, r#"(memory (export "memory") 65)"#),
            EngineError::Memory(4 << 20),
        ),
    ];
    for (file, expected) in &cases {
        assert_failure(&Module::file(file.path()).within(LIMITS), expected, false);
    }
    for bytes in [&b""[..], b"#!/bin/sh\n", b"\0asm\x01\0\0\0\xff", b"\0asm\x0d\0\x01\0"] {
        let file = file(bytes);
        let error = Module::file(file.path()).call("{}").unwrap_err();
        assert!(matches!(error, EngineError::NotAModule(_)), "{error:?}");
    }
    let gone = tempfile::tempdir().unwrap().path().join("core.wasm");
    let cause = "No such file or directory (os error 2)".to_owned();
    assert_failure(&Module::file(&gone), &EngineError::Unreadable { file: gone.clone(), cause }, false);
}

#[test]
fn a_module_that_is_not_the_one_that_is_meant_is_not_even_read() {
    let bytes = b"no module at all";
    let (found, wanted) = (Pin::of(bytes), Pin::of(b"another"));
    let file = file(bytes);
    let module = Module::file(file.path()).pinned(Some(wanted));
    assert_failure(&module, &EngineError::OtherHash { wanted, found }, false);

    let good = wat::parse_str(source(door::VERSION, "", "unreachable")).unwrap();
    let file = self::file(&good);
    assert_eq!(Module::file(file.path()).pinned(Some(Pin::of(&good))).load(), Ok(()));
}

#[test]
fn a_file_that_appears_later_is_loaded_then() {
    let folder = tempfile::tempdir().unwrap();
    let place = folder.path().join("core.wasm");
    let module = Module::file(&place);
    assert!(matches!(module.load(), Err(EngineError::Unreadable { .. })));
    std::fs::write(&place, wat::parse_str(source(door::VERSION, "", "unreachable")).unwrap()).unwrap();
    assert_eq!(module.load(), Ok(()));
}

/// The settings under which modules are compared with the linked core.
const COMPARED: [(&str, Mode); 4] = [
    ("{}", Mode::Default),
    (SETTINGS, Mode::AcceptEdits),
    (SETTINGS, Mode::DontAsk),
    (r#"{"profile":"jazz","sandbox":{"excludedCommands":["docker:*"]}}"#, Mode::BypassPermissions),
];

#[test]
fn the_published_module_decides_as_the_linked_core_does() {
    if !Module::is_carried() {
        return skip("js/wasm/powershell.wasm is not built; `cargo xtask wasm` builds it");
    }
    let lists = [cases::ATTACKS, cases::DENIED, cases::EVERYDAY, cases::HARMLESS, cases::NEIGHBOURS];
    let mut commands: Vec<String> = lists.into_iter().flat_map(cases::commands).collect();
    commands.push("echo 'é🦀' > \"$x\"".to_owned());
    assert!(commands.len() > 400, "{} commands", commands.len());
    // One module, asked under one policy after the other.
    for (settings, mode) in COMPARED {
        let policy = policy(settings, mode);
        let gate = ModuleGate::new(Module::own(), &policy);
        let engine = Engine::new(policy);
        for command in &commands {
            let mut asked = [request(command), request(command)];
            let [of_module, of_core] = &mut asked;
            let verdicts = [decide(Judge::new(&engine, Some(&gate)), of_module), decide(&engine, of_core)];
            let [by_module, by_core] =
                [0, 1].map(|index| door::verdict(&verdicts[index], &asked[index], None));
            assert_eq!(by_module, by_core, "{command}");
        }
    }
}

#[test]
fn a_request_brings_its_own_settings_and_mode_to_the_module() {
    if !Module::is_carried() {
        return skip("js/wasm/powershell.wasm is not built; `cargo xtask wasm` builds it");
    }
    let base = policy("{}", Mode::Default);
    let gate = ModuleGate::new(Module::own(), &base);
    let own = serde_json::value::RawValue::from_string(SETTINGS.to_owned()).unwrap();
    let engine = Engine::new(policy(SETTINGS, Mode::DontAsk));
    let judge = Judge::new(&engine, Some(&gate)).for_request(Some(&own), Some(Mode::DontAsk));
    for (command, code) in [("npm run x", "ALLOW_RULE"), ("make", "NOBODY_TO_ASK"), ("curl x", "DENY_RULE")] {
        let verdict = decide(judge, &mut request(command));
        assert_eq!(verdict.reason.code, code, "{command}");
    }
}
