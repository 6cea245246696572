//! The answers of a session, so that a page that is read twice is requested once.
//!
//! Owns the time and the room. In memory only. Whoever asks it has a verdict on the URL already: it knows of none.

use std::collections::HashMap;
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;

use tokio::time::Instant;
use url::Url;

use super::render::Rendered;

/// How long an answer is kept.
const AGE_MAX: Duration = Duration::from_mins(15);

/// Most bytes of everything that is kept.
const BYTES_MAX: usize = 50 << 20;

/// The bytes that an entry takes besides its texts, roughly. It bounds the number of small ones.
const ENTRY_BYTES: usize = 1 << 10;

/// An answer to one request.
#[derive(Debug)]
pub(super) struct Page {
    pub(super) code: u16,
    pub(super) content_type: Option<String>,
    pub(super) location: Option<Url>,
    pub(super) rendered: Rendered,
    /// The bytes of its body.
    pub(super) bytes: usize,
}

/// Which request it was.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub(super) struct Key {
    /// In its canonical spelling.
    pub(super) url: Url,
    pub(super) accept: &'static str,
    /// Whether the settings opened the private network to it: what they no longer open is not shown again.
    pub(super) opens_private: bool,
}

/// The answers of a session; the one that was not used for longest goes first.
#[derive(Debug, Default)]
pub(super) struct Cache(Mutex<Kept>);

#[derive(Debug, Default)]
struct Kept {
    entries: HashMap<Key, Entry>,
    bytes: usize,
    /// How often it was asked, which orders the uses.
    uses: u64,
}

#[derive(Debug)]
struct Entry {
    page: Arc<Page>,
    since: Instant,
    used: u64,
    bytes: usize,
}

impl Cache {
    /// The answer to this request, if it is kept.
    pub(super) fn get(&self, key: &Key) -> Option<Arc<Page>> {
        let mut kept = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        kept.uses += 1;
        let uses = kept.uses;
        let entry = kept.entries.get_mut(key)?;
        if entry.since.elapsed() >= AGE_MAX {
            kept.remove(key);
            return None;
        }
        entry.used = uses;
        Some(Arc::clone(&entry.page))
    }

    /// Keeps an answer.
    pub(super) fn put(&self, key: Key, page: Arc<Page>) {
        let bytes = ENTRY_BYTES + page.rendered.text.len() + 2 * key.url.as_str().len();
        if bytes > BYTES_MAX {
            return;
        }
        let mut kept = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        kept.remove(&key);
        kept.uses += 1;
        kept.bytes += bytes;
        let entry = Entry { page, since: Instant::now(), used: kept.uses, bytes };
        kept.entries.insert(key, entry);
        while kept.bytes > BYTES_MAX {
            let oldest = kept.entries.iter().min_by_key(|(_, entry)| entry.used).map(|(key, _)| key.clone());
            let Some(oldest) = oldest else { break };
            kept.remove(&oldest);
        }
    }
}

impl Kept {
    fn remove(&mut self, key: &Key) {
        if let Some(entry) = self.entries.remove(key) {
            self.bytes -= entry.bytes;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn key(url: &str) -> Key {
        Key { url: Url::parse(url).unwrap(), accept: "*/*", opens_private: false }
    }

    fn page(bytes: usize) -> Arc<Page> {
        let rendered = Rendered { text: "x".repeat(bytes), ..Rendered::default() };
        Arc::new(Page { code: 200, content_type: None, location: None, rendered, bytes })
    }

    #[tokio::test(start_paused = true)]
    async fn an_answer_is_kept_for_a_quarter_of_an_hour() {
        let cache = Cache::default();
        cache.put(key("https://a.test/"), page(1));
        tokio::time::advance(Duration::from_millis(15 * 60 * 1_000 - 1)).await;
        assert!(cache.get(&key("https://a.test/")).is_some());
        tokio::time::advance(Duration::from_millis(1)).await;
        assert!(cache.get(&key("https://a.test/")).is_none(), "its use does not make it younger");
        assert_eq!(cache.0.lock().unwrap().bytes, 0);
    }

    #[tokio::test]
    async fn another_request_has_another_answer() {
        let cache = Cache::default();
        cache.put(key("https://a.test/"), page(1));
        for other in [
            key("https://a.test/?"),
            key("http://a.test/"),
            Key { accept: "text/html", ..key("https://a.test/") },
            Key { opens_private: true, ..key("https://a.test/") },
        ] {
            assert!(cache.get(&other).is_none(), "{other:?}");
        }
    }

    #[tokio::test]
    async fn the_answer_that_was_not_used_for_longest_goes_first() {
        let cache = Cache::default();
        let third = BYTES_MAX / 3 - ENTRY_BYTES - 100;
        for url in ["https://a.test/", "https://b.test/", "https://c.test/"] {
            cache.put(key(url), page(third));
        }
        assert!(cache.get(&key("https://a.test/")).is_some());
        cache.put(key("https://d.test/"), page(third));
        let is_kept = |url| cache.get(&key(url)).is_some();
        assert!(is_kept("https://a.test/") && is_kept("https://c.test/") && is_kept("https://d.test/"));
        assert!(!is_kept("https://b.test/"));
        cache.put(key("https://e.test/"), page(BYTES_MAX));
        assert!(!is_kept("https://e.test/"), "what fills it alone is not kept");
        assert!(is_kept("https://d.test/"));
    }

    #[tokio::test]
    async fn the_number_of_small_answers_is_bounded() {
        let cache = Cache::default();
        for number in 0..60_000 {
            cache.put(key(&format!("https://a.test/{number}")), page(0));
            // Only the bound is looked at; the search for the oldest is not what this is about.
            if cache.0.lock().unwrap().bytes > BYTES_MAX - 2 * ENTRY_BYTES {
                break;
            }
        }
        let kept = cache.0.lock().unwrap();
        assert!(kept.entries.len() <= BYTES_MAX / ENTRY_BYTES && kept.bytes <= BYTES_MAX);
    }
}
