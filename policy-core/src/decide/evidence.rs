//! The evidence about one request, and the strictest objection in it.
//!
//! Owns the evidence and the choice of the objection that the judge gets. Decides nothing itself.

use alloc::vec::Vec;

use super::findings::{Raised, concern_of};
use super::judge::{self, Ground, Objection};
use crate::codes::notices;
use crate::exposure::FormHit;
use crate::policy::Policy;
use crate::profiles::{ForbiddenForm, Trust};
use crate::proof::{Concern, Confinement, Standing, Voucher};
use crate::rules::{List, Matched, Rule};
use crate::script::{NestedText, Script};
use crate::verdict::{Decision, Effects, Grants};

/// Everything that was found out about one request, before the judge speaks.
pub(super) struct Evidence<'e, 'p> {
    pub(super) script: &'e Script<'e>,
    pub(super) vouchers: Vec<Voucher<'e, 'p>>,
    /// By command: the strictest deny or ask rule.
    pub(super) matched: Vec<Option<Matched<'p>>>,
    /// The judge's answer for each command, then for the whole.
    pub(super) commands: Vec<(Decision, Ground)>,
    pub(super) whole: (Decision, Ground),
    /// The deny or ask rule that decides.
    pub(super) against: Option<Matched<'p>>,
    /// The forms that the profile forbids, or that every profile asks about, in source order.
    pub(super) hits: Vec<FormHit>,
    pub(super) findings: Vec<Raised>,
    /// The allow rule whose own text is the whole request.
    pub(super) approved: Option<&'p Rule>,
    /// Whether only the beginning of the command was read.
    pub(super) is_unread: bool,
    /// The sandbox in which the whole runs, where it may be reason enough.
    pub(super) confinement: Option<Confinement>,
    pub(super) effects: Effects,
    /// The texts that other shells read, and in which every command is proven to only read.
    pub(super) nested: Vec<NestedText<'e>>,
    pub(super) grants: Option<Grants>,
    /// Whether the settings let the whole run outside of the sandbox.
    pub(super) excluded: bool,
    pub(super) policy: &'p Policy,
}

impl Evidence<'_, '_> {
    /// Asks the judge about each command and about the whole.
    pub(super) fn judge(&mut self) {
        let policy = self.policy;
        self.commands = self
            .vouchers
            .iter()
            .zip(&self.matched)
            .enumerate()
            .map(|(index, (voucher, matched))| {
                let objection = objection(self.form_of(index), matched.as_ref(), Doubted::No);
                judge::whole(objection, policy.judge(voucher.standing), policy.mode)
            })
            .collect();
        let doubted = self.doubted();
        let strictest = self
            .vouchers
            .iter()
            .map(|voucher| policy.judge(voucher.standing))
            .reduce(|worst, next| {
                // Of several that are allowed by a proof, the whole rests on the weakest.
                let says_more = next.0 == worst.0 && proves(worst.1) > proves(next.1);
                if next.0 > worst.0 || says_more { next } else { worst }
            })
            // A script without a command runs nothing, or nothing that could be read.
            .unwrap_or_else(|| match (self.approved, doubted) {
                (Some(_), _) => policy.judge(Standing::Allowed),
                (None, Doubted::Held) => policy.judge(Standing::Confined),
                (None, Doubted::No | Doubted::Change | Doubted::Yes | Doubted::Unread) => {
                    policy.judge(Standing::Unvouched)
                }
            });
        let form = self.hits.iter().map(|hit| hit.form).max_by_key(|form| form.outcome);
        let strongest = objection(form, self.against.as_ref(), doubted);
        // What may match takes nothing from a doubt.
        let before = match strongest {
            Objection::PossibleRule => judge::whole(objection(None, None, doubted), strictest, policy.mode),
            _ => strictest,
        };
        self.whole = judge::whole(strongest, before, policy.mode);
    }

    /// Whether every command is proven to only read, and nothing speaks against any of them.
    pub(super) fn only_reads(&self) -> bool {
        self.script.doubts.is_empty()
            && !self.is_unread
            && self.findings.is_empty()
            && self.hits.is_empty()
            && self.against.is_none()
            && !self.vouchers.is_empty()
            && self.vouchers.iter().all(|voucher| voucher.standing.is_read_only())
    }

    /// Whether something is wrong with the text, and whether the sandbox makes that harmless.
    fn doubted(&self) -> Doubted {
        let found = self.findings.iter().map(|raised| raised.concern);
        // A rule that approves the text answers for what nobody understands in it.
        let doubts = self.script.doubts.iter().filter(|_| self.approved.is_none());
        let concern = found.chain(doubts.map(|doubt| concern_of(doubt.kind))).max();
        let Some(concern) = concern.filter(|_| !self.is_unread) else {
            return if self.is_unread { Doubted::Unread } else { Doubted::No };
        };
        match (self.is_held(concern), concern, self.policy.profile.trust) {
            (true, ..) => Doubted::Held,
            (false, Concern::Change, Trust::Proof) => Doubted::Change,
            (false, Concern::Change, Trust::Modes | Trust::Rules)
            | (false, Concern::Value | Concern::Syntax | Concern::Access | Concern::Text, _) => Doubted::Yes,
        }
    }

    /// Whether the sandbox makes harmless what a finding is about.
    pub(super) fn is_held(&self, concern: Concern) -> bool {
        self.confinement.as_ref().is_some_and(|confinement| confinement.holds(concern))
    }

    /// The one command of the whole, where it may be shown as an edit: nothing denies it, and nothing is wrong but that
    /// it changes a protected file. For that question the change matters most.
    pub(super) fn may_be_shown_as_edit(&self) -> Option<&Voucher<'_, '_>> {
        let [voucher] = self.vouchers.as_slice() else { return None };
        let protected = |raised: &Raised| raised.finding.code == notices::PATH_PROTECTED.name;
        let shown = self.whole.0 != Decision::Deny && self.findings.iter().all(protected);
        shown.then_some(voucher)
    }

    /// Whether no reading of the text can change the answer: a rule has exactly this text, and no deny or ask rule is
    /// there that another reading could find in it.
    pub(super) fn is_settled_by_its_text(&self) -> bool {
        let rules = &self.policy.rules;
        let is_unread = !self.script.doubts.is_empty();
        let is_alone = [List::Deny, List::Ask].iter().all(|list| rules.list(*list).is_empty());
        self.approved.is_some() && (is_unread || is_alone)
    }

    /// Whether a deny or ask rule surely matches, or none.
    pub(super) fn certainly_ruled(&self) -> bool {
        self.against.is_none_or(|matched| matched.certain)
    }

    /// The worst form of the simple command at `index`.
    pub(super) fn form_of(&self, index: usize) -> Option<&'static ForbiddenForm> {
        let span = self.script.commands.get(index)?.span;
        let hits = self.hits.iter().filter(|hit| hit.is_about(index, span));
        hits.map(|hit| hit.form).min_by_key(|form| core::cmp::Reverse(form.outcome))
    }
}

impl Policy {
    /// What the judge says about a command of this standing, under this policy's profile and mode.
    pub(super) fn judge(&self, standing: Standing) -> (Decision, Ground) {
        judge::command(standing, self.profile.trust, self.mode)
    }
}

/// How much the ground of an allowed command proves.
const fn proves(ground: Ground) -> u8 {
    match ground {
        Ground::ReadOnly => 3,
        Ground::ReadsService | Ground::Preapproved => 2,
        Ground::SelfDescription => 1,
        Ground::AllowRule
        | Ground::AcceptEdits
        | Ground::Sandboxed
        | Ground::Bypass
        | Ground::Unvouched
        | Ground::Approval
        | Ground::Doubt
        | Ground::PossibleRule
        | Ground::AskRule
        | Ground::Critical
        | Ground::NobodyToAsk
        | Ground::PlanMode
        | Ground::DenyRule
        | Ground::Forbidden => 0,
    }
}

/// Whether something is wrong with the text.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Doubted {
    No,
    /// Redirects change files in the working directories.
    Change,
    /// It is, and the sandbox makes it harmless.
    Held,
    Yes,
    /// There is text that nothing has looked at.
    Unread,
}

fn objection(form: Option<&ForbiddenForm>, matched: Option<&Matched<'_>>, doubted: Doubted) -> Objection {
    match (form.map(|form| form.outcome), matched.map(|matched| matched.list)) {
        (Some(Decision::Deny), _) => Objection::Forbidden,
        (_, Some(List::Deny)) => Objection::DenyRule,
        (Some(Decision::Ask | Decision::Allow), _) => Objection::Critical,
        (None, Some(List::Ask)) if matched.is_some_and(|matched| matched.certain) => Objection::AskRule,
        (None, Some(List::Ask)) => Objection::PossibleRule,
        (None, Some(List::Allow) | None) => match doubted {
            Doubted::No => Objection::None,
            Doubted::Change => Objection::Change,
            Doubted::Held => Objection::Held,
            Doubted::Yes => Objection::Doubt,
            Doubted::Unread => Objection::Unread,
        },
    }
}
