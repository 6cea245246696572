//! The set of directories in which a command may run.

use alloc::string::String;

/// The directories in which a command may run; none when they cannot be told.
///
/// The empty text is the request's own working directory when the request does not name it.
pub(crate) type Directories<'a> = Option<&'a [String]>;
