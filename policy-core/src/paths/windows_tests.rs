//! Spellings of Windows: what each names on each machine, and what only looks like one.

use alloc::string::String;

use super::PathModel;
use super::{Reading, aliases, bare, is_short};

#[expect(clippy::unnecessary_wraps, reason = "it is compared with what may be absent")]
fn path(text: &str) -> Option<Reading> {
    Some(Reading::Path(String::from(text)))
}

#[test]
fn the_working_directory_tells_where_the_drives_are() {
    for (cwd, host) in [
        ("/repo", PathModel::UNIX),
        ("/mnt/disk/repo", PathModel::UNIX),
        ("/code/c", PathModel::UNIX),
        ("/mnt/c/repo", PathModel::WSL),
        ("/mnt/c", PathModel::WSL),
        ("/cygdrive/d/repo", PathModel::CYGWIN),
        ("/c/repo", PathModel::MSYS),
        ("/C", PathModel::MSYS),
        ("C:\\repo", PathModel::WINDOWS),
        ("d:/repo", PathModel::WINDOWS),
        ("\\\\server\\share\\repo", PathModel::WINDOWS),
        ("\\\\?\\C:\\repo", PathModel::WINDOWS),
        ("a:b", PathModel::UNIX),
    ] {
        assert_eq!(PathModel::of(Some(cwd), None), host, "{cwd}");
        assert_eq!(PathModel::of(None, Some(cwd)), host, "home {cwd}");
    }
    assert_eq!(PathModel::of(None, None), PathModel::UNIX);
}

#[test]
fn every_spelling_of_one_file_names_it() {
    for (host, directory, expected) in [
        (PathModel::UNIX, "/repo", "/c/secrets/a"),
        (PathModel::WSL, "/mnt/c/repo", "/mnt/c/secrets/a"),
        (PathModel::CYGWIN, "/cygdrive/c/repo", "/cygdrive/c/secrets/a"),
        (PathModel::MSYS, "/c/repo", "/c/secrets/a"),
        (PathModel::WINDOWS, "/c/repo", "/c/secrets/a"),
    ] {
        for text in [
            "C:\\secrets\\a",
            "c:/secrets/a",
            "C:\\secrets\\.\\b\\..\\a",
            "\\\\?\\C:\\secrets\\a",
            "\\\\.\\C:\\secrets\\a",
            "//?/C:/secrets/a",
            "\\??\\C:\\secrets\\a",
            "\\\\localhost\\c$\\secrets\\a",
            "\\\\127.0.0.1\\C$\\secrets\\a",
            "\\\\?\\UNC\\localhost\\c$\\secrets\\a",
            "C:\\secrets.\\a ",
            "C:\\secrets\\a::$DATA",
            "C:\\secrets\\a:stream",
        ] {
            assert_eq!(host.reading(directory, text), path(expected), "{host:?} {text}");
        }
    }
    assert_eq!(
        PathModel::UNIX.reading("/repo", "\\\\wsl$\\Ubuntu\\home\\u\\.ssh\\id"),
        path("/home/u/.ssh/id")
    );
    assert_eq!(PathModel::UNIX.reading("/repo", "\\\\wsl.localhost\\Ubuntu\\etc"), path("/etc"));
    assert_eq!(PathModel::UNIX.reading("/repo", "\\\\server\\share\\x"), path("/\0/server/share/x"));
    assert_eq!(PathModel::UNIX.reading("/repo", "..\\..\\x"), path("/x"));
    assert_eq!(PathModel::UNIX.reading("/repo", "a\\..\\b"), path("/repo/b"));
    assert_eq!(PathModel::WINDOWS.reading("/c/repo", "\\x"), path("/c/x"));
    assert_eq!(PathModel::UNIX.reading("/repo", "\\x"), Some(Reading::Unknown));
}

#[test]
fn ordinary_unix_paths_have_no_other_reading() {
    for text in [
        "a",
        "/etc/passwd",
        "a:b",
        "host:path",
        "host:/path",
        "x:",
        "a:b:c",
        "foo..",
        "foo.",
        "~1",
        "a~1",
        "con",
        "nul.txt",
        "..",
        "./x y ",
        "/mnt/c/x",
        "/c/x",
        "//x",
        "f::$DATA",
    ] {
        assert_eq!(PathModel::UNIX.reading("/repo", text), None, "{text}");
        assert_eq!(PathModel::WSL.reading("/mnt/c/repo", text), None, "{text}");
    }
    for (host, expected) in [
        (PathModel::UNIX, None),
        (PathModel::WSL, None),
        (PathModel::MSYS, path("/\0/repo/a")),
        (PathModel::WINDOWS, path("/\0/repo/a")),
    ] {
        assert_eq!(host.reading("/repo", "//repo/a"), expected, "{host:?}");
    }
}

#[test]
fn what_only_windows_could_tell_is_not_known() {
    for text in [
        "C:a",
        "C:",
        "con",
        "NUL",
        "nul.txt",
        "a/COM1",
        "lpt9.x",
        "Aux ",
        "com¹",
        "CONIN$",
        "\\\\.\\PhysicalDrive0",
        "\\\\.\\pipe\\x",
        "\\\\?\\Volume{1}\\x",
        "...",
        ".. /x",
        "a/ /b",
    ] {
        assert_eq!(PathModel::WINDOWS.reading("/c/repo", text), Some(Reading::Unknown), "{text}");
    }
    for text in ["C:/PROGRA~1/x", "C:\\secret~1\\a", "C:\\a\\B~12.TXT"] {
        assert!(matches!(PathModel::UNIX.reading("/repo", text), Some(Reading::Short(_))), "{text}");
    }
    for name in ["PROGRA~1", "a~1", "A~2.TXT", "ab~12.c"] {
        assert!(is_short(name), "{name}");
    }
    for name in ["~1", "a~", "a~b", "PROGRAMS~1", "a~1.text", "a.b~1", "file.txt~"] {
        assert!(!is_short(name), "{name}");
    }
    for text in ["console", "nulls", "com10", "comx", "a.con", "auxiliary", "lpt"] {
        assert!(matches!(PathModel::WINDOWS.reading("/c/repo", text), Some(Reading::Path(_))), "{text}");
    }
}

#[test]
fn a_host_of_windows_is_asked_in_its_own_spelling() {
    for (own, core, asked) in [
        ("C:\\repo", "/c/repo", "C:/repo"),
        ("d:/", "/d", "D:/"),
        ("\\\\server\\share\\x", "/\0/server/share/x", "//server/share/x"),
    ] {
        assert_eq!(PathModel::WINDOWS.inward(own), core);
        assert_eq!(PathModel::WINDOWS.outward(core), asked);
        assert_eq!(PathModel::WINDOWS.inward(asked), core);
    }
    assert_eq!(PathModel::WINDOWS.inward("relative\\x"), "relative\\x");
    assert_eq!(PathModel::UNIX.outward("/c/repo"), "/c/repo");
}

#[test]
fn a_rule_can_name_a_drive_at_four_places() {
    let all = ["/c/x", "/mnt/c/x", "/cygdrive/c/x", "/C:/x"];
    for place in all.into_iter().take(3) {
        let names = aliases(place);
        assert_eq!(names.first().map(String::as_str), Some(place));
        assert!(all.iter().all(|name| names.iter().any(|known| known == name)), "{place}: {names:?}");
    }
    assert_eq!(aliases("/repo/c/x"), ["/repo/c/x"]);
    assert_eq!(aliases("/\0/server/share/x"), ["/\0/server/share/x", "/server/share/x"]);
}

#[test]
fn decoration_is_no_part_of_a_name() {
    for (decorated, expected) in
        [("/a/.env.", "/a/.env"), ("/a/.env ", "/a/.env"), ("/a/.env::$DATA", "/a/.env"), ("/a./b", "/a/b")]
    {
        assert_eq!(bare(decorated).as_deref(), Some(expected));
    }
    for plain in ["/a/.env", "/a:b/c", "/a/../b", "/"] {
        assert_eq!(bare(plain), None, "{plain}");
    }
}
