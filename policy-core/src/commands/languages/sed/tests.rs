use alloc::format;
use alloc::string::{String, ToString};
use alloc::vec::Vec;

use super::{Budget, argument_at, deeds, joined, parse, simulate};

/// The deeds in one line: `e@3 w@5=f r@1=g waits`, `filters`, or `trouble@4`.
fn drawn(text: &str) -> String {
    let deeds = match deeds(text) {
        Ok(deeds) => deeds,
        Err(trouble) => return format!("trouble@{}", trouble.offset),
    };
    let mut parts: Vec<String> = deeds.executes.iter().map(|at| format!("e@{at}")).collect();
    parts.extend(deeds.writes.iter().map(|(at, name)| format!("w@{at}={name}")));
    parts.extend(deeds.reads.iter().map(|(at, name)| format!("r@{at}={name}")));
    parts.extend(deeds.waits.map(|_| "waits".to_string()));
    if parts.is_empty() { "filters".to_string() } else { parts.join(" ") }
}

#[test]
fn what_a_script_does_beyond_editing_is_told_with_its_place() {
    const CASES: &[(&str, &str)] = &[
        // Commands alone.
        ("", "filters"),
        ("p", "filters"),
        ("w f", "w@2=f"),
        ("wf", "w@1=f"),
        ("W f", "w@2=f"),
        ("r f", "r@2=f"),
        ("R f", "r@2=f"),
        ("e", "e@0"),
        ("e id", "e@0"),
        ("1e id", "e@1"),
        ("$!e", "e@2"),
        ("=;F;l 3;z;G;h;H;g;x;n;N;P;D", "filters"),
        ("q5", "filters"),
        ("Q", "filters"),
        ("v 4.2;p", "filters"),
        ("v4.2\nw f", "w@7=f"),
        // A file's name goes to the end of the line.
        ("w f;p", "w@2=f;p"),
        ("w f }", "w@2=f }"),
        ("w f # c", "w@2=f # c"),
        ("w a\nw b", "w@2=a w@6=b"),
        ("w /dev/stdout", "filters"),
        ("w /dev/stderr\np", "filters"),
        ("w /dev/stdout;p", "w@2=/dev/stdout;p"),
        ("w /dev/stdout ", "w@2=/dev/stdout "),
        ("w /dev/stdin", "w@2=/dev/stdin"),
        ("r /dev/stdin", "waits"),
        ("R /dev/stdin", "waits"),
        ("r /dev/stdout", "r@2=/dev/stdout"),
        // Substitutions.
        ("s/a/b/", "filters"),
        ("s/a/b/w f", "w@8=f"),
        ("s/a/b/w/dev/stdout", "filters"),
        ("s/a/b/gw f", "w@9=f"),
        ("s/a/b/ w f", "w@9=f"),
        ("s/a/b/e", "e@6"),
        ("s/a/b/ge", "e@7"),
        ("s/a/b/2pIe", "e@9"),
        ("s|a|b|e", "e@6"),
        ("s,w,e,", "filters"),
        ("sxaxbxe", "e@6"),
        ("sxwxexg", "filters"),
        ("s w e ", "filters"),
        ("s/a\\/e/b/", "filters"),
        ("s/a/b\\/e/", "filters"),
        ("s/a/b\\\\/e", "e@8"),
        ("s/a\\\\/b/e", "e@8"),
        ("s/[,]/e/", "filters"),
        ("s/[,]/x/e", "e@8"),
        ("s/[^,]*$//", "filters"),
        ("s/[],]/x/w f", "w@11=f"),
        ("s/[\\,]/x/e", "e@9"),
        ("s/\\[/x/e", "e@7"),
        ("s/[[:alpha:],]/x/e", "e@17"),
        ("s/[[.,.]]/x/e", "e@12"),
        ("s/a/[/", "filters"),
        ("s/a/[/e", "e@6"),
        ("s/a/x\\\nw f/", "filters"),
        ("s/a/b/;w f", "w@9=f"),
        ("s/a/b/\nw f", "w@9=f"),
        ("s/a/b/ # w f", "filters"),
        ("s/a/b/#e", "filters"),
        ("s;a;b;;e", "e@7"),
        ("s#a#b#e", "e@6"),
        ("s///e", "e@4"),
        // Translations.
        ("y/we/ab/", "filters"),
        ("y/[/]/;e", "e@7"),
        ("y/a\\/b/123/", "filters"),
        ("y,a,w,;w f", "w@9=f"),
        // Addresses.
        ("/e/d", "filters"),
        ("/w f/p", "filters"),
        ("/e/e", "e@3"),
        ("/e/I,/w/M!e", "e@10"),
        ("\\cecd", "filters"),
        ("\\wawe", "e@4"),
        ("\\,e,w f", "w@6=f"),
        ("1~2w f", "w@5=f"),
        ("1,+2w f", "w@6=f"),
        ("1,~4w f", "w@6=f"),
        ("0,/e/s//x/", "filters"),
        ("0,/e/e", "e@5"),
        ("0~3e", "e@3"),
        ("/[,]e/d", "filters"),
        ("1 , 2 ! w f", "w@10=f"),
        // Texts.
        ("a w f", "filters"),
        ("a\\\nw f", "filters"),
        ("a\\\nw f\\\ne id", "filters"),
        ("a\\\nx\nw f", "w@7=f"),
        ("a\\\nx\\\\\nw f", "w@9=f"),
        ("a x\\\nw f", "filters"),
        ("a x\nw f", "w@6=f"),
        ("a\\w f", "filters"),
        ("a\\\\\nw f", "w@6=f"),
        ("a\\  \nw f", "filters"),
        ("a\\  x\nw f", "w@8=f"),
        ("a\\ \\ \\ x\nw f", "w@11=f"),
        ("/x/a\\ \\ \\ w f", "filters"),
        ("a\\ \\x\\\nw f", "filters"),
        ("a\\ \\nw f", "filters"),
        ("a\\ \\\\\nw f", "trouble@3"),
        ("a\\ \\\nw f", "trouble@3"),
        ("i e;w f", "filters"),
        ("c }\ne", "e@4"),
        ("$!{a x\n}", "filters"),
        ("e a\\\nw f", "e@0"),
        // Blocks and labels.
        ("{w f\n}", "w@3=f"),
        ("{e\n}", "e@1"),
        ("/x/{s/a/b/;p;b};w f", "w@18=f"),
        ("{p};e", "e@4"),
        ("{s/a/b/w f\n}", "w@9=f"),
        ("{{p}}", "filters"),
        (":a;N;$!ba;s/\\n/ /g", "filters"),
        (":e;be", "filters"),
        (":w f", "trouble@3"),
        (":a\ns/x/y/;ta;e", "e@13"),
        ("$!{N;ba};:a", "filters"),
        ("b;e", "e@2"),
        ("b w;:w", "filters"),
        // Comments.
        ("# w f", "filters"),
        ("p # w f", "filters"),
        ("p#e\ne", "e@4"),
        ("#n\nw f", "w@5=f"),
        ("#n w f\np", "filters"),
        ("}", "trouble@1"),
        // What sed refuses, or versions read differently.
        ("{p", "trouble@2"),
        ("{w f}", "trouble@5"),
        ("p}", "trouble@2"),
        ("{p}p", "trouble@3"),
        ("pw f", "trouble@1"),
        ("k", "trouble@0"),
        ("L", "trouble@0"),
        ("a", "trouble@1"),
        ("a\\", "trouble@2"),
        ("a\\\n", "trouble@3"),
        ("a\nw f", "trouble@1"),
        ("a x\\", "trouble@4"),
        ("w", "trouble@1"),
        ("w \np", "trouble@2"),
        ("r", "trouble@1"),
        ("s/a/b", "trouble@5"),
        ("s/a/b/x", "trouble@6"),
        ("s/a/b/0", "trouble@7"),
        ("s/a/b/gg", "trouble@7"),
        ("s/a\nb/c/", "trouble@4"),
        ("s/a/b\nc/", "trouble@6"),
        ("s\\a\\b\\", "trouble@1"),
        ("s[a[b[", "trouble@1"),
        ("s]a]b]", "trouble@1"),
        ("sÄaÄbÄ", "trouble@1"),
        ("s/[x,", "trouble@5"),
        ("s/[[:alpha:],x,", "trouble@15"),
        ("s//x/I", "trouble@6"),
        // Where the pattern ended at its delimiter in brackets, the script would be refused.
        ("s/[/]/x/", "filters"),
        ("s/[/]//", "filters"),
        ("s/[^/]*$//", "filters"),
        ("s/[^\\/]*$//", "filters"),
        ("s/[]/]/x/", "filters"),
        ("s|[^|]*|-|g", "filters"),
        ("s/.*[/]\\([^/]*\\)$/\\1/;s/a/b/w f", "w@30=f"),
        ("/[/]/d", "filters"),
        ("/[^/]$/d;e", "e@9"),
        ("s/[/]/w f/", "trouble@4"),
        ("s/[/]/e", "trouble@4"),
        ("s/[/]/gw f/", "trouble@4"),
        ("s/[/]/p;x/", "trouble@4"),
        ("s/[/]/ w f/", "trouble@4"),
        ("s/[/]/g#/", "trouble@4"),
        ("/[/w f]/d", "trouble@3"),
        ("/[/,e]/d", "trouble@3"),
        ("s/[[:alpha:]/]/x/", "filters"),
        ("s:[[:alpha:]]:x:", "trouble@11"),
        ("s/[\\]/x/", "trouble@4"),
        ("s/[\\\\]/x/", "trouble@4"),
        ("s/a\\\nb/c/", "trouble@5"),
        ("/[/]e/d", "filters"),
        ("y/a/b/e", "trouble@6"),
        ("/a", "trouble@2"),
        ("//Ip", "trouble@3"),
        ("0p", "trouble@0"),
        ("0,5p", "trouble@0"),
        ("1,p", "trouble@2"),
        ("1,2q", "trouble@4"),
        ("1:a", "trouble@2"),
        ("1}", "trouble@2"),
        ("1#x", "trouble@1"),
        ("1!!p", "trouble@2"),
        ("1,2,3p", "trouble@3"),
        ("+1p", "trouble@0"),
        ("99999999999999999999p", "trouble@20"),
        ("ba", "trouble@1"),
        (":a;:a", "trouble@3"),
        (":", "trouble@1"),
        ("{:a}", "trouble@3"),
        ("ba#x", "trouble@2"),
        ("p\r", "trouble@1"),
        ("p\u{0}", "trouble@1"),
    ];
    let wrong = CASES.iter().map(|(text, expected)| (*text, drawn(text), *expected));
    let wrong: Vec<_> = wrong.filter(|(_, found, expected)| found != expected).collect();
    assert!(wrong.is_empty(), "script, found, expected: {wrong:#?}");
}

#[test]
fn the_kind_of_pattern_does_not_change_where_it_ends() {
    for text in ["s/(a|b)+\\/[,]{2}/e/", "/a\\{2\\}/,/(]/p", "s/[()]/w f/", "s|a\\|b|e|", "\\(a\\(b(d"] {
        let basic = parse(text, false).map(|script| script.commands);
        assert_eq!(basic, parse(text, true).map(|script| script.commands), "{text}");
        assert!(basic.is_ok(), "{text}");
    }
}

#[test]
fn only_the_very_first_line_can_make_a_script_quiet() {
    for (text, quiet) in [("#n", true), ("#n\np", true), ("#np", false), (" #n", false), ("p\n#n", false)] {
        assert_eq!(parse(text, false).map(|script| script.quiet), Ok(quiet), "{text}");
    }
}

#[test]
fn no_text_panics_and_every_offset_lies_inside() {
    for unit in
        ["{", "}", "s/a/", "a\\\n", "\\", "[", "[[:", "é", "1,", "b a;", ":a", "/", "y/", "w", "!", "#"]
    {
        let text = unit.repeat(500);
        for (at, _) in text.char_indices() {
            let part = text.get(at..).unwrap_or("");
            if let Err(trouble) = deeds(part) {
                assert!(trouble.offset <= part.len(), "{part:?}");
            }
        }
    }
}

/// What the script makes of the input; the reason when that cannot be known.
fn made(text: &str, extended: bool, quiet: bool, input: &str) -> String {
    match parse(text, extended) {
        Ok(script) => match simulate(&script, input, quiet, &mut Budget::default()) {
            Ok(made) => made.text,
            Err(cannot) => format!("cannot: {cannot}"),
        },
        Err(trouble) => format!("trouble: {trouble}"),
    }
}

#[test]
fn simple_scripts_give_the_new_content() {
    const CASES: &[(&str, &str, &str)] = &[
        ("s/a/b/", "a a\na\n", "b a\nb\n"),
        ("s/a/b/g", "aba", "bbb"),
        ("s/a/b/2g", "aaaa\n", "abbb\n"),
        ("s/foo/bar/i", "FOO foo\n", "bar foo\n"),
        ("s/x*/-/g", "abc\n", "-a-b-c-\n"),
        ("s/b*/x/g", "abbc\n", "xaxcx\n"),
        ("s/\\([^=]*\\)=\\(.*\\)/\\2=\\1/", "a=b=c\n", "b=c=a\n"),
        ("s/.*/[&]/", "é\n", "[é]\n"),
        ("s|/usr|/opt|", "/usr/bin\n", "/opt/bin\n"),
        ("s/éc/x/", "é1 éc éc\n", "é1 x éc\n"),
        ("s/éc/x/g", "éé1éécéc\n", "éé1éxx\n"),
        ("s/c/x/g", "écéc\n", "éxéx\n"),
        ("s/[c]/x/g", "écéc\n", "éxéx\n"),
        ("s/é$/x/", "éaé\n", "éax\n"),
        ("s/a/\\n\\t/", "a\n", "\n\t\n"),
        ("s/a/\\&\\//", "a\n", "&/\n"),
        ("2d", "1\n2\n3", "1\n3"),
        ("$d", "1\n2", "1\n"),
        ("2,3d", "1\n2\n3\n4\n", "1\n4\n"),
        ("/b/,/d/d", "a\nb\nc\nd\ne\n", "a\ne\n"),
        ("0,/a/s//x/", "a\na\n", "x\na\n"),
        ("2,$s/^/# /", "a\nb\nc\n", "a\n# b\n# c\n"),
        ("1!d", "a\nb\n", "a\n"),
        ("/a/a\\\nnew", "a", "a\nnew\n"),
        ("1i\\  two", "a\n", "  two\na\n"),
        ("2,3c x", "1\n2\n3\n4\n", "1\nx\n4\n"),
        ("y/abc/xyz/", "cab\n", "zxy\n"),
        ("2q", "1\n2\n3\n", "1\n2\n"),
        ("/a/{s/a/b/;s/b/c/}", "a\nb\n", "c\nb\n"),
        (":a;s/aa/a/;ta", "aaaa\n", "a\n"),
        ("#n\n1p", "a\nb\n", "a\n"),
        ("s/a/b/", "", ""),
    ];
    for (text, input, expected) in CASES {
        assert_eq!(made(text, false, false, input), *expected, "{text:?}");
    }
    assert_eq!(made("s/(a|ab)(c|bcd)?$/[\\1]/", true, false, "abcd\n"), "[a]\n");
    assert_eq!(made("s/([0-9]+)\\.([0-9]+)/\\2.\\1/", true, false, "v1.20\n"), "v20.1\n");
    assert_eq!(made("/a/p;2p", false, true, "a\nb\nc\n"), "a\nb\n");
}

#[test]
fn what_versions_and_locales_decide_is_not_simulated() {
    for (text, input) in [
        ("s/\\(a*\\)*/\\1/", "aa\n"),
        ("s/\\(a\\|ab\\)\\(c\\|bcd\\)*.*/\\1/", "abcd\n"),
        ("s/\\(a*b*\\)\\(b*\\)/\\2/", "abb\n"),
        ("s/\\(a\\)\\1/x/", "aa\n"),
        ("s/./x/", "é\n"),
        ("s/\\w/x/", "é\n"),
        ("s/x*/-/g", "é\n"),
        ("s/é*/x/", "é\n"),
        ("s/[é]/x/", "é\n"),
        ("s/k/x/I", "é\n"),
        ("s/a/\\U&/", "a\n"),
        ("s/a/\\x26/", "a\n"),
        ("s/a/\\1/", "a\n"),
        ("s+a\\+b+x+", "a+b\n"),
        ("s/a/b/w f", "a\n"),
        ("s/a/b/e", "a\n"),
        ("s/[[.a.]]/x/", "a\n"),
        ("s/[A-z]/x/", "a\n"),
        ("s/\\(\\bab\\)*c/x/", "abc\n"),
        ("$!N;P;D", "a\n"),
        ("r f", "a\n"),
        ("//p", "a\n"),
        ("q", "a"),
        ("2,~2p", "a\nb\n"),
        ("/x/{2,3p\n}", "a\nb\nx\n"),
        ("y/é/e/", "a\n"),
        ("a\\text", "a\n"),
        ("s/a/\\n/;/[^a]*\\(^b\\)/d", "ab\n"),
        ("s/a/\\n/;s/^/x/", "ab\n"),
        ("s/a/\\n/;s/b$/x/", "ab\n"),
        (":a;ba", "a\n"),
    ] {
        let made = made(text, false, false, input);
        assert!(made.starts_with("cannot: "), "{text:?}: {made}");
    }
}

#[test]
fn no_pattern_is_slow() {
    let long = "a".repeat(5_000);
    for pattern in ["\\(a*a*\\)*b", "\\(a\\|aa\\)*b", "a*a*a*a*a*b", "\\(a*\\)\\(a*\\)\\(a*\\)b"] {
        let made = made(&format!("s/{pattern}/x/"), false, false, &long);
        assert_eq!(made, "cannot: it takes too many steps", "{pattern}");
    }
}

#[test]
fn the_parts_of_a_script_are_read_as_one() {
    const CASES: &[(&[&str], &str)] = &[
        (&["p"], "p"),
        (&["/x/{", "p", "}"], "/x/{\np\n}"),
        (&["#n", "p"], "#n\np"),
        (&["a x\\\\", "p"], "a x\\\\\np"),
        (&["p", "a\\"], "p\na\\"),
        (&["a\\", "text"], "open@0"),
        (&["p", "s/a/\\", "b/"], "open@1"),
        (&["# c\\", "w f"], "open@0"),
    ];
    for (parts, expected) in CASES {
        let parts: Vec<(usize, &str)> = parts.iter().copied().enumerate().collect();
        let found = joined(&parts).map_or_else(|at| format!("open@{at}"), String::from);
        assert_eq!(found, *expected, "{parts:?}");
    }
    let parts = [(2, "ab"), (4, ""), (5, "c")];
    let places = [0, 1, 2, 3, 4, 5, 9].map(|offset| argument_at(&parts, offset));
    assert_eq!(places, [2, 2, 2, 4, 5, 5, 5].map(Some));
}
