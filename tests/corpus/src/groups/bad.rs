//! What is no request: every field with every wrong value, keys that nobody knows, texts that end too early.

use crate::questions::Maker;
use crate::settings::Settings;

const KEYS: &[&str] = &[
    "id",
    "tool",
    "command",
    "url",
    "prompt",
    "query",
    "allowedDomains",
    "blockedDomains",
    "cwd",
    "home",
    "shell",
    "policy",
    "facts",
    "mode",
];

const FACTS: &[&str] = &[
    "bareRepository",
    "bareRepositories",
    "carriesSecret",
    "contents",
    "existing",
    "implementations",
    "realPaths",
    "repositoryPrograms",
    "noSymbolicLinks",
    "sandboxed",
    "system",
    "urls",
];

/// Values that hardly any field takes.
const VALUES: &[&str] = &[
    "null",
    "true",
    "false",
    "0",
    "-0",
    "1.0",
    "1e400",
    "-1e-400",
    "12345678901234567890123",
    "\"\"",
    "\" \"",
    "\"x\"",
    "\"/\"",
    "\"\\u0000\"",
    "\"a\\ud800b\"",
    "\"\\udc00\"",
    "\"\\ud83d\\ude00\"",
    "\"\\ud83d\"",
    "\"\\uFEFFls\"",
    "\"\\u2028\"",
    "\"\\/\\b\\f\\n\\r\\t\"",
    "[]",
    "{}",
    "[1]",
    "[null]",
    "{\"a\":1}",
    "{\"/a\":true}",
    "{\"/a\":null}",
    "{\"/a\":\"/b\"}",
    "{\"/a\":\"b\"}",
    "{\"/a\":[\"b\"]}",
    "{\"/a\":[1]}",
    "{\"\":\"\"}",
    "{\"/a\":1,\"/a\":2}",
    "{\"__proto__\":{}}",
    "{\"constructor\":\"/\"}",
    "{\"1\":true,\"0\":true}",
    "{\"permissions\":{\"allow\":[\"Bash(\"]}}",
    "{\"permissions\":{\"alow\":[]}}",
    "{\"permissions\":[]}",
    "{ \"é😀\" : 1 }",
];

/// Texts that are requests of something else, of another version, or of nothing.
const TEXTS: &[&str] = &[
    "",
    " ",
    "\n",
    "\u{feff}{\"command\":\"ls\"}",
    "{",
    "}",
    "[",
    "nul",
    "true",
    "7",
    "-",
    "\"ls\"",
    "[]",
    "[{\"command\":\"ls\"}]",
    "{}",
    "{{}}",
    "{\"command\":\"ls\"}}",
    "{\"command\":\"ls\"}{\"command\":\"ls\"}",
    "{\"command\":\"ls\"},",
    "{'command':'ls'}",
    "{command:\"ls\"}",
    "{\"command\":\"ls\",}",
    "{\"command\":\"ls\"} // x",
    "{\"command\":\"l\ts\"}",
    "{\"command\":\"l\ns\"}",
    "{\"command\":\"\\x41\"}",
    "{\"command\":\"\\u12\"}",
    "{\"command\":\"\\u{41}\"}",
    "{\"command\":undefined}",
    "{\"command\":NaN}",
    "{\"command\":+1}",
    "{\"command\":01}",
    "{\"command\":.5}",
    "{\"command\":\"ls\",\"id\":01}",
    "{\"command\":\"ls\",\"id\":0.10}",
    "{\"command\":\"ls\",\"id\":1E+2}",
    "{\"command\":\"ls\",\"id\":-0.0}",
    "{\"version\":2,\"command\":\"ls\"}",
    "{\"command\":\"ls\",\"version\":\"0.2.0\"}",
    "{\"jsonrpc\":\"2.0\",\"id\":1,\"method\":\"check\",\"params\":{\"command\":\"ls\"}}",
    "{\"tool_name\":\"Bash\",\"tool_input\":{\"command\":\"ls\"}}",
    "{\"Command\":\"ls\"}",
    "{\"command \":\"ls\"}",
    "{\"command\\u0000\":\"ls\"}",
    "{\"comm\\u0061nd\":\"ls\"}",
    "{\"\":\"ls\"}",
    "{\"command\":{\"command\":\"ls\"}}",
    "{\"operation\":\"check\",\"request\":{\"command\":\"ls\"}}",
    "\t{ \"command\"\r\n:\"ls\" }\n",
    "{\"command\":\"ls\",\"facts\":{\"facts\":{}}}",
];

/// Every field of a request, and text of several bytes in it.
const WHOLE: &str = r#"{"id":"é","command":"cat 'ä😀' | \u0067rep x > \"\ud83d\ude00\"","cwd":"/repo","home":"/home/u","shell":"bash","mode":"plan","policy":{"permissions":{"deny":["Bash(x)"]}},"facts":{"bareRepository":false,"realPaths":{"/repo/ä😀":"/etc"}}}"#;

pub(crate) fn add(maker: &mut Maker, settings: &Settings) {
    let mut ask = |text: String| {
        maker.check(settings.none, text);
    };
    for text in TEXTS {
        ask((*text).to_owned());
    }
    for value in VALUES {
        ask((*value).to_owned());
        for key in KEYS.iter().filter(|key| **key != "command") {
            ask(format!(r#"{{"command":"ls","{key}":{value}}}"#));
            ask(format!("{{\n  \"{key}\": {value},\n  \"command\": \"ls\",\n  \"id\": \"é\"}}"));
        }
        ask(format!(r#"{{"id":[{value}],"command":{value}}}"#));
        ask(format!(r#"{{"command":"ls","command":{value}}}"#));
        ask(format!(r#"{{"{}":{value},"command":"ls"}}"#, "unknown"));
        for fact in FACTS {
            ask(format!(r#"{{"command":"git status; cat a","cwd":"/repo","facts":{{"{fact}":{value}}}}}"#));
        }
    }
    for (end, _) in WHOLE.char_indices() {
        ask(WHOLE[..end].to_owned());
        ask(format!("{}{}", &WHOLE[..end], WHOLE[end..].chars().skip(1).collect::<String>()));
        ask(format!("{}\u{0}{}", &WHOLE[..end], &WHOLE[end..]));
    }
}
