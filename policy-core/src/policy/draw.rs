//! A settings problem for a person: the message, the place, the line with the place underlined, the help.
//!
//! Owns the drawing. Characters that a terminal would act on are shown by their code.

use alloc::string::String;
use core::fmt::Write as _;

use super::error::PolicyError;

/// Characters of a long line that are shown in front of the place, and in all.
const BEFORE_MAX: usize = 60;
const SHOWN_MAX: usize = 120;

impl PolicyError {
    /// The problem with its line of `text`, the text of the source it is about. `label` is `error` or `warning`.
    pub fn draw(&self, label: &str, text: &str) -> String {
        let mut out = String::new();
        let start = (self.span.start as usize).min(text.len());
        let line_start = text.get(..start).and_then(|before| before.rfind('\n')).map_or(0, |at| at + 1);
        let line =
            text.get(line_start..).unwrap_or("").split('\n').next().unwrap_or("").trim_end_matches('\r');
        let line_start = if line.starts_with('\u{feff}') { line_start + 3 } else { line_start };
        let line = line.trim_start_matches('\u{feff}');
        let before = text.get(line_start..start).unwrap_or("").chars().count();
        let end = (self.span.end as usize).min(line_start + line.len());
        let width = text.get(start..end).unwrap_or("").chars().count().max(1);

        let length = line.chars().count();
        let skipped = if length > SHOWN_MAX { before.saturating_sub(BEFORE_MAX) } else { 0 };
        let mut shown = String::new();
        if skipped > 0 {
            shown.push('…');
        }
        shown.extend(line.chars().skip(skipped).take(SHOWN_MAX).map(|c| match c {
            '\t' => ' ',
            c if crate::rules::is_unseen(c) => '\u{fffd}',
            c => c,
        }));
        if length > skipped + SHOWN_MAX {
            shown.push('…');
        }
        let indent = before - skipped + usize::from(skipped > 0);
        let width = width.min(SHOWN_MAX.saturating_sub(before - skipped)).max(1);
        let number = alloc::format!("{}", self.line);
        let gutter = " ".repeat(number.len());
        // Writing to a String cannot fail.
        let _ = writeln!(out, "{label}: {}", self.message);
        let _ = writeln!(out, "{gutter}--> {}:{}:{}", self.file, self.line, self.column);
        let _ = writeln!(out, "{gutter} |");
        let _ = writeln!(out, "{number} | {}", shown.trim_end());
        let _ = writeln!(out, "{gutter} | {}{}", " ".repeat(indent), "^".repeat(width));
        let _ = write!(out, "{gutter} = help: {}", self.help);
        out
    }
}
