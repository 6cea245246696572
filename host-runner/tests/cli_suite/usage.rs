//! What the command line says to those who use it, and to those who use it wrongly.

use crate::place::{Place, snapshot};

#[test]
fn help_documents_the_commands_and_their_exit_codes() {
    let place = Place::new();
    for (name, arguments) in [
        ("help", &["--help"][..]),
        ("help_check", &["check", "--help"]),
        ("help_run", &["run", "--help"]),
        ("help_hook", &["hook", "--help"]),
        ("help_doctor", &["doctor", "--help"]),
        ("help_install", &["install", "--help"]),
        ("help_uninstall", &["uninstall", "--help"]),
        ("help_import", &["import", "--help"]),
        ("help_fetch", &["fetch", "--help"]),
        ("help_search", &["search", "--help"]),
    ] {
        let output = place.run(arguments, b"");
        assert_eq!(output.status.code(), Some(0));
        snapshot(name, &place.shown(&output));
    }
}

#[test]
fn the_version_is_the_packages() {
    let output = Place::new().run(&["--version"], b"");
    assert_eq!(output.stdout, format!("shellgate {}\n", env!("CARGO_PKG_VERSION")).as_bytes());
}

#[test]
fn the_version_as_json_says_what_was_built() {
    for arguments in [&["--version", "--json"][..], &["--json", "--version"], &["-V", "--json"]] {
        let output = Place::new().run(arguments, b"");
        let said: serde_json::Value = serde_json::from_slice(&output.stdout).unwrap();
        assert_eq!(
            (&said["name"], &said["version"]),
            (&"shellgate".into(), &env!("CARGO_PKG_VERSION").into())
        );
        assert!(said["target"].as_str().unwrap().contains(std::env::consts::ARCH), "{said}");
        let features = said["features"].as_array().unwrap();
        assert_eq!(features.contains(&"engine".into()), cfg!(feature = "engine"), "{said}");
        assert!(["attacks", "mcp", "web"].iter().all(|&name| features.contains(&name.into())), "{said}");
        assert_eq!(said["engines"][0], "linked");
        assert_eq!(said["wireFormat"], policy_core::door::WIRE_FORMAT);
        assert_eq!(said["tables"]["count"], policy_core::commands::programs().len());
        assert_eq!(said["tables"]["date"], policy_core::commands::TABLE_DATE);
    }
    // On its own it is no option of the program.
    assert_eq!(Place::new().run(&["--json"], b"").status.code(), Some(2));
}

#[test]
fn every_shell_gets_a_completion_that_names_the_commands() {
    for shell in ["bash", "elvish", "fish", "powershell", "zsh"] {
        let output = Place::new().run(&["completions", shell], b"");
        let script = String::from_utf8(output.stdout).unwrap();
        assert_eq!(output.status.code(), Some(0));
        assert!(script.contains("doctor") && script.contains("no-policy"), "{shell}");
    }
    assert_eq!(Place::new().run(&["completions", "cmd"], b"").status.code(), Some(2));
}

#[test]
fn the_manual_has_a_page_for_each_command() {
    let place = Place::new();
    let page = |arguments: &[&str]| {
        let output = place.run(&[&["man"], arguments].concat(), b"");
        assert_eq!(output.status.code(), Some(0), "{arguments:?}");
        String::from_utf8(output.stdout).unwrap()
    };
    assert!(page(&[]).contains(".TH shellgate 1"));
    assert!(page(&["check"]).contains(".TH shellgate-check 1"));
    assert!(page(&["tasks", "wait"]).contains(".TH shellgate-tasks-wait 1"));
    assert_eq!(place.run(&["man", "tasks", "wiat"], b"").status.code(), Some(2));
    assert_eq!(place.run(&["man", "--out", "pages"], b"").status.code(), Some(0));
    for name in ["shellgate.1", "shellgate-check.1", "shellgate-tasks-wait.1"] {
        assert!(place.repo().join("pages").join(name).is_file(), "{name}");
    }
}

#[test]
fn what_is_wrong_with_the_arguments_is_said_on_standard_error() {
    let place = Place::new();
    place.write("file", "");
    place.write("bad.json", b"{\"a\":\xff}");
    let cases: [(&[&str], &[u8], i32); 20] = [
        (&["check"], b"", 2),
        (&["check", "--json", "--jsonl"], b"", 2),
        (&["check", "--mode", "yolo", "ls"], b"", 2),
        (&["check", "--profile", "jaz", "ls"], b"", 2),
        (&["check", "--shell", "fish", "ls"], b"", 2),
        (&["check", "--policy", "a", "--no-policy", "ls"], b"", 2),
        (&["check", "--tool", "", "ls"], b"", 2),
        (&["check", ""], b"", 2),
        (&["check", " \t"], b"", 2),
        (&["check", "-"], b"", 2),
        (&["check", "-"], b"ls\0x\n", 2),
        (&["check", "-"], b"ls \xff\n", 2),
        (&["check", "--cwd", "missing", "ls"], b"", 2),
        (&["check", "--cwd", "file", "ls"], b"", 2),
        (&["check", "--policy", "missing.json", "ls"], b"", 5),
        (&["check", "--policy", "bad.json", "ls"], b"", 5),
        (&["run", "--timeout", "0", "ls"], b"", 2),
        (&["run", "ls", "-la"], b"", 2),
        (&["doctor", "-la"], b"", 2),
        (&["chekc", "ls"], b"", 2),
    ];
    let mut shown = String::new();
    for (arguments, input, code) in cases {
        let output = place.run(arguments, input);
        let text = place.shown(&output);
        assert_eq!(output.status.code(), Some(code), "{arguments:?}: {text}");
        assert!(output.stdout.is_empty(), "{arguments:?}: {text}");
        shown.push_str(&format!("{arguments:?} < {:?}\n{text}\n", String::from_utf8_lossy(input)));
    }
    snapshot("usage_errors", &shown);
}

#[test]
#[cfg(unix)]
fn a_command_that_is_no_text_is_refused() {
    use std::ffi::OsStr;
    use std::os::unix::ffi::OsStrExt as _;

    let place = Place::new();
    let arguments = [OsStr::new("check"), OsStr::new("--"), OsStr::new("rm"), OsStr::from_bytes(b"a\xff")];
    let output = place.run(&arguments, b"");
    assert_eq!(output.status.code(), Some(2));
    snapshot("command_not_utf8", &place.shown(&output));
}

#[test]
#[cfg(unix)]
fn a_default_settings_file_that_cannot_be_read_is_not_skipped() {
    let place = Place::new();
    std::fs::create_dir_all(place.repo().join(".claude/settings.json")).unwrap();
    let output = place.run(&["check", "ls"], b"");
    assert_eq!(output.status.code(), Some(5));
    snapshot("settings_unreadable", &place.shown(&output));
    assert_ne!(place.run(&["check", "--no-policy", "ls"], b"").status.code(), Some(5));
}

#[test]
fn nobody_is_asked_without_a_terminal_and_nothing_runs() {
    let place = Place::new();
    let output = place.run(&["run", "--", "touch", "made"], b"y\n");
    assert_eq!(output.status.code(), Some(125));
    assert!(output.stdout.is_empty());
    assert!(!place.repo().join("made").exists());
    let message = String::from_utf8(output.stderr).unwrap();
    assert!(
        message.contains("not run: it needs approval, and there is no terminal for the question"),
        "{message}"
    );
}

#[test]
fn a_program_is_explained_from_its_table_and_an_unknown_name_finds_its_neighbour() {
    let place = Place::new();
    let mut shown = String::new();
    let cases: [(&[&str], i32); 9] = [
        (&["explain", "nproc"], 0),
        (&["explain", "/usr/bin/nproc"], 0),
        (&["explain", "nproc", "--json"], 0),
        (&["explain", "git check-ref-format"], 0),
        (&["explain", "gerp"], 2),
        (&["explain", "git", "psuh-"], 2),
        (&["explain", "git", "nothing-of-this-kind"], 2),
        (&["explain", "output_redirect"], 2),
        (&["explain", "nothing-of-this-kind"], 2),
    ];
    for (arguments, code) in cases {
        let output = place.run(arguments, b"");
        assert_eq!(output.status.code(), Some(code), "{arguments:?}");
        shown.push_str(&format!("{arguments:?}\n{}\n", place.shown(&output)));
    }
    snapshot("explain", &shown);
}

#[cfg(target_os = "linux")]
#[test]
fn a_table_is_compared_with_the_help_of_its_program() {
    use std::os::unix::fs::PermissionsExt;

    const TABLE: &str = "name = \"x\"\nsummary = \"does x\"\nsource = { version = \"x 1.2\", page = \"x(1)\" }\n\
                         ui = \"read\"\nflags = [\"-a\", \"-b\", \"--help\"]\nyes = [\"x -ab\"]\nno = [\"x -c\"]\n";
    let place = Place::new();
    place.write(
        "bin/x",
        "#!/bin/sh\necho 'usage: x'\necho '  -a  all'\necho '  --long  long'\necho '  --help  this'\n",
    );
    let program = place.repo().join("bin/x");
    std::fs::set_permissions(&program, std::fs::Permissions::from_mode(0o755)).unwrap();
    place.write("x.toml", TABLE);
    let path = format!("{}:/usr/bin:/bin", place.repo().join("bin").display());
    let output = place.run_with(&["table", "check", "--compare", "--json", "x.toml"], &[("PATH", &path)]);
    let report: serde_json::Value = serde_json::from_slice(&output.stdout).unwrap();
    let help = &report["programs"][0]["help"];
    if let Some(why) = help["notCompared"].as_str() {
        test_support::skip(why);
        return;
    }
    assert_eq!(output.status.code(), Some(3), "{report}");
    assert_eq!(help["missing"][0]["why"], "`x` lacks `--long`: --long  long");
    assert_eq!((&help["missing"][0]["line"], &help["missing"][0]["column"]), (&1.into(), &8.into()));
    assert_eq!(help["unnamed"][0]["why"], "the help of `x` does not name `-b`");
    assert_eq!((&help["unnamed"][0]["line"], &help["unnamed"][0]["column"]), (&5.into(), &16.into()));

    place.write("x.toml", TABLE.replace("\"--help\"", "\"--help\", \"--long\""));
    let output = place.run_with(&["table", "check", "--compare", "x.toml"], &[("PATH", &path)]);
    let shown = String::from_utf8(output.stdout).unwrap();
    assert_eq!(output.status.code(), Some(0), "{shown}");
    assert!(shown.contains("its help names 3 options, 0 of them not in the table"), "{shown}");
    assert!(shown.contains("x.toml:5:16: the help of `x` does not name `-b`"), "{shown}");

    let output = place.run_with(&["table", "check", "--compare", "x.toml"], &[("PATH", "/usr/bin:/bin")]);
    let shown = String::from_utf8(output.stdout).unwrap();
    assert!(shown.contains("not compared with its help: it is not in `PATH`"), "{shown}");
}

#[test]
fn a_table_is_checked_without_building_it_in() {
    const TABLE: &str = "name = \"x\"\nsummary = \"does x\"\nsource = { page = \"x(1)\" }\nui = \"read\"\nflags = [\"-a\", \"-b\"]\n\
                         yes = [\"x -ab\"]\nno = [\"x -c\"]\n";
    let place = Place::new();
    for (table, code, said) in [
        (TABLE.to_owned(), 0, "x: 2 of 2 examples hold"),
        (TABLE.replace("x -ab", "x -c"), 3, "in `yes`: x -c  -> not understood at `-c`"),
        (TABLE.replace("x -ab", "x | x"), 3, "it is not exactly one simple command"),
        (TABLE.replace("\"-a\", \"-b\"", "\"-b\", \"-a\""), 4, "`-a` comes after `-b`; options are sorted"),
        (TABLE.replace("ui", "iu"), 4, "unknown field `iu`"),
    ] {
        std::fs::write(place.repo().join("x.toml"), &table).unwrap();
        let output = place.run(&["table", "check", "x.toml"], b"");
        let shown = String::from_utf8(output.stdout).unwrap();
        assert_eq!(output.status.code(), Some(code), "{shown}");
        assert!(shown.contains(said), "{said}: {shown}");
        let output = place.run(&["table", "check", "--json", "x.toml"], b"");
        assert_eq!(output.status.code(), Some(code));
        let report: serde_json::Value = serde_json::from_slice(&output.stdout).unwrap();
        assert_eq!(report["mistakes"].as_array().map(Vec::is_empty), Some(code != 4), "{report}");
    }
    assert_eq!(place.run(&["table", "check", "none.toml"], b"").status.code(), Some(2));
}

#[test]
fn everything_that_is_listed_has_a_page() {
    let place = Place::new();
    let output = place.run(&["explain", "--list", "--json"], b"");
    let list: serde_json::Value = serde_json::from_slice(&output.stdout).unwrap();
    assert_eq!(list["codes"][0]["number"], 1);
    assert!(list["programs"].as_array().unwrap().iter().any(|program| program["name"] == "git"));
    let names = place.run(&["explain", "--list"], b"").stdout;
    let names = String::from_utf8(names).unwrap();
    for name in ["OUTPUT_REDIRECTION", "BARE_REPOSITORY", "NO_RULE", "no-network", "git", "["] {
        assert!(names.lines().any(|line| line.split_whitespace().any(|word| word == name)), "{name}");
        assert_eq!(place.run(&["explain", name], b"").status.code(), Some(0), "{name}");
    }
}

#[cfg(unix)]
#[test]
fn the_playground_is_served_to_this_machine_or_it_is_said_how_to_build_it() {
    use std::io::{BufRead as _, BufReader, Read as _, Write as _};
    let place = Place::new();
    let mut command = place.command();
    let mut server = command
        .args(["playground", "--json"])
        .stdin(std::process::Stdio::null())
        .stdout(std::process::Stdio::piped())
        .stderr(std::process::Stdio::piped())
        .spawn()
        .unwrap();
    let mut line = String::new();
    BufReader::new(server.stdout.take().unwrap()).read_line(&mut line).unwrap();
    let answer: serde_json::Value = serde_json::from_str(&line).unwrap();
    let is_built = std::path::Path::new("../js/playground/dist/index.html").is_file();
    assert_eq!(answer["error"].is_object(), !is_built, "{answer}");
    if !is_built {
        let ended = server.wait_with_output().unwrap();
        assert_eq!(ended.status.code(), Some(2));
        let told = String::from_utf8_lossy(&ended.stderr);
        assert!(told.contains("cargo xtask wasm") && told.contains("npm run build"), "{told}");
        return;
    }
    let address =
        answer["url"].as_str().unwrap().strip_prefix("http://").unwrap().trim_end_matches('/').to_owned();
    let mut client = std::net::TcpStream::connect(&address).unwrap();
    write!(client, "GET / HTTP/1.1\r\nHost: {address}\r\nConnection: close\r\n\r\n").unwrap();
    let mut page = String::new();
    client.read_to_string(&mut page).unwrap();
    server.kill().unwrap();
    server.wait().unwrap();
    assert!(page.starts_with("HTTP/1.1 200") && page.contains("Shellgate playground"), "{page}");
}
