//! The end of a run as its caller sees it.
//!
//! Owns the cases, and the keys of an outcome for each of them.

use serde::{Deserialize, Serialize, Serializer};

/// How a run ended for its caller.
///
/// On the wire it is six keys of the [`Outcome`](super::Outcome): `interrupted` and `backgroundedByUser` and
/// `assistantAutoBackgrounded` (whether it was that), `timedOut` (`{"afterMs": …}` or null), `endedBy` (an
/// [`EndedBy`] or null) and `backgroundTaskId` (a text or null).
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub enum RunEnd {
    /// The runner did not end it: it exited, or a signal from elsewhere ended it.
    #[default]
    Exited,
    /// Its time was over.
    TimedOut {
        /// The time that it had, in milliseconds.
        after_ms: u64,
    },
    /// It wrote nothing for too long.
    Idle {
        /// How long it may be silent, in milliseconds.
        after_ms: u64,
    },
    /// It wrote more than it may.
    OutputLimit,
    /// The caller ended it.
    Interrupted,
    /// It goes on in the background.
    Background {
        /// The name of the task.
        task: String,
        /// Who moved it there.
        by: BackgroundedBy,
    },
}

/// Why the runner ended a command.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub enum EndedBy {
    /// Its time was over.
    Timeout,
    /// It wrote nothing for too long.
    Idle,
    /// It wrote more than it may.
    OutputLimit,
    /// The caller ended it.
    Interrupt,
}

/// Who moved a command to the background.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize)]
#[serde(rename_all = "camelCase")]
pub enum BackgroundedBy {
    /// The one who asked for the command.
    Request,
    /// The person who waited for it.
    User,
    /// The session, because it took long.
    Time,
}

impl RunEnd {
    /// Why the runner ended the command; none when it ended by itself, or goes on.
    pub fn ended_by(&self) -> Option<EndedBy> {
        match self {
            Self::Exited | Self::Background { .. } => None,
            Self::TimedOut { .. } => Some(EndedBy::Timeout),
            Self::Idle { .. } => Some(EndedBy::Idle),
            Self::OutputLimit => Some(EndedBy::OutputLimit),
            Self::Interrupted => Some(EndedBy::Interrupt),
        }
    }

    /// The task that goes on in the background.
    pub fn background_task(&self) -> Option<&str> {
        match self {
            Self::Background { task, .. } => Some(task),
            _ => None,
        }
    }

    /// The time that was over, in milliseconds: of the whole run, or without output.
    pub fn timed_out_after_ms(&self) -> Option<u64> {
        match self {
            Self::TimedOut { after_ms } | Self::Idle { after_ms } => Some(*after_ms),
            _ => None,
        }
    }
}

impl Serialize for RunEnd {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        #[derive(Serialize)]
        #[serde(rename_all = "camelCase")]
        struct Keys<'e> {
            interrupted: bool,
            timed_out: Option<TimedOut>,
            ended_by: Option<EndedBy>,
            background_task_id: Option<&'e str>,
            backgrounded_by_user: bool,
            assistant_auto_backgrounded: bool,
        }
        #[derive(Serialize)]
        #[serde(rename_all = "camelCase")]
        struct TimedOut {
            after_ms: u64,
        }
        let is_moved_by = |who| matches!(self, Self::Background { by, .. } if *by == who);
        let keys = Keys {
            interrupted: *self == Self::Interrupted,
            timed_out: self.timed_out_after_ms().map(|after_ms| TimedOut { after_ms }),
            ended_by: self.ended_by(),
            background_task_id: self.background_task(),
            backgrounded_by_user: is_moved_by(BackgroundedBy::User),
            assistant_auto_backgrounded: is_moved_by(BackgroundedBy::Time),
        };
        keys.serialize(serializer)
    }
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    #[test]
    fn every_end_has_the_same_six_keys() {
        let background = |by| RunEnd::Background { task: "run-1".into(), by };
        let cases = [
            (RunEnd::Exited, json!([false, null, null, null, false, false])),
            (
                RunEnd::TimedOut { after_ms: 5 },
                json!([false, { "afterMs": 5 }, "timeout", null, false, false]),
            ),
            (RunEnd::Idle { after_ms: 7 }, json!([false, { "afterMs": 7 }, "idle", null, false, false])),
            (RunEnd::OutputLimit, json!([false, null, "outputLimit", null, false, false])),
            (RunEnd::Interrupted, json!([true, null, "interrupt", null, false, false])),
            (background(BackgroundedBy::Request), json!([false, null, null, "run-1", false, false])),
            (background(BackgroundedBy::User), json!([false, null, null, "run-1", true, false])),
            (background(BackgroundedBy::Time), json!([false, null, null, "run-1", false, true])),
        ];
        for (end, expected) in cases {
            let keys = [
                "interrupted",
                "timedOut",
                "endedBy",
                "backgroundTaskId",
                "backgroundedByUser",
                "assistantAutoBackgrounded",
            ];
            let written = serde_json::to_value(&end).unwrap();
            assert_eq!(written.as_object().unwrap().len(), keys.len());
            assert_eq!(json!(keys.map(|key| &written[key])), expected, "{end:?}");
        }
    }
}
