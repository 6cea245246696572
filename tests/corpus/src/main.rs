//! `corpus`: makes the conformance corpus, or asks the linked core the questions of one that another revision made.
//!
//! The program `decisions` runs this program in two revisions: its arguments and the file form are all that these share.

use std::io;
use std::path::Path;
use std::process::ExitCode;

use shellgate_corpus::{Corpus, all, answered, read, write};

fn main() -> ExitCode {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let arguments: Vec<&str> = arguments.iter().map(String::as_str).collect();
    let done = match arguments.as_slice() {
        ["make", out] => save(&all(), out),
        ["answer", questions, out] => {
            read(Path::new(questions)).and_then(|corpus| save(&answered(corpus), out))
        }
        _ => Err(io::Error::other("usage: corpus make OUT | corpus answer QUESTIONS OUT")),
    };
    match done {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            eprintln!("error: {error}");
            ExitCode::FAILURE
        }
    }
}

fn save(corpus: &Corpus, out: &str) -> io::Result<()> {
    write(corpus, Path::new(out))
}
