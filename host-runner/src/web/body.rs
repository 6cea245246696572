//! The body of an answer, within its bounds.
//!
//! Owns the counting, of bytes as they are received and again as they are decompressed, and the one encoding that is
//! understood. Nothing is kept beyond the bounds, whatever a server announces.

use std::error::Error;
use std::io::{self, Write};

use flate2::write::MultiGzDecoder;
use hyper::HeaderMap;
use hyper::header::CONTENT_ENCODING;

/// A body that is being received.
#[derive(Debug)]
pub(super) struct Body {
    received: usize,
    limit: usize,
    bytes: Bytes,
}

#[derive(Debug)]
enum Bytes {
    Plain(Vec<u8>),
    Gzip(Box<MultiGzDecoder<Bounded>>),
}

/// A body that is not taken.
#[derive(Debug, PartialEq, Eq)]
pub(super) enum BadBody {
    /// It is longer than the limit; `inflated`: only when it is decompressed.
    TooLong { inflated: bool },
    /// It is not gzip, or damaged.
    BadGzip,
    /// It is encoded in this way.
    Encoding(String),
}

/// Bytes up to a limit; the first one above it is an error.
#[derive(Debug)]
struct Bounded {
    bytes: Vec<u8>,
    limit: usize,
}

/// The error of [`Bounded`].
#[derive(Debug, thiserror::Error)]
#[error("the limit is reached")]
struct Full;

impl Write for Bounded {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        if self.bytes.len() + bytes.len() > self.limit {
            return Err(io::Error::other(Full));
        }
        self.bytes.extend_from_slice(bytes);
        Ok(bytes.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}

impl Body {
    /// A body of at most `limit` bytes, encoded as `headers` say.
    ///
    /// # Errors
    /// It is encoded in another way than `gzip`, or more than once.
    pub(super) fn new(headers: &HeaderMap, limit: usize) -> Result<Self, BadBody> {
        let named = headers.get_all(CONTENT_ENCODING).iter();
        let named = named.map(|value| String::from_utf8_lossy(value.as_bytes()).to_ascii_lowercase());
        let encodings = named.collect::<Vec<_>>().join(", ");
        let bytes = match encodings.as_str() {
            "" | "identity" => Bytes::Plain(Vec::new()),
            "gzip" | "x-gzip" => {
                Bytes::Gzip(Box::new(MultiGzDecoder::new(Bounded { bytes: Vec::new(), limit })))
            }
            _ => return Err(BadBody::Encoding(encodings)),
        };
        Ok(Self { received: 0, limit, bytes })
    }

    /// The next bytes that arrived.
    ///
    /// # Errors
    /// They are too many, or damaged.
    pub(super) fn push(&mut self, data: &[u8]) -> Result<(), BadBody> {
        self.received += data.len();
        if self.received > self.limit {
            return Err(BadBody::TooLong { inflated: false });
        }
        match &mut self.bytes {
            Bytes::Plain(bytes) => bytes.extend_from_slice(data),
            Bytes::Gzip(decoder) => decoder.write_all(data).map_err(|error| why(&error))?,
        }
        Ok(())
    }

    /// The whole body, decompressed.
    ///
    /// # Errors
    /// The compressed body does not end.
    pub(super) fn finish(self) -> Result<Vec<u8>, BadBody> {
        match self.bytes {
            Bytes::Plain(bytes) => Ok(bytes),
            // Servers name the encoding of an empty body too.
            Bytes::Gzip(_) if self.received == 0 => Ok(Vec::new()),
            Bytes::Gzip(decoder) => Ok(decoder.finish().map_err(|error| why(&error))?.bytes),
        }
    }
}

fn why(error: &io::Error) -> BadBody {
    if error.get_ref().is_some_and(<dyn Error + Send + Sync>::is::<Full>) {
        BadBody::TooLong { inflated: true }
    } else {
        BadBody::BadGzip
    }
}

#[cfg(test)]
mod tests {
    use flate2::Compression;
    use flate2::write::GzEncoder;
    use hyper::header::HeaderValue;

    use super::*;

    fn gzip(bytes: &[u8]) -> Vec<u8> {
        let mut encoder = GzEncoder::new(Vec::new(), Compression::default());
        encoder.write_all(bytes).unwrap();
        encoder.finish().unwrap()
    }

    fn headers(encodings: &[&str]) -> HeaderMap {
        let mut headers = HeaderMap::new();
        for encoding in encodings {
            headers.append(CONTENT_ENCODING, HeaderValue::from_str(encoding).unwrap());
        }
        headers
    }

    fn read(encodings: &[&str], pieces: &[&[u8]]) -> Result<Vec<u8>, BadBody> {
        let mut body = Body::new(&headers(encodings), 1_000)?;
        for piece in pieces {
            body.push(piece)?;
        }
        body.finish()
    }

    #[test]
    fn a_body_is_read_in_the_one_encoding_that_was_asked_for() {
        let packed = gzip(b"hello");
        assert_eq!(read(&[], &[b"hel", b"lo"]), Ok(b"hello".to_vec()));
        assert_eq!(read(&["identity"], &[b"hello"]), Ok(b"hello".to_vec()));
        assert_eq!(read(&["GZIP"], &[&packed[..3], &packed[3..]]), Ok(b"hello".to_vec()));
        assert_eq!(read(&["gzip"], &[&packed, &packed]), Ok(b"hellohello".to_vec()));
        assert_eq!(read(&["gzip"], &[]), Ok(Vec::new()));
        for encodings in [&["br"][..], &["gzip, gzip"], &["gzip", "gzip"], &["deflate, gzip"], &["gzip;q=1"]]
        {
            assert!(matches!(read(encodings, &[]), Err(BadBody::Encoding(_))), "{encodings:?}");
        }
    }

    #[test]
    fn a_damaged_body_is_an_error() {
        let packed = gzip(b"hello");
        let mut flipped = packed.clone();
        flipped[packed.len() - 6] ^= 1;
        for pieces in
            [&b"hello"[..], &packed[..packed.len() - 1], &flipped, &[packed.as_slice(), b"x"].concat()]
        {
            assert_eq!(read(&["gzip"], &[pieces]), Err(BadBody::BadGzip), "{pieces:?}");
        }
    }

    #[test]
    fn a_body_is_bounded_as_it_is_received_and_as_it_is_decompressed() {
        assert_eq!(read(&[], &[&[0; 1_000]]).map(|body| body.len()), Ok(1_000));
        assert_eq!(read(&[], &[&[0; 1_000], b"x"]), Err(BadBody::TooLong { inflated: false }));
        assert_eq!(read(&["gzip"], &[&gzip(&[0; 1_000])]).map(|body| body.len()), Ok(1_000));
        let bomb = gzip(&vec![0; 900_000]);
        assert!(bomb.len() < 1_000, "it is small as it is received");
        assert_eq!(read(&["gzip"], &[&bomb]), Err(BadBody::TooLong { inflated: true }));
    }

    #[test]
    fn a_bomb_is_given_up_at_the_limit() {
        let mut body = Body::new(&headers(&["gzip"]), 1_000).unwrap();
        assert!(body.push(&gzip(&vec![0; 900_000])).is_err());
        let Bytes::Gzip(decoder) = &body.bytes else { panic!("it is compressed") };
        assert!(decoder.get_ref().bytes.len() <= 1_000);
    }
}
