//! Seats of the terminal client: who plays them, a person or the engine.

use engine::game::Seat;
use engine::text::quote;

use crate::parse::CommandError;

/// Words for the player of a seat.
const ME: &str = "me";
const ENGINE: &str = "engine";

/// Words for the seats that persons play: a seat by its name, or all or none of them. Which of them a game knows
/// depends on its number of players.
pub const SIDES: [&str; 7] = ["white", "red", "black", "green", "both", "all", "none"];

/// Seats that persons play, as a set; the engine plays the others.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub struct Persons([bool; Seat::MAX]);

impl FromIterator<Seat> for Persons {
    fn from_iter<I: IntoIterator<Item = Seat>>(seats: I) -> Persons {
        let mut persons = Persons::default();
        seats.into_iter().for_each(|seat| persons.0[seat.index()] = true);
        persons
    }
}

impl Persons {
    /// Persons by a word of [`SIDES`], in a game whose players have these names.
    ///
    /// # Errors
    /// Names the words that the game knows.
    pub fn from_side(word: &str, names: &[&str]) -> Result<Persons, CommandError> {
        let named = |seat: &Seat| names[seat.index()].eq_ignore_ascii_case(word);
        let mut seats = Seat::all(names.len());
        match word {
            "none" => Ok(Persons::default()),
            _ if word == all_of(names) => Ok(seats.collect()),
            _ => match seats.find(named) {
                Some(seat) => Ok(Persons::from_iter([seat])),
                None => {
                    let known: Vec<String> = names.iter().map(|name| name.to_lowercase()).collect();
                    Err(format!("side takes {}, {} or none", known.join(", "), all_of(names)))
                }
            },
        }
    }

    /// Persons by a list with a word for each seat, `me` or `engine`, separated by commas, in a game whose players
    /// have these names.
    ///
    /// # Errors
    /// Names the word that is wrong, or the number of words that the game needs.
    pub fn from_list(text: &str, names: &[&str]) -> Result<Persons, CommandError> {
        let words: Vec<&str> = text.split(',').map(str::trim).collect();
        let is_known = |word: &&str| [ME, ENGINE].iter().any(|known| word.eq_ignore_ascii_case(known));
        if let Some(index) = words.iter().position(|word| !is_known(word)) {
            let wrong = match words[index] {
                "" => format!("\"{}\": word {} is empty", quote(text), index + 1),
                word => quote(word),
            };
            return Err(format!("{wrong}: a seat is {ME} or {ENGINE}"));
        }
        if words.len() != names.len() {
            let (count, order) = (names.len(), names.join(", "));
            return Err(format!("{}: the game has {count} seats ({order}), not {}", quote(text), words.len()));
        }
        let seated = Seat::all(names.len()).zip(words);
        Ok(seated.filter(|(_, word)| word.eq_ignore_ascii_case(ME)).map(|(seat, _)| seat).collect())
    }

    /// Persons in another game: on the seats of the same names; on all if all were theirs; on the first if the other
    /// game has none of their seats.
    pub fn moved(self, from: &[&str], to: &[&str]) -> Persons {
        let before: Vec<&str> =
            Seat::all(from.len()).filter(|&seat| self.has(seat)).map(|seat| from[seat.index()]).collect();
        let same: Persons = Seat::all(to.len()).filter(|seat| before.contains(&to[seat.index()])).collect();
        match before.len() {
            0 => same,
            count if count == from.len() => Seat::all(to.len()).collect(),
            _ if same.is_empty() => Persons::from_iter([Seat::WHITE]),
            _ => same,
        }
    }

    /// True if a person plays the seat.
    pub fn has(self, seat: Seat) -> bool {
        self.0[seat.index()]
    }

    /// True if the engine plays all seats.
    pub fn is_empty(self) -> bool {
        self.0.iter().all(|&person| !person)
    }

    /// The persons without that of a seat.
    pub fn without(mut self, seat: Seat) -> Persons {
        self.0[seat.index()] = false;
        self
    }

    /// The seats.
    pub fn seats(self) -> impl Iterator<Item = Seat> {
        Seat::all(Seat::MAX).filter(move |&seat| self.has(seat))
    }

    /// Description of who plays each seat: `White me, Black engine`.
    pub fn describe(self, names: &[&str]) -> String {
        let player = |seat: Seat| format!("{} {}", names[seat.index()], if self.has(seat) { ME } else { ENGINE });
        Seat::all(names.len()).map(player).collect::<Vec<_>>().join(", ")
    }
}

/// Word for all seats of a game.
fn all_of(names: &[&str]) -> &'static str {
    if names.len() == 2 { "both" } else { "all" }
}

#[cfg(test)]
mod tests {
    use super::*;

    const TWO: [&str; 2] = ["White", "Black"];
    const FOUR: [&str; 4] = ["White", "Red", "Black", "Green"];

    fn persons(seats: &[usize]) -> Persons {
        seats.iter().map(|&index| Seat::new(index)).collect()
    }

    #[test]
    fn sides_are_named_as_the_game_names_them() {
        let two = ["white", "black", "both", "none"].map(|word| Persons::from_side(word, &TWO));
        assert_eq!(two, [persons(&[0]), persons(&[1]), persons(&[0, 1]), persons(&[])].map(Ok));
        let four = ["black", "green", "all", "none"].map(|word| Persons::from_side(word, &FOUR));
        assert_eq!(four, [persons(&[2]), persons(&[3]), persons(&[0, 1, 2, 3]), persons(&[])].map(Ok));
        for word in ["red", "all", "left", ""] {
            let error = "side takes white, black, both or none".to_string();
            assert_eq!(Persons::from_side(word, &TWO), Err(error), "{word}");
        }
        let error = "side takes white, red, black, all or none".to_string();
        assert_eq!(Persons::from_side("green", &FOUR[..3]), Err(error));
        assert!(FOUR.iter().all(|name| SIDES.contains(&name.to_lowercase().as_str())));
    }

    #[test]
    fn lists_have_a_word_for_each_seat() {
        let list = Persons::from_list;
        assert_eq!(list("engine,me", &TWO), Ok(persons(&[1])));
        assert_eq!(list("Me, engine, ENGINE ,me", &FOUR), Ok(persons(&[0, 3])));
        let faults = [
            list("me,engine,engine", &FOUR),
            list("me,engine,engine", &TWO),
            list("me,you", &TWO),
            list("", &TWO),
            list("me,engine,", &FOUR[..3]),
            list("me,,engine", &FOUR[..3]),
        ];
        let told = [
            "me,engine,engine: the game has 4 seats (White, Red, Black, Green), not 3",
            "me,engine,engine: the game has 2 seats (White, Black), not 3",
            "you: a seat is me or engine",
            "\"\": word 1 is empty: a seat is me or engine",
            "\"me,engine,\": word 3 is empty: a seat is me or engine",
            "\"me,,engine\": word 2 is empty: a seat is me or engine",
        ];
        assert_eq!(faults, told.map(|text| Err(text.to_string())));
    }

    #[test]
    fn persons_keep_their_seats_in_another_game() {
        let to_four = |seats| persons(seats).moved(&TWO, &FOUR);
        assert_eq!([to_four(&[0]), to_four(&[1]), to_four(&[])], [persons(&[0]), persons(&[2]), persons(&[])]);
        assert_eq!(to_four(&[0, 1]), persons(&[0, 1, 2, 3]));
        let to_two = |seats| persons(seats).moved(&FOUR, &TWO);
        assert_eq!([to_two(&[2]), to_two(&[1]), to_two(&[0, 3])], [persons(&[1]), persons(&[0]), persons(&[0])]);
        assert_eq!(persons(&[1, 3]).moved(&FOUR, &FOUR), persons(&[1, 3]));
        assert_eq!(persons(&[1, 3]).describe(&FOUR), "White engine, Red me, Black engine, Green me");
    }
}
