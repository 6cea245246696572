//! The position of a program's name in the hash table that is built at compile time and read at run time.

/// How many places there are: a power of two, more than twice as many as there are programs.
pub(crate) const SLOTS: usize = 4096;

/// The first place at which to look for `name`; from there on, place by place, until one is empty.
pub(crate) fn slot(name: &str) -> usize {
    // FNV-1a, 32 bits: names are a few bytes long.
    let hash =
        name.bytes().fold(0x811c_9dc5_u32, |hash, byte| (hash ^ u32::from(byte)).wrapping_mul(0x0100_0193));
    (hash ^ (hash >> 15)) as usize % SLOTS
}
