//! Paths that name no file: variables, functions, the registry, certificates.

use alloc::format;

use super::form::{Case, Found, Marks, check};
use super::places::Places;
use super::session_text;
use crate::commands::Role;

check! {
    /// `Get-Content` reads a file, and `Get-Content Env:TOKEN` a secret of the environment; `Set-Content Function:ls` makes
    /// another command of `ls`. The cmdlets for files work on every drive of PowerShell, and a drive can be anything.
    ///
    /// ```powershell,fires
    /// Get-ChildItem Env:
    /// gci env:
    /// `gci ENV:
    /// Get-Content Env:GITHUB_TOKEN
    /// gc -LiteralPath 'env:PATH'
    /// Get-Item -Path Env:*TOKEN*
    /// Microsoft.PowerShell.Management\Get-ChildItem Variable:
    /// Set-Content Function:ls 'Remove-Item a'
    /// si -Pa function:prompt -Value x
    /// Set-Item Alias:ls Remove-Item
    /// Get-ItemProperty HKLM:\SOFTWARE\Microsoft
    /// Remove-Item -Recurse HKCU:\Software\a
    /// Get-ChildItem Cert:\CurrentUser\My
    /// Set-Item WSMan:\localhost\Client\TrustedHosts *
    /// cd HKLM:
    /// Get-ChildItem a, env:
    /// Get-Item Registry::HKEY_LOCAL_MACHINE\SOFTWARE
    /// Get-Item Microsoft.PowerShell.Core\Registry::HKEY_CURRENT_USER
    /// ${function:ls} = 'Remove-Item a'
    /// $alias:ls
    /// ```
    ///
    /// A letter and a colon are a drive of the file system, and text that only looks like a path is text.
    ///
    /// ```powershell,silent
    /// Get-ChildItem C:\repo
    /// Get-Content ./src/a.txt
    /// Get-ChildItem Temp:
    /// Write-Output 'env: a'
    /// Select-String 'HKLM:' a.txt
    /// $env:PATH
    /// Get-Content "$env:HOME/a.txt"
    /// git show HEAD:src/a.txt
    /// Test-Path src
    /// $script:count
    /// ```
    ///
    /// ```powershell,blind
    /// cd $drive; Get-ChildItem
    /// ```
    pub static PROVIDER_PATHS = 28 {
        says: "this path names no file",
        help: "use a path of the file system, or the command that is made for what you need",
        marks: Marks::of(b":"),
        find,
    }
}

/// Drives and providers, in small letters, sorted, with what is after each (`about_Providers`).
const DRIVES: &[(&str, &str)] = &[
    ("alias", "what the names of commands mean"),
    ("cert", "certificates and their keys"),
    ("certificate", "certificates and their keys"),
    ("env", "the variables of the environment, with tokens and keys"),
    ("environment", "the variables of the environment, with tokens and keys"),
    ("function", "the functions of the session"),
    ("hkcr", "the registry"),
    ("hkcu", "the registry"),
    ("hklm", "the registry"),
    ("registry", "the registry"),
    ("variable", "the variables of the session"),
    ("wsman", "the settings of remote sessions"),
];

fn find(case: &Case<'_>, found: &mut Found) {
    let mut places = Places::new(found);
    session_text::each(case.session, &mut |text| {
        for call in text.calls.iter().filter(|call| call.program.is_some_and(|it| it.cmdlet.is_some())) {
            let is_path = |role: Role| matches!(role, Role::PathRead | Role::PathWritten | Role::PathDeleted);
            for (_, arg) in call.values_as(is_path) {
                let Some(drive) = drive(arg.prefix()) else { continue };
                places.ask(text.place(arg.span), Some(message(drive)));
            }
        }
        let pairs = text.unread.iter().zip(text.unread.iter().skip(1)).filter(|(before, _)| before.is('$') || before.is('{'));
        for (_, token) in pairs {
            let Some((name, _)) = token.bare().and_then(|word| word.split_once(':')) else { continue };
            if name != "env" && holds(name).is_some() {
                places.ask(text.place(token.span), Some(message(name)));
            }
        }
    });
}

/// The drive or provider in front of a path, if it is none of the file system.
fn drive(path: &str) -> Option<&str> {
    let (front, _) = path.split_once(':')?;
    let name = front.rsplit(['\\', '/']).next().unwrap_or(front);
    let is_name = name.len() > 1 && name.bytes().all(|byte| byte.is_ascii_alphanumeric() || byte == b'_');
    let is_files = ["filesystem", "temp"].iter().any(|own| name.eq_ignore_ascii_case(own));
    // In front of a provider its module can be, in front of a drive nothing.
    let is_whole = name.len() == front.len() || path.get(front.len()..).is_some_and(|rest| rest.starts_with("::"));
    (is_name && !is_files && is_whole).then_some(name)
}

fn holds(drive: &str) -> Option<&'static str> {
    let small = drive.to_ascii_lowercase();
    let at = DRIVES.binary_search_by(|(name, _)| (*name).cmp(small.as_str())).ok()?;
    DRIVES.get(at).map(|(_, holds)| *holds)
}

fn message(drive: &str) -> alloc::string::String {
    match holds(drive) {
        Some(holds) => format!("`{drive}:` holds {holds}, and no files"),
        None => format!("`{drive}:` is a drive, and nobody knows what it holds"),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_drives_are_sorted() {
        assert!(DRIVES.is_sorted_by_key(|(name, _)| name));
    }
}
