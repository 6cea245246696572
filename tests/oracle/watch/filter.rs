//! The filter program for the kernel: which calls of which arguments the watcher is asked about (`seccomp(2)`).

use libc::{c_long, sock_filter};

use super::calls::{Call, When};

#[cfg(target_arch = "x86_64")]
pub(super) const ARCHITECTURE: Option<u32> = Some(0xC000_003E);
#[cfg(target_arch = "aarch64")]
pub(super) const ARCHITECTURE: Option<u32> = Some(0xC000_00B7);
#[cfg(not(any(target_arch = "x86_64", target_arch = "aarch64")))]
pub(super) const ARCHITECTURE: Option<u32> = None;

// Offsets into `struct seccomp_data`, little-endian.
const NUMBER: u32 = 0;
const ARCH: u32 = 4;
const fn low(argument: u32) -> u32 {
    16 + 8 * argument
}
const fn high(argument: u32) -> u32 {
    20 + 8 * argument
}

const ALLOW: sock_filter = answer(libc::SECCOMP_RET_ALLOW);
const ASK: sock_filter = answer(libc::SECCOMP_RET_USER_NOTIF);

/// The program; a process of another architecture is killed.
pub(super) fn program(architecture: u32, calls: impl Iterator<Item = &'static Call>) -> Vec<sock_filter> {
    let mut code =
        vec![load(ARCH), equal(architecture, 1, 0), answer(libc::SECCOMP_RET_KILL_PROCESS), load(NUMBER)];
    for call in calls {
        let tests = tests(call.when);
        code.push(equal(number(call.number), 0, tests.len() as u8));
        code.extend(tests);
    }
    code.push(ALLOW);
    code
}

/// What is done once the call's number fits; it ends in an answer.
fn tests(when: When) -> Vec<sock_filter> {
    match when {
        When::Always => vec![ASK],
        When::AnyBit(argument, bits) => vec![load(low(argument)), any_bit(bits), ASK, ALLOW],
        When::Given(argument) => {
            vec![load(low(argument)), equal(0, 0, 2), load(high(argument)), equal(0, 1, 0), ASK, ALLOW]
        }
        When::OneOf(argument, values) => listed(argument, values, ASK, ALLOW),
        When::NoneOf(argument, values) => listed(argument, values, ALLOW, ASK),
    }
}

fn listed(argument: u32, values: &[u32], inside: sock_filter, outside: sock_filter) -> Vec<sock_filter> {
    let mut code = vec![load(low(argument))];
    for value in values {
        code.extend([equal(*value, 0, 1), inside]);
    }
    code.push(outside);
    code
}

/// The number as the kernel shows it to a filter: 32 bits.
const fn number(number: c_long) -> u32 {
    number.cast_unsigned() as u32
}

const fn load(offset: u32) -> sock_filter {
    statement(libc::BPF_LD | libc::BPF_W | libc::BPF_ABS, offset, 0, 0)
}

const fn answer(value: u32) -> sock_filter {
    statement(libc::BPF_RET | libc::BPF_K, value, 0, 0)
}

const fn equal(value: u32, skip_if: u8, skip_else: u8) -> sock_filter {
    statement(libc::BPF_JMP | libc::BPF_JEQ | libc::BPF_K, value, skip_if, skip_else)
}

/// Goes on when a bit is set, and skips one otherwise.
const fn any_bit(value: u32) -> sock_filter {
    statement(libc::BPF_JMP | libc::BPF_JSET | libc::BPF_K, value, 0, 1)
}

const fn statement(code: u32, k: u32, jt: u8, jf: u8) -> sock_filter {
    sock_filter { code: code as u16, jt, jf, k }
}
