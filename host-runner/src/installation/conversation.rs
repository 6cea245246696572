//! A program that is asked in lines of JSON-RPC on its standard input, and answers on its standard output.
//!
//! Owns its process, which ends with every process of its group when the conversation ends, and the time that all of it may
//! take.

use std::io::{BufRead as _, BufReader, Write as _};
use std::process::{Child, ChildStdin, Command, Stdio};
use std::sync::mpsc::{self, Receiver};
use std::time::{Duration, Instant};

use serde_json::{Value, json};

use crate::system::processes::{Group, set_apart};

/// A running program.
pub(super) struct Conversation {
    child: Child,
    group: Option<Group>,
    stdin: ChildStdin,
    lines: Receiver<String>,
    end: Instant,
    calls: u64,
}

impl Conversation {
    /// Starts `command`, which has to answer everything within `time`.
    ///
    /// # Errors
    /// It cannot be started; the reason.
    pub(super) fn start(command: &mut Command, time: Duration) -> Result<Self, String> {
        let text = |error: std::io::Error| error.to_string();
        command.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::null());
        set_apart(command);
        let mut child = command.spawn().map_err(text)?;
        let group = Some(Group::of_plain(&child));
        let stdout = child.stdout.take();
        let (send, lines) = mpsc::channel();
        let read = move || {
            let lines =
                stdout.into_iter().flat_map(|stdout| BufReader::new(stdout).lines().map_while(Result::ok));
            let _ = lines.into_iter().try_for_each(|line| send.send(line));
        };
        drop(std::thread::Builder::new().name("conversation".to_owned()).spawn(read));
        let stdin = child.stdin.take().ok_or_else(String::new)?;
        Ok(Self { child, group, stdin, lines, end: Instant::now() + time, calls: 0 })
    }

    /// The result of the call of `method`; what else is sent is passed over.
    ///
    /// # Errors
    /// There is none in time; the reason.
    pub(super) fn call(&mut self, method: &str, params: &Value) -> Result<Value, String> {
        let id = self.calls;
        self.calls += 1;
        self.send(&json!({"jsonrpc": "2.0", "id": id, "method": method, "params": params}))?;
        loop {
            let left = self.end.saturating_duration_since(Instant::now());
            let line = self.lines.recv_timeout(left).map_err(|_| "it did not answer".to_owned())?;
            let Ok(mut message) = serde_json::from_str::<Value>(&line) else { continue };
            if message["id"].as_u64() != Some(id) {
                continue;
            }
            match message["error"]["message"].as_str() {
                Some(message) => return Err(message.to_owned()),
                None => return Ok(message["result"].take()),
            }
        }
    }

    /// Sends a notification.
    ///
    /// # Errors
    /// The program does not read any more; the reason.
    pub(super) fn notify(&mut self, method: &str) -> Result<(), String> {
        self.send(&json!({"jsonrpc": "2.0", "method": method}))
    }

    fn send(&mut self, message: &Value) -> Result<(), String> {
        writeln!(self.stdin, "{message}").map_err(|error| error.to_string())
    }
}

impl Drop for Conversation {
    fn drop(&mut self) {
        drop(self.group.take());
        let _ = self.child.wait();
    }
}
