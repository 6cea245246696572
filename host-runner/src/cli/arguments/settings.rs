//! The choice of the settings on the command line.

use std::path::PathBuf;

use clap::Args;
use clap::builder::{PossibleValuesParser, TypedValueParser};
use policy_core::policy::EngineChoice;
use policy_core::{Mode, Profile};

/// The choice of the settings.
#[derive(Clone, Debug, Args)]
pub(in crate::cli) struct Settings {
    /// Use this settings file instead of the default files; may be repeated, a later file wins
    #[arg(long, value_name = "FILE")]
    pub(in crate::cli) policy: Vec<PathBuf>,
    /// Use no settings file
    #[arg(long, conflicts_with = "policy")]
    pub(in crate::cli) no_policy: bool,
    /// Use this mode instead of the mode in the settings
    #[arg(long, value_parser = mode())]
    pub(in crate::cli) mode: Option<Mode>,
    /// Use this profile instead of the profile in the settings; the last one wins
    #[arg(long, value_name = "NAME", value_parser = profile(), overrides_with = "profile")]
    pub(in crate::cli) profile: Option<&'static Profile>,
    /// Use this engine instead of the engine in the settings: `linked`, `wasm` (the module in this program) or
    /// `wasm:FILE`
    #[arg(long, value_name = "ENGINE", value_parser = engine)]
    pub(in crate::cli) engine: Option<EngineChoice>,
}

fn mode() -> impl TypedValueParser<Value = Mode> {
    PossibleValuesParser::new(Mode::ALL.map(|(_, name)| name))
        .map(|name| Mode::from_name(&name).unwrap_or_default())
}

fn engine(text: &str) -> Result<EngineChoice, &'static str> {
    EngineChoice::from_text(text).ok_or("write `linked`, `wasm` or `wasm:FILE`")
}

fn profile() -> impl TypedValueParser<Value = &'static Profile> {
    PossibleValuesParser::new(Profile::ALL.map(|profile| profile.name))
        .map(|name| Profile::from_name(&name).unwrap_or_default())
}
