//! The token that a command gets: the one of this process, without its privileges and without the groups of administrators.
//!
//! Owns what is taken away (`CreateRestrictedToken`), and who may open the command's process. Nothing is taken from what the
//! user may do as such. A token that may write to named places only (`WRITE_RESTRICTED`) is not for this: the programs of Git
//! for Windows do not start with one (openai/codex#7031).

use std::ffi::c_void;
use std::io;
use std::mem::{offset_of, size_of, zeroed};
use std::ptr;

use windows_sys::Win32::Foundation::{ERROR_SUCCESS, GENERIC_ALL, HANDLE, LUID, LocalFree};
use windows_sys::Win32::Security::Authorization::{
    EXPLICIT_ACCESS_W, GRANT_ACCESS, SetEntriesInAclW, TRUSTEE_IS_SID, TRUSTEE_IS_USER, TRUSTEE_W,
};
use windows_sys::Win32::Security::{
    ACL, CreateRestrictedToken, DACL_SECURITY_INFORMATION, GetSidIdentifierAuthority, GetSidSubAuthority,
    GetSidSubAuthorityCount, InitializeSecurityDescriptor, LUID_AND_ATTRIBUTES, LookupPrivilegeValueW,
    NO_INHERITANCE, PSID, SE_CHANGE_NOTIFY_NAME, SECURITY_ATTRIBUTES, SECURITY_DESCRIPTOR, SID,
    SID_AND_ATTRIBUTES, SID_IDENTIFIER_AUTHORITY, SetKernelObjectSecurity, SetSecurityDescriptorDacl,
    SetTokenInformation, TOKEN_ALL_ACCESS, TOKEN_DEFAULT_DACL, TOKEN_GROUPS, TOKEN_INFORMATION_CLASS,
    TOKEN_MANDATORY_LABEL, TOKEN_OWNER, TOKEN_PRIVILEGES, TOKEN_USER, TokenDefaultDacl, TokenGroups,
    TokenIntegrityLevel, TokenOwner, TokenPrivileges, TokenUser,
};

use super::token::Token;

/// The authority that gives out the numbers of users and groups (`SECURITY_NT_AUTHORITY`).
const NT_AUTHORITY: [u8; 6] = [0, 0, 0, 0, 0, 5];

/// The authority of the integrity levels (`SECURITY_MANDATORY_LABEL_AUTHORITY`).
const LABEL_AUTHORITY: [u8; 6] = [0, 0, 0, 0, 0, 16];

/// The first number of the groups that every machine has (`SECURITY_BUILTIN_DOMAIN_RID`).
const BUILTIN: u32 = 32;

/// The first number of the groups of a domain (`SECURITY_NT_NON_UNIQUE`).
const DOMAIN: u32 = 21;

/// The groups of a machine that Windows itself takes from the everyday token of an administrator, and those of Hyper-V's
/// administrators, by their last numbers (`DOMAIN_ALIAS_RID_*`; MSDN Magazine, January 2007, on User Account Control).
const ADMINISTERING_ON_A_MACHINE: [u32; 10] = [544, 547, 548, 549, 550, 551, 553, 556, 569, 578];

/// The same of a domain (`DOMAIN_GROUP_RID_*`).
const ADMINISTERING_IN_A_DOMAIN: [u32; 6] = [512, 516, 517, 518, 519, 520];

/// The level of a program that is not elevated (`SECURITY_MANDATORY_MEDIUM_RID`).
const MEDIUM: u32 = 0x2000;

/// The mark of a group that only refuses (`SE_GROUP_USE_FOR_DENY_ONLY`).
const DENY_ONLY: u32 = 0x10;

/// The mark of a level (`SE_GROUP_INTEGRITY`).
const LEVEL: u32 = 0x20;

/// The version of a descriptor (`SECURITY_DESCRIPTOR_REVISION`).
const DESCRIPTOR_VERSION: u32 = 1;

/// A token without privileges and administrators, and who may open what runs with it.
#[derive(Debug)]
pub(crate) struct RestrictedToken {
    token: Token,
    access: AccessList,
}

impl RestrictedToken {
    /// The one of this process, restricted. The only privilege that it keeps is to pass through directories
    /// (`SeChangeNotifyPrivilege`), which every user has.
    ///
    /// # Errors
    /// The system refuses, or has left more than that.
    pub(crate) fn new() -> io::Result<Self> {
        let own = Token::of_this_process(TOKEN_ALL_ACCESS)?;
        let kept = change_notify()?;
        let privileges = privileges(&own)?.into_iter().filter(|held| !is_same(held.Luid, kept));
        let privileges = privileges.collect::<Vec<_>>();
        let (groups, _answer) = groups(&own)?;
        // SAFETY: each group is in the answer, which lives on.
        let disabled = groups.into_iter().filter(|group| administers(&unsafe { numbers(group.Sid) }));
        let disabled = disabled.collect::<Vec<_>>();
        let mut made = ptr::null_mut();
        // SAFETY: the token is open, each list has the length that is given, and the groups are in the answer.
        super::succeeded(unsafe {
            CreateRestrictedToken(
                own.handle(),
                0,
                disabled.len() as u32,
                disabled.as_ptr(),
                privileges.len() as u32,
                privileges.as_ptr(),
                0,
                ptr::null(),
                &raw mut made,
            )
        })?;
        let token = Token::made(made)?;
        let access = AccessList::with_user(&token)?;
        own_by_user(&token)?;
        open_to_user(&token, &access)?;
        lower(&token)?;
        if is_restricted(&token)? {
            Ok(Self { token, access })
        } else {
            Err(io::Error::other("the system made a token that has more than the rights of a user"))
        }
    }

    /// Its handle, which is open as long as it lives.
    pub(super) fn handle(&self) -> HANDLE {
        self.token.handle()
    }

    /// Who may open what runs with it: who may open the objects of this process, and the user. Otherwise the programs of the
    /// command could not open each other, because this process may own its objects as an administrator.
    pub(super) fn descriptor(&self) -> io::Result<SECURITY_DESCRIPTOR> {
        self.access.descriptor()
    }
}

/// The attributes of a process or a thread with this descriptor, which must live as long.
pub(super) fn security_attributes(descriptor: &mut SECURITY_DESCRIPTOR) -> SECURITY_ATTRIBUTES {
    SECURITY_ATTRIBUTES {
        nLength: size_of::<SECURITY_ATTRIBUTES>() as u32,
        lpSecurityDescriptor: ptr::from_mut(descriptor).cast::<c_void>(),
        bInheritHandle: 0,
    }
}

/// Whether `token` has no privilege but the one, and no group of administrators that grants anything.
fn is_restricted(token: &Token) -> io::Result<bool> {
    let kept = change_notify()?;
    let (groups, _answer) = groups(token)?;
    Ok(privileges(token)?.into_iter().all(|held| is_same(held.Luid, kept))
        && groups.into_iter().all(|group| {
            // SAFETY: each group is in the answer, which lives on.
            group.Attributes & DENY_ONLY != 0 || !administers(&unsafe { numbers(group.Sid) })
        }))
}

/// Gives what is made with `token` to its user, where a group that grants nothing any more would own it.
fn own_by_user(token: &Token) -> io::Result<()> {
    let owner = token.information(TokenOwner)?;
    // SAFETY: it is the structure of this class, and its user or group is in the answer.
    let is_administrator = administers(&unsafe { numbers(owner.read::<TOKEN_OWNER>()?.Owner) });
    if !is_administrator {
        return Ok(());
    }
    let user = token.information(TokenUser)?;
    // SAFETY: it is the structure of this class, and its user is in the answer, which lives on.
    let owner = TOKEN_OWNER { Owner: unsafe { user.read::<TOKEN_USER>() }?.User.Sid };
    set(token, TokenOwner, &owner)
}

/// Lets the user open the token and what is made with it: the runtime of Git for Windows opens both.
fn open_to_user(token: &Token, access: &AccessList) -> io::Result<()> {
    set(token, TokenDefaultDacl, &TOKEN_DEFAULT_DACL { DefaultDacl: access.0 })?;
    let mut descriptor = access.descriptor()?;
    // SAFETY: the token is open, and the descriptor and its list live until the call returns.
    super::succeeded(unsafe {
        SetKernelObjectSecurity(token.handle(), DACL_SECURITY_INFORMATION, (&raw mut descriptor).cast())
    })
}

/// Takes the level of an elevated program from `token`: what is elevated can then not be opened or steered with it.
fn lower(token: &Token) -> io::Result<()> {
    let answer = token.information(TokenIntegrityLevel)?;
    // SAFETY: it is the structure of this class, and its level is in the answer.
    let (_, level) = unsafe { numbers(answer.read::<TOKEN_MANDATORY_LABEL>()?.Label.Sid) };
    if level.first().is_none_or(|level| *level <= MEDIUM) {
        return Ok(());
    }
    let mut medium = SID {
        Revision: 1,
        SubAuthorityCount: 1,
        IdentifierAuthority: SID_IDENTIFIER_AUTHORITY { Value: LABEL_AUTHORITY },
        SubAuthority: [MEDIUM],
    };
    let label = SID_AND_ATTRIBUTES { Sid: (&raw mut medium).cast::<c_void>(), Attributes: LEVEL };
    set(token, TokenIntegrityLevel, &TOKEN_MANDATORY_LABEL { Label: label })
}

/// Sets what `token` says about `class`; `T` is the structure of the class.
fn set<T>(token: &Token, class: TOKEN_INFORMATION_CLASS, value: &T) -> io::Result<()> {
    // SAFETY: the token is open, and the value has the size that is given and lives until the call returns.
    super::succeeded(unsafe {
        SetTokenInformation(
            token.handle(),
            class,
            ptr::from_ref(value).cast::<c_void>(),
            size_of::<T>() as u32,
        )
    })
}

/// The privileges of `token`.
fn privileges(token: &Token) -> io::Result<Vec<LUID_AND_ATTRIBUTES>> {
    let answer = token.information(TokenPrivileges)?;
    // SAFETY: it is the structure of this class, and the list that it begins.
    unsafe {
        let head = answer.read::<u32>()?;
        answer.list(offset_of!(TOKEN_PRIVILEGES, Privileges), head)
    }
}

/// The groups of `token`, and the answer in which they are.
fn groups(token: &Token) -> io::Result<(Vec<SID_AND_ATTRIBUTES>, super::token::Answer)> {
    let answer = token.information(TokenGroups)?;
    // SAFETY: it is the structure of this class, and the list that it begins.
    let groups = unsafe {
        let head = answer.read::<u32>()?;
        answer.list(offset_of!(TOKEN_GROUPS, Groups), head)?
    };
    Ok((groups, answer))
}

/// The number of the privilege to pass through directories.
fn change_notify() -> io::Result<LUID> {
    let mut found = LUID::default();
    // SAFETY: no system is this one, the name is a constant of the system, and the number is written during the call.
    super::succeeded(unsafe { LookupPrivilegeValueW(ptr::null(), SE_CHANGE_NOTIFY_NAME, &raw mut found) })?;
    Ok(found)
}

fn is_same(one: LUID, other: LUID) -> bool {
    (one.LowPart, one.HighPart) == (other.LowPart, other.HighPart)
}

/// The authority and the numbers of a user or group.
///
/// # Safety
/// `sid` is valid.
unsafe fn numbers(sid: PSID) -> ([u8; 6], Vec<u32>) {
    // SAFETY: the caller says that it is valid, so that these point into it, and each number is below its count.
    unsafe {
        let count = u32::from(*GetSidSubAuthorityCount(sid));
        let numbers = (0..count).map(|index| *GetSidSubAuthority(sid, index));
        ((*GetSidIdentifierAuthority(sid)).Value, numbers.collect())
    }
}

/// Whether who is in this group can change the machine or a domain.
fn administers((authority, numbers): &([u8; 6], Vec<u32>)) -> bool {
    *authority == NT_AUTHORITY
        && match numbers.as_slice() {
            [BUILTIN, number] => ADMINISTERING_ON_A_MACHINE.contains(number),
            [DOMAIN, .., number] => ADMINISTERING_IN_A_DOMAIN.contains(number),
            _ => false,
        }
}

/// A list of who may open an object. The system has made it.
#[derive(Debug)]
struct AccessList(*mut ACL);

impl AccessList {
    /// The one that the objects made with `token` get, with all access for its user.
    fn with_user(token: &Token) -> io::Result<Self> {
        let (list, user) = (token.information(TokenDefaultDacl)?, token.information(TokenUser)?);
        // SAFETY: these are the structures of their classes, and what they point to is in the answers, which live on.
        let (list, user) = unsafe { (list.read::<TOKEN_DEFAULT_DACL>()?, user.read::<TOKEN_USER>()?) };
        // SAFETY: a structure of numbers and pointers, for which zero is the default of each.
        let mut trustee: TRUSTEE_W = unsafe { zeroed() };
        (trustee.TrusteeForm, trustee.TrusteeType) = (TRUSTEE_IS_SID, TRUSTEE_IS_USER);
        trustee.ptstrName = user.User.Sid.cast();
        let entry = EXPLICIT_ACCESS_W {
            grfAccessPermissions: GENERIC_ALL,
            grfAccessMode: GRANT_ACCESS,
            grfInheritance: NO_INHERITANCE,
            Trustee: trustee,
        };
        let mut made = ptr::null_mut();
        // SAFETY: there is one entry; its user and the old list are in the answers, which live until the call returns.
        let status = unsafe { SetEntriesInAclW(1, &raw const entry, list.DefaultDacl, &raw mut made) };
        if status != ERROR_SUCCESS {
            return Err(io::Error::from_raw_os_error(status.cast_signed()));
        }
        Ok(Self(made))
    }

    /// The descriptor with this list, which must live as long.
    fn descriptor(&self) -> io::Result<SECURITY_DESCRIPTOR> {
        // SAFETY: a structure of numbers and pointers, which the next call fills.
        let mut descriptor: SECURITY_DESCRIPTOR = unsafe { zeroed() };
        let place = (&raw mut descriptor).cast::<c_void>();
        // SAFETY: the place is that of a descriptor, and the list is valid.
        super::succeeded(unsafe { InitializeSecurityDescriptor(place, DESCRIPTOR_VERSION) })?;
        // SAFETY: the same.
        super::succeeded(unsafe { SetSecurityDescriptorDacl(place, 1, self.0, 0) })?;
        Ok(descriptor)
    }
}

impl Drop for AccessList {
    fn drop(&mut self) {
        // SAFETY: the system made it for the caller, and nobody else frees it.
        unsafe { LocalFree(self.0.cast::<c_void>()) };
    }
}
