//! The set of directories in which a command may run.

use alloc::string::String;

/// The directories in which a command may run; none when they are not known.
///
/// The empty text stands for the working directory of a request that does not name it.
pub(crate) type Directories<'a> = Option<&'a [String]>;
