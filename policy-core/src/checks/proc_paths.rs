//! The places below `/proc` and `/dev/fd` to which the text of a path can lead.
//!
//! Follows a path component by component through the few relevant places. A component with a pattern or an unknown part
//! can lead to several of them. Keeps only one component in memory.

/// A set of places in which a path can be.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub(super) struct Places(u8);

impl Places {
    /// `/`
    pub(super) const ROOT: Self = Self(1);
    /// `/proc`
    pub(super) const PROC: Self = Self(1 << 1);
    /// `/proc/<process>` or `/proc/<process>/task/<thread>`: here lies `environ`.
    pub(super) const PROCESS: Self = Self(1 << 2);
    /// `/proc/<process>/task`
    pub(super) const TASK: Self = Self(1 << 3);
    /// Below a process: `/proc/<process>/fd`, which is `/dev/fd` as well.
    pub(super) const BELOW: Self = Self(1 << 4);
    /// `/dev`
    const DEV: Self = Self(1 << 5);
    /// Anywhere else.
    pub(super) const ELSEWHERE: Self = Self(1 << 6);
    /// The environment of a process.
    pub(super) const ENVIRON: Self = Self(1 << 7);

    pub(super) const fn any(self, other: Self) -> bool {
        self.0 & other.0 != 0
    }

    pub(super) const fn and(self, other: Self) -> Self {
        Self(self.0 | other.0)
    }

    pub(super) const fn only(self, other: Self) -> Self {
        Self(self.0 & other.0)
    }
}

/// One unit of a path, as far as it is known before running.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Unit {
    /// This byte.
    Byte(u8),
    /// Any one character.
    One,
    /// Any text within one component.
    Any,
    /// A process's number: `$$`, `$!`, `$PPID`.
    Number,
}

/// More units than this cannot match the names that matter.
const LONGEST: usize = 24;

/// A path that is being followed.
#[derive(Clone, Copy, Debug)]
pub(super) struct Walk {
    cwd: Places,
    at: Places,
    component: [Unit; LONGEST],
    length: usize,
    overflow: bool,
    begun: bool,
    first: bool,
    /// Every place in which some path of the text ended.
    pub(super) reached: Places,
}

impl Walk {
    /// A walk for a text whose relative paths begin at `cwd`.
    pub(super) fn new(cwd: Places) -> Self {
        Self {
            cwd,
            at: cwd,
            component: [Unit::One; LONGEST],
            length: 0,
            overflow: false,
            begun: false,
            first: true,
            reached: Places::default(),
        }
    }

    /// Takes the next unit of the text.
    pub(super) fn step(&mut self, unit: Unit) {
        match unit {
            Unit::Byte(b'/') if !self.begun => {
                self.begun = true;
                self.at = Places::ROOT;
                self.first = false;
            }
            Unit::Byte(b'/') => self.component_ends(),
            // What ends a path inside a longer text: `--file=/x`, `file:///x`, `@/x`, a command line in quotes.
            Unit::Byte(
                b' ' | b'\t' | b'\n' | b'\'' | b'"' | b'`' | b'=' | b':' | b';' | b'|' | b'&' | b'<' | b'>'
                | b'(' | b')' | b',' | b'@',
            ) => self.path_ends(),
            Unit::Any if self.length > 0 && self.component.get(self.length - 1) == Some(&Unit::Any) => {}
            unit => {
                self.begun = true;
                match self.component.get_mut(self.length) {
                    Some(cell) => {
                        *cell = unit;
                        self.length += 1;
                    }
                    None => self.overflow = true,
                }
            }
        }
    }

    /// Ends the path; another may follow.
    pub(super) fn path_ends(&mut self) {
        if self.begun {
            self.component_ends();
            self.reached = self.reached.and(self.at);
        }
        self.begun = false;
        self.first = true;
        self.at = self.cwd;
    }

    fn component_ends(&mut self) {
        let units = self.component.get(..self.length).unwrap_or(&[]);
        let attached = self.first && matches!(units, [Unit::Byte(b'-'), _, ..]);
        self.at = if units.is_empty() && !self.overflow || units == [Unit::Byte(b'.')] {
            self.at
        } else if attached {
            // `-f/proc/…`: the path begins after the option's letter.
            Places::ROOT
        } else if units == [Unit::Byte(b'.'), Unit::Byte(b'.')] {
            up(self.at)
        } else {
            down(self.at, units, self.overflow)
        };
        self.length = 0;
        self.overflow = false;
        self.first = false;
    }
}

/// The places above.
fn up(at: Places) -> Places {
    let mut to = Places::default();
    for (from, above) in [
        (Places::ROOT, Places::ROOT),
        (Places::PROC, Places::ROOT),
        (Places::PROCESS, Places::PROC),
        (Places::TASK, Places::PROCESS),
        // The kernel goes from `/dev/fd` up to the process, `cd` up to `/dev`.
        (Places::BELOW, Places::PROCESS.and(Places::BELOW).and(Places::DEV)),
        (Places::DEV, Places::ROOT),
        (Places::ELSEWHERE, Places::ELSEWHERE.and(Places::ROOT)),
    ] {
        if at.any(from) {
            to = to.and(above);
        }
    }
    to
}

/// The places one component down.
fn down(at: Places, units: &[Unit], overflow: bool) -> Places {
    let is = |name: &[u8]| !overflow && matches(units, name);
    let mut to = Places::default();
    let mut add = |from: Places, when: bool, place: Places| {
        if at.any(from) && when {
            to = to.and(place);
        }
    };
    add(Places::ROOT, is(b"proc"), Places::PROC);
    add(Places::ROOT, is(b"dev"), Places::DEV);
    add(Places::ROOT.and(Places::ELSEWHERE).and(Places::DEV), true, Places::ELSEWHERE);
    add(Places::DEV, is(b"fd"), Places::BELOW);
    // `/proc/net` is `self/net`.
    add(Places::PROC, is(b"net"), Places::BELOW);
    add(Places::PROC.and(Places::TASK), true, Places::PROCESS);
    add(Places::PROCESS, is(b"environ"), Places::ENVIRON);
    add(Places::PROCESS, is(b"task"), Places::TASK);
    add(Places::PROCESS, is(b"root"), Places::ROOT);
    add(Places::PROCESS.and(Places::BELOW), true, Places::BELOW);
    to
}

/// Whether these units could be `name`. Linear but for the few bytes of the name.
fn matches(units: &[Unit], name: &[u8]) -> bool {
    // Bit i: the first i bytes of the name can have been written.
    let end = 1u32 << name.len();
    let mut states = 1u32;
    for unit in units {
        states = match unit {
            Unit::Byte(byte) => {
                let fits = name.iter().enumerate().filter(|(_, letter)| *letter == byte);
                fits.fold(0, |set, (at, _)| set | (states & 1 << at) << 1)
            }
            Unit::One => states << 1,
            Unit::Number => 0,
            // From the lowest state on, everything can be written.
            Unit::Any if states == 0 => 0,
            Unit::Any => !((1 << states.trailing_zeros()) - 1),
        };
        states &= (end << 1) - 1;
    }
    states & end != 0
}

#[cfg(test)]
mod tests {
    use super::*;

    fn ends_at(path: &str, cwd: Places) -> Places {
        let mut walk = Walk::new(cwd);
        for byte in path.bytes() {
            walk.step(match byte {
                b'*' => Unit::Any,
                b'?' => Unit::One,
                byte => Unit::Byte(byte),
            });
        }
        walk.path_ends();
        walk.reached
    }

    #[test]
    fn every_way_to_an_environment_is_seen() {
        for path in [
            "/proc/self/environ",
            "//proc///1/./environ",
            "/proc/1/task/2/environ",
            "/dev/fd/../environ",
            "/proc/net/../environ",
            "/proc/self/root/proc/1/environ",
            "/tmp/../proc/1/environ",
            "../../proc/1/environ",
            "-f/proc/1/environ",
            "a=/proc/1/environ",
            "file:///proc/1/environ",
            "/*/*/e*",
            "/pr?c/1/*n",
        ] {
            assert!(ends_at(path, Places::ELSEWHERE).any(Places::ENVIRON), "{path}");
        }
    }

    #[test]
    fn other_paths_lead_elsewhere() {
        for path in [
            "/proc/1/status",
            "/proc/*",
            "proc/1/environ",
            "/etc/environ",
            "environ",
            "/proc/environ",
            "/*/*/*.rs",
            "/home/u/environ",
        ] {
            assert!(!ends_at(path, Places::ELSEWHERE).any(Places::ENVIRON), "{path}");
        }
    }

    #[test]
    fn a_relative_path_begins_where_the_command_stands() {
        assert!(ends_at("environ", Places::PROCESS).any(Places::ENVIRON));
        assert!(ends_at("1/environ", Places::PROC).any(Places::ENVIRON));
        assert!(!ends_at("status", Places::PROCESS).any(Places::ENVIRON));
    }
}
