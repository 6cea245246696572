//! Distinct commands of a log with their number: each is decided once.

use alloc::collections::BTreeMap;
use alloc::string::String;
use alloc::vec::Vec;

use crate::paths::lexical::is_absolute;
use crate::request::{Facts, Mode, Request};
use crate::script::Dialect;

/// One call of a log.
#[derive(Clone, Copy, Debug, Default)]
pub struct Call<'c> {
    /// The tool, as rules name it; that of the shell, if there is none.
    pub tool: Option<&'c str>,
    /// The command, the URL or the query.
    pub command: &'c str,
    /// The directory. One that is not absolute counts as unknown.
    pub cwd: Option<&'c str>,
    /// The shell; that of the tool, if there is none.
    pub shell: Option<Dialect>,
    /// The permission mode of that moment, if the log says it.
    pub mode: Option<Mode>,
}

/// A distinct command, and how often it was asked about.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Asked {
    /// The tool, as rules name it.
    pub tool: String,
    /// The command, the URL or the query.
    pub command: String,
    /// The directory, if known.
    pub cwd: Option<String>,
    /// The home directory of whoever asks, if known.
    pub home: Option<String>,
    /// The shell that would read it.
    pub shell: Dialect,
    /// The mode that decides in place of the policy's own. None for the mode `default`: in it an agent leaves the mode to the
    /// settings.
    pub mode: Option<Mode>,
    /// How many calls there were.
    pub count: u64,
}

impl Asked {
    /// What `call` asks, once, of somebody with this home directory. What a log does not say, and what says nothing, is as an
    /// agent has it without: the tool of the shell, no directory that is not absolute, no mode that is the default.
    pub fn of(call: &Call<'_>, home: Option<&str>) -> Self {
        let shell = call.shell.unwrap_or_else(|| call.tool.map_or(Dialect::Bash, Dialect::of_tool));
        Self {
            tool: call.tool.unwrap_or(shell.tool()).into(),
            command: call.command.into(),
            cwd: call.cwd.filter(|cwd| is_absolute(cwd)).map(String::from),
            home: home.map(String::from),
            shell,
            mode: call.mode.filter(|mode| *mode != Mode::Default),
            count: 1,
        }
    }

    /// The request to the core on a plain disk: no path is a link, and the directory is no bare repository. A log has no
    /// disk to look at.
    pub fn request(&self) -> Request<'_> {
        Request {
            tool: &self.tool,
            command: &self.command,
            cwd: self.cwd.as_deref(),
            home: self.home.as_deref(),
            shell: self.shell,
            facts: Facts { no_links: true, bare_repository: Some(false), ..Facts::default() },
        }
    }
}

/// What tells two commands apart: the command, the tool, the directory, the shell, the mode.
type Key = (String, String, Option<String>, &'static str, Option<Mode>);

/// Collects the calls of logs, in memory for the distinct ones.
#[derive(Clone, Debug, Default)]
pub struct Log {
    home: Option<String>,
    found: BTreeMap<Key, (Dialect, u64)>,
    calls: u64,
}

impl Log {
    /// An empty log of somebody with this home directory.
    pub fn new(home: Option<&str>) -> Self {
        Self { home: home.map(String::from), ..Self::default() }
    }

    /// Counts one call.
    pub fn add(&mut self, call: &Call<'_>) {
        let Asked { command, tool, cwd, shell, mode, .. } = Asked::of(call, None);
        let key = (command, tool, cwd, shell.shell().name, mode);
        self.found.entry(key).or_insert((shell, 0)).1 += 1;
        self.calls += 1;
    }

    /// How many calls were counted.
    pub const fn calls(&self) -> u64 {
        self.calls
    }

    /// The distinct commands, by text.
    pub fn distinct(self) -> Vec<Asked> {
        let Self { home, found, .. } = self;
        let asked = found.into_iter().map(|((command, tool, cwd, _, mode), (shell, count))| Asked {
            tool,
            command,
            cwd,
            home: home.clone(),
            shell,
            mode,
            count,
        });
        asked.collect()
    }
}
