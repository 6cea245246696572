//! Texts that are made to be read in two ways: a doubt, or what PowerShell itself reads.
//!
//! Each comes from the tokenizer or the parser of PowerShell (`tokenizer.cs`, `Parser.cs`), whose function is named.

use std::vec::Vec;

use crate::script::{Dialect, Script, Value};
use crate::syntax::read;

fn script(source: &str) -> Script<'_> {
    read(source, Dialect::PowerShell)
}

fn all_are_doubted(sources: &[&str]) {
    let understood: Vec<_> = sources.iter().filter(|source| script(source).doubts.is_empty()).collect();
    assert!(understood.is_empty(), "{understood:#?}");
}

fn all_are_understood(sources: &[&str]) {
    for source in sources {
        let script = script(source);
        assert!(script.doubts.is_empty(), "{source}: {:?}", script.doubts);
    }
}

/// How many words the only command has.
fn words(source: &str) -> usize {
    let script = script(source);
    assert!(script.doubts.is_empty(), "{source}: {:?}", script.doubts);
    script.commands.first().map_or(0, |command| script.words_of(command).len())
}

#[test]
fn a_substitution_in_text_is_not_read_as_one_by_itself() {
    // `ScanSubExpression` drops a quote or a backtick in front of a double quote, and counts parentheses in quotes.
    all_are_doubted(&[
        "\"$(a \"`\" ; ni x; `\"\")\"",
        "b$(a \"`\" ; ni x; `\"\")",
        "a \"$(b \"\"c\"\")\"",
        "a \"$(b '(')\"",
        "a \"$(b ')')\"",
        "a \"$(b #)\n)\"",
        "a \"$(b <#)#>)\"",
        "a b$('\"\"; ni x; \"\"')",
        "@\"\n$(a ')')\n\"@",
    ]);
    all_are_understood(&["a \"$(b \"c\")\"", "a \"$(b (c) 'd')\"", "a b$(c)d", "@\"\n$(a 'b')\n\"@"]);
}

#[test]
fn what_touches_a_value_is_another_argument_or_doubted() {
    // `NextToken`: a substitution, a block, a quoted text at the beginning of a word end it.
    all_are_doubted(&[
        "gci $(a)-OutVariable x",
        "gci $(a)b",
        "gci $(a)$b",
        "gci (a)-OutVariable x",
        "gci @(a)-OutVariable x",
        "gci {a}-OutVariable x",
        "gci 'a'-OutVariable x",
        "gci \"a\"-OutVariable x",
        "gci \"a\"'b'",
        "gci $x.Name-OutVariable x",
        "gci $x[0]-OutVariable x",
        "gci $x..-OutVariable x",
        "gci $x../../y",
        "gci $x. y",
        "gci a(b)",
        "gci a{b}",
        "gci -Path(b)",
        "gci -Path'b'",
        "gci -Path$b",
        "gci -Path.b",
        "gci -Path[b",
    ]);
    assert_eq!(words("gci $x-OutVariable y"), 3);
    assert_eq!(words("gci ${x}-OutVariable y"), 3);
    assert_eq!(words("gci b'c'\"d\"$e"), 2);
}

#[test]
fn a_backtick_hides_no_parameter() {
    all_are_doubted(&[
        "gci ` -OutVariable x",
        "gci `\t-OutVariable x",
        "gci a`\nb",
        "gci `u{2d}OutVariable x",
        "gci -Out`Variable x",
        "gci `",
        "g`ci",
        "`gci",
        "& g`ci",
        "\"a`\nb\"",
    ]);
    let escaped = script("gci `-OutVariable x");
    let word = escaped.commands.first().and_then(|command| escaped.words_of(command).get(1));
    assert_eq!(word.map(|word| &word.value), Some(&Value::Literal("-OutVariable".into())));
    assert_eq!(words("gci `\n-OutVariable x"), 3);
    assert_eq!(words("gci a` b"), 2);
}

#[test]
fn a_parameter_stands_where_parameters_stand() {
    // A colon ends it in a list and after a redirect, too (`ScanParameter`).
    all_are_doubted(&["gci a, -b:c d", "gci -Path: -b", "gci > -b:c d", "gci 2> -b"]);
    assert_eq!(words("gci -- -b:c"), 4);
    assert_eq!(words("gci -b=c --d=e -5 - --"), 6);
}

#[test]
fn a_name_has_every_character_that_the_tokenizer_gives_it() {
    // `ScanVariable`: a question mark and a colon belong to names.
    all_are_doubted(&[
        "a $x?",
        "a \"$x?\"",
        "a $x:y",
        "a \"$x:y\"",
        "a \"$x:1\"",
        "a \"$C:?\"",
        "a \"$x: y\"",
        "a $:x",
        "a \"$:x\"",
        "a $env:x:y",
        "a \"$env:x:y\"",
        "a $xé",
        "a \"$xé\"",
        "a $1",
        "a ${x y}",
        "a ${C:\\x}",
        "a ${env:x y}",
        "a ${global:x}",
        "a $script:x",
        "a $using:x",
        "a $variable:x",
        "a $function:prompt",
        "a $$",
        "a $^",
        "$x.é",
        "gci -Pathé x",
        "gcé x",
    ]);
    all_are_understood(&["a $x $? $_ ${x} $env:X ${env:X} é", "a \"$x, $env:X/y\" '$é'"]);
}

#[test]
fn a_carriage_return_by_itself_is_doubted_everywhere() {
    // It ends the line of a here-string (`ScanPossibleHereStringFooter`) and of a comment.
    all_are_doubted(&[
        "@'\na\r'@; ni x\n'@",
        "# a\rni x",
        "a 'b\rc'",
        "a \"b\rc\"",
        "a\rb",
        "<# \r #>",
        "a\r",
    ]);
    all_are_understood(&["a\r\nb\r\n", "a @'\r\nb\r\n'@\r\n", "a `\r\n b", "# a\r\nb"]);
}

#[test]
fn characters_that_the_tokenizer_takes_for_others_are_doubted_everywhere() {
    let texts = ["a {}b", "a '{}'", "a \"{}\"", "# {}", "a <#{}#>", "{} a", "a @'\n{}\n'@", "a -b{}c"];
    for character in
        "‘’‚‛“”„–—―\u{a0}\u{85}\u{1680}\u{2000}\u{2003}\u{2028}\u{2029}\u{202f}\u{205f}\u{3000}\0\u{7}\u{8}\u{b}\u{c}\u{1b}\u{7f}\u{feff}"
            .chars()
    {
        for text in texts {
            let source = text.replace("{}", character.encode_utf8(&mut [0; 4]));
            assert!(!script(&source).doubts.is_empty(), "{source:?}");
        }
    }
    // Ignored when parameters are compared; text elsewhere.
    all_are_doubted(&[
        "gci -Out\u{200b}Variable x",
        "gci -Out\u{ad}Variable x",
        "gc\u{200b}i",
        "gci \u{200b}",
    ]);
}

#[test]
fn no_operator_gets_a_script_block() {
    // `-split` and `-replace` call one; a property can hold one.
    all_are_doubted(&[
        "'a' -replace 'b', {ni x}",
        "'a' -split {ni x}",
        "'a' -replace 'b', $x",
        "'a' -creplace $x, 'b'",
        "'a' -isplit (gcm mkdir).ScriptBlock",
        "'a' -split $_.ScriptBlock",
        "'a' -replace @('b', (gcm mkdir).ScriptBlock)",
        "'1' -replace 1..1 + $x",
        "'1' -replace 1 + $x",
        "'a' -replace 'b', 'c' + $x",
        "-split {ni x}",
        "$x = {ni x}",
        "{ni x}",
        "[string]{ni x}",
        "$x.Where{ni x}",
        "a $x.ForEach{ni x}",
        "(1).ForEach({ni x})",
        "(1).ForEach('Delete')",
        "$x.Delete ()",
        "$x.$y",
        "$x.('y')",
        "$x.'y'()",
        "a $x::y()",
    ]);
    all_are_understood(&[
        "$x -split ','",
        "$x -replace 'a', 'b' -replace \"c\" -join ','",
        "$x -split ',', 2 | a",
        "$a -like '*.cs' -and -not $b.PSIsContainer -or $c -in 1, 2",
        "'{0} {1}' -f $a, $b.Name",
    ]);
}

#[test]
fn nothing_but_a_variable_of_the_script_is_changed() {
    all_are_doubted(&[
        "$x.y++",
        "$x[0]++",
        "$env:X++",
        "$PSHOME++",
        "$x ++\n5",
        "$x --\n5",
        "$x ++",
        "--$x",
        "$x.y += 1",
        "$x[0] += 1",
        "$x, $y = 1",
        "($x) = 1",
        "[int]$x, $y = 1",
        "$x <##> = 1",
        "$x `\n= 1",
        "${x} = 1",
        "$x ??= 1",
        "$OFS = 1",
        "$null = a",
        "$PSNativeCommandArgumentPassing = 'Legacy'",
        "$outputencoding = 1",
        "$PROFILE = 'x'",
        "$env:PATH += 'x'",
        "[ValidateScript({ni x})]$x = 1",
        "[adsi]$x = 'x'",
        "foreach ($PSDefaultParameterValues in a) { }",
        "foreach ($env:x in a) { }",
        "foreach ($x.y in a) { }",
        "a | $x = 1",
        "a && $x = 1",
    ]);
    all_are_understood(&["$x = 1", "$x += 'a'", "[string] $x = a | b", "$a = $b = c", "$x = if (a) { b }"]);
}

#[test]
fn every_other_statement_is_doubted_in_any_case_and_place() {
    for keyword in [
        "begin",
        "process",
        "end",
        "clean",
        "dynamicparam",
        "param",
        "trap",
        "try",
        "catch",
        "finally",
        "throw",
        "data",
        "configuration",
        "workflow",
        "parallel",
        "sequence",
        "inlinescript",
        "hidden",
        "static",
        "define",
        "from",
        "var",
        "exit",
        "return",
        "function",
        "filter",
        "class",
        "enum",
        "using",
        "switch",
        "while",
        "do",
        "until",
        "for",
        "else",
        "elseif",
        "Function",
        "USING",
        "sWitch",
    ] {
        for text in ["{} x", "a; {} x", "a\n{} { b }", "a ({} x)", "a { {} { } }", "\"$({} x)\"", "{}"] {
            let source = text.replacen("{}", keyword, 1);
            assert!(!script(&source).doubts.is_empty(), "{source}");
        }
    }
    all_are_doubted(&[
        ":a foreach ($x in b) { c }",
        "foreach -parallel ($x in b) { c }",
        "break a",
        "continue $x",
        "for ($i = 0; $i -lt 3; $j++) { a }",
        "if (a) b",
        "a; if",
    ]);
    all_are_understood(&["1 | foreach { a }", "a | foreach Name", "a for if", "./if x", "for-each x"]);
}

#[test]
fn a_long_range_is_doubted() {
    all_are_doubted(&[
        "1..10000000",
        "1..1gb",
        "10000000..1",
        "10000000 ..1",
        "1..-10000000",
        "0..0x7fffffff",
    ]);
    all_are_understood(&["1..100000", "$a..$b", "1 .. $b", "-5..5"]);
}

#[test]
fn redirects_go_to_words() {
    all_are_doubted(&[
        "a >", "a > ", "a > #b", "a >& 1", "a 2>&3", "a 7> b", "a 0> b", "a b> c", "a < b", "a << b",
        "a > > b", "a > @x", "a > {b}", "a > b,c", "> a", "a *>&2b(",
    ]);
    for (source, text) in
        [("a > b", "b"), ("a 2>>'b c'", "'b c'"), ("a *> $x", "$x"), ("'x' > b", "b"), ("$x 3> b", "b")]
    {
        let script = script(source);
        assert!(script.doubts.is_empty(), "{source}: {:?}", script.doubts);
        let target = script.redirects.first().and_then(|redirect| script.word(redirect.target));
        assert_eq!(target.map(|target| script.slice(target.span)), Some(text), "{source}");
    }
}

#[test]
fn a_comment_is_kept_once() {
    let script = script("# a\nb c # d\n| e <# f #> g # h\n# i\n\n# j\nif (k) { } # l\n# m\nelse { }");
    let comments: Vec<&str> = script.comments.iter().map(|span| script.slice(*span)).collect();
    assert_eq!(comments, ["# a", "# d", "<# f #>", "# h", "# i", "# j", "# l", "# m"]);
    assert!(script.doubts.is_empty());
}

#[test]
fn a_sign_that_ends_no_token_makes_a_number_a_name() {
    // `ScanNumber` goes on as a name where no token ends after the digits.
    all_are_doubted(&[
        "1#a",
        "1#\\5; ni x",
        "1.#",
        "0x1#",
        "5mb#",
        "1_0",
        "1$x",
        "1`a",
        "1@a",
        "1~",
        "1:a",
        "1\\a",
    ]);
    all_are_understood(&[
        "1 #a", "1;#a", "1+2", "6/2", "6/$x", "1..5", "5mb", "0x1F", "1,2", "(1)", "1 -eq 2",
    ]);
}
