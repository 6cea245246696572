//! What help names and no table has, each with a reason: `tests/help/exemptions.toml`.

use serde::Deserialize;

/// The whole file.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct Exemptions {
    /// Spellings that are missing with reason.
    #[serde(default)]
    pub exempt: Vec<Exempt>,
}

/// Some spellings in the help of some forms.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct Exempt {
    /// Names of pages: `git log`.
    pub forms: Vec<String>,
    /// The spellings; `*` is every one.
    pub options: Vec<String>,
    /// Why.
    pub why: String,
}

impl Exemptions {
    /// The file.
    pub(crate) fn load() -> Self {
        toml::from_str(include_str!("exemptions.toml"))
            .unwrap_or_else(|error| panic!("exemptions.toml: {error}"))
    }

    /// Whether `spelling` may be missing in the form with this name.
    pub(crate) fn covers(&self, form: &str, spelling: &str) -> bool {
        self.exempt.iter().any(|exempt| {
            exempt.forms.iter().any(|it| it == form)
                && exempt.options.iter().any(|it| it == spelling || it == "*")
        })
    }
}
