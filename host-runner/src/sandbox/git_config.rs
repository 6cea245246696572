//! git's configuration files, read as far as it takes to know what in them git would execute.
//!
//! Owns a strict reader of the syntax of `git-config(1)` and the list of keys that name no program. What it does not
//! understand counts as harmful. Never asks git: that would obey the file.

/// One setting: the key in small letters without the part in quotes, and the value.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) struct Setting {
    /// Such as `core.hookspath`, `remote.url`.
    pub(super) key: String,
    /// Without quotes and comments; none for a key that stands alone.
    pub(super) value: Option<String>,
}

/// Keys by which git executes nothing and takes no other file for its own. What git itself writes when it makes,
/// clones or configures a repository is among them.
const HARMLESS: [&str; 62] = [
    "advice.*",
    "author.email",
    "author.name",
    "branch.autosetupmerge",
    "branch.autosetuprebase",
    "branch.description",
    "branch.gh-merge-base",
    "branch.merge",
    "branch.pushremote",
    "branch.rebase",
    "branch.remote",
    "branch.sort",
    "branch.vscode-merge-base",
    "color.*",
    "column.*",
    "commit.gpgsign",
    "committer.email",
    "committer.name",
    "core.abbrev",
    "core.autocrlf",
    "core.bare",
    "core.bigfilethreshold",
    "core.commitgraph",
    "core.compression",
    "core.eol",
    "core.filemode",
    "core.ignorecase",
    "core.logallrefupdates",
    "core.longpaths",
    "core.multipackindex",
    "core.precomposeunicode",
    "core.preloadindex",
    "core.protecthfs",
    "core.protectntfs",
    "core.quotepath",
    "core.repositoryformatversion",
    "core.safecrlf",
    "core.sharedrepository",
    "core.sparsecheckout",
    "core.sparsecheckoutcone",
    "core.symlinks",
    "core.untrackedcache",
    "extensions.compatobjectformat",
    "extensions.objectformat",
    "extensions.partialclone",
    "extensions.refstorage",
    "extensions.worktreeconfig",
    "fetch.*",
    "gc.auto",
    "index.version",
    "init.defaultbranch",
    "lfs.repositoryformatversion",
    "pack.*",
    "pull.*",
    "push.*",
    "remote.fetch",
    "remote.partialclonefilter",
    "remote.promisor",
    "remote.prune",
    "remote.push",
    "remote.tagopt",
    "submodule.active",
];

/// The first thing in a configuration by which git would execute something or obey another file; none when there is
/// none.
pub(super) fn harm(text: &str) -> Option<String> {
    let settings = match settings(text) {
        Ok(settings) => settings,
        Err(line) => return Some(format!("line {line} cannot be read")),
    };
    settings.iter().find(|setting| !is_harmless(setting)).map(|setting| format!("it sets `{}`", setting.key))
}

fn is_harmless(setting: &Setting) -> bool {
    let value = setting.value.as_deref().unwrap_or_default();
    match setting.key.as_str() {
        // `ext::` runs a program (`git-remote-ext(1)`); any other helper is a program as well.
        "remote.url" | "remote.pushurl" | "submodule.url" => !value.contains("::") && !value.starts_with('-'),
        // `!program` is one (`git-submodule(1)`).
        "submodule.update" => ["checkout", "rebase", "merge", "none"].contains(&value),
        "user.name" | "user.email" => true,
        // Of a submodule, whose configuration lies apart from its files: only ever upwards and beside.
        "core.worktree" => value.starts_with("../"),
        key => HARMLESS.iter().any(|known| match known.strip_suffix('*') {
            Some(family) => key.starts_with(family),
            None => key == *known,
        }),
    }
}

/// Every setting, in order.
///
/// # Errors
/// The number of the first line that cannot be read.
pub(super) fn settings(text: &str) -> Result<Vec<Setting>, usize> {
    let mut found = Vec::new();
    let mut section = String::new();
    let mut lines = text.lines().enumerate();
    while let Some((number, line)) = lines.next() {
        let at = number + 1;
        let mut rest = line.trim_start_matches(|c: char| c.is_ascii_whitespace() || c == '\u{feff}');
        if rest.starts_with('[') {
            (section, rest) = header(rest).ok_or(at)?;
            rest = rest.trim_start();
        }
        if rest.is_empty() || rest.starts_with(['#', ';']) {
            continue;
        }
        if section.is_empty() {
            return Err(at);
        }
        let length = rest.find(|c: char| !c.is_ascii_alphanumeric() && c != '-').unwrap_or(rest.len());
        let (key, rest) = rest.split_at(length);
        if !key.starts_with(|c: char| c.is_ascii_alphabetic()) {
            return Err(at);
        }
        let rest = rest.trim_start();
        let value = match rest.strip_prefix('=') {
            Some(value) => Some(read_value(value, &mut lines).ok_or(at)?),
            None if rest.is_empty() || rest.starts_with(['#', ';']) => None,
            None => return Err(at),
        };
        found.push(Setting { key: format!("{section}.{}", key.to_ascii_lowercase()), value });
    }
    Ok(found)
}

/// The section's name in small letters, and what follows the header.
fn header(line: &str) -> Option<(String, &str)> {
    let inside = line.strip_prefix('[')?;
    let length = inside.find(|c: char| !c.is_ascii_alphanumeric() && c != '-' && c != '.')?;
    let (name, rest) = inside.split_at(length);
    // An old spelling has the part in quotes behind a dot.
    let name = name.split('.').next().unwrap_or(name).to_ascii_lowercase();
    if name.is_empty() {
        return None;
    }
    if let Some(rest) = rest.strip_prefix(']') {
        return Some((name, rest));
    }
    let quoted = rest.trim_start().strip_prefix('"')?;
    let mut escaped = false;
    let end = quoted.find(|c: char| {
        let ends = c == '"' && !escaped;
        escaped = c == '\\' && !escaped;
        ends
    })?;
    Some((name, quoted.get(end + 1..)?.strip_prefix(']')?))
}

/// The value behind the equals sign, over as many lines as it takes.
fn read_value<'t>(first: &'t str, lines: &mut impl Iterator<Item = (usize, &'t str)>) -> Option<String> {
    let mut value = String::new();
    let mut line = first.trim_start();
    let mut quoted = false;
    // How much of the value stays when the blanks at its end are taken off.
    let mut kept = 0;
    loop {
        let mut continues = false;
        let mut characters = line.chars();
        while let Some(c) = characters.next() {
            match c {
                '"' => quoted = !quoted,
                '#' | ';' if !quoted => break,
                '\\' => match characters.next() {
                    None => continues = true,
                    Some('n') => value.push('\n'),
                    Some('t') => value.push('\t'),
                    Some('b') => value.push('\u{8}'),
                    Some(c @ ('"' | '\\')) => value.push(c),
                    Some(_) => return None,
                },
                c => value.push(c),
            }
            if quoted || !c.is_ascii_whitespace() {
                kept = value.len();
            }
        }
        if !continues {
            break;
        }
        line = lines.next()?.1;
    }
    value.truncate(kept);
    (!quoted).then_some(value)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_git_itself_writes_is_harmless() {
        let text = "[core]\n\trepositoryformatversion = 0\n\tfilemode = true\n\tbare = false\n\
                    [remote \"origin\"]\n\turl = https://example.org/x.git\n\tfetch = +refs/heads/*:refs/remotes/origin/*\n\
                    [branch \"main\"]\n\tremote = origin\n\tmerge = refs/heads/main\n\
                    [submodule \"a.b\"]\n\turl = ../x\n\tactive = true\n[pull]\n\trebase\n";
        assert_eq!(harm(text), None);
    }

    #[test]
    fn what_names_a_program_or_another_file_is_harm() {
        for (text, found) in [
            ("[core]\n\tfsmonitor = ./x", "it sets `core.fsmonitor`"),
            ("[CORE] hooksPath = h", "it sets `core.hookspath`"),
            ("[core]\nsshCommand=x", "it sets `core.sshcommand`"),
            ("[alias]\n\tst = !x", "it sets `alias.st`"),
            ("[filter \"a\\\"]\"]\n\tclean = x", "it sets `filter.clean`"),
            ("[include]\n\tpath = ../x", "it sets `include.path`"),
            ("[diff.x]\n\ttextconv = x", "it sets `diff.textconv`"),
            ("[remote \"o\"]\n\turl = ext::sh -c x", "it sets `remote.url`"),
            ("[submodule \"s\"]\n\tupdate = \"!x\"", "it sets `submodule.update`"),
            ("[core]\n\tbare = false\\\n[core]\nfsmonitor=x", "it sets `core.fsmonitor`"),
            ("[core", "line 1 cannot be read"),
            ("[core]\n\tbare = \"x", "line 2 cannot be read"),
            ("fsmonitor = x", "line 1 cannot be read"),
        ] {
            assert_eq!(harm(text).as_deref(), Some(found), "{text}");
        }
    }

    #[test]
    fn values_are_read_as_git_reads_them() {
        let text = "[a \"b\"] x = \"p q\" # c\n y = one \\\n two ;c\n\tz =  s  \n w = \"a\\\"#\\n\"\n";
        let values =
            settings(text).unwrap().into_iter().map(|setting| setting.value.unwrap()).collect::<Vec<_>>();
        assert_eq!(values, ["p q", "one  two", "s", "a\"#\n"]);
    }
}
