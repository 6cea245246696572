//! The fixture of one attack: a directory of its own, what is there before, and what shows afterwards.
//!
//! Owns everything that an attack needs on the host, and removes it again. Touches nothing outside of the directory but
//! what carries the attack's own mark.

use std::fs::{self, File};
use std::io::{self, Read, Write};
use std::net::{Ipv4Addr, Ipv6Addr, TcpListener, TcpStream, UdpSocket};
use std::os::fd::{AsRawFd, OwnedFd};
use std::os::linux::net::SocketAddrExt;
use std::os::unix::fs::{MetadataExt, PermissionsExt, symlink};
use std::os::unix::net::{SocketAddr, UnixDatagram, UnixListener};
use std::os::unix::process::CommandExt;
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::thread::JoinHandle;

use nix::sys::signal::{Signal, kill};

use crate::attack::{Attack, Before, Sign};
use crate::marked_processes::marked_processes;
use crate::probe::ARGUMENT;
use crate::shared_memory;

/// The name of the program that shows that it was executed.
const CANARY: &str = "canary";

/// A prepared attack.
#[derive(Debug)]
pub(crate) struct Fixture {
    root: PathBuf,
    _directory: tempfile::TempDir,
    mark: String,
    secret: String,
    port: u32,
    probe: PathBuf,
    listeners: Vec<Listener>,
    victim: Option<Child>,
    shared: Vec<shared_memory::Memory>,
    /// Kept open, for an attack that looks for what was left open.
    open: Option<OwnedFd>,
}

/// Somebody who would hear an attack.
#[derive(Debug)]
enum Listener {
    Tcp(TcpListener),
    Udp(UdpSocket),
    Socket(UnixListener),
    Datagrams(UnixDatagram),
    Visitor { stops: Arc<AtomicBool>, visits: Option<JoinHandle<bool>> },
}

impl Fixture {
    /// Prepares `attack` in a new directory in `base`; `probe` is a program that begins with
    /// [`probe_if_asked`](crate::probe_if_asked).
    pub(crate) fn prepare(attack: &Attack, base: &Path, probe: &Path) -> io::Result<Self> {
        let directory = tempfile::Builder::new().prefix("shellgate-").tempdir_in(base)?;
        let root = directory.path().canonicalize()?;
        let own =
            root.file_name().map(|name| name.to_string_lossy().replace(['-', '.'], "")).unwrap_or_default();
        fs::create_dir(root.join("work"))?;
        fs::create_dir(root.join("denied"))?;
        let mut fixture = Self {
            root,
            _directory: directory,
            mark: format!("mark{own}"),
            secret: format!("secret{own}"),
            port: 0,
            probe: probe.to_owned(),
            listeners: Vec::new(),
            victim: None,
            shared: Vec::new(),
            open: None,
        };
        fixture.write(CANARY, "#!/bin/sh\necho > '{root}/executed'\n")?;
        fs::set_permissions(fixture.root.join(CANARY), fs::Permissions::from_mode(0o755))?;
        for before in attack.before {
            fixture.make(*before)?;
        }
        Ok(fixture)
    }

    /// The path of a name in the fixture.
    pub(crate) fn at(&self, name: &str) -> PathBuf {
        self.root.join(self.filled(name))
    }

    /// A text of the tables with everything filled in.
    pub(crate) fn filled(&self, text: &str) -> String {
        let probe = format!("'{}' {ARGUMENT}", self.probe.display());
        let victim = self.victim.as_ref().map(Child::id).unwrap_or_default();
        text.replace("{probe}", &probe)
            .replace("{root}", &self.root.to_string_lossy())
            .replace("{mark}", &self.mark)
            .replace("{secret}", &self.secret)
            .replace("{port}", &self.port.to_string())
            .replace("{canary}", &self.root.join(CANARY).to_string_lossy())
            .replace("{victim}", &victim.to_string())
    }

    fn make(&mut self, before: Before) -> io::Result<()> {
        match before {
            Before::Directory(name) => fs::create_dir_all(self.at(name))?,
            Before::File(name, text) => self.write(name, text)?,
            Before::Mode(name, mode) => fs::set_permissions(self.at(name), fs::Permissions::from_mode(mode))?,
            Before::Link(name, target) => symlink(target, self.at(name))?,
            Before::Repository(name) => {
                for directory in ["objects", "refs", "hooks"] {
                    fs::create_dir_all(self.at(name).join(directory))?;
                }
                self.write(&format!("{name}/HEAD"), "ref: refs/heads/main\n")?;
                self.write(&format!("{name}/config"), "[core]\n\tbare = false\n")?;
            }
            Before::Tcp => {
                let listener = TcpListener::bind((Ipv4Addr::LOCALHOST, 0))?;
                self.port = listener.local_addr()?.port().into();
                listener.set_nonblocking(true)?;
                self.listeners.push(Listener::Tcp(listener));
            }
            Before::TcpOverSix => {
                let listener = TcpListener::bind((Ipv6Addr::LOCALHOST, 0))?;
                self.port = listener.local_addr()?.port().into();
                listener.set_nonblocking(true)?;
                self.listeners.push(Listener::Tcp(listener));
            }
            Before::Udp => {
                let socket = UdpSocket::bind((Ipv4Addr::LOCALHOST, 0))?;
                self.port = socket.local_addr()?.port().into();
                socket.set_nonblocking(true)?;
                self.listeners.push(Listener::Udp(socket));
            }
            Before::Visitor => {
                let visitor = self.visit()?;
                self.listeners.push(visitor);
            }
            Before::Socket(name) => {
                let path = self.with_parent(name)?;
                self.listeners.push(Listener::Socket(listening(UnixListener::bind(path)?)?));
            }
            Before::Datagrams(name) => {
                let path = self.with_parent(name)?;
                self.listeners.push(Listener::Datagrams(receiving(UnixDatagram::bind(path)?)?));
            }
            Before::AbstractSocket => {
                let address = SocketAddr::from_abstract_name(&self.mark)?;
                self.listeners.push(Listener::Socket(listening(UnixListener::bind_addr(&address)?)?));
            }
            Before::AbstractDatagrams => {
                let address = SocketAddr::from_abstract_name(&self.mark)?;
                self.listeners.push(Listener::Datagrams(receiving(UnixDatagram::bind_addr(&address)?)?));
            }
            Before::Victim => self.victim = Some(self.start_victim()?),
            Before::SharedFile => self.shared.push(shared_memory::Memory::file(&self.mark, &self.secret)?),
            Before::Segment => {
                let (memory, key) = shared_memory::Memory::segment(&self.secret)?;
                self.port = key;
                self.shared.push(memory);
            }
            Before::Queue => {
                let (memory, key) = shared_memory::Memory::queue(&self.secret)?;
                self.port = key;
                self.shared.push(memory);
            }
            Before::OpenFile(name) => {
                let file = File::options().read(true).write(true).open(self.at(name))?;
                // Without the flag that closes it when a program is executed.
                let open = nix::unistd::dup(&file)?;
                self.port = open.as_raw_fd().cast_unsigned();
                self.open = Some(open);
            }
        }
        Ok(())
    }

    fn with_parent(&self, name: &str) -> io::Result<PathBuf> {
        let path = self.at(name);
        if let Some(parent) = path.parent() {
            fs::create_dir_all(parent)?;
        }
        Ok(path)
    }

    fn write(&self, name: &str, text: &str) -> io::Result<()> {
        fs::write(self.with_parent(name)?, self.filled(text))
    }

    /// A process of the same user that waits to be killed, and has said that it is there.
    fn start_victim(&self) -> io::Result<Child> {
        let mut victim = Command::new(&self.probe)
            .args([ARGUMENT, "wait"])
            .env_clear()
            .env("SECRET", &self.secret)
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .stderr(Stdio::null())
            .process_group(0)
            .spawn()?;
        if let Some(out) = &mut victim.stdout {
            out.read_exact(&mut [0])?;
        }
        Ok(victim)
    }

    /// Whether the victim does not answer any more. One that was killed never does: the signal comes before the byte.
    fn victim_is_gone(&mut self) -> bool {
        let Some(victim) = &mut self.victim else { return false };
        let (Some(input), Some(output)) = (&mut victim.stdin, &mut victim.stdout) else { return false };
        input.write_all(b"x").and_then(|()| output.read_exact(&mut [0])).is_err()
    }

    /// Somebody who tries to connect to a free port until the attack is judged.
    fn visit(&mut self) -> io::Result<Listener> {
        let port = TcpListener::bind((Ipv4Addr::LOCALHOST, 0))?.local_addr()?.port();
        self.port = port.into();
        let stops = Arc::new(AtomicBool::new(false));
        let asked = Arc::clone(&stops);
        let visits = std::thread::spawn(move || {
            while !asked.load(Ordering::Relaxed) {
                if TcpStream::connect((Ipv4Addr::LOCALHOST, port))
                    .is_ok_and(|mut visit| visit.write_all(b"x").is_ok())
                {
                    return true;
                }
                std::thread::yield_now();
            }
            false
        });
        Ok(Listener::Visitor { stops, visits: Some(visits) })
    }

    /// Whether git executes the canary when it is used in a directory as a person uses it: it looks, and it commits.
    fn git_executes(&self, directory: &str) -> bool {
        let shown = self.root.join("executed");
        for arguments in [&["status"][..], &["diff"], &["commit", "--allow-empty", "-qm", "x"]] {
            let _ = Command::new("git")
                .args(["-c", "user.name=n", "-c", "user.email=e@example.org"])
                .args(arguments)
                .current_dir(self.at(directory))
                .env_clear()
                .envs(std::env::var_os("PATH").map(|path| ("PATH", path)))
                .envs([("HOME", self.root.as_os_str()), ("GIT_CONFIG_NOSYSTEM", "1".as_ref())])
                .env("GIT_CEILING_DIRECTORIES", &self.root)
                .stdin(Stdio::null())
                .stdout(Stdio::null())
                .stderr(Stdio::null())
                .status();
        }
        shown.exists()
    }

    /// Whether the sign of an attack is there, given its output and whether it says that it succeeded.
    pub(crate) fn shows(&mut self, sign: Sign, output: &str, succeeded: bool) -> bool {
        let status = |name| fs::symlink_metadata(self.at(name));
        match sign {
            Sign::Exists(name) => status(name).is_ok(),
            Sign::Gone(name) => status(name).is_err(),
            // Every file that an attack changes began with one of these.
            Sign::Changed(name) => !fs::read_to_string(self.at(name)).is_ok_and(|text| {
                ["before", "[core]\n\tbare = false\n", "gitdir: ../outside\n", "../..\n"]
                    .contains(&text.as_str())
            }),
            Sign::Holds(name, text) => {
                fs::read_to_string(self.at(name)).is_ok_and(|found| found.contains(text))
            }
            Sign::HasMode(name, mode) => status(name).is_ok_and(|found| found.mode() & 0o7777 == mode),
            Sign::IsOld(name) => status(name).is_ok_and(|found| found.mtime() < 86_400),
            Sign::HasAttribute(name) => shared_memory::has_attribute(&self.at(name)),
            Sign::Heard => self.listeners.iter_mut().any(Listener::heard),
            Sign::Told => output.contains(&self.secret),
            Sign::Killed => self.victim_is_gone(),
            Sign::Survived => !marked_processes(&self.mark).is_empty(),
            Sign::Executed(directory) => self.git_executes(directory),
            Sign::Succeeded => succeeded,
        }
    }
}

/// Lets the owner look into every directory from `root` on: what attacks have closed could not be removed otherwise.
/// Links are not followed.
fn open_up(root: &Path) {
    let mut pending = vec![root.to_owned()];
    while let Some(directory) = pending.pop() {
        let _ = fs::set_permissions(&directory, fs::Permissions::from_mode(0o755));
        for entry in fs::read_dir(&directory).into_iter().flatten().flatten() {
            if entry.file_type().is_ok_and(|kind| kind.is_dir()) {
                pending.push(entry.path());
            }
        }
    }
}

impl Drop for Fixture {
    fn drop(&mut self) {
        if let Some(victim) = &mut self.victim {
            let _ = victim.kill();
            let _ = victim.wait();
        }
        for listener in &mut self.listeners {
            listener.heard();
        }
        // What an attack without a sandbox has left alive. They may start each other again until all are stopped.
        loop {
            let alive = marked_processes(&self.mark);
            for signal in [Signal::SIGSTOP, Signal::SIGKILL] {
                for process in &alive {
                    let _ = kill(*process, signal);
                }
            }
            if alive.is_empty() {
                break;
            }
        }
        open_up(&self.root);
    }
}

fn listening(listener: UnixListener) -> io::Result<UnixListener> {
    listener.set_nonblocking(true)?;
    Ok(listener)
}

fn receiving(socket: UnixDatagram) -> io::Result<UnixDatagram> {
    socket.set_nonblocking(true)?;
    Ok(socket)
}

impl Listener {
    fn heard(&mut self) -> bool {
        let mut byte = [0];
        match self {
            Self::Tcp(listener) => listener.accept().is_ok(),
            Self::Socket(listener) => listener.accept().is_ok(),
            Self::Udp(socket) => socket.recv(&mut byte).is_ok(),
            Self::Datagrams(socket) => socket.recv(&mut byte).is_ok(),
            Self::Visitor { stops, visits } => {
                stops.store(true, Ordering::Relaxed);
                visits.take().is_some_and(|visits| visits.join().unwrap_or(false))
            }
        }
    }
}
