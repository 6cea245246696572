//! One row of the list of secret names: the spelling, what the file holds, the exceptions.
//!
//! Owns the type of the row. Never reads the list: the build does (`secret-names.toml`).

use serde::Deserialize;

/// A name of files that hold secrets.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct SecretName {
    /// The name in lower case, with its star; components are separated by `/`.
    pub name: &'static str,
    /// Whether all that is in it is secret too: it is a directory.
    pub is_directory: bool,
    /// What it holds.
    pub kind: SecretKind,
    /// Names that it covers and that hold no secret.
    pub except: &'static [&'static str],
}

/// What a file with a secret name holds.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum SecretKind {
    /// The variables of a program.
    Environment,
    /// A private key.
    Key,
    /// The login to a server.
    Login,
    /// The login to a cloud or a cluster.
    Cloud,
    /// A store of passwords, or a list of them.
    Store,
    /// What a person typed.
    History,
    /// The passwords of the machine.
    System,
}

impl SecretKind {
    /// All, in the order in which a person is shown them.
    pub const ALL: [Self; 7] =
        [Self::Environment, Self::Key, Self::Login, Self::Cloud, Self::Store, Self::History, Self::System];

    /// What it is, in a list.
    pub const fn what(self) -> &'static str {
        match self {
            Self::Environment => "variables of programs",
            Self::Key => "private keys",
            Self::Login => "logins to servers",
            Self::Cloud => "logins to clouds and clusters",
            Self::Store => "password stores and lists of secrets",
            Self::History => "histories of what a person typed",
            Self::System => "passwords of the machine",
        }
    }
}
