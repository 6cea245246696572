//! Scripts of PowerShell from a grammar of their own: pipelines, chains, statements, every kind of quotes, and damage.
//!
//! Deterministic: the same seed gives the same scripts. Knows nothing of the reader that it is for.

use std::format;
use std::string::String;
use std::vec::Vec;

/// A small deterministic source of choices (splitmix64, Steele, Lea and Flood, 2014).
#[derive(Debug)]
pub(super) struct Random(pub(super) u64);

impl Random {
    fn next(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut mixed = self.0;
        mixed = (mixed ^ (mixed >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        mixed = (mixed ^ (mixed >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        mixed ^ (mixed >> 31)
    }

    pub(super) fn below(&mut self, bound: usize) -> usize {
        (self.next() % bound.max(1) as u64) as usize
    }

    pub(super) fn one_in(&mut self, chances: usize) -> bool {
        self.below(chances) == 0
    }

    pub(super) fn text(&mut self, from: &[&'static str]) -> &'static str {
        from.get(self.below(from.len())).copied().unwrap_or("")
    }
}

/// What is between two words.
const BLANKS: &[&str] = &[" ", " ", " ", " ", " ", "  ", "\t", " `\n", " `\r\n  ", " <# c; d | e #> "];
/// What is between two stages of a pipeline.
const PIPES: &[&str] = &[" | ", " | ", "|", " |\n  ", "\n  | "];
/// The texts of arguments.
const TEXTS: &[&str] = &[
    "src",
    "a.txt",
    "README.md",
    "*.cs",
    "a b",
    "it's",
    "say \"x\"",
    "$x",
    "a`b",
    "5",
    "5kb",
    "1..5",
    "-x",
    "--",
    "#no",
    "@a",
    "a;b",
    "a|b",
    "(a)",
    "{a}",
    "a,b",
    "a&b",
    "a>b",
    "é",
    "a=b",
    "[ab]",
    "~",
    "src\\a",
    "a'b\"c",
    "",
];
/// Programs and cmdlets with the names that tables have.
const NAMES: &[(&str, &str)] = &[
    ("gci", "Get-ChildItem"),
    ("gc", "Get-Content"),
    ("gi", "Get-Item"),
    ("sls", "Select-String"),
    ("select", "Select-Object"),
    ("get-content", "Get-Content"),
    ("Microsoft.PowerShell.Management\\Get-Item", "Get-Item"),
    ("git", "git"),
    ("rg", "rg"),
    ("remove-item", "Remove-Item"),
];

/// One argument as it is meant.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Meant {
    Text(String),
    List(Vec<String>),
}

/// One command as it is meant: its words.
pub(super) type Command = Vec<Meant>;

/// Generates scripts.
#[derive(Debug)]
pub(super) struct Generator {
    pub(super) random: Random,
    depth: usize,
}

impl Generator {
    pub(super) const fn new(seed: u64) -> Self {
        Self { random: Random(seed), depth: 0 }
    }

    fn blank(&mut self) -> &'static str {
        self.random.text(BLANKS)
    }

    fn any_case(&mut self, name: &str) -> String {
        let style = self.random.below(4);
        let letter = |it: char| match style {
            0 => it.to_ascii_uppercase(),
            1 if self.random.one_in(2) => it.to_ascii_uppercase(),
            _ => it,
        };
        name.chars().map(letter).collect()
    }

    /// One of the spellings of `text` as an argument.
    fn spelled(&mut self, text: &str) -> String {
        let can_be_bare = !text.is_empty()
            && text.chars().all(|it| it.is_alphanumeric() || it.is_ascii_graphic() || it == ' ');
        match self.random.below(6) {
            0 | 1 if can_be_bare => self.bare(text),
            2 => format!("\"{}\"", self.expandable(text)),
            3 => format!("@'\n{text}\n'@"),
            4 => format!("@\"\r\n{}\n\"@", text.replace('`', "``").replace('$', "`$")),
            _ => format!("'{}'", text.replace('\'', "''")),
        }
    }

    /// `text` without quotes around it.
    fn bare(&mut self, text: &str) -> String {
        let mut out = String::new();
        for (at, letter) in text.chars().enumerate() {
            let is_first = at == 0;
            if " &(),;{|}<>'\"`$".contains(letter) || is_first && "-#@*123456789".contains(letter) {
                if !is_first && letter != '\'' && !out.ends_with('\'') && self.random.one_in(4) {
                    out.extend(['\'', letter, '\'']);
                    continue;
                }
                out.push('`');
            }
            out.push(letter);
        }
        // A backtick in front of a digit is a digit for PowerShell, and a doubt for the reader.
        if out.starts_with('`') && text.starts_with(|it: char| it.is_ascii_digit()) {
            return format!("'{text}'");
        }
        out
    }

    fn expandable(&mut self, text: &str) -> String {
        let mut out = String::new();
        for letter in text.chars() {
            match letter {
                '"' => out.push_str(self.random.text(&["`\"", "\"\""])),
                '`' | '$' => out.extend(['`', letter]),
                ' ' if self.random.one_in(3) => out.push_str("` "),
                _ => out.push(letter),
            }
        }
        out
    }

    /// A script of commands with known words, and these.
    pub(super) fn known(&mut self) -> (String, Vec<Command>) {
        let mut source = String::new();
        let mut commands = Vec::new();
        for nth in 0..=self.random.below(4) {
            if nth > 0 {
                source.push_str(self.random.text(&[
                    " | ",
                    "|",
                    ";",
                    "; ",
                    "\n",
                    "\r\n",
                    " && ",
                    " || ",
                    " # c 'd\n",
                ]));
            }
            let (written, name) =
                NAMES.get(self.random.below(NAMES.len())).copied().unwrap_or(("git", "git"));
            let calls = self.random.below(6);
            // The name of a program stays as it is written.
            let written = if name == written { written.into() } else { self.any_case(written) };
            match calls {
                0 => source.extend(["& '", &written, "'"]),
                1 => source.extend(["&", self.random.text(&["", " "]), "\"", &written, "\""]),
                _ => source.push_str(&written),
            }
            let mut command = Vec::from([Meant::Text(name.into())]);
            for _ in 0..self.random.below(5) {
                source.push_str(self.blank());
                let is_parameter = self.random.one_in(4);
                if is_parameter {
                    let name = self.random.text(&["-Path", "-n", "-Recurse", "--x", "-a-b", "-Long_er"]);
                    source.push_str(name);
                    if name.starts_with("--") || self.random.one_in(2) {
                        command.push(Meant::Text(name.into()));
                        continue;
                    }
                    source.push(':');
                    source.push_str(self.random.text(&["", "", " "]));
                    command.push(Meant::Text(format!("{name}:")));
                }
                let mut texts = Vec::from([String::from(self.random.text(TEXTS))]);
                while self.random.one_in(5) {
                    texts.push(self.random.text(TEXTS).into());
                }
                let spelled: Vec<String> = texts.iter().map(|text| self.spelled(text)).collect();
                source.push_str(&spelled.join(self.random.text(&[",", ", ", " , ", ",\n"])));
                command.push(match <[String; 1]>::try_from(texts) {
                    Ok([text]) => Meant::Text(text),
                    Err(texts) => Meant::List(texts),
                });
            }
            commands.push(command);
        }
        source.push_str(self.random.text(&["", "", "\n", " ", " # end", ";"]));
        (source, commands)
    }

    /// A script from the grammar.
    pub(super) fn script(&mut self) -> String {
        self.depth = 0;
        self.statements()
    }

    /// A script with one to three characters deleted, put in, swapped or replaced.
    pub(super) fn damaged(&mut self) -> String {
        const SIGNS: &[char] = &[
            ' ', '\t', '\n', '\r', ';', '&', '|', '<', '>', '(', ')', '{', '}', '[', ']', '\'', '"', '\\',
            '$', '`', '#', '*', '?', '~', '=', '!', '-', 'a', '0', '@', ',', '.', ':', '%', '+', '’', '“',
            '–', '\u{a0}', 'é', '\0', '/', '_',
        ];
        let mut letters: Vec<char> = self.script().chars().collect();
        for _ in 0..=self.random.below(3) {
            if letters.is_empty() {
                break;
            }
            let at = self.random.below(letters.len());
            let own = letters.get(at).copied().unwrap_or(' ');
            let sign = SIGNS.get(self.random.below(SIGNS.len())).copied().unwrap_or(' ');
            match self.random.below(5) {
                0 => drop(letters.remove(at)),
                1 => letters.insert(at, own),
                2 if at + 1 < letters.len() => letters.swap(at, at + 1),
                3 => letters.insert(at, sign),
                _ => drop(letters.splice(at..=at, [sign])),
            }
        }
        letters.into_iter().collect()
    }

    fn statements(&mut self) -> String {
        let mut text = self.statement();
        for _ in 0..self.random.below(3) {
            text.push_str(self.random.text(&[
                "; ",
                ";",
                "\n",
                "\r\n",
                " # note 'x\n",
                "\n\n<# a\nb #>\n",
                " ;\n",
            ]));
            text.push_str(&self.statement());
        }
        text
    }

    fn statement(&mut self) -> String {
        self.depth += 1;
        let is_simple = self.depth > 3;
        let text = match self.random.below(if is_simple { 8 } else { 12 }) {
            8 => format!(
                "$x{}={}{}",
                self.random.text(&["", " "]),
                self.random.text(&["", " "]),
                self.pipeline()
            ),
            9 => format!(
                "if ({}) {{ {} }}{}",
                self.condition(),
                self.statements(),
                self.random.text(&["", " else { gl }", " elseif ($x) { 'a' } else { 5 }"])
            ),
            10 => format!("foreach ($f in {}) {{ {} }}", self.pipeline(), self.statements()),
            11 => format!("$y = @({}); $y.Count", self.pipeline()),
            _ => {
                let mut text = self.pipeline();
                while self.random.one_in(8) {
                    text.push_str(self.random.text(&[" && ", " || ", "&&"]));
                    text.push_str(&self.pipeline());
                }
                text
            }
        };
        self.depth -= 1;
        text
    }

    fn condition(&mut self) -> String {
        match self.random.below(4) {
            0 => format!("Test-Path {}", self.value()),
            1 => String::from("$x"),
            2 => format!("$x {} {}", self.random.text(&["-eq", "-like", "-gt", "-in"]), self.constant()),
            _ => format!("({}).Count -gt {}", self.pipeline(), self.random.below(10)),
        }
    }

    fn constant(&mut self) -> String {
        let text =
            self.random.text(&["5", "'a b'", "\"a\"", "$null", "$true", "1kb", "'x', 'y'", "0x1F", "2.5"]);
        text.into()
    }

    fn pipeline(&mut self) -> String {
        let mut text = self.source();
        while self.random.one_in(2) {
            text.push_str(self.random.text(PIPES));
            text.push_str(&self.filter());
        }
        if self.random.one_in(10) {
            text.push_str(self.random.text(&[
                " > $null",
                " 2>$null",
                " 2>&1",
                " *> $null",
                " >> out.txt",
                " 2> e.txt",
            ]));
        }
        text
    }

    fn source(&mut self) -> String {
        let gap = self.blank();
        match self.random.below(16) {
            0 => format!("gl{gap}"),
            1 => format!("git{gap}log{gap}--oneline -n {}", self.random.below(9)),
            2 => format!("git status {}", self.random.text(&["", "-s", "--", "--%", "@args"])),
            3 => format!("& 'git' diff {}", self.value()),
            4 => String::from("1..5"),
            5 => format!("{} + {}", self.constant(), self.constant()),
            6 => format!("({}).Count", self.pipeline()),
            7 => format!(
                "\"a $($x.Count) {} $env:HOME\"",
                self.random.text(&["`n", "${x}", "b", "\"\"", "$x[0]"])
            ),
            8 => format!("@({}, {})", self.constant(), self.constant()),
            9 => format!("Write-Output{gap}{}", self.value()),
            10 => format!("rm{gap}{}", self.value()),
            11 => format!("@{{a = {}; 'b' = {}}}", self.constant(), self.constant()),
            12 => {
                format!("$x.{}", self.random.text(&["Name", "Length", "Delete()", "a.b[0]", "$y", "Count"]))
            }
            _ => {
                let name =
                    self.random.text(&["gci", "Get-ChildItem", "gc", "gi", "Get-Content", "Test-Path"]);
                let name = self.any_case(name);
                format!(
                    "{name}{gap}{}{}",
                    self.random.text(&["", "-Path ", "-pa:", "-LiteralPath:"]),
                    self.value()
                )
            }
        }
    }

    fn filter(&mut self) -> String {
        let gap = self.blank();
        match self.random.below(12) {
            0 => format!("select{gap}-First {}", self.random.below(9)),
            1 => format!("Sort-Object{gap}Length, Name -Descending"),
            2 => format!("measure{gap}-Sum:$true Length"),
            3 => format!(
                "? {{ $_.Length {} {} }}",
                self.random.text(&["-gt", "-eq", "-match", "-lt"]),
                self.constant()
            ),
            4 => format!("Where-Object{gap}{{ -not $_.Name -and $_.a -like {} }}", self.constant()),
            5 => format!(
                "% {}",
                self.random.text(&["Name", "{ $_.Name }", "{ \"$($_.Name) b\" }", "{ $_.Delete() }"])
            ),
            6 => format!("select @{{n = 'b'; e = {{ $_.c -replace {}, 'e' }}}}, f", self.constant()),
            7 => format!("sls{gap}{}", self.value()),
            8 => format!(
                "ForEach-Object {{ {} }}",
                if self.depth > 3 { "gl".into() } else { self.statements() }
            ),
            9 => String::from("Out-String -Width 5"),
            10 => format!("ConvertTo-Json{gap}-Depth {}", self.random.below(9)),
            _ => format!("ft{gap}-AutoSize"),
        }
    }

    fn value(&mut self) -> String {
        match self.random.below(16) {
            0 if self.depth < 4 => {
                self.depth += 1;
                let text = format!("({})", self.pipeline());
                self.depth -= 1;
                text
            }
            1 => String::from("$x"),
            2 => format!("\"a$x {}\"", self.random.text(&["b", "$($y)", "`t", "`$z"])),
            3 => format!("src, {}", self.constant()),
            4 => self.random.text(&["“a”", "–x", "a\u{a0}b", "‘a’"]).into(),
            _ => {
                let text = self.random.text(TEXTS);
                self.spelled(text)
            }
        }
    }
}
