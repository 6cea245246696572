//! What goes on in the background, and in which order commands run.

use std::sync::{Arc, Mutex};
use std::time::Duration;

use host_runner::event::BackgroundedBy;
use host_runner::job::Job;
use host_runner::outcome::RunEnd;
use host_runner::tasks::record::Directory;

use super::*;

/// A plan for a command that may go on in the background.
fn eligible(command: &str, cwd: &Path, read_only: bool) -> Plan {
    let request = Request { cwd: cwd.to_str(), ..Request::new(command) };
    let verdict = Verdict {
        decision: Decision::Allow,
        read_only,
        background_eligible: true,
        ..Verdict::unknown(&request)
    };
    let consent = Consent::from_verdict(&verdict).unwrap();
    Plan::new(&request, &verdict, consent, &SandboxSettings::default()).unwrap()
}

fn session_in(place: &Place) -> Session {
    session().with_environment(
        [("PATH", "/usr/bin:/bin".into()), ("TMPDIR", place.path.clone().into_os_string())]
            .map(|(name, value)| (name.into(), value)),
    )
}

/// Waits until the task has written `text`, and answers all that it wrote until then.
async fn until_written(session: &Session, id: &str, text: &str) -> String {
    let mut all = String::new();
    while !all.contains(text) {
        let new = session.new_output(id).unwrap().unwrap();
        assert!(!new.ended || new.text.contains(text), "it ended: {all}{}", new.text);
        all += &new.text;
        tokio::task::yield_now().await;
    }
    all
}

#[test]
fn a_task_is_listed_read_waited_for_and_its_end_is_told_once() {
    let place = Place::new();
    wait_for(async {
        let session = session_in(&place);
        let mut ends = session.subscribe();
        let command = "echo started; until [ -e go ]; do sleep 0.01; done; echo done; exit 3";
        let mut moved = None;
        let job = Job::from(eligible(command, &place.cwd(), false)).in_background();
        let outcome = session
            .run(job, |event| {
                if let Event::MovedToBackground { task, by } = event {
                    moved = Some((task.to_owned(), by));
                }
            })
            .await
            .unwrap();
        let id = outcome.end.background_task().unwrap().to_owned();
        assert_eq!(moved, Some((id.clone(), BackgroundedBy::Request)));
        assert_eq!(outcome.end, RunEnd::Background { task: id.clone(), by: BackgroundedBy::Request });

        assert_eq!(until_written(&session, &id, "started\n").await, "started\n");
        let [task] = &session.tasks()[..] else { panic!("{:?}", session.tasks()) };
        assert_eq!((task.id.as_str(), task.command.as_str()), (id.as_str(), command));
        assert!(task.is_background && task.outcome.is_none());

        std::fs::write(place.cwd().join("go"), "").unwrap();
        let ended = session.wait(&id).await.unwrap();
        assert_eq!((ended.exit_code, ended.stdout.as_str()), (3, "started\ndone\n"));
        let new = session.new_output(&id).unwrap().unwrap();
        assert_eq!((new.text.as_str(), new.ended), ("done\n", true));
        assert_eq!(ends.recv().await.unwrap().outcome, ended);
        assert!(ends.try_recv().is_err());
        assert!(session.tasks()[0].outcome.is_some());
    });
}

#[test]
fn the_person_who_waits_can_send_a_command_to_the_background() {
    let place = Place::new();
    wait_for(async {
        let session = session_in(&place);
        let other = session.clone();
        let mark = Mark::new("31");
        let command = format!("echo x; sleep {mark}");
        let plan = plan(&command, &place.cwd(), Proof::Writes, &SandboxSettings::default());
        let mut id = String::new();
        let outcome = session
            .run(plan, |event| match event {
                Event::Started { task, .. } => task.clone_into(&mut id),
                Event::Progress(progress) if progress.size > 0 => other.move_to_background(&id).unwrap(),
                _ => {}
            })
            .await
            .unwrap();
        assert_eq!(outcome.end, RunEnd::Background { task: id.clone(), by: BackgroundedBy::User });
        eventually("it goes on", || mark.is_alive());
        session.stop(&id).unwrap();
        let ended = session.wait(&id).await.unwrap();
        assert_eq!(ended.end, RunEnd::Interrupted);
        assert!(!mark.is_alive());
    });
}

#[test]
fn what_takes_long_goes_to_the_background_if_it_may() {
    let soon = Some(Duration::from_millis(200));
    let disabled = [("PATH", "/usr/bin:/bin"), ("CLAUDE_CODE_DISABLE_BACKGROUND_TASKS", "1")];
    let disabled = session().with_environment(disabled.map(|(name, value)| (name.into(), value.into())));
    let cases = [
        ("eligible", session().with_background_after(soon), true, true),
        ("not eligible", session().with_background_after(soon), false, false),
        ("switched off", session().with_background_after(None), true, false),
        ("disabled", disabled.for_assistant(), true, false),
    ];
    for (name, session, may, goes) in cases {
        let place = Place::new();
        let mark = Mark::new("32");
        let command = format!("sleep {mark}");
        wait_for(async {
            let mut plan = if may {
                eligible(&command, &place.cwd(), false)
            } else {
                plan(&command, &place.cwd(), Proof::Writes, &SandboxSettings::default())
            };
            // Where it goes on, its time being over is no end.
            plan.limits.timeout = Duration::from_millis(600);
            let outcome = session.run(plan, |_| ()).await.unwrap();
            let found = match &outcome.end {
                RunEnd::Background { by: BackgroundedBy::Time, .. } => true,
                RunEnd::TimedOut { .. } => false,
                other => panic!("{name}: {other:?}"),
            };
            assert_eq!(found, goes, "{name}");
            for task in session.tasks() {
                session.stop(&task.id).unwrap();
                session.wait(&task.id).await.unwrap();
            }
        });
    }
}

#[test]
fn a_time_that_was_asked_for_ends_a_task_too() {
    let place = Place::new();
    wait_for(async {
        let session = session_in(&place);
        let mark = Mark::new("33");
        let plan = eligible(&format!("sleep {mark}"), &place.cwd(), false);
        let job = Job::from(plan).in_background().within(Duration::from_millis(200));
        let id = session.run(job, |_| ()).await.unwrap().end.background_task().unwrap().to_owned();
        let ended = session.wait(&id).await.unwrap();
        assert_eq!(ended.end.timed_out_after_ms(), Some(200));
    });
}

#[test]
fn tasks_end_with_their_session() {
    let place = Place::new();
    wait_for(async {
        let session = session_in(&place);
        let mark = Mark::new("34");
        let command = format!("echo up; trap '' TERM; setsid sleep {mark}; sleep {mark}");
        let plan = eligible(&command, &place.cwd(), false);
        let id = session
            .run(Job::from(plan).in_background(), |_| ())
            .await
            .unwrap()
            .end
            .background_task()
            .unwrap()
            .to_owned();
        until_written(&session, &id, "up\n").await;
        let mut ends = session.subscribe();
        drop(session.with_grace(Duration::ZERO));
        ends.recv().await.unwrap();
        assert!(!mark.is_alive());
        let own = place.join(&format!("shellgate-{}", nix::unistd::geteuid()));
        assert_eq!(std::fs::read_dir(own.join("temp")).unwrap().count(), 0);
    });
}

#[test]
fn a_session_that_is_no_longer_driven_takes_its_tasks_along() {
    let place = Place::new();
    let session = session_in(&place);
    let mark = Mark::new("35");
    let plan = eligible(&format!("echo up; sleep {mark}"), &place.cwd(), false);
    wait_for(async {
        let id = session
            .run(Job::from(plan).in_background(), |_| ())
            .await
            .unwrap()
            .end
            .background_task()
            .unwrap()
            .to_owned();
        until_written(&session, &id, "up\n").await;
        eventually("it goes on", || mark.is_alive());
    });
    eventually("it ends", || !mark.is_alive());
    assert!(wait_for(session.wait("run-1")).is_err());
}

#[test]
fn another_process_sees_the_task_and_can_end_it() {
    let place = Place::new();
    let shared = place.join("session");
    wait_for(async {
        let session = session_in(&place).with_directory(&shared);
        let mark = Mark::new("36");
        let plan = eligible(&format!("echo up; sleep {mark}"), &place.cwd(), false);
        let id = session
            .run(Job::from(plan).in_background(), |_| ())
            .await
            .unwrap()
            .end
            .background_task()
            .unwrap()
            .to_owned();
        let directory = Directory::new(&shared);
        let record = directory.read(&id).unwrap();
        assert!(record.running && record.outcome.is_none() && record.cwd == place.cwd());
        until_written(&session, &id, "up\n").await;
        directory.stop(&id).unwrap().unwrap();
        session.wait(&id).await.unwrap();
        let record = directory.wait(&id, None).unwrap();
        assert_eq!(record.outcome.unwrap()["endedBy"], "interrupt");
    });
}

#[test]
fn an_unknown_task_is_an_error_that_says_what_to_do() {
    let session = session();
    let says = "this session has no task `run-7`; list the tasks";
    assert_eq!(session.stop("run-7").unwrap_err().to_string(), says);
    assert_eq!(wait_for(session.wait("run-7")).unwrap_err().to_string(), says);
    assert_eq!(session.new_output("run-7").unwrap_err().to_string(), says);
}

/// Runs commands at once in one session and answers what they wrote in the order of its arrival: each says when it
/// begins and when it ends, and takes a while.
fn order(commands: &[(&str, Proof)]) -> String {
    let place = Place::new();
    let told = Arc::new(Mutex::new(String::new()));
    wait_for(async {
        let session = session_in(&place);
        let mut runs = tokio::task::JoinSet::new();
        for (name, proof) in commands {
            let plan = plan("sleep 0.3", &place.cwd(), *proof, &SandboxSettings::default());
            let (session, told, name) = (session.clone(), Arc::clone(&told), (*name).to_owned());
            let (first, asked) = tokio::sync::oneshot::channel::<()>();
            runs.spawn(async move {
                drop(first);
                let told = |what: &str| told.lock().unwrap().extend([what, &name, " "]);
                let run = session.run(plan, |event| match event {
                    Event::Started { .. } => told("+"),
                    Event::Ended(_) => told("-"),
                    _ => {}
                });
                run.await.unwrap();
            });
            // The next one is asked for when this one was.
            drop(asked.await);
        }
        while let Some(run) = runs.join_next().await {
            run.unwrap();
        }
    });
    Arc::try_unwrap(told).unwrap().into_inner().unwrap().trim_end().to_owned()
}

#[test]
fn commands_that_only_read_run_at_once_and_the_others_one_at_a_time_in_order() {
    let (reads, writes) = (Proof::ReadOnly, Proof::Writes);
    assert_eq!(order(&[("a", writes), ("b", writes), ("c", writes)]), "+a -a +b -b +c -c");
    let mixed = order(&[("a", reads), ("b", reads), ("c", writes), ("d", reads)]);
    assert!(mixed.starts_with("+a +b -") || mixed.starts_with("+b +a -"), "{mixed}");
    assert!(mixed.ends_with(" +c -c +d -d"), "{mixed}");
}

#[test]
fn a_command_that_waits_for_its_turn_can_be_cancelled() {
    let place = Place::new();
    wait_for(async {
        let session = session_in(&place);
        let mark = Mark::new("37");
        let long = plan(&format!("sleep {mark}"), &place.cwd(), Proof::Writes, &SandboxSettings::default());
        let (tell, told) = tokio::sync::oneshot::channel();
        let (end, ended) = tokio::sync::oneshot::channel::<()>();
        let first = tokio::spawn({
            let (session, mut tell) = (session.clone(), Some(tell));
            async move {
                let job = Job::from(long).cancelled_by(async { ended.await.unwrap() });
                session
                    .run(job, move |event| {
                        if let Event::Started { .. } = event {
                            tell.take().unwrap().send(()).unwrap();
                        }
                    })
                    .await
            }
        });
        told.await.unwrap();
        let next = plan("touch ran", &place.cwd(), Proof::Writes, &SandboxSettings::default());
        let error = session.run(Job::from(next).cancelled_by(async {}), |_| ()).await.unwrap_err();
        assert!(matches!(error, RunError::Cancelled), "{error}");
        end.send(()).unwrap();
        assert!(first.await.unwrap().unwrap().end == RunEnd::Interrupted);
        assert!(!place.cwd().join("ran").exists());
    });
}

#[test]
fn a_session_decides_asks_and_tells() {
    let place = Place::new();
    let sources = [policy_core::Source {
        name: "settings.json".to_owned(),
        text: r#"{"permissions":{"deny":["Bash(rm:*)"]}}"#.to_owned(),
        ..policy_core::Source::default()
    }];
    let policy = policy_core::Policy::from_sources(&sources).unwrap();
    let session = session_in(&place).with_policy(policy);
    let cwd = place.cwd();
    let request = |command: &'static str| Request { cwd: cwd.to_str(), ..Request::new(command) };
    let cases = [
        ("echo hello", None, "decided started ended"),
        ("touch made", None, "decided denied"),
        ("touch made", Some(false), "decided denied"),
        ("touch made", Some(true), "decided started ended"),
        ("rm made", Some(true), "decided denied"),
    ];
    for (command, answer, expected) in cases {
        let mut told = Vec::new();
        let mut job = Job::new(request(command));
        if let Some(answer) = answer {
            job = job.approved_by(move |question| async move {
                assert_eq!(question.command, "touch made");
                answer
            });
        }
        let ran = wait_for(session.run(job, |event| {
            told.push(match event {
                Event::Hook(_) => "hook",
                Event::Decided(_) => "decided",
                Event::Denied(_) => "denied",
                Event::Started { .. } => "started",
                Event::Progress(_) => return,
                Event::HostAsked(_) | Event::HostAnswered(_) => "host",
                Event::MovedToBackground { .. } => "moved",
                Event::Ended(_) => "ended",
            });
        }));
        assert_eq!(told.join(" "), expected, "{command} {answer:?}");
        match ran {
            Ok(outcome) => assert_eq!(outcome.exit_code, 0),
            Err(RunError::Denied(_)) => assert_eq!(command, "rm made"),
            Err(RunError::NotApproved(_)) => assert_ne!(answer, Some(true)),
            Err(error) => panic!("{error}"),
        }
    }
    assert!(place.cwd().join("made").exists());
}

#[test]
fn an_approved_edit_is_applied_as_it_was_shown_or_not_at_all() {
    use host_runner::tool::ToolInput;

    let place = Place::new();
    let file = place.cwd().join("a");
    std::fs::write(&file, "old\n").unwrap();
    let session = session_in(&place);
    let cwd = place.cwd();
    let run = |new_content: &str| {
        let text = serde_json::json!({
            "command": "sed -i s/old/new/ a",
            "simulated_edit": [{ "path": file, "new_content": new_content }],
        });
        let input: ToolInput = serde_json::from_value(text).unwrap();
        let request = Request { cwd: cwd.to_str(), ..Request::new("") };
        wait_for(session.run(input.job(request).approved_by(|_| async { true }), |_| ()))
    };
    assert!(matches!(run("other\n").unwrap_err(), RunError::OtherEdit));
    assert_eq!(std::fs::read_to_string(&file).unwrap(), "old\n");
    let outcome = run("new\n").unwrap();
    assert_eq!(outcome.edited, Some(vec![file.clone()]));
    assert_eq!(std::fs::read_to_string(&file).unwrap(), "new\n");
}
