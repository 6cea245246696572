//! The default profile: proofs and rules decide.

use core::time::Duration;

use super::profile::{Profile, ReadsServices, Timeout, Trust};

pub(super) static STANDARD: Profile = Profile {
    name: "standard",
    says: "a command that is proven to only read runs; rules and the mode decide about every other command",
    trust: Trust::Proof,
    reads_services: ReadsServices::Allow,
    forbidden: &[],
    timeout: Timeout { default: Duration::from_mins(2), maximum: Duration::from_mins(10) },
};
