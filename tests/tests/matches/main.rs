//! Matches: engines that misbehave, engines of others, the referee between them, and the program that plays them.

mod bad_engine;
mod learning;
mod long;
mod perft_check;
mod processes;
mod seats;
mod tournament;
