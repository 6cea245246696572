//! The text around a command of PowerShell: a session that finds only the built-in modules and prints plain text, and afterwards
//! the exit status and the directory.
//!
//! Owns what is said before and after the command, which is there unchanged on lines of its own: a comment or `--%` at its
//! end would take what follows on the same line. The parser reads the whole text before anything of it runs, so that a command which is
//! not complete runs nothing.

use alloc::string::String;

/// What every session says first, a statement a line. Modules are those of the program itself: what lies on `PSModulePath` is
/// not what tables are about (`about_Modules`, `about_Preference_Variables`).
const FIRST: &[&str] = &[
    "$ProgressPreference = 'SilentlyContinue'",
    "if ($PSStyle) { $PSStyle.OutputRendering = 'PlainText' }",
    "[Console]::OutputEncoding = $OutputEncoding = [Text.UTF8Encoding]::new($false)",
    "$env:PSModulePath = [IO.Path]::Combine($PSHOME, 'Modules')",
    "foreach ($module in 'Management', 'Utility', 'Security', 'Host', 'Archive') { Import-Module -Name \
     ([IO.Path]::Combine($PSHOME, 'Modules', \"Microsoft.PowerShell.$module\")) -ErrorAction Ignore }",
    "$PSModuleAutoLoadingPreference = 'None'",
    "$global:LASTEXITCODE = 0",
];

/// The text for the shell: `command`, and around it what a session needs. `directory_note` is the absolute path of the file that
/// gets the directory in which the command ended.
pub(super) fn around(command: &str, directory_note: Option<&str>) -> String {
    let mut text = String::new();
    for line in FIRST {
        text.push_str(line);
        text.push('\n');
    }
    text.push_str(command);
    // The status is that of a program if one failed last, as other shells have it (`about_Pwsh`, "Exit codes").
    text.push_str("\n$local:ended = @($?, $global:LASTEXITCODE)\n");
    if let Some(note) = directory_note {
        text.push_str("[IO.File]::WriteAllText('");
        text.push_str(&note.replace('\'', "''"));
        text.push_str("', (Get-Location -PSProvider FileSystem).ProviderPath + \"`n\")\n");
    }
    text.push_str("if ($ended[0]) { exit 0 } elseif ($ended[1]) { exit $ended[1] } else { exit 1 }\n");
    text
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_command_stands_unchanged_on_lines_of_its_own() {
        let text = around("Get-Date # now", Some("/tmp/it's"));
        let lines: std::vec::Vec<&str> = text.lines().collect();
        let at = lines.iter().position(|line| *line == "Get-Date # now");
        assert_eq!(at, Some(FIRST.len()));
        let behind = lines.get(FIRST.len() + 1);
        assert!(
            behind.is_some_and(|line| line.contains("$?")),
            "the status is taken before anything else runs"
        );
        assert!(text.contains("'/tmp/it''s'"));
        assert!(!around("Get-Date", None).contains("WriteAllText"));
    }
}
