//! The client's roots: the directories that it works in.
//!
//! Owns where a command runs. The model names a directory, but only the client and the user say which ones it may name:
//! a directory elsewhere could bring settings of its own.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

use policy_core::visible::line;
use rmcp::RoleServer;
use rmcp::model::{ClientResult, InputRequest, InputRequests, InputResponses, RequestNoParam, ServerRequest};
use rmcp::service::{PeerRequestOptions, RequestContext};
use serde::Deserialize;
use serde_json::Value;
use tokio::sync::Mutex;
use url::Url;

use super::surroundings::Surroundings;

/// The name of the request for roots in a result that requires input.
const REQUEST: &str = "roots";

/// How long the client may take to list its roots.
const ANSWER_WITHIN: Duration = Duration::from_secs(10);

/// The list of the client, in the parts that matter.
#[derive(Debug, Deserialize)]
struct List {
    roots: Vec<Root>,
}

#[derive(Debug, Deserialize)]
struct Root {
    uri: String,
}

/// The directories in which commands run: real paths, the first of them for commands that name none.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) struct Directories(Vec<PathBuf>);

impl Directories {
    /// Those of a client's answer; those of the server if there are none in it.
    ///
    /// # Errors
    /// The answer names roots, and none of them is a directory here.
    fn listed(answer: Value, surroundings: &dyn Surroundings) -> Result<Self, String> {
        let Ok(List { roots }) = serde_json::from_value(answer) else {
            surroundings.log("the client's list of roots cannot be read; the server's own directory counts");
            return Ok(Self::own(surroundings));
        };
        if roots.is_empty() {
            return Ok(Self::own(surroundings));
        }
        let usable = roots.iter().filter_map(|root| directory_at(&root.uri)).collect::<Vec<_>>();
        if usable.is_empty() {
            let first = roots.first().map_or("", |root| root.uri.as_str());
            return Err(format!(
                "no root of the client is a directory on this machine; the first is `{}`",
                line(first)
            ));
        }
        Ok(Self(usable))
    }

    /// The server's own.
    fn own(surroundings: &dyn Surroundings) -> Self {
        Self(vec![surroundings.directory()])
    }

    /// The root and the directory for a command that names `asked`, a path from the first root.
    ///
    /// # Errors
    /// It is no directory, or lies in no root.
    pub(super) fn find(&self, asked: Option<&str>) -> Result<(PathBuf, PathBuf), String> {
        let first = self.0.first().cloned().unwrap_or_default();
        let Some(asked) = asked else { return Ok((first.clone(), first)) };
        let found = first.join(asked).canonicalize().and_then(|path| {
            if path.is_dir() { Ok(path) } else { Err(std::io::ErrorKind::NotADirectory.into()) }
        });
        let directory =
            found.map_err(|error| format!("the directory `{}` cannot be used: {error}", line(asked)))?;
        // The nearest one has the settings.
        let around = self.0.iter().filter(|root| directory.starts_with(root));
        match around.max_by_key(|root| root.components().count()) {
            Some(root) => Ok((root.clone(), directory)),
            None => Err(format!(
                "the directory `{}` lies outside of `{}`; name one inside, or leave `cwd` out",
                line(asked),
                line(&self.names())
            )),
        }
    }

    /// The first.
    pub(super) fn first(&self) -> &Path {
        self.0.first().map_or(Path::new("/"), PathBuf::as_path)
    }

    fn names(&self) -> String {
        self.0.iter().map(|root| root.to_string_lossy()).collect::<Vec<_>>().join("`, `")
    }
}

/// The directory of a `file:` URI, with every link followed.
fn directory_at(uri: &str) -> Option<PathBuf> {
    let uri = Url::parse(uri).ok().filter(|uri| uri.scheme() == "file")?;
    uri.to_file_path().ok()?.canonicalize().ok().filter(|path| path.is_dir())
}

/// What is known about the client's roots.
#[derive(Debug, Default)]
pub(super) struct Roots {
    known: Mutex<Option<Directories>>,
    /// Whether a result has required them. A client that cannot list them is asked once.
    were_required: AtomicBool,
}

/// The directories, or the requests that the client has to answer first.
#[derive(Debug)]
pub(super) enum Found {
    Directories(Directories),
    Required(InputRequests),
}

impl Roots {
    /// The directories for the request of `context`, which came with `responses`.
    ///
    /// # Errors
    /// The client's roots are no directories here.
    pub(super) async fn directories(
        &self,
        surroundings: &dyn Surroundings,
        context: &RequestContext<RoleServer>,
        responses: &InputResponses,
        is_stateless: bool,
    ) -> Result<Found, String> {
        let has_roots = context.client_capabilities().is_some_and(|client| client.roots.is_some());
        if !surroundings.takes_roots() || !has_roots {
            return Ok(Found::Directories(Directories::own(surroundings)));
        }
        let mut known = self.known.lock().await;
        if let Some(known) = &*known {
            return Ok(Found::Directories(known.clone()));
        }
        let listed = if !is_stateless {
            ask(surroundings, context).await
        } else if let Some(answer) = responses.get(REQUEST) {
            Directories::listed(answer.clone(), surroundings)
        } else if self.were_required.swap(true, Ordering::Relaxed) {
            surroundings.log("the client does not list its roots; the server's own directory counts");
            Ok(Directories::own(surroundings))
        } else {
            let request = InputRequest::ListRoots(RequestNoParam::default());
            return Ok(Found::Required(BTreeMap::from([(REQUEST.to_owned(), request)])));
        }?;
        *known = Some(listed.clone());
        Ok(Found::Directories(listed))
    }

    /// The directories that are known so far.
    pub(super) async fn so_far(&self, surroundings: &dyn Surroundings) -> Directories {
        self.known.lock().await.clone().unwrap_or_else(|| Directories::own(surroundings))
    }

    /// The client has other roots now.
    pub(super) async fn changed(&self) {
        *self.known.lock().await = None;
        self.were_required.store(false, Ordering::Relaxed);
    }
}

/// Asks the client of a session for its roots.
async fn ask(
    surroundings: &dyn Surroundings,
    context: &RequestContext<RoleServer>,
) -> Result<Directories, String> {
    let request = ServerRequest::ListRootsRequest(RequestNoParam::default());
    let options = PeerRequestOptions::with_timeout(ANSWER_WITHIN);
    let answer = match context.peer.send_request_with_option(request, options).await {
        Ok(handle) => handle.await_response().await,
        Err(error) => Err(error),
    };
    match answer {
        Ok(ClientResult::ListRootsResult(list)) => {
            Directories::listed(serde_json::to_value(list).unwrap_or_default(), surroundings)
        }
        Ok(other) => Directories::listed(serde_json::to_value(other).unwrap_or_default(), surroundings),
        Err(error) => {
            surroundings.log(&format!(
                "the client does not list its roots: {error}; the server's own directory counts"
            ));
            Ok(Directories::own(surroundings))
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_directory_is_the_first_root_or_lies_in_one() {
        let place = tempfile::tempdir().unwrap();
        let at = |name: &str| place.path().canonicalize().unwrap().join(name);
        for name in ["a/inner", "a/sub", "b", "outside"] {
            std::fs::create_dir_all(at(name)).unwrap();
        }
        std::os::unix::fs::symlink(at("outside"), at("a/link")).unwrap();
        std::fs::write(at("a/file"), "").unwrap();
        let roots = Directories(vec![at("a"), at("b"), at("a/inner")]);
        let absolute = at("b").to_str().unwrap().to_owned();
        for (asked, found) in [
            (None, Some(("a", "a"))),
            (Some("."), Some(("a", "a"))),
            (Some("sub"), Some(("a", "a/sub"))),
            (Some("inner"), Some(("a/inner", "a/inner"))),
            (Some("../b"), Some(("b", "b"))),
            (Some(absolute.as_str()), Some(("b", "b"))),
            (Some("../outside"), None),
            (Some(".."), None),
            (Some("/"), None),
            (Some("link"), None),
            (Some("file"), None),
            (Some("missing"), None),
            (Some("a\0b"), None),
        ] {
            let expected = found.map(|(root, directory)| (at(root), at(directory)));
            assert_eq!(roots.find(asked).ok(), expected, "{asked:?}");
        }
    }

    #[test]
    fn a_root_is_a_directory_named_by_a_file_uri() {
        let place = tempfile::tempdir().unwrap();
        let inner = place.path().canonicalize().unwrap().join("with blank");
        std::fs::create_dir(&inner).unwrap();
        let uri = Url::from_directory_path(&inner).unwrap();
        assert!(uri.as_str().contains("%20"));
        assert_eq!(directory_at(uri.as_str()), Some(inner));
        for bad in
            ["", "/tmp", "http://example.com/tmp", "file://elsewhere/tmp", "file:///no/such/directory", "x"]
        {
            assert_eq!(directory_at(bad), None, "{bad}");
        }
    }
}
