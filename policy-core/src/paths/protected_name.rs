//! One row of the list of protected names: the spelling, the program that obeys it, the enforcement.
//!
//! Owns the type of the row and the comparison of one name with one of its components. Never reads the list: the build
//! does (`protected-names.toml`).

use serde::Deserialize;

/// A name that decides what runs, or what is permitted, later.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct ProtectedName {
    /// The name without its star, in lower case; components are separated by `/`.
    pub name: &'static str,
    /// What else than `name` itself it stands for.
    pub spelling: Spelling,
    /// How far the protection reaches.
    pub extent: Extent,
    /// Who obeys it.
    pub kind: Kind,
    /// Who keeps it as it is.
    pub enforcement: Enforcement,
}

/// How a name is compared.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Spelling {
    /// It is the whole name, of one component or more.
    Exact,
    /// It is the whole name, or the text before a `.` or `-`: `lefthook*`.
    Beginning,
    /// Whatever ends in it: `*.code-workspace`.
    Ending,
}

/// How far the protection of a name reaches.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Extent {
    /// The name and everything in it.
    Directory,
    /// The name alone.
    File,
}

/// Who obeys a protected name.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Kind {
    /// git, or what manages its hooks.
    Git,
    /// Mercurial.
    Mercurial,
    /// A coding agent: settings, tools, commands, permissions.
    Agent,
    /// An editor: settings, tasks, language servers.
    Editor,
    /// A shell when it starts or ends.
    Shell,
    /// Another program when it starts.
    Program,
    /// A package manager or build tool.
    Build,
}

impl Kind {
    /// All, in the order in which a person is shown them.
    pub const ALL: [Self; 7] =
        [Self::Git, Self::Mercurial, Self::Agent, Self::Editor, Self::Shell, Self::Program, Self::Build];

    /// Who it is, in a list.
    pub const fn who(self) -> &'static str {
        match self {
            Self::Git => "git and hook managers",
            Self::Mercurial => "Mercurial",
            Self::Agent => "coding agents",
            Self::Editor => "editors",
            Self::Shell => "shells",
            Self::Program => "other programs at their start",
            Self::Build => "package managers and build tools",
        }
    }

    /// Why a name of this kind is protected, as the end of a sentence for a person.
    pub const fn why(self) -> &'static str {
        match self {
            Self::Git => "git would execute or obey it",
            Self::Mercurial => "Mercurial would execute or obey it",
            Self::Agent => "agents take settings or commands from it",
            Self::Editor => "an editor takes settings or tasks from it",
            Self::Shell => "shells execute it",
            Self::Program => "programs read it when they start",
            Self::Build => "package managers or build tools obey it",
        }
    }
}

/// Who keeps a protected name as it is.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Enforcement {
    /// The sandbox refuses every change in a writable path, unless a person approved this name.
    Kernel,
    /// A person is asked, and an approved command may change it; with the reason.
    Ask(&'static str),
}

impl ProtectedName {
    /// The components, from the outermost.
    pub fn components(&self) -> impl DoubleEndedIterator<Item = &'static str> + Clone + use<> {
        self.name.split('/')
    }

    /// Whether the sandbox keeps it.
    pub const fn is_enforced(&self) -> bool {
        matches!(self.enforcement, Enforcement::Kernel)
    }

    /// Whether `entry`, one name in a directory as bytes, is `component` of this name on a file system that does not
    /// tell `A` from `a`, as far as both are of ASCII.
    pub fn is_plain_entry(&self, component: &str, entry: &[u8]) -> bool {
        let length = component.len();
        match self.spelling {
            Spelling::Exact => entry.eq_ignore_ascii_case(component.as_bytes()),
            Spelling::Beginning => {
                entry.get(..length).is_some_and(|front| front.eq_ignore_ascii_case(component.as_bytes()))
                    && matches!(entry.get(length), None | Some(b'.' | b'-'))
            }
            Spelling::Ending => entry
                .len()
                .checked_sub(length)
                .and_then(|front| entry.get(front..))
                .is_some_and(|end| end.eq_ignore_ascii_case(component.as_bytes())),
        }
    }
}

impl core::fmt::Display for ProtectedName {
    fn fmt(&self, f: &mut core::fmt::Formatter<'_>) -> core::fmt::Result {
        match self.spelling {
            Spelling::Exact => f.write_str(self.name),
            Spelling::Beginning => write!(f, "{}*", self.name),
            Spelling::Ending => write!(f, "*{}", self.name),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_entry_is_compared_as_the_name_is_spelled() {
        let row = |name, spelling| ProtectedName {
            name,
            spelling,
            extent: Extent::File,
            kind: Kind::Git,
            enforcement: Enforcement::Kernel,
        };
        for (name, spelling, entry, expected) in [
            (".envrc", Spelling::Exact, ".envrc", true),
            (".envrc", Spelling::Exact, ".EnvRC", true),
            (".envrc", Spelling::Exact, ".envrc2", false),
            ("lefthook", Spelling::Beginning, "lefthook", true),
            ("lefthook", Spelling::Beginning, "Lefthook-local.yml", true),
            ("lefthook", Spelling::Beginning, "lefthook.yml", true),
            ("lefthook", Spelling::Beginning, "lefthooks", false),
            ("lefthook", Spelling::Beginning, "left", false),
            (".code-workspace", Spelling::Ending, "a.Code-Workspace", true),
            (".code-workspace", Spelling::Ending, ".code-workspace", true),
            (".code-workspace", Spelling::Ending, "code-workspace", false),
        ] {
            assert_eq!(
                row(name, spelling).is_plain_entry(name, entry.as_bytes()),
                expected,
                "{name} {entry}"
            );
        }
    }
}
