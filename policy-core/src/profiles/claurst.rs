//! The mode decides, as in claurst's table of modes: `default` asks about every command, `acceptEdits` approves what only
//! reads, `plan` denies every command.

use core::time::Duration;

use super::profile::{Profile, ReadsServices, Timeout, Trust};

pub(super) static CLAURST: Profile = Profile {
    name: "claurst",
    says: "every command asks, unless a rule allows it; `acceptEdits` allows what only reads, and `plan` allows nothing",
    trust: Trust::Modes,
    reads_services: ReadsServices::Ask,
    forbidden: &[],
    timeout: Timeout { default: Duration::from_mins(2), maximum: Duration::from_mins(10) },
};
