//! A table that breaks a rule of the table language stops the build, with the file and the reason.

use std::format;
use std::string::{String, ToString};

use crate::commands::Harm;
use crate::commands::compile::{compile, read_tables};

const GOOD: &str = r#"
name = "x"
summary = "does x"
source = "x(1)"
ui = "read"
flags = ["-a --all", "-b"]
yes = ["x"]
no = ["x -z"]
"#;

fn error_of(text: &str) -> String {
    compile(&[("x.toml".to_string(), text.to_string())]).expect_err("the table must be refused")
}

#[test]
fn a_good_table_is_compiled() {
    assert!(compile(&[("x.toml".to_string(), GOOD.to_string())]).is_ok());
}

#[test]
fn a_malformed_table_is_refused_with_its_file_and_the_reason() {
    for (text, reason) in [
        (GOOD.replace("yes = [\"x\"]\n", ""), "at least one example"),
        (GOOD.replace("no = [\"x -z\"]\n", ""), "at least one example"),
        (GOOD.replace("source = \"x(1)\"\n", ""), "`source` is missing"),
        (GOOD.replace("\"-a --all\", \"-b\"", "\"-b\", \"-a --all\""), "`-a` stands after `-b`"),
        (GOOD.replace("\"-b\"", "\"-b --all\""), "`--all` stands there twice"),
        (format!("{GOOD}like = \"y\"\n"), "no table of its own for `y`"),
        (format!("{GOOD}[needs]\nany = [\"-t\"]\nharm = \"writes\"\n"), "needs `-t`, which is no option"),
        (format!("{GOOD}intent = \"lies\"\n"), "`lies` is not an intent"),
        (format!("{GOOD}colour = 1\n"), "unknown field `colour`"),
        (GOOD.replace("\"read\"", "\"shiny\""), "`shiny` is not a kind of display"),
        (GOOD.replace("name = \"x\"", "name = \"y\""), "named for its program"),
        (format!("{GOOD}[operands]\nrest = \"file\"\n"), "`file` is not a role"),
        (format!("{GOOD}[operands]\nrest = \"command\"\n"), "needs `wrapper`"),
        (format!("{GOOD}[[refuse]]\nnames = [\"-c\"]\n"), "`harm` belongs"),
        (format!("{GOOD}why = \"is old\"\n"), "`why` without `harm`"),
        (format!("{GOOD}[[refuse]]\nnames = [\"-c\"]\nharm = \"evil\"\n"), "unknown variant `evil`"),
        (format!("{GOOD}[[option]]\nnames = [\"-c\"]\narity = \"optional\"\n"), "`arity` without `value`"),
        (
            format!("{GOOD}[[option]]\nnames = [\"-c\"]\nvalue = {{ role = \"text\", check = \"y\" }}\n"),
            "not a check",
        ),
    ] {
        let error = error_of(&text);
        assert!(error.starts_with("x.toml: ") && error.contains(reason), "{reason}: {error}");
    }
}

#[test]
fn the_folder_of_tables_compiles() {
    let folder = std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join("commands");
    let files = read_tables(&folder).expect("the folder can be read");
    assert_eq!(files.len(), crate::commands::programs().len());
    assert!(compile(&files).is_ok_and(|tables| tables.iter().eq(crate::commands::programs())));
}

#[test]
fn a_table_that_is_like_another_shares_its_options_and_examples() {
    let base = GOOD.replace("flags", "[needs]\nany = [\"-a\"]\nharm = \"writes\"\nwhy = \"packs\"\n#");
    let base = base.replace("yes =", "#").replace("no =", "#");
    let base = format!("flags = [\"-a --all\", \"-b\"]\nyes = [\"x -a\"]\nno = [\"x\"]\n{base}");
    let like = "name = \"y\"\nlike = \"x\"\nsummary = \"as x\"\nsource = \"y(1)\"\nui = \"read\"\nyes = [\"y -a\"]\nno = [\"y\"]\n";
    let tables = [("x.toml".to_string(), base), ("y.toml".to_string(), like.to_string())];
    let programs = compile(&tables).expect("both tables are good");
    assert_eq!(programs.len(), 2);
    for program in programs {
        let names = program.form.option("--all").map(|option| option.names);
        assert_eq!(
            (names, program.form.needs.map(|it| (it.harm, it.why))),
            (Some(&["-a", "--all"][..]), Some((Harm::Writes, "packs"))),
            "{program:?}"
        );
    }
}
