//! GNOME Chess: its list of engines, `engines.conf`, with options for each difficulty.

use super::{Installed, text};
use crate::parse::CommandError;

/// Options of each difficulty: skill level, and seconds for a move.
const DIFFICULTIES: [(&str, &[&str]); 3] = [
    ("easy", &["easy", "option Skill Level=3", "st 1"]),
    ("normal", &["easy", "option Skill Level=12", "st 1"]),
    ("hard", &["easy", "st 3"]),
];

/// Entry of the engine. GNOME Chess plays chess only.
pub fn entry(installed: &Installed) -> Result<String, CommandError> {
    let program = installed.folder.join(&installed.file);
    let mut lines = vec!["[Motley]".to_string(), "protocol=cecp".to_string(), format!("binary={}", text(&program)?)];
    for (difficulty, commands) in DIFFICULTIES {
        let numbered = commands.iter().enumerate();
        lines.extend(numbered.map(|(number, command)| format!("option-{difficulty}-{number}={command}")));
    }
    Ok(lines.join("\n"))
}

#[cfg(test)]
mod tests {
    use std::path::PathBuf;

    use super::*;

    #[test]
    fn the_entry_names_the_program_and_how_it_is_to_play() {
        let installed =
            Installed { folder: PathBuf::from("/a b"), file: "motley".to_string(), pictures: None, variants: None };
        let entry = entry(&installed).unwrap();
        assert!(entry.starts_with("[Motley]\nprotocol=cecp\nbinary=/a b/motley\noption-easy-0=easy\n"), "{entry}");
        assert!(entry.ends_with("\noption-hard-1=st 3"), "{entry}");
    }
}
