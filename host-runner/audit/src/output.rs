//! The way to the output: standard output, a file, or a folder with a file for each table.
//!
//! A file is written beside its place and renamed, so that nobody ever sees half of it, and what was there stays until the
//! new one is whole.

use std::io::{self, Write as _};
use std::path::Path;

use tempfile::NamedTempFile;

use crate::arguments::Format;
use crate::failure::Failure;
use crate::formats;
use crate::report::Report;

/// Writes the report.
///
/// # Errors
/// The format needs a folder and none is named, or the place cannot be written.
pub fn write(report: &Report, format: Format, output: Option<&Path>) -> Result<(), Failure> {
    match (format, output) {
        (Format::Csv | Format::Parquet, _) => write_tables(report, format, output),
        (_, None) => print(whole(report, format).as_bytes()),
        (_, Some(file)) => put(file, whole(report, format).as_bytes()),
    }
}

/// Whether this can be written, as far as it can be known before the work is done.
///
/// # Errors
/// The format needs a folder and none is named, or the folder of the file is not there.
pub fn check(format: Format, output: Option<&Path>, is_one_table: bool) -> Result<(), Failure> {
    match (format, output) {
        (Format::Csv | Format::Parquet, None) if !is_one_table => Err(Failure::usage(
            "this format has a file for each table",
            "name a folder with `--output`, or one table with `--table`",
        )),
        (_, Some(path)) => {
            let folder = path.parent().filter(|folder| !folder.as_os_str().is_empty());
            match folder {
                Some(folder) if !folder.is_dir() => Err(Failure::usage(
                    format!("there is no folder `{}` for the output", folder.display()),
                    "make it, or name another place with `--output`",
                )),
                _ => Ok(()),
            }
        }
        _ => Ok(()),
    }
}

fn whole(report: &Report, format: Format) -> String {
    match format {
        Format::Json => formats::json(report),
        Format::Html => formats::html(report),
        Format::Text | Format::Csv | Format::Parquet => formats::text(report),
    }
}

fn write_tables(report: &Report, format: Format, output: Option<&Path>) -> Result<(), Failure> {
    let tables = report.tables.iter().map(|table| {
        let bytes =
            if format == Format::Csv { formats::csv(table).into_bytes() } else { formats::parquet(table)? };
        Ok((table.name, bytes))
    });
    let tables = tables.collect::<Result<Vec<_>, Failure>>()?;
    let Some(output) = output else {
        return tables.iter().try_for_each(|(_, bytes)| print(bytes));
    };
    let ending = if format == Format::Csv { "csv" } else { "parquet" };
    if let ([(_, bytes)], false) = (tables.as_slice(), output.is_dir()) {
        return put(output, bytes);
    }
    std::fs::create_dir_all(output).map_err(|error| Failure::Output(output.to_owned(), error))?;
    tables.iter().try_for_each(|(name, bytes)| put(&output.join(format!("{name}.{ending}")), bytes))
}

fn print(bytes: &[u8]) -> Result<(), Failure> {
    let mut out = io::stdout().lock();
    match out.write_all(bytes).and_then(|()| out.flush()) {
        // Whoever read it had enough.
        Err(error) if error.kind() == io::ErrorKind::BrokenPipe => Ok(()),
        written => written.map_err(Failure::Io),
    }
}

/// Puts the bytes in the place of what the file holds. A device or a pipe is written as it is.
///
/// # Errors
/// The place cannot be written; what was there is unchanged.
pub fn put(file: &Path, bytes: &[u8]) -> Result<(), Failure> {
    let failed = |error| Failure::Output(file.to_owned(), error);
    if file.metadata().is_ok_and(|found| !found.is_file()) {
        let open = std::fs::OpenOptions::new().write(true).open(file);
        return open.and_then(|mut open| open.write_all(bytes)).map_err(failed);
    }
    let folder = file.parent().filter(|folder| !folder.as_os_str().is_empty()).unwrap_or(Path::new("."));
    let mut new = NamedTempFile::new_in(folder).map_err(failed)?;
    new.write_all(bytes).map_err(failed)?;
    if let Ok(old) = file.metadata() {
        new.as_file().set_permissions(old.permissions()).map_err(failed)?;
    }
    // Some file systems say only now that they are full.
    new.as_file().sync_all().map_err(failed)?;
    new.persist(file).map_err(|error| failed(error.error))?;
    Ok(())
}
