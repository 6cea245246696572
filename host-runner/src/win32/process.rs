//! A process that starts suspended, with three handles, in a console that nobody sees.
//!
//! Owns the start (`CreateProcessW`, `CreateProcessAsUserW`), the wait for the end, and the name of a process. A process that was never resumed ends
//! with its value.

use std::ffi::{OsString, c_void};
use std::fs::File;
use std::io;
use std::mem::{size_of, zeroed};
use std::os::windows::ffi::{OsStrExt as _, OsStringExt as _};
use std::os::windows::io::{AsHandle, AsRawHandle, BorrowedHandle, OwnedHandle};
use std::path::{Path, PathBuf};
use std::ptr;
use std::time::Duration;

use windows_sys::Win32::Foundation::{HANDLE, HANDLE_FLAG_INHERIT, SetHandleInformation, WAIT_OBJECT_0};
use windows_sys::Win32::System::Threading::{
    CREATE_NO_WINDOW, CREATE_SUSPENDED, CREATE_UNICODE_ENVIRONMENT, CreateProcessAsUserW, CreateProcessW,
    DeleteProcThreadAttributeList, EXTENDED_STARTUPINFO_PRESENT, GetExitCodeProcess, INFINITE,
    InitializeProcThreadAttributeList, LPPROC_THREAD_ATTRIBUTE_LIST, OpenProcess,
    PROC_THREAD_ATTRIBUTE_HANDLE_LIST, PROCESS_INFORMATION, PROCESS_NAME_WIN32,
    PROCESS_QUERY_LIMITED_INFORMATION, PROCESS_SYNCHRONIZE, QueryFullProcessImageNameW, ResumeThread,
    STARTF_USESTDHANDLES, STARTUPINFOEXW, TerminateProcess, UpdateProcThreadAttribute, WaitForSingleObject,
};

use super::command_line::{command_line, environment_block};
use super::restricted_token::{RestrictedToken, security_attributes};

/// The longest path of a program that is read, in UTF-16 units.
const PATH_UNITS_MAX: usize = 32_768;

/// The answer of `ResumeThread` when it fails.
const NOT_RESUMED: u32 = u32::MAX;

/// The program to start.
#[derive(Debug)]
pub(crate) struct Start<'s> {
    /// The absolute path of the program.
    pub(crate) program: &'s Path,
    /// Its arguments, its name first.
    pub(crate) arguments: &'s [OsString],
    /// Its whole environment.
    pub(crate) environment: &'s [(OsString, OsString)],
    /// Where it starts.
    pub(crate) cwd: &'s Path,
    /// Its standard input, output and error. It gets no other handle.
    pub(crate) streams: [File; 3],
    /// With which rights it runs; with those of this process if there is none.
    pub(crate) token: Option<&'s RestrictedToken>,
}

/// A process that runs nothing yet.
#[derive(Debug)]
pub(crate) struct Suspended {
    process: Process,
    thread: OwnedHandle,
    is_resumed: bool,
}

/// A process that runs, or has ended.
#[derive(Debug)]
pub(crate) struct Process {
    handle: OwnedHandle,
    id: u32,
}

impl Start<'_> {
    /// Starts it, suspended.
    ///
    /// # Errors
    /// The system refuses, or the command line or the environment cannot be passed on.
    pub(crate) fn suspended(self) -> io::Result<Suspended> {
        // What is no program is started by `cmd.exe`, which reads the arguments as its own language.
        if !self.program.extension().is_some_and(|extension| extension.eq_ignore_ascii_case("exe")) {
            return Err(io::Error::new(io::ErrorKind::InvalidInput, "the program is no `.exe` file"));
        }
        let program = wide(self.program)?;
        let cwd = wide(self.cwd)?;
        let mut line = command_line(self.arguments)?;
        let environment = environment_block(self.environment)?;
        let mut handles = self.streams.each_ref().map(AsRawHandle::as_raw_handle);
        for handle in handles {
            // SAFETY: the handle is open, and only a flag of it changes.
            super::succeeded(unsafe {
                SetHandleInformation(handle, HANDLE_FLAG_INHERIT, HANDLE_FLAG_INHERIT)
            })?;
        }
        let mut attributes = Attributes::new()?;
        attributes.set_handles(&mut handles)?;
        // SAFETY: a structure of numbers and pointers, for which zero is the default of each.
        let mut startup: STARTUPINFOEXW = unsafe { zeroed() };
        startup.StartupInfo.cb = size_of::<STARTUPINFOEXW>() as u32;
        startup.StartupInfo.dwFlags = STARTF_USESTDHANDLES;
        let [input, output, error] = handles;
        (startup.StartupInfo.hStdInput, startup.StartupInfo.hStdOutput, startup.StartupInfo.hStdError) =
            (input, output, error);
        startup.lpAttributeList = attributes.list();
        // SAFETY: the same.
        let mut started: PROCESS_INFORMATION = unsafe { zeroed() };
        let flags =
            CREATE_NO_WINDOW | CREATE_SUSPENDED | CREATE_UNICODE_ENVIRONMENT | EXTENDED_STARTUPINFO_PRESENT;
        let (environment, startup) = (environment.as_ptr().cast::<c_void>(), &raw const startup.StartupInfo);
        let returned = if let Some(token) = self.token {
            let mut descriptor = token.descriptor()?;
            let access = security_attributes(&mut descriptor);
            // SAFETY: as below; the token and the descriptor live until the call returns.
            unsafe {
                CreateProcessAsUserW(
                    token.handle(),
                    program.as_ptr(),
                    line.as_mut_ptr(),
                    &raw const access,
                    &raw const access,
                    1,
                    flags,
                    environment,
                    cwd.as_ptr(),
                    startup,
                    &raw mut started,
                )
            }
        } else {
            // SAFETY: each text ends with a zero, the block with two; the command line may be changed during the call; the
            // handles and the list of attributes live until it returns; and the structures are those of their flags.
            unsafe {
                CreateProcessW(
                    program.as_ptr(),
                    line.as_mut_ptr(),
                    ptr::null(),
                    ptr::null(),
                    1,
                    flags,
                    environment,
                    cwd.as_ptr(),
                    startup,
                    &raw mut started,
                )
            }
        };
        super::succeeded(returned)?;
        let handle = super::owned(started.hProcess)?;
        let thread = super::owned(started.hThread)?;
        Ok(Suspended { process: Process { handle, id: started.dwProcessId }, thread, is_resumed: false })
    }
}

impl Suspended {
    /// The process, to be put into a job.
    pub(crate) fn process(&self) -> BorrowedHandle<'_> {
        self.process.handle.as_handle()
    }

    /// Lets it run.
    ///
    /// # Errors
    /// The system refuses; then it ends.
    pub(crate) fn resume(mut self) -> io::Result<Process> {
        // SAFETY: the handle is open.
        if unsafe { ResumeThread(self.thread.as_raw_handle()) } == NOT_RESUMED {
            return Err(io::Error::last_os_error());
        }
        self.is_resumed = true;
        Ok(Process { handle: self.process.handle.try_clone()?, id: self.process.id })
    }
}

impl Drop for Suspended {
    fn drop(&mut self) {
        if !self.is_resumed {
            // SAFETY: the handle is open. A process that has ended already stays as it is.
            unsafe { TerminateProcess(self.process.handle.as_raw_handle(), 1) };
        }
    }
}

impl Process {
    /// The process with this number, if it is there and may be waited for.
    pub(crate) fn open(id: u32) -> Option<Self> {
        // SAFETY: the call takes numbers and gives a handle or none.
        let handle = unsafe { OpenProcess(PROCESS_SYNCHRONIZE | PROCESS_QUERY_LIMITED_INFORMATION, 0, id) };
        Some(Self { handle: super::owned(handle).ok()?, id })
    }

    /// Its number.
    pub(crate) const fn id(&self) -> u32 {
        self.id
    }

    /// Waits for its end and gives its status. It blocks the thread.
    ///
    /// # Errors
    /// The system does not say.
    pub(crate) fn status(&self) -> io::Result<u32> {
        // SAFETY: the handle is open.
        if unsafe { WaitForSingleObject(self.handle.as_raw_handle(), INFINITE) } != WAIT_OBJECT_0 {
            return Err(io::Error::last_os_error());
        }
        let mut status = 0;
        // SAFETY: the handle is open, and the number is written during the call.
        super::succeeded(unsafe { GetExitCodeProcess(self.handle.as_raw_handle(), &raw mut status) })?;
        Ok(status)
    }

    /// Waits for its end, at most so long. It blocks the thread.
    pub(crate) fn wait(&self, most: Duration) {
        let most = u32::try_from(most.as_millis()).unwrap_or(INFINITE - 1);
        // SAFETY: the handle is open. Whether the time was over makes no difference to the caller.
        unsafe { WaitForSingleObject(self.handle.as_raw_handle(), most) };
    }

    /// The path of its program, if the system says it.
    pub(crate) fn program(&self) -> Option<PathBuf> {
        let mut buffer = vec![0_u16; PATH_UNITS_MAX];
        let mut length = buffer.len() as u32;
        // SAFETY: the handle is open, and the buffer has the length that is given.
        super::succeeded(unsafe {
            QueryFullProcessImageNameW(
                self.handle.as_raw_handle(),
                PROCESS_NAME_WIN32,
                buffer.as_mut_ptr(),
                &raw mut length,
            )
        })
        .ok()?;
        Some(PathBuf::from(OsString::from_wide(buffer.get(..length as usize)?)))
    }
}

/// The list of attributes of a process that is to start.
struct Attributes {
    /// Aligned for every pointer.
    buffer: Vec<usize>,
}

impl Attributes {
    fn new() -> io::Result<Self> {
        let mut size = 0;
        // SAFETY: without a list the call only says how large one is, and fails.
        unsafe { InitializeProcThreadAttributeList(ptr::null_mut(), 1, 0, &raw mut size) };
        let mut buffer = vec![0_usize; size.div_ceil(size_of::<usize>())];
        // SAFETY: the buffer has the size that the call wants.
        super::succeeded(unsafe {
            InitializeProcThreadAttributeList(buffer.as_mut_ptr().cast::<c_void>(), 1, 0, &raw mut size)
        })?;
        Ok(Self { buffer })
    }

    fn list(&mut self) -> LPPROC_THREAD_ATTRIBUTE_LIST {
        self.buffer.as_mut_ptr().cast::<c_void>()
    }

    /// Lets the process inherit these handles and no other one. They must live as long as the list.
    fn set_handles(&mut self, handles: &mut [HANDLE; 3]) -> io::Result<()> {
        // SAFETY: the list was initialised with room for one attribute, and the caller keeps the handles in place.
        super::succeeded(unsafe {
            UpdateProcThreadAttribute(
                self.list(),
                0,
                PROC_THREAD_ATTRIBUTE_HANDLE_LIST as usize,
                handles.as_mut_ptr().cast::<c_void>(),
                size_of::<[HANDLE; 3]>(),
                ptr::null_mut(),
                ptr::null(),
            )
        })
    }
}

impl Drop for Attributes {
    fn drop(&mut self) {
        // SAFETY: the list was initialised.
        unsafe { DeleteProcThreadAttributeList(self.list()) };
    }
}

/// A path with a zero at its end.
fn wide(path: &Path) -> io::Result<Vec<u16>> {
    let mut units = path.as_os_str().encode_wide().collect::<Vec<_>>();
    if units.contains(&0) {
        return Err(io::Error::new(io::ErrorKind::InvalidInput, "a path contains a null character"));
    }
    units.push(0);
    Ok(units)
}
