//! Every format: which calls a log has, and what becomes of what is broken in it.

use std::fmt::Write as _;

use agent_logs::{Account, Call, Format, Options, Outcome, Reader};

/// The calls and the account of a log, which comes in pieces of `size` bytes.
fn read_in(log: &[u8], options: Options, size: usize) -> (Vec<Call>, Account) {
    let mut calls = Vec::new();
    let mut reader = Reader::new(options);
    log.chunks(size.max(1)).for_each(|piece| reader.push(piece, &mut |call| calls.push(call)));
    let account = reader.finish(&mut |call| calls.push(call));
    (calls, account)
}

/// The calls of a log, one a line, and its account.
fn read(log: &str) -> (Vec<String>, Account) {
    let (calls, account) = read_in(log.as_bytes(), Options::default(), log.len());
    (calls.iter().map(drawn).collect(), account)
}

/// A call with every field that is known.
fn drawn(call: &Call) -> String {
    let mut text = format!("{}: {} {:?}", call.line, call.tool, call.command);
    let mut add = |name: &str, value: Option<String>| {
        if let Some(value) = value {
            write!(text, " {name}={value}").unwrap();
        }
    };
    add("shell", call.shell.map(str::to_owned));
    add("cwd", call.cwd.clone());
    add("mode", call.mode.clone());
    add("time", call.time.map(|time| time.to_string()));
    add("session", call.session.clone());
    add("outcome", call.outcome.map(|outcome| format!("{outcome:?}")));
    add("rough", call.low_fidelity.then(|| "yes".to_owned()));
    text
}

fn bad(account: &Account) -> Vec<String> {
    account.bad.iter().map(|bad| bad.at("log").to_string()).collect()
}

const CLAUDE: &str = r#"{"type":"queue-operation","operation":"enqueue","sessionId":"s1","content":"go"}
{"type":"user","message":{"role":"user","content":"go"},"permissionMode":"acceptEdits","cwd":"/work/repo","sessionId":"s1","version":"2.1.330"}
{"type":"assistant","message":{"role":"assistant","content":[{"type":"text","text":"ok"},{"type":"tool_use","id":"t1","name":"Bash","input":{"command":"ls -la","description":"List"}},{"type":"tool_use","id":"t2","name":"Bash","input":{"command":"false"}}]},"timestamp":"2026-11-22T07:26:29.123Z","cwd":"/work/repo","sessionId":"s1","version":"2.1.330"}
{"type":"api-request-blob","sessionId":"s1","message":{"role":"assistant","content":[{"type":"tool_use","id":"t1","name":"Bash","input":{"command":"ls -la"}}]}}
{"type":"user","message":{"content":[{"type":"tool_result","tool_use_id":"t2","content":"Exit code 1","is_error":true}]},"permissionDecision":{"decision":"accept","source":"config"},"sessionId":"s1"}
{"type":"user","message":{"content":[{"type":"tool_result","tool_use_id":"t1","content":"total 8","is_error":false}]},"sessionId":"s1"}
{"type":"permission-mode","permissionMode":"plan","sessionId":"s1"}
{"type":"assistant","message":{"content":[{"type":"tool_use","id":"t3","name":"WebFetch","input":{"url":"https://docs.rs","prompt":"x"}},{"type":"tool_use","id":"t4","name":"Monitor","input":{"command":"tail -f log"}},{"type":"tool_use","id":"t5","name":"Write","input":{"file_path":"/x"}},{"type":"tool_use","id":"t6","name":"PowerShell","input":{"command":"gci"}},{"type":"tool_use","id":"t7","name":"WebSearch","input":{"query":"rust"}}]},"isSidechain":true,"sessionId":"s1"}
{"type":"user","message":{"content":[{"type":"tool_result","tool_use_id":"t3","content":[{"type":"text","text":"The user doesn't want to proceed with this tool use. The tool use was rejected"}],"is_error":true}]},"sessionId":"s1"}
{"type":"user","message":{"content":[{"type":"tool_result","tool_use_id":"t4","content":"needs approval","is_error":true}]},"permissionDecision":{"decision":"reject"},"sessionId":"s1"}
"#;

#[test]
fn a_transcript_of_claude_code_has_its_calls_with_modes_and_outcomes() {
    let (calls, account) = read(CLAUDE);
    assert_eq!(
        calls,
        [
            r#"3: Bash "ls -la" shell=bash cwd=/work/repo mode=acceptEdits time=1795332389123 session=s1 outcome=Approved"#,
            r#"3: Bash "false" shell=bash cwd=/work/repo mode=acceptEdits time=1795332389123 session=s1 outcome=Exit(1)"#,
            r#"8: WebFetch "https://docs.rs" mode=plan session=s1 outcome=Rejected"#,
            r#"8: Bash "tail -f log" shell=bash mode=plan session=s1 outcome=Rejected"#,
            r#"8: PowerShell "gci" shell=powershell mode=plan session=s1"#,
            r#"8: WebSearch "rust" mode=plan session=s1"#,
        ]
    );
    assert_eq!((account.format, account.lines, account.calls), (Some(Format::ClaudeCode), 10, 6));
    assert_eq!(
        (account.bad_lines, account.unknown.len(), account.version.as_deref()),
        (0, 0, Some("2.1.330"))
    );
}

#[test]
fn a_newer_transcript_is_read_and_what_is_new_in_it_is_named() {
    let (calls, account) = read(
        r#"{"type":"hologram","sessionId":"s","version":"9.0.0"}
{"type":"hologram","sessionId":"s","version":"9.0.0"}
{"type":"assistant","sessionId":7,"timestamp":{"at":1},"cwd":["/x"],"message":{"content":[{"type":"tool_use","id":8,"name":"Bash","input":{"command":"ls"}}]},"version":"9.0.0"}
{"type":"assistant","sessionId":"s","message":{"content":[{"type":"tool_use","id":"a","name":"Bash","input":{"script":"ls"}},{"type":"tool_use","id":"b"},{"type":"tool_use","id":"c","name":"Bash","input":{"command":" "}}]}}
{"type":"assistant","sessionId":"s","message":"text"}
{"sessionId":"s"}
[1]
"#,
    );
    assert_eq!(calls, [r#"3: Bash "ls" shell=bash"#]);
    assert_eq!(
        account.unknown.iter().map(|(kind, count)| format!("{kind} {count}")).collect::<Vec<_>>(),
        ["hologram 2"]
    );
    assert_eq!(account.version.as_deref(), Some("9.0.0"));
    assert_eq!(
        bad(&account),
        [
            "log:4: the call of `Bash` has no `command`",
            "log:4: a tool call has no `name`",
            "log:6: the entry has no `type`",
            "log:7: the line is no JSON object: column 3",
            "log:4: the call of `Bash` has an empty command",
        ]
    );
}

#[test]
fn half_a_transcript_has_the_calls_of_that_half() {
    let end = CLAUDE.find("\"t3\"").unwrap();
    let (calls, account) = read(&CLAUDE[CLAUDE.find("\"permissionMode\"").unwrap()..end]);
    assert_eq!((calls.len(), account.format), (2, Some(Format::ClaudeCode)));
    assert_eq!(bad(&account)[1], "log:7: the line ends inside of a JSON value");
}

#[test]
fn a_rollout_of_codex_has_its_calls() {
    let (calls, account) = read(
        r#"{"timestamp":"2026-11-26T17:25:21.694Z","type":"session_meta","payload":{"id":"c1","cwd":"/work/repo","cli_version":"0.169.0"}}
{"timestamp":"2026-11-26T17:25:21.774Z","type":"turn_context","payload":{"cwd":"/work/repo/sub","approval_policy":"never"}}
{"timestamp":"1970-01-01T00:00:01Z","type":"response_item","payload":{"type":"function_call","name":"exec_command","arguments":"{\"cmd\":\"ls \\\"a\\\"\"}","call_id":"1"}}
{"timestamp":"1970-01-01T00:00:02Z","type":"response_item","payload":{"type":"function_call","name":"shell","arguments":"{\"command\":[\"bash\",\"-lc\",\"make | tee log\"],\"workdir\":\"/tmp\"}","call_id":"2"}}
{"timestamp":"1970-01-01T00:00:03Z","type":"response_item","payload":{"type":"local_shell_call","id":"3","action":{"type":"exec","command":["grep","a b","x"],"working_directory":"deep"}}}
{"timestamp":"1970-01-01T00:00:03Z","type":"response_item","payload":{"type":"function_call","name":"update_plan","arguments":"{}","call_id":"4"}}
{"timestamp":"1970-01-01T00:00:03Z","type":"response_item","payload":{"type":"function_call_output","call_id":"1","output":"Chunk ID: 5e\nWall time: 0.0 seconds\nProcess exited with code 2\nOutput:\nProcess exited with code 9"}}
{"timestamp":"1970-01-01T00:00:03Z","type":"response_item","payload":{"type":"function_call_output","call_id":"2","output":"{\"output\":\"x\",\"metadata\":{\"exit_code\":0}}"}}
{"timestamp":"1970-01-01T00:00:03Z","type":"event_msg","payload":{"type":"exec_command_end","call_id":"3","exit_code":1}}
{"timestamp":"1970-01-01T00:00:04Z","type":"response_item","payload":{"type":"function_call","name":"shell_command","arguments":"{\"command\":\"rm x\"}","call_id":"5"}}
{"timestamp":"1970-01-01T00:00:04Z","type":"response_item","payload":{"type":"function_call_output","call_id":"5","output":"exec command rejected by user"}}
{"timestamp":"1970-01-01T00:00:04Z","type":"response_item","payload":{"type":"function_call","name":"shell","arguments":"{","call_id":"6"}}
{"timestamp":"1970-01-01T00:00:04Z","type":"dream","payload":{}}
"#,
    );
    assert_eq!(
        calls,
        [
            r#"3: Bash "ls \"a\"" cwd=/work/repo/sub time=1000 session=c1 outcome=Exit(2)"#,
            r#"4: Bash "make | tee log" shell=bash cwd=/tmp time=2000 session=c1 outcome=Exit(0)"#,
            r#"5: Bash "grep 'a b' x" cwd=/work/repo/sub/deep time=3000 session=c1 outcome=Exit(1)"#,
            r#"10: Bash "rm x" cwd=/work/repo/sub time=4000 session=c1 outcome=Rejected"#,
        ]
    );
    assert_eq!((account.format, account.unknown.len()), (Some(Format::Codex), 1));
    assert_eq!(bad(&account), ["log:12: the arguments of `shell` are no JSON object"]);
}

#[test]
fn an_old_rollout_without_payloads_is_read() {
    let (calls, account) = read(
        r#"{"id":"c0","timestamp":"2025-07-01T00:00:00Z","instructions":null}
{"type":"message","role":"user","content":[]}
{"type":"function_call","name":"shell","arguments":"{\"command\":[\"pwsh\",\"-NoProfile\",\"-Command\",\"gci\"]}","call_id":"1"}
"#,
    );
    assert_eq!(calls, [r#"3: PowerShell "gci" shell=powershell session=c0"#]);
    assert_eq!(account.format, Some(Format::Codex));
}

#[test]
fn a_history_of_spec_story_gives_rough_calls() {
    let (calls, account) = read(
        "<!-- Generated by SpecStory, Markdown v2.1.0 -->\n\n# 2026-07-13 13:40:49Z\n\n\
         <!-- Claude Code Session 5c7d (2026-07-13 13:40:49Z) -->\n\n\
         _**User (2026-07-13 13:40:49Z)**_\n\nrun `rm -rf /` please\n\n```bash\nnot run\n```\n\n---\n\n\
         _**Agent (claude-opus 2026-07-13 13:41:01Z)**_\n\n\
         <tool-use data-tool-type=\"shell\" data-tool-name=\"Bash\"><details>\n<summary>Tool use: **Bash**</summary>\nRun the suite\n\n`pytest tests/ -q`\n\n```text\n`1 failed`\n```\n</details></tool-use>\n\n\
         <tool-use data-tool-type=\"read\" data-tool-name=\"Read\"><details>\n<summary>Tool use: **Read**</summary>\n`./src/app.py`\n</details></tool-use>\n\n\
         <tool-use data-tool-type=\"shell\" data-tool-name=\"Bash\">\n<details><summary>Tool use: **Bash** • Run command: cd a</summary>\n\n```bash\ncd a\ngrep -rn x src\n```\n\n```\nout\n```\n</details></tool-use>\n\
         <tool-use data-tool-type=\"shell\" data-tool-name=\"exec_command\"><details>\n<summary>Tool use: **exec_command** `git status --short`</summary>\n\n```text\nx\n```\n</details></tool-use>\n",
    );
    assert_eq!(
        calls,
        [
            r#"23: Bash "pytest tests/ -q" time=1783950061000 session=5c7d rough=yes"#,
            r#"38: Bash "cd a\ngrep -rn x src" time=1783950061000 session=5c7d rough=yes"#,
            r#"48: Bash "git status --short" time=1783950061000 session=5c7d rough=yes"#,
        ]
    );
    assert_eq!((account.format, account.bad_lines), (Some(Format::SpecStory), 0));
}

#[test]
fn requests_inputs_of_hooks_and_records_of_tasks_are_objects_with_a_command() {
    let (calls, account) = read(
        r#"{"command":"ls","cwd":"/r","shell":"zsh","mode":"plan","facts":{"x":1}}

{"tool":"WebFetch","url":"https://a.b"}
{"session_id":"s","cwd":"/r","permission_mode":"default","tool_name":"Bash","tool_input":{"command":"pwd"}}
{"session_id":"s","tool_name":"Write","tool_input":{"file_path":"x"}}
{"id":"run-1","command":"make","cwd":"/r","startedAt":1795332389123,"outcome":{"exitCode":2,"stdout":"x"}}
{"command":"gci","shell":"powershell","time":"2026-11-22T07:26:29Z"}
{"cwd":"/r"}
nonsense
"#,
    );
    assert_eq!(
        calls,
        [
            r#"1: Bash "ls" shell=zsh cwd=/r mode=plan"#,
            r#"3: WebFetch "https://a.b""#,
            r#"4: Bash "pwd" cwd=/r mode=default session=s"#,
            r#"6: Bash "make" cwd=/r time=1795332389123 outcome=Exit(2)"#,
            r#"7: PowerShell "gci" shell=powershell time=1795332389000"#,
        ]
    );
    assert_eq!(account.format, Some(Format::JsonLines));
    assert_eq!(
        bad(&account),
        ["log:8: the object has no `command`", "log:9: the line is no JSON object: column 2"]
    );
}

#[test]
fn a_table_is_read_with_quotes_over_lines_and_another_column() {
    let log = "time,command,cwd\r\n1795332389,\"echo \"\"a\"\", b\nls\",/r\n,,/r\nx,pwd,\n\"open";
    let (calls, account) = read(log);
    assert_eq!(calls, [r#"2: Bash "echo \"a\", b\nls" cwd=/r time=1795332389000"#, r#"5: Bash "pwd""#]);
    assert_eq!(
        bad(&account),
        ["log:4: the record has no `command`", "log:6: a quote in the record has no end"]
    );
    let options = Options { command_column: Some("proc.cmdline".to_owned()), ..Options::default() };
    let (calls, account) = read_in(b"user,proc.cmdline\nme,ls\n", options, 3);
    assert_eq!((calls[0].command.as_str(), account.format), ("ls", Some(Format::Csv)));
    let options = Options { format: Some(Format::Csv), ..Options::default() };
    let (calls, account) = read_in(b"a,b\n1,2\n", options, 3);
    assert_eq!(
        (calls.len(), bad(&account)),
        (0, vec!["log:1: the table has no column `command`".to_owned()])
    );
}

#[test]
fn histories_of_shells_are_read() {
    for (log, format, want) in [
        (
            "old\n#1795332389\nfor x in a; do\n  echo $x\ndone\n#1795332390\nls\n",
            Format::BashHistory,
            &[
                r#"1: Bash "old" shell=bash rough=yes"#,
                r#"3: Bash "for x in a; do\n  echo $x\ndone" shell=bash time=1795332389000"#,
                r#"7: Bash "ls" shell=bash time=1795332390000"#,
            ][..],
        ),
        (
            ": 1795332389:0;echo a\\\necho b\n: 1795332390:12;echo \\\\ \nplain; ls\n",
            Format::ZshHistory,
            &[
                r#"1: Bash "echo a\necho b" shell=zsh time=1795332389000"#,
                r#"3: Bash "echo \\\\" shell=zsh time=1795332390000"#,
                r#"4: Bash "plain; ls" shell=zsh"#,
            ],
        ),
        (
            "- cmd: echo a\\nb\\\\n\n  when: 1795332389\n  paths:\n    - b\n- cmd: ls\n",
            Format::FishHistory,
            &[r#"1: Bash "echo a\nb\\n" time=1795332389000 rough=yes"#, r#"5: Bash "ls" rough=yes"#],
        ),
    ] {
        let (calls, account) = read(log);
        assert_eq!(calls, want, "{format:?}");
        assert_eq!((account.format, account.bad_lines), (Some(format), 0));
    }
    let options = Options { otherwise: Some(Format::PowerShellHistory), ..Options::default() };
    let (calls, _) = read_in(b"gci `\n -Force\npwd\n", options, 4);
    let commands: Vec<_> = calls.iter().map(|call| call.command.as_str()).collect();
    assert_eq!(commands, ["gci \n -Force", "pwd"]);
}

#[test]
fn metafied_bytes_of_zsh_are_those_that_were_typed() {
    // `ä` is C3 A4; zsh writes bytes from 0x83 to 0xa2 as 0x83 and the byte with its sixth bit flipped: `ü` is C3 BC, `Ã` C3 83.
    let (calls, account) = read_in(b": 1795332389:0;echo \xc3\x83\xa3 \xc3\xa4\n", Options::default(), 5);
    assert_eq!((calls[0].command.as_str(), account.lossy_lines), ("echo Ã ä", 0));
}

#[test]
fn what_is_no_text_is_counted_and_utf_16_is_read() {
    let (calls, account) =
        read_in(b"{\"command\":\"ls \xff\"}\n{\"command\":\"pwd\"}", Options::default(), 2);
    assert_eq!((calls[0].command.as_str(), calls.len(), account.lossy_lines), ("ls \u{fffd}", 2, 1));
    let utf16: Vec<u8> =
        "\u{feff}{\"command\":\"ls ü\"}\r\n".encode_utf16().flat_map(u16::to_le_bytes).collect();
    for size in 1..=utf16.len() {
        let (calls, account) = read_in(&utf16, Options::default(), size);
        assert_eq!((calls[0].command.as_str(), account.bad_lines, account.lossy_lines), ("ls ü", 0, 0));
    }
}

#[test]
fn a_text_of_no_known_format_is_no_log_unless_the_caller_names_one() {
    let text = "Dear diary,\ntoday I typed ls.\n".repeat(50);
    let (calls, account) = read(&text);
    assert_eq!((calls.len(), account.format, account.lines), (0, None, 100));
    let options = Options { otherwise: Some(Format::BashHistory), ..Options::default() };
    let (calls, account) = read_in(text.as_bytes(), options, 7);
    assert_eq!((calls.len(), account.format), (100, Some(Format::BashHistory)));
    assert!(calls.iter().all(|call| call.low_fidelity));
}

#[test]
fn a_line_that_is_too_long_is_counted_and_the_rest_is_read() {
    let options = Options { line_bytes_max: 40, ..Options::default() };
    let log =
        format!("{{\"command\":\"ls\"}}\n{{\"command\":\"{}\"}}\n{{\"command\":\"pwd\"}}\n", "x".repeat(50));
    let (calls, account) = read_in(log.as_bytes(), options, 9);
    assert_eq!(calls.len(), 2);
    assert_eq!(bad(&account), ["log:2: the line is longer than 40 bytes"]);
}

#[test]
fn calls_that_wait_for_their_outcome_are_bounded_and_keep_their_order() {
    let mut log = String::new();
    for number in 0..1000 {
        writeln!(
            log,
            "{{\"type\":\"assistant\",\"sessionId\":\"s\",\"message\":{{\"content\":[{{\"type\":\"tool_use\",\"id\":\"{number}\",\"name\":\"Bash\",\"input\":{{\"command\":\"echo {number}\"}}}}]}}}}"
        )
        .unwrap();
    }
    log += "{\"type\":\"user\",\"sessionId\":\"s\",\"message\":{\"content\":[{\"type\":\"tool_result\",\"tool_use_id\":\"0\"},{\"type\":\"tool_result\",\"tool_use_id\":\"999\"}]}}\n";
    let mut waiting = 1000;
    let mut calls = Vec::new();
    let mut reader = Reader::new(Options::default());
    reader.push(log.as_bytes(), &mut |call| {
        waiting -= 1;
        calls.push(call);
    });
    assert!(waiting <= 256, "{waiting} calls wait");
    reader.finish(&mut |call| calls.push(call));
    assert!(calls.iter().enumerate().all(|(at, call)| call.command == format!("echo {at}")));
    assert_eq!((calls[0].outcome, calls[999].outcome), (None, Some(Outcome::Approved)));
}

#[test]
fn every_format_has_a_name() {
    for (format, name) in Format::ALL {
        assert_eq!((format.name(), Format::from_name(name)), (name, Some(format)));
    }
}
