//! Opening books from games of the engine with itself.

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

/// How a book is made.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct BookMaker {
    /// Positions in it.
    pub positions: usize,
    /// Entries from the start position, those of chance not counted.
    pub depth: usize,
    /// Nodes of a search.
    pub nodes: u64,
    /// How much worse than the best one a move may be, in centipawns.
    pub margin: i32,
    /// What the games follow from.
    pub seed: u64,
}

/// Moves of a position that are looked at closely.
const CANDIDATES: usize = 6;

/// So many games in a row without a new position, and there are no more.
const MOST_IDLE_GAMES: usize = 500;

impl BookMaker {
    /// Plays games from the start, in which each move is drawn by lot from those that are good enough, and returns the bytes of a book with all positions met.
    pub fn make<G: Compared + Notation>(&self) -> Vec<u8> {
        let mut random = Xoshiro256PlusPlus::seed_from_u64(self.seed);
        let mut searcher = searcher();
        let mut pages: BTreeMap<u64, Vec<BookMove>> = BTreeMap::new();
        let mut idle = 0;
        while pages.len() < self.positions && idle < MOST_IDLE_GAMES {
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
                let mut events = Vec::new();
                record.position().chance_outcomes(&mut events);
                let drawn = events.choose_weighted(random, |event| event.1).expect("chance brings something");
                record.play(drawn.0);
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

    /// The moves that a search of each by itself finds not much worse than the best.
    fn good_moves<G: Compared>(&self, searcher: &mut Box<dyn Search<G>>, record: &Record<G>) -> Vec<BookMove> {
        let candidates = candidates(searcher, record, self.nodes);
        let mut look = |mv: Move| {
            searcher.clear();
            let limits = Limits { nodes: Some(self.nodes), only: vec![mv], ..Limits::default() };
            InProcessEngine::think(searcher, record, &limits).score
        };
        let scored: Vec<(Move, i32)> = candidates.into_iter().map(|mv| (mv, look(mv))).collect();
        let best = scored.iter().map(|&(_, score)| score).max().unwrap_or_default();
        let good = scored.into_iter().filter(|&(_, score)| score >= best - self.margin);
        let book_move = |(mv, score): (Move, i32)| BookMove { mv, score: score as i16 };
        good.map(book_move).collect()
    }
}

/// The moves that look best in one search of all.
fn candidates<G: Compared>(searcher: &mut Box<dyn Search<G>>, record: &Record<G>, nodes: u64) -> Vec<Move> {
    searcher.clear();
    let limits = Limits { nodes: Some(nodes * CANDIDATES as u64), lines: CANDIDATES, ..Limits::default() };
    let mut best = vec![Move::NONE; CANDIDATES];
    let mut note = |report: &engine::search::Report| {
        if let (Some(&mv), Some(place)) = (report.pv.first(), best.get_mut(report.line - 1)) {
            *place = mv;
        }
    };
    let verdict = searcher.as_mut().think(record, &limits, &Control::new(), &mut note);
    // An iteration that was not finished may have left a move in two places.
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

    const SMALL: BookMaker = BookMaker { positions: 12, depth: 4, nodes: 300, margin: 40, seed: 1 };

    #[test]
    fn equal_seeds_make_equal_books() {
        let book = SMALL.make::<Chess>();
        assert_eq!(book, SMALL.make::<Chess>());
        assert_ne!(book, BookMaker { seed: 2, ..SMALL }.make::<Chess>());
    }

    #[test]
    fn books_hold_good_moves_of_positions_near_the_start() {
        fn check<G: Compared + Notation>(most: usize) {
            let bytes = SMALL.make::<G>();
            let book = Book::read(&bytes).unwrap();
            assert!((1..=most).contains(&book.len()), "{}: {}", G::NAME, book.len());
            let mut start = G::start();
            if start.to_act() == ToAct::Chance {
                let mut events = Vec::new();
                start.chance_outcomes(&mut events);
                start.make(events[0].0, &mut ());
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
    fn what_loses_a_piece_is_no_candidate_that_is_kept() {
        // White's bishop takes a queen for nothing.
        let text = "rnb1kbnr/pppp1ppp/8/4p1q1/8/3P4/PPP1PPPP/RNBQKBNR w KQkq - 0 1";
        let record = Record::new(text.parse::<Chess>().unwrap());
        let maker = BookMaker { nodes: 3000, ..SMALL };
        let good = maker.good_moves(&mut searcher(), &record);
        assert_eq!(good.iter().map(|known| record.position().write_move(known.mv)).collect::<Vec<_>>(), ["c1g5"]);
    }
}
