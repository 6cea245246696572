//! What a finding is about, as far as it matters to a command that runs in a complete sandbox.
//!
//! Owns the list of cases. Decides nothing: [`Confinement`](super::confinement::Confinement) says which of them the sandbox
//! makes harmless.

/// What a finding is about.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub(crate) enum Concern {
    /// A redirect into a working directory, which the mode `acceptEdits` accepts like the change of a program.
    Change,
    /// What a word, a path or a program will be when the command runs. The kernel sees it then.
    Value,
    /// What the text is: the reader does not know the construct, or two readers differ. The kernel sees what runs, and
    /// a rule does not.
    Syntax,
    /// A change or a read that the sandbox permits, or that it would refuse although the command needs it: a protected
    /// name, a secret, a write outside of the working directories.
    Access,
    /// No shell would run the text, or it is past a limit.
    Text,
}
