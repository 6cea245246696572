//! A script in several arguments (`-e`), as one text.
//!
//! Owns the seams. Where versions differ on what a piece leaves open, the pieces make no script.

use alloc::borrow::Cow;
use alloc::string::String;

/// The pieces of a script in their order, each with the index of its argument.
pub(in crate::commands) type Pieces<'p, 't> = &'p [(usize, &'t str)];

/// The script that the pieces make up: they are joined by newlines (the sed manual, "Command-Line Options", `-e`).
///
/// # Errors
/// A piece ends in a backslash, and another one follows: what of that belongs to the first one's text differs
/// between versions. Gives the argument.
pub(in crate::commands) fn joined<'t>(pieces: Pieces<'_, 't>) -> Result<Cow<'t, str>, usize> {
    if let [(_, only)] = pieces {
        return Ok(Cow::Borrowed(only));
    }
    let mut script = String::new();
    for (index, (at, piece)) in pieces.iter().enumerate() {
        let open = piece.len() - piece.trim_end_matches('\\').len();
        if open % 2 == 1 && index + 1 < pieces.len() {
            return Err(*at);
        }
        if index > 0 {
            script.push('\n');
        }
        script.push_str(piece);
    }
    Ok(Cow::Owned(script))
}

/// The argument in which the byte at `offset` of the joined script is.
pub(in crate::commands) fn argument_at(pieces: Pieces<'_, '_>, offset: usize) -> Option<usize> {
    place_of(pieces, offset).map(|(at, _)| at).or(pieces.last().map(|(at, _)| *at))
}

/// The argument in which the byte at `offset` of the joined script is, and the byte of its piece.
pub(in crate::commands) fn place_of(pieces: Pieces<'_, '_>, offset: usize) -> Option<(usize, usize)> {
    let mut start = 0;
    pieces.iter().find_map(|(at, piece)| {
        let within = offset.checked_sub(start)?;
        start += piece.len() + 1;
        (within <= piece.len()).then_some((*at, within))
    })
}
