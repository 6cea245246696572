//! Little languages in which an argument has a program: sed, awk, jq. Each has its own grammar.
//!
//! Owns one file or folder per language. Reports whether a program does more than turn its input into output, and
//! computes that output for simple sed scripts. A text that implementations read differently is not understood.

mod awk;
mod jq;
pub mod sed;

use super::Language;
use super::formats::Flaw;

/// What a program text does beyond filtering; none when it does nothing else.
pub(super) fn flaw(language: Language, text: &str) -> Option<Flaw> {
    match language {
        Language::Sed => sed::flaw(text).map(|(_, flaw)| flaw),
        Language::Awk => awk::flaw(text),
        Language::Jq => jq::flaw(text),
        Language::Shell | Language::Other => {
            Some(Flaw::Unknown("a program in a language that is not analysed"))
        }
    }
}

/// Whether a program text can show the environment: the array `ENVIRON` of awk (POSIX, awk, "Special Variables").
pub fn shows_environment(language: Language, text: &str) -> bool {
    match language {
        Language::Awk => text.contains("ENVIRON"),
        Language::Jq => jq::names_environment(text),
        Language::Shell | Language::Sed | Language::Other => false,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The content of `text` for each language, in one word.
    fn outcome(language: Language, text: &str) -> &'static str {
        match flaw(language, text) {
            None => "filters",
            Some(Flaw::Harmful(why)) => why,
            Some(Flaw::Unknown(_)) => "unknown",
        }
    }

    fn hold(language: Language, cases: &[(&str, &str)]) {
        for (text, expected) in cases {
            let found = outcome(language, text);
            assert!(found.contains(expected), "{text:?}: {found}, expected {expected}");
        }
    }

    #[test]
    fn what_a_sed_script_does_is_told() {
        hold(
            Language::Sed,
            &[
                ("10,40p", "filters"),
                ("$p", "filters"),
                ("1~2d", "filters"),
                ("/a/,/b/p", "filters"),
                ("/a/,+3p;$!d", "filters"),
                ("0,/x/s//y/", "filters"),
                ("\\,a/b,d", "filters"),
                ("\\cacp", "filters"),
                ("s/a/b/", "filters"),
                ("s|a|b|gI", "filters"),
                ("s,w,e,", "filters"),
                ("s/\\/w f/x/2p", "filters"),
                ("s/a/\\\n/", "filters"),
                ("s/a/b/;s/c/d/ ; p", "filters"),
                (":a;N;$!ba;s/\\n/ /g", "filters"),
                ("/x/{s/a/b/;p;b};p", "filters"),
                ("/x/{\np\n}", "filters"),
                ("y/abc/wer/", "filters"),
                ("a w f", "filters"),
                ("a\\\nw f\\\ne g", "filters"),
                ("i\\  e x", "filters"),
                ("1!G;h;$!d", "filters"),
                ("/e/d", "filters"),
                ("p # w f", "filters"),
                ("#n\np", "filters"),
                ("q5", "filters"),
                ("w /dev/stdout", "filters"),
                ("s/a/b/w /dev/stderr", "filters"),
                ("", "filters"),
                ("/x/{", "unknown"),
                ("}", "unknown"),
                ("w f", "writes"),
                ("/a/w f", "writes"),
                ("1,2!w f", "writes"),
                ("W f", "writes"),
                ("p;w f", "writes"),
                ("{p;w f\n}", "writes"),
                ("w /dev/stdout;p", "writes"),
                ("s/a/b/w f", "writes"),
                ("s/a/b/gw f", "writes"),
                ("s|a|b|w f", "writes"),
                ("sxaxbxw f", "writes"),
                ("s/a/b\\/c/w f", "writes"),
                ("a text\nw f", "writes"),
                ("y/ab/cd/;w f", "writes"),
                ("r f", "reads"),
                ("$R f", "reads"),
                ("e", "executes"),
                ("1e id", "executes"),
                ("$!e id", "executes"),
                ("s/a/id/e", "executes"),
                ("s/a/id/ge", "executes"),
                ("s,a,id,pe", "executes"),
                ("s/x/y/;e id", "executes"),
                ("/a/Ie id", "executes"),
                ("n;e", "executes"),
                ("s/[/]/x/", "filters"),
                ("s/[/]/w f/", "unknown"),
                ("s/a/b", "unknown"),
                ("s/a/b/x", "unknown"),
                ("s\\a\\b\\", "unknown"),
                ("s/a\nb/c/", "unknown"),
                ("/a", "unknown"),
                ("k", "unknown"),
                ("b}w", "unknown"),
                (":a;b a}", "unknown"),
                ("pw f", "unknown"),
                ("sÄaÄbÄ", "unknown"),
                ("+1p", "unknown"),
            ],
        );
    }

    #[test]
    fn what_an_awk_program_does_is_told() {
        hold(
            Language::Awk,
            &[
                ("{print $1}", "filters"),
                ("{ print $1, $NF }", "filters"),
                ("NR==10,NR==20", "filters"),
                ("NR>10", "filters"),
                ("$1>2", "filters"),
                ("$1 > 2 { print $2 }", "filters"),
                ("{ if ($1 > 2) print $1 }", "filters"),
                ("{ print ($1 > 2) }", "filters"),
                ("{ print (1, 2) }", "filters"),
                ("/error/ { n++ } END { print n }", "filters"),
                ("/a > b | c/", "filters"),
                ("!/a/", "filters"),
                ("!seen[$0]++", "filters"),
                ("{ print \"a > b | c\" }", "filters"),
                ("{ s += $1 } END { print s / NR }", "filters"),
                ("{ print $1 / $2 / 3 }", "filters"),
                ("{ a[$1] = a[$1] / 2; print a[$1] }", "filters"),
                ("BEGIN { FS = \":\" } { print $1 }", "filters"),
                ("{ gsub(/a|b/, \"x\"); print }", "filters"),
                ("{ n = split($0, p, /[|]/); print n }", "filters"),
                ("length > 80", "filters"),
                ("length($0) > 80 { print FILENAME \": \" FNR }", "filters"),
                ("a || b && c", "filters"),
                ("{ while (i > 0) { i--; print i } }", "filters"),
                ("{ if (x) /a/ }", "filters"),
                ("{ for (k in a) if (a[k] > 1) print k }", "filters"),
                ("BEGIN { while ((getline line) > 0) n++; print n }", "filters"),
                ("{ print > \"/dev/stderr\" }", "filters"),
                ("{ printf \"%s\\n\", $1 > \"/dev/stdout\" }", "filters"),
                ("# system(\"x\")\n{ print }", "filters"),
                ("{ print ENVIRON[\"HOME\"] }", "filters"),
                ("{ print \\\n $1 }", "filters"),
                ("{ print $1 > 2 }", "writes"),
                ("{ print > $1 }", "writes"),
                ("{ print >> \"f\" }", "writes"),
                ("{ print 1,\n2 > \"f\" }", "writes"),
                ("{ print 1, # c\n2 > \"f\" }", "writes"),
                ("{ print (1,\n2) > \"f\" }", "writes"),
                ("{ print a &&\nb > \"f\" }", "writes"),
                ("{ print \\\n1 > \"f\" }", "writes"),
                ("{ print 1\n}\n$1 > 2", "filters"),
                ("{ printf(\"%s\", $1) > \"f\" }", "writes"),
                ("{ print(1)(2) > \"f\" }", "writes"),
                ("{ print \"a\" > \"/dev/stdout\" \"x\" }", "writes"),
                ("{ print > \"/dev/stdoutx\" }", "writes"),
                ("{ x = 1; print x > f }", "writes"),
                ("BEGIN { system(\"id\") }", "executes"),
                ("BEGIN{system (\"id\")}", "executes"),
                ("{ print | \"sh\" }", "executes"),
                ("BEGIN { \"id\" | getline x }", "executes"),
                ("BEGIN { \"id\" |& getline }", "executes"),
                ("{ print $1 / 2 | \"sh\" }", "executes"),
                ("{ print /a/ ? 1 : 2 | \"sh\" }", "executes"),
                ("BEGIN { getline x < \"f\" }", "reads"),
                ("BEGIN { while ((getline x < \"f\") > 0) print x }", "reads"),
                ("BEGIN { getline < ARGV[1] }", "reads"),
                ("BEGIN { ARGV[1] = \"/etc/shadow\" }", "reads"),
                ("@load \"filefuncs\"", "unknown"),
                ("@include \"x\"", "unknown"),
                ("{ f = \"system\"; @f(\"id\") }", "unknown"),
                ("{ print /[/]/ }", "unknown"),
                ("{ print \"a }", "unknown"),
                ("{ print /a }", "unknown"),
                ("{ print 'a' }", "unknown"),
                ("{ x++ / 2 }", "unknown"),
                ("{ length / 2 }", "unknown"),
                ("a::b", "unknown"),
            ],
        );
    }

    #[test]
    fn what_a_jq_program_does_is_told() {
        hold(
            Language::Jq,
            &[
                (".", "filters"),
                (".a.b[0]", "filters"),
                (".dependencies | keys[]", "filters"),
                (".[] | select(.a > 1) | {a, b: .c}", "filters"),
                ("\"x \\(.a | tostring) \\(\"n\\(.b)\")\"", "filters"),
                ("to_entries | map(\"\\(.key)=\\(.value)\") | .[]", "filters"),
                ("def f(x): x + 1; f(.)", "filters"),
                ("def f($x; g): g; f(1; .a)", "filters"),
                ("reduce .[] as $x (0; . + $x)", "filters"),
                (". as {a: $x} | $x", "filters"),
                ("try error(\"x\") catch .", "filters"),
                ("if .a then .b elif .c then 1 else empty end", "filters"),
                (".a // \"import x\" | @base64", "filters"),
                (".[\"import\"]", "filters"),
                (".import", "filters"),
                ("{import: 1, \"a\": $x}", "filters"),
                (". # import \"x\"", "filters"),
                (".a? // empty", "filters"),
                ("limit(3; .[])", "filters"),
                ("env.HOME, $ENV.PATH", "filters"),
                (".. | numbers", "filters"),
                ("input_filename", "filters"),
                ("import \"a\" as a; .", "reads"),
                ("include \"a\"; .", "reads"),
                ("\"\\(import \"a\" as a; .)\"", "reads"),
                ("modulemeta", "reads"),
                ("\"a", "unknown"),
                ("\"\\(.a\"", "unknown"),
                ("system(\"id\")", "unknown"),
                ("exec", "unknown"),
                ("a::b", "unknown"),
                ("`", "unknown"),
            ],
        );
    }

    #[test]
    fn no_text_costs_more_than_its_length_and_none_panics() {
        for unit in
            ["{", "(", "\"\\(", "/", "[", "s/a/", "a\\\n", "\\", "|", "é", "\u{0}", "@", "$", "#", "'"]
        {
            let text = unit.repeat(2_000);
            for language in [Language::Sed, Language::Awk, Language::Jq] {
                flaw(language, &text);
                for (at, _) in text.char_indices().take(9) {
                    flaw(language, text.get(..at).unwrap_or(""));
                }
            }
        }
    }
}
