//! Shell commands from a grammar of their own: every form of quoting, operators, redirects, here-documents.
//!
//! Deterministic: the same seed gives the same commands. What is meant to be executed uses only names that the
//! caller has replaced by recorders, and no expansion that could reach anything else.

use crate::random::Random;

/// Programs whose names the executed commands use. None of them is ever reached: the shell has functions of these names.
pub const NAMES: &[&str] =
    &["echo", "ls", "cat", "head", "wc", "grep", "pwd", "true", "printf", "sort", "r0", "r1"];

/// What a generated command may contain.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Profile {
    /// Nothing that is only known when it runs: safe to execute with recorders.
    Known,
    /// Everything the grammar knows; only to be read.
    Anything,
}

/// Generates commands.
#[derive(Debug)]
pub struct Generator {
    /// The source of its choices.
    pub random: Random,
    profile: Profile,
    depth: usize,
    /// Bodies of here-documents that must follow the next line break.
    bodies: Vec<String>,
}

impl Generator {
    /// The commands of `seed`.
    #[must_use]
    pub fn new(seed: u64, profile: Profile) -> Self {
        Self { random: Random::new(seed), profile, depth: 0, bodies: Vec::new() }
    }

    /// One whole command.
    pub fn command(&mut self) -> String {
        self.depth = 0;
        self.bodies.clear();
        let mut text = self.list();
        self.flush(&mut text);
        text
    }

    /// A command with one to three bytes deleted, doubled, swapped or replaced.
    pub fn mutated(&mut self) -> String {
        let mut bytes = self.command().into_bytes();
        for _ in 0..=self.random.below(3) {
            if bytes.is_empty() {
                break;
            }
            let at = self.random.below(bytes.len());
            match self.random.below(4) {
                0 => drop(bytes.remove(at)),
                1 => bytes.insert(at, bytes[at]),
                2 if at + 1 < bytes.len() => bytes.swap(at, at + 1),
                _ => bytes[at] = *self.random.pick(b" \t\n;&|<>(){}'\"\\$`#*?[]~=!-a0"),
            }
        }
        String::from_utf8_lossy(&bytes).into_owned()
    }

    fn list(&mut self) -> String {
        let mut text = self.and_or();
        for _ in 0..self.random.below(3) {
            text.push_str(self.random.text(&[
                "; ",
                ";",
                " ; ",
                "\n",
                " && ",
                "&&",
                " & ",
                "; \n",
                " # note\n",
            ]));
            if text.ends_with('\n') {
                self.flush(&mut text);
            }
            text.push_str(&self.and_or());
        }
        if self.random.one_in(8) {
            text.push_str(self.random.text(&[";", " &", " # end", "\n"]));
        }
        text
    }

    /// Writes the waiting here-documents after a line break.
    fn flush(&mut self, text: &mut String) {
        if self.bodies.is_empty() {
            return;
        }
        if !text.ends_with('\n') {
            text.push('\n');
        }
        for body in std::mem::take(&mut self.bodies) {
            text.push_str(&body);
        }
    }

    fn and_or(&mut self) -> String {
        let mut text = self.pipeline();
        for _ in 0..self.random.below(2) {
            text.push_str(self.random.text(&[" && ", "&&", " || ", "||"]));
            text.push_str(&self.pipeline());
        }
        text
    }

    fn pipeline(&mut self) -> String {
        let mut text = String::new();
        if self.random.one_in(12) {
            text.push_str("! ");
        }
        text.push_str(&self.part());
        while self.random.one_in(4) {
            text.push_str(self.random.text(&[" | ", "|", " |& "]));
            text.push_str(&self.part());
        }
        text
    }

    fn part(&mut self) -> String {
        if self.depth >= 3 || !self.random.one_in(6) {
            return self.simple();
        }
        self.depth += 1;
        // A here-document inside a compound command would have to follow its own line; bodies stay outside.
        let waiting = std::mem::take(&mut self.bodies);
        let (one, two) = (self.closed(), self.closed());
        let text = match self.random.below(10) {
            0 => format!("({one})"),
            1 => format!("{{ {one}\n}}"),
            2 => format!("if {one}\nthen {two}\nfi"),
            3 => format!("if {one}; then {two}; else {one}\nfi"),
            4 => format!("for v0 in a 'b c' {}; do {one}\ndone", self.plain()),
            // A condition can fail for ever: its redirect may not be possible.
            5 => format!("until {one}\ndo {two}\nbreak\ndone"),
            6 => self.conditional(),
            7 => self
                .random
                .text(&["((1 + 2))", "(( 3 > 2 )) 2>/dev/null", "((v5 = 1, (2)))", "((16#ff))"])
                .to_owned(),
            8 => format!("for ((v5=0; v5<2; v5++)){} do {one}\ndone", self.random.text(&[";", "", "\n"])),
            _ => format!("case {} in a|b) {one};; *) {two}\n;; esac", self.plain()),
        };
        self.bodies = waiting;
        self.depth -= 1;
        text
    }

    /// `[[ … ]]`, whose words are neither split nor expanded to file names.
    fn conditional(&mut self) -> String {
        let mut text = "[[ ".to_owned();
        for nth in 0..=self.random.below(2) {
            if nth > 0 {
                text.push_str(self.random.text(&[" && ", "||", " &&\n  "]));
            }
            text.push_str(self.random.text(&["", "", "! ", "("]));
            let closes = text.ends_with('(');
            let (one, two) = (self.word(), self.word());
            let term = match self.random.below(6) {
                0 => one,
                1 => format!("-{} {one}", self.random.text(&["f", "n", "z", "d", "e"])),
                2 => format!("{one} {} {two}", self.random.text(&["==", "=", "!=", "<", ">", "-nt", "-ef"])),
                3 => format!("1 {} 2", self.random.text(&["-eq", "-lt", "-ge"])),
                4 => format!("{one} == *{}*", self.plain()),
                _ => format!(
                    "{one} =~ {}",
                    self.random.text(&[
                        "^a(b|c)+$",
                        "[0-9]{1,2}",
                        "a\\.b",
                        "x|y",
                        "'a b'",
                        "(a)(b)?",
                        "^$",
                        "[^/ab]*"
                    ])
                ),
            };
            text.push_str(&term);
            if closes {
                text.push(')');
            }
        }
        text + self.random.text(&[" ]]", " ]] 2>/dev/null"])
    }

    /// A simple command that ends where it ends: no comment and no waiting here-document.
    fn closed(&mut self) -> String {
        let mut text = self.simple();
        self.bodies.clear();
        while text.contains("<<") {
            text = self.simple();
            self.bodies.clear();
        }
        text
    }

    fn simple(&mut self) -> String {
        let mut parts = Vec::new();
        if self.random.one_in(10) {
            parts.push(format!("v{}={}", self.random.below(4), self.word()));
        }
        parts.push((*self.random.pick(NAMES)).to_owned());
        for _ in 0..self.random.below(4) {
            if self.random.one_in(8) {
                parts.push(self.redirect());
            } else {
                parts.push(self.word());
            }
        }
        let separator = if self.random.one_in(30) { " \\\n  " } else { " " };
        parts.join(separator)
    }

    fn redirect(&mut self) -> String {
        let known = [
            ">/dev/null",
            "> /dev/null",
            "2>/dev/null",
            "2>&1",
            ">&2",
            "</dev/null",
            "<<<'a b'",
            "2>&-",
            "&>/dev/null",
            "3>&1",
        ];
        match self.random.below(12) {
            0 => self.here_document(),
            1 if self.profile == Profile::Anything => {
                let operator =
                    self.random.text(&[">", ">>", "<", ">|", "<>", "&>", ">&", "{fd}>", "2>"]).to_string();
                operator + &self.plain()
            }
            _ => self.random.pick(&known).to_string(),
        }
    }

    fn here_document(&mut self) -> String {
        let name = self.random.text(&["EOF", "A1", "end_x"]).to_string();
        let lines = ["text", "a 'b", "", "  # x", "EOF ", "\\\\ y", "it's", "$ x"];
        let mut body = String::new();
        for _ in 0..self.random.below(3) {
            body.push_str(self.random.text(&lines));
            body.push('\n');
        }
        let (operator, written, tabs) = match self.random.below(5) {
            0 => ("<<", format!("\"{name}\""), ""),
            1 => ("<<-", name.clone(), "\t"),
            2 => ("<< ", format!("'{name}'"), ""),
            3 if self.profile == Profile::Anything => ("<<", name.clone(), ""),
            _ => ("<<", format!("'{name}'"), ""),
        };
        self.bodies.push(format!("{body}{tabs}{name}\n"));
        format!("{operator}{written}")
    }

    /// An ordinary word.
    fn plain(&mut self) -> String {
        let letters = b"abcdexyz0123456789_./%+,:@-^";
        let mut word: String =
            (0..=self.random.below(6)).map(|_| char::from(*self.random.pick(letters))).collect();
        // Digits in front of an operator would be a descriptor.
        word.insert(0, 'w');
        word
    }

    fn word(&mut self) -> String {
        let mut word = String::new();
        for _ in 0..=self.random.below(3) {
            let part = self.piece();
            word.push_str(&part);
        }
        word
    }

    fn piece(&mut self) -> String {
        let quoted = [
            "a b", "a;b", "x|y", "#", "&&", "*", "$x", "`c`", "\\", "\\n", "\n", "é", "{a,b}", "~", "-x", "",
            " ", "<", "\u{b}", "\r",
        ];
        match self.random.below(if self.profile == Profile::Known { 14 } else { 20 }) {
            0..=4 => self.plain(),
            5 | 6 => format!("'{}'", self.random.pick(&quoted)),
            7 | 8 => {
                let text =
                    self.random.pick(&quoted).replace('\\', "\\\\").replace('$', "\\$").replace('`', "\\`");
                format!("\"{text}\"")
            }
            9 => format!(
                "\\{}",
                self.random
                    .pick(&[" ", ";", "|", "$", "\\", "'", "\"", "#", "a", "-", "*", "é", "&", "{", "~"])
            ),
            10 => format!(
                "$'{}'",
                self.random.text(&["a\\tb", "\\x41", "\\'", "\\101", "\\u00e9", "x y", "\\e", "\\\\"])
            ),
            11 => self
                .random
                .pick(&[
                    "{a,b}",
                    "{1..3}",
                    "{x}",
                    "{}",
                    "{a,b",
                    "a}",
                    "{a,'b c'}",
                    "{a,{b,c}}",
                    "{,x}",
                    "{c..a}",
                    "{01..3}",
                    "{a..C}",
                    "{1..3..2}",
                ])
                .to_string(),
            12 => self
                .random
                .pick(&["-", "-n", "--all", "--x=y", "a#b", "!", "^", "]", "=", "a=b", "%", "@", "\\\n"])
                .to_string(),
            13 => self.random.text(&["é", "漢", "\u{b}", "\u{c}", "x\u{a0}y"]).to_string(),
            14 => self
                .random
                .pick(&["$v0", "${v1}", "\"$v2\"", "$?", "\"$@\"", "$1", "$", "${v0:-a}", "${#v0}", "$$"])
                .to_string(),
            15 => format!("$({})", self.closed()),
            16 => format!("\"a $({}) b\"", self.closed()),
            17 => "`r0 a`".to_owned(),
            18 => self.random.text(&["*", "a?", "[ab]", "[a", "*.rs", "~", "~/x", "a=~"]).to_string(),
            _ => self.random.text(&["$((1+2))", "<(r0)", ">(r1)", "$\"a\"", "$'\\0'", "${x@P}"]).to_string(),
        }
    }
}
