//! Whether an output is an image: by its first bytes, or as a `data:` address in text.
//!
//! Owns the signatures (PNG: RFC 2083, section 3.1; JPEG: ISO 10918-1, B.1.1.3; `GIF89a`, section 17; `WebP`: RFC
//! 9649, section 2.4) and the data address (RFC 2397). Decodes no image.

use alloc::format;
use alloc::string::String;

use base64::Engine as _;
use base64::engine::general_purpose::STANDARD;

/// Largest image that is shown, in bytes before it is encoded. Models take at most 5 MB of the encoded text.
pub const BYTES_MAX: usize = 3_750_000;

/// How many bytes [`kind`] needs at most.
pub const SIGNATURE_BYTES: usize = 16;

/// The media type of the image that begins with `bytes`; none when they are no image.
pub fn kind(bytes: &[u8]) -> Option<&'static str> {
    match bytes {
        [0x89, b'P', b'N', b'G', b'\r', b'\n', 0x1a, b'\n', ..] => Some("image/png"),
        [0xff, 0xd8, 0xff, ..] => Some("image/jpeg"),
        [b'G', b'I', b'F', b'8', b'7' | b'9', b'a', ..] => Some("image/gif"),
        [b'R', b'I', b'F', b'F', _, _, _, _, b'W', b'E', b'B', b'P', ..] => Some("image/webp"),
        _ => None,
    }
}

/// Whether an output that begins with `bytes` could be the data address of an image.
pub fn may_be_data(bytes: &[u8]) -> bool {
    bytes.trim_ascii_start().starts_with(b"data:image/")
}

/// The image that `bytes`, a whole output, is: as the address that holds it.
///
/// An output that is such an address already is returned without the blanks around it. None when it is no image, or
/// larger than [`BYTES_MAX`].
pub fn data(bytes: &[u8]) -> Option<String> {
    if let Some(kind) = kind(bytes) {
        return (bytes.len() <= BYTES_MAX).then(|| format!("data:{kind};base64,{}", STANDARD.encode(bytes)));
    }
    let text = core::str::from_utf8(bytes.trim_ascii()).ok()?;
    let (kind, encoded) = text.strip_prefix("data:image/")?.split_once(";base64,")?;
    let known = ["png", "jpeg", "gif", "webp"].contains(&kind);
    let is_short = encoded.len() / 4 * 3 <= BYTES_MAX;
    (known && is_short && STANDARD.decode(encoded).is_ok_and(|bytes| !bytes.is_empty()))
        .then(|| String::from(text))
}
