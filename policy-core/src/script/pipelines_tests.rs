//! Which commands are joined, in lists, groups, loops and substitutions.

use std::format;
use std::string::String;
use std::vec::Vec;

use super::pipelines::{last_in, writer_to};
use super::{Dialect, Joint, ScopeKind, Script, Stage};
use crate::syntax::read;

/// Every pipeline of `source`, as its scope's kind and its stages: the name of a simple command, with the commands in its
/// words, else in braces the names of the commands inside.
fn drawn(source: &str) -> Vec<String> {
    let script = read(source, Dialect::Bash);
    let stage = |stage: &Stage| {
        let commands = script.commands.iter().take(stage.commands.end as usize);
        let words = commands.skip(stage.commands.start as usize).filter_map(|it| script.words_of(it).first());
        let inside: Vec<&str> = words.map(|name| script.slice(name.span)).collect();
        let pipe = match stage.before {
            Joint::Pipe => " |",
            Joint::PipeBoth => " |&",
            _ => "",
        };
        match inside.as_slice() {
            [name] if stage.is_simple => format!("{pipe} {name}"),
            [name, nested @ ..] if stage.is_simple => format!("{pipe} {name}{nested:?}"),
            inside => format!("{pipe} {{{}}}", inside.join(" ")),
        }
    };
    let pipelines = script.pipelines.iter().filter_map(|pipeline| {
        let stages: String = script.stages_of(pipeline).iter().map(stage).collect();
        Some(format!("{:?}:{stages}", script.scopes.get(pipeline.scope as usize)?.kind))
    });
    pipelines.collect()
}

#[test]
fn every_list_has_its_pipelines_and_they_their_stages() {
    for (source, expected) in [
        ("a", &["Script: a"][..]),
        ("a | b |& c; d", &["Script: a | b |& c", "Script: d"]),
        ("a && b || c & d", &["Script: a", "Script: b", "Script: c", "Script: d"]),
        ("a $(b | c) | d", &["Substitution: b | c", "Script: a[\"b\", \"c\"] | d"]),
        ("{ a; b; } | c", &["Group: a", "Group: b", "Script: {a b} | c"]),
        ("a | while b; do c; done", &["Condition: b", "Body: c", "Script: a | {b c}"]),
        ("a |\n b # c\n", &["Script: a | b"]),
        ("case x in y) a | b;; esac", &["Body: a | b", "Script: {a b}"]),
        ("((x)) | [[ a ]]", &["Script: ((x)) | [["]),
        // Of what is not finished, what was read.
        ("a | (b", &["Subshell: b", "Script: a | {b}"]),
    ] {
        assert_eq!(drawn(source), expected, "{source}");
    }
}

fn named<'s>(script: &Script<'s>, at: usize) -> Option<&'s str> {
    let command = script.commands.get(at)?;
    script.words_of(command).first().map(|name| script.slice(name.span))
}

#[test]
fn a_writer_is_the_simple_command_in_front_of_a_plain_pipe() {
    for (source, reader, writer) in [
        ("a | b", "b", Some("a")),
        ("a | b | c", "c", Some("b")),
        ("a $(x | y) | b", "b", Some("a")),
        ("a; b", "b", None),
        ("a |& b", "b", None),
        ("{ a; } | b", "b", None),
        ("a | { x; } | b", "b", None),
        ("a | case x in esac | b", "b", None),
        ("a | b < f", "b", None),
        ("a | b > f", "b", Some("a")),
        ("a <<E |\n$(x)\nE\nb", "b", None),
    ] {
        let script = read(source, Dialect::Bash);
        let at = (0..script.commands.len()).find(|at| named(&script, *at) == Some(reader));
        let found = at.and_then(|at| writer_to(&script, at)).and_then(|at| named(&script, at));
        assert_eq!(found, writer, "{source}");
    }
}

#[test]
fn a_substitution_ends_with_its_last_command_only_when_it_is_one_pipeline_of_simple_commands() {
    for (inside, last) in [
        ("a | b", Some("b")),
        ("a $(x) | b;", Some("b")),
        ("a; b", None),
        ("a && b", None),
        ("a |& b", None),
        ("a | { b; }", None),
        ("a &", None),
        ("a <<E\n$(x)\nE\n", None),
    ] {
        let source = format!("echo $({inside})");
        let script = read(&source, Dialect::Bash);
        let scope = script.scopes.iter().position(|scope| scope.kind == ScopeKind::Substitution);
        let found = scope.and_then(|scope| last_in(&script, scope as u32));
        assert_eq!(found.and_then(|at| named(&script, at)), last, "{inside}");
    }
}
