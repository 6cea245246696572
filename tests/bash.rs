//! Held against bash: what the strict reader accepts, bash accepts; what it predicts is what bash passes.
//!
//! The generated commands are executed by a bash in which every name they use is a function that records its
//! arguments, and in which no program can be found. Left out where bash 5 is missing.

use std::collections::BTreeSet;
use std::fmt::Write as _;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

use policy_core::script::{Dialect, Script, Value};
use policy_core::syntax::read;
use policy_core::{Decision, Engine, Policy, Request};

use test_support::effort::{Cases, count, seed};
use test_support::generator::{Generator, NAMES, Profile};

/// Commands that are executed in one run of the tests.
const EXECUTED: Cases = Cases { quick: 5_000, full: 100_000 };
/// Mutated commands that bash only reads.
const READ: Cases = Cases { quick: 600, full: 6_000 };

fn bash_is_missing() -> bool {
    let version = Command::new("bash").args(["-c", "echo ${BASH_VERSINFO[0]}"]).output();
    let five = version.is_ok_and(|output| output.stdout.trim_ascii().parse_number() >= 5);
    if !five {
        test_support::skip("this needs bash 5 or newer");
    }
    !five
}

trait ParseNumber {
    fn parse_number(&self) -> u32;
}

impl ParseNumber for [u8] {
    fn parse_number(&self) -> u32 {
        std::str::from_utf8(self).ok().and_then(|text| text.parse().ok()).unwrap_or(0)
    }
}

/// The arguments of every simple command, as far as they are known: the name first.
fn predicted(script: &Script<'_>) -> Vec<Option<Vec<String>>> {
    let mut commands = Vec::new();
    for command in script.commands.iter().filter(|command| !command.words.is_empty()) {
        // A keyword, not a command: there is nothing to record.
        let name = script.words_of(command).first().map_or("", |word| script.slice(word.span));
        if name == "[[" || name.starts_with("((") {
            continue;
        }
        let mut argv = Some(Vec::new());
        for word in script.words_of(command) {
            match (&word.value, &mut argv) {
                (Value::Several(words), Some(argv)) => argv.extend(words.iter().map(ToString::to_string)),
                (Value::Plain | Value::Literal(_), Some(argv)) => {
                    argv.push(script.text(word).unwrap_or_default().to_owned());
                }
                _ => argv = None,
            }
        }
        commands.push(argv);
    }
    commands
}

/// The script in which bash meets the commands: one recorder for every name, one record for every call.
fn driver() -> String {
    let mut text = String::from("exec 9>>records 2>/dev/null\nPATH=/nonexistent\nset +o histexpand\n");
    for name in NAMES {
        // One write a call, so that calls in a pipeline append whole records; bash writes at every line break,
        // so a line break is recorded as another character.
        let _ = writeln!(
            text,
            "{name}() {{ builtin printf '%s\\0' {name} \"${{@//$'\\n'/$'\\3'}}\" $'\\1' >&9; return 0; }}"
        );
    }
    text.push_str(
        "while IFS= builtin read -r -d '' command <&8; do\n\
         builtin printf '%s\\0' $'\\2' >&9\n\
         builtin eval \"$command\" </dev/null >/dev/null\n\
         builtin wait\n\
         done 8<commands\n",
    );
    text
}

/// The built binary beside this test program, which confines the bash that runs generated commands.
fn shellgate() -> Option<PathBuf> {
    let exe = std::env::current_exe().ok()?;
    let binary = exe.parent()?.parent()?.join("shellgate");
    binary.is_file().then_some(binary)
}

/// Runs `commands` in one bash; gives for each the argument lists that were recorded.
fn record(commands: &[String]) -> Vec<Vec<Vec<String>>> {
    let place = tempfile::tempdir().expect("a temporary directory");
    std::fs::write(place.path().join("commands"), commands.join("\0") + "\0").expect("the commands");
    std::fs::write(place.path().join("driver.sh"), driver()).expect("the driver");
    let status =
        confined(place.path()).stdin(Stdio::null()).stdout(Stdio::null()).stderr(Stdio::null()).status();
    assert!(status.is_ok_and(|status| status.success()), "the recording bash did not end well");
    let records = std::fs::read(place.path().join("records")).expect("the records");
    let mut all: Vec<Vec<Vec<String>>> = Vec::new();
    let mut current = Vec::new();
    for field in records.split(|byte| *byte == 0) {
        match field {
            [2] => all.push(Vec::new()),
            [1] => all.last_mut().expect("a record belongs to a command").push(std::mem::take(&mut current)),
            text => current.push(String::from_utf8_lossy(text).replace('\u{3}', "\n")),
        }
    }
    all
}

/// bash on the driver, inside the sandbox of this project where it has been built.
fn confined(place: &Path) -> Command {
    const LINE: &str = "bash --norc --noprofile driver.sh";
    if let Some(shellgate) = shellgate() {
        let mut command = Command::new(shellgate);
        command
            .args(["run", "--no-policy", "--yes", "--timeout", "600000", "--cwd"])
            .arg(place)
            .args(["--", LINE]);
        command
    } else {
        println!("the binary `shellgate` is not built: bash runs without a sandbox, with recorders only");
        let mut command = Command::new("bash");
        command.args(["--norc", "--noprofile", "driver.sh"]).current_dir(place).env_clear();
        command
    }
}

/// What bash ran and the reader did not predict, or the other way round; none when they agree.
fn disagreement(command: &str, executed: &[Vec<String>]) -> Option<String> {
    let script = read(command, Dialect::Bash);
    let predicted = predicted(&script);
    if predicted.iter().any(Option::is_none) {
        return None;
    }
    let predicted: BTreeSet<Vec<String>> = predicted.into_iter().flatten().collect();
    let executed: BTreeSet<Vec<String>> = executed.iter().cloned().collect();
    if let Some(surprise) = executed.difference(&predicted).next() {
        return Some(format!("bash ran {surprise:?}, which was not predicted; predicted were {predicted:?}"));
    }
    // Without a condition, and with its streams open, everything runs.
    let conditional =
        ["||", "!", "if ", "until ", "case ", "&&", "&-"].iter().any(|mark| command.contains(mark));
    if !conditional && let Some(missing) = predicted.difference(&executed).next() {
        return Some(format!("{missing:?} was predicted, and bash ran {executed:?}"));
    }
    None
}

#[test]
fn the_words_that_are_predicted_are_the_words_that_bash_passes() {
    if bash_is_missing() {
        return;
    }
    let seed = seed();
    let total = count("SHELLGATE_CASES", EXECUTED);
    let threads = std::thread::available_parallelism().map_or(2, usize::from).clamp(1, 4);
    let results: Vec<Result<(usize, usize, usize), String>> = std::thread::scope(|scope| {
        let workers: Vec<_> = (0..threads)
            .map(|worker| {
                scope.spawn(move || compare(seed.wrapping_add(worker as u64), total.div_ceil(threads)))
            })
            .collect();
        workers
            .into_iter()
            .map(|worker| worker.join().unwrap_or_else(|_| Err("a worker panicked".into())))
            .collect()
    });
    let (mut generated, mut accepted, mut allowed) = (0, 0, 0);
    for result in results {
        let (one, two, three) = result.unwrap_or_else(|why| panic!("SHELLGATE_SEED={seed}\n{why}"));
        generated += one;
        accepted += two;
        allowed += three;
    }
    println!(
        "seed {seed}: {generated} commands generated, {accepted} accepted by the reader and compared with bash, \
         {allowed} of them allowed by the engine; 0 disagreements"
    );
    assert!(accepted * 2 > generated, "most of what is generated must be compared");
    assert!(
        allowed * 20 > generated,
        "the engine must allow some of it, or nothing is proven about what it allows"
    );
}

fn compare(seed: u64, total: usize) -> Result<(usize, usize, usize), String> {
    const BATCH: usize = 5_000;
    let engine = Engine::new(Policy::default());
    let mut generator = Generator::new(seed, Profile::Known);
    let (mut generated, mut accepted, mut allowed) = (0, 0, 0);
    while generated < total {
        let mut batch = Vec::new();
        while batch.len() < BATCH.min(total) && generated < total {
            generated += 1;
            let command = generator.command();
            if read(&command, Dialect::Bash).doubts.is_empty() {
                batch.push(command);
            }
        }
        accepted += batch.len();
        let records = record(&batch);
        if records.len() != batch.len() {
            return Err(format!("bash recorded {} of {} commands", records.len(), batch.len()));
        }
        for (command, executed) in batch.iter().zip(&records) {
            if let Some(why) = disagreement(command, executed) {
                return Err(format!("command: {command:?}\n{why}"));
            }
            let mut request = Request::new(command);
            request.cwd = Some("/repo");
            request.facts.no_links = true;
            let verdict = engine.check(&request);
            if verdict.decision == Decision::Allow {
                allowed += 1;
                for argv in executed {
                    let known = verdict.commands.iter().any(|part| fits(&part.argv, argv));
                    if !known {
                        return Err(format!(
                            "allowed: {command:?}\nbash ran {argv:?}, which no part of the verdict is"
                        ));
                    }
                }
            }
        }
    }
    Ok((generated, accepted, allowed))
}

/// Whether an argument list of a verdict is the one that ran; an unknown argument stands for any.
fn fits(predicted: &[Option<String>], executed: &[String]) -> bool {
    if predicted.iter().any(Option::is_none) {
        return predicted.first().is_some_and(|name| name.as_deref() == executed.first().map(String::as_str));
    }
    predicted.iter().flatten().eq(executed)
}

#[test]
fn what_the_reader_accepts_bash_accepts() {
    if bash_is_missing() {
        return;
    }
    let seed = seed();
    let total = count("SHELLGATE_READ_CASES", READ);
    let mut generator = Generator::new(seed, Profile::Anything);
    let mut accepted = Vec::new();
    for turn in 0..total {
        let command = if turn % 3 == 0 { generator.command() } else { generator.mutated() };
        if read(&command, Dialect::Bash).doubts.is_empty() && !command.contains('\0') {
            accepted.push(command);
        }
    }
    let threads = std::thread::available_parallelism().map_or(2, usize::from).clamp(1, 4);
    let chunk = accepted.len().div_ceil(threads).max(1);
    let refused: Vec<String> = std::thread::scope(|scope| {
        let workers: Vec<_> = accepted
            .chunks(chunk)
            .map(|commands| {
                scope.spawn(move || {
                    commands.iter().filter(|command| !bash_accepts(command)).cloned().collect::<Vec<_>>()
                })
            })
            .collect();
        workers.into_iter().flat_map(|worker| worker.join().unwrap_or_default()).collect()
    });
    println!(
        "seed {seed}: {} of {total} commands accepted by the reader; bash -n refuses {}",
        accepted.len(),
        refused.len()
    );
    assert!(
        refused.is_empty(),
        "SHELLGATE_SEED={seed}: bash refuses {:#?}",
        refused.iter().take(5).collect::<Vec<_>>()
    );
}

fn bash_accepts(command: &str) -> bool {
    Command::new("bash")
        .args(["--norc", "--noprofile", "-n", "-c", "--", command])
        .stdin(Stdio::null())
        .stdout(Stdio::null())
        .stderr(Stdio::null())
        .status()
        .is_ok_and(|status| status.success())
}
