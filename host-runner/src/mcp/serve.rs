//! The life of a server, from its first message to the end of its tasks.
//!
//! Owns the end: when the client is gone, every command of the session ends.

use std::sync::Arc;
use std::time::Duration;

use rmcp::service::serve_server;
use tokio::io::{AsyncRead, AsyncWrite};
use tokio::sync::watch;

use super::call::Shared;
use super::lines;
use super::server::Server;
use super::surroundings::Surroundings;
use crate::session::Session;

/// How long the commands may take to end, and the last answers to be written, once the client is gone.
const END_WITHIN: Duration = Duration::from_secs(10);

/// What the user can choose.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Options {
    /// How long a person may take to answer a question.
    pub approval_timeout: Duration,
}

impl Default for Options {
    /// Ten minutes.
    fn default() -> Self {
        Self { approval_timeout: Duration::from_mins(10) }
    }
}

/// Serves one client on `input` and `output`, until `input` ends, `output` takes no more, or `interrupted` is ready. Then
/// all commands of `session` have ended.
pub async fn serve(
    surroundings: Arc<dyn Surroundings>,
    session: Session,
    options: Options,
    (input, output): (impl AsyncRead + Send + Unpin + 'static, impl AsyncWrite + Send + Unpin + 'static),
    interrupted: impl Future<Output = ()>,
) {
    let closing = watch::Sender::new(false);
    let (connection, mut streams) = lines::connect(input, output, &closing);
    let shared = Shared::new(
        Arc::clone(&surroundings),
        session.clone(),
        options.approval_timeout,
        closing.subscribe(),
    );
    let server = Server(Arc::new(shared));
    let serving = async {
        while !*closing.borrow() && !connection.is_at_end() {
            match Box::pin(serve_server(server.clone(), connection.clone())).await {
                Ok(running) => {
                    drop(running.waiting().await);
                    return;
                }
                // A message that opens no conversation ends the attempt, and the next one begins.
                Err(error) => surroundings.log(&format!("a message was ignored: {}", kind(&error))),
            }
        }
    };
    let interruption = async {
        interrupted.await;
        closing.send_replace(true);
        std::future::pending::<()>().await;
    };
    tokio::select! {
        () = serving => {}
        () = interruption => {}
    }
    closing.send_replace(true);
    drop((server, connection));
    let ended = async {
        end(&session).await;
        drop((&mut streams.writer).await);
    };
    if tokio::time::timeout(END_WITHIN, ended).await.is_err() {
        surroundings.log("not every command has ended in time");
    }
}

/// Ends every command of `session`.
async fn end(session: &Session) {
    let tasks = session.tasks().into_iter().filter(|task| task.outcome.is_none()).collect::<Vec<_>>();
    for task in &tasks {
        drop(session.stop(&task.id));
    }
    for task in &tasks {
        drop(session.wait(&task.id).await);
    }
}

/// The error without the message that caused it, which is the client's own text.
fn kind(error: &rmcp::service::ServerInitializeError) -> &'static str {
    use rmcp::service::ServerInitializeError as Error;
    match error {
        Error::ExpectedInitializeRequest(_) => "it came before `initialize`",
        Error::ConnectionClosed(_) => "the client is gone",
        _ => "`initialize` failed",
    }
}
