//! The form that runs the answer of a server: a download piped, substituted or redirected into an interpreter.

use crate::examples::examples;
use alloc::vec::Vec;

use super::argv::{Argv, Whereabouts};
use super::form::ForbiddenForm;
use super::pipeline::{Origin, Runs, Whole};
use crate::codes::{Code, Help};
use crate::commands::{self, Arg};
use crate::script::{Pipeline, ScopeKind, Stage};
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
    fires: examples![
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
    silent: examples![
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
    let downloads: Vec<usize> =
        commands().filter(|(_, (_, runs))| runs.downloads).map(|(at, _)| at).collect();
    let span = |index: &usize| whole.script.commands.get(*index).map_or_else(Span::default, |it| it.span);
    let holds = |outer: Span| {
        // The downloads are in source order.
        let first = downloads.partition_point(|index| span(index).start < outer.start);
        downloads.get(first).is_some_and(|index| outer.contains(span(index)))
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
            inputs.push(index);
        }
    }
    if downloads.is_empty() || inputs.is_empty() {
        return None;
    }
    let joined = |pipeline: &&Pipeline| is_joined(whole.script.stages_of(pipeline), &downloads, &inputs);
    let piped = whole.script.pipelines.iter().find(joined).map(|pipeline| pipeline.span);
    piped.or_else(|| {
        let downloads: Vec<Span> = downloads.iter().map(span).collect();
        let inputs: Vec<u32> = inputs.iter().map(|index| span(index).start).collect();
        written_into(whole, &downloads, &inputs)
    })
}

/// Whether a stage downloads and a later one reads its program from its input. `downloads` and `inputs` are commands, in
/// order.
fn is_joined(stages: &[Stage], downloads: &[usize], inputs: &[usize]) -> bool {
    let (Some(first), Some(last)) = (stages.first(), stages.last()) else { return false };
    let start = downloads.partition_point(|index| *index < first.commands.start as usize);
    let Some(download) = downloads.get(start) else { return false };
    let stage = stages.partition_point(|stage| stage.commands.end as usize <= *download);
    let Some(stage) = stages.get(stage) else { return false };
    let reads = inputs.partition_point(|index| *index < stage.commands.end as usize);
    inputs.get(reads).is_some_and(|index| *index < last.commands.end as usize)
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

/// Words after a wrapper in unread text at which its command is looked for.
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
        // After a wrapper the command may begin at any word.
        if from == 0 && !wraps {
            break;
        }
    }
    found
}
