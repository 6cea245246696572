//! Remedies for a person when the machine refuses a part of the sandbox.
//!
//! Owns the sentences, and reads the kernel's switches for them. Changes none.

use std::fs;

/// One line for a machine that refuses new namespaces, from the switch that is found to be set.
pub(crate) fn for_namespaces() -> String {
    if setting("/proc/sys/kernel/unprivileged_userns_clone") == Some(0) {
        return "allow user namespaces: `sysctl -w kernel.unprivileged_userns_clone=1`".to_owned();
    }
    if setting("/proc/sys/user/max_user_namespaces") == Some(0) {
        return "allow user namespaces: `sysctl -w user.max_user_namespaces=15000`".to_owned();
    }
    if setting("/proc/sys/kernel/apparmor_restrict_unprivileged_userns") == Some(1) {
        return "give this binary an AppArmor profile with `userns,`, or `sysctl -w \
                kernel.apparmor_restrict_unprivileged_userns=0`"
            .to_owned();
    }
    if seccomp_filtered() {
        return "this container's seccomp filter refuses them: start it with a profile that allows `clone` with \
                user namespaces, `mount`, `open_tree`, `move_mount` and `mount_setattr`, such as `--security-opt \
                seccomp=unconfined`"
            .to_owned();
    }
    "run outside a chroot, on a Linux kernel of 5.12 or later that allows user namespaces".to_owned()
}

/// One line for a machine on which a new `/proc` cannot be mounted.
pub(crate) fn for_proc() -> String {
    "parts of `/proc` are masked, as containers do: start the container with `--security-opt \
     systempaths=unconfined`"
        .to_owned()
}

/// One line for a kernel whose Landlock is absent or too old.
pub(crate) fn for_landlock(release: &str) -> String {
    format!("use Linux {release} or later with `landlock` among the `lsm=` boot parameters")
}

/// One line for a sandbox whose network could not be set up.
pub(crate) fn for_proxy() -> String {
    "use a kernel with IPv4 and a loopback in network namespaces; until then commands have no network"
        .to_owned()
}

/// One line for a machine whose kernel takes no filter.
pub(crate) fn for_system_calls() -> String {
    "use a kernel with `CONFIG_SECCOMP_FILTER` on x86-64 or 64-bit Arm".to_owned()
}

/// One line for a kernel that hands no call over to a supervisor.
pub(crate) fn for_names() -> String {
    "use Linux 5.19 or later on x86-64 or 64-bit Arm, outside of another supervisor of system calls"
        .to_owned()
}

fn setting(path: &str) -> Option<u32> {
    fs::read_to_string(path).ok()?.trim().parse().ok()
}

fn seccomp_filtered() -> bool {
    fs::read_to_string("/proc/self/status").is_ok_and(|status| {
        status.lines().any(|line| line.starts_with("Seccomp:") && line.trim_end().ends_with('2'))
    })
}
