//! Switches off what a read-only git would start because a repository's settings name it.
//!
//! Owns the settings that override the repository's own, and the list of what they cover.

/// Settings that prevent git from executing programs that the configuration of a repository names.
///
/// Neither an external diff nor a text conversion can be switched off here: an empty `diff.external` makes git stop,
/// and the conversions have names of their own. Those are left to the question what a repository's settings can start.
pub(super) const HARDENED: [(&str, &str); 4] = [
    ("safe.bareRepository", "explicit"),
    ("core.fsmonitor", "false"),
    ("core.hooksPath", "/dev/null"),
    ("log.showSignature", "false"),
];

/// Whether what a repository's setting could start cannot be started in a read-only command's environment. `listed` are
/// all that were found, in the form of [`Facts::repository_programs`](policy_core::Facts::repository_programs).
pub(crate) fn switches_off(setting: &str, listed: &[String]) -> bool {
    match setting.strip_prefix("submodules/").unwrap_or(setting) {
        // HARDENED, and GIT_PAGER, which comes before every setting.
        "core.fsmonitor" | "hooks/post-index-change" | "log.showsignature" | "core.pager" => true,
        // GIT_NO_LAZY_FETCH; a git before 2.45 does not know it, but it could only connect, and that is refused.
        name if is_promisor(name) => !listed.iter().any(|other| is_transport(other)),
        // Without `log.showSignature` only a format or a sort key asks for signatures, and it would be listed.
        name => name.starts_with("gpg.") || name.starts_with("pager."),
    }
}

/// Whether a setting of this name makes git fetch what is missing.
fn is_promisor(name: &str) -> bool {
    name == "extensions.partialclone" || name.starts_with("remote.") && name.ends_with(".promisor")
}

/// Whether a setting of this name could name a program for fetching.
fn is_transport(name: &str) -> bool {
    ["core.", "credential.", "protocol.", "remote."].iter().any(|section| name.starts_with(section))
        && !is_promisor(name)
        && !matches!(name, "core.fsmonitor" | "core.pager")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_the_environment_switches_off_is_told_from_what_it_cannot() {
        let listed = |names: &[&str]| names.iter().map(|name| (*name).to_owned()).collect::<Vec<_>>();
        for (setting, others, off) in [
            ("core.fsmonitor", &[][..], true),
            ("submodules/core.fsmonitor", &[], true),
            ("hooks/post-index-change", &[], true),
            ("hook.x.command", &[], false),
            ("pager.log", &[], true),
            ("gpg.program", &[], true),
            ("diff.external", &[], false),
            ("submodules/diff.x.textconv", &[], false),
            ("remote.a.promisor", &["remote.a.promisor", "core.pager"], true),
            ("remote.a.promisor", &["core.sshcommand"], false),
            ("extensions.partialclone", &["remote.a.uploadpack"], false),
            ("pretty.x", &["gpg.program"], false),
            ("*", &[], false),
        ] {
            assert_eq!(switches_off(setting, &listed(others)), off, "{setting} with {others:?}");
        }
    }
}
