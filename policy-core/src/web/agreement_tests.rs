//! The strict reader against the `url` crate.
