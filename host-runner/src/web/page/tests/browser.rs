//! What a browser would show, by another parser.
//!
//! Random pages with markers in their text go through the reader and through html5ever, which builds the tree that the
//! standard describes. Each marker that the reader shows must be in the tree, and no element around it may hide it.

use std::fmt::Write as _;

use html5ever::tendril::TendrilSink as _;
use html5ever::{ParseOpts, parse_document};
use markup5ever_rcdom::{Handle, NodeData, RcDom};

use super::read_as;
use super::tags::TAGS;
use test_support::effort::{Cases, count, seed};
use test_support::random::Random;

/// How many pages are tried when `SHELLGATE_PAGE_CASES` says nothing.
const CASES: Cases = Cases { quick: 400, full: 2_000 };

/// How many mistakes are shown.
const SHOWN: usize = 8;

/// The elements that pages have besides [`TAGS`].
const OTHERS: [&str; 43] = [
    "tbody",
    "thead",
    "tfoot",
    "colgroup",
    "col",
    "mo",
    "mtext",
    "foreignobject",
    "annotation-xml",
    "semantics",
    "mphantom",
    "optgroup",
    "section",
    "aside",
    "ruby",
    "rb",
    "rt",
    "rp",
    "rtc",
    "nobr",
    "font",
    "xmp",
    "iframe",
    "details",
    "summary",
    "em",
    "address",
    "fieldset",
    "video",
    "listing",
    "center",
    "s",
    "menu",
    "image",
    "applet",
    "small",
    "u",
    "header",
    "dialog",
    "figure",
    "legend",
    "dir",
    "strike",
];

/// Those that are rare, because little of a page means anything after them.
const RARE: [&str; 5] = ["body", "html", "frameset", "noframes", "plaintext"];

/// Attributes that hide.
const HIDING: [&str; 8] = [
    " hidden",
    " hidden",
    " aria-hidden=true",
    " style=display:none",
    " style='color:red; display: none !important'",
    " style=\"visibility:hidden\"",
    " style='opacity:0'",
    " popover",
];

/// Attributes that hide nothing.
const SHOWING: [&str; 5] = [" /", " class=hidden", " style='display:block'", " style=color:red", " open"];

/// Elements whose text the reader does not show, wherever they are.
const CONCEALING: [&str; 27] = [
    "script",
    "style",
    "template",
    "svg",
    "iframe",
    "noscript",
    "noembed",
    "noframes",
    "object",
    "video",
    "audio",
    "canvas",
    "datalist",
    "applet",
    "head",
    "title",
    "select",
    "option",
    "optgroup",
    "button",
    "textarea",
    "rp",
    "progress",
    "meter",
    "mphantom",
    "annotation",
    "annotation-xml",
];

fn marker(number: usize) -> String {
    format!("Q{number}Z")
}

/// A page, and how many markers it may have.
fn page(random: &mut Random) -> (String, usize) {
    let mut html = String::new();
    if random.one_in(2) {
        html.push_str("<!doctype html>");
    }
    let pieces = 2 + random.below(16);
    // With few different elements they meet more often.
    let usual = [&TAGS[..], &OTHERS].concat();
    let all = [&usual[..], &RARE].concat();
    let few: Vec<&str> = (0..3 + random.below(12)).map(|_| random.text(&usual)).collect();
    let has_few = random.one_in(2);
    for number in 0..pieces {
        let tags = if random.one_in(20) { &all } else { &usual };
        let tag = random.text(if has_few { &few } else { tags });
        let marker = marker(number);
        // Writing to a string does not fail.
        let _ = match random.below(24) {
            0..=10 => {
                let attributes = match random.below(6) {
                    0 | 1 => random.text(&HIDING),
                    2 => random.text(&SHOWING),
                    3 if tag == "annotation-xml" => " encoding=text/html",
                    _ => "",
                };
                // Now and then deeper than the reader tracks.
                let depth = if random.one_in(400) { 500 + random.below(100) } else { 1 };
                write!(html, "{}", format!("<{tag}{attributes}>").repeat(depth))
            }
            11..=16 => write!(html, "</{tag}>"),
            17 => write!(html, "<!-- {marker} --{}>", random.text(&["", "!", "-"])),
            18 => write!(html, "<![CDATA[{marker}]]>"),
            19 => write!(html, " <!--> {marker}"),
            _ => write!(html, "{marker}"),
        };
    }
    html.push_str(&marker(pieces));
    (html, pieces + 1)
}

/// Whether the element itself hides what is in it.
fn hides(node: &NodeData) -> bool {
    let NodeData::Element { name, attrs, .. } = node else { return false };
    let (is_html, is_math) = (name.ns.contains("xhtml"), name.ns.contains("MathML"));
    let local = name.local.to_lowercase();
    let attributes = attrs.borrow();
    let get = |wanted: &str| attributes.iter().find(|attribute| &*attribute.name.local == wanted);
    // They mean something in MathML only.
    let is_only_of_math = matches!(&*local, "mphantom" | "annotation" | "annotation-xml");
    let style = get("style").map(|style| style.value.replace(' ', "")).unwrap_or_default();
    (CONCEALING.contains(&&*local) && (is_math || !is_only_of_math))
        || (is_html && local == "dialog" && get("open").is_none())
        || ["hidden", "aria-hidden", "popover"].iter().any(|name| get(name).is_some())
        || ["display:none", "visibility:hidden", "opacity:0"].iter().any(|hiding| style.contains(hiding))
}

/// Whether html5ever may differ from the standard: an end tag of HTML ends elements beyond those of SVG and `MathML` that have
/// HTML in them, because it leaves them out of the special elements, and `annotation-xml` out of those that limit a scope.
fn has_known_difference(html: &str) -> bool {
    let inner = ["<annotation-xml", "<desc", "<foreignobject", "<mi", "<mo", "<mtext", "<title"];
    (html.contains("<svg") || html.contains("<math")) && inner.iter().any(|tag| html.contains(tag))
}

/// Adds the markers in the text under `root` that a person sees.
fn visible_markers(root: &Handle, visible: &mut Vec<String>) {
    let mut open = vec![root.clone()];
    while let Some(node) = open.pop() {
        if hides(&node.data) {
            continue;
        }
        if let NodeData::Text { contents } = &node.data {
            let contents = contents.borrow();
            let ends = contents.match_indices('Z').map(|(end, _)| end);
            visible.extend(ends.filter_map(|end| {
                let start = contents[..end].rfind('Q')?;
                Some(contents[start..=end].to_owned())
            }));
        }
        let is_semantics = matches!(&node.data, NodeData::Element { name, .. }
            if name.ns.contains("MathML") && &*name.local == "semantics");
        let children = node.children.borrow();
        let mut elements = 0;
        for child in children.iter() {
            let is_element = matches!(child.data, NodeData::Element { .. });
            elements += usize::from(is_element);
            // Of the elements in `<semantics>` a browser shows the first.
            if !is_semantics || !is_element || elements == 1 {
                open.push(child.clone());
            }
        }
    }
}

#[test]
fn what_is_shown_is_visible_in_the_tree_of_another_parser() {
    let (seed, cases) = (seed(), count("SHELLGATE_PAGE_CASES", CASES));
    println!("SHELLGATE_SEED={seed} SHELLGATE_PAGE_CASES={cases}");
    let (mut wrong, mut missed, mut shown, mut differences) = (Vec::new(), 0_usize, 0_usize, 0_usize);
    for number in 0..cases {
        let (html, markers) = page(&mut Random::new(seed.wrapping_add(number as u64)));
        let mut options = ParseOpts::default();
        options.tree_builder.scripting_enabled = true;
        let tree = parse_document(RcDom::default(), options).one(html.as_str());
        let mut visible = Vec::new();
        visible_markers(&tree.document, &mut visible);
        let markdown = read_as("text/html; charset=utf-8", html.as_bytes()).markdown;
        for marker in (0..markers).map(marker) {
            match (markdown.contains(&marker), visible.contains(&marker)) {
                (true, false) if has_known_difference(&html) => differences += 1,
                (true, false) => wrong.push(format!("{marker} in\n{html}\nread as\n{markdown}\n")),
                (false, true) => missed += 1,
                (true, true) => shown += 1,
                (false, false) => {}
            }
        }
    }
    println!(
        "{shown} markers shown, {missed} left out though visible, {} shown though hidden, {differences} where html5ever \
         differs from the standard",
        wrong.len()
    );
    assert!(wrong.is_empty(), "SHELLGATE_SEED={seed} {}", wrong[..wrong.len().min(SHOWN)].join("\n"));
    assert!(differences * 10_000 <= cases, "{differences} differences");
    // Otherwise a reader that shows nothing would pass.
    assert!(missed * 10 < shown, "{missed} of {} visible markers are left out", shown + missed);
}
