//! Files that a command writes through `>`, independent of its program.

use alloc::format;

use super::form::{Case, Found, Marks, check};
use crate::script::{RedirectOp, Word};

check! {
    /// A redirect turns every command that prints into one that writes. `echo` is harmless; `echo … > ~/.bashrc`
    /// runs at your next login. The file is emptied before the program starts, even when no program is named,
    /// and some spellings do not look like files: `>&1x` creates a file called `1x`.
    ///
    /// ```sh,fires
    /// echo x > out.txt
    /// echo x >> ~/.bashrc
    /// echo x >| out.txt
    /// echo x &> out.txt
    /// echo x &>> out.txt
    /// echo x >& out.txt
    /// echo x >&1x
    /// echo x 1>&2.log
    /// cat <> out.txt
    /// exec {fd}> out.txt
    /// > out.txt
    /// > out.txt echo x
    /// echo x > "$file"
    /// echo x > *.txt
    /// echo x 2>&$fd
    /// { ls; pwd; } > out.txt
    /// for f in a b; do echo $f; done >> out.txt
    /// echo $(ls > out.txt)
    /// echo x > >(sh)
    /// echo x > /dev/null2
    /// echo x > /dev/null/../sda
    /// echo x > /dev/nullx
    /// ```
    ///
    /// ```zsh,fires
    /// echo x >! out.txt
    /// echo x >>| out.txt
    /// ```
    ///
    /// What goes to `/dev/null` is gone, and one descriptor joined to another writes nothing new.
    ///
    /// ```sh,silent
    /// ls > /dev/null
    /// ls >/dev/null 2>&1
    /// ls &> /dev/null
    /// ls 2>> "/dev/null"
    /// ls 2>&1 | head
    /// echo x >&2
    /// ls 2>&-
    /// ls 3>&1- 1>&2
    /// for f in a b; do echo $f; done 2>/dev/null
    /// echo "a > b" 'c >> d' e\>f
    /// awk '$1 > 5' data.txt
    /// git log --format='%an <%ae>'
    /// ```
    ///
    /// PowerShell has more streams, and `$null` for what is not needed.
    ///
    /// ```powershell,fires
    /// Get-Date > a.txt
    /// gci >> a.txt
    /// gci *> a.txt
    /// gci 3>> "a.txt"
    /// 'x' > $file
    /// 1, 2 > a.txt
    /// gci > /dev/null2
    /// ```
    ///
    /// ```powershell,silent
    /// gci > $null
    /// gci 2>&1 | select -First 5
    /// gci *> $null
    /// gci 2>/dev/null
    /// Write-Output 'a > b'
    /// gci | ? { $_.Length -gt 5 }
    /// ```
    pub static OUTPUT_REDIRECTION = 10 {
        says: "a redirect writes to a file",
        help: "use the tool for writing files, or redirect unneeded output to `/dev/null`",
        marks: Marks::of(b">"),
        find,
    }
}

fn find(case: &Case<'_>, found: &mut Found) {
    let script = case.script;
    for redirect in &script.redirects {
        let Some(target) = script.word(redirect.target) else { continue };
        let written = script.slice(target.span);
        let text = script.text(target);
        if redirect.op == RedirectOp::DuplicateOutput {
            if !duplicates(text, target) {
                found.ask_because(
                    redirect.span,
                    format!("where `{written}` leads is not known before running"),
                );
            }
            continue;
        }
        if !redirect.op.writes() || text == Some("/dev/null") {
            continue;
        }
        let message = match text {
            Some(_) if script.slice(redirect.op_span).ends_with(">&") && written.starts_with(is_digit) => {
                format!("this creates the file `{written}`; it joins no descriptors")
            }
            Some(path) => format!("this writes to the file `{path}`"),
            None => format!("this writes to `{written}`, and which file that is, is not known before running"),
        };
        found.ask_because(redirect.span, message);
    }
}

fn is_digit(character: char) -> bool {
    character.is_ascii_digit()
}

/// Whether the target of `>&` is a descriptor, a `-`, or both, as it is.
fn duplicates(text: Option<&str>, target: &Word) -> bool {
    target.pieces.is_empty()
        && text.is_some_and(|text| {
            let digits = text.strip_suffix('-').unwrap_or(text);
            digits.bytes().all(|byte| byte.is_ascii_digit()) && !text.is_empty()
        })
}
