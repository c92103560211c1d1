//! Dialogues with the real program.

mod book;
mod cecp;
mod chess960;
mod chex_window;
mod cli;
mod custom_variants;
mod eval_file;
mod first_search;
mod install;
mod king_left_in_check;
mod king_replacement;
mod manual;
mod more_than_two;
mod numbers;
mod output_errors;
mod pictures;
mod play;
mod refused_commands;
mod resources;
mod rough_gui;
mod screen;
mod seats;
mod taken_back;
mod tiles_and_dice;
mod uci;
mod window_title;
