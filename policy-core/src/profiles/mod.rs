//! Profiles: how strict the engine is, as data, selected by name in the settings.
//!
//! Owns the parts of a profile and the list of profiles. Decides nothing: `decide` reads a profile like a mode. A new
//! profile is a new file and one line here.

mod claurst;
pub mod forbidden;
mod jazz;
mod profile;
mod standard;

#[cfg(test)]
mod tests;

pub use forbidden::ForbiddenForm;
pub use profile::{Profile, ReadsServices, Timeout, Trust};

impl Profile {
    /// Every profile, the default first.
    pub const ALL: [&'static Self; 3] = [&standard::STANDARD, &claurst::CLAURST, &jazz::JAZZ];

    /// The profile that forbids most: it stands for one that cannot be read.
    pub fn strictest() -> &'static Self {
        &jazz::JAZZ
    }

    /// The profile with this name in a settings file.
    pub fn from_name(name: &str) -> Option<&'static Self> {
        Self::ALL.into_iter().find(|profile| profile.name == name)
    }
}

impl Default for &'static Profile {
    fn default() -> Self {
        &standard::STANDARD
    }
}
