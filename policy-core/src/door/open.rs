//! Opens a door: the settings under which a caller wants its requests decided.
//!
//! Owns the options and their errors. The policy owns the meaning of the settings.

use alloc::borrow::ToOwned;
use alloc::string::String;
use alloc::vec::Vec;

use serde_json::value::RawValue;

use super::answer::policy_error;
use super::engines::{Door, POLICY_NAME};
use super::fields::{self, JsonKind, RequestError};
use super::line_column::LineColumn;
use super::request::unknown;
use crate::paths::lexical::is_absolute;
use crate::policy::Authority;
use crate::{Engine, Mode, Policy, PolicyError, Profile, Source};

/// The keys of the options.
pub(super) const OPTIONS: &[&str] = &["policy", "sources", "mode", "profile", "file", "root"];

/// The keys of one of the `sources`.
pub(super) const SOURCE: &[&str] = &["authority", "name", "text", "root"];

/// Options under which no door can be opened.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum OpenError {
    /// The options are no options, at this place of their text.
    #[error(transparent)]
    Options(RequestError),
    /// The settings cannot be used: every problem of every source.
    #[error("the settings cannot be used")]
    Policy(Vec<PolicyError>),
}

impl From<RequestError> for OpenError {
    fn from(error: RequestError) -> Self {
        Self::Options(error)
    }
}

impl OpenError {
    /// The answer on the wire: `{"error":…,"more":…}`, where only an error of the settings has a `file`.
    pub fn to_json(&self) -> String {
        match self {
            Self::Options(error) => error.to_json(),
            Self::Policy(errors) => policy_error(errors),
        }
    }
}

/// A door under the options in `json`, an object of which every key may be absent:
///
/// - `policy`: the settings, as an object or as the text of a settings file; `file` is their name in messages and
///   `root` the absolute directory that their path rules start from;
/// - `sources`: several settings instead, the most general first, each as
///   `{name, text, root, authority}`;
/// - `mode`: the mode that replaces the settings' own;
/// - `profile`: the profile that replaces the settings' own.
///
/// # Errors
/// The options are wrong, or the settings are; the places are those in the text of the one or of the other.
pub fn open(json: &str) -> Result<Door, OpenError> {
    let given = fields::object(json, json, &"the options", OPTIONS)?;
    let value = |key: &str| {
        let field = given.iter().find(|field| field.key == key);
        field.map(|field| field.value).filter(|value| !fields::is_null(value))
    };
    let file = text(value("file"), json, "`file`")?;
    let root = directory(value("root"), json)?;
    let mut sources = Vec::new();
    match (value("policy"), value("sources")) {
        (Some(_), Some(list)) => {
            return Err(RequestError::new(
                LineColumn::of(list.get(), json),
                "the options have both `policy` and `sources`",
                "keep one of them: `sources` for several files",
            )
            .into());
        }
        (Some(policy), None) => sources.push(Source {
            name: file.unwrap_or_else(|| POLICY_NAME.to_owned()),
            text: settings(policy, json)?,
            root,
            authority: Authority::User,
        }),
        (None, Some(list)) => {
            for item in list_of(list, json)? {
                sources.push(source(item, json)?);
            }
        }
        (None, None) => {}
    }
    let mut policy = Policy::from_sources(&sources).map_err(OpenError::Policy)?;
    if let Some(raw) = value("mode") {
        let name = fields::text_of(raw, json, &"`mode`")?;
        let mode = Mode::from_name(&name)
            .ok_or_else(|| unknown(raw, json, "mode", &name, &Mode::ALL.map(|(_, known)| known)))?;
        policy.set_mode(mode);
    }
    if let Some(raw) = value("profile") {
        let name = fields::text_of(raw, json, &"`profile`")?;
        policy.profile = Profile::from_name(&name)
            .ok_or_else(|| unknown(raw, json, "profile", &name, &Profile::ALL.map(|profile| profile.name)))?;
        policy.profile_place = None;
    }
    Ok(Door::new(Engine::new(policy)))
}

/// The text of settings that are given as an object or as text.
fn settings(raw: &RawValue, json: &str) -> Result<String, RequestError> {
    if JsonKind::of(raw.get()) == JsonKind::String {
        return fields::any_text_of(raw, json, &"`policy`");
    }
    fields::expect(raw, json, &"`policy`", JsonKind::Object)?;
    Ok(raw.get().to_owned())
}

fn list_of<'j>(raw: &'j RawValue, json: &str) -> Result<Vec<&'j RawValue>, RequestError> {
    fields::expect(raw, json, &"`sources`", JsonKind::List)?;
    serde_json::from_str(raw.get()).map_err(|_| {
        RequestError::new(
            LineColumn::of(raw.get(), json),
            "`sources` is not a list",
            "write `[{ \"name\": …, \"text\": … }]`",
        )
    })
}

fn source(raw: &RawValue, json: &str) -> Result<Source, RequestError> {
    let given = fields::object(raw.get(), json, &"a source", SOURCE)?;
    let value = |key: &str| given.iter().find(|field| field.key == key).map(|field| field.value);
    let Some(text) = value("text") else {
        return Err(RequestError::new(
            LineColumn::of(raw.get(), json),
            "a source has no `text`",
            "add the text of the settings file",
        ));
    };
    Ok(Source {
        name: self::text(value("name"), json, "`name`")?.unwrap_or_else(|| POLICY_NAME.to_owned()),
        text: fields::any_text_of(text, json, &"`text`")?,
        root: directory(value("root").filter(|value| !fields::is_null(value)), json)?,
        authority: authority(value("authority"), json)?,
    })
}

fn authority(raw: Option<&RawValue>, json: &str) -> Result<Authority, RequestError> {
    let Some(raw) = raw else { return Ok(Authority::User) };
    let name = fields::text_of(raw, json, &"`authority`")?;
    Authority::from_name(&name)
        .ok_or_else(|| unknown(raw, json, "authority", &name, &Authority::ALL.map(|(_, known)| known)))
}

fn text(raw: Option<&RawValue>, json: &str, name: &str) -> Result<Option<String>, RequestError> {
    raw.map(|raw| fields::text_of(raw, json, &name).map(alloc::borrow::Cow::into_owned)).transpose()
}

fn directory(raw: Option<&RawValue>, json: &str) -> Result<Option<String>, RequestError> {
    let path = text(raw, json, "`root`")?;
    match (raw, path) {
        (Some(raw), Some(path)) if !is_absolute(&path) => Err(RequestError::new(
            LineColumn::of(raw.get(), json),
            alloc::format!("`root` is not an absolute path: `{path}`"),
            "write an absolute path, such as `/home/user/project`",
        )),
        (_, path) => Ok(path),
    }
}
