//! What the tests share: the fixtures, the program, a session.

use std::path::{Path, PathBuf};
use std::process::{Command, Output};
use std::sync::Arc;

use clap::Parser as _;
use datafusion::prelude::SessionContext;
use shellgate_audit::arguments::{Arguments, Common, Task};
use shellgate_audit::log_table::Accounts;
use shellgate_audit::{inputs, session};

pub(crate) fn fixtures() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/fixtures")
}

/// The program, in the folder of the fixtures.
pub(crate) fn audit(arguments: &[&str]) -> Output {
    let mut program = Command::new(env!("CARGO_BIN_EXE_shellgate-audit"));
    program.current_dir(fixtures()).args(arguments).output().expect("the program starts")
}

/// What the program prints, which ends with this status.
pub(crate) fn printed(arguments: &[&str], status: i32) -> String {
    let output = audit(arguments);
    let errors = String::from_utf8_lossy(&output.stderr);
    assert_eq!(output.status.code(), Some(status), "{arguments:?}: {errors}");
    String::from_utf8(output.stdout).expect("text")
}

/// What the program says on standard error, with this status.
pub(crate) fn said(arguments: &[&str], status: i32) -> String {
    let output = audit(arguments);
    assert_eq!(output.status.code(), Some(status), "{arguments:?}");
    String::from_utf8(output.stderr).expect("text")
}

/// A session over the fixtures.
pub(crate) async fn over_fixtures(place: &Path, policy: Option<String>) -> SessionContext {
    let logs = fixtures().join("logs");
    let arguments = Arguments::parse_from(["shellgate-audit", "run", logs.to_str().expect("a name")]);
    let Task::Run(common) = arguments.task else { panic!("it is `run`") };
    let common: Common = common;
    let accounts = Arc::new(Accounts::default());
    let found = inputs::find(&common, None, &accounts).expect("there are logs");
    let session = session::new(place, 2, 64 << 20, policy).expect("a session");
    inputs::register(&session, &found, &common, None, &accounts, Arc::new(|_| ()), 2)
        .await
        .expect("the table");
    session
}
