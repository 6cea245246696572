//! Profiles against what the request says, for requests and paths that are made up.

use std::path::{Path, PathBuf};

use host_runner::launcher::backends::seatbelt::{Ways, profile};
use host_runner::sandbox::SandboxRequest;
use policy_core::paths::protected;
use proptest::prelude::*;

use super::evaluator::{Profile, on_path};

/// Names of which paths are made: plain ones, such as need care in a pattern, and protected ones in any case.
const NAMES: [&str; 16] = [
    "a",
    "b",
    "A",
    "x.y",
    "x+y",
    "(1)",
    "[z]",
    "^h",
    "q\"q",
    "back\\slash",
    ".vscode",
    ".ZSHRC",
    ".cursor",
    "mcp.json",
    ".git",
    "Hooks",
];

fn path(names: impl Into<proptest::collection::SizeRange>) -> impl Strategy<Value = PathBuf> {
    proptest::collection::vec(proptest::sample::select(&NAMES[..]), names)
        .prop_map(|names| Path::new("/").join(names.join("/")))
}

/// A path inside of `root`.
fn beneath(root: PathBuf) -> impl Strategy<Value = PathBuf> {
    path(1..=3).prop_map(move |path| root.join(path.strip_prefix("/").unwrap()))
}

fn request() -> impl Strategy<Value = SandboxRequest> {
    proptest::sample::select(vec!["/r", "/r/a", "/q/x.y"]).prop_flat_map(|root| {
        let root = PathBuf::from(root);
        let some = || proptest::collection::vec(beneath(root.clone()), 0..=2);
        (some(), some(), some(), proptest::collection::vec(path(1..=2), 0..=1)).prop_map(
            move |(kept, approved, inside, outside)| SandboxRequest {
                writable: vec![root.clone()],
                read_only_inside: kept,
                approved,
                deny_read: inside.into_iter().chain(outside).collect(),
                ..SandboxRequest::default()
            },
        )
    })
}

/// Whether `path` is `place` or beneath it, in any case of its letters.
fn is_in(path: &Path, place: &Path) -> bool {
    let lower = |path: &Path| PathBuf::from(path.to_string_lossy().to_ascii_lowercase());
    lower(path).starts_with(lower(place))
}

/// Whether a part of `inside` is a protected name that the sandbox keeps, or git obeys it.
fn is_protected(inside: &Path) -> bool {
    let text = inside.to_string_lossy().to_ascii_lowercase();
    let names = text.split('/').collect::<Vec<_>>();
    let git = names.iter().enumerate().any(|(at, name)| {
        *name == ".git"
            && (at + 1 == names.len()
                || matches!(names[at + 1], "hooks" | "config" | "config.worktree" | "commondir" | "gitdir"))
    });
    let row = |row: &protected::ProtectedName| {
        let components = row.components().collect::<Vec<_>>();
        names.windows(components.len()).enumerate().any(|(at, here)| {
            let ends = at + components.len() == names.len();
            (ends || row.extent == protected::Extent::Directory)
                && here
                    .iter()
                    .zip(&components)
                    .all(|(name, component)| row.is_entry(component, name.as_bytes()))
        })
    };
    git || protected::names().filter(|row| row.is_enforced()).any(row)
}

/// What the request says about writing to the file at `path`, in words of this file alone.
fn may_write(request: &SandboxRequest, path: &Path) -> bool {
    let Ok(inside) = path.strip_prefix(&request.writable[0]) else { return false };
    let denied = request.read_only_inside.iter().chain(&request.deny_read).any(|place| is_in(path, place));
    let approved = request.approved.iter().any(|place| path.starts_with(place));
    !denied && (approved || !is_protected(inside))
}

fn may_read(request: &SandboxRequest, path: &Path) -> bool {
    !request.deny_read.iter().any(|place| is_in(path, place))
}

proptest! {
    #![proptest_config(ProptestConfig { cases: test_support::effort::property(10, 40), failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn a_profile_says_of_every_path_what_the_request_says(
        (request, paths) in request().prop_flat_map(|request| {
            let root = request.writable[0].clone();
            let places = request.read_only_inside.iter().chain(&request.approved).chain(&request.deny_read);
            let near = places.flat_map(|place| [place.clone(), place.join("a")]).collect::<Vec<_>>();
            let made = proptest::collection::vec(prop_oneof![beneath(root), path(1..=3)], 12);
            (Just(request), made.prop_map(move |made| made.into_iter().chain(near.clone()).collect::<Vec<_>>()))
        })
    ) {
        let read = Profile::read(&profile(&request, &Ways::default()));
        for path in paths {
            let text = path.to_string_lossy().into_owned();
            let writes = read.allows(&on_path("file-write-data", &text));
            prop_assert_eq!(writes, may_write(&request, &path), "writing {} under {:?}", text, request);
            let reads = read.allows(&on_path("file-read-data", &text));
            prop_assert_eq!(reads, may_read(&request, &path), "reading {} under {:?}", text, request);
            // What must stay is not carried away with a directory around it.
            let holds = |place: &PathBuf| place != &path && place.starts_with(&path);
            if request.read_only_inside.iter().chain(&request.deny_read).any(holds) {
                prop_assert!(!read.allows(&on_path("file-write-unlink", &text)), "moving {}", text);
            }
        }
    }
}
