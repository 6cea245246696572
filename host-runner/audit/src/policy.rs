//! A policy as one text, so that it can be an argument of a function of SQL.
//!
//! The text is that of a settings file, or `{"sources": [{"name", "text", "root"}]}` with the texts of several: with their
//! names the verdict names the place of a rule as `file:line:column`, and with `root` rules about paths start where the
//! file is.

use std::path::Path;
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Arc, Mutex, OnceLock, PoisonError};

use policy_core::{Mode, Policy, PolicyError, Source};
use serde::{Deserialize, Serialize};

use crate::failure::Failure;

/// The name of a settings text without one.
const NAMELESS: &str = "policy";

/// Most policies that are kept in their read form.
const KEPT_MAX: usize = 8;

#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct Sources {
    sources: Vec<OneSource>,
}

#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct OneSource {
    name: String,
    text: String,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    root: Option<String>,
}

/// The sources in the text of a policy.
pub fn sources(text: &str) -> Vec<Source> {
    match serde_json::from_str::<Sources>(text) {
        Ok(given) => given
            .sources
            .into_iter()
            .map(|source| Source {
                name: source.name,
                text: source.text,
                root: source.root,
                ..Source::default()
            })
            .collect(),
        Err(_) => vec![Source { name: NAMELESS.to_owned(), text: text.to_owned(), ..Source::default() }],
    }
}

/// The settings files as the text of one policy; later files win for scalars, lists add up.
///
/// # Errors
/// A file cannot be read, or is no settings file.
pub fn of_files(files: &[&Path]) -> Result<String, Failure> {
    let read = files.iter().map(|file| {
        let text =
            std::fs::read_to_string(file).map_err(|error| Failure::NoPolicy(file.to_path_buf(), error))?;
        let root = std::path::absolute(file).ok().and_then(|file| file.parent().map(Path::to_path_buf));
        let root = root.map(|folder| folder.to_string_lossy().into_owned());
        Ok(OneSource { name: file.to_string_lossy().into_owned(), text, root })
    });
    let text = serde_json::to_string(&Sources { sources: read.collect::<Result<_, Failure>>()? })
        .map_err(|error| Failure::usage(error.to_string(), "name other settings"))?;
    Compiled::of(&text).map_err(|errors| Failure::Policy(errors, sources(&text)))?;
    Ok(text)
}

/// A policy that was read, with what it decided.
#[derive(Debug)]
pub struct Compiled {
    text: Arc<str>,
    policy: Arc<Policy>,
    /// The policy in each mode, made when it is first needed.
    in_modes: [OnceLock<Arc<Policy>>; Mode::ALL.len()],
    decisions: AtomicU64,
}

impl Compiled {
    /// The policy of this text; the last few are kept.
    ///
    /// # Errors
    /// Each source that is no settings file.
    pub fn of(text: &str) -> Result<Arc<Self>, Vec<PolicyError>> {
        static KEPT: Mutex<Vec<Arc<Compiled>>> = Mutex::new(Vec::new());
        let mut kept = KEPT.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(at) = kept.iter().position(|known| *known.text == *text) {
            // The last used is the last to go.
            let known = kept.remove(at);
            kept.push(Arc::clone(&known));
            return Ok(known);
        }
        let policy = Arc::new(Policy::from_sources(&sources(text))?);
        let new = Arc::new(Self {
            text: text.into(),
            policy,
            in_modes: Default::default(),
            decisions: AtomicU64::new(0),
        });
        kept.push(Arc::clone(&new));
        if kept.len() > KEPT_MAX {
            kept.remove(0);
        }
        Ok(new)
    }

    /// The policy with the mode that its settings name, or with this one.
    pub fn in_mode(&self, mode: Option<Mode>) -> Arc<Policy> {
        let at =
            mode.and_then(|mode| Mode::ALL.iter().position(|(known, _)| *known == mode).map(|at| (at, mode)));
        let Some((at, mode)) = at else { return Arc::clone(&self.policy) };
        Arc::clone(self.in_modes[at].get_or_init(|| {
            let mut policy = (*self.policy).clone();
            policy.set_mode(mode);
            Arc::new(policy)
        }))
    }

    /// How many verdicts it gave.
    pub fn decisions(&self) -> u64 {
        self.decisions.load(Ordering::Relaxed)
    }

    pub(crate) fn count(&self, verdicts: usize) {
        self.decisions.fetch_add(verdicts as u64, Ordering::Relaxed);
    }
}
