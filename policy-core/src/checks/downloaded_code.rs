//! Code that comes from a server and is run at once.

use alloc::string::String;
use alloc::vec::Vec;

use super::form::{Case, Found, Marks, check};
use super::places::Places;
use super::session_text::{self, Call, SessionText};
use super::text_as_code::{runs_what_comes, unread_runs};
use crate::commands::{Arg, ProgramQuality, Role};
use crate::script::PartKind;
use crate::span::Span;

check! {
    /// What a server sends today need not be what it sent yesterday, and nobody has read it when it runs. It can reach
    /// `Invoke-Expression` through a pipe, in parentheses, through a variable or through a file.
    ///
    /// ```powershell,fires
    /// iwr https://example.com/a.ps1 | iex
    /// Invoke-RestMethod https://example.com/a.ps1 | Invoke-Expression
    /// IRM https://example.com/a.ps1 | IEX
    /// iex (iwr https://example.com/a.ps1)
    /// iex (iwr https://example.com/a.ps1).Content
    /// iex "$(irm https://example.com/a.ps1)"
    /// iex (New-Object Net.WebClient).DownloadString('https://example.com/a.ps1')
    /// `iex (New-Object System.Net.WebClient).DownloadString('https://example.com/a.ps1')
    /// (New-Object Net.WebClient).DownloadString('https://example.com/a.ps1') | iex
    /// $x = irm https://example.com/a.ps1; iex $x
    /// $c = New-Object Net.WebClient; $s = $c.DownloadString('https://example.com/a'); & ([scriptblock]::Create($s))
    /// & ([scriptblock]::Create((irm https://example.com/a.ps1)))
    /// curl https://example.com/a.sh | bash
    /// curl -s https://example.com/a.ps1 | pwsh -Command -
    /// Microsoft.PowerShell.Utility\Invoke-WebRequest https://example.com/a | Select-Object -ExpandProperty Content | iex
    /// iwr https://example.com/a.ps1 -OutFile a.ps1; ./a.ps1
    /// iwr https://example.com/a.exe -OutF b/a.exe; Start-Process b/a.exe
    /// Start-BitsTransfer https://example.com/a.ps1 a.ps1; pwsh -File a.ps1
    /// pwsh -Command "iwr https://example.com/a.ps1 | iex"
    /// ```
    ///
    /// A download by itself runs nothing, and what runs besides it is something else.
    ///
    /// ```powershell,silent
    /// iwr https://example.com/a.json -OutFile a.json
    /// irm https://example.com/a.json | ConvertTo-Json
    /// (iwr https://example.com).StatusCode
    /// iwr https://example.com/a.json -OutFile a.json; bash build.sh
    /// $x = irm https://example.com/a.json; $x.version
    /// curl -s https://example.com/a.json | jq .
    /// Write-Output 'iwr x | iex'
    /// gci | bash
    /// ```
    ///
    /// A program of which no table says that it downloads is one like any other.
    ///
    /// ```powershell,blind
    /// certutil -urlcache -f https://example.com/a.exe a.exe; ./a.exe
    /// ```
    pub static DOWNLOADED_CODE = 25 {
        says: "this runs what a server sends, which nobody has read",
        help: "save the download to a file, read it, and run the file",
        marks: Marks::ANY,
        find,
    }
}

/// Members of .NET's clients that send what a server has, in small letters, sorted
/// (the reference of .NET, `System.Net.WebClient` and `System.Net.Http.HttpClient`).
const MEMBERS: &[&str] = &[
    "downloaddata",
    "downloaddataasync",
    "downloaddatataskasync",
    "downloadfile",
    "downloadfileasync",
    "downloadfiletaskasync",
    "downloadstring",
    "downloadstringasync",
    "downloadstringtaskasync",
    "getbytearrayasync",
    "getresponse",
    "getresponsestream",
    "getstreamasync",
    "getstringasync",
    "openread",
    "openreadasync",
    "openreadtaskasync",
];

/// Most downloads, and places that run something, of which it is asked whether one reaches the other.
const FOLLOWED_MAX: usize = 64;

fn find(case: &Case<'_>, found: &mut Found) {
    let mut places = Places::new(found);
    session_text::each(case.session, &mut |text| {
        let mut sources: Vec<Span> =
            text.calls.iter().filter(|call| call.is(ProgramQuality::Downloads)).map(|call| call.span).collect();
        let members = text.members().filter(|(member, _)| MEMBERS.binary_search(member).is_ok());
        sources.extend(members.map(|(_, span)| span));
        if sources.is_empty() {
            return;
        }
        follow_variables(text, &mut sources);
        sources.truncate(FOLLOWED_MAX);
        let runs = text.calls.iter().filter(|call| runs_what_comes(call)).map(|call| call.span);
        for run in runs.chain(unread_runs(text)).take(FOLLOWED_MAX) {
            // Of unread text only the statement is known.
            let is_unread = text.unread.iter().any(|token| run.contains(token.span));
            let around = is_unread.then(|| statement(text, run));
            let comes = |source: &Span| around.is_some_and(|it| it.contains(*source)) || reaches(text, *source, run);
            if sources.iter().any(comes) {
                places.ask(text.place(run), None);
            }
        }
        for call in text.calls.iter().filter(|call| runs_downloaded_file(text, call)) {
            places.ask(text.place(call.span), Some("this runs a file that was just downloaded".into()));
        }
    });
}

/// Adds the uses of every variable that a download is assigned to.
fn follow_variables(text: &SessionText<'_>, sources: &mut Vec<Span>) {
    let mut at = 0;
    let mut followed: Vec<String> = Vec::new();
    while let Some(source) = sources.get(at).copied().filter(|_| at < FOLLOWED_MAX) {
        at += 1;
        let Some(name) = assigned(text, source).filter(|name| !followed.contains(name)) else { continue };
        let parts = text.script.parts.iter().filter_map(|part| match part.kind {
            PartKind::Variable(own) => Some((text.script.slice(own).to_ascii_lowercase(), part.span)),
            _ => None,
        });
        sources.extend(parts.filter(|(own, span)| *own == name && span.start > source.start).map(|(_, span)| span));
        let pairs = text.unread.iter().zip(text.unread.iter().skip(1)).filter(|(before, _)| before.is('$'));
        let own = |word: &str| word.split(['.', ':']).next() == Some(&name);
        let uses = pairs.filter(|(_, token)| token.word().is_some_and(own)).map(|(_, token)| token.span);
        sources.extend(uses.filter(|span| span.start > source.start));
        followed.push(name);
    }
}

/// The variable, in small letters, that the statement around `source` assigns to.
fn assigned(text: &SessionText<'_>, source: Span) -> Option<String> {
    let statement = statement(text, source);
    let written = text.script.slice(statement).trim_start();
    let written = written.rsplit_once(']').filter(|_| written.starts_with('[')).map_or(written, |(_, rest)| rest);
    let name = written.trim_start().strip_prefix('$')?;
    let length = name.find(|sign: char| !(sign.is_ascii_alphanumeric() || sign == '_'))?;
    let (name, rest) = name.split_at_checked(length)?;
    let rest = rest.trim_start().trim_start_matches('+');
    (rest.starts_with('=') && !name.is_empty()).then(|| name.to_ascii_lowercase())
}

/// The statement around a place: the innermost pipeline that was read, or what is between separators in unread text.
fn statement(text: &SessionText<'_>, place: Span) -> Span {
    let unread = text.unread.iter().position(|token| token.span.start >= place.start && place.contains(token.span));
    if let Some(at) = unread {
        let ends = |token: &&super::unread_tokens::UnreadToken| token.is(';') || token.is('\n') || token.is('{');
        let before = text.unread.get(..at).unwrap_or(&[]).iter().rev().find(ends);
        let after = text.unread.get(at..).unwrap_or(&[]).iter().find(ends);
        let first = text.unread.first().map_or(0, |token| token.span.start);
        let start = before.map_or(first, |token| token.span.end);
        let end = after.map_or(text.script.source.len() as u32, |token| token.span.start);
        return Span { start, end: end.max(start) };
    }
    let around = text.script.pipelines.iter().filter(|it| it.span.contains(place));
    around.map(|it| it.span).min_by_key(|span| span.len()).unwrap_or(place)
}

/// Whether what comes from `source` reaches what `run` runs.
fn reaches(text: &SessionText<'_>, source: Span, run: Span) -> bool {
    if run.contains(source) && run != source {
        return true;
    }
    text.script.pipelines.iter().any(|pipeline| {
        let stages = text.script.stages_of(pipeline);
        let spans = |stage: &crate::script::Stage| {
            let commands = text.script.commands.get(stage.commands.start as usize..stage.commands.end as usize);
            commands.unwrap_or(&[]).iter().map(|command| command.span).reduce(Span::join)
        };
        let at = |place: Span| stages.iter().position(|stage| spans(stage).is_some_and(|span| span.contains(place)));
        at(source).zip(at(run)).is_some_and(|(from, to)| from < to)
    })
}

/// Whether a call runs a file that a call before it downloads.
fn runs_downloaded_file(text: &SessionText<'_>, call: &Call<'_>) -> bool {
    let may_run = call.program.is_none_or(|program| program.arbitrary_code || program.wrapper.is_some());
    let downloads = text.calls.iter().filter(|it| it.span.end <= call.span.start && it.is(ProgramQuality::Downloads));
    may_run
        && downloads.flat_map(|it| it.values_as(|role| role == Role::PathWritten)).any(|(_, file)| {
            let name = |arg: &Arg<'_>| arg.text().map(|text| file_name(text).to_ascii_lowercase());
            let wanted = name(file).filter(|wanted| !wanted.is_empty());
            wanted.is_some() && call.args.iter().any(|arg| name(arg) == wanted)
        })
}

fn file_name(path: &str) -> &str {
    path.rsplit(['/', '\\']).next().unwrap_or(path)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_members_are_sorted() {
        assert!(MEMBERS.is_sorted());
    }
}
