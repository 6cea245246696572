//! Plays the command of an attack on a real directory, as a Mac would execute it under a profile.
//!
//! Owns the few words of the shell and the probes that the attacks on files, sockets, networks and signals use. Every
//! call is asked about first, by the path that the kernel would find. What macOS has not, or is not played here, is
//! [`NotPlayed`].

use std::fs::{self, File};
use std::io::{self, Read as _, Write};
use std::net::{IpAddr, SocketAddr, TcpListener, TcpStream, UdpSocket};
use std::os::unix::fs::{FileTypeExt as _, PermissionsExt as _, symlink};
use std::os::unix::net::{UnixDatagram, UnixListener, UnixStream};
use std::path::{Path, PathBuf};
use std::time::{Duration, SystemTime};

use nix::sys::signal::{Signal, kill, killpg};
use nix::unistd::Pid;

use super::evaluator::{Act, Profile};

/// What is not played, and why.
#[derive(Debug)]
pub(crate) struct NotPlayed(pub(crate) String);

/// One call that did not work: refused by the profile, or by the system.
type Done = Result<(), io::Error>;

/// A command that is played.
#[derive(Debug)]
pub(crate) struct Player<'p> {
    profile: &'p Profile,
    cwd: PathBuf,
    output: File,
}

/// A word of a command, or an operator.
#[derive(Clone, PartialEq, Debug)]
enum Token {
    Word(String),
    /// `;`, `&&`, `||`, `>`, `>>`
    Operator(&'static str),
}

const OPERATORS: [&str; 5] = ["&&", "||", ">>", ">", ";"];

fn tokens(script: &str) -> Result<Vec<Token>, NotPlayed> {
    let mut found = Vec::new();
    let mut rest = script;
    let mut word: Option<String> = None;
    while let Some(first) = rest.chars().next() {
        let operator = OPERATORS.into_iter().find(|operator| rest.starts_with(operator));
        let mut length = first.len_utf8();
        if first == ' ' || operator.is_some() {
            found.extend(word.take().map(Token::Word));
            length = operator.map_or(1, str::len);
            found.extend(operator.map(Token::Operator));
        } else if first == '\'' {
            let inside = rest[1..].split('\'').next().unwrap();
            word.get_or_insert_default().push_str(inside);
            length = inside.len() + 2;
        } else if "\"\\$`()&|<*?[{#\n".contains(first) {
            return Err(NotPlayed(format!("`{first}` of the shell is not played")));
        } else {
            word.get_or_insert_default().push(first);
        }
        rest = &rest[length..];
    }
    found.extend(word.map(Token::Word));
    Ok(found)
}

impl<'p> Player<'p> {
    pub(crate) fn new(profile: &'p Profile, cwd: PathBuf, output: File) -> Self {
        Self { profile, cwd, output }
    }

    /// Plays `script`; whether its status is 0.
    pub(crate) fn play(&mut self, script: &str, probe: &str) -> Result<bool, NotPlayed> {
        if script.contains("/proc/") {
            return Err(NotPlayed("macOS has no `/proc`".to_owned()));
        }
        let tokens = tokens(script)?;
        let mut succeeded = true;
        let mut join = ";";
        for part in tokens.split_inclusive(|token| matches!(token, Token::Operator(";" | "&&" | "||"))) {
            let (command, next) = match part.split_last() {
                Some((Token::Operator(operator @ (";" | "&&" | "||")), command)) => (command, *operator),
                _ => (part, ";"),
            };
            if join == ";" || (join == "&&") == succeeded {
                succeeded = self.command(command, probe)?;
            }
            join = next;
        }
        Ok(succeeded)
    }

    fn command(&mut self, tokens: &[Token], probe: &str) -> Result<bool, NotPlayed> {
        let mut words = Vec::new();
        let mut redirect = None;
        let mut tokens = tokens.iter();
        while let Some(token) = tokens.next() {
            match token {
                Token::Word(word) => words.push(word.as_str()),
                Token::Operator(operator) => {
                    let Some(Token::Word(file)) = tokens.next() else {
                        return Err(NotPlayed("a redirect".into()));
                    };
                    redirect = Some((*operator, file.as_str()));
                }
            }
        }
        // The probes are this program with another first argument.
        let done = match words.as_slice() {
            [program, _, verb, rest @ ..] if *program == probe => self.probe(verb, rest)?,
            [name, rest @ ..] => self.program(name, rest, redirect)?,
            [] => Ok(()),
        };
        if let Err(error) = &done {
            let _ = writeln!(self.output, "{}: {error}", words.join(" "));
        }
        Ok(done.is_ok())
    }

    fn program(
        &mut self,
        name: &str,
        rest: &[&str],
        redirect: Option<(&str, &str)>,
    ) -> Result<Done, NotPlayed> {
        let (options, operands): (Vec<&str>, Vec<&str>) =
            rest.iter().copied().partition(|word| word.starts_with('-'));
        let has = |letter: char| options.iter().any(|option| option.contains(letter));
        Ok(match (name, operands.as_slice()) {
            ("echo" | "printf", _) => {
                let text = format!("{}\n", rest.join(" ").replace("\\n", "\n").replace("\\t", "\t"));
                match redirect {
                    Some((operator, file)) => self.write(file, &text, operator == ">>"),
                    None => self.output.write_all(text.as_bytes()),
                }
            }
            ("mkdir", names) => each(names, |name| self.make_directories(name, has('p'))),
            ("rmdir", [name]) => self.unlink(name).and_then(fs::remove_dir),
            ("rm", names) => each(names, |name| self.remove(name, has('f'))),
            ("mv", [from, to]) => {
                let to = self.inside(to, from);
                self.rename(from, &to)
            }
            ("ln", [target, name]) if has('s') => {
                if has('f')
                    && fs::symlink_metadata(self.at(name)).is_ok()
                    && let Err(error) = self.unlink(name).and_then(fs::remove_file)
                {
                    return Ok(Err(error));
                }
                let name = if has('n') { (*name).to_owned() } else { self.inside(name, target) };
                self.create(&name, "SYMLINK").and_then(|path| symlink(target, path))
            }
            ("ln", [target, name]) => {
                let name = self.inside(name, target);
                self.link(target, &name, !has('P'))
            }
            ("cat", [name]) => self.read(name),
            ("sh", [name]) => self.run_file(name),
            ("ls", [name]) => self.list(name),
            ("cp", [from, to]) => {
                let to = self.inside(to, from);
                self.copy(from, &to)
            }
            ("chmod", [mode, name]) => {
                let (mode, all) = match *mode {
                    "+x" => (0o755, false),
                    mode => (
                        u32::from_str_radix(mode, 8).map_err(|_| NotPlayed(format!("mode {mode}")))?,
                        has('R'),
                    ),
                };
                self.chmod(name, mode, all)
            }
            ("touch", ["@0", name]) => self.age(name),
            ("mkfifo", [name]) => self
                .create(name, "FIFO")
                .and_then(|path| Ok(nix::unistd::mkfifo(&path, nix::sys::stat::Mode::S_IRWXU)?)),
            ("kill", _) if rest.first() == Some(&"-KILL") => self.kill(rest[1]),
            _ => return Err(NotPlayed(format!("`{name} {}` is not played", rest.join(" ")))),
        })
    }

    fn probe(&mut self, verb: &str, rest: &[&str]) -> Result<Done, NotPlayed> {
        Ok(match (verb, rest) {
            ("rename", [from, to]) => self.rename(from, to),
            ("exchange", [one, other]) => self.exchange(one, other),
            ("truncate", [name]) => self
                .open(name, "file-write-data")
                .and_then(|path| File::options().write(true).truncate(true).open(path).map(drop)),
            ("map" | "reopen", [name]) => self.write(name, "x", false),
            ("fchmod", [name]) => self.chmod(name, 0o640, false),
            ("chmod-by-descriptor", [name, mode]) => {
                self.chmod(name, u32::from_str_radix(mode, 8).map_err(|_| NotPlayed((*mode).into()))?, false)
            }
            ("futimens", [name]) => self.age(name),
            ("setxattr", [name]) => self.open(name, "file-write-xattr").and_then(|path| {
                let done = std::process::Command::new("setfattr")
                    .args(["-n", "user.shellgate", "-v", "x"])
                    .arg(path)
                    .status()?;
                if done.success() { Ok(()) } else { Err(io::ErrorKind::Unsupported.into()) }
            }),
            ("from-directory", [directory, name]) => self.write(&format!("{directory}/{name}"), "x", false),
            ("read-from-directory", [directory, name]) => self.read(&format!("{directory}/{name}")),
            ("node", [name]) => self.write(name, "", false),
            ("bind", [name]) => self.bind(name),
            ("unix", [name]) => self.connect(name, |path| {
                UnixStream::connect(path).and_then(|mut stream| stream.write_all(b"x"))
            }),
            ("unix-datagram" | "unix-pair", [name]) => self.connect(name, |path| {
                UnixDatagram::unbound().and_then(|socket| socket.send_to(b"x", path)).map(drop)
            }),
            ("tcp", [host, port]) => self.dial(host, port, |to| {
                TcpStream::connect_timeout(&to, Duration::from_secs(5))
                    .and_then(|mut stream| stream.write_all(b"x"))
            }),
            ("fast-open" | "multipath", [port]) => self.dial("127.0.0.1", port, |to| {
                TcpStream::connect(to).and_then(|mut stream| stream.write_all(b"x"))
            }),
            ("udp" | "udp-connected" | "udp-many", [port]) => self.dial("127.0.0.1", port, |to| {
                UdpSocket::bind("127.0.0.1:0").and_then(|socket| socket.send_to(b"x", to)).map(drop)
            }),
            ("listen", [port]) => self.listen(port),
            ("kill-queued" | "kill-thread" | "kill-by-owner", [victim]) => self.kill(victim),
            _ => {
                return Err(NotPlayed(format!(
                    "macOS has no call for the probe `{verb}`, or it is not played"
                )));
            }
        })
    }

    fn at(&self, name: &str) -> PathBuf {
        self.cwd.join(name)
    }

    /// `name`, or what `from` would be called in it when it is a directory.
    fn inside(&self, name: &str, from: &str) -> String {
        let last = Path::new(from).file_name().map(|last| last.to_string_lossy().into_owned());
        match last.filter(|_| self.at(name).is_dir()) {
            Some(last) => format!("{name}/{last}"),
            None => name.to_owned(),
        }
    }

    /// The path that the kernel finds for `name` when it does not follow the last link.
    fn unfollowed(&self, name: &str) -> io::Result<PathBuf> {
        let path = self.at(name);
        let (Some(parent), Some(last)) = (path.parent(), path.file_name()) else {
            return path.canonicalize();
        };
        Ok(parent.canonicalize()?.join(last))
    }

    /// The path that the kernel finds for `name`; where nothing is, the one at which it would be made.
    fn followed(&self, name: &str) -> io::Result<PathBuf> {
        let path = self.at(name);
        if let Ok(real) = path.canonicalize() {
            return Ok(real);
        }
        match fs::read_link(&path) {
            Ok(target) => self.followed(&path.parent().unwrap().join(target).to_string_lossy()),
            Err(_) => self.unfollowed(name),
        }
    }

    fn ask(&self, act: &Act<'_>) -> Done {
        if self.profile.allows(act) {
            return Ok(());
        }
        Err(io::Error::other(format!("{} was refused", act.operation)))
    }

    fn ask_path(&self, operation: &str, path: &Path, vnode: Option<&str>) -> Done {
        let text = path.to_string_lossy();
        self.ask(&Act { operation, path: Some(&text), vnode: vnode.or(kind(path)), ..Act::default() })
    }

    /// Opens what `name` leads to, for `operation`.
    fn open(&self, name: &str, operation: &str) -> io::Result<PathBuf> {
        let path = self.followed(name)?;
        self.ask_path(operation, &path, None)?;
        Ok(path)
    }

    fn create(&self, name: &str, vnode: &str) -> io::Result<PathBuf> {
        let path = self.unfollowed(name)?;
        self.ask_path("file-write-create", &path, Some(vnode))?;
        Ok(path)
    }

    fn unlink(&self, name: &str) -> io::Result<PathBuf> {
        let path = self.unfollowed(name)?;
        self.ask_path("file-write-unlink", &path, None)?;
        Ok(path)
    }

    fn write(&self, name: &str, text: &str, appends: bool) -> Done {
        let path = self.followed(name)?;
        let exists = path.exists();
        if !exists {
            self.ask_path("file-write-create", &path, Some("REGULAR-FILE"))?;
        }
        self.ask_path("file-write-data", &path, Some("REGULAR-FILE"))?;
        let mut file =
            File::options().create(true).write(true).append(appends).truncate(!appends).open(path)?;
        file.write_all(text.as_bytes())
    }

    fn read(&mut self, name: &str) -> Done {
        let path = self.open(name, "file-read-data")?;
        let mut text = Vec::new();
        File::open(path)?.read_to_end(&mut text)?;
        self.output.write_all(&text)
    }

    fn run_file(&mut self, name: &str) -> Done {
        self.read(name)
    }

    fn list(&mut self, name: &str) -> Done {
        let path = self.open(name, "file-read-data")?;
        for entry in fs::read_dir(path)? {
            writeln!(self.output, "{}", entry?.file_name().to_string_lossy())?;
        }
        Ok(())
    }

    fn make_directories(&self, name: &str, parents: bool) -> Done {
        let path = self.at(name);
        if parents {
            if path.is_dir() {
                return Ok(());
            }
            self.make_directories(&path.parent().unwrap().to_string_lossy(), true)?;
        }
        self.create(name, "DIRECTORY").and_then(fs::create_dir)
    }

    fn remove(&self, name: &str, quiet: bool) -> Done {
        let path = self.unfollowed(name)?;
        let Ok(found) = fs::symlink_metadata(&path) else {
            return if quiet { Ok(()) } else { Err(io::ErrorKind::NotFound.into()) };
        };
        if !found.is_dir() {
            return self.unlink(name).and_then(fs::remove_file);
        }
        // Like `rm`, it removes what it can.
        let inside = fs::read_dir(&path)?.flatten().map(|entry| entry.path()).collect::<Vec<_>>();
        let inside =
            inside.iter().map(|path| self.remove(&path.to_string_lossy(), quiet)).collect::<Vec<_>>();
        inside.into_iter().collect::<Done>()?;
        self.unlink(name).and_then(fs::remove_dir)
    }

    fn rename(&self, from: &str, to: &str) -> Done {
        let (from, target) = (self.unlink(from)?, self.unfollowed(to)?);
        if fs::symlink_metadata(&target).is_ok() {
            self.ask_path("file-write-unlink", &target, None)?;
        }
        self.ask_path("file-write-create", &target, kind(&from))?;
        fs::rename(from, target)
    }

    fn exchange(&self, one: &str, other: &str) -> Done {
        let (one_path, other_path) = (self.unlink(one)?, self.unlink(other)?);
        self.ask_path("file-write-create", &one_path, kind(&other_path))?;
        self.ask_path("file-write-create", &other_path, kind(&one_path))?;
        let between = one_path.with_extension("between");
        fs::rename(&one_path, &between)?;
        fs::rename(&other_path, &one_path)?;
        fs::rename(between, other_path)
    }

    fn link(&self, from: &str, to: &str, follows: bool) -> Done {
        let from = if follows { self.followed(from)? } else { self.unfollowed(from)? };
        self.ask_path("file-link", &from, None)?;
        let to = self.create(to, kind(&from).unwrap_or("REGULAR-FILE"))?;
        fs::hard_link(from, to)
    }

    fn copy(&self, from: &str, to: &str) -> Done {
        let source = self.open(from, "file-read-data")?;
        if !source.is_dir() {
            self.write(to, "", false)?;
            return fs::copy(source, self.at(to)).map(drop);
        }
        self.make_directories(to, false)?;
        let inside = fs::read_dir(&source)?.flatten().map(|entry| entry.file_name());
        for name in inside {
            let name = name.to_string_lossy();
            self.copy(&format!("{}/{name}", source.display()), &format!("{to}/{name}"))?;
        }
        Ok(())
    }

    fn chmod(&self, name: &str, mode: u32, all: bool) -> Done {
        let path = self.open(name, "file-write-mode")?;
        fs::set_permissions(&path, fs::Permissions::from_mode(mode))?;
        for entry in fs::read_dir(&path).into_iter().filter(|_| all).flatten().flatten() {
            self.chmod(&entry.path().to_string_lossy(), mode, all)?;
        }
        Ok(())
    }

    fn age(&self, name: &str) -> Done {
        let path = self.open(name, "file-write-times")?;
        File::open(path)?.set_modified(SystemTime::UNIX_EPOCH)
    }

    fn bind(&self, name: &str) -> Done {
        let path = self.create(name, "SOCKET")?;
        self.ask_path("network-bind", &path, Some("SOCKET"))?;
        UnixListener::bind(path).map(drop)
    }

    fn connect(&self, name: &str, connect: impl FnOnce(&Path) -> Done) -> Done {
        let path = self.followed(name)?;
        self.ask_path("network-outbound", &path, Some("SOCKET"))?;
        connect(&path)
    }

    fn dial(&self, host: &str, port: &str, dial: impl FnOnce(SocketAddr) -> Done) -> Done {
        let address =
            (host.parse::<IpAddr>().map_err(io::Error::other)?, port.parse().map_err(io::Error::other)?);
        self.ask(&Act { operation: "network-outbound", address: Some(address), ..Act::default() })?;
        dial(address.into())
    }

    fn listen(&self, port: &str) -> Done {
        let port = port.parse::<u16>().map_err(io::Error::other)?;
        let address = Some((IpAddr::from([127, 0, 0, 1]), port));
        for operation in ["network-bind", "network-inbound"] {
            self.ask(&Act { operation, address, ..Act::default() })?;
        }
        TcpListener::bind(("127.0.0.1", port))?.accept()?.0.read_exact(&mut [0])
    }

    fn kill(&self, victim: &str) -> Done {
        self.ask(&Act { operation: "signal", named: Some(("target", "others")), ..Act::default() })?;
        let pid = victim.parse::<i32>().map_err(io::Error::other)?;
        // The victim leads a process group of its own.
        Ok(if pid < 0 {
            killpg(Pid::from_raw(-pid), Signal::SIGKILL)
        } else {
            kill(Pid::from_raw(pid), Signal::SIGKILL)
        }?)
    }
}

/// What is at `path`, as the language calls it.
fn kind(path: &Path) -> Option<&'static str> {
    let kind = fs::symlink_metadata(path).ok()?.file_type();
    Some(if kind.is_dir() {
        "DIRECTORY"
    } else if kind.is_symlink() {
        "SYMLINK"
    } else if kind.is_socket() {
        "SOCKET"
    } else {
        "REGULAR-FILE"
    })
}

fn each(names: &[&str], mut act: impl FnMut(&str) -> Done) -> Done {
    // Like a program, it goes on with the others.
    let done = names.iter().map(|name| act(name)).collect::<Vec<_>>();
    done.into_iter().collect()
}
