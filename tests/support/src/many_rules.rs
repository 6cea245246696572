//! A policy with as many rules as wanted, of the kinds that people write, and commands that many of them are near to.
//!
//! Owns neither a count nor a time: what holds them, and what measures, decides the commands.

/// Commands that many rules are near to. Every path in them is known, and none of them edits a file: a name that only the
/// shell finds, and the copy of an edited file, are held against every path rule.
pub const COMMANDS: [&str; 6] = [
    "git status",
    "npm run task-7 -- --watch",
    "git push origin main",
    "cat dir-7/x src/m-9/y /etc/tool-3.conf",
    "tool-5 --version",
    "make target-1 && make other",
];

/// A settings file with `count` rules; few begin alike, many name the same program.
#[must_use]
pub fn settings(count: usize) -> String {
    let mut lists = [("allow", Vec::new()), ("ask", Vec::new()), ("deny", Vec::new())];
    for number in 0..count {
        let [allow, ask, deny] = [0, 1, 2];
        let (list, rule) = match number % 20 {
            0 => (allow, format!("Bash(tool-{number}:*)")),
            1 => (allow, format!("Bash(npm run task-{number}:*)")),
            2 => (deny, format!("Bash(git push origin branch-{number})")),
            3 => (deny, format!("Read(./dir-{number}/**)")),
            4 => (deny, format!("Read(~/.config/tool-{number}/*.key)")),
            5 => (ask, format!("Edit(/src/m-{number}/**)")),
            6 => (allow, format!("WebFetch(domain:h-{number}.example.com)")),
            7 | 10 | 13 => (ask, format!("Bash(make target-{number})")),
            8 | 11 | 14 | 16 => (allow, format!("Bash(cargo test --package p-{number} *)")),
            9 | 12 => (ask, format!("Bash(tool-{number} --force:*)")),
            15 | 17 => (deny, format!("Bash(git checkout branch-{number}:*)")),
            _ => (deny, format!("Read(//etc/tool-{number}.conf)")),
        };
        lists[list].1.push(format!("\"{rule}\""));
    }
    let lists = lists.map(|(name, rules)| format!("\"{name}\": [{}]", rules.join(",")));
    format!("{{\"permissions\": {{{}}}}}", lists.join(","))
}
