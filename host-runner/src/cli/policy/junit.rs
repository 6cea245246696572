//! The results of tests as the XML of `JUnit`, which build servers read.
//!
//! Owns the elements and their escapes. The form is that of Ant's task, as Jenkins and GitLab read it.

use std::fmt::Write as _;

/// One test.
#[derive(Debug)]
pub(super) struct Case {
    pub(super) file: String,
    pub(super) line: u32,
    pub(super) name: String,
    /// Why it failed.
    pub(super) failure: Option<String>,
}

/// The report of one suite.
pub(super) fn report(suite: &str, cases: &[Case]) -> String {
    let failures = cases.iter().filter(|case| case.failure.is_some()).count();
    let mut out = String::from("<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n");
    // Writing to a string does not fail.
    let _ = writeln!(
        out,
        "<testsuites>\n  <testsuite name=\"{}\" tests=\"{}\" failures=\"{failures}\">",
        escaped(suite),
        cases.len()
    );
    for case in cases {
        let Case { file, line, name, failure } = case;
        let (file, name) = (escaped(file), escaped(name));
        let _ =
            write!(out, "    <testcase classname=\"{file}\" file=\"{file}\" line=\"{line}\" name=\"{name}\"");
        let _ = match failure {
            Some(why) => writeln!(out, ">\n      <failure message=\"{}\"/>\n    </testcase>", escaped(why)),
            None => writeln!(out, "/>"),
        };
    }
    out.push_str("  </testsuite>\n</testsuites>\n");
    out
}

/// A text inside of an attribute. XML 1.0 has no way to write most control characters.
fn escaped(text: &str) -> String {
    let mut out = String::new();
    for letter in text.chars() {
        match letter {
            '&' => out.push_str("&amp;"),
            '<' => out.push_str("&lt;"),
            '>' => out.push_str("&gt;"),
            '"' => out.push_str("&quot;"),
            '\t' | '\n' | '\r' => {
                let _ = write!(out, "&#{};", u32::from(letter));
            }
            letter if letter.is_control() || matches!(letter, '\u{fffe}' | '\u{ffff}') => {
                out.push('\u{fffd}');
            }
            letter => out.push(letter),
        }
    }
    out
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn no_text_leaves_its_attribute() {
        let case = |failure: Option<&str>| Case {
            file: "a<b>.json".to_owned(),
            line: 3,
            name: "echo \"x\" && y\n\u{1b}".to_owned(),
            failure: failure.map(str::to_owned),
        };
        let report = report("s", &[case(None), case(Some("it's <allow>"))]);
        assert_eq!(
            report,
            "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<testsuites>\n  <testsuite name=\"s\" tests=\"2\" failures=\"1\">\n    \
             <testcase classname=\"a&lt;b&gt;.json\" file=\"a&lt;b&gt;.json\" line=\"3\" name=\"echo &quot;x&quot; &amp;&amp; \
             y&#10;\u{fffd}\"/>\n    <testcase classname=\"a&lt;b&gt;.json\" file=\"a&lt;b&gt;.json\" line=\"3\" name=\"echo \
             &quot;x&quot; &amp;&amp; y&#10;\u{fffd}\">\n      <failure message=\"it's &lt;allow&gt;\"/>\n    </testcase>\n  \
             </testsuite>\n</testsuites>\n"
        );
    }
}
