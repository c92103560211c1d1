//! Games, rooms and servers for the tests.

use std::net::SocketAddr;
use std::path::Path;
use std::sync::Arc;

use protocol::clock::{TimeControl, now};
use protocol::luck::LuckSeed;
use protocol::registry;

use crate::game::{Draft, Game, Player};
use crate::http::App;
use crate::http::guard::{Guard, GuardConfig};
use crate::pool::Pool;
use crate::reach::Reach;
use crate::rooms::Rooms;
use crate::secret;
use crate::store::Store;
use crate::token_bucket::AddressBuckets;

/// Draft of a game of persons from the start position.
pub fn draft(variant: &str, control: Option<TimeControl>) -> Draft {
    let session = registry::open(variant).expect("a game of this name");
    let person = |name: &&str| Player::Person { name: name.to_string(), secret: secret::hash(name) };
    Draft {
        id: secret::new_id().expect("random numbers"),
        variant: variant.to_string(),
        fen: None,
        moves: Vec::new(),
        players: session.seat_names().iter().map(person).collect(),
        control,
        public: true,
    }
}

/// Game of persons that has just begun.
pub fn game(variant: &str, control: Option<TimeControl>) -> Game {
    Game::new(draft(variant, control), LuckSeed::new([7; 32]), now()).expect("a sound draft")
}

/// Rooms on an empty database in a folder, and a small pool of engines.
pub fn rooms(folder: &Path, max_rooms: usize) -> Rooms {
    let store = Store::open(&folder.join("games.db")).expect("a database");
    Rooms::new(store, Pool::new(2, 1).expect("threads"), max_rooms, AddressBuckets::new(0.0, 0.0))
}

/// State of a server without limits on an empty database in a folder.
pub fn app(folder: &Path) -> App {
    let listening = SocketAddr::from(([127, 0, 0, 1], 8642));
    App {
        rooms: rooms(folder, 9),
        guard: Arc::new(Guard::new(GuardConfig::default())),
        reach: Arc::new(Reach::new(listening, Vec::new())),
    }
}
