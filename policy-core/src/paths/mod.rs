//! Paths as text: joining, cleaning, containment. Never asks a disk.
//!
//! Owns the algebra of Unix paths, the spellings of Windows, and the short lists of special paths. The target of a path
//! after symbolic links is a fact, which only the host knows.

pub mod critical;
pub mod lexical;
pub mod macos;
mod model;
mod place;
#[cfg(test)]
mod place_table;
pub mod places;
mod plain_name;
pub mod process_links;
pub mod protected;
mod protected_name;
#[cfg(test)]
mod protected_table;
pub mod secret;
mod secret_name;
#[cfg(test)]
mod secret_table;
pub mod wildcard;
pub mod windows;

pub use model::PathModel;
pub(crate) use place::Place;
