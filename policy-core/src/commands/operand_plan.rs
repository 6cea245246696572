//! The effect of options on operands: `grep -e PATTERN` replaces the first operand, `cp -t DIR` the last one, `sed -i`
//! turns all operands after the script into written files.
//!
//! Owns the role of an operand at each position, and its possible roles once an argument may become several. Reads no
//! argument.

use super::shape::{Gives, Kind, Operands, Opt};

/// What the options that were read say about the operands of one command.
///
/// What an option gives or requires holds for the form in which the option is; what it makes of operands
/// (`first_instead`, `all_instead`, `rest_instead`) holds for sub-commands as well.
#[derive(Clone, Copy, Default, Debug)]
pub(super) struct OperandPlan {
    /// An option gave the first operand.
    first_is_given: bool,
    /// An option gave the last operand.
    last_is_given: bool,
    /// What the first operand is instead.
    first_instead: Option<Kind>,
    /// What every operand is instead.
    all_instead: Option<Kind>,
    /// What every operand after the first ones is instead.
    rest_instead: Option<Kind>,
}

impl OperandPlan {
    /// Takes note of an option.
    pub(super) fn add(&mut self, option: &Opt) {
        match option.gives {
            Gives::Nothing => {}
            Gives::First => self.first_is_given = true,
            Gives::Last => self.last_is_given = true,
        }
        self.first_instead = option.first.or(self.first_instead);
        self.all_instead = option.operands.or(self.all_instead);
        self.rest_instead = option.rest.or(self.rest_instead);
    }

    /// The plan of a sub-command whose name follows these options.
    pub(super) fn enter_subcommand(&mut self) {
        self.first_is_given = false;
        self.last_is_given = false;
    }

    /// What every operand after the first ones is instead of what the table says.
    pub(super) fn rest_instead(&self) -> Option<Kind> {
        self.rest_instead
    }

    /// Whether an option says what every operand is.
    pub(super) fn replaces_all(&self) -> bool {
        self.all_instead.is_some()
    }

    /// What the operand at `position` is, when it is not the last one; none when there may be no such operand.
    pub(super) fn kind(&self, table: &Operands, position: usize) -> Option<Kind> {
        let first_is_code = position == 0 && self.first_instead.as_ref().is_some_and(Kind::is_shell);
        if self.all_instead.is_some() && !first_is_code {
            return self.all_instead;
        }
        if position == 0 && self.first_instead.is_some() {
            return self.first_instead;
        }
        table.first.get(self.row(position)).copied().or(self.rest(table))
    }

    /// What the last operand is, when it differs from the others.
    pub(super) fn last(&self, table: &Operands) -> Option<Kind> {
        table.last.filter(|_| !self.last_is_given && !self.replaces_all())
    }

    /// What all operands after the first ones are.
    fn rest(&self, table: &Operands) -> Option<Kind> {
        self.rest_instead.or(table.rest)
    }

    /// The row of [`Operands::first`] for the operand at `position`.
    fn row(&self, position: usize) -> usize {
        position + usize::from(self.first_is_given)
    }

    /// What the operand at `position` and all that follow are, when nothing tells them apart: the table's rest.
    pub(super) fn rest_from(&self, table: &Operands, position: usize) -> Option<Kind> {
        let is_rest = self.row(position) >= table.first.len()
            && table.last.is_none()
            && !self.replaces_all()
            && (self.first_instead.is_none() || position > 0);
        self.rest(table).filter(|_| is_rest)
    }

    /// What the operands from `position` on are once the number of arguments is not known: the strictest of what they
    /// could be. `kind` is what the first of them would be; `is_after` says that it follows `--`.
    pub(super) fn loose(
        &self,
        table: &Operands,
        position: usize,
        kind: Option<Kind>,
        is_after: bool,
    ) -> Option<Kind> {
        let kind = kind?;
        if self.replaces_all() || (is_after && table.after.is_some()) {
            return Some(kind).filter(Kind::is_loose);
        }
        if table.last.is_some() || (self.first_instead.is_some() && position == 0) {
            return None;
        }
        let further = table.first.get(self.row(position)..).unwrap_or(&[]);
        let rest = self.rest(table)?;
        further.iter().chain([&rest]).try_fold(kind, |strictest, next| {
            let is_stricter = strictest.any && !next.any;
            (strictest.is_loose() && next.is_loose()).then_some(if is_stricter { *next } else { strictest })
        })
    }
}
