//! Facts about a position in words, for people who know the game and not the program.

/// A fact of the command `show` in words; none if there is nothing to say.
pub fn fact_in_words(name: &str, value: &str) -> Option<String> {
    match (name, value) {
        ("fen" | "key" | "side", _) => None,
        ("White's pile" | "Black's pile", "-") => Some(format!("{name}: empty")),
        (_, "-") => None,
        (_, "out") => Some(format!("{} is out", name.split('\'').next().unwrap_or(name))),
        ("checkers", _) => Some(format!("check from {value}")),
        ("attackers of the king", _) => Some(format!("the king is attacked from {value}")),
        ("relayed", _) => Some(format!("also moving like knights: {value}")),
        ("paralysed", _) => Some(format!("paralysed, and so not free to move: {value}")),
        ("checks left", _) => {
            let (white, black) = value.split_once('+')?;
            Some(format!("checks still to give: White {white}, Black {black}"))
        }
        ("moves left in this turn", "1/1") => None,
        ("moves left in this turn", _) => Some(format!("{name}: {}", value.replace('/', " of "))),
        ("tied tiles", _) => Some(format!("tied, and so not free to leave: {value}")),
        _ => Some(format!("{name}: {value}")),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn facts_are_told_in_words_or_not_at_all() {
        let told = |name, value| fact_in_words(name, value);
        assert_eq!([told("checkers", "-"), told("captured", "-"), told("key", "0")], [None, None, None]);
        assert_eq!(told("checkers", "e5"), Some("check from e5".to_string()));
        assert_eq!(told("White's pile", "-"), Some("White's pile: empty".to_string()));
        assert_eq!(told("Black's castles", "5B 3B"), Some("Black's castles: 5B 3B".to_string()));
        assert_eq!(told("checks left", "3+1"), Some("checks still to give: White 3, Black 1".to_string()));
        assert_eq!(told("moves left in this turn", "2/3"), Some("moves left in this turn: 2 of 3".to_string()));
        assert_eq!([told("moves left in this turn", "1/1"), told("paralysed", "-")], [None, None]);
        assert_eq!(told("Red's castles", "out"), Some("Red is out".to_string()));
    }
}
