//! Makes a request to the core from arguments: the command, the location, the settings.
//!
//! Owns the way from arguments to a request. Wrong arguments are reported before anything is decided.

use std::ffi::OsString;
use std::io::{self, Read};
use std::path::{Path, PathBuf};

use policy_core::policy::EngineChoice;
use policy_core::visible::line;
use policy_core::{Dialect, Policy, Request, Verdict};

use super::arguments::{LocationArguments, Settings};
use super::failure::Failure;
use super::{draw, terminal};
use crate::consult;
use crate::settings;
use crate::settings::Lookup;
use crate::shell;
use crate::system::home::users_home;
use crate::system::paths::native;

/// Longest command that is read from standard input, in bytes; more than the core allows anything for.
pub(crate) const COMMAND_BYTES_MAX: usize = 1024 * 1024;

/// Where the command would run, and for whom.
#[derive(Debug)]
pub(crate) struct Location {
    /// Absolute, without symbolic links.
    pub(crate) cwd: String,
    pub(crate) home: Option<String>,
    pub(crate) shell: Dialect,
    pub(crate) tool: String,
}

impl Location {
    pub(crate) fn of(place: &LocationArguments) -> Result<Self, Failure> {
        if place.tool.as_ref().is_some_and(|tool| tool.trim().is_empty()) {
            return Err(Failure::usage(
                "`--tool` is empty",
                "name the tool that your rules name, such as `Bash`",
            ));
        }
        let cwd = directory(place.cwd.as_deref())?;
        let of_tool = place.tool.as_deref().map(Dialect::of_tool).filter(|shell| *shell != Dialect::Bash);
        let shell = match place.shell.map(Into::into).or(of_tool) {
            Some(shell) => shell,
            None => own_shell(&cwd)?,
        };
        let tool = place.tool.clone().unwrap_or_else(|| shell.tool().to_owned());
        Ok(Self { shell, cwd, home: home(), tool })
    }

    pub(crate) fn request<'a>(&'a self, command: &'a str) -> Request<'a> {
        Request {
            tool: &self.tool,
            cwd: Some(&self.cwd),
            home: self.home.as_deref(),
            shell: self.shell,
            ..Request::new(command)
        }
    }

    /// The settings that decide here. What is probably not meant in them is said on standard error.
    pub(crate) fn policy(&self, asked: &Settings) -> Result<Policy, Failure> {
        let policy = self.quiet_policy(asked)?;
        if !policy.warnings.is_empty() {
            let colour = terminal::colour_of_messages();
            terminal::message(&draw::policy_warnings(&policy.warnings, &policy.sources, colour));
        }
        Ok(policy)
    }

    /// The same, for those who show the warnings themselves.
    pub(crate) fn quiet_policy(&self, asked: &Settings) -> Result<Policy, Failure> {
        let found = settings::find(&self.lookup(asked))?;
        let policy = settings::policy(&found, asked.mode, asked.profile).and_then(|mut policy| {
            match &asked.engine {
                Some(engine) => (policy.engine, policy.engine_place) = (engine.clone(), None),
                None => settings::refuse_module_of_project(&policy)?,
            }
            Ok(policy)
        });
        policy.map_err(|errors| Failure::Policy(errors, found.sources))
    }

    /// What is left of the settings when some files cannot be used: the others, decided by the linked core. Less is
    /// denied with them than was meant, so they only serve to find out what is denied all the same.
    pub(crate) fn usable_policy(&self, asked: &Settings) -> Policy {
        let mut found = settings::readable(&self.lookup(asked));
        found.sources.retain(|source| Policy::from_sources(std::slice::from_ref(source)).is_ok());
        let policy = settings::policy(&found, asked.mode, asked.profile).unwrap_or_default();
        Policy { engine: EngineChoice::default(), engine_place: None, ..policy }
    }

    /// The warnings about `policy` that nobody saw in this session of an agent, in one line.
    pub(crate) fn unseen_warnings(&self, policy: &Policy, session: &str) -> Option<String> {
        let home = self.home.as_deref().map(Path::new);
        let unseen = settings::warned::unseen(&policy.warnings, session, home);
        let texts = unseen.iter().map(|warning| format!("{warning} ({})", warning.help)).collect::<Vec<_>>();
        (!texts.is_empty()).then(|| format!("shellgate: in the settings: {}", texts.join("; ")))
    }

    /// What the settings of a project loosen, if they take part in `verdict` and nobody was told before.
    pub(crate) fn announcement(&self, verdict: &Verdict, policy: &Policy) -> Option<String> {
        let home = self.home.as_deref().map(Path::new);
        let announced = settings::announce::announcements(verdict, policy, Path::new(&self.cwd), home);
        let texts = announced.iter().map(draw::announcement).collect::<Vec<_>>();
        (!texts.is_empty()).then(|| texts.join("; "))
    }

    /// The hooks that the settings of a project name and that do not run, if nobody was told before.
    pub(crate) fn untrusted_hooks(&self, policy: &Policy) -> Option<String> {
        let home = self.home.as_deref().map(Path::new);
        let hooks = consult::untrusted(policy, home);
        let hooks = hooks.into_iter().map(|hook| (&*hook.place.file, hook.command.as_ref()));
        let unseen = settings::announce::unseen_hooks(hooks, Path::new(&self.cwd), home);
        let texts = unseen.iter().map(|(file, hooks)| {
            let hooks = hooks.iter().map(|hook| format!("`{}`", line(hook))).collect::<Vec<_>>().join(", ");
            format!(
                "`{}` names hooks that do not run, because you do not trust it with that: {hooks} (add the directory of the \
                 project to `trustedHooks` in `~/.claude/settings.json` to run them)",
                line(file)
            )
        });
        let texts = texts.collect::<Vec<_>>();
        (!texts.is_empty()).then(|| texts.join("; "))
    }

    /// Tells the person.
    pub(crate) fn announce(&self, verdict: &Verdict, policy: &Policy) {
        for text in [self.announcement(verdict, policy), self.untrusted_hooks(policy)].into_iter().flatten() {
            terminal::message(&format!("shellgate: {text}"));
        }
    }

    pub(crate) fn lookup<'a>(&'a self, asked: &'a Settings) -> Lookup<'a> {
        Lookup {
            files: &asked.policy,
            none: asked.no_policy,
            cwd: Path::new(&self.cwd),
            home: self.home.as_deref().map(Path::new),
        }
    }
}

/// The command line that was given: one word, several joined by a blank, or standard input for `-`.
pub(crate) fn command(words: &[OsString]) -> Result<String, Failure> {
    let command = match words {
        [only] if only == "-" => from_input(io::stdin().lock())?,
        words => joined(words)?,
    };
    if command.trim().is_empty() {
        return Err(Failure::usage(
            "the command is empty",
            "give a command line, such as `shellgate check 'git status'`",
        ));
    }
    if let Some(at) = command.find('\0') {
        return Err(Failure::usage(
            format!("the command holds a NUL character at byte {at}"),
            "remove it: no text after it would reach a program",
        ));
    }
    Ok(command)
}

fn joined(words: &[OsString]) -> Result<String, Failure> {
    let texts = words.iter().enumerate().map(|(index, word)| {
        word.to_str().ok_or_else(|| {
            let at = word.to_string_lossy().find(char::REPLACEMENT_CHARACTER).unwrap_or(0);
            Failure::usage(
                format!("word {} of the command is not valid UTF-8 at byte {at}", index + 1),
                "write the command in UTF-8",
            )
        })
    });
    Ok(texts.collect::<Result<Vec<_>, _>>()?.join(" "))
}

/// All of `input` but the line break at its end, which comes from the tool that wrote it.
fn from_input(input: impl Read) -> Result<String, Failure> {
    let mut bytes = Vec::new();
    input.take(COMMAND_BYTES_MAX as u64 + 1).read_to_end(&mut bytes).map_err(|error| {
        Failure::usage(
            format!("the command on standard input cannot be read: {error}"),
            "send it as text, such as `shellgate check - < command.txt`",
        )
    })?;
    if bytes.len() > COMMAND_BYTES_MAX {
        return Err(Failure::usage(
            "the command on standard input is longer than 1 MiB",
            "put it into a script, and pass the command that runs the script",
        ));
    }
    let mut command = String::from_utf8(bytes).map_err(|error| {
        Failure::usage(
            format!(
                "the command on standard input is not valid UTF-8 at byte {}",
                error.utf8_error().valid_up_to()
            ),
            "write the command in UTF-8",
        )
    })?;
    if command.ends_with('\n') {
        command.pop();
    }
    Ok(command)
}

/// The directory as the command itself would see it: absolute, links followed.
fn directory(asked: Option<&Path>) -> Result<String, Failure> {
    let path = match asked {
        Some(path) => dunce::canonicalize(path.to_str().map_or_else(|| path.to_owned(), native))
            .and_then(|path| if path.is_dir() { Ok(path) } else { Err(io::ErrorKind::NotADirectory.into()) }),
        None => std::env::current_dir(),
    };
    let path = path.map_err(|error| match asked {
        Some(asked) => Failure::usage(
            format!("the directory `{}` cannot be used: {error}", asked.display()),
            "name an existing directory with `--cwd`, or omit it to use the working directory",
        ),
        None => Failure::usage(
            format!("the working directory cannot be found: {error}"),
            "change to an existing directory, or name one with `--cwd DIR`",
        ),
    })?;
    path.into_os_string().into_string().map_err(|path| {
        Failure::usage(
            format!("the directory `{}` has a name that is not valid UTF-8", PathBuf::from(path).display()),
            "rules are text and cannot match it; work in another directory",
        )
    })
}

/// The shell that commands are run with here; bash, where there is none to run them with.
fn own_shell(cwd: &str) -> Result<Dialect, Failure> {
    let environment = std::env::vars_os().collect::<Vec<_>>();
    match shell::selected(&environment, Some(Path::new(cwd)), None) {
        Ok(selected) => Ok(selected.shell.into()),
        Err(error) if error.is_none_there() => Ok(Dialect::default()),
        Err(error) => Err(Failure::usage(error.to_string(), "")),
    }
}

/// The user's home directory, when it is known and absolute.
fn home() -> Option<String> {
    users_home()?.into_os_string().into_string().ok()
}
