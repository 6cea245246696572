//! The JSON Schemas of what goes through the door, as text.
//!
//! Owns which ones there are. They are generated from the types, and a test holds them to these.

/// The schema of a settings file.
pub const SETTINGS: &str = include_str!("../../schemas/settings.json");

/// The schema of a request.
pub const REQUEST: &str = include_str!("../../schemas/request.json");

/// The schema of a verdict.
pub const VERDICT: &str = include_str!("../../schemas/verdict.json");
