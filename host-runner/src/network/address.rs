//! Addresses that a name must not lead to.
//!
//! Owns nothing: the table is the core's, so that a URL with an address in it is judged by the same rows.

pub(super) use policy_core::web::address::{OWN, Objection, objection};
