//! Matches: engines that misbehave, engines of others, and the referee between them.

mod bad_engine;
mod perft_check;
mod processes;
