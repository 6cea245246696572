//! What a command wrote, as far as it is kept.
//!
//! Owns the bound. Every byte is handed on as it comes; only the first ones stay in memory.

/// Most bytes of a command's output that stay in memory.
pub const KEPT_BYTES_MAX: usize = 1 << 20;

/// The beginning of what a command wrote, and how much there was.
#[derive(Clone, Debug, Default)]
pub struct Kept {
    bytes: Vec<u8>,
    total: u64,
}

impl Kept {
    /// Takes the next bytes.
    pub fn push(&mut self, bytes: &[u8]) {
        let room = KEPT_BYTES_MAX - self.bytes.len();
        self.bytes.extend(bytes.iter().take(room));
        self.total += bytes.len() as u64;
    }

    /// The kept bytes as text; what is not UTF-8 becomes U+FFFD.
    pub fn text(&self) -> String {
        String::from_utf8_lossy(&self.bytes).into_owned()
    }

    /// How many bytes were written and not kept.
    pub fn dropped(&self) -> u64 {
        self.total - self.bytes.len() as u64
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_first_bytes_are_kept_and_the_rest_is_counted() {
        let mut kept = Kept::default();
        kept.push(&vec![b'a'; KEPT_BYTES_MAX - 1]);
        kept.push(b"bcd");
        assert_eq!(kept.text().len(), KEPT_BYTES_MAX);
        assert!(kept.text().ends_with("ab"));
        assert_eq!(kept.dropped(), 2);
    }
}
