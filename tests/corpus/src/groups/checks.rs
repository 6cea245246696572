//! Every example of every check, of every piece of advice and of every form that a profile forbids.

use policy_core::Dialect;
use policy_core::checks::CHECKS;
use policy_core::present::advice::remarks;
use policy_core::profiles::forbidden::{ALWAYS_ASKED, FORMS};

use crate::questions::Maker;
use crate::request::Asked;
use crate::settings::Settings;

/// Each check's in its shell, those of a POSIX shell in every one, under no settings, under rules, and where everything is
/// allowed that can be.
pub(crate) fn add(maker: &mut Maker, settings: &Settings) {
    for example in CHECKS.iter().flat_map(|check| check.story().examples) {
        for policy in [settings.none, settings.rules, settings.everything] {
            maker.check(policy, Asked::at_home(&example.command).shell(example.dialect).text());
        }
        let own = [example.dialect];
        let is_posix = Dialect::POSIX.contains(&example.dialect);
        for shell in if is_posix { &Dialect::POSIX[..] } else { &own } {
            maker.check(settings.none, Asked::bare(&example.command).shell(*shell).text());
        }
    }
    let forms = FORMS.iter().chain(ALWAYS_ASKED);
    let of_forms = forms.flat_map(|form| form.fires.iter().chain(form.silent.iter()));
    let of_remarks = remarks().flat_map(|remark| remark.fires.iter().chain(remark.silent.iter()));
    for command in of_forms.chain(of_remarks) {
        for policy in [settings.none, settings.jazz] {
            maker.check(policy, Asked::at_home(command).text());
        }
    }
}
