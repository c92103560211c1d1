//! Cute Chess: its list of engines, `engines.json`.

use serde_json::json;

use super::{Installed, text};
use crate::parse::CommandError;
use crate::session::options::{OptionId, SPECS};

/// The games that Cute Chess plays over UCI, by its names.
const OVER_UCI: [&str; 7] =
    ["standard", "fischerandom", "3check", "amazon", "capablanca", "extinction", "kingofthehill"];

/// List with two entries: for chess and its relatives over UCI, and for knight relay chess over CECP.
///
/// In knight relay chess Cute Chess (1.5.1) counts no relayed attack as check, so that it
/// sees few of the mates. Over CECP the engine announces the result, and `validateClaims` says that it is to be
/// believed. Then Cute Chess would end a game at the first mate score, and it lets the engine lose that refuses a move,
/// such as one that leaves the king in a relayed check. The option `Arbiter` is against both.
pub fn entry(installed: &Installed) -> Result<String, CommandError> {
    let program = installed.folder.join(&installed.file);
    let (command, folder) = (text(&program)?, text(&installed.folder)?);
    let option = SPECS.iter().find(|spec| spec.id == OptionId::Arbiter).map(|spec| spec.name);
    let list = json!([
        {
            "name": "Motley",
            "command": command,
            "workingDirectory": folder,
            "protocol": "uci",
            "variants": OVER_UCI,
        },
        {
            "name": "Motley (knight relay)",
            "command": command,
            "workingDirectory": folder,
            "protocol": "xboard",
            "variants": ["knightrelay"],
            "validateClaims": false,
            "options": [{ "name": option, "type": "check", "default": false, "value": true }],
        },
    ]);
    serde_json::to_string_pretty(&list).map_err(|error| error.to_string())
}

#[cfg(test)]
mod tests {
    use std::path::PathBuf;

    use serde_json::Value;

    use super::*;
    use crate::registry::NAMES;

    /// Cute Chess's names for chess and Chess960.
    const CHESS: [&str; 2] = ["standard", "fischerandom"];

    #[test]
    fn the_entries_name_games_that_there_are() {
        let installed =
            Installed { folder: PathBuf::from("/a \"b\""), file: "motley".to_string(), pictures: None, variants: None };
        let list: Value = serde_json::from_str(&entry(&installed).unwrap()).unwrap();
        for (at, protocol) in [(0, "uci"), (1, "xboard")] {
            assert_eq!(list[at]["command"], "/a \"b\"/motley");
            assert_eq!(list[at]["protocol"], protocol);
            let variants = list[at]["variants"].as_array().expect("a list");
            assert!(!variants.is_empty());
            for variant in variants {
                let name = variant.as_str().expect("a name");
                assert!(CHESS.contains(&name) || NAMES.contains(&name), "{name}");
            }
        }
    }

    #[test]
    fn in_knight_relay_chess_the_engine_is_believed() {
        let installed =
            Installed { folder: PathBuf::from("/a"), file: "motley".to_string(), pictures: None, variants: None };
        let list: Value = serde_json::from_str(&entry(&installed).unwrap()).unwrap();
        assert_eq!(list[0]["validateClaims"], Value::Null, "Cute Chess knows chess");
        assert_eq!(list[1]["validateClaims"], false);
        assert_eq!(list[1]["options"][0]["name"], "Arbiter");
        assert_eq!(list[1]["options"][0]["value"], true);
    }
}
