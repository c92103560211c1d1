//! Games for the tests of the terminal client.

use std::sync::mpsc::channel;
use std::time::Duration;

use super::client_game::ClientGame;
use super::persons::Persons;
use crate::io::output::Output;
use crate::registry;
use crate::session::host::Host;
use crate::session::options::Options;

/// Game at its start with clocks, all of whose players are persons.
pub fn game(variant: &str) -> ClientGame {
    game_of(variant, if registry::ensure_for_two(variant).is_ok() { "both" } else { "all" })
}

/// Game at its start with clocks, in which persons play a side. Nobody hears of the end of a search.
pub fn game_of(variant: &str, side: &str) -> ClientGame {
    let mut options = Options::default();
    options.set("Hash", Some("1")).unwrap();
    options.set("Seed", Some("7")).unwrap();
    let mut host = Host::new(Output::sink(None), channel().0, options).unwrap();
    assert!(host.open(variant));
    let persons = Persons::from_side(side, host.session.seat_names()).unwrap();
    let mut game = ClientGame::new(host, persons, Some("5+3".parse().unwrap()), Duration::from_secs(1));
    game.begin();
    game
}
