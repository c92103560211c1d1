//! Rules and search of Motley's games.
//!
//! Motley plays chess variants: orthodox chess, knight relay chess and other relatives of chess, Quex and Keyles on a
//! 10x10 board, Chex on a plane without edges, KaleidoChess for two to four on a round board, and games that a file
//! describes; some of them with chance. One alpha-beta search plays them all; a tree search is there beside it.
//!
//! | module | contents |
//! |---|---|
//! | [`game`] | traits of a game: rules, chance, composite moves, move facts, SEE, search hints |
//! | [`variants`] | the games, and the list of all games ([`for_each_game!`]) |
//! | [`board`] | boards and sets of fields (bitboards), attack tables, Zobrist keys |
//! | [`moves`], [`outcome`], [`seat`] | move, outcome and player, the same for all games |
//! | [`move_role`] | moves in typed form, for dialects and views |
//! | [`record`] | game record: plies, repetition, undo |
//! | [`text`] | text of positions (FEN) and moves, and its errors |
//! | [`chance_rng`] | seeded RNG for chance outcomes |
//! | [`eval`] | interface of static evaluations; the evaluations are in the crate `eval` |
//! | [`search`] | alpha-beta search and Monte Carlo tree search behind one trait |
//! | [`solve`] | mate solver |
//!
//! The crate prints nothing, opens no file but those of custom variants and knows no protocol. What a game is stands in
//! its implementations of the traits of [`game`] and [`text`]; everything else is written once for all games.
//!
//! # Example
//!
//! Sets up a game, lists its moves, and searches for the best one, with an evaluation by material only.
//!
//! ```
//! use engine::game::{Game, GenType};
//! use engine::moves::MoveList;
//! use engine::record::Record;
//! use engine::search::{Control, Limits, Material, Search, Searcher};
//! use engine::text::Notation;
//! use engine::variants::Chess;
//!
//! let position: Chess = "6k1/5ppp/8/8/8/8/5PPP/R5K1 w - - 0 1".parse().unwrap();
//! let mut moves = MoveList::new();
//! position.moves(GenType::All, &mut moves);
//! assert_eq!(moves.len(), 20);
//!
//! let mut searcher = Searcher::<Chess, _>::new(Material::default());
//! let limits = Limits { depth: Some(3), ..Limits::default() };
//! let verdict = searcher.think(&Record::new(position.clone()), &limits, &Control::new(), &mut |_| {});
//! assert_eq!(position.write_move(verdict.best.unwrap()), "a1a8");
//! ```

pub mod board;
pub mod chance_rng;
pub mod eval;
pub mod game;
pub mod move_role;
pub mod moves;
pub mod outcome;
pub mod record;
pub mod search;
pub mod seat;
pub mod solve;
pub mod text;
pub mod variants;
