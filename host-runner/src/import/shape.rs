//! A set of commands as another tool describes it, and the rules that say the same.
//!
//! Owns the translation into rule text. An allow rule never matches more than the source, a deny or ask rule never less.

use policy_core::rules::List;

/// Characters that quote in a rule.
const QUOTES: [char; 3] = ['\'', '"', '\\'];

/// Characters by which a text is more than one simple command.
const OPERATORS: [char; 10] = ['|', '&', ';', '<', '>', '(', ')', '`', '$', '\n'];

/// The shortest text that identifies a command wherever it is in it.
const LITERAL_MIN: usize = 2;

/// A set of commands: how they begin, and what may follow.
#[derive(Clone, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub(super) struct Shape {
    /// The beginning, as in a rule; `*` is any text.
    pub(super) content: String,
    /// What may follow.
    pub(super) end: End,
    /// Whether the shape has more commands than the source means.
    pub(super) is_wider: bool,
}

/// What may follow the beginning of a command.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub(super) enum End {
    /// Nothing.
    Nothing,
    /// Nothing, or a blank and anything.
    Words,
    /// A blank and at least one word.
    Argument,
    /// Nothing, or anything that does not continue the last word: `\b` of a regular expression.
    Boundary,
    /// Anything.
    Anything,
}

/// Why a set of commands has no rule.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Unsaid {
    /// What it is that no rule says.
    pub(super) why: String,
    /// Rules that match at least these commands.
    pub(super) instead: Vec<String>,
}

impl Shape {
    /// The commands that begin with these words, each one argument.
    pub(super) fn words(words: &[String], end: End) -> Result<Self, Unsaid> {
        let mut is_wider = false;
        let mut parts = Vec::new();
        for word in words {
            let is_plain = word.chars().all(|it| it.is_ascii_alphanumeric() || "_-+.,/:@%=~^*".contains(it));
            is_wider |= word.contains('*');
            match word {
                _ if word.contains(['\0', '\n']) => {
                    return Err(unsaid("a word of several lines", words.first().map(String::as_str)));
                }
                _ if is_plain && !word.is_empty() => parts.push(word.clone()),
                _ => parts.push(format!("'{}'", word.replace('\'', r#"'"'"'"#))),
            }
        }
        Ok(Self { content: parts.join(" "), end, is_wider })
    }

    /// The commands whose text `pattern` matches, in which `*` is any text, and `?` one character. A blank and `*` at the end
    /// is optional with `tail_is_optional`.
    pub(super) fn glob(pattern: &str, tail_is_optional: bool) -> Result<Self, Unsaid> {
        let pattern = pattern.trim();
        let front = pattern.trim_end_matches('*');
        let (content, end) = match front.strip_suffix(' ') {
            Some(words) if front != pattern && !words.trim().is_empty() => {
                (words.trim_end(), if tail_is_optional { End::Words } else { End::Argument })
            }
            _ if front != pattern => (front, End::Anything),
            _ => (pattern, End::Nothing),
        };
        Self::pattern(content, end)
    }

    /// The commands whose text begins with `content`, character by character. A rule reads a `*` in it as any text.
    pub(super) fn text(content: &str, end: End) -> Result<Self, Unsaid> {
        let mut shape = Self::pattern(content, end)?;
        shape.is_wider |= content.contains('*');
        Ok(shape)
    }

    /// The commands whose text begins with `content`, in which `*` is any text, and `?` one character.
    pub(super) fn pattern(content: &str, end: End) -> Result<Self, Unsaid> {
        let words = content.split([' ', '\t']).filter(|word| !word.is_empty()).collect::<Vec<_>>();
        let joined = words.join(" ");
        if joined.contains(OPERATORS) {
            let first = words.first().copied().filter(|word| !word.contains(OPERATORS));
            let first = first.filter(|_| words.len() > 1);
            return Err(match first.filter(|word| is_name(word)) {
                Some(first) => unsaid("a text with an operator of the shell", Some(first)),
                None => Unsaid {
                    why: "a text with an operator of the shell".to_owned(),
                    instead: vec![literal(&joined)],
                },
            });
        }
        let is_wider = joined.contains(QUOTES) || joined.contains('?');
        Ok(Self { content: joined.replace(QUOTES, "*").replace('?', "*"), end, is_wider })
    }

    /// Whether it is every command.
    pub(super) fn is_every(&self) -> bool {
        self.content.chars().all(|it| it == '*')
            && matches!(self.end, End::Nothing | End::Anything)
            && (self.end == End::Anything || !self.content.is_empty())
    }

    /// Whether a command can be in both.
    pub(super) fn may_overlap(&self, other: &Self) -> bool {
        let lead = |shape: &Self| shape.content.split('*').next().unwrap_or_default().to_owned();
        let (own, its) = (lead(self), lead(other));
        own.starts_with(&its) || its.starts_with(&own)
    }

    /// The rules of `list` for it, each with the list that it belongs to.
    pub(super) fn rules(&self, list: List) -> Result<Vec<(List, String)>, Unsaid> {
        let content = &*self.content;
        if self.is_every() {
            return match list {
                List::Allow => Err(unsaid("that every command is allowed", None)),
                _ => Ok(vec![(list, "Bash".to_owned())]),
            };
        }
        match list {
            List::Allow => self.allow(content),
            _ => Ok(self.restrict(content).into_iter().map(|rule| (list, rule)).collect()),
        }
    }

    fn allow(&self, content: &str) -> Result<Vec<(List, String)>, Unsaid> {
        let name = content.split(' ').next().unwrap_or_default();
        if self.is_wider {
            return Err(unsaid("this pattern exactly", None));
        }
        if name.contains('*') || name.is_empty() {
            return Err(unsaid("a program whose name is not known", None));
        }
        if name.contains('=') {
            return Err(unsaid("a variable in front of the command", None));
        }
        let prefix = (List::Allow, format!("Bash({content}:*)"));
        Ok(match self.end {
            End::Nothing => vec![(List::Allow, format!("Bash({content})"))],
            End::Anything if content.contains(' ') => vec![(List::Allow, format!("Bash({})", open(content)))],
            End::Words | End::Boundary | End::Anything => vec![prefix],
            End::Argument => vec![prefix, (List::Ask, format!("Bash({content})"))],
        })
    }

    /// Whether it has commands whose last word only begins as written, and an allow rule for it has not.
    pub(super) fn is_about_parts_of_words(&self) -> bool {
        match self.end {
            End::Boundary => true,
            End::Anything => !self.content.contains(' '),
            End::Nothing | End::Words | End::Argument => false,
        }
    }

    fn restrict(&self, content: &str) -> Vec<String> {
        let rule =
            |content: String| if content == "*" { "Bash".to_owned() } else { format!("Bash({content})") };
        let closed = if content.ends_with(":*") { open(content) } else { content.to_owned() };
        match self.end {
            End::Nothing => vec![rule(closed)],
            End::Words | End::Argument if content.ends_with('*') => vec![rule(closed)],
            End::Words | End::Argument => vec![rule(format!("{content}:*"))],
            End::Anything => vec![rule(open(content))],
            End::Boundary if content.contains([' ', '*']) => vec![rule(open(content))],
            End::Boundary => ["{}:*", "{}-*", "{}.*", "{}/*"]
                .map(|form| rule(form.replace("{}", content.trim_end_matches('*'))))
                .to_vec(),
        }
    }
}

/// What cannot be said, and the rule about every command of `first`, or about every command.
pub(super) fn unsaid(why: &str, first: Option<&str>) -> Unsaid {
    let rule = match first.filter(|first| is_name(first)) {
        Some(first) => format!("Bash({first}:*)"),
        None => "Bash".to_owned(),
    };
    Unsaid { why: why.to_owned(), instead: vec![rule] }
}

/// `content` with anything after it. `:*` at the end would begin a new word.
fn open(content: &str) -> String {
    let content = content.trim_end_matches('*');
    if content.ends_with(':') { format!("{content}**") } else { format!("{content}*") }
}

fn is_name(word: &str) -> bool {
    !word.is_empty() && word.chars().all(|it| it.is_ascii_alphanumeric() || "_-+./".contains(it))
}

/// A rule that matches every command with the longest literal of `text` in it; about every command if there is none that is
/// sure to be in a word of a command.
pub(super) fn literal(text: &str) -> String {
    // What follows `<` or `>` is in no word of a command, and an expansion can be any text.
    if text.contains(['<', '>', '$', '`']) {
        return "Bash".to_owned();
    }
    let pieces = text.split(|it: char| OPERATORS.contains(&it) || QUOTES.contains(&it) || "*?".contains(it));
    let longest = pieces.map(str::trim).max_by_key(|piece| piece.len()).unwrap_or_default();
    if longest.len() < LITERAL_MIN { "Bash".to_owned() } else { format!("Bash(*{longest}*)") }
}
