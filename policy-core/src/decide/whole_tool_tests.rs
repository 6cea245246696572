//! A deny or ask rule about a whole tool decides about every call of that tool, whatever is in it.

#![expect(clippy::unwrap_used, reason = "a test may stop at the first surprise")]

extern crate std;

use std::format;
use std::string::String;
use std::vec::Vec;

use test_support::cases;

use crate::limits::{COMMAND_CHARACTERS_MAX, PARTS_MAX, READ_BYTES_MAX, WORDS_MAX};
use crate::script::Dialect;
use crate::{Decision, Engine, Mode, Policy, Request, Source};

const SHELLS: &[Dialect] = &[Dialect::Bash, Dialect::Zsh, Dialect::PowerShell];

const MODES: &[Mode] =
    &[Mode::Default, Mode::AcceptEdits, Mode::Plan, Mode::DontAsk, Mode::BypassPermissions];

/// Texts in which no program is named, or nothing can be read, with two blanks between them.
const EMPTY: &str = r#"
# a  #  x=1  x=  x=1 y=2  x=(a b)  x+=1  x=$(:)  x=`ls`  $x=1  $x = 1  $x = Get-Date  $env:A = 1  [int]$x = 1
1  'a'  "a"  $x  1 + 1  @{}  { }  & { }  param()  using module a  > f  >/etc/passwd  >> f  < f  <> f  &> f
2> f  > f < g  x=1 > f  <<< a  <<E  f() { :; }  f() { }  function f { }  f() (x=1)  filter f { }  class A { }
((x=1))  (( 1 ))  [[ a ]]  [[ a == b ]] > f  { x=1; }  (x=1)  { x=1; } > f  ( ) > f  if  if x=1; then y=2; fi
while :; do  for x in a; do y=$x; done  for x in; do :; done  case a in esac  case a in a) ;; esac
case a in a) x=1;; esac  select x in a; do y=1; done  coproc x=1  x=1 &  ! x=1  time  time x=1  !  '  "  `  $(
${  (  )  }  {  ;  ;;  &  |  &&  ||  <  >  $((  [[  x=1 |  x=1; )  \  é  <# a #>  <# a  #Requires -Version 7
--%  $(x=1)  ${x:=1}  "$x"  *  ~  %  ?  alias
"#;

/// The same with characters that cannot be seen.
const UNSEEN: &[&str] =
    &["", " ", "\n", "\t\n \n", "\0", "<<E\na\nE", "\u{200b}", "\u{feff}x=1", "x=1\n# ls"];

/// Texts past each limit, without a program.
fn long() -> impl Iterator<Item = String> {
    let texts = [
        ("x=1;", PARTS_MAX + 1),
        ("x=1 ", WORDS_MAX + 1),
        ("# a\n", COMMAND_CHARACTERS_MAX),
        ("x=1\n", READ_BYTES_MAX / 4 + 1),
        (" ", READ_BYTES_MAX + 1),
        ("(", 1_000),
    ];
    texts.into_iter().map(|(text, count)| text.repeat(count))
}

fn engine(list: &str, rule: &str, allow: &str, mode: Mode, sandboxed: bool) -> Engine {
    let rules = format!(r#"{{"{list}":["{rule}"],"allow":[{allow}]}}"#);
    let sandbox = format!(r#"{{"autoAllowBashIfSandboxed":{sandboxed}}}"#);
    let text = format!(r#"{{"permissions":{rules},"sandbox":{sandbox}}}"#);
    let source = Source { name: "s".into(), text, root: Some("/repo".into()), ..Source::default() };
    let mut policy = Policy::from_sources(&[source]).unwrap();
    policy.mode = mode;
    Engine::new(policy)
}

fn decision(engine: &Engine, shell: Dialect, command: &str) -> Decision {
    let mut request = Request::new(command);
    (request.cwd, request.home, request.shell) = (Some("/repo"), Some("/home/u"), shell);
    request.tool = shell.tool();
    let facts = &mut request.facts;
    (facts.no_links, facts.sandboxed, facts.bare_repository) = (true, true, Some(false));
    engine.check(&request).decision
}

const NONE: [&str; 0] = [];

/// The rules about every call of `tool`.
fn rules(tool: &str) -> [String; 7] {
    let all = ["T", "T(*)", "T( * )", "T(**)", "T*", "*T", "*"];
    all.map(|rule| rule.replace('T', tool))
}

/// The calls among `commands` that escape a rule about every call.
fn escaped(commands: &[&str], modes: &[Mode]) -> Vec<String> {
    let mut found = Vec::new();
    for shell in SHELLS {
        for rule in rules(shell.tool()) {
            for list in ["deny", "ask"] {
                for mode in modes {
                    for sandboxed in [false, true] {
                        let allow = format!(r#""{}(ls)""#, shell.tool());
                        let engine = engine(list, &rule, &allow, *mode, sandboxed);
                        let least = if list == "deny" { Decision::Deny } else { Decision::Ask };
                        for command in commands {
                            if decision(&engine, *shell, command) < least {
                                let start: String = command.chars().take(20).collect();
                                found.push(format!("{start:?} in {mode:?} beside {list} {rule} {sandboxed}"));
                            }
                        }
                    }
                }
            }
        }
    }
    found
}

#[test]
fn a_text_without_a_program_is_a_call_of_the_tool() {
    let seen = EMPTY.lines().flat_map(|line| line.split("  "));
    let texts: Vec<&str> = seen.chain(UNSEEN.iter().copied()).collect();
    assert!(texts.len() > 100, "{}", texts.len());
    assert_eq!(escaped(&texts, MODES), NONE);
}

#[test]
fn a_text_past_a_limit_is_a_call_of_the_tool() {
    let long: Vec<String> = long().collect();
    let long: Vec<&str> = long.iter().map(String::as_str).collect();
    assert_eq!(escaped(&long, &[Mode::BypassPermissions]), NONE);
}

#[test]
fn every_case_is_a_call_of_its_tool() {
    let files = [
        cases::ATTACKS,
        cases::CONTESTED,
        cases::CRITICAL,
        cases::DENIED,
        cases::EVERYDAY,
        cases::HARMLESS_TEXT,
        cases::NEIGHBOURS,
        cases::POWERSHELL_DENIED,
        cases::POWERSHELL_HARMLESS,
        cases::POWERSHELL_NEIGHBOURS,
        cases::ZSH_HARMLESS,
        cases::ZSH_NEIGHBOURS,
    ];
    for shell in SHELLS {
        let [deny, ask] =
            ["deny", "ask"].map(|list| engine(list, shell.tool(), "", Mode::BypassPermissions, true));
        for command in
            files.iter().flat_map(|file| cases::groups(file).unwrap()).flat_map(|group| group.commands)
        {
            assert_eq!(decision(&deny, *shell, &command), Decision::Deny, "{command:?}");
            assert!(decision(&ask, *shell, &command) >= Decision::Ask, "{command:?}");
        }
    }
}

#[test]
fn a_rule_about_another_tool_is_about_no_call() {
    for rule in ["PowerShell", "Bas", "bash", "Read", "mcp__*"] {
        let engine = engine("deny", rule, "", Mode::BypassPermissions, false);
        for command in ["", "x=1", "ls"] {
            assert_ne!(decision(&engine, Dialect::Bash, command), Decision::Deny, "{rule}: {command:?}");
        }
    }
}
