//! A game as text, in the form in which protocols send it to engines.

use engine::game::{Game, Seat, ToAct};
use engine::record::Record;
use engine::text::Notation;

/// A ply as text.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) enum TextPly {
    /// Move, or placement of a drawn tile; the text is that of the whole composite move.
    Move(Seat, String),
    /// Decision to draw a tile.
    DrawTile(Seat),
    /// The tile drawn: a chance outcome.
    Tile(Seat, String),
    /// Throw of the die before a turn: a chance outcome.
    Die(String),
}

/// A game as text.
#[derive(Clone, Default, Debug)]
pub(super) struct GameText {
    /// Name of the game.
    pub(super) variant: &'static str,
    /// Names of the seats.
    pub(super) seats: &'static [&'static str],
    /// True if the game has chance nodes.
    pub(super) has_chance: bool,
    /// First position; `None` for the start position.
    pub(super) start: Option<String>,
    /// All plies since.
    pub(super) plies: Vec<TextPly>,
}

impl GameText {
    /// Text of a record.
    pub(super) fn new<G: Game + Notation>(record: &Record<G>) -> GameText {
        let first = record.earlier().first().unwrap_or_else(|| record.position());
        let start = (*first != G::start()).then(|| first.to_string());
        let (variant, seats) = (G::name(), G::SEAT_NAMES);
        let mut game = GameText { variant, seats, has_chance: G::CHANCE, start, plies: Vec::new() };
        game.extend(record);
        game
    }

    /// Adds the plies that the record has gained.
    pub(super) fn extend<G: Game + Notation>(&mut self, record: &Record<G>) {
        for ply in self.plies.len()..record.plies().len() {
            let (before, mv) = (&record.earlier()[ply], record.plies()[ply]);
            let after = record.earlier().get(ply + 1).unwrap_or_else(|| record.position());
            let text = before.write_move(mv);
            self.plies.push(match before.to_act() {
                ToAct::Chance if before.begins_move() => TextPly::Die(text),
                ToAct::Chance => TextPly::Tile(before.side_to_move(), text),
                ToAct::Seat(seat) if after.begins_move() => TextPly::Move(seat, text),
                ToAct::Seat(seat) => TextPly::DrawTile(seat),
            });
        }
    }

    /// Moves of all players, without chance outcomes.
    pub(super) fn moves(&self) -> impl Iterator<Item = &str> {
        self.plies.iter().filter_map(|ply| if let TextPly::Move(_, text) = ply { Some(text.as_str()) } else { None })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use engine::chance_rng::ChanceRng;
    use engine::variants::{Chess, Chex, KaleidoDice};

    fn game<G: Game + Notation>(texts: &[&str]) -> GameText {
        let mut record = Record::<G>::default();
        let chance = ChanceRng::new(1);
        for text in texts {
            while let Some(event) = chance.roll(&record) {
                record.play(event);
            }
            record.play(record.position().read_move(text).unwrap());
        }
        GameText::new(&record)
    }

    #[test]
    fn moves_are_written_in_the_games_notation() {
        let plies = game::<Chess>(&["e2e4", "e7e5"]).plies;
        assert_eq!(plies, [TextPly::Move(Seat::WHITE, "e2e4".into()), TextPly::Move(Seat::BLACK, "e7e5".into())]);
    }

    #[test]
    fn chance_outcomes_are_distinguished_from_moves() {
        let drawn = game::<Chex>(&["N@a1", "draw"]);
        let tile = TextPly::Tile(Seat::WHITE, "N".into());
        let white = [TextPly::DrawTile(Seat::WHITE), tile, TextPly::Move(Seat::WHITE, "N@a1".into())];
        assert_eq!(drawn.plies[..3], white);
        assert_eq!(drawn.plies[3..], [TextPly::DrawTile(Seat::BLACK)]);
        let record = Record::<KaleidoDice>::default();
        let throw = ChanceRng::new(1).roll(&record).unwrap();
        let thrown = record.position().write_move(throw);
        let mut after = record.clone();
        after.play(throw);
        assert_eq!(GameText::new(&after).plies, [TextPly::Die(thrown)]);
    }

    #[test]
    fn other_start_positions_are_kept() {
        let start: Chess = "4k3/8/8/8/8/8/8/4K2R w K - 0 1".parse().unwrap();
        let mut record = Record::new(start);
        record.play(record.position().read_move("e1g1").unwrap());
        let game = GameText::new(&record);
        assert_eq!(game.start.as_deref(), Some("4k3/8/8/8/8/8/8/4K2R w K - 0 1"));
        assert_eq!(game.moves().collect::<Vec<_>>(), ["e1g1"]);
    }
}
