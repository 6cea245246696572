//! The commands that say what the core decides, as Markdown: one file for each expectation, one heading for each group.
//!
//! Owns the form of the files. What is expected of a command is said by the test that reads its file.

use std::borrow::Cow;
use std::fmt::Write as _;

/// What writes, connects, executes or reads elsewhere: never allowed without a rule.
pub const ATTACKS: &str = include_str!("../../../policy-core/cases/attacks.md");
/// What a person may call harmless and what asks, with the reason.
pub const CONTESTED: &str = include_str!("../../../policy-core/cases/contested.md");
/// Removals that ask through every disguise.
pub const CRITICAL: &str = include_str!("../../../policy-core/cases/critical.md");
/// What deny rules see through every disguise.
pub const DENIED: &str = include_str!("../../../policy-core/cases/denied.md");
/// What is allowed without a question, and known to only read.
pub const EVERYDAY: &str = include_str!("../../../policy-core/cases/everyday.md");
/// What changes nothing, and should be allowed without a rule.
pub const HARMLESS: &str = include_str!("../../../policy-core/cases/harmless.md");
/// The text of denied commands where nothing runs it.
pub const HARMLESS_TEXT: &str = include_str!("../../../policy-core/cases/harmless_text.md");
/// What looks like a harmless command and is none: never allowed without a rule.
pub const NEIGHBOURS: &str = include_str!("../../../policy-core/cases/neighbours.md");
/// What goes beyond the simple command that an allow rule covers.
pub const NOT_COVERED: &str = include_str!("../../../policy-core/cases/not_covered.md");
/// What a deny rule about another sub-command is not about.
pub const OTHER_SUB_COMMANDS: &str = include_str!("../../../policy-core/cases/other_sub_commands.md");
/// What only reads with the programs of GNU/Linux and does more with others: allowed only where the system is known.
pub const OTHER_SYSTEMS: &str = include_str!("../../../policy-core/cases/other_systems.md");
/// Removals of PowerShell that ask through every disguise.
pub const POWERSHELL_CRITICAL: &str = include_str!("../../../policy-core/cases/powershell_critical.md");
/// What deny rules about PowerShell see through every disguise.
pub const POWERSHELL_DENIED: &str = include_str!("../../../policy-core/cases/powershell_denied.md");
/// What only reads or prints in PowerShell, and should be allowed there without a rule.
pub const POWERSHELL_HARMLESS: &str = include_str!("../../../policy-core/cases/powershell_harmless.md");
/// Removals of PowerShell that lose less, and listings.
pub const POWERSHELL_NOT_CRITICAL: &str =
    include_str!("../../../policy-core/cases/powershell_not_critical.md");
/// What looks like a harmless command of PowerShell and is none: never allowed there without a rule.
pub const POWERSHELL_NEIGHBOURS: &str = include_str!("../../../policy-core/cases/powershell_neighbours.md");
/// Writes that no rule approves.
pub const PROTECTED: &str = include_str!("../../../policy-core/cases/protected.md");
/// Reads of protected names, and writes elsewhere.
pub const UNPROTECTED: &str = include_str!("../../../policy-core/cases/unprotected.md");
/// What only reads or prints in zsh, and is allowed there without a rule.
pub const ZSH_HARMLESS: &str = include_str!("../../../policy-core/cases/zsh_harmless.md");
/// What zsh reads in another way than bash: never allowed there without a rule.
pub const ZSH_NEIGHBOURS: &str = include_str!("../../../policy-core/cases/zsh_neighbours.md");

/// Commands that show one thing.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Group<'m> {
    /// The heading of the second level.
    pub heading: &'m str,
    /// The sentence under it, which says why these commands are expected to do what they do.
    pub why: &'m str,
    /// The commands, as a shell gets them.
    pub commands: Vec<String>,
}

/// The groups of a file, in its order.
///
/// A file has a title, a text, and groups: `## ` and a heading, one sentence, and one block between ` ```sh ` and
/// ` ``` ` with one command a line. In a command `\n` is a line break, and `<U+200B>` the character of this number.
///
/// # Errors
/// The number of the first line that is not of this form, with what is wrong, so that no case is lost unseen.
pub fn groups(markdown: &str) -> Result<Vec<Group<'_>>, String> {
    let mut groups: Vec<Group<'_>> = Vec::new();
    let mut is_in_block = false;
    let lines = markdown.split('\n').zip(1..);
    for (line, number) in lines {
        let wrong = |what: &str| format!("line {number}: {what}: {line:?}");
        let Some(group) = groups.last_mut() else {
            match line.strip_prefix("## ") {
                Some(heading) => groups.push(Group { heading, why: "", commands: Vec::new() }),
                None if line.starts_with("```") => return Err(wrong("a block before the first heading")),
                None => {}
            }
            continue;
        };
        if is_in_block {
            match line {
                "```" if group.commands.is_empty() => return Err(wrong("a block without a command")),
                "```" => is_in_block = false,
                "" => return Err(wrong("an empty line among commands")),
                _ => group.commands.push(command(line).map_err(|what| wrong(&what))?),
            }
        } else if let Some(heading) = line.strip_prefix("## ") {
            if group.commands.is_empty() {
                return Err(wrong("the group before has no command"));
            }
            groups.push(Group { heading, why: "", commands: Vec::new() });
        } else if line == "```sh" {
            if group.why.is_empty() || !group.commands.is_empty() {
                return Err(wrong("a group has one sentence and then one block"));
            }
            is_in_block = true;
        } else if !line.is_empty() {
            if !group.why.is_empty() || !group.commands.is_empty() || !line.ends_with('.') {
                return Err(wrong("a group has one sentence and then one block"));
            }
            group.why = line;
        }
    }
    match groups.last() {
        None => Err("there is no group".to_owned()),
        Some(last) if is_in_block || last.commands.is_empty() => {
            Err("the last block does not end".to_owned())
        }
        Some(_) => Ok(groups),
    }
}

/// The commands of a file, in its order.
///
/// # Panics
/// When the file is not of its form; [`groups`] says where.
pub fn commands(markdown: &str) -> Vec<String> {
    match groups(markdown) {
        Ok(groups) => groups.into_iter().flat_map(|group| group.commands).collect(),
        Err(error) => panic!("cases: {error}"),
    }
}

/// The command that a line says.
fn command(line: &str) -> Result<String, String> {
    let line = line.replace("\\n", "\n");
    let mut command = String::new();
    let mut rest = line.as_str();
    while let Some((before, after)) = rest.split_once("<U+") {
        let (digits, after) = after.split_once('>').ok_or("a `<U+` without its end")?;
        let character = u32::from_str_radix(digits, 16).ok().and_then(char::from_u32);
        command.push_str(before);
        command.push(character.ok_or("no character has this number")?);
        rest = after;
    }
    command.push_str(rest);
    Ok(command)
}

/// `command` as one line of a file, such that reading it gives the command again.
pub fn line(command: &str) -> Cow<'_, str> {
    let is_visible = |c: char| c == ' ' || !(c.is_control() || c.is_whitespace());
    if command.chars().all(is_visible) && !command.ends_with(' ') {
        return command.into();
    }
    let last = command.chars().count() - 1;
    let mut line = String::new();
    for (at, c) in command.chars().enumerate() {
        match c {
            '\n' => line.push_str("\\n"),
            c if is_visible(c) && !(c == ' ' && at == last) => line.push(c),
            c => {
                let _ = write!(line, "<U+{:04X}>", u32::from(c));
            }
        }
    }
    line.into()
}

#[cfg(test)]
mod tests {
    use super::*;

    const FILE: &str = "# T\n\nText.\n\n## A\n\nWhy a.\n\n```sh\nls\necho a\\nb<U+200B>\n```\n\n## B\n\nWhy b.\n\n```sh\nx\n```\n";

    #[test]
    fn a_file_is_read_by_groups() {
        let expected = [
            Group { heading: "A", why: "Why a.", commands: vec!["ls".into(), "echo a\nb\u{200B}".into()] },
            Group { heading: "B", why: "Why b.", commands: vec!["x".into()] },
        ];
        assert_eq!(groups(FILE).as_deref(), Ok(&expected[..]));
    }

    #[test]
    fn what_would_lose_a_case_is_refused() {
        for (from, to) in [
            ("# T\n", "# T\n```sh\nrm x\n```\n"),
            ("Why a.\n", ""),
            ("Why a.\n", "Why a.\nAnd more.\n"),
            ("Why a.", "Why a"),
            ("```sh\nls\n", "ls\n"),
            ("ls\n", "\n"),
            ("x\n```\n", "x\n"),
            ("```sh\nx\n```\n", ""),
            ("```sh\nx\n", "```sh\n"),
            ("```sh\nx\n", "```bash\nx\n"),
            ("x\n```\n", "x\n```\ny\n"),
            ("x\n```\n", "x\n```\n```sh\ny\n```\n"),
            ("<U+200B>", "<U+zz>"),
            ("<U+200B>", "<U+200B"),
        ] {
            let text = FILE.replacen(from, to, 1);
            assert_ne!(text, FILE);
            assert!(groups(&text).is_err(), "{text}");
        }
        assert!(groups("").is_err());
    }

    #[test]
    fn a_command_is_written_as_it_is_read() {
        for text in ["ls", "a\\\nb", "a\tb", "a ", "ls\u{A0}-la", "\u{1B}[2K", "日本語"] {
            assert_eq!(command(&line(text)).as_deref(), Ok(text), "{text:?}");
        }
    }

    #[test]
    fn every_file_can_be_read() {
        let files = [
            ATTACKS,
            CONTESTED,
            CRITICAL,
            DENIED,
            EVERYDAY,
            HARMLESS,
            HARMLESS_TEXT,
            NEIGHBOURS,
            OTHER_SYSTEMS,
            NOT_COVERED,
            OTHER_SUB_COMMANDS,
            POWERSHELL_CRITICAL,
            POWERSHELL_DENIED,
            POWERSHELL_HARMLESS,
            POWERSHELL_NEIGHBOURS,
            POWERSHELL_NOT_CRITICAL,
            PROTECTED,
            UNPROTECTED,
            ZSH_HARMLESS,
            ZSH_NEIGHBOURS,
        ];
        for file in files {
            let groups = groups(file).unwrap();
            let headings: std::collections::BTreeSet<&str> =
                groups.iter().map(|group| group.heading).collect();
            assert_eq!(headings.len(), groups.len(), "a heading is there twice");
        }
    }
}
