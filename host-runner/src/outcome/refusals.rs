//! What the output of a failed command says about what the sandbox refused, and the change that would allow it.
//!
//! Owns the words of programs about refusals. The kernel reports no refused write and no name that did not resolve: only
//! the program does, in the words of its C library or of its language.

use std::path::{Component, Path, PathBuf};

/// What the command could not have.
#[derive(Clone, Copy, Debug)]
pub(super) struct Withheld<'p> {
    /// What it may write, with all that is inside.
    pub(super) writable: &'p [PathBuf],
    /// The places with secrets that it cannot read.
    pub(super) hidden: &'p [PathBuf],
    /// Whether it may have wanted a network and had none, because the settings allow no host.
    pub(super) hosts: bool,
    /// Whether it was ended while it waited: then it may have had no chance to say why.
    pub(super) waited: bool,
    /// Where it started, which its relative paths are in.
    pub(super) cwd: &'p Path,
}

/// Most paths that are named.
const NAMED_MAX: usize = 3;

/// In small letters: the error of a file system that is mounted read-only, `EROFS` (errno(3)).
const READ_ONLY: &str = "read-only file system";

/// In small letters: the words for a name that did not resolve and a network that cannot be reached.
const NO_NETWORK: &[&str] = &[
    // errno(3): `ENETUNREACH`.
    "network is unreachable",
    // gai_strerror(3): `EAI_AGAIN`, `EAI_NONAME`; of macOS the third.
    "temporary failure in name resolution",
    "name or service not known",
    "nodename nor servname provided",
    // curl(1), exit code 6; git over HTTP has the same words.
    "could not resolve host",
    // wget, GnuTLS's and Debian's tools.
    "unable to resolve host",
    "temporary failure resolving",
    // Node's error codes.
    "eai_again",
    "enotfound",
    // Rust's standard library; Go's package `net`.
    "failed to lookup address information",
    "no such host",
    "dial tcp: lookup",
];

/// What the output of a command says that was kept from it.
#[derive(Debug, Default)]
pub(super) struct Kept {
    /// The paths that it could not write, outside of what it may write.
    pub(super) outside: Vec<PathBuf>,
    /// The hidden places that it named.
    pub(super) secrets: Vec<PathBuf>,
    /// Whether it may have missed a network.
    network: bool,
}

/// What `output` reports.
pub(super) fn kept(output: &str, withheld: Withheld<'_>) -> Kept {
    let mut kept = Kept { network: withheld.waited, ..Kept::default() };
    for line in output.lines() {
        let small = line.to_ascii_lowercase();
        if small.contains(READ_ONLY) {
            kept.outside.extend(paths(line).filter_map(|path| lies_outside(path, withheld)));
        }
        kept.network |= NO_NETWORK.iter().any(|words| small.contains(words));
        let named = |place: &&PathBuf| names(line, place);
        kept.secrets.extend(withheld.hidden.iter().filter(named).cloned());
    }
    for paths in [&mut kept.outside, &mut kept.secrets] {
        let mut seen = Vec::new();
        paths.retain(|path| {
            let is_new = !seen.contains(path);
            seen.push(path.clone());
            is_new
        });
    }
    kept
}

/// A sentence for each kind of refusal in `kept`.
pub(super) fn told(kept: &Kept, withheld: Withheld<'_>) -> Vec<String> {
    let mut notes = Vec::new();
    if let Some(paths) = listed(&kept.outside) {
        notes.push(format!(
            "the sandbox refused to change {paths}, outside of the working directories; to allow it, add the \
             directory to `permissions.additionalDirectories` or `sandbox.filesystem.allowWrite`"
        ));
    }
    if let Some(paths) = listed(&kept.secrets) {
        notes.push(format!(
            "the sandbox hid {paths}, whose name says that it holds secrets; to show it, add a `Read` rule for it to \
             `permissions.allow`"
        ));
    }
    if kept.network && withheld.hosts {
        notes.push(
            "the command had no network, because the settings allow no host; if it needs one, add it to \
             `sandbox.network.allowedDomains`"
                .to_owned(),
        );
    }
    notes
}

/// The paths in a line, as programs write them: in quotes, or between blanks and colons.
fn paths(line: &str) -> impl Iterator<Item = &str> {
    let is_quote = |c: char| matches!(c, '\'' | '"' | '`' | '‘' | '’');
    let quoted = line.split(is_quote).skip(1).step_by(2);
    let bare = line
        .split(move |c: char| c.is_whitespace() || c == ':' || is_quote(c))
        .filter(|word| word.contains('/'));
    let has_quotes = line.contains(is_quote);
    quoted.chain(bare.filter(move |_| !has_quotes)).filter(|path| !path.is_empty())
}

/// The path from the root, if the command may not write it because it lies outside.
fn lies_outside(path: &str, withheld: Withheld<'_>) -> Option<PathBuf> {
    let mut full = withheld.cwd.to_path_buf();
    for part in Path::new(path).components() {
        match part {
            Component::ParentDir => drop(full.pop()),
            Component::CurDir => {}
            part => full.push(part),
        }
    }
    let is_inside =
        full.starts_with(withheld.cwd) || withheld.writable.iter().any(|root| full.starts_with(root));
    (!is_inside).then_some(full)
}

/// Whether the line names `place` or something in it.
fn names(line: &str, place: &Path) -> bool {
    let Some(place) = place.to_str() else { return false };
    let continues = |c: char| c.is_alphanumeric() || matches!(c, '-' | '_' | '.');
    line.match_indices(place).any(|(at, _)| {
        let behind = line.get(at + place.len()..).and_then(|rest| rest.chars().next());
        !behind.is_some_and(continues)
    })
}

/// The first paths in backquotes; none when there are none.
fn listed(paths: &[PathBuf]) -> Option<String> {
    let shown = paths.iter().take(NAMED_MAX).map(|path| format!("`{}`", path.display())).collect::<Vec<_>>();
    let more = if paths.len() > NAMED_MAX { " and more" } else { "" };
    (!shown.is_empty()).then(|| shown.join(", ") + more)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn notes(output: &str) -> Vec<String> {
        let withheld = Withheld {
            writable: &["/repo".into(), "/tmp/own".into()],
            hidden: &["/home/u/.ssh".into(), "/home/u/.netrc".into()],
            hosts: true,
            waited: false,
            cwd: Path::new("/repo/sub"),
        };
        told(&kept(output, withheld), withheld)
    }

    #[test]
    fn a_refused_write_outside_is_said_with_its_path_in_the_words_of_each_program() {
        for (output, path) in [
            ("touch: cannot touch '/opt/x': Read-only file system", "/opt/x"),
            ("bash: line 1: /opt/x: Read-only file system", "/opt/x"),
            ("zsh:1: read-only file system: /opt/x", "/opt/x"),
            ("OSError: [Errno 30] Read-only file system: '/opt/a b'", "/opt/a b"),
            ("Error: EROFS: read-only file system, open '/opt/x'", "/opt/x"),
            ("mkdir: cannot create directory ‘../../opt’: Read-only file system", "/opt"),
            ("open /opt/x: read-only file system", "/opt/x"),
        ] {
            let told = notes(output);
            assert!(
                matches!(told.as_slice(), [one] if one.contains(&format!("`{path}`"))),
                "{output}: {told:?}"
            );
        }
        let many = ["0", "1", "2", "3", "4", "0"]
            .map(|name| ["rm: cannot remove '/opt/", name, "': Read-only file system\n"].concat())
            .concat();
        assert!(notes(&many)[0].contains("`/opt/0`, `/opt/1`, `/opt/2` and more"));
    }

    #[test]
    fn what_lies_inside_has_another_reason_and_is_not_called_outside() {
        for output in [
            "touch: cannot touch '/repo/.git/config': Read-only file system",
            "touch: cannot touch 'x': Read-only file system",
            "touch: cannot touch '../x': Read-only file system",
            "touch: cannot touch '/opt/x': Permission denied",
            "it is a read-only file system",
        ] {
            assert_eq!(notes(output), [""; 0], "{output}");
        }
    }

    #[test]
    fn a_hidden_secret_is_said_where_the_output_names_it() {
        for output in [
            "cat: /home/u/.netrc: Permission denied",
            "Load key \"/home/u/.ssh/id_ed25519\": No such file or directory",
        ] {
            assert!(matches!(notes(output).as_slice(), [one] if one.contains("hid `/home/u/.")), "{output}");
        }
        assert_eq!(notes("cat: /home/u/.netrc-old: No such file or directory"), [""; 0]);
    }

    #[test]
    fn a_network_that_was_not_there_is_said_where_the_output_reports_it() {
        for output in [
            "curl: (6) Could not resolve host: example.com",
            "npm error code EAI_AGAIN",
            "ping: connect: Network is unreachable",
            "dial tcp: lookup proxy.golang.org: no such host",
        ] {
            assert!(matches!(notes(output).as_slice(), [one] if one.contains("had no network")), "{output}");
        }
        assert_eq!(notes("2 tests failed"), [""; 0]);
    }
}
