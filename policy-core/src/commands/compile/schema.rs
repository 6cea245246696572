//! The JSON Schemas of the table language, with which an editor completes and checks a table. A test fails if a
//! committed schema differs from the types; `SHELLGATE_GENERATE=1 cargo test -p policy-core generated` writes the
//! schemas.

use std::collections::{BTreeMap, BTreeSet};
use std::path::PathBuf;
use std::string::{String, ToString};
use std::{format, fs};

use schemars::JsonSchema;
use schemars::generate::SchemaSettings;
use serde_json::Value;

use super::super::shape::Harm;
use super::format::{RefusedProgram, Table};

/// `refused.toml`, its names without their places.
type RefusedPrograms = BTreeMap<Harm, BTreeMap<String, RefusedProgram>>;

/// The schema of `T`, under this title.
fn schema<T: JsonSchema>(title: &str) -> Value {
    let mut schema = SchemaSettings::draft2020_12().into_generator().into_root_schema_for::<T>().to_value();
    if let Some(keys) = schema.as_object_mut() {
        keys.insert("title".into(), title.into());
    }
    schema
}

fn commands(file: &str) -> PathBuf {
    [env!("CARGO_MANIFEST_DIR"), "commands", file].iter().collect()
}

fn assert_fresh(file: &str, schema: &Value) {
    let wanted = format!("{schema:#}\n");
    if std::env::var_os("SHELLGATE_GENERATE").is_some() {
        fs::write(commands(file), &wanted).expect("the schema can be written");
    }
    let found = fs::read_to_string(commands(file)).unwrap_or_default();
    assert!(
        found == wanted,
        "{file} is stale; run `SHELLGATE_GENERATE=1 cargo test -p policy-core generated`"
    );
}

#[test]
fn the_generated_schemas_are_what_the_types_say() {
    assert_fresh("table.schema.json", &schema::<Table>("The table of a program"));
    assert_fresh(
        "refused.schema.json",
        &schema::<RefusedPrograms>("Programs of which nothing is vouched for"),
    );
}

#[test]
fn every_key_and_every_value_is_in_the_readme() {
    fn collect(schema: &Value, names: &mut BTreeSet<String>) {
        match schema {
            Value::Array(items) => items.iter().for_each(|item| collect(item, names)),
            Value::Object(object) => {
                if let Some(Value::Object(keys)) = object.get("properties") {
                    names.extend(keys.keys().cloned());
                }
                if let Some(Value::String(value)) = object.get("const") {
                    names.insert(value.clone());
                }
                if let Some(Value::Array(values)) = object.get("enum") {
                    names.extend(values.iter().filter_map(Value::as_str).map(ToString::to_string));
                }
                object.values().for_each(|value| collect(value, names));
            }
            _ => {}
        }
    }
    let mut names = BTreeSet::new();
    collect(&schema::<Table>(""), &mut names);
    collect(&schema::<RefusedPrograms>(""), &mut names);
    assert!(names.len() > 100, "{names:?}");
    let readme = fs::read_to_string(commands("README.md")).expect("README.md");
    let words: BTreeSet<&str> =
        readme.split(|letter: char| !letter.is_ascii_alphanumeric() && !"-:".contains(letter)).collect();
    let missing: BTreeSet<_> = names.iter().filter(|name| !words.contains(name.as_str())).collect();
    assert!(missing.is_empty(), "{missing:?}");
}
