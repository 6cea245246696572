//! `doctor`: what this machine can enforce, part by part, with the remedy for each part that is missing.
//!
//! Owns the drawing. The parts are found by the library that builds sandboxes.

use std::fmt::Write as _;

use clap::builder::styling::{AnsiColor, Style};
use serde::Serialize;

use super::arguments::Doctor;
use super::draw::Colour;
use super::exit::Exit;
use super::failure::Failure;
use super::terminal;
use super::visible::line;
use crate::sandbox::{self, Backend, Holding};

/// One part of what keeps a command confined.
#[derive(Clone, Debug, Serialize)]
struct Part {
    /// Such as `Landlock`.
    name: String,
    /// Whether it works here.
    works: bool,
    /// What was found, such as `ABI 6`.
    found: String,
    /// What to do when it does not work; empty when it does.
    remedy: String,
}

/// Every part, in the order in which they are shown, each tried on this machine.
fn parts(backend: Backend) -> std::io::Result<Vec<Part>> {
    let parts = sandbox::probe(None, backend)?;
    Ok(parts
        .into_iter()
        .map(|(promise, holding)| {
            let (works, found, remedy) = match holding {
                Holding::Holds => (true, promise.sentence().to_owned(), String::new()),
                Holding::Lost { why, remedy } => (false, why, remedy),
            };
            Part { name: promise.code().to_owned(), works, found, remedy }
        })
        .collect())
}

pub(super) fn doctor(asked: &Doctor) -> Result<Exit, Failure> {
    let backend = asked.backend.unwrap_or(Backend::of_this_system());
    if asked.attack {
        #[cfg(target_os = "linux")]
        return super::attack::attack(backend, asked.json);
        #[cfg(not(target_os = "linux"))]
        return Err(Failure::usage("there is no sandbox to attack on this system yet", "try it on Linux"));
    }
    let parts = parts(backend)?;
    let healthy = parts.iter().all(|part| part.works);
    terminal::data(&if asked.json {
        json(&parts, healthy)
    } else {
        draw(&parts, terminal::colour_of_data())
    })?;
    Ok(if healthy { Exit::Done } else { Exit::Internal })
}

fn json(parts: &[Part], healthy: bool) -> String {
    #[derive(Serialize)]
    struct Report<'p> {
        healthy: bool,
        parts: &'p [Part],
    }
    serde_json::to_string(&Report { healthy, parts }).unwrap_or_default()
}

fn draw(parts: &[Part], colour: Colour) -> String {
    let width = parts.iter().map(|part| part.name.chars().count()).max().unwrap_or(0);
    let mut out = String::new();
    for part in parts {
        let (mark, style) = match (part.works, colour) {
            (true, Colour::Always) => ("ok", AnsiColor::Green.on_default()),
            (false, Colour::Always) => ("missing", AnsiColor::Red.on_default()),
            (true, Colour::Never) => ("ok", Style::new()),
            (false, Colour::Never) => ("missing", Style::new()),
        };
        // Writing to a string does not fail.
        let _ = writeln!(out, "{style}{mark:<7}{style:#}  {:<width$}  {}", part.name, line(&part.found));
        if !part.remedy.is_empty() {
            let _ = writeln!(out, "         {:<width$}  {}", "", line(&part.remedy));
        }
    }
    out
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_missing_part_comes_with_its_remedy() {
        let part = |name: &str, works, found: &str, remedy: &str| Part {
            name: name.to_owned(),
            works,
            found: found.to_owned(),
            remedy: remedy.to_owned(),
        };
        let parts = [
            part("Landlock", true, "ABI 6", ""),
            part("user namespaces", false, "refused", "set `kernel.unprivileged_userns_clone=1`"),
        ];
        assert_eq!(
            draw(&parts, Colour::Never),
            "ok       Landlock         ABI 6\n\
             missing  user namespaces  refused\n\
             \x20                         set `kernel.unprivileged_userns_clone=1`\n"
        );
        assert!(
            json(&parts, false).starts_with(r#"{"healthy":false,"parts":[{"name":"Landlock","works":true,"#)
        );
    }
}
