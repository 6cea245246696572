//! The value of a `style` attribute: whether its element can be seen.
//!
//! Owns the reading of declarations as CSS spells them (comments, escapes, quotes: <https://www.w3.org/TR/css-syntax-3/>)
//! and which values hide. One hiding declaration suffices, even if a later one takes it back.

use std::iter::Peekable;
use std::str::Chars;

/// Negative distances from here on are off the screen, in pixels.
const FAR_OUT: f64 = -500.0;

/// Positive distances from here on are off the screen, in pixels.
const FAR_IN: f64 = 5_000.0;

/// Letters up to this size cannot be read, in pixels.
const TINY_LETTER: f64 = 2.0;

/// Boxes up to this size show nothing of their text, in pixels.
const TINY_BOX: f64 = 1.0;

/// Text up to this opacity cannot be read.
const FAINT: f64 = 0.05;

/// Whether an element with this inline style cannot be seen.
pub(super) fn hides(style: &str) -> bool {
    let mut box_is_tiny = false;
    let mut overflow_is_cut = false;
    let mut colour = None;
    let mut background = None;
    let mut text_is_clear = false;
    let mut background_fills_text = false;
    for (property, value) in declarations(style) {
        let value = value.as_str();
        match property.as_str() {
            "display" if value == "none" => return true,
            "visibility" if matches!(value, "hidden" | "collapse") => return true,
            "content-visibility" if value == "hidden" => return true,
            "opacity" if number(value).is_some_and(|opacity| opacity <= FAINT) => return true,
            "filter" if argument(value, "opacity").is_some_and(|opacity| first_number(opacity) <= FAINT) => {
                return true;
            }
            "font-size" if is_tiny(value, TINY_LETTER) => return true,
            "font" if value.split([' ', ',']).any(is_tiny_font) => return true,
            "zoom" if number(value).is_some_and(|zoom| zoom <= FAINT) => return true,
            "clip" if argument(value, "rect").is_some_and(is_empty_shape) => return true,
            "clip-path" if is_clipped_away(value) => return true,
            "transform" if is_transformed_away(value) => return true,
            "scale" if numbers(value).any(|scale| scale.abs() <= FAINT) => return true,
            "left"
            | "right"
            | "top"
            | "bottom"
            | "inset"
            | "inset-inline"
            | "inset-block"
            | "inset-inline-start"
            | "inset-block-start"
            | "text-indent"
            | "margin"
            | "margin-left"
            | "margin-right"
            | "margin-top"
            | "margin-inline-start"
            | "margin-block-start"
            | "translate"
                if lengths(value).any(|length| length <= FAR_OUT) =>
            {
                return true;
            }
            "left" | "text-indent" | "margin-left" | "padding-left" | "translate"
                if lengths(value).any(|length| length >= FAR_IN) =>
            {
                return true;
            }
            "width" | "height" | "max-width" | "max-height" | "inline-size" | "block-size"
            | "max-inline-size" | "max-block-size" => box_is_tiny |= is_tiny(value, TINY_BOX),
            "overflow" | "overflow-x" | "overflow-y" => {
                overflow_is_cut |= ["hidden", "clip", "scroll", "auto"].iter().any(|cut| value.contains(cut));
            }
            "color" | "-webkit-text-fill-color" => {
                text_is_clear |= is_transparent(value);
                colour = Some(value.to_owned());
            }
            "background" | "background-color" => {
                background_fills_text |= value.split(' ').any(|word| word == "text");
                background = Some(value.to_owned());
            }
            "background-clip" | "-webkit-background-clip" => background_fills_text |= value == "text",
            _ => {}
        }
    }
    (box_is_tiny && overflow_is_cut)
        || (!background_fills_text && (text_is_clear || (colour.is_some() && colour == background)))
}

/// The declarations of a style: property and value in lower case, without comments, escapes and `!important`.
fn declarations(style: &str) -> Vec<(String, String)> {
    let mut reader = Reader { rest: style.chars().peekable(), current: String::new() };
    let mut declarations = Vec::new();
    while let Some(declaration) = reader.declaration() {
        if let Some((property, value)) = declaration.split_once(':') {
            let value = value.split('!').next().unwrap_or_default();
            let value = value.split_whitespace().collect::<Vec<_>>().join(" ");
            declarations.push((property.trim().to_owned(), value));
        }
    }
    declarations
}

/// What stands for an escaped character that means nothing by itself, because it is escaped.
const NEUTRAL: char = '\u{FFFD}';

/// Reads a style from left to right.
struct Reader<'s> {
    rest: Peekable<Chars<'s>>,
    current: String,
}

impl Reader<'_> {
    /// The text up to the next semicolon that ends a declaration; none at the end.
    fn declaration(&mut self) -> Option<String> {
        self.rest.peek()?;
        let mut depth = 0_usize;
        while let Some(character) = self.rest.next() {
            match character {
                ';' if depth == 0 => break,
                '/' if self.rest.next_if_eq(&'*').is_some() => self.skip_comment(),
                '\\' => self.escape(),
                '"' | '\'' => self.skip_string(character),
                '(' if self.current.ends_with("url") && !self.is_quote_next() => self.skip_until(')'),
                '(' | '[' | '{' => {
                    depth += 1;
                    self.current.push(character);
                }
                ')' | ']' | '}' => {
                    depth = depth.saturating_sub(1);
                    self.current.push(character);
                }
                _ => self.current.push(character.to_ascii_lowercase()),
            }
        }
        Some(std::mem::take(&mut self.current))
    }

    fn is_quote_next(&mut self) -> bool {
        while self.rest.next_if(char::is_ascii_whitespace).is_some() {}
        matches!(self.rest.peek(), Some('"' | '\''))
    }

    fn skip_comment(&mut self) {
        let mut last = ' ';
        for next in self.rest.by_ref() {
            if last == '*' && next == '/' {
                break;
            }
            last = next;
        }
    }

    /// A string ends at its quote, or unfinished at the end of the line. What it says hides nothing.
    fn skip_string(&mut self, quote: char) {
        self.current.push(NEUTRAL);
        while let Some(next) = self.rest.next() {
            match next {
                '\\' => {
                    self.rest.next();
                }
                '\n' | '\r' | '\u{c}' => break,
                _ if next == quote => break,
                _ => {}
            }
        }
    }

    fn skip_until(&mut self, end: char) {
        self.current.push(NEUTRAL);
        while let Some(next) = self.rest.next() {
            if next == '\\' {
                self.rest.next();
            } else if next == end {
                break;
            }
        }
    }

    fn escape(&mut self) {
        let (mut code, mut digits) = (0, 0);
        while digits < 6
            && let Some(digit) = self.rest.peek().and_then(|next| next.to_digit(16))
        {
            code = code * 16 + digit;
            digits += 1;
            self.rest.next();
        }
        let character = if digits > 0 {
            self.rest.next_if(char::is_ascii_whitespace);
            char::from_u32(code)
        } else {
            self.rest.next()
        };
        let is_plain = |c: &char| c.is_alphanumeric() || matches!(c, '-' | '_' | '.' | '%');
        self.current.push(character.filter(is_plain).unwrap_or(NEUTRAL).to_ascii_lowercase());
    }
}

/// The numbers in a text with their units.
fn quantities(text: &str) -> impl Iterator<Item = (f64, &str)> {
    let mut rest = text;
    std::iter::from_fn(move || {
        loop {
            let start = rest.find(|character: char| character.is_ascii_digit() || character == '.')?;
            let before = rest.get(..start)?;
            let is_negative = before.ends_with('-');
            // The digits of a name (`h1`) or a colour (`#000`) are no quantity.
            let is_word = before.ends_with(|c: char| c.is_alphanumeric() || matches!(c, '#' | '_'));
            let tail = rest.get(start..)?;
            let length = number_length(tail);
            let (digits, after) = tail.split_at_checked(length)?;
            let unit_length =
                after.find(|c: char| !c.is_ascii_alphabetic() && c != '%').unwrap_or(after.len());
            let (unit, after) = after.split_at_checked(unit_length)?;
            rest = after;
            if let Ok(number) = digits.parse::<f64>()
                && !is_word
            {
                return Some((if is_negative { -number } else { number }, unit));
            }
        }
    })
}

/// How long the number is at the beginning of a text: digits, a point, an exponent. At least 1.
fn number_length(text: &str) -> usize {
    let bytes = text.as_bytes();
    let digits = |from: usize| bytes.iter().skip(from).take_while(|byte| byte.is_ascii_digit()).count();
    let mut length = digits(0);
    if bytes.get(length) == Some(&b'.') {
        length += 1 + digits(length + 1);
    }
    if bytes.get(length) == Some(&b'e') {
        let sign = usize::from(matches!(bytes.get(length + 1), Some(b'-' | b'+')));
        let exponent = digits(length + 1 + sign);
        if exponent > 0 {
            length += 1 + sign + exponent;
        }
    }
    length.max(1)
}

fn numbers(text: &str) -> impl Iterator<Item = f64> {
    quantities(text).map(|(number, unit)| if unit == "%" { number / 100.0 } else { number })
}

/// A value that is one number, or a calculation in which every number is zero.
fn number(value: &str) -> Option<f64> {
    let mut numbers = numbers(value);
    let first = numbers.next()?;
    if value.contains('(') {
        let is_known = !value.contains("var(") && !value.contains("env(") && !value.contains("attr(");
        let mut numbers = std::iter::once(first).chain(numbers);
        let is_product = value.starts_with("calc(") && !value.contains([',', '+']) && !value.contains(" - ");
        let is_zero = if is_product {
            numbers.any(|number| number == 0.0)
        } else {
            numbers.all(|number| number == 0.0)
        };
        return (is_known && is_zero).then_some(0.0);
    }
    Some(first)
}

fn first_number(text: &str) -> f64 {
    numbers(text).next().unwrap_or(1.0)
}

/// Roughly how many pixels a length has. Relative units are taken for a usual page.
fn pixels(number: f64, unit: &str) -> f64 {
    number
        * match unit {
            "em" | "rem" | "ex" | "ch" | "lh" | "rlh" | "ic" | "pc" => 16.0,
            "%" | "vw" | "vh" | "vmin" | "vmax" | "dvw" | "dvh" | "svw" | "svh" | "lvw" | "lvh" | "vi"
            | "vb" => 10.0,
            "in" => 96.0,
            "cm" => 37.8,
            "mm" => 3.78,
            "q" => 0.945,
            "pt" => 1.33,
            _ => 1.0,
        }
}

fn lengths(value: &str) -> impl Iterator<Item = f64> {
    quantities(value).map(|(number, unit)| pixels(number, unit))
}

fn is_tiny(value: &str, limit: f64) -> bool {
    if value.contains('(') {
        return number(value) == Some(0.0);
    }
    quantities(value).next().is_some_and(|(number, unit)| match unit {
        // Ten percent of usual letters are below two pixels.
        "%" => number <= limit * 5.0,
        _ => pixels(number, unit) <= limit,
    })
}

/// The size in the shorthand `font`: a zero, or a length. A weight (`700`) is none.
fn is_tiny_font(word: &str) -> bool {
    let size = word.split('/').next().unwrap_or_default();
    size.starts_with(|c: char| c.is_ascii_digit() || c == '.') && is_tiny(size, TINY_LETTER)
}

/// What is between the parentheses of a function.
fn argument<'v>(value: &'v str, function: &str) -> Option<&'v str> {
    let (_, rest) = value.split_once(function)?;
    let rest = rest.strip_prefix('(')?;
    Some(rest.split(')').next().unwrap_or(rest))
}

/// A rectangle without an area worth the name.
fn is_empty_shape(arguments: &str) -> bool {
    let mut edges = lengths(arguments).peekable();
    edges.peek().is_some() && edges.all(|edge| edge.abs() <= TINY_BOX)
}

fn is_clipped_away(value: &str) -> bool {
    if let Some(insets) = argument(value, "inset") {
        return quantities(insets)
            .any(|(number, unit)| if unit == "%" { number >= 50.0 } else { pixels(number, unit) >= FAR_IN });
    }
    ["circle", "ellipse", "polygon", "rect", "xywh"].iter().any(|shape| {
        argument(value, shape)
            .is_some_and(|shape| is_empty_shape(shape.split(" at ").next().unwrap_or(shape)))
    })
}

fn is_transformed_away(value: &str) -> bool {
    ["scale", "scalex", "scaley", "scale3d", "matrix"]
        .iter()
        .any(|function| argument(value, function).is_some_and(|scale| first_number(scale).abs() <= FAINT))
        || ["translate", "translatex", "translatey", "translate3d"].iter().any(|function| {
            argument(value, function).is_some_and(|distance| {
                lengths(distance).any(|length| length <= FAR_OUT * 2.0 || length >= FAR_IN)
            })
        })
}

fn is_transparent(colour: &str) -> bool {
    if colour == "transparent" {
        return true;
    }
    if let Some(digits) = colour.strip_prefix('#') {
        return match digits.len() {
            4 => digits.ends_with('0'),
            8 => digits.ends_with("00"),
            _ => false,
        };
    }
    let Some((_, arguments)) = colour.split_once('(') else { return false };
    let alpha = match arguments.split_once('/') {
        Some((_, alpha)) => numbers(alpha).next(),
        None if arguments.matches(',').count() == 3 => numbers(arguments).nth(3),
        None => None,
    };
    alpha.is_some_and(|alpha| alpha <= FAINT)
}

#[cfg(test)]
mod tests {
    use super::hides;

    #[test]
    fn every_known_trick_hides() {
        for style in [
            "display:none",
            "color:red; DISPLAY : none !important",
            "display:none;display:block",
            "dis/**/play:none;d\\69splay:no\\6e e",
            "display:/*;*/none",
            "background:url(';');display:none",
            "content:';';display:none",
            "content:'/*';dis/**/play:none;x:'*/'",
            "background:url(/*);display:none/*)",
            "background:URL( 'a);' );display:none",
            "content:'unfinished\n;display:none",
            "content:'\\';';display:none",
            "x:\\27;display:none;y:\\27",
            "x:\\28;display:none",
            "visibility:hidden",
            "visibility:collapse",
            "content-visibility:hidden",
            "opacity:0",
            "opacity:0.0",
            "opacity:.01",
            "opacity:0%",
            "opacity:1e-9",
            "opacity:calc(0)",
            "filter:opacity(0)",
            "font-size:0",
            "font-size:1px",
            "font-size:0.01em",
            "font-size:calc(0px * 1)",
            "font:0/0 a",
            "font: 1px serif",
            "position:absolute;left:-9999px",
            "position:absolute;left:-100em",
            "position:fixed;top:-200vh",
            "margin-left:-9999px",
            "text-indent:-9999px",
            "text-indent:9999px",
            "left:9999px",
            "inset:-9999px auto auto auto",
            "width:0;height:0;overflow:hidden",
            "height:1px;overflow:clip",
            "max-height:0;overflow-y:auto",
            "clip:rect(0,0,0,0)",
            "clip:rect(1px 1px 1px 1px)",
            "clip-path:inset(50%)",
            "clip-path:circle(0)",
            "clip-path:polygon(0 0,0 0,0 0)",
            "transform:scale(0)",
            "transform:translateX(-9999px)",
            "scale:0",
            "zoom:0",
            "color:transparent",
            "color:rgba(0,0,0,0)",
            "color:rgb(0 0 0 / 0%)",
            "color:#fff0",
            "color:#ffffff;background:#FFFFFF",
        ] {
            assert!(hides(style), "{style}");
        }
    }

    #[test]
    fn ordinary_styles_do_not_hide() {
        for style in [
            "",
            ";",
            "display:block",
            "display:inline-block;width:0",
            "x-display:none",
            "--display:none",
            "content:'display:none'",
            "content:';display:none'",
            "content:'a\\';display:none'",
            "background:url(a;display:none)",
            "color:red/*;display:none*/",
            "display\\3a none",
            "opacity:1",
            "opacity:0.5",
            "opacity:var(--o)",
            "font-size:12px",
            "font-size:80%",
            "font-size:clamp(1rem,0vw,2rem)",
            "font-size:var(--x0)",
            "font:700 16px/1.2 Arial",
            "font:italic 12px/0 a",
            "left:-10px;margin:0 auto",
            "margin:-1px",
            "top:4000px",
            "width:0",
            "height:0;padding-bottom:56%",
            "width:100%;overflow:hidden",
            "overflow-x:auto",
            "clip:rect(0,100px,100px,0)",
            "clip-path:inset(5%)",
            "transform:scale(1.5)",
            "transform:translate(-50%,-50%)",
            "color:#000",
            "color:#ff00",
            "color:black;background:white",
            "color:transparent;background-clip:text",
            "color:rgba(0,0,0,0.8)",
            "z-index:-9999",
        ] {
            assert_eq!(hides(style), style == "color:#ff00", "{style}");
        }
    }

    #[test]
    fn a_broken_style_is_read_to_its_end() {
        for style in [
            "\\",
            "/*",
            "a:(",
            "a:'",
            ":",
            "a:\\",
            "-.",
            "width:.;left:-",
            "opacity:e5",
            "1e",
            "left:1e999px",
        ] {
            let _ = hides(style);
        }
    }
}
