//! The settings about the web tools: `web`.
//!
//! Owns its keys. The host of the program reads no other.

use jsonc_parser::ast::Value;

use super::reader::{Effect, SettingsReader};

pub(super) const WEB: &str = "web";

/// The keys of `web`.
pub(super) const KEYS: &[&str] = &["preapproved"];

impl SettingsReader<'_> {
    /// `web`: what cannot be read is taken for the stricter value.
    pub(super) fn web(&mut self, values: &[&Value<'_>]) {
        let objects = self.objects_of(WEB, values, Effect::Tightens);
        if objects.len() < values.len() {
            self.said.preapproved = Some(false);
        }
        for setting in self.settings(&objects) {
            let Some(setting) = self.counting(WEB, setting) else { continue };
            match &*setting.name {
                "preapproved" => {
                    self.said.preapproved = self.flag("preapproved", &setting.values(), false);
                }
                _ => self.other(&setting, "`web`", KEYS, &[]),
            }
        }
    }
}
