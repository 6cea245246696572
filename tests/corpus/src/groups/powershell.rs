//! The core's cases of PowerShell, elsewhere and on Windows, with the other operations on the same commands.

use policy_core::{Dialect, Mode};
use serde_json::json;
use test_support::cases::{self, POWERSHELL_DENIED, POWERSHELL_HARMLESS, POWERSHELL_NEIGHBOURS};

use crate::questions::Maker;
use crate::request::Asked;
use crate::settings::Settings;

/// All under no settings and under rules, in every mode in turn; some as calls of the other operations.
pub(crate) fn add(maker: &mut Maker, settings: &Settings) {
    let files = [POWERSHELL_HARMLESS, POWERSHELL_NEIGHBOURS, POWERSHELL_DENIED];
    let modes = Mode::ALL.iter().map(|(mode, _)| *mode).cycle();
    for ((at, command), mode) in files.into_iter().flat_map(cases::commands).enumerate().zip(modes) {
        let asked = || Asked::at_home(&command).shell(Dialect::PowerShell);
        maker.check(settings.none, asked().text());
        maker.check(settings.none, asked().on_windows().text());
        maker.check(settings.turn(at), asked().mode(mode).text());
        for operation in ["outline", "classify", "commandLine"].into_iter().filter(|_| at % 10 == 0) {
            let call = json!({ "operation": operation, "command": command, "shell": "powershell" });
            maker.call(call.to_string());
        }
    }
}
