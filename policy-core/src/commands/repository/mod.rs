//! The programs that git can start because the settings of a repository name them: by setting and sub-command, and how
//! to switch each off.
//!
//! Owns the question whether the settings of a repository can affect a git command. A host reads the settings and sends
//! their names. Reads no file and decides nothing; [`acts`] has the data.

mod acts;
mod options;

#[cfg(test)]
mod tests;

use alloc::format;
use alloc::string::String;
use alloc::vec::Vec;

use super::formats;
use super::{Arg, Role, Uses};
use crate::codes::Help;
use acts::{ACTS, Act, FETCHES, IN_SUBMODULES, Row, TRANSPORTS, When};

/// The name that stands for settings which could not be read.
pub const UNREADABLE: &str = "*";
/// The text before the name of a hook that git would run.
pub const HOOKS: &str = "hooks/";
/// The only hook that a command which does not mean to change anything can run (githooks(5)): git runs it whenever it
/// has written the index, and `git status` and `git diff` write a refreshed one.
pub const INDEX_HOOK: &str = "post-index-change";
/// The text before the name of a setting of a repository inside the repository.
pub const SUBMODULES: &str = "submodules/";

/// A setting that can start a program in this command.
#[derive(Debug, PartialEq, Eq)]
pub struct Armed<'n> {
    /// Its name, as the host gave it.
    pub name: &'n str,
    /// What switches it off for one command, and else what to do.
    pub help: Help,
}

impl Armed<'_> {
    /// What is wrong, in one line without a full stop.
    pub fn message(&self) -> String {
        // What the host names comes from a file that anybody may have written.
        let shown = |name: &str| -> String {
            name.chars().map(|c| if c.is_control() || c == '`' { '\u{fffd}' } else { c }).collect()
        };
        if self.name == UNREADABLE {
            return "some settings of this repository cannot be read, and they could make git start a program"
                .into();
        }
        if let Some(name) = self.name.strip_prefix(SUBMODULES) {
            return format!(
                "the setting `{}` of a repository in this one can make git start a program",
                shown(name)
            );
        }
        if let Some(name) = self.name.strip_prefix(HOOKS) {
            return format!("git would run the hook `{}` of this repository", shown(name));
        }
        format!("the setting `{}` of this repository can make git start a program", shown(self.name))
    }
}

/// Whether a setting of a repository could make git start a program in some command that only reads.
///
/// `name` is the whole name, section and key in any case; `value` none for a name that is without one. A host lists
/// those for which this is true. Some are harmless by their value: `core.fsmonitor = true` is git's own monitor.
pub fn can_start(name: &str, value: Option<&str>) -> bool {
    let name = normal(name);
    let value = value.unwrap_or("true");
    let word = value.to_ascii_lowercase();
    let off = matches!(word.as_str(), "" | "false" | "no" | "off" | "0");
    let truth = off || matches!(word.as_str(), "true" | "yes" | "on" | "1");
    match name.split_once('.').unwrap_or((&name, "")) {
        ("core", "fsmonitor") => !truth,
        ("core", "pager") | ("pager", _) => !truth && value != "cat",
        ("log", "showsignature") => !off,
        ("log", "diffmerges") => matches!(word.as_str(), "remerge" | "r"),
        ("remote", key) if key.ends_with(".promisor") => !off,
        ("format", "pretty") | ("pretty", _) => formats::checks_signature(value),
        ("alias", "whatchanged") => true,
        ("branch" | "tag", "sort") => formats::sorts_by_signature(value),
        _ => ACTS.iter().flat_map(|act| act.settings).chain(TRANSPORTS).any(|pattern| fits(pattern, &name)),
    }
}

/// The first of `names`, which a host gave for the repository, that can start a program in this command.
pub(crate) fn armed<'n>(uses: &Uses, args: &[Arg<'_>], names: &[&'n str]) -> Option<Armed<'n>> {
    if names.is_empty() {
        return None;
    }
    let command = Command::new(uses, args);
    let fetches =
        names.iter().any(|name| FETCHES.settings.iter().any(|pattern| fits(pattern, &normal(name))));
    names.iter().find_map(|name| {
        if *name == UNREADABLE {
            return Some(Armed { name, help: Help::both(acts::READ) });
        }
        let (own, inside) = match name.strip_prefix(SUBMODULES) {
            Some(inner) => (inner, true),
            None => (*name, false),
        };
        let setting = normal(own);
        let reached = |act: &&&Act| {
            let listed = act.settings.iter().any(|pattern| fits(pattern, &setting));
            listed && if inside { command.reaches_inside(act) } else { command.reaches(act) }
        };
        if let Some(act) = ACTS.iter().find(reached) {
            return Some(Armed { name, help: act.help });
        }
        let transport = TRANSPORTS.iter().any(|pattern| fits(pattern, &setting));
        let own_command = setting.split_once('.').is_some_and(|(section, key)| match section {
            "pager" => command.is(key) && !command.is_off(&acts::PAGES),
            // git 2.51 lets an alias take the place of a command that is to go.
            "alias" => key == "whatchanged" && command.is(key),
            _ => false,
        });
        if own_command {
            return Some(Armed { name, help: acts::PAGES.help });
        }
        // What asks the remote in any case does so in submodules too.
        let fetched = transport && (uses.connects() || fetches && !inside && !command.is_off(FETCHES));
        fetched.then_some(Armed { name, help: FETCHES.help })
    })
}

/// A name with its section and its key in small letters; the text between them keeps its case (git-config(1)).
fn normal(name: &str) -> String {
    let first = name.find('.').unwrap_or(name.len());
    let last = name.rfind('.').unwrap_or(first).max(first);
    let part = |from: usize, to: usize| name.get(from..to).unwrap_or("");
    let mut normal = part(0, first).to_ascii_lowercase();
    normal.push_str(part(first, last));
    normal.push_str(&part(last, name.len()).to_ascii_lowercase());
    normal
}

/// Whether `name` is the setting `pattern`, in which `*` stands for any text: a driver may have no name at all.
fn fits(pattern: &str, name: &str) -> bool {
    match pattern.split_once('*') {
        None => pattern == name,
        Some((front, back)) => {
            name.len() >= front.len() + back.len() && name.starts_with(front) && name.ends_with(back)
        }
    }
}

/// One command of git, as its table reads it.
struct Command<'a, 's> {
    /// `status`, `stash show`; the program's own name without a sub-command.
    name: String,
    /// The options before the sub-command, with the values that follow them.
    global: Vec<&'s str>,
    /// The options after it, without values that follow them; of one not wholly known, what it begins with.
    options: Vec<&'s str>,
    clusters: bool,
    uses: &'a Uses,
}

impl<'a, 's> Command<'a, 's> {
    fn new(uses: &'a Uses, args: &[Arg<'s>]) -> Self {
        let role = |at: usize| uses.uses.get(at).map(|used| used.role);
        let words: Vec<&str> = args
            .iter()
            .enumerate()
            .filter_map(|(at, arg)| arg.text().filter(|_| role(at) == Some(Role::Subcommand)))
            .collect();
        let first = (0..args.len()).find(|at| role(*at) == Some(Role::Subcommand)).unwrap_or(args.len());
        let global = args.iter().take(first).skip(1).filter_map(Arg::text).collect();
        let options = args
            .iter()
            .enumerate()
            .skip(first)
            .filter(|(at, _)| matches!(role(*at), Some(Role::Flag | Role::OptionWithValue)))
            .map(|(_, arg)| arg.prefix())
            .collect();
        let program = uses.program.map_or("", |program| program.name);
        let name = if words.is_empty() { program.into() } else { words.join(" ") };
        Self { name, global, options, clusters: uses.form.is_some_and(|form| form.syntax.clusters), uses }
    }

    fn is(&self, sub: &str) -> bool {
        self.name.split(' ').next() == Some(sub)
            && self.uses.program.is_some_and(|program| program.name == "git")
    }

    /// Whether one of `spellings` is among the options after the sub-command; rather too often than too seldom.
    fn has(&self, spellings: &[&str]) -> bool {
        self.options.iter().any(|option| {
            let (name, _) = option.split_once('=').unwrap_or((option, ""));
            if option.starts_with("--") {
                return spellings.contains(&name);
            }
            spellings.iter().filter(|known| known.len() == 2).any(|known| {
                let letter = known.get(1..).unwrap_or("");
                option.starts_with(known) || self.clusters && option.contains(letter)
            })
        })
    }

    fn reaches(&self, act: &Act) -> bool {
        let here = |row: &Row| {
            (row.subs.is_empty() || row.subs.contains(&self.name.as_str())) && self.meets(row.when)
        };
        act.rows.iter().any(here) && !self.is_off(act)
    }

    /// Whether git does this in a repository inside the repository.
    fn reaches_inside(&self, act: &Act) -> bool {
        let looks = IN_SUBMODULES
            .iter()
            .any(|(looks, subs)| core::ptr::eq(*looks, act) && subs.contains(&self.name.as_str()));
        looks && !self.is_off_before(act) && !self.passes_over_submodules()
    }

    fn meets(&self, when: When) -> bool {
        match when {
            When::Always => true,
            When::With(options) => self.has(options),
            When::Unless(options) => !self.has(options),
            When::Shown { instead, all_the_same } => !self.has(instead) || self.has(all_the_same),
        }
    }

    /// Whether an option of the command switches it off.
    fn is_off(&self, act: &Act) -> bool {
        let is_deaf = acts::DEAF.contains(&self.name.as_str());
        !is_deaf && act.off.iter().any(|option| self.options.contains(option)) || self.is_off_before(act)
    }

    /// Whether something before the sub-command switches it off; that applies to the repositories inside too.
    fn is_off_before(&self, act: &Act) -> bool {
        if act.off_before.iter().any(|option| self.global.contains(option)) {
            return true;
        }
        let Some((setting, off)) = act.off_config else { return false };
        self.global.windows(2).any(|pair| match pair {
            ["-c", text] => {
                text.split_once('=').is_some_and(|(name, value)| normal(name) == setting && value == off)
            }
            _ => false,
        })
    }

    /// Whether git leaves the repositories inside alone; the last of the options counts.
    fn passes_over_submodules(&self) -> bool {
        let mut over = false;
        for option in &self.options {
            let Some(rest) = option.strip_prefix("--ignore-submodules") else {
                over &= *option != "--no-ignore-submodules";
                continue;
            };
            over = matches!(rest, "" | "=all" | "=dirty");
        }
        over
    }
}
