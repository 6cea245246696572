//! The form that no rule, mode or profile approves: a removal that loses everything.
//!
//! Owns when a removal loses everything, and when `find` removes all that it finds. Which programs and options remove, and
//! which options select files, is in the tables.

use crate::examples::examples;
use core::ops::Range;

use super::argv::Argv;
use super::form::ForbiddenForm;
use super::items;
use super::losses::{Loss, Work, finds_all, loss};
use crate::codes::notices;
use crate::commands::{self, Form, Given, Gives, Harm, Reading, Role, Syntax};
use crate::verdict::Decision;

/// Every form that asks in every mode.
pub static ALWAYS_ASKED: &[&ForbiddenForm] = &[&CRITICAL_REMOVAL];

/// A removal that loses everything.
pub static CRITICAL_REMOVAL: ForbiddenForm = ForbiddenForm {
    code: notices::CRITICAL_REMOVAL,
    outcome: Decision::Ask,
    command: is_critical,
    fires: examples![
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
        "fd . / -X rm -rf",
        "fd -H . ~ -x rm -rf {}",
        "fd -u . build .. -x unlink",
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
    silent: examples![
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
        "fd . build -x rm",
        "fd '[.]log$' / -x rm",
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
    let searches = |form: &Form| form.syntax.kind == Syntax::Expression && !form.selects_nothing.is_empty();
    name == MIRROR
        || commands::program(name)
            .is_some_and(|it| searches(&it.form) || takes_away(&it.form) || items::takes_away(it))
}

/// Whether an argument can have to do with a form that always asks: it has the name of such a program in it, or of what
/// git does.
pub fn may_be_asked_about(argument: &str) -> bool {
    argument == CLEAN || words(argument).any(is_asked_about)
}

/// The program whose options remove what only the last operand has.
const MIRROR: &str = "rsync";

/// The sub-command of git that removes files it does not track.
const CLEAN: &str = "clean";

/// Whether a program removes or moves what its operands name.
fn takes_away(form: &Form) -> bool {
    form.operands.rest.is_some_and(|kind| kind.role == Role::PathDeleted)
}

/// Whether the program with this bare name removes what its operands name.
fn is_remover(name: &str) -> bool {
    let removes = |form: &Form| takes_away(form) && form.operands.last.is_none();
    commands::program(name).is_some_and(|it| removes(&it.form) || items::is_remover(it))
}

/// The words of a text that can be names of programs.
fn words(text: &str) -> impl Iterator<Item = &str> {
    text.split(|c: char| !c.is_ascii_alphanumeric() && !matches!(c, '-' | '_' | '.'))
        .filter(|word| !word.is_empty())
}

fn is_critical(argv: &Argv<'_>) -> bool {
    let Some(name) = argv.name() else { return false };
    let Some(program) = argv.program() else { return false };
    let form = &program.form;
    match name {
        _ if items::takes_away(program) => items::lose_everything(argv, form),
        MIRROR => mirrors_over(argv),
        "git" => cleans_another(argv),
        _ if takes_away(form) && form.operands.last.is_some() => moves_away(argv),
        _ if takes_away(form) => is_lost(argv, argv.reading().operands()),
        _ if form.selects_nothing.is_empty() => false,
        _ if form.syntax.kind == Syntax::Expression => finds_everything(argv),
        _ => runs_on_everything(argv),
    }
}

/// Whether removing one of these arguments loses everything.
fn is_lost(argv: &Argv<'_>, arguments: &[usize]) -> bool {
    arguments.iter().any(|at| loss(argv, *at, Work::Request).is_some())
}

/// Whether mv takes one of these directories away, or all that is in the root or the home directory.
fn moves_away(argv: &Argv<'_>) -> bool {
    let reading = argv.reading();
    let gives_last = |given: &Given<'_>| given.option.is_some_and(|option| option.gives == Gives::Last);
    let into = reading.options().iter().any(gives_last);
    let operands = reading.operands();
    let sources = operands.len().saturating_sub(usize::from(!into));
    operands.iter().take(sources).any(|at| match loss(argv, *at, Work::Request) {
        Some(Loss::Directory(_)) => true,
        Some(Loss::Contents(path)) => path == "/" || argv.whereabouts.home == Some(path.as_str()),
        None => false,
    })
}

/// Whether an option removes files.
fn deletes(given: &Given<'_>) -> bool {
    given.option.and_then(|option| option.refuse).is_some_and(|refusal| refusal.harm == Harm::Deletes)
}

/// Whether rsync removes in one of these directories what its source does not have.
fn mirrors_over(argv: &Argv<'_>) -> bool {
    let reading = argv.reading();
    let last = reading.operands().last().map_or(&[][..], core::slice::from_ref);
    reading.options().iter().any(deletes) && is_lost(argv, last)
}

/// Whether git removes what it does not track from one of these directories, other than the work itself.
fn cleans_another(argv: &Argv<'_>) -> bool {
    let whole = argv.reading();
    let forced = whole.after(&[CLEAN]).is_some_and(|clean| clean.options().iter().any(deletes));
    let directory = |given: &Given<'_>| {
        let is_directory = given.option.and_then(|option| option.value).is_some_and(|kind| kind.directory);
        given.value.filter(|_| is_directory)
    };
    let place = whole.options().iter().find_map(directory);
    forced
        && match place.and_then(|place| loss(argv, place.at, Work::Request)) {
            Some(Loss::Directory(path)) => argv.whereabouts.request != Some(path.as_str()),
            Some(Loss::Contents(_)) | None => false,
        }
}

/// Whether an option leaves all that a program finds.
fn selects_nothing(form: &Form, given: &Given<'_>) -> bool {
    let is = |name: &&str| {
        let option = form.option(name);
        option.is_some_and(|option| given.option.is_some_and(|it| core::ptr::eq(it, option)))
    };
    form.selects_nothing.iter().any(is)
}

/// The arguments of the command that an option runs.
fn command_of(given: &Given<'_>) -> Option<Range<usize>> {
    let kind = given.option.and_then(|option| option.value)?;
    given.value.filter(|_| kind.role == Role::Command).map(|value| value.at..value.end)
}

/// Whether fd runs a program that removes on everything in the work, or in one of these directories.
fn runs_on_everything(argv: &Argv<'_>) -> bool {
    let reading = argv.reading();
    let (Some(form), options) = (reading.form(), reading.options()) else { return false };
    let Some(command) = options.iter().find_map(command_of) else { return false };
    let selects = |given: &Given<'_>| command_of(given).is_none() && !selects_nothing(form, given);
    let is_pattern = |at: &usize| !matches!(&*argv.shown(*at), "." | "" | ".*");
    let (pattern, starts) = reading.operands().split_at(reading.operands().len().min(1));
    let here = starts.is_empty() && argv.whereabouts.cwd == argv.whereabouts.request;
    !options.iter().any(selects)
        && !pattern.iter().any(is_pattern)
        && (here || is_lost(argv, starts))
        && runs_remover(&argv.shown(command.start))
}

/// Whether find begins at one of these directories and removes all that it finds there.
fn finds_everything(argv: &Argv<'_>) -> bool {
    let reading = argv.reading();
    let starts = reading.operands();
    let here = starts.is_empty() && argv.whereabouts.cwd == argv.whereabouts.request;
    removes_all(argv, &reading) && (here || is_lost(argv, starts))
}

/// Whether find's expression removes without selecting before: `-delete -name x` removes all.
fn removes_all(argv: &Argv<'_>, reading: &Reading<'_, '_>) -> bool {
    let Some(form) = reading.form() else { return false };
    let mut selects = false;
    let mut primaries = reading.options().iter();
    while let Some(given) = primaries.next() {
        match given.name() {
            // What is after it is tried where what is before it was not selected.
            "-o" | "-or" | "," => selects = false,
            // What is not selected is nearly everything.
            "!" | "-not" => {
                primaries.next();
            }
            _ if deletes(given) && !selects => return true,
            _ => match command_of(given) {
                Some(command) if !selects && names_remover(argv, command.clone()) => return true,
                Some(_) => {}
                None => selects |= !selects_nothing(form, given) && !matches_all(argv, given),
            },
        }
    }
    false
}

/// Whether a primary of find(1) compares with a pattern that finds nearly every name.
fn matches_all(argv: &Argv<'_>, given: &Given<'_>) -> bool {
    let is_pattern =
        given.option.and_then(|option| option.value).is_some_and(|kind| kind.role == Role::Pattern);
    given.value.filter(|_| is_pattern).is_some_and(|value| {
        let pattern = argv.shown(value.at);
        finds_all(pattern.rsplit('/').next().unwrap_or(""))
    })
}

/// Whether one of these arguments names a program that removes.
fn names_remover(argv: &Argv<'_>, mut arguments: Range<usize>) -> bool {
    arguments.any(|at| runs_remover(&argv.shown(at)))
}

/// Whether an argument of the command that find runs is, or has in it, the name of a program that removes.
fn runs_remover(argument: &str) -> bool {
    words(argument).any(is_remover)
}
