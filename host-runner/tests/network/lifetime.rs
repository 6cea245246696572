//! What ends with a run.

use std::io::{Read, Write};
use std::net::TcpListener;

use super::*;

/// A tunnel that the command leaves open, and a word through it.
const TUNNEL: &str = "exec 3<>/dev/tcp/allowed.test/443; echo hello >&3; ";

#[test]
fn no_connection_outlives_the_run() {
    let listener = TcpListener::bind("127.0.0.1:0").unwrap();
    let world = World::around(listener.local_addr().unwrap(), &[("allowed.test", "9.9.9.9")]);
    let outside = std::thread::spawn(move || {
        let mut connection = listener.accept().unwrap().0;
        connection.write_all(b"welcome\n").unwrap();
        let mut heard = String::new();
        // It reads to the end, and there is one.
        connection.read_to_string(&mut heard).unwrap();
        heard
    });
    // A command that did not wait for the answer could end before there is a connection to the outside.
    let command = format!("{TUNNEL} read -r answer <&3; echo $answer; setsid sleep 300 & true");
    let outcome = run_in(&world, &command, &settings(&["allowed.test"], &[]));
    assert_eq!(outcome.exit_code, 0, "{}", outcome.stdout);
    assert_eq!(outcome.stdout, "welcome\n");
    assert_eq!(outside.join().unwrap(), "hello\n");
}

#[test]
fn no_connection_outlives_a_run_that_is_given_up() {
    let listener = TcpListener::bind("127.0.0.1:0").unwrap();
    let world = World::around(listener.local_addr().unwrap(), &[("allowed.test", "9.9.9.9")]);
    let place = Place::new();
    let plan = plan(&format!("{TUNNEL} sleep 300"), &place.path, false, &settings(&["allowed.test"], &[]));
    wait_for(async {
        let listener = tokio::net::TcpListener::from_std({
            listener.set_nonblocking(true).unwrap();
            listener
        })
        .unwrap();
        let session = session().with_outside(world);
        let connection = tokio::select! {
            outcome = session.run(plan, |_| ()) => panic!("it ended: {outcome:?}"),
            connection = listener.accept() => connection.unwrap().0,
        };
        // The run's future is gone.
        let mut heard = Vec::new();
        let mut connection = connection;
        tokio::io::AsyncReadExt::read_to_end(&mut connection, &mut heard).await.unwrap();
    });
}
