//! The page of the figures: a table between two marks in `tests/README.md`.
//!
//! Owns its form. Rows of benchmarks that were not run stay as they are.

use std::fs;

use xtask_base::Failure;
use xtask_base::places::{self, Places};

use super::Figure;
use super::rows::{ROWS, Wanted};

const FILE: &str = "tests/README.md";
const BEGIN: &str = "<!-- `cargo xtask figures --write` makes what follows -->\n";
const END: &str = "<!-- until here -->\n";
const HEAD: &str = "| figure | measured | wanted | day | command |\n|---|---|---|---|---|";

/// The row of a figure.
pub(super) fn line(figure: &Figure) -> String {
    let wanted = match figure.wanted {
        Some(Wanted::AtMost(bound)) => format!("at most {}", figure.unit.write(bound)),
        Some(Wanted::AtLeast(bound)) => format!("at least {}", figure.unit.write(bound)),
        None => String::new(),
    };
    let measured = figure.unit.write(figure.measured);
    format!("| {} | {measured} | {wanted} | {} | `{}` |", figure.name, figure.on, figure.command)
}

/// A table of such rows.
pub(super) fn table(lines: &[String]) -> String {
    format!("{HEAD}\n{}", lines.join("\n"))
}

/// Writes the figures into the page.
pub(super) fn write(places: &Places, figures: &[Figure]) -> Result<(), Failure> {
    let file = places.workspace.join(FILE);
    let text = fs::read_to_string(&file).map_err(Failure::at(&file))?;
    let page = with(&text, figures).ok_or_else(|| Failure::Template {
        file: FILE.to_owned(),
        why: format!("it has no lines `{}` and `{}`", BEGIN.trim_end(), END.trim_end()),
    })?;
    places::write(&file, page)
}

/// `text` with the rows of `figures` in its page.
fn with(text: &str, figures: &[Figure]) -> Option<String> {
    let (before, rest) = text.split_once(BEGIN)?;
    let (page, after) = rest.split_once(END)?;
    let old: Vec<&str> = page.lines().filter(|line| line.starts_with("| ")).skip(1).collect();
    let lines: Vec<String> = ROWS
        .iter()
        .filter_map(|row| {
            let is_it = |figure: &&Figure| figure.name == row.name && figure.command == row.bench.command();
            let begin = format!("| {} |", row.name);
            let end = format!("`{}` |", row.bench.command());
            let there = || old.iter().find(|line| line.starts_with(&begin) && line.ends_with(&end));
            figures.iter().find(is_it).map(line).or_else(|| there().map(|line| (*line).to_owned()))
        })
        .collect();
    Some(format!("{before}{BEGIN}\n{}\n\n{END}{after}", table(&lines)))
}

#[cfg(test)]
mod tests {
    use super::super::bench::Bench;
    use super::*;

    fn figure(bench: Bench, measured: f64) -> Figure {
        let row = ROWS.iter().find(|row| row.bench == bench).expect("a row");
        Figure::new(row, measured, "2026-11-27")
    }

    #[test]
    fn rows_of_benchmarks_that_did_not_run_stay() {
        let empty = format!("above\n{BEGIN}{END}below\n");
        let first =
            with(&empty, &[figure(Bench::Verdict, 1.5), figure(Bench::NodeStart, 1.1)]).expect("a page");
        let second = with(&first, &[figure(Bench::Verdict, 1.25)]).expect("a page");
        assert!(second.starts_with("above\n") && second.ends_with("below\n"));
        assert!(second.contains("| 1.10 × | at most 0.75 × |"), "{second}");
        assert!(second.contains("| 1.25 × | at most 0.80 × |") && !second.contains("1.50 ×"), "{second}");
    }

    #[test]
    fn a_text_without_the_marks_has_no_page() {
        assert_eq!(with("# Tests\n", &[]), None);
    }

    #[test]
    fn the_readme_has_every_row() {
        let file = std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join("../../tests/README.md");
        let text = fs::read_to_string(file).expect("the page");
        let page = text.split_once(BEGIN).and_then(|(_, rest)| rest.split_once(END)).expect("its marks").0;
        let rows = page.lines().filter(|line| line.starts_with("| ")).count() - 1;
        assert_eq!(rows, ROWS.len(), "`cargo xtask figures --write` makes the page");
        assert_eq!(with(&text, &[]).as_deref(), Some(text.as_str()));
    }
}
