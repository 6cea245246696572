//! The form that no rule, mode or profile approves: a removal that loses everything.
//!
//! Owns the programs that remove their operands, and the conditions under which `find` removes everything that it
//! finds.

use alloc::vec::Vec;

use super::argv::Argv;
use super::form::ForbiddenForm;
use super::losses::{Loss, Work, finds_all, loss};
use crate::codes::notices;
use crate::verdict::Decision;

/// Programs that remove what their operands name, sorted.
const REMOVERS: [&str; 4] = ["rm", "rmdir", "shred", "unlink"];

/// Primaries of find(1) that choose nothing, sorted; `-type` chooses, but files are what there is to lose.
const CHOOSE_NOTHING: [&str; 27] = [
    "(",
    ")",
    "-D",
    "-H",
    "-L",
    "-O3",
    "-P",
    "-a",
    "-and",
    "-d",
    "-daystart",
    "-delete",
    "-depth",
    "-follow",
    "-ignore_readdir_race",
    "-ls",
    "-maxdepth",
    "-mindepth",
    "-mount",
    "-noleaf",
    "-nowarn",
    "-print",
    "-print0",
    "-true",
    "-type",
    "-warn",
    "-xdev",
];

/// Primaries of find(1) whose value is the next argument and that choose nothing.
const WITH_VALUE: [&str; 3] = ["-maxdepth", "-mindepth", "-type"];

/// Primaries of find(1) that choose by a pattern.
const PATTERNS: [&str; 6] = ["-iname", "-ipath", "-iwholename", "-name", "-path", "-wholename"];

/// Every form that asks in every mode.
pub static ALWAYS_ASKED: &[&ForbiddenForm] = &[&CRITICAL_REMOVAL];

/// A removal that loses everything.
pub static CRITICAL_REMOVAL: ForbiddenForm = ForbiddenForm {
    code: notices::CRITICAL_REMOVAL,
    outcome: Decision::Ask,
    command: is_critical,
    fires: &[
        "for f in ~/*; do rm -rf \"$f\"; done",
        "for f in /*; do rm -rf $f; done",
        "for f in *; do rm -rf \"./$f\"; done",
        "find . -print0 | xargs -0 rm -rf",
        "find ~ | xargs rm -f",
        "ls | xargs rm -rf",
        "ls ~ | xargs rm -rf",
        "echo / | xargs rm -rf",
        "echo ~/* | xargs rm -rf",
        "rsync -a --delete empty/ ~/",
        "rsync -a --del empty/ .",
        "git -C ~ clean -fdx",
        "git -C .. clean -f -d",
        "fd . -X rm -rf",
        "fd -x rm",
        "rm -rf /",
        "rm -r /usr",
        "rm -rf ~",
        "rm -rf ~/",
        "rm -rf ~/*",
        "rm -rf ~root",
        "rm -rf ~+",
        "rm -rf ~-/*",
        "rm -rf \"$HOME\"",
        "rm -rf ${HOME}/*",
        "rm -rf \"$HOME\"/\"$x\"",
        "rm -rf /home/u",
        "rm -rf /home",
        "rm -rf /ho*",
        "rm -rf /home/u*",
        "rm -rf /*",
        "rm -rf /usr/*",
        "rm -rf .",
        "rm -rf ..",
        "rm -rf *",
        "rm *",
        "rm -rf ./*",
        "rm -rf ../*",
        "rm -rf .* *",
        "rm -rf \"$PWD\"",
        "rm -rf $(pwd)/*",
        "rm -rf \"$(git rev-parse --show-toplevel)\"",
        "rm -rf \"$DIR\"/*",
        "rm -rf \"${DIR:?}\"/*",
        "rm -rf $1/*",
        "rm -rf $(cat dir)/*",
        "rm -rf \"$DIR/\"",
        "rm -rf \"$DESTDIR/usr\"",
        "rm -rf /repo",
        "rm -rf ../repo",
        "rm -rf build /",
        "rm -rf {build,/}",
        "rm -rf {*,.*}",
        "rmdir ~",
        "unlink /",
        "shred -u ~/*",
        "/bin/rm -rf /",
        "r\\m -rf /",
        "'rm' -rf '/'",
        "x=/; rm -rf $x",
        "x=~; rm -rf \"$x\"/*",
        "x=r; y=m; $x$y -rf /",
        "for d in a /; do rm -rf $d; done",
        "for d in a ~; do rm -rf \"$d\"/*; done",
        "cd / && rm -rf *",
        "cd /; rm -rf usr",
        "cd ~ && rm -rf ./*",
        "cd src && rm -rf ../*",
        "cd src && rm -rf ..",
        "cd \"$x\" && rm -rf *",
        "sudo rm -rf /",
        "sudo -u root env A=1 rm -rf ~",
        "env A=1 rm -rf ~",
        "timeout 5 rm -rf /",
        "echo / | xargs rm -rf ~",
        "find . -exec rm -rf / \\;",
        "bash -c 'rm -rf /'",
        "bash -c \"sh -c 'rm -rf ~'\"",
        "sudo bash -c 'cd / && rm -rf *'",
        "eval 'rm -rf /'",
        "echo \"$(rm -rf ~)\"",
        "cat <(rm -rf ~)",
        "true && { rm -rf ~; }",
        "(rm -rf ~) &",
        "if true; then rm -rf /; fi",
        "rm -rf / ; echo \"",
        "find / -delete",
        "find ~ -type f -delete",
        "find . -delete",
        "find -delete",
        "find . -mindepth 1 -delete",
        "find . -name '*' -delete",
        "find . ! -name .git -delete",
        "find . -name a -o -delete",
        "find /usr -exec rm -rf {} +",
        "find . -type f -exec sudo rm {} \\;",
        "find ~ -print -o -execdir unlink {} \\;",
        "find . -delete -name x",
        "find . -name a -prune -o -type f -delete",
        "find ./ -depth -delete",
        "find \"$HOME\" -delete",
        "find . -exec sh -c 'rm -f \"$1\"' _ {} \\;",
        "command rm -rf /",
        "exec rm -rf ~",
        "nohup rm -rf ~ &",
        "busybox rm -rf /",
        "xargs -I{} rm -rf ~/* < a",
        "trap 'rm -rf ~' EXIT",
        "f() { rm -rf /; }; f",
        "rm -rf -- /",
        "rm -rf //",
        "rm -rf /.",
        "rm -rf /../..",
        "rm -rf $'\\x2f'",
        "rm -rf /{bin,usr}",
        "rm -rf ~/../u",
        "rm -rf \"${PWD}/..\"",
        "rm -rf \"$OLDPWD\"/*",
        "mv / /tmp/x",
        "mv ~ /tmp/x",
        "mv -t /tmp /usr ~",
        "mv /* /tmp/x",
        "mv ~/* /dev/null",
        "rm -rf C:/",
        "rm -rf 'C:\\'",
        "rm -rf C:/*",
        "rm -rf c:\\\\Windows",
        "rm -rf /c",
        "rm -rf /mnt/c/*",
        "rm -rf /cygdrive/c",
    ],
    silent: &[
        "for f in *.log; do rm \"$f\"; done",
        "for d in */; do rm -rf \"$d/target\"; done",
        "for f in *; do echo \"$f\"; done",
        "find . -name '*.log' -print0 | xargs -0 rm",
        "find . -print0 | xargs -0 wc -l",
        "ls build | xargs rm",
        "ls *.log | xargs rm",
        "echo a b | xargs rm",
        "rsync -a --delete src/ build/",
        "rsync -a --delete ./ host:/srv/a/",
        "rsync -a src/ ~/",
        "git clean -fdx",
        "git -C . clean -fdx",
        "git -C sub clean -fdx",
        "git -C ~ clean -n",
        "fd -e log -x rm",
        "fd -x wc -l",
        "rm -rf build",
        "rm -rf ./build/",
        "rm -rf build/*",
        "rm -rf ./node_modules/*",
        "rm -rf build/* dist/*",
        "rm -rf *.o",
        "rm -f *.log *.tmp",
        "rm -rf /repo/target",
        "rm -rf /repo/target/*",
        "rm -rf ~/project/build",
        "rm -rf \"$HOME/build\"",
        "rm -rf \"$HOME\"/.cache/*",
        "rm -rf \"$PWD/build\"",
        "rm -rf $(pwd)/build",
        "rm -rf \"$DIR\"",
        "rm -rf \"$DIR/build\"",
        "rm -rf \"$DIR\"/build/*",
        "rm -rf /tmp/$x",
        "rm -rf /tmp/build-*",
        "rm -rf src/../other",
        "rm -rf '*'",
        "rm -rf '~'",
        "rm -rf '$HOME'",
        "x=build; rm -rf \"$x\"/*",
        "x=/tmp/a; rm -rf \"$x\"/*",
        "for d in a b; do rm -rf \"$d\"/*; done",
        "cd build && rm -rf *",
        "cd build && rm -rf ./*",
        "cd /tmp/x; rm -rf y",
        "sudo rm -rf /repo/target",
        "bash -c 'rm -rf build'",
        "find . -name '*.pyc' -delete",
        "find . -type d -name __pycache__ -exec rm -rf {} +",
        "find build -delete",
        "find /tmp/x -delete",
        "find . -type f -mtime +7 -delete",
        "find . \\( -name a -o -name b \\) -delete",
        "find . -type f -exec wc -l {} +",
        "find / -type f -print",
        "find . -name '*.o' -exec sh -c 'rm -f \"$1\"' _ {} \\;",
        "find . -size +1M -print -delete",
        "find \"$x\" -name a -delete",
        "rm -rf ~/../v/x",
        "rm -rf /repo/{a,b}",
        "rm -rf ./src/../build",
        "mv a b",
        "mv build ~",
        "mv build ..",
        "mv * build",
        "mv -t ~ a b",
        "mv --target-directory=/ a",
        "rmdir build",
        "rm 'C:'",
        "rm -rf C:/x/y",
        "rm -rf /mnt/c/x/*",
        "echo rm -rf /",
        "git rm -r .",
        "docker rm -f x",
        "grep 'rm -rf /' notes",
        "ls -r /",
        "cp -r ~ /tmp/x",
    ],
    ..ForbiddenForm::NONE
};

/// Whether a command of the program with this bare name can be of a form that always asks.
pub fn is_asked_about(name: &str) -> bool {
    matches!(name, "find" | "mv" | "rsync") || REMOVERS.contains(&name)
}

/// Whether an argument can have to do with a form that always asks: it holds what may be the name of such a program, or
/// of what git does.
pub fn may_be_asked_about(argument: &str) -> bool {
    // How the six names begin: one pass tells nearly every argument apart.
    let begins = |pair: &[u8]| matches!(pair, b"fi" | b"mv" | b"rm" | b"rs" | b"sh" | b"un");
    argument == "clean"
        || argument.as_bytes().windows(2).any(begins)
            && ["find", "mv", "rm", "rsync", "shred", "unlink"].iter().any(|name| argument.contains(name))
}

fn is_critical(argv: &Argv<'_>) -> bool {
    match argv.name() {
        Some("find") => finds_everything(argv),
        Some("mv") => moves_away(argv),
        Some("fd" | "fdfind") => runs_on_everything(argv),
        Some("git") => cleans_another(argv),
        Some("rsync") => mirrors_over(argv),
        Some(name) => {
            REMOVERS.contains(&name) && argv.operands().any(|at| loss(argv, at, Work::Request).is_some())
        }
        None => false,
    }
}

/// Whether mv takes one of these directories away, or all that is in the root or the home directory.
fn moves_away(argv: &Argv<'_>) -> bool {
    let mut into = false;
    let mut value = None;
    for (at, arg) in (1..).zip(argv.rest()).take_while(|(_, arg)| arg != "--") {
        let long = arg.strip_prefix("--").map(|name| name.split('=').next().unwrap_or(""));
        let given = match long {
            Some(name) => name.starts_with('t') && "target-directory".starts_with(name),
            None => arg.starts_with('-') && arg.contains('t'),
        };
        into |= given;
        if given && !arg.contains('=') && arg.ends_with(['t', 'y']) {
            value = Some(at + 1);
        }
    }
    let operands: Vec<usize> = argv.operands().filter(|at| Some(*at) != value).collect();
    let sources = operands.len().saturating_sub(usize::from(!into));
    operands.into_iter().take(sources).any(|at| match loss(argv, at, Work::Request) {
        Some(Loss::Directory(_)) => true,
        Some(Loss::Contents(path)) => path == "/" || argv.whereabouts.home == Some(path.as_str()),
        None => false,
    })
}

/// Whether rsync removes in one of these directories what its source does not have.
fn mirrors_over(argv: &Argv<'_>) -> bool {
    argv.options().any(|option| option.starts_with("--del"))
        && argv.operands().last().is_some_and(|at| loss(argv, at, Work::Request).is_some())
}

/// Whether git removes what it does not track from one of these directories, other than the work itself.
fn cleans_another(argv: &Argv<'_>) -> bool {
    let place = argv.rest().position(|arg| arg == "-C").map(|at| at + 2);
    let cleans = |from: usize| (from..argv.len()).find(|at| argv.shown(*at) == "clean");
    let Some((place, clean)) = place.and_then(|place| Some((place, cleans(place)?))) else { return false };
    let forced = (clean..argv.len()).any(|at| {
        let arg = argv.shown(at);
        arg == "--force" || arg.starts_with('-') && !arg.starts_with("--") && arg.contains('f')
    });
    forced
        && match loss(argv, place, Work::Request) {
            Some(Loss::Directory(path)) => argv.whereabouts.request != Some(path.as_str()),
            Some(Loss::Contents(_)) | None => false,
        }
}

/// Whether fd runs a program that removes on everything in the work.
fn runs_on_everything(argv: &Argv<'_>) -> bool {
    let runs = |arg: &str| {
        matches!(arg, "--exec" | "--exec-batch")
            || arg.len() == 2 && arg.starts_with('-') && arg.ends_with(['x', 'X'])
    };
    let Some(exec) = argv.rest().position(|arg| runs(&arg)).map(|at| at + 1) else { return false };
    let chooses = (1..exec).any(|at| {
        let arg = argv.shown(at);
        !matches!(&*arg, "." | "" | ".*" | "-H" | "-I" | "-u" | "--hidden" | "--no-ignore" | "--unrestricted")
    });
    !chooses && argv.whereabouts.cwd == argv.whereabouts.request && runs_remover(&argv.shown(exec + 1))
}

/// Whether find begins at one of these directories and removes all that it finds there.
fn finds_everything(argv: &Argv<'_>) -> bool {
    let expression =
        |arg: &str| arg.starts_with(['-', '(', '!']) && arg.len() > usize::from(arg.starts_with('-'));
    let is_option = |arg: &str| matches!(arg, "-H" | "-L" | "-P") || arg.starts_with("-O");
    let mut starts = (1..argv.len()).skip_while(|at| is_option(&argv.shown(*at))).peekable();
    let begin = starts.peek().copied().unwrap_or(argv.len());
    let end = starts.find(|at| expression(&argv.shown(*at))).unwrap_or(argv.len());
    if !removes_all(argv, end) {
        return false;
    }
    let here = begin == end && argv.whereabouts.cwd == argv.whereabouts.request;
    here || (begin..end).any(|at| loss(argv, at, Work::Request).is_some())
}

/// Whether find's expression, which begins at `from`, removes without choosing before: `-delete -name x` removes all.
fn removes_all(argv: &Argv<'_>, from: usize) -> bool {
    let mut chooses = false;
    let mut at = from;
    while at < argv.len() {
        let arg = argv.shown(at);
        at += 1;
        match &*arg {
            // The text after it is tried where the text before it was not chosen.
            "-o" | "-or" | "," => chooses = false,
            // What is not chosen is nearly everything.
            "!" | "-not" => at += 1 + usize::from(takes_value(&argv.shown(at))),
            "-delete" if !chooses => return true,
            "-exec" | "-execdir" | "-ok" | "-okdir" => {
                let end = (at..argv.len()).find(|end| matches!(&*argv.shown(*end), ";" | "+"));
                let end = end.unwrap_or(argv.len());
                if !chooses && (at..end).any(|at| runs_remover(&argv.shown(at))) {
                    return true;
                }
                at = end + 1;
            }
            name if WITH_VALUE.contains(&name) => at += 1,
            name if PATTERNS.contains(&name) => {
                let pattern = argv.shown(at);
                chooses |= !finds_all(pattern.rsplit('/').next().unwrap_or(""));
                at += 1;
            }
            name => chooses |= !CHOOSE_NOTHING.contains(&name),
        }
    }
    false
}

/// Whether an argument of the command that find runs is, or has in it, the name of a program that removes.
fn runs_remover(arg: &str) -> bool {
    arg.split([' ', '\t', '\n', ';', '&', '|', '/']).any(|word| REMOVERS.contains(&word))
}

/// Whether a primary of find(1) that chooses has its value in the next argument.
fn takes_value(primary: &str) -> bool {
    !matches!(
        primary,
        "-empty"
            | "-executable"
            | "-false"
            | "-nogroup"
            | "-nouser"
            | "-readable"
            | "-true"
            | "-writable"
            | "("
    )
}
