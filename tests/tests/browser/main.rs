//! The game server in Chromium, by mouse, keyboard and finger. Skipped, with a line on stderr, where Chromium or its
//! driver is missing. Pictures of the pages are left in `target/browser`.

mod accessibility;
mod analysis;
mod attention;
mod engine_games;
mod interruption;
mod invitations;
mod layout;
mod people;
mod pictures;
mod player;
mod proxy;
mod special_moves;
mod start;
mod table;
mod window;
