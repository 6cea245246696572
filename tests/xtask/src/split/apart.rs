//! Data that only the rest reads.
//!
//! Owns what is such data, by the map of the linker, and the proof that the first part has no way to it.

use std::collections::BTreeSet;
use std::ops::Range;

use super::Unsplit;
use super::layout::{Layout, Segment};
use super::references::References;

/// The object with the tables of the grammar, which all lie in one place.
const GRAMMAR: &str = "bash-parser.o):(.rodata.";
/// The table through which the parser finds all others.
const LANGUAGE: &str = "language)";
/// Tables for reading and writing numbers with a fraction, by a part of their names.
const FRACTIONS: [&str; 3] = ["zmij11STATIC_DATA", "POWER_OF_FIVE_128", "serde_json2de5POW10"];

/// Ranges of addresses, in their order.
#[derive(Debug, Default, PartialEq, Eq)]
pub(super) struct Apart(Vec<Range<u32>>);

/// What the map of the linker says of the data.
pub(super) struct Map {
    grammar: Range<u32>,
    /// The address of the table through which the parser finds all others.
    language: u32,
    fractions: Vec<Range<u32>>,
}

impl Map {
    /// Reads what `wasm-ld --Map` writes: lines of an address, an offset and a size, all hexadecimal, and a name.
    ///
    /// # Errors
    /// The grammar is not in it, or not in one piece.
    pub(super) fn read(text: &str) -> Result<Self, Unsplit> {
        let symbols: Vec<(Range<u32>, &str)> = text.lines().filter_map(symbol).collect();
        let grammar: Vec<&(Range<u32>, &str)> =
            symbols.iter().filter(|(_, name)| name.contains(GRAMMAR)).collect();
        let start = grammar.iter().map(|(range, _)| range.start).min();
        let end = grammar.iter().map(|(range, _)| range.end).max();
        let language = grammar.iter().find(|(_, name)| name.ends_with(LANGUAGE));
        let (Some(start), Some(end), Some((language, _))) = (start, end, language) else {
            return Err(Unsplit::Map("the grammar is not in it"));
        };
        let inside = symbols.iter().filter(|(range, _)| (start..end).contains(&range.start));
        if inside.count() != grammar.len() {
            return Err(Unsplit::Map("other data lies between the tables of the grammar"));
        }
        let is_fraction = |name: &str| FRACTIONS.iter().any(|part| name.contains(part));
        let fractions = symbols.iter().filter(|(_, name)| is_fraction(name)).map(|(range, _)| range.clone());
        Ok(Self { grammar: start..end, language: language.start, fractions: fractions.collect() })
    }

    /// The functions that know where the grammar is: all ways to its tables begin there.
    pub(super) fn doors(&self, layout: &Layout<'_>) -> Result<BTreeSet<u32>, Unsplit> {
        let mut doors = BTreeSet::new();
        for function in layout.own() {
            if References::of(layout.body(function))?.numbers.contains(&self.language.into()) {
                doors.insert(function);
            }
        }
        if doors.is_empty() { Err(Unsplit::Map("no function refers to the grammar")) } else { Ok(doors) }
    }

    /// The data that the functions of `first` have no way to: the grammar, to which no word of the other data may
    /// point, and those of the other tables that neither a number in a function nor a word points into.
    ///
    /// # Errors
    /// A function of `first`, or a word of the data, has the address of the grammar.
    pub(super) fn apart(&self, layout: &Layout<'_>, first: &BTreeSet<u32>) -> Result<Apart, Unsplit> {
        let mut numbers = words(layout, &self.grammar);
        for function in layout.own().filter(|it| first.contains(it)) {
            numbers.extend(References::of(layout.body(function))?.numbers);
        }
        if numbers.contains(&self.language.into()) {
            return Err(Unsplit::Map("the first part knows where the grammar is"));
        }
        let is_unseen = |range: &&Range<u32>| {
            numbers.range(u64::from(range.start)..u64::from(range.end)).next().is_none()
        };
        let mut ranges: Vec<Range<u32>> = self.fractions.iter().filter(is_unseen).cloned().collect();
        ranges.push(self.grammar.clone());
        ranges.sort_by_key(|range| range.start);
        Ok(Apart(ranges))
    }
}

/// A line of the map that is about data of an object.
fn symbol(line: &str) -> Option<(Range<u32>, &str)> {
    let mut fields = line.split_whitespace();
    let mut number = || u32::from_str_radix(fields.next()?, 16).ok();
    let (start, _, size) = (number()?, number()?, number()?);
    let name = fields.next()?;
    name.contains(":(.rodata").then(|| (start..start + size, name))
}

/// The aligned words of the data outside of `left_out`.
fn words(layout: &Layout<'_>, left_out: &Range<u32>) -> BTreeSet<u64> {
    let mut words = BTreeSet::new();
    for segment in &layout.data {
        let skipped = segment.offset.next_multiple_of(4) - segment.offset;
        let aligned = segment.bytes.get(skipped as usize..).unwrap_or_default().chunks_exact(4);
        for (address, word) in (segment.offset + skipped..).step_by(4).zip(aligned) {
            if let (false, Ok(word)) = (left_out.contains(&address), word.try_into()) {
                words.insert(u32::from_le_bytes(word).into());
            }
        }
    }
    words
}

impl Apart {
    /// A segment as ranges of addresses, each apart or not.
    pub(super) fn pieces(&self, segment: &Segment<'_>) -> Vec<(Range<u32>, bool)> {
        let end = segment.offset + segment.bytes.len() as u32;
        let mut pieces = Vec::new();
        let mut at = segment.offset;
        for range in &self.0 {
            let (from, to) = (range.start.clamp(at, end), range.end.clamp(at, end));
            pieces.extend([(at..from, false), (from..to, true)]);
            at = to;
        }
        pieces.push((at..end, false));
        pieces.retain(|(range, _)| !range.is_empty());
        pieces
    }
}
