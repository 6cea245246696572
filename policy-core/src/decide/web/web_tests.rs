//! Verdicts on URLs and searches.
