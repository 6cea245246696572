//! The verdict of a policy on one logged call, reduced to what tables need.

use std::sync::Arc;

use policy_core::history::{on_plain_disk, program_of, programs};
use policy_core::paths::lexical::is_absolute;
use policy_core::web::Tool;
use policy_core::{Decision, Dialect, Engine, Mode, Need, Policy, Request, Verdict};

use crate::policy::Compiled;

/// A call as a log has it. What the log does not say is none.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct Asked<'a> {
    /// `Bash`, if there is none.
    pub tool: Option<&'a str>,
    /// The command, the URL or the query.
    pub command: &'a str,
    /// The directory; one that is not absolute counts as unknown.
    pub cwd: Option<&'a str>,
    /// A mode that the core does not know counts as none.
    pub mode: Option<&'a str>,
    /// `bash`, `zsh` or `powershell`.
    pub shell: Option<&'a str>,
}

/// The verdict on a call.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Answer {
    /// The decision with what the log says; the safe one where facts of the disk are missing.
    pub decision: Decision,
    /// The code of the reason.
    pub code: &'static str,
    /// The rule that decided, as written.
    pub rule: Option<String>,
    /// Its place, `file:line:column`.
    pub rule_source: Option<String>,
    /// Whether it is proven that it only reads.
    pub read_only: bool,
    /// The programs with their sub-commands, in the order of the text, each once; the name of a web tool.
    pub programs: Vec<String>,
    /// Each simple command: its program and the decision about it alone.
    pub parts: Vec<(String, Decision)>,
    /// The places of all rules that had a part in it.
    pub rules: Vec<String>,
    /// The missing facts that could change the verdict.
    pub needs: Vec<String>,
    /// The decision on a plain disk: no path is a link, and no directory a bare repository.
    pub on_plain_disk: Decision,
    /// Whether that is another one: then no log can say what the answer was.
    pub depends_on_disk: bool,
    /// The narrowest rules that together would allow it.
    pub suggestions: Vec<String>,
}

/// Decides under one policy, on one thread.
pub struct Judge {
    compiled: Arc<Compiled>,
    /// By mode; each keeps a parser.
    engines: Vec<(Option<Mode>, Engine)>,
}

impl std::fmt::Debug for Judge {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Judge").finish_non_exhaustive()
    }
}

impl Judge {
    /// A judge under this policy.
    pub const fn new(compiled: Arc<Compiled>) -> Self {
        Self { compiled, engines: Vec::new() }
    }

    /// The answer to one call.
    pub fn answer(&mut self, asked: &Asked<'_>) -> Answer {
        let mode = asked.mode.and_then(Mode::from_name);
        let at = self.engines.iter().position(|(known, _)| *known == mode).unwrap_or_else(|| {
            self.engines.push((mode, Engine::new(self.compiled.in_mode(mode))));
            self.engines.len() - 1
        });
        self.compiled.count(1);
        answer(&self.engines[at].1, asked)
    }
}

/// The answer of one engine.
fn answer(engine: &Engine, asked: &Asked<'_>) -> Answer {
    let request = request(asked);
    let verdict = engine.check(&request);
    let on_plain_disk = if verdict.needs.iter().all(|need| matches!(need, Need::Contents(_))) {
        verdict.decision
    } else {
        on_plain_disk(engine, request).decision
    };
    let mut answer = Answer::of(verdict, on_plain_disk);
    if let Some(tool) = asked.tool.and_then(Tool::of_name) {
        answer.programs.push(tool.name().to_owned());
    }
    answer
}

/// The decisions of a policy in the mode that it has, each with the places of the rules that had a part in it.
pub fn decisions(policy: impl Into<Arc<Policy>>, asked: &[Asked<'_>]) -> Vec<(Decision, Vec<String>)> {
    let engine = Engine::new(policy);
    let verdicts = asked.iter().map(|asked| engine.check(&request(asked)));
    verdicts.map(|verdict| (verdict.decision, places(&verdict))).collect()
}

/// The request to the core.
pub fn request<'a>(asked: &Asked<'a>) -> Request<'a> {
    let tool = asked.tool.unwrap_or("Bash");
    let shell = match asked.shell {
        Some("bash") => Dialect::Bash,
        Some("zsh") => Dialect::Zsh,
        Some("powershell") => Dialect::PowerShell,
        _ => Dialect::of_tool(tool),
    };
    Request {
        tool: asked.tool.unwrap_or_else(|| shell.tool()),
        cwd: asked.cwd.filter(|cwd| is_absolute(cwd)),
        shell,
        ..Request::new(asked.command)
    }
}

impl Answer {
    /// What tables need of a verdict, with the decision on a plain disk.
    pub fn of(verdict: Verdict, on_plain_disk: Decision) -> Self {
        let programs = programs(&verdict);
        let parts = verdict.commands.iter();
        let parts =
            parts.filter_map(|command| Some((program_of(&command.argv)?, command.decision))).collect();
        Self {
            decision: verdict.decision,
            code: verdict.reason.code,
            rules: places(&verdict),
            rule_source: verdict.deciding_rule_place().map(str::to_owned),
            rule: verdict.reason.rule,
            read_only: verdict.read_only,
            programs,
            parts,
            needs: verdict.needs.iter().map(named).collect(),
            on_plain_disk,
            depends_on_disk: on_plain_disk != verdict.decision,
            suggestions: verdict.suggestions,
        }
    }
}

/// The places of all rules that had a part in the verdict, the one that decided first.
fn places(verdict: &Verdict) -> Vec<String> {
    verdict.rule_places().into_iter().map(str::to_owned).collect()
}

/// A need as the wire has it: its kind and what it is about.
fn named(need: &Need) -> String {
    let (kind, what) = match need {
        Need::BareRepository(path) => ("bareRepository", path),
        Need::Contents(path) => ("contents", path),
        Need::Exists(path) => ("exists", path),
        Need::Implementation(path) => ("implementation", path),
        Need::Program(path) => ("program", path),
        Need::RealPath(path) => ("realPath", path),
        Need::RepositoryPrograms(path) => ("repositoryPrograms", path),
        Need::Url(path) => ("url", path),
        Need::WorkTrees(path) => ("workTrees", path),
    };
    format!("{kind} {what}")
}
