//! Every operation of the core by one function from JSON text to JSON text, for callers that share no objects with
//! it.
//!
//! Owns the implementation of each [`Operation`]. The input is one object with `operation` and its arguments. The
//! output is the answer, or `{"error": …}` with a message and a help. `offsets` sets the unit of the places in an
//! answer: `utf8` bytes (default) or `utf16` code units.
//!
//! | operation | arguments | answer |
//! |---|---|---|
//! | `open` | `options` (see [`open`](super::open)) | `{"gate": number}`, with `warnings` where the settings have some; an error in them has `file` and `more` |
//! | `check` | `gate`, `request`, `offsets` | the verdict; without `gate`, under no settings |
//! | `close` | `gate` | `null` |
//! | `explain` | `code` | the explanation, or `null` |
//! | `explainAll` | | all explanations |
//! | `validateRule` | `rule`, `list`, `offsets` | `null` for a valid rule, else the error |
//! | `outline` | `command`, `shell`, `offsets` | the structure of the command |
//! | `commandLine` | `command`, `shell`, `input`, `snapshot`, `unshadowed`, `environment`, `directoryNote`, `prefix` | the text for the shell |
//! | `nullRedirects` | `command`, `shell` | the command with `2>nul` as `2>/dev/null` |
//! | `exitMeaning` | `command`, `status`, `shell` | the meaning of the status, or `null` |
//! | `preview` | `output`, `limit` | the output as it is displayed |
//! | `editPreview` | `command`, `contents`, `cwd`, `home` | the changes of an edit by `sed`, or `null` |
//! | `classify` | `command`, `shell` | the display of the command |
//! | `version` | | the version of the core |

use alloc::borrow::{Cow, ToOwned};
use alloc::collections::BTreeMap;
use alloc::format;
use alloc::string::String;
use alloc::sync::Arc;
use alloc::vec::Vec;

use serde::Serialize;
use serde_json::value::RawValue;

use super::Door;
use super::answer::{ErrorBody, write};
use super::fields::{self, Field, JsonKind, Key, RequestError};
use super::hooks;
use super::line_column::LineColumn;
use super::offsets::{Offsets, Unit};
use super::open::open;
use super::operation::Operation;
use super::outline::outline;
use super::request::{contents, unknown};
use super::stories::{stories, story};
use super::wire_verdict::{WireEdit, WireSpan, WireUi};
use crate::agents::Agent;
use crate::command_line::{CommandLine, Input, null_redirects};
use crate::output::{self, hints::Hint, image};
use crate::paths::lexical::is_absolute;
use crate::present::exit_meaning;
use crate::request::Request;
use crate::rules::{self, List};
use crate::{Dialect, Engine, Policy, Span};

/// The largest number of open gates of one desk.
const GATES_MAX: usize = 1024;

/// The operations, with the open gates.
#[derive(Debug)]
pub struct Desk {
    gates: BTreeMap<u32, Door>,
    next: u32,
    /// Decides calls that name no gate.
    bare: Option<Door>,
}

impl Default for Desk {
    fn default() -> Self {
        Self::new()
    }
}

/// The arguments of one call.
struct Call<'j> {
    given: Vec<Field<'j>>,
    json: &'j str,
}

impl Desk {
    /// A desk without open gates.
    pub const fn new() -> Self {
        Self { gates: BTreeMap::new(), next: 0, bare: None }
    }

    /// Takes one call and returns its answer, both as JSON text. Never fails: an error is an answer.
    ///
    /// ```
    /// let mut desk = policy_core::door::Desk::new();
    /// assert_eq!(desk.call(r#"{"operation":"open","options":{"mode":"plan"}}"#), r#"{"gate":0}"#);
    /// let verdict = desk.call(r#"{"operation":"check","gate":0,"request":{"command":"npm publish"}}"#);
    /// assert!(verdict.starts_with(r#"{"decision":"deny""#), "{verdict}");
    /// ```
    pub fn call(&mut self, json: &str) -> String {
        match self.answer(json) {
            Ok(answer) => answer,
            Err(error) => error.to_json(),
        }
    }

    fn answer(&mut self, json: &str) -> Result<String, RequestError> {
        let call = Call { given: fields::object(json, json, &"a call", &[])?, json };
        let Some(raw) = call.value("operation") else {
            return Err(RequestError::new(
                LineColumn::of(json.trim_start(), json),
                "the call has no `operation`",
                format!("the operations are {}", fields::names(&Operation::ALL.map(Operation::name))),
            ));
        };
        let name = fields::text_of(raw, json, &"`operation`")?;
        let Some(operation) = Operation::of_name(&name) else {
            return Err(unknown(raw, json, "operation", &name, &Operation::ALL.map(Operation::name)));
        };
        call.expect(operation.arguments())?;
        Ok(match operation {
            Operation::Open => return self.open(&call),
            Operation::Check => return self.check(&call),
            Operation::Close => {
                let gate = call.number("gate")?;
                if gate.and_then(|gate| self.gates.remove(&gate)).is_none() {
                    return Err(call.no_gate());
                }
                write(&())
            }
            Operation::Explain => write(&story(&call.needed("code")?)),
            Operation::ExplainAll => write(&stories().collect::<Vec<_>>()),
            Operation::ValidateRule => call.validate_rule()?,
            Operation::Outline => write(&outline(&call.needed("command")?, call.shell()?, call.unit()?)),
            Operation::CommandLine => call.command_line()?,
            Operation::NullRedirects => write(&*null_redirects(&call.needed("command")?, call.shell()?)),
            Operation::ExitMeaning => call.exit_meaning()?,
            Operation::Preview => {
                let output = call.value("output").map(|raw| fields::any_text_of(raw, json, &"`output`"));
                let output = output.transpose()?.ok_or_else(|| call.missing("output"))?;
                preview(output.as_bytes(), call.number("limit")?)
            }
            Operation::EditPreview => self.edit_preview(&call)?,
            Operation::Classify => {
                let command = call.needed("command")?;
                let request = Request { shell: call.shell()?, ..Request::new(&command) };
                write(&WireUi::of(&self.bare().engine.check(&request).ui))
            }
            Operation::HookCall => {
                let record = call.record()?;
                hooks::call(&call.input()?, call.agent()?, call.shell()?, record.as_deref())
            }
            Operation::HookAnswer => call.hook_answer()?,
            Operation::Version => write(super::VERSION),
        })
    }

    fn open(&mut self, call: &Call<'_>) -> Result<String, RequestError> {
        if self.gates.len() >= GATES_MAX {
            return Err(RequestError::new(
                call.place(),
                format!("{GATES_MAX} gates are open"),
                "close those that are no longer in use",
            ));
        }
        match open(call.value("options").map_or("{}", RawValue::get)) {
            Ok(door) => {
                let gate = self.next;
                self.next = gate.wrapping_add(1);
                let warnings = door.warnings().iter().map(ErrorBody::from).collect();
                let answer = write(&Opened { gate, warnings });
                self.gates.insert(gate, door);
                Ok(answer)
            }
            Err(error) => Ok(error.to_json()),
        }
    }

    fn check(&mut self, call: &Call<'_>) -> Result<String, RequestError> {
        let unit = call.unit()?;
        let request = call.value("request").ok_or_else(|| call.missing("request"))?.get();
        let door = match call.number("gate")? {
            Some(gate) => self.gates.get_mut(&gate).ok_or_else(|| call.no_gate())?,
            None => self.bare(),
        };
        Ok(door.answer_in(unit, request))
    }

    fn bare(&mut self) -> &mut Door {
        self.bare.get_or_insert_with(|| Door::new(Engine::new(Policy::default())))
    }

    fn edit_preview(&mut self, call: &Call<'_>) -> Result<String, RequestError> {
        let command = call.needed("command")?;
        let cwd = call.directory("cwd")?.unwrap_or(Cow::Borrowed("/"));
        let home = call.directory("home")?;
        let raw = call.value("contents").ok_or_else(|| call.missing("contents"))?;
        let mut request = Request { cwd: Some(&cwd), home: home.as_deref(), ..Request::new(&command) };
        request.facts.no_links = true;
        // A name without a root is one in the working directory.
        request.facts.contents = contents(raw, call.json)?
            .into_iter()
            .map(|(path, text)| {
                let path = if is_absolute(&path) {
                    path
                } else {
                    format!("{}/{}", cwd.trim_end_matches('/'), path.trim_start_matches("./"))
                };
                (path, text)
            })
            .collect();
        let verdict = self.bare().engine.check(&request);
        Ok(write(&verdict.ui.edit.as_ref().map(WireEdit::of)))
    }
}

impl<'j> Call<'j> {
    fn value(&self, key: &str) -> Option<&'j RawValue> {
        let field = self.given.iter().find(|field| field.key == key);
        field.map(|field| field.value).filter(|value| !fields::is_null(value))
    }

    fn place(&self) -> LineColumn {
        LineColumn::of(self.json.trim_start(), self.json)
    }

    fn missing(&self, key: &str) -> RequestError {
        RequestError::new(self.place(), format!("the call has no `{key}`"), format!("add `{key}`"))
    }

    fn no_gate(&self) -> RequestError {
        let place =
            self.value("gate").map_or_else(|| self.place(), |raw| LineColumn::of(raw.get(), self.json));
        RequestError::new(place, "no open gate has this number", "use the number that `open` returned")
    }

    /// Fails when a key is none of the operation's.
    fn expect(&self, keys: &[&str]) -> Result<(), RequestError> {
        let strange =
            self.given.iter().find(|field| field.key != "operation" && !keys.contains(&&*field.key));
        let Some(field) = strange else { return Ok(()) };
        Err(RequestError::new(
            LineColumn::of(field.key_text, self.json),
            format!("unknown key `{}` in a call", field.key),
            if keys.is_empty() {
                "this operation has no arguments".to_owned()
            } else {
                format!("the arguments are {}", fields::names(keys))
            },
        ))
    }

    fn text(&self, key: &str) -> Result<Option<Cow<'j, str>>, RequestError> {
        self.value(key).map(|raw| fields::text_of(raw, self.json, &Key(key))).transpose()
    }

    fn needed(&self, key: &str) -> Result<Cow<'j, str>, RequestError> {
        self.text(key)?.ok_or_else(|| self.missing(key))
    }

    fn directory(&self, key: &str) -> Result<Option<Cow<'j, str>>, RequestError> {
        match (self.value(key), self.text(key)?) {
            (Some(raw), Some(path)) if !is_absolute(&path) => Err(RequestError::new(
                LineColumn::of(raw.get(), self.json),
                format!("`{key}` is not an absolute path: `{path}`"),
                "write an absolute path, such as `/home/user/project`",
            )),
            (_, path) => Ok(path),
        }
    }

    fn number(&self, key: &str) -> Result<Option<u32>, RequestError> {
        let Some(raw) = self.value(key) else { return Ok(None) };
        fields::expect(raw, self.json, &Key(key), JsonKind::Number)?;
        raw.get().parse().map(Some).map_err(|_| {
            RequestError::new(
                LineColumn::of(raw.get(), self.json),
                format!("`{key}` is {}, not a whole number from 0 to {}", raw.get(), u32::MAX),
                "write digits only",
            )
        })
    }

    /// The value that has this name, or the first one when the key is absent.
    fn one_of<T: Copy + Default, const N: usize>(
        &self,
        key: &str,
        known: [(&str, T); N],
    ) -> Result<T, RequestError> {
        let (Some(raw), Some(name)) = (self.value(key), self.text(key)?) else { return Ok(T::default()) };
        let found = known.iter().find(|(known, _)| *known == name).map(|(_, value)| *value);
        found.ok_or_else(|| unknown(raw, self.json, key, &name, &known.map(|(known, _)| known)))
    }

    fn shell(&self) -> Result<Dialect, RequestError> {
        self.one_of("shell", Dialect::NAMES)
    }

    fn unit(&self) -> Result<Unit, RequestError> {
        self.one_of("offsets", Unit::NAMES)
    }

    fn validate_rule(&self) -> Result<String, RequestError> {
        let rule = self.needed("rule")?;
        let lists = [List::Allow, List::Ask, List::Deny];
        let list = match (self.value("list"), self.text("list")?) {
            (Some(raw), Some(name)) => *lists
                .iter()
                .find(|list| list.name() == name)
                .ok_or_else(|| unknown(raw, self.json, "list", &name, &lists.map(List::name)))?,
            _ => List::Allow,
        };
        let place = rules::SourceLocation { file: Arc::from("rule"), line: 1, column: 1, span: Span::at(0) };
        let offsets = Offsets::new(&rule, self.unit()?);
        let problem = rules::parse(&rule, list, place, None).err().map(|problem| RuleProblem {
            message: problem.message,
            help: problem.help,
            span: WireSpan::of(problem.span, &offsets),
        });
        Ok(write(&problem))
    }

    fn command_line(&self) -> Result<String, RequestError> {
        let command = self.needed("command")?;
        let snapshot = self.text("snapshot")?;
        let environment = self.text("environment")?;
        let note = self.text("directoryNote")?;
        let prefix = self.text("prefix")?;
        let unshadowed =
            self.value("unshadowed").map(|raw| fields::texts_of(raw, self.json, &"`unshadowed`"));
        let unshadowed = unshadowed.transpose()?.unwrap_or_default();
        let unshadowed: Vec<&str> = unshadowed.iter().map(String::as_str).collect();
        let line = CommandLine {
            command: &command,
            dialect: self.shell()?,
            input: self.one_of("input", [("inherited", Input::Inherited), ("null", Input::Null)])?,
            snapshot: snapshot.as_deref(),
            unshadowed: &unshadowed,
            environment: environment.as_deref(),
            directory_note: note.as_deref(),
            prefix: prefix.as_deref(),
        };
        Ok(write(&line.build()))
    }

    /// The call of a hook, exactly as the agent wrote it.
    fn input(&self) -> Result<String, RequestError> {
        let raw = self.value("input").ok_or_else(|| self.missing("input"))?;
        fields::any_text_of(raw, self.json, &"`input`")
    }

    fn agent(&self) -> Result<Option<Agent>, RequestError> {
        self.value("agent").map(|raw| hooks::agent(raw, self.json)).transpose()
    }

    /// The end of an agent's record of its session.
    fn record(&self) -> Result<Option<String>, RequestError> {
        self.value("record").map(|raw| fields::any_text_of(raw, self.json, &"`record`")).transpose()
    }

    fn hook_answer(&self) -> Result<String, RequestError> {
        let rulings = self.value("rulings").map(|raw| hooks::rulings(raw, self.json)).transpose()?;
        let problem = self.text("problem")?;
        let record = self.record()?;
        let rulings = rulings.unwrap_or_default();
        Ok(hooks::answer(&self.input()?, self.agent()?, rulings, problem.as_deref(), record.as_deref()))
    }

    fn exit_meaning(&self) -> Result<String, RequestError> {
        let command = self.needed("command")?;
        let status = self.number("status")?.ok_or_else(|| self.missing("status"))?;
        // What is no exit status means nothing.
        let meaning = u8::try_from(status).ok().map(|status| (self.shell(), status));
        let meaning = match meaning {
            Some((shell, status)) => exit_meaning(&command, shell?, status),
            None => None,
        };
        Ok(write(&meaning.map(|found| WireExitMeaning { means: found.means, failure: found.failure })))
    }
}

/// Shows a whole output with at most `limit` characters (default: 30,000).
///
/// Returns one JSON object: `text`, `complete`, `hints`, and `image` (a `data:` address) if the output is an image.
pub fn preview(bytes: &[u8], limit: Option<u32>) -> String {
    let limit = limit.map_or(output::preview::CHARACTERS, |limit| limit as usize);
    let image = image::data(bytes);
    let read = output::read(bytes, limit.min(output::preview::CHARACTERS_MAX));
    write(&WirePreview { text: read.text, complete: read.complete, hints: read.hints, image })
}

#[derive(Serialize)]
struct Opened<'d> {
    gate: u32,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    warnings: Vec<ErrorBody<'d>>,
}

/// The error in the text of a rule.
#[derive(Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
pub(super) struct RuleProblem {
    /// What is wrong.
    message: String,
    /// What was meant, or what to do.
    help: String,
    /// The place in the rule.
    span: WireSpan,
}

/// What an exit status means.
#[derive(Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema), schemars(rename = "ExitMeaning"))]
pub(super) struct WireExitMeaning {
    /// In words, such as `no line matched`.
    means: Cow<'static, str>,
    /// Whether it is a failure. A `grep` without a match is none.
    failure: bool,
}

/// An output as it is shown.
#[derive(Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema), schemars(rename = "Preview"))]
pub(super) struct WirePreview {
    /// The text: all of it, or its beginning and its end around a line that says how much is shown.
    text: String,
    /// Whether the text is all of it.
    complete: bool,
    /// The hints in it. The author of the output wrote them.
    hints: Vec<Hint>,
    /// The `data:` address of the image, if the whole output is an image.
    image: Option<String>,
}
