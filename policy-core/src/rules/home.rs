//! The arguments of a command in the spellings of paths below the home directory: as written, with `~`, in full.
//!
//! Owns these spellings. Whether a word begins with an unquoted tilde, the shell's reader has found out.

use alloc::borrow::Cow;
use alloc::vec;
use alloc::vec::Vec;

use super::lex::HOME;
use crate::commands::{AbstractValue, Arg};

/// The texts of the arguments: as they are, and if one is a path at or below the home directory, with [`HOME`] in its
/// place and, where `home` is known, in full. A text that is not known has none.
pub(crate) fn home_forms<'a>(args: &[Arg<'a>], home: Option<&str>) -> Vec<Vec<Option<Cow<'a, str>>>> {
    let plain = args.iter().map(|arg| arg.text().filter(|text| !text.contains(HOME)).map(Cow::Borrowed));
    let plain = plain.collect::<Vec<_>>();
    if !args.iter().any(|arg| below_home(arg, home).is_some()) {
        return vec![plain];
    }
    let spelled = |spell: &dyn Fn(&str) -> Option<Cow<'a, str>>| -> Vec<Option<Cow<'a, str>>> {
        let forms = args.iter().zip(&plain);
        forms.map(|(arg, text)| below_home(arg, home).and_then(spell).or_else(|| text.clone())).collect()
    };
    let short = spelled(&|rest| Some(Cow::Owned(alloc::format!("{HOME}{rest}"))));
    let full = spelled(&|rest| Some(Cow::Owned([home?, rest].concat())));
    vec![plain, short, full]
}

/// What follows the home directory in the argument.
fn below_home<'v>(arg: &'v Arg<'_>, home: Option<&str>) -> Option<&'v str> {
    let rest = match &arg.value {
        AbstractValue::Home(path) => path.strip_prefix('~')?,
        AbstractValue::Known(text) => text.strip_prefix(home?.trim_end_matches('/'))?,
        AbstractValue::FileName { .. }
        | AbstractValue::Number(_)
        | AbstractValue::Sample { .. }
        | AbstractValue::Pipe
        | AbstractValue::Block
        | AbstractValue::Unknown { .. } => return None,
    };
    (rest.is_empty() || rest.starts_with('/')).then_some(rest).filter(|rest| !rest.contains(HOME))
}
