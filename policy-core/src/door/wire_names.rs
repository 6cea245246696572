//! Values of the wire that are one of a few names.
//!
//! Owns the names as types, so that the types of other languages list them.

use serde::{Deserialize, Serialize};

use crate::checks::Expectation;
use crate::script::Dialect;
use crate::verdict::{Audience, Decision, UiKind};

/// Makes an enum of the wire, whose names are those of an enum of the core.
macro_rules! names {
    ($(#[$doc:meta])* $wire:ident as $name:literal of $core:ty { $($(#[$each:meta])* $variant:ident = $text:literal),+ $(,)? }) => {
        $(#[$doc])*
        #[derive(Clone, Copy, PartialEq, Eq, Debug, Deserialize, Serialize)]
        #[cfg_attr(test, derive(schemars::JsonSchema), schemars(rename = $name))]
        pub(super) enum $wire {
            $($(#[$each])* #[serde(rename = $text)] $variant,)+
        }

        impl From<$core> for $wire {
            fn from(value: $core) -> Self {
                match value {
                    $(<$core>::$variant => Self::$variant,)+
                }
            }
        }

        impl From<$wire> for $core {
            fn from(value: $wire) -> Self {
                match value {
                    $($wire::$variant => <$core>::$variant,)+
                }
            }
        }
    };
}

names! {
    /// The three decisions: the command may run, a person decides, or it must not run.
    WireDecision as "Decision" of Decision { Allow = "allow", Ask = "ask", Deny = "deny" }
}

names! {
    /// The reader of a piece of advice: the person who approves the command, or the model that proposed it.
    WireAudience as "Audience" of Audience { Person = "person", Model = "model" }
}

names! {
    /// What a command mainly does.
    WireUiKind as "UiKind" of UiKind {
        Search = "search",
        Read = "read",
        List = "list",
        Edit = "edit",
        Silent = "silent",
        Other = "other",
    }
}

/// The shell that reads a command. On which system it runs follows from the request.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Deserialize, Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema), schemars(rename = "Shell"))]
#[serde(rename_all = "lowercase")]
pub(super) enum WireShell {
    Bash,
    Zsh,
    PowerShell,
}

impl From<Dialect> for WireShell {
    fn from(dialect: Dialect) -> Self {
        match dialect {
            Dialect::Bash => Self::Bash,
            Dialect::Zsh => Self::Zsh,
            Dialect::PowerShell | Dialect::PowerShellOnWindows => Self::PowerShell,
        }
    }
}

impl From<WireShell> for Dialect {
    fn from(shell: WireShell) -> Self {
        match shell {
            WireShell::Bash => Self::Bash,
            WireShell::Zsh => Self::Zsh,
            WireShell::PowerShell => Self::PowerShell,
        }
    }
}

names! {
    /// What must happen with an example: the check reports it, stays silent, or is known to miss it.
    WireExpectation as "Expectation" of Expectation { Fires = "fires", Silent = "silent", Blind = "blind" }
}
