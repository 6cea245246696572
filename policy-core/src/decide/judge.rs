//! The judge: all evidence meets here, in the lattice `deny > ask > allow`, and nowhere else.
//!
//! Owns two truth tables, written as `match` without a default arm, so that a new case is a compile error.
//! Reads no text, no span, no rule: only what the witnesses concluded.

use crate::profiles::Trust;
use crate::proof::Standing;
use crate::request::Mode;
use crate::verdict::Decision;

/// An objection to the whole, whatever vouches for its parts.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug, Hash)]
pub enum Objection {
    /// Nothing.
    None,
    /// Redirects change files in the working directories, and nothing else is wrong.
    Change,
    /// A doubt that the sandbox makes harmless, where the settings let the sandbox be reason enough.
    Held,
    /// A check found something, a limit is passed, or the two readings disagree.
    Doubt,
    /// Only the beginning of the text was read, and the rest may be anything.
    Unread,
    /// A deny or ask rule may match.
    PossibleRule,
    /// An ask rule matches.
    AskRule,
    /// It would lose everything.
    Critical,
    /// A deny rule matches.
    DenyRule,
    /// It is of a form that the profile forbids.
    Forbidden,
}

impl Objection {
    /// Every objection.
    pub const ALL: [Self; 10] = [
        Self::None,
        Self::Change,
        Self::Held,
        Self::Doubt,
        Self::Unread,
        Self::PossibleRule,
        Self::AskRule,
        Self::Critical,
        Self::DenyRule,
        Self::Forbidden,
    ];
}

/// Why the judge answers as it does.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Hash)]
pub enum Ground {
    /// Proven read-only.
    ReadOnly,
    /// An installed program is only asked for its version or its help.
    SelfDescription,
    /// Proven to only read the service that the user set up.
    ReadsService,
    /// Proven to only print pages, and one of them is in the table of documentation hosts.
    Preapproved,
    /// Vouched for by a rule.
    AllowRule,
    /// The mode accepts changes of files in the working directories.
    AcceptEdits,
    /// The sandbox holds it, and the settings let that be enough.
    Sandboxed,
    /// The mode allows what would ask.
    Bypass,
    /// Nothing vouches for it.
    Unvouched,
    /// No rule allows it, and in this profile nothing else counts.
    Approval,
    /// A check, a limit or a disagreement.
    Doubt,
    /// A deny or ask rule that may match.
    PossibleRule,
    /// An ask rule.
    AskRule,
    /// It would lose everything.
    Critical,
    /// It would ask, and in this mode nobody can be asked.
    NobodyToAsk,
    /// It is not proven read-only, and in this mode nothing else runs.
    PlanMode,
    /// A deny rule.
    DenyRule,
    /// The profile forbids it.
    Forbidden,
}

/// The decision about one simple command, as if it were alone and without an objection.
pub(super) fn command(standing: Standing, trust: Trust, mode: Mode) -> (Decision, Ground) {
    use Decision::{Allow, Ask, Deny};
    match (standing, trust, mode) {
        (
            Standing::ReadOnly,
            Trust::Proof,
            Mode::Default | Mode::AcceptEdits | Mode::Plan | Mode::DontAsk | Mode::BypassPermissions,
        )
        | (Standing::ReadOnly, Trust::Modes, Mode::AcceptEdits | Mode::BypassPermissions)
        | (Standing::ReadOnly, Trust::Rules, Mode::BypassPermissions) => (Allow, Ground::ReadOnly),
        (
            Standing::SelfDescription,
            Trust::Proof,
            Mode::Default | Mode::AcceptEdits | Mode::Plan | Mode::DontAsk | Mode::BypassPermissions,
        )
        | (Standing::SelfDescription, Trust::Modes, Mode::AcceptEdits | Mode::BypassPermissions)
        | (Standing::SelfDescription, Trust::Rules, Mode::BypassPermissions) => {
            (Allow, Ground::SelfDescription)
        }
        (
            Standing::ReadsService,
            Trust::Proof,
            Mode::Default | Mode::AcceptEdits | Mode::Plan | Mode::DontAsk | Mode::BypassPermissions,
        )
        | (Standing::ReadsService, Trust::Modes, Mode::AcceptEdits | Mode::BypassPermissions)
        | (Standing::ReadsService, Trust::Rules, Mode::BypassPermissions) => (Allow, Ground::ReadsService),
        (
            Standing::FetchesDocumentation,
            Trust::Proof,
            Mode::Default | Mode::AcceptEdits | Mode::Plan | Mode::DontAsk | Mode::BypassPermissions,
        )
        | (Standing::FetchesDocumentation, Trust::Modes, Mode::AcceptEdits | Mode::BypassPermissions)
        | (Standing::FetchesDocumentation, Trust::Rules, Mode::BypassPermissions) => {
            (Allow, Ground::Preapproved)
        }
        (
            Standing::ReadOnly
            | Standing::SelfDescription
            | Standing::ReadsService
            | Standing::FetchesDocumentation,
            Trust::Rules,
            Mode::Default | Mode::AcceptEdits | Mode::Plan,
        )
        | (
            Standing::ReadOnly
            | Standing::SelfDescription
            | Standing::ReadsService
            | Standing::FetchesDocumentation,
            Trust::Modes,
            Mode::Default,
        )
        | (
            Standing::Edits | Standing::Confined | Standing::Unvouched,
            Trust::Modes | Trust::Rules,
            Mode::Default | Mode::AcceptEdits,
        ) => (Ask, Ground::Approval),
        (Standing::ReadOnlyAllowed | Standing::FetchesAllowed, Trust::Proof | Trust::Rules, Mode::Plan)
        | (
            Standing::ReadOnlyAllowed | Standing::Allowed | Standing::FetchesAllowed,
            Trust::Proof | Trust::Modes | Trust::Rules,
            Mode::Default | Mode::AcceptEdits | Mode::DontAsk | Mode::BypassPermissions,
        ) => (Allow, Ground::AllowRule),
        (
            Standing::ReadOnly
            | Standing::SelfDescription
            | Standing::ReadOnlyAllowed
            | Standing::ReadsService
            | Standing::FetchesAllowed
            | Standing::FetchesDocumentation,
            Trust::Modes,
            Mode::Plan,
        )
        | (
            Standing::Allowed | Standing::Edits | Standing::Confined | Standing::Unvouched,
            Trust::Proof | Trust::Modes | Trust::Rules,
            Mode::Plan,
        ) => (Deny, Ground::PlanMode),
        (
            Standing::Confined,
            Trust::Proof,
            Mode::Default | Mode::AcceptEdits | Mode::DontAsk | Mode::BypassPermissions,
        ) => (Allow, Ground::Sandboxed),
        (Standing::Edits, Trust::Proof, Mode::AcceptEdits) => (Allow, Ground::AcceptEdits),
        (
            Standing::Edits | Standing::Unvouched,
            Trust::Proof | Trust::Modes | Trust::Rules,
            Mode::BypassPermissions,
        )
        | (Standing::Confined, Trust::Modes | Trust::Rules, Mode::BypassPermissions) => {
            (Allow, Ground::Bypass)
        }
        (
            Standing::ReadOnly
            | Standing::SelfDescription
            | Standing::ReadsService
            | Standing::FetchesDocumentation
            | Standing::Confined,
            Trust::Modes | Trust::Rules,
            Mode::DontAsk,
        )
        | (
            Standing::Edits | Standing::Unvouched,
            Trust::Proof | Trust::Modes | Trust::Rules,
            Mode::DontAsk,
        ) => (Deny, Ground::NobodyToAsk),
        (Standing::Edits, Trust::Proof, Mode::Default)
        | (Standing::Unvouched, Trust::Proof, Mode::Default | Mode::AcceptEdits) => (Ask, Ground::Unvouched),
    }
}

/// The decision about the whole: the strictest of its commands and the objection to all of them.
pub(super) fn whole(objection: Objection, commands: (Decision, Ground), mode: Mode) -> (Decision, Ground) {
    use Decision::{Allow, Ask, Deny};
    let against = match (objection, mode) {
        (
            Objection::None,
            Mode::Default | Mode::AcceptEdits | Mode::Plan | Mode::DontAsk | Mode::BypassPermissions,
        ) => {
            return commands;
        }
        (
            Objection::DenyRule,
            Mode::Default | Mode::AcceptEdits | Mode::Plan | Mode::DontAsk | Mode::BypassPermissions,
        ) => (Deny, Ground::DenyRule),
        (
            Objection::Forbidden,
            Mode::Default | Mode::AcceptEdits | Mode::Plan | Mode::DontAsk | Mode::BypassPermissions,
        ) => (Deny, Ground::Forbidden),
        (Objection::AskRule, Mode::Default | Mode::AcceptEdits | Mode::Plan | Mode::BypassPermissions) => {
            (Ask, Ground::AskRule)
        }
        (
            Objection::PossibleRule,
            Mode::Default | Mode::AcceptEdits | Mode::Plan | Mode::BypassPermissions,
        ) => (Ask, Ground::PossibleRule),
        (Objection::Critical, Mode::Default | Mode::AcceptEdits | Mode::BypassPermissions) => {
            (Ask, Ground::Critical)
        }
        (Objection::Change, Mode::AcceptEdits) => (Allow, Ground::AcceptEdits),
        (Objection::Change, Mode::Default)
        | (Objection::Doubt, Mode::Default | Mode::AcceptEdits)
        | (Objection::Unread, Mode::Default | Mode::AcceptEdits | Mode::BypassPermissions) => {
            (Ask, Ground::Doubt)
        }
        (Objection::Held, Mode::Default | Mode::AcceptEdits | Mode::DontAsk) => (Allow, Ground::Sandboxed),
        (
            Objection::Change | Objection::Held | Objection::Doubt | Objection::Unread | Objection::Critical,
            Mode::Plan,
        ) => (Deny, Ground::PlanMode),
        (
            Objection::Change
            | Objection::Doubt
            | Objection::Unread
            | Objection::PossibleRule
            | Objection::AskRule
            | Objection::Critical,
            Mode::DontAsk,
        ) => (Deny, Ground::NobodyToAsk),
        (Objection::Change | Objection::Held | Objection::Doubt, Mode::BypassPermissions) => {
            (Allow, Ground::Bypass)
        }
    };
    // What asks anyway asks for its own reason.
    let is_news = objection != Objection::PossibleRule || against.0 > commands.0;
    if against.0 >= commands.0 && is_news { against } else { commands }
}
