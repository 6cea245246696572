//! An argument of a function as texts, whatever type of text it has.

use std::sync::Arc;

use datafusion::arrow::array::{Array, ArrayRef, AsArray, StringArray};
use datafusion::arrow::compute::cast;
use datafusion::arrow::datatypes::DataType;
use datafusion::error::{DataFusionError, Result};
use datafusion::logical_expr::ColumnarValue;
use datafusion::scalar::ScalarValue;

/// One text for all rows, or one for each.
#[derive(Debug)]
pub(super) enum TextArgument {
    One(Option<Arc<str>>),
    Each(StringArray),
}

impl TextArgument {
    /// Reads the argument.
    ///
    /// # Errors
    /// It is no text.
    pub(super) fn of(value: &ColumnarValue, function: &str, name: &str) -> Result<Self> {
        let no_text = |kind: &DataType| {
            DataFusionError::Execution(format!("`{name}` of `{function}` is a text, not {kind}"))
        };
        match value {
            ColumnarValue::Scalar(ScalarValue::Null) => Ok(Self::One(None)),
            ColumnarValue::Scalar(scalar) => {
                let text = scalar.try_as_str().ok_or_else(|| no_text(&scalar.data_type()))?;
                Ok(Self::One(text.map(Arc::from)))
            }
            ColumnarValue::Array(array) => {
                Ok(Self::Each(texts(array).ok_or_else(|| no_text(array.data_type()))?))
            }
        }
    }

    /// The text of a row.
    pub(super) fn get(&self, row: usize) -> Option<&str> {
        match self {
            Self::One(text) => text.as_deref(),
            Self::Each(texts) => (!texts.is_null(row)).then(|| texts.value(row)),
        }
    }
}

fn texts(array: &ArrayRef) -> Option<StringArray> {
    let is_text = matches!(
        array.data_type(),
        DataType::Utf8 | DataType::LargeUtf8 | DataType::Utf8View | DataType::Null | DataType::Dictionary(..)
    );
    let plain = is_text.then(|| cast(array, &DataType::Utf8).ok()).flatten()?;
    Some(plain.as_string::<i32>().clone())
}
