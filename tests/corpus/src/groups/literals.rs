//! Every text that the tests of the core mention, once as a command, and, when it looks like JSON, as a request, as
//! settings or as a call: what was worth a test in one place is worth the comparison of all builds.

use std::fs;
use std::path::{Path, PathBuf};

use proc_macro2::{TokenStream, TokenTree};
use serde_json::json;

use super::cases;
use crate::questions::Maker;
use crate::request::Asked;
use crate::settings::{Settings, with_policy};

/// Longest text that is taken, in bytes; the limits have a group of their own.
const BYTES_MAX: usize = 20_000;

pub(crate) fn add(maker: &mut Maker, settings: &Settings) {
    let commands: Vec<String> = cases::commands().collect();
    for (at, text) in texts().into_iter().enumerate() {
        let trimmed = text.trim();
        if trimmed.is_empty() || text.len() > BYTES_MAX {
            continue;
        }
        if trimmed.starts_with('{') && trimmed.contains("\"operation\"") {
            // What opens and closes changes what later calls are answered.
            if !["open", "close", "gate"].iter().any(|word| trimmed.contains(word)) {
                maker.call(text);
            }
            continue;
        }
        if trimmed.starts_with('{') {
            if let Some(policy) = maker.open(&with_policy(&json!({ "root": "/repo" }), &text)) {
                for command in commands.iter().skip(at).step_by(500) {
                    maker.check(policy, Asked::at_home(command).text());
                }
            }
            maker.check(settings.none, text.clone());
        }
        if trimmed.starts_with(['[', '"']) {
            maker.check(settings.none, text.clone());
        }
        maker.check(settings.rules, Asked::at_home(&text).text());
    }
}

/// The string literals of every test of the core and of what crosses the halves, in the order of the files' names.
fn texts() -> Vec<String> {
    let root = &Path::new(env!("CARGO_MANIFEST_DIR")).join("../..");
    let mut files = Vec::new();
    for folder in ["policy-core/src", "policy-core/grammar/tests"] {
        collect(&root.join(folder), &mut files);
    }
    for file in ["bash", "command_line", "grammar", "properties", "sed"] {
        files.push(root.join("tests").join(file).with_extension("rs"));
    }
    files.retain(|file| file.strip_prefix(root).is_ok_and(|name| name.to_string_lossy().contains("tests")));
    files.sort();
    let mut texts = Vec::new();
    for file in files {
        let source = fs::read_to_string(&file).expect("a source");
        let tokens: TokenStream =
            source.parse().unwrap_or_else(|error| panic!("{}: {error}", file.display()));
        of_tokens(tokens, &mut texts);
    }
    texts
}

fn collect(folder: &Path, files: &mut Vec<PathBuf>) {
    for entry in fs::read_dir(folder).expect("a folder of sources") {
        let place = entry.expect("an entry").path();
        if place.is_dir() {
            collect(&place, files);
        } else if place.extension().is_some_and(|extension| extension == "rs") {
            files.push(place);
        }
    }
}

/// The string literals, those in the arguments of macros included, those of attributes (and so comments) left out.
fn of_tokens(tokens: TokenStream, texts: &mut Vec<String>) {
    let mut follows_hash = false;
    for token in tokens {
        let is_attribute = follows_hash && matches!(token, TokenTree::Group(_));
        follows_hash = matches!(&token, TokenTree::Punct(sign) if "#!".contains(sign.as_char()) && (follows_hash || sign.as_char() == '#'));
        match token {
            TokenTree::Group(group) if !is_attribute => of_tokens(group.stream(), texts),
            TokenTree::Literal(literal) => {
                if let syn::Lit::Str(text) = syn::Lit::new(literal) {
                    texts.push(text.value());
                }
            }
            _ => {}
        }
    }
}
