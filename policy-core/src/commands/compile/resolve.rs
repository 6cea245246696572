//! Inheritance between tables: from the program, from a sub-command that is alike, from another program.
//!
//! Owns the list of inherited keys. Afterwards every form is complete on its own.

use alloc::borrow::ToOwned;
use alloc::format;
use alloc::string::String;
use alloc::vec::Vec;

use super::format::Table;
use super::prints::PrintsKeys;

/// Gives every sub-command of `table` what it inherits, and writes out those that are alike.
pub(super) fn inherit(table: &mut Table, path: &str) {
    let mut alike = Vec::new();
    for sub in &mut table.sub {
        sub.ui = sub.ui.or(table.ui);
        sub.clusters = sub.clusters.or(table.clusters);
        sub.settings = sub.settings.clone().or_else(|| table.settings.clone());
        sub.hosts = sub.hosts.clone().or_else(|| table.hosts.clone());
        sub.sockets = sub.sockets.clone().or_else(|| table.sockets.clone());
        let own = format!("{path} {}", sub.name.get_ref());
        inherit(sub, &own);
        for (name, summary) in core::mem::take(&mut sub.alike) {
            let mut twin = renamed(sub.clone(), &own, &format!("{path} {name}"));
            name.clone_into(twin.name.get_mut());
            twin.summary = summary;
            twin.prints.retain(|prints| !prints.own);
            alike.push(twin);
        }
    }
    table.sub.extend(alike);
}

/// `table` with the examples that begin with `from` beginning with `to`.
fn renamed(mut table: Table, from: &str, to: &str) -> Table {
    for text in table.yes.iter_mut().chain(&mut table.no) {
        if let Some(rest) = text.strip_prefix(from).filter(|rest| rest.is_empty() || rest.starts_with(' ')) {
            *text = format!("{to}{rest}");
        }
    }
    table.sub = table.sub.into_iter().map(|sub| renamed(sub, from, to)).collect();
    table
}

/// The entries that hold for programs that are alike as well.
fn lent(prints: &[PrintsKeys]) -> Vec<PrintsKeys> {
    prints.iter().filter(|prints| !prints.own).cloned().collect()
}

/// `table` with what it shares with `other`, the options aside.
pub(super) fn share(table: &Table, other: &Table) -> Table {
    fn both<T: Clone>(own: &[T], other: &[T]) -> Vec<T> {
        own.iter().chain(other).cloned().collect()
    }
    fn own_or(own: &[String], other: &[String]) -> Vec<String> {
        if own.is_empty() { other.to_owned() } else { own.to_owned() }
    }
    let (name, to) = (other.name.get_ref(), table.name.get_ref());
    let subs = other.sub.iter().map(|sub| renamed(sub.clone(), name, to));
    let own = &table.operands;
    let has_operands =
        !own.first.is_empty() || own.rest.is_some() || own.last.is_some() || own.after.is_some();
    // A program of one system (`gsed`) has the options of another one, and not what differs elsewhere.
    let is_compared = table.source.as_ref().is_some_and(|source| source.get_ref().elsewhere.is_some());
    let refusal = if table.harm.is_some() { table } else { other };
    Table {
        name: table.name.clone(),
        summary: table.summary.clone(),
        source: table.source.clone(),
        like: None,
        alike: table.alike.clone(),
        ui: table.ui.or(other.ui),
        silent: table.silent || other.silent,
        background: table.background.or(other.background),
        quiet: own_or(&table.quiet, &other.quiet),
        loud: own_or(&table.loud, &other.loud),
        terminal: own_or(&table.terminal, &other.terminal),
        intent: table.intent.or(other.intent),
        servers: own_or(&table.servers, &other.servers),
        hosts: table.hosts.clone().or_else(|| other.hosts.clone()),
        sockets: table.sockets.clone().or_else(|| other.sockets.clone()),
        any_value: table.any_value || other.any_value,
        repository: table.repository || other.repository,
        compares: table.compares || other.compares,
        replaces: table.replaces || other.replaces,
        fetches: table.fetches.clone().or_else(|| other.fetches.clone()),
        changes: table.changes.clone().or_else(|| other.changes.clone()),
        links: table.links || other.links,
        interpreter: table.interpreter.or(other.interpreter),
        selects_nothing: own_or(&table.selects_nothing, &other.selects_nothing),
        commands: table.commands.or(other.commands),
        writes: own_or(&table.writes, &other.writes),
        settings: table.settings.clone().or_else(|| other.settings.clone()),
        contents: table.contents.clone().or_else(|| other.contents.clone()),
        environment: own_or(&table.environment, &other.environment),
        ends: own_or(&table.ends, &other.ends),
        alone: table.alone.clone(),
        alias_variables: own_or(&table.alias_variables, &other.alias_variables),
        input_names: own_or(&table.input_names, &other.input_names),
        name_lists: own_or(&table.name_lists, &other.name_lists),
        synonyms: both(&table.synonyms, &other.synonyms),
        implied: if table.implied.is_empty() { other.implied.clone() } else { table.implied.clone() },
        abbreviates: table.abbreviates || other.abbreviates,
        unordered: table.unordered || other.unordered,
        stray: table.stray.or(other.stray),
        syntax: table.syntax.or(other.syntax),
        clusters: table.clusters.or(other.clusters),
        stops: table.stops || other.stops,
        numeric: table.numeric || other.numeric,
        response_files: table.response_files || other.response_files,
        dashless: table.dashless || other.dashless,
        plus: table.plus || other.plus,
        switches: table.switches || other.switches,
        needs: table.needs.clone().or_else(|| other.needs.clone()),
        conflict: table.conflict.clone().or_else(|| other.conflict.clone()),
        wrapper: table.wrapper.or(other.wrapper),
        appends: table.appends || other.appends,
        arbitrary_code: table.arbitrary_code || other.arbitrary_code,
        shim: table.shim || other.shim,
        other_on_windows: table.other_on_windows,
        module: table.module.clone().or_else(|| other.module.clone()),
        aliases: table.aliases.clone(),
        windows_aliases: table.windows_aliases.clone(),
        positions: if table.positions.is_empty() { other.positions.clone() } else { table.positions.clone() },
        pipeline_paths: table.pipeline_paths.or(other.pipeline_paths),
        only: if is_compared { both(&table.only, &other.only) } else { table.only.clone() },
        qualities: if table.qualities.is_empty() { other.qualities.clone() } else { table.qualities.clone() },
        shell: if table.shell.is_empty() { other.shell.clone() } else { table.shell.clone() },
        harm: refusal.harm,
        why: refusal.why.clone(),
        whole: table.whole.or(other.whole),
        flags: table.flags.clone(),
        options: table.options.clone(),
        groups: both(&table.groups, &other.groups),
        operands: if has_operands { own.clone() } else { other.operands.clone() },
        prints: both(&table.prints, &lent(&other.prints)),
        exit: if table.exit.is_empty() { other.exit.clone() } else { table.exit.clone() },
        yes: table.yes.clone(),
        no: table.no.clone(),
        option: table.option.clone(),
        refuse: table.refuse.clone(),
        group: both(&table.group, &other.group),
        sub: table.sub.iter().cloned().chain(subs).collect(),
    }
}
