//! The settings under which the groups ask: every mode and profile, rules of every kind, the sandbox's, several files.

use policy_core::Mode;
use serde_json::json;

use crate::questions::Maker;

/// Rules that the core's own cases are held against.
const RULES: &str = r#"{
  "permissions": {
    "deny": ["Bash(curl:*)", "Bash(rm -rf:*)", "Read(./.env)", "Edit(//etc/**)", "Bash(git push --force*)"],
    "allow": ["Bash(npm run:*)", "Bash(cat:*)", "Bash(cargo *)", "Bash(find:*)", "Bash(xargs:*)", "Bash(sudo:*)",
              "Bash(bash:*)", "Bash(python3:*)"],
    "ask": ["Bash(git push:*)"]
  }
}"#;

const WILDCARDS: &str = r#"{"permissions":{
    "deny":["Bash(* --force *)","Bash(*|*)","Read(~/.ssh/**)","Read(**/*.pem)","Edit(./src/**)","Read(//etc/shadow)"],
    "ask":["Bash(git * main)","Bash(* -x*)","Edit(*.lock)"],
    "allow":["Bash(git * --stat)","Bash(ls*)","Bash(echo *)","Edit(docs/**)","WebFetch(domain:*.rs)","Bash(make)"],
    "additionalDirectories":["../docs","/var/log","~/notes"]}}"#;

/// Comments, trailing commas, line ends of Windows, names beyond the first plane.
const WRITTEN: &str = "\u{feff}// settings\r\n{\r\n  \"permissions\": {\r\n    /* é😀 */ \"deny\": [\"Bash(\u{1f4a3} *)\", \"Read(./Ünï/**)\", \"Bash(echo 漢*)\",],\r\n    \"allow\": [\"Bash(\u{1d4d0}\u{301}:*)\", \"Bash(make \\ud83d\\ude00)\"],\r\n  },\r\n}\r\n";

const SANDBOX: &str = r#"{"permissions":{"allow":["WebFetch(domain:docs.rs)"],"deny":["Bash(ssh:*)"]},
  "sandbox":{"autoAllowBashIfSandboxed":true,"excludedCommands":["docker:*","git push","make *"],
    "filesystem":{"allowWrite":["//tmp/out"],"denyWrite":["./src"],"denyRead":["~/.ssh"],"allowRead":["~/.ssh/known_hosts"]},
    "network":{"allowedDomains":["github.com","*.npmjs.org"],"deniedDomains":["gist.github.com"]}}}"#;

/// The numbers of the settings that groups ask under by name.
#[derive(Clone, Debug)]
pub(crate) struct Settings {
    /// None.
    pub none: usize,
    /// Rules of every list.
    pub rules: usize,
    /// Everything is allowed that can be.
    pub everything: usize,
    /// The profile that forbids forms.
    pub jazz: usize,
    /// The sandbox allows.
    pub sandbox: usize,
    /// All of them, those above included.
    pub all: Vec<usize>,
}

impl Settings {
    /// Opens all of them.
    pub(crate) fn open(maker: &mut Maker) -> Self {
        let mut texts: Vec<(String, Option<Mode>)> =
            ["{}", RULES, r#"{"permissions":{"allow":["Bash"]}}"#, r#"{"profile":"jazz"}"#, SANDBOX]
                .map(|text| (text.to_owned(), None))
                .to_vec();
        texts.extend([WILDCARDS, WRITTEN, r#"{"profile":"claurst"}"#].map(|text| (text.to_owned(), None)));
        texts.extend(Mode::ALL.map(|(mode, _)| (RULES.to_owned(), Some(mode))));
        texts.push((
            r#"{"profile":"jazz","permissions":{"allow":["Bash(sudo:*)","Bash(python3:*)"]}}"#.to_owned(),
            Some(Mode::BypassPermissions),
        ));
        // Many rules: those that fit are at the ends.
        let many: Vec<String> = (0..2_000).map(|at| format!("Bash(tool{at} *)")).collect();
        texts.push((
            json!({ "permissions": { "allow": many, "deny": ["Bash(tool7 rm:*)"] } }).to_string(),
            None,
        ));
        let mut all: Vec<usize> = Vec::new();
        for (text, mode) in texts {
            let mut options = json!({ "file": "settings.json", "root": "/repo" });
            if let (Some(mode), Some(options)) = (mode, options.as_object_mut()) {
                options.insert("mode".to_owned(), json!(mode.name()));
            }
            all.extend(maker.open(&with_policy(&options, &text)));
        }
        all.extend(maker.open(&json!({ "sources": several() }).to_string()));
        assert_eq!(all.len(), 16, "all settings are right");
        Self { none: all[0], rules: all[1], everything: all[2], jazz: all[3], sandbox: all[4], all }
    }

    /// Another one each time.
    pub(crate) fn turn(&self, at: usize) -> usize {
        self.all[at % self.all.len()]
    }
}

/// The options with the settings' text as the last key, where every implementation in JavaScript has it as well.
pub(crate) fn with_policy(options: &serde_json::Value, policy: &str) -> String {
    let written = options.to_string();
    let head = written.trim_end_matches('}');
    let comma = if head == "{" { "" } else { "," };
    format!("{head}{comma}\"policy\":{}}}", json!(policy))
}

/// Three files that add up: the user's, the project's, and the project's of one user.
fn several() -> serde_json::Value {
    json!([
        { "name": "~/.claude/settings.json", "root": "/home/u",
          "text": r#"{"permissions":{"deny":["Read(./secret/**)"],"allow":["Bash(make:*)"],"defaultMode":"plan"}}"# },
        { "name": ".claude/settings.json", "root": "/repo",
          "text": "{\n  // the project's\n  \"permissions\": { \"ask\": [\"Bash(make deploy)\"], \"deny\": [\"Read(./secret/**)\"] }\n}" },
        { "name": ".claude/settings.local.json", "root": "/repo",
          "text": r#"{"permissions":{"defaultMode":"acceptEdits","allow":["Bash(git commit *)"]}}"# }
    ])
}
