//! Where each tool keeps its policy.
//!
//! Owns the table of the files, those that count more after those that count less. Reads directories, no files.

use std::fs;
use std::path::{Path, PathBuf};

use crate::installation::agents::{codex, gemini};
use crate::installation::directories::{Managed, application_data};
use crate::installation::surroundings::Surroundings;
use crate::installation::system::System;

use super::tool::Tool;

/// Below which directory a file is.
#[derive(Clone, Copy, Debug)]
enum Base {
    /// The home directory.
    Home,
    /// The directory that this variable names, else this one in the home.
    Variable(&'static str, &'static str),
    /// The project.
    Project,
    /// Where programs keep what a user sets in them.
    ApplicationData,
    /// The same, of programs that have another place elsewhere than on Windows.
    Roaming,
    /// That of the agent for the machine's administrator.
    Managed(Managed),
}

/// The files of every tool. `*.x` is every file of a directory with this extension.
const FILES: &[(Tool, Base, &str)] = &[
    (Tool::Amp, Base::Variable("XDG_CONFIG_HOME", ".config"), "amp/settings.json"),
    (Tool::Amp, Base::Variable("XDG_CONFIG_HOME", ".config"), "amp/settings.jsonc"),
    (Tool::Amp, Base::Project, ".amp/settings.json"),
    (Tool::Codex, Base::Managed(codex::MANAGED), "rules/*.rules"),
    (Tool::Codex, Base::Variable("CODEX_HOME", ".codex"), "config.toml"),
    (Tool::Codex, Base::Variable("CODEX_HOME", ".codex"), "rules/*.rules"),
    (Tool::Codex, Base::Project, ".codex/config.toml"),
    (Tool::Codex, Base::Project, ".codex/rules/*.rules"),
    (Tool::Continue, Base::Variable("CONTINUE_GLOBAL_DIR", ".continue"), "permissions.yaml"),
    (Tool::Copilot, Base::Home, ".copilot/config.json"),
    (Tool::Copilot, Base::Home, ".copilot/permissions-config.json"),
    (Tool::Cursor, Base::Home, ".cursor/permissions.json"),
    (Tool::Cursor, Base::Home, ".cursor/cli-config.json"),
    (Tool::Cursor, Base::Project, ".cursor/permissions.json"),
    (Tool::Cursor, Base::Project, ".cursor/cli.json"),
    (Tool::Gemini, Base::Home, ".gemini/settings.json"),
    (Tool::Gemini, Base::Home, ".gemini/policies/*.toml"),
    (Tool::Gemini, Base::Project, ".gemini/settings.json"),
    (Tool::Gemini, Base::Managed(gemini::MANAGED), "policies/*.toml"),
    (Tool::Opencode, Base::Variable("XDG_CONFIG_HOME", ".config"), "opencode/opencode.json"),
    (Tool::Opencode, Base::Variable("XDG_CONFIG_HOME", ".config"), "opencode/opencode.jsonc"),
    (Tool::Opencode, Base::Project, "opencode.json"),
    (Tool::Opencode, Base::Project, "opencode.jsonc"),
    (Tool::Opencode, Base::Project, ".opencode/opencode.json"),
    (Tool::Qwen, Base::Home, ".qwen/settings.json"),
    (Tool::Qwen, Base::Project, ".qwen/settings.json"),
    (Tool::VsCode, Base::ApplicationData, "Code/User/settings.json"),
    (Tool::VsCode, Base::Project, ".vscode/settings.json"),
    (Tool::Zed, Base::Variable("XDG_CONFIG_HOME", ".config"), "zed/settings.json"),
    (Tool::Zed, Base::Roaming, "Zed/settings.json"),
    (Tool::Zed, Base::Project, ".zed/settings.json"),
];

/// The files of a tool on this machine.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Places {
    /// Every place, also where no file is.
    pub(crate) searched: Vec<PathBuf>,
    /// The files that are there.
    pub(crate) found: Vec<PathBuf>,
}

/// Where `tool` keeps its policy, the user's before the project's.
pub(crate) fn places(tool: Tool, at: &Surroundings) -> Places {
    let mut places = Places { searched: Vec::new(), found: Vec::new() };
    for (_, base, name) in FILES.iter().filter(|(of, _, _)| *of == tool) {
        let place = match base {
            Base::Roaming if at.system != System::Windows => continue,
            Base::Home => at.home.join(name),
            Base::Variable(variable, default) => at.directory(variable, default).join(name),
            Base::Project => at.project.join(name),
            Base::ApplicationData | Base::Roaming => {
                let (base, below) = application_data(at);
                base.join(below).join(name)
            }
            Base::Managed(managed) => managed.file(at, name),
        };
        let place: PathBuf = place.components().collect();
        places.found.extend(
            files(&place).into_iter().filter(|file| !places.found.contains(file)).collect::<Vec<_>>(),
        );
        places.searched.push(place);
    }
    places
}

/// The files at `place`, sorted.
fn files(place: &Path) -> Vec<PathBuf> {
    let name = place.file_name().unwrap_or_default().to_string_lossy();
    let Some(ending) = name.strip_prefix('*') else {
        return if place.symlink_metadata().is_ok() { vec![place.to_owned()] } else { Vec::new() };
    };
    let entries = place.parent().and_then(|directory| fs::read_dir(directory).ok());
    let paths = entries.into_iter().flatten().flatten().map(|entry| entry.path());
    let mut files: Vec<_> = paths.filter(|path| path.to_string_lossy().ends_with(ending)).collect();
    files.sort();
    files
}
