//! The backend `seatbelt` of macOS: a request as a profile for `sandbox-exec(1)`.
//!
//! Owns the text of the profile, a pure function of the request. The last matching rule wins, so grants come first and
//! exceptions after them. Missing protected names are covered by patterns. No command is started with it yet.

use std::fmt::Write as _;
use std::path::{Component, Path};

use policy_core::paths::protected::Spelling;

use crate::sandbox::protected_names::{enforced, git_names, rests_behind};
use crate::sandbox::{Network, SandboxRequest};

/// Rules that every program needs, and that reach no process outside.
const BASE: &str = "(version 1)
(deny default)
(allow process-exec)
(allow process-fork)
(allow signal (target same-sandbox))
(allow process-info* (target same-sandbox))
(allow sysctl-read)
(allow file-read*)
(allow file-write* (literal \"/dev/null\") (literal \"/dev/zero\") (literal \"/dev/tty\"))
(allow file-ioctl (literal \"/dev/null\") (literal \"/dev/zero\") (literal \"/dev/tty\"))
(allow ipc-posix-sem)
(allow mach-lookup (global-name \"com.apple.system.opendirectoryd.libinfo\"))
";

/// The profile for `request`, whose paths have every link followed (`/tmp` is one on macOS).
pub fn profile(request: &SandboxRequest) -> String {
    let mut text = BASE.to_owned();
    let mut rule = |rule: &str, path: &Path| {
        // Writing to a string does not fail.
        let _ = writeln!(text, "({rule} (subpath {}))", quoted(&path.to_string_lossy()));
    };
    for path in request.writable.iter().chain(&request.temp) {
        rule("allow file-write*", path);
    }
    let kept = [&request.read_only_inside, &request.kept_links, &request.kept_missing];
    for path in kept.into_iter().flatten() {
        rule("deny file-write*", path);
    }
    for path in request.deny_read.iter().chain(&request.hidden) {
        rule("deny file-read* file-write*", path);
    }
    for root in &request.writable {
        for pattern in protected(root) {
            let _ = writeln!(text, "(deny file-write* (regex #{}))", quoted(&pattern));
        }
        // A renamed directory would take what is kept in it along.
        for kept in &request.read_only_inside {
            for ancestor in kept.ancestors().skip(1).take_while(|ancestor| ancestor.starts_with(root)) {
                let _ = writeln!(
                    text,
                    "(deny file-write-unlink (literal {}))",
                    quoted(&ancestor.to_string_lossy())
                );
            }
        }
    }
    match request.network {
        // This system has one loopback for all programs, so a run cannot have its own.
        Network::None | Network::Loopback | Network::Proxied => {}
        Network::Host => text.push_str("(allow network*)\n(allow system-socket)\n"),
    }
    if request.unix_sockets {
        text.push_str("(allow network-outbound (remote unix-socket))\n");
    } else if request.network == Network::Host {
        text.push_str("(deny network-outbound (remote unix-socket))\n");
    }
    // The last rule that fits counts.
    for path in &request.allowed_sockets {
        let path = quoted(&path.to_string_lossy());
        let _ = writeln!(text, "(allow network-outbound (remote unix-socket (path-literal {path})))");
    }
    text
}

/// Patterns of the names in `root` that may not be written, there or not.
fn protected(root: &Path) -> Vec<String> {
    let names = root.components().map(Component::as_os_str).collect::<Vec<_>>();
    let root = escaped(&root.to_string_lossy());
    let mut patterns = Vec::new();
    for row in enforced() {
        let name = any_case(row.name);
        patterns.push(match row.spelling {
            Spelling::Exact => format!("^{root}/(.*/)?{name}(/|$)"),
            Spelling::Beginning => format!("^{root}/(.*/)?{name}([.-][^/]*)?(/|$)"),
            Spelling::Ending => format!("^{root}/(.*/)?[^/]*{name}(/|$)"),
        });
        let rests = rests_behind(row, &names).map(|(_, rest)| any_case(&rest.to_string_lossy()));
        patterns.extend(rests.map(|rest| format!("^{root}/{rest}(/|$)")));
    }
    patterns.extend(git_names().map(|name| format!("^{root}/(.*/)?{}/(.*/)?{name}(/|$)", any_case(".git"))));
    // The directory itself may change; it may not be moved, and no file may take its place.
    patterns
}

/// A text as a pattern that fits exactly it.
fn escaped(text: &str) -> String {
    text.chars().fold(String::new(), |mut escaped, c| {
        if !c.is_alphanumeric() && !"/_-".contains(c) {
            escaped.push('\\');
        }
        escaped.push(c);
        escaped
    })
}

/// The same for case-insensitive file systems, the default of macOS.
fn any_case(text: &str) -> String {
    text.chars().fold(String::new(), |mut pattern, c| {
        if c.is_ascii_alphabetic() {
            let _ = write!(pattern, "[{}{}]", c.to_ascii_lowercase(), c.to_ascii_uppercase());
        } else {
            pattern.push_str(&escaped(&c.to_string()));
        }
        pattern
    })
}

/// A text in the quotes of the profile's language.
fn quoted(text: &str) -> String {
    format!("\"{}\"", text.replace('\\', "\\\\").replace('"', "\\\""))
}

/// The failure of a system that has none.
#[cfg(target_os = "linux")]
pub(crate) fn elsewhere() -> crate::launch::failure::Failure {
    crate::launch::failure::Failure {
        step: "looking for Seatbelt, which only macOS has (choose `embedded`, `bubblewrap` or `landlock`)"
            .to_owned(),
        path: None,
        errno: libc::ENOSYS,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_request_becomes_this_profile() {
        let request = SandboxRequest {
            writable: vec!["/repo (1)".into()],
            read_only_inside: vec!["/repo (1)/.git/hooks".into()],
            kept_links: vec!["/repo (1)/.claude".into()],
            kept_missing: Vec::new(),
            obeyed_in_work_trees: Vec::new(),
            vacated: Vec::new(),
            deny_read_later: Vec::new(),
            approved: Vec::new(),
            closed: Vec::new(),
            hidden: Vec::new(),
            deny_read: vec!["/Users/u/\"keys\"".into()],
            network: Network::Host,
            captured_ports: Vec::new(),
            unix_sockets: false,
            allowed_sockets: vec!["/private/tmp/agent".into()],
            temp: Some("/private/tmp/own".into()),
        };
        let mut settings = insta::Settings::clone_current();
        settings.set_snapshot_path(concat!(env!("CARGO_MANIFEST_DIR"), "/../snapshots/sandbox"));
        settings.set_prepend_module_to_snapshot(false);
        settings.set_omit_expression(true);
        settings.bind(|| insta::assert_snapshot!("seatbelt", profile(&request)));
    }

    #[test]
    fn a_name_of_two_components_is_kept_where_its_first_one_is_the_writable_path() {
        let request = SandboxRequest { writable: vec!["/h/.hg".into()], ..SandboxRequest::default() };
        let text = profile(&request);
        assert!(text.contains(r#"(regex #"^/h/\\.hg/[hH][gG][rR][cC](/|$)")"#), "{text}");
    }

    #[test]
    fn nothing_is_granted_that_was_not_asked_for() {
        let text = profile(&SandboxRequest::default());
        assert!(text.starts_with("(version 1)\n(deny default)\n"));
        assert!(!text.contains("network") && !text.contains("allow file-write* (subpath"));
    }
}
