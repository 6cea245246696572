//! A summary of a page for the prompt of a request.
//!
//! Owns the question to the one who summarises, and the program or the server of this machine that may be it. A summary is text from outside, as the
//! page is that it was made of.

use std::ffi::OsString;
use std::fmt::Debug;
use std::pin::Pin;
use std::time::Duration;

use policy_core::policy::LoopbackUrl;
use serde::Serialize;
use tokio::process::Command;

use crate::consult::{loopback, program};

/// A summary, or in one sentence why there is none.
pub type Summary = Pin<Box<dyn Future<Output = Result<String, String>> + Send>>;

/// Makes summaries.
pub trait Summarise: Debug + Send + Sync {
    /// What `text`, a page, says about `prompt`. It is dropped when it takes too long.
    fn summarise(&self, prompt: &str, text: &str) -> Summary;
}

/// A program that makes summaries: it reads `{"prompt":…,"text":…}` and writes the summary.
#[derive(Clone, Debug)]
pub struct Program {
    /// Its name or path, and its arguments.
    pub words: Vec<String>,
    /// Its environment, and nothing else.
    pub environment: Vec<(OsString, OsString)>,
}

/// A server on this machine that makes summaries: `{"prompt":…,"text":…}` is posted to it, and it answers with the summary.
#[derive(Clone, Debug)]
pub struct Server {
    /// Its address.
    pub url: LoopbackUrl,
}

#[derive(Serialize)]
struct Question<'q> {
    prompt: &'q str,
    text: &'q str,
}

impl Question<'_> {
    fn json(&self) -> Vec<u8> {
        serde_json::to_vec(self).unwrap_or_default()
    }
}

impl Summarise for Server {
    fn summarise(&self, prompt: &str, text: &str) -> Summary {
        let (question, url) = (Question { prompt, text }.json(), self.url.clone());
        Box::pin(async move { loopback::post(&url, question).await })
    }
}

impl Summarise for Program {
    fn summarise(&self, prompt: &str, text: &str) -> Summary {
        let question = Question { prompt, text }.json();
        let Self { words, environment } = self.clone();
        Box::pin(async move {
            let [program, arguments @ ..] = words.as_slice() else {
                return Err("it names no program".to_owned());
            };
            let mut command = Command::new(program);
            command.args(arguments).env_clear().envs(environment).current_dir("/");
            // Whoever waits for it has the limit, and drops it.
            let ended =
                program::ask(command, &question, Duration::MAX).await.map_err(|error| error.to_string())?;
            match ended.code {
                Some(0) => Ok(ended.stdout),
                Some(code) => Err(format!("it ended with status {code}")),
                None => Err("a signal ended it".to_owned()),
            }
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn shell(line: &str) -> Program {
        let words = ["/bin/sh", "-c", line].map(str::to_owned).to_vec();
        Program { words, environment: Vec::new() }
    }

    #[tokio::test]
    async fn a_program_reads_the_question_and_writes_the_summary() {
        assert_eq!(
            shell("cat").summarise("why?", "a \"b\"").await.unwrap(),
            r#"{"prompt":"why?","text":"a \"b\""}"#
        );
        assert_eq!(shell("exit 3").summarise("", "").await.unwrap_err(), "it ended with status 3");
        assert_eq!(
            shell("echo $HOME").summarise("", "").await.unwrap(),
            "\n",
            "the environment is not inherited"
        );
        let missing = Program { words: Vec::new(), ..shell("") };
        assert_eq!(missing.summarise("", "").await.unwrap_err(), "it names no program");
    }

    #[tokio::test]
    async fn a_server_of_this_machine_gets_the_question_and_answers_with_the_summary() {
        use tokio::io::{AsyncReadExt as _, AsyncWriteExt as _};

        let listener = tokio::net::TcpListener::bind("127.0.0.1:0").await.unwrap();
        let address = format!("http://127.0.0.1:{}/s", listener.local_addr().unwrap().port());
        let served = tokio::spawn(async move {
            let (mut client, _) = listener.accept().await.unwrap();
            let mut request = Vec::new();
            while !request.ends_with(b"}") {
                request.push(client.read_u8().await.unwrap());
            }
            client.write_all(b"HTTP/1.1 200 OK\r\nContent-Length: 5\r\n\r\nshort").await.unwrap();
            String::from_utf8(request).unwrap()
        });
        let server = Server { url: LoopbackUrl::parse(&address).unwrap() };
        assert_eq!(server.summarise("why?", "a").await.unwrap(), "short");
        let request = served.await.unwrap();
        assert!(request.starts_with("POST /s HTTP/1.1\r\n"), "{request}");
        assert!(request.ends_with(r#"{"prompt":"why?","text":"a"}"#), "{request}");
        assert!(server.summarise("why?", "a").await.is_err(), "nobody listens any longer");
    }
}
