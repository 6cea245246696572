//! A report as one page: tables and bars, without a script, a font or a picture from elsewhere.

use crate::report::{Report, Table, Value};

/// The style of the page, for light and dark.
const STYLE: &str = include_str!("page.css");

/// Width of a bar for all calls, in pixels.
const BAR_WIDTH: f64 = 110.0;

/// Most characters of a text that is not broken into lines.
const SHORT_CHARACTERS: usize = 32;

/// Columns of calls that a bar shows beside the number, with the class of the bar.
const BARS: [(&str, &str); 5] =
    [("calls", "calls"), ("allow", "allow"), ("ask", "ask"), ("deny", "deny"), ("depends_on_disk", "disk")];

/// The page.
pub fn html(report: &Report) -> String {
    let mut out = vec![format!(
        "<!doctype html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n\
         <meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">\n\
         <meta http-equiv=\"Content-Security-Policy\" content=\"default-src 'none'; style-src 'unsafe-inline'\">\n\
         <title>Shellgate audit</title>\n<style>\n{STYLE}</style>\n</head>\n<body>\n<main>\n<h1>Shellgate audit</h1>\n\
         <p class=\"asked\"><code>{}</code></p>\n",
        escaped(&report.asked)
    )];
    if let Some(summary) = report.tables.iter().find(|table| table.name == "summary") {
        out.push(whole(summary));
    }
    if report.tables.len() > 1 {
        let links = report.tables.iter().map(|table| format!("<a href=\"#{0}\">{0}</a>", table.name));
        out.push(format!("<nav>{}</nav>\n", links.collect::<Vec<_>>().join(" ")));
    }
    for table in &report.tables {
        out.push(section(table));
    }
    if !report.notes.is_empty() {
        let notes = report.notes.iter().map(|note| {
            format!(
                "<li>{}</li>
",
                escaped(note)
            )
        });
        let notes = notes.collect::<Vec<_>>().concat();
        out.push(format!("<section>\n<h2>notes</h2>\n<ul>\n{notes}</ul>\n</section>\n"));
    }
    out.push("</main>\n</body>\n</html>\n".to_owned());
    out.concat()
}

/// One bar of all calls, by the answer.
fn whole(summary: &Table) -> String {
    let (Some(decision), Some(calls)) = (place(summary, "decision"), place(summary, "calls")) else {
        return String::new();
    };
    let answers = [("allow", "allow"), ("depends_on_disk", "disk"), ("ask", "ask"), ("deny", "deny")];
    let counts = answers.map(|(answer, class)| {
        let rows = (0..summary.rows.num_rows())
            .filter(|row| summary.value(*row, decision) == Value::Text(answer.to_owned()));
        let count = rows.map(|row| number(&summary.value(row, calls))).sum::<f64>();
        (answer, class, count)
    });
    let all = counts.iter().map(|(_, _, count)| count).sum::<f64>().max(1.0);
    let mut bar = Vec::new();
    let mut legend = Vec::new();
    let mut from = 0.0;
    for (answer, class, count) in counts {
        let width = count / all * 100.0;
        bar.push(format!(
            "<rect class=\"{class}\" x=\"{from:.2}%\" y=\"0\" width=\"{width:.2}%\" height=\"28\"/>"
        ));
        from += width;
        legend.push(format!(
            "<span><i class=\"{class}\"></i>{} <b>{count:.0}</b> ({width:.1}&nbsp;%)</span>",
            answer.replace('_', " ")
        ));
    }
    format!(
        "<svg class=\"whole\" width=\"100%\" height=\"28\" role=\"img\" aria-label=\"calls by answer\">{}</svg>\n\
         <p class=\"legend\">{}</p>\n",
        bar.concat(),
        legend.concat()
    )
}

fn section(table: &Table) -> String {
    let names = table.columns();
    let rows = table.rows.num_rows();
    let mut out = vec![format!(
        "<section id=\"{0}\">\n<h2>{0}</h2>\n<p>{1}</p>\n",
        escaped(table.name),
        escaped(table.title)
    )];
    if rows == 0 {
        out.push("<p class=\"none\">none</p>\n</section>\n".to_owned());
        return out.concat();
    }
    let most = place(table, "calls")
        .map_or(1.0, |column| (0..rows).map(|row| number(&table.value(row, column))).fold(1.0, f64::max));
    let heads = names.iter().map(|name| format!("<th>{}</th>", escaped(&name.replace('_', " "))));
    out.push(format!(
        "<div><table>\n<thead><tr>{}</tr></thead>\n<tbody>\n",
        heads.collect::<Vec<_>>().concat()
    ));
    for row in 0..rows {
        let cells =
            names.iter().enumerate().map(|(column, name)| cell(name, &table.value(row, column), most));
        out.push(format!("<tr>{}</tr>\n", cells.collect::<Vec<_>>().concat()));
    }
    out.push("</tbody>\n</table></div>\n</section>\n".to_owned());
    out.concat()
}

fn cell(name: &str, value: &Value, most: f64) -> String {
    let text = escaped(&value.shown());
    match value {
        Value::Whole(_) => {
            let bar = BARS.iter().find(|(column, _)| *column == name).map(|(_, class)| {
                let width = (number(value) / most * BAR_WIDTH).min(BAR_WIDTH);
                format!(
                    "<svg width=\"{BAR_WIDTH}\" height=\"6\" aria-hidden=\"true\">\
                     <rect class=\"{class}\" width=\"{width:.1}\" height=\"6\" rx=\"1\"/></svg>"
                )
            });
            format!("<td class=\"number\">{text}{}</td>", bar.unwrap_or_default())
        }
        Value::Fraction(_) => format!("<td class=\"number\">{text}</td>"),
        Value::Text(answer) if BARS.iter().skip(1).any(|(known, _)| known == answer) => {
            let class = if answer == "depends_on_disk" { "disk" } else { answer.as_str() };
            format!("<td><span class=\"answer {class}\">{}</span></td>", text.replace('_', " "))
        }
        _ if text.chars().count() <= SHORT_CHARACTERS => {
            format!("<td class=\"short\"><code>{text}</code></td>")
        }
        _ => format!("<td><code>{text}</code></td>"),
    }
}

fn place(table: &Table, name: &str) -> Option<usize> {
    table.columns().iter().position(|column| column == name)
}

#[expect(clippy::cast_precision_loss, reason = "it is the length of a bar")]
const fn number(value: &Value) -> f64 {
    match value {
        Value::Whole(number) => *number as f64,
        Value::Fraction(number) => *number,
        _ => 0.0,
    }
}

fn escaped(text: &str) -> String {
    text.replace('&', "&amp;").replace('<', "&lt;").replace('>', "&gt;").replace('"', "&quot;")
}
