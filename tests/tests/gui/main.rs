//! Games in XBoard and through python-chess. Skipped, with a line on stderr, where a program is missing.

mod configuration;
mod python_chess;
mod sparring;
mod xboard;
