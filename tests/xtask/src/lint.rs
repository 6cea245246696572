//! `cargo xtask lint`: clippy for every target of a release.

use clap::Args;
use xtask_base::Failure;
use xtask_base::compile::{Build, FEATURES, are_alike};
use xtask_base::places::Places;
use xtask_base::{target, tools};

/// Options of `cargo xtask lint`.
#[derive(Args, Debug)]
pub(crate) struct Asked {
    /// Checks for this target only; may be repeated
    #[arg(long, value_name = "TRIPLE")]
    target: Vec<String>,
    /// Checks with this profile of cargo, so that a release with the same one finds what runs on this machine compiled
    #[arg(long, value_name = "NAME", default_value = "dev")]
    profile: String,
    /// Checks these features of `host-runner`
    #[arg(long, value_name = "LIST", default_value = FEATURES)]
    features: String,
}

/// Runs clippy over the program for every target of a release; what is not clean on any of them is the failure.
pub(crate) fn run(asked: &Asked) -> Result<(), Failure> {
    let places = Places::find()?;
    let targets = target::named(&asked.target)?;
    tools::check(&targets, true)?;
    let build = Build {
        tree: places.workspace,
        target: places.builds,
        profile: asked.profile.clone(),
        features: asked.features.clone(),
        is_linted: true,
        date: 0,
    };
    for group in targets.chunk_by(|one, next| are_alike(one, next)) {
        eprintln!("{}", group.iter().map(|target| target.triple).collect::<Vec<_>>().join(", "));
        build.check(group)?;
    }
    Ok(())
}
