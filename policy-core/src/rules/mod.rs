//! The user's rules: their text, what they match, and which one would allow a command.
