//! A table that breaks a rule of the table language is refused, with the place of every mistake.

use std::format;
use std::string::{String, ToString};
use std::vec;
use std::vec::Vec;

use crate::commands::compile::places::Places;
use crate::commands::compile::{File, Mistake, compile};
use crate::commands::example::Example;
use crate::commands::{Harm, Printed};
use crate::script::READS_POWERSHELL;

const GOOD: &str = r#"
name = "x"
summary = "does x"
source = { page = "x(1)" }
ui = "read"
flags = ["-a --all", "-b"]
yes = ["x"]
no = ["x -z"]
"#;

fn file(path: &str, text: impl Into<String>) -> File {
    File { path: path.to_string(), text: text.into() }
}

/// The good table, which also prints names of files under these conditions.
fn prints(conditions: &str) -> String {
    format!("{GOOD}[[prints]]\nwhat = \"file-names\"\n{conditions}\n")
}

fn mistakes_of(text: &str) -> Vec<Mistake> {
    compile(&[file("a/x.toml", text)]).expect_err("the table must be refused")
}

/// Every table of the folder.
fn folder() -> Vec<File> {
    let root = std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join("commands");
    let tables = ignore::WalkBuilder::new(root).sort_by_file_path(Ord::cmp).build();
    let paths = tables.map(|entry| entry.expect("the folder can be read").into_path());
    let tables = paths.filter(|path| path.extension().is_some_and(|extension| extension == "toml"));
    tables
        .map(|path| {
            file(&path.to_string_lossy(), std::fs::read_to_string(&path).expect("the table can be read"))
        })
        .collect()
}

#[test]
fn a_good_table_is_compiled() {
    assert!(compile(&[file("x.toml", GOOD)]).is_ok());
}

#[test]
fn a_malformed_table_is_refused_with_the_place_and_the_reason() {
    for (text, place, reason) in [
        (GOOD.replace("yes = [\"x\"]\n", ""), "2:8", "at least one example"),
        (GOOD.replace("no = [\"x -z\"]\n", ""), "2:8", "at least one example"),
        (GOOD.replace("source = { page = \"x(1)\" }\n", ""), "2:8", "`source` is missing"),
        (GOOD.replace("page = \"x(1)\"", ""), "4:10", "names no `version`"),
        (GOOD.replace("\"x(1)\"", "\"x(1)\", compared = \"yesterday\""), "4:10", "`compared` is a day"),
        (GOOD.replace("does x", "x"), "2:8", "must be a verb phrase"),
        (GOOD.replace("does x", "does x."), "2:8", "must be a verb phrase"),
        (GOOD.replace("ui = \"read\"\n", ""), "2:8", "`ui` is missing"),
        (GOOD.replace("\"-a --all\", \"-b\"", "\"-b\", \"-a --all\""), "6:16", "`-a` comes after `-b`"),
        (GOOD.replace("\"-b\"", "\"-b --all\""), "6:22", "`--all` is an option twice"),
        (GOOD.replace("\"-b\"", "\"-b  -c\""), "6:22", "a spelling is empty"),
        (format!("{GOOD}like = \"y\"\n"), "9:8", "no table of its own for `y`"),
        (
            format!("{GOOD}needs = {{ any = [\"-t\"], harm = \"writes\" }}\n"),
            "9:18",
            "`-t` is no option of it",
        ),
        (format!("{GOOD}changes = {{ endings = [\"go\"] }}\n"), "9:24", "`go` is no ending"),
        (format!("{GOOD}changes = {{ endings = [] }}\n"), "2:8", "`endings` of `changes` is empty"),
        (
            format!("{GOOD}changes = {{ endings = [\".go\"], without = [\"-t\"] }}\n"),
            "9:43",
            "`-t` is no option of it",
        ),
        (format!("{GOOD}intent = \"lies\"\n"), "9:10", "unknown variant `lies`"),
        (format!("{GOOD}colour = 1\n"), "9:1", "unknown field `colour`"),
        (GOOD.replace("\"read\"", "\"shiny\""), "5:6", "unknown variant `shiny`"),
        (GOOD.replace("name = \"x\"", "name = \"y\""), "2:8", "named for its program"),
        (format!("{GOOD}[operands]\nrest = \"file\"\n"), "10:8", "unknown variant `file`"),
        (format!("{GOOD}[operands]\nrest = \"command\"\n"), "2:8", "needs `wrapper`"),
        (format!("{GOOD}[[refuse]]\nflags = [\"-c\"]\n"), "9:1", "missing field `harm`"),
        (format!("{GOOD}why = \"is old\"\n"), "2:8", "`why` without `harm`"),
        (
            format!("{GOOD}refuse = [{{ harm = \"evil\", flags = [\"-c\"] }}]\n"),
            "9:20",
            "unknown variant `evil`",
        ),
        (format!("{GOOD}refuse = [{{ harm = \"runs\" }}]\n"), "9:20", "refuses no option"),
        (
            format!(
                "{GOOD}[[refuse]]\nharm = \"runs\"\nflags = [\"-c\"]\n[[refuse]]\nharm = \"runs\"\nflags = [\"-d\"]"
            ),
            "13:8",
            "this reason was given before",
        ),
        (
            format!("{GOOD}option = [{{ names = \"-c\", arity = \"optional\" }}]\n"),
            "9:21",
            "`arity` without `value`",
        ),
        (
            format!("{GOOD}option = [{{ names = \"-c\", value = {{ role = \"text\", check = \"y\" }} }}]\n"),
            "9:60",
            "unknown variant `y`",
        ),
        (prints("with = [\"-c\"]"), "11:9", "`-c` is no option of it"),
        (prints("may = [\"-NUM\"]"), "11:8", "`-NUM` is no option of it"),
        (prints("as-written = true\nmay = [\"--since=\"]"), "12:8", "`--since` is no option of it"),
        (prints("format = { option = \"-c\" }"), "11:21", "`-c` is no option of it"),
        (
            prints("may = [\"-a\"]\nalone = [\"-b\"]"),
            "10:8",
            "`alone` and `exactly` go with each other no more",
        ),
        (prints("first = true"), "10:8", "`first` needs `with`"),
    ] {
        let found = mistakes_of(&text);
        let [mistake] = found.as_slice() else { panic!("{reason}: {found:?}") };
        assert!(mistake.why.contains(reason), "{reason}: {mistake}");
        assert!(mistake.to_string().starts_with(&format!("a/x.toml:{place}: ")), "{place}: {mistake}");
    }
}

#[test]
fn all_mistakes_of_all_files_are_found_at_once() {
    let text =
        GOOD.replace("\"-a --all\", \"-b\"", "\"-b\", \"-a\", \"-b\"").replace("no = [\"x -z\"]\n", "");
    let other = file("y.toml", GOOD);
    let found = compile(&[file("x.toml", text), other]).expect_err("both must be refused");
    let shown: Vec<String> = found.iter().map(ToString::to_string).collect();
    let places: Vec<&str> = shown.iter().filter_map(|line| line.split(": ").next()).collect();
    assert_eq!(
        places,
        ["y.toml:2:8", "y.toml:2:8", "x.toml:2:8", "x.toml:6:16", "x.toml:6:22"],
        "{shown:#?}"
    );
}

#[test]
fn the_folder_of_tables_compiles() {
    let files = folder();
    let programs = compile(&files).unwrap_or_else(|mistakes| panic!("{mistakes:#?}"));
    let packed = programs.iter().filter(|program| READS_POWERSHELL || program.cmdlet.is_none());
    assert!(packed.eq(crate::commands::programs()));
}

#[test]
fn a_table_that_is_like_another_shares_its_options_and_examples() {
    let base = "needs = { any = [\"-a\"], harm = \"writes\", why = \"packs\" }\n";
    let base = format!("{}{base}", GOOD.replace("yes = [\"x\"]", "yes = [\"x -a\"]"));
    let like = "name = \"y\"\nlike = \"x\"\nsummary = \"as x\"\nsource = { page = \"y(1)\" }\nyes = [\"y -a\"]\nno = [\"y\"]\n";
    let programs = compile(&[file("x.toml", base), file("y.toml", like)]).expect("both tables are good");
    assert_eq!(programs.len(), 2);
    for program in programs {
        let names = program.form.option("--all").map(|option| option.names);
        let needs = program.form.needs.map(|it| (it.harm, it.why));
        assert_eq!(names, Some(&["-a", "--all"][..]), "{program:?}");
        assert_eq!(needs, Some((Harm::Writes, "packs")), "{program:?}");
    }
}

#[test]
fn a_sub_command_has_what_its_program_says_and_those_that_are_alike_have_it_too() {
    let text = format!(
        "{GOOD}clusters = false\nsettings = [\".xrc\"]\n[[sub]]\nname = \"p\"\nsummary = \"does p\"\nflags = [\"-q\"]\n\
         yes = [\"x p -q\"]\nno = [\"x p a\"]\nalike = {{ r = \"does r\" }}\n[[sub.sub]]\nname = \"s\"\nsummary = \"does s\"\n\
         clusters = true\nui = \"list\"\nsettings = []\nyes = [\"x p s\"]\nno = [\"x p s -z\", \"x -a\"]\n"
    );
    let programs = compile(&[file("x.toml", text)]).expect("the table is good");
    for (name, summary) in [("p", "does p"), ("r", "does r")] {
        let form = programs[0].form.sub(name).expect("a sub-command");
        assert_eq!((form.summary, form.syntax.clusters, form.settings), (summary, false, &[".xrc"][..]));
        assert_eq!(
            (form.display.ui, form.yes),
            (crate::commands::UiKind::Read, &[&*format!("x {name} -q")][..])
        );
        let inner = form.sub("s").expect("a sub-command");
        assert_eq!(
            (inner.syntax.clusters, inner.settings, inner.display.ui),
            (true, &[][..], crate::commands::UiKind::List)
        );
        assert_eq!(inner.no, [&*format!("x {name} s -z"), "x -a"]);
    }
}

#[test]
fn a_remark_has_the_place_of_the_option_or_else_of_the_form() {
    let text = format!(
        "{GOOD}groups = [\"g\"]\n\n[[group]]\nname = \"g\"\nflags = [\"-g\"]\n\n[[sub]]\nname = \"s\"\n\
         summary = \"does s\"\nflags = [\"-d\"]\nalike = {{ t = \"does t\" }}\nyes = [\"x s\"]\nno = [\"x s -z\"]\n"
    );
    let table = file("x.toml", &text);
    assert!(compile(core::slice::from_ref(&table)).is_ok());
    let places = Places::of(&table);
    assert!(places.has("x") && places.has("x s") && places.has("x t") && !places.has("y"));
    for (form, option, expected) in [
        ("x", "--all", "-a --all"),
        ("x", "-g", "-g"),
        ("x s", "-d", "-d"),
        ("x t", "-d", "-d"),
        ("x", "-z", "x"),
        ("x s", "-z", "s"),
    ] {
        let at = places.remark(form, option, "").at.expect("a place");
        assert_eq!(text.get(at).map(|it| it.trim_matches('"')), Some(expected), "{form} {option}");
    }
}

#[test]
fn a_line_of_the_list_of_refusals_is_a_whole_table() {
    let text = "[changes]\nbg = { source = { page = \"bg(1)\" }, summary = \"resume jobs\", why = \"changes jobs\" }\n[runs]\n\
                go = { source = { page = \"go(1)\" }, summary = \"start things\", ui = \"edit\", no = [\"go x\"] }\n";
    let programs = compile(&[file("refused.toml", text)]).expect("the list is good");
    let shown: Vec<_> = programs
        .iter()
        .map(|it| (it.name, it.form.summary, it.form.refuse.map(|it| (it.harm, it.why)), it.form.no))
        .collect();
    assert_eq!(
        shown,
        [
            ("bg", "resume jobs", Some((Harm::Changes, "changes jobs")), &["bg"][..]),
            ("go", "start things", Some((Harm::Runs, "runs a program")), &["go x"][..]),
        ]
    );
    let found = compile(&[file("refused.toml", text), file("x/bg.toml", GOOD.replace("\"x\"", "\"bg\""))]);
    assert!(found.is_err_and(|it| it[0].to_string().contains("`bg` has a table in refused.toml already")));
}

#[test]
fn the_table_in_the_readme_compiles_and_its_examples_hold() {
    let readme = include_str!("../../../commands/README.md");
    let blocks: Vec<&str> =
        readme.split("```toml\n").skip(1).filter_map(|it| it.split("```").next()).collect();
    let [block] = blocks.as_slice() else { panic!("{} blocks", blocks.len()) };
    let programs = compile(&[file("head.toml", *block)]).unwrap_or_else(|mistakes| panic!("{mistakes:#?}"));
    let program = &programs.leak()[0];
    let examples = [(program.form.yes, true), (program.form.no, false)];
    for (text, expected) in
        examples.into_iter().flat_map(|(texts, it)| texts.iter().map(move |text| (text, it)))
    {
        let example = Example::read(text).expect("an example");
        assert_eq!(
            example.is_vouched(program, &program.form),
            expected,
            "{text}: {}",
            example.outcome(program)
        );
    }
    assert_eq!(
        program.form.option("--compress-program").and_then(|it| it.refuse).map(|it| it.harm),
        Some(Harm::Runs)
    );
}

#[test]
fn what_a_program_prints_holds_for_those_that_are_like_it_unless_it_is_its_own() {
    let other = GOOD.replace("\"x\"", "\"y\"").replace("flags = [\"-a --all\", \"-b\"]", "like = \"x\"");
    let both = format!("{}[[prints]]\nwhat = \"lines\"\nown = true\n", prints("with = [\"-a\"]"));
    let programs = compile(&[file("x.toml", both), file("y.toml", other)]).expect("good tables");
    let kinds: Vec<Vec<Printed>> =
        programs.iter().map(|it| it.form.prints.iter().map(|entry| entry.what).collect()).collect();
    assert_eq!(kinds, [vec![Printed::FileNames, Printed::Lines], vec![Printed::FileNames]]);
}
