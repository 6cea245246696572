//! The judge of the web tools: one truth table, written as a `match` without a default arm.
//!
//! Reads no URL and no rule: only what was concluded about them. A fetch is no command: it changes nothing on this machine,
//! so the mode `plan` fetches what a rule allows and asks about the rest.

use crate::profiles::Trust;
use crate::request::Mode;
use crate::verdict::Decision;

/// What speaks for a fetch or a search.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Hash)]
pub enum WebStanding {
    /// An allow rule.
    Allowed,
    /// The table of documentation hosts.
    Preapproved,
    /// Nothing.
    Unvouched,
}

impl WebStanding {
    /// Every standing.
    pub const ALL: [Self; 3] = [Self::Allowed, Self::Preapproved, Self::Unvouched];
}

/// What speaks against it, whatever speaks for it.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug, Hash)]
pub enum WebObjection {
    /// Nothing.
    None,
    /// Its text may tell the other side more than it should, or nobody named its port.
    Doubt,
    /// Not every client reads it in the same way.
    Unclear,
    /// A deny or ask rule may match.
    PossibleRule,
    /// An ask rule matches.
    AskRule,
    /// It is nothing to fetch or to search for.
    Refused,
    /// A deny rule matches.
    DenyRule,
}

impl WebObjection {
    /// Every objection, from the weakest to the strongest.
    pub const ALL: [Self; 7] = [
        Self::None,
        Self::Doubt,
        Self::Unclear,
        Self::PossibleRule,
        Self::AskRule,
        Self::Refused,
        Self::DenyRule,
    ];
}

/// Why the judge answers as it does.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Hash)]
pub enum WebGround {
    /// Vouched for by a rule.
    AllowRule,
    /// The host is in the table.
    Preapproved,
    /// The mode allows what would ask.
    Bypass,
    /// Nothing vouches for it.
    Unvouched,
    /// No rule allows it, and in this profile nothing else counts.
    Approval,
    /// A finding.
    Doubt,
    /// A deny or ask rule that may match.
    PossibleRule,
    /// An ask rule.
    AskRule,
    /// It would ask, and in this mode nobody can be asked.
    NobodyToAsk,
    /// In this mode of the profile nothing runs.
    PlanMode,
    /// It is nothing to fetch or to search for.
    Refused,
    /// A deny rule.
    DenyRule,
}

/// The decision.
pub(super) fn judge(
    objection: WebObjection,
    standing: WebStanding,
    trust: Trust,
    mode: Mode,
) -> (Decision, WebGround) {
    use Decision::{Allow, Ask, Deny};
    match (objection, standing, trust, mode) {
        (WebObjection::DenyRule, ..) => (Deny, WebGround::DenyRule),
        (WebObjection::Refused, ..) => (Deny, WebGround::Refused),
        (
            WebObjection::None
            | WebObjection::Doubt
            | WebObjection::Unclear
            | WebObjection::PossibleRule
            | WebObjection::AskRule,
            WebStanding::Allowed | WebStanding::Preapproved | WebStanding::Unvouched,
            Trust::Modes,
            Mode::Plan,
        ) => (Deny, WebGround::PlanMode),
        (
            WebObjection::Doubt | WebObjection::Unclear | WebObjection::PossibleRule | WebObjection::AskRule,
            WebStanding::Allowed | WebStanding::Preapproved | WebStanding::Unvouched,
            Trust::Proof | Trust::Modes | Trust::Rules,
            Mode::DontAsk,
        )
        | (
            WebObjection::None,
            WebStanding::Unvouched,
            Trust::Proof | Trust::Modes | Trust::Rules,
            Mode::DontAsk,
        )
        | (WebObjection::None, WebStanding::Preapproved, Trust::Modes | Trust::Rules, Mode::DontAsk) => {
            (Deny, WebGround::NobodyToAsk)
        }
        (
            WebObjection::AskRule,
            WebStanding::Allowed | WebStanding::Preapproved | WebStanding::Unvouched,
            Trust::Proof | Trust::Modes | Trust::Rules,
            Mode::Default | Mode::AcceptEdits | Mode::Plan | Mode::BypassPermissions,
        ) => (Ask, WebGround::AskRule),
        (
            WebObjection::PossibleRule,
            WebStanding::Allowed | WebStanding::Preapproved | WebStanding::Unvouched,
            Trust::Proof | Trust::Modes | Trust::Rules,
            Mode::Default | Mode::AcceptEdits | Mode::Plan | Mode::BypassPermissions,
        ) => (Ask, WebGround::PossibleRule),
        // What nobody can read could be this machine, which no mode opens.
        (
            WebObjection::Unclear,
            WebStanding::Allowed | WebStanding::Preapproved | WebStanding::Unvouched,
            Trust::Proof | Trust::Modes | Trust::Rules,
            Mode::Default | Mode::AcceptEdits | Mode::Plan | Mode::BypassPermissions,
        )
        | (
            WebObjection::Doubt,
            WebStanding::Allowed | WebStanding::Preapproved | WebStanding::Unvouched,
            Trust::Proof | Trust::Modes | Trust::Rules,
            Mode::Default | Mode::AcceptEdits | Mode::Plan,
        ) => (Ask, WebGround::Doubt),
        (
            WebObjection::None,
            WebStanding::Allowed,
            Trust::Proof | Trust::Modes | Trust::Rules,
            Mode::Default | Mode::AcceptEdits | Mode::Plan | Mode::DontAsk | Mode::BypassPermissions,
        ) => (Allow, WebGround::AllowRule),
        (
            WebObjection::None,
            WebStanding::Preapproved,
            Trust::Proof,
            Mode::Default | Mode::AcceptEdits | Mode::Plan | Mode::DontAsk | Mode::BypassPermissions,
        )
        | (
            WebObjection::None,
            WebStanding::Preapproved,
            Trust::Modes,
            Mode::AcceptEdits | Mode::BypassPermissions,
        )
        | (WebObjection::None, WebStanding::Preapproved, Trust::Rules, Mode::BypassPermissions) => {
            (Allow, WebGround::Preapproved)
        }
        (
            WebObjection::Doubt,
            WebStanding::Allowed | WebStanding::Preapproved | WebStanding::Unvouched,
            Trust::Proof | Trust::Modes | Trust::Rules,
            Mode::BypassPermissions,
        )
        | (
            WebObjection::None,
            WebStanding::Unvouched,
            Trust::Proof | Trust::Modes | Trust::Rules,
            Mode::BypassPermissions,
        ) => (Allow, WebGround::Bypass),
        (
            WebObjection::None,
            WebStanding::Unvouched,
            Trust::Proof,
            Mode::Default | Mode::AcceptEdits | Mode::Plan,
        ) => (Ask, WebGround::Unvouched),
        (
            WebObjection::None,
            WebStanding::Preapproved | WebStanding::Unvouched,
            Trust::Rules,
            Mode::Default | Mode::AcceptEdits | Mode::Plan,
        )
        | (WebObjection::None, WebStanding::Preapproved, Trust::Modes, Mode::Default)
        | (WebObjection::None, WebStanding::Unvouched, Trust::Modes, Mode::Default | Mode::AcceptEdits) => {
            (Ask, WebGround::Approval)
        }
    }
}

#[cfg(test)]
mod tests {
    use core::fmt::Write as _;
    use std::string::String;

    use super::*;

    fn all() -> impl Iterator<Item = (WebObjection, WebStanding, Trust, Mode)> {
        WebObjection::ALL.into_iter().flat_map(|objection| {
            WebStanding::ALL.into_iter().flat_map(move |standing| {
                Trust::ALL.into_iter().flat_map(move |trust| {
                    Mode::ALL.into_iter().map(move |(mode, _)| (objection, standing, trust, mode))
                })
            })
        })
    }

    #[test]
    fn the_truth_table_is_what_was_read() {
        let mut table = String::new();
        for trust in Trust::ALL {
            let _ = writeln!(table, "== trust {trust:?}\n");
            for objection in WebObjection::ALL {
                for standing in WebStanding::ALL {
                    let _ = writeln!(table, "{objection:?}, {standing:?}");
                    for (mode, name) in Mode::ALL {
                        let (decision, ground) = judge(objection, standing, trust, mode);
                        let _ = writeln!(table, "    {name:<18} {:<6} {ground:?}", decision.name());
                    }
                }
            }
        }
        let mut settings = insta::Settings::clone_current();
        settings.set_snapshot_path(concat!(env!("CARGO_MANIFEST_DIR"), "/../snapshots/judge"));
        settings.set_prepend_module_to_snapshot(false);
        settings.set_omit_expression(true);
        settings.bind(|| insta::assert_snapshot!("web_truth_table", table));
    }

    #[test]
    fn a_stronger_objection_never_allows_more() {
        for (objection, standing, trust, mode) in all() {
            let of = |objection| judge(objection, standing, trust, mode).0;
            for weaker in WebObjection::ALL.into_iter().filter(|weaker| *weaker < objection) {
                // The mode that bypasses takes doubts, and asks about rules.
                assert!(
                    of(objection) >= of(weaker),
                    "{objection:?} {weaker:?} {standing:?} {trust:?} {mode:?}"
                );
            }
        }
    }

    #[test]
    fn only_a_doubt_is_bypassed_and_nobody_is_asked_where_nobody_can_be() {
        for (objection, standing, trust, mode) in all() {
            let decision = judge(objection, standing, trust, mode).0;
            if objection > WebObjection::Doubt {
                assert_ne!(decision, Decision::Allow, "{objection:?} {mode:?}");
            }
            if mode == Mode::DontAsk {
                assert_ne!(decision, Decision::Ask, "{objection:?} {standing:?}");
            }
        }
    }
}
