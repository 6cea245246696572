//! The form that loses everything: a recursive removal of the root, the home directory, or whatever is there.

use super::form::ForbiddenForm;
use super::losses::{Work, loss};
use crate::codes::{Code, Help};

pub(super) static RECURSIVE_REMOVAL: ForbiddenForm = ForbiddenForm {
    code: Code::brief(
        "recursive-removal",
        "removing the root, the home directory or everything recursively",
        Help::both("name the one directory to remove"),
    ),
    command: |argv| {
        let reading = argv.reading();
        argv.name() == Some("rm")
            && reading.option("--recursive").is_some()
            && (reading.option("--no-preserve-root").is_some()
                || reading.operands().iter().any(|at| loss(argv, *at, Work::Here).is_some()))
    },
    fires: &[
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
    ],
    silent: &[
        "rm -rf build",
        "rm -rf ./build/",
        "rm -rf ~/project/build",
        "rm -rf \"$HOME/build\"",
        "rm -rf build/*",
        "rm -rf *.o",
        "rm -f *",
        "rm ~",
        "rm -rf /repo/target",
        "rm -rf '*'",
        "rm -rf '~'",
        "rm -rf '$HOME'",
        "rm -rf src/../other",
        "rm -- -r /",
        "echo rm -rf /",
        "git rm -r x",
        "grep 'rm -rf /' notes",
        "ls -r /",
    ],
    ..ForbiddenForm::NONE
};
