//! The judge's truth table, printed so that it can be read aloud, and the laws it must obey.

extern crate std;

use std::fmt::Write as _;
use std::string::String;

use super::judge::{Objection, Standing, command, whole};
use crate::request::Mode;
use crate::verdict::Decision;

#[test]
fn the_truth_table_is_what_was_read() {
    let mut table = String::new();
    for objection in Objection::ALL {
        for standing in Standing::ALL {
            let _ = writeln!(table, "{objection:?}, worst command {standing:?}");
            for (mode, name) in Mode::ALL {
                let (decision, ground) = whole(objection, command(standing, mode), mode);
                let _ = writeln!(table, "    {name:<18} {:<6} {ground:?}", decision.name());
            }
        }
    }
    let mut settings = insta::Settings::clone_current();
    settings.set_snapshot_path(concat!(env!("CARGO_MANIFEST_DIR"), "/../snapshots/judge"));
    settings.set_prepend_module_to_snapshot(false);
    settings.set_omit_expression(true);
    settings.bind(|| insta::assert_snapshot!("truth_table", table));
}

#[test]
fn deny_survives_every_mode_and_every_standing() {
    for standing in Standing::ALL {
        for (mode, _) in Mode::ALL {
            assert_eq!(whole(Objection::DenyRule, command(standing, mode), mode).0, Decision::Deny);
        }
    }
}

#[test]
fn an_ask_rule_is_never_an_allow() {
    for standing in Standing::ALL {
        for (mode, _) in Mode::ALL {
            assert_ne!(whole(Objection::AskRule, command(standing, mode), mode).0, Decision::Allow);
        }
    }
}

#[test]
fn plan_mode_runs_nothing_but_what_is_proven_read_only() {
    for objection in Objection::ALL {
        for standing in Standing::ALL {
            let allowed = whole(objection, command(standing, Mode::Plan), Mode::Plan).0 == Decision::Allow;
            assert_eq!(
                allowed,
                objection == Objection::None && standing == Standing::ReadOnly,
                "{objection:?} {standing:?}"
            );
        }
    }
}

#[test]
fn nobody_is_asked_where_nobody_can_be() {
    for objection in Objection::ALL {
        for standing in Standing::ALL {
            assert_ne!(whole(objection, command(standing, Mode::DontAsk), Mode::DontAsk).0, Decision::Ask);
        }
    }
}

#[test]
fn an_objection_never_loosens() {
    for standing in Standing::ALL {
        for (mode, _) in Mode::ALL {
            let bare = command(standing, mode);
            for objection in Objection::ALL {
                assert!(whole(objection, bare, mode).0 >= bare.0, "{objection:?} {standing:?} {mode:?}");
            }
        }
    }
}
