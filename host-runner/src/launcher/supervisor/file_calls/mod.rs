//! The file calls that the filter hands to the supervisor, from the kernel's notification to the answer.
//!
//! Owns the way of one call: `notification` receives it, `decode` reads its arguments, `resolve` finds the directory,
//! `perform` judges and performs it, `created` remembers it, `connect` does the same for sockets; `service` is the
//! loop's step.

mod bind;
mod connect;
mod created;
pub(in crate::launcher) mod decode;
pub(in crate::launcher) mod notification;
mod perform;
mod report;
mod resolve;
mod service;

pub(in crate::launcher) use connect::Sockets;
pub(in crate::launcher) use created::CreatedEntries;
pub(in crate::launcher) use report::FileCallReport;
pub(in crate::launcher) use service::FileCalls;
