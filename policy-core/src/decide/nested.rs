//! The text that a command gives to another shell, which is proven as a request of its own: `bash -c 'ls | head -3'`.
//!
//! Owns the conditions under which the text alone decides what that shell does. A shell whose reading is not known, and
//! an option that changes how it reads or what it starts, leave the command as it is. So does a text inside such a text.

use crate::commands::{self, Arg, FoundNames, Inner};
use crate::dataflow::Variables;
use crate::proof::Voucher;
use crate::script::{NestedText, Script, Shell};

/// The text that the command of `voucher`, a command of `script`, gives to another shell.
pub(super) fn nested_text<'s>(
    voucher: &Voucher<'s, '_>,
    script: &Script<'_>,
    variables: &Variables,
) -> Option<NestedText<'s>> {
    // What the script sets could reach the other shell through its environment, and an argument as `$1`.
    let is_fixed = voucher.uses.is_refused_for_what_it_runs()
        && variables.secrets(script).gives_no_values()
        && voucher.args.iter().all(|arg| voucher.fixed(script, arg).is_some());
    let args = voucher.inner_args();
    let [Inner::Shell { at, end, skip: 0, wrapper, found: FoundNames::NONE }] = *commands::inners(args)
    else {
        return None;
    };
    let arg = args.get(at).filter(|_| is_fixed && end == at + 1)?;
    let nested = NestedText::new(wrapper, arg.text()?, arg.span)?;
    let shell = nested.dialect.shell();
    let is_plain = args.get(1..at)?.iter().enumerate().all(|(before, arg)| {
        let is_option = |name: &str| shell.reads_the_same_after(name);
        let mut named = voucher.uses.options.iter().filter(|(place, _)| *place == before + 1).peekable();
        match named.peek() {
            Some(_) => named.all(|(_, option)| option.names.iter().any(|name| is_option(name))),
            None => is_setting(shell, arg),
        }
    });
    is_plain.then_some(nested)
}

/// Whether `arg` is the value of `-o` and changes nothing about how a text is read.
fn is_setting(shell: &Shell, arg: &Arg<'_>) -> bool {
    arg.text().is_some_and(|name| !name.starts_with('-') && shell.reads_the_same_after(name))
}
