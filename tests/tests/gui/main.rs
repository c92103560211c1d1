//! Games in XBoard, in Cute Chess and through python-chess, and files of games for other readers. Skipped, with a line
//! on stderr, where a program is missing.

mod configuration;
mod cutechess;
mod pgn_readers;
mod python_chess;
mod sparring;
mod xboard;
