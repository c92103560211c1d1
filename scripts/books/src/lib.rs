//! Book maker: opening books from games of the engine with itself.
//!
//! [`BookBuilder::build`] is the entry point: it plays random games from good moves and returns the book in the format
//! of [`formats::book`]. The command is `cargo tune book`; `scripts/make-books` makes the books that are part of the
//! program.

use std::collections::BTreeMap;
use std::collections::btree_map::Entry;

use engine::game::ToAct;
use engine::moves::Move;
use engine::record::Record;
use engine::search::{Control, Limits, Search};
use engine::text::Notation;
use formats::book::{self, BookMove};
use rand::seq::IndexedRandom;
use rand::{Rng, SeedableRng};
use rand_xoshiro::Xoshiro256PlusPlus;
use searches::Compared;

use referee::InProcessEngine;
use referee::players::searcher;

/// Settings of a book.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct BookBuilder {
    /// Positions of the book.
    pub positions: usize,
    /// Moves from the start position, chance outcomes not counted.
    pub depth: usize,
    /// Nodes of a search.
    pub nodes: u64,
    /// Margin by which a move may be worse than the best one, in centipawns.
    pub margin: i32,
    /// Seed of the games.
    pub seed: u64,
}

/// Candidate moves of a position, searched one by one.
const CANDIDATES: usize = 6;

/// Games in a row without a new position after which there are taken to be no more.
const MAX_IDLE_GAMES: usize = 500;

impl BookBuilder {
    /// Plays games from the start position, in which each move is chosen at random from the good ones, and returns the
    /// bytes of a book with all positions met.
    pub fn build<G: Compared + Notation>(&self) -> Vec<u8> {
        let mut random = Xoshiro256PlusPlus::seed_from_u64(self.seed);
        let mut searcher = searcher();
        let mut pages: BTreeMap<u64, Vec<BookMove>> = BTreeMap::new();
        let mut idle = 0;
        while pages.len() < self.positions && idle < MAX_IDLE_GAMES {
            let before = pages.len();
            self.play_game::<G>(&mut searcher, &mut random, &mut pages);
            idle = if pages.len() > before { 0 } else { idle + 1 };
        }
        book::write(&pages)
    }

    fn play_game<G: Compared + Notation>(
        &self,
        searcher: &mut Box<dyn Search<G>>,
        random: &mut impl Rng,
        pages: &mut BTreeMap<u64, Vec<BookMove>>,
    ) {
        let mut record = Record::<G>::default();
        for _ in 0..self.depth {
            while record.position().to_act() == ToAct::Chance {
                let mut outcomes = Vec::new();
                record.position().chance_outcomes(&mut outcomes);
                let rolled = outcomes.choose_weighted(random, |outcome| outcome.1).expect("chance brings something");
                record.play(rolled.0);
            }
            if record.outcome().is_some() {
                return;
            }
            let full = pages.len() >= self.positions;
            let page = match pages.entry(record.position().key()) {
                Entry::Occupied(page) => page.into_mut(),
                Entry::Vacant(_) if full => return,
                Entry::Vacant(page) => page.insert(self.good_moves(searcher, &record)),
            };
            let Some(chosen) = page.choose(random) else { return };
            record.play(chosen.mv);
        }
    }

    /// Good moves: those that a search of each by itself scores within the margin of the best.
    fn good_moves<G: Compared>(&self, searcher: &mut Box<dyn Search<G>>, record: &Record<G>) -> Vec<BookMove> {
        let candidates = candidates(searcher, record, self.nodes);
        let mut search = |mv: Move| {
            searcher.clear();
            let limits = Limits { nodes: Some(self.nodes), searchmoves: vec![mv], ..Limits::default() };
            InProcessEngine::think(searcher, record, &limits).score
        };
        let scored: Vec<(Move, i32)> = candidates.into_iter().map(|mv| (mv, search(mv))).collect();
        let best = scored.iter().map(|&(_, score)| score).max().unwrap_or_default();
        let good = scored.into_iter().filter(|&(_, score)| score >= best - self.margin);
        let book_move = |(mv, score): (Move, i32)| BookMove { mv, score: score as i16 };
        good.map(book_move).collect()
    }
}

/// The best moves of one MultiPV search.
fn candidates<G: Compared>(searcher: &mut Box<dyn Search<G>>, record: &Record<G>, nodes: u64) -> Vec<Move> {
    searcher.clear();
    let limits = Limits { nodes: Some(nodes * CANDIDATES as u64), multipv: CANDIDATES, ..Limits::default() };
    let mut best = vec![Move::NONE; CANDIDATES];
    let mut note = |report: &engine::search::Report| {
        if let (Some(&mv), Some(place)) = (report.pv.first(), best.get_mut(report.multipv - 1)) {
            *place = mv;
        }
    };
    let verdict = searcher.as_mut().think(record, &limits, &Control::new(), &mut note);
    // An incomplete iteration may have left a move in two places.
    let mut moves: Vec<Move> = verdict.best.into_iter().chain(best).filter(|mv| mv.is_some()).collect();
    let mut seen = Vec::new();
    moves.retain(|mv| {
        !seen.contains(mv) && {
            seen.push(*mv);
            true
        }
    });
    moves
}

#[cfg(test)]
mod tests {
    use super::*;
    use engine::variants::{Chess, Chex, KaleidoDice};
    use formats::book::Book;

    const SMALL: BookBuilder = BookBuilder { positions: 12, depth: 4, nodes: 300, margin: 40, seed: 1 };

    #[test]
    fn books_are_reproducible_by_seed() {
        let book = SMALL.build::<Chess>();
        assert_eq!(book, SMALL.build::<Chess>());
        assert_ne!(book, BookBuilder { seed: 2, ..SMALL }.build::<Chess>());
    }

    #[test]
    fn books_have_good_moves_of_positions_near_the_start() {
        fn check<G: Compared + Notation>(most: usize) {
            let bytes = SMALL.build::<G>();
            let book = Book::read(&bytes).unwrap();
            assert!((1..=most).contains(&book.len()), "{}: {}", G::name(), book.len());
            let mut start = G::start();
            if start.to_act() == ToAct::Chance {
                let mut outcomes = Vec::new();
                start.chance_outcomes(&mut outcomes);
                start.make(outcomes[0].0, &mut ());
                if book.moves(start.key()).next().is_none() {
                    return;
                }
            }
            let moves: Vec<BookMove> = book.moves(start.key()).collect();
            assert!(moves.iter().all(|known| start.is_legal(known.mv) && known.score >= moves[0].score - 40));
            assert!(!moves.is_empty());
        }
        check::<Chess>(12 * 7);
        check::<Chex>(12 * 7);
        check::<KaleidoDice>(12 * 7);
    }

    #[test]
    fn moves_that_lose_a_piece_are_not_in_the_book() {
        // White's bishop takes a queen for nothing.
        let text = "rnb1kbnr/pppp1ppp/8/4p1q1/8/3P4/PPP1PPPP/RNBQKBNR w KQkq - 0 1";
        let record = Record::new(text.parse::<Chess>().unwrap());
        let builder = BookBuilder { nodes: 3000, ..SMALL };
        let good = builder.good_moves(&mut searcher(), &record);
        assert_eq!(good.iter().map(|known| record.position().write_move(known.mv)).collect::<Vec<_>>(), ["c1g5"]);
    }
}
