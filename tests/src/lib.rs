//! Test helpers: random games, positions, toy games, plain minimax, limits of searches, fuzz targets, a fuzzer of
//! dialogues, and drivers of the programs.

pub mod brawl;
pub mod dialogue;
pub mod fuzz;
pub mod kaleido_games;
pub mod limits;
pub mod minimax;
pub mod multiplayer;
pub mod pgn;
pub mod play;
pub mod positions;
pub mod programs;
pub mod properties;
pub mod rough_gui;
pub mod tmux;
pub mod toys;
pub mod xboard;
