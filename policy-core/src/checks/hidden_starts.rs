//! Programs that are started where nobody sees them, or with the rights of an administrator.

use super::form::{Case, Found, Marks, check};
use super::places::Places;
use super::session_text::{self, StartOption};
use crate::commands::{Arg, ProgramQuality};

check! {
    /// A program with a hidden window works on when its command has ended, and nobody sees it. `-Verb RunAs` asks the person
    /// at the screen for the rights of an administrator, in a window that does not say what will run.
    ///
    /// ```powershell,fires
    /// Start-Process pwsh -WindowStyle Hidden
    /// saps a.exe -Win hid
    /// Start-Process a.exe -WindowStyle:1
    /// `saps a.exe -WindowStyle hidden
    /// Start-Process a.exe -WindowStyle $style
    /// Start-Process pwsh -Verb RunAs
    /// START-PROCESS cmd -verb 'runas'
    /// Microsoft.PowerShell.Management\Start-Process a -Verb $verb
    /// powershell -WindowStyle Hidden -File a.ps1
    /// powershell.exe -w h -File a.ps1
    /// pwsh /win hidden -File a.ps1
    /// Start-Process pwsh '-w hidden -File a.ps1'
    /// pwsh -Command "Start-Process a.exe -Verb RunAs"
    /// ```
    ///
    /// A program that a person sees, and that has the rights of its user, is one like any other.
    ///
    /// ```powershell,silent
    /// Start-Process notepad
    /// Start-Process a.exe -WindowStyle Minimized
    /// Start-Process a.exe -Wait -NoNewWindow
    /// Start-Process a.txt -Verb Print
    /// pwsh -NoProfile -File a.ps1
    /// Write-Output 'Start-Process a -Verb RunAs'
    /// Get-Command -Verb Get
    /// grep -w hidden a.txt
    /// ```
    ///
    /// ```powershell,blind
    /// schtasks /create /tn a /tr a.exe /sc once /st 00:00
    /// ```
    pub static HIDDEN_STARTS = 31 {
        says: "this starts a program that nobody sees, or with the rights of an administrator",
        help: "start it in the open, with the rights of the user",
        marks: Marks::ANY,
        find,
    }
}

/// Parameters that say how a program is started, and whether a value of each, in small letters, is harmless
/// (`Start-Process`, `ProcessWindowStyle`).
const PARAMETERS: [(&str, IsHarmless); 2] = [("-WindowStyle", is_visible), ("-Verb", is_plain)];

/// Whether a value, in small letters, is harmless.
type IsHarmless = fn(&str) -> bool;

fn find(case: &Case<'_>, found: &mut Found) {
    let mut places = Places::new(found);
    session_text::each(case.session, &mut |text| {
        for call in &text.calls {
            // Other cmdlets have a `-Verb` that is no verb of a program.
            for (name, is_harmless) in PARAMETERS.iter().filter(|_| call.starts) {
                let is_known = |value: &&Arg<'_>| {
                    value.text().is_some_and(|text| is_harmless(&text.to_ascii_lowercase()))
                };
                if let Some(value) = call.values(name).find(|value| !is_known(value)) {
                    places.ask(text.place(value.span), None);
                }
            }
            let is_shell = call.is(ProgramQuality::CmdletShell);
            for (at, arg) in call.args.iter().enumerate().skip(1) {
                let is_own = is_shell && call.start_option(at) == Some(StartOption::WindowStyle);
                let value = || call.args.get(at + 1).and_then(Arg::text).map(str::to_ascii_lowercase);
                let given = session_text::start_value(text, call, arg, StartOption::WindowStyle);
                if is_own && value().is_none_or(|value| !is_visible(&value))
                    || given.is_some_and(|style| !is_visible(&style.to_ascii_lowercase()))
                {
                    places.ask(text.place(arg.span), None);
                }
            }
        }
    });
}

/// Whether a style of windows shows the window. A style is known by its prefix and by its number; 1 is the hidden one.
fn is_visible(style: &str) -> bool {
    let is_style = |name: &str| !style.is_empty() && name.starts_with(style);
    ["maximized", "minimized", "normal"].iter().any(|name| is_style(name)) || matches!(style, "0" | "2" | "3")
}

/// Whether a verb opens a file with the rights of the user.
fn is_plain(verb: &str) -> bool {
    matches!(verb, "edit" | "open" | "print" | "printto")
}
