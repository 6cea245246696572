//! The trees that come of the changed grammar.

use tree_sitter::{Node, Parser};

/// The named nodes down to the commands: `(pipeline a (redirected b >f))`.
fn shape(node: Node<'_>, text: &str) -> String {
    match node.kind() {
        "command"
        | "variable_assignment"
        | "file_redirect"
        | "herestring_redirect"
        | "heredoc_redirect"
        | "test_command"
        | "negated_command" => text[node.byte_range()].to_owned(),
        kind => {
            let mut cursor = node.walk();
            let children: Vec<String> =
                node.named_children(&mut cursor).map(|child| shape(child, text)).collect();
            let kind = kind.trim_end_matches("_statement");
            format!("({kind} {})", children.join(" "))
        }
    }
}

fn shape_of(text: &str) -> String {
    let mut parser = Parser::new();
    parser.set_language(&shellgate_grammar::LANGUAGE.into()).expect("the grammar fits the library");
    let tree = parser.parse(text, None).expect("a tree");
    assert!(!tree.root_node().has_error(), "{text}: {}", tree.root_node());
    let shape = shape(tree.root_node(), text);
    shape.strip_prefix("(program ").and_then(|it| it.strip_suffix(')')).unwrap_or(&shape).to_owned()
}

#[test]
fn redirects_belong_to_the_part_in_front_of_them() {
    for (text, shape) in [
        ("a > f", "(redirected a > f)"),
        ("a | b > f", "(pipeline a (redirected b > f))"),
        ("a > f | b", "(pipeline (redirected a > f) b)"),
        ("a | b > f | c", "(pipeline a (redirected b > f) c)"),
        ("a | b 2> e | c > f", "(pipeline a (redirected b 2> e) (redirected c > f))"),
        ("a && b > f", "(list a (redirected b > f))"),
        ("a > f && b", "(list (redirected a > f) b)"),
        ("a && b | c > f", "(list a (pipeline b (redirected c > f)))"),
        ("{ a; } > f | b", "(pipeline (redirected (compound a) > f) b)"),
        ("(a | b) > f", "(redirected (subshell (pipeline a b)) > f)"),
        ("x=1 > f a", "x=1 > f a"),
        ("x=1 > f a | y=2 2> e b c", "(pipeline x=1 > f a y=2 2> e b c)"),
        ("a | b >> f 2>&1", "(pipeline a (redirected b >> f 2>&1))"),
    ] {
        assert_eq!(shape_of(text), shape, "{text}");
    }
}

#[test]
fn lists_are_made_of_pipelines_and_pipelines_of_commands() {
    for (text, shape) in [
        ("a | b", "(pipeline a b)"),
        ("a | b | c | d", "(pipeline a b c d)"),
        ("a |& b | c", "(pipeline a b c)"),
        ("a && b | c", "(list a (pipeline b c))"),
        ("a | b && c", "(list (pipeline a b) c)"),
        ("a | b || c | d && e", "(list (list (pipeline a b) (pipeline c d)) e)"),
        ("! a | b", "(pipeline ! a b)"),
        ("a | (b && c) | d", "(pipeline a (subshell (list b c)) d)"),
        ("a | b; c | d", "(pipeline a b) (pipeline c d)"),
    ] {
        assert_eq!(shape_of(text), shape, "{text}");
    }
}

/// A pipeline costs what its length says: every part adds the same number of nodes, and the parser has one reading.
#[test]
fn a_long_pipeline_is_one_flat_node() {
    let text = vec!["a b"; 500].join(" | ");
    let shape = shape_of(&text);
    assert_eq!(shape.matches('(').count(), 1, "{}", &shape[..80]);
}
