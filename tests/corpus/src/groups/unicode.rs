//! Text beyond ASCII, at every place where text can be, and answers whose places count UTF-16 units.

use std::collections::BTreeMap;

use serde_json::json;

use crate::questions::{Maker, Question};
use crate::request::{Asked, Facts};
use crate::settings::Settings;

/// Letters, signs and blanks of one to four bytes, of one and two UTF-16 units, joined ones, and what cannot be seen.
const SIGNS: &[&str] = &[
    "é",
    "e\u{301}",
    "ß",
    "İ",
    "ſ",
    "漢字",
    "한글",
    "עברית",
    "नमस्ते",
    "😀",
    "👩\u{200d}👩\u{200d}👧",
    "\u{1f3f4}\u{e0067}\u{e007f}",
    "\u{10ffff}",
    "\u{ffff}",
    "\u{fffd}",
    "\u{e000}",
    "𝓪𝓫",
    "\u{a0}",
    "\u{2003}",
    "\u{3000}",
    "\u{200b}",
    "\u{feff}",
    "\u{202e}",
    "\u{2066}",
    "\u{2028}",
    "\u{85}",
    "\u{7f}",
    "\u{1b}[31m",
    "\u{b}",
    "\u{c}",
    "\r",
    "\r\n",
    "\t",
    "−",
    "‐",
    "“x”",
    "；",
    "｜",
    "＆",
    "＄(x)",
    "／etc／shadow",
    "ｃｕｒｌ",
    "а",
    "ﬁ",
    "K",
    "Ⅷ",
    "٣",
    "²",
];

const PLACES: &[&str] = &[
    "SIGN",
    "echo SIGN",
    "echo 'SIGN'",
    "echo \"SIGN $x\"",
    "cat SIGN",
    "cat SIGN/../../x",
    "ls -SIGN",
    "SIGN=1 ls",
    "ls > SIGN",
    "git commit -m 'a SIGN b'",
    "grep SIGN f | wc -l",
    "cat <<E\nSIGN\nE\ncurl SIGN",
    "# SIGN\nls",
    "curl http://SIGN/",
    "rm -- SIGN",
    "find . -name 'SIGN*' -deleteSIGN",
    "$'SIGN'",
    "aSIGNb;SIGN|SIGN",
    "cd SIGN && cat .env",
    "[[ SIGN =~ SIGN ]]",
    "echo {SIGN,b}SIGN",
    "SIGN SIGN 'SIGN",
];

pub(crate) fn add(maker: &mut Maker, settings: &Settings) {
    for (at, sign) in SIGNS.iter().enumerate() {
        for place in PLACES {
            let command = place.replace("SIGN", sign);
            maker.check(settings.turn(at), Asked::at_home(&command).text());
        }
        let path = format!("/repo/{sign}");
        let asked = Asked {
            id: Some(json!({ *sign: [sign] })),
            tool: Some(format!("Tool {sign}")),
            cwd: Some(path.clone()),
            home: Some(format!("/home/{sign}")),
            policy: Some(
                json!({ "permissions": { "deny": [format!("Bash(rm {sign}:*)"), format!("Read(./{sign}*)")] } }),
            ),
            facts: Some(Facts {
                real_paths: [(format!("{path}/{sign}"), format!("/x/{sign}"))].into(),
                repository_programs: [(path, vec![format!("diff.{sign}.command")])].into(),
                ..Facts::default()
            }),
            ..Asked::bare("SIGN".replace("SIGN", &format!("cat {sign}; rm {sign} x; git diff {sign}")))
        };
        maker.check(settings.none, asked.text());
        let contents: BTreeMap<_, _> =
            [("/repo/f".to_owned(), Some(format!("a {sign} b\n{sign}\r\na")))].into();
        for script in ["s/a/SIGN/", "s/SIGN/x/g", "/SIGN/d", "y/SIGN/b/", "1iSIGN", "s/./[&]/g", "s/\\w/x/2"]
        {
            let mut asked = Asked::at_home(format!("sed -i '{}' f", script.replace("SIGN", sign)));
            asked.facts.get_or_insert_default().contents = contents.clone();
            maker.check(settings.none, asked.text());
        }
    }
}

/// Many of what the groups before asked, and all that is beyond ASCII, as JavaScript counts.
pub(crate) fn add_utf16(maker: &mut Maker, _: &Settings) {
    let mut again = Vec::new();
    for (at, entry) in maker.entries().iter().enumerate() {
        let Question::Check { policy, utf16: false, request } = &entry.question else { continue };
        let is_made = ["checks", "cases", "facts", "generated", "unicode"].contains(&entry.group.as_str());
        // The other keys come before it: an object with an `id` is not sure to be written again as it was.
        let begins = request.starts_with("{\"command\"") && !request.contains("\"policy\"");
        if is_made && begins && (at % 60 == 0 || !request.is_ascii() && at % 4 == 0) {
            again.push((*policy, request.clone()));
        }
    }
    for (policy, request) in again {
        maker.check_utf16(policy, request);
    }
}
