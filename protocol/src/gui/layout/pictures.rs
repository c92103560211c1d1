//! File names of XBoard's pictures of pieces.

use super::{Layout, Setup};

/// Names in the order of a `setup` table, as far as the tables here go. The last place of a half is the royal king's,
/// whatever its length.
const NAMES: [&str; 51] = [
    "Pawn",
    "Knight",
    "Bishop",
    "Rook",
    "Queen",
    "Advisor",
    "Elephant",
    "Archbishop",
    "Marshall",
    "Gold",
    "Commoner",
    "Canon",
    "Nightrider",
    "CrownedBishop",
    "CrownedRook",
    "Princess",
    "Chancellor",
    "Hawk",
    "Lance",
    "Cobra",
    "Unicorn",
    "Lion",
    "Sword",
    "Zebra",
    "Camel",
    "Tower",
    "Wolf",
    "Hat",
    "Duck",
    "Axe",
    "Dragon",
    "Gnu",
    "Cub",
    "LShield",
    "Pegasus",
    "Wizard",
    "Copper",
    "Iron",
    "Viking",
    "Flag",
    "Axe",
    "Dolphin",
    "Leopard",
    "Claw",
    "Left",
    "Butterfly",
    "PromoBishop",
    "PromoRook",
    "HCrown",
    "RShield",
    "Prince",
];

/// Place to which a `/` in a table leads.
const SECOND_ROW: usize = 46;

/// Letters of chess and of Capablanca chess, whose tables XBoard knows.
const CHESS: &str = "PNBRQK";
const CAPABLANCA: &str = "PNBRQ..ACK";

impl Layout {
    /// Letters of the pieces, in capitals, with the names of XBoard's pictures for them: `WhiteKnight.svg` and
    /// `BlackKnight.svg` are the files of a `Knight`.
    pub fn pictures(&self) -> Vec<(char, &'static str)> {
        let known = if self.width > 8 { CAPABLANCA } else { CHESS };
        let table = self.setup.map_or(known, |Setup { table, .. }| &table[..table.len() / 2]);
        let mut place = 0;
        let mut pictures = Vec::new();
        for (at, letter) in table.chars().enumerate() {
            match letter {
                '/' => place = SECOND_ROW,
                '.' => place += 1,
                _ => {
                    let royal = at + 1 == table.len();
                    pictures.push((letter, if royal { "King" } else { NAMES[place] }));
                    place += 1;
                }
            }
        }
        pictures
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn letters_have_the_pictures_of_their_places() {
        let pictures = |variant: &str| Layout::of(variant).expect("a game").pictures();
        let last = |variant: &str| *pictures(variant).last().expect("there are pieces");
        assert_eq!(pictures("chess")[1], ('N', "Knight"));
        assert_eq!((last("chess"), last("knightrelay")), (('K', "King"), ('K', "King")));
        assert_eq!(pictures("capablanca")[5..], [('A', "Archbishop"), ('C', "Marshall"), ('K', "King")]);
        assert_eq!(pictures("knightrelay")[4..], [('P', "Advisor"), ('K', "King")]);
        assert_eq!((last("chex"), last("keyles")), (('K', "Prince"), ('K', "Prince")));
        assert!(pictures("quex").contains(&('F', "Flag")) && pictures("quex").contains(&('T', "Sword")));
        let round = pictures("kaleido");
        assert_eq!((round[0], round.len()), (('H', "Knight"), 9));
        assert!(round.contains(&('W', "Wizard")) && round.contains(&('T', "Leopard")));
    }

    #[test]
    fn no_two_pieces_of_a_game_share_a_picture() {
        for layout in super::super::LAYOUTS {
            let mut names: Vec<&str> = layout.pictures().iter().map(|entry| entry.1).collect();
            let all = names.len();
            names.sort_unstable();
            names.dedup();
            assert_eq!(names.len(), all, "{}", layout.variant);
        }
    }
}
