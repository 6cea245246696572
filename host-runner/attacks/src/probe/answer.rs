//! What a probe comes to, and how the answer of a system call becomes it.

/// What a probe comes to.
pub(crate) type Answer = Option<()>;

/// The answer of a call that is negative when it fails.
pub(crate) fn call(answer: impl Into<i64>) -> Answer {
    (answer.into() >= 0).then_some(())
}

/// A text as the kernel wants it.
pub(crate) fn c_string(text: &str) -> std::ffi::CString {
    std::ffi::CString::new(text).unwrap_or_default()
}
