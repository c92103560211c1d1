//! The course of a game in words, as engines are told it.

use engine::game::{Game, Seat, ToAct};
use engine::record::Record;
use engine::text::Notation;

/// A ply in words.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) enum Step {
    /// A player moves, or places what he has drawn; the text is that of the whole entry.
    Move(Seat, String),
    /// A player decides to draw.
    Draw(Seat),
    /// What he draws.
    Tile(Seat, String),
    /// A throw before a turn.
    Die(String),
}

/// A game as engines are told it.
#[derive(Clone, Default, Debug)]
pub(super) struct Course {
    /// The name of the game.
    pub(super) variant: &'static str,
    /// Whether luck plays a part in it.
    pub(super) luck: bool,
    /// The position that it began with; none if that is the usual one.
    pub(super) start: Option<String>,
    /// What has happened since.
    pub(super) steps: Vec<Step>,
}

impl Course {
    /// A record from its beginning.
    pub(super) fn new<G: Game + Notation>(record: &Record<G>) -> Course {
        let first = record.earlier().first().unwrap_or_else(|| record.position());
        let start = (*first != G::start()).then(|| first.to_string());
        let mut course = Course { variant: G::NAME, luck: G::CHANCE, start, steps: Vec::new() };
        course.follow(record);
        course
    }

    /// Adds what has happened since.
    pub(super) fn follow<G: Game + Notation>(&mut self, record: &Record<G>) {
        for ply in self.steps.len()..record.moves().len() {
            let (before, mv) = (&record.earlier()[ply], record.moves()[ply]);
            let after = record.earlier().get(ply + 1).unwrap_or_else(|| record.position());
            let text = before.write_move(mv);
            self.steps.push(match before.to_act() {
                ToAct::Chance if before.begins_move() => Step::Die(text),
                ToAct::Chance => Step::Tile(before.turn(), text),
                ToAct::Seat(seat) if after.begins_move() => Step::Move(seat, text),
                ToAct::Seat(seat) => Step::Draw(seat),
            });
        }
    }

    /// The moves of both sides, without what luck did.
    pub(super) fn moves(&self) -> impl Iterator<Item = &str> {
        self.steps.iter().filter_map(|step| if let Step::Move(_, text) = step { Some(text.as_str()) } else { None })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use engine::chance_rng::ChanceRng;
    use engine::variants::{Chess, Chex, KaleidoDice};

    fn course<G: Game + Notation>(texts: &[&str]) -> Course {
        let mut record = Record::<G>::default();
        let luck = ChanceRng::new(1);
        for text in texts {
            while let Some(event) = luck.roll(&record) {
                record.play(event);
            }
            record.play(record.position().read_move(text).unwrap());
        }
        Course::new(&record)
    }

    #[test]
    fn moves_are_told_in_their_own_words() {
        let steps = course::<Chess>(&["e2e4", "e7e5"]).steps;
        assert_eq!(steps, [Step::Move(Seat::WHITE, "e2e4".into()), Step::Move(Seat::BLACK, "e7e5".into())]);
    }

    #[test]
    fn luck_is_told_apart_from_moves() {
        let drawn = course::<Chex>(&["N@a1", "draw"]);
        let tile = Step::Tile(Seat::WHITE, "N".into());
        let white = [Step::Draw(Seat::WHITE), tile, Step::Move(Seat::WHITE, "N@a1".into())];
        assert_eq!(drawn.steps[..3], white);
        assert_eq!(drawn.steps[3..], [Step::Draw(Seat::BLACK)]);
        let record = Record::<KaleidoDice>::default();
        let throw = ChanceRng::new(1).roll(&record).unwrap();
        let thrown = record.position().write_move(throw);
        let mut after = record.clone();
        after.play(throw);
        assert_eq!(Course::new(&after).steps, [Step::Die(thrown)]);
    }

    #[test]
    fn unusual_beginnings_are_told() {
        let start: Chess = "4k3/8/8/8/8/8/8/4K2R w K - 0 1".parse().unwrap();
        let mut record = Record::new(start);
        record.play(record.position().read_move("e1g1").unwrap());
        let course = Course::new(&record);
        assert_eq!(course.start.as_deref(), Some("4k3/8/8/8/8/8/8/4K2R w K - 0 1"));
        assert_eq!(course.moves().collect::<Vec<_>>(), ["e1g1"]);
    }
}
