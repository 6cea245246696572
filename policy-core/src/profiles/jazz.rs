//! Every command needs approval, and some forms cannot be approved, as in jazz's shell tool.

use core::time::Duration;

use super::forbidden;
use super::profile::{Profile, ReadsServices, Timeout, Trust};

pub(super) static JAZZ: Profile = Profile {
    name: "jazz",
    says: "every command asks, unless a rule allows it, and dangerous forms are denied",
    trust: Trust::Rules,
    reads_services: ReadsServices::Ask,
    forbidden: forbidden::FORMS,
    timeout: Timeout { default: Duration::from_mins(2), maximum: Duration::from_mins(15) },
};
