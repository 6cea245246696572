//! Everything that a deny rule, an ask rule or a forbidden form must see of a command.
//!
//! Owns the search through wrappers, nested shells, loops, standard input and unparsed text. Sees too much rather than
//! too little, and is never a reason to allow. Never uses `proof`, which finds the reasons to allow.

mod argument_ranges;
mod carried;
mod command_line;
mod evaluated;
mod fed;
mod forms;
mod in_code;
mod inline_script;
mod joined;
mod loops;
mod met_part;
mod named_paths;
mod paths;
mod piped_items;
mod redirects;
mod rewritten;
mod rules;
mod run_files;
mod search;
mod started;
mod stdin_text;
mod strictness;
mod unread;
mod written;

#[cfg(test)]
mod budget_tests;
#[cfg(test)]
mod carried_tests;
#[cfg(all(test, feature = "powershell"))]
mod cmdlet_tests;
#[cfg(test)]
mod evaluated_tests;
#[cfg(test)]
mod fed_tests;
#[cfg(test)]
mod held;
#[cfg(test)]
mod in_code_tests;
#[cfg(test)]
mod path_rules_tests;
#[cfg(test)]
mod program_names_tests;
#[cfg(test)]
mod shell_input_tests;
#[cfg(test)]
mod unknown_words_tests;
#[cfg(test)]
mod written_tests;

pub(crate) use forms::FormHit;
pub(crate) use redirects::redirect_objection;
pub(crate) use search::Exposure;
pub(crate) use strictness::stricter;
