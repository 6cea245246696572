//! What differs between the implementations of one program: options, and whether they may follow operands.
//!
//! Owns the comparison of one command with what the tables say about other implementations. Knows no machine.

use super::argument::Arg;
use super::engine::{ArgumentReader, Order};
use super::shape::{Arity, Only, OnlyValues, Opt, Syntax, System, Systems};
use super::uses::Uses;
use crate::script::Shell;

impl System {
    /// The name in tables and in requests.
    pub fn name(self) -> &'static str {
        Self::ALL.iter().find(|(system, _)| *system == self).map_or("gnu", |(_, name)| name)
    }

    /// The system with this name.
    pub fn from_name(name: &str) -> Option<Self> {
        Self::ALL.iter().find(|(_, known)| *known == name).map(|(system, _)| *system)
    }
}

impl Systems {
    /// Whether `system` is one of them.
    pub const fn has(self, system: System) -> bool {
        self.0 >> system as u8 & 1 == 1
    }
}

/// The parts of the table that `uses` rests on and that hold only for some implementations, each with the argument that it
/// is about.
pub fn limits<'a>(uses: &'a Uses, args: &'a [Arg<'_>]) -> impl Iterator<Item = (usize, &'static Only)> {
    let only = uses.program.map_or(&[][..], |program| program.only);
    only.iter().filter_map(|only| {
        if only.options.is_empty() {
            return Some((0, only));
        }
        let given = uses.options.iter().find(|(at, option)| is_about(only, *at, option, uses, args));
        given.map(|(at, _)| (*at, only))
    })
}

/// Whether `only` is about the option that was read from the argument at `at`.
fn is_about(only: &Only, at: usize, option: &Opt, uses: &Uses, args: &[Arg<'_>]) -> bool {
    let is_long = args.get(at).is_some_and(|arg| arg.prefix().starts_with("--"));
    let is_spelled = |name: &&&str| name.starts_with("--") == is_long;
    if !only.options.iter().filter(is_spelled).any(|name| option.names.contains(name)) {
        return false;
    }
    let has_value = || uses.uses.get(at).is_some_and(|used| used.value.is_some());
    if option.arity == Arity::Optional && has_value() {
        return false;
    }
    let value = || uses.option_value(args, at);
    match only.values {
        OnlyValues::All => true,
        OnlyValues::Numbers => value().is_none_or(is_number),
        OnlyValues::NoNumbers => value().is_none_or(|value| !is_number(value)),
    }
}

/// Whether strtol(3) reads the whole text as a number.
fn is_number(text: &str) -> bool {
    let text = text.trim_start();
    let digits = text.strip_prefix(['-', '+']).unwrap_or(text);
    !digits.is_empty() && digits.bytes().all(|byte| byte.is_ascii_digit())
}

/// What each argument is where options end at the first operand; none where that is no other reading than `uses`.
///
/// GNU's getopt takes options after operands, others take them as further operands (POSIX, Utility Syntax Guideline 9).
pub fn uses_in_order(shell: &'static Shell, args: &[Arg<'_>], uses: &Uses) -> Option<Uses> {
    let program = uses.program.filter(|program| program.several)?;
    let form = &program.form;
    if form.syntax.kind != Syntax::Getopt || form.syntax.stops || form.any_value {
        return None;
    }
    let first = uses.operands.first()?;
    let is_mixed = uses.options.iter().any(|(at, _)| at > first)
        || args.iter().skip(*first).any(|arg| arg.text() == Some("--"));
    is_mixed.then(|| ArgumentReader::read(program, shell, args, Order::OptionsFirst).finish())
}

#[cfg(test)]
mod tests {
    use super::is_number;

    #[test]
    fn a_number_is_what_strtol_takes_to_its_end() {
        for (text, expected) in
            [("1", true), (" -1", true), ("+20240101", true), ("", false), ("-", false), ("1 day", false)]
        {
            assert_eq!(is_number(text), expected, "{text:?}");
        }
    }
}
