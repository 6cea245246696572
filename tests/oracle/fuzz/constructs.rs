//! Constructs of the shells, from which mutants are made.
//!
//! Owns the lists. `r0` and `r1` are recorders: a command that executes one, where its verdict names none, does more
//! than was judged.

/// Simple commands that only read, in every form of quoting, expansion and redirect.
pub(super) const COMMANDS: &[&str] = &[
    "ls -la src",
    "cat a b",
    "grep -rn foo src",
    "echo a 'b c' \"d e\" f\\ g",
    "echo $x \"$x\" ${x} \"${x}\"",
    "echo ${x:-a} ${x-a} ${HOME:+a} ${x:=a} \"${x:?a}\"",
    "echo ${HOME%a} ${HOME%%a*} ${HOME#a} ${HOME##*/}",
    "echo \"${HOME%a}\" \"${HOME%%a*}\" \"${HOME#a}\" \"${HOME##*/}\"",
    "echo ${HOME/a/b} ${HOME//a/b} \"${HOME/a/b}\" \"${HOME//a/b}\" \"${HOME/#a/b}\" \"${HOME/%a/b}\"",
    "echo ${HOME^a} \"${HOME^^a}\" \"${HOME,a}\" \"${HOME,,a}\" ${#HOME}",
    "echo \"${x:-a b}\" \"${HOME:+a b}\" ${x:-$HOME} \"${x:-${HOME%a}}\"",
    "echo $(ls a) `ls a` \"$(ls a)\"",
    "echo $((1 + 2)) $'a\\tb' $\"a\"",
    "cat <(ls a) <<< \"a $HOME\"",
    "cat <<E\na $HOME ${x:-a}\nE",
    "cat <<'E'\na $HOME\nE",
    "cat <<-\"E\"\n\ta\n\tE",
    "ls *.md src/[a-m]*.rs ?.gz",
    "ls {a,b} {1..3} ~/a",
    "ls a >/dev/null",
    "ls a 2>/dev/null >&2",
    "ls a 2>&1 >/dev/null </dev/null",
    "ls a &>/dev/null",
    "ls a 3>&1 2>&-",
    "date +%s",
    "git tag -l",
    "git branch -a",
    "uniq a",
    "hostname",
    "awk '{print $1}' a",
    "sed -n 1p a",
    "printf '%s\\n' a \"$x\"",
    "printf '%d %s' 1 a",
    "[ -f a ]",
    "[ \"$x\" = a ]",
    "test -n a",
    "[[ -f a && $x == a* ]]",
    "[[ a =~ ^a(b|c) ]]",
    "((1 + 2))",
    "true",
    ":",
    "exit 1",
    "i=1",
    "TZ=UTC date",
    "COLUMNS=80 ls",
    "LC_ALL=C sort a",
    "timeout 5 cat a",
    "env LC_ALL=C sort a",
    "find . -name '*.rs' -exec wc -l {} +",
    "xargs wc -l",
    "head -1 a",
    "wc -l < a",
    "read -r line",
];

/// What stands around a command; `@` is its place.
pub(super) const AROUND: &[&str] = &[
    "@",
    "( @ )",
    "{ @; }",
    "{ @\n}",
    "! @",
    "time @",
    "@ &",
    "@; ls",
    "ls; @",
    "@ && ls",
    "ls || @",
    "@ | cat",
    "ls | @",
    "@ |& cat",
    "@\nls",
    "# a\n@",
    "@ # a",
    "echo $(@)",
    "echo \"$(@)\"",
    "echo `@`",
    "cat <(@)",
    "cat <<< $(@)",
    "cat <<E\n$(@)\nE",
    "if @; then ls; fi",
    "if ls; then @; else @; fi",
    "while @; do break; done",
    "until ls; do @; done",
    "while read -r line; do @; done < a",
    "for v in 1 2; do @; done",
    "for v in *.md; do @; done",
    "for v in \"$x\"; do @; done",
    "for ((i=0; i<2; i++)); do @; done",
    "case $x in a) @ ;; *) @ ;; esac",
    "case a in (a) @ ;& b) ls ;; esac",
    "{ @; } 2>/dev/null",
    "{ @ } always { ls; }",
    "{ @; } always { ls; }",
    "if [ a = a ] { @ }",
    "for v (a b) { @ }",
    "repeat 1 @",
    "v=$(@)",
    "x=a @",
    "eval '@'",
];

/// Pieces that are put into a text, at a boundary of words or in the midst of one.
pub(super) const PIECES: &[&str] = &[
    "$(r0)", "`r0`", "<(r0)", ">(r0)", "=(r0)", "(+r0)", "(e_r0_)", "*(+r0)", "*(e:r0:)", "; r0", "& r0", "| r0", "&& r0",
    "|| r0", "\nr0", "- r0", "&- r0", "} always { r0; }", " } always { r0; } ", "} r0", "{ r0 }", "{ r0; }", "( r0 )",
    "$((a[$(r0)]))", "${x:-<(r0)}", "${x:-=(r0)}", "\"${HOME%<(r0)}\"", "${HOME//a/=(r0)}", "${x:-*(+r0)}",
    "'a[$(r0)]'", "'path[$(r0)]'", "\"$x\"", "$x", "$(cat a)", "{a['b[$(r0)]']}", "{v}", "$'\\x27'", "$\"a\"",
];

/// Bytes and short texts that change how what is around them is read.
pub(super) const SIGNS: &[&str] = &[
    " ", "\t", "\n", "\\", "\\\n", "'", "\"", "`", "$", "(", ")", "{", "}", "[", "]", "<", ">", "|", "&", ";", "#", "!",
    "~", "*", "?", "=", "-", "^", "%", "@", ",", ":", "/", "\r", "\u{b}", "\u{a0}", "é", "あ", "\\u0025d", "\\x25",
    "$'", "$\"", "${", "$((", "((", "))", "[[", "]]", "<<", "<<<", ">>", "&>", ">&", "<&", "<>", ">|", ">!", "&!", "&|",
    "|&", "||", "&&", ";;", ";&", ";;&", ";|", "<1-9>", "<->", "{}", "{a,b}", "{1..3}", "..", "**/", "^a", "a#", "+=",
];

/// Redirects, whose numbers the shells read in their own ways.
pub(super) const REDIRECTS: &[&str] = &[
    ">/dev/null", "2>/dev/null", "10>/dev/null", "00>/dev/null", "2147483647>/dev/null", "2147483648>/dev/null",
    "4294967295>/dev/null", "99999999999999999999>/dev/null", "1&>/dev/null", "12&>>/dev/null", "{v}>/dev/null",
    "{v}&>/dev/null", "{a[1]}>/dev/null", ">&1-", "2>&1-", "<&0-", ">&-", ">&2", "2>&1", "10>&2", "<&10", "1</dev/null",
    "12</dev/null", "<<<a", "7<<<a", "12<<<a", ">&/dev/null", "&>/dev/null", "<>/dev/null", "<1-9>/dev/null",
];

/// Loops and other constructs that set the variable `@`.
pub(super) const SETTERS: &[&str] = &[
    "for @ in $W; do ls; done",
    "for @ in *; do ls; done",
    "for @ in $W; do echo $\"hi\" $@; done",
    "for @ in $W; do exit @; done",
    "for @ in $W; do [ -t @ ]; done",
    "for @ in $W; do break @; done",
    "for @ in $W; do continue $@; done",
    "for @ in $W; do echo $((@)); done",
    "for @; do ls; done",
    "for ((@=0; @<2; @++)); do ls; done",
    "((@=1))",
    "echo $((@=1))",
    "echo ${@:=$W}",
    "echo ${@=$W}",
    "@=$W; ls",
    "@=$W ls",
    "env @=$W ls",
    "read -r @ < values; ls $@",
    "read @ < values; exit @",
    "while read -r @; do exit $@; done < values",
    "printf -v @ %s $W; ls",
    "mapfile @ < values; ls",
    "readarray -t @ < values; ls",
    "getopts a: @ -a b; ls",
    "select @ in $W; do ls; done",
    "let @=1; ls",
    "export @=$W; ls",
    "declare -i @; ls",
    "typeset -i @=$W; ls",
    "ls {@}>/dev/null",
    "unset @; ls",
];

/// Names for [`SETTERS`]: of scripts, of the shells, and of programs.
pub(super) const NAMES: &[&str] = &[
    "v", "line", "COUNT", "FILE", "RANDOM", "SECONDS", "HISTCMD", "SRANDOM", "OPTIND", "HISTSIZE", "HISTFILESIZE", "SAVEHIST",
    "LINES", "COLUMNS", "KEYTIMEOUT", "SHLVL", "LISTMAX", "ERRNO", "FUNCNEST", "MAILCHECK", "UID", "PATH", "path", "argv",
    "cdpath", "fpath", "prompt", "histchars", "PS4", "IFS", "ENV", "BASH_ENV", "TEXTDOMAIN", "TEXTDOMAINDIR", "LANGUAGE",
    "LANG", "LC_ALL", "TZ", "TERM", "TMPDIR", "PAGER", "LD_PRELOAD", "GIT_DIR", "REPLY", "PWD", "HOME", "TMPPREFIX", "STTY",
    "NULLCMD", "ZLE_RPROMPT_INDENT", "match", "status", "functions", "aliases", "options", "commands",
];

/// Words for [`SETTERS`].
pub(super) const WORDS: &[&str] =
    &["a", "1", "'a[$(r0)]'", "'path[$(r0)]'", "'PATH[$(r0)]'", "\"$x\"", "*", "../x", "/tmp/x", "C", "zh_CN.GBK", "{a,b}", "'a b'"];
