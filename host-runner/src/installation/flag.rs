//! A truth value in a table of a TOML document, beside what else the table has.
//!
//! Owns the line that is put into a table that is there already, by which it is known again. What an edit makes of the
//! document is read back: it is taken only if it has the value then and everything else is as it was.

use toml::{Table, Value};

/// The end of the line.
const MARK: &str = "# written by `shellgate install`";

/// A truth value.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Flag {
    /// The table at the top of the document.
    pub(crate) table: &'static str,
    /// The key in it.
    pub(crate) key: &'static str,
    /// The value that it must have.
    pub(crate) value: bool,
}

impl Flag {
    /// Its value in the document `text`; none if it has none there.
    pub(super) fn in_text(self, text: &str) -> Option<bool> {
        toml::from_str::<Table>(text).ok()?.get(self.table)?.get(self.key)?.as_bool()
    }

    /// The table with nothing else in it.
    pub(super) fn lines(self) -> String {
        let Self { table, key, value } = self;
        format!("[{table}]\n{key} = {value}\n")
    }

    /// Whether the document `text` has the table, with this key or without.
    pub(super) fn has_table(self, text: &str) -> bool {
        toml::from_str::<Table>(text).is_ok_and(|document| document.contains_key(self.table))
    }

    /// `text` with a line in its table. None if the table is written so that no line can be added to it.
    pub(super) fn with_line(self, text: &str) -> Option<String> {
        let Self { table, key, value } = self;
        let mut expected = toml::from_str::<Table>(text).ok()?;
        expected.get_mut(table)?.as_table_mut()?.insert(key.to_owned(), Value::Boolean(value));
        let ends = text.split_inclusive('\n').scan(0, |end, line| {
            *end += line.len();
            Some((*end, line))
        });
        let headers = ends.filter(|(_, line)| line.trim_start().starts_with('[') && line.ends_with('\n'));
        let below = headers.map(|(end, _)| (end, self.line()));
        // A table of dotted keys has no header: its keys are at the top.
        let places = below.chain([(0, self.dotted_line())]);
        places.into_iter().find_map(|(at, line)| {
            let new = [text.get(..at)?, &line, text.get(at..)?].concat();
            (toml::from_str::<Table>(&new).ok()? == expected).then_some(new)
        })
    }

    /// `text` without the line.
    pub(super) fn without_line(self, text: &str) -> String {
        let ours = [self.line(), self.dotted_line()];
        text.split_inclusive('\n').filter(|line| !ours.iter().any(|it| it == line)).collect()
    }

    fn line(self) -> String {
        format!("{} = {} {MARK}\n", self.key, self.value)
    }

    fn dotted_line(self) -> String {
        format!("{}.{} = {} {MARK}\n", self.table, self.key, self.value)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const FLAG: Flag = Flag { table: "features", key: "hooks", value: true };

    #[test]
    fn a_line_goes_into_a_table_however_it_is_written_and_comes_out_again() {
        for text in [
            "[features]\nother = 1\n",
            "a = '''\n[features]\n'''\n[ \"features\" ] # mine\n",
            "features.other = true\n[x]\n",
            "[features.deep]\na = 1\n[features]\n[x]\nhooks = false\n",
        ] {
            let new = FLAG.with_line(text).unwrap_or_else(|| panic!("{text}"));
            assert_eq!((FLAG.in_text(text), FLAG.in_text(&new)), (None, Some(true)), "{new}");
            assert_eq!(FLAG.without_line(&new), text);
        }
        for text in ["features = {other = true}\n", "features = 1\n", "a = 1\n", "no document"] {
            assert_eq!(FLAG.with_line(text), None, "{text}");
            assert_eq!(FLAG.without_line(text), text);
        }
    }
}
