//! Failures of a command of `shellgate`.
//!
//! Owns their messages, their JSON form and their exit codes.

use std::io;

use policy_core::{PolicyError, Source, door};
use serde_json::{Value, json};

use super::exit::Exit;
use super::{draw, terminal};
use crate::settings::SettingsError;
use policy_core::visible::line;

/// A command of the command line that cannot do its work.
#[derive(Debug)]
pub(super) enum Failure {
    /// Wrong usage: the problem and the remedy.
    Usage(String, String),
    /// A settings file cannot be read.
    Settings(SettingsError),
    /// Settings cannot be used; with the texts that the places are in.
    Policy(Vec<PolicyError>, Vec<Source>),
    /// Something on this machine stands in the way: the problem and the remedy.
    Machine(String, String),
    /// The system failed.
    Io(io::Error),
}

/// Where a program that asked for JSON gets the failure.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Json {
    /// On standard output; a person gets a message as well.
    Data,
    /// On standard error, with nothing else: standard output is another program's.
    Message,
}

impl From<io::Error> for Failure {
    fn from(error: io::Error) -> Self {
        Self::Io(error)
    }
}

impl From<SettingsError> for Failure {
    fn from(error: SettingsError) -> Self {
        Self::Settings(error)
    }
}

impl Failure {
    pub(super) fn usage(message: impl Into<String>, help: impl Into<String>) -> Self {
        Self::Usage(message.into(), help.into())
    }

    /// That this program has no MCP server, and how one gets it.
    pub(super) fn without_server() -> Self {
        Self::usage(
            "this program was built without the MCP server",
            "build the program with `cargo install --locked --path host-runner --features mcp`",
        )
    }

    /// That this program has no web tools, and how one gets them.
    #[cfg(any(test, not(feature = "web")))]
    pub(super) fn without_web() -> Self {
        Self::usage(
            "this program was built without the web tools",
            "build the program with `cargo install --locked --path host-runner --features web`",
        )
    }

    /// The problem and the remedy, on one line.
    pub(super) fn sentence(&self) -> String {
        let said = |message: &str, help: &str| {
            if help.is_empty() { message.to_owned() } else { format!("{message}; {help}") }
        };
        let text = match self {
            Self::Usage(message, help) | Self::Machine(message, help) => said(message, help),
            Self::Settings(error) => said(&error.to_string(), error.help()),
            Self::Policy(errors, _) => match errors.as_slice() {
                [] => "the settings cannot be used".to_owned(),
                [first, rest @ ..] => {
                    let more =
                        if rest.is_empty() { "" } else { "; `shellgate check ls` shows the other errors" };
                    format!("{}{more}", said(&first.to_string(), &first.help))
                }
            },
            Self::Io(error) => error.to_string(),
        };
        line(&text).into_owned()
    }

    /// Tells the person, and with `json` the program that asked, and gives the way to end.
    pub(super) fn report(&self, json: Option<Json>) -> Exit {
        match json {
            // When that fails too, the message and the exit code still say it.
            Some(Json::Data) => drop(terminal::data(&self.json())),
            Some(Json::Message) => terminal::message(&self.json()),
            None => {}
        }
        if json != Some(Json::Message) {
            self.draw();
        }
        match self {
            Self::Usage(..) => Exit::Usage,
            Self::Settings(_) | Self::Policy(..) => Exit::Policy,
            Self::Machine(..) | Self::Io(_) => Exit::Internal,
        }
    }

    /// In the form of the core's own errors: `{"error":{"message":…,"help":…}}`.
    fn json(&self) -> String {
        let told =
            |message: &str, help: &str| json!({"error": {"message": message, "help": help}}).to_string();
        match self {
            Self::Usage(message, help) | Self::Machine(message, help) => told(message, help),
            Self::Settings(error) => told(&error.to_string(), error.help()),
            Self::Policy(errors, _) => door::policy_error(errors),
            Self::Io(error) => told(&error.to_string(), ""),
        }
    }

    fn draw(&self) {
        let colour = terminal::colour_of_messages();
        terminal::message(&match self {
            Self::Usage(message, help) | Self::Machine(message, help) => {
                draw::complaint(message, help, colour)
            }
            Self::Settings(error) => draw::complaint(&error.to_string(), error.help(), colour),
            Self::Policy(errors, sources) => draw::policy_errors(errors, sources, colour),
            Self::Io(error) => draw::complaint(&error.to_string(), "", colour),
        });
    }
}

/// The object in place of an outcome when there is none.
pub(super) fn not_run(why: &str) -> Value {
    json!({"notRun": {"why": why}})
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_program_without_a_feature_says_how_to_get_it() {
        for (failure, feature) in [(Failure::without_server(), "mcp"), (Failure::without_web(), "web")] {
            let sentence = failure.sentence();
            assert!(sentence.starts_with("this program was built without the "), "{sentence}");
            let remedy = format!("`cargo install --locked --path host-runner --features {feature}`");
            assert!(sentence.contains(&remedy), "{sentence}");
        }
    }
}
