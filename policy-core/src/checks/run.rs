//! One look of all checks at a request.

use alloc::vec::Vec;

use super::form::{Case, Check, Found, Marks};
use super::session_text::SessionText;
use super::unread_tokens;

/// Asks `checks` in their order.
pub fn run(checks: &[&'static Check], case: &Case<'_>, marks: Marks) -> Found {
    let script = case.script;
    let unread = if script.shell().has_cmdlets { unread_tokens::of(script) } else { Vec::new() };
    let session = script.shell().has_cmdlets.then(|| SessionText::new(script, &unread, None));
    let case = Case { session: session.as_ref(), ..*case };
    let mut found = Found::default();
    for check in checks.iter().copied() {
        if !check.marks.any(marks) {
            continue;
        }
        found.enter(check);
        (check.find)(&case, &mut found);
        if found.is_early() {
            break;
        }
    }
    found
}
