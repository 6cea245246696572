//! What one hook did, for the report of a run.

use policy_core::Decision;
use policy_core::policy::HookEvent;
use policy_core::visible::line;
use serde::{Serialize, Serializer};

/// One hook that was asked.
#[derive(Clone, Debug, Default, PartialEq, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct HookRun {
    /// `PreToolUse` or `PostToolUse`.
    pub event: &'static str,
    /// The command of the hook.
    pub hook: String,
    /// Its place in the settings: `file:line:column`.
    pub source: String,
    /// Its decision, ask or deny; none without an opinion.
    #[serde(serialize_with = "name")]
    pub decision: Option<Decision>,
    /// The reason of the decision.
    pub reason: Option<String>,
    /// The command in place of the one that it was shown.
    pub updated_command: Option<String>,
    /// What it tells besides.
    pub text: Option<String>,
    /// Why it gave no answer.
    pub failure: Option<String>,
    /// How long it took.
    pub duration_ms: u64,
}

#[expect(clippy::ref_option, clippy::trivially_copy_pass_by_ref, reason = "the signature that serde calls")]
fn name<S: Serializer>(decision: &Option<Decision>, serializer: S) -> Result<S::Ok, S::Error> {
    decision.map(Decision::name).serialize(serializer)
}

/// What a person is told about one hook.
pub(crate) trait HookText {
    /// The hook, with its place.
    fn named(&self) -> String;

    /// What it did that its decision does not say, each in a sentence.
    fn told(&self) -> Vec<String>;
}

impl HookText for HookRun {
    fn named(&self) -> String {
        format!("the hook `{}` ({})", line(&self.hook), self.source)
    }

    fn told(&self) -> Vec<String> {
        let named = self.named();
        let changed = self.updated_command.as_ref();
        let changed = changed.map(|command| format!("{named} changed the command to `{}`", line(command)));
        let failed = self.failure.as_ref().map(|why| format!("{named} failed: {}", line(why)));
        let text = self.text.as_ref().map(|text| format!("{named} says: {}", line(text)));
        // Before a run the reason of the verdict says it.
        let objects = self.decision.filter(|_| self.event == HookEvent::PostToolUse.name());
        let objects = objects.map(|_| {
            format!("{named} objects: {}", line(self.reason.as_deref().unwrap_or("it gave no reason")))
        });
        [changed, failed, text, objects].into_iter().flatten().collect()
    }
}
