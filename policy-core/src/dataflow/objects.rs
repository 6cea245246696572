//! The values of variables that hold objects: texts that a script sets once, and files that a cmdlet lists.
//!
//! Owns these two cases. Everything else stays unknown: a variable that is set twice or in a branch, a script with a command that
//! may set variables or change the location by itself.

use alloc::collections::BTreeMap;
use alloc::string::String;
use alloc::vec::Vec;

use super::value::ComputedValue;
use crate::commands::{
    self, AbstractValue, Arg, Bound, Count, Origin, Program, ProgramQuality, ShellEffect, has_quality,
};
use crate::script::{Joint, Part, PartKind, Script, SetTo, Setting, Simple, Value, Word};

/// The variable with the object for which a block runs.
const ITEM: &str = "_";
/// Properties of a file that name it, in small letters (`System.IO.FileInfo`, `about_Providers`).
const PATHS: [&str; 2] = [".fullname", ".pspath"];
/// Common parameters that set a variable (`about_CommonParameters`).
const SETS: [&str; 5] =
    ["-ErrorVariable", "-InformationVariable", "-OutVariable", "-PipelineVariable", "-WarningVariable"];
/// Parameters of a cmdlet that lists files which leave out some of them, or look further below.
const NARROWS: [&str; 7] = ["-Depth", "-Directory", "-Exclude", "-File", "-Filter", "-Include", "-Recurse"];
/// The parameter with the places that are listed.
const PLACE: &str = "-Path";

/// By the name of a variable in small letters, the statement that sets it; none if several do.
type SetOnce = BTreeMap<String, Option<Setting>>;

/// By word, the value that it has.
pub(super) fn values(script: &Script<'_>) -> Vec<(u32, ComputedValue)> {
    let is_item = |name| script.slice(name) == ITEM;
    let is_object = |part: &Part| matches!(part.kind, PartKind::Variable(name) if is_item(name) || !script.settings.is_empty());
    if !script.doubts.is_empty() || !script.parts.iter().any(is_object) {
        return Vec::new();
    }
    if !script.commands.iter().all(|command| keeps(script, command)) {
        return Vec::new();
    }
    let set = set_once(script);
    let mut found = Vec::new();
    for command in &script.commands {
        let words = script.words_of(command);
        let Some((name, rest)) = words.split_first() else { continue };
        let is_cmdlet = script.text(name).and_then(commands::program).is_some_and(|it| it.cmdlet.is_some());
        for (at, word) in
            (command.words.start + 1..).zip(rest).filter(|(_, word)| word.value == Value::Unknown)
        {
            let constant = || constant(script, command, word, &set).filter(|text| is_plain(text, is_cmdlet));
            let file = || file(script, command, word, &set).filter(|_| is_cmdlet);
            found.extend(constant().map(AbstractValue::Known).or_else(file).map(|value| (at, value)));
        }
    }
    let redirected = script.redirects.iter().filter(|redirect| redirect.op.writes());
    found.extend(redirected.filter_map(|redirect| {
        let user = script.commands.get(redirect.command? as usize)?;
        let word = script.word(redirect.target).filter(|word| word.value == Value::Unknown)?;
        let path = constant(script, user, word, &set).filter(|text| is_plain(text, true))?;
        Some((redirect.target, AbstractValue::Known(path)))
    }));
    found
}

/// Whether a command sets no variable and stays where it is.
fn keeps(script: &Script<'_>, command: &Simple) -> bool {
    let args = commands::arguments(script, command);
    let Some(name) = args.first() else { return true };
    let Some(program) = name.text().and_then(commands::program) else { return false };
    let sets = || {
        commands::bound(&args)
            .is_none_or(|(bound, is_whole)| !is_whole || bound.iter().any(|it| has(it, &SETS)))
    };
    let stays = [
        ShellEffect::ChangesDirectory,
        ShellEffect::RunsText,
        ShellEffect::RunsCommand,
        ShellEffect::ChangesLanguage,
        ShellEffect::Assigns,
    ];
    let changes = |effect: &ShellEffect| commands::does_to_shell(script.shell(), program.name, *effect);
    !stays.iter().any(changes) && (program.cmdlet.is_none() || !sets())
}

fn has(bound: &Bound, names: &[&str]) -> bool {
    bound.parameter.names.iter().any(|name| names.contains(name))
}

/// The variables that one statement sets, by their names in small letters.
fn set_once(script: &Script<'_>) -> SetOnce {
    let mut set = SetOnce::new();
    for setting in &script.settings {
        let name = script.slice(setting.name).to_ascii_lowercase();
        set.entry(name).and_modify(|it| *it = None).or_insert(Some(*setting));
    }
    set
}

/// The text that a word with constants in it becomes.
fn constant(script: &Script<'_>, command: &Simple, word: &Word, set: &SetOnce) -> Option<String> {
    let mut text = String::new();
    let parts = script.parts_of(word);
    for part in parts {
        match part.kind {
            PartKind::Text => {
                let written = script.slice(part.span);
                if written.contains(['`', '"', '\'']) {
                    return None;
                }
                text.push_str(written);
            }
            PartKind::Variable(name) => {
                let setting = (*set.get(&script.slice(name).to_ascii_lowercase())?)?;
                text.push_str(text_set(script, &setting, command)?);
            }
            _ => return None,
        }
    }
    // A property of a text is none of its letters.
    let bare = script.slice(word.span).trim_matches('"');
    let length: usize = parts.iter().map(|part| part.span.len()).sum();
    (bare.len() == length).then_some(text)
}

/// The text to which a statement surely set a variable before `user` runs.
fn text_set<'s>(script: &'s Script<'_>, setting: &Setting, user: &Simple) -> Option<&'s str> {
    let SetTo::Expression(index) = setting.to else { return None };
    let command = script.commands.get(index as usize)?;
    let is_alone = !matches!(command.before, Joint::And | Joint::Or | Joint::Pipe)
        && !matches!(command.after, Joint::And | Joint::Or | Joint::Pipe | Joint::Background);
    let is_sure = setting.scope == 0 && command.scope == 0 && is_alone && command.span.end <= user.span.start;
    let written = script.slice(command.span).trim();
    let has_redirect = script.redirects_of(index as usize).next().is_some();
    if !is_sure || has_redirect || !script.words_of(command).is_empty() {
        return None;
    }
    let single = written.strip_prefix('\'').and_then(|rest| rest.strip_suffix('\''));
    let double = written.strip_prefix('"').and_then(|rest| rest.strip_suffix('"'));
    let text = single.or(double)?;
    (!text.contains(['\'', '"', '`', '$'])).then_some(text)
}

/// Whether a text arrives as it is, and begins no option.
fn is_plain(text: &str, is_cmdlet: bool) -> bool {
    let is_usual = |c: char| {
        c.is_ascii_alphanumeric()
            || matches!(c, '_' | '.' | '/' | '-')
            || is_cmdlet && matches!(c, '\\' | ':' | ' ')
    };
    text.starts_with(|c: char| c.is_ascii_alphanumeric() || matches!(c, '_' | '.' | '/'))
        && text.chars().all(is_usual)
}

/// The file that a word names: an object, or its path, of those that a cmdlet lists in one place.
fn file(script: &Script<'_>, command: &Simple, word: &Word, set: &SetOnce) -> Option<ComputedValue> {
    let written = script.slice(word.span).strip_prefix('$')?;
    let end = written.find('.').unwrap_or(written.len());
    let (name, property) = (written.get(..end)?, written.get(end..)?);
    if !property.is_empty() && !PATHS.contains(&&*property.to_ascii_lowercase()) {
        return None;
    }
    if name == ITEM {
        let around = || script.scopes_around(command.scope).map(|(at, _)| at);
        let is_error = |set: &Setting| matches!(set.to, SetTo::Caught(body) if around().any(|at| at == body));
        if script.settings.iter().any(is_error) {
            return None;
        }
        let owner = owner_of_block(script, command.scope)?;
        return listed_before(script, owner, set);
    }
    let setting = (*set.get(&name.to_ascii_lowercase())?)?;
    let SetTo::Each { list, body } = setting.to else { return None };
    let is_inside = command.scope == body || script.scopes_around(command.scope).any(|(at, _)| at == body);
    is_inside.then(|| listed(script, list as usize, set)).flatten()
}

/// The command that runs the innermost block in which `scope` lies.
fn owner_of_block(script: &Script<'_>, scope: u32) -> Option<usize> {
    let mut around = scope;
    loop {
        let holds = |command: &Simple| {
            let parts = script.words_of(command).iter().flat_map(|word| script.parts_of(word));
            parts.into_iter().any(|part| part.kind == PartKind::Block(around))
        };
        if let Some(owner) = script.commands.iter().position(holds) {
            return Some(owner);
        }
        around = script.scopes.get(around as usize).filter(|_| around != 0)?.parent;
    }
}

/// The files that come down the pipeline to the command at `index`.
fn listed_before(script: &Script<'_>, index: usize, set: &SetOnce) -> Option<ComputedValue> {
    let at = script.stage_of(index)?;
    if script.stages.get(at as usize)?.before == Joint::Edge {
        return None;
    }
    let writer = script.stage_before(at).filter(|stage| stage.is_simple)?;
    listed(script, writer.commands.start as usize, set)
}

/// The files that a variable holds because a statement surely set it to them before `user` runs. `name` has a `$` in front.
fn held(script: &Script<'_>, name: &str, user: &Simple, set: &SetOnce) -> Option<ComputedValue> {
    let setting = (*set.get(&name.strip_prefix('$')?.to_ascii_lowercase())?)?;
    let SetTo::Expression(first) = setting.to else { return None };
    let stage = script.stages.get(script.stage_of(first as usize)? as usize)?;
    let pipeline = script.pipelines.get(stage.pipeline as usize)?;
    let last = script.stages_of(pipeline).last().filter(|stage| stage.is_simple)?.commands.start;
    let command = script.commands.get(last as usize)?;
    let is_alone = matches!(command.after, Joint::Sequence)
        && script.redirects_of(last as usize).next().is_none()
        && script
            .commands
            .get(first as usize)
            .is_some_and(|it| matches!(it.before, Joint::Edge | Joint::Sequence));
    let is_sure = setting.scope == 0 && command.scope == 0 && command.span.end <= user.span.start;
    (is_alone && is_sure).then(|| listed(script, last as usize, set)).flatten()
}

/// The files that the command at `index` sends on.
fn listed(script: &Script<'_>, index: usize, set: &SetOnce) -> Option<ComputedValue> {
    let command = script.commands.get(index)?;
    if command.words.is_empty() {
        return held(script, script.slice(command.span).trim(), command, set);
    }
    let args = commands::arguments(script, command);
    let name = args.first()?.text()?;
    if has_quality(&args, ProgramQuality::Selects) {
        return listed_before(script, index, set);
    }
    let is_lister = |it: &&Program| it.cmdlet.is_some() && it.form.names_only;
    commands::program(name).filter(|it| is_lister(it) && it.form.option(PLACE).is_some())?;
    let (bound, is_whole) = commands::bound(&args)?;
    let (places, others): (Vec<&Bound>, Vec<&Bound>) = bound.iter().partition(|it| has(it, &[PLACE]));
    if !is_whole || !others.iter().all(|it| has(it, &NARROWS)) {
        return None;
    }
    let mut prefix = String::new();
    match places.as_slice() {
        [] => {}
        [place] if place.values.len() == 1 => {
            let text = args.get(place.values.start).and_then(Arg::text)?;
            prefix = directory_of(text)?;
        }
        _ => return None,
    }
    let suffix = String::new();
    Some(AbstractValue::FileName { prefix, suffix, count: Count::One, origin: Origin::Disk })
}

/// The directory below which the files lie that a place names, with its separator; nothing for the present one. A place that is a
/// file was judged where it was listed.
fn directory_of(place: &str) -> Option<String> {
    if place.is_empty() || place.contains("..") || place.starts_with('~') {
        return None;
    }
    let Some(at) = place.find(['*', '?', '[']) else {
        return Some([place.trim_end_matches(['/', '\\']), "/"].concat());
    };
    let front = place.get(..at)?;
    front.rfind(['/', '\\']).map_or(Some(String::new()), |end| front.get(..=end).map(String::from))
}
