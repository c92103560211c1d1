//! Faults of the database: damaged and missing games, and changes that it refuses.

mod support;

use rusqlite::Connection;
use serde_json::{Value, json};
use support::{Client, NewGame, Server};

/// Connection to the database of a server that runs.
fn database(server: &Server) -> Connection {
    let data = Connection::open(server.data()).expect("a database");
    data.busy_timeout(support::PATIENCE).expect("a timeout");
    data
}

/// Lets a database refuse the changes of games, as a full disk does.
fn refuse_changes(data: &Connection) {
    let trigger = "CREATE TRIGGER full BEFORE UPDATE ON games BEGIN SELECT RAISE(ABORT, 'full'); END";
    data.execute_batch(trigger).expect("a trigger");
}

fn count_games(data: &Connection) -> i64 {
    data.query_row("SELECT count(*) FROM games", [], |row| row.get(0)).expect("a number")
}

#[tokio::test]
async fn a_damaged_game_is_left_out_of_the_list() {
    let server = Server::start();
    let mut games = Vec::new();
    for name in ["A", "B", "C"] {
        let persons = json!([{"kind": "person", "name": name}, {"kind": "person"}]);
        games.push(server.create(json!({"variant": "chess", "seats": persons, "public": true})).await.id);
    }
    let damaged = database(&server).execute("UPDATE games SET state = '{}' WHERE id = ?1", [&games[1]]);
    assert_eq!(damaged, Ok(1));
    let (status, list) = server.get("/api/games").await;
    let listed: Vec<&Value> = list["games"].as_array().expect("games").iter().map(|game| &game["id"]).collect();
    assert_eq!((status, listed), (200, vec![&json!(games[2]), &json!(games[0])]));
    let (_, first) = server.get("/api/games?limit=2").await;
    assert_eq!(first["games"].as_array().map(Vec::len), Some(1));
    let (_, rest) = server.get(&format!("/api/games?limit=2&before={}", first["next"])).await;
    assert_eq!(rest["games"][0]["id"], json!(games[0]), "the list goes on after a damaged game");
}

async fn two_players(server: &Server) -> (NewGame, Client, Client) {
    let game = server.create_for_persons("chess", 2).await;
    let white = server.join(&game, Some(0)).await;
    let black = server.join(&game, Some(1)).await;
    (game, white, black)
}

#[tokio::test]
async fn a_rematch_that_cannot_be_stored_does_not_begin() {
    let server = Server::start();
    let (_, mut white, mut black) = two_players(&server).await;
    white.act("resign", json!({})).await;
    white.state_from(white.seq() + 1).await;
    white.act("rematch", json!({"accept": true})).await;
    black.state_from(white.seq() + 1).await;
    let data = database(&server);
    refuse_changes(&data);
    black.act("rematch", json!({"accept": true})).await;
    assert_eq!(black.next_error().await, "busy");
    assert_eq!(count_games(&data), 1, "no game that nobody knows of");
    assert_eq!(black.state["next"], Value::Null);
    data.execute_batch("DROP TRIGGER full").expect("no trigger");
    black.act("rematch", json!({"accept": true})).await;
    let agreed = black.state_from(black.seq() + 1).await;
    assert_eq!(count_games(&data), 2);
    let (status, _) = server.get(&format!("/api/games/{}", agreed["next"]["id"].as_str().expect("a game"))).await;
    assert_eq!(status, 200);
}

#[tokio::test]
async fn the_room_of_a_game_that_is_gone_ends() {
    let server = Server::start();
    let (game, mut white, _black) = two_players(&server).await;
    let data = database(&server);
    data.execute("DELETE FROM plies", []).expect("no plies");
    data.execute("DELETE FROM games", []).expect("no games");
    white.act("move", json!({"text": "e2e4"})).await;
    assert_eq!(white.next_error().await, "busy");
    while white.try_next().await.is_some() {}
    assert_eq!(server.get(&format!("/api/games/{}", game.id)).await.0, 404);
}
