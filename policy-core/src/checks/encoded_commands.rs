//! Code that is written in base64.

use super::form::{Case, Found, Marks, check};
use super::places::Places;
use super::session_text::{self, StartOption};
use crate::commands::ProgramQuality;

check! {
    /// Nobody can read `-EncodedCommand SQBFAFgA…`, and PowerShell runs it: the same in every abbreviation (`-e`, `-enc`,
    /// `-ec`). Text that a script decodes itself, with `FromBase64String`, is hidden in the same way.
    ///
    /// ```powershell,fires
    /// pwsh -EncodedCommand SQBFAFgA
    /// pwsh -e SQBFAFgA
    /// pwsh -NoProfile -enc SQBFAFgA
    /// powershell.exe -NoP -EC SQBFAFgA
    /// powershell /encod SQBFAFgA
    /// & 'C:\Windows\System32\WindowsPowerShell\v1.0\powershell.exe' -e SQBFAFgA
    /// pwsh -EncodedCommand $text
    /// Start-Process pwsh -ArgumentList '-NoProfile', '-enc', 'SQBFAFgA'
    /// saps powershell '-w hidden -enc SQBFAFgA'
    /// gci | pwsh -e SQBFAFgA
    /// pwsh -Command "pwsh -enc SQBFAFgA"
    /// [Convert]::FromBase64String('SQBFAFgA')
    /// $x = [System.Text.Encoding]::Unicode.GetString([System.Convert]::FromBase64String($text))
    /// [Convert]::"FromBase64String"($text)
    /// [conVERT]::FromBaSe64StrinG($text)
    /// ```
    ///
    /// Base64 that a program gets as data is no code, and neither is an option of another program.
    ///
    /// ```powershell,silent
    /// pwsh -NoProfile -File build.ps1
    /// pwsh -NoProfile -Command Get-Date
    /// pwsh -ExecutionPolicy RemoteSigned -File build.ps1
    /// grep -e SQBFAFgA a.txt
    /// base64 -d a.txt
    /// Select-String -Pattern FromBase64String -Path src/a.cs
    /// Write-Output 'pwsh -enc SQBFAFgA'
    /// git commit -m '[Convert]::FromBase64String is gone'
    /// Get-Content a.txt -Encoding utf8
    /// ```
    ///
    /// A name that is put together when the script runs is not known before.
    ///
    /// ```powershell,blind
    /// [Convert]::('From' + 'Base64' + 'String')
    /// ```
    pub static ENCODED_COMMANDS = 24 {
        says: "this hides code in base64",
        help: "write the command as it is, so that it can be read",
        marks: Marks::ANY,
        find,
    }
}

fn find(case: &Case<'_>, found: &mut Found) {
    let mut places = Places::new(found);
    session_text::each(case.session, &mut |text| {
        for call in &text.calls {
            let is_shell = call.is(ProgramQuality::CmdletShell);
            for (at, arg) in call.args.iter().enumerate().skip(1) {
                let is_own = is_shell && call.start_option(at) == Some(StartOption::EncodedCommand);
                if is_own || session_text::start_value(text, call, arg, StartOption::EncodedCommand).is_some() {
                    places.ask(text.place(arg.span), None);
                }
            }
        }
        for (_, span) in text.members().filter(|(member, _)| *member == "frombase64string") {
            places.ask(text.place(span), Some("this decodes base64, and hides what it becomes".into()));
        }
    });
}
