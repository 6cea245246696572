//! Where an installation looks: the user's home, the project, the system, the variables, the programs.
//!
//! Owns the search on the `PATH`. Knows no agent.

use std::collections::BTreeMap;
use std::env;
use std::ffi::OsString;
use std::path::{Path, PathBuf};

use super::system::System;
use crate::repository;
use crate::system::files::is_program;
use crate::system::home::users_home;
use crate::system::paths::program_files;

/// For whom the hook is installed.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub(crate) enum Scope {
    /// For the user, in every project.
    User,
    /// For everybody in this project.
    Project,
    /// For every user of the machine; no settings of a user or a project can switch it off.
    Managed,
}

impl Scope {
    /// Every scope, the nearest first.
    pub(crate) const ALL: [Self; 3] = [Self::User, Self::Project, Self::Managed];

    /// Its name on the command line and in JSON.
    pub(crate) const fn name(self) -> &'static str {
        match self {
            Self::User => "user",
            Self::Project => "project",
            Self::Managed => "managed",
        }
    }
}

/// The places of this process.
#[derive(Clone, Debug)]
pub(crate) struct Surroundings {
    /// The user's home directory.
    pub(crate) home: PathBuf,
    /// The top of the project: the repository's, else the working directory.
    pub(crate) project: PathBuf,
    /// The system.
    pub(crate) system: System,
    /// The directory in which `/etc` lies.
    pub(crate) root: PathBuf,
    /// This program, at the path that is written into the files.
    pub(crate) shellgate: PathBuf,
    /// The environment.
    pub(crate) variables: BTreeMap<OsString, OsString>,
}

impl Surroundings {
    /// Those of this process, in the project around `directory`. None without a home or a path of this program.
    pub(crate) fn of_this_process(directory: &Path) -> Option<Self> {
        let project = repository::top_of_work_tree(directory).unwrap_or(directory);
        let home = users_home()?;
        let variables: BTreeMap<_, _> = env::vars_os().collect();
        let mut found = Self {
            home,
            project: project.to_owned(),
            system: System::HERE,
            root: PathBuf::from("/"),
            shellgate: PathBuf::new(),
            variables,
        };
        let executable = env::current_exe().ok()?;
        found.shellgate = found.stable_path(&executable);
        Some(found)
    }

    /// The path of `executable` on the `PATH` if it is there, perhaps as a link: that path stays when a newer version is
    /// installed. Else `executable` itself.
    fn stable_path(&self, executable: &Path) -> PathBuf {
        let on_path = executable.file_name().and_then(|name| self.program(&name.to_string_lossy()));
        on_path
            .filter(|path| path.canonicalize().ok() == executable.canonicalize().ok())
            .unwrap_or_else(|| executable.to_owned())
    }

    /// The absolute path that a variable holds.
    pub(super) fn path(&self, variable: &str) -> Option<PathBuf> {
        let value = self.variables.get(OsString::from(variable).as_os_str())?;
        Some(PathBuf::from(value)).filter(|path| path.is_absolute())
    }

    /// The directory that `variable` names, else `default` in the home.
    pub(crate) fn directory(&self, variable: &str, default: &str) -> PathBuf {
        self.path(variable).unwrap_or_else(|| self.home.join(default))
    }

    /// The program of this name, as a shell would find it on an absolute `PATH`.
    pub(super) fn program(&self, name: &str) -> Option<PathBuf> {
        let path = self.variables.get(OsString::from("PATH").as_os_str())?;
        let files = program_files(name);
        let places = env::split_paths(path).filter(|place| place.is_absolute());
        places
            .flat_map(|place| files.iter().map(move |file| place.join(file)).collect::<Vec<_>>())
            .find(|it| is_program(it))
    }
}
