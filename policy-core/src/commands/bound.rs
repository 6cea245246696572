//! A parameter of a cmdlet and the arguments that are its values.

use core::ops::Range;

use super::shape::Opt;

/// One parameter that is given, by name or by position.
#[derive(Clone, Debug)]
pub struct Bound {
    /// The parameter.
    pub parameter: &'static Opt,
    /// The arguments that are its values, as indexes; empty for a switch.
    pub values: Range<usize>,
}
