//! What was built, for a person or as JSON.

use std::io::Write;
use std::path::PathBuf;

use serde::{Deserialize, Serialize};

/// What was built.
#[derive(Debug, Serialize)]
pub(crate) struct Built {
    /// Where its files lie.
    pub(crate) folder: PathBuf,
    /// The compilers.
    pub(crate) toolchain: &'static str,
    /// The modules, the smaller one first.
    pub(crate) modules: Vec<Module>,
    /// Bytes of all glue.
    pub(crate) glue: usize,
}

/// A built module.
#[derive(Debug, Serialize)]
pub(crate) struct Module {
    /// Its file.
    pub(crate) file: String,
    /// Nothing had changed since the last build.
    #[serde(rename = "unchanged")]
    pub(crate) is_fresh: bool,
    /// How large it is.
    #[serde(flatten)]
    pub(crate) size: Size,
}

/// How large the module is, in bytes.
#[derive(Clone, Copy, Debug, Default, Serialize, Deserialize)]
pub(crate) struct Size {
    raw: usize,
    brotli: usize,
}

impl Size {
    pub(crate) fn of(module: &[u8]) -> Self {
        let mut counted = Count(0);
        // The quality and window of `brotli --best`, as a server keeps a file.
        let mut writer = brotli::CompressorWriter::new(&mut counted, 1 << 16, 11, 24);
        // Counting cannot fail.
        let _ = writer.write_all(module);
        drop(writer);
        Self { raw: module.len(), brotli: counted.0 }
    }

    pub(crate) fn to_json(self) -> String {
        serde_json::to_string(&self).unwrap_or_default()
    }

    pub(crate) fn from_json(text: &[u8]) -> Self {
        serde_json::from_slice(text).unwrap_or_default()
    }
}

/// Counts what is written.
struct Count(usize);

impl Write for Count {
    fn write(&mut self, bytes: &[u8]) -> std::io::Result<usize> {
        self.0 += bytes.len();
        Ok(bytes.len())
    }

    fn flush(&mut self) -> std::io::Result<()> {
        Ok(())
    }
}

/// Prints it on standard output.
pub(crate) fn print(built: &Built, json: bool) {
    if json {
        println!("{}", serde_json::to_string(built).unwrap_or_default());
        return;
    }
    println!("{}", built.folder.display());
    for Module { file, is_fresh, size } in &built.modules {
        let state = if *is_fresh { "unchanged" } else { "built" };
        println!("  {file:<16} {:>9} bytes, {:>9} after brotli, {state}", size.raw, size.brotli);
    }
    println!("  {:<16} {:>9} bytes", "glue", built.glue);
}
