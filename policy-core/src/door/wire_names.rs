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

names! {
    /// The shell that reads a command.
    WireShell as "Shell" of Dialect { Bash = "bash", Zsh = "zsh" }
}

names! {
    /// What must happen with an example: the check reports it, stays silent, or is known to miss it.
    WireExpectation as "Expectation" of Expectation { Fires = "fires", Silent = "silent", Blind = "blind" }
}
