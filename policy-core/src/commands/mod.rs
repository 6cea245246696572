//! The effects of programs: from argv and the table of the program to the use of every word.
//!
//! Owns the tables and the option engine. Knows no rule, no check and no decision.

mod argument;
mod argv;
mod bound;
mod built_in;
mod compact;
#[cfg(any(test, feature = "compile"))]
pub mod compile;
mod conditional;
mod dangerous_variables;
mod elsewhere;
mod engine;
pub mod example;
mod expression;
mod fetched;
mod formats;
mod given;
mod implementation;
mod inner;
mod kept;
pub mod languages;
mod named;
mod named_later;
mod nested;
mod openers;
mod operand_plan;
mod option_list;
mod packed;
#[cfg(feature = "pages")]
pub mod page;
mod parameters;
mod printed;
mod prints;
mod program_names;
mod ps_arguments;
mod qualities;
mod read_program;
mod reading;
pub mod repository;
mod safe_variables;
mod secret_variables;
mod sed_arguments;
mod shape;
mod shell_text;
mod slots;
mod subcommand;
mod table;
mod test_expression;
mod typed_arguments;
mod uses;
mod value;
mod wildcard;

#[cfg(test)]
mod tests;

use compact::later;

pub use argument::{Arg, word_arguments};
pub use argv::arguments;
pub use bound::Bound;
pub use built_in::{does_to_shell, may_change_directory, may_set_variables};
pub use dangerous_variables::{Sets, danger, turns_off};
pub use elsewhere::runs_elsewhere;
pub use engine::{uses, uses_in};
pub use fetched::{Fetched, fetched};
pub use implementation::{limits, uses_in_order};
pub use inner::Inner;
pub use nested::{
    NameSource, expression_form, inner, inners, inners_by_name, is_wrapper, name_source, program_appends,
    reads_commands,
};
pub use openers::is_opener;
pub use packed::{TABLE_COUNT, TABLE_DATE, program, programs};
pub use parameters::bound;
pub use printed::{OutputSource, Printout, output_source, stays_operand};
pub use prints::{Format, OperandsPrinted, Printed, Prints, When};
pub use program_names::{COMMAND_ADDRESS, EXEC, is_key, names_program};
pub use qualities::{has_quality, has_quality_by_name, has_shims};
pub use read_program::reads_program;
pub use reading::{Given, Place, Reading, Unread};
pub use safe_variables::{is_harmless_assignment, is_harmless_setting, is_safe_variable, is_script_variable};
pub use secret_variables::looks_secret;
pub use sed_arguments::{InPlace, sed_in_place};
pub use shape::{
    ArgumentSyntax, Arity, Changes, Check, Cmdlet, Display, Exit, Fetches, Form, FoundNames, Gives, Harm,
    Implied, Intent, Interpreter, Kind, Language, Only, OnlyValues, Operands, Opt, OptionValues,
    PipelinePaths, Plus, Position, Program, ProgramQuality, ProgramSource, Refusal, Role, Same, ShellEffect,
    Stray, Synonyms, Syntax, System, Systems, TableSource, TextLimits, UiKind, Whole, Wrapper,
};
pub use shell_text::{ShellText, shell_text};
pub use subcommand::{own_program, with_option_first, without_options};
pub(crate) use typed_arguments::{find_patterns, with_lists_apart};
pub use uses::{ArgumentUse, Proof, Uses};
pub use value::{AbstractValue, Count, DIGIT, OBJECT, Origin};
pub use wildcard::{Spelled, exceeds_wildcard, takes_no_wildcard};
