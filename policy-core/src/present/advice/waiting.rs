//! The remark on waiting in the foreground.

use super::remark::{Remark, Table};
use super::subject::RemarkSubject;
use crate::codes::{Code, Help};
use crate::commands::{Arg, Bound, bound};
use crate::examples::examples;
use crate::name_set::NameSet;
use crate::verdict::Audience;

/// From how many seconds on a wait is worth a remark.
const SECONDS_MIN: f64 = 2.0;

pub(super) static TABLE: Table = Table { programs: NameSet::of(&[CMDLET, "sleep"]), remarks: REMARKS };

/// The cmdlet that waits.
const CMDLET: &str = "Start-Sleep";

static REMARKS: &[Remark] = &[Remark {
    code: Code::brief(
        "SLEEP_FIRST",
        "waits in the foreground before it does anything",
        Help::both(
            "start the awaited command as a background task and wait for its report, or check now and again later",
        ),
    ),
    audience: Audience::Model,
    programs: &[CMDLET, "sleep"],
    find: |look| {
        let is_first = look.index == 0 && !look.place.nested;
        (is_first && seconds(look) >= SECONDS_MIN).then(|| look.span())
    },
    fires: examples![
        "sleep 5",
        "sleep 2 && cat log",
        "sleep 1m; ls",
        "sleep 1 1",
        "(sleep 30; ls)",
        "X=1 sleep 2.5s",
        "nice sleep 3",
    ],
    silent: examples![
        "sleep 1",
        "sleep 0.5; ls",
        "ls; sleep 5",
        "sleep $n",
        "sleep --help",
        "echo sleep 5",
        "sleep x",
        "make & sleep 5",
        "Start-Sleep 5",
    ],
}];

/// How long sleep(1), or the cmdlet where the shell has cmdlets, waits; 0 when that is not known.
fn seconds(look: &RemarkSubject<'_>) -> f64 {
    let (all, args) = (look.all, look.args());
    if all.first().and_then(Arg::text) == Some(CMDLET) {
        let Some((bound, _)) = look.script.shell().has_cmdlets.then(|| bound(all)).flatten() else {
            return 0.0;
        };
        let value = |it: &Bound| {
            let number = all.get(it.values.start)?.text()?.parse::<f64>().ok()?;
            let is_named = |name: &str| it.parameter.names.contains(&name);
            let unit = if is_named("-Seconds") {
                1.0
            } else if is_named("-Milliseconds") {
                0.001
            } else {
                0.0
            };
            Some(number * unit)
        };
        return bound.iter().find_map(value).unwrap_or(0.0);
    }
    let one = |arg: &Arg<'_>| {
        let text = arg.text()?;
        let (number, unit) = match text.bytes().last()? {
            b's' => (text.strip_suffix('s')?, 1.0),
            b'm' => (text.strip_suffix('m')?, 60.0),
            b'h' => (text.strip_suffix('h')?, 3_600.0),
            b'd' => (text.strip_suffix('d')?, 86_400.0),
            _ => (text, 1.0),
        };
        let number = if number == "infinity" { f64::INFINITY } else { number.parse().ok()? };
        Some(number * unit)
    };
    args.iter().map(one).sum::<Option<f64>>().unwrap_or(0.0)
}
