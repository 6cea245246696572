//! Where a reader of a format puts what it finds.

use std::borrow::Cow;

use crate::{Account, Call};

/// One line of a log, without its end.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Line<'a> {
    /// From 1.
    pub(crate) number: u64,
    /// UTF-8 as a rule.
    pub(crate) bytes: &'a [u8],
}

impl<'a> Line<'a> {
    /// Its text; the account hears of what is no text.
    pub(crate) fn text(self, sink: &mut Sink<'_>) -> Cow<'a, str> {
        let text = String::from_utf8_lossy(self.bytes);
        if matches!(text, Cow::Owned(_)) {
            sink.account.lossy_lines += 1;
        }
        text
    }
}

/// The receiver of calls, and the account.
pub(crate) struct Sink<'a> {
    pub(crate) calls: &'a mut dyn FnMut(Call),
    pub(crate) account: &'a mut Account,
}

impl Sink<'_> {
    /// Hands a call over. One without a command is none.
    pub(crate) fn call(&mut self, call: Call) {
        if call.command.trim().is_empty() {
            self.account.bad(call.line, format!("the call of `{}` has an empty command", call.tool));
        } else {
            self.account.calls += 1;
            (self.calls)(call);
        }
    }

    pub(crate) fn bad(&mut self, line: u64, why: impl Into<String>) {
        self.account.bad(line, why);
    }
}

/// A reader of one format.
pub(crate) trait ReadLines {
    /// Reads the next line.
    fn line(&mut self, line: Line<'_>, sink: &mut Sink<'_>);

    /// The log ends here.
    fn end(&mut self, sink: &mut Sink<'_>);
}
