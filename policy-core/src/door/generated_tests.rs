//! The generated files that describe the wire to others: TypeScript types and JSON Schemas. A file that is not what
//! the types say now fails its test; `SHELLGATE_GENERATE=1 cargo test -p policy-core generated` writes it anew.

#![expect(
    clippy::unwrap_used,
    clippy::panic,
    clippy::indexing_slicing,
    reason = "a test may stop at the first surprise"
)]

use std::borrow::ToOwned;
use std::collections::BTreeSet;
use std::format;
use std::path::Path;
use std::string::{String, ToString};
use std::vec::Vec;

use schemars::generate::SchemaSettings;
use schemars::{JsonSchema, SchemaGenerator};
use serde_json::{Map, Value, json};

use super::hooks::{WireHookAnswer, WireHookCall, WireRuling};
use super::operation::Operation;
use super::operations::{RuleProblem, WireExitMeaning, WirePreview};
use super::outline::Node;
use super::shapes::{CommandLineShape, FactsShape, OptionsShape, RequestShape, SourceShape};
use super::stories::Story;
use super::typescript::declarations;
use super::wire_verdict::WireVerdict;
use super::{open, request};
use crate::policy::shape::Settings;
use crate::policy::{SearchEngineName, known_keys, passed_over};
use crate::{Mode, Profile};

const TYPES: &str = "js/src/types.ts";
const SCHEMA: &str = "policy-core/schemas/settings.json";

fn generator(for_answers: bool) -> SchemaGenerator {
    let settings = SchemaSettings::draft2020_12();
    if for_answers { settings.for_serialize() } else { settings }.into_generator()
}

/// The schema of a type with all that it refers to under `$defs`, under its own name too.
fn definitions<T: JsonSchema>(of: &mut SchemaGenerator) -> Map<String, Value> {
    of.subschema_for::<T>();
    of.definitions().iter().map(|(name, schema)| (name.clone(), schema.clone())).collect()
}

/// Keys that may be absent are not therefore null: a settings file with `null` is wrong.
fn without_null(schema: &mut Value) {
    match schema {
        Value::Array(items) => items.iter_mut().for_each(without_null),
        Value::Object(object) => {
            if let Some(Value::Array(kinds)) = object.get_mut("type") {
                kinds.retain(|kind| kind != "null");
                if let [kind] = kinds.as_slice() {
                    let kind = kind.clone();
                    object.insert("type".to_owned(), kind);
                }
            }
            if let Some(Value::Array(several)) = object.get_mut("anyOf") {
                several.retain(|one| one != &json!({"type": "null"}));
                if let [one] = several.as_slice() {
                    let one = one.clone();
                    object.remove("anyOf");
                    object.extend(one.as_object().cloned().unwrap_or_default());
                }
            }
            object.values_mut().for_each(without_null);
        }
        _ => {}
    }
}

/// What comes in: no null, and no note on how numbers are kept.
fn inward() -> Map<String, Value> {
    let mut generator = generator(false);
    definitions::<RequestShape>(&mut generator);
    definitions::<OptionsShape>(&mut generator);
    definitions::<WireRuling>(&mut generator);
    let mut all = Value::Object(definitions::<CommandLineShape>(&mut generator));
    // A content that is no text is null, and so is the canonical text of what is no URL.
    let with_null = ["contents", "urls"].map(|fact| (fact, all["Facts"]["properties"][fact].clone()));
    without_null(&mut all);
    for (fact, schema) in with_null {
        all["Facts"]["properties"][fact]["additionalProperties"] = schema["additionalProperties"].clone();
    }
    all.as_object().unwrap().clone()
}

fn outward() -> Map<String, Value> {
    let mut generator = generator(true);
    definitions::<WireVerdict<'_>>(&mut generator);
    definitions::<Story>(&mut generator);
    definitions::<RuleProblem>(&mut generator);
    definitions::<Node<'_>>(&mut generator);
    definitions::<WireExitMeaning>(&mut generator);
    definitions::<WireHookCall>(&mut generator);
    definitions::<WireHookAnswer>(&mut generator);
    definitions::<super::answer::ErrorBody<'_>>(&mut generator);
    let mut all = definitions::<WirePreview>(&mut generator);
    // What may be left out of an answer is left out, and never null.
    for schema in all.values_mut() {
        let required = schema.get("required").cloned().unwrap_or_default();
        let Some(properties) = schema.get_mut("properties").and_then(Value::as_object_mut) else { continue };
        let is_required = |name: &str| required.as_array().is_some_and(|all| all.iter().any(|it| it == name));
        properties.iter_mut().filter(|(name, _)| !is_required(name)).for_each(|(_, it)| without_null(it));
    }
    all
}

fn types() -> String {
    let mut all = outward();
    all.extend(inward());
    format!(
        "// Generated from the Rust types of the wire by `SHELLGATE_GENERATE=1 cargo test -p policy-core generated`.\n\n{}",
        declarations(&all)
    )
}

/// The schema of one type, with what it refers to.
fn schema_of(name: &str, mut all: Map<String, Value>, title: &str) -> String {
    let Some(Value::Object(mut root)) = all.remove(name) else { panic!("{name} is there") };
    root.insert("$schema".to_owned(), json!("https://json-schema.org/draft/2020-12/schema"));
    root.insert("title".to_owned(), json!(title));
    let mut needed = BTreeSet::new();
    let mut waiting = Vec::from([Value::Object(root.clone())]);
    while let Some(value) = waiting.pop() {
        for name in all.keys() {
            if value.to_string().contains(&format!("\"#/$defs/{name}\"")) && needed.insert(name.clone()) {
                waiting.push(all[name].clone());
            }
        }
    }
    all.retain(|name, _| needed.contains(name));
    root.insert("$defs".to_owned(), Value::Object(all));
    let mut text = serde_json::to_string_pretty(&Value::Object(root)).unwrap();
    text.push('\n');
    text
}

/// The settings' schema knows the keys of Claude Code that are passed over, so that an editor marks none of them.
fn settings_schema() -> String {
    let mut all = inward();
    for (place, definition) in PLACES {
        let properties = all[definition]["properties"].as_object_mut().unwrap();
        for (name, note) in passed_over(place) {
            let said = match note {
                Some(note) => format!("A key of Claude Code that is not read here: {note}."),
                None => "A key of Claude Code that is not read here.".to_owned(),
            };
            properties.insert((*name).to_owned(), json!({ "description": said }));
        }
    }
    schema_of("Settings", all, "Settings of Shellgate")
}

/// The objects of a settings file, by what the reader calls them and what the types call them.
const PLACES: [(&str, &str); 10] = [
    ("", "Settings"),
    ("permissions", "Permissions"),
    ("sandbox", "SandboxSettings"),
    ("filesystem", "Filesystem"),
    ("network", "Network"),
    ("credentials", "Credentials"),
    ("classifier", "Classifier"),
    ("web", "Web"),
    ("search", "WebSearchSettings"),
    ("tests", "PolicyTest"),
];

/// What is different about the file, and its content is written when that is asked for.
fn stale(file: &str, content: &str) -> Option<String> {
    let place = Path::new(env!("CARGO_MANIFEST_DIR")).join("..").join(file);
    if std::env::var_os("SHELLGATE_GENERATE").is_some() {
        std::fs::create_dir_all(place.parent().unwrap()).unwrap();
        std::fs::write(&place, content).unwrap();
    }
    let there = std::fs::read_to_string(&place).unwrap_or_default();
    (there != content).then(|| {
        let line = there.lines().zip(content.lines()).position(|(old, new)| old != new).map_or(1, |at| at + 1);
        format!(
            "{file} is stale from line {line} on; run `SHELLGATE_GENERATE=1 cargo test -p policy-core generated`"
        )
    })
}

#[test]
fn generated_files_are_what_the_types_say() {
    let files = [
        (TYPES, types()),
        (SCHEMA, settings_schema()),
        ("policy-core/schemas/request.json", schema_of("Request", inward(), "Request")),
        ("policy-core/schemas/verdict.json", schema_of("Verdict", outward(), "Verdict")),
    ];
    let stale: Vec<String> = files.iter().filter_map(|(file, content)| stale(file, content)).collect();
    assert!(stale.is_empty(), "{}", stale.join("\n"));
    if std::env::var_os("SHELLGATE_GENERATE").is_none() {
        assert!(self::stale(TYPES, "another").is_some(), "a seeded difference is seen");
    }
}

fn keys_of(schema: &Value) -> BTreeSet<String> {
    schema["properties"].as_object().unwrap().keys().cloned().collect()
}

#[test]
fn the_described_keys_are_those_that_are_read() {
    let all = inward();
    let set = |keys: &[&str]| keys.iter().map(ToString::to_string).collect::<BTreeSet<String>>();
    for (place, definition) in PLACES {
        let mut keys = set(known_keys(place));
        if place.is_empty() {
            // Read at the top as well, where other keys of that kind are.
            keys.insert("disableBypassPermissionsMode".to_owned());
        }
        assert_eq!(keys_of(&all[definition]), keys, "{definition}");
    }
    assert_eq!(keys_of(&all["Request"]), set(request::KEYS));
    assert_eq!(keys_of(&all["Facts"]), set(request::FACTS));
    assert_eq!(keys_of(&all["GateOptions"]), set(open::OPTIONS));
    assert_eq!(keys_of(&all["Source"]), set(open::SOURCE));
    assert_eq!(keys_of(&all["CommandLineOptions"]), set(Operation::CommandLine.arguments()));
    let names = |name: &str| {
        let text = |it: &Value| it.as_str().unwrap().to_owned();
        if let Some(names) = all[name].get("enum") {
            return names.as_array().unwrap().iter().map(text).collect::<Vec<_>>();
        }
        all[name]["oneOf"].as_array().unwrap().iter().map(|it| text(&it["const"])).collect()
    };
    assert_eq!(names("Mode"), Mode::ALL.map(|(_, name)| name));
    assert_eq!(names("SearchEngine"), SearchEngineName::ALL.map(SearchEngineName::name));
    assert_eq!(
        names("Profile").into_iter().collect::<BTreeSet<_>>(),
        set(&Profile::ALL.map(|profile| profile.name))
    );
}

/// Only to name the types whose keys are compared.
const _: fn(FactsShape, SourceShape, Settings) = |_, _, _| {};
