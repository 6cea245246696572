//! One program that is asked something: text on its standard input, text on its standard output.
//!
//! Owns its bounds: the time, the length of what it prints, and the end of its whole process group.

use std::io;
use std::process::Stdio;
use std::time::Duration;

use tokio::io::{AsyncRead, AsyncReadExt as _, AsyncWriteExt as _};
use tokio::process::Command;

use crate::system::processes::{Group, set_apart};

/// The longest text that is read from one stream, in bytes.
const TEXT_BYTES_MAX: usize = 1024 * 1024;

/// What a program left when it ended.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(crate) struct Ended {
    /// Its status; none if a signal ended it.
    pub(crate) code: Option<i32>,
    pub(crate) stdout: String,
    pub(crate) stderr: String,
}

/// Why there is no answer of a program.
#[derive(Debug, thiserror::Error)]
pub(crate) enum NoAnswer {
    /// It cannot be started, or the system fails.
    #[error("it cannot be started: {0}")]
    NotStarted(io::Error),
    /// It took too long.
    #[error("it gave no answer within {}", seconds(*.0))]
    TooLate(Duration),
    /// It prints too much.
    #[error("it printed more than 1 MiB")]
    TooLong,
}

/// A duration as a person says it.
fn seconds(limit: Duration) -> String {
    if limit.subsec_millis() == 0 {
        format!("{} s", limit.as_secs())
    } else {
        format!("{} ms", limit.as_millis())
    }
}

/// Starts `command` with `input`, and waits until it and everything that writes to its streams has ended. At the limit,
/// or when the future is dropped, it is killed with its process group.
///
/// # Errors
/// There is no answer.
pub(crate) async fn ask(mut command: Command, input: &[u8], limit: Duration) -> Result<Ended, NoAnswer> {
    command.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped()).kill_on_drop(true);
    set_apart(command.as_std_mut());
    let mut child = command.spawn().map_err(NoAnswer::NotStarted)?;
    let group = Group::of(&child);
    let (stdin, stdout, stderr) = (child.stdin.take(), child.stdout.take(), child.stderr.take());
    let told = async move {
        if let Some(mut stdin) = stdin {
            // A program that does not read its input closes it.
            let _ = stdin.write_all(input).await;
        }
        Ok::<_, NoAnswer>(())
    };
    let ended = async { child.wait().await.map_err(NoAnswer::NotStarted) };
    let answered = async { tokio::try_join!(told, all_of(stdout), all_of(stderr), ended) };
    let answer = tokio::time::timeout(limit, answered).await;
    let ((), stdout, stderr, status) = answer.unwrap_or(Err(NoAnswer::TooLate(limit)))?;
    group.ended();
    Ok(Ended { code: status.code(), stdout, stderr })
}

/// What `stream` holds, as text.
async fn all_of(stream: Option<impl AsyncRead + Unpin>) -> Result<String, NoAnswer> {
    let mut bytes = Vec::new();
    if let Some(stream) = stream {
        let mut stream = stream.take(TEXT_BYTES_MAX as u64 + 1);
        stream.read_to_end(&mut bytes).await.map_err(NoAnswer::NotStarted)?;
    }
    if bytes.len() > TEXT_BYTES_MAX {
        return Err(NoAnswer::TooLong);
    }
    Ok(String::from_utf8_lossy(&bytes).into_owned())
}

#[cfg(all(test, unix))]
mod tests {
    use super::*;

    fn shell(line: &str) -> Command {
        let mut command = Command::new("/bin/sh");
        command.args(["-c", line]);
        command
    }

    const LONG: Duration = Duration::from_mins(1);

    #[tokio::test]
    async fn an_answer_is_both_streams_and_the_status() {
        let ended = ask(shell("cat; echo b >&2; exit 3"), b"a", LONG).await.unwrap();
        assert_eq!(ended, Ended { code: Some(3), stdout: "a".into(), stderr: "b\n".into() });
        let killed = ask(shell("kill -9 $$"), b"", LONG).await.unwrap();
        assert_eq!(killed.code, None);
        // More than a pipe holds, and nobody reads it.
        let unread = ask(shell("echo x"), &vec![b'a'; 1 << 20], LONG).await.unwrap();
        assert_eq!((unread.code, unread.stdout.as_str()), (Some(0), "x\n"));
    }

    #[tokio::test]
    async fn a_program_is_killed_with_its_group_at_the_limit() {
        let place = tempfile::tempdir().unwrap();
        let pids = place.path().join("pids");
        let line = format!("sleep 600 & echo $! > '{}'; echo $$ >> '{0}'; wait", pids.display());
        let answer = ask(shell(&line), b"", Duration::from_millis(500)).await;
        assert!(matches!(answer, Err(NoAnswer::TooLate(_))), "{answer:?}");
        let pids = std::fs::read_to_string(&pids).unwrap();
        for pid in pids.lines() {
            let status = format!("/proc/{pid}/stat");
            let is_alive = || {
                let stat = std::fs::read_to_string(&status).unwrap_or_default();
                stat.rsplit(')').next().is_some_and(|rest| !rest.trim().is_empty() && !rest.starts_with(" Z"))
            };
            // The signal is on its way.
            while is_alive() {
                tokio::task::yield_now().await;
            }
        }
    }

    #[tokio::test]
    async fn too_much_and_nothing_to_start_are_no_answer() {
        let long = ask(shell("yes"), b"", LONG).await;
        assert!(matches!(long, Err(NoAnswer::TooLong)), "{long:?}");
        let missing = ask(Command::new("/missing/program"), b"", LONG).await;
        assert!(matches!(missing, Err(NoAnswer::NotStarted(_))), "{missing:?}");
    }
}
