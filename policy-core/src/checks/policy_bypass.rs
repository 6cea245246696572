//! Commands that turn the guards of PowerShell off.

use super::form::{Case, Found, Marks, check};
use super::places::Places;
use super::session_text::{self, StartOption};
use crate::commands::{Arg, ProgramQuality};

check! {
    /// The execution policy decides which scripts may run, and AMSI shows every script to the virus scanner first. A command
    /// that turns one of them off is about to run something that they would stop.
    ///
    /// ```powershell,fires
    /// pwsh -ExecutionPolicy Bypass -File a.ps1
    /// powershell -ep bypass -File a.ps1
    /// powershell.exe -NoProfile -Ex Unrestricted a.ps1
    /// powershell /EXEC byp -File a.ps1
    /// pwsh -ExecutionPolicy $policy -File a.ps1
    /// Start-Process powershell -ArgumentList '-ExecutionPolicy Bypass -File a.ps1'
    /// Set-ExecutionPolicy Bypass
    /// Set-ExecutionPolicy -Scope Process -ExecutionPolicy Unrestricted -Force
    /// set-executionPOLICY -Sc CurrentUser -Exec 'bypass'
    /// Microsoft.PowerShell.Security\Set-ExecutionPolicy $policy
    /// $env:PSExecutionPolicyPreference = 'Bypass'
    /// [Ref].Assembly.GetType('System.Management.Automation.AmsiUtils')
    /// [Ref].Assembly.GetType($n).GetField('amsiInitFailed', 'NonPublic,Static')
    /// pwsh -Command "Set-ExecutionPolicy Bypass"
    /// ```
    ///
    /// A look at the policy, and a policy that demands signatures, turn nothing off.
    ///
    /// ```powershell,silent
    /// Get-ExecutionPolicy
    /// Get-ExecutionPolicy -List
    /// Set-ExecutionPolicy RemoteSigned -Scope CurrentUser
    /// pwsh -ExecutionPolicy AllSigned -File a.ps1
    /// pwsh -NoProfile -File a.ps1
    /// Select-String -Pattern AmsiUtils -Path src/a.cs
    /// Write-Output 'Set-ExecutionPolicy Bypass'
    /// ```
    ///
    /// ```powershell,blind
    /// [Ref].Assembly.GetType('System.Management.Automation.A' + 'msiUtils')
    /// ```
    pub static POLICY_BYPASS = 27 {
        says: "this turns off a guard that decides which scripts may run",
        help: "run the script without it; sign it, or let a person change the policy",
        marks: Marks::ANY,
        find,
    }
}

/// Policies that stop scripts (`about_Execution_Policies`), in small letters, sorted. A value is known by every prefix that
/// the others do not share.
const STRICT: [&str; 4] = ["allsigned", "default", "remotesigned", "restricted"];

/// Parts of names that only the scan of scripts has, in small letters.
const SCAN: [&str; 4] = ["amsicontext", "amsiinitfailed", "amsiscanbuffer", "amsiutils"];

/// The variable that holds the policy of a process, in small letters.
const VARIABLE: &str = "env:psexecutionpolicypreference";

fn find(case: &Case<'_>, found: &mut Found) {
    let mut places = Places::new(found);
    session_text::each(case.session, &mut |text| {
        for call in &text.calls {
            let is_shell = call.is(ProgramQuality::CmdletShell);
            for (at, arg) in call.args.iter().enumerate().skip(1) {
                let is_own = is_shell && call.start_option(at) == Some(StartOption::ExecutionPolicy);
                let given = session_text::start_value(text, call, arg, StartOption::ExecutionPolicy);
                if is_own && call.args.get(at + 1).is_none_or(|value| !is_strict(value))
                    || given.is_some_and(|policy| !is_strict_name(policy))
                {
                    places.ask(text.place(arg.span), None);
                }
            }
            if let Some(value) = call.values("-ExecutionPolicy").find(|value| !is_strict(value)) {
                places.ask(text.place(call.name_span().join(value.span)), None);
            }
        }
        for token in text.unread {
            let Some(word) = token.word() else { continue };
            if SCAN.iter().any(|name| word.contains(name)) {
                let message = "this reaches into the scan of scripts for malware";
                places.ask(text.place(token.span), Some(message.into()));
            } else if word == VARIABLE {
                places.ask(text.place(token.span), None);
            }
        }
    });
}

/// Whether a policy is known to stop scripts.
fn is_strict(value: &Arg<'_>) -> bool {
    value.text().is_some_and(is_strict_name)
}

fn is_strict_name(policy: &str) -> bool {
    let small = policy.to_ascii_lowercase();
    !small.is_empty() && STRICT.iter().any(|policy| policy.starts_with(&small))
}
