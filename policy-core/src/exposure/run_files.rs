//! What a search keeps of the files that a script runs. Knows no search.

/// What was seen of them in the script that is looked at.
#[derive(Debug, Default)]
pub(super) struct RunFiles {
    /// How many commands run a file.
    pub(super) count: usize,
    /// Whether an earlier command names one of these files.
    pub(super) is_named: bool,
}
