//! The system calls on file names that the filter hands to the supervisor, from the kernel's notification to the answer.

mod calls;
mod connect;
mod created;
pub(in crate::launcher) mod decode;
pub(in crate::launcher) mod notification;
mod perform;
mod resolve;

pub(in crate::launcher) use calls::{Names, News};
pub(in crate::launcher) use connect::Sockets;
