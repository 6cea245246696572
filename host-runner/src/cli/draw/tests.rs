//! Drawings of constructed verdicts, for review by eye.

use policy_core::verdict::Reason;

use super::*;

fn settings() -> insta::Settings {
    let mut settings = insta::Settings::clone_current();
    settings.set_snapshot_path(concat!(env!("CARGO_MANIFEST_DIR"), "/../snapshots/cli"));
    settings.set_prepend_module_to_snapshot(false);
    settings.set_omit_expression(true);
    settings
}

fn shows(name: &str, made: &Verdict, command: &str) {
    let drawing = verdict(made, command, Colour::Never);
    settings().bind(|| insta::assert_snapshot!(name, drawing));
}

fn span(command: &str, part: &str) -> Span {
    let start = command.find(part).unwrap();
    Span::new(start, start + part.len())
}

fn finding(command: &str, part: &str, code: &'static str, message: &str, help: &'static str) -> Finding {
    Finding {
        code,
        number: None,
        outcome: Decision::Ask,
        span: span(command, part),
        message: message.to_owned(),
        help,
    }
}

fn part(command: &str, text: &str, decision: Decision, by: By) -> CommandVerdict {
    CommandVerdict {
        span: span(command, text),
        argv: Vec::new(),
        assignments: Vec::new(),
        wrappers: Vec::new(),
        redirects: Vec::new(),
        decision,
        read_only: by == By::ReadOnly,
        by,
    }
}

fn reason(code: &'static str, message: &str) -> Reason {
    Reason { code, message: message.to_owned(), ..Reason::default() }
}

fn rule(text: &str) -> By {
    By::Rule { rule: text.to_owned(), source: ".claude/settings.json:3:15".to_owned() }
}

#[test]
fn an_allowed_compound_is_a_table_of_its_parts() {
    let command = "cd sub && git status 2>&1 | head -5";
    let made = Verdict {
        decision: Decision::Allow,
        reason: reason("READ_ONLY", "every command only reads"),
        commands: vec![
            part(command, "cd sub", Decision::Allow, By::ReadOnly),
            part(command, "git status 2>&1", Decision::Allow, rule("Bash(git status:*)")),
            part(command, "head -5", Decision::Allow, By::ReadOnly),
        ],
        ..Verdict::default()
    };
    shows("draw_allow", &made, command);
}

#[test]
fn what_is_asked_comes_with_every_finding_and_the_way_out() {
    let command = "npm run build > out.txt; make {a,b}";
    let made = Verdict {
        reason: reason("OUTPUT_REDIRECTION", "writes to `out.txt`"),
        findings: vec![
            finding(
                command,
                "> out.txt",
                "OUTPUT_REDIRECTION",
                "writes to a file",
                "print to standard output",
            ),
            finding(command, "{a,b}", "BRACE_EXPANSION", "becomes several words", "write the words out"),
        ],
        commands: vec![
            part(command, "npm run build > out.txt", Decision::Ask, By::Nothing),
            part(command, "make {a,b}", Decision::Ask, By::Nothing),
        ],
        suggestions: vec!["Bash(npm run build:*)".to_owned(), "Bash(make:*)".to_owned()],
        needs: vec![Need::RealPath("/repo/out.txt".to_owned()), Need::BareRepository("/repo".to_owned())],
        ..Verdict::default()
    };
    shows("draw_ask", &made, command);
}

#[test]
fn what_a_person_should_look_at_twice_is_underlined_and_what_only_a_model_needs_is_not() {
    let command = "cd sub && git push --force origin main && cat a";
    let advice = |code, audience, part, message, help| Advice {
        code,
        audience,
        span: span(command, part),
        message,
        help,
    };
    let made = Verdict {
        reason: reason("NO_RULE", "no rule allows `git push`"),
        commands: vec![
            part(command, "cd sub", Decision::Allow, By::ReadOnly),
            part(command, "git push --force origin main", Decision::Ask, By::Nothing),
            part(command, "cat a", Decision::Allow, By::ReadOnly),
        ],
        advice: vec![
            advice(
                "GIT_FORCE_PUSH_MAIN",
                Audience::Person,
                "--force",
                "overwrites the main branch on the remote, on which everybody builds",
                "push to a new branch, and merge that branch",
            ),
            advice("PREFER_READ_TOOL", Audience::Model, "cat a", "prints a file unchanged", "use a tool"),
        ],
        ..Verdict::default()
    };
    shows("draw_warning", &made, command);
}

#[test]
fn what_is_denied_names_the_rule_and_its_place() {
    let command = "git pull && curl x";
    let mut why = reason("DENY_RULE", "a rule denies `curl x`");
    why.rule = Some("Bash(curl:*)".to_owned());
    why.source = Some(".claude/settings.json:3:15".to_owned());
    let made = Verdict {
        decision: Decision::Deny,
        reason: why,
        commands: vec![
            part(command, "git pull", Decision::Ask, By::Nothing),
            part(command, "curl x", Decision::Deny, rule("Bash(curl:*)")),
        ],
        ..Verdict::default()
    };
    shows("draw_deny", &made, command);
}

#[test]
fn nothing_in_a_command_reaches_the_terminal_as_it_is() {
    let command = "echo \u{1b}[2J\u{202e}x\r\u{7}é\u{e0041}";
    let made = Verdict {
        reason: reason("CONTROL_CHARACTERS", "holds \u{1b}[2J"),
        findings: vec![
            finding(command, "\u{1b}[2J", "CONTROL_CHARACTERS", "holds \u{1b}", "leave it out"),
            finding(command, "\u{202e}", "UNICODE_WHITESPACE", "changes the direction", "leave it out"),
        ],
        commands: vec![
            part(command, "echo \u{1b}[2J", Decision::Ask, By::Nothing),
            part(command, "x\r\u{7}é", Decision::Ask, rule("Bash(\u{1b}c)")),
        ],
        suggestions: vec!["Bash(\u{1b}\"x)".to_owned()],
        needs: vec![Need::RealPath("/a\u{202e}".to_owned())],
        ..Verdict::default()
    };
    let drawing = verdict(&made, command, Colour::Never);
    let raw = drawing.chars().find(|character| character.is_control() && *character != '\n');
    assert_eq!(raw, None);
    assert!(!drawing.contains(['\u{202e}', '\u{e0041}']));
    shows("draw_hidden_characters", &made, command);
}

#[test]
fn a_long_script_shows_the_lines_that_matter() {
    let command = (1..=40).map(|number| format!("echo {number}")).collect::<Vec<_>>().join("\n");
    let made = Verdict {
        reason: reason("NOTHING", "nothing allows it"),
        findings: vec![finding(&command, "echo 20", "X", "this one", "")],
        ..Verdict::default()
    };
    shows("draw_long_script", &made, &command);
}

#[test]
fn colour_is_only_where_it_is_asked_for() {
    let made = Verdict { decision: Decision::Deny, ..Verdict::default() };
    assert!(verdict(&made, "ls", Colour::Always).contains("\u{1b}["));
    assert!(!verdict(&made, "ls", Colour::Never).contains('\u{1b}'));
}

#[test]
fn a_span_that_does_not_fit_is_no_reason_to_fail() {
    let mut made = Verdict::default();
    for (start, end) in [(0, 99), (99, 200), (1, 2), (2, 1), (0, 0)] {
        made.findings.push(Finding { span: Span { start, end }, ..finding("x", "x", "X", "m", "h") });
    }
    for command in ["é", "", "a\nb\n"] {
        assert!(verdict(&made, command, Colour::Never).starts_with("ask: "));
    }
}

#[test]
fn every_error_in_settings_is_drawn_at_its_place() {
    let text = "{\n  \"permissions\": {\n    \"alow\": [],\n    \"deny\": [\"Bash(curl\"]\n  }\n}\n";
    let error = |part: &str, message: &str, help: &str| PolicyError {
        file: ".claude/settings.json".to_owned(),
        line: 3,
        column: 5,
        span: span(text, part),
        message: message.to_owned(),
        help: help.to_owned(),
    };
    let errors = [
        error("\"alow\"", "unknown key `alow`", "did you mean `allow`?"),
        error("\"Bash(curl\"", "the rule `Bash(curl` has no `)`", "write `Bash(curl:*)`"),
    ];
    let source = Source {
        name: ".claude/settings.json".to_owned(),
        text: text.to_owned(),
        root: None,
        ..Source::default()
    };
    let drawing = policy_errors(&errors, &[source], Colour::Never);
    let elsewhere = policy_errors(&errors[..1], &[], Colour::Never);
    settings().bind(|| insta::assert_snapshot!("draw_policy_errors", format!("{drawing}\n{elsewhere}")));
}

#[test]
fn a_question_shows_every_line_of_what_is_approved() {
    let command = (1..=40).map(|number| format!("echo {number}")).collect::<Vec<_>>().join("\n");
    let finding = finding(&command, "echo 20", "X", "this one", "");
    let made = Verdict { decision: Decision::Ask, findings: vec![finding], ..Verdict::default() };
    let drawn = question(&made, &command, Colour::Never);
    assert!((1..=40).all(|number| drawn.contains(&format!("| echo {number}\n"))), "{drawn}");
}

#[test]
fn no_part_of_a_long_line_is_left_out() {
    let command = format!("curl http://{}.example {} > f", "x".repeat(300), "y ".repeat(200));
    let finding =
        finding(&command, "> f", "OUTPUT_REDIRECTION", "this writes to the file `f`", "leave it out");
    let made = Verdict { decision: Decision::Ask, findings: vec![finding], ..Verdict::default() };
    assert!(verdict(&made, &command, Colour::Never).contains(&command));
}

#[test]
fn of_several_helps_each_names_what_it_answers() {
    let command = "a > f < g $(b)";
    let made = |findings| Verdict { decision: Decision::Ask, findings, ..Verdict::default() };
    let one = finding(command, "> f", "ONE", "one", "do this");
    let two = finding(command, "< g", "TWO", "two", "do this");
    let three = finding(command, "$(b)", "THREE", "three", "do that");
    let drawn = verdict(&made(vec![one.clone(), two.clone(), three]), command, Colour::Never);
    assert!(
        drawn.contains("= help: do this [ONE, TWO]\n") && drawn.contains("= help: do that [THREE]"),
        "{drawn}"
    );
    let drawn = verdict(&made(vec![one, two]), command, Colour::Never);
    assert!(drawn.contains("= help: do this\n") || drawn.trim_end().ends_with("= help: do this"), "{drawn}");
}

#[test]
fn an_answer_by_the_mode_shows_where_the_mode_is_set() {
    let mut made = Verdict { decision: Decision::Allow, ..Verdict::default() };
    made.reason = reason("ACCEPT_EDITS", "the mode accepts that");
    made.reason.source = Some(".claude/settings.json:1:31".to_owned());
    let drawn = verdict(&made, "touch x", Colour::Never);
    assert!(drawn.contains("= mode: set at .claude/settings.json:1:31"), "{drawn}");
    made.reason.rule = Some("Bash(touch:*)".to_owned());
    let drawn = verdict(&made, "touch x", Colour::Never);
    assert!(drawn.contains("= rule: `Bash(touch:*)` at .claude/settings.json:1:31"), "{drawn}");
}
