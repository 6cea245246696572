//! Every example of every table, those that are vouched for and those that are not.

use policy_core::commands::{Form, programs};

use crate::questions::Maker;
use crate::request::Asked;
use crate::settings::Settings;

pub(crate) fn add(maker: &mut Maker, settings: &Settings) {
    fn form(maker: &mut Maker, settings: &Settings, of: &Form) {
        for example in of.yes.iter().chain(of.no) {
            maker.check(settings.none, Asked::at_home(*example).text());
        }
        for sub in of.subs() {
            form(maker, settings, sub);
        }
    }
    for program in programs().into_iter().filter(|program| program.cmdlet.is_none()) {
        form(maker, settings, &program.form);
    }
}
