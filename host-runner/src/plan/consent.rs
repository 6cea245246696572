//! The consent to run a command. Without one there is no plan.

use policy_core::verdict::About;
use policy_core::{Decision, Verdict};

/// The leave to run the command of one verdict: from the policy, or from a person.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Consent {
    pub(super) giver: Giver,
    pub(super) about: About,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Giver {
    Policy,
    Person,
}

impl Consent {
    /// The policy's own consent: there is one only when the verdict allows.
    pub fn from_verdict(verdict: &Verdict) -> Option<Self> {
        (verdict.decision == Decision::Allow).then(|| Self::to(verdict, Giver::Policy))
    }

    /// A person's consent, which nobody can give to what is denied.
    pub fn by_person(verdict: &Verdict) -> Option<Self> {
        (verdict.decision != Decision::Deny).then(|| Self::to(verdict, Giver::Person))
    }

    fn to(verdict: &Verdict, giver: Giver) -> Self {
        Self { giver, about: verdict.about.clone() }
    }
}

#[cfg(test)]
mod tests {
    use policy_core::Request;

    use super::*;

    #[test]
    fn consent_follows_the_verdict() {
        let cases =
            [(Decision::Allow, true, true), (Decision::Ask, false, true), (Decision::Deny, false, false)];
        for (decision, policy, person) in cases {
            let verdict = Verdict { decision, ..Verdict::unknown(&Request::new("ls")) };
            assert_eq!(Consent::from_verdict(&verdict).is_some(), policy, "{decision:?}");
            assert_eq!(Consent::by_person(&verdict).is_some(), person, "{decision:?}");
        }
    }
}
