//! The change to the grammar: a pipeline is a flat sequence of parts.
//!
//! In the grammar as it comes, a part of a pipeline can be a list, whose part can be a pipeline, and a redirect can
//! follow a whole pipeline: at every `|` the parser goes two ways and keeps both. Bash has one: a list is made of
//! pipelines, a pipeline of commands, and a redirect belongs to the command in front of it. Three places are changed,
//! each only if it reads as expected. Never adds a kind of node.

use serde_json::{Value, json};

/// The changed grammar, as JSON, from the text of `grammar.json`; or what in it is not as expected.
pub(super) fn flat(text: &str) -> Result<String, String> {
    let mut grammar: Value = serde_json::from_str(text).map_err(|error| format!("it is no JSON: {error}"))?;

    let parts = member(&mut grammar, "/rules/_statement_not_pipeline/content/members")?;
    take(parts, &json!({ "type": "SYMBOL", "name": "list" })).ok_or("`list` is no part of a pipeline")?;
    let parts = parts.clone();

    let body = member(&mut grammar, "/rules/redirected_statement/content/content/members/0/members/0")?;
    let expected = json!({
        "type": "FIELD", "name": "body", "content": { "type": "SYMBOL", "name": "_statement" }
    });
    if *body != expected {
        return Err(format!("the body of `redirected_statement` is {body}"));
    }
    // The parts one by one and not their rule, whose precedence would make `x=1 >f a` an assignment with a redirect.
    *member(body, "/content")? = json!({ "type": "CHOICE", "members": parts });

    let conflicts = member(&mut grammar, "/conflicts")?;
    take(conflicts, &json!(["pipeline"])).ok_or("`pipeline` has no conflict with itself")?;
    Ok(grammar.to_string())
}

fn member<'g>(grammar: &'g mut Value, place: &str) -> Result<&'g mut Value, String> {
    grammar.pointer_mut(place).ok_or_else(|| format!("there is no `{place}`"))
}

/// Takes the one member that equals `wanted` out of a list.
fn take(list: &mut Value, wanted: &Value) -> Option<()> {
    let list = list.as_array_mut()?;
    let before = list.len();
    list.retain(|it| it != wanted);
    (list.len() + 1 == before).then_some(())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn small() -> Value {
        json!({
            "rules": {
                "_statement_not_pipeline": { "content": { "members": [
                    { "type": "SYMBOL", "name": "command" }, { "type": "SYMBOL", "name": "list" }
                ] } },
                "redirected_statement": { "content": { "content": { "members": [ { "members": [
                    { "type": "FIELD", "name": "body", "content": { "type": "SYMBOL", "name": "_statement" } },
                    "redirect"
                ] } ] } } }
            },
            "conflicts": [["a", "b"], ["pipeline"]]
        })
    }

    #[test]
    fn three_places_change_and_nothing_else() {
        let changed = flat(&small().to_string()).expect("the form is right");
        let mut expected = small();
        expected["rules"]["_statement_not_pipeline"]["content"]["members"] =
            json!([{ "type": "SYMBOL", "name": "command" }]);
        expected["rules"]["redirected_statement"]["content"]["content"]["members"][0]["members"][0]["content"] =
            json!({ "type": "CHOICE", "members": [{ "type": "SYMBOL", "name": "command" }] });
        expected["conflicts"] = json!([["a", "b"]]);
        assert_eq!(serde_json::from_str::<Value>(&changed).expect("JSON"), expected);
    }

    #[test]
    fn a_grammar_of_another_form_is_refused() {
        let text = small().to_string();
        for (from, to, reason) in [
            ("\"list\"", "\"lists\"", "`list` is no part of a pipeline"),
            ("\"_statement\"", "\"statement\"", "the body of `redirected_statement`"),
            ("[\"pipeline\"]", "[\"pipe\"]", "no conflict with itself"),
            ("\"_statement_not_pipeline\"", "\"part\"", "there is no `/rules/_statement_not_pipeline"),
            ("\"conflicts\"", "\"precedences\"", "there is no `/conflicts`"),
            ("{", "", "no JSON"),
        ] {
            let refusal = flat(&text.replacen(from, to, 1)).expect_err(from);
            assert!(refusal.contains(reason), "{from}: {refusal}");
        }
    }
}
