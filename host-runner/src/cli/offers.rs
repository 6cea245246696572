//! What a person can answer for good, from a verdict: a rule, a directory, a host.
//!
//! Owns which entries these are. An entry that does not name exactly what the command needs is not offered.

use std::collections::BTreeSet;
use std::path::{Path, PathBuf};

use policy_core::codes::notices::PATH_OUTSIDE;
use policy_core::rules::HostPattern;
use policy_core::visible::line;
use policy_core::{Decision, Engine, Policy, Request, Source, Verdict};

use super::prompt::Offers;
use crate::settings::Lookup;
use crate::settings::add::Addition;

/// Longest command of which the whole text is offered as a rule, in characters.
const OWN_TEXT_CHARACTERS_MAX: usize = 300;

/// The entries for `verdict` on `request` under `policy`, each with the file that `lookup` would read it from.
pub(super) fn offers(
    verdict: &Verdict,
    request: &Request<'_>,
    policy: &Policy,
    lookup: &Lookup<'_>,
) -> Offers {
    let rules = match verdict.suggestions.as_slice() {
        [] => own_text(request).into_iter().collect(),
        suggested => suggested.to_vec(),
    };
    let rules = if settle(&rules, request, policy) { rules } else { Vec::new() };
    let rules = rules.iter().map(|rule| Addition::rule(rule, lookup));
    Offers {
        always: rules.collect::<Option<Vec<_>>>().unwrap_or_default(),
        directory: directory(verdict, lookup).and_then(|found| Addition::directory(&found, lookup)),
        host: host(verdict).and_then(|host| Addition::host(&host, lookup)),
        ..Offers::default()
    }
}

/// The rule that allows exactly this text, where a person can read it at a glance.
fn own_text(request: &Request<'_>) -> Option<String> {
    let command = request.command.trim();
    let is_short = command.chars().count() <= OWN_TEXT_CHARACTERS_MAX;
    let is_plain = !command.contains(['*', '\n']) && line(command) == command;
    (is_short && is_plain).then(|| format!("{}({command})", request.tool))
}

/// Whether `rules` would allow the request from now on.
fn settle(rules: &[String], request: &Request<'_>, policy: &Policy) -> bool {
    let text = serde_json::json!({ "permissions": { "allow": rules } }).to_string();
    let added = Source { name: "added".to_owned(), text, ..Source::default() };
    let sources: Vec<Source> = policy.sources.iter().cloned().chain([added]).collect();
    let Ok(with_rules) = Policy::from_sources(&sources) else { return false };
    let with_rules = Policy { mode: policy.mode, profile: policy.profile, ..with_rules };
    Engine::new(with_rules).check(request).decision == Decision::Allow
}

/// The one directory outside of the working directory that the command uses; none if it is the root or the home
/// directory, or if something else than its place asks.
fn directory(verdict: &Verdict, lookup: &Lookup<'_>) -> Option<String> {
    let only_outside = verdict.findings.iter().all(|finding| finding.code == PATH_OUTSIDE.name);
    if verdict.findings.is_empty() || !only_outside {
        return None;
    }
    let effects = &verdict.effects;
    let paths = effects.reads.iter().chain(&effects.writes).map(|path| lookup.cwd.join(path));
    let outside = paths.filter(|path| !path.starts_with(lookup.cwd));
    let around = |path: PathBuf| if path.is_dir() { Some(path) } else { Some(path.parent()?.to_path_buf()) };
    let directories: BTreeSet<PathBuf> = outside.filter_map(around).collect();
    let only = directories.iter().next().filter(|_| directories.len() == 1)?;
    let is_wide = only == Path::new("/") || lookup.home.is_some_and(|home| home.starts_with(only));
    only.to_str().filter(|_| !is_wide).map(str::to_owned)
}

/// The one host that the command names: as an effect, or in the addresses among its arguments.
fn host(verdict: &Verdict) -> Option<String> {
    let arguments = verdict.commands.iter().flat_map(|command| command.argv.iter().flatten());
    let addressed = arguments.filter_map(|argument| authority(argument));
    let hosts: BTreeSet<&str> = verdict.effects.network.iter().map(String::as_str).chain(addressed).collect();
    let only = *hosts.first().filter(|_| hosts.len() == 1)?;
    HostPattern::parse(only).ok().filter(|_| !only.contains('*')).map(|_| only.to_owned())
}

/// The host of an address such as `https://docs.rs/x`, with its port (RFC 3986, section 3.2); none of one that names a user.
fn authority(address: &str) -> Option<&str> {
    let (scheme, rest) = address.split_once("://")?;
    let is_scheme = !scheme.is_empty() && scheme.bytes().all(|byte| byte.is_ascii_alphanumeric());
    let host = rest.split(['/', '?', '#']).next().filter(|host| is_scheme && !host.is_empty())?;
    (!host.contains('@')).then_some(host)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn offered(command: &str) -> Offers {
        let mut request = Request::new(command);
        request.cwd = Some("/repo");
        request.home = Some("/home/u");
        request.facts.no_links = true;
        request.facts.bare_repository = Some(false);
        let verdict = Engine::new(Policy::default()).check(&request);
        let (cwd, home) = (Path::new("/repo"), Some(Path::new("/home/u")));
        offers(&verdict, &request, &Policy::default(), &Lookup { files: &[], none: false, cwd, home })
    }

    fn entries(additions: &[Addition]) -> Vec<&str> {
        additions.iter().map(|addition| addition.entry.as_str()).collect()
    }

    #[test]
    fn an_offer_names_exactly_what_the_command_needs() {
        let always = |command| offered(command).always;
        assert_eq!(entries(&always("npm test")), ["Bash(npm test)"]);
        assert_eq!(entries(&always("npm test && make x")), ["Bash(npm test)", "Bash(make x)"]);
        // Where no rule about simple commands helps, the text itself does; what no rule approves has no offer.
        for text in ["npm test > log 2>&1", "python a.py", "A=$(id) make"] {
            assert_eq!(entries(&always(text)), [format!("Bash({text})")]);
        }
        for text in ["rm -rf /", "echo x > .git/hooks/pre-commit", "rm a/* > log"] {
            assert!(always(text).is_empty(), "{text}");
        }
        let directory = |command| offered(command).directory.map(|it| it.entry);
        assert_eq!(directory("cat /srv/nothing/here/a").as_deref(), Some("/srv/nothing/here"));
        for command in ["cat /a", "cat /home/u/a", "cat /x/a /y/b", "rm -rf /", "cat a"] {
            assert_eq!(directory(command), None, "{command}");
        }
        let host = |command| offered(command).host.map(|it| it.entry);
        assert_eq!(host("curl https://docs.rs/x").as_deref(), Some("docs.rs"));
        for command in ["curl https://a.b https://c.d", "ls", "curl https://u@a.b", "curl $x"] {
            assert_eq!(host(command), None, "{command}");
        }
    }
}
