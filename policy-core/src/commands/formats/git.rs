//! The formats of git: `--pretty`, `--format` of references, sort keys, and the texts that may be a revision.
//!
//! Source: git-log(1) "PRETTY FORMATS", git-for-each-ref(1) "FIELD NAMES", git 2.47.

use super::flaw::Flaw;

const SIGNATURE: &str = "checks a signature, which runs the configured `gpg` program";

/// The pretty formats that git itself defines. Another name would be looked up in the configuration.
const PRETTY: [&str; 9] =
    ["email", "full", "fuller", "mboxrd", "medium", "oneline", "raw", "reference", "short"];

/// Settings that only change what is printed, sorted; `NAME.` stands for every setting of that section.
const SETTINGS: [&str; 23] = [
    "advice.",
    "color.",
    "column.ui",
    "core.abbrev",
    "core.commentchar",
    "core.precomposeunicode",
    "core.quotepath",
    "diff.algorithm",
    "diff.colormoved",
    "diff.context",
    "diff.mnemonicprefix",
    "diff.noprefix",
    "diff.renamelimit",
    "diff.renames",
    "grep.linenumber",
    "log.abbrevcommit",
    "log.date",
    "log.decorate",
    "log.follow",
    "merge.conflictstyle",
    "status.relativepaths",
    "status.short",
    "status.showuntrackedfiles",
];

/// A value of `-c`: `name=value`, of a setting that names no program.
pub(super) fn setting(text: &str) -> Option<Flaw> {
    let (name, value) = text.split_once('=').unwrap_or((text, "true"));
    let name = name.to_ascii_lowercase();
    let section = name.split_once('.').map_or("", |(section, _)| section);
    if let "branch.sort" | "tag.sort" = name.as_str() {
        return sort_key(value);
    }
    let plain = SETTINGS.binary_search(&name.as_str()).is_ok()
        || SETTINGS.iter().any(|known| known.strip_suffix('.') == Some(section));
    let off = matches!(
        (name.as_str(), value),
        ("core.pager", "cat" | "")
            | ("log.showsignature" | "core.fsmonitor" | "diff.autorefreshindex", "false")
    ) || section == "pager" && value == "false";
    (!plain && !off).then_some(Flaw::Harmful("sets configuration, which can name programs to run"))
}

/// A value of `--pretty` or `--format`.
pub(super) fn pretty(text: &str) -> Option<Flaw> {
    let format = text.strip_prefix("tformat:").or_else(|| text.strip_prefix("format:"));
    if format.is_none() && !text.contains('%') {
        let is_known = text.is_empty() || PRETTY.binary_search(&text).is_ok();
        return (!is_known).then_some(Flaw::Unknown("a format that the configuration defines"));
    }
    let mut rest = format.unwrap_or(text).bytes();
    while let Some(byte) = rest.next() {
        if byte != b'%' {
            continue;
        }
        let mut next = rest.next();
        if matches!(next, Some(b'+' | b'-' | b' ')) {
            next = rest.next();
        }
        if next == Some(b'G') {
            return Some(Flaw::Harmful(SIGNATURE));
        }
    }
    None
}

/// A value of `--format` for references: `%(refname:short)`.
pub(super) fn ref_format(text: &str) -> Option<Flaw> {
    let harmful = text.split("%(").skip(1).any(is_signature);
    harmful.then_some(Flaw::Harmful(SIGNATURE))
}

/// A value of `--sort`: `-version:refname`.
pub(super) fn sort_key(text: &str) -> Option<Flaw> {
    let key = text.trim_start_matches('-');
    let key = key.strip_prefix("version:").or_else(|| key.strip_prefix("v:")).unwrap_or(key);
    is_signature(key).then_some(Flaw::Harmful(SIGNATURE))
}

fn is_signature(atom: &str) -> bool {
    atom.trim_start_matches('*').starts_with("signature")
}

/// A revision or a path. Two paths outside a repository are compared as files, so none may lead out.
pub(super) fn revision(text: &str) -> Option<Flaw> {
    let leads_out = text.starts_with(['/', '~']) || text.split('/').any(|component| component == "..");
    leads_out.then_some(Flaw::Unknown("a path that leads out of the working directory"))
}

/// What `git shortlog --group` groups by (git-shortlog(1)): `author`, `committer`, `trailer:NAME`, or a pretty format.
pub(super) fn group(text: &str) -> Option<Flaw> {
    match text.strip_prefix("format:") {
        _ if matches!(text, "author" | "committer") || text.starts_with("trailer:") => None,
        None if !text.contains('%') => Some(Flaw::Unknown("not a group that is known to run nothing")),
        _ => pretty(text),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_pretty_format_with_a_signature_in_any_spelling_is_harmful() {
        for text in ["%G?", "%GK", "%h %GS", "format:%G?", "tformat:%h%+GG", "%-GK", "% GT", "%%%G?", "%n%Gs"]
        {
            assert_eq!(pretty(text), Some(Flaw::Harmful(SIGNATURE)), "{text}");
        }
    }

    #[test]
    fn a_pretty_format_without_a_signature_is_harmless() {
        for text in ["", "oneline", "fuller", "%h %s", "format:%an <%ae>", "%%G", "%C(auto)%h%d", "%<(20)%an"]
        {
            assert_eq!(pretty(text), None, "{text}");
        }
    }

    #[test]
    fn a_pretty_format_with_a_name_of_the_configuration_is_not_known() {
        assert!(matches!(pretty("mine"), Some(Flaw::Unknown(_))));
    }

    #[test]
    fn reference_formats_and_sort_keys_that_check_signatures_are_harmful() {
        for text in ["%(signature)", "%(refname) %(*signature:key)", "%(if)%(signature:grade)%(then)x%(end)"]
        {
            assert!(matches!(ref_format(text), Some(Flaw::Harmful(_))), "{text}");
        }
        for text in ["signature", "-signature:key", "*signature"] {
            assert!(matches!(sort_key(text), Some(Flaw::Harmful(_))), "{text}");
        }
        assert_eq!(ref_format("%(refname:short) %(contents:signature)"), None);
        assert_eq!(sort_key("-version:refname"), None);
    }

    #[test]
    fn a_range_is_a_revision_and_a_path_that_leads_out_is_not() {
        for text in ["HEAD", "main..feature", "main...origin/main", "HEAD~3", ":/fix", "@{u}", "src/a.rs"] {
            assert_eq!(revision(text), None, "{text}");
        }
        for text in ["/etc/passwd", "../secret", "a/../../b", "~/x", ".."] {
            assert!(revision(text).is_some(), "{text}");
        }
    }
}
