//! What a wildcard in an allow rule never stands for: options that do harm which the command without them does not do,
//! and the command that a wrapper runs.
//!
//! Owns which options these are (the tables name the harm) and when a rule spells one. Sees too much where arguments
//! are not understood: the rule is then no reason to allow, and the person is asked.

use alloc::vec::Vec;

use super::argument::Arg;
use super::engine::{ArgumentReader, Order};
use super::inner::Inner;
use super::openers::is_opener;
use super::packed::program;
use super::shape::{Form, Harm, Intent, Kind, Opt, Role, Wrapper};
use super::value::AbstractValue;
use crate::limits::WRAPPERS_MAX;
use crate::paths::lexical::last_part;
use crate::script::Shell;
use crate::span::Span;

/// What an allow rule spells in front of its first wildcard.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Spelled {
    /// Complete arguments, the program's name included.
    pub words: usize,
    /// Bytes of the argument after those.
    pub bytes: usize,
}

impl Spelled {
    /// Whether the first `end` bytes of the argument at `at` are spelled.
    fn has(self, at: usize, end: usize) -> bool {
        at < self.words || at == self.words && end <= self.bytes
    }

    /// The same for the command that begins at `at`.
    fn from(self, at: usize) -> Self {
        Self { words: self.words - at.min(self.words), bytes: self.bytes }
    }
}

/// Whether the command `argv` does what a wildcard never stands for, in arguments that the rule does not spell. An
/// argument that is not known before the run has no text.
pub fn exceeds_wildcard(argv: &[Option<&str>], spelled: Spelled, may_name_cmdlet: bool) -> bool {
    let values = argv.iter().map(|text| text.map_or(AbstractValue::ANYTHING, AbstractValue::Known));
    // Each is a word of its own: a cmdlet reads what is in one word as one list.
    let args = (0..).zip(values).map(|(word, value)| Arg::new(value, word, Span::default()));
    let args: Vec<Arg<'_>> = args.map(|arg| Arg { may_name_cmdlet, ..arg }).collect();
    let (mut args, mut spelled) = (args.as_slice(), spelled);
    for _ in 0..WRAPPERS_MAX {
        let Some(name) = args.first() else { return false };
        let Some(program) = name.program(last_part) else { return false };
        if program.wrapper == Some(Wrapper::Exact) || program.appends && is_hidden(args, spelled) {
            return true;
        }
        let reader = ArgumentReader::read(program, Shell::UNKNOWN, args, Order::AsTable);
        if !opens(name) && (has_unspelled_option(&reader, spelled) || edits(&reader, spelled)) {
            return true;
        }
        if reader.harmful_script().is_some_and(|at| !spelled.has(at, text_length(args, at))) {
            return true;
        }
        // The rule names the program that the wrapper runs: what holds for a rule about that program holds here.
        let inner = reader.inner.iter().find_map(|inner| match inner {
            Inner::Command { at, end, .. } if *at < spelled.words => {
                args.get(*at..*end).map(|args| (*at, args))
            }
            _ => None,
        });
        let Some((at, inner)) = inner.filter(|(at, _)| *at > 0) else { return false };
        (args, spelled) = (inner, spelled.from(at));
    }
    // A command inside more wrappers is not covered.
    true
}

fn text_length(args: &[Arg<'_>], at: usize) -> usize {
    args.get(at).map_or(0, |arg| arg.prefix().len())
}

/// Whether an option makes a command edit its files that the rule means to be read: the rule spells other options.
fn edits(reader: &ArgumentReader<'_, '_>, spelled: Spelled) -> bool {
    let is_written = |kind: Option<Kind>| kind.is_some_and(|kind| kind.role == Role::PathWritten);
    let spells_option =
        (1..spelled.words).any(|at| reader.args.get(at).is_some_and(|arg| arg.prefix().starts_with('-')));
    spells_option
        && reader.form.intent == Intent::Reads
        && reader.options().iter().any(|(at, option)| {
            (is_written(option.rest) || is_written(option.operands))
                && !spelled.has(*at, end_of(reader.args.get(*at).and_then(Arg::text).unwrap_or(""), option))
        })
}

/// Whether the argument names a program that runs any other.
fn opens(name: &Arg<'_>) -> bool {
    name.text().is_some_and(|text| is_opener(last_part(text), name.may_name_cmdlet))
}

/// Whether no wildcard in an allow rule ever stands for a command of this program.
pub fn takes_no_wildcard(name: &str, may_name_cmdlet: bool) -> bool {
    let program = program(last_part(name)).filter(|it| may_name_cmdlet || it.cmdlet.is_none());
    program.is_some_and(|program| program.wrapper == Some(Wrapper::Exact))
}

/// Whether a program that gets further arguments from its input runs more than a bare command that the rule does not
/// name.
fn is_hidden(args: &[Arg<'_>], spelled: Spelled) -> bool {
    let Some((command, rest)) = args.get(1..).and_then(<[_]>::split_first) else { return false };
    command
        .text()
        .is_none_or(|name| name.starts_with('-') || opens(command) || spelled.words < 2 && !rest.is_empty())
}

/// Whether an option that does harm of its own is, or could be, among the arguments that the rule does not spell.
fn has_unspelled_option(reader: &ArgumentReader<'_, '_>, spelled: Spelled) -> bool {
    let text = |at: usize| reader.args.get(at).and_then(Arg::text).unwrap_or("");
    let was_read = reader.options().iter().any(|(at, option)| {
        // The words after the option are a command, and nothing says where a rule means it to end.
        let is_open = option.value.is_some_and(|kind| kind.role == Role::Command);
        does_more(reader.form, option) && (is_open || !spelled.has(*at, end_of(text(*at), option)))
    });
    was_read || could_be_given(reader, spelled)
}

/// Whether an argument after the first that was not understood could be such an option: abbreviated, in a cluster with
/// unknown letters, or known only when the command runs.
fn could_be_given(reader: &ArgumentReader<'_, '_>, spelled: Spelled) -> bool {
    let Some((doubtful, _)) = reader.unknown else { return false };
    let form = reader.form;
    let forms = [form, &reader.program.form];
    let options = || forms.into_iter().flat_map(|it| it.options).filter(|option| does_more(form, option));
    let hides = stays_local(form) && form.options.iter().any(|option| does_more(form, option));
    let args = reader.args.iter().enumerate().skip(doubtful.max(1));
    args.filter(|(at, _)| !reader.is_behind_separator(*at)).any(|(at, arg)| {
        let Some(text) = arg.text() else { return hides };
        let name = text.split_once('=').map_or(text, |(name, _)| name);
        let is_first = at == 1 && form.syntax.dashless;
        let is_other = form.option(name).is_some_and(|option| !does_more(form, option));
        !is_other
            && !spelled.has(at, name.len())
            && options().any(|option| could_mean(form, option, name, is_first))
    })
}

/// Whether a form by itself only reads and writes files. Of any other, a rule allows so much that an argument which is
/// not known before the run adds little.
fn stays_local(form: &Form) -> bool {
    !matches!(form.intent, Intent::Connects | Intent::ReadsService)
        && form.subs.is_empty()
        && matches!(plain_harm(form), None | Some(Harm::Writes | Harm::Deletes | Harm::Unknown))
}

/// Why a form is refused whatever its options are, or without one that it needs.
fn plain_harm(form: &Form) -> Option<Harm> {
    form.refuse.or(form.needs).map(|refusal| refusal.harm)
}

/// Whether an argument with this name could be read as `option`: cut short, or as one letter among others.
fn could_mean(form: &Form, option: &Opt, name: &str, is_first: bool) -> bool {
    let is_long = name.starts_with("--");
    let is_cluster =
        !is_long && form.syntax.clusters && (is_first || name.len() > 1 && name.starts_with('-'));
    option.names.iter().any(|known| {
        name == *known
            || is_long && name.len() > 2 && known.starts_with(name)
            || is_cluster && letter(known).is_some_and(|letter| name.contains(letter))
    })
}

/// Where the spelling of `option` ends in the argument `text` that holds it.
fn end_of(text: &str, option: &Opt) -> usize {
    let name = text.split_once('=').map_or(text, |(name, _)| name);
    if option.names.contains(&name) {
        return name.len();
    }
    let of_letter = |known: &&str| letter(known).and_then(|letter| text.rfind(letter)).map(|at| at + 1);
    option.names.iter().filter_map(of_letter).max().unwrap_or(text.len())
}

/// The letter of a one-letter option.
fn letter(name: &str) -> Option<char> {
    let letter = name.strip_prefix('-')?;
    letter.chars().next().filter(|first| *first != '-' && first.len_utf8() == letter.len())
}

/// Whether an option does harm that a command of this form without it does not do.
fn does_more(form: &Form, option: &Opt) -> bool {
    let refused = option.refuse.or(option.value.and_then(|kind| kind.refuse)).map(|refusal| refusal.harm);
    let is_command = option.value.is_some_and(|kind| kind.runs());
    let Some(harm) = refused.or(is_command.then_some(Harm::Runs)) else { return false };
    let plain = plain_harm(form);
    match harm {
        // What runs a program of its own choice runs another one with an option that holds the command.
        Harm::Runs => plain != Some(Harm::Runs) || form.refuse.is_none() && is_command,
        Harm::Deletes | Harm::Writes => {
            form.intent == Intent::Reads && matches!(plain, None | Some(Harm::Unknown))
        }
        Harm::Changes | Harm::Connects | Harm::ReadsElsewhere | Harm::Blocks | Harm::Unknown => false,
    }
}

#[cfg(test)]
mod tests {
    use alloc::string::String;
    use alloc::vec::Vec;
    use alloc::{format, vec};

    use super::super::packed::programs;
    use super::super::shape::{Arity, Program, Refusal};
    use super::*;

    /// Calls `look` with every form, and the words that lead to it.
    fn each_form(look: &mut dyn FnMut(&'static Program, &'static Form, &[&'static str])) {
        fn walk(
            program: &'static Program,
            form: &'static Form,
            path: &[&'static str],
            look: &mut dyn FnMut(&'static Program, &'static Form, &[&'static str]),
        ) {
            look(program, form, path);
            for sub in form.subs() {
                walk(program, sub, &[path, &[sub.name]].concat(), look);
            }
        }
        for program in programs() {
            walk(program, &program.form, &[program.name], look);
        }
    }

    /// The option with a value where it takes one.
    fn with_value(spelling: &str, option: &Opt) -> Vec<String> {
        let value = String::from("value");
        match option.arity {
            Arity::None | Arity::Optional => vec![spelling.into()],
            Arity::Attached if spelling.starts_with("--") => vec![format!("{spelling}=value")],
            Arity::Attached => vec![format!("{spelling}value")],
            Arity::Required | Arity::Separate | Arity::UnlessLast => vec![spelling.into(), value],
            Arity::Pair => vec![spelling.into(), value.clone(), value],
        }
    }

    fn exceeds(path: &[&str], further: &[String], words: usize) -> bool {
        let argv: Vec<Option<&str>> =
            path.iter().copied().chain(further.iter().map(String::as_str)).map(Some).collect();
        exceeds_wildcard(&argv, Spelled { words, bytes: 0 }, true)
    }

    #[test]
    fn an_option_with_a_harm_of_its_own_is_never_covered_in_any_table_or_spelling() {
        let (mut options, mut missed) = (0, Vec::new());
        each_form(&mut |program, form, path| {
            let is_refused = |refusal: Option<Refusal>| refusal.is_some_and(|it| it.harm == Harm::Runs);
            if is_opener(program.name, true) || is_refused(form.refuse) || is_refused(form.needs) {
                return;
            }
            let reads = form.intent == Intent::Reads && form.needs.is_none() && form.refuse.is_none();
            for option in form.options.iter().filter(|option| {
                option.refuse.is_some_and(|refusal| match refusal.harm {
                    Harm::Runs => true,
                    Harm::Deletes | Harm::Writes => reads,
                    _ => false,
                })
            }) {
                options += 1;
                for spelling in option.names {
                    let mut written = vec![with_value(spelling, option)];
                    if let Some(name) = spelling.strip_prefix("--") {
                        written.push(vec![format!("{spelling}=value")]);
                        // getopt_long takes any beginning that no other option is.
                        let cut = (2..name.len()).filter_map(|end| spelling.get(..end + 2));
                        let cut = cut.filter(|cut| form.option(cut).is_none());
                        written.extend(cut.map(|cut| vec![format!("{cut}=value")]));
                    } else if let (Some(letter), true) = (letter(spelling), form.syntax.clusters) {
                        let flags =
                            form.options.iter().filter(|it| it.arity == Arity::None && it.refuse.is_none());
                        let flag = flags.flat_map(|it| it.names).find_map(|name| super::letter(name));
                        written.extend(flag.map(|flag| vec![format!("-{flag}{letter}"), "value".into()]));
                    }
                    if program.cmdlet.is_some() {
                        let behind = written.iter().map(|further| [&["value".into()], &**further].concat());
                        let behind: Vec<Vec<String>> = behind.collect();
                        written.extend(behind);
                    }
                    for further in written {
                        for words in [1, path.len()] {
                            if !exceeds(path, &further, words) {
                                missed.push(format!("{} {}", path.join(" "), further.join(" ")));
                            }
                        }
                    }
                }
            }
        });
        assert!(missed.is_empty(), "{options} options\n{}", missed.join("\n"));
        assert!(options > 500, "{options}");
    }

    #[test]
    fn what_a_rule_spells_is_covered_unless_a_command_of_open_length_follows() {
        let mut wrong = Vec::new();
        each_form(&mut |program, form, path| {
            if program.wrapper.is_some() || program.appends {
                return;
            }
            for option in form.options.iter().filter(|option| does_more(form, option)) {
                let is_open = option.value.is_some_and(|kind| kind.role == Role::Command);
                let Some(spelling) = option.names.first() else { continue };
                let further = with_value(spelling, option);
                if exceeds(path, &further, path.len() + further.len()) != is_open
                    && !is_opener(program.name, true)
                {
                    wrong.push(format!("{} {spelling}", path.join(" ")));
                }
            }
        });
        assert!(wrong.is_empty(), "{}", wrong.join("\n"));
    }

    #[test]
    fn every_wrapper_whose_name_says_nothing_of_a_command_takes_no_wildcard() {
        for name in ["ionice", "chrt", "setsid", "setpriv", "taskset", "flock", "/usr/bin/chrt"] {
            assert!(takes_no_wildcard(name, false), "{name}");
        }
        for name in ["nice", "timeout", "sudo", "bash", "ls", "no-such-program"] {
            assert!(!takes_no_wildcard(name, false), "{name}");
        }
    }

    #[test]
    fn options_with_a_harm_are_refused_and_their_neighbours_are_not() {
        for (command, words, expected) in [
            ("find . -name x", 1, false),
            ("find . -name x -delete", 1, true),
            ("find . -name x -delete", 3, true),
            ("find . -delete", 3, false),
            ("find . -exec rm {} ;", 1, true),
            ("find . -exec rm {} ;", 4, true),
            ("gfind . -exec rm {} ;", 1, true),
            ("find . -fprintf out x", 1, true),
            ("find . -fprint0 out", 1, true),
            ("find . -follow", 1, false),
            ("/usr/bin/find . -delete", 1, true),
            ("find $ -print", 1, true),
            ("watch ls", 1, false),
            ("setsid ls", 2, true),
            ("chrt 1 ls", 2, true),
            ("xargs", 1, false),
            ("xargs grep", 1, false),
            ("xargs grep -l x", 1, true),
            ("xargs grep -l x", 2, false),
            ("gxargs grep -l x", 1, true),
            ("xargs sort -o x", 2, true),
            ("xargs sh", 2, true),
            ("xargs -0 grep", 1, true),
            ("xargs $", 1, true),
            ("fd -Hx rm", 1, true),
            ("fd -H pattern", 1, false),
            ("fd --exec-b rm", 1, true),
            ("fd -$ rm", 1, true),
            ("rg --pre=cat x", 1, true),
            ("rg --pretty x", 1, false),
            ("tar xIf cmd a.tar", 1, true),
            ("tar xf a.tar", 1, false),
            ("tar xf INDEX", 1, false),
            ("tar --to-com=sh -xf a.tar", 1, true),
            ("gtar --to-command=sh -xf a.tar", 1, true),
            ("sort -o out in", 1, true),
            ("sort -Yo out in", 1, true),
            ("gsort -uo out in", 1, true),
            ("sort -u in", 1, false),
            ("sort -to in", 1, false),
            ("zip -TT x a.zip b", 1, true),
            ("man --html ls", 1, true),
            ("git log --output=f", 2, true),
            ("git log --outp=f", 2, true),
            ("git log --output=f", 3, false),
            ("git log --oneline", 2, false),
            ("git log -- $", 2, false),
            ("git log $", 2, true),
            ("rsync -ave x a b", 1, true),
            ("rsync -a $ b", 1, false),
            ("curl -o x https://example.com", 1, false),
            ("git push origin $", 2, false),
            ("tar xf $", 1, true),
            ("rsync -av a b", 1, false),
            ("sudo sort -o x a", 2, true),
            ("sudo sort -o x a", 1, false),
            ("nice sort -u x a", 2, false),
            ("git $", 1, false),
            ("ls $", 1, false),
            ("sed -n 1e a", 2, true),
            ("sed 1e a", 1, true),
            ("sed 1e a", 2, false),
            ("sed -n p;wout a", 2, true),
            ("sed -n p a", 2, false),
            ("sed -n s/a/b/e a", 2, true),
            ("sed -n -i p a", 2, true),
            ("sed -ni p a", 1, false),
            ("sed -i p a", 1, false),
            ("sed -i p a", 2, false),
            ("sed -n p -i a", 3, true),
            ("no-such-program -o x", 1, false),
        ] {
            let argv: Vec<Option<&str>> =
                command.split(' ').map(|word| (word != "$" && word != "-$").then_some(word)).collect();
            assert_eq!(
                exceeds_wildcard(&argv, Spelled { words, bytes: 0 }, true),
                expected,
                "{command} ({words})"
            );
        }
    }

    #[test]
    fn a_spelling_may_end_inside_the_word_of_the_wildcard() {
        let argv = ["git", "log", "--output=f"].map(Some);
        for (bytes, expected) in [(0, true), (4, true), (7, true), (8, false)] {
            assert_eq!(exceeds_wildcard(&argv, Spelled { words: 2, bytes }, false), expected, "{bytes}");
        }
    }
}
