//! A request and its settings on one line.

use std::fmt::Write as _;

use serde_json::Value;

/// Most characters of a command that are shown.
const COMMAND_CHARS_MAX: usize = 160;

/// Most characters of a setting or of a further field of the request that are shown.
const FIELD_CHARS_MAX: usize = 80;

/// The command of a request; a text that is no request as it is.
pub(crate) fn command(request: &str) -> String {
    let value: Option<Value> = serde_json::from_str(request).ok();
    let command = value.as_ref().and_then(|value| value.get("command")?.as_str());
    cut(command.unwrap_or(request), COMMAND_CHARS_MAX)
}

/// The settings, and what a request says besides its command.
pub(crate) fn surroundings(settings: Option<&str>, request: &str) -> String {
    let mut text = settings.map(of_settings).unwrap_or_default();
    if let Ok(Value::Object(fields)) = serde_json::from_str(request) {
        for (key, value) in fields.iter().filter(|(key, _)| *key != "command") {
            let value = value.as_str().map_or_else(|| value.to_string(), str::to_owned);
            let _ = write!(text, " {key}={}", cut(&value, FIELD_CHARS_MAX));
        }
    }
    text.trim_start().to_owned()
}

/// The text of the settings, and the mode beside them.
fn of_settings(options: &str) -> String {
    let value: Value = serde_json::from_str(options).unwrap_or_default();
    let mut text = match (value.get("policy"), value.get("sources")) {
        (Some(Value::String(policy)), _) if policy == "{}" => "no settings".to_owned(),
        (Some(policy), _) => format!("settings {}", shortened(policy)),
        (None, Some(sources)) => format!("settings {}", shortened(sources)),
        (None, None) => "no settings".to_owned(),
    };
    if let Some(mode) = value.get("mode").and_then(Value::as_str) {
        let _ = write!(text, " in mode {mode}");
    }
    text
}

fn shortened(value: &Value) -> String {
    let text = value.as_str().map_or_else(|| value.to_string(), str::to_owned);
    cut(&text.split_whitespace().collect::<Vec<_>>().join(" "), FIELD_CHARS_MAX)
}

/// The beginning of `text`, with signs that cannot be seen written as escapes.
fn cut(text: &str, chars: usize) -> String {
    let shown: String = text.chars().take(chars).flat_map(drawn).collect();
    if text.chars().nth(chars).is_some() { format!("{shown}… ({} bytes)", text.len()) } else { shown }
}

fn drawn(sign: char) -> Vec<char> {
    if matches!(sign, '"' | '\'' | '\\') { vec![sign] } else { sign.escape_debug().collect() }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_request_is_one_line() {
        let request = r#"{"command":"echo 'a\\b'\nls","cwd":"/repo","facts":{"sandboxed":true}}"#;
        assert_eq!(command(request), r"echo 'a\b'\nls");
        let options = r#"{"root":"/repo","mode":"plan","policy":"{\n  \"profile\": \"jazz\" }"}"#;
        assert_eq!(
            surroundings(Some(options), request),
            r#"settings { "profile": "jazz" } in mode plan cwd=/repo facts={"sandboxed":true}"#
        );
        assert_eq!(surroundings(None, "{"), "");
        assert_eq!(command(&"x".repeat(200)), format!("{}… (200 bytes)", "x".repeat(160)));
    }
}
