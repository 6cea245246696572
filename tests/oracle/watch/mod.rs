//! The watcher: inside a sandbox it runs one command after the other and answers for every watched call.
//!
//! One thread puts itself under the filter and starts the commands, each in a shell of its own, exactly as the runner
//! starts it; the main thread answers the kernel. A call that is a violation is noted and fails without having been
//! carried out. When a command's shell has ended, whatever it left behind is ended before the next one starts, so that
//! every call belongs to one command.

mod caller;
mod calls;
mod filter;
mod judge;
mod listener;

use std::collections::HashMap;
use std::fs::File;
use std::io::{self, PipeReader, PipeWriter, Read};
use std::os::fd::AsFd;
use std::os::unix::process::CommandExt;
use std::path::{Path, PathBuf};
use std::process::{Command, exit};
use std::sync::mpsc;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};

use nix::poll::{PollFd, PollFlags, PollTimeout, poll};
use nix::sys::prctl;
use nix::sys::signal::{Signal, kill, killpg};
use nix::sys::wait::{WaitPidFlag, waitpid};
use nix::unistd::{Pid, gettid};

use crate::exemptions::CallExemption;
use crate::wire::{Batch, Deed, Job, Violation};
use caller::Caller;
use calls::{Call, calls};
use judge::{Judgement, judge};
use listener::{Answer, Listener, Question};

/// The argument by which this program knows that it is the watcher; the folder of the batch follows.
pub(crate) const WATCHER_ARGUMENT: &str = "__shellgate-oracle-watcher";
/// The batch in its folder.
pub(crate) const BATCH: &str = "batch.json";
/// What is in front of the answer on standard output: what the commands did, in their order, as JSON.
pub(crate) const DEEDS: &str = "deeds: ";

/// How often a command's time is looked at.
const TICK_MS: u8 = 100;

/// Becomes the watcher when this process was started as one, and never returns then.
pub(crate) fn watch_if_asked() {
    let mut arguments = std::env::args_os().skip(1);
    if arguments.next().is_none_or(|first| first != WATCHER_ARGUMENT) {
        return;
    }
    let folder = PathBuf::from(arguments.next().unwrap_or_default());
    match watch(&folder) {
        Ok(()) => exit(0),
        Err(error) => {
            println!("{error}");
            exit(1)
        }
    }
}

/// What both threads know of the command that runs.
#[derive(Debug, Default)]
struct Scene {
    job: Job,
    /// The shell that runs it, until that was executed.
    shell: Option<String>,
    violations: Vec<Violation>,
    executed: Vec<Vec<String>>,
    exempted: Vec<usize>,
    started: Option<Instant>,
    group: Option<Pid>,
    cut: bool,
}

fn watch(folder: &Path) -> io::Result<()> {
    let batch: Batch = serde_json::from_slice(&std::fs::read(folder.join(BATCH))?)?;
    let batch = Arc::new(batch);
    // What a command leaves behind becomes a child of this process.
    prctl::set_child_subreaper(true)?;
    prctl::set_no_new_privs()?;
    let (output, sink) = io::pipe()?;
    let (end, alive) = io::pipe()?;
    std::thread::spawn(move || drain(output));

    let scene = Arc::new(Mutex::new(Scene::default()));
    let (send, receive) = mpsc::channel();
    let worker = {
        let (batch, scene) = (Arc::clone(&batch), Arc::clone(&scene));
        std::thread::spawn(move || {
            let architecture =
                filter::ARCHITECTURE.ok_or_else(|| io::Error::from(io::ErrorKind::Unsupported))?;
            let listener = listener::install(&filter::program(architecture, calls()))?;
            drop(send.send((listener, gettid().as_raw().cast_unsigned())));
            let deeds = batch.jobs.iter().map(|job| perform(job, &batch, &scene, &sink)).collect();
            drop(alive);
            deeds
        })
    };
    let Ok((listener, thread)) = receive.recv() else {
        let error = worker.join().ok().and_then(Result::err);
        return Err(error.unwrap_or_else(|| io::Error::other("the filter was not installed")));
    };
    answer_all(&listener, thread, &end, &batch, &scene)?;
    let deeds: io::Result<Vec<Deed>> =
        worker.join().unwrap_or_else(|_| Err(io::Error::other("a worker panicked")));
    println!("{DEEDS}{}", serde_json::to_string(&deeds?)?);
    Ok(())
}

fn drain(mut output: PipeReader) {
    let mut buffer = vec![0; 1 << 16];
    while output.read(&mut buffer).is_ok_and(|length| length > 0) {}
}

fn lock(scene: &Mutex<Scene>) -> MutexGuard<'_, Scene> {
    scene.lock().unwrap_or_else(PoisonError::into_inner)
}

/// Runs one command to its end, and ends what it leaves behind.
fn perform(job: &Job, batch: &Batch, scene: &Mutex<Scene>, sink: &PipeWriter) -> io::Result<Deed> {
    let shell = &batch.program;
    *lock(scene) = Scene {
        job: job.clone(),
        shell: Some(shell.clone()),
        started: Some(Instant::now()),
        ..Scene::default()
    };
    let mut child = Command::new(shell)
        .arg0(caller::base_name(shell))
        .args(batch.shell.arguments(&job.command).iter().skip(1))
        .env_clear()
        .envs(batch.environment.iter().map(|(name, value)| (name, value)))
        .env("x", &job.variable)
        .current_dir(&batch.cwd)
        .process_group(0)
        .stdin(File::open("/dev/null")?)
        .stdout(sink.try_clone()?)
        .stderr(sink.try_clone()?)
        .spawn()?;
    lock(scene).group = i32::try_from(child.id()).ok().map(Pid::from_raw);
    let status = child.wait()?;
    lock(scene).group = None;
    clear_away()?;
    let ended = std::mem::take(&mut *lock(scene));
    let mut violations = ended.violations;
    violations.sort();
    violations.dedup();
    let took = ended.started.map(|started| started.elapsed()).unwrap_or_default();
    let took_ms = u64::try_from(took.as_millis()).unwrap_or(u64::MAX);
    let Scene { executed, exempted, cut, .. } = ended;
    Ok(Deed { violations, executed, exempted, status: status.code(), cut, took_ms })
}

/// Ends every child of this process, and what becomes one by that, until there is none.
fn clear_away() -> io::Result<()> {
    loop {
        match waitpid(None, Some(WaitPidFlag::WNOHANG)) {
            Err(nix::errno::Errno::ECHILD) => return Ok(()),
            Err(error) => return Err(error.into()),
            Ok(nix::sys::wait::WaitStatus::StillAlive) => {
                for child in children()? {
                    // It may have ended by itself.
                    let _ = kill(child, Signal::SIGKILL);
                }
                waitpid(None, None)?;
            }
            Ok(_) => {}
        }
    }
}

/// The children of this process, from the process list of its own namespace.
fn children() -> io::Result<Vec<Pid>> {
    let mine = std::process::id().to_string();
    let is_child = |stat: &str| {
        // The name before it can hold anything, a parenthesis as well.
        stat.rsplit_once(") ").and_then(|(_, rest)| rest.split(' ').nth(1)) == Some(mine.as_str())
    };
    let mut found = Vec::new();
    for entry in std::fs::read_dir("/proc")? {
        let Ok(number) = entry?.file_name().to_string_lossy().parse() else { continue };
        if std::fs::read_to_string(format!("/proc/{number}/stat")).is_ok_and(|stat| is_child(&stat)) {
            found.push(Pid::from_raw(number));
        }
    }
    Ok(found)
}

/// Answers every question until the worker has ended, and ends commands whose time is over.
fn answer_all(
    listener: &Listener,
    worker: u32,
    end: &PipeReader,
    batch: &Batch,
    scene: &Mutex<Scene>,
) -> io::Result<()> {
    let known: HashMap<i64, &Call> = calls().map(|call| (call.number, call)).collect();
    let limit = Duration::from_millis(batch.limit_ms);
    loop {
        let mut ready =
            [PollFd::new(listener.as_fd(), PollFlags::POLLIN), PollFd::new(end.as_fd(), PollFlags::POLLIN)];
        match poll(&mut ready, PollTimeout::from(TICK_MS)) {
            Ok(_) | Err(nix::errno::Errno::EINTR) => {}
            Err(error) => return Err(error.into()),
        }
        let [question, ended] = ready.map(|it| it.revents().unwrap_or(PollFlags::empty()));
        if question.contains(PollFlags::POLLIN) {
            if let Some(question) = listener.receive()? {
                let answer = reply(listener, &question, worker, &known, batch, scene);
                listener.answer(&question, answer)?;
            }
        } else if !ended.is_empty() || question.contains(PollFlags::POLLHUP) {
            return Ok(());
        }
        end_when_over(limit, scene);
    }
}

fn end_when_over(limit: Duration, scene: &Mutex<Scene>) {
    let mut scene = lock(scene);
    if let Some(group) = scene.group
        && scene.started.is_some_and(|started| started.elapsed() > limit)
    {
        scene.cut = true;
        // It may have ended by itself.
        let _ = killpg(group, Signal::SIGKILL);
    }
}

/// Judges one call and notes what it is.
fn reply(
    listener: &Listener,
    question: &Question,
    worker: u32,
    known: &HashMap<i64, &Call>,
    batch: &Batch,
    scene: &Mutex<Scene>,
) -> Answer {
    let Some(call) = known.get(&i64::from(question.number)).filter(|_| question.thread != worker) else {
        return Answer::GoOn;
    };
    let mut scene = lock(scene);
    let scene = &mut *scene;
    let is_shell = scene.shell.is_some();
    let judgement = judge(call, question, &scene.job.executes, &mut scene.shell);
    if batch.records
        && !is_shell
        && let Some(arguments) = judge::executed(call, question)
        // What was read of a process that is gone in the meantime can be a part only.
        && listener.waits(question)
    {
        scene.executed.push(arguments);
    }
    match judgement {
        Judgement::Fine => Answer::GoOn,
        Judgement::Absent => Answer::Fail(libc::ENOSYS),
        // Nothing that was read of a process is true once it is gone, and its call is not carried out.
        Judgement::Violation { .. } if !listener.waits(question) => Answer::GoOn,
        Judgement::Violation { target, detail } => {
            let covers = |exemption: &CallExemption| exemption.covers(&scene.job, call.name, &target);
            if let Some(at) = batch.exemptions.iter().position(covers) {
                if !scene.exempted.contains(&at) {
                    scene.exempted.push(at);
                }
                return Answer::GoOn;
            }
            let program = Caller(question.thread).program();
            scene.violations.push(Violation { program, call: call.name.to_owned(), target, detail });
            Answer::Fail(libc::EPERM)
        }
    }
}
