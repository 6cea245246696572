//! Launchers that are started before there is a command.

use std::collections::BTreeSet;
use std::fs;
use std::os::unix::fs::symlink;

use host_runner::session::Session;
use nix::sys::signal::{Signal, kill};
use nix::unistd::Pid;
use policy_core::policy::SandboxSettings;

use super::{Place, Proof, plan, session, wait_for};

/// A session whose launcher has a name of its own.
fn session_of(place: &Place) -> Session {
    let launcher = place.join("launcher");
    symlink(env!("CARGO_BIN_EXE_shellgate"), &launcher).unwrap();
    session().with_launcher(launcher)
}

/// The launchers of that name that live.
fn launchers(place: &Place) -> BTreeSet<i32> {
    let name = place.join("launcher").into_os_string().into_string().unwrap();
    let processes = fs::read_dir("/proc").unwrap().flatten();
    let numbers = processes.filter_map(|process| process.file_name().to_str()?.parse().ok());
    numbers
        .filter(|id: &i32| {
            let line = fs::read_to_string(format!("/proc/{id}/cmdline")).unwrap_or_default();
            line.starts_with(&name)
        })
        .collect()
}

/// Whether a process has ended, with all that it had open: it is gone, or waits to be reaped (proc(5), `stat`). Its command line is
/// gone a moment before its files are closed.
fn has_ended(process: Pid) -> bool {
    let stat = fs::read_to_string(format!("/proc/{process}/stat")).unwrap_or_default();
    stat.rsplit_once(") ").is_none_or(|(_, fields)| fields.starts_with(['Z', 'X']))
}

/// The launcher that lives, once it is the only one and not among `used`: it has its name a moment after it was
/// started, and one that has done its work is there for a moment longer.
fn the_launcher(place: &Place, used: &BTreeSet<i32>) -> Pid {
    loop {
        let all = launchers(place);
        match (all.first(), all.len()) {
            (Some(launcher), 1) if !used.contains(launcher) => return Pid::from_raw(*launcher),
            _ => std::thread::yield_now(),
        }
    }
}

/// The launcher that `prepare` starts.
fn prepared(session: &Session, place: &Place) -> Pid {
    session.prepare().unwrap();
    the_launcher(place, &BTreeSet::new())
}

#[test]
fn a_command_sees_no_difference_when_its_launcher_was_there_before_it() {
    let place = Place::new();
    let session = session_of(&place)
        .with_environment([("PATH".into(), "/usr/bin:/bin".into()), ("LANG".into(), "C.UTF-8".into())]);
    let plan = || {
        let command = "env | sort | grep -v '^TMP'; pwd; cat; echo error >&2; ulimit -c; \
                       tr '\\0' '\\n' < /proc/1/environ; ps -o pgid= -p $$ | tr -d ' ' | grep -cx $$; exit 3";
        plan(command, &place.cwd(), Proof::Writes, &SandboxSettings::default())
    };
    wait_for(async {
        let without = session.run(plan(), |_| ()).await.unwrap();
        let launcher = prepared(&session, &place);
        let with = session.run(plan(), |_| ()).await.unwrap();
        assert_eq!((&with.stdout, with.exit_code), (&without.stdout, 3));
        assert!(with.stdout.contains("LANG=C.UTF-8\n") && with.stdout.contains("error\n"), "{}", with.stdout);
        assert_eq!(with.sandbox.promises, without.sandbox.promises);
        while launchers(&place).contains(&launcher.as_raw()) {
            // It was used, and ends.
            std::thread::yield_now();
        }
    });
}

#[test]
fn a_launcher_that_waits_knows_nothing() {
    let place = Place::new();
    wait_for(async {
        let session = session_of(&place).with_environment([("SECRET".into(), "s3cret".into())]);
        let launcher = prepared(&session, &place);
        let environment = fs::read(format!("/proc/{launcher}/environ")).unwrap_or_default();
        assert!(environment.is_empty(), "{}", String::from_utf8_lossy(&environment));
    });
}

#[test]
fn a_launcher_that_was_ended_meanwhile_is_replaced() {
    let place = Place::new();
    wait_for(async {
        let session = session_of(&place);
        let launcher = prepared(&session, &place);
        kill(launcher, Signal::SIGKILL).unwrap();
        while !has_ended(launcher) {
            std::thread::yield_now();
        }
        let plan = plan("echo here", &place.cwd(), Proof::ReadOnly, &SandboxSettings::default());
        assert_eq!(session.run(plan, |_| ()).await.unwrap().stdout, "here\n");
    });
}

#[test]
fn a_session_with_standby_has_one_launcher_ready_after_each_command() {
    let place = Place::new();
    wait_for(async {
        let session = session_of(&place).with_standby();
        let mut used = BTreeSet::from([prepared(&session, &place).as_raw()]);
        for _ in 0..3 {
            let plan = plan("true", &place.cwd(), Proof::ReadOnly, &SandboxSettings::default());
            session.run(plan, |_| ()).await.unwrap();
            used.insert(the_launcher(&place, &used).as_raw());
        }
    });
}

#[test]
fn the_launcher_of_an_ended_command_is_reaped_while_the_session_goes_on() {
    let place = Place::new();
    wait_for(async {
        let session = session_of(&place).with_standby();
        let used = prepared(&session, &place);
        let plan = plan("true", &place.cwd(), Proof::ReadOnly, &SandboxSettings::default());
        session.run(plan, |_| ()).await.unwrap();
        // Its entry stays as long as nobody reaps it.
        while fs::exists(format!("/proc/{used}")).unwrap() {
            tokio::task::yield_now().await;
        }
    });
}
