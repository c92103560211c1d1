//! Weights of the relatives of chess, a file a game: fitted to games of the engine with itself, as `cargo tune fit`
//! prints them (`docs/tuning.md`). A game without a file has the weights of chess.

pub mod circe;
pub mod dunsany;
pub mod extinction;
pub mod king_of_the_hill;
pub mod madrasi;
pub mod monster;
pub mod three_check;
