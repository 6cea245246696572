//! Every row of the list of protected names that the sandbox is to enforce, on every backend of this machine.
//!
//! One command tries all rows at once. It is first run without a sandbox, where each try must succeed.

use std::fs;
use std::process::{Command, Stdio};

use host_runner::launch::probe;
use host_runner::sandbox::Backend;
use policy_core::paths::protected::{Extent, ProtectedName, Spelling, names};
use test_support::effort;

use super::*;

const LAUNCHER: &str = env!("CARGO_BIN_EXE_shellgate");

/// The text of every file before the attempt.
const BEFORE: &str = "before";

/// A protected file, or a file in a protected directory, with the path of the row itself.
#[derive(Clone, PartialEq, Eq, Debug)]
struct Sample {
    row: String,
    file: String,
}

/// What is tried of each row that the sandbox enforces.
fn samples() -> Vec<Sample> {
    let of_row = |row: &'static ProtectedName| {
        let paths = match row.spelling {
            Spelling::Exact => vec![row.name.to_owned()],
            Spelling::Beginning => {
                ["", ".yml", "-local.toml"].map(|end| format!("{}{end}", row.name)).to_vec()
            }
            Spelling::Ending => vec![format!("some{}", row.name)],
        };
        paths.into_iter().map(|path| {
            let file = if row.extent == Extent::Directory { format!("{path}/file") } else { path.clone() };
            Sample { row: path, file }
        })
    };
    let samples = names().filter(|row| row.is_enforced()).flat_map(of_row).collect::<Vec<_>>();
    assert!(samples.len() > 50, "{samples:?}");
    samples
}

/// The backends that this machine has; in a quick run the first of them.
fn backends() -> Vec<Backend> {
    if !effort::is_full("protected names on the backends `landlock` and `bubblewrap`") {
        return vec![Backend::Embedded];
    }
    let all = [Backend::Embedded, Backend::Landlock, Backend::Bubblewrap];
    let (here, missing): (Vec<_>, Vec<_>) =
        all.into_iter().partition(|backend| probe(Some(Path::new(LAUNCHER)), *backend).is_ok());
    for backend in missing {
        test_support::skip(format_args!("{} is not here", backend.name()));
    }
    assert!(here.contains(&Backend::Embedded) && here.contains(&Backend::Landlock), "{here:?}");
    here
}

/// Whether a backend refuses what only a supervisor sees: a mount needs something to stand on.
fn supervises(backend: Backend) -> bool {
    backend != Backend::Bubblewrap
}

/// Runs the script in a directory of its own: by itself without a backend, else by `shellgate sandbox` with the
/// directory writable. Files of `before` are there when it starts.
fn attempt(script: &str, backend: Option<Backend>, before: &[&str]) -> Place {
    let place = Place::new();
    for file in before {
        let path = place.cwd().join(file);
        fs::create_dir_all(path.parent().unwrap()).unwrap();
        fs::write(path, BEFORE).unwrap();
    }
    let mut command = match backend {
        None => Command::new("sh"),
        Some(backend) => {
            let mut command = Command::new(LAUNCHER);
            command.args([
                "sandbox",
                "--allow-partial",
                "--backend",
                backend.name(),
                "--write",
                ".",
                "--",
                "sh",
            ]);
            command
        }
    };
    let ended = command.args(["-c", script]).current_dir(place.cwd()).stdin(Stdio::null()).output().unwrap();
    let said = String::from_utf8_lossy(&ended.stderr);
    assert_ne!(ended.status.code(), Some(125), "{said}");
    assert!(place.cwd().join("ended").exists(), "the script did not end: {said}");
    place
}

/// A line of shell for every sample, with `{row}`, `{file}` and `{number}` filled in. What fails is passed over.
fn script(samples: &[Sample], line: &str) -> String {
    let filled = samples.iter().enumerate().map(|(number, sample)| {
        line.replace("{row}", &sample.row)
            .replace("{file}", &sample.file)
            .replace("{number}", &number.to_string())
    });
    format!("exec 2>/dev/null\n{}\n: > ended\n", filled.collect::<Vec<_>>().join("\n"))
}

/// Asserts that `happened` for every sample without a sandbox, and for none in any of the `backends`.
fn refused(
    line: &str,
    samples: &[Sample],
    before: &[&str],
    backends: impl IntoIterator<Item = Backend>,
    happened: impl Fn(&Path, &Sample) -> bool,
) {
    let script = script(samples, line);
    let place = attempt(&script, None, before);
    for sample in samples {
        assert!(happened(&place.cwd(), sample), "without the sandbox `{line}` must work: {sample:?}");
    }
    for backend in backends {
        let place = attempt(&script, Some(backend), before);
        let broken = samples.iter().filter(|sample| happened(&place.cwd(), sample)).collect::<Vec<_>>();
        assert!(broken.is_empty(), "{}: `{line}`: {broken:?}", backend.name());
    }
}

/// Whether the file is other than before the attempt.
fn is_changed(cwd: &Path, sample: &Sample) -> bool {
    fs::read_to_string(cwd.join(&sample.file)).is_ok_and(|text| text != BEFORE)
}

fn is_gone(cwd: &Path, sample: &Sample) -> bool {
    fs::read_to_string(cwd.join(&sample.file)).is_err()
}

fn is_made(cwd: &Path, sample: &Sample) -> bool {
    fs::symlink_metadata(cwd.join(&sample.file)).is_ok()
}

#[test]
fn what_is_missing_cannot_be_made() {
    let line = "mkdir -p \"$(dirname '{file}')\"; echo x > '{file}'";
    refused(line, &samples(), &[], backends(), is_made);
}

#[test]
fn what_is_missing_cannot_be_brought_by_a_rename_or_a_link() {
    // In a directory each: some names begin alike.
    let whole = samples().into_iter().enumerate().map(|(number, sample)| Sample {
        row: format!("{number}/{}", sample.row),
        file: format!("{number}/{}", sample.file),
    });
    let whole = whole.collect::<Vec<_>>();
    // Of a name with two components, the directory that holds it.
    let begun = whole.iter().filter(|sample| sample.row.matches('/').count() > 1);
    let begun = begun.map(|sample| Sample {
        row: sample.row.rsplit_once('/').unwrap().0.to_owned(),
        file: sample.file.clone(),
    });
    let begun = begun.collect::<Vec<_>>();
    let places = (0..whole.len()).map(|number| format!("{number}/there")).collect::<Vec<_>>();
    let places = places.iter().map(String::as_str).collect::<Vec<_>>();
    let prepare =
        "mkdir -p own/\"$(dirname '{file}')\"; echo x > own/'{file}'; mkdir -p \"$(dirname '{row}')\"";
    for samples in [&whole, &begun] {
        for bring in ["mv own/'{row}' '{row}'", "ln -s \"$PWD\"/own/'{row}' '{row}'"] {
            let supervised = backends().into_iter().filter(|backend| supervises(*backend));
            refused(&format!("{prepare}; {bring}"), samples, &places, supervised, is_made);
        }
    }
}

#[test]
fn what_is_there_cannot_be_written() {
    let samples = samples();
    let before = samples.iter().map(|sample| &*sample.file).collect::<Vec<_>>();
    refused("echo x > '{file}'", &samples, &before, backends(), is_changed);
    refused("echo x > new && mv new '{file}'", &samples, &before, backends(), is_changed);
}

#[test]
fn what_is_there_cannot_be_removed_or_moved_away() {
    let samples = samples();
    let before = samples.iter().map(|sample| &*sample.file).collect::<Vec<_>>();
    refused("rm -rf '{row}'", &samples, &before, backends(), is_gone);
    refused("mv '{row}' gone.{number}", &samples, &before, backends(), is_gone);
    let longer = samples.iter().filter(|sample| sample.row.contains('/')).cloned().collect::<Vec<_>>();
    refused("mv \"$(dirname '{row}')\" gone.{number}", &longer, &before, backends(), is_gone);
}

#[test]
fn below_the_writable_path_nothing_is_made_or_written_either() {
    let at =
        |sample: Sample| Sample { row: format!("a/b/{}", sample.row), file: format!("a/b/{}", sample.file) };
    let samples = samples().into_iter().map(at).collect::<Vec<_>>();
    let supervised = || backends().into_iter().filter(|backend| supervises(*backend));
    let line = "mkdir -p \"$(dirname '{file}')\"; echo x > '{file}'";
    refused(line, &samples, &["a/b/there"], supervised(), is_made);
    let before = samples.iter().map(|sample| &*sample.file).collect::<Vec<_>>();
    refused("echo x > '{file}'", &samples, &before, supervised(), is_changed);
}

#[test]
fn what_only_a_person_is_asked_about_an_approved_command_may_change() {
    for row in names().filter(|row| !row.is_enforced() && row.name != ".git") {
        let file =
            if row.extent == Extent::Directory { format!("{}/file", row.name) } else { row.name.to_owned() };
        let sample = Sample { row: row.name.to_owned(), file };
        let line = "mkdir -p \"$(dirname '{file}')\"; echo x > '{file}'";
        for backend in backends() {
            let place = attempt(&script(std::slice::from_ref(&sample), line), Some(backend), &[]);
            assert!(is_made(&place.cwd(), &sample), "{}: {row}", backend.name());
        }
    }
}

#[test]
fn in_a_directory_of_the_same_run_and_in_dependencies_every_name_is_free() {
    let samples = samples();
    for around in ["new", "node_modules/x", "lib/site-packages/x"] {
        let at = |sample: &Sample| Sample {
            row: format!("{around}/{}", sample.row),
            file: format!("{around}/{}", sample.file),
        };
        let samples = samples.iter().map(at).collect::<Vec<_>>();
        let line = "mkdir -p \"$(dirname '{file}')\"; echo x > '{file}'";
        for backend in backends() {
            let place = attempt(&script(&samples, line), Some(backend), &["lib/site-packages/there"]);
            let missing = samples.iter().filter(|sample| !is_made(&place.cwd(), sample)).collect::<Vec<_>>();
            assert!(missing.is_empty(), "{}: {missing:?}", backend.name());
        }
    }
}
