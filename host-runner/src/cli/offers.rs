//! What a person can answer for good, from a verdict: a rule, a directory, a host.
//!
//! Owns which entries these are. An entry that does not name exactly what the command needs is not offered.

use std::collections::BTreeSet;
use std::path::{Path, PathBuf};

use policy_core::Verdict;
use policy_core::codes::notices::PATH_OUTSIDE;
use policy_core::rules::HostPattern;

use super::prompt::Offers;
use crate::settings::Lookup;
use crate::settings::add::Addition;

/// The entries for `verdict`, each with the file that `lookup` would read it from.
pub(super) fn offers(verdict: &Verdict, lookup: &Lookup<'_>) -> Offers {
    let rules = verdict.suggestions.iter().map(|rule| Addition::rule(rule, lookup));
    Offers {
        always: rules.collect::<Option<Vec<_>>>().unwrap_or_default(),
        directory: directory(verdict, lookup).and_then(|found| Addition::directory(&found, lookup)),
        host: host(verdict).and_then(|host| Addition::host(&host, lookup)),
    }
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
    use policy_core::{Engine, Policy, Request};

    use super::*;

    fn offered(command: &str) -> Offers {
        let mut request = Request::new(command);
        request.cwd = Some("/repo");
        request.home = Some("/home/u");
        request.facts.no_links = true;
        request.facts.bare_repository = Some(false);
        let verdict = Engine::new(Policy::default()).check(&request);
        let (cwd, home) = (Path::new("/repo"), Some(Path::new("/home/u")));
        offers(&verdict, &Lookup { files: &[], none: false, cwd, home })
    }

    fn entries(additions: &[Addition]) -> Vec<&str> {
        additions.iter().map(|addition| addition.entry.as_str()).collect()
    }

    #[test]
    fn an_offer_names_exactly_what_the_command_needs() {
        let always = |command| offered(command).always;
        assert_eq!(entries(&always("npm test")), ["Bash(npm test)"]);
        assert_eq!(entries(&always("npm test && make x")), ["Bash(npm test)", "Bash(make x)"]);
        assert!(always("rm -rf /").is_empty());
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
