//! Changes of the session after which later commands do something else.

use alloc::format;
use alloc::string::String;

use super::form::{Case, Found, Marks, check};
use super::places::Places;
use super::session_text::{self, Call, SessionText};
use crate::commands::{Arg, ProgramQuality, ShellEffect, danger, program};
use crate::powershell::cmdlet;

check! {
    /// `$PSDefaultParameterValues` adds parameters to every cmdlet, an alias or a function with the name of a command takes its
    /// place, and `$env:PATH` decides which programs start. The next command reads as before, and does something else.
    ///
    /// ```powershell,fires
    /// $PSDefaultParameterValues = @{ '*:OutVariable' = 'x' }
    /// $global:PSDefaultParameterValues['*:Path'] = 'a'
    /// $psDEFAULTparametervalues += @{ a = 1 }
    /// $env:PATH = 'a'
    /// $Env:Path += ';a'
    /// ${env:PATH} = 'a'
    /// $env:PSModulePath = 'a'
    /// $env:LD_PRELOAD = 'a.so'
    /// $env:GIT_SSH_COMMAND = 'a'
    /// [Environment]::SetEnvironmentVariable('PATH', 'a', 'User')
    /// [System.Environment]::"SetEnvironmentVariable"('Path', 'a')
    /// Set-Alias ls Remove-Item
    /// sal -Val Remove-Item -Na git
    /// `new-alias dir Remove-Item
    /// Microsoft.PowerShell.Utility\Set-Alias -Name Get-Item -Value a
    /// function ls { Remove-Item a }
    /// filter Get-Item { 1 }
    /// Set-Variable PSDefaultParameterValues @{ a = 1 }
    /// sv -Name PSModuleAutoLoadingPreference -Value None
    /// Get-Item a -OutVariable PSDefaultParameterValues
    /// gi a -ov psmodulepath
    /// ```
    ///
    /// What a script keeps for itself changes no other command.
    ///
    /// ```powershell,silent
    /// $x = Get-Item a
    /// $env:PATH
    /// $env:RUST_BACKTRACE = '1'
    /// $ErrorActionPreference = 'Stop'
    /// Set-Variable x 1
    /// Get-Item a -OutVariable x
    /// Set-Alias build ./build.ps1
    /// function Build-All { 1 }
    /// Get-Alias ls
    /// Write-Output '$env:PATH = a'
    /// ```
    ///
    /// ```powershell,blind
    /// Set-Variable $name @{ a = 1 }
    /// ```
    pub static SESSION_CHANGES = 32 {
        says: "after this, other commands do something else than they say",
        help: "give the command that needs it a parameter, or its full path",
        marks: Marks::ANY,
        find,
    }
}

/// Variables of PowerShell that change what other commands do, in small letters, sorted (`about_Preference_Variables`,
/// `about_Parameters_Default_Values`, `about_PSModulePath`).
const VARIABLES: &[&str] = &[
    "executioncontext",
    "ofs",
    "outputencoding",
    "psdefaultparametervalues",
    "psmoduleautoloadingpreference",
    "psmodulepath",
    "psnativecommandargumentpassing",
];

/// Variables of the environment that PowerShell obeys, besides those that every program does (`about_Environment_Variables`).
const ENVIRONMENT: [&str; 3] = ["pathext", "psexecutionpolicypreference", "psmodulepath"];

fn find(case: &Case<'_>, found: &mut Found) {
    let mut places = Places::new(found);
    session_text::each(case.session, &mut |text| {
        for call in &text.calls {
            variables(text, call, &mut places);
        }
        for (at, token) in text.unread.iter().enumerate() {
            let Some(word) = token.word() else { continue };
            let before = at.checked_sub(1).and_then(|at| text.unread.get(at));
            let is_variable = before.is_some_and(|before| before.is('$') || before.is('{'));
            let message = if is_variable && token.bare().is_some() && is_assigned(text, at) {
                changed(word)
            } else if before.is_some_and(|it| matches!(it.bare(), Some("function" | "filter"))) {
                redefined(word)
            } else if word.ends_with("setenvironmentvariable") {
                let name = text.unread.get(at + 2).and_then(|name| name.word());
                name.and_then(environment)
            } else {
                None
            };
            if let Some(message) = message {
                places.ask(text.place(token.span), Some(message));
            }
        }
    });
}

/// Reports the parameters of a cmdlet that name what it changes.
fn variables(text: &SessionText<'_>, call: &Call<'_>, places: &mut Places<'_>) {
    let name = |arg: &Arg<'_>| arg.text().map(str::to_ascii_lowercase);
    let changes = call.program.is_some_and(|it| it.shell.contains(&ShellEffect::ChangesLanguage));
    if changes && !call.is(ProgramQuality::LoadsCode) {
        for value in call.values("-Name") {
            let message = name(value).and_then(|name| changed(&name).or_else(|| redefined(&name)));
            if let Some(message) = message {
                places.ask(text.place(value.span), Some(message));
            }
        }
    }
    let written = call.bound.iter().filter(|it| it.parameter.names.iter().any(|name| name.ends_with("Variable")));
    for value in written.flat_map(|it| call.args.get(it.values.clone()).unwrap_or(&[])) {
        let message = name(value).and_then(|name| changed(name.trim_start_matches('+')));
        if let Some(message) = message {
            places.ask(text.place(value.span), Some(message));
        }
    }
}

/// Whether the variable whose name is the token at `at` is assigned to, as a whole or in part.
fn is_assigned(text: &SessionText<'_>, at: usize) -> bool {
    let mut depth = 0usize;
    for token in text.unread.get(at + 1..).unwrap_or(&[]) {
        if token.is('[') {
            depth += 1;
        } else if token.is(']') {
            depth = depth.saturating_sub(1);
        } else if token.is('=') && depth == 0 {
            return true;
        } else if depth == 0 && !(token.is('}') || token.is('+')) {
            return false;
        }
    }
    false
}

/// What an assignment to the variable of this name, in small letters, changes.
fn changed(name: &str) -> Option<String> {
    if let Some(name) = name.strip_prefix("env:") {
        return environment(name);
    }
    let own = name.split_once(':').map_or(name, |(_, own)| own);
    let own = own.split('.').next().unwrap_or(own);
    VARIABLES.binary_search(&own).ok().map(|_| format!("`${own}` changes what other commands do"))
}

/// What the variable of the environment with this name, in small letters, changes.
fn environment(name: &str) -> Option<String> {
    let capitals = name.to_ascii_uppercase();
    if ENVIRONMENT.binary_search(&name).is_ok() {
        return Some(format!("`{capitals}` changes what PowerShell runs"));
    }
    danger(&capitals).map(|sets| format!("`{capitals}` sets {}", sets.words()))
}

/// What another command of this name, in small letters, replaces.
fn redefined(name: &str) -> Option<String> {
    let name = name.split_once(':').map_or(name, |(_, own)| own);
    let is_known = cmdlet(name, true).is_some() || program(name).is_some();
    is_known.then(|| format!("after this, `{name}` is another command than before"))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_lists_are_sorted() {
        assert!(VARIABLES.is_sorted() && ENVIRONMENT.is_sorted());
    }
}
