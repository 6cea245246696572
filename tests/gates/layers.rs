//! Layers: every module below the root of a crate lists all modules that it may use, and uses no other.
//!
//! The lists go from the bottom up: a module may use only those listed before it, so that nothing runs in a circle.

use std::collections::{BTreeMap, BTreeSet};

use super::source::Crate;

/// A module and all others of its crate that it may use.
type Row = (&'static str, &'static [&'static str]);

const CORE: &[Row] = &[
    ("codes", &[]),
    ("limits", &[]),
    ("examples", &[]),
    ("name_list", &[]),
    ("name_set", &[]),
    ("nearest", &[]),
    ("output", &[]),
    ("sorted", &[]),
    ("paths", &["name_set", "sorted"]),
    ("span", &[]),
    ("script", &["sorted", "span"]),
    ("powershell", &["limits", "name_list", "script", "span"]),
    ("syntax", &["limits", "name_set", "powershell", "script", "sorted", "span"]),
    ("visible", &["span"]),
    ("command_line", &["script", "sorted", "span", "syntax"]),
    ("commands", &["codes", "limits", "name_list", "paths", "script", "sorted", "span", "syntax"]),
    ("web", &["codes", "commands", "examples", "sorted", "span", "visible"]),
    ("rules", &["commands", "paths", "powershell", "sorted", "span", "web"]),
    (
        "checks",
        &[
            "codes",
            "commands",
            "limits",
            "name_set",
            "paths",
            "powershell",
            "script",
            "sorted",
            "span",
            "syntax",
            "visible",
        ],
    ),
    ("request", &["commands", "script", "web"]),
    ("dataflow", &["checks", "commands", "limits", "paths", "script", "sorted", "span", "syntax"]),
    ("verdict", &["commands", "request", "script", "span"]),
    (
        "present",
        &[
            "codes",
            "commands",
            "examples",
            "limits",
            "name_set",
            "paths",
            "powershell",
            "request",
            "script",
            "sorted",
            "span",
            "syntax",
            "verdict",
        ],
    ),
    (
        "profiles",
        &["codes", "commands", "examples", "paths", "script", "sorted", "span", "syntax", "verdict"],
    ),
    (
        "agents",
        &[
            "command_line",
            "commands",
            "paths",
            "profiles",
            "request",
            "script",
            "syntax",
            "verdict",
            "visible",
            "web",
        ],
    ),
    (
        "policy",
        &[
            "checks", "codes", "nearest", "paths", "profiles", "request", "rules", "script", "sorted",
            "span", "verdict",
        ],
    ),
    (
        "machine",
        &[
            "checks", "commands", "limits", "paths", "policy", "request", "rules", "script", "sorted",
            "verdict",
        ],
    ),
    (
        "exposure",
        &[
            "codes",
            "commands",
            "dataflow",
            "limits",
            "machine",
            "paths",
            "policy",
            "powershell",
            "profiles",
            "request",
            "rules",
            "script",
            "sorted",
            "span",
            "syntax",
        ],
    ),
    (
        "proof",
        &[
            "checks", "codes", "commands", "dataflow", "limits", "machine", "paths", "policy", "profiles",
            "request", "rules", "script", "span", "syntax",
        ],
    ),
    ("effects", &["commands", "limits", "machine", "present", "proof", "script", "syntax", "verdict", "web"]),
    (
        "decide",
        &[
            "checks",
            "codes",
            "commands",
            "dataflow",
            "effects",
            "exposure",
            "limits",
            "machine",
            "paths",
            "policy",
            "powershell",
            "present",
            "profiles",
            "proof",
            "request",
            "rules",
            "script",
            "sorted",
            "span",
            "syntax",
            "verdict",
            "visible",
            "web",
        ],
    ),
    (
        "history",
        &[
            "codes", "commands", "decide", "paths", "policy", "profiles", "proof", "request", "rules",
            "script", "sorted", "span", "verdict", "web",
        ],
    ),
    (
        "lint",
        &[
            "agents", "commands", "history", "policy", "request", "rules", "script", "sorted", "span",
            "verdict",
        ],
    ),
    ("all_codes", &["checks", "codes", "present", "profiles", "web"]),
    (
        "door",
        &[
            "agents",
            "all_codes",
            "checks",
            "codes",
            "command_line",
            "commands",
            "decide",
            "examples",
            "limits",
            "output",
            "paths",
            "policy",
            "present",
            "profiles",
            "request",
            "rules",
            "script",
            "sorted",
            "span",
            "syntax",
            "verdict",
            "visible",
            "web",
        ],
    ),
];

const RUNNER: &[Row] = &[
    ("ownership", &[]),
    ("win32", &[]),
    ("system", &["ownership", "win32"]),
    ("direct", &["system"]),
    ("environment", &["system"]),
    ("git_config", &[]),
    ("git_layout", &["git_config", "system"]),
    ("network", &["system"]),
    ("output", &["system"]),
    ("module_cache", &["output"]),
    ("repository", &["git_config", "git_layout", "ownership", "system"]),
    ("installation", &["direct", "repository", "system"]),
    ("import", &["installation"]),
    ("settings", &["repository", "system"]),
    ("engine", &["module_cache", "system"]),
    ("implementation", &[]),
    ("programs", &["ownership"]),
    ("facts", &["direct", "git_layout", "implementation", "programs", "repository", "system"]),
    ("shims", &["facts"]),
    ("sandbox", &["git_config", "git_layout", "module_cache", "output", "system"]),
    ("edit", &["direct", "sandbox"]),
    ("launch", &["network", "output", "sandbox", "system", "win32"]),
    ("decide", &["engine", "environment", "facts", "launch", "sandbox", "shims"]),
    ("launcher", &["git_layout", "launch", "network", "sandbox"]),
    ("plan", &["edit", "network", "sandbox"]),
    ("shell", &["direct", "environment", "launch", "plan", "sandbox", "system"]),
    ("consult", &["installation", "repository", "shell", "system"]),
    ("web", &["consult", "decide", "engine", "environment", "network"]),
    ("outcome", &["consult", "edit", "launch", "network", "output", "plan", "sandbox", "shell", "system"]),
    ("tasks", &["launch", "network", "outcome", "output", "shell", "system"]),
    (
        "session",
        &[
            "consult",
            "decide",
            "edit",
            "engine",
            "environment",
            "launch",
            "network",
            "outcome",
            "output",
            "plan",
            "sandbox",
            "shell",
            "system",
            "tasks",
        ],
    ),
    ("help", &["decide", "outcome", "plan", "sandbox", "session", "system"]),
    ("mcp", &["consult", "outcome", "plan", "sandbox", "session", "shell", "tasks", "web"]),
    (
        "cli",
        &[
            "consult",
            "decide",
            "engine",
            "help",
            "import",
            "installation",
            "launch",
            "launcher",
            "mcp",
            "network",
            "outcome",
            "output",
            "plan",
            "sandbox",
            "session",
            "settings",
            "shell",
            "system",
            "tasks",
            "web",
        ],
    ),
];

const LOGS: &[Row] = &[
    ("format", &[]),
    ("call", &[]),
    ("account", &["format"]),
    ("time", &[]),
    ("words", &[]),
    ("lines", &[]),
    ("sink", &["account", "call"]),
    ("fields", &["sink", "time"]),
    ("pending", &["call", "sink"]),
    ("claude_code", &["call", "fields", "pending", "sink"]),
    ("codex", &["call", "fields", "pending", "sink", "words"]),
    ("json_lines", &["call", "fields", "sink", "words"]),
    ("shell_history", &["call", "sink", "time"]),
    ("spec_story", &["call", "sink", "time"]),
    ("table", &["call", "sink", "time", "words"]),
    ("detect", &["fields", "format", "shell_history", "spec_story", "table"]),
    (
        "reader",
        &[
            "account",
            "call",
            "claude_code",
            "codex",
            "detect",
            "format",
            "json_lines",
            "lines",
            "shell_history",
            "sink",
            "spec_story",
            "table",
        ],
    ),
    ("files", &["account", "call", "format", "reader"]),
];

const AUDIT: &[Row] = &[
    ("arguments", &[]),
    ("failure", &[]),
    ("log_table", &[]),
    ("progress", &[]),
    ("since", &[]),
    ("policy", &["failure"]),
    ("judge", &["policy"]),
    ("functions", &["judge", "policy"]),
    ("session", &["failure", "functions"]),
    ("inputs", &["arguments", "failure", "log_table"]),
    ("stages", &["failure"]),
    ("report", &["failure"]),
    ("tables", &["failure", "report"]),
    ("rules", &["failure", "judge", "policy", "report"]),
    ("unreadable", &["failure", "report"]),
    ("formats", &["failure", "report"]),
    ("output", &["arguments", "failure", "formats", "report"]),
    ("suggest", &["failure", "judge", "output", "policy", "report"]),
    (
        "program",
        &[
            "arguments",
            "failure",
            "inputs",
            "log_table",
            "output",
            "policy",
            "progress",
            "report",
            "rules",
            "session",
            "since",
            "stages",
            "suggest",
            "tables",
            "unreadable",
        ],
    ),
];

/// What the rows must never say, not over other modules either, and why.
const NEVER: &[(&str, &str, &str)] = &[
    ("proof", "exposure", "what speaks for a command sees exactly, what a deny rule must see is more"),
    ("exposure", "proof", "what a deny rule must see does not depend on what was proven"),
    ("checks", "rules", "a check reports what it finds, whatever the rules say"),
    ("rules", "checks", "a rule matches, whatever the checks find"),
    ("launcher", "session", "what runs in the launcher knows nothing of the runner's session"),
];

/// Everything in which the crate differs from its rows, and the rows from their form.
fn violations(of: &Crate, rows: &[Row]) -> Vec<String> {
    let mut found = Vec::new();
    let allowed: BTreeMap<&str, &[&str]> = rows.iter().copied().collect();
    for (at, (module, uses)) in rows.iter().enumerate() {
        if !of.modules.iter().any(|it| it.top() == *module) {
            found.push(format!("there is no module `{module}`: remove its row"));
        }
        for above in uses.iter().filter(|it| rows[..at].iter().all(|(below, _)| below != *it)) {
            found.push(format!("the row of `{module}` allows `{above}`, which is not listed before it"));
        }
    }
    for (id, module) in of.modules.iter().enumerate().filter(|(_, module)| !module.path.is_empty()) {
        let Some(allowed) = allowed.get(module.top()) else {
            found.push(format!("`{}` has no row: list what it may use", module.top()));
            continue;
        };
        for target in of.named_by(id) {
            let other = &of.modules[target.module()];
            if other.top() != module.top() && !allowed.contains(&other.top()) {
                let used = match other.path.as_slice() {
                    [] => "what the root defines".to_owned(),
                    path => format!("`{}`", path.join("::")),
                };
                found.push(format!("{}: `{}` may not use {used}", module.file, module.top()));
            }
        }
    }
    found.extend(
        NEVER
            .iter()
            .filter(|(from, to, _)| reaches(rows, from, to))
            .map(|(from, to, why)| format!("the rows lead from `{from}` to `{to}`: {why}")),
    );
    found.sort();
    found.dedup();
    found
}

/// Whether the rows allow `from` to use `to`, directly or over others.
fn reaches(rows: &[Row], from: &str, to: &str) -> bool {
    let mut known = BTreeSet::from([from]);
    let mut waiting = vec![from];
    while let Some(module) = waiting.pop() {
        let uses = rows.iter().filter(|(name, _)| *name == module).flat_map(|(_, uses)| *uses);
        waiting.extend(uses.copied().filter(|next| known.insert(next)));
    }
    from != to && known.contains(to)
}

#[test]
fn every_module_of_the_core_uses_only_what_its_row_lists() {
    let found = violations(&super::CORE, CORE);
    assert!(found.is_empty(), "{}", found.join("\n"));
}

#[test]
fn every_module_of_the_runner_uses_only_what_its_row_lists() {
    let found = violations(&super::RUNNER, RUNNER);
    assert!(found.is_empty(), "{}", found.join("\n"));
}

#[test]
fn every_module_of_the_reader_of_logs_uses_only_what_its_row_lists() {
    let found = violations(&super::LOGS, LOGS);
    assert!(found.is_empty(), "{}", found.join("\n"));
}

#[test]
fn every_module_of_the_audit_uses_only_what_its_row_lists() {
    let found = violations(&super::AUDIT, AUDIT);
    assert!(found.is_empty(), "{}", found.join("\n"));
}

/// What a crate of three modules breaks when `low` holds this text; `mid` is between it and `high`.
fn broken(low: &str) -> Vec<String> {
    let of = Crate::seeded(&[
        ("lib.rs", "mod high; mod low; mod mid; pub use high::inner::Thing;"),
        ("high/mod.rs", "pub mod inner; pub use inner::Thing;"),
        ("high/inner.rs", "pub struct Thing; pub fn make() {}"),
        ("low.rs", low),
        ("mid.rs", ""),
    ]);
    violations(&of, &[("low", &[]), ("mid", &["low"]), ("high", &["mid"])])
}

#[test]
fn a_use_of_a_higher_module_is_seen_in_every_spelling() {
    for text in [
        "use crate::high::inner::Thing;",
        "use crate::{mid, high::{inner::{Thing as T}}};",
        "use super::high::Thing;",
        "use crate::Thing;",
        "use crate::high;",
        "use crate::high::*;",
        "use crate as root; fn f(_: root::high::Thing) {}",
        "fn f() -> crate::high::Thing { loop {} }",
        "fn f() { super::high::inner::make() }",
        "fn f() { use crate::high::inner; inner::make() }",
        "fn f() { let _ = list![crate::high::inner::make()]; }",
        "impl crate::high::Trait for u8 {}",
        "mod inner { use super::super::high::Thing; }",
        "#[serde(with = \"crate::high::inner\")] struct S;",
        "macro_rules! m { () => { $crate::high::Thing } }",
    ] {
        let found = broken(text);
        assert!(
            found.iter().any(|it| it.starts_with("low.rs: `low` may not use `high")),
            "{text}: {found:?}"
        );
    }
    for text in
        ["", "use std::high::Thing;", "#[cfg(test)] mod tests { use crate::high::Thing; }", "// crate::high"]
    {
        assert_eq!(broken(text), [""; 0], "{text}");
    }
}

#[test]
fn rows_are_complete_ordered_and_of_modules_that_exist() {
    let of = Crate::seeded(&[("lib.rs", "mod a; mod b;"), ("a.rs", ""), ("b.rs", "")]);
    assert_eq!(violations(&of, &[("a", &[])]), ["`b` has no row: list what it may use"]);
    let stale = violations(&of, &[("a", &[]), ("b", &[]), ("c", &[])]);
    assert_eq!(stale, ["there is no module `c`: remove its row"]);
    let circle = violations(&of, &[("a", &["b"]), ("b", &["a"])]);
    assert_eq!(circle, ["the row of `a` allows `b`, which is not listed before it"]);
}

#[test]
fn rows_that_lead_where_they_never_may_are_seen() {
    let files = ["exposure", "between", "proof"].map(|name| (format!("{name}.rs"), String::new()));
    let mut files: BTreeMap<String, String> = files.into();
    files.insert("lib.rs".to_owned(), "mod exposure; mod between; mod proof;".to_owned());
    let rows: &[Row] = &[("exposure", &[]), ("between", &["exposure"]), ("proof", &["between"])];
    let found = violations(&Crate::of(files), rows);
    assert!(
        found.len() == 1 && found[0].starts_with("the rows lead from `proof` to `exposure`"),
        "{found:?}"
    );
}
