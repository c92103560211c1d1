//! The rules of every game: each ruling, fast code against slow and literal code, texts, luck and exchanges.

mod chess;
mod chex;
mod exchange;
mod exchange_quex;
mod generic_suite;
mod kaleido;
mod knight_relay;
mod luck;
mod position_text;
mod quex;
mod slow_chex;
mod slow_kaleido;
mod slow_quex;
mod slow_ties;
mod symmetry;
mod tactics_kaleido;
