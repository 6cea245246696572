//! The judge's truth table, printed so that it can be read aloud, and the laws it must obey.

extern crate std;

use std::fmt::Write as _;
use std::string::String;

use super::judge::{Objection, command, whole};
use crate::profiles::Trust;
use crate::proof::Standing;
use crate::request::Mode;
use crate::verdict::Decision;

#[test]
fn the_truth_table_is_what_was_read() {
    let mut table = String::new();
    for trust in Trust::ALL {
        let _ = writeln!(table, "== trust {trust:?}\n");
        for objection in Objection::ALL {
            for standing in Standing::ALL {
                let _ = writeln!(table, "{objection:?}, worst command {standing:?}");
                for (mode, name) in Mode::ALL {
                    let (decision, ground) = whole(objection, command(standing, trust, mode), mode);
                    let _ = writeln!(table, "    {name:<18} {:<6} {ground:?}", decision.name());
                }
            }
        }
    }
    let mut settings = insta::Settings::clone_current();
    settings.set_snapshot_path(concat!(env!("CARGO_MANIFEST_DIR"), "/../snapshots/judge"));
    settings.set_prepend_module_to_snapshot(false);
    settings.set_omit_expression(true);
    settings.bind(|| insta::assert_snapshot!("truth_table", table));
}

/// Every standing under every trust in every mode.
fn commands() -> impl Iterator<Item = (Standing, Trust, Mode)> {
    Standing::ALL.into_iter().flat_map(|standing| {
        Trust::ALL
            .into_iter()
            .flat_map(move |trust| Mode::ALL.into_iter().map(move |(mode, _)| (standing, trust, mode)))
    })
}

#[test]
fn deny_survives_every_mode_and_every_standing() {
    for (standing, trust, mode) in commands() {
        for objection in [Objection::DenyRule, Objection::Forbidden] {
            assert_eq!(whole(objection, command(standing, trust, mode), mode).0, Decision::Deny);
        }
    }
}

#[test]
fn an_ask_rule_a_critical_removal_and_unread_text_are_never_an_allow() {
    for (standing, trust, mode) in commands() {
        for objection in [Objection::Unread, Objection::AskRule, Objection::Critical] {
            assert_ne!(whole(objection, command(standing, trust, mode), mode).0, Decision::Allow);
        }
    }
}

#[test]
fn plan_mode_runs_nothing_but_what_is_proven_read_only() {
    for objection in Objection::ALL {
        for (standing, trust, mode) in commands().filter(|(.., mode)| *mode == Mode::Plan) {
            let allowed = whole(objection, command(standing, trust, mode), mode).0 == Decision::Allow;
            let proven = match trust {
                Trust::Proof => standing.only_reads(),
                Trust::Modes => false,
                Trust::Rules => standing.only_reads() && standing.is_by_rule(),
            };
            assert_eq!(allowed, objection == Objection::None && proven, "{objection:?} {standing:?}");
        }
    }
}

#[test]
fn nobody_is_asked_where_nobody_can_be() {
    for objection in Objection::ALL {
        for (standing, trust, mode) in commands().filter(|(.., mode)| *mode == Mode::DontAsk) {
            assert_ne!(whole(objection, command(standing, trust, mode), mode).0, Decision::Ask);
        }
    }
}

#[test]
fn an_objection_never_loosens() {
    for (standing, trust, mode) in commands() {
        let bare = command(standing, trust, mode);
        for objection in Objection::ALL {
            assert!(whole(objection, bare, mode).0 >= bare.0, "{objection:?} {standing:?} {mode:?}");
        }
    }
}

#[test]
fn a_profile_that_trusts_modes_allows_by_proof_only_what_reads_where_edits_are_accepted() {
    for (standing, _, mode) in commands() {
        let (decision, ground) = command(standing, Trust::Modes, mode);
        assert!(decision >= command(standing, Trust::Proof, mode).0, "{standing:?} {mode:?}");
        let by_rule = standing.is_by_rule() && mode != Mode::Plan;
        let by_proof = standing.only_reads() && !standing.is_by_rule() && mode == Mode::AcceptEdits;
        assert_eq!(
            decision == Decision::Allow,
            by_rule || by_proof || mode == Mode::BypassPermissions,
            "{standing:?} {mode:?} {ground:?}"
        );
    }
}

#[test]
fn a_profile_that_trusts_rules_only_is_never_looser_and_allows_nothing_by_proof() {
    for (standing, _, mode) in commands() {
        let (strict, ground) = command(standing, Trust::Rules, mode);
        assert!(strict >= command(standing, Trust::Proof, mode).0, "{standing:?} {mode:?}");
        let by_rule = standing.is_by_rule();
        assert!(
            strict != Decision::Allow || by_rule || mode == Mode::BypassPermissions,
            "{standing:?} {mode:?} {ground:?}"
        );
    }
}
