//! The keys `engine` and `engineSha256` of a settings file.
//!
//! Owns these two keys and the errors in their values.

use alloc::borrow::ToOwned;

use jsonc_parser::ast::Value;

use super::engine_choice::EngineChoice;
use super::reader::SettingsReader;
use crate::nearest::nearest;
use crate::paths::lexical::is_absolute;
use crate::rules::tick;

/// The keys that this file reads.
pub(super) const ENGINE: &str = "engine";
pub(super) const ENGINE_SHA256: &str = "engineSha256";

/// The 32 bytes that 64 hexadecimal digits write.
fn sha256(text: &str) -> Option<[u8; 32]> {
    let digits = text.as_bytes();
    if digits.len() != 64 {
        return None;
    }
    let mut bytes = [0_u8; 32];
    for (byte, pair) in bytes.iter_mut().zip(digits.chunks_exact(2)) {
        for digit in pair {
            let value = char::from(*digit).to_digit(16)?;
            *byte = *byte << 4 | u8::try_from(value).ok()?;
        }
    }
    Some(bytes)
}

impl SettingsReader<'_> {
    pub(super) fn engine(&mut self, value: &Value<'_>) {
        let Some(text) = self.text_of(ENGINE, value) else { return };
        let Some(choice) = EngineChoice::from_text(&text.value) else {
            let help = match nearest(&text.value, ["linked", "wasm"]) {
                Some(name) => alloc::format!("did you mean {}?", tick(name)),
                None => "write `linked`, `wasm` or `wasm:FILE`".to_owned(),
            };
            return self.error(text.span, alloc::format!("there is no engine {}", tick(&text.value)), help);
        };
        if let EngineChoice::File(file) = &choice
            && !file.starts_with("~/")
            && !is_absolute(file)
        {
            return self.error(
                text.span,
                alloc::format!("the path of the module {} is not absolute", tick(file)),
                "write an absolute path, or a path below the home directory as `~/…`".to_owned(),
            );
        }
        let place = self.place(text.span);
        self.said.engine = Some((choice, place));
    }

    pub(super) fn engine_sha256(&mut self, value: &Value<'_>) {
        let Some(text) = self.text_of(ENGINE_SHA256, value) else { return };
        if let Some(hash) = sha256(&text.value) {
            self.said.engine_sha256 = Some(hash);
            return;
        }
        self.error(
            text.span,
            alloc::format!("{} is no SHA-256", tick(&text.value)),
            "write the 64 hexadecimal digits that `sha256sum core.wasm` prints".to_owned(),
        );
    }
}

#[cfg(test)]
mod tests {
    #![expect(clippy::unwrap_used, reason = "a test may stop at the first surprise")]

    use alloc::format;
    use alloc::string::String;
    use alloc::vec::Vec;

    use crate::policy::EngineChoice;
    use crate::{Policy, PolicyError, Source};

    fn read(texts: &[&str]) -> Result<Policy, Vec<PolicyError>> {
        let source = |text: &&str| Source {
            name: "settings.json".into(),
            text: String::from(*text),
            root: None,
            ..Source::default()
        };
        Policy::from_sources(&texts.iter().map(source).collect::<Vec<_>>())
    }

    #[test]
    fn the_engine_is_the_one_that_is_named_last() {
        let file = |file: &str| EngineChoice::File(file.into());
        for (texts, expected) in [
            (&["{}"][..], EngineChoice::Linked),
            (&[r#"{"engine":"linked"}"#], EngineChoice::Linked),
            (&[r#"{"engine":"wasm"}"#, "{}"], EngineChoice::Module),
            (&[r#"{"engine":"wasm"}"#, r#"{"engine":"wasm:/x/core.wasm"}"#], file("/x/core.wasm")),
            (&[r#"{"engine":"wasm:~/a b"}"#], file("~/a b")),
            (&[r#"{"engine":"wasm:C:\\core.wasm"}"#], file("C:\\core.wasm")),
            (&[r#"{"engine":"wasm:/x"}"#, r#"{"engine":"linked"}"#], EngineChoice::Linked),
        ] {
            let policy = read(texts).unwrap();
            assert_eq!(policy.engine, expected, "{texts:?}");
            assert_eq!(policy.engine_place.is_some(), texts.concat().contains("engine"), "{texts:?}");
            assert_eq!(policy.sources.len(), texts.len());
        }
    }

    #[test]
    fn a_hash_is_read_in_any_case() {
        let hash = |text: &str| read(&[&format!(r#"{{"engineSha256":"{text}"}}"#)]).unwrap().engine_sha256;
        let mut bytes = [0xab; 32];
        bytes[31] = 0x01;
        assert_eq!(hash(&format!("{}01", "aB".repeat(31))), Some(bytes));
    }

    #[test]
    fn what_names_no_engine_and_no_hash_is_an_error_with_its_place() {
        let digits = "0".repeat(63);
        // A long text is shown by its beginning.
        let shown = format!("{}…", "0".repeat(60));
        for (text, message, help) in [
            (r#""engine":"wasn""#, "there is no engine `wasn`", "did you mean `wasm`?"),
            (r#""engine":"wasm:""#, "there is no engine `wasm:`", "did you mean `wasm`?"),
            (
                r#""engine":"v8-turbo""#,
                "there is no engine `v8-turbo`",
                "write `linked`, `wasm` or `wasm:FILE`",
            ),
            (
                r#""engine":"wasm:core.wasm""#,
                "the path of the module `core.wasm` is not absolute",
                "write an absolute path, or a path below the home directory as `~/…`",
            ),
            (
                r#""engine":true"#,
                "`engine` must be a string, not a boolean",
                "write a string, or remove the key",
            ),
            (
                &format!(r#""engineSha256":"{digits}""#),
                &format!("`{shown}` is no SHA-256"),
                "write the 64 hexadecimal digits that `sha256sum core.wasm` prints",
            ),
            (
                &format!(r#""engineSha256":"{digits}g""#),
                &format!("`{shown}` is no SHA-256"),
                "write the 64 hexadecimal digits that `sha256sum core.wasm` prints",
            ),
        ] {
            let errors = read(&[&format!("{{{text}}}")]).unwrap_err();
            assert_eq!(errors.len(), 1, "{errors:?}");
            let error = errors.first().unwrap();
            assert_eq!((error.message.as_str(), error.help.as_str()), (message, help));
            assert_eq!((error.line, error.column > 9), (1, true));
        }
    }
}
