//! TypeScript declarations of a JSON Schema, as a person would write them.
//!
//! Owns the writing of the forms that the schemas of the wire have. A form that it does not know is a panic, so that
//! none is written wrongly.

#![expect(clippy::panic, reason = "a test may stop at the first surprise")]

use std::format;
use std::string::{String, ToString};
use std::vec::Vec;

use serde_json::{Map, Value};

/// The declarations of all `definitions`, in alphabetical order of their names.
pub(super) fn declarations(definitions: &Map<String, Value>) -> String {
    definitions.iter().map(|(name, schema)| declaration(name, schema)).collect::<Vec<_>>().join("\n")
}

fn declaration(name: &str, schema: &Value) -> String {
    let comment = comment(schema, "");
    match schema.get("properties") {
        Some(properties) if schema.get("anyOf").is_some() => {
            format!(
                "{comment}export type {name} = {} &{};\n",
                object(schema, ""),
                choices(schema, properties)
            )
        }
        Some(_) if schema.get("oneOf").is_none() => {
            format!("{comment}export interface {name} {}\n", object(schema, ""))
        }
        _ => format!("{comment}export type {name} ={};\n", union(schema)),
    }
}

/// The members of an object in the order of the source: the required ones, then the others.
fn object(schema: &Value, indent: &str) -> String {
    let empty = Map::new();
    let properties = schema.get("properties").and_then(Value::as_object).unwrap_or(&empty);
    let required: Vec<&str> = match schema.get("required").and_then(Value::as_array) {
        Some(names) => names.iter().filter_map(Value::as_str).collect(),
        None => Vec::new(),
    };
    let optional = properties.keys().map(String::as_str).filter(|name| !required.contains(name));
    let mut out = String::from("{\n");
    for name in required.iter().copied().chain(optional) {
        let property = &properties[name];
        out.push_str(&comment(property, &format!("{indent}  ")));
        let mark = if required.contains(&name) { "" } else { "?" };
        let key = if name.starts_with('$') { format!("\"{name}\"") } else { name.to_string() };
        let kind = written(property, &format!("{indent}  "));
        out.extend([indent, "  ", &key, mark, ": ", &kind, ";\n"]);
    }
    out.push_str(indent);
    out.push('}');
    out
}

/// The alternatives of a type that is one of several, one a line.
fn union(schema: &Value) -> String {
    let Some(several) = schema.get("oneOf").or_else(|| schema.get("anyOf")).and_then(Value::as_array) else {
        return format!(" {}", written(schema, ""));
    };
    let each = several.iter().map(|one| {
        let said = one.get("description").map(|_| comment(one, "  ")).unwrap_or_default();
        let flat = object_on_a_line(one).unwrap_or_else(|| written(one, "  "));
        format!("\n{said}  | {flat}")
    });
    each.collect()
}

/// The sets of members of which an object needs one, each as a type in which they are required.
fn choices(schema: &Value, properties: &Value) -> String {
    let sets = schema["anyOf"].as_array().map(Vec::as_slice).unwrap_or_default();
    let each: Vec<String> = sets
        .iter()
        .map(|set| {
            let names = set["required"].as_array().map(Vec::as_slice).unwrap_or_default();
            let members = names.iter().filter_map(Value::as_str);
            let members = members.map(|name| format!("{name}: {}", written(&properties[name], "")));
            format!("{{ {} }}", members.collect::<Vec<_>>().join("; "))
        })
        .collect();
    format!(" ({})", each.join(" | "))
}

/// `{ kind: "rule"; rule: string }`
fn object_on_a_line(schema: &Value) -> Option<String> {
    let properties = schema.get("properties")?.as_object()?;
    let order = schema.get("required")?.as_array()?;
    let tagged = |name: &&str| *name != "kind";
    let mut names: Vec<&str> = order.iter().filter_map(Value::as_str).collect();
    crate::sorted::sort_by_key(&mut names, tagged);
    let members = names.iter().map(|name| format!("{name}: {}", written(&properties[*name], "")));
    Some(format!("{{ {} }}", members.collect::<Vec<_>>().join("; ")))
}

/// The type that a schema describes.
fn written(schema: &Value, indent: &str) -> String {
    if schema.as_bool() == Some(true)
        || schema.as_object().is_some_and(|it| it.keys().all(|key| key == "description"))
    {
        return "unknown".into();
    }
    if let Some(reference) = schema.get("$ref").and_then(Value::as_str) {
        return reference.rsplit('/').next().unwrap_or(reference).into();
    }
    if let Some(value) = schema.get("const") {
        return value.to_string();
    }
    if let Some(values) = schema.get("enum").and_then(Value::as_array) {
        return values.iter().map(Value::to_string).collect::<Vec<_>>().join(" | ");
    }
    if let Some(several) = schema.get("anyOf").or_else(|| schema.get("oneOf")).and_then(Value::as_array) {
        return several.iter().map(|one| written(one, indent)).collect::<Vec<_>>().join(" | ");
    }
    let kinds: Vec<&str> = match schema.get("type") {
        Some(Value::String(kind)) => Vec::from([kind.as_str()]),
        Some(Value::Array(kinds)) => kinds.iter().filter_map(Value::as_str).collect(),
        _ => panic!("no type is written for {schema}"),
    };
    kinds.iter().map(|kind| one(kind, schema, indent)).collect::<Vec<_>>().join(" | ")
}

fn one(kind: &str, schema: &Value, indent: &str) -> String {
    match kind {
        "string" | "boolean" | "null" => kind.into(),
        "integer" | "number" => "number".into(),
        "array" => {
            let item = written(&schema["items"], indent);
            if item.contains(' ') { format!("({item})[]") } else { format!("{item}[]") }
        }
        "object" if schema.get("properties").is_some() => object(schema, indent),
        "object" => match schema.get("additionalProperties") {
            Some(value) if value != &Value::Bool(false) => {
                format!("Record<string, {}>", written(value, indent))
            }
            _ => "Record<string, never>".into(),
        },
        other => panic!("no type is written for `{other}`"),
    }
}

fn comment(schema: &Value, indent: &str) -> String {
    let Some(text) = schema.get("description").and_then(Value::as_str) else { return String::new() };
    let lines: Vec<&str> = text.lines().collect();
    match lines.as_slice() {
        [line] => format!("{indent}/** {line} */\n"),
        lines => {
            let body: Vec<String> = lines.iter().map(|line| format!("{indent} * {line}\n")).collect();
            format!("{indent}/**\n{}{indent} */\n", body.concat())
        }
    }
}
