//! Tables with a column for the command, separated by commas (RFC 4180): a quoted field may hold commas, line ends and
//! doubled quotes.

use std::borrow::Cow;

use crate::sink::{Line, ReadLines, Sink};
use crate::{Call, Outcome, time, words};

/// The column of the command, if no other is named.
pub(crate) const COMMAND: &str = "command";

/// Most bytes of a record that goes over several lines.
const RECORD_BYTES_MAX: usize = 1 << 20;

/// The reader of one table. Its first record names the columns.
#[derive(Debug)]
pub(crate) struct Table {
    command: String,
    columns: Option<Vec<String>>,
    /// A record that goes on, and the line on which it began.
    begun: Option<(u64, String)>,
}

impl Table {
    pub(crate) fn new(command: Option<&str>) -> Self {
        Self { command: command.unwrap_or(COMMAND).to_owned(), columns: None, begun: None }
    }

    fn record(&mut self, line: u64, text: &str, sink: &mut Sink<'_>) {
        let Some(fields) = fields(text) else {
            return sink.bad(line, "a quote in the record has no end");
        };
        let Some(columns) = &self.columns else {
            if !fields.iter().any(|field| field.trim() == self.command) {
                sink.bad(line, format!("the table has no column `{}`", self.command));
            }
            self.columns = Some(fields.into_iter().map(|field| field.trim().to_owned()).collect());
            return;
        };
        let value = |names: &[&str]| {
            let at = names.iter().find_map(|name| columns.iter().position(|column| column == name))?;
            fields.get(at).filter(|field| !field.is_empty()).cloned()
        };
        if !columns.contains(&self.command) {
            return;
        }
        let Some(command) = value(&[&self.command]) else {
            return sink.bad(line, format!("the record has no `{}`", self.command));
        };
        let shell = value(&["shell"]).and_then(|shell| words::dialect(&shell));
        sink.call(Call {
            tool: value(&["tool"]).map_or(Cow::Borrowed(words::tool(shell)), Cow::Owned),
            command,
            shell,
            cwd: value(&["cwd"]),
            mode: value(&["mode"]),
            time: value(&["time", "timestamp"])
                .and_then(|text| text.parse().ok().map(time::of_number).or_else(|| time::of_text(&text))),
            session: value(&["session"]),
            outcome: value(&["exit"]).and_then(|text| text.parse().ok()).map(Outcome::Exit),
            line,
            low_fidelity: false,
        });
    }
}

impl ReadLines for Table {
    fn line(&mut self, line: Line<'_>, sink: &mut Sink<'_>) {
        let text = line.text(sink);
        let (number, record) = match self.begun.take() {
            None if text.trim().is_empty() => return,
            None => (line.number, text.into_owned()),
            Some((number, begun)) if begun.len() + text.len() > RECORD_BYTES_MAX => {
                return sink.bad(number, "the record is longer than 1 MiB: a quote has no end");
            }
            Some((number, begun)) => (number, begun + "\n" + &text),
        };
        if is_whole(&record) {
            self.record(number, &record, sink);
        } else {
            self.begun = Some((number, record));
        }
    }

    fn end(&mut self, sink: &mut Sink<'_>) {
        if let Some((number, _)) = self.begun.take() {
            sink.bad(number, "a quote in the record has no end");
        }
    }
}

/// Whether every quote is closed.
fn is_whole(record: &str) -> bool {
    record.bytes().filter(|byte| *byte == b'"').count().is_multiple_of(2)
}

/// The fields of a record; none where a quote has no end.
pub(crate) fn fields(record: &str) -> Option<Vec<String>> {
    let mut fields = Vec::new();
    let mut rest = record;
    loop {
        let (field, after) = if let Some(quoted) = rest.strip_prefix('"') {
            let mut text = String::new();
            let mut rest = quoted;
            loop {
                let (part, after) = rest.split_once('"')?;
                text.push_str(part);
                match after.strip_prefix('"') {
                    Some(more) => {
                        text.push('"');
                        rest = more;
                    }
                    None => break (text, after),
                }
            }
        } else {
            let end = rest.find(',').unwrap_or(rest.len());
            let (text, after) = rest.split_at(end);
            (text.to_owned(), after)
        };
        fields.push(field);
        match after.split_once(',') {
            // What is between a closing quote and the comma is no text of the field.
            Some((_, next)) => rest = next,
            None => return Some(fields),
        }
    }
}
