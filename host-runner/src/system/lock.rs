//! A lock on a file, by which other processes see that this one lives or works.
//!
//! Owns the lock, which ends with the value or with the process. Waits only in [`Lock::wait`].

use std::fs::{File, TryLockError};
use std::io;

/// A lock that no other process has.
#[derive(Debug)]
pub(crate) struct Lock(File);

impl Lock {
    /// The lock on `file`, if nobody has it.
    ///
    /// # Errors
    /// Somebody has it, or the system refuses.
    pub(crate) fn now(file: File) -> io::Result<Self> {
        match file.try_lock() {
            Ok(()) => Ok(Self(file)),
            Err(TryLockError::WouldBlock) => Err(io::ErrorKind::WouldBlock.into()),
            Err(TryLockError::Error(error)) => Err(error),
        }
    }

    /// The lock on `file`, once nobody else has it.
    ///
    /// # Errors
    /// The system refuses.
    pub(crate) fn wait(file: File) -> io::Result<Self> {
        file.lock()?;
        Ok(Self(file))
    }
}

impl Drop for Lock {
    fn drop(&mut self) {
        // Another handle of this process can hold the file open for longer.
        let _ = self.0.unlock();
    }
}

/// Whether nobody has a lock on `file`.
///
/// # Errors
/// The system does not say.
pub(crate) fn is_free(file: File) -> io::Result<bool> {
    match file.try_lock_shared() {
        Ok(()) => {
            drop(Lock(file));
            Ok(true)
        }
        Err(TryLockError::WouldBlock) => Ok(false),
        Err(TryLockError::Error(error)) => Err(error),
    }
}
