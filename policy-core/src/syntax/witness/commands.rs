//! The words, assignments and redirects of each simple command, computed from the stream of tokens.
//!
//! The judge reads the commands of a script, not its tokens. This comparison extends the agreement about tokens to
//! commands, and to the operator in front of each.

use alloc::vec::Vec;

use super::disagreement::DisagreementKind;
use crate::script::spelling::{Token, TokenKind};
use crate::script::{Joint, Script, Simple};

/// One nesting level: the script, a substitution, the body of a here-document.
#[derive(Clone, Copy, Debug, Default)]
struct Level {
    /// The simple command that is open.
    command: Option<u32>,
    /// Its words so far: the first's index, and one past the last's.
    words: Option<(u32, u32)>,
    assignments: Option<(u32, u32)>,
    /// The text before the next command.
    joint: Joint,
    /// The last token ended a compound command: redirects belong to that.
    closed: bool,
}

/// The levels that are open, and the next simple command to come.
#[derive(Debug, Default)]
pub(super) struct Commands {
    levels: Vec<Level>,
    next: u32,
}

type Checked = Result<(), DisagreementKind>;

const DIFFERENT: Checked = Err(DisagreementKind::Command);

impl Commands {
    pub(super) fn start(&mut self) {
        self.next = 0;
        self.levels.clear();
        self.levels.push(Level::default());
    }

    pub(super) fn open_level(&mut self) {
        self.levels.push(Level::default());
    }

    pub(super) fn close_level(&mut self, script: &Script<'_>) -> Checked {
        self.close(script, None)?;
        self.levels.pop();
        Ok(())
    }

    /// At the end: every command was seen.
    pub(super) fn finish(&mut self, script: &Script<'_>) -> Checked {
        self.close(script, None)?;
        if self.next as usize == script.commands.len() && self.levels.len() == 1 { Ok(()) } else { DIFFERENT }
    }

    /// A token of a simple command: opens the command if none is open.
    fn part(&mut self, script: &Script<'_>, token: Token) -> Result<(&mut Level, u32), DisagreementKind> {
        let next = self.next;
        let level = self.levels.last_mut().ok_or(DisagreementKind::Command)?;
        if let Some(command) = level.command {
            return Ok((level, command));
        }
        let command = script.commands.get(next as usize).ok_or(DisagreementKind::Command)?;
        if command.span.start != token.span.start || command.before != level.joint {
            return Err(DisagreementKind::Command);
        }
        self.next += 1;
        level.command = Some(next);
        level.words = None;
        level.assignments = None;
        level.closed = false;
        Ok((level, next))
    }

    /// A command name or an argument, with its index in the script's words.
    pub(super) fn word(&mut self, script: &Script<'_>, token: Token, index: u32) -> Checked {
        let (level, _) = self.part(script, token)?;
        match (level.words, token.kind) {
            (None, TokenKind::CommandName) => level.words = Some((index, index + 1)),
            (Some((first, end)), TokenKind::Argument) if end == index => {
                level.words = Some((first, index + 1));
            }
            _ => return DIFFERENT,
        }
        Ok(())
    }

    /// A leading assignment, with its index in the script's assignments.
    pub(super) fn assignment(&mut self, script: &Script<'_>, token: Token, index: u32) -> Checked {
        let (level, _) = self.part(script, token)?;
        match level.assignments {
            _ if level.words.is_some() => return DIFFERENT,
            None => level.assignments = Some((index, index + 1)),
            Some((first, end)) if end == index => level.assignments = Some((first, index + 1)),
            Some(_) => return DIFFERENT,
        }
        Ok(())
    }

    /// A redirect, with the command that the strict reader gave it to.
    pub(super) fn redirect(&mut self, script: &Script<'_>, token: Token, owner: Option<u32>) -> Checked {
        if self.levels.last().is_some_and(|level| level.closed && level.command.is_none()) {
            return if owner.is_none() { Ok(()) } else { DIFFERENT };
        }
        let (_, command) = self.part(script, token)?;
        if owner == Some(command) { Ok(()) } else { DIFFERENT }
    }

    /// A token between commands. `text` is the token's.
    #[expect(clippy::match_same_arms, reason = "one arm for one operator")]
    pub(super) fn between(&mut self, script: &Script<'_>, kind: TokenKind, text: &str) -> Checked {
        let Some(level) = self.levels.last().copied() else { return DIFFERENT };
        let (joint, closed) = match (kind, text) {
            (TokenKind::Operator, "&&") => (Joint::And, false),
            (TokenKind::Operator, "||") => (Joint::Or, false),
            (TokenKind::Operator, "|") => (Joint::Pipe, false),
            (TokenKind::Operator, "|&") => (Joint::PipeBoth, false),
            (TokenKind::Operator, "&") => (Joint::Background, false),
            (TokenKind::Operator, _) => (Joint::Sequence, false),
            // A newline separates only what it ends; after an operator or a keyword it says nothing.
            (TokenKind::Newline, _) if level.command.is_some() || level.closed => (Joint::Sequence, false),
            (TokenKind::Newline, _) => return Ok(()),
            (TokenKind::Keyword, "!" | "time" | "-p") => return Ok(()),
            (TokenKind::Keyword, "}" | "fi" | "done" | "esac") | (TokenKind::Parenthesis, ")") => {
                (Joint::Edge, true)
            }
            _ => (Joint::Edge, false),
        };
        self.close(script, Some(joint))?;
        if let Some(level) = self.levels.last_mut() {
            level.joint = joint;
            level.closed = closed;
        }
        Ok(())
    }

    /// Closes the open command: all its parts were seen, and no more. `joint` is the text after it, if that is known.
    fn close(&mut self, script: &Script<'_>, joint: Option<Joint>) -> Checked {
        let Some(level) = self.levels.last_mut() else { return DIFFERENT };
        let Some(index) = level.command.take() else { return Ok(()) };
        let Some(command) = script.commands.get(index as usize) else { return DIFFERENT };
        let follows = match joint {
            Some(joint) => command.after == joint,
            // The end; a comment in front of it counts as the end of a line.
            None => matches!(command.after, Joint::Edge | Joint::Sequence),
        };
        if follows && holds(command, level) { Ok(()) } else { DIFFERENT }
    }
}

fn holds(command: &Simple, level: &Level) -> bool {
    let same = |range: &core::ops::Range<u32>, seen: Option<(u32, u32)>| match seen {
        None => range.is_empty(),
        Some((first, end)) => range.start == first && range.end == end,
    };
    same(&command.words, level.words) && same(&command.assignments, level.assignments)
}
