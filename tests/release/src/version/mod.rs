//! `cargo xtask version`: one version everywhere, a dated section of the changelog, a commit and a tag.
//!
//! Owns what refuses to become a version, and the order. Pushes nothing.

mod changelog;
mod files;

use std::path::Path;

use cargo_metadata::semver::Version;
use clap::Args;
use xtask_base::Failure;
use xtask_base::places::Places;
use xtask_base::programs::{self, today};

use crate::tree::git;

/// Options of `cargo xtask version`.
#[derive(Args, Debug)]
pub(crate) struct Asked {
    /// The new version, such as `0.2.0`
    version: Version,
    /// The day in the changelog [default: today, in UTC]
    #[arg(long, value_name = "YYYY-MM-DD")]
    date: Option<String>,
    /// The repository [default: that of this program]
    #[arg(long, value_name = "DIR")]
    repository: Option<std::path::PathBuf>,
    /// Prints the version, the tag and the changed files as JSON
    #[arg(long)]
    json: bool,
}

/// Makes the version.
pub(crate) fn run(asked: &Asked) -> Result<(), Failure> {
    let root = match &asked.repository {
        Some(folder) => folder.clone(),
        None => Places::find()?.workspace,
    };
    let date = match &asked.date {
        Some(date) => date.clone(),
        None => today()?,
    };
    let tag = format!("v{}", asked.version);
    refuse(&root, &asked.version, &tag)?;
    let mut changed = files::set(&root, &asked.version)?;
    changelog::close(&root.join("CHANGELOG.md"), &asked.version, &date)?;
    changed.push("CHANGELOG.md".to_owned());
    lock(&root)?;
    changed.push("Cargo.lock".to_owned());
    changed.sort();
    git(
        &root,
        &[&["add", "--"], changed.iter().map(String::as_str).collect::<Vec<_>>().as_slice()].concat(),
    )?;
    git(&root, &["commit", "--quiet", "-m", &format!("Release {}", asked.version)])?;
    git(&root, &["tag", "-a", "-m", &format!("Shellgate {}", asked.version), &tag])?;
    if asked.json {
        let made = serde_json::json!({ "version": asked.version.to_string(), "tag": tag, "files": changed });
        println!("{made}");
    } else {
        println!("{tag}: {}", changed.join(", "));
    }
    Ok(())
}

/// Fails where this version cannot be made.
fn refuse(root: &Path, version: &Version, tag: &str) -> Result<(), Failure> {
    let changes = git(root, &["status", "--porcelain"])?;
    if !changes.is_empty() {
        return Err(Failure::Usage {
            what: format!(
                "these files are changed and not committed, so the tag would not have them:\n{changes}"
            ),
            remedy: "commit or stash them".to_owned(),
        });
    }
    if !git(root, &["tag", "--list", tag])?.is_empty() {
        return Err(Failure::Usage {
            what: format!("the tag `{tag}` is there already, and a version is made once"),
            remedy: "name a higher version".to_owned(),
        });
    }
    let current = files::current(root)?;
    if *version <= current {
        return Err(Failure::Usage {
            what: format!("{version} is not higher than {current}, the version in Cargo.toml"),
            remedy: "name a higher version".to_owned(),
        });
    }
    Ok(())
}

/// Writes the versions of the workspace's packages into the lock file, and changes nothing else in it.
fn lock(root: &Path) -> Result<(), Failure> {
    let mut command = programs::cargo();
    command.args(["update", "--quiet", "--workspace", "--offline"]).current_dir(root);
    programs::run(&mut command)
}

#[cfg(test)]
#[expect(clippy::unwrap_used, reason = "a test may stop at the first surprise")]
mod tests {
    use std::fs;

    use super::*;

    /// A small repository with every file that has the version.
    struct Repository(tempfile::TempDir);

    impl Repository {
        fn new() -> Self {
            let made = Self(tempfile::tempdir().unwrap());
            made.write(
                "Cargo.toml",
                "# root\n[workspace]\nmembers = [\"a\"]\nresolver = \"3\"\n\n[workspace.package]\nversion = \"0.1.0\" # one\n\n\
                 [workspace.dependencies]\na = { version = \"=0.1.0\", path = \"a\" }\nb = { path = \"b\" }\n\
                 c = \"0.1.0\"\n",
            );
            made.write(
                "a/Cargo.toml",
                "[package]\nname = \"a\"\nversion.workspace = true\nedition = \"2024\"\n",
            );
            made.write("a/src/lib.rs", "");
            for file in ["js/package.json", "js/command/package.json", "js/.claude-plugin/plugin.json"] {
                made.write(file, "{\n  \"name\": \"x\",\n  \"version\": \"0.1.0\",\n  \"b\": \"0.1.0\"\n}\n");
            }
            made.write(
                "js/package-lock.json",
                "{\n  \"name\": \"x\",\n  \"version\": \"0.1.0\",\n  \"packages\": {\n    \"\": {\n      \"version\": \
                 \"0.1.0\"\n    },\n    \"node_modules/y\": {\n      \"version\": \"0.1.0\"\n    }\n  }\n}\n",
            );
            made.write("README.md", "npm i ./shellgate-0.1.0.tgz\n");
            made.write("js/README.md", "npm i ./shellgate-0.1.0.tgz, regex 0.1.0\n");
            for file in ["snapshots/web/engines.snap", "snapshots/web/requests.snap"] {
                made.write(file, "user-agent: shellgate/0.1.0\n");
            }
            made.write("CHANGELOG.md", "# Changelog\n\n## Unreleased\n\n- One thing.\n");
            lock(made.root()).unwrap();
            for arguments in [
                &["init", "-q"][..],
                &["config", "user.name", "t"],
                &["config", "user.email", "t@example.com"],
                &["add", "."],
                &["commit", "-q", "-m", "start"],
            ] {
                git(made.root(), arguments).unwrap();
            }
            made
        }

        fn root(&self) -> &Path {
            self.0.path()
        }

        fn write(&self, name: &str, text: &str) {
            let file = self.root().join(name);
            fs::create_dir_all(file.parent().unwrap()).unwrap();
            fs::write(file, text).unwrap();
        }

        fn read(&self, name: &str) -> String {
            fs::read_to_string(self.root().join(name)).unwrap()
        }

        fn make(&self, version: &str) -> Result<(), Failure> {
            run(&Asked {
                version: Version::parse(version).unwrap(),
                date: Some("2026-12-01".to_owned()),
                repository: Some(self.root().to_owned()),
                json: false,
            })
        }

        fn refusal(&self, version: &str) -> String {
            let head = git(self.root(), &["rev-parse", "HEAD"]).unwrap();
            let refused = self.make(version).unwrap_err().to_string();
            assert_eq!(git(self.root(), &["rev-parse", "HEAD"]).unwrap(), head);
            refused
        }
    }

    #[test]
    fn a_version_is_set_everywhere_committed_and_tagged() {
        let here = Repository::new();
        here.make("0.2.0").unwrap();
        assert!(here.read("Cargo.toml").contains("version = \"0.2.0\" # one"));
        let dependencies =
            "a = { version = \"=0.2.0\", path = \"a\" }\nb = { path = \"b\" }\nc = \"0.1.0\"\n";
        assert!(here.read("Cargo.toml").ends_with(dependencies));
        assert!(here.read("Cargo.lock").contains("version = \"0.2.0\""));
        for file in ["js/package.json", "js/command/package.json", "js/.claude-plugin/plugin.json"] {
            assert_eq!(
                here.read(file),
                "{\n  \"name\": \"x\",\n  \"version\": \"0.2.0\",\n  \"b\": \"0.1.0\"\n}\n"
            );
        }
        let lock = here.read("js/package-lock.json");
        assert_eq!((lock.matches("0.2.0").count(), lock.matches("0.1.0").count()), (2, 1), "{lock}");
        assert_eq!(here.read("README.md"), "npm i ./shellgate-0.2.0.tgz\n");
        assert_eq!(here.read("js/README.md"), "npm i ./shellgate-0.2.0.tgz, regex 0.1.0\n");
        assert_eq!(here.read("snapshots/web/engines.snap"), "user-agent: shellgate/0.2.0\n");
        assert_eq!(
            here.read("CHANGELOG.md"),
            "# Changelog\n\n## Unreleased\n\n## 0.2.0 - 2026-12-01\n\n- One thing.\n"
        );
        assert_eq!(git(here.root(), &["status", "--porcelain"]).unwrap(), "");
        assert_eq!(git(here.root(), &["log", "-1", "--format=%s"]).unwrap(), "Release 0.2.0\n");
        assert_eq!(git(here.root(), &["describe", "--exact-match"]).unwrap(), "v0.2.0\n");
    }

    #[test]
    fn a_changed_file_refuses() {
        let here = Repository::new();
        here.write("a/src/lib.rs", "//! More.");
        assert!(here.refusal("0.2.0").contains("a/src/lib.rs"));
    }

    #[test]
    fn a_tag_that_is_there_refuses() {
        let here = Repository::new();
        git(here.root(), &["tag", "v0.2.0"]).unwrap();
        assert!(here.refusal("0.2.0").contains("the tag `v0.2.0` is there already"));
    }

    #[test]
    fn a_version_that_does_not_go_up_refuses() {
        let here = Repository::new();
        for version in ["0.1.0", "0.0.9", "0.1.0-rc.1"] {
            assert!(here.refusal(version).contains("is not higher than 0.1.0"), "{version}");
        }
    }

    #[test]
    fn nothing_unreleased_refuses() {
        let here = Repository::new();
        here.write("CHANGELOG.md", "# Changelog\n\n## Unreleased\n\n## 0.1.0 - 2026-01-01\n\n- Old.\n");
        git(here.root(), &["commit", "-q", "-a", "-m", "empty"]).unwrap();
        let refused = here.refusal("0.2.0");
        assert!(refused.contains("`## Unreleased` has no entry"), "{refused}");
    }

    #[test]
    fn the_files_of_this_repository_have_one_version() {
        let root = Places::find().unwrap().workspace;
        let version = files::current(&root).unwrap();
        assert_eq!(files::other_versions(&root, &version).unwrap(), Vec::<String>::new());
    }
}
