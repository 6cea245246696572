//! A client of either era, which speaks raw JSON on the server's standard streams.

use std::io::{BufRead as _, BufReader, Write as _};
use std::path::Path;
use std::process::{Child, ChildStdin, Command, ExitStatus, Stdio};
use std::sync::mpsc::{Receiver, RecvTimeoutError, channel};
use std::time::{Duration, Instant};

use serde_json::{Value, json};

use crate::place::Place;

/// Far longer than anything here takes; a failing test ends by it.
const LONG: Duration = Duration::from_mins(1);

/// Most results that require input before a call is over.
const ROUNDS_MAX: usize = 4;

/// How the client speaks.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Era {
    /// `initialize` with this version.
    Session(&'static str),
    /// Every request carries what it needs: 2026-07-28.
    Stateless,
}

/// Both, in every version.
pub(crate) const ERAS: [Era; 5] = [
    Era::Session("2024-11-05"),
    Era::Session("2025-03-26"),
    Era::Session("2025-06-18"),
    Era::Session("2025-11-25"),
    Era::Stateless,
];

/// The newest version of each.
pub(crate) const BOTH: [Era; 2] = [Era::Session("2025-11-25"), Era::Stateless];

/// A running server with its client.
pub(crate) struct Client {
    child: Child,
    input: Option<ChildStdin>,
    output: Receiver<Value>,
    era: Era,
    next: u64,
    /// What the client can do.
    pub(crate) capabilities: Value,
    /// What the person answers; nothing at all if it is none.
    pub(crate) person: Option<Value>,
    /// The client's answer to a question for its roots.
    pub(crate) roots: Value,
    /// The questions that the person saw.
    pub(crate) questions: Vec<String>,
    /// The notifications that came.
    pub(crate) notifications: Vec<Value>,
    /// How often the client was asked for its roots.
    pub(crate) asked_for_roots: usize,
}

/// The capability to ask a person.
pub(crate) fn form() -> Value {
    json!({"elicitation": {"form": {}}})
}

/// A yes.
pub(crate) fn yes() -> Value {
    json!({"action": "accept", "content": {"decision": "allow once"}})
}

/// A root of a client.
pub(crate) fn root(path: &Path) -> Value {
    json!({"uri": url::Url::from_directory_path(path).unwrap().as_str(), "name": "root"})
}

impl Client {
    /// A client of `era` with these capabilities, whose conversation has begun.
    pub(crate) fn new(place: &Place, arguments: &[&str], era: Era, capabilities: Value) -> Self {
        let mut client = Self::silent(place, arguments, era, capabilities);
        client.begin();
        client
    }

    /// The same with these variables.
    #[cfg(feature = "web")]
    pub(crate) fn in_environment(
        place: &Place,
        arguments: &[&str],
        era: Era,
        capabilities: Value,
        variables: &[(&str, &std::ffi::OsStr)],
    ) -> Self {
        let mut command = place.command();
        command.envs(variables.iter().copied());
        let mut client = Self::of(command, place, arguments, era, capabilities);
        client.begin();
        client
    }

    /// The same before its first message.
    pub(crate) fn silent(place: &Place, arguments: &[&str], era: Era, capabilities: Value) -> Self {
        Self::of(place.command(), place, arguments, era, capabilities)
    }

    fn of(mut command: Command, place: &Place, arguments: &[&str], era: Era, capabilities: Value) -> Self {
        command.env("PATH", "/usr/bin:/bin").arg("mcp").args(arguments);
        let mut child =
            command.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().unwrap();
        let (sender, output) = channel();
        let stdout = BufReader::new(child.stdout.take().unwrap());
        std::thread::spawn(move || {
            for line in stdout.lines() {
                let line = line.unwrap();
                // Nothing but the protocol may be on standard output: the test ends where that is not so.
                let message =
                    serde_json::from_str::<Value>(&line).unwrap_or_else(|_| json!({"no JSON": line}));
                if sender.send(message).is_err() {
                    return;
                }
            }
        });
        Self {
            child,
            input: None,
            output,
            era,
            next: 1,
            capabilities,
            person: None,
            roots: json!({"roots": [root(&place.repo())]}),
            questions: Vec::new(),
            notifications: Vec::new(),
            asked_for_roots: 0,
        }
        .with_input()
    }

    fn with_input(mut self) -> Self {
        self.input = self.child.stdin.take();
        self
    }

    fn begin(&mut self) {
        match self.era {
            Era::Session(version) => {
                let about = json!({
                    "protocolVersion": version, "capabilities": self.capabilities,
                    "clientInfo": {"name": "test", "version": "0"},
                });
                let result = self.request("initialize", about);
                assert_eq!(result["result"]["protocolVersion"], version, "{result}");
                self.send(&json!({"jsonrpc": "2.0", "method": "notifications/initialized"}));
            }
            Era::Stateless => {
                let result = self.request("server/discover", json!({}));
                let versions = result["result"]["supportedVersions"].as_array().unwrap();
                assert!(versions.contains(&json!("2026-07-28")), "{result}");
            }
        }
    }

    /// Sends these bytes and the end of the line.
    pub(crate) fn send_bytes(&mut self, bytes: &[u8]) {
        let input = self.input.as_mut().unwrap();
        input.write_all(bytes).unwrap();
        input.write_all(b"\n").unwrap();
        input.flush().unwrap();
    }

    /// Sends a message.
    pub(crate) fn send(&mut self, message: &Value) {
        self.send_bytes(message.to_string().as_bytes());
    }

    /// Sends a request, whose identifier it returns.
    pub(crate) fn start(&mut self, method: &str, params: Value) -> u64 {
        let id = self.next;
        self.next += 1;
        let params = self.with_meta(params);
        self.send(&json!({"jsonrpc": "2.0", "id": id, "method": method, "params": params}));
        id
    }

    /// Sends a request and waits for its answer, the whole message.
    pub(crate) fn request(&mut self, method: &str, params: Value) -> Value {
        let id = self.start(method, params);
        self.answer(&json!(id))
    }

    fn with_meta(&self, mut params: Value) -> Value {
        if self.era == Era::Stateless {
            let params = params.as_object_mut().unwrap();
            let meta = params.entry("_meta").or_insert_with(|| json!({})).as_object_mut().unwrap();
            let about = [
                ("protocolVersion", json!("2026-07-28")),
                ("clientInfo", json!({"name": "test", "version": "0"})),
                ("clientCapabilities", self.capabilities.clone()),
            ];
            meta.extend(about.map(|(key, value)| (format!("io.modelcontextprotocol/{key}"), value)));
        }
        params
    }

    /// The next message, whatever it is.
    pub(crate) fn receive(&mut self) -> Value {
        let message = self.output.recv_timeout(LONG).expect("the server answers");
        assert_eq!(message["jsonrpc"], "2.0", "{message}");
        message
    }

    /// The message that answers the request `id`. What the server asks meanwhile is answered.
    pub(crate) fn answer(&mut self, id: &Value) -> Value {
        loop {
            let message = self.receive();
            if message.get("method").is_none() {
                assert_eq!(&message["id"], id, "{message}");
                return message;
            }
            self.react(&message);
        }
    }

    /// Answers what the server asks, and takes note of what it notifies.
    fn react(&mut self, message: &Value) {
        let Some(id) = message.get("id") else {
            self.notifications.push(message.clone());
            return;
        };
        let answered = self.respond(message["method"].as_str().unwrap(), &message["params"]);
        if let Some(result) = answered {
            self.send(&json!({"jsonrpc": "2.0", "id": id, "result": result}));
        }
    }

    /// The client's answer to a request of the server.
    fn respond(&mut self, method: &str, params: &Value) -> Option<Value> {
        match method {
            "roots/list" => {
                self.asked_for_roots += 1;
                Some(self.roots.clone())
            }
            "elicitation/create" => {
                assert_eq!(params["mode"], "form");
                assert_eq!(params["requestedSchema"]["required"], json!(["decision"]));
                self.questions.push(params["message"].as_str().unwrap().to_owned());
                self.person.clone()
            }
            other => panic!("the server asks `{other}`"),
        }
    }

    /// Calls a tool, and answers all that its results require. The whole message.
    pub(crate) fn call(&mut self, tool: &str, arguments: &Value) -> Value {
        let mut params = json!({"name": tool, "arguments": arguments});
        for _ in 0..ROUNDS_MAX {
            let answer = self.request("tools/call", params.clone());
            let result = &answer["result"];
            if result["resultType"] != "input_required" {
                if self.era == Era::Stateless && answer.get("error").is_none() {
                    assert_eq!(result["resultType"], "complete", "{answer}");
                }
                return answer;
            }
            assert_eq!(self.era, Era::Stateless, "{answer}");
            let requests = result["inputRequests"].as_object().unwrap();
            let responses = requests.iter().map(|(name, request)| {
                let response = self.respond(request["method"].as_str().unwrap(), &request["params"]);
                (name.clone(), response.unwrap_or_default())
            });
            params["inputResponses"] = Value::Object(responses.collect());
            if let Some(state) = result.get("requestState") {
                params["requestState"] = state.clone();
            }
        }
        panic!("the server requires input again and again");
    }

    /// The text of a tool's result, and whether the result is an error.
    pub(crate) fn text(&mut self, tool: &str, arguments: &Value) -> (String, bool) {
        let answer = self.call(tool, arguments);
        text(&answer)
    }

    /// The same for the shell.
    pub(crate) fn shell(&mut self, command: &str) -> (String, bool) {
        self.text("Bash", &json!({"command": command}))
    }

    /// The identifier of the server's process.
    pub(crate) fn pid(&self) -> u32 {
        self.child.id()
    }

    /// Closes standard input.
    pub(crate) fn close(&mut self) {
        self.input = None;
    }

    /// Closes standard input and waits for the end.
    pub(crate) fn end(mut self) -> ExitStatus {
        self.close();
        self.wait()
    }

    /// Waits for the end.
    pub(crate) fn wait(&mut self) -> ExitStatus {
        let start = Instant::now();
        loop {
            match self.output.recv_timeout(Duration::from_millis(20)) {
                Ok(message) => assert_eq!(message["jsonrpc"], "2.0", "{message}"),
                Err(RecvTimeoutError::Timeout) => {}
                Err(RecvTimeoutError::Disconnected) => return self.child.wait().unwrap(),
            }
            assert!(start.elapsed() < LONG, "the server ends");
        }
    }
}

impl Drop for Client {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

/// The one text of a tool's result, and whether the result is an error.
pub(crate) fn text(answer: &Value) -> (String, bool) {
    let result = &answer["result"];
    let content = result["content"].as_array().unwrap_or_else(|| panic!("no result: {answer}"));
    assert_eq!((content.len(), &content[0]["type"]), (1, &json!("text")), "{answer}");
    assert!(result.get("structuredContent").is_none(), "{answer}");
    (content[0]["text"].as_str().unwrap().to_owned(), result["isError"] == true)
}
