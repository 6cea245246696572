//! The meaning of single bytes for the shell. Every byte above 0x7f, and CR, VT and FF, is an ordinary word character.

/// Ends a word when it is not quoted: blank, newline or operator.
pub(super) const fn is_meta(byte: u8) -> bool {
    matches!(byte, b' ' | b'\t' | b'\n' | b';' | b'&' | b'|' | b'<' | b'>' | b'(' | b')')
}

/// Can be in a variable's name.
pub(super) const fn is_name(byte: u8) -> bool {
    byte.is_ascii_alphanumeric() || byte == b'_'
}

/// Can be the first byte of a reserved word.
pub(super) const fn starts_keyword(byte: u8) -> bool {
    matches!(
        byte,
        b'i' | b'f'
            | b'w'
            | b'u'
            | b'c'
            | b't'
            | b'd'
            | b'e'
            | b's'
            | b'{'
            | b'}'
            | b'['
            | b']'
            | b'!'
            | b'r'
            | b'n'
            | b'a'
    )
}

/// Stands for itself wherever it is in a word.
pub(super) const fn is_plain(byte: u8) -> bool {
    !matches!(
        byte,
        b' ' | b'\t'
            | b'\n'
            | b';'
            | b'&'
            | b'|'
            | b'<'
            | b'>'
            | b'('
            | b')'
            | b'\''
            | b'"'
            | b'\\'
            | b'$'
            | b'`'
            | b'*'
            | b'?'
            | b'['
            | b'{'
            | b'~'
            | b'#'
            | b'='
            | b'\0'
    )
}
