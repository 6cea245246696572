//! The submodules in git's index (`gitformat-index(5)`, versions 2, 3 and 4).
//!
//! Owns the reading of names and modes from the bytes of one index. Verifies no checksum.

/// The kind of an entry that is a commit of another repository, in the mode's upper bits.
const GITLINK: u32 = 0o160_000;
const KIND: u32 = 0o170_000;
/// Dates, device, inode, mode, owner and size.
const STAT_BYTES: usize = 40;
const MODE_AT: usize = 24;
/// A second word of flags follows the first.
const EXTENDED: u16 = 0x4000;
const LENGTH: u16 = 0x0fff;

/// The file is no index that is understood.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Unknown;

/// The paths of the repositories in this index, relative to the work tree. `hash_bytes` is the length of an object's
/// name: 20, or 32 with `extensions.objectFormat = sha256`.
///
/// # Errors
/// It is not an index of a known version, or ends too early.
pub(super) fn gitlinks(bytes: &[u8], hash_bytes: usize) -> Result<Vec<Vec<u8>>, Unknown> {
    let mut rest = bytes.strip_prefix(b"DIRC").ok_or(Unknown)?;
    let version = number(&mut rest)?;
    let count = number(&mut rest)?;
    if !(2..=4).contains(&version) {
        return Err(Unknown);
    }
    let mut found = Vec::new();
    let mut name = Vec::new();
    for _ in 0..count {
        let start = rest.len();
        let stat = take(&mut rest, STAT_BYTES)?;
        let mode = stat.get(MODE_AT..).map(|mut mode| number(&mut mode)).ok_or(Unknown)??;
        take(&mut rest, hash_bytes)?;
        let flags = short(&mut rest)?;
        if version >= 3 && flags & EXTENDED != 0 {
            short(&mut rest)?;
        }
        if version == 4 {
            let dropped = varint(&mut rest)?;
            name.truncate(name.len().checked_sub(dropped).ok_or(Unknown)?);
            let end = rest.iter().position(|byte| *byte == 0).ok_or(Unknown)?;
            name.extend_from_slice(take(&mut rest, end)?);
            take(&mut rest, 1)?;
        } else {
            let end = match flags & LENGTH {
                LENGTH => rest.iter().position(|byte| *byte == 0).ok_or(Unknown)?,
                length => usize::from(length),
            };
            name.clear();
            name.extend_from_slice(take(&mut rest, end)?);
            // One to eight NULs fill the entry up to a multiple of eight bytes.
            let length = start - rest.len();
            take(&mut rest, 8 - length % 8)?;
        }
        // Without a name it only changes an entry of the shared index.
        if mode & KIND == GITLINK && !name.is_empty() {
            found.push(name.clone());
        }
    }
    Ok(found)
}

fn take<'b>(rest: &mut &'b [u8], count: usize) -> Result<&'b [u8], Unknown> {
    let (taken, behind) = rest.split_at_checked(count).ok_or(Unknown)?;
    *rest = behind;
    Ok(taken)
}

fn number(rest: &mut &[u8]) -> Result<u32, Unknown> {
    take(rest, 4)?.try_into().map(u32::from_be_bytes).map_err(|_| Unknown)
}

fn short(rest: &mut &[u8]) -> Result<u16, Unknown> {
    take(rest, 2)?.try_into().map(u16::from_be_bytes).map_err(|_| Unknown)
}

/// A number of seven bits a byte, in which no number can be written in two ways.
fn varint(rest: &mut &[u8]) -> Result<usize, Unknown> {
    let mut value: usize = 0;
    loop {
        let byte = *take(rest, 1)?.first().ok_or(Unknown)?;
        value = value
            .checked_mul(128)
            .and_then(|value| value.checked_add(usize::from(byte & 127)))
            .ok_or(Unknown)?;
        if byte & 128 == 0 {
            return Ok(value);
        }
        value = value.checked_add(1).ok_or(Unknown)?;
    }
}
