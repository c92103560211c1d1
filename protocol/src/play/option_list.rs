//! List of the engine's settings: the command `option` without a name.

use crate::session::options::{OptionId, Options, SPECS};

/// Options without effect in the terminal client.
const WITHOUT_EFFECT: [OptionId; 5] =
    [OptionId::Ponder, OptionId::ShowWdl, OptionId::Resign, OptionId::Arbiter, OptionId::About];

/// Lines of the list: name, present value, values that the option takes.
pub fn lines(options: &Options) -> impl Iterator<Item = String> {
    let listed = SPECS.iter().filter(|spec| !WITHOUT_EFFECT.contains(&spec.id));
    listed.map(|spec| {
        let setting = match options.text(spec) {
            Some(value) => format!("{}={value}", spec.name),
            None => spec.name.to_string(),
        };
        format!("{setting:<26}{}", spec.values())
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn options_are_listed_with_their_present_values() {
        let mut options = Options::default();
        options.set("Skill Level", Some("5")).unwrap();
        let lines: Vec<String> = lines(&options).collect();
        for line in [
            "Skill Level=5             a whole number from 0 to 20",
            "OwnBook=false             true or false",
            "Notation=plain            plain or inventor",
            "Clear Hash                no value",
            "EvalFile                  the name of a file",
        ] {
            assert!(lines.iter().any(|listed| listed == line), "{line} is not in {lines:?}");
        }
        assert!(lines.iter().all(|line| line.len() <= 80 && !line.starts_with("Ponder")), "{lines:?}");
    }
}
