//! The values of the wire that are one of a few names.
//!
//! Owns the names as types, so that the types for other languages list them.

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
    /// The three answers: it may run without asking, a person decides, it must not run.
    WireDecision as "Decision" of Decision { Allow = "allow", Ask = "ask", Deny = "deny" }
}

names! {
    /// Whom a piece of advice is for: who approves the command, or the model that proposed it.
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
    /// What must happen with an example: the check reports it, says nothing, or is known not to see it.
    WireExpectation as "Expectation" of Expectation { Fires = "fires", Silent = "silent", Blind = "blind" }
}
