//! What a search keeps of the files that a script runs. Knows no search.

use alloc::borrow::ToOwned;
use alloc::collections::BTreeMap;
use alloc::string::String;

use crate::commands::{self, Role};
use crate::paths::lexical::last_part;
use crate::script::Script;
use crate::span::Span;

/// Endings of texts that people read and no program runs.
const TEXTS: &[&str] = &["adoc", "csv", "diff", "html", "log", "md", "patch", "rst", "txt"];

/// Behind every script.
const NOWHERE: u32 = u32::MAX;

/// What ends the name of a file in code.
const ENDS_NAME: [char; 9] = [' ', '\t', '\n', ';', ',', '(', ')', '"', '\''];

/// What was seen of them in the script that is looked at. Each answer is found at the first question that needs it.
#[derive(Debug, Default)]
pub(super) struct RunFiles {
    /// The names of files that words and redirects have, also without their endings, and where each is first.
    names: Option<BTreeMap<String, u32>>,
    /// Where the first file is written in which a program may look for what it runs; [`NOWHERE`] if none is.
    code: Option<u32>,
    /// Whether a command runs a file that an earlier one names or writes.
    pub(super) is_named: bool,
}

impl RunFiles {
    /// Whether a redirect or a word before the command at `span` names `file`, which may lack its ending as the name of a
    /// module does, or be code with the name in it: `import a`.
    pub(super) fn is_named_before(&mut self, script: &Script<'_>, span: Span, file: &str) -> bool {
        let names = self.names.get_or_insert_with(|| names(script));
        let is_before = |word: &str| names.get(last_part(word)).is_some_and(|start| *start < span.start);
        is_before(file) || file.split(ENDS_NAME).any(is_before)
    }

    /// Whether a file in which a program may look for what it runs is written before the command at `span`.
    pub(super) fn is_code_before(&mut self, script: &Script<'_>, span: Span) -> bool {
        *self.code.get_or_insert_with(|| first_code(script).unwrap_or(NOWHERE)) < span.start
    }
}

/// Every word and every written file of the script by its name, with and without its ending, and where it is first.
fn names(script: &Script<'_>) -> BTreeMap<String, u32> {
    let mut found: BTreeMap<String, u32> = BTreeMap::new();
    let mut add = |name: &str, start: u32| {
        if name.is_empty() {
            return;
        }
        match found.get_mut(name) {
            Some(first) => *first = start.min(*first),
            None => drop(found.insert(name.to_owned(), start)),
        }
    };
    let mut add_word = |index: u32| {
        let Some(word) = script.word(index) else { return };
        let Some(name) = script.text(word).map(last_part) else { return };
        add(name, word.span.start);
        if let Some((stem, _)) = name.rsplit_once('.') {
            add(stem, word.span.start);
        }
    };
    let words = script.commands.iter().flat_map(|command| command.words.clone());
    let written = script.redirects.iter().filter(|redirect| redirect.op.writes());
    words.chain(written.map(|redirect| redirect.target)).for_each(&mut add_word);
    found
}

/// Where the script first writes a file in which a program may look for what it runs.
fn first_code(script: &Script<'_>) -> Option<u32> {
    let written = script.redirects.iter().filter(|redirect| redirect.op.writes());
    let by_redirect = written.filter_map(|redirect| {
        let name = script.text(script.word(redirect.target)?)?;
        may_be_code(name).then_some(redirect.span.start)
    });
    let by_operand = script.commands.iter().filter(|command| {
        let args = commands::arguments(script, command);
        let uses = commands::uses(&args).uses;
        let mut written = args.iter().zip(&uses).filter(|(_, used)| used.role == Role::PathWritten);
        written.any(|(arg, _)| arg.text().is_some_and(may_be_code))
    });
    by_redirect.chain(by_operand.map(|command| command.span.start)).min()
}

/// Whether a file of this name may hold what a program runs: no device, and no text for people.
fn may_be_code(path: &str) -> bool {
    let ending = last_part(path).rsplit_once('.').map_or("", |(_, ending)| ending);
    !path.starts_with("/dev/") && !TEXTS.iter().any(|text| ending.eq_ignore_ascii_case(text))
}
