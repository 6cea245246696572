//! What a person at a terminal sees while the audit works: the bytes that were read, then the step. Nothing elsewhere.

use std::sync::Arc;

use indicatif::{ProgressBar, ProgressDrawTarget, ProgressStyle};

/// The progress of an audit.
#[derive(Clone, Debug)]
pub struct Progress(ProgressBar);

impl Progress {
    /// The progress of reading so many bytes.
    pub fn reading(bytes: u64) -> Self {
        let bar = ProgressBar::with_draw_target(Some(bytes), ProgressDrawTarget::stderr());
        let style = ProgressStyle::with_template("{msg} {bar:30} {bytes}/{total_bytes} {eta}");
        bar.set_style(style.unwrap_or_else(|_| ProgressStyle::default_bar()));
        bar.set_message("reads and counts");
        Self(bar)
    }

    /// Hears of bytes that were read.
    pub fn counter(&self) -> Arc<dyn Fn(usize) + Send + Sync> {
        let bar = self.0.clone();
        Arc::new(move |bytes| bar.inc(bytes as u64))
    }

    /// The next step, whose length is not known.
    pub fn step(&self, what: &'static str) {
        let style = ProgressStyle::with_template("{spinner} {msg} {elapsed}");
        self.0.set_style(style.unwrap_or_else(|_| ProgressStyle::default_spinner()));
        self.0.set_message(what);
        self.0.enable_steady_tick(std::time::Duration::from_millis(200));
    }

    /// The audit is done.
    pub fn end(&self) {
        self.0.finish_and_clear();
    }
}
