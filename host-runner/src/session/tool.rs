//! The tool definition that a model sees: name, description, input.
//!
//! Owns the input type and its schema, from one type, so that the documented input is the accepted one: a test
//! generates the committed schema (`schemas/tool_input.json`) from the type. A model sees only what it can use, a host
//! sees every field.

use policy_core::output::preview;
use policy_core::{Dialect, Request, Verdict};
use serde::{Deserialize, Serialize};
use serde_json::Value;

use super::job::Job;
pub use super::simulated_edit::SimulatedEdit;
use crate::plan::Limits;
use crate::sandbox::Resources;

/// The input of the tool.
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields)]
pub struct ToolInput {
    /// The command line, in the syntax of the shell
    pub command: String,
    /// The timeout of the command in milliseconds
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[cfg_attr(test, schemars(with = "u64", range(min = 1)))]
    pub timeout: Option<u64>,
    /// The purpose of the command in a few words, for the person who may have to approve it
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[cfg_attr(test, schemars(with = "String"))]
    pub description: Option<String>,
    /// Whether to start the command without waiting; a message reports its end, and its output can be read before
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub run_in_background: bool,
    /// Whether to run the command outside of the sandbox; only for a command that failed because of the sandbox
    #[serde(default, rename = "dangerouslyDisableSandbox", skip_serializing_if = "std::ops::Not::not")]
    pub dangerously_disable_sandbox: bool,
    /// The edit that a person approved. The command is refused if it would do anything else
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[cfg_attr(test, schemars(with = "Vec<SimulatedEdit>"))]
    pub simulated_edit: Option<Vec<SimulatedEdit>>,
}

/// The JSON Schema of [`ToolInput`].
const SCHEMA: &str = include_str!(concat!(env!("CARGO_MANIFEST_DIR"), "/schemas/tool_input.json"));

/// The fields that are for hosts alone.
const INTERNAL: [&str; 1] = ["simulated_edit"];

/// The field that is missing if no command can run in the background.
const BACKGROUND: &str = "run_in_background";

/// The field that is missing if no command may leave the sandbox.
const OUTSIDE: &str = "dangerouslyDisableSandbox";

/// The conditions that the definition depends on.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Conditions {
    /// The shell that runs the commands.
    pub shell: Dialect,
    /// How long a command may run.
    pub limits: Limits,
    /// How much of its output is shown.
    pub resources: Resources,
    /// Whether commands are confined.
    pub is_sandboxed: bool,
    /// Whether a command may ask to run outside of the sandbox.
    pub may_leave_sandbox: bool,
    /// Whether commands can be started in the background.
    pub has_background: bool,
    /// Whether the definition is for a host, who sees the internal fields too.
    pub is_full: bool,
}

impl Default for Conditions {
    fn default() -> Self {
        Self {
            shell: Dialect::Bash,
            limits: Limits::default(),
            resources: Resources::default(),
            is_sandboxed: true,
            may_leave_sandbox: true,
            has_background: true,
            is_full: false,
        }
    }
}

/// The definition of the tool in the form of model APIs: `name`, `description`, `input_schema`.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct Definition {
    /// Its name, under which rules are written for it: `Bash` or `PowerShell`.
    pub name: &'static str,
    /// Its description for a model.
    pub description: String,
    /// The JSON Schema of [`ToolInput`], without what these conditions leave out.
    pub input_schema: Value,
}

impl Definition {
    /// The definition under these conditions.
    pub fn new(conditions: &Conditions) -> Self {
        // The test that generates the schema has read it.
        let mut schema: Value = serde_json::from_str(SCHEMA).unwrap_or_default();
        let hidden = |name: &str| {
            (!conditions.is_full && INTERNAL.contains(&name))
                || (!conditions.has_background && name == BACKGROUND)
                || (!(conditions.is_sandboxed && conditions.may_leave_sandbox) && name == OUTSIDE)
        };
        let most = conditions.limits.timeout_max.as_millis();
        if let Some(object) = schema.as_object_mut() {
            for about_the_schema in ["$comment", "$schema", "title", "description"] {
                object.remove(about_the_schema);
            }
            if !conditions.is_full {
                object.remove("$defs");
            }
            if let Some(fields) = object.get_mut("properties").and_then(Value::as_object_mut) {
                fields.retain(|name, _| !hidden(name));
                if let Some(timeout) = fields.get_mut("timeout").and_then(Value::as_object_mut) {
                    timeout.insert("maximum".to_owned(), u64::try_from(most).unwrap_or(u64::MAX).into());
                }
            }
        }
        Self { name: conditions.shell.tool(), description: description(conditions), input_schema: schema }
    }
}

/// The description of the tool for a model.
fn description(conditions: &Conditions) -> String {
    let seconds = conditions.limits.time_given().as_secs();
    let most = conditions.limits.timeout_max.as_secs();
    let shown = conditions.resources.shown.min(preview::CHARACTERS_MAX);
    let confined = if conditions.is_sandboxed {
        "The command runs in a sandbox and can write only to granted paths. "
    } else {
        ""
    };
    let [shell, alone, wait] = if conditions.shell.shell().has_cmdlets {
        ["PowerShell 7 (`pwsh`)", "Start-Job", "Start-Sleep"]
    } else {
        ["a shell", "&", "sleep"]
    };
    let mut text = format!(
        "Runs a command in {shell} and returns its output and its exit status. A command that is known to only read runs \
         at once; any other command may need the user's approval or be refused, with the reason. {confined}It has no \
         terminal and no standard input, and every process that it leaves behind is killed when it ends. The default \
         timeout is {seconds} seconds, the maximum {most}. An output of more than {shown} characters is shortened to \
         its beginning and its end, with the path of the file that has all of it."
    );
    if conditions.has_background {
        let background = format!(
            " Use `run_in_background` instead of `{alone}` for a command that does not end by itself, such as a server, \
             and for a command that takes long. Do not wait for it with `{wait}`."
        );
        text.push_str(&background);
    }
    text
}

impl ToolInput {
    /// The job for this input, based on `request`, whose command is replaced.
    pub fn job<'j>(&'j self, request: Request<'j>) -> Job<'j> {
        let mut job = Job::new(Request { command: &self.command, ..request });
        if let Some(timeout) = self.timeout {
            job = job.within(std::time::Duration::from_millis(timeout));
        }
        if self.run_in_background {
            job = job.in_background();
        }
        if self.dangerously_disable_sandbox {
            job = job.without_sandbox();
        }
        if let Some(edit) = &self.simulated_edit {
            job = job.only_as(edit);
        }
        job
    }
}

/// Whether `verdict` shows exactly this edit.
pub(crate) fn is_shown(edit: &[SimulatedEdit], verdict: &Verdict) -> bool {
    verdict.ui.edit.as_ref().is_some_and(|shown| {
        let pairs = shown.files.iter().map(|file| (&file.path, &file.new_content));
        pairs.eq(edit.iter().map(|file| (&file.path, &file.new_content)))
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn fields(conditions: &Conditions) -> Vec<String> {
        let schema = Definition::new(conditions).input_schema;
        let fields = schema.get("properties").and_then(Value::as_object).unwrap();
        fields.keys().cloned().collect()
    }

    #[test]
    fn a_model_sees_what_it_can_use_and_a_host_everything() {
        let public = Conditions::default();
        assert_eq!(fields(&public), ["command", OUTSIDE, "description", "run_in_background", "timeout"]);
        let closed = Conditions { may_leave_sandbox: false, ..public };
        assert_eq!(fields(&closed), ["command", "description", "run_in_background", "timeout"]);
        let quiet = Conditions { has_background: false, ..public };
        assert_eq!(fields(&quiet), ["command", OUTSIDE, "description", "timeout"]);
        assert!(!Definition::new(&quiet).description.contains("background"));
        let full = Conditions { is_full: true, ..public };
        let all = ["command", OUTSIDE, "description", "run_in_background", "simulated_edit", "timeout"];
        assert_eq!(fields(&full), all);
        assert!(!Definition::new(&public).input_schema.to_string().contains("imulated"));
    }

    #[test]
    fn the_schema_is_generated_from_the_type() {
        const COMMAND: &str = "SHELLGATE_GENERATE=1 cargo test -p host-runner the_schema_is_generated";
        let mut schema = schemars::schema_for!(ToolInput).to_value();
        let object = schema.as_object_mut().unwrap();
        object.insert("$comment".to_owned(), format!("Generated by `{COMMAND}`").into());
        let generated = serde_json::to_string_pretty(&schema).unwrap() + "\n";
        if std::env::var_os("SHELLGATE_GENERATE").is_some() {
            let file = concat!(env!("CARGO_MANIFEST_DIR"), "/schemas/tool_input.json");
            std::fs::write(file, &generated).unwrap();
        } else {
            assert_eq!(SCHEMA, generated, "run `{COMMAND}`");
        }
    }

    #[test]
    fn the_definition_is_what_a_model_reads() {
        let mut settings = insta::Settings::clone_current();
        settings.set_snapshot_path(concat!(env!("CARGO_MANIFEST_DIR"), "/../snapshots/tool"));
        settings.set_prepend_module_to_snapshot(false);
        settings.set_omit_expression(true);
        for (name, shell) in [("definition", Dialect::Bash), ("powershell", Dialect::PowerShell)] {
            let conditions = Conditions { shell, ..Conditions::default() };
            let text = serde_json::to_string_pretty(&Definition::new(&conditions)).unwrap();
            settings.bind(|| insta::assert_snapshot!(name, text));
        }
    }

    #[test]
    fn what_the_schema_says_is_what_is_accepted() {
        let yes = [
            r#"{"command":"ls"}"#,
            r#"{"command":"ls","timeout":5,"description":"look","run_in_background":true}"#,
            r#"{"command":"ls","dangerouslyDisableSandbox":true}"#,
            r#"{"command":"sed -i s/a/b/ x","simulated_edit":[{"path":"/x","new_content":"b"}]}"#,
        ];
        for text in yes {
            let input = serde_json::from_str::<ToolInput>(text).unwrap();
            assert_eq!(serde_json::to_string(&input).unwrap(), text);
        }
        for text in
            ["{}", r#"{"command":1}"#, r#"{"command":"ls","cwd":"/"}"#, r#"{"command":"ls","timeout":-1}"#]
        {
            assert!(serde_json::from_str::<ToolInput>(text).is_err(), "{text}");
        }
    }
}
