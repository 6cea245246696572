//! Imports against small evaluators of what each source means.

#![expect(clippy::unwrap_used, reason = "a test may stop at the first surprise")]

use std::path::Path;

use policy_core::Span;
use policy_core::rules::{Access, Anchors, Case, List, Rules, SourceLocation, Words, parse};
use proptest::prelude::*;
use proptest::sample::select;
use serde_json::json;

use super::{File, Imported, Outcome, Tool, document, import};
use crate::installation::refusal::Refusal;

/// The words of a prefix, each with its alternatives.
type Alternatives = Vec<Vec<String>>;

/// What a source says about a command, `None` where no entry names it.
type Answer = Option<List>;

fn file(name: &str, text: impl Into<String>) -> File {
    File { path: Path::new("/home/user").join(name), text: text.into() }
}

fn read(tool: Tool, name: &str, text: impl Into<String>, strict: bool) -> Imported {
    import(tool, &[file(name, text)], strict).unwrap()
}

fn rules(imported: &Imported) -> Rules {
    let place = SourceLocation { file: "".into(), line: 1, column: 1, span: Span::default() };
    let all =
        List::ALL.into_iter().flat_map(|list| imported.rules(list).into_iter().map(move |rule| (list, rule)));
    Rules::new(all.map(|(list, rule)| (list, parse(rule, list, place.clone(), None).unwrap().rule)))
}

/// What the imported rules alone say about a command.
fn said(rules: &Rules, words: &[String]) -> Answer {
    let argv: Vec<_> = words.iter().map(|word| Some(word.as_str())).collect();
    let source: Vec<_> = words.iter().map(String::as_str).collect();
    let of = Words { argv: &argv, source: &source };
    List::ALL.into_iter().find(|list| rules.matching(*list, "Bash", &of).is_some())
}

/// Whether an answer is as strict as the source's: allowed only if it is allowed there, and with `strict` no proof can allow
/// what the source asks about or denies.
fn is_never_wider(own: Answer, its: Answer, strict: bool) -> bool {
    let is_allowed_there = own != Some(List::Allow) || its == Some(List::Allow);
    let is_guarded = !strict
        || !matches!(its, Some(List::Ask | List::Deny))
        || matches!(own, Some(List::Ask | List::Deny));
    is_allowed_there && is_guarded
}

/// Words of commands and of patterns that are near each other.
const WORDS: [&str; 13] = [
    "git",
    "gitk",
    "push",
    "pusher",
    "push-x",
    "push:x",
    "--force",
    "rm",
    "-rf",
    "x",
    "/usr/bin/git",
    "a.b",
    "push:*",
];

/// Words that need quotes, besides.
const QUOTED: [&str; 3] = ["it's", "$x \"'y'\"", "a b"];

fn command() -> impl Strategy<Value = Vec<String>> {
    prop::collection::vec(select(&WORDS[..]).prop_map(str::to_owned), 1..4)
}

fn quoted_command() -> impl Strategy<Value = Vec<String>> {
    prop::collection::vec(select([&WORDS[..], &QUOTED].concat()).prop_map(str::to_owned), 1..4)
}

fn list() -> impl Strategy<Value = List> {
    select(&List::ALL[..])
}

/// Text patterns: words, parts of words and wildcards.
fn pattern() -> impl Strategy<Value = String> {
    let piece = select(
        &["git", "push", "git*", "*", "p?sh", "rm", "x", "--f*", "push:*", "*push", "a.b", "/usr/bin/git"][..],
    );
    prop::collection::vec(piece, 1..4).prop_map(|pieces| pieces.join(" "))
}

/// A path, absolute or not.
fn path() -> impl Strategy<Value = String> {
    let names = prop::collection::vec(select(&["a", "ab", "src", "b.ts", ".env", "x"][..]), 1..4);
    (names, any::<bool>())
        .prop_map(|(names, rooted)| format!("{}{}", if rooted { "/" } else { "" }, names.join("/")))
}

/// A pattern of paths in which `*` is any text.
fn path_pattern() -> impl Strategy<Value = String> {
    let piece = select(&["a", "src", "b.ts", ".env", "/", "/", "*", "**", "?", "x"][..]);
    prop::collection::vec(piece, 1..6)
        .prop_map(|pieces| pieces.concat())
        .prop_filter("a path", |it| !it.contains("//"))
}

/// Whether `pattern`, in which `*` is any text and `?` one character, is the whole of `text`.
fn matches(pattern: &[char], text: &[char]) -> bool {
    match (pattern.split_first(), text.split_first()) {
        (None, None) => true,
        (Some(('*', rest)), _) if matches(rest, text) => true,
        (Some(('*', _)), Some((_, after))) => matches(pattern, after),
        (Some(('?', rest)), Some((_, after))) => matches(rest, after),
        (Some((own, rest)), Some((its, after))) if own == its => matches(rest, after),
        _ => false,
    }
}

fn is_match(pattern: &str, text: &str) -> bool {
    matches(&pattern.chars().collect::<Vec<_>>(), &text.chars().collect::<Vec<_>>())
}

/// The strictest of the entries that match.
fn strictest<'e, E: 'e>(entries: impl IntoIterator<Item = &'e (List, E)>, is: impl Fn(&E) -> bool) -> Answer {
    entries.into_iter().filter(|(_, entry)| is(entry)).map(|(list, _)| *list).min()
}

fn begins_with(words: &[String], prefix: &[Vec<String>]) -> bool {
    words.len() >= prefix.len() && prefix.iter().zip(words).all(|(own, word)| own.contains(word))
}

proptest! {
    #![proptest_config(ProptestConfig { cases: test_support::effort::property(300, 2_000), failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn opencode_is_never_wider(
        entries in prop::collection::vec((list(), pattern()), 0..6),
        commands in prop::collection::vec(command(), 1..8),
        strict: bool,
    ) {
        let mut unique: Vec<(List, String)> = Vec::new();
        for entry in entries {
            if unique.iter().all(|it| it.1 != entry.1) {
                unique.push(entry);
            }
        }
        let pairs: Vec<_> =
            unique.iter().map(|(list, pattern)| format!("{}: {}", json!(pattern), json!(list.name()))).collect();
        let text = format!("{{\"permission\": {{\"bash\": {{{}}}}}}}", pairs.join(", "));
        let imported = read(Tool::Opencode, "opencode.json", text, strict);
        let rules = rules(&imported);
        for words in commands {
            let command = words.join(" ");
            let is = |pattern: &str| {
                let bare = pattern.strip_suffix(" *");
                is_match(pattern, &command) || bare.is_some_and(|bare| is_match(bare, &command))
            };
            let its = unique.iter().rev().find(|(_, pattern)| is(pattern)).map(|(list, _)| *list);
            let own = said(&rules, &words);
            prop_assert!(is_never_wider(own, its, strict), "{command}: {own:?}, source {its:?}, {unique:?}");
        }
    }

    #[test]
    fn continue_is_never_wider(
        entries in prop::collection::vec((list(), pattern()), 0..6),
        commands in prop::collection::vec(command(), 1..8),
        strict: bool,
    ) {
        let lines = |of: List| {
            let own = entries.iter().filter(|(list, _)| *list == of);
            own.map(|(_, pattern)| format!("  - {}\n", json!(format!("Bash({pattern})")))).collect::<Vec<_>>().concat()
        };
        let text = format!("allow:\n{}ask:\n{}exclude:\n{}", lines(List::Allow), lines(List::Ask), lines(List::Deny));
        let imported = read(Tool::Continue, "permissions.yaml", text, strict);
        let rules = rules(&imported);
        for words in commands {
            let command = words.join(" ");
            let its = strictest(&entries, |pattern| is_match(pattern, &command));
            let own = said(&rules, &words);
            prop_assert!(is_never_wider(own, its, strict), "{command}: {own:?}, source {its:?}, {entries:?}");
        }
    }

    #[test]
    fn qwen_is_never_wider(
        entries in prop::collection::vec((list(), prop::collection::vec(select(&WORDS[..]), 1..3), select(&["", ":*", " *"][..])), 0..6),
        commands in prop::collection::vec(command(), 1..8),
    ) {
        let entries: Vec<_> = entries.into_iter()
            .filter(|(_, words, _)| !words.iter().any(|it| it.contains(':')))
            .map(|(list, words, end)| (list, (words, end)))
            .collect();
        let of = |of: List, tool: &str| {
            let own = entries.iter().filter(|(list, _)| *list == of);
            own.map(|(_, (words, end))| format!("{tool}({}{end})", words.join(" "))).collect::<Vec<_>>()
        };
        for tool in ["Bash", "run_shell_command", "ShellTool"] {
            let document = json!({"permissions": {"allow": of(List::Allow, tool), "ask": of(List::Ask, tool), "deny": of(List::Deny, tool)}});
            let rules = rules(&read(Tool::Qwen, "settings.json", document.to_string(), true));
            for words in &commands {
                let its = strictest(&entries, |(prefix, end)| {
                    words.starts_with(&prefix.iter().map(|it| (*it).to_owned()).collect::<Vec<_>>())
                        && (!end.is_empty() || words.len() == prefix.len())
                });
                let own = said(&rules, words);
                prop_assert!(is_never_wider(own, its, true), "{words:?}: {own:?}, source {its:?}, {entries:?}");
            }
        }
    }

    #[test]
    fn a_path_in_which_a_star_is_any_text_is_never_narrower(
        pattern in path_pattern(),
        paths in prop::collection::vec(path(), 1..12),
    ) {
        let sources = [
            (Tool::Opencode, "opencode.json", json!({"permission": {"edit": {pattern.clone(): "deny"}}}).to_string()),
            (Tool::Continue, "permissions.yaml", format!("exclude:\n- {}", json!(format!("Write({pattern})")))),
        ];
        for (tool, name, text) in sources {
            let rules = rules(&read(tool, name, text, true));
            for path in &paths {
                if !is_match(&pattern, path) {
                    continue;
                }
                let absolute = if path.starts_with('/') { path.clone() } else { format!("/home/user/project/{path}") };
                let anchors = Anchors { cwd: Some("/home/user/project"), home: Some("/home/user") };
                let found = rules.matching_path(List::Deny, Access::Edit, &absolute, &anchors, Case::Exact);
                prop_assert!(found.is_some(), "{tool:?} {pattern} {absolute}: {rules:?}");
            }
        }
    }

    #[test]
    fn codex_is_never_wider(
        entries in prop::collection::vec(
            (list(), prop::collection::vec(prop::collection::vec(select([&WORDS[..], &QUOTED].concat()), 1..3), 1..4)),
            0..6,
        ),
        commands in prop::collection::vec(quoted_command(), 1..8),
    ) {
        let name = |list: List| match list { List::Allow => "allow", List::Ask => "prompt", List::Deny => "forbidden" };
        let calls: Vec<_> = entries.iter()
            .map(|(list, pattern)| format!("prefix_rule(pattern={}, decision=\"{}\")", json!(pattern), name(*list)))
            .collect();
        let imported = read(Tool::Codex, "default.rules", calls.join("\n"), true);
        let rules = rules(&imported);
        let entries: Vec<(List, Alternatives)> = entries.into_iter()
            .map(|(list, pattern)| (list, pattern.iter().map(|it| it.iter().map(|it| (*it).to_owned()).collect()).collect()))
            .collect();
        for words in commands {
            let its = strictest(&entries, |pattern| begins_with(&words, pattern));
            let own = said(&rules, &words);
            prop_assert!(is_never_wider(own, its, true), "{words:?}: {own:?}, source {its:?}");
        }
    }

    #[test]
    fn copilot_and_cursor_are_never_wider(
        entries in prop::collection::vec(
            (select(&[List::Allow, List::Deny][..]), prop::collection::vec(select(&WORDS[..]), 1..3), any::<bool>()),
            0..6,
        ),
        commands in prop::collection::vec(command(), 1..8),
    ) {
        let entries: Vec<(List, (Alternatives, bool))> = entries.into_iter()
            .filter(|(_, words, _)| !words.iter().any(|it| it.contains(':')))
            .map(|(list, words, open)| (list, (words.iter().map(|it| vec![(*it).to_owned()]).collect(), open)))
            .collect();
        let written = |words: &[Vec<String>]| words.concat().join(" ");
        let options: Vec<_> = entries.iter().map(|(list, (words, open))| {
            format!("--{}-tool 'shell({}{})'", list.name(), written(words), if *open { ":*" } else { "" })
        }).collect();
        let copilot = rules(&read(Tool::Copilot, "alias.sh", format!("copilot --deny-tool 'shell(z)' {}", options.join(" ")), true));
        let of = |list: List| {
            let own = entries.iter().filter(|(its, _)| *its == list);
            own.map(|(_, (words, _))| format!("Shell({})", written(words))).collect::<Vec<_>>()
        };
        let document = json!({"permissions": {"allow": of(List::Allow), "deny": of(List::Deny)}});
        let cursor = rules(&read(Tool::Cursor, "cli.json", document.to_string(), true));
        for command in commands {
            // A deny without `:*` also means a command with this subcommand.
            let its = strictest(&entries, |(words, open)| {
                begins_with(&command, words) && (*open || words.len() == command.len())
            });
            let own = said(&copilot, &command);
            prop_assert!(is_never_wider(own, its, true), "copilot {command:?}: {own:?}, source {its:?}");
            let its = strictest(&entries, |(words, _)| begins_with(&command, words));
            let own = said(&cursor, &command);
            prop_assert!(is_never_wider(own, its, true), "cursor {command:?}: {own:?}, source {its:?}");
        }
    }
}

/// A regular expression, its words, what ends them, and whether they begin the command.
type Expression = (String, Vec<String>, &'static str, bool);

/// Regular expressions with a small matcher's own reading: words, what ends them, and whether they begin the command.
fn expression() -> impl Strategy<Value = Expression> {
    let words =
        prop::collection::vec(select(&["git", "push", "rm", "x", "-rf"][..]).prop_map(str::to_owned), 1..3);
    let end = select(&["", r"\b", "$", r"\s", r"(\s|$)", r"(?:\s.*)?$", ".*"][..]);
    (words, end, any::<bool>()).prop_map(|(words, end, is_anchored)| {
        let start = if is_anchored { "^" } else { "" };
        (format!("{start}{}{end}", words.join(r"\s+")), words, end, is_anchored)
    })
}

/// Whether the expression of these parts matches somewhere in `text`.
fn is_found(words: &[String], end: &str, is_anchored: bool, text: &str) -> bool {
    let beginning = words.join(" ");
    text.match_indices(&beginning).any(|(at, _)| {
        let after = &text[at + beginning.len()..];
        let continues_word = after.starts_with(|it: char| it.is_alphanumeric() || it == '_');
        let fits = match end {
            r"\b" => !continues_word,
            "$" => after.is_empty(),
            r"\s" => after.starts_with(' '),
            r"(\s|$)" | r"(?:\s.*)?$" => after.is_empty() || after.starts_with(' '),
            _ => true,
        };
        fits && (at == 0 || !is_anchored)
    })
}

proptest! {
    #![proptest_config(ProptestConfig { cases: test_support::effort::property(300, 2_000), failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn expressions_are_never_wider(
        entries in prop::collection::vec((list(), expression()), 0..6),
        commands in prop::collection::vec(command(), 1..8),
    ) {
        let mut unique: Vec<(List, Expression)> = Vec::new();
        for entry in entries {
            if unique.iter().all(|it| it.1.0 != entry.1.0) {
                unique.push(entry);
            }
        }
        let of = |list: List| {
            let own = unique.iter().filter(|(its, _)| *its == list);
            own.map(|(_, (text, ..))| json!({"pattern": text, "case_sensitive": true})).collect::<Vec<_>>()
        };
        let terminal = json!({"always_allow": of(List::Allow), "always_confirm": of(List::Ask), "always_deny": of(List::Deny)});
        let document = json!({"agent": {"tool_permissions": {"tools": {"terminal": terminal}}}});
        let zed = rules(&read(Tool::Zed, "settings.json", document.to_string(), true));
        let approvals: serde_json::Map<_, _> = unique.iter()
            .map(|(list, (text, ..))| (format!("/{text}/"), json!(*list == List::Allow)))
            .collect();
        let document = json!({"chat.tools.terminal.autoApprove": approvals});
        let vscode = rules(&read(Tool::VsCode, "settings.json", document.to_string(), true));
        let entries: Vec<_> = unique.iter()
            .map(|(list, (text, ..))| json!({"tool": "Bash", "matches": {"cmd": format!("/{text}/")}, "action": match list {
                List::Allow => "allow", List::Ask => "ask", List::Deny => "reject",
            }}))
            .collect();
        let amp = rules(&read(Tool::Amp, "settings.json", json!({"amp.permissions": entries}).to_string(), true));
        // No program has a colon in its name.
        for words in commands.into_iter().filter(|words| !words[0].contains(':')) {
            let command = words.join(" ");
            let is = |(_, own, end, is_anchored): &(String, Vec<String>, &str, bool)| is_found(own, end, *is_anchored, &command);
            let its = strictest(&unique, is);
            let own = said(&zed, &words);
            prop_assert!(is_never_wider(own, its, true), "zed {command}: {own:?}, source {its:?}, {unique:?}");
            let its = its.map(|its| if its == List::Deny { List::Ask } else { its });
            let own = said(&vscode, &words);
            prop_assert!(is_never_wider(own, its, true), "vscode {command}: {own:?}, source {its:?}, {unique:?}");
            let its = unique.iter().find(|(_, it)| is(it)).map(|(list, _)| *list);
            let own = said(&amp, &words);
            prop_assert!(is_never_wider(own, its, true), "amp {command}: {own:?}, source {its:?}, {unique:?}");
        }
    }

    #[test]
    fn gemini_is_never_wider(
        entries in prop::collection::vec(
            (list(), prop::collection::vec(select(&WORDS[..]), 0..3), 0..4_i64),
            0..6,
        ),
        commands in prop::collection::vec(command(), 1..8),
        strict: bool,
    ) {
        let mut unique: Vec<(List, Alternatives, i64)> = Vec::new();
        for (list, words, priority) in entries {
            // Two entries of one priority have no order that the documentation promises.
            if unique.iter().all(|it| it.2 != priority) {
                unique.push((list, words.iter().map(|it| vec![(*it).to_owned()]).collect(), priority));
            }
        }
        let tables = unique.iter().map(|(list, words, priority)| {
            let decision = match list { List::Allow => "allow", List::Ask => "ask_user", List::Deny => "deny" };
            let prefix = if words.is_empty() { String::new() } else { format!("commandPrefix = {}\n", json!(words.concat().join(" "))) };
            format!("[[rule]]\ntoolName = \"run_shell_command\"\n{prefix}decision = \"{decision}\"\npriority = {priority}\n")
        });
        let text = tables.collect::<Vec<_>>().concat();
        let rules = rules(&read(Tool::Gemini, "a.toml", text, strict));
        for command in commands {
            let matching = unique.iter().filter(|(_, words, _)| begins_with(&command, words));
            let its = matching.max_by_key(|it| it.2).map(|it| it.0);
            let own = said(&rules, &command);
            prop_assert!(is_never_wider(own, its, strict), "{command:?}: {own:?}, source {its:?}, {unique:?}");
        }
    }
}

#[test]
fn expressions_of_words_become_prefixes_and_others_are_reported() {
    let text = r#"{"chat.tools.terminal.autoApprove": {
        "mkdir": true, "rm": false, "del": null,
        "/^git (status|show\\b.*)$/": true,
        "/^npm\\s+(test|run)(\\s|$)/": true,
        "/echo/": true, "/^ls [a-z]+$/": true,
        "/dangerous/i": {"approve": false, "matchCommandLine": true},
        "/^curl .*\\| sh/": false,
        "/(a|/": false
    }}"#;
    let imported = read(Tool::VsCode, "settings.json", text, false);
    let [allow, ask, deny] = lists(&imported);
    assert_eq!(
        allow,
        ["Bash(mkdir:*)", "Bash(git status)", "Bash(git show:*)", "Bash(npm test:*)", "Bash(npm run:*)"]
    );
    let asked = ["Bash(rm:*)", "Bash(*dangerous*)", "Bash(*DANGEROUS*)", "Bash(curl:*)", "Bash"];
    for rule in asked {
        assert!(ask.contains(&rule.to_owned()), "{rule}: {ask:?}");
    }
    assert!(deny.is_empty());
    let lost = imported.entries.iter().filter(|it| matches!(it.outcome, Outcome::NotImported(_))).count();
    assert_eq!(lost, 3, "`null`, what is not anchored, a class of characters");
}

fn lists(imported: &Imported) -> [Vec<String>; 3] {
    [List::Allow, List::Ask, List::Deny]
        .map(|list| imported.rules(list).into_iter().map(str::to_owned).collect())
}

#[test]
fn the_example_of_opencode_keeps_its_allow_rules() {
    let text = r#"{"permission": {"bash": {"*": "ask", "git *": "allow", "rm *": "deny"}, "edit": "deny"}}"#;
    let first = r#"{"permission": {"edit": "deny", "*": "ask", "bash": {"git *": "allow"}}}"#;
    assert_eq!(lists(&read(Tool::Opencode, "opencode.json", first, false))[2], ["Edit"]);
    let imported = read(Tool::Opencode, "opencode.json", text, false);
    assert_eq!(lists(&imported), [vec!["Bash(git:*)"], vec![], vec!["Bash(rm:*)", "Edit"]]);
    assert!(matches!(imported.entries[0].outcome, Outcome::NotImported(_)));
    assert_eq!(imported.entries[1].outcome, Outcome::Exact);
    let strict = read(Tool::Opencode, "opencode.json", text, true);
    assert_eq!(lists(&strict)[1], ["Bash"]);
}

#[test]
fn a_colon_and_a_wildcard_at_the_end_stay_a_pattern() {
    let text = r#"{"permission": {"bash": {"push:* *": "deny"}}}"#;
    let imported = read(Tool::Opencode, "opencode.json", text, false);
    assert_eq!(lists(&imported)[2], ["Bash(push:**)"], "`:*` at the end would be the word `push`");
}

#[test]
fn an_allow_over_a_deny_keeps_the_deny_and_says_so() {
    let text = r#"{"permission": {"bash": {"git push*": "deny", "git *": "allow"}}}"#;
    let imported = read(Tool::Opencode, "opencode.json", text, false);
    assert_eq!(lists(&imported), [vec!["Bash(git:*)"], vec![], vec!["Bash(git push*)"]]);
    assert!(matches!(&imported.entries[1].outcome, Outcome::Narrower(why) if why.contains("deny")));
}

#[test]
fn an_answer_that_denies_every_other_command_is_the_mode() {
    let text = r#"{"permission": {"bash": {"*": "deny", "git status": "allow"}}}"#;
    let imported = read(Tool::Opencode, "opencode.json", text, false);
    assert_eq!(imported.mode, Some(policy_core::Mode::DontAsk));
    assert_eq!(lists(&imported), [vec!["Bash(git status)"], vec![], vec![]]);
}

#[test]
fn whoever_allows_everything_imports_nothing() {
    for text in [
        r#"{"permission": "allow"}"#,
        r#"{"permission": {"*": "allow"}}"#,
        r#"{"permission": {"bash": "allow"}}"#,
        r#"{"permission": {"bash": {"*": "allow"}}}"#,
        r#"{"permissions": [{"action": "*", "resource": "*", "effect": "allow"}]}"#,
    ] {
        let imported = read(Tool::Opencode, "opencode.json", text, false);
        assert_eq!(lists(&imported), [const { Vec::<String>::new() }; 3], "{text}");
        assert_eq!(imported.entries.len(), 1, "{text}");
    }
}

#[test]
fn rules_of_codex_expand_their_alternatives_and_check_their_examples() {
    let text = "# what the team agreed on\nprefix_rule(\n    pattern = [\"git\", [\"push\", 'fetch']],\n    decision = \"prompt\",\n    \
                justification = \"\"\"shared\"\"\",\n    match = [\"git push origin\", [\"git\", \"fetch\"]],\n    \
                not_match = [\"git status\"],\n)\nprefix_rule(pattern=[\"ls\"])\nprefix_rule([\"rm\"], \"forbidden\")\n\
                host_executable(name=\"ls\", paths=[\"/bin/ls\"])\n";
    let imported = read(Tool::Codex, "default.rules", text, false);
    let expected = [
        vec!["Bash(ls:*)", "Bash(/bin/ls:*)"],
        vec!["Bash(git push:*)", "Bash(git fetch:*)"],
        vec!["Bash(rm:*)"],
    ];
    assert_eq!(
        lists(&imported),
        expected.map(|rules| rules.into_iter().map(str::to_owned).collect::<Vec<_>>())
    );
    assert!(imported.entries.iter().all(|entry| entry.outcome == Outcome::Exact));
    assert_eq!((imported.entries[0].line, imported.entries[0].column), (2, 1));
    assert!(!imported.notes.iter().any(|note| note.contains("example")), "{:?}", imported.notes);
    let text = "prefix_rule(pattern=[\"ls\"], match=[\"cat x\"], not_match=[\"ls x\"])";
    let imported = read(Tool::Codex, "default.rules", text, false);
    assert_eq!(imported.notes.iter().filter(|note| note.contains("example")).count(), 2);
}

#[test]
fn a_word_with_a_wildcard_is_no_allow_rule() {
    let text = "prefix_rule(pattern=[\"ls\", \"*.txt\"])\nprefix_rule(pattern=[\"rm\", \"*\"], decision=\"forbidden\")\n\
                prefix_rule(pattern=[\"echo\", \"a b\"])\nprefix_rule(pattern=[\"echo\", \"it's\"], decision=\"forbidden\")";
    let imported = read(Tool::Codex, "default.rules", text, false);
    let denied = vec!["Bash(rm *)", r#"Bash(echo 'it'"'"'s':*)"#];
    assert_eq!(lists(&imported), [vec!["Bash(echo 'a b':*)"], vec![], denied]);
}

#[test]
fn the_policy_of_codex_that_asks_nobody_is_the_mode() {
    let mode = |text: &str| read(Tool::Codex, "config.toml", text, false).mode;
    assert_eq!(mode("approval_policy = \"never\""), Some(policy_core::Mode::DontAsk));
    assert_eq!(mode("approval_policy = \"never\"\nsandbox_mode = \"danger-full-access\""), None);
    assert_eq!(
        mode("approval_policy = \"on-request\"\n[sandbox_workspace_write]\nnetwork_access = true"),
        None
    );
}

#[test]
fn rules_of_qwen_and_cursor_and_copilot_keep_their_words() {
    let text = r#"{ // mine
        "permissions": {"allow": ["Bash(npm run test:*)", "run_shell_command(git log *)"], "deny": ["Read(.env)", "Bash(rm *)",],},
        "tools": {"allowed": ["run_shell_command(cargo build)"]} }"#;
    let qwen = read(Tool::Qwen, "settings.json", text, false);
    let allowed = ["Bash(npm run test:*)", "Bash(git log *)", "Bash(cargo build:*)"];
    assert_eq!(lists(&qwen)[0], allowed);
    assert_eq!(lists(&qwen)[2], ["Read(.env)", "Bash(rm *)"]);
    let text = r#"{"terminalAllowlist": ["git", "npm run"], "mcpAllowlist": ["*:*"], "autoRun": {"x": "y"},
        "permissions": {"allow": ["Shell(ls)", "Shell(**)", "Read(src)"], "deny": ["Shell(rm)", "Read(.env)", "Write(/etc/**)"]}}"#;
    let cursor = read(Tool::Cursor, "cli.json", text, false);
    assert_eq!(lists(&cursor)[0], ["Bash(git:*)", "Bash(npm run:*)", "Bash(ls:*)"]);
    assert_eq!(lists(&cursor)[2], ["Bash(rm:*)", "Read(.env)", "Edit(//etc/**)"]);
    let text = "alias c=\"copilot --allow-tool 'shell(git:*)' --deny-tool='shell(git push)'\"\n\
                copilot --allow-tool 'shell(ls -l)' --deny-url https://x.example/y --allow-all-tools";
    let copilot = read(Tool::Copilot, "aliases", text.replace("alias c=\"", "").replace('"', ""), false);
    assert_eq!(lists(&copilot)[0], ["Bash(git:*)", "Bash(ls -l)"]);
    assert_eq!(lists(&copilot)[2], ["Bash(git push:*)", "WebFetch(domain:x.example)"]);
}

#[test]
fn lists_of_continue_name_tools_by_patterns() {
    let text = "# cn\nallow:\n  - Bash(npm run test*)\n  - \"Bash(git log *)\"\n  - Read(*)\n  - Bash(ls)\nask: ~\n\
                exclude:\n  - Bash(rm *)\n  - Write(src/*.ts)\n  - Fetch\n  - Edit(/etc/*)\n  - mcp__*\n";
    let imported = read(Tool::Continue, "permissions.yaml", text, false);
    let lists_of = |text: &str| lists(&read(Tool::Continue, "permissions.yaml", text, false));
    assert_eq!(lists(&imported)[0], ["Bash(npm run test*)", "Bash(git log:*)", "Bash(ls)"]);
    assert_eq!(lists(&imported)[1], ["Bash(git log)"], "a blank and a wildcard are at least one word");
    assert_eq!(lists(&imported)[2], ["Bash(rm:*)", "Edit(src/**/*.ts)", "WebFetch", "Edit(//etc/**)"]);
    assert_eq!(lists_of("exclude: [Bash]")[2], ["Bash"]);
    assert_eq!(
        lists_of("exclude: ['*(secret)']")[2],
        ["Bash(secret)", "Read(secret)", "Edit(secret)", "WebFetch"]
    );
    assert_eq!(lists_of("allow: ['*']"), [const { Vec::<String>::new() }; 3], "no rule allows every command");
    let outcomes: Vec<_> = imported.entries.iter().map(|it| matches!(it.outcome, Outcome::Exact)).collect();
    assert_eq!(outcomes, [true, true, false, true, true, true, true, true, false]);
}

#[test]
fn a_rule_about_a_whole_tool_is_exact_only_if_the_source_means_the_whole_tool() {
    for (entry, pattern, is_exact) in
        [("Fetch", "*", true), ("Fetch(https://a.example/*)", "https://a.example/*", false)]
    {
        let yaml = format!("exclude: [\"{entry}\"]");
        let json = json!({"permission": {"webfetch": {pattern: "deny"}}}).to_string();
        for (tool, name, text) in
            [(Tool::Continue, "permissions.yaml", yaml), (Tool::Opencode, "opencode.json", json)]
        {
            let imported = read(tool, name, text, false);
            assert_eq!(lists(&imported)[2], ["WebFetch"], "{tool:?}");
            assert_eq!(imported.entries[0].outcome == Outcome::Exact, is_exact, "{tool:?} {entry}");
        }
    }
}

#[test]
fn yaml_without_end_is_refused() {
    for open in ["[", "- ", "{a: ", "? "] {
        let text = open.repeat(20_000);
        assert!(import(Tool::Continue, &[file("permissions.yaml", text)], false).is_err(), "{open}");
    }
}

/// The place and the message of the flaw in a file.
fn flaw(tool: Tool, name: &str, text: &str) -> (u32, u32, String) {
    match import(tool, &[file(name, text)], false) {
        Err(Refusal::Document(error, _)) => (error.line, error.column, error.message.clone()),
        other => panic!("{text}: {other:?}"),
    }
}

#[test]
fn what_is_not_valid_is_rejected_with_its_place() {
    let mut elsewhere = Vec::new();
    for (tool, name, text, line, column) in [
        (Tool::Opencode, "opencode.json", "{\"permission\": {\"bash\": {\"git *\": \"allow\"", 1, 25),
        (Tool::Opencode, "opencode.json", "[]", 1, 1),
        (
            Tool::Opencode,
            "opencode.json",
            "{\"permission\": {\"bash\": {\"a\": \"allow\",\n \"a\": \"deny\"}}}",
            2,
            2,
        ),
        (Tool::Opencode, "opencode.json", "{\"permission\": {\"bash\": \"maybe\"}}", 1, 25),
        (Tool::Opencode, "opencode.json", "{\"permission\": 7}", 1, 16),
        (Tool::Opencode, "opencode.json", "\u{feff}{\"permission\": {\"bash\": {\"a\": 1}}}", 1, 32),
        (Tool::Qwen, "settings.json", "{\"permissions\": {\"allow\": \"Bash(ls)\"}}", 1, 27),
        (Tool::Cursor, "cli.json", "{\"permissions\": {\"deny\": [7]}}", 1, 27),
        (Tool::Copilot, "aliases", "copilot --deny-tool 'shell(rm", 1, 21),
        (Tool::Copilot, "aliases", "nothing of it", 1, 1),
        (Tool::Codex, "a.rules", "x = [\"git\"]\nprefix_rule(pattern=x)", 1, 1),
        (Tool::Codex, "a.rules", "prefix_rule(pattern=x)", 1, 21),
        (Tool::Codex, "a.rules", "load(\"//x\", \"y\")", 1, 1),
        (Tool::Codex, "a.rules", "for p in [\"a\"]:\n    prefix_rule(pattern=[p])", 1, 1),
        (Tool::Codex, "a.rules", "prefix_rule(pattern=[\"a\" + \"b\"])", 1, 26),
        (Tool::Codex, "a.rules", "prefix_rule(pattern=[\"a\"", 1, 21),
        (Tool::Codex, "a.rules", "prefix_rule(pattern=[\"a])", 1, 22),
        (Tool::Codex, "a.rules", "prefix_rule(pattern=[])", 1, 21),
        (Tool::Codex, "a.rules", "prefix_rule(pattern=[\"a\"], decision=\"yes\")", 1, 37),
        (Tool::Codex, "a.rules", "prefix_rule(pattern=[\"a\"], pattern=[\"b\"])", 1, 28),
        (Tool::Codex, "a.rules", "prefix_rule(decision=\"allow\")", 1, 1),
        (Tool::Codex, "a.rules", "suffix_rule(pattern=[\"a\"])", 1, 1),
        (Tool::VsCode, "settings.json", "{\"chat.tools.terminal.autoApprove\": {\"ls\": 1}}", 1, 44),
        (Tool::Zed, "settings.json", "{\"agent\": {\"tool_permissions\": {\"default\": \"maybe\"}}}", 1, 44),
        (Tool::Amp, "settings.json", "{\"amp.permissions\": [{\"tool\": \"Bash\"}]}", 1, 22),
        (Tool::Gemini, "a.toml", "[[rule]]\ntoolName = \"run_shell_command\"\ndecision = \"yes\"", 3, 12),
        (Tool::Codex, "config.toml", "approval_policy = 7", 1, 19),
        (Tool::Continue, "permissions.yaml", "allow: []\nallow: []\n", 2, 1),
        (Tool::Continue, "permissions.yaml", "allow: []\ndeny:\n  - Bash\n", 2, 1),
        (Tool::Continue, "permissions.yaml", "allow: Bash(ls)", 1, 8),
        (Tool::Continue, "permissions.yaml", "- Bash(ls)", 1, 1),
        (Tool::Continue, "permissions.yaml", "allow:\n  - Bash(ls\n", 2, 5),
        (Tool::Continue, "permissions.yaml", "allow:\n  - Bash(a (b) c)\n", 2, 5),
        (Tool::Continue, "permissions.yaml", "allow:\n  - {Bash: ls}\n", 2, 5),
        (Tool::Continue, "permissions.yaml", "allow:\n  - 7\n", 2, 5),
        (Tool::Continue, "permissions.yaml", "allow: &x [Bash]\nask: *x\n", 1, 8),
        (Tool::Continue, "permissions.yaml", "allow: !!seq [Bash]\n", 1, 8),
        (Tool::Continue, "permissions.yaml", "allow: []\n---\nallow: []\n", 2, 1),
        (Tool::Continue, "permissions.yaml", "allow: [\"Bash(ls)\"\nask: []", 2, 1),
        (Tool::Codex, "config.toml", "approval_policy = \"never", 1, 25),
        (Tool::Codex, "config.toml", "a = 1\na = 2", 2, 1),
    ] {
        let (found_line, found_column, message) = flaw(tool, name, text);
        if (found_line, found_column) != (line, column) {
            elsewhere.push(format!("{found_line}:{found_column}, not {line}:{column}: {text}: {message}"));
        }
    }
    assert!(elsewhere.is_empty(), "{}", elsewhere.join("\n"));
}

#[test]
fn what_is_empty_or_long_is_read() {
    for tool in Tool::all() {
        for text in ["", "\n", "\u{feff}"] {
            let imported = read(tool, "settings.json", if tool == Tool::Codex { "" } else { text }, false);
            assert_eq!(imported.entries.len(), 0, "{tool:?}");
            assert_eq!(document(&imported), "{}\n");
        }
    }
    let long = "x".repeat(1 << 20);
    let text =
        format!("{{\"permission\": {{\"bash\": {{\"git {long}\": \"allow\", \"rm {long}\": \"deny\"}}}}}}");
    let imported = read(Tool::Opencode, "opencode.json", text, false);
    assert!(matches!(imported.entries[0].outcome, Outcome::NotImported(_)));
    assert_eq!(lists(&imported)[1], ["Bash"]);
}

#[test]
fn the_settings_that_are_written_have_every_rule() {
    let text = r#"{"permission": {"bash": {"*": "deny", "git *": "allow", "rm *": "deny"}}}"#;
    let imported = read(Tool::Opencode, "opencode.json", text, false);
    let directory = tempfile::tempdir().unwrap();
    let into = directory.path().join("settings.json");
    std::fs::write(
        &into,
        "{\n  // mine\n  \"permissions\": {\"allow\": [\"Bash(ls)\"]},\n  \"model\": \"x\"\n}\n",
    )
    .unwrap();
    let change = super::change(&into, &imported).unwrap();
    crate::installation::change::apply(std::slice::from_ref(&change)).unwrap();
    let written = std::fs::read_to_string(&into).unwrap();
    let value = crate::installation::json::value(&written).unwrap();
    let expected = json!({
        "permissions": {"allow": ["Bash(ls)", "Bash(git:*)"], "deny": ["Bash(rm:*)"], "defaultMode": "dontAsk"},
        "model": "x",
    });
    assert_eq!(value, expected, "{written}");
    assert!(written.contains("// mine"));
    let again = super::change(&into, &imported).unwrap();
    assert_eq!(again.diff(), "", "a second import changes nothing");
    let own: serde_json::Value = serde_json::from_str(&document(&imported)).unwrap();
    assert_eq!(own["permissions"]["allow"], json!(["Bash(git:*)"]));
    assert_eq!(own["permissions"]["defaultMode"], "dontAsk");
}
