//! The formats of a report: the same tables, with the same names and columns, in each.

mod csv;
mod html;
mod json;
mod parquet;
mod text;

pub use csv::csv;
pub use html::html;
pub use json::json;
pub use parquet::parquet;
pub use text::text;
