//! Environment variables that may precede an allowed command, with a constant value.
//!
//! A closed list: each variable only changes how a program prints or how much it logs. Any other name is not safe.

use alloc::string::String;

use crate::script::Shell;

/// Names, sorted.
const NAMES: &[&str] = &[
    "CI",
    "CLICOLOR",
    "CLICOLOR_FORCE",
    "COLORTERM",
    "COLUMNS",
    "FORCE_COLOR",
    "LANG",
    "LANGUAGE",
    "LINES",
    "NO_COLOR",
    "RUST_BACKTRACE",
    "RUST_LIB_BACKTRACE",
    "RUST_LOG",
    "TERM",
    "TZ",
];

/// Names in capitals that scripts give to what they keep for themselves, sorted; a single letter, with digits after it,
/// is one too ([`is_letter`]).
///
/// A closed list, because a bare assignment reaches a program where the name is exported already. No program, shell or
/// build tool that is known takes orders from one of these; names that some do (`ROOT`, `PREFIX`, `VERSION`, `NAME`,
/// `PORT`, `LOG`, `TARGET`, `TIME`, `TMP`, `V`) are left out.
const SCRIPT_NAMES: &[&str] = &[
    "ACTUAL",
    "AFTER",
    "ALL",
    "ANSWER",
    "AVG",
    "BACKUP",
    "BACKUP_DIR",
    "BACKUP_FILE",
    "BAD",
    "BASE",
    "BASELINE",
    "BASE_BRANCH",
    "BASE_DIR",
    "BASE_FILE",
    "BASE_SHA",
    "BEFORE",
    "BLOCK",
    "BLUE",
    "BODY",
    "BOLD",
    "BRANCH",
    "BRANCHES",
    "CANDIDATE",
    "CANDIDATES",
    "CHANGED",
    "CHANGED_FILES",
    "COMMIT",
    "COMMITS",
    "CONTENT",
    "COUNT",
    "CSV",
    "CUR",
    "CURRENT",
    "CURRENT_BRANCH",
    "CUTOFF",
    "CYAN",
    "DATA",
    "DATASET",
    "DB",
    "DB_PATH",
    "DEFAULT_BRANCH",
    "DEPTH",
    "DEST_DIR",
    "DIR",
    "DIRS",
    "DOC",
    "DOCS",
    "DST",
    "DST_DIR",
    "ELAPSED",
    "END",
    "ENTRY",
    "ERRORS",
    "EXIT_CODE",
    "EXPECTED",
    "EXT",
    "FAILED",
    "FIELD",
    "FILE",
    "FILENAME",
    "FILEPATH",
    "FILES",
    "FILE_PATH",
    "FIRST",
    "FN",
    "FOLDER",
    "FOUND",
    "FUNC",
    "GOOD",
    "GREEN",
    "HASH",
    "HEADER",
    "HEAD_SHA",
    "HITS",
    "ID",
    "IDX",
    "INDEX",
    "INPUT_DIR",
    "INPUT_FILE",
    "ISSUE",
    "ITEM",
    "ITEMS",
    "JSON",
    "KEY",
    "KEYWORD",
    "LABEL",
    "LAST",
    "LATEST",
    "LEFT",
    "LENGTH",
    "LIMIT",
    "LINE",
    "LINE_NO",
    "LINE_NUM",
    "LIST",
    "MAGENTA",
    "MAIN_BRANCH",
    "MATCH",
    "MATCHES",
    "MAX",
    "MD",
    "MERGE_BASE",
    "MIN",
    "MISSING",
    "MODULE",
    "MODULES",
    "MSG",
    "NAMES",
    "NC",
    "NEEDLE",
    "NEW",
    "NEW_FILE",
    "NEXT",
    "NOTE",
    "NOW",
    "NUM",
    "NUMBER",
    "OFFSET",
    "OK",
    "OLD",
    "OLD_FILE",
    "ORIG",
    "ORIGINAL",
    "OUT",
    "OUTFILE",
    "OUTPUT",
    "OUTPUT_DIR",
    "OUTPUT_FILE",
    "PAGE",
    "PAIR",
    "PARENT",
    "PART",
    "PARTS",
    "PASSED",
    "PATTERN",
    "PERCENT",
    "PID",
    "PKG",
    "PKGS",
    "POS",
    "PR",
    "PREV",
    "PREVIOUS",
    "PROJ",
    "PROJECT_DIR",
    "PROJECT_ROOT",
    "PR_NUMBER",
    "QUERY",
    "RANGE",
    "RC",
    "RED",
    "REF",
    "REFS",
    "REMAINING",
    "REPLY",
    "REPO",
    "REPORT",
    "REPOS",
    "REPO_DIR",
    "REPO_NAME",
    "REPO_ROOT",
    "REST",
    "RESULT",
    "RESULTS",
    "RET",
    "RIGHT",
    "ROOT_DIR",
    "ROW",
    "ROWS",
    "SAMPLE",
    "SCRATCH",
    "SCRATCHPAD",
    "SCRIPT_DIR",
    "SECTION",
    "SEP",
    "SESSION_DIR",
    "SESSION_FILE",
    "SHA",
    "SINCE",
    "SIZE",
    "SKIPPED",
    "SOURCE_DIR",
    "SOURCE_FILE",
    "SRC",
    "SRC_DIR",
    "STAMP",
    "START",
    "STATUS",
    "STEP",
    "SUM",
    "TAG",
    "TAGS",
    "TARGET_FILE",
    "TEST_FILE",
    "TEXT",
    "TITLE",
    "TMPFILE",
    "TMP_FILE",
    "TODAY",
    "TOTAL",
    "TRANSCRIPT",
    "TS",
    "UNTIL",
    "VAL",
    "VALUE",
    "VALUES",
    "WANT",
    "WARNINGS",
    "WORD",
    "WORKTREE",
    "WS",
    "YELLOW",
];

/// Names whose value only chooses among what a program does anyway, sorted. Loaders make a file's name of some of them
/// (`config/NODE_ENV.json`), so that only a plain word is harmless.
const SWITCHES: &[&str] = &[
    "APP_ENV",
    "CARGO_INCREMENTAL",
    "CARGO_TERM_COLOR",
    "CGO_ENABLED",
    "GOARCH",
    "GOOS",
    "NODE_ENV",
    "PYTHONDONTWRITEBYTECODE",
    "PYTHONHASHSEED",
    "PYTHONUNBUFFERED",
    "PYTHONUTF8",
    "RACK_ENV",
    "RAILS_ENV",
];

/// Whether `name` is of those that may be set, to a value that does not lead out of where it is looked up.
pub fn is_safe_variable(name: &str) -> bool {
    NAMES.binary_search(&name).is_ok() || name.starts_with("LC_")
}

/// Whether this very value of `name` is harmless for any program: it only changes how something is printed, turns
/// something off, or is the plain word of a switch.
pub fn is_harmless_assignment(name: &str, value: &str) -> bool {
    match name {
        "AWS_PAGER" | "GH_PAGER" | "GIT_PAGER" | "GLAB_PAGER" | "MANPAGER" | "PAGER" | "SYSTEMD_PAGER" => {
            matches!(value, "cat" | "")
        }
        "GIT_OPTIONAL_LOCKS" | "GIT_TERMINAL_PROMPT" => value == "0",
        "DEBUG" => matches!(value, "" | "0" | "1" | "false" | "true"),
        // zshparam(1): integers, whose value is evaluated as arithmetic.
        "COLUMNS" | "LINES" => value.bytes().all(|byte| byte.is_ascii_digit()),
        // gettext(3) and terminfo(5) take a path for where translations and capabilities are, and what is there decides
        // what a program makes of its own formats.
        "LANGUAGE" | "TERM" => !value.contains('/'),
        "LANG" => is_locale(value),
        "TZ" => !value.starts_with(['/', ':']) && !value.contains(".."),
        _ if name.starts_with("LC_") => is_locale(value),
        _ => is_safe_variable(name) || SWITCHES.binary_search(&name).is_ok() && is_plain_word(value),
    }
}

/// Whether `value` is a locale and no path, in whose characters no byte of ASCII is the second one: bash reads
/// the lines after the assignment in its encoding (bash(1), `LC_CTYPE`). Chinese locales without an encoding can be in
/// Big5 (locale(7)).
fn is_locale(value: &str) -> bool {
    let name = value.split('@').next().unwrap_or(value);
    let keeps_ascii = match name.split_once('.') {
        Some((_, encoding)) => {
            let plain =
                |byte: u8| byte.is_ascii_alphanumeric().then(|| char::from(byte.to_ascii_lowercase()));
            let encoding: String = encoding.bytes().filter_map(plain).collect();
            matches!(encoding.as_str(), "utf8" | "ascii" | "ansix341968") || encoding.starts_with("iso8859")
        }
        None => !name.starts_with("zh"),
    };
    keeps_ascii && !value.contains('/')
}

/// Letters, digits, `-` and `_`, and no dash in front.
fn is_plain_word(value: &str) -> bool {
    let plain = |byte: u8| byte.is_ascii_alphanumeric() || byte == b'-' || byte == b'_';
    !value.is_empty() && !value.starts_with('-') && value.bytes().all(plain)
}

/// Whether setting `name` without a command changes nothing but this script: it is the script's own, or safe to set to
/// this very `value`. A value that is known only at run time is none.
pub fn is_harmless_setting(shell: &Shell, name: &str, value: Option<&str>) -> bool {
    let is_constant = || value.is_some_and(|value| is_harmless_assignment(name, value));
    is_script_variable(shell, name) || is_safe_variable(name) && is_constant()
}

/// Whether `name` is a variable of this script, which neither `shell` nor a program obeys.
///
/// Variables that reach programs are written in capitals by convention; the exceptions end in `_proxy` or begin with
/// `npm_config_`. The shell sets `_` itself before every command (bash(1), "Special Parameters"), so that nothing obeys
/// what a script puts there.
pub fn is_script_variable(shell: &Shell, name: &str) -> bool {
    let small = |byte: &u8| byte.is_ascii_lowercase();
    let conventional = !name.bytes().any(|byte| byte.is_ascii_uppercase())
        || name.as_bytes().first().is_some_and(small) && name.bytes().all(|byte| byte != b'_');
    conventional && !name.ends_with("_proxy") && !name.starts_with("npm_config_") && !shell.obeys(name)
        || SCRIPT_NAMES.binary_search(&name).is_ok()
        || is_letter(name)
}

/// Whether `name` is a capital letter with nothing but digits after it (`S`, `F2`), which nothing obeys but makefiles:
/// those that print each command when `V` is set.
fn is_letter(name: &str) -> bool {
    let mut bytes = name.bytes();
    let letter = bytes.next().is_some_and(|byte| byte.is_ascii_uppercase() && byte != b'V');
    letter && bytes.all(|byte| byte.is_ascii_digit())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::script::Dialect;

    fn bash() -> &'static Shell {
        Dialect::Bash.shell()
    }

    #[test]
    fn names_are_sorted_so_that_they_are_found() {
        assert!(NAMES.is_sorted());
        for name in NAMES {
            assert!(is_safe_variable(name), "{name}");
        }
    }

    #[test]
    fn what_can_name_a_program_or_a_file_is_not_safe() {
        for name in ["PATH", "LD_PRELOAD", "PAGER", "GIT_DIR", "LANGX", "lang", "TERMINFO", "HOME", "LOCPATH"]
        {
            assert!(!is_safe_variable(name), "{name}");
        }
    }

    #[test]
    fn a_language_is_a_name_and_no_path() {
        for (name, value, expected) in [
            ("LANG", "C.UTF-8", true),
            ("LC_ALL", "de_DE.UTF-8@euro", true),
            ("LANGUAGE", "de:en", true),
            ("TZ", "America/New_York", true),
            ("TZ", "UTC-2", true),
            ("LANGUAGE", "../../repo/loc", false),
            ("LC_ALL", "/repo/loc", false),
            ("TERM", "x/../y", false),
            ("TZ", "/repo/zone", false),
            ("TZ", ":/repo/zone", false),
            ("TZ", "../repo/zone", false),
            ("COLUMNS", "200", true),
            ("LINES", "", true),
            ("LINES", "path[$(id)]", false),
            ("COLUMNS", "x", false),
        ] {
            assert_eq!(is_harmless_assignment(name, value), expected, "{name}={value}");
        }
    }

    #[test]
    fn a_locale_keeps_every_byte_of_ascii_a_character() {
        for value in [
            "",
            "C",
            "POSIX",
            "C.UTF-8",
            "C.utf8",
            "en_US",
            "ja_JP",
            "de_DE.UTF-8@euro",
            "de_DE@euro",
            "zh_CN.UTF-8",
            "fr_FR.ISO-8859-15",
            "en_US.iso88591",
        ] {
            assert!(
                is_harmless_assignment("LC_ALL", value) && is_harmless_assignment("LANG", value),
                "{value}"
            );
        }
        for value in [
            "zh_CN.GBK",
            "zh_CN.gb18030",
            "zh_TW",
            "zh_TW.BIG5",
            "zh_HK.BIG5-HKSCS",
            "zh_HK",
            "ja_JP.SJIS",
            "ja_JP.Shift_JIS@x",
            "ja_JP.CP932",
            "ko_KR.JOHAB",
            "ko_KR.CP949",
            "a/b.UTF-8",
        ] {
            for name in ["LANG", "LC_ALL", "LC_CTYPE"] {
                assert!(!is_harmless_assignment(name, value), "{name}={value}");
            }
        }
    }

    #[test]
    fn a_variable_that_the_shell_obeys_is_not_the_scripts() {
        for name in ["path", "prompt", "argv", "histchars", "functions"] {
            assert!(!is_script_variable(Dialect::Zsh.shell(), name), "{name}");
        }
        for name in ["path", "prompt", "argv", "commands", "status"] {
            assert!(is_script_variable(bash(), name), "{name}");
        }
    }

    #[test]
    fn a_script_keeps_what_is_in_small_letters_and_what_the_list_names() {
        assert!(SCRIPT_NAMES.is_sorted());
        for name in ["file", "_", "_x", "repoRoot", "srcDir2", "FILE", "COUNT", "REPO_ROOT", "S", "F2"] {
            assert!(is_script_variable(bash(), name), "{name}");
        }
        for name in [
            "PATH",
            "Path",
            "http_proxy",
            "npm_config_script_shell",
            "npm_config_nodeOptions",
            "Foo",
            "_File",
            "FILEX",
            "ROOT",
            "V",
            "PS1",
            "CC",
            "LD",
        ] {
            assert!(!is_script_variable(bash(), name), "{name}");
        }
    }

    #[test]
    fn a_switch_takes_a_plain_word_and_nothing_that_leads_elsewhere() {
        assert!(SWITCHES.is_sorted());
        for (name, value) in [("NODE_ENV", "test"), ("CARGO_TERM_COLOR", "never"), ("DEBUG", "1")] {
            assert!(is_harmless_assignment(name, value), "{name}={value}");
        }
        for (name, value) in [
            ("NODE_ENV", "../x"),
            ("NODE_ENV", ""),
            ("NODE_ENV", "a b"),
            ("GOOS", "-x"),
            ("DEBUG", "rm"),
            ("GOFLAGS", "x"),
            ("PYTHONPATH", "x"),
        ] {
            assert!(!is_harmless_assignment(name, value), "{name}={value}");
        }
    }
}
