//! Text that PowerShell runs as code.

use alloc::vec::Vec;

use super::form::{Case, Found, Marks, check};
use super::places::Places;
use super::session_text::{self, Call, SessionText, StartOption};
use crate::commands::{self, Arg, Language, ProgramQuality, Role};
use crate::span::Span;

check! {
    /// `Invoke-Expression`, `[scriptblock]::Create` and `& $name` run whatever their text holds when the script comes to them.
    /// What was judged is the name of the variable. A text of several commands for another PowerShell is one argument here,
    /// and several commands there.
    ///
    /// ```powershell,fires
    /// Invoke-Expression $text
    /// iex 'Get-Date'
    /// IEX "Get-Item $x"
    /// `iex $text
    /// Microsoft.PowerShell.Utility\Invoke-Expression -Command $text
    /// $text | iex
    /// Get-Content a.txt | Invoke-Expression
    /// icm -ScriptBlock $block
    /// Invoke-Command -ScriptBlock ([scriptblock]::Create($text))
    /// & $name -Force
    /// & ('i' + 'ex') $text
    /// . $name
    /// [ScriptBlock]::Create($text).Invoke()
    /// $ExecutionContext.InvokeCommand.InvokeScript($text)
    /// $ExecutionContext.InvokeCommand.NewScriptBlock($text)
    /// [powershell]::Create().AddScript($text).Invoke()
    /// pwsh -NoProfile -Command "Get-Date; Remove-Item a"
    /// powershell -c "ls | rm"
    /// pwsh -c $text
    /// gci | pwsh -Command -
    /// ```
    ///
    /// A block whose commands are written here is judged command by command, and so is a name that is known.
    ///
    /// ```powershell,silent
    /// Get-ChildItem | ForEach-Object { $_.Name }
    /// icm { Get-Date }
    /// & 'C:\Program Files\Git\bin\git.exe' status
    /// & git status
    /// pwsh -NoProfile -Command Get-Date
    /// pwsh -File build.ps1
    /// Select-String -Pattern 'iex' -Path a.ps1
    /// Write-Output 'Invoke-Expression is gone'
    /// $x = { Get-Date }
    /// ```
    ///
    /// ```powershell,blind
    /// Get-ChildItem | ForEach-Object Delete
    /// icm $block
    /// ```
    pub static TEXT_AS_CODE = 26 {
        says: "this runs text as code, and what it does is known only when it runs",
        help: "write the commands themselves, so that Shellgate can judge each one",
        marks: Marks::ANY,
        find,
    }
}

/// Members that run, or make, code from text, in small letters, sorted
/// (the reference of .NET, `System.Management.Automation`).
const MEMBERS: &[&str] = &[
    "addcommand",
    "addscript",
    "begininvoke",
    "expandstring",
    "invoke",
    "invokeasync",
    "invokereturnasis",
    "invokescript",
    "invokewithcontext",
    "newscriptblock",
];

/// Types whose `Create` makes code from text.
const TYPES: [&str; 4] =
    ["management.automation.powershell", "management.automation.scriptblock", "powershell", "scriptblock"];

fn find(case: &Case<'_>, found: &mut Found) {
    let mut places = Places::new(found);
    session_text::each(case.session, &mut |text| {
        for call in &text.calls {
            if runs_text(call, text) {
                places.ask(text.place(call.span), None);
            }
        }
        for span in unread_runs(text) {
            places.ask(text.place(span), None);
        }
    });
}

/// Whether a call runs a text that is not known, or that holds several commands.
fn runs_text(call: &Call<'_>, text: &SessionText<'_>) -> bool {
    if call.program.is_some_and(|program| program.cmdlet.is_some()) {
        let is_code = |role: Role| matches!(role, Role::Code(_) | Role::Block);
        let is_open = |(role, arg): (Role, &Arg<'_>)| match role {
            Role::Code(Language::Shell) => true,
            _ => !call.is(ProgramQuality::LoadsCode) && !arg.value.is_block() && arg.text().is_none(),
        };
        return reads_text(call) || call.values_as(is_code).any(is_open);
    }
    if call.is(ProgramQuality::CmdletShell) {
        let at = (1..call.args.len()).find(|at| call.start_option(*at) == Some(StartOption::Command));
        let texts = session_text::run_texts(call);
        let rest = at.map_or(&[][..], |at| call.args.get(at + 1..).unwrap_or(&[]));
        let is_input = rest.iter().any(|arg| arg.text() == Some("-"));
        let dialect = text.script.dialect;
        return is_input
            || at.is_some() && texts.is_empty()
            || texts.iter().any(|(inner, _)| session_text::is_more_than_one(inner, dialect));
    }
    false
}

/// Whether a cmdlet runs text that it is not given as an argument, so that it comes down a pipeline.
fn reads_text(call: &Call<'_>) -> bool {
    let takes = |program: &&commands::Program| {
        let is_text = |role: Role| role == Role::Code(Language::Shell);
        program.form.options.iter().any(|option| option.value.is_some_and(|kind| is_text(kind.role)))
    };
    call.program.filter(|program| program.cmdlet.is_some()).as_ref().is_some_and(takes)
        && call.values_as(|role| role == Role::Code(Language::Shell)).next().is_none()
}

/// Whether a call runs what comes to it: as a text, or on its input.
pub(super) fn runs_what_comes(call: &Call<'_>) -> bool {
    let runs_code = call.values_as(|role| role == Role::Code(Language::Shell)).next().is_some();
    runs_code || reads_text(call) || call.is(ProgramQuality::CmdletShell) || commands::reads_program(&call.args)
}

/// Most places that are looked for in unread text, because each looks for the end of its command. No check looks at more.
const UNREAD_RUNS_MAX: usize = 64;

/// The places in unread text at which text becomes code.
pub(super) fn unread_runs(text: &SessionText<'_>) -> Vec<Span> {
    let members = text.members().filter(|(member, _)| MEMBERS.binary_search(member).is_ok());
    let mut spans: Vec<Span> = members.map(|(_, span)| span).collect();
    spans.extend(text.types().filter(|(name, _)| TYPES.contains(name)).map(|(_, span)| span));
    // `& $x`, `. $x`, `& (…)`: the name is known only when it runs.
    let mut begins = true;
    for (at, token) in text.unread.iter().enumerate() {
        let next = text.unread.get(at + 1);
        let calls = token.is('&') || begins && token.bare() == Some(".");
        let is_open = next.is_some_and(|next| next.is('$') || next.is('('));
        let behind = at.checked_sub(1).and_then(|at| text.unread.get(at));
        // `&&` joins commands.
        let is_chain = behind.is_some_and(|token| token.is('&'));
        if spans.len() >= UNREAD_RUNS_MAX {
            break;
        }
        if let Some(next) = next.filter(|_| calls && is_open && !is_chain) {
            let end = statement_end(text, at).max(next.span.end);
            spans.push(Span { start: token.span.start, end });
        }
        begins = [';', '|', '&', '(', '{', '}', '\n', '='].iter().any(|sign| token.is(*sign));
    }
    spans
}

/// The end of the command that begins with the token at `at`.
fn statement_end(text: &SessionText<'_>, at: usize) -> u32 {
    let mut depth = 0usize;
    let mut end = 0;
    for token in text.unread.get(at + 1..).unwrap_or(&[]) {
        if token.is('(') || token.is('{') {
            depth += 1;
        } else if token.is(')') || token.is('}') {
            if depth == 0 {
                break;
            }
            depth -= 1;
        } else if depth == 0 && (token.is(';') || token.is('\n') || token.is('|')) {
            break;
        }
        end = token.span.end;
    }
    end
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_lists_are_sorted() {
        assert!(MEMBERS.is_sorted() && TYPES.is_sorted());
    }
}
