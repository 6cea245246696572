//! Paths on another machine, to which Windows sends credentials.

use super::form::{Case, Found, Marks, check};
use super::places::Places;
use super::session_text::{self, Call};
use crate::commands::{Arg, Role, uses_in};
use crate::script::Shell;

check! {
    /// Windows opens `\\host\share` by itself, and proves to the host who you are: whoever runs that host gets an answer with
    /// which your password can be guessed or your session used. `Test-Path` is enough. The host can have many spellings.
    ///
    /// ```powershell,fires
    /// Get-Content \\host\share\a.txt
    /// `gc \\host\share\a.txt
    /// Test-Path //host/share
    /// gci '\\host\share'
    /// Get-ChildItem -LiteralPath "\/host/share"
    /// TEST-PATH -lit \\host@SSL\DavWWWRoot\a
    /// Microsoft.PowerShell.Management\Get-Item \\?\UNC\host\share
    /// Get-Item FileSystem::\\host\share
    /// Get-Content a.txt, \\host\share\b.txt
    /// Copy-Item a.txt -Destination \\192.0.2.1\share
    /// gci "\\$name\share"
    /// Get-Date > \\host\share\a.txt
    /// & \\host\share\a.exe
    /// \\host\share\a.exe
    /// Start-Process \\host\share\a.exe
    /// robocopy src \\host\share
    /// pwsh -Command "gci \\host\share"
    /// ```
    ///
    /// A pattern that begins with backslashes is no path, and one sign in front of a path is the root.
    ///
    /// ```powershell,silent
    /// Get-Content /etc/hosts
    /// Get-Content C:\repo\a.txt
    /// gci \repo
    /// Select-String '\\server\\share' a.txt
    /// rg '\\d+\\w' src
    /// Write-Output '\\host\share'
    /// curl -s https://example.com/a
    /// git clone https://example.com/a
    /// # // a comment
    /// Get-Content \\?\C:\repo\a.txt
    /// ```
    ///
    /// ```powershell,blind
    /// Get-Content $path
    /// ```
    pub static NETWORK_PATHS = 29 {
        says: "this path is on another machine, to which Windows sends your credentials",
        help: "copy the file to this machine first, or use a tool that asks for the password of its own",
        marks: Marks::of(b"\\/"),
        find,
    }
}

fn find(case: &Case<'_>, found: &mut Found) {
    let mut places = Places::new(found);
    session_text::each(case.session, &mut |text| {
        let shell = text.script.shell();
        for call in &text.calls {
            if is_share(call.name) {
                places.ask(text.place(call.name_span()), None);
            }
            for arg in paths(call, shell) {
                places.ask(text.place(arg.span), None);
            }
        }
        for redirect in &text.script.redirects {
            let target = text.script.word(redirect.target);
            if let Some(word) = target.filter(|word| text.script.text(word).is_some_and(is_share)) {
                places.ask(text.place(word.span), None);
            }
        }
    });
}

/// The arguments of a call that are paths on another machine.
fn paths<'c, 't>(call: &'c Call<'t>, shell: &'static Shell) -> impl Iterator<Item = &'c Arg<'t>> {
    let is_path = |role: Role| {
        matches!(role, Role::PathRead | Role::PathWritten | Role::PathDeleted | Role::Command)
    };
    let is_cmdlet = call.program.is_some_and(|program| program.cmdlet.is_some());
    let bound = call.values_as(is_path).map(|(_, arg)| arg).filter(move |_| is_cmdlet);
    let own = if is_cmdlet { None } else { Some(uses_in(shell, &call.args).uses) };
    let has_table = call.program.is_some();
    let given = call.args.iter().enumerate().skip(1).filter(move |(at, arg)| {
        let role = own.as_ref().and_then(|own| own.get(*at)).map(|used| used.role);
        let is_file = role.is_some_and(is_path) || !has_table && has_backslashes(arg.prefix());
        // Two slashes are one to every other system, and a program gets them as they are.
        own.is_some() && is_file && (shell.starts_programs_of_windows || has_backslashes(arg.prefix()))
    });
    bound.chain(given.map(|(_, arg)| arg)).filter(|arg| is_share(arg.prefix()))
}

fn has_backslashes(text: &str) -> bool {
    text.starts_with("\\\\")
}

/// Whether a path is on another machine: two separators of either kind, and the name of a host.
fn is_share(path: &str) -> bool {
    let path = path.rsplit_once("::").map_or(path, |(_, path)| path);
    let separators = |character: char| matches!(character, '\\' | '/');
    let Some(rest) = path.strip_prefix(separators).and_then(|rest| rest.strip_prefix(separators)) else {
        return false;
    };
    let mut parts = rest.split(separators);
    match (parts.next(), parts.next()) {
        // Paths of the machine itself, but for the network in them.
        (Some("?" | "."), Some(second)) => ["unc", "globalroot"].iter().any(|it| second.eq_ignore_ascii_case(it)),
        (Some(""), second) => second.is_none() && path.starts_with('\\'),
        (Some(host), _) => !host.is_empty(),
        (None, _) => false,
    }
}
