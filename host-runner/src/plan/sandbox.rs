//! The sandbox request that the settings ask for.

use std::path::{Component, Path, PathBuf};

use policy_core::policy::SandboxSettings;

use crate::network::Hosts;
use crate::sandbox::{Network, SandboxRequest};

/// Where a command runs, and for whom: what the paths of settings begin at.
#[derive(Clone, Copy, Debug)]
pub(super) struct Place<'p> {
    /// The absolute working directory.
    pub cwd: &'p Path,
    pub home: Option<&'p Path>,
}

impl Place<'_> {
    /// The sandbox request for a read-only command: it changes nothing and connects to nothing.
    pub(super) fn to_read(self, settings: &SandboxSettings) -> SandboxRequest {
        SandboxRequest { deny_read: self.resolved(&settings.deny_read), ..SandboxRequest::default() }
    }

    /// The sandbox request for any other command. `hosts` are those that it may reach; none for a command that is known
    /// to connect nowhere.
    pub(super) fn to_work(self, settings: &SandboxSettings, hosts: Option<&Hosts>) -> SandboxRequest {
        let network = match hosts {
            Some(hosts) if !hosts.is_empty() => Network::Proxied,
            Some(_) if settings.allow_local_binding => Network::Loopback,
            _ => Network::None,
        };
        let granted =
            [&settings.additional_directories, &settings.allow_write].map(|paths| self.resolved(paths));
        SandboxRequest {
            writable: [self.cwd.to_owned()].into_iter().chain(granted.into_iter().flatten()).collect(),
            read_only_inside: self.resolved(&settings.deny_write),
            network,
            captured_ports: match hosts {
                Some(hosts) if network == Network::Proxied => hosts.captured_ports(),
                _ => Vec::new(),
            },
            unix_sockets: settings.allow_all_unix_sockets,
            allowed_sockets: self.resolved(&settings.allow_unix_sockets),
            ..self.to_read(settings)
        }
    }

    pub(super) fn resolved(self, paths: &[String]) -> Vec<PathBuf> {
        paths.iter().map(|path| self.resolve(path)).collect()
    }

    /// The absolute path that a sandbox setting means: `~/x` in the home directory, `//x` and `/x` absolute, the rest
    /// beneath the working directory. `.` and `..` are taken out.
    pub(super) fn resolve(self, path: &str) -> PathBuf {
        let home = self.home.unwrap_or(self.cwd);
        let joined = match path.strip_prefix('~') {
            Some("") => home.to_owned(),
            Some(rest) if rest.starts_with('/') => home.join(rest.trim_start_matches('/')),
            _ if path.starts_with('/') => Path::new("/").join(path.trim_start_matches('/')),
            _ => self.cwd.join(path),
        };
        let mut absolute = PathBuf::new();
        for part in joined.components() {
            match part {
                Component::ParentDir => drop(absolute.pop()),
                Component::CurDir => {}
                part => absolute.push(part),
            }
        }
        absolute
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn settings_name_paths_from_home_root_or_the_working_directory() {
        let place = Place { cwd: Path::new("/repo"), home: Some(Path::new("/home/u")) };
        let cases = [
            ("~/x", "/home/u/x"),
            ("~", "/home/u"),
            ("//var/x", "/var/x"),
            ("/var/../x", "/x"),
            ("./x", "/repo/x"),
            ("../x/", "/x"),
            ("~x", "/repo/~x"),
        ];
        for (path, absolute) in cases {
            assert_eq!(place.resolve(path), Path::new(absolute), "{path}");
        }
    }
}
