//! A simple `sed -i` as an edit: the exact new content of its files, or nothing.
//!
//! Owns the conditions under which a command is only an edit, and asks for the contents of the files. Never loosens a
//! decision: it only adds to the display.

use alloc::vec::Vec;

use crate::commands::languages::sed;
use crate::commands::{self, InPlace, Proof};
use crate::limits::{CONTENT_BYTES_MAX, EDITED_FILES_MAX};
use crate::machine::Machine;
use crate::present;
use crate::proof::Voucher;
use crate::script::{Script, Value, Word};
use crate::verdict::{Edit, FileEdit};

/// The edit that `script` makes whose only command is `voucher`'s. None when the command does more, when a content is
/// not known (it is then asked for), or when the outcome is not certain.
///
/// `agreed` asks the second reading whether it read the same command.
pub(crate) fn edit(
    script: &Script<'_>,
    voucher: &Voucher<'_, '_>,
    machine: &Machine<'_>,
    agreed: impl FnOnce() -> bool,
) -> Option<Edit> {
    let simple = is_one_known_command(script);
    let edits = voucher.uses.proof == Proof::Edits && voucher.wrappers.is_empty();
    if !simple || !edits {
        return None;
    }
    let in_place = commands::sed_in_place(&voucher.uses.uses, &voucher.args)?;
    if in_place.files.len() > EDITED_FILES_MAX {
        return None;
    }
    let mut files = Vec::new();
    for at in &in_place.files {
        let written = voucher.args.get(*at)?.text()?;
        files.push((written, machine.editable(written)?));
    }
    let twice = |at: usize, path: &str| files.iter().skip(at + 1).any(|(_, other)| other == path);
    if files.iter().enumerate().any(|(at, (_, path))| twice(at, path)) {
        return None;
    }
    // All that is missing is asked for at once.
    let contents: Vec<_> = files.iter().map(|(_, path)| machine.content(path)).collect();
    let contents = contents.into_iter().collect::<Option<Vec<&str>>>()?;
    let made = simulated(&in_place, &contents)?;
    if !agreed() {
        return None;
    }
    let edited = files.into_iter().zip(contents).zip(made);
    let files = edited.map(|(((written, path), old), made)| FileEdit {
        path,
        diff: present::unified(written, old, &made.text, &made.ends),
        new_content: made.text,
    });
    Some(Edit { files: files.collect() })
}

/// Whether a script is one simple command and nothing else, all of whose words are known.
fn is_one_known_command(script: &Script<'_>) -> bool {
    let ([command], [pipeline], [_]) =
        (script.commands.as_slice(), script.pipelines.as_slice(), script.scopes.as_slice())
    else {
        return false;
    };
    let is_known = |word: &Word| matches!(word.value, Value::Plain | Value::Literal(_));
    script.doubts.is_empty()
        && script.redirects.is_empty()
        && command.assignments.is_empty()
        && !(command.negated || pipeline.timed)
        && script.stages_of(pipeline).iter().all(|stage| stage.is_simple)
        && script.operators.iter().all(|operator| script.slice(operator.span) == "\n")
        && script.words_of(command).iter().all(is_known)
}

/// The new content of each file.
fn simulated(in_place: &InPlace<'_>, contents: &[&str]) -> Option<Vec<sed::Made>> {
    let script = sed::parse(&in_place.script, in_place.extended).ok()?;
    let mut budget = sed::Budget::default();
    let mut made = Vec::with_capacity(contents.len());
    for (index, content) in contents.iter().enumerate() {
        let one = sed::simulate(&script, content, in_place.quiet, &mut budget).ok()?;
        // A status other than 0 is not shown, and further files would be left alone.
        let quits = one.quits.is_some_and(|status| status != 0 || index + 1 < contents.len());
        if quits || one.text.len() > CONTENT_BYTES_MAX {
            return None;
        }
        made.push(one);
    }
    Some(made)
}
