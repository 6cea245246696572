//! The machine as the request describes it: directories, links, protected paths, repositories.
//!
//! Owns every question about a path, and the list of facts that the host still has to send. Never looks at a disk and
//! decides nothing.

pub(crate) mod approximate_path;
mod directories;
mod facts;
mod path_access;
mod path_rules;
pub(crate) mod protected_writes;
mod redirect_targets;
mod repository;
mod resolve;
pub(crate) mod secret_reads;
mod windows_request;
mod working_directory;

pub(crate) use approximate_path::ApproximatePath;
pub(crate) use directories::Directories;
pub(crate) use facts::Machine;
pub(crate) use path_access::PathLocation;
pub(crate) use redirect_targets::RedirectTargets;
pub(crate) use windows_request::WindowsRequest;
pub(crate) use working_directory::DirectoryTracker;

#[cfg(test)]
#[path = "path_tests.rs"]
mod path_tests;
#[cfg(test)]
#[path = "place_tests.rs"]
mod place_tests;
#[cfg(test)]
mod project_tests;
#[cfg(test)]
mod secret_tests;
