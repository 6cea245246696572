//! A block of lines in a TOML document, between two lines of comment.
//!
//! Owns the two lines and what is put in front of them, so that the document is the same to the byte after the block is
//! taken out. The rest of the document stays as it is.

use policy_core::visible::line;

/// The line before the block, without the label.
const BEGIN: &str = "# begin of what `shellgate install` wrote";

/// The line after the block, without the label.
const END: &str = "# end of what `shellgate install` wrote";

/// The line `text` of the block with this label, which is empty where there is only one.
fn mark(text: &str, label: &str) -> String {
    if label.is_empty() { text.to_owned() } else { format!("{text} for {}", line(label)) }
}

/// Why a document has no place for a block.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Flaw {
    /// The byte at which it shows.
    pub(crate) at: usize,
    /// What is wrong.
    pub(crate) message: String,
}

/// `text` with the block of these lines under `label`; none is a document that is not there. A block that is there is replaced.
///
/// # Errors
/// The document is not valid, or would not be valid with the block.
pub(crate) fn with(text: Option<&str>, label: &str, lines: &str) -> Result<String, Flaw> {
    let (begin, end) = (mark(BEGIN, label), mark(END, label));
    let block = format!("{begin}\n{}\n{end}\n", lines.trim_end_matches('\n'));
    let Some(text) = text else { return Ok(block) };
    valid(text)?;
    let new = match place(text, label) {
        Some((start, end)) => {
            [text.get(..start), Some(&*block), text.get(end..)].into_iter().flatten().collect()
        }
        // One line end goes in front of it, and out with it again, whether or not the text ends with one.
        None => [text, "\n", &block].concat(),
    };
    match valid(&new) {
        Ok(()) => Ok(new),
        Err(flaw) => {
            let at = flaw.at.min(text.len());
            Err(Flaw { at, message: format!("the entry has no place in this document: {}", flaw.message) })
        }
    }
}

/// `text` without the block under `label`; none if nothing else was ever in it.
pub(crate) fn without(text: &str, label: &str) -> Option<String> {
    let Some((start, end)) = place(text, label) else { return Some(text.to_owned()) };
    if start == 0 && end == text.len() {
        return None;
    }
    let front = text.get(..start).unwrap_or_default();
    Some([front.strip_suffix('\n').unwrap_or(front), text.get(end..).unwrap_or_default()].concat())
}

/// The lines of the block under `label` in `text`.
pub(crate) fn lines<'t>(text: &'t str, label: &str) -> Option<&'t str> {
    let (start, end) = place(text, label)?;
    text.get(start..end)?.strip_prefix(&mark(BEGIN, label))?.trim_end().strip_suffix(&mark(END, label))
}

fn place(text: &str, label: &str) -> Option<(usize, usize)> {
    let (begin, end) = (format!("{}\n", mark(BEGIN, label)), format!("\n{}", mark(END, label)));
    let start = if text.starts_with(&begin) { 0 } else { text.find(&format!("\n{begin}"))? + 1 };
    let end = start + text.get(start..)?.find(&end)? + end.len();
    let rest = text.get(end..)?;
    Some((start, text.len() - rest.strip_prefix('\n').unwrap_or(rest).len()))
}

/// # Errors
/// The text is no TOML document.
fn valid(text: &str) -> Result<(), Flaw> {
    match toml::from_str::<toml::Table>(text) {
        Ok(_) => Ok(()),
        Err(error) => {
            let at = error.span().map_or(0, |span| span.start);
            Err(Flaw { at, message: error.message().lines().next().unwrap_or_default().to_owned() })
        }
    }
}
