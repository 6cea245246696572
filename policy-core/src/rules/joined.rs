//! Deny and ask rules about more than one simple command: `curl * | bash*`, `> /dev/sda*`, `LD_PRELOAD=*`.
//!
//! Owns the comparison of a whole text with such a rule. Both are brought to one spelling: one blank between words and
//! operators, a mark where a command begins, no quotes. Errs towards a match.

use alloc::string::String;
use alloc::vec::Vec;

use super::glob::Glob;
use super::grammar::Grammar;
use super::pattern::Pattern;

/// Begins a command. No rule and no text can hold it: it is a control character.
const START: char = '\u{1}';

/// A rule with an operator, a redirect or an assignment in it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Joined {
    text: Glob,
    /// The commands of a rule about a pipeline; else empty.
    pub(crate) parts: Vec<Pattern>,
}

impl Joined {
    /// The rule with this content; none if it is about one simple command.
    pub(crate) fn of(content: &str) -> Option<Self> {
        let content = content.trim_matches([' ', '\t']);
        let body = content.strip_suffix(":*").map(|front| [front, "*"].concat());
        let body = body.as_deref().unwrap_or(content);
        let normal = Normal::of(body);
        let first = body.split([' ', '\t', '=']).next().unwrap_or("");
        let is_name = body.get(first.len()..).is_some_and(|it| it.starts_with('='));
        let assigns = is_name && first.bytes().all(|byte| byte.is_ascii_alphanumeric() || byte == b'_');
        if !normal.has_operator && !assigns || first.is_empty() {
            return None;
        }
        let begins_command = !assigns && !body.starts_with(['<', '>', '|', '&', ';', '0', '1', '2']);
        let text = normal.text.trim_start_matches([' ', START]);
        let front = if begins_command { alloc::format!("{START} ") } else { String::from(" ") };
        // `curl *` is about `curl` too.
        let text = text.replace(" * ", "* ");
        let text = text.trim_end();
        let end = if text.ends_with('*') { "" } else { " *" };
        Some(Self {
            text: Glob::from_text(&["*", &front, text, end].concat()),
            parts: pipeline(body).unwrap_or_default(),
        })
    }

    /// Whether `text` has in it what the rule names.
    pub(crate) fn is_in(&self, text: &Normal) -> bool {
        self.text.matches(&text.text)
    }
}

/// The parts of a content that joins commands with pipes and nothing else.
fn pipeline(body: &str) -> Option<Vec<Pattern>> {
    let pieces: Vec<&str> = body.split('|').map(|piece| piece.trim_start_matches('&').trim()).collect();
    if pieces.len() < 2 || pieces.iter().any(|piece| piece.is_empty() || Normal::of(piece).has_operator) {
        return None;
    }
    pieces.into_iter().map(|piece| Pattern::parse(piece, Grammar::Posix).ok()).collect()
}

/// A text in the spelling in which it is compared.
pub(crate) struct Normal {
    text: String,
    has_operator: bool,
}

impl Normal {
    pub(crate) fn of(text: &str) -> Self {
        let mut normal = Self { text: String::with_capacity(text.len() + 8), has_operator: false };
        normal.begin();
        let mut quote = None;
        let mut characters = text.chars().peekable();
        while let Some(character) = characters.next() {
            match (quote, character) {
                (None, '\'' | '"') => quote = Some(character),
                (Some(open), close) if open == close => quote = None,
                (None | Some('"'), '\\') => {
                    if let Some(next) = characters.next().filter(|next| *next != '\n') {
                        normal.text.push(next);
                    }
                }
                (None, '|' | '&' | ';' | '<' | '>' | '\n' | '(' | ')' | '`') => {
                    let mut operator = String::from(character);
                    while let Some(next) = characters.next_if(|next| is_continued(&operator, *next)) {
                        operator.push(next);
                    }
                    normal.operator(&operator);
                }
                (_, character) if character.is_ascii_whitespace() => normal.blank(),
                (_, START) => normal.text.push('\u{fffd}'),
                _ => normal.text.push(character),
            }
        }
        normal.blank();
        normal
    }

    fn blank(&mut self) {
        if !self.text.ends_with(' ') {
            self.text.push(' ');
        }
    }

    fn begin(&mut self) {
        self.blank();
        self.text.push(START);
        self.text.push(' ');
    }

    fn operator(&mut self, operator: &str) {
        self.has_operator = true;
        // A line break after an operator joins nothing.
        if operator == "\n" && self.text.trim_end().ends_with(START) {
            return;
        }
        let redirects = operator.contains(['<', '>']);
        if redirects {
            // The number in front of a redirect belongs to it.
            let digits = self.text.trim_end_matches(|c: char| c.is_ascii_digit()).len();
            let number = self.text.split_off(digits);
            let is_own = self.text.ends_with(' ');
            if is_own || number.is_empty() {
                self.blank();
                self.text.push_str(&number);
            } else {
                self.text.push_str(&number);
                self.blank();
            }
        } else {
            self.blank();
        }
        self.text.push_str(if operator == "\n" { ";" } else { operator });
        if redirects { self.blank() } else { self.begin() }
    }
}

/// Whether `next` belongs to the operator so far.
fn is_continued(operator: &str, next: char) -> bool {
    match operator {
        "|" => matches!(next, '|' | '&'),
        "&" => matches!(next, '&' | '>'),
        ";" => next == ';',
        "<" => matches!(next, '<' | '>' | '&'),
        "<<" => matches!(next, '<' | '-'),
        ">" | "&>" => matches!(next, '>' | '&' | '|'),
        _ => false,
    }
}

#[cfg(test)]
#[expect(clippy::unwrap_used, reason = "a test may stop at the first surprise")]
mod tests {
    use super::{Joined, Normal};

    #[test]
    fn a_rule_with_an_operator_is_found_in_any_spelling_of_the_text() {
        for (rule, texts) in [
            (
                "curl * | bash*",
                &[
                    "curl x | bash",
                    "curl x|bash -s",
                    "cd y && curl -fsSL x  |  bash",
                    "'curl' x | ba\\sh",
                    "curl | bash",
                    "(curl x | bash)",
                    "a; curl x | tee f | bash\n",
                    "curl x |\nbash",
                ][..],
            ),
            ("> /dev/sda*", &["> /dev/sda", "echo x >/dev/sda1", "cat y > \"/dev/sda\"", "a; dd >/dev/sda"]),
            ("cat /dev/urandom > *", &["cat /dev/urandom > f", "cat /dev/urandom >f"]),
            ("exec 3<>/dev/tcp/*", &["exec 3<>/dev/tcp/a/1", "exec 3<> /dev/tcp/a/1"]),
            ("env | base64*", &["env | base64", "env|base64 -w0", "ls && env | base64"]),
            (
                "LD_PRELOAD=*",
                &["LD_PRELOAD=x ls", "A=1 LD_PRELOAD=x ls", "export LD_PRELOAD=x", "env LD_PRELOAD=x ls"],
            ),
            (":(){ :|:& };:*", &[":(){ :|:& };:", ":(){ :|:& };", ":() { : | : & } ; :"]),
            ("ls && rm*", &["ls && rm -r x", "ls&&rm x"]),
            ("a; b", &["a; b", "a\nb", "x; a;b; c"]),
        ] {
            for text in texts {
                let is_in = Joined::of(rule).is_some_and(|joined| joined.is_in(&Normal::of(text)));
                assert!(is_in, "{rule} is in {text}");
            }
        }
    }

    #[test]
    fn an_operator_is_read_whole_however_it_is_spelled() {
        let operators = [
            "|", "||", "|&", "&", "&&", "&>", "&>>", ";", ";;", "<", "<<", "<<-", "<<<", "<>", "<&", ">",
            ">>", ">&", ">|",
        ];
        for rule in operators {
            let joined = Joined::of(&alloc::format!("a {rule} b")).unwrap();
            for operator in operators {
                for text in [alloc::format!("a{operator}b"), alloc::format!("a {operator} b")] {
                    assert_eq!(joined.is_in(&Normal::of(&text)), operator == rule, "a {rule} b in {text}");
                }
            }
        }
        // Two operators are not one.
        for (rule, text) in [
            ("a | | b", "a || b"),
            ("a & & b", "a && b"),
            ("a ; ; b", "a ;; b"),
            ("a > > b", "a >> b"),
            ("a &> > b", "a &>> b"),
            ("a << -b", "a <<-b"),
            ("a << <b", "a <<<b"),
        ] {
            assert!(!Joined::of(rule).unwrap().is_in(&Normal::of(text)), "{rule} in {text}");
        }
    }

    #[test]
    fn the_number_of_a_redirect_is_no_word_in_front_of_it() {
        for (rule, text, expected) in [
            ("make 2> log", "make 2>log", true),
            ("make 2> log", "make 2 > log", false),
            ("make 2 > log", "make 2>log", false),
            ("make2 > log", "make2>log", true),
            ("make > log", "make>log", true),
        ] {
            assert_eq!(Joined::of(rule).unwrap().is_in(&Normal::of(text)), expected, "{rule} in {text}");
        }
    }

    #[test]
    fn a_control_character_in_a_text_begins_no_command() {
        assert!(!Joined::of("a; b").unwrap().is_in(&Normal::of("x \u{1} a; b")));
    }

    #[test]
    fn only_a_rule_about_a_pipeline_has_parts() {
        for (rule, parts) in [
            ("curl * | bash*", 2),
            ("curl * |& bash*", 2),
            ("a | b | c", 3),
            ("a | b > c", 0),
            ("a > b | c", 0),
            ("a | ", 0),
            ("| a", 0),
            ("a || b", 0),
            ("a && b", 0),
            ("LD_PRELOAD=*", 0),
            ("> /dev/sda*", 0),
        ] {
            assert_eq!(Joined::of(rule).unwrap().parts.len(), parts, "{rule}");
        }
    }

    #[test]
    fn a_text_without_the_operator_or_with_it_in_quotes_is_another() {
        for (rule, text) in [
            ("curl * | bash*", "curl x; bash y"),
            ("curl * | bash*", "echo 'curl x | bash'"),
            ("env | base64*", "grep 'env | base64' f"),
            ("env | base64*", "printenv | base64"),
            ("> /dev/sda*", "cat /dev/sda"),
            ("a; b", "a; bc"),
        ] {
            assert!(
                Joined::of(rule).is_some_and(|joined| !joined.is_in(&Normal::of(text))),
                "{rule}: {text}"
            );
        }
        for rule in ["rm:*", "git push *", "grep 'a|b' *", "echo \"a > b\"", "npm run test:*"] {
            assert_eq!(Joined::of(rule), None, "{rule}");
        }
    }
}
