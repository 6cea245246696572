//! The engine of a door, and a second engine for a request with its own settings.
//!
//! Owns the choice of the engine for a request. Keeps the last policy that came with a request, for the next one.

use alloc::borrow::ToOwned;
use alloc::string::String;
use alloc::vec::Vec;

use serde::{Serialize, Serializer};
use serde_json::value::RawValue;

use super::answer::{self, ErrorBody, verdict_in};
use super::fields::{self, RequestError};
use super::offsets::Unit;
use super::request::{WireRequest, request};
use crate::{Engine, Mode, Policy, PolicyError, Request, Source, Verdict};

/// The name under which a request's own settings appear in `source` and in errors.
pub const POLICY_NAME: &str = "policy";

/// An engine for the door, with the last policy that came in a request kept ready.
#[derive(Debug)]
pub struct Door {
    pub(super) engine: Engine,
    guest: Option<AdHocEngine>,
}

/// An engine made for a request that brought its own settings or mode, and what it was made from.
#[derive(Debug)]
struct AdHocEngine {
    policy: Option<String>,
    root: Option<String>,
    mode: Option<Mode>,
    engine: Engine,
}

impl AdHocEngine {
    fn fits(&self, request: &WireRequest<'_>) -> bool {
        self.policy.as_deref() == request.policy.map(RawValue::get)
            && self.mode == request.mode
            && self.root.as_deref() == request.cwd.as_deref()
    }
}

impl Door {
    /// A door to `engine`, which decides every request that brings no settings of its own.
    pub fn new(engine: Engine) -> Self {
        Self { engine, guest: None }
    }

    /// The warnings of the loaded settings, in the order of their files: what they say and cannot do.
    pub fn warnings(&self) -> &[PolicyError] {
        &self.engine.policy().warnings
    }

    /// As [`Door::warnings`], on the wire: a list of `{"message":…,"help":…,"line":…,"column":…,"file":…}`.
    pub fn warnings_to_json(&self) -> String {
        answer::write(&self.warnings().iter().map(ErrorBody::from).collect::<Vec<_>>())
    }

    /// The engine that decides `request`: its own settings replace the loaded ones, its mode replaces theirs.
    ///
    /// # Errors
    /// The request's settings cannot be used; the place is the one in the request's text `json`.
    pub fn engine(&mut self, request: &WireRequest<'_>, json: &str) -> Result<&Engine, RequestError> {
        chosen(&self.engine, &mut self.guest, request, json)
    }

    /// One JSON text in, one out: the verdict, or what is wrong with the request.
    pub fn answer(&mut self, json: &str) -> String {
        self.answer_in(Unit::Byte, json)
    }

    /// As [`Door::answer`], with spans that count `unit`s.
    pub fn answer_in(&mut self, unit: Unit, json: &str) -> String {
        asked(&self.engine, &mut self.guest, json, |asked| to_text(unit, asked))
    }

    /// As [`Door::answer_in`], with the answer as `serializer` makes it, and the request's `id` in it as `id` makes it
    /// of its JSON text.
    ///
    /// # Errors
    /// The serializer's own.
    pub fn answer_to<S: Serializer, I: Serialize>(
        &mut self,
        serializer: S,
        unit: Unit,
        json: &str,
        id: impl FnOnce(&str) -> I,
    ) -> Result<S::Ok, S::Error> {
        asked(&self.engine, &mut self.guest, json, |asked| match asked {
            Ok((verdict, request, raw)) => {
                answer::verdict_to(serializer, unit, verdict, request, raw.map(|raw| id(raw.get())))
            }
            Err(error) => answer::error_to(serializer, error, error.id.as_deref().map(id)),
        })
    }
}

/// A request's verdict, itself, and its `id`; or what is wrong with it.
type Asked<'a> = Result<(&'a Verdict, &'a Request<'a>, Option<&'a RawValue>), &'a RequestError>;

/// One JSON text in, one out: the verdict, or what is wrong with the request. Never fails.
///
/// A caller with many requests keeps a [`Door`]: it does not read the same settings twice.
pub fn answer(engine: &Engine, json: &str) -> String {
    asked(engine, &mut None, json, |asked| to_text(Unit::Byte, asked))
}

/// Hands the verdict on the request in `json`, with its `id`, or what is wrong with it, to `then`.
fn asked<T>(
    engine: &Engine,
    guest: &mut Option<AdHocEngine>,
    json: &str,
    then: impl FnOnce(Asked<'_>) -> T,
) -> T {
    let mut wire = match request(json) {
        Ok(wire) => wire,
        Err(error) => return then(Err(&error)),
    };
    match chosen(engine, guest, &wire, json) {
        Ok(engine) => {
            let facts = core::mem::take(&mut wire.facts);
            let request = wire.with(facts);
            then(Ok((&engine.check(&request), &request, wire.id)))
        }
        Err(error) => then(Err(&error)),
    }
}

/// The answer as JSON text, with spans that count `unit`s.
fn to_text(unit: Unit, asked: Asked<'_>) -> String {
    match asked {
        Ok((verdict, request, id)) => verdict_in(unit, verdict, request, id),
        Err(error) => error.to_json(),
    }
}

/// The engine that decides `request`: `engine`, or `guest` when the request brings settings or a mode of its own.
fn chosen<'e>(
    engine: &'e Engine,
    guest: &'e mut Option<AdHocEngine>,
    request: &WireRequest<'_>,
    json: &str,
) -> Result<&'e Engine, RequestError> {
    if request.policy.is_none() && request.mode.is_none() {
        return Ok(engine);
    }
    let fitting = match guest.take() {
        Some(guest) if guest.fits(request) => guest,
        _ => ad_hoc(engine, request, json)?,
    };
    Ok(&guest.insert(fitting).engine)
}

fn ad_hoc(engine: &Engine, request: &WireRequest<'_>, json: &str) -> Result<AdHocEngine, RequestError> {
    let mut policy = match request.policy {
        Some(raw) => {
            let source = Source {
                name: POLICY_NAME.to_owned(),
                text: raw.get().to_owned(),
                root: request.cwd.as_deref().map(ToOwned::to_owned),
                ..Source::default()
            };
            Policy::from_sources(&[source])
                .map_err(|errors| fields::policy_errors(&errors, raw, json).with_id(request.id))?
        }
        None => engine.policy().clone(),
    };
    if let Some(mode) = request.mode {
        policy.set_mode(mode);
    }
    Ok(AdHocEngine {
        policy: request.policy.map(|raw| raw.get().to_owned()),
        root: request.cwd.as_deref().map(ToOwned::to_owned),
        mode: request.mode,
        engine: Engine::new(policy),
    })
}
