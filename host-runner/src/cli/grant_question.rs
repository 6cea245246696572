//! The question whether a command that failed for the sandbox runs again with what it lacked.
//!
//! Owns the prompt. It shows each grant and the command, and says that the first part ran already. Everything but a clear
//! yes is no. Writes nothing: it returns what the person chose.

use std::io::{self, BufRead, Write};

use policy_core::visible::line;

use super::prompt::{Answer, Terminal};
use crate::plan::Grant;
use crate::settings::Lookup;
use crate::settings::add::Addition;

/// The entries that would grant the same from now on; none where one of them cannot be written.
pub(super) fn additions(grants: &[Grant], lookup: &Lookup<'_>) -> Vec<Addition> {
    let addition = |grant: &Grant| match grant {
        Grant::Write { path } => Addition::writable(path.to_str()?, lookup),
        Grant::Read { path } => {
            let inside = if path.is_dir() { "/**" } else { "" };
            Addition::rule(&format!("Read(/{}{inside})", path.to_str()?), lookup)
        }
        Grant::Socket { path } => Addition::socket(path.to_str()?, lookup),
        Grant::Host(host) => Addition::host(&host.entry(), lookup),
    };
    grants.iter().map(addition).collect::<Option<Vec<_>>>().unwrap_or_default()
}

/// Asks whether `command` runs again with `grants`. `forget_typed` is called before the question is there.
///
/// # Errors
/// The question cannot be shown or the answer cannot be read; nothing was granted then.
pub(super) fn ask(
    grants: &[Grant],
    command: &str,
    always: &[Addition],
    forget_typed: impl FnOnce() -> io::Result<()>,
    terminal: &mut Terminal<impl BufRead, impl Write>,
) -> io::Result<Answer> {
    writeln!(terminal.output, "shellgate: the command failed, and says that it lacked this:")?;
    for grant in grants {
        writeln!(terminal.output, "  {}", line(&grant.to_string()))?;
    }
    writeln!(
        terminal.output,
        "a part of it ran already, and what that part did is done: it would be done again by\n  {}",
        line(command)
    )?;
    terminal.output.flush()?;
    forget_typed()?;
    let keys = if always.is_empty() { "y/N" } else { "y/a/N" };
    let asked = format!("run it again with exactly this? [{keys}] ");
    let said = terminal.answer(&asked)?.unwrap_or_default().to_ascii_lowercase();
    match said.as_str() {
        "y" | "yes" | "once" => Ok(Answer::Once),
        "a" | "always" if !always.is_empty() => {
            for addition in always {
                writeln!(terminal.output, "{}", addition.sentence())?;
            }
            let confirmed = terminal.confirms("write this, and run it again? [y/N] ")?;
            Ok(if confirmed { Answer::Always(always.to_vec()) } else { Answer::No(String::new()) })
        }
        _ => Ok(Answer::No(String::new())),
    }
}

#[cfg(test)]
mod tests {
    use super::super::draw::Colour;
    use super::*;

    fn answered(typed: &str, always: &[Addition]) -> (Answer, String) {
        let mut shown = Vec::new();
        let mut terminal = Terminal { input: typed.as_bytes(), output: &mut shown, colour: Colour::Never };
        let grants =
            [Grant::Write { path: "/opt/\u{1b}x".into() }, Grant::Read { path: "/home/u/.netrc".into() }];
        let answer = ask(&grants, "make \u{202e}x", always, || Ok(()), &mut terminal).unwrap();
        (answer, String::from_utf8(shown).unwrap())
    }

    #[test]
    fn the_question_shows_each_grant_the_command_and_that_a_part_of_it_ran() {
        let (_, shown) = answered("n\n", &[]);
        for part in
            ["write `/opt/<U+001B>x`", "read `/home/u/.netrc`", "make <U+202E>x", "ran already", "[y/N] "]
        {
            assert!(shown.contains(part), "{part}: {shown}");
        }
    }

    #[test]
    fn only_a_clear_yes_runs_it_again_and_what_is_written_needs_one_of_its_own() {
        let lookup = Lookup { files: &["/p/s.json".into()], none: false, cwd: "/p".as_ref(), home: None };
        let always = additions(&[Grant::Write { path: "/opt/x".into() }], &lookup);
        for (typed, expected) in [
            ("y\n", Answer::Once),
            ("yes\n", Answer::Once),
            ("a\ny\n", Answer::Always(always.clone())),
            ("a\nn\n", Answer::No(String::new())),
            ("a\n", Answer::No(String::new())),
            ("y", Answer::No(String::new())),
            ("\n", Answer::No(String::new())),
            ("", Answer::No(String::new())),
            ("n\n", Answer::No(String::new())),
        ] {
            assert_eq!(answered(typed, &always).0, expected, "{typed:?}");
        }
        let (_, shown) = answered("a\nn\n", &always);
        assert!(shown.contains("adds `/opt/x` to `sandbox.filesystem.allowWrite` in `/p/s.json`"), "{shown}");
        assert_eq!(answered("a\ny\n", &[]).0, Answer::No(String::new()));
        assert!(
            additions(&[Grant::Read { path: "/h/.netrc".into() }], &Lookup { none: true, ..lookup })
                .is_empty()
        );
    }

    #[test]
    fn each_grant_has_the_entry_that_the_note_names() {
        let lookup = Lookup { files: &["/p/s.json".into()], none: false, cwd: "/p".as_ref(), home: None };
        let host = crate::network::HostQuestion { host: "docs.rs".to_owned(), port: 443 };
        for (grant, list, entry) in [
            (Grant::Write { path: "/opt/x".into() }, "sandbox.filesystem.allowWrite", "/opt/x"),
            (Grant::Read { path: "/missing/.netrc".into() }, "permissions.allow", "Read(//missing/.netrc)"),
            (Grant::Socket { path: "/run/x.sock".into() }, "sandbox.network.allowUnixSockets", "/run/x.sock"),
            (Grant::Host(host), "sandbox.network.allowedDomains", "docs.rs:443"),
        ] {
            let additions = additions(&[grant], &lookup);
            assert_eq!(additions.len(), 1);
            assert_eq!((additions[0].keys.join("."), additions[0].entry.as_str()), (list.to_owned(), entry));
        }
    }
}
