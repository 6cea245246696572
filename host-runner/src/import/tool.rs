//! The tools whose policies can be read.
//!
//! Owns their names, how their entries outweigh each other, and what they do with a command that no entry names.

use crate::installation::json::Flaw;

use super::file::File;
use super::flatten::Order;
use super::statement::Found;
use super::{amp, codex, continuedev, copilot, cursor, gemini, opencode, qwen, vscode, zed};

/// A tool whose policy can be read.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Tool {
    /// Amp.
    Amp,
    /// Codex CLI.
    Codex,
    /// Continue.
    Continue,
    /// Copilot CLI.
    Copilot,
    /// Cursor, and its command line.
    Cursor,
    /// Gemini CLI.
    Gemini,
    /// opencode.
    Opencode,
    /// Qwen Code.
    Qwen,
    /// VS Code.
    VsCode,
    /// Zed.
    Zed,
}

/// What a tool is called, and how its entries count.
struct Row {
    tool: Tool,
    name: &'static str,
    title: &'static str,
    order: Order,
    /// Whether the entries of a later file outweigh those of an earlier one.
    is_layered: bool,
    read: fn(&File) -> Result<Found, Flaw>,
    unmatched: &'static str,
}

const ROWS: [Row; 10] = [
    Row {
        tool: Tool::Amp,
        name: "amp",
        title: "Amp",
        order: Order::Rank,
        is_layered: true,
        read: amp::read,
        unmatched: "Amp decides by the list that it has by itself; Shellgate asks unless it proves that the command only reads",
    },
    Row {
        tool: Tool::Codex,
        name: "codex",
        title: "Codex CLI",
        order: Order::Strictest,
        is_layered: false,
        read: codex::read,
        unmatched: "Codex decides by its approval policy and its sandbox; Shellgate asks unless it proves that the \
                    command only reads",
    },
    Row {
        tool: Tool::Continue,
        name: "continue",
        title: "Continue",
        order: Order::Strictest,
        is_layered: false,
        read: continuedev::read,
        unmatched: "Continue asks, and has no shell without a terminal; Shellgate asks unless it proves that the command only reads",
    },
    Row {
        tool: Tool::Copilot,
        name: "copilot",
        title: "Copilot CLI",
        order: Order::Strictest,
        is_layered: false,
        read: copilot::read,
        unmatched: "Copilot CLI asks; Shellgate asks unless it proves that the command only reads",
    },
    Row {
        tool: Tool::Cursor,
        name: "cursor",
        title: "Cursor",
        order: Order::Strictest,
        is_layered: false,
        read: cursor::read,
        unmatched: "Cursor asks; Shellgate asks unless it proves that the command only reads",
    },
    Row {
        tool: Tool::Gemini,
        name: "gemini",
        title: "Gemini CLI",
        order: Order::Rank,
        is_layered: true,
        read: gemini::read,
        unmatched: "Gemini CLI asks, and has no shell without a terminal; Shellgate asks unless it proves that the command only reads",
    },
    Row {
        tool: Tool::Opencode,
        name: "opencode",
        title: "opencode",
        order: Order::Rank,
        is_layered: true,
        read: opencode::read,
        unmatched: "opencode 1 allows it, opencode 2 asks; Shellgate asks unless it proves that the command only reads",
    },
    Row {
        tool: Tool::Qwen,
        name: "qwen",
        title: "Qwen Code",
        order: Order::Strictest,
        is_layered: false,
        read: qwen::read,
        unmatched: "Qwen Code asks unless its approval mode is `yolo`; Shellgate asks unless it proves that the command \
                    only reads",
    },
    Row {
        tool: Tool::VsCode,
        name: "vscode",
        title: "VS Code",
        order: Order::Strictest,
        is_layered: false,
        read: vscode::read,
        unmatched: "VS Code asks; Shellgate asks unless it proves that the command only reads",
    },
    Row {
        tool: Tool::Zed,
        name: "zed",
        title: "Zed",
        order: Order::Rank,
        is_layered: false,
        read: zed::read,
        unmatched: "Zed answers with its default, else it asks; Shellgate asks unless it proves that the command only reads",
    },
];

impl Tool {
    /// Every tool.
    pub(crate) fn all() -> impl Iterator<Item = Self> {
        ROWS.iter().map(|row| row.tool)
    }

    /// The tool of this name.
    pub(crate) fn of_name(name: &str) -> Option<Self> {
        ROWS.iter().find(|row| row.name == name).map(|row| row.tool)
    }

    fn row(self) -> &'static Row {
        ROWS.iter().find(|row| row.tool == self).unwrap_or(&ROWS[0])
    }

    /// Its name on the command line.
    pub(crate) fn name(self) -> &'static str {
        self.row().name
    }

    /// Its name in a sentence.
    pub(crate) fn title(self) -> &'static str {
        self.row().title
    }

    /// Which of its entries decides.
    pub(super) fn order(self) -> Order {
        self.row().order
    }

    /// Whether the entries of a later file outweigh those of an earlier one.
    pub(super) fn is_layered(self) -> bool {
        self.row().is_layered
    }

    /// What it does with a command that no entry names, and what Shellgate does.
    pub(super) fn unmatched(self) -> &'static str {
        self.row().unmatched
    }

    /// What one of its files says.
    pub(super) fn read(self, file: &File) -> Result<Found, Flaw> {
        (self.row().read)(file)
    }
}
