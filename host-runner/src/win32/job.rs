//! A job object: a set of processes that ends together (`CreateJobObjectW`).
//!
//! Owns the bounds of the set and its end. Whoever is in it starts further processes in it, because no bound lets one break
//! away (`JOB_OBJECT_LIMIT_BREAKAWAY_OK` is not set), and all of them end when the last handle closes.

use std::ffi::c_void;
use std::io;
use std::mem::{offset_of, size_of, zeroed};
use std::os::windows::io::{AsRawHandle as _, BorrowedHandle, OwnedHandle, RawHandle};
use std::ptr;

use windows_sys::Win32::System::JobObjects::{
    AssignProcessToJobObject, CreateJobObjectW, JOB_OBJECT_LIMIT_ACTIVE_PROCESS,
    JOB_OBJECT_LIMIT_DIE_ON_UNHANDLED_EXCEPTION, JOB_OBJECT_LIMIT_KILL_ON_JOB_CLOSE,
    JOB_OBJECT_LIMIT_PROCESS_MEMORY, JOBOBJECT_BASIC_PROCESS_ID_LIST, JOBOBJECT_EXTENDED_LIMIT_INFORMATION,
    JobObjectBasicProcessIdList, JobObjectExtendedLimitInformation, QueryInformationJobObject,
    SetInformationJobObject, TerminateJobObject,
};

/// Most processes of a job that are listed.
const LISTED_MAX: usize = 1_024;

/// How much the processes of a job may use.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub(crate) struct Bounds {
    /// How many bytes each of them may commit.
    pub(crate) memory: Option<u64>,
    /// How many of them there may be at a time.
    pub(crate) processes: Option<u64>,
}

/// A job object. When it is dropped, everything in it ends.
#[derive(Debug)]
pub(crate) struct Job(OwnedHandle);

impl Job {
    /// An empty job with these bounds.
    ///
    /// # Errors
    /// The system refuses.
    pub(crate) fn new(bounds: Bounds) -> io::Result<Self> {
        // SAFETY: no attributes and no name are what the call takes for the default ones.
        let job = Self(super::owned(unsafe { CreateJobObjectW(ptr::null(), ptr::null()) })?);
        // SAFETY: a structure of numbers, for which zero says that nothing is bounded.
        let mut limits: JOBOBJECT_EXTENDED_LIMIT_INFORMATION = unsafe { zeroed() };
        let flags = &mut limits.BasicLimitInformation.LimitFlags;
        // A program that fails ends, instead of a window that nobody sees.
        *flags = JOB_OBJECT_LIMIT_KILL_ON_JOB_CLOSE | JOB_OBJECT_LIMIT_DIE_ON_UNHANDLED_EXCEPTION;
        if let Some(memory) = bounds.memory {
            *flags |= JOB_OBJECT_LIMIT_PROCESS_MEMORY;
            limits.ProcessMemoryLimit = usize::try_from(memory).unwrap_or(usize::MAX);
        }
        if let Some(processes) = bounds.processes {
            *flags |= JOB_OBJECT_LIMIT_ACTIVE_PROCESS;
            limits.BasicLimitInformation.ActiveProcessLimit = u32::try_from(processes).unwrap_or(u32::MAX);
        }
        // SAFETY: the handle is open, and the structure is the one of this class, with its size.
        super::succeeded(unsafe {
            SetInformationJobObject(
                job.0.as_raw_handle(),
                JobObjectExtendedLimitInformation,
                ptr::from_ref(&limits).cast::<c_void>(),
                size_of::<JOBOBJECT_EXTENDED_LIMIT_INFORMATION>() as u32,
            )
        })?;
        Ok(job)
    }

    /// Puts a process into it.
    ///
    /// # Errors
    /// The system refuses.
    pub(crate) fn add(&self, process: BorrowedHandle<'_>) -> io::Result<()> {
        // SAFETY: both handles are open, and the call keeps neither.
        super::succeeded(unsafe { AssignProcessToJobObject(self.0.as_raw_handle(), process.as_raw_handle()) })
    }

    /// Puts the process with this handle into it.
    ///
    /// # Errors
    /// The handle is of no process, or the system refuses.
    pub(crate) fn add_raw(&self, process: RawHandle) -> io::Result<()> {
        // SAFETY: the call fails for what is no open handle of a process.
        super::succeeded(unsafe { AssignProcessToJobObject(self.0.as_raw_handle(), process) })
    }

    /// Ends every process in it with this status.
    ///
    /// # Errors
    /// The system refuses.
    pub(crate) fn end(&self, status: u32) -> io::Result<()> {
        // SAFETY: the handle is open.
        super::succeeded(unsafe { TerminateJobObject(self.0.as_raw_handle(), status) })
    }

    /// The numbers of the processes in it that have not ended; of very many the first ones.
    ///
    /// # Errors
    /// The system does not say.
    pub(crate) fn processes(&self) -> io::Result<Vec<u32>> {
        // Two numbers of 32 bits, then the list: in units of the list's own size, so that it is aligned.
        let head = offset_of!(JOBOBJECT_BASIC_PROCESS_ID_LIST, ProcessIdList) / size_of::<usize>();
        let mut buffer = vec![0_usize; head + LISTED_MAX];
        // SAFETY: the buffer is aligned for the structure, has the size that is given, and is written only during the call.
        super::succeeded(unsafe {
            QueryInformationJobObject(
                self.0.as_raw_handle(),
                JobObjectBasicProcessIdList,
                buffer.as_mut_ptr().cast::<c_void>(),
                (buffer.len() * size_of::<usize>()) as u32,
                ptr::null_mut(),
            )
        })?;
        // SAFETY: the call has filled the two numbers at the beginning, and any bytes are numbers.
        let listed = unsafe { ptr::read(buffer.as_ptr().cast::<JOBOBJECT_BASIC_PROCESS_ID_LIST>()) };
        let count = (listed.NumberOfProcessIdsInList as usize).min(LISTED_MAX);
        let ids = buffer.get(head..head + count).unwrap_or_default();
        Ok(ids.iter().filter_map(|id| u32::try_from(*id).ok()).collect())
    }
}
