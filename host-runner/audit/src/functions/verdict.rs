//! `verdict(policy, command, cwd[, mode[, shell[, tool]]])`: the verdict as a structure.
//!
//! A batch is decided once for each distinct combination of its arguments. The policy is the text that [`crate::policy`]
//! describes; it is read once and kept for the next batch.

use std::collections::HashMap;
use std::sync::{Arc, LazyLock};

use datafusion::arrow::array::{
    ArrayRef, BooleanArray, ListBuilder, StringArray, StringBuilder, StructArray, StructBuilder, UInt32Array,
};
use datafusion::arrow::buffer::NullBuffer;
use datafusion::arrow::compute::take;
use datafusion::arrow::datatypes::{DataType, Field, Fields};
use datafusion::error::{DataFusionError, Result};
use datafusion::logical_expr::{
    ColumnarValue, ScalarFunctionArgs, ScalarUDFImpl, Signature, TypeSignature, Volatility,
};

use super::text_argument::TextArgument;
use crate::judge::{Answer, Asked, Judge};
use crate::policy::Compiled;

pub(super) const NAME: &str = "verdict";

/// The arguments in their order.
const ARGUMENTS: [&str; 6] = ["policy", "command", "cwd", "mode", "shell", "tool"];

/// `verdict(command, cwd)`, which a session with a policy completes.
pub(super) const SHORT_ARGUMENTS: usize = 2;

/// A simple command: its program, and the decision about it alone.
static PART: LazyLock<Fields> = LazyLock::new(|| {
    vec![Field::new("program", DataType::Utf8, true), Field::new("decision", DataType::Utf8, true)].into()
});

/// The fields of the structure.
static FIELDS: LazyLock<Fields> = LazyLock::new(|| {
    let texts = || DataType::List(Arc::new(Field::new_list_field(DataType::Utf8, true)));
    let parts = DataType::List(Arc::new(Field::new_list_field(DataType::Struct(PART.clone()), true)));
    vec![
        Field::new("decision", DataType::Utf8, true),
        Field::new("code", DataType::Utf8, true),
        Field::new("rule", DataType::Utf8, true),
        Field::new("rule_source", DataType::Utf8, true),
        Field::new("read_only", DataType::Boolean, true),
        Field::new("programs", texts(), true),
        Field::new("parts", parts, true),
        Field::new("rules", texts(), true),
        Field::new("needs", texts(), true),
        Field::new("on_plain_disk", DataType::Utf8, true),
        Field::new("depends_on_disk", DataType::Boolean, true),
        Field::new("suggestions", texts(), true),
    ]
    .into()
});

#[derive(Debug, PartialEq, Eq, Hash)]
pub(super) struct VerdictFunction {
    signature: Signature,
}

impl VerdictFunction {
    pub(super) fn new() -> Self {
        let arities = (SHORT_ARGUMENTS..=ARGUMENTS.len()).map(TypeSignature::Any).collect();
        Self { signature: Signature::one_of(arities, Volatility::Immutable) }
    }
}

impl ScalarUDFImpl for VerdictFunction {
    fn name(&self) -> &str {
        NAME
    }

    fn signature(&self) -> &Signature {
        &self.signature
    }

    fn return_type(&self, _: &[DataType]) -> Result<DataType> {
        Ok(DataType::Struct(FIELDS.clone()))
    }

    fn invoke_with_args(&self, args: ScalarFunctionArgs) -> Result<ColumnarValue> {
        if args.args.len() == SHORT_ARGUMENTS {
            return Err(DataFusionError::Execution(
                "`verdict(command, cwd)` needs a policy: name one with `--policy`, or write \
                 `verdict(policy, command, cwd)`"
                    .to_owned(),
            ));
        }
        let given = args.args.iter().zip(ARGUMENTS);
        let given =
            given.map(|(value, name)| TextArgument::of(value, NAME, name)).collect::<Result<Vec<_>>>()?;
        Ok(ColumnarValue::Array(Arc::new(verdicts(&given, args.number_rows)?)))
    }
}

/// The verdicts of a batch. A row without a command or a policy has none.
fn verdicts(given: &[TextArgument], rows: usize) -> Result<StructArray> {
    let text = |at: usize, row: usize| {
        given.get(at).and_then(|texts| texts.get(row)).filter(|text| !text.is_empty())
    };
    let mut judges: Vec<(&str, Judge)> = Vec::new();
    let mut places: HashMap<(usize, Asked<'_>), u32> = HashMap::new();
    let mut answers: Vec<Answer> = Vec::new();
    let mut of_rows: Vec<Option<u32>> = Vec::with_capacity(rows);
    for row in 0..rows {
        let (Some(policy), Some(command)) = (text(0, row), text(1, row)) else {
            of_rows.push(None);
            continue;
        };
        let judge = if let Some(at) = judges.iter().position(|(known, _)| *known == policy) {
            at
        } else {
            judges.push((policy, Judge::new(compiled(policy)?)));
            judges.len() - 1
        };
        let asked =
            Asked { command, cwd: text(2, row), mode: text(3, row), shell: text(4, row), tool: text(5, row) };
        let place = *places.entry((judge, asked)).or_insert_with(|| {
            answers.push(judges[judge].1.answer(&asked));
            u32::try_from(answers.len() - 1).unwrap_or(u32::MAX)
        });
        of_rows.push(Some(place));
    }
    let distinct: ArrayRef = Arc::new(structure(&answers));
    let taken = take(&distinct, &UInt32Array::from(of_rows), None)?;
    Ok(taken.as_any().downcast_ref::<StructArray>().cloned().unwrap_or_else(|| structure(&[])))
}

fn compiled(policy: &str) -> Result<Arc<Compiled>> {
    Compiled::of(policy).map_err(|errors| {
        let errors = errors.iter().map(ToString::to_string).collect::<Vec<_>>();
        DataFusionError::Execution(format!("the policy cannot be read: {}", errors.join("; ")))
    })
}

fn structure(answers: &[Answer]) -> StructArray {
    let texts = |text: fn(&Answer) -> Option<&str>| -> ArrayRef {
        Arc::new(answers.iter().map(text).collect::<StringArray>())
    };
    let truths = |truth: fn(&Answer) -> bool| -> ArrayRef {
        Arc::new(answers.iter().map(|answer| Some(truth(answer))).collect::<BooleanArray>())
    };
    let lists = |list: fn(&Answer) -> &[String]| -> ArrayRef {
        let mut builder = ListBuilder::new(StringBuilder::new());
        for answer in answers {
            for text in list(answer) {
                builder.values().append_value(text);
            }
            builder.append(true);
        }
        Arc::new(builder.finish())
    };
    let mut parts = ListBuilder::new(StructBuilder::from_fields(PART.clone(), answers.len()));
    for answer in answers {
        for (program, decision) in &answer.parts {
            let part = parts.values();
            for (at, text) in [program.as_str(), decision.name()].into_iter().enumerate() {
                if let Some(builder) = part.field_builder::<StringBuilder>(at) {
                    builder.append_value(text);
                }
            }
            part.append(true);
        }
        parts.append(true);
    }
    let columns: Vec<ArrayRef> = vec![
        texts(|answer| Some(answer.decision.name())),
        texts(|answer| Some(answer.code)),
        texts(|answer| answer.rule.as_deref()),
        texts(|answer| answer.rule_source.as_deref()),
        truths(|answer| answer.read_only),
        lists(|answer| &answer.programs),
        Arc::new(parts.finish()),
        lists(|answer| &answer.rules),
        lists(|answer| &answer.needs),
        texts(|answer| Some(answer.on_plain_disk.name())),
        truths(|answer| answer.depends_on_disk),
        lists(|answer| &answer.suggestions),
    ];
    StructArray::new(FIELDS.clone(), columns, Some(NullBuffer::new_valid(answers.len())))
}
