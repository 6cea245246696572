//! A token: the rights of a process, as the system keeps them.
//!
//! Owns the handle and the reading of what it says (`GetTokenInformation`).

use std::ffi::c_void;
use std::io;
use std::mem::{align_of, size_of};
use std::os::windows::io::{AsRawHandle as _, OwnedHandle};
use std::ptr;

use windows_sys::Win32::Foundation::HANDLE;
use windows_sys::Win32::Security::{
    GetTokenInformation, TOKEN_ACCESS_MASK, TOKEN_ELEVATION, TOKEN_INFORMATION_CLASS, TOKEN_QUERY,
    TokenElevation,
};
use windows_sys::Win32::System::Threading::{GetCurrentProcess, OpenProcessToken};

/// An open token.
#[derive(Debug)]
pub(crate) struct Token(OwnedHandle);

/// What a token says to one question: a structure, and after it what it points to.
pub(super) struct Answer(Vec<usize>);

impl Token {
    /// The one of this process, for `access`.
    ///
    /// # Errors
    /// The system refuses.
    pub(super) fn of_this_process(access: TOKEN_ACCESS_MASK) -> io::Result<Self> {
        let mut token = ptr::null_mut();
        // SAFETY: the handle of the process is always valid, and the token is written where the call expects one.
        super::succeeded(unsafe { OpenProcessToken(GetCurrentProcess(), access, &raw mut token) })?;
        Ok(Self(super::owned(token)?))
    }

    /// The one that a call made.
    pub(super) fn made(handle: HANDLE) -> io::Result<Self> {
        super::owned(handle).map(Self)
    }

    /// Its handle, which is open as long as it lives.
    pub(super) fn handle(&self) -> HANDLE {
        self.0.as_raw_handle()
    }

    /// What it says about `class`.
    ///
    /// # Errors
    /// The system does not say.
    pub(super) fn information(&self, class: TOKEN_INFORMATION_CLASS) -> io::Result<Answer> {
        let mut size = 0;
        // SAFETY: the token is open. Without a buffer the call only says how large one is, and fails.
        unsafe { GetTokenInformation(self.handle(), class, ptr::null_mut(), 0, &raw mut size) };
        let mut buffer = vec![0_usize; (size as usize).div_ceil(size_of::<usize>())];
        // SAFETY: the token is open, and the buffer has the size that is given.
        super::succeeded(unsafe {
            GetTokenInformation(
                self.handle(),
                class,
                buffer.as_mut_ptr().cast::<c_void>(),
                size,
                &raw mut size,
            )
        })?;
        Ok(Answer(buffer))
    }
}

impl Answer {
    /// The structure at its beginning.
    ///
    /// # Safety
    /// `T` is the structure of the class that was asked for: any bytes are one, and its pointers lead into this answer.
    pub(super) unsafe fn read<T: Copy>(&self) -> io::Result<T> {
        const { assert!(align_of::<T>() <= align_of::<usize>()) };
        if size_of_val(self.0.as_slice()) < size_of::<T>() {
            return Err(io::ErrorKind::UnexpectedEof.into());
        }
        // SAFETY: the buffer is long enough and aligned, and the caller says that its bytes are a `T`.
        Ok(unsafe { ptr::read(self.0.as_ptr().cast::<T>()) })
    }

    /// The list of `count` elements that begins `at` bytes after its beginning.
    ///
    /// # Safety
    /// `T` is what the class lists there: any bytes are one, and its pointers lead into this answer.
    pub(super) unsafe fn list<T: Copy>(&self, at: usize, count: u32) -> io::Result<Vec<T>> {
        let count = count as usize;
        let end = size_of::<T>().checked_mul(count).and_then(|size| size.checked_add(at));
        if end.is_none_or(|end| end > size_of_val(self.0.as_slice())) {
            return Err(io::ErrorKind::UnexpectedEof.into());
        }
        let element = |index| {
            // SAFETY: it ends inside the buffer, and the caller says that its bytes are a `T`.
            unsafe { self.0.as_ptr().cast::<u8>().add(at).cast::<T>().add(index).read_unaligned() }
        };
        Ok((0..count).map(element).collect())
    }
}

/// Whether this process has the rights of an administrator (`TOKEN_ELEVATION`).
///
/// # Errors
/// The system does not say.
pub(crate) fn is_elevated() -> io::Result<bool> {
    let answer = Token::of_this_process(TOKEN_QUERY)?.information(TokenElevation)?;
    // SAFETY: it is the structure of this class, a number.
    Ok(unsafe { answer.read::<TOKEN_ELEVATION>() }?.TokenIsElevated != 0)
}
