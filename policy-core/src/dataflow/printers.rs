//! Programs that print names of files, one after another, and programs that only choose among lines: with which
//! options.
//!
//! Owns the two lists. Both are closed: with any option that is not in them, the output is no list of names
//! (`git ls-files --format=/etc/shadow`, `grep -ho -l -e '/etc/[a-z]*'`, `head -c5`). The table of the program says
//! which words are options and which are values of options.

use super::value::is_one_word;
use crate::commands::{self, Arg, Opt, Proof, Role, Uses};
use crate::paths::lexical as paths;
use crate::paths::wildcard::climbs;

/// How the names are printed by one command.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Listing {
    /// Whether each of them begins with `./`.
    pub(crate) dotted: bool,
    /// Whether a NUL ends each of them, which no name has in it.
    pub(crate) null: bool,
    /// Whether they are names in trees, of which git only looks at those that it checks out.
    pub(crate) committed: bool,
}

/// What a command does with the lines of its input.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct LineFilter {
    /// Whether what ends with a NUL is a line to it.
    pub(crate) null: bool,
}

/// One program, or one sub-command of git.
struct Known {
    name: &'static str,
    /// One of these must be given; with the empty text nothing must.
    needs: &'static str,
    /// With one of these, entries end with a NUL.
    null: &'static str,
    may: &'static str,
}

const GREP: Known = Known {
    name: "grep",
    needs: "-l -L",
    null: "-Z",
    may: "-a -d -D -e -E -F -G -h -H -i -I -m -n -P -r -R -s -U -v -w -x --binary-files --exclude \
              --exclude-dir --include --no-ignore-case",
};

const AG: Known = Known {
    name: "ag",
    needs: "-l -L",
    null: "-0",
    may: "-a --depth -F -G --hidden -i --ignore --ignore-dir -m -n --nocolor -Q -r -s -S -t -u -U -v \
              -w",
};

const FD: Known = Known {
    name: "fd",
    needs: "",
    null: "-0",
    may: "-1 --and --changed-before --changed-within -d -e -E --exact-depth -F -g -H -i -I \
              --ignore-file -j -L --max-results --min-depth --no-follow --no-ignore-parent --no-ignore-vcs \
              --no-require-git -o --one-file-system -p --prune --regex -s -S --strip-cwd-prefix -t -u",
};

const LISTERS: &[Known] = &[
    AG,
    Known {
        name: "ack",
        needs: "-l -L",
        null: "--print0",
        may: "-i -I --ignore-dir --ignore-file -m -n --nocolor -Q -r -s -S -t -T -v -w",
    },
    Known { name: "egrep", ..GREP },
    FD,
    Known { name: "fdfind", ..FD },
    Known { name: "fgrep", ..GREP },
    Known {
        name: "find",
        needs: "",
        null: "-print0",
        may: "! ( ) , -a -amin -anewer -atime -cmin -cnewer -ctime -d -daystart -depth -empty -executable \
              -false -follow -fstype -gid -group -H -ignore_readdir_race -ilname -iname -inum -ipath \
              -iregex -iwholename -L -links -lname -maxdepth -mindepth -mmin -mount -mtime -name -newer \
              -newermt -nogroup -noignore_readdir_race -noleaf -not -nouser -nowarn -o -O1 -O2 -O3 -P \
              -path -perm -print -prune -quit -readable -regex -regextype -samefile -size -true -type -uid \
              -used -user -warn -wholename -writable -xdev -xtype",
    },
    Known {
        name: "git diff",
        needs: "--name-only",
        null: "-z",
        may: "-a -b -B -C --cached --diff-filter --find-copies-harder -G --ignore-blank-lines \
              --ignore-space-at-eol --ignore-submodules -M --merge-base --no-color --no-ext-diff \
              --no-prefix --no-relative --no-renames --no-textconv --pickaxe-all --pickaxe-regex -r -R \
              --relative -S -w",
    },
    Known {
        name: "git grep",
        needs: "-l -L",
        null: "-z",
        may: "( ) -a --all-match --and --cached -e -E --exclude-standard -F --full-name -G -i -I \
              --max-depth -n --no-color --no-textconv --not --or -P -r --untracked -v -w",
    },
    Known {
        name: "git ls-files",
        needs: "",
        null: "-z",
        may: "-c -d --deduplicate --directory --error-unmatch --exclude-standard --full-name -i -m \
              --no-empty-directory -o -x -X",
    },
    Known { name: "git ls-tree", needs: "--name-only", null: "-z", may: "-d --full-name --full-tree -r -t" },
    GREP,
    Known {
        name: "ls",
        needs: "",
        null: "--zero",
        may: "-1 -A -B -c -d --group-directories-first --hide -I -p -r -S --sort -t --time -u -U -v -X",
    },
    Known {
        name: "rg",
        needs: "--files --files-without-match -l",
        null: "-0",
        may: "-. -a -d -e -E -F -g --glob-case-insensitive -i --iglob --ignore-file -j -L -m \
              --max-filesize -n -N --no-config --no-heading --no-ignore --no-ignore-parent --no-ignore-vcs \
              --no-messages --no-require-git --one-file-system -P -s -S --sort --sort-files --sortr -t -T \
              -u -U -v -w -x",
    },
];

/// What stands in front of a sub-command of git. It works elsewhere with `-C`, and still prints names that are
/// relative.
const GIT: &str = "-c -C --no-optional-locks --no-pager";

const CHOOSERS: &[Known] = &[
    Known { name: "cat", needs: "", null: "", may: "-u" },
    Known { name: "egrep", ..FILTER },
    Known { name: "fgrep", ..FILTER },
    FILTER,
    Known { name: "head", needs: "", null: "-z", may: "-n -q" },
    Known { name: "shuf", needs: "", null: "-z", may: "-n" },
    Known {
        name: "sort",
        needs: "",
        null: "-z",
        may: "-b -d -f -g -h -i -k -M -n --parallel -r -R -s -S --sort -t -u -V",
    },
    Known { name: "tac", needs: "", null: "", may: "" },
    Known { name: "tail", needs: "", null: "-z", may: "-n -q" },
    Known { name: "uniq", needs: "", null: "-z", may: "-d -f -i -s -u -w" },
];

/// grep on its input. What it searches must not be among the operands, and it must not look for it itself.
const FILTER: Known = Known {
    name: "grep",
    needs: "",
    null: "-z",
    may: "-a -e -E -F -G -h -i --line-buffered -m -P -s -v -w -x",
};

/// How a command lists names of files below the working directory, if that is what it does. `cwd` is the request's.
pub(crate) fn listing(args: &[Arg<'_>], cwd: Option<&str>, source: &str) -> Option<Listing> {
    let uses = commands::uses(args);
    let program = uses.program.filter(|_| uses.proof == Proof::ReadOnly)?.name;
    let below = |arg: &Arg<'_>| stays_below(arg, cwd, source);
    let mut operands = uses.operands.iter().filter_map(|at| {
        let is_pattern = uses.uses.get(*at).is_some_and(|used| used.role == Role::Pattern);
        args.get(*at).filter(|_| !is_pattern)
    });
    if program == "printf" {
        let null = match operands.next()?.text()? {
            "%s\\n" => false,
            "%s\\0" => true,
            _ => return None,
        };
        let plain = |arg: &Arg<'_>| {
            arg.text().map_or(arg.prefix() != "-", |text| is_one_word(text) && !text.starts_with('-'))
        };
        let listing = Listing { dotted: false, null, committed: false };
        return operands.all(|arg| plain(arg) && below(arg)).then_some(listing);
    }
    let (known, null) = LISTERS.iter().find_map(|known| Some((known, known.null(args, &uses)?)))?;
    // A file can be called `-a`, with which ls prints `..` as well; its letters are no dot and no slash.
    let stray =
        |arg: &Arg<'_>| arg.text().is_none() && arg.prefix().is_empty() && !arg.suffix().contains(['.', '/']);
    if program == "ls" && args.iter().any(stray) {
        return None;
    }
    let committed = matches!(known.name, "git diff" | "git ls-tree");
    let dotted = program == "find"
        && operands.clone().all(|start| start.text() == Some(".") || start.prefix().starts_with("./"));
    operands.all(below).then_some(Listing { dotted, null, committed })
}

/// How a command passes on lines of its input, if that is all it does.
pub(crate) fn line_filter(args: &[Arg<'_>]) -> Option<LineFilter> {
    let uses = commands::uses(args);
    let program = uses.program.filter(|_| uses.proof == Proof::ReadOnly)?.name;
    let null = CHOOSERS.iter().find_map(|known| known.null(args, &uses))?;
    let is_pattern = |at: &usize| {
        uses.uses.get(*at).is_some_and(|used| used.role == Role::Pattern)
            && args.get(*at).is_some_and(|arg| !arg.splits())
    };
    uses.operands.iter().all(is_pattern).then_some(LineFilter { null: null || program == "cat" })
}

impl Known {
    /// Whether entries end with a NUL; none when this is not the program, or its options are not all in the list.
    fn null(&self, args: &[Arg<'_>], uses: &Uses) -> Option<bool> {
        let program = uses.program?.name;
        let is_git = self.name.strip_prefix("git ").filter(|_| program == "git");
        if is_git.map_or(self.name != program, |sub| uses.form.is_none_or(|form| form.name != sub)) {
            return None;
        }
        let own = uses.uses.iter().position(|used| used.role == Role::Subcommand).unwrap_or(0);
        let is_one = |option: &Opt, of: &str| of.split(' ').any(|name| option.names.contains(&name));
        let (mut needed, mut null) = (self.needs.is_empty(), false);
        for (at, option) in &uses.options {
            if *at < own {
                if !is_one(option, GIT) {
                    return None;
                }
                continue;
            }
            needed |= is_one(option, self.needs);
            null |= is_one(option, self.null);
            if ![self.needs, self.null, self.may].iter().any(|list| is_one(option, list)) {
                return None;
            }
        }
        // `-5` is the number of lines of head and tail, and context to grep.
        let is_number = |arg: &Arg<'_>| {
            let digits = arg.text().and_then(|text| text.strip_prefix('-'));
            digits
                .is_some_and(|digits| !digits.is_empty() && digits.bytes().all(|byte| byte.is_ascii_digit()))
        };
        let counts = uses.form?.numeric
            && !matches!(program, "head" | "tail")
            && uses.uses.iter().zip(args).any(|(used, arg)| used.role == Role::Flag && is_number(arg));
        (needed && !counts).then_some(null)
    }
}

/// Whether what an argument names, and all that is found in it, lies below the working directory.
fn stays_below(arg: &Arg<'_>, cwd: Option<&str>, source: &str) -> bool {
    let Some(text) = arg.text() else {
        return arg.value.is_file_name()
            && !arg.prefix().starts_with(['/', '~', '-', ':'])
            && !arg.prefix().contains('\\')
            && !climbs(arg.span.slice(source));
    };
    // What git leaves out (`:!vendor`).
    let text = text.strip_prefix(":!").or_else(|| text.strip_prefix(":(exclude)")).unwrap_or(text);
    if text.starts_with('/') {
        // A working directory with a blank in its name would be cut there.
        return cwd.is_some_and(|cwd| cwd.len() > 1 && is_one_word(cwd) && paths::is_within(text, cwd));
    }
    !text.is_empty()
        && !text.starts_with(['~', '-', '!', '^'])
        && !text.contains([':', '\\'])
        && text.split('/').all(|component| component != "..")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_option_in_the_lists_is_in_the_table_of_its_program() {
        for known in LISTERS.iter().chain(CHOOSERS) {
            let (program, sub) = known.name.split_once(' ').unwrap_or((known.name, ""));
            let form = commands::program(program).map(|program| &program.form);
            let form = if sub.is_empty() { form } else { form.and_then(|form| form.sub(sub)) };
            let lists =
                [known.needs, known.null, known.may].into_iter().flat_map(|list| list.split_whitespace());
            for option in lists {
                assert!(form.is_some_and(|form| form.option(option).is_some()), "{} {option}", known.name);
            }
        }
    }
}
