//! Held against GNU sed: what is read as a filter is none of the commands that `--sandbox` refuses, and what is
//! simulated is what sed prints.
//!
//! Every script runs with `--sandbox`, so that none can execute, write or read anything. Left out where sed is not
//! GNU sed 4.9 or newer.

use std::fmt::Write as _;
use std::io::Write as _;
use std::process::{Command, Output, Stdio};

use policy_core::commands::languages::sed::{Budget, deeds, parse, simulate};

use test_support::effort::{Cases, count, seed};
use test_support::random::Random;

/// Pairs of a script and an input in one run of the tests.
const PAIRS: Cases = Cases { quick: 300, full: 3_000 };
/// Scripts that edit two files in place.
const IN_PLACE: usize = 1_000;
/// Scripts that sed only reads.
const READ: Cases = Cases { quick: 300, full: 3_000 };

fn sed_is_missing() -> bool {
    let version = Command::new("sed").arg("--version").output();
    let text = version.map(|output| String::from_utf8_lossy(&output.stdout).into_owned()).unwrap_or_default();
    let number = text.lines().next().and_then(|line| line.strip_prefix("sed (GNU sed) ")).unwrap_or("");
    let mut parts = number.split('.').map(|part| part.parse::<u32>().unwrap_or(0));
    let fits = (parts.next().unwrap_or(0), parts.next().unwrap_or(0)) >= (4, 9);
    if !fits {
        test_support::skip("this needs GNU sed 4.9 or newer");
    }
    !fits
}

fn sed(options: &[&str], script: &str, input: &str) -> Output {
    let mut child = Command::new("sed")
        .arg("--sandbox")
        .args(options)
        .args(["-e", script])
        .env("LC_ALL", "C.UTF-8")
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .expect("sed starts");
    // A script that is refused leaves the pipe closed.
    let _ = child.stdin.take().expect("a pipe").write_all(input.as_bytes());
    child.wait_with_output().expect("sed ends")
}

fn status(output: &Output) -> Option<u64> {
    output.status.code().and_then(|code| u64::try_from(code).ok())
}

/// Scripts and inputs over few letters, so that patterns often match.
struct Scripts(Random);

impl Scripts {
    fn atom(&mut self, extended: bool, depth: usize) -> String {
        let one = [
            "a",
            "b",
            "c",
            "x",
            "=",
            " ",
            ".",
            "[ab]",
            "[^a]",
            "[a-c]",
            "[[:digit:]]",
            "[^ =]",
            "\\.",
            "1",
            "2",
            "[0-9]",
            "-",
            "é",
            "\\t",
            "\\w",
            "\\/",
            "ab",
            "[,]",
            "[\\,]",
            "\\s",
        ];
        if depth < 2 && self.0.one_in(4) {
            let inner = self.pattern(extended, depth + 1);
            return if extended { format!("({inner})") } else { format!("\\({inner}\\)") };
        }
        self.0.text(&one).to_owned()
    }

    fn pattern(&mut self, extended: bool, depth: usize) -> String {
        let mut text = String::new();
        if self.0.one_in(6) {
            text.push('^');
        }
        for _ in 0..=self.0.below(3) {
            text.push_str(&self.atom(extended, depth));
            let repeats: &[&'static str] = if extended {
                &["*", "*", "+", "?", "{2}", "{1,2}", "{1,}"]
            } else {
                &["*", "*", "\\+", "\\?", "\\{2\\}", "\\{1,2\\}", "\\{1,\\}"]
            };
            if self.0.one_in(2) {
                text.push_str(self.0.text(repeats));
            }
            if self.0.one_in(12) {
                text.push_str(self.0.text(&["\\b", "\\<", "\\>"]));
            }
        }
        if self.0.one_in(6) {
            text.push('$');
        }
        if self.0.one_in(10) {
            text.push_str(if extended { "|" } else { "\\|" });
            text.push_str(&self.atom(extended, 2));
        }
        text
    }

    fn replacement(&mut self) -> String {
        let parts = [
            "x", "", "&", "\\1", "\\2", "<\\1>", "[&]", "\\n", "\\t", "\\&", "\\\\", "\\/", "é", "y", "\\\n",
        ];
        (0..=self.0.below(3)).map(|_| self.0.text(&parts)).collect()
    }

    fn address(&mut self, extended: bool) -> String {
        match self.0.below(6) {
            0 => "$".to_owned(),
            1 => format!("/{}/", self.pattern(extended, 1)),
            2 => self.0.text(&["1~2", "0~2", "2~3"]).to_owned(),
            3 => self.0.text(&["/a/", "/b/I", "\\,=,", "//"]).to_owned(),
            _ => (1 + self.0.below(5)).to_string(),
        }
    }

    fn addresses(&mut self, extended: bool) -> String {
        let mut text = match self.0.below(8) {
            0 | 1 => self.address(extended),
            2 | 3 => {
                let first = if self.0.one_in(8) { "0".to_owned() } else { self.address(extended) };
                let end = match self.0.below(4) {
                    0 => self.0.text(&["+1", "+0", "~2", "~3", "+2"]).to_owned(),
                    _ => self.address(extended),
                };
                format!("{first},{end}")
            }
            _ => String::new(),
        };
        if self.0.one_in(8) {
            text.push('!');
        }
        text
    }

    fn command(&mut self, extended: bool) -> String {
        let mut text = self.addresses(extended);
        match self.0.below(12) {
            0 => text.push_str(self.0.text(&["d", "p", "q", "=", "z", "q5"])),
            1 => {
                let kind = self.0.text(&["a", "i", "c"]);
                let body = self.0.text(&[" new", "\\\n  two\\\nlines", "\\  kept", " a\\tb", " ", " x\\\\y"]);
                text.push_str(kind);
                text.push_str(body);
            }
            2 => text.push_str(self.0.text(&["y/abc/xyz/", "y/a /-\\n/", "y,a,\\,,", "y/a\\/b/1\\\\2/"])),
            3 => {
                let inner = self.command(extended);
                let _ = write!(text, "{{{inner}\n}}");
            }
            4 => text.push_str(self.0.text(&["d", "p", "s//<&>/", "b", "t", "T", "!p"])),
            _ => {
                let (pattern, replacement) = (self.pattern(extended, 0), self.replacement());
                let flags = self.0.text(&["", "", "g", "g", "2", "p", "I", "2g", "gp", "i"]);
                let _ = write!(text, "s/{pattern}/{replacement}/{flags}");
            }
        }
        text
    }

    fn script(&mut self, extended: bool) -> String {
        (0..=self.0.below(3)).map(|_| self.command(extended)).collect::<Vec<_>>().join("\n")
    }

    fn input(&mut self) -> String {
        let parts =
            ["a", "b", "c", "ab", "aa", "=", " ", "x", "1", "2", "-", "/", ".", "é", "A", "B", "\t", "\\"];
        let mut text = String::new();
        for _ in 0..self.0.below(6) {
            let plain = parts.map(|part| if part.is_ascii() || self.0.one_in(3) { part } else { "a" });
            for _ in 0..self.0.below(9) {
                text.push_str(self.0.text(&plain));
            }
            text.push('\n');
        }
        if self.0.one_in(4) {
            text.pop();
        }
        text
    }

    /// Pieces of scripts in any order.
    fn rubble(&mut self) -> String {
        let parts = [
            "s", "/", "a", "w f", "e", "r f", "p", ";", "\n", "{", "}", "\\", "[", "]", "^", ",", "y/",
            "s/a/b/", "|", "1", "$", "!", "i", " ", "\t", "#", ":a", "ba", "c\\\n", "a x", "\\n", "~", "+",
            "g", "I", "s/[,]/", "s/[/]/", "/x/", "d", "W f", "R f", "q", "l", "[:", ":]", "[^]/]", "s,",
            "\\c", "t", "#n\n", "0,", "M", "2", "v", "=", "n", "G",
        ];
        (0..=self.0.below(9)).map(|_| self.0.text(&parts)).collect()
    }
}

#[test]
fn what_is_simulated_is_what_sed_prints() {
    if sed_is_missing() {
        return;
    }
    let seed = seed();
    println!("SHELLGATE_SEED={seed}");
    let mut scripts = Scripts(Random::new(seed));
    let total = count("SHELLGATE_SED_CASES", PAIRS);
    let mut compared = 0;
    while compared < total {
        let extended = scripts.0.one_in(2);
        let quiet = scripts.0.one_in(4);
        let (text, input) = (scripts.script(extended), scripts.input());
        let Ok(script) = parse(&text, extended) else { continue };
        let Ok(made) = simulate(&script, &input, quiet, &mut Budget::default()) else { continue };
        compared += 1;
        let mut options = Vec::new();
        options.extend(extended.then_some("-E"));
        options.extend(quiet.then_some("-n"));
        let output = sed(&options, &text, &input);
        let printed = String::from_utf8_lossy(&output.stdout);
        let says = String::from_utf8_lossy(&output.stderr);
        assert!(
            made.text == printed && status(&output) == Some(made.quits.unwrap_or(0)),
            "seed {seed}, {options:?}\n{text}\n{input:?}\nmade    {made:?}\nprinted {printed:?}\n{says}"
        );
    }
}

#[test]
fn what_is_simulated_is_what_sed_writes_in_place() {
    if sed_is_missing() {
        return;
    }
    let seed = seed();
    println!("SHELLGATE_SEED={seed}");
    let mut scripts = Scripts(Random::new(seed));
    let place = tempfile::tempdir().expect("a folder");
    let files = ["a", "b"].map(|name| place.path().join(name));
    let mut compared = 0;
    while compared < IN_PLACE {
        let extended = scripts.0.one_in(2);
        let quiet = scripts.0.one_in(4);
        let text = scripts.script(extended);
        let inputs = [scripts.input(), scripts.input()];
        let Ok(script) = parse(&text, extended) else { continue };
        let made = [0, 1].map(|file| simulate(&script, &inputs[file], quiet, &mut Budget::default()));
        let [Ok(first), Ok(second)] = made else { continue };
        compared += 1;
        // A script that quits leaves the further files alone.
        let (second, quits) = match first.quits {
            Some(status) => (inputs[1].clone(), status),
            None => (second.text, second.quits.unwrap_or(0)),
        };
        for (file, input) in files.iter().zip(&inputs) {
            std::fs::write(file, input).expect("a file");
        }
        let output = Command::new("sed")
            .args(["--sandbox", "-i"])
            .args(extended.then_some("-E"))
            .args(quiet.then_some("-n"))
            .args(["-e", &text])
            .args(&files)
            .env("LC_ALL", "C.UTF-8")
            .output()
            .expect("sed ends");
        let written = files.each_ref().map(|file| std::fs::read_to_string(file).expect("a file"));
        assert!(
            written == [first.text.clone(), second.clone()] && status(&output) == Some(quits),
            "seed {seed}\n{text}\n{inputs:?}\nmade    {:?}\nwritten {written:?}\n{}",
            [first.text, second],
            String::from_utf8_lossy(&output.stderr)
        );
    }
}

#[test]
fn sed_reads_in_a_script_what_the_judge_reads_in_it() {
    if sed_is_missing() {
        return;
    }
    let seed = seed();
    println!("SHELLGATE_SEED={seed}");
    let mut scripts = Scripts(Random::new(seed));
    let total = count("SHELLGATE_SED_CASES", READ);
    let (mut compared, mut refused) = (0, 0);
    while compared < total {
        let text = if scripts.0.one_in(3) { scripts.script(false) } else { scripts.rubble() };
        let Ok(deeds) = deeds(&text) else { continue };
        compared += 1;
        let output = sed(&[], &text, "");
        let says = String::from_utf8_lossy(&output.stderr);
        let confined = says.contains("disabled in sandbox mode");
        // What sed refuses for another reason does nothing; the judge need not know why.
        let fits = if deeds.is_filter() { !confined } else { confined || !output.status.success() };
        assert!(fits, "seed {seed}\n{text:?}\n{deeds:?}\n{says}");
        refused += usize::from(confined);
    }
    assert!(refused * 20 > total, "too few scripts of {total} do something: {refused}");
}
