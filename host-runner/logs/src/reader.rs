//! The reader of one log: finds out its format, and hands its lines to the reader of that format.

use std::fmt;

use crate::claude_code::ClaudeCode;
use crate::codex::Codex;
use crate::json_lines::JsonLines;
use crate::lines::{Lines, Part};
use crate::shell_history::{BashHistory, FishHistory, PowerShellHistory, ZshHistory};
use crate::sink::{Line, ReadLines, Sink};
use crate::spec_story::SpecStory;
use crate::table::Table;
use crate::{Account, Call, Format, detect};

/// Most lines that are looked at for the format.
const DETECTING_LINES_MAX: usize = 64;

/// Most bytes of them, the last line not counted.
const DETECTING_BYTES_MAX: usize = 1 << 20;

/// How to read a log.
#[derive(Clone, Debug)]
pub struct Options {
    /// The format; none to find it out.
    pub format: Option<Format>,
    /// The format if the content shows none: a history without moments looks like any text.
    pub otherwise: Option<Format>,
    /// Longest line that is read, in bytes; longer ones are counted as bad. Default: 16 MiB.
    pub line_bytes_max: usize,
    /// The column of a table that holds the command. Default: `command`.
    pub command_column: Option<String>,
}

impl Default for Options {
    fn default() -> Self {
        Self { format: None, otherwise: None, line_bytes_max: 16 << 20, command_column: None }
    }
}

/// Reads one log. Takes its bytes in pieces of any size.
pub struct Reader {
    lines: Lines,
    state: State,
    account: Account,
    options: Options,
}

enum State {
    /// The lines so far, none of which shows a format.
    Detecting {
        kept: Vec<(u64, Vec<u8>)>,
        bytes: usize,
    },
    Reading(Box<dyn ReadLines + Send>),
    Unknown,
}

impl fmt::Debug for Reader {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Reader").field("account", &self.account).finish_non_exhaustive()
    }
}

impl Reader {
    /// A reader at the start of a log.
    pub fn new(options: Options) -> Self {
        let mut account = Account::default();
        let state = match options.format {
            Some(format) => begin(format, &options, &mut account),
            None => State::Detecting { kept: Vec::new(), bytes: 0 },
        };
        Self { lines: Lines::new(options.line_bytes_max), state, account, options }
    }

    /// Reads the next bytes. Calls `calls` with each call that is complete.
    pub fn push(&mut self, bytes: &[u8], calls: &mut dyn FnMut(Call)) {
        let Self { lines, state, account, options } = self;
        lines.push(bytes, &mut |part| read(part, state, options, &mut Sink { calls, account }));
    }

    /// Ends the log. Calls `calls` with each call that still waited for its outcome.
    pub fn finish(mut self, calls: &mut dyn FnMut(Call)) -> Account {
        let Self { lines, state, account, options } = &mut self;
        lines.finish(&mut |part| read(part, state, options, &mut Sink { calls, account }));
        account.lossy_lines += lines.replaced;
        let mut sink = Sink { calls, account };
        if let State::Detecting { .. } = state {
            decide(options.otherwise, state, options, &mut sink);
        }
        if let State::Reading(reader) = state {
            reader.end(&mut sink);
        }
        self.account
    }
}

fn begin(format: Format, options: &Options, account: &mut Account) -> State {
    account.format = Some(format);
    State::Reading(match format {
        Format::ClaudeCode => Box::new(ClaudeCode::default()),
        Format::Codex => Box::new(Codex::default()),
        Format::SpecStory => Box::new(SpecStory::default()),
        Format::JsonLines => Box::new(JsonLines),
        Format::Csv => Box::new(Table::new(options.command_column.as_deref())),
        Format::BashHistory => Box::new(BashHistory::default()),
        Format::ZshHistory => Box::new(ZshHistory::default()),
        Format::FishHistory => Box::new(FishHistory::default()),
        Format::PowerShellHistory => Box::new(PowerShellHistory::default()),
    })
}

fn read(part: Part<'_>, state: &mut State, options: &Options, sink: &mut Sink<'_>) {
    sink.account.lines += 1;
    let (number, line) = match part {
        Part::TooLong { number } => {
            let why = format!("the line is longer than {} bytes", options.line_bytes_max);
            return sink.bad(number, why);
        }
        Part::Line { number, bytes } => (number, bytes),
    };
    match state {
        State::Unknown => {}
        State::Reading(reader) => reader.line(Line { number, bytes: line }, sink),
        State::Detecting { kept, bytes } => {
            let is_first = kept.iter().all(|(_, line)| line.trim_ascii().is_empty());
            let text = String::from_utf8_lossy(line);
            let found = detect::format(text.trim_end(), is_first, options.command_column.as_deref());
            kept.push((number, line.to_vec()));
            *bytes += line.len();
            if found.is_some() || kept.len() >= DETECTING_LINES_MAX || *bytes > DETECTING_BYTES_MAX {
                decide(found.or(options.otherwise), state, options, sink);
            }
        }
    }
}

/// Reads what was kept in this format.
fn decide(format: Option<Format>, state: &mut State, options: &Options, sink: &mut Sink<'_>) {
    let next = format.map_or(State::Unknown, |format| begin(format, options, sink.account));
    if let State::Detecting { kept, .. } = std::mem::replace(state, next)
        && let State::Reading(reader) = state
    {
        for (number, bytes) in &kept {
            reader.line(Line { number: *number, bytes }, sink);
        }
    }
}
