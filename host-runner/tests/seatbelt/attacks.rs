//! The attacks of `doctor --attack`, played under profiles.

use std::cell::RefCell;
use std::collections::BTreeMap;
use std::fs;
use std::path::Path;

use host_runner::launcher::backends::seatbelt::{Found, account, on_disk};
use host_runner::sandbox::{Promise, SandboxRequest};
use sandbox_attacks::{Confined, NotRun, Ran, Trial, Tried, play_all};
use test_support::effort;

use super::evaluator::Profile;
use super::player::{NotPlayed, Player};

/// A profile under which everything works.
const EVERYTHING: &str = "(version 1)(allow default)";

fn play(confined: Confined, profile: &str, promises: Vec<&'static str>, probe: &Path) -> Result<Ran, NotRun> {
    let profile = Profile::read(profile);
    let script = confined.arguments.last().cloned().unwrap_or_default();
    let mut player = Player::new(&profile, confined.cwd, confined.output);
    let succeeded =
        player.play(&script, &probe.to_string_lossy()).map_err(|NotPlayed(why)| NotRun::Sandbox(why))?;
    Ok(Ran { succeeded, promises })
}

fn under_seatbelt(confined: Confined, probe: &Path) -> Result<Ran, NotRun> {
    let request = SandboxRequest {
        writable: confined.writable.clone(),
        read_only_inside: confined.read_only.clone(),
        deny_read: confined.deny_read.clone(),
        ..SandboxRequest::default()
    };
    let temp = confined.cwd.parent().map(|root| root.join("own-temp"));
    fs::create_dir_all(temp.as_ref().unwrap())?;
    let profile = on_disk(&request, &confined.cwd, temp, None);
    let (held, _) = account(&request, &Found { proxy: Ok(()), is_root: nix::unistd::geteuid().is_root() });
    play(confined, &profile, held.into_iter().map(Promise::code).collect(), probe)
}

#[test]
fn no_attack_breaks_what_the_profile_promises() {
    if !effort::is_full("the attacks on the sandbox, played under the profiles for macOS") {
        return;
    }
    let probe = Path::new(env!("CARGO_BIN_EXE_shellgate"));
    let place = tempfile::tempdir().unwrap();
    let tried = RefCell::new(Vec::<Tried>::new());
    play_all(
        place.path(),
        probe,
        |confined| play(confined, EVERYTHING, Vec::new(), probe),
        |confined| under_seatbelt(confined, probe),
        |one| {
            tried.borrow_mut().push(one.clone());
            Ok(())
        },
    )
    .unwrap();
    let tried = tried.into_inner();
    let broken = tried.iter().filter(|one| one.promised && one.trial == Trial::Broken);
    let broken = broken.map(|one| format!("{}: {}", one.promise, one.name)).collect::<Vec<_>>();
    assert_eq!(broken, [""; 0]);
    let mut held = BTreeMap::<&str, usize>::new();
    for one in tried.iter().filter(|one| one.trial == Trial::Held) {
        *held.entry(one.promise).or_default() += 1;
    }
    // So many attacks at least, or the player has forgotten how to play them.
    for (promise, least) in [
        ("writes-confined", 25),
        ("metadata-confined", 7),
        ("protected-paths", 40),
        ("denied-reads", 10),
        ("no-network", 5),
        ("tcp-refused", 4),
        ("unix-sockets-refused", 5),
        ("signals-scoped", 4),
    ] {
        let count = held.get(promise).copied().unwrap_or(0);
        let why = tried.iter().filter(|one| one.promise == promise && one.trial != Trial::Held);
        let why = why.map(|one| format!("{}: {:?} {}", one.name, one.trial, one.said)).collect::<Vec<_>>();
        assert!(count >= least, "{promise}: {count} held, and not these: {why:#?}");
    }
    eprintln!("held: {held:?}");
}
