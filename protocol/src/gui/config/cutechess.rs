//! Cute Chess: its list of engines, `engines.json`.

use serde_json::json;

use super::{Installed, text};
use crate::parse::CommandError;

/// Variants that Cute Chess plays, by its names.
const VARIANTS: [&str; 2] = ["standard", "knightrelay"];

/// List with this engine only.
pub fn entry(installed: &Installed) -> Result<String, CommandError> {
    let program = installed.folder.join(&installed.file);
    let list = json!([{
        "name": "Motley",
        "command": text(&program)?,
        "workingDirectory": text(&installed.folder)?,
        "protocol": "xboard",
        "variants": VARIANTS,
    }]);
    serde_json::to_string_pretty(&list).map_err(|error| error.to_string())
}

#[cfg(test)]
mod tests {
    use std::path::PathBuf;

    use serde_json::Value;

    use super::*;

    #[test]
    fn the_entry_names_the_program_and_its_games() {
        let installed = Installed { folder: PathBuf::from("/a \"b\""), file: "motley".to_string(), pictures: None };
        let list: Value = serde_json::from_str(&entry(&installed).unwrap()).unwrap();
        assert_eq!(list[0]["command"], "/a \"b\"/motley");
        assert_eq!(list[0]["variants"], json!(["standard", "knightrelay"]));
    }
}
