//! The form of a removal of more than single files: forced and recursive, by a pattern, or of everything.

use super::argv::Argv;
use super::form::ForbiddenForm;
use super::losses::{Work, is_pattern, loss};
use crate::codes::{Code, Help};
use crate::examples::examples;

pub(super) static REMOVAL: ForbiddenForm = ForbiddenForm {
    code: Code::brief(
        "removal",
        "`rm` of directories with force, of the home directory, or by a pattern",
        Help::both("remove each file by its name"),
    ),
    command: |argv| argv.name() == Some("rm") && removes_much(argv),
    fires: examples![
        "rm -rf /",
        "rm -r ~",
        "rm -rf *",
        "rm -rf $HOME",
        "rm -rf \"$HOME\"",
        "rm -rf ${HOME}/",
        "rm -rf \"${HOME:?}\"/*",
        "rm -fr /*",
        "rm -r -f ~/",
        "rm --recursive ~/*",
        "rm --rec --force /",
        "rm / -rf",
        "rm -Rf ./*",
        "rm -rf .* *",
        "rm -rf build /",
        "rm -rf -- /",
        "rm -rf ..",
        "rm -rf //",
        "rm -rf /etc/..",
        "rm -rf /home/u",
        "rm -rf ~root",
        "rm -rf \"$PWD\"",
        "rm -rf /usr",
        "rm -rf --no-preserve-root x",
        "/bin/rm -rf /",
        "r\\m -rf /",
        "x=/; rm -rf $x",
        "for d in a /; do rm -rf $d; done",
        "rm -rf {build,/}",
        "rm -rf {*,.*}",
        "cd src && rm -rf *",
        "env A=1 rm -rf ~",
        "echo \"$(rm -rf ~)\"",
        "find . -exec rm -rf / \\;",
        "true && { rm -rf ~; }",
        "rm -rf build",
        "rm -rf ./build/",
        "rm -fr ~/project/build",
        "rm -f -R \"$HOME/build\"",
        "rm --force --recursive build/*",
        "rm -rf \"$x\"",
        "rm -rvf *.o",
        "rm build -rf",
        "rm -rf /repo/target",
        "rm -rf '*'",
        "rm -rf '~'",
        "rm -rf src/../other",
        "ls | xargs rm -rf",
        "find . -name x -exec rm -rf {} +",
        "for d in a b; do rm -rf \"$d\"; done",
        "rm ~",
        "rm \"$HOME\"",
        "rm -f ~/",
        "rm /home/u",
        "rm *",
        "rm -f *",
        "rm *.o",
        "rm -v build/*",
        "rm a?",
        "rm [ab].log",
        "rm \"$dir\"/*",
        "rm -r 'a b'*",
    ],
    silent: examples![
        "rm a b",
        "rm -f a.log",
        "rm -r build",
        "rm -r ~/project/build",
        "rm ~/a",
        "rm \"$HOME/a\"",
        "rm \"$x\"",
        "rm \"${f%.*}.o\"",
        "rm '*'",
        "rm '~'",
        "rm -i a\\*",
        "rm -- -rf a",
        "rm -f -- -r",
        "echo rm -rf /",
        "git rm -rf x",
        "git rm '*.o'",
        "grep 'rm -rf /' notes",
        "ls -r /",
        "ls *; rm a",
    ],
    ..ForbiddenForm::NONE
};

/// Whether `rm` removes by force all that is in a directory, by a pattern, or what loses everything.
fn removes_much(argv: &Argv<'_>) -> bool {
    let reading = argv.reading();
    let option = |name: &str| reading.option(name).is_some();
    // Without an operand as well: xargs gives it.
    option("--recursive") && (option("--force") || option("--no-preserve-root"))
        || reading.operands().iter().any(|at| is_pattern(argv, *at) || loss(argv, *at, Work::Here).is_some())
}
