//! `explain`: what a check is for, with the examples that are its tests.
//!
//! Owns the look-up by code or number and the drawing of a page. The pages are the core's.

use std::fmt::Write as _;

use serde::Serialize;

use super::arguments::Explain;
use super::exit::Exit;
use super::failure::Failure;
use super::terminal;

/// What is said about one check.
#[derive(Clone, Debug, Serialize)]
#[serde(rename_all = "camelCase")]
struct Page {
    /// Such as `OUTPUT_REDIRECTION`.
    code: &'static str,
    /// For the 23.
    number: Option<u8>,
    /// What is wrong, in one line.
    message: &'static str,
    /// What to do.
    help: &'static str,
    /// The story with its examples, as Markdown.
    text: &'static str,
}

// ---------------------------------------------------------------------------------------------------------------
// The one place where the core's registry of checks is read.

/// Every page in the order of the checks.
fn pages() -> Vec<Page> {
    Vec::new()
}

// ---------------------------------------------------------------------------------------------------------------

pub(super) fn explain(asked: &Explain) -> Result<Exit, Failure> {
    let pages = pages();
    if pages.is_empty() {
        return Err(Failure::Missing("this build holds no pages to explain", Exit::Internal));
    }
    let shown = match &asked.code {
        None if asked.json => json(&pages),
        None => list(&pages),
        Some(code) => {
            let page = find(&pages, code).ok_or_else(|| {
                Failure::usage(
                    format!("there is no check `{code}`"),
                    "`shellgate explain --list` shows every check with its code and number",
                )
            })?;
            if asked.json { json(page) } else { draw(page) }
        }
    };
    terminal::data(&shown)?;
    Ok(Exit::Done)
}

/// The page with this code, in any case and with `-` for `_`, or with this number.
fn find<'p>(pages: &'p [Page], asked: &str) -> Option<&'p Page> {
    let code = asked.trim().replace('-', "_");
    pages.iter().find(|page| {
        page.code.eq_ignore_ascii_case(&code)
            || page.number.is_some_and(|number| code.parse::<u8>() == Ok(number))
    })
}

fn list(pages: &[Page]) -> String {
    let width = pages.iter().map(|page| page.code.len()).max().unwrap_or(0);
    let mut out = String::new();
    for page in pages {
        let number = page.number.map(|number| number.to_string()).unwrap_or_default();
        // Writing to a string does not fail.
        let _ = writeln!(out, "{number:>2}  {:<width$}  {}", page.code, page.message);
    }
    out
}

fn draw(page: &Page) -> String {
    let number = page.number.map(|number| format!(" (check {number})")).unwrap_or_default();
    format!("{}{number}: {}\nhelp: {}\n\n{}\n", page.code, page.message, page.help, page.text.trim())
}

fn json<T: Serialize + ?Sized>(value: &T) -> String {
    serde_json::to_string(value).unwrap_or_default()
}

#[cfg(test)]
mod tests {
    use super::*;

    const PAGES: &[Page] = &[
        Page {
            code: "OUTPUT_REDIRECTION",
            number: Some(10),
            message: "writes to a file",
            help: "leave the redirect out",
            text: "A redirect writes.\n",
        },
        Page { code: "PATH", number: None, message: "leaves the project", help: "", text: "" },
    ];

    #[test]
    fn a_page_is_found_by_code_and_by_number() {
        for asked in ["OUTPUT_REDIRECTION", "output-redirection", " 10 ", "010"] {
            assert_eq!(find(PAGES, asked).map(|page| page.code), Some("OUTPUT_REDIRECTION"), "{asked}");
        }
        for asked in ["", "1", "OUTPUT", "999999"] {
            assert!(find(PAGES, asked).is_none(), "{asked}");
        }
    }

    #[test]
    fn pages_and_lists_are_plain_text() {
        assert_eq!(
            list(PAGES),
            "10  OUTPUT_REDIRECTION  writes to a file\n    PATH                leaves the project\n"
        );
        assert_eq!(
            draw(&PAGES[0]),
            "OUTPUT_REDIRECTION (check 10): writes to a file\nhelp: leave the redirect out\n\nA redirect writes.\n"
        );
    }
}
