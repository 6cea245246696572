//! Variables that hold credentials: tokens, passwords, keys.
//!
//! Owns the words that mark such a name. A host removes these variables from the environment, and the core asks before a
//! command prints one. Reads names, never values.

/// Words that make a name a secret's, wherever they occur in it; words are parted by `_` and `-`, and by digits.
const WORDS: [&str; 22] = [
    "APIKEY",
    "APITOKEN",
    "AUTH",
    "AUTHORIZATION",
    "BEARER",
    "CERT",
    "COOKIE",
    "CREDENTIAL",
    "CREDENTIALS",
    "JWT",
    "KEY",
    "KEYS",
    "PASS",
    "PASSPHRASE",
    "PASSWD",
    "PASSWORD",
    "PAT",
    "PWD",
    "SECRET",
    "SECRETS",
    "TOKEN",
    "TOKENS",
];

/// Ends of a word that do the same: `GITHUBTOKEN`, `PGPASSWORD`.
const ENDS: [&str; 6] = ["APIKEY", "CREDENTIALS", "PASSWD", "PASSWORD", "SECRET", "TOKEN"];

/// Names that are secrets without saying so: addresses with a password in them, and sockets of programs that hold keys.
const NAMES: [&str; 14] = [
    "AMQP_URL",
    "ANTHROPIC_CUSTOM_HEADERS",
    "DATABASE_URL",
    "DBUS_SESSION_BUS_ADDRESS",
    "DOCKER_AUTH_CONFIG",
    "GPG_AGENT_INFO",
    "MONGODB_URI",
    "MONGO_URL",
    "MYSQL_URL",
    "POSTGRES_URL",
    "REDIS_URL",
    "SENTRY_DSN",
    "SSH_AGENT_PID",
    "SSH_AUTH_SOCK",
];

/// The length of the shortest word, end and name.
const SHORTEST: usize = 3;

/// Whether `name` is probably that of a secret: `GITHUB_TOKEN`, `PGPASSWORD`, but not `PATH`, `GIT_AUTHOR_NAME`.
pub fn looks_secret(name: &str) -> bool {
    // No entry is shorter, and names of loops are: a long text has thousands of them.
    if name.len() < SHORTEST {
        return false;
    }
    let name = name.to_ascii_uppercase();
    // Where one is and was.
    if matches!(name.as_str(), "PWD" | "OLDPWD" | "SSL_CERT_FILE" | "SSL_CERT_DIR" | "NIX_SSL_CERT_FILE") {
        return false;
    }
    let mut words = name.split(|c: char| !c.is_ascii_alphabetic()).filter(|word| !word.is_empty());
    NAMES.binary_search(&name.as_str()).is_ok()
        || words.any(|word| WORDS.binary_search(&word).is_ok() || ENDS.iter().any(|end| word.ends_with(end)))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_secret_is_told_by_its_name() {
        assert!(WORDS.is_sorted() && NAMES.is_sorted());
        assert!(WORDS.iter().chain(&ENDS).chain(&NAMES).all(|known| known.len() >= SHORTEST));
        for name in [
            "AWS_SECRET_ACCESS_KEY",
            "AWS_SESSION_TOKEN",
            "ANTHROPIC_API_KEY",
            "OPENAI_API_KEY_2",
            "GITHUB_TOKEN",
            "GITHUBTOKEN",
            "GH_PAT",
            "PGPASSWORD",
            "MYSQL_PWD",
            "npm_config__auth",
            "NPM_TOKEN",
            "CARGO_REGISTRY_TOKEN",
            "GOOGLE_APPLICATION_CREDENTIALS",
            "DATABASE_URL",
            "SSH_AUTH_SOCK",
            "MY_KEY1",
            "my-secret",
        ] {
            assert!(looks_secret(name), "{name}");
        }
        for name in
            ["HOME", "PATH", "KEYBOARD", "MONKEY", "AUTHOR", "GIT_AUTHOR_NAME", "PASSENGER", "PATTERN", "PWD"]
        {
            assert!(!looks_secret(name), "{name}");
        }
    }
}
