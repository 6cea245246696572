//! What can be wrong with a URL or a search: one code each, with its words and its examples.
//!
//! Owns the codes. The examples are texts; those that fire have the finding, and those that are silent do not, whatever
//! else is found in them. `explain` prints them, and a test holds them.

use super::Tool;
use crate::codes::{Code, Help, Sentence};
use crate::examples::{Examples, examples};

/// One thing that can be wrong.
#[derive(Clone, Copy, Debug)]
pub struct WebCheck {
    /// The code.
    pub code: Code,
    /// The tool whose texts the examples are.
    pub tool: Tool,
    /// Whether nothing is fetched or searched then, whatever a rule and the mode say. Otherwise a person decides.
    pub refuses: bool,
    /// Texts in which it is found.
    pub fires: Examples,
    /// Texts in which it is not found.
    pub silent: Examples,
}

/// Codes are compared by their names, which are unique.
impl PartialEq for WebCheck {
    fn eq(&self, other: &Self) -> bool {
        self.code == other.code
    }
}

impl Eq for WebCheck {}

/// Every check, sorted by code.
pub static CHECKS: &[&WebCheck] = &[
    &CONTROL_CHARACTERS,
    &HOST,
    &LENGTH,
    &LONG_QUERY,
    &LONG_TEXT,
    &NOT_CANONICAL,
    &PORT,
    &QUERY,
    &SCHEME,
    &SECRET,
    &SPECIAL_HOST,
    &URL,
    &USERINFO,
];

/// A character that nobody sees.
pub static CONTROL_CHARACTERS: WebCheck = WebCheck {
    code: Code {
        name: "WEB_CONTROL_CHARACTERS",
        says: Sentence::whole("a character in it is invisible, so nobody can see what it is"),
        help: Help::both("remove the invisible character"),
        story: "Clients remove tabs and line breaks from a URL, so `java\\nscript:` and `docs\\n.rs` become something else. \
                Characters that hide or reorder text show a person another host than the one that is asked.",
    },
    tool: Tool::Fetch,
    refuses: true,
    fires: examples!["https://docs.rs/\u{7}", "https://docs\u{200b}.rs/", "https://a.org/\u{202e}gpj.exe"],
    silent: examples!["https://docs.rs/serde", "https://docs.rs/%0a"],
};

/// No host, or one that cannot exist.
pub static HOST: WebCheck = WebCheck {
    code: Code {
        name: "WEB_HOST",
        says: Sentence::whole("there is no host in it that can exist"),
        help: Help::both("write the host after `https://`"),
        story: "A name has labels of 1 to 63 characters. A last label that is a number makes all of it an address of IPv4, \
                which has four bytes; an address of IPv6 is written in brackets, without a zone.",
    },
    tool: Tool::Fetch,
    refuses: true,
    fires: examples![
        "https://",
        "https://a..b/",
        "https://256.1.1.1/",
        "https://[fe80::1%25eth0]/",
        "https://xn--.de/",
    ],
    silent: examples!["https://docs.rs/", "https://1.1.1.1/", "https://[2606:4700::1111]/"],
};

/// Too long.
pub static LENGTH: WebCheck = WebCheck {
    code: Code {
        name: "WEB_LENGTH",
        says: Sentence::whole("it is longer than 2,048 bytes, so nobody reads it to its end"),
        help: Help::both("leave out the parts that the page does not need"),
        story: "Few servers need longer URLs. A long one carries data to the server that it is sent to.",
    },
    tool: Tool::Fetch,
    refuses: true,
    // An example would be as long.
    fires: examples![],
    silent: examples!["https://docs.rs/"],
};

/// A query that says much.
pub static LONG_QUERY: WebCheck = WebCheck {
    code: Code {
        name: "WEB_LONG_QUERY",
        says: Sentence::whole("its query is longer than 256 bytes, which can carry data to the host"),
        help: Help::both("leave out the parameters that the page does not need"),
        story: "What follows the question mark reaches the host, and its log. A page that a model has read can tell it to put \
                the contents of a file there. Nothing is found if a rule names the host without a wildcard.",
    },
    tool: Tool::Fetch,
    refuses: false,
    fires: examples![
        "https://a.org/?q=one+two+three+four+five+six+seven+eight+nine+ten+one+two+three+four+five+six+seven+eight\
         +nine+ten+one+two+three+four+five+six+seven+eight+nine+ten+one+two+three+four+five+six+seven+eight+nine+t\
         en+one+two+three+four+five+six+seven+eight+nine+ten+one+two+three+four+five+six+seven+eight+nine+ten",
    ],
    silent: examples!["https://a.org/search?q=how+to+sort+a+list&page=2"],
};

/// A text that says nothing to a person.
pub static LONG_TEXT: WebCheck = WebCheck {
    code: Code {
        name: "WEB_LONG_TEXT",
        says: Sentence::whole("a long text in it is no word, and can carry data to the host"),
        help: Help::both("leave the text out, or ask for the page in another way"),
        story: "An encoded secret is a long text without words: in the path, in the query, or as a label of a name, which a \
                name server of the attacker's sees even if nothing is fetched. Words are not found, however many there are, \
                nor UUIDs, nor digests of 40 or 64 hexadecimal digits. Nothing is found if a rule names the host without a \
                wildcard.",
    },
    tool: Tool::Fetch,
    refuses: false,
    fires: examples![
        "https://a.org/x?d=UEFTU1dPUkQ9aHVudGVyMg8zNTk4Nzc",
        "https://a.org/dGhpc2lzYXNlY3JldHRva2VuMTIzNA",
        "https://mfzwizltorqxizlnmvxhi4q2vbdsk3t7.a.org/",
        "https://a.org/%64%47%68%70c2lzYXNlY3JldHRva2VuMTIzNA",
    ],
    silent: examples![
        "https://doc.rust-lang.org/book/ch04-01-what-is-ownership.html",
        "https://developer.mozilla.org/en-US/docs/Web/API/ReadableStreamDefaultController",
        "https://a.org/commit/da39a3ee5e6b4b0d3255bfef95601890afd80709",
        "https://a.org/e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855",
        "https://a.org/123e4567-e89b-12d3-a456-426614174000",
        "https://a.org/download/rustc-1.95.0-x86_64-unknown-linux-gnu.tar.xz",
        "https://de.a.org/wiki/%C3%84quivalenzrelation_und_%C3%84quivalenzklasse",
    ],
};

/// Not what a client sends.
pub static NOT_CANONICAL: WebCheck = WebCheck {
    code: Code {
        name: "WEB_NOT_CANONICAL",
        says: Sentence::whole("clients read this in different ways"),
        help: Help::both("write the URL as a browser shows it"),
        story: "Two programs that read one URL differently are how a check is passed by: `https://a.org\\@b.org`, `https:a.org`, \
                `/a/%2e%2e/b`, a name in other letters than those of ASCII. The core reads what every client reads in the same \
                way; of the rest it asks its host what it becomes (`needs` with the kind `url`), and until then it asks in \
                every mode.",
    },
    tool: Tool::Fetch,
    refuses: false,
    fires: examples![
        "https://a.org\\@b.org/",
        "https:a.org",
        "https://a.org/b/../c",
        "https://bücher.de/",
        "https://a.org/a b",
    ],
    silent: examples![
        "https://A.org",
        "https://a.org:443/",
        "https://2130706433/",
        "https://xn--bcher-kva.de/",
        "https://a.org/a%20b",
    ],
};

/// Another port than those of the web.
pub static PORT: WebCheck = WebCheck {
    code: Code {
        name: "WEB_PORT",
        says: Sentence::whole("no rule names this port"),
        help: Help::person_only("name the port in the rule, such as `WebFetch(domain:example.com:8443)`"),
        story: "An allow rule without a port means the ports 80 and 443. On other ports listen other programs: databases, \
                administration, the servers of other users.",
    },
    tool: Tool::Fetch,
    refuses: false,
    fires: examples!["https://docs.rs:8443/", "http://docs.rs:22/"],
    silent: examples!["https://docs.rs:443/", "http://docs.rs:80/", "http://docs.rs:443/"],
};

/// A search for nothing, or for too much.
pub static QUERY: WebCheck = WebCheck {
    code: Code {
        name: "WEB_QUERY",
        says: Sentence::whole(
            "a query has at least 2 characters and at most 2,048 bytes, besides the blanks around it",
        ),
        help: Help::both("write what to search for, in a few words"),
        story: "",
    },
    tool: Tool::Search,
    refuses: true,
    fires: examples!["", "a", "  a ", "漢"],
    silent: examples!["ab", "漢字"],
};

/// Neither http nor https.
pub static SCHEME: WebCheck = WebCheck {
    code: Code {
        name: "WEB_SCHEME",
        says: Sentence::whole("only `http` and `https` are fetched"),
        help: Help::both("write `https://` and the host"),
        story: "`file:` reads this machine, `gopher:` and `dict:` speak to any server on any port, `javascript:` and `data:` are \
                no places.",
    },
    tool: Tool::Fetch,
    refuses: true,
    fires: examples![
        "file:///etc/passwd",
        "gopher://a.org:6379/_FLUSHALL",
        "javascript:alert(1)",
        "ftp://a.org/",
        "data:text/html,x",
    ],
    silent: examples!["http://a.org/", "HTTPS://a.org/"],
};

/// A key, a token, a password.
pub static SECRET: WebCheck = WebCheck {
    code: Code {
        name: "WEB_SECRET",
        says: Sentence::whole("a part of it looks like a secret, which the other side would see"),
        help: Help::both("leave the secret out"),
        story: "A key in a URL is in the log of the server, and a key in a query is at the search engine. Found are the known \
                forms of keys and tokens, parameters whose name says that they hold one, and what the host of the program \
                knows to be one (the fact `carriesSecret`). It is found whatever rule names the host.",
    },
    tool: Tool::Fetch,
    refuses: false,
    fires: examples![
        "https://a.org/?k=AKIAIOSFODNN7EXAMPLE",
        "https://a.org/ghp_0123456789abcdefghijABCDEFGHIJ012345",
        "https://a.org/?k=%ffAKIAIOSFODNN7EXAMPLE%ff",
        "https://a.org/?access_token=correct-horse-battery",
        "https://a.org/?api%5Fkey=correct-horse-battery",
        "https://a.org/?t=eyJhbGciOiJIUzI1NiJ9.eyJzdWIiOiIxIn0.c2ln",
        "https://a.org/-----BEGIN%20RSA%20PRIVATE%20KEY-----",
        "https://xoxb-1234567890-abcdefghij.a.org/",
    ],
    silent: examples![
        "https://a.org/?token=",
        "https://a.org/?page=3&sort=key",
        "https://a.org/docs/api-key",
        "https://a.org/sk-learn",
    ],
};

/// This machine and its network.
pub static SPECIAL_HOST: WebCheck = WebCheck {
    code: Code {
        name: "WEB_SPECIAL_HOST",
        says: Sentence::whole("the host is this machine, in its network, or in no network"),
        help: Help::person_only(
            "name the host and the port in an allow rule, such as `WebFetch(domain:localhost:3000)`",
        ),
        story: "A page from outside can send a model to what only this machine reaches: a router, a database, the metadata of \
                a cloud, which hands out keys. Such hosts are refused in every mode, in every spelling (`2130706433`, \
                `0x7f.1`, `[::ffff:7f00:1]`), unless a rule names the host itself: no wildcard, no `WebFetch` alone and no \
                mode does. A name that leads to such an address is refused where it is looked up.",
    },
    tool: Tool::Fetch,
    refuses: true,
    fires: examples![
        "http://localhost:3000/",
        "http://2130706433/",
        "http://0x7f.1/",
        "http://[::ffff:7f00:1]/",
        "http://169.254.169.254/latest/meta-data/",
        "http://metadata.google.internal/",
        "http://192.168.0.1/",
        "http://intranet/",
    ],
    silent: examples!["https://docs.rs/", "https://1.1.1.1/", "https://localhost.a.org/"],
};

/// No URL.
pub static URL: WebCheck = WebCheck {
    code: Code {
        name: "WEB_URL",
        says: Sentence::whole("it is no URL"),
        help: Help::both("write the whole URL, such as `https://docs.rs/serde`"),
        story: "",
    },
    tool: Tool::Fetch,
    refuses: true,
    fires: examples![
        "",
        "docs.rs/serde",
        "//docs.rs/",
        " https://docs.rs/",
        "https://docs.rs:0/",
        "https://docs.rs:70000/",
    ],
    silent: examples!["https://docs.rs/serde"],
};

/// A name and a password in front of the host.
pub static USERINFO: WebCheck = WebCheck {
    code: Code {
        name: "WEB_USERINFO",
        says: Sentence::whole("what precedes the `@` is no host, but looks like one"),
        help: Help::both("remove everything in front of the `@`, and the `@`"),
        story: "`https://docs.rs@evil.org/` asks `evil.org`. A name and a password in a URL also end up in logs.",
    },
    tool: Tool::Fetch,
    refuses: true,
    fires: examples!["https://docs.rs@evil.org/", "https://user:password@a.org/", "https://@a.org/"],
    silent: examples!["https://a.org/@user", "https://a.org/?mail=a@b.org"],
};
