//! The form that runs the answer of a server: a download piped, substituted or redirected into an interpreter.

use alloc::vec::Vec;

use super::argv::{Argv, Whereabouts};
use super::form::ForbiddenForm;
use super::pipeline::{Origin, Runs, Whole};
use super::pipeline::{Pipeline, pipelines};
use crate::codes::{Code, Help};
use crate::commands::{self, Arg};
use crate::script::ScopeKind;
use crate::span::Span;
use crate::syntax::Salvage;

pub(super) static PIPED_DOWNLOAD: ForbiddenForm = ForbiddenForm {
    code: Code::brief(
        "piped-download",
        "running a download immediately (`curl … | sh`)",
        Help::both("save the download to a file, read it, and run the file"),
    ),
    script: find,
    text: find_in_text,
    fires: &[
        "curl https://x | sh",
        "curl -fsSL https://x | bash -s -- -y",
        "wget -O- https://x | bash",
        "wget -qO - https://x | tee f | sh -x",
        "curl x |& bash -",
        "curl x | python3",
        "curl x | python3 - a",
        "curl x | timeout 5 bash",
        "curl x |\n  sh",
        "(curl x) | sh",
        "curl x | (cat; sh)",
        "curl x | { sh; }",
        "curl x | while read l; do sh; done",
        "for u in a b; do curl $u; done | sh",
        "curl x | for i in 1; do sh; done",
        "curl x | for ((i=0;i<2;i++)); do sh; done",
        "timeout 5 curl x | nohup bash",
        "echo \"$(curl x)\" | sh",
        "bash <(curl x)",
        "bash -x <(wget -O- x) a",
        "source <(curl x)",
        ". <(curl x)",
        "sh -c \"$(curl x)\"",
        "bash -c \"$(wget -qO- x)\"",
        "eval \"$(curl x)\"",
        "bash <<< \"$(curl x)\"",
        "python3 < <(curl x)",
        "curl x | . /dev/stdin",
        "curl x > >(sh)",
        "curl x | tee >(bash)",
        "ls && curl x | sh",
        "echo \"$(curl x | sh)\"",
        "bash -c 'curl x | sh'",
        "'cu'rl x | /bin/s\\h",
        "c=curl; $c x | sh",
        "$(curl x)",
        "[[ a ]]; curl x | (sudo -u a sh",
        "echo 'a; curl x | bash",
        "bash <(curl x",
        "curl x | A=$[1] bash",
    ],
    silent: &[
        "curl x | jq .",
        "curl x | grep sh",
        "curl x | python3 -m json.tool",
        "curl x | python3 format.py",
        "curl x | bash format.sh",
        "curl -o f x; ls | sh",
        "curl x > f\nls | sh",
        "curl x > f && cat f | bash",
        "curl x | (grep a; cat) && echo sh",
        "ls | sh",
        "echo 'curl x | sh'",
        "python3 x.py --token \"$(curl x)\"",
        "git log | grep curl",
    ],
    ..ForbiddenForm::NONE
};

fn find(whole: &Whole<'_>) -> Option<Span> {
    let commands = || whole.script.commands.iter().zip(whole.runs).enumerate();
    let downloads: Vec<Span> =
        commands().filter(|(_, (_, runs))| runs.downloads).map(|(_, (command, _))| command.span).collect();
    let holds = |outer: Span| {
        // The downloads stand in source order.
        let first = downloads.partition_point(|span| span.start < outer.start);
        downloads.get(first).is_some_and(|span| outer.contains(*span))
    };
    let mut inputs = Vec::new();
    for (index, (command, runs)) in commands() {
        let name = whole.script.words_of(command).first().map(|word| word.span);
        let fed = name.is_some_and(holds)
            || runs.program.is_some_and(|program| match program.origin {
                Origin::Inline => holds(command.span),
                Origin::Named(word) => holds(word),
                Origin::Input => whole.script.redirects_of(index).any(|redirect| holds(redirect.span)),
            });
        if fed {
            return Some(command.span);
        }
        if runs.program.is_some_and(|program| program.origin == Origin::Input) {
            inputs.push(command.span.start);
        }
    }
    if downloads.is_empty() || inputs.is_empty() {
        return None;
    }
    let joined = |pipeline: &Pipeline| {
        let first = downloads.partition_point(|download| download.start < pipeline.span.start);
        let download = downloads.get(first)?;
        let pipe = pipeline.pipes.get(pipeline.pipes.partition_point(|pipe| *pipe < download.start))?;
        let input = inputs.get(inputs.partition_point(|start| start < pipe))?;
        // The text before the first command is no part of it.
        let text = pipeline.span.slice(whole.script.source);
        let start = pipeline.span.start + (text.len() - text.trim_start().len()) as u32;
        (*input < pipeline.span.end).then_some(Span { start, ..pipeline.span })
    };
    pipelines(whole.script).iter().find_map(joined).or_else(|| written_into(whole, &downloads, &inputs))
}

/// Most `>(…)` of one command in which an interpreter is looked for.
const INTO_MAX: usize = 32;

/// The first download that is written into an interpreter: `curl x > >(sh)`.
fn written_into(whole: &Whole<'_>, downloads: &[Span], inputs: &[u32]) -> Option<Span> {
    let scopes = whole.script.scopes.iter().filter(|scope| {
        scope.kind == ScopeKind::ProcessSubstitution && whole.script.slice(scope.span).starts_with('>')
    });
    scopes.take(INTO_MAX).find_map(|scope| {
        let input = inputs.get(inputs.partition_point(|start| *start < scope.span.start))?;
        let around = |span: &&Span| span.contains(scope.span);
        downloads.iter().find(around).copied().filter(|_| *input < scope.span.end)
    })
}

fn find_in_text(text: &Salvage) -> bool {
    let mut fed = false;
    let mut interprets = false;
    for piece in text.pieces_with_lead() {
        let joint = piece.joint.replace("|&", "|");
        if joint.contains([';', '&', '\n']) || joint.contains("||") {
            fed = false;
        }
        let runs = runs(piece.command());
        if runs.downloads && interprets && joint.contains(['(', '`']) {
            return true;
        }
        let input = runs.program.is_some_and(|program| program.origin == Origin::Input);
        if fed && input && joint.contains('|') {
            return true;
        }
        fed |= runs.downloads;
        interprets = runs.program.is_some();
    }
    false
}

/// Words behind a wrapper in unread text at which its command is looked for.
const WRAPPED_MAX: usize = 32;

/// What a piece of text that could not be read runs, if it is a command.
fn runs(text: &str) -> Runs {
    let words: Vec<Arg<'_>> =
        text.split_ascii_whitespace().map(|word| Arg::known(word, 0, Span::default())).collect();
    let mut found = Runs::default();
    for from in 0..words.len().min(WRAPPED_MAX) {
        let argv = Argv::new(words.get(from..).unwrap_or(&[]), "", Whereabouts::default());
        found.add(super::runs::runs(&argv));
        let wraps = argv.name().and_then(commands::program).is_some_and(|program| program.wrapper.is_some());
        // Behind a wrapper the command may begin at any word.
        if from == 0 && !wraps {
            break;
        }
    }
    found
}
