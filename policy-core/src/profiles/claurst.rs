//! Every execution asks, as in claurst's table of modes, except under `bypassPermissions` or an allow rule.

use core::time::Duration;

use super::profile::{Profile, Timeout, Trust};

pub(super) static CLAURST: Profile = Profile {
    name: "claurst",
    says: "every command asks, unless a rule allows it",
    trust: Trust::Rules,
    forbidden: &[],
    timeout: Timeout { default: Duration::from_mins(2), maximum: Duration::from_mins(10) },
};
