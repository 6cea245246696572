//! Programs that run whatever they get: to allow one with free arguments is to allow everything.
//!
//! Owns how a name is compared; the tables say which programs they are. Never decides.

use super::packed::program;
use crate::paths::lexical::last_part;

/// Whether `name` is such a program, with or without its directory or version (`python3.12`).
pub fn is_opener(name: &str, may_name_cmdlet: bool) -> bool {
    let name = last_part(name);
    let name = name.strip_suffix(".exe").unwrap_or(name);
    let plain = name.trim_end_matches(|c: char| c.is_ascii_digit() || c == '.' || c == '-');
    let is = |name| {
        let program = program(name).filter(|it| may_name_cmdlet || it.cmdlet.is_none());
        program.is_some_and(|it| it.wrapper.is_some() || it.arbitrary_code)
    };
    is(name) || plain.len() < name.len() && is(plain)
}

#[cfg(test)]
mod tests {
    use super::is_opener;

    #[test]
    fn interpreters_shells_wrappers_and_doors_to_other_machines_are_openers() {
        let names = ". ash awk bash bun bunx busybox chroot cmd command csh dash deno doas elvish env eval exec expect \
            fish flock gawk gdb ionice julia ksh lua luajit mawk nice node nodejs nohup npx nsenter nu osascript \
            parallel perl php pkexec powershell pwsh pypy python pythonw rlwrap ruby runuser screen script setsid sh \
            socat source ssh stdbuf su sudo systemd-run tclsh tcsh time timeout tmux ts-node tsx unshare uvx watch \
            wish wsl xargs zsh chrt setpriv strace gxargs gnice";
        for name in names.split_ascii_whitespace() {
            assert!(is_opener(name, true), "{name}");
        }
        for name in ["make", "npm", "cargo", "find", "git", "docker", "sed", "jq", "tar"] {
            assert!(!is_opener(name, true), "{name}");
        }
    }

    #[test]
    fn a_version_or_a_directory_does_not_hide_an_opener() {
        for name in
            ["python", "python3", "python3.12", "/usr/bin/python3", "./bash", "perl5.36", "bash.exe", "."]
        {
            assert!(is_opener(name, true), "{name}");
        }
        for name in ["git", "pythonic", "ls", "shellcheck", "", "toString", "constructor", "__proto__", "7"] {
            assert!(!is_opener(name, true), "{name}");
        }
    }
}
