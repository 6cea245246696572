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
    /// `engine`. What cannot be read chooses none.
    pub(super) fn engine(&mut self, values: &[&Value<'_>]) {
        let Some(text) = self.text_of(ENGINE, values) else { return };
        let Some(choice) = EngineChoice::from_text(&text.value) else {
            let help = match nearest(&text.value, ["linked", "wasm"]) {
                Some(name) => alloc::format!("did you mean {}?", tick(name)),
                None => "write `linked`, `wasm` or `wasm:FILE`".to_owned(),
            };
            let message = alloc::format!("there is no engine {}, so this chooses none", tick(&text.value));
            return self.warn(text.span, message, help);
        };
        if let EngineChoice::File(file) = &choice
            && !file.starts_with("~/")
            && !is_absolute(file)
        {
            return self.warn(
                text.span,
                alloc::format!("the path of the module {} is not absolute, so this chooses none", tick(file)),
                "write an absolute path, or a path below the home directory as `~/…`".to_owned(),
            );
        }
        let place = self.place(text.span);
        self.said.engine = Some((choice, place));
    }

    /// `engineSha256`. No module has an unreadable hash, so none may decide then.
    pub(super) fn engine_sha256(&mut self, values: &[&Value<'_>]) {
        let text = self.text_of(ENGINE_SHA256, values);
        let hash = text.as_ref().and_then(|text| sha256(&text.value));
        self.said.engine_sha256 = Some(hash.unwrap_or(NO_MODULE));
        if let (None, Some(text)) = (hash, text) {
            self.warn(
                text.span,
                alloc::format!("{} is no SHA-256, so no module may decide", tick(&text.value)),
                "write the 64 hexadecimal digits that `sha256sum core.wasm` prints".to_owned(),
            );
        }
    }
}

/// A hash that no module has.
const NO_MODULE: [u8; 32] = [0; 32];

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
    fn what_names_no_engine_and_no_hash_lets_no_module_decide_and_says_where() {
        let digits = "0".repeat(63);
        // A long text is shown by its beginning.
        let shown = format!("{}…", "0".repeat(60));
        for (text, message, help) in [
            (r#""engine":"wasn""#, "there is no engine `wasn`, so this chooses none", "did you mean `wasm`?"),
            (
                r#""engine":"wasm:""#,
                "there is no engine `wasm:`, so this chooses none",
                "did you mean `wasm`?",
            ),
            (
                r#""engine":"v8-turbo""#,
                "there is no engine `v8-turbo`, so this chooses none",
                "write `linked`, `wasm` or `wasm:FILE`",
            ),
            (
                r#""engine":"wasm:core.wasm""#,
                "the path of the module `core.wasm` is not absolute, so this chooses none",
                "write an absolute path, or a path below the home directory as `~/…`",
            ),
            (
                r#""engine":true"#,
                "`engine` must be a string, not a boolean",
                "write a string, or remove the key",
            ),
            (
                &format!(r#""engineSha256":"{digits}""#),
                &format!("`{shown}` is no SHA-256, so no module may decide"),
                "write the 64 hexadecimal digits that `sha256sum core.wasm` prints",
            ),
            (
                &format!(r#""engineSha256":"{digits}g""#),
                &format!("`{shown}` is no SHA-256, so no module may decide"),
                "write the 64 hexadecimal digits that `sha256sum core.wasm` prints",
            ),
        ] {
            let policy = read(&[&format!("{{{text}}}")]).unwrap();
            assert_eq!(policy.engine, EngineChoice::Linked, "{text}");
            assert_eq!(policy.engine_sha256.is_some(), text.contains("Sha256"), "{text}");
            assert_eq!(policy.warnings.len(), 1, "{text}");
            let error = policy.warnings.first().unwrap();
            assert_eq!((error.message.as_str(), error.help.as_str()), (message, help));
            assert_eq!((error.line, error.column > 9), (1, true));
        }
    }
}
