//! Paths as Windows, WSL, Cygwin and Git Bash spell them: `C:\x`, `C:/x`, `/c/x`, `/mnt/c/x`, `/cygdrive/c/x`,
//! `\\server\share`, `\\?\C:\x`, `\\wsl$\distribution\x`.
//!
//! Owns what such a spelling names, written as an absolute Unix path. Never asks a disk: what only a disk knows (a
//! short name such as `PROGRA~1`, a drive's own working directory) is not known.
//!
//! Sources: Microsoft, "Naming Files, Paths, and Namespaces" and "File path formats on Windows systems"; Cygwin User's
//! Guide, "Mapping path names"; WSL, "Working across file systems".

use alloc::borrow::Cow;
use alloc::string::String;
use alloc::vec::Vec;

use super::lexical::{clean, components, join};
use super::model::PathModel;

/// The directory below which the shares of other machines are kept apart; no path that a shell is given can name it.
const SHARES: &str = "/\0";

/// Names of devices, whatever ending follows them, in small letters; `com1` to `com9` and `lpt1` to `lpt9` besides.
const DEVICES: [&str; 6] = ["aux", "con", "conin$", "conout$", "nul", "prn"];

/// What a path is to a program for Windows.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Reading {
    /// This absolute, cleaned path.
    Path(String),
    /// This one, with short names in it (`PROGRA~1`) that can stand for others.
    Short(String),
    /// A device, a path relative to another drive, or one that Windows reads in no certain way.
    Unknown,
}

/// A path that is spelled as Windows spells it.
enum Spelled {
    /// The drive's letter, and what follows it, with slashes.
    Drive(char, String),
    /// `server/share/…`, with slashes.
    Share(String),
    /// A path of the Linux that runs in Windows.
    Linux(String),
    /// `\x`: from the root of the present drive.
    Rooted(String),
    /// `a\b`, with slashes.
    Relative(String),
    /// `C:x`
    OfDrive,
    /// A device.
    Device,
}

impl PathModel {
    /// What the working directory, or else the home directory, says.
    pub fn of(cwd: Option<&str>, home: Option<&str>) -> &'static Self {
        let Some(path) = cwd.or(home) else { return Self::UNIX };
        if matches!(spelled(path), Some(Spelled::Drive(..) | Spelled::Share(_))) {
            return Self::WINDOWS;
        }
        let mut names = components(path).take_while(|_| path.starts_with('/'));
        match (names.next(), names.next()) {
            (Some("mnt"), Some(drive)) if is_drive(drive) => Self::WSL,
            (Some("cygdrive"), Some(drive)) if is_drive(drive) => Self::CYGWIN,
            (Some(drive), _) if is_drive(drive) => Self::MSYS,
            _ => Self::UNIX,
        }
    }

    /// What a program for Windows makes of `path`, looked up from the absolute directory `directory`; none when that
    /// is what a program for Unix makes of it too.
    ///
    /// On [`PathModel::WINDOWS`] it is the only reading there is.
    pub fn reading(&self, directory: &str, path: &str) -> Option<Reading> {
        let text = match spelled(path) {
            Some(Spelled::Drive(letter, rest)) => self.on_drive(letter, &rest),
            Some(Spelled::Share(rest)) => alloc::format!("{SHARES}/{rest}"),
            Some(Spelled::Linux(rest)) => rest,
            Some(Spelled::Rooted(rest)) => match drive_of(directory) {
                Some((letter, _)) if self.has_drives() => self.on_drive(letter, &rest),
                _ => return Some(Reading::Unknown),
            },
            Some(Spelled::Relative(rest)) => return Some(named(directory, &rest)),
            Some(Spelled::Device) => return Some(Reading::Unknown),
            Some(Spelled::OfDrive) => return self.reads_only_as_windows().then_some(Reading::Unknown),
            None => {
                let share = path.starts_with("//") && path.trim_start_matches('/').contains('/');
                if self.has_shares && share {
                    return Some(named("/", &alloc::format!("{SHARES}/{}", path.trim_start_matches('/'))));
                }
                return self.reads_only_as_windows().then(|| named(directory, path));
            }
        };
        Some(named("/", &text))
    }

    fn on_drive(&self, letter: char, rest: &str) -> String {
        let letter = letter.to_ascii_lowercase();
        let separator = if rest.starts_with('/') { "" } else { "/" };
        alloc::format!("{}{letter}{separator}{rest}", self.drives)
    }

    /// What of the absolute, cleaned path `path` follows the drive `C:`, on which Windows is installed by default; none where
    /// there are no drives.
    pub fn on_own_drive<'p>(&self, path: &'p str) -> Option<&'p str> {
        let rest = path.strip_prefix(self.drives).filter(|_| self.has_drives())?;
        rest.strip_prefix("c/")
    }

    /// Whether names are surely compared without regard to case where the absolute path lies.
    pub fn ignores_case(&self, path: &str) -> bool {
        self.has_drives() && is_foreign(path)
    }

    /// A directory of any system, as the core names it.
    pub fn any_inward(path: &str) -> Cow<'_, str> {
        Self::WINDOWS.inward(path)
    }

    /// A directory as the host names it, as the core does: `C:\repo` is `/c/repo`. Others stay as they are.
    pub fn inward<'p>(&self, path: &'p str) -> Cow<'p, str> {
        let is_foreign = self.is_renamed() && path.starts_with("//")
            || matches!(spelled(path), Some(Spelled::Drive(..) | Spelled::Share(_)));
        match self.reading("/", path).filter(|_| is_foreign) {
            Some(Reading::Path(path) | Reading::Short(path)) => Cow::Owned(path),
            Some(Reading::Unknown) | None => Cow::Owned(path.into()),
        }
    }

    /// The opposite of [`PathModel::inward`], for a path about which the host is asked: `/c/repo` is `C:/repo`.
    pub fn outward<'p>(&self, path: &'p str) -> Cow<'p, str> {
        if !self.is_renamed() {
            return Cow::Owned(path.into());
        }
        if let Some(rest) = path.strip_prefix(SHARES) {
            return Cow::Owned(alloc::format!("/{rest}"));
        }
        match drive_of(path) {
            Some((letter, rest)) => {
                let rest = if rest.is_empty() { "/" } else { rest };
                Cow::Owned(alloc::format!("{}:{rest}", letter.to_ascii_uppercase()))
            }
            None => Cow::Owned(path.into()),
        }
    }
}

/// Whether the absolute path lies on a drive of Windows or on another machine's share, where names are compared
/// without regard to case.
pub fn is_foreign(path: &str) -> bool {
    path.starts_with(SHARES) || drive_of(path).is_some()
}

/// Every way in which a rule can name the absolute path `path`: a drive can occur at four places, and a share's name
/// after two slashes. The first is the path itself.
pub fn aliases(path: &str) -> Vec<String> {
    let mut names = alloc::vec![String::from(path)];
    if let Some(rest) = path.strip_prefix(SHARES) {
        names.push(rest.into());
    }
    if let Some((letter, rest)) = drive_of(path) {
        let (small, capital) = (letter.to_ascii_lowercase(), letter.to_ascii_uppercase());
        let places = [
            alloc::format!("/{small}{rest}"),
            alloc::format!("/mnt/{small}{rest}"),
            alloc::format!("/cygdrive/{small}{rest}"),
            alloc::format!("/{capital}:{rest}"),
        ];
        names.extend(places.into_iter().filter(|place| place != path));
    }
    names
}

/// The path without what Windows does not take for a part of a name: `::$DATA`, trailing dots and blanks; none when
/// nothing is left out.
pub fn bare(path: &str) -> Option<String> {
    let ends = |name: &str| !matches!(name, "." | "..") && name.ends_with(['.', ' ']);
    path.split('/').any(|name| name.contains("::") || ends(name)).then(|| {
        let names: Vec<&str> = path.split('/').map(without_decoration).collect();
        names.join("/")
    })
}

/// The drive's letter and the rest of a path that lies on one.
fn drive_of(path: &str) -> Option<(char, &str)> {
    // Every path comes here: the letter is looked at before any name is.
    let is_below_drive = |rest: &&str| matches!(rest.as_bytes(), [letter] | [letter, b'/', ..] if letter.is_ascii_alphabetic());
    let mut places = ["/mnt/", "/cygdrive/", "/"].into_iter();
    let below = places.find_map(|place| path.strip_prefix(place).filter(is_below_drive))?;
    Some((below.chars().next()?, below.get(1..)?))
}

/// Whether `name` is a drive's letter.
pub fn is_drive(name: &str) -> bool {
    matches!(name.as_bytes(), [letter] if letter.is_ascii_alphabetic())
}

fn spelled(path: &str) -> Option<Spelled> {
    let has_backslash = path.contains('\\');
    let prefixed = path.get(..4).is_some_and(|start| {
        matches!(
            start.as_bytes(),
            [b'\\' | b'/', b'\\' | b'/', b'?' | b'.', b'\\' | b'/']
                | [b'\\' | b'/', b'?', b'?', b'\\' | b'/']
        )
    });
    if !has_backslash && !prefixed && !starts_with_drive(path) {
        return None;
    }
    let text = path.replace('\\', "/");
    if prefixed {
        let rest = text.get(4..).unwrap_or("");
        let share = rest.get(..4).filter(|start| start.eq_ignore_ascii_case("unc/"));
        return Some(match (share, drive(rest)) {
            (Some(_), _) => share_of(rest.get(4..).unwrap_or("")),
            (None, Some((letter, rest))) if rest.is_empty() || rest.starts_with('/') => {
                Spelled::Drive(letter, rest.into())
            }
            _ => Spelled::Device,
        });
    }
    if path.starts_with("\\\\") || has_backslash && path.starts_with("//") {
        return Some(share_of(text.trim_start_matches('/')));
    }
    match drive(&text) {
        Some((letter, rest)) if rest.starts_with('/') => Some(Spelled::Drive(letter, rest.into())),
        Some(_) => Some(Spelled::OfDrive),
        None if path.starts_with('\\') => Some(Spelled::Rooted(text)),
        None => Some(Spelled::Relative(text)),
    }
}

fn starts_with_drive(path: &str) -> bool {
    drive(path).is_some()
}

/// The letter in front of the first colon, and the text after it.
fn drive(text: &str) -> Option<(char, &str)> {
    let (name, rest) = text.split_at_checked(1)?;
    let letter = name.chars().next().filter(char::is_ascii_alphabetic)?;
    Some((letter, rest.strip_prefix(':')?))
}

/// What `server/share/…` is: the Linux beside this Windows, a drive of this machine, or another machine.
fn share_of(text: &str) -> Spelled {
    let (server, rest) = text.split_once('/').unwrap_or((text, ""));
    let (share, inside) = rest.split_once('/').unwrap_or((rest, ""));
    let own = ["localhost", "127.0.0.1", "::1", "."].iter().any(|name| server.eq_ignore_ascii_case(name));
    if server.eq_ignore_ascii_case("wsl$") || server.eq_ignore_ascii_case("wsl.localhost") {
        return Spelled::Linux(alloc::format!("/{inside}"));
    }
    match share.strip_suffix('$') {
        Some(drive) if own && is_drive(drive) => {
            Spelled::Drive(drive.chars().next().unwrap_or('c'), alloc::format!("/{inside}"))
        }
        _ => Spelled::Share(text.into()),
    }
}

/// What the name `path`, with slashes, is from `directory`.
fn named(directory: &str, path: &str) -> Reading {
    let mut short = false;
    let mut names = Vec::new();
    for name in path.split('/') {
        if matches!(name, "" | "." | ".." | "\0") {
            names.push(name);
            continue;
        }
        let bare = without_decoration(name);
        if bare.is_empty() || is_device(bare) {
            return Reading::Unknown;
        }
        short |= is_short(bare);
        names.push(bare);
    }
    let path = names.join("/");
    let whole = if path.starts_with('/') { clean(&path).into_owned() } else { join(directory, &path) };
    if short { Reading::Short(whole) } else { Reading::Path(whole) }
}

/// A name without a stream (`:name:$DATA`) and without dots and blanks at its end.
pub(super) fn without_decoration(name: &str) -> &str {
    if matches!(name, "." | "..") {
        return name;
    }
    name.split(':').next().unwrap_or("").trim_end_matches(['.', ' '])
}

/// Whether a name is a device at any position: `nul`, `CON.txt`, `com1`.
fn is_device(name: &str) -> bool {
    let stem = name.split('.').next().unwrap_or("").trim_end_matches(' ').to_lowercase();
    let numbered = ["com", "lpt"].iter().any(|port| {
        let number = stem.strip_prefix(port).unwrap_or("");
        matches!(number, "¹" | "²" | "³")
            || number.len() == 1 && number.bytes().all(|byte| byte.is_ascii_digit())
    });
    numbered || DEVICES.contains(&&*stem)
}

/// Whether a name can be a short one that stands for another: `PROGRA~1`, `A~2.TXT`.
pub fn is_short(name: &str) -> bool {
    // By bytes: nearly every name is asked about, and has none.
    if !name.bytes().any(|byte| byte == b'~') {
        return false;
    }
    let (stem, ending) = name.split_once('.').unwrap_or((name, ""));
    let Some((front, number)) = stem.rsplit_once('~') else { return false };
    !front.is_empty()
        && stem.chars().count() <= 8
        && ending.chars().count() <= 3
        && !number.is_empty()
        && number.bytes().all(|byte| byte.is_ascii_digit())
}

#[cfg(test)]
#[path = "windows_tests.rs"]
mod tests;
