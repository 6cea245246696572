//! sed's arguments beyond getopt: the parts of its script are understood together, and `-i` edits files.
//!
//! Owns the way from the arguments to one script, and the few command lines that are simulated.

use alloc::borrow::Cow;
use alloc::string::String;
use alloc::vec::Vec;

use super::engine::{ArgumentReader, addresses, system_name};
use super::formats::Flaw;
use super::languages::sed;
use super::packed::program;
use super::shape::Whole;
use super::uses::NamedPath;
use super::{Arg, ArgumentUse, Language, Role};

const FILE_UNKNOWN: &str = "a file that the sed script names, which is not known before the run";
const SEAM: &str = "a part of a sed script that ends in a backslash";

/// The parts of the script among the arguments, each with its argument's index; none when one is not known.
fn parts<'s>(uses: &[ArgumentUse], args: &[Arg<'s>]) -> Option<Vec<(usize, &'s str)>> {
    let is_script =
        |used: &ArgumentUse| used.value.map_or(used.role, |(role, _)| role) == Role::Code(Language::Sed);
    let parts = uses.iter().zip(args).enumerate().filter(|(_, (used, _))| is_script(used));
    parts
        .map(|(at, (used, arg))| {
            let from = used.value.map_or(0, |(_, from)| from as usize);
            Some((at, arg.text().or_else(|| addresses(arg))?.get(from..)?))
        })
        .collect()
}

impl ArgumentReader<'_, '_> {
    /// Judges the whole script. A part that is not known has been doubted already.
    pub(super) fn sed_script(&mut self, operands: &[usize]) {
        let Some(parts) = parts(&self.uses, self.args) else { return };
        let script = match sed::joined(&parts) {
            Ok(script) => script,
            Err(at) => return self.doubt(at, SEAM),
        };
        self.script_elsewhere(&parts, operands);
        let flaw = match sed::deeds(&script) {
            Ok(deeds) => {
                self.files_of_script(&parts, &deeds.reads);
                sed::flaw_of(&deeds)
            }
            Err(trouble) => Some(sed::not_understood(&trouble)),
        };
        let Some((offset, flaw)) = flaw else { return };
        let at = sed::argument_at(&parts, offset).unwrap_or(0);
        match flaw {
            Flaw::Harmful(why) => self.refuse(at, why),
            Flaw::Unknown(why) => self.doubt(at, why),
        }
    }

    /// Takes note of the files that the script reads (`r`, `R`), so that they are judged as operands are.
    fn files_of_script(&mut self, parts: &[(usize, &str)], files: &[(usize, String)]) {
        for (offset, name) in files {
            let place = sed::place_of(parts, *offset);
            let from = |at: usize| {
                let used = self.uses.get(at).and_then(|used| used.value);
                let is_written = self.args.get(at).and_then(Arg::text).is_some();
                is_written.then(|| used.map_or(0, |(_, from)| from as usize))
            };
            match place.and_then(|(at, within)| Some((at, from(at)? + within))) {
                Some((arg, start)) => {
                    let bytes = (start, start + name.len());
                    self.named.push(NamedPath { arg, role: Role::PathRead, bytes });
                }
                None => self.doubt(sed::argument_at(parts, *offset).unwrap_or(0), FILE_UNKNOWN),
            }
        }
    }
}

impl ArgumentReader<'_, '_> {
    /// Judges the file that sed takes for its script on macOS and FreeBSD, where `-i` takes the next argument for a
    /// suffix (their sed(1)): `sed -i p 'w x' a`. A name such as `webpack.js` only writes to a file beside it there.
    fn script_elsewhere(&mut self, parts: &[(usize, &str)], operands: &[usize]) {
        let text = |at: usize| self.args.get(at).and_then(Arg::text);
        let bare = self.options().iter().any(|(at, option)| {
            option.rest.is_some()
                && self.uses.get(*at).is_some_and(|used| used.value.is_none())
                && text(*at).is_some_and(|text| !text.starts_with("--"))
        });
        let by_operand = parts.iter().all(|(at, _)| operands.contains(at));
        let file = operands.iter().copied().find(|at| parts.iter().all(|(part, _)| part != at));
        let script = file.and_then(|at| Some((at, text(at)?)));
        if let Some((at, script)) = script.filter(|_| bare && by_operand)
            && (script.contains(char::is_whitespace) || script.starts_with('s'))
            && matches!(sed::flaw(script), Some((_, Flaw::Harmful(_))))
        {
            self.refuse(
                at,
                "would be the script on macOS and FreeBSD, where the argument before it is a suffix",
            );
        }
    }

    /// The argument whose part of a sed script runs a command or writes a file.
    pub(super) fn harmful_script(&self) -> Option<usize> {
        if self.form.whole != Whole::Sed {
            return None;
        }
        let parts = parts(&self.uses, self.args)?;
        let script = sed::joined(&parts).ok()?;
        let deeds = sed::deeds(&script).ok()?;
        let offset = deeds.executes.or_else(|| deeds.writes.first().map(|(at, _)| *at))?;
        let own = || !deeds.is_filter() || deeds.executes.is_some();
        own().then(|| sed::argument_at(&parts, offset)).flatten()
    }
}

/// A sed command that edits files in place, and nothing about it is left open.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct InPlace<'s> {
    /// The whole script.
    pub script: Cow<'s, str>,
    /// `-E`, `-r`
    pub extended: bool,
    /// `-n`
    pub quiet: bool,
    /// The files, as indexes into the arguments.
    pub files: Vec<usize>,
}

/// Reads `args`, which sed's table proves to edit files, as one of the command lines that are simulated: the options
/// `-i` without a suffix, `-E`, `-r`, `-n`, `-s`, `-e` and their long forms. None for every other one.
pub fn sed_in_place<'s>(uses: &[ArgumentUse], args: &[Arg<'s>]) -> Option<InPlace<'s>> {
    let name = args.first()?.text()?;
    program(system_name(name)).filter(|program| program.form.whole == Whole::Sed)?;
    let mut found = InPlace { script: Cow::Borrowed(""), extended: false, quiet: false, files: Vec::new() };
    let mut in_place = false;
    let mut ended = false;
    for (at, (used, arg)) in uses.iter().zip(args).enumerate().skip(1) {
        let text = arg.text()?;
        match used.role {
            Role::Code(Language::Sed) => {}
            Role::PathWritten => {
                if matches!(text, "" | "-") {
                    return None;
                }
                found.files.push(at);
            }
            Role::Flag | Role::OptionWithValue => {
                if ended {
                    return None;
                }
                match text {
                    "--" => ended = true,
                    "--in-place" => in_place = true,
                    "--regexp-extended" => found.extended = true,
                    "--quiet" | "--silent" => found.quiet = true,
                    "--separate" | "--expression" => {}
                    _ if text.starts_with("--expression=") => {}
                    _ if text.starts_with("--") => return None,
                    _ => {
                        let letters = text.strip_prefix('-')?;
                        for (offset, letter) in letters.bytes().enumerate() {
                            match letter {
                                b'n' => found.quiet = true,
                                b'E' | b'r' => found.extended = true,
                                b's' => {}
                                // What follows is the script.
                                b'e' => break,
                                // What follows would be the suffix of a backup.
                                b'i' if offset + 1 == letters.len() => in_place = true,
                                _ => return None,
                            }
                        }
                    }
                }
            }
            _ => return None,
        }
    }
    let parts = parts(uses, args)?;
    if !in_place || parts.is_empty() || found.files.is_empty() {
        return None;
    }
    found.script = sed::joined(&parts).ok()?;
    Some(found)
}
