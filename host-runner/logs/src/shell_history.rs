//! The histories of shells. What a person typed, without the directory; a noise floor beside what agents propose.

use std::borrow::Cow;

use crate::Call;
use crate::sink::{Line, ReadLines, Sink};
use crate::time;

/// Most bytes of a command that continues over lines; what is longer is cut there.
const COMMAND_BYTES_MAX: usize = 1 << 20;

/// Marks a byte of a zsh history whose next byte has its sixth bit flipped.
const META: u8 = 0x83;

/// A command that further lines may continue.
#[derive(Debug)]
struct Begun {
    line: u64,
    time: Option<i64>,
    text: String,
}

impl Begun {
    fn add(&mut self, line: &str) {
        if self.text.len() + line.len() < COMMAND_BYTES_MAX {
            self.text.push('\n');
            self.text.push_str(line);
        }
    }

    fn call(self, shell: &'static str, tool: &'static str, low_fidelity: bool) -> Call {
        Call {
            tool: Cow::Borrowed(tool),
            command: self.text,
            shell: Some(shell),
            time: self.time,
            line: self.line,
            low_fidelity,
            ..Call::default()
        }
    }
}

/// bash: a command a line. Lines `#1700000000` are moments if the user switched them on, and then all lines up to the next
/// one are one command.
#[derive(Debug, Default)]
pub(crate) struct BashHistory {
    time: Option<i64>,
    begun: Option<Begun>,
}

/// The moment in a line of a bash history.
pub(crate) fn bash_moment(line: &str) -> Option<i64> {
    let digits = line.strip_prefix('#')?;
    let is_moment = (9..=11).contains(&digits.len()) && digits.bytes().all(|byte| byte.is_ascii_digit());
    is_moment.then(|| digits.parse().ok()).flatten().map(time::of_number)
}

impl BashHistory {
    fn leave(&mut self, sink: &mut Sink<'_>) {
        if let Some(begun) = self.begun.take() {
            // Without moments, a command of several lines is several commands.
            let low_fidelity = begun.time.is_none();
            sink.call(begun.call("bash", "Bash", low_fidelity));
        }
    }
}

impl ReadLines for BashHistory {
    fn line(&mut self, line: Line<'_>, sink: &mut Sink<'_>) {
        let text = line.text(sink);
        if let Some(time) = bash_moment(&text) {
            self.leave(sink);
            self.time = Some(time);
            return;
        }
        match &mut self.begun {
            Some(begun) if begun.time.is_some() => begun.add(&text),
            _ if text.trim().is_empty() => {}
            _ => {
                self.leave(sink);
                self.begun = Some(Begun { line: line.number, time: self.time, text: text.into_owned() });
            }
        }
    }

    fn end(&mut self, sink: &mut Sink<'_>) {
        self.leave(sink);
    }
}

/// zsh: `: 1700000000:0;command`, or the command alone; a line that ends with `\` goes on. Some bytes are metafied.
#[derive(Debug, Default)]
pub(crate) struct ZshHistory {
    begun: Option<Begun>,
}

/// The moment and the command in a line of an extended zsh history.
pub(crate) fn zsh_entry(line: &str) -> Option<(i64, &str)> {
    let (moment, rest) = line.strip_prefix(": ")?.split_once(':')?;
    let (duration, command) = rest.split_once(';')?;
    let are_digits = |text: &str| !text.is_empty() && text.bytes().all(|byte| byte.is_ascii_digit());
    if !are_digits(moment.trim()) || !are_digits(duration) {
        return None;
    }
    Some((time::of_number(moment.trim().parse().ok()?), command))
}

/// The bytes that zsh meant.
fn unmetafied(bytes: &[u8]) -> Cow<'_, [u8]> {
    if !bytes.contains(&META) {
        return Cow::Borrowed(bytes);
    }
    let mut plain = Vec::with_capacity(bytes.len());
    let mut rest = bytes.iter();
    while let Some(&byte) = rest.next() {
        plain.push(if byte == META { rest.next().map_or(byte, |next| next ^ 0x20) } else { byte });
    }
    Cow::Owned(plain)
}

impl ReadLines for ZshHistory {
    fn line(&mut self, line: Line<'_>, sink: &mut Sink<'_>) {
        let plain = unmetafied(line.bytes);
        let text = Line { number: line.number, bytes: &plain }.text(sink);
        let begun = if let Some(mut begun) = self.begun.take() {
            begun.add(text.strip_suffix('\\').unwrap_or(&text));
            begun
        } else {
            let (time, command) =
                zsh_entry(&text).map_or((None, &*text), |(time, command)| (Some(time), command));
            if command.trim().is_empty() {
                return;
            }
            let command = command.strip_suffix('\\').unwrap_or(command);
            Begun { line: line.number, time, text: command.to_owned() }
        };
        if text.ends_with('\\') {
            self.begun = Some(begun);
        } else {
            self.finish(begun, sink);
        }
    }

    fn end(&mut self, sink: &mut Sink<'_>) {
        if let Some(begun) = self.begun.take() {
            self.finish(begun, sink);
        }
    }
}

impl ZshHistory {
    #[expect(clippy::unused_self, reason = "the reader of the others ends in the same way")]
    fn finish(&self, mut begun: Begun, sink: &mut Sink<'_>) {
        // zsh puts a blank after a backslash at the end, so that the line does not go on.
        let end = begun.text.trim_end_matches(' ');
        if end.ends_with('\\') && end.len() < begun.text.len() {
            begun.text.pop();
        }
        sink.call(begun.call("zsh", "Bash", false));
    }
}

/// fish: `- cmd: …`, then `  when: …` and `  paths:`.
#[derive(Debug, Default)]
pub(crate) struct FishHistory {
    begun: Option<Begun>,
}

/// Where a command of a fish history begins.
pub(crate) const FISH_COMMAND: &str = "- cmd: ";

/// Where its moment is.
const FISH_MOMENT: &str = "  when: ";

impl FishHistory {
    fn leave(&mut self, sink: &mut Sink<'_>) {
        if let Some(begun) = self.begun.take() {
            // No reader of the core knows fish: what bash makes of it is a guess.
            let call = begun.call("bash", "Bash", true);
            sink.call(Call { shell: None, ..call });
        }
    }
}

impl ReadLines for FishHistory {
    fn line(&mut self, line: Line<'_>, sink: &mut Sink<'_>) {
        let text = line.text(sink);
        if let Some(command) = text.strip_prefix(FISH_COMMAND) {
            self.leave(sink);
            self.begun = Some(Begun { line: line.number, time: None, text: unescaped(command) });
        } else if let (Some(begun), Some(moment)) = (&mut self.begun, text.strip_prefix(FISH_MOMENT)) {
            begun.time = moment.trim().parse().ok().map(time::of_number);
        } else if !text.trim().is_empty() && !text.starts_with("  ") {
            sink.bad(line.number, "the line is no entry of a fish history");
        }
    }

    fn end(&mut self, sink: &mut Sink<'_>) {
        self.leave(sink);
    }
}

/// `\n` is a line end and `\\` a backslash.
fn unescaped(text: &str) -> String {
    let mut plain = String::with_capacity(text.len());
    let mut rest = text.chars();
    while let Some(c) = rest.next() {
        match (c, rest.clone().next()) {
            ('\\', Some('n')) => plain.push('\n'),
            ('\\', Some('\\')) => plain.push('\\'),
            _ => {
                plain.push(c);
                continue;
            }
        }
        rest.next();
    }
    plain
}

/// PowerShell (`ConsoleHost_history.txt`): a command a line; one that ends with a backtick goes on.
#[derive(Debug, Default)]
pub(crate) struct PowerShellHistory {
    begun: Option<Begun>,
}

impl ReadLines for PowerShellHistory {
    fn line(&mut self, line: Line<'_>, sink: &mut Sink<'_>) {
        let text = line.text(sink);
        let command = text.strip_suffix('`').unwrap_or(&text);
        match &mut self.begun {
            Some(begun) => begun.add(command),
            None if command.trim().is_empty() => return,
            None => self.begun = Some(Begun { line: line.number, time: None, text: command.to_owned() }),
        }
        if !text.ends_with('`') {
            self.end(sink);
        }
    }

    fn end(&mut self, sink: &mut Sink<'_>) {
        if let Some(begun) = self.begun.take() {
            sink.call(begun.call("powershell", "PowerShell", false));
        }
    }
}
