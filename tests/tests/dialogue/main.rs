//! Dialogues with the real program.

mod book;
mod cecp;
mod cli;
mod king_returns;
mod lots;
mod malformed;
mod manual;
mod play;
mod screen;
mod uci;
