//! Hosts that nothing names, when somebody is there to answer.

use std::sync::{Arc, Mutex};
use std::time::Duration;

use host_runner::event::Event;
use host_runner::job::Job;
use host_runner::network::{HostAnswer, HostQuestion};
use host_runner::outcome::Denial;
use host_runner::plan::Grant;

use super::server::Server;
use super::*;

/// A command that asks the proxy for a tunnel to each of these destinations, all at once, and prints the answers.
fn connect(destinations: &[&str]) -> String {
    let one = |destination: &&str| {
        format!(
            "{{ exec 3<>/dev/tcp/127.0.0.1/3128; printf 'CONNECT {destination} HTTP/1.1\\r\\n\\r\\n' >&3; read -r x <&3; \
             echo \"{destination} $x\"; }} & "
        )
    };
    format!("{}wait", destinations.iter().map(one).collect::<String>())
}

/// What was seen of a run.
struct Seen {
    outcome: Outcome,
    /// The questions, in the order in which they were asked.
    asked: Vec<String>,
    dialled: Vec<String>,
}

impl Seen {
    fn refused(&self) -> Vec<String> {
        let denials = self.outcome.sandbox.denials.iter().map(|denial| match denial {
            Denial::Host(host) => host.host.clone(),
            Denial::Path { path, .. } | Denial::Socket { path, .. } => panic!("{}", path.display()),
        });
        denials.collect()
    }

    /// What became of each question, as a program reads it.
    fn told(&self) -> Vec<String> {
        let asked = serde_json::to_value(&self.outcome.sandbox.asked).unwrap();
        let each = asked.as_array().unwrap().iter();
        each.map(|it| format!("{}:{} {}", it["host"].as_str().unwrap(), it["port"], it["answer"])).collect()
    }
}

/// Runs `command`, whose questions `answer` answers. All names lead to one public address.
fn run_asking(
    command: &str,
    settings: &SandboxSettings,
    answer: impl Fn(&HostQuestion) -> HostAnswer + Send,
) -> Seen {
    let server = Server::start();
    let names = ["a.test", "b.test", "evil.test", "allowed.test"].map(|name| (name, "9.9.9.9"));
    let world = World::around(server.address, &[&names[..], &[("intranet.test", "10.0.0.5")]].concat());
    let place = Place::new();
    let asked = Arc::new(Mutex::new(Vec::new()));
    let (heard, dialled) = (Arc::clone(&asked), world.clone());
    let job = Job::from(plan(command, &place.path, false, settings)).hosts_answered_by(move |question| {
        let (name, yes) = (question.host.clone(), answer(&question));
        if question.port != 8443 {
            // Nothing left for this destination before the answer.
            assert_eq!(dialled.resolved(&name), 0, "{name}");
        }
        heard.lock().unwrap().push(question.to_string());
        async move { yes }
    });
    let session = session().with_outside(world.clone());
    let outcome = wait_for(session.run(job, |_| ())).unwrap();
    let asked = asked.lock().unwrap().clone();
    Seen { outcome, asked, dialled: world.dialled() }
}

#[test]
fn a_host_that_nothing_names_is_asked_about_when_the_connection_is_made() {
    for (answer, told, reached) in [
        (HostAnswer::Once, "a.test:443 \"once\"", true),
        (HostAnswer::Always, "a.test:443 \"always\"", true),
        (HostAnswer::No, "a.test:443 \"no\"", false),
    ] {
        let seen = run_asking(&connect(&["a.test:443"]), &settings(&[], &[]), move |_| answer);
        assert_eq!(seen.asked, ["a.test:443"]);
        assert_eq!(seen.told(), [told]);
        assert_eq!(seen.dialled, if reached { vec!["9.9.9.9:443"] } else { vec![] }, "{answer:?}");
        assert_eq!(seen.refused(), if reached { vec![] } else { vec!["a.test"] }, "{answer:?}");
        let said =
            if reached { "a.test:443 HTTP/1.1 200" } else { "a.test:443 HTTP/1.1 403 Refused by Shellgate" };
        assert!(seen.outcome.stdout.contains(said), "{}", seen.outcome.stdout);
        assert!(seen.outcome.sandbox.promises.contains(&"allowed-hosts"), "{:?}", seen.outcome);
    }
}

#[test]
fn a_program_that_knows_no_proxy_waits_for_the_same_answer() {
    let command =
        "exec 3<>/dev/tcp/a.test/80 && printf 'GET /page HTTP/1.0\\r\\n\\r\\n' >&3 && head -n 4 <&3";
    let seen = run_asking(command, &settings(&[], &[]), |_| HostAnswer::Once);
    assert_eq!(
        (seen.asked.as_slice(), seen.dialled.as_slice()),
        (&["a.test:80".to_owned()][..], &["9.9.9.9:80".to_owned()][..])
    );
    assert!(seen.outcome.stdout.contains("GET /page"), "{}", seen.outcome.stdout);
    let seen = run_asking(command, &settings(&[], &[]), |_| HostAnswer::No);
    assert_eq!((seen.dialled.len(), seen.refused()), (0, vec!["a.test".to_owned()]));
    // A port at which nothing waits for it is named with the remedy.
    let seen = run_asking("exec 3<>/dev/tcp/a.test/5432", &settings(&[], &[]), |_| HostAnswer::Once);
    assert_eq!((seen.asked.len(), seen.dialled.len()), (0, 0));
    let denial = seen.outcome.sandbox.denials[0].to_string();
    assert!(denial.contains("only the ports 22, 80, 443 are asked about"), "{denial}");
}

#[test]
fn what_is_named_or_denied_or_not_public_is_not_asked_about() {
    let lists = settings(&["allowed.test"], &["evil.test"]);
    for (destination, refused, dialled) in [
        ("allowed.test:443", None, 1),
        ("evil.test:443", Some("evil.test"), 0),
        ("127.0.0.1:443", Some("127.0.0.1"), 0),
        ("10.0.0.5:443", Some("10.0.0.5"), 0),
        ("169.254.169.254:80", Some("169.254.169.254"), 0),
        ("localhost:443", Some("localhost"), 0),
    ] {
        let seen = run_asking(&connect(&[destination]), &lists, |_| HostAnswer::Once);
        assert_eq!(seen.asked, Vec::<String>::new(), "{destination}");
        assert_eq!(seen.refused(), Vec::from_iter(refused), "{destination}");
        assert_eq!(seen.dialled.len(), dialled, "{destination}");
    }
    // Only the resolver knows that this name leads to a private network. A yes does not open it.
    let seen = run_asking(&connect(&["intranet.test:443"]), &lists, |_| HostAnswer::Always);
    assert_eq!((seen.refused(), seen.dialled.len()), (vec!["intranet.test".to_owned()], 0));
}

#[test]
fn several_connections_at_once_are_one_question_for_each_destination_one_after_the_other() {
    let all = ["a.test:443", "a.test:443", "b.test:443", "a.test:443", "b.test:443"];
    let seen = run_asking(&connect(&all), &settings(&[], &[]), |question| {
        if question.host == "a.test" { HostAnswer::Once } else { HostAnswer::No }
    });
    let mut asked = seen.asked.clone();
    asked.sort();
    assert_eq!(asked, ["a.test:443", "b.test:443"]);
    assert_eq!(seen.dialled, ["9.9.9.9:443"; 3]);
    assert_eq!(seen.outcome.stdout.matches("b.test:443 HTTP/1.1 403").count(), 2, "{}", seen.outcome.stdout);
}

#[test]
fn a_no_holds_for_every_port_of_the_host_and_a_yes_for_its_own() {
    let command = format!("{}; {}", connect(&["a.test:443"]), connect(&["a.test:8443"]));
    let seen = run_asking(&command, &settings(&[], &[]), |_| HostAnswer::No);
    assert_eq!((seen.asked.as_slice(), seen.dialled.len()), (&["a.test:443".to_owned()][..], 0));
    let seen = run_asking(&command, &settings(&[], &[]), |question| match question.port {
        443 => HostAnswer::Once,
        _ => HostAnswer::No,
    });
    assert_eq!(seen.asked, ["a.test:443", "a.test:8443"]);
    assert_eq!(seen.dialled, ["9.9.9.9:443"]);
}

/// Runs `command` with somebody who never answers, and gives what was reported of the questions.
fn unanswered(command: &str, asked: impl Fn(&Path) + Send, within: Duration) -> (Outcome, Vec<String>) {
    let server = Server::start();
    let world = World::around(server.address, &[("a.test", "9.9.9.9")]);
    let place = Place::new();
    let path = place.path.clone();
    let job = Job::from(plan(command, &place.path, false, &settings(&[], &[])))
        .hosts_answered_by(move |_| {
            asked(&path);
            std::future::pending()
        })
        .answered_within(within);
    let mut events = Vec::new();
    let session = session().with_outside(world.clone());
    let hear = |event: Event<'_>| match event {
        Event::HostAsked(question) => events.push(format!("asked {question}")),
        Event::HostAnswered(asked) => events.push(format!("{:?}", asked.answer)),
        _ => {}
    };
    let outcome = wait_for(session.run(job, hear)).unwrap();
    assert_eq!(world.dialled(), Vec::<String>::new());
    (outcome, events)
}

#[test]
fn no_answer_in_time_is_a_no() {
    let (outcome, events) = unanswered(&connect(&["a.test:443"]), |_| (), Duration::ZERO);
    assert!(outcome.stdout.contains("403 Refused by Shellgate"), "{}", outcome.stdout);
    assert_eq!(events, ["asked a.test:443", "None"]);
    assert_eq!(outcome.sandbox.denials.len(), 1);
}

#[test]
fn a_command_that_ends_while_the_question_is_open_withdraws_it() {
    let command =
        format!("({}) & until [ -e asked ]; do sleep 0.05; done; echo ended", connect(&["a.test:443"]));
    let asked = |place: &Path| std::fs::write(place.join("asked"), "").unwrap();
    let (outcome, events) = unanswered(&command, asked, Duration::from_hours(1));
    assert_eq!(outcome.stdout, "ended\n");
    assert_eq!(events, ["asked a.test:443", "None"]);
    assert_eq!(outcome.sandbox.asked.len(), 1);
}

#[test]
fn in_the_background_nobody_is_asked() {
    let server = Server::start();
    let world = World::around(server.address, &[("a.test", "9.9.9.9"), ("allowed.test", "9.9.9.9")]);
    let place = Place::new();
    let lists = settings(&["allowed.test"], &[]);
    let job = Job::from(plan(&connect(&["a.test:443"]), &place.path, false, &lists))
        .hosts_answered_by(|_| async { panic!("somebody was asked") })
        .in_background();
    let session = session().with_outside(world.clone());
    let outcome = wait_for(async {
        let mut ends = session.subscribe();
        session.run(job, |_| ()).await.unwrap();
        ends.recv().await.unwrap().outcome
    });
    assert!(outcome.stdout.contains("403 Refused by Shellgate"), "{}", outcome.stdout);
    assert_eq!((outcome.sandbox.denials.len(), world.dialled().len()), (1, 0));
}

#[test]
fn what_only_reads_and_what_is_known_to_connect_nowhere_has_nobody_to_ask() {
    let place = Place::new();
    let command = "exec 3<>/dev/tcp/127.0.0.1/3128 && echo there";
    let job = Job::from(plan(command, &place.path, true, &settings(&[], &[])))
        .hosts_answered_by(|_| async { panic!("somebody was asked") });
    let outcome = wait_for(session().run(job, |_| ())).unwrap();
    assert!(outcome.sandbox.promises.contains(&"no-network") && outcome.exit_code != 0, "{outcome:?}");
}

#[test]
fn a_refused_host_can_be_granted_to_another_run_unless_it_is_denied_or_not_public() {
    let server = Server::start();
    let names = [("a.test", "9.9.9.9"), ("b.test", "9.9.9.9"), ("inside.test", "10.0.0.5")];
    let world = World::around(server.address, &names);
    let lists = settings(&["allowed.test"], &["evil.test"]);
    let run = |destination: &str, grants: &[Grant]| {
        let place = Place::new();
        let command = format!("{}; false", connect(&[destination, "b.test:443"]));
        let job = Job::from(plan(&command, &place.path, false, &lists)).granting(grants.to_vec());
        wait_for(session().with_outside(world.clone()).run(job, |_| ())).unwrap()
    };
    let question = |host: &str| HostQuestion { host: host.to_owned(), port: 443 };
    let granted = |host: &str| Grant::Host(question(host));
    let mut grants = run("a.test:443", &[]).sandbox.grants;
    grants.sort_by_key(ToString::to_string);
    assert_eq!(grants, [granted("a.test"), granted("b.test")]);
    // One that cannot be granted leaves nothing to grant.
    for destination in ["evil.test:443", "127.0.0.1:443", "localhost:443"] {
        assert_eq!(run(destination, &[]).sandbox.grants, [], "{destination}");
    }
    assert_eq!(world.dialled(), Vec::<String>::new());
    // Exactly that is open, also where the settings allow no host, and a private network stays closed.
    run("a.test:443", &[granted("a.test")]);
    run("a.test:8443", &[granted("a.test")]);
    run("inside.test:443", &[granted("inside.test")]);
    run("evil.test:443", &[granted("evil.test")]);
    assert_eq!(world.dialled(), ["9.9.9.9:443"]);
    let place = Place::new();
    let closed = plan(&connect(&["a.test:443"]), &place.path, false, &settings(&[], &[]));
    let job = Job::from(closed).granting([granted("a.test")]);
    let outcome = wait_for(session().with_outside(world.clone()).run(job, |_| ())).unwrap();
    assert!(outcome.stdout.contains("HTTP/1.1 200"), "{}", outcome.stdout);
}
