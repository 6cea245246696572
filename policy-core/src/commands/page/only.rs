//! Restrictions on a value that the table vouches for, in words.

use super::super::shape::{Check, Kind};

/// The condition on a value of `kind`, such as `a number`; none when its role says enough.
pub(super) const fn only(kind: &Kind) -> Option<&'static str> {
    Some(match kind.check {
        Check::None if kind.directory => "the directory in which it works",
        Check::None if kind.literal => "known before the run",
        Check::None => return None,
        Check::DateFormat => "`+FORMAT`, never a time to set",
        Check::GitPretty | Check::GitRefFormat => "a format that checks no signature",
        Check::GitSortKey => "a key that checks no signature",
        Check::GitRevision => "a revision, or a path below the working directory",
        Check::GitSetting => "a setting that names no program",
        Check::GlobOption => "changes what patterns find, and nothing else",
        Check::ShellOption => "only ends the shell earlier or prints more",
        Check::LocalArchive => "without a colon, which would name another host",
        Check::Suffix => "without a slash",
        Check::ScriptVariable => "a variable that only this script uses",
        Check::ScriptAssignment => "an assignment to a variable that only this script uses",
        Check::ShellNumber => "a number, where the shell would evaluate it",
        Check::NoAssignment => "without `=`",
        Check::FileMode => "a mode without set-ID bits that lets nobody else write",
        Check::NoArgumentFile => "not `@FILE`, which has further arguments",
        Check::Colon => "`:` and a name",
        Check::NoArchive => "no archive, which other programs would unpack",
        Check::RpmFormat => "without `%(`, which runs a command",
        Check::NoPlus => "not `+OPTION`, which turns an option off",
        Check::NoListFile => "not `@FILE`, which names further files",
        Check::Number => "a number, with or without a unit",
        Check::Count => "digits alone",
        Check::GitGroup => "a group that checks no signature",
        Check::NoDebugLinks => "without the sections that follow links",
        Check::NpmSelector => "a selector that asks no registry",
        Check::NoPager => "`never`",
        Check::NpmPackage => "the name of a package in the registry",
        Check::OwnerRepository => "without a host in front of the owner",
        Check::PsFormat => "without the column that prints environments",
    })
}
