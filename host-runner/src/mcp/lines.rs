//! JSON-RPC messages on two byte streams, one on each line.
//!
//! Owns the bound of a line, and the error for what is no message. A bad line never ends the connection, and the
//! answer never goes anywhere but to the output.

use std::collections::HashSet;
use std::io;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use rmcp::RoleServer;
use rmcp::model::{ClientJsonRpcMessage, ErrorCode, JsonRpcMessage, RequestId, ServerJsonRpcMessage};
use rmcp::transport::Transport;
use serde_json::{Value, json};
use tokio::io::{AsyncBufReadExt, AsyncRead, AsyncWrite, AsyncWriteExt, BufReader};
use tokio::sync::{Notify, mpsc, watch};

/// Longest message that is read, in bytes: a command of 1 MiB may be escaped, and there is text besides it.
pub(super) const LINE_BYTES_MAX: usize = 8 << 20;

/// Most requests that are open at the same time.
const OPEN_MAX: usize = 256;

/// How long the requests before the end of the input may take once it has ended.
const LAST_ANSWERS: Duration = Duration::from_secs(2);

/// How many messages wait on each side for a reader that is slow.
const WAITING_MAX: usize = 64;

/// The requests of the client that have no answer yet. The answer to a cancelled one never comes, so it stays: a client
/// uses no identifier twice.
#[derive(Clone, Debug, Default)]
struct OpenRequests {
    ids: Arc<Mutex<HashSet<RequestId>>>,
    answered: Arc<Notify>,
}

impl OpenRequests {
    fn ids(&self) -> MutexGuard<'_, HashSet<RequestId>> {
        // Every change is one call.
        self.ids.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn answered(&self, id: &RequestId) {
        self.ids().remove(id);
        self.answered.notify_one();
    }

    /// Waits until each has its answer.
    async fn all_answered(&self) {
        while !self.ids().is_empty() {
            self.answered.notified().await;
        }
    }
}

/// The connection as `rmcp` uses it. Copies are the same connection.
#[derive(Clone, Debug)]
pub(super) struct Connection {
    received: Arc<tokio::sync::Mutex<mpsc::Receiver<ClientJsonRpcMessage>>>,
    output: mpsc::Sender<String>,
    open: OpenRequests,
    closing: watch::Receiver<bool>,
}

/// The two tasks that move the bytes.
#[derive(Debug)]
pub(super) struct Streams {
    reader: tokio::task::JoinHandle<()>,
    /// It ends when every [`Connection`] is gone and all is written.
    pub(super) writer: tokio::task::JoinHandle<()>,
}

impl Drop for Streams {
    fn drop(&mut self) {
        self.reader.abort();
    }
}

/// A connection on `input` and `output`. `closing` becomes true at the end of the output, and after the end of the input
/// when all that was asked has its answer or [`LAST_ANSWERS`] is over.
pub(super) fn connect(
    input: impl AsyncRead + Send + Unpin + 'static,
    output: impl AsyncWrite + Send + Unpin + 'static,
    closing: &watch::Sender<bool>,
) -> (Connection, Streams) {
    let (to_server, received) = mpsc::channel(WAITING_MAX);
    let (to_output, lines) = mpsc::channel(WAITING_MAX);
    let open = OpenRequests::default();
    let reader = Reader { to_server, errors: to_output.downgrade(), open: open.clone() };
    let (input_ends, output_ends) = (closing.clone(), closing.clone());
    let asked = open.clone();
    let reader = tokio::spawn(async move {
        reader.read(BufReader::with_capacity(64 << 10, input)).await;
        drop(reader);
        // Whether they came or not, nobody asks for more.
        drop(tokio::time::timeout(LAST_ANSWERS, asked.all_answered()).await);
        input_ends.send_replace(true);
    });
    let writer = tokio::spawn(async move {
        // Nobody reads any longer; there is no other way to say so.
        drop(write(output, lines).await);
        output_ends.send_replace(true);
    });
    let received = Arc::new(tokio::sync::Mutex::new(received));
    let connection = Connection { received, output: to_output, open, closing: closing.subscribe() };
    (connection, Streams { reader, writer })
}

async fn write(mut output: impl AsyncWrite + Unpin, mut lines: mpsc::Receiver<String>) -> io::Result<()> {
    while let Some(mut line) = lines.recv().await {
        line.push('\n');
        output.write_all(line.as_bytes()).await?;
        output.flush().await?;
    }
    Ok(())
}

impl Connection {
    /// Whether no message can come any more.
    pub(super) fn is_at_end(&self) -> bool {
        self.received.try_lock().is_ok_and(|received| received.is_closed() && received.is_empty())
    }
}

impl Transport<RoleServer> for Connection {
    type Error = io::Error;

    fn send(
        &mut self,
        message: ServerJsonRpcMessage,
    ) -> impl Future<Output = Result<(), Self::Error>> + Send + 'static {
        let Self { output, open, .. } = self.clone();
        async move {
            let line = serde_json::to_string(&message)?;
            let sent = output.send(line).await.map_err(|_| io::ErrorKind::BrokenPipe.into());
            let answered = match &message {
                JsonRpcMessage::Response(answer) => Some(&answer.id),
                JsonRpcMessage::Error(answer) => answer.id.as_ref(),
                JsonRpcMessage::Request(_) | JsonRpcMessage::Notification(_) => None,
            };
            if let Some(id) = answered {
                open.answered(id);
            }
            sent
        }
    }

    async fn receive(&mut self) -> Option<ClientJsonRpcMessage> {
        let (received, mut closing) = (Arc::clone(&self.received), self.closing.clone());
        let mut received = received.lock().await;
        tokio::select! {
            biased;
            // Without a sender the server is gone.
            _ = closing.wait_for(|closing| *closing) => None,
            message = received.recv() => message,
        }
    }

    async fn close(&mut self) -> Result<(), Self::Error> {
        Ok(())
    }
}

/// One line of the input.
#[derive(Debug, PartialEq, Eq)]
enum Line {
    /// It is in the buffer.
    Whole,
    /// It was too long, and is gone.
    TooLong,
    /// There are no more.
    End,
}

/// The task that reads.
struct Reader {
    to_server: mpsc::Sender<ClientJsonRpcMessage>,
    /// Weak: it is the server's answers that keep the output open.
    errors: mpsc::WeakSender<String>,
    open: OpenRequests,
}

impl Reader {
    async fn read<R: AsyncRead + Unpin>(&self, mut input: BufReader<R>) {
        let mut line = Vec::new();
        loop {
            let message = match next_line(&mut input, &mut line).await {
                Err(_) | Ok(Line::End) => return,
                Ok(Line::TooLong) => Err(Unreadable::new(
                    ErrorCode::INVALID_REQUEST,
                    format!("the message is longer than {} MiB and was skipped", LINE_BYTES_MAX >> 20),
                )),
                Ok(Line::Whole) if line.trim_ascii().is_empty() => continue,
                Ok(Line::Whole) => message(&line).and_then(|message| self.opened(message)),
            };
            let is_passed = match message {
                Ok(message) => self.to_server.send(message).await.is_ok(),
                Err(Unreadable { is_answer: true, .. }) => true,
                Err(unreadable) => self.report(unreadable).await,
            };
            if !is_passed {
                return;
            }
        }
    }

    /// The message, whose identifier is open from now on if it is a request.
    fn opened(&self, message: ClientJsonRpcMessage) -> Result<ClientJsonRpcMessage, Unreadable> {
        let JsonRpcMessage::Request(request) = &message else { return Ok(message) };
        let mut open = self.open.ids();
        let invalid = |text| Err(Unreadable::new(ErrorCode::INVALID_REQUEST, text));
        if open.contains(&request.id) {
            return invalid(format!("the request `{}` has no answer yet; use another id", request.id));
        }
        if open.len() >= OPEN_MAX {
            return invalid(format!("{OPEN_MAX} requests have no answer yet; wait for one"));
        }
        open.insert(request.id.clone());
        drop(open);
        Ok(message)
    }

    /// Whether the output still takes it.
    async fn report(&self, Unreadable { code, text, id, .. }: Unreadable) -> bool {
        let error = json!({"jsonrpc": "2.0", "id": id, "error": {"code": code.0, "message": text}});
        match self.errors.upgrade() {
            Some(output) => output.send(error.to_string()).await.is_ok(),
            None => false,
        }
    }
}

/// Reads the next line into `line`, which never holds more than [`LINE_BYTES_MAX`].
async fn next_line<R: AsyncRead + Unpin>(input: &mut BufReader<R>, line: &mut Vec<u8>) -> io::Result<Line> {
    line.clear();
    let (mut is_too_long, mut is_any) = (false, false);
    loop {
        let chunk = match input.fill_buf().await {
            Ok(chunk) => chunk,
            Err(error) if error.kind() == io::ErrorKind::Interrupted => continue,
            Err(error) => return Err(error),
        };
        let end = chunk.iter().position(|byte| *byte == b'\n');
        let part = chunk.get(..end.unwrap_or(chunk.len())).unwrap_or_default();
        let is_finished = end.is_some() || chunk.is_empty();
        is_any |= !chunk.is_empty();
        is_too_long |= line.len() + part.len() > LINE_BYTES_MAX;
        if is_too_long {
            *line = Vec::new();
        } else {
            line.extend_from_slice(part);
        }
        let used = part.len() + usize::from(end.is_some());
        input.consume(used);
        if is_finished {
            return Ok(match (is_any, is_too_long) {
                (false, _) => Line::End,
                (true, true) => Line::TooLong,
                (true, false) => Line::Whole,
            });
        }
    }
}

/// What is no message, with the error for it.
#[derive(Debug)]
struct Unreadable {
    code: ErrorCode,
    text: String,
    /// The identifier, if it is a request with a good one.
    id: Value,
    /// Whether it answers the server: an error about it would be taken for another answer.
    is_answer: bool,
}

impl Unreadable {
    fn new(code: ErrorCode, text: impl Into<String>) -> Self {
        Self { code, text: text.into(), id: Value::Null, is_answer: false }
    }
}

/// The message in a line.
fn message(line: &[u8]) -> Result<ClientJsonRpcMessage, Unreadable> {
    let value = serde_json::from_slice::<Value>(line).map_err(|error| {
        Unreadable::new(ErrorCode::PARSE_ERROR, format!("the message is not JSON: {error}"))
    })?;
    let invalid = |text: &str| Unreadable::new(ErrorCode::INVALID_REQUEST, text);
    let Value::Object(object) = &value else {
        return Err(invalid(if value.is_array() {
            "a message is one JSON object; send the messages of a batch one by one"
        } else {
            "a message is a JSON object"
        }));
    };
    if object.get("jsonrpc").and_then(Value::as_str) != Some("2.0") {
        return Err(invalid("`jsonrpc` is not \"2.0\""));
    }
    let id = object.get("id");
    let is_call = object.contains_key("method");
    if is_call && object.get("method").is_none_or(|method| !method.is_string()) {
        return Err(invalid("`method` is not a string"));
    }
    if is_call && id.is_some_and(|id| !id.is_string() && !id.is_i64()) {
        return Err(invalid("`id` is neither a string nor a whole number"));
    }
    let id = id.cloned().unwrap_or_default();
    serde_json::from_value(value.clone()).map_err(|_| Unreadable {
        id: if is_call { id } else { Value::Null },
        is_answer: !is_call || object.get("id").is_none(),
        ..Unreadable::new(ErrorCode::INVALID_PARAMS, "the parameters do not fit the method")
    })
}

#[cfg(test)]
mod tests {
    use tokio::io::AsyncReadExt as _;

    use super::*;

    fn runtime() -> tokio::runtime::Runtime {
        tokio::runtime::Builder::new_current_thread().enable_all().build().unwrap()
    }

    /// The errors that `input` gets, and how many messages are passed on.
    fn read(input: &[u8]) -> (Vec<Value>, usize) {
        runtime().block_on(async {
            let (mut client, server) = tokio::io::duplex(1 << 20);
            let closing = watch::Sender::new(false);
            let (mut connection, mut streams) = connect(io::Cursor::new(input.to_vec()), server, &closing);
            let mut passed = 0;
            while connection.received.lock().await.recv().await.is_some() {
                passed += 1;
            }
            assert!(connection.receive().await.is_none(), "at the end of the input nothing comes");
            drop(connection);
            (&mut streams.writer).await.unwrap();
            let mut output = String::new();
            client.read_to_string(&mut output).await.unwrap();
            (output.lines().map(|line| serde_json::from_str(line).unwrap()).collect(), passed)
        })
    }

    fn code(line: &[u8]) -> (i64, Value) {
        let (errors, passed) = read(line);
        assert_eq!((errors.len(), passed), (1, 0), "{}", String::from_utf8_lossy(line));
        assert_eq!(errors[0]["jsonrpc"], "2.0");
        assert!(errors[0]["error"]["message"].is_string());
        (errors[0]["error"]["code"].as_i64().unwrap(), errors[0]["id"].clone())
    }

    #[test]
    fn what_is_no_message_gets_a_typed_error() {
        let deep = [b"[".repeat(1_000_000), b"]".repeat(1_000_000)].concat();
        for line in [&b"{"[..], b"not json", b"\xff\xfe", b"{\"jsonrpc\":\"2.0\",}", b"\0", &deep] {
            assert_eq!(code(line), (-32700, Value::Null));
        }
        for line in [
            "[]",
            r#"[{"jsonrpc":"2.0","id":1,"method":"ping"}]"#,
            r#""ping""#,
            "1",
            "null",
            "{}",
            r#"{"jsonrpc":"1.0","id":1,"method":"ping"}"#,
            r#"{"id":1,"method":"ping"}"#,
            r#"{"jsonrpc":"2.0","id":1.5,"method":"ping"}"#,
            r#"{"jsonrpc":"2.0","id":null,"method":"ping"}"#,
            r#"{"jsonrpc":"2.0","id":{},"method":"ping"}"#,
            r#"{"jsonrpc":"2.0","id":1,"method":7}"#,
        ] {
            assert_eq!(code(line.as_bytes()), (-32600, Value::Null), "{line}");
        }
    }

    #[test]
    fn a_line_past_the_bound_is_skipped_and_the_next_one_read() {
        let long = vec![b' '; LINE_BYTES_MAX + 1];
        let ping = br#"{"jsonrpc":"2.0","id":1,"method":"ping"}"#;
        let (errors, passed) = read(&[&long[..], b"\n", ping, b"\n\r\n\n", &long].concat());
        assert_eq!((errors.len(), passed), (2, 1));
        assert!(errors.iter().all(|error| error["error"]["code"] == -32600));
    }

    #[test]
    fn an_open_identifier_cannot_be_used_again() {
        let ping = r#"{"jsonrpc":"2.0","id":7,"method":"ping"}"#;
        let other = r#"{"jsonrpc":"2.0","id":"7","method":"ping"}"#;
        let (errors, passed) = read(format!("{ping}\n{ping}\n{other}").as_bytes());
        assert_eq!((errors.len(), passed), (1, 2), "a number and a string differ");
        assert_eq!(errors[0]["error"]["code"], -32600);
    }

    #[test]
    fn the_number_of_open_requests_is_bounded() {
        let ping = |id| format!("{{\"jsonrpc\":\"2.0\",\"id\":{id},\"method\":\"ping\"}}\n");
        let (errors, passed) = read((0..OPEN_MAX + 3).map(ping).collect::<String>().as_bytes());
        assert_eq!((errors.len(), passed), (3, OPEN_MAX));
    }

    #[test]
    fn an_answer_that_cannot_be_read_is_dropped() {
        let (errors, passed) = read(br#"{"jsonrpc":"2.0","id":{},"result":7}"#);
        assert_eq!((errors.len(), passed), (0, 0));
    }
}
