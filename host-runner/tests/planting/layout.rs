//! Random layouts: what is there before, and the scripts that change it.
//!
//! Owns the choices. Few names are used, so that operations meet; parts of repositories are made one by one and in any
//! order, because git needs only some of them.

use std::fmt::{self, Write as _};

use test_support::random::Random;

/// Directories that scripts work in.
const PLACES: &[&str] = &["a", "b", "x", "a/s", "w", "repo", "repo/sub", "deep/d/e", "."];

/// Settings by which git executes `$CANARY`.
const HARMFUL: &[&str] = &[
    "[core]\\n\\tfsmonitor = $CANARY\\n",
    "[core]\\n\\tfsmonitor = $CANARY\\n\\tbare = false\\n",
    "[filter \"f\"]\\n\\tclean = $CANARY\\n[core]\\n\\tfsmonitor = $CANARY\\n",
    "[include]\\n\\tpath = ../own.inc\\n",
    "[core]\\n\\thooksPath = ../own\\n",
];

/// What the repositories that are there before are configured to, none of which executes anything yet.
const CONFIGURATIONS: &[&str] = &[
    "",
    "[core]\\n\\thooksPath = tools/hooks\\n",
    "[core]\\n\\thooksPath = ../a/hooks\\n",
    "[include]\\n\\tpath = ../own.inc\\n",
    "[includeIf \"gitdir:**\"]\\n\\tpath = ../x/own.inc\\n",
    "[core]\\n\\tfsmonitor = tools/monitor\\n",
];

/// What is there before, and what changes it.
#[derive(Clone, Debug)]
pub(crate) struct Layout {
    /// The script that prepares the directory.
    pub(crate) before: String,
    /// The configuration of the user.
    pub(crate) user: &'static str,
    /// Each runs by itself.
    pub(crate) scripts: Vec<String>,
}

impl fmt::Display for Layout {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "before:\n{}user: {:?}\n", self.before, self.user)?;
        self.scripts.iter().try_for_each(|script| write!(f, "run:\n{script}"))
    }
}

impl Layout {
    /// A layout by the choices of `random`.
    pub(crate) fn random(random: &mut Random) -> Self {
        let user = random.text(&["", "[core]\n\thooksPath = .githooks\n"]);
        let mut before = prepared(random);
        let mut scripts = Vec::new();
        let mut steps = Vec::new();
        // Either parts that make a whole, in any order, or whatever comes.
        if random.one_in(2) {
            steps.extend(chain(random));
        }
        for _ in 0..=random.below(8) {
            let step = step(random);
            steps.insert(random.below(steps.len() + 1), step);
        }
        for _ in 0..random.below(steps.len()) {
            let (one, other) = (random.below(steps.len()), random.below(steps.len()));
            if random.one_in(3) {
                steps.swap(one, other);
            }
        }
        // What was there before can be a part as well, as far as it executes nothing by itself.
        if random.one_in(3) && !steps.is_empty() {
            let step = steps.remove(random.below(steps.len()));
            if !step.contains(".git") && !step.contains("git -C") && !step.contains("HEAD") {
                writeln!(before, "{step}").unwrap();
            }
        }
        let runs = 1 + random.below(3);
        let each = steps.len().div_ceil(runs).max(1);
        for steps in steps.chunks(each) {
            scripts.push(steps.iter().fold(String::new(), |script, step| script + step + "\n"));
        }
        Self { before, user, scripts }
    }
}

/// A repository or two, and directories that are in use.
fn prepared(random: &mut Random) -> String {
    let mut text =
        String::from("mkdir -p a/s b repo/sub deep/d\n: > a/file; : > b/file; : > repo/sub/file\n");
    for place in ["repo", ".", "deep/d"] {
        if random.one_in(2) {
            let configuration = random.text(CONFIGURATIONS);
            writeln!(text, "git init -q {place}; printf '{configuration}' >> {place}/.git/config").unwrap();
        }
    }
    if random.one_in(3) {
        text.push_str("printf '[include]\\n\\tpath = two.inc\\n' > own.inc\n");
    }
    if random.one_in(3) {
        text.push_str("ln -s ../a deep/link; ln -s b link\n");
    }
    if random.one_in(3) {
        // A shared repository without a head, as anybody can commit it.
        text.push_str("mkdir -p x/objects x/refs; : > x/objects/k; : > x/refs/k; ");
        text.push_str("printf '[core]\\n\\tfsmonitor = %s\\n' \"$CANARY\" > x/config\n");
    }
    text
}

/// The parts of a repository that a pointer leads to, with or without a directory that it shares.
fn chain(random: &mut Random) -> Vec<String> {
    let (tree, shared) = (random.text(&["a", "b", ".", "a/s", "deep/d/e"]), random.text(&["x", "w", "b"]));
    let up = if tree == "." { String::new() } else { "../".repeat(tree.matches('/').count() + 1) };
    let pointer = |target: &str, random: &mut Random| match random.below(4) {
        0 => format!("mkdir -p {tree}; ln -s {up}{target} {tree}/.git"),
        1 => format!(
            "mkdir -p {tree}; printf 'gitdir: {up}{target}\\n' > {tree}/named; ln -s named {tree}/.git"
        ),
        2 => format!(
            "mkdir -p {tree}; printf 'gitdir: {up}{target} \\n' > {tree}/.git; ln -s {shared} '{shared} '"
        ),
        _ => format!("mkdir -p {tree}; printf 'gitdir: {up}{target}\\n' > {tree}/.git"),
    };
    let mut steps = vec![
        format!("mkdir -p {shared}/objects"),
        format!("mkdir -p {shared}/refs"),
        if random.one_in(2) { write_config(random, shared) } else { write_hook(random, shared) },
    ];
    if random.one_in(3) {
        steps.push(format!("printf 'ref: refs/heads/main\\n' > {shared}/HEAD"));
        steps.push(pointer(shared, random));
    } else {
        let own = random.text(&["worktrees/w", "own"]);
        let back = if own == "own" { ".." } else { "../.." };
        steps.push(format!(
            "mkdir -p {shared}/{own}; printf 'ref: refs/heads/main\\n' > {shared}/{own}/HEAD; printf '{back}\\n' > {shared}/{own}/commondir"
        ));
        steps.push(pointer(&format!("{shared}/{own}"), random));
    }
    steps
}

fn write_config(random: &mut Random, place: &str) -> String {
    let (setting, name) = (random.text(HARMFUL), random.text(&["config", "config", "config.worktree"]));
    let setting = setting.replace("$CANARY", "%s");
    let arguments = "\"$CANARY\" ".repeat(setting.matches("%s").count());
    format!("mkdir -p {place}; printf '{setting}' {arguments}> {place}/{name}")
}

fn write_hook(random: &mut Random, place: &str) -> String {
    let name = random.text(&["pre-commit", "post-checkout", "post-index-change"]);
    format!("mkdir -p {place}/hooks; cp \"$CANARY\" {place}/hooks/{name}")
}

/// One operation.
fn step(random: &mut Random) -> String {
    let (one, other) = (random.text(PLACES), random.text(PLACES));
    let name = random.text(&["HEAD", "objects", "refs", "config", "hooks", ".git", "commondir", "gitdir"]);
    match random.below(22) {
        0 => format!("mkdir -p {one}/{name}"),
        1 => write_config(random, &format!("{one}/.git")),
        2 => write_config(random, one),
        3 => write_hook(random, &format!("{one}/.git")),
        4 => write_hook(random, one),
        5 => format!("printf 'ref: refs/heads/main\\n' > {one}/HEAD"),
        6 => format!("printf '../{other}\\n' > {one}/commondir"),
        7 => format!("printf 'gitdir: ../{other}\\n' > {one}/.git"),
        8 => format!("ln -sfn ../{other} {one}/{name}"),
        9 => format!("mkdir -p new; mv -T {one} new/{name}; mv -T {other} {one}"),
        10 => format!("mv -T --exchange {one} {other}"),
        11 => format!("rm -rf {one}; ln -s {other} {one}"),
        12 => format!("chmod {} {one}/{name}", random.text(&["000", "555", "755", "644", "311"])),
        13 => format!("rm -rf {one}/{name}"),
        14 => format!("ln {one}/config {other}/config; ln {one}/HEAD {other}/HEAD"),
        15 => format!("cp -r {one}/. {other}"),
        16 => format!("git init -q {one}; git -C {one} config core.fsmonitor \"$CANARY\""),
        17 => format!(
            "mkdir -p {one}/tools/hooks; cp \"$CANARY\" {one}/tools/hooks/pre-commit; cp \"$CANARY\" {one}/tools/monitor"
        ),
        18 => {
            let file = random.text(&["own.inc", "two.inc", "x/own.inc"]);
            format!("mkdir -p {one}/x; printf '[core]\\n\\tfsmonitor = %s\\n' \"$CANARY\" > {one}/{file}")
        }
        19 => format!("mkdir -p {one}/.githooks; cp \"$CANARY\" {one}/.githooks/pre-commit"),
        20 => format!("mkdir -p {one}; mv {one}/.git {other}/.git"),
        _ => format!("mkdir -p {one}; mkfifo {one}/{name}"),
    }
}
