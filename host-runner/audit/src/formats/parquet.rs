//! A table as Parquet.

use datafusion::parquet::arrow::ArrowWriter;

use crate::failure::Failure;
use crate::report::Table;

/// The table.
///
/// # Errors
/// A column has a type that Parquet does not have.
pub fn parquet(table: &Table) -> Result<Vec<u8>, Failure> {
    let mut bytes = Vec::new();
    let failed = |error| Failure::Engine(datafusion::error::DataFusionError::from(error));
    let mut writer = ArrowWriter::try_new(&mut bytes, table.rows.schema(), None).map_err(failed)?;
    writer.write(&table.rows).map_err(failed)?;
    writer.close().map_err(failed)?;
    Ok(bytes)
}
