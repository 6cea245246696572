//! What is needed, given as facts: the cases again with nothing known, then with every fact as harmless as it can be, then with
//! every fact as bad as it can be.

use serde::Deserialize;

use super::cases;
use crate::questions::Maker;
use crate::request::{Asked, Facts};
use crate::settings::Settings;

/// Most times that a verdict is asked for more.
const ROUNDS: usize = 4;

#[derive(Deserialize)]
struct Answer {
    #[serde(default)]
    needs: Vec<Need>,
}

#[derive(Deserialize)]
struct Need {
    kind: String,
    path: String,
}

pub(crate) fn add(maker: &mut Maker, settings: &Settings) {
    for (at, command) in cases::commands().enumerate() {
        for (answers, is_bad) in [(settings.none, false), (settings.turn(at), true)] {
            let mut asked = Asked::in_project(&command);
            for _ in 0..ROUNDS {
                let answer = maker.check(answers, asked.text());
                let Some(Ok(Answer { needs })) = answer.map(serde_json::from_str) else { break };
                if needs.is_empty() {
                    break;
                }
                let facts = asked.facts.get_or_insert_default();
                let before = facts.clone();
                for need in needs {
                    tell(facts, need, is_bad);
                }
                if *facts == before {
                    break;
                }
            }
        }
    }
    for sandboxed in [false, true] {
        for command in cases::commands().step_by(5) {
            let mut asked = Asked::at_home(command);
            asked.facts.get_or_insert_default().sandboxed = Some(sandboxed);
            maker.check(settings.sandbox, asked.text());
        }
    }
}

/// Answers `need`, in the most harmless way or in the worst.
fn tell(facts: &mut Facts, need: Need, is_bad: bool) {
    let Need { kind, path } = need;
    match kind.as_str() {
        "bareRepository" => {
            facts.bare_repositories.insert(path, is_bad);
        }
        "contents" => {
            let text = is_bad.then(|| "one a\r\ntwo é😀\nlast line without an end".to_owned());
            facts.contents.insert(path, text);
        }
        "exists" => {
            facts.existing.insert(path, is_bad);
        }
        "implementation" => {
            let system = if is_bad { "macos" } else { "gnu" };
            facts.implementations.insert(path, system.to_owned());
        }
        "program" => {
            let file = if is_bad { format!("/home/u/bin/{path}") } else { format!("/usr/bin/{path}") };
            facts.programs.insert(path, vec![file.clone(), file]);
        }
        "realPath" => {
            let place = if is_bad { "/etc/shadow".to_owned() } else { path.clone() };
            facts.real_paths.insert(path, place);
        }
        "repositoryPrograms" => {
            let settings = ["core.fsmonitor", "diff.external", "hooks/post-index-change", "*"];
            let names = if is_bad { settings.map(str::to_owned).to_vec() } else { Vec::new() };
            facts.repository_programs.insert(path, names);
        }
        "workTrees" => {
            let around = path.rsplit_once('/').map(|(parent, _)| parent).filter(|parent| !parent.is_empty());
            let trees = if is_bad { Vec::new() } else { around.map(str::to_owned).into_iter().collect() };
            facts.work_trees.insert(path, trees);
        }
        other => panic!("the kind of need `{other}` gets no answer here"),
    }
}
