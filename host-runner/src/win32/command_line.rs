//! The command line and the environment as `CreateProcessW` takes them.
//!
//! Owns the quoting: each argument is in quotes, whatever it is, because the runtime of MSYS2 takes what is in none
//! for a pattern of file names. Two programs read a command line differently where backslashes are together: the C library
//! of Microsoft keeps them unless a quote follows (`Parsing C command-line arguments`), the runtime of MSYS2 takes two for
//! one. An argument that has such a pair is refused.

use std::ffi::{OsStr, OsString};
use std::io;
use std::os::windows::ffi::OsStrExt as _;

const QUOTE: u16 = b'"' as u16;
const BACKSLASH: u16 = b'\\' as u16;

/// The longest command line, in UTF-16 units with its end (`CreateProcessW`).
const UNITS_MAX: usize = 32_767;

/// The command line with these arguments, the program's name first, with a zero at its end.
///
/// # Errors
/// It is too long, or an argument cannot be written so that every program reads it the same way.
pub(crate) fn command_line(arguments: &[OsString]) -> io::Result<Vec<u16>> {
    let mut line = Vec::new();
    for argument in arguments {
        if !line.is_empty() {
            line.push(u16::from(b' '));
        }
        quote(argument, &mut line)?;
    }
    line.push(0);
    if line.len() > UNITS_MAX {
        return Err(io::Error::new(
            io::ErrorKind::ArgumentListTooLong,
            "the command line is longer than 32767 characters, which Windows starts no program with; put it into a script",
        ));
    }
    Ok(line)
}

fn quote(argument: &OsStr, line: &mut Vec<u16>) -> io::Result<()> {
    let units = argument.encode_wide().collect::<Vec<_>>();
    if units.contains(&0) {
        return Err(io::Error::new(io::ErrorKind::InvalidInput, "an argument contains a null character"));
    }
    let is_pair = |pair: &[u16]| pair == [BACKSLASH, BACKSLASH] || pair == [BACKSLASH, QUOTE];
    if units.windows(2).any(is_pair) || units.last() == Some(&BACKSLASH) {
        return Err(io::Error::new(
            io::ErrorKind::InvalidInput,
            "an argument contains backslashes that programs read differently",
        ));
    }
    line.push(QUOTE);
    for unit in units {
        if unit == QUOTE {
            line.push(BACKSLASH);
        }
        line.push(unit);
    }
    line.push(QUOTE);
    Ok(())
}

/// The block with these variables: each with a zero at its end, sorted by name, and a zero at the end of all.
///
/// # Errors
/// A name or a value cannot be in it.
pub(crate) fn environment_block(variables: &[(OsString, OsString)]) -> io::Result<Vec<u16>> {
    let mut sorted = variables.iter().collect::<Vec<_>>();
    sorted.sort_by_key(|(name, _)| name.to_ascii_uppercase());
    // Names that differ in case are one variable, and the last one counts.
    let mut kept: Vec<&(OsString, OsString)> = Vec::new();
    for variable in sorted {
        if kept.last().is_some_and(|last| last.0.eq_ignore_ascii_case(&variable.0)) {
            kept.pop();
        }
        kept.push(variable);
    }
    let mut block = Vec::new();
    for (name, value) in kept {
        let (name, value) = (name.encode_wide().collect::<Vec<_>>(), value.encode_wide().collect::<Vec<_>>());
        // The first character may be one: `=C:` is the directory on a drive.
        let is_bad = name.is_empty() || name.iter().skip(1).any(|unit| *unit == u16::from(b'='));
        if is_bad || name.contains(&0) || value.contains(&0) {
            return Err(io::Error::new(
                io::ErrorKind::InvalidInput,
                "a variable has a name or a value that cannot be passed on",
            ));
        }
        block.extend(name);
        block.push(u16::from(b'='));
        block.extend(value);
        block.push(0);
    }
    if block.is_empty() {
        block.push(0);
    }
    block.push(0);
    Ok(block)
}
