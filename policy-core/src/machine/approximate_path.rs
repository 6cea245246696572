//! Paths known only in part before the run: `~/x`, `"$HOME/x"`, `.e*`, `src/$x`.
//!
//! Owns the possible paths that deny rules and the protection of paths assume. Never used to allow anything.

use alloc::borrow::Cow;
use alloc::string::String;

use crate::commands::Arg;

/// What is known of a path before running.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) enum ApproximatePath<'a> {
    /// The path itself; a leading `~` is the home directory.
    Exact(Cow<'a, str>),
    /// Some path that this pattern finds.
    Pattern(Cow<'a, str>),
    /// Only its beginning; a `..` that follows can lead anywhere.
    Prefix(&'a str),
}

impl<'a> ApproximatePath<'a> {
    /// The path of an argument; `path` is its text when that is known, `source` the text that its span refers to.
    pub(crate) fn of(arg: &Arg<'a>, path: Option<&'a str>, source: &str) -> Self {
        if let Some(path) = path {
            return Self::Exact(Cow::Borrowed(path));
        }
        if arg.value.is_pipe() || arg.value.is_number() {
            return Self::Prefix("");
        }
        // Where cmdlets are, a backslash separates as a slash does; elsewhere it protects what follows.
        let separated = |text: &str| if arg.may_name_cmdlet { text.replace('\\', "/") } else { text.into() };
        let written: String = separated(arg.span.slice(source));
        let written: String = written.chars().filter(|c| !matches!(c, '"' | '\'' | '\\')).collect();
        let path = named(&written);
        let is_open = |path: &str| path.contains(['$', '`', '{', '(']);
        // What is appended to a command is where another argument is, which tells nothing of it.
        let is_written = path.starts_with('~') || path.contains(['*', '?', '[']);
        if !is_open(&path) && (arg.value.is_file_name() && is_written || path != written) {
            let wild = path.contains(['*', '?', '[']);
            return if wild { Self::Pattern(Cow::Owned(path)) } else { Self::Exact(Cow::Owned(path)) };
        }
        if !arg.value.is_file_name() {
            return Self::Prefix(arg.prefix());
        }
        let mut pattern = separated(arg.prefix());
        pattern.push('*');
        pattern.push_str(&separated(arg.suffix()));
        Self::Pattern(Cow::Owned(pattern))
    }
}

/// The path that a text of the script names when it is written like this.
pub(crate) fn written<'a>(text: &str) -> Option<ApproximatePath<'a>> {
    let plain: String = text.chars().filter(|c| !matches!(c, '"' | '\'' | '\\')).collect();
    let path = named(&plain);
    let is_open = path.contains(['$', '`', '{', '(']);
    (!path.is_empty() && !is_open).then_some(if path.contains(['*', '?', '[']) {
        ApproximatePath::Pattern(Cow::Owned(path))
    } else {
        ApproximatePath::Exact(Cow::Owned(path))
    })
}

/// The known end of the argument, from the first slash after its last unknown part: `/.git/config` of
/// `"$x/.git/config"`.
pub(crate) fn end<'a>(arg: &Arg<'_>, source: &'a str) -> &'a str {
    let written = arg.span.slice(source).trim_matches('"');
    let open = written.rfind(['$', '`', ')', '}']).unwrap_or(0);
    let known = written.get(open..).unwrap_or("");
    known.find('/').and_then(|at| known.get(at..)).unwrap_or("")
}

/// The path with the variables that every shell sets replaced: `$HOME/x` is `~/x`, `$PWD/x` is `./x`.
fn named(written: &str) -> String {
    for (variable, stands) in [
        ("$HOME", "~"),
        ("${HOME}", "~"),
        ("$PWD", "."),
        ("${PWD}", "."),
        ("~+", "."),
        ("$(pwd)", "."),
        ("`pwd`", "."),
    ] {
        if let Some(rest) =
            written.strip_prefix(variable).filter(|rest| rest.is_empty() || rest.starts_with('/'))
        {
            let mut path = String::from(stands);
            path.push_str(rest);
            return path;
        }
    }
    written.into()
}
