//! The conversations of six agents, as each had them with another server, replayed with this one.

use serde_json::{Value, json};

use crate::client::{Client, Era, root, text};
use crate::place::Place;

/// The conversations: the agent, and all that it and the server sent.
const RECORDED: [(&str, &str); 8] = [
    ("Claude Code 2.1.330, stateless", include_str!("recorded/claude-2026-07-28.json")),
    ("Claude Code 2.1.330", include_str!("recorded/claude.json")),
    ("Codex 0.169.0", include_str!("recorded/codex.json")),
    ("Copilot CLI 1.0.102, stateless", include_str!("recorded/copilot-2026-07-28.json")),
    ("Copilot CLI 1.0.102", include_str!("recorded/copilot.json")),
    ("Gemini CLI 0.61.0", include_str!("recorded/gemini.json")),
    ("opencode 1.18.33", include_str!("recorded/opencode.json")),
    ("Qwen Code 0.24.4", include_str!("recorded/qwen.json")),
];

/// The command that the recording server asked about, and one that this server asks about.
const ASKED: (&str, &str) = ("elicit", "touch asked");

/// The message of the agent with the names of this server's tools.
fn renamed(message: &Value) -> Value {
    let mut message = message.clone();
    if message["method"] == "tools/call" {
        assert_eq!(message["params"]["name"], "shell");
        message["params"]["name"] = json!("Bash");
        let command = &mut message["params"]["arguments"]["command"];
        if command == ASKED.0 {
            *command = json!(ASKED.1);
        }
    }
    message
}

/// What this server answered in the place of the recording one.
struct Replay {
    client: Client,
    place: Place,
    /// The answer of the agent's person.
    person: Option<Value>,
    /// The name of the open question.
    state: Option<Value>,
    results: Vec<Value>,
}

impl Replay {
    /// The answer to the request `id`, after all that the server asks on the way.
    fn answer(&mut self, id: &Value) -> Value {
        loop {
            let message = self.client.receive();
            let answer = match message["method"].as_str() {
                None => {
                    assert_eq!(&message["id"], id, "{message}");
                    return message;
                }
                Some("roots/list") => json!({"result": {"roots": [root(&self.place.repo())]}}),
                Some("elicitation/create") => self.person.clone().expect("the agent can ask its person"),
                Some("notifications/progress") => continue,
                Some(other) => panic!("{other}"),
            };
            let mut answer = answer;
            (answer["jsonrpc"], answer["id"]) = (json!("2.0"), message["id"].clone());
            self.client.send(&answer);
        }
    }

    /// Sends a request of the agent.
    fn request(&mut self, message: &Value) {
        let mut message = renamed(message);
        if let Some(responses) = message["params"].get("inputResponses").cloned() {
            // The question has another name here.
            let response = responses.as_object().unwrap().values().next().unwrap();
            message["params"]["inputResponses"] = json!({"approval": response});
            message["params"]["requestState"] = self.state.take().unwrap();
        }
        self.client.send(&message);
        let mut answer = self.answer(&message["id"]);
        let requests = &answer["result"]["inputRequests"];
        if requests.get("roots").is_some() {
            message["params"]["inputResponses"] = json!({"roots": {"roots": [root(&self.place.repo())]}});
            message["id"] = json!("again");
            self.client.send(&message);
            answer = self.answer(&message["id"]);
        }
        if let Some(state) = answer["result"].get("requestState") {
            self.state = Some(state.clone());
        }
        self.results.push(json!({"request": message, "answer": answer}));
    }
}

fn replay(recorded: &str) -> Vec<Value> {
    let place = Place::new();
    place.write("listed", "");
    let messages: Vec<Value> = serde_json::from_str(recorded).unwrap();
    // What the agent answered when it was asked; this server may ask at another moment.
    let person = messages.iter().find_map(|message| {
        let answer = message.get("client").filter(|it| it.get("method").is_none())?;
        Some(
            answer.as_object().unwrap().iter().filter(|(key, _)| ["result", "error"].contains(&key.as_str())),
        )
    });
    let person = person.map(|answer| answer.map(|(key, value)| (key.clone(), value.clone())).collect());
    let client = Client::silent(&place, &[], Era::Session(""), json!({}));
    let mut replay = Replay { client, place, person, state: None, results: Vec::new() };
    for message in messages.iter().filter_map(|message| message.get("client")) {
        match (message.get("method"), message.get("id")) {
            (Some(_), Some(_)) => replay.request(message),
            (Some(_), None) => replay.client.send(message),
            (None, _) => {}
        }
    }
    assert!(!replay.place.repo().join("asked").exists(), "no agent's person said yes");
    let Replay { client, results, .. } = replay;
    assert_eq!(client.end().code(), Some(0));
    results
}

#[test]
fn each_agent_is_served_as_it_speaks() {
    for (agent, recorded) in RECORDED {
        let results = replay(recorded);
        let of = |method: &str| {
            results.iter().filter(move |it| it["request"]["method"] == method).collect::<Vec<_>>()
        };
        for begun in of("initialize") {
            let (asked, given) = (&begun["request"]["params"], &begun["answer"]["result"]);
            assert_eq!(asked["protocolVersion"], given["protocolVersion"], "{agent}");
        }
        assert_eq!(of("initialize").len() + usize::from(agent.contains("stateless")), 1, "{agent}");
        for discovered in of("server/discover") {
            let versions = &discovered["answer"]["result"]["supportedVersions"];
            assert!(versions.as_array().unwrap().contains(&json!("2026-07-28")), "{agent}");
        }
        assert_eq!(of("tools/list")[0]["answer"]["result"]["tools"][0]["name"], "Bash", "{agent}");
        for unknown in of("prompts/list").into_iter().chain(of("resources/list")) {
            assert_eq!(unknown["answer"]["error"]["code"], -32601, "{agent}");
        }
        let calls = of("tools/call");
        let complete = calls.iter().filter(|call| call["answer"]["result"]["resultType"] != "input_required");
        let complete = complete.map(|call| text(&call["answer"])).collect::<Vec<_>>();
        if agent.starts_with("Qwen") {
            assert!(complete.is_empty(), "this one called no tool");
            continue;
        }
        let [(ran, false), (refused, true)] = complete.as_slice() else { panic!("{agent}: {complete:?}") };
        assert!(ran.starts_with("exit 0, after ") && ran.ends_with("output:\nlisted\n"), "{agent}: {ran}");
        assert!(
            refused.starts_with("not run: ") && refused.contains("`touch` changes files"),
            "{agent}: {refused}"
        );
    }
}
