//! The tables of a report: names, titles, rows.

use datafusion::arrow::array::{Array, ArrayRef, AsArray, RecordBatch};
use datafusion::arrow::compute::concat_batches;
use datafusion::arrow::datatypes::{DataType, Float64Type, Int64Type, SchemaRef};
use datafusion::arrow::util::display::{ArrayFormatter, FormatOptions};

use crate::failure::Failure;

/// One table.
#[derive(Clone, Debug)]
pub struct Table {
    /// Its name, as in SQL and in every format.
    pub name: &'static str,
    /// What it says, in one sentence.
    pub title: &'static str,
    /// Its rows.
    pub rows: RecordBatch,
}

/// A whole report.
#[derive(Clone, Debug, Default)]
pub struct Report {
    /// What was asked, such as `run --policy settings.json`.
    pub asked: String,
    /// The tables in their order.
    pub tables: Vec<Table>,
    /// What a reader must know: what the log does not have.
    pub notes: Vec<String>,
}

/// A value of a table.
#[derive(Clone, Debug, PartialEq)]
pub enum Value {
    /// There is none.
    Nothing,
    /// A count.
    Whole(i64),
    /// A share.
    Fraction(f64),
    /// A truth.
    Truth(bool),
    /// A text.
    Text(String),
}

impl Table {
    /// The table of these batches.
    ///
    /// # Errors
    /// The batches do not fit together.
    pub fn new(
        name: &'static str,
        title: &'static str,
        schema: &SchemaRef,
        batches: &[RecordBatch],
    ) -> Result<Self, Failure> {
        Ok(Self { name, title, rows: concat_batches(schema, batches)? })
    }

    /// The names of its columns.
    pub fn columns(&self) -> Vec<String> {
        self.rows.schema().fields().iter().map(|field| field.name().clone()).collect()
    }

    /// The value in a row and a column.
    pub fn value(&self, row: usize, column: usize) -> Value {
        value(self.rows.column(column), row)
    }
}

impl Value {
    /// As a person reads it.
    pub fn shown(&self) -> String {
        match self {
            Self::Nothing => String::new(),
            Self::Whole(number) => number.to_string(),
            Self::Fraction(number) => format!("{number:.1}"),
            Self::Truth(truth) => if *truth { "yes" } else { "no" }.to_owned(),
            Self::Text(text) => policy_core::visible::line(text).into_owned(),
        }
    }
}

fn value(column: &ArrayRef, row: usize) -> Value {
    if column.is_null(row) {
        return Value::Nothing;
    }
    match column.data_type() {
        DataType::Int64 => Value::Whole(column.as_primitive::<Int64Type>().value(row)),
        DataType::Float64 => Value::Fraction(column.as_primitive::<Float64Type>().value(row)),
        DataType::Boolean => Value::Truth(column.as_boolean().value(row)),
        _ => {
            let options = FormatOptions::default();
            let text =
                ArrayFormatter::try_new(column, &options).map(|formatter| formatter.value(row).to_string());
            Value::Text(text.unwrap_or_default())
        }
    }
}
