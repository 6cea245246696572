//! The text of a profile.
//!
//! Owns the rules and their order. The last rule that fits counts, so what is granted comes before what is denied of it.
//! Rules without a filter come first: some take such a rule for the default of its operation, wherever it is. A path
//! is compared after links were followed, as the disk spells it, and never by its file: a second name of a file is
//! another path, so links are granted and denied like writes.
//!
//! Nothing is granted in the directories for temporary files that all programs share: what others have there, or `xcrun`
//! takes a program's place from, would be writable too. The shells get a directory of the run by their variables.

use std::fmt::Write as _;
use std::path::{Component, Path, PathBuf};

use policy_core::paths::protected::Extent;

use super::pattern::{any_case, beneath, components, exactly, path, quoted, regex};
use crate::sandbox::existing_paths::git_directories;
use crate::sandbox::protected_names::{enforced, git_names, rests_behind};
use crate::sandbox::{Network, SandboxRequest};

/// Rules that every program needs, and that reach no process outside. A program that runs with its owner's rights is
/// refused by the kernel itself.
const BASE: &str = "(version 1)
(deny default)
(allow process-exec)
(allow process-fork)
(allow sysctl-read)
(allow file-read*)
(allow ipc-posix-sem)
(allow pseudo-tty)
(allow user-preference-read)
";

/// The same with filters. Typing on a terminal, and reading what its user types, takes opening it: only the terminals
/// that a command makes itself can be opened.
const FILTERED: &str = "(allow signal (target same-sandbox))
(allow process-info* (target same-sandbox))
(allow sysctl-write (sysctl-name \"kern.grade_cputype\") (sysctl-name \"kern.tcsm_enable\"))
(allow ipc-posix-shm-read* (ipc-posix-name-prefix \"apple.cfprefs.\"))
(allow mach-lookup
  (global-name \"com.apple.PowerManagement.control\")
  (global-name \"com.apple.bsd.dirhelper\")
  (global-name \"com.apple.cfprefsd.agent\")
  (global-name \"com.apple.cfprefsd.daemon\")
  (global-name \"com.apple.logd\")
  (global-name \"com.apple.system.logger\")
  (global-name \"com.apple.system.notification_center\")
  (global-name \"com.apple.system.opendirectoryd.libinfo\")
  (global-name \"com.apple.system.opendirectoryd.membership\"))
(allow file-write-data file-ioctl (require-all (vnode-type CHARACTER-DEVICE)
  (require-any (literal \"/dev/null\") (literal \"/dev/zero\") (literal \"/dev/dtracehelper\"))))
(allow file-write-data (regex #\"^/dev/fd/[0-9]+$\"))
(deny file-read* file-write* file-ioctl (regex #\"^/dev/(tty|cu[.])\"))
(allow file-write* file-ioctl (literal \"/dev/ptmx\"))
(allow file-read* file-write* file-ioctl
  (require-all (regex #\"^/dev/ttys[0-9]+$\") (extension \"com.apple.sandbox.pty\")))
";

/// What a program needs that reaches every host: names, certificates, routes. The service for certificates fetches what a
/// certificate names, so no run has it whose network is bounded.
const HOST: &str = "(allow mach-lookup
  (global-name \"com.apple.SystemConfiguration.DNSConfiguration\")
  (global-name \"com.apple.SystemConfiguration.configd\")
  (global-name \"com.apple.trustd.agent\"))
(allow system-socket (require-all (socket-domain AF_SYSTEM) (socket-protocol 2)))
";

/// The socket by which names are resolved.
const NAMES: &str = "/private/var/run/mDNSResponder";

/// The names that make a directory a git directory.
const SHAPE: [&str; 3] = ["HEAD", "objects", "refs"];

/// What was found on the machine for a profile.
#[derive(Clone, Debug, Default)]
pub struct Ways {
    /// The port of the runner's proxy on the loopback interface.
    pub proxy: Option<u16>,
    /// The git directories in the writable paths that have another name than `.git`.
    pub repositories: Vec<PathBuf>,
}

impl Ways {
    /// What is found in the writable paths of `request`, with the proxy at `proxy`.
    pub fn of(request: &SandboxRequest, proxy: Option<u16>) -> Self {
        let repositories = request.writable.iter().flat_map(|root| git_directories(root));
        Self { proxy, repositories: repositories.collect() }
    }
}

/// The profile for `request`, whose paths have every link followed (`/tmp` is one on macOS).
pub fn profile(request: &SandboxRequest, ways: &Ways) -> String {
    let mut text = Text(BASE.to_owned());
    if request.network == Network::Host {
        text.0.push_str("(allow network*)\n");
    }
    text.0.push_str(FILTERED);
    let roots = request.writable.iter().chain(&request.temp).map(PathBuf::as_path).collect::<Vec<_>>();
    let holds_temp = |hidden: &&PathBuf| request.temp.as_ref().is_some_and(|temp| temp.starts_with(hidden));
    for hidden in request.hidden.iter().filter(holds_temp) {
        text.deny_beneath("file-read* file-write*", hidden);
    }
    for root in &roots {
        text.rule("allow file-write* file-link file-clone", &format!("(subpath {})", path(root)));
    }
    if let Some(temp) = &request.temp {
        text.rule("allow file-read*", &format!("(subpath {})", path(temp)));
    }
    for closed in &request.closed {
        text.deny_beneath("file-write* file-link", closed);
    }
    for root in &roots {
        names(&mut text, root, request);
    }
    for approved in &request.approved {
        text.rule("allow file-write* file-link", &format!("(subpath {})", path(approved)));
    }
    let mut stay = Vec::new();
    let kept = [&request.read_only_inside, &request.kept_links, &request.kept_missing];
    for kept in kept.into_iter().flatten() {
        text.deny_beneath("file-write* file-link", kept);
        stay.push(kept.as_path());
    }
    for repository in &ways.repositories {
        let inside = any_case(&repository.to_string_lossy());
        text.rule("deny file-write* file-link", &regex(&format!("^{inside}/{}(/|$)", git_obeyed())));
        for shape in SHAPE {
            text.rule("deny file-write-create file-write-unlink", &regex(&exactly(&repository.join(shape))));
        }
        text.rule("deny file-write-unlink", &regex(&exactly(repository)));
        stay.push(repository);
    }
    let denied = request.deny_read.iter().chain(&request.deny_read_later);
    for denied in denied.chain(request.hidden.iter().filter(|hidden| !holds_temp(hidden))) {
        text.deny_beneath("file-read* file-write* file-link file-clone", denied);
        stay.push(denied);
    }
    // A renamed directory would take what is denied in it along, and leave its name to another one.
    let mut around = stay.iter().flat_map(|path| path.ancestors().skip(1)).collect::<Vec<_>>();
    around.retain(|ancestor| roots.iter().any(|root| ancestor.starts_with(root)));
    around.extend(&roots);
    around.sort_unstable();
    around.dedup();
    for ancestor in around {
        text.rule("deny file-write-unlink", &regex(&exactly(ancestor)));
    }
    network(&mut text, request, ways);
    text.0
}

/// The profile for `request` as it applies to what is on the disk, for a command that starts in `cwd`.
pub fn on_disk(request: &SandboxRequest, cwd: &Path, temp: Option<PathBuf>, proxy: Option<u16>) -> String {
    let (found, _) = request.as_found(cwd, temp);
    profile(&found, &Ways::of(&found, proxy))
}

/// The rules about networks and sockets.
fn network(text: &mut Text, request: &SandboxRequest, ways: &Ways) {
    match (request.network, ways.proxy) {
        // This system has one loopback for all programs, so a run cannot have its own.
        (Network::None | Network::Loopback, _) | (Network::Proxied, None) => {}
        (Network::Proxied, Some(port)) => {
            text.rule(
                "allow network-outbound",
                &format!("(remote ip {})", quoted(&format!("localhost:{port}"))),
            );
        }
        (Network::Host, _) => text.0.push_str(HOST),
    }
    if request.unix_sockets {
        text.rule("allow network-outbound", "(remote unix-socket)");
        return;
    }
    if request.network == Network::Host {
        text.rule("deny network-outbound", "(remote unix-socket)");
        text.rule("allow network-outbound", &format!("(literal {})", quoted(NAMES)));
    }
    for socket in &request.allowed_sockets {
        text.rule("allow network-outbound", &format!("(remote unix-socket (path-literal {}))", path(socket)));
    }
    if let Some(temp) = request.temp.as_ref().filter(|_| !request.allowed_sockets.is_empty()) {
        let own = format!("unix-socket (subpath {})", path(temp));
        text.rule("allow network-bind", &format!("(local {own})"));
        text.rule("allow network-outbound", &format!("(remote {own})"));
        // Somebody else's socket would be the run's own there.
        for root in &request.writable {
            let sockets = format!("(require-all (vnode-type SOCKET) (subpath {}))", path(root));
            text.rule("deny file-write-unlink file-link", &sockets);
        }
    }
}

/// The rules about the names in `root` that may not be written, there or not.
fn names(text: &mut Text, root: &Path, request: &SandboxRequest) {
    let own = root.components().map(Component::as_os_str).collect::<Vec<_>>();
    let at = format!("^{}/", any_case(&root.to_string_lossy()));
    let mut holders = Vec::new();
    for row in enforced() {
        let count = row.components().count();
        let end = if row.extent == Extent::Directory { "(/|$)" } else { "$" };
        let deny = "deny file-write* file-link";
        text.rule(deny, &regex(&format!("{at}(.*/)?{}{end}", components(row, count))));
        for (_, rest) in rests_behind(row, &own) {
            text.rule(deny, &regex(&format!("{at}{}{end}", any_case(&rest.to_string_lossy()))));
        }
        // With the beginning of a longer name what is in it would get another name, and could be written. `Library` is too
        // common a name to be kept; the search before a run finds the one that is obeyed.
        let beginnings = (1..count).filter(|_| row.name.starts_with('.'));
        holders.extend(beginnings.map(|count| format!("{at}(.*/)?{}$", components(row, count))));
    }
    holders.sort();
    holders.dedup();
    for holder in holders {
        text.rule("deny file-write-unlink", &regex(&holder));
    }
    for obeyed in &request.obeyed_in_work_trees {
        let pattern = format!("{at}(.*/)?{}(/|$)", any_case(&obeyed.to_string_lossy()));
        text.rule("deny file-write* file-link", &regex(&pattern));
    }
    git(text, &at);
}

/// The rules about git directories beneath the place `at`. Whether a directory is new cannot be known here, so none can be
/// made: neither `.git` nor what makes another directory one.
fn git(text: &mut Text, at: &str) {
    let git = format!("{at}(.*/)?{}", any_case(".git"));
    text.rule("deny file-write* file-link", &regex(&format!("{git}$")));
    text.rule("deny file-write* file-link", &regex(&format!("{git}/{}(/|$)", git_obeyed())));
    // Where git itself keeps a `HEAD`. Elsewhere it would make a directory a repository.
    let head = any_case("HEAD");
    let homes = "(logs/|(logs/)?refs/remotes/[^/]+/|worktrees/[^/]+/(logs/)?|modules/(.*/)?)?";
    text.rule(
        "deny file-write-create file-link",
        &format!(
            "(require-all {} (require-not {}))",
            regex(&format!("{at}(.*/)?{head}$")),
            regex(&format!("{git}/{homes}{head}$"))
        ),
    );
    // Moved out of the git directory they would be the beginning of another one.
    let holders =
        "(logs|(logs/)?refs|(logs/)?refs/remotes(/[^/]+)?|worktrees(/[^/]+(/logs)?)?|modules(/.*)?)";
    text.rule(
        "deny file-write-unlink",
        &format!("(require-all (vnode-type DIRECTORY) {})", regex(&format!("{git}/{holders}$"))),
    );
}

/// What git obeys in a git directory, in that of a submodule and in that of a linked work tree.
fn git_obeyed() -> String {
    let names = git_names().map(any_case).collect::<Vec<_>>().join("|");
    format!("(modules/(.*/)?|worktrees/[^/]+/)?({names})")
}

/// The rules so far.
struct Text(String);

impl Text {
    fn rule(&mut self, operations: &str, filter: &str) {
        // Writing to a string does not fail.
        let _ = writeln!(self.0, "({operations} {filter})");
    }

    /// Denies `operations` on `path` and all beneath it, in every case of its letters: what is missing can be made in
    /// another one.
    fn deny_beneath(&mut self, operations: &str, path: &Path) {
        self.rule(&format!("deny {operations}"), &regex(&beneath(path)));
    }
}
