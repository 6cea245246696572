//! Compiled code that a script loads into the shell.

use super::form::{Case, Found, Marks, check};
use super::places::Places;
use super::session_text;
use crate::commands::ProgramQuality;

check! {
    /// `Add-Type` compiles a program and runs it inside PowerShell, a COM object is a program with a door to it, and
    /// `[Reflection.Assembly]::Load` takes code from memory that was never a file. No rule about commands sees what they do.
    ///
    /// ```powershell,fires
    /// Add-Type -TypeDefinition $source
    /// add-type -Ty 'public class A {}'
    /// `add-type -Path a.dll
    /// Microsoft.PowerShell.Utility\Add-Type -AssemblyName System.Windows.Forms
    /// New-Object -ComObject WScript.Shell
    /// new-object -c Shell.Application
    /// (New-Object -Com MMC20.Application).Document
    /// Import-Module ./a.psm1
    /// ipmo a.dll
    /// [Reflection.Assembly]::LoadFile('a.dll')
    /// [System.Reflection.Assembly]::Load($bytes)
    /// [reflection.ASSEMBLY]::"Load"($bytes)
    /// [Activator]::CreateInstance([Type]::GetTypeFromProgID('WScript.Shell'))
    /// [Runtime.InteropServices.Marshal]::GetDelegateForFunctionPointer($p, $t)
    /// pwsh -Command "Add-Type -Path a.dll"
    /// ```
    ///
    /// An object of a class that PowerShell has, and a look at modules, load nothing.
    ///
    /// ```powershell,silent
    /// Get-Module -ListAvailable
    /// Get-Content a.dll
    /// Get-Item a.psm1
    /// New-Object -TypeName System.Text.StringBuilder
    /// Write-Output 'Add-Type -Path a.dll'
    /// Select-String -Pattern 'Reflection.Assembly' -Path a.ps1
    /// Get-ChildItem -Filter *.dll
    /// ```
    ///
    /// ```powershell,blind
    /// [Type]::GetType($name)::$member($bytes)
    /// ```
    pub static LOADED_CODE = 30 {
        says: "this loads code into the shell, where no rule sees what it does",
        help: "use a cmdlet or a program for it, or let a person run it",
        marks: Marks::ANY,
        find,
    }
}

/// Types through which code is loaded or called, in small letters, without `System.`, sorted
/// (the reference of .NET).
const TYPES: &[&str] = &[
    "activator",
    "appdomain",
    "codedom.compiler.codedomprovider",
    "microsoft.csharp.csharpcodeprovider",
    "reflection.assembly",
    "reflection.emit.assemblybuilder",
    "runtime.interopservices.marshal",
    "runtime.interopservices.nativelibrary",
    "runtime.loader.assemblyloadcontext",
];

/// Members that do it, in small letters, sorted.
const MEMBERS: &[&str] = &[
    "getdelegateforfunctionpointer",
    "gettypefromclsid",
    "gettypefromprogid",
    "loadfile",
    "loadfrom",
    "loadwithpartialname",
    "unsafeloadfrom",
];

fn find(case: &Case<'_>, found: &mut Found) {
    let mut places = Places::new(found);
    session_text::each(case.session, &mut |text| {
        for call in &text.calls {
            if call.is(ProgramQuality::LoadsCode) {
                places.ask(text.place(call.span), None);
            }
            if let Some(object) = call.bound.iter().find(|it| it.parameter.names.contains(&"-ComObject")) {
                let at = call.args.get(object.values.start).map_or(call.span, |arg| arg.span);
                // A name without a dash is bound to the position that `-TypeName` has as well.
                let is_named = call.args.iter().any(|arg| arg.text().is_some_and(|text| text.starts_with('-')));
                let is_type = call.bound.iter().any(|it| it.parameter.names.contains(&"-TypeName"));
                if is_named && !is_type {
                    places.ask(text.place(at), Some("this makes a COM object, which is a door to a program".into()));
                }
            }
        }
        let types = text.types().filter(|(name, _)| TYPES.binary_search(name).is_ok());
        let members = text.members().filter(|(name, _)| MEMBERS.binary_search(name).is_ok());
        for (_, span) in types.chain(members) {
            places.ask(text.place(span), None);
        }
    });
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_lists_are_sorted() {
        assert!(TYPES.is_sorted() && MEMBERS.is_sorted());
    }
}
