//! The system calls on file names that the filter hands to the supervisor, from the kernel's notification to the answer.

mod connect;
mod created;
pub(in crate::launcher) mod decode;
pub(in crate::launcher) mod notification;
mod perform;
mod resolve;
mod service;

pub(in crate::launcher) use connect::Sockets;
pub(in crate::launcher) use service::{FileCallReport, FileCalls};
