//! Simulates a script on a text: returns its exact output, or the reason why the output is not known.
//!
//! Owns the cycle: lines, addresses, commands, texts that wait for the end of a line. Refuses everything that a locale,
//! a version or the outside world decides. Every step is counted.

use alloc::collections::BTreeMap;
use alloc::format;
use alloc::rc::Rc;
use alloc::string::String;
use alloc::vec;
use alloc::vec::Vec;
use core::mem;

use super::literal::{Piece, replacement, text_lines, translation};
pub use super::matcher::Budget;
use super::matcher::{Places, Regex};
use super::refusal::{CannotSimulate, refuse};
use super::regex;
use super::script::{
    Action, Address, Branch, Command, End, Pattern, Script, Selection, Substitution, TextPlacement,
};

/// Largest output, in bytes.
const OUTPUT_MAX: usize = 16 << 20;

/// What a script makes of one input.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Made {
    /// The output: for `sed -i`, the file's new content.
    pub text: String,
    /// How long the output was after each line of the input; lines that were not read have no entry.
    pub ends: Vec<usize>,
    /// The status of the `q` that ended the whole run, further files included.
    pub quits: Option<u64>,
}

/// What `script` makes of one input, `quiet` as with `-n`; `budget` is what is left of the steps.
///
/// A missing newline at the end of the input stays missing. The input's lines end in newlines (not `-z`), and
/// are counted from 1 (with several files, only `-s` and `-i` count each file on its own).
pub fn simulate(
    script: &Script<'_>,
    input: &str,
    quiet: bool,
    budget: &mut Budget,
) -> Result<Made, CannotSimulate> {
    let mut machine = Machine {
        script,
        quiet: quiet || script.quiet,
        budget,
        out: Output::default(),
        ends: Vec::new(),
        quits: None,
        patterns: BTreeMap::new(),
        edits: BTreeMap::new(),
        last: None,
        ranges: vec![Progress::Waiting; script.commands.len()],
        waiting: Vec::new(),
        line: 0,
        is_last: false,
    };
    machine.prepare()?;
    machine.run(input)?;
    Ok(Made { text: machine.out.text, ends: machine.ends, quits: machine.quits })
}

/// What is written, and whether the newline of the last line is still owed.
#[derive(Default)]
struct Output {
    text: String,
    owes: bool,
}

impl Output {
    fn line(&mut self, line: &str, newline: bool) -> Result<(), CannotSimulate> {
        if mem::replace(&mut self.owes, !newline) {
            self.text.push('\n');
        }
        self.text.push_str(line);
        if newline {
            self.text.push('\n');
        }
        if self.text.len() > OUTPUT_MAX { refuse("its output is too large") } else { Ok(()) }
    }
}

/// How far a range is.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Progress {
    Waiting,
    /// Up to this line, or to the next match.
    Inside(Option<u64>),
    /// It began at a line's number and is over.
    Over,
}

/// What the rest of a cycle does.
enum Flow {
    On,
    Jump(usize),
    /// The cycle ends without its line being printed.
    Deleted,
    /// The run ends with this status.
    Quit(u64),
}

/// A substitution ready to be made.
struct Edit {
    pieces: Vec<Piece>,
    /// The groups that the replacement names, as bits.
    groups: u32,
}

struct Machine<'s> {
    script: &'s Script<'s>,
    quiet: bool,
    budget: &'s mut Budget,
    out: Output,
    ends: Vec<usize>,
    quits: Option<u64>,
    /// Patterns by the byte at which they are.
    patterns: BTreeMap<u32, Rc<Regex>>,
    /// Substitutions by their command.
    edits: BTreeMap<usize, Rc<Edit>>,
    /// The last pattern that was used.
    last: Option<Rc<Regex>>,
    ranges: Vec<Progress>,
    /// Texts to print at the end of the cycle.
    waiting: Vec<String>,
    line: u64,
    is_last: bool,
}

impl Machine<'_> {
    fn prepare(&mut self) -> Result<(), CannotSimulate> {
        for (index, command) in self.script.commands.iter().enumerate() {
            let (first, second) = match command.selection {
                Selection::Every => (None, None),
                Selection::Range(address, End::At(end)) => (Some(address), Some(end)),
                Selection::One(address) | Selection::Range(address, _) => (Some(address), None),
            };
            if let Selection::Range(Address::Line(0), _) = command.selection
                && let Some(range) = self.ranges.get_mut(index)
            {
                *range = Progress::Inside(None);
            }
            if let Some(Address::Step { .. }) = second {
                return refuse("a range that ends at `first~step` is not simulated");
            }
            for address in [first, second].into_iter().flatten() {
                if let Address::Match(pattern) = address {
                    self.compile(pattern)?;
                }
            }
            match command.action {
                Action::Substitute(it) => {
                    self.compile(it.pattern)?;
                    if it.execute.is_some() || it.write.is_some() {
                        return refuse("it executes or writes something");
                    }
                    let text = it.replacement.slice(self.script.text);
                    let pieces = replacement(text, it.pattern.delimiter)?;
                    let groups = pieces.iter().fold(0, |bits, piece| match piece {
                        Piece::Group(number) => bits | 1 << number,
                        _ => bits,
                    });
                    let known = self.patterns.get(&it.pattern.span.start).map_or(0, |regex| regex.groups);
                    let known = if it.pattern.span.is_empty() { 0 } else { known };
                    if groups >> (known + 1) != 0 {
                        return refuse("the replacement names a group that the pattern does not have");
                    }
                    self.edits.insert(index, Rc::new(Edit { pieces, groups }));
                }
                Action::Execute(_)
                | Action::Read(_)
                | Action::ReadLine(_)
                | Action::Write(_)
                | Action::WriteFirst(_) => return refuse("it executes, reads or writes something"),
                Action::Text(TextPlacement::Change, _)
                    if command.negated && matches!(command.selection, Selection::Range(..)) =>
                {
                    return refuse("`c` outside a range is not simulated");
                }
                Action::Get
                | Action::GetAppend
                | Action::Hold
                | Action::HoldAppend
                | Action::Exchange
                | Action::Next
                | Action::NextAppend
                | Action::DeleteFirst
                | Action::PrintFirst
                | Action::List(_)
                | Action::FileName
                | Action::Version => return refuse("it has a command that is not simulated"),
                _ => {}
            }
        }
        Ok(())
    }

    fn compile(&mut self, pattern: Pattern) -> Result<(), CannotSimulate> {
        if pattern.span.is_empty() {
            return Ok(());
        }
        if pattern.multiline {
            return refuse("patterns of several lines are not simulated");
        }
        let text = pattern.span.slice(self.script.text);
        let tree = regex::read(text, pattern.delimiter, self.script.extended, pattern.ignore_case)?;
        let compiled = Regex::new(&tree, pattern.ignore_case)?;
        self.patterns.insert(pattern.span.start, Rc::new(compiled));
        Ok(())
    }

    fn run(&mut self, input: &str) -> Result<(), CannotSimulate> {
        let mut rest = input;
        while !rest.is_empty() {
            let (line, after, newline) = match rest.split_once('\n') {
                Some((line, after)) => (line, after, true),
                None => (rest, "", false),
            };
            rest = after;
            self.line += 1;
            self.is_last = rest.is_empty();
            let mut space = String::from(line);
            let flow = self.cycle(&mut space, newline)?;
            if !self.quiet && !matches!(flow, Flow::Deleted) {
                self.out.line(&space, newline)?;
            }
            for text in mem::take(&mut self.waiting) {
                self.out.line(&text, true)?;
            }
            self.ends.push(self.out.text.len());
            if let Flow::Quit(status) = flow {
                self.quits = Some(status);
                // Some versions write the missing newline when they quit, against the manual.
                if self.out.owes {
                    return refuse("versions differ on a missing newline where a script quits");
                }
                break;
            }
        }
        Ok(())
    }

    fn cycle(&mut self, space: &mut String, newline: bool) -> Result<Flow, CannotSimulate> {
        let mut at = 0;
        let mut substituted = false;
        while let Some(command) = self.script.commands.get(at).copied() {
            self.budget.spend()?;
            let chosen = self.selects(at, &command, space)? != command.negated;
            at += 1;
            if !chosen {
                if let Action::Open(close) = command.action {
                    at = close;
                }
                continue;
            }
            match self.act(at - 1, &command, space, newline, &mut substituted)? {
                Flow::On => {}
                Flow::Jump(to) => at = to,
                end => return Ok(end),
            }
        }
        Ok(Flow::On)
    }

    fn act(
        &mut self,
        index: usize,
        command: &Command,
        space: &mut String,
        newline: bool,
        substituted: &mut bool,
    ) -> Result<Flow, CannotSimulate> {
        match command.action {
            Action::Open(_) | Action::Close | Action::Label(_) => {}
            Action::Branch(branch, to) => {
                let goes = match branch {
                    Branch::Always => true,
                    Branch::Substituted => mem::take(substituted),
                    Branch::NotSubstituted => !mem::take(substituted),
                };
                if goes {
                    return Ok(Flow::Jump(to.unwrap_or(usize::MAX)));
                }
            }
            Action::LineNumber => {
                let number = format!("{}", self.line);
                self.out.line(&number, true)?;
            }
            Action::Text(place, span) => {
                let text = text_lines(span.slice(self.script.text))?;
                match place {
                    TextPlacement::Append => self.waiting.push(text),
                    TextPlacement::Insert => self.out.line(&text, true)?,
                    TextPlacement::Change => {
                        let inside = matches!(self.ranges.get(index), Some(Progress::Inside(_)));
                        if !inside {
                            self.out.line(&text, true)?;
                        }
                        return Ok(Flow::Deleted);
                    }
                }
            }
            Action::Delete => return Ok(Flow::Deleted),
            Action::Print => self.out.line(space, newline)?,
            Action::Quit(status) => return Ok(Flow::Quit(status.unwrap_or(0))),
            Action::QuitSilently(_) => return refuse("`Q` is not simulated"),
            Action::Substitute(substitution) => {
                if self.substitute(index, &substitution, space)? {
                    *substituted = true;
                    if substitution.print {
                        self.out.line(space, newline)?;
                    }
                }
            }
            Action::Translate { from, to, delimiter } => {
                let text = self.script.text;
                let pairs = translation(from.slice(text), to.slice(text), delimiter)?;
                let change =
                    |sign: char| pairs.iter().find(|pair| pair.0 == sign).map_or(sign, |pair| pair.1);
                *space = space.chars().map(change).collect();
            }
            Action::Zap => space.clear(),
            _ => return refuse("it has a command that is not simulated"),
        }
        Ok(Flow::On)
    }

    /// The pattern that is there; the last one used when it is empty.
    fn pattern(&mut self, pattern: Pattern) -> Result<Rc<Regex>, CannotSimulate> {
        let found = self.patterns.get(&pattern.span.start).filter(|_| !pattern.span.is_empty());
        let Some(regex) = found.or(self.last.as_ref()).cloned() else {
            return refuse("an empty pattern follows no other pattern");
        };
        self.last = Some(Rc::clone(&regex));
        Ok(regex)
    }

    fn matches(&mut self, address: Address, space: &str) -> Result<bool, CannotSimulate> {
        Ok(match address {
            Address::Line(number) => self.line == number,
            Address::Step { first, step } => {
                self.line.checked_sub(first).is_some_and(|distance| distance % step == 0)
            }
            Address::Last => self.is_last,
            Address::Match(pattern) => {
                let regex = self.pattern(pattern)?;
                regex.find(space, 0, 0, self.budget)?.is_some()
            }
        })
    }

    fn selects(&mut self, index: usize, command: &Command, space: &str) -> Result<bool, CannotSimulate> {
        let (first, end) = match command.selection {
            Selection::Every => return Ok(true),
            Selection::One(address) => return self.matches(address, space),
            Selection::Range(first, end) => (first, end),
        };
        let now = self.ranges.get(index).copied().unwrap_or(Progress::Waiting);
        let over = if let Address::Line(_) = first { Progress::Over } else { Progress::Waiting };
        let (chosen, next) = match now {
            Progress::Over => (false, now),
            Progress::Inside(None) => match end {
                End::At(end) if !self.matches(end, space)? => (true, now),
                _ => (true, over),
            },
            Progress::Inside(Some(to)) if self.line > to => {
                return refuse("a range is left by a line that does not reach it");
            }
            Progress::Inside(Some(to)) => (true, if self.line == to { over } else { now }),
            Progress::Waiting => {
                // sed begins a range late when its first line did not reach it.
                if let Address::Line(number) = first
                    && self.line > number
                {
                    return refuse("a range is entered by a line that does not reach it");
                }
                if self.matches(first, space)? { (true, self.enter(end, over)?) } else { (false, now) }
            }
        };
        if let Some(range) = self.ranges.get_mut(index) {
            *range = next;
        }
        Ok(chosen)
    }

    /// Where a range is after its first line.
    fn enter(&self, end: End, over: Progress) -> Result<Progress, CannotSimulate> {
        let to = match end {
            End::At(Address::Line(number)) => number,
            End::At(Address::Last) if self.is_last => return Ok(over),
            End::At(_) => return Ok(Progress::Inside(None)),
            End::After(count) => self.line.saturating_add(count),
            End::Multiple(0) => self.line,
            End::Multiple(number) if self.line.is_multiple_of(number) => {
                return refuse("versions differ on `~` where a range begins at a multiple");
            }
            End::Multiple(number) => self.line.next_multiple_of(number),
        };
        Ok(if to > self.line { Progress::Inside(Some(to)) } else { over })
    }

    fn substitute(
        &mut self,
        index: usize,
        substitution: &Substitution,
        space: &mut String,
    ) -> Result<bool, CannotSimulate> {
        let regex = self.pattern(substitution.pattern)?;
        let Some(edit) = self.edits.get(&index).cloned() else { return Ok(false) };
        let several = substitution.global || substitution.number.is_some();
        if several && regex.nullable && !space.is_ascii() {
            return refuse("the locale decides where a character beyond ASCII ends");
        }
        let wanted = substitution.number.unwrap_or(1);
        let (mut count, mut at, mut copied) = (0, 0, 0);
        let mut behind = None;
        let mut made = String::new();
        let mut changed = false;
        while at <= space.len() {
            let Some(places) = regex.find(space, at, edit.groups, self.budget)? else { break };
            let (Some(start), Some(end)) = (places[0], places[1]) else { break };
            // Nothing is no match right after a match.
            if !(start == end && behind == Some(end)) {
                count += 1;
                if count >= wanted {
                    made.push_str(space.get(copied..start).unwrap_or(""));
                    self.replace(&edit.pieces, space, &places, &mut made)?;
                    copied = end;
                    changed = true;
                    if !substitution.global {
                        break;
                    }
                }
                behind = Some(end);
            }
            at = end;
            if start == end {
                at += space.get(end..).and_then(|rest| rest.chars().next()).map_or(1, char::len_utf8);
            }
        }
        if changed {
            made.push_str(space.get(copied..).unwrap_or(""));
            *space = made;
        }
        Ok(changed)
    }

    fn replace(
        &mut self,
        pieces: &[Piece],
        space: &str,
        places: &Places,
        made: &mut String,
    ) -> Result<(), CannotSimulate> {
        for piece in pieces {
            self.budget.spend()?;
            match piece {
                Piece::Text(text) => made.push_str(text),
                Piece::Group(number) => {
                    let at = |slot: usize| places.get(slot).copied().flatten();
                    if let (Some(start), Some(end)) = (at(number * 2), at(number * 2 + 1)) {
                        made.push_str(space.get(start..end).unwrap_or(""));
                    }
                }
                Piece::Whole => {
                    if let (Some(start), Some(end)) = (places[0], places[1]) {
                        made.push_str(space.get(start..end).unwrap_or(""));
                    }
                }
            }
            if made.len() > OUTPUT_MAX {
                return refuse("its output is too large");
            }
        }
        Ok(())
    }
}
