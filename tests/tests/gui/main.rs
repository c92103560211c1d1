//! Games in XBoard, in Cute Chess and through python-chess. Skipped, with a line on stderr, where a program is missing.

mod configuration;
mod cutechess;
mod python_chess;
mod sparring;
mod xboard;
