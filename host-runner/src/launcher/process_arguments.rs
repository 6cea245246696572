//! The arguments of a process as macOS keeps them (`sysctl(3)`, `KERN_PROCARGS2`).
//!
//! Owns the reading of the bytes: the number of arguments, the path that was executed, zeros up to a boundary, the
//! arguments and the environment, each ended by a zero. Asks no system.

use std::iter;

/// The arguments in `bytes`, joined by blanks; none when the bytes end before them.
pub(crate) fn joined(bytes: &[u8]) -> Option<String> {
    let (count, rest) = bytes.split_first_chunk::<4>()?;
    let count = usize::try_from(i32::from_ne_bytes(*count)).ok()?;
    let path = rest.iter().position(|byte| *byte == 0)?;
    let after = rest.get(path..)?;
    let begin = after.iter().position(|byte| *byte != 0)?;
    let mut rest = after.get(begin..)?;
    let arguments = iter::from_fn(|| {
        let end = rest.iter().position(|byte| *byte == 0)?;
        let (argument, behind) = rest.split_at_checked(end)?;
        rest = behind.get(1..)?;
        Some(String::from_utf8_lossy(argument).into_owned())
    });
    // An environment is nobody's business, however little of the arguments there is.
    Some(arguments.take(count).collect::<Vec<_>>().join(" "))
}

#[cfg(test)]
mod tests {
    use super::joined;

    fn bytes(count: i32, rest: &[u8]) -> Vec<u8> {
        [&count.to_ne_bytes()[..], rest].concat()
    }

    #[test]
    fn the_arguments_are_found_behind_the_path_and_end_before_the_environment() {
        let found = bytes(3, b"/bin/sleep\0\0\0\0sleep\0-x\0five\0SECRET=1\0\0");
        assert_eq!(joined(&found).as_deref(), Some("sleep -x five"));
        assert_eq!(joined(&bytes(1, b"/bin/sh\0sh\0A=1\0")).as_deref(), Some("sh"));
    }

    #[test]
    fn bytes_that_end_early_are_no_arguments() {
        for short in
            [&b""[..], b"\x01\0", &bytes(2, b"/bin/sh"), &bytes(-1, b"/bin/sh\0sh\0"), &bytes(1, b"\0\0")]
        {
            assert_eq!(joined(short), None, "{short:?}");
        }
    }
}
