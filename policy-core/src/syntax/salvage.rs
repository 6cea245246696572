//! The commands that deny rules look for in a text that could not be parsed: it is split wherever a command could
//! begin.
//!
//! Ignores quotes, so it sees too much rather than too little. Never used to allow anything.

use alloc::string::String;
use alloc::vec::Vec;

use super::unread_word::{EXPANDS, UnreadWord, UnreadWords};
use crate::script::{Script, Shell};

/// The part of a script that was not read, in a form that can be split into words at blanks.
#[derive(Debug, Default)]
pub struct Salvage {
    /// From the beginning of the list in which the first doubt is.
    text: String,
    /// Where in it the first doubt is.
    doubt: usize,
    /// The same from the beginning of the simple command in which the first doubt is, with [`EXPANDS`] where the
    /// shell could put a text of its own.
    expanding: String,
    /// Whose text it is, where that is known.
    shell: Option<&'static Shell>,
}

/// Words after which a command begins.
const OPENERS: &[&str] = &[
    "!", "{", "(", "if", "then", "elif", "else", "while", "until", "do", "time", "coproc", "function",
    "exec", "return",
];

/// Takes what follows the first doubt of `script`, without quotes, backslashes and dollar signs.
///
/// Gives none when everything was read.
pub fn salvage(script: &Script<'_>) -> Option<Salvage> {
    let from = script.doubts.iter().map(|doubt| doubt.span.start as usize).min()?;
    let (read, rest) = script.source.split_at_checked(from)?;
    let lead = read.rsplit([';', '\n']).next().unwrap_or("");
    let mut text = String::with_capacity(lead.len() + rest.len());
    // Where a back-tick only escapes, what follows it belongs to the same word.
    let has_cmdlets = script.shell().has_cmdlets;
    // A backslash is there between a module, or a directory, and a name.
    let stays = |character: &char| match *character {
        '`' => !has_cmdlets,
        '\\' => has_cmdlets,
        other => is_plain(other),
    };
    text.extend(lead.chars().filter(stays));
    let doubt = text.len();
    text.extend(rest.chars().filter(stays));
    let command = lead.get(..command_begin(lead)).unwrap_or("");
    // With the operators in front of it, such as `&`.
    let operators = command.trim_end_matches(|sign: char| BREAKS.contains(&sign) || sign.is_whitespace());
    let raw = script.source.get(from - lead.len() + operators.len()..).unwrap_or("");
    let expanding = marked(raw, has_cmdlets, stays);
    Some(Salvage { text, doubt, expanding, shell: Some(script.shell()) })
}

/// The text with [`EXPANDS`] wherever the shell could put a text of its own.
fn marked(raw: &str, has_cmdlets: bool, stays: impl Fn(&char) -> bool) -> String {
    let mut text = String::with_capacity(raw.len());
    let mut before = ' ';
    let mut characters = raw.chars().peekable();
    while let Some(character) = characters.next() {
        let next = characters.peek().copied().unwrap_or(' ');
        let expands = match character {
            // `$'…'` and `$"…"` are texts.
            '$' => !matches!(next, '\'' | '"') && !next.is_whitespace(),
            '`' => !has_cmdlets,
            '{' => !has_cmdlets && !next.is_whitespace(),
            '@' => has_cmdlets && before.is_whitespace(),
            '(' => has_cmdlets,
            _ => false,
        };
        text.extend(expands.then_some(EXPANDS));
        text.extend(Some(character).filter(&stays));
        before = character;
    }
    text
}

impl From<&str> for Salvage {
    /// As [`salvage`], for a text of which nothing was read.
    fn from(unread: &str) -> Self {
        Self { text: unread.chars().filter(|character| is_plain(*character)).collect(), ..Self::default() }
    }
}

/// Whether a character stays in unread text: it is no quote and no other sign that a shell takes away.
fn is_plain(character: char) -> bool {
    !matches!(character, '\'' | '"' | '\\' | '$' | '\0' | '\u{2018}'..='\u{201e}')
}

/// A piece of unread text between two places where a command could begin or end.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct SalvagedPiece<'t> {
    /// The operators in front of it, with the blanks between them.
    pub joint: &'t str,
    /// The sign after it, if there is one.
    pub end: Option<char>,
    /// Its words; reserved words and assignments precede the command.
    pub text: &'t str,
    shell: Option<&'static Shell>,
}

impl<'t> SalvagedPiece<'t> {
    /// The command in it, if it is one.
    pub fn command(&self) -> &'t str {
        without_openers(self.text, self.shell)
    }

    /// The command in it, and what could be one after a reserved word with an argument: `repeat 2 ls`.
    fn commands(&self) -> impl Iterator<Item = &'t str> + use<'t> {
        let further = self.shell.map_or(&[][..], |shell| shell.further_keywords);
        let is_further = |word: &str| further.contains(&word);
        let mut words = self.text.split([' ', '\t']);
        let argument = words.any(is_further).then(|| self.command().split_once([' ', '\t'])).flatten();
        core::iter::once(self.command()).chain(argument.map(|(_, rest)| rest.trim_start_matches([' ', '\t'])))
    }
}

/// Characters that end one piece of unread text and begin the next.
pub const BREAKS: [char; 11] = [';', '&', '|', '\n', '(', ')', '`', '{', '}', '<', '>'];

impl Salvage {
    /// The whole of it, with what was read of the list in which the first doubt is.
    pub fn text(&self) -> &str {
        &self.text
    }

    /// The pieces that could each be a simple command: what follows the doubt, and the whole of the command in which it
    /// is.
    pub fn parts(&self) -> impl Iterator<Item = &str> {
        let read = self.text.get(..self.doubt).unwrap_or("");
        let begin = command_begin(read);
        let has_words = read.get(begin..).is_some_and(|words| !words.trim().is_empty());
        let around = pieces(self.text.get(begin..).unwrap_or(""), self.shell).take(usize::from(has_words));
        around.chain(self.pieces()).flat_map(|piece| piece.commands()).filter(|part| !part.is_empty())
    }

    /// The words of each piece in which the shell could put a text of its own.
    ///
    /// A name that only an expansion gives is left out in a shell with cmdlets where no operator runs it: there, it is a
    /// value.
    pub fn expanding_parts(&self) -> impl Iterator<Item = UnreadWords<'_>> {
        // After `;;` and before `)` is a pattern of `case`.
        let is_pattern = |piece: &SalvagedPiece<'_>| piece.joint.contains(";;") && piece.end == Some(')');
        let is_text = |word: &UnreadWord<'_>| matches!(word, UnreadWord::Text(_));
        let has_cmdlets = self.shell.is_some_and(|shell| shell.has_cmdlets);
        let read = pieces(&self.expanding, self.shell).filter(move |piece| !is_pattern(piece));
        let commands = read.flat_map(|piece| piece.commands().map(move |command| (piece, command)));
        commands.filter_map(move |(piece, command)| {
            let dotted = command.strip_prefix(". ").filter(|_| has_cmdlets);
            let words = dotted.unwrap_or(command).split([' ', '\t']).filter(|word| !word.is_empty());
            let words: Vec<UnreadWord<'_>> = words.map(|word| UnreadWord::new(word, !has_cmdlets)).collect();
            let joint = piece.joint.trim_end();
            let called = dotted.is_some() || joint.ends_with('&') && !joint.ends_with("&&");
            let is_value = has_cmdlets && !called && !words.first().is_some_and(is_text);
            (!is_value && !words.iter().all(is_text)).then_some(UnreadWords(words))
        })
    }

    /// The pieces between operators, none of them empty, with the text before each.
    pub fn pieces(&self) -> impl Iterator<Item = SalvagedPiece<'_>> {
        pieces(self.text.get(self.doubt..).unwrap_or(""), self.shell)
    }

    /// As [`Salvage::pieces`], with what was read of the same list: a doubt can occur in the middle of a pipeline.
    pub fn pieces_with_lead(&self) -> impl Iterator<Item = SalvagedPiece<'_>> {
        pieces(&self.text, self.shell)
    }
}

/// Where the last simple command of `text` begins.
fn command_begin(text: &str) -> usize {
    text.rfind(BREAKS).map_or(0, |at| at + 1)
}

fn pieces<'t>(mut rest: &'t str, shell: Option<&'static Shell>) -> impl Iterator<Item = SalvagedPiece<'t>> {
    core::iter::from_fn(move || {
        let is_word = |character: char| !BREAKS.contains(&character) && !character.is_whitespace();
        let (joint, from) = rest.split_at_checked(rest.find(is_word)?)?;
        let (text, after) = from.split_at_checked(from.find(BREAKS).unwrap_or(from.len()))?;
        rest = after;
        let end = after.chars().next();
        Some(SalvagedPiece { joint, end, text: text.trim_end_matches([' ', '\t', '\r']), shell })
    })
}

/// `then FOO=1 curl x` begins with `curl`.
fn without_openers<'t>(mut part: &'t str, shell: Option<&'static Shell>) -> &'t str {
    // Where the shell is not known, it may be one with cmdlets.
    let assigns_apart = shell.is_none_or(|shell| shell.has_cmdlets);
    let further = shell.map_or(&[][..], |shell| shell.further_keywords);
    loop {
        let (first, rest) = part.split_once([' ', '\t']).unwrap_or((part, ""));
        let assigns = first.split_once('=').is_some_and(|(name, _)| {
            !name.is_empty()
                && name.bytes().all(|byte| byte.is_ascii_alphanumeric() || byte == b'_' || byte == b'+')
        });
        let rest = rest.trim_start_matches([' ', '\t']);
        // PowerShell has blanks around the sign: `$x = curl y`.
        let assigned =
            ["= ", "+= "].iter().find_map(|sign| rest.strip_prefix(sign)).filter(|_| assigns_apart);
        if !assigns && assigned.is_none() && !OPENERS.contains(&first) && !further.contains(&first) {
            return part;
        }
        part = assigned.unwrap_or(rest).trim_start_matches([' ', '\t']);
    }
}

#[cfg(test)]
mod tests {
    use super::super::read;
    use super::*;
    use crate::script::Dialect;

    #[test]
    fn every_place_where_a_command_could_begin_is_split_off() {
        for (source, expected) in [
            ("echo 'a; curl x", &["echo a", "a", "curl x"][..]),
            ("a;; then FOO=1 curl x", &["a", "curl x"][..]),
            ("echo $[1] && if sudo curl x", &["echo [1]", "[1]", "sudo curl x"][..]),
            ("((a; \"cu\"rl x))", &["a", "curl x"][..]),
        ] {
            let script = read(source, Dialect::Bash);
            let salvage = salvage(&script);
            let parts: Vec<&str> = salvage.iter().flat_map(Salvage::parts).collect();
            assert_eq!(parts, expected, "{source:?}");
        }
    }

    #[test]
    fn nothing_is_salvaged_from_what_was_read() {
        assert!(salvage(&read("a; b | c", Dialect::Bash)).is_none());
    }
}
