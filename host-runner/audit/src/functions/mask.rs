//! `mask(command)`: the command without its secrets.

use std::sync::Arc;

use datafusion::arrow::array::StringArray;
use datafusion::arrow::datatypes::DataType;
use datafusion::error::Result;
use datafusion::logical_expr::{ColumnarValue, ScalarFunctionArgs, ScalarUDFImpl, Signature, Volatility};
use policy_core::history::mask;

use super::text_argument::TextArgument;

const NAME: &str = "mask";

#[derive(Debug, PartialEq, Eq, Hash)]
pub(super) struct MaskFunction {
    signature: Signature,
}

impl MaskFunction {
    pub(super) fn new() -> Self {
        Self { signature: Signature::any(1, Volatility::Immutable) }
    }
}

impl ScalarUDFImpl for MaskFunction {
    fn name(&self) -> &str {
        NAME
    }

    fn signature(&self) -> &Signature {
        &self.signature
    }

    fn return_type(&self, _: &[DataType]) -> Result<DataType> {
        Ok(DataType::Utf8)
    }

    fn invoke_with_args(&self, args: ScalarFunctionArgs) -> Result<ColumnarValue> {
        let commands = TextArgument::of(&args.args[0], NAME, "command")?;
        let masked: StringArray = (0..args.number_rows).map(|row| commands.get(row).map(mask)).collect();
        Ok(ColumnarValue::Array(Arc::new(masked)))
    }
}
