//! Games on the server: persons and engines, offers, links, hidden luck.

mod support;

use std::time::{Duration, Instant};

use engine::variants::Variant;
use serde_json::{Value, json};
use support::{Client, NewGame, PATIENCE, Server, below};
use tokio::time::sleep;

/// Plays random moves at all seats until the game is over, or so many moves are played.
async fn play_out(clients: &mut [Client], seed: &mut u64, most: usize) {
    for _ in 0..most {
        if clients[0].is_over() {
            return;
        }
        let turn = clients[0].state["turn"].as_u64().expect("a seat") as usize;
        let legal = clients[turn].careful();
        assert!(!legal.is_empty(), "{}", clients[turn].state["fen"]);
        let text = &legal[below(seed, legal.len())];
        let seq = clients[turn].play(text).await["seq"].as_u64().expect("a number");
        for client in clients.iter_mut() {
            client.state_from(seq).await;
        }
    }
}

#[tokio::test]
async fn every_game_is_played_by_persons() {
    let server = Server::start();
    let mut seed = 1;
    for variant in Variant::ALL {
        let game = server.create_for_persons(variant.name(), variant.seats()).await;
        let mut clients = Vec::new();
        for seat in 0..variant.seats() {
            clients.push(server.join(&game, Some(seat)).await);
        }
        for client in &mut clients {
            // The others' coming is told to those who are there.
            client.send(json!({"type": "ping"})).await;
            while client.next().await["type"] != "pong" {}
        }
        play_out(&mut clients, &mut seed, 60).await;
        let (status, view) = server.get(&format!("/api/games/{}", game.id)).await;
        assert_eq!((status, &view["fen"]), (200, &clients[0].state["fen"]), "{variant}");
        assert_eq!(view["moves"].as_array().expect("moves"), &clients[0].moves, "{variant}");
        assert!(clients[0].is_over() || view["moves"].as_array().expect("moves").len() >= 4, "{variant}");
        assert_eq!(view["legal"], json!([]), "a watcher has no moves");
    }
}

#[tokio::test]
async fn the_engine_plays_every_game() {
    let server = Server::start();
    for variant in Variant::ALL {
        let engine = json!({"kind": "engine", "skill": 3, "move_ms": 50});
        let mut seats = vec![engine; variant.seats()];
        seats[0] = json!({"kind": "person", "name": "Anna"});
        let game = server.create(json!({"variant": variant.name(), "seats": seats})).await;
        let mut anna = server.join(&game, Some(0)).await;
        let mut seed = 2;
        let mut turns = 0;
        while !anna.is_over() && turns < 4 {
            let legal = anna.careful();
            if legal.is_empty() {
                anna.next_state().await;
            } else {
                turns += 1;
                anna.play(&legal[below(&mut seed, legal.len())]).await;
            }
        }
        assert!(anna.moves.iter().any(|mv| mv["seat"] != 0), "{variant}: {:?}", anna.moves);
    }
}

#[tokio::test]
async fn engines_play_while_somebody_watches() {
    let server = Server::start();
    let engine = json!({"kind": "engine", "skill": 20, "move_ms": 50});
    let game = server.create(json!({"variant": "keyles", "seats": [engine, engine], "public": true})).await;
    let before = server.get(&format!("/api/games/{}", game.id)).await.1["seq"].clone();
    sleep(Duration::from_millis(500)).await;
    assert_eq!(server.get(&format!("/api/games/{}", game.id)).await.1["seq"], before, "nobody watches");
    let mut watcher = server.join(&game, None).await;
    let seq = watcher.seq();
    watcher.state_from(seq + 6).await;
    assert_eq!(watcher.state["you"], Value::Null);
    let (_, list) = server.get("/api/games?variant=keyles&status=playing").await;
    assert_eq!(list["games"][0]["id"], json!(game.id));
}

async fn two_players(server: &Server, variant: &str) -> (NewGame, Client, Client) {
    let game = server.create_for_persons(variant, 2).await;
    let white = server.join(&game, Some(0)).await;
    let black = server.join(&game, Some(1)).await;
    (game, white, black)
}

#[tokio::test]
async fn only_the_player_to_move_moves() {
    let server = Server::start();
    let (game, mut white, mut black) = two_players(&server, "chess").await;
    black.act("move", json!({"text": "e7e5"})).await;
    assert_eq!(black.next_error().await, "not-your-turn");
    white.act("move", json!({"text": "e2e5"})).await;
    assert_eq!(white.next_error().await, "illegal");
    let mut watcher = server.join(&game, None).await;
    for kind in ["move", "draw", "takeback", "resign", "rematch"] {
        watcher.act(kind, json!({"text": "e2e4", "accept": true})).await;
        assert_eq!(watcher.next_error().await, "not-a-player", "{kind}");
    }
    white.play("e2e4").await;
    white.send(json!({"type": "move", "seq": 1, "text": "d2d4"})).await;
    assert_eq!(white.next_error().await, "stale");
    for secret in ["", "0", &"0".repeat(32), &"\u{e9}".repeat(32), &game.secret(0)[..31]] {
        let mut guest = server.socket(&format!("/api/games/{}/live", game.id)).await;
        guest.send(json!({"type": "hello", "seat": secret})).await;
        assert_eq!(guest.next_error().await, "forbidden", "{secret:?}");
        assert_eq!(guest.try_next().await, None);
    }
    let (other, _, _) = two_players(&server, "chess").await;
    let mut guest = server.socket(&format!("/api/games/{}/live", other.id)).await;
    guest.send(json!({"type": "hello", "seat": game.secret(0)})).await;
    assert_eq!(guest.next_error().await, "forbidden", "the secret of another game");
}

#[tokio::test]
async fn persons_at_one_screen_move_in_turn() {
    let server = Server::start();
    let game = server.create_for_persons("chess", 2).await;
    let mut both = server.join_seats(&game, &[1, 0]).await;
    assert_eq!((&both.state["you"], &both.state["yours"]), (&json!(0), &json!([0, 1])));
    for (text, next) in [("f2f3", 1), ("e7e5", 0), ("g2g4", 1)] {
        both.play(text).await;
        assert_eq!((&both.state["you"], &both.state["turn"]), (&json!(next), &json!(next)));
        assert!(!both.legal().is_empty(), "{text}");
    }
    both.act("takeback", json!({"accept": true})).await;
    both.state_from(both.seq() + 1).await;
    assert_eq!((both.moves.len(), &both.state["you"]), (2, &json!(0)), "nobody else has to agree");
    both.play("g2g4").await;
    both.play("d8h4").await;
    assert_eq!(both.state["result"]["score"], "0-1");
    both.act("rematch", json!({"accept": true})).await;
    both.state_from(both.seq() + 1).await;
    let id = both.state["next"]["id"].as_str().expect("a rematch").to_string();
    let again = server.join_seats(&NewGame { id, secrets: game.secrets.clone() }, &[0, 1]).await;
    assert_eq!(again.state["yours"], json!([0, 1]));
    assert_eq!(again.state["seats"][0]["player"], "P1", "colours are changed");
}

#[tokio::test]
async fn a_wrong_secret_among_others_gives_no_seat() {
    let server = Server::start();
    let game = server.create_for_persons("chess", 2).await;
    let live = format!("/api/games/{}/live", game.id);
    let (own, wrong) = (game.secret(0), "0".repeat(32));
    for secrets in [json!([own, wrong]), json!([wrong, own]), json!([own, own, own])] {
        let mut guest = server.socket(&live).await;
        guest.send(json!({"type": "hello", "seats": secrets})).await;
        assert_eq!(guest.next_error().await, "forbidden", "{secrets}");
        assert_eq!(guest.try_next().await, None);
    }
    let (_, state) = server.get(&format!("/api/games/{}", game.id)).await;
    assert_eq!(state["seats"][0]["connected"], json!(false));
    let mut both = server.socket(&live).await;
    both.send(json!({"type": "hello", "seat": own, "seats": [game.secret(1)]})).await;
    assert_eq!(both.next_state().await["yours"], json!([0, 1]));
}

#[tokio::test]
async fn two_persons_at_one_screen_do_not_move_for_a_third() {
    let server = Server::start();
    let game = server.create_for_persons("kaleido4", 4).await;
    let mut two = server.join_seats(&game, &[0, 1]).await;
    let mut third = server.join(&game, Some(2)).await;
    for _ in 0..2 {
        let text = two.careful().remove(0);
        two.play(&text).await;
    }
    assert_eq!((&two.state["turn"], two.legal().len()), (&json!(2), 0));
    third.state_from(two.seq()).await;
    let text = third.careful().remove(0);
    two.act("move", json!({"text": text})).await;
    assert_eq!(two.next_error().await, "not-your-turn");
    two.act("draw", json!({"accept": true})).await;
    let offered = third.state_from(third.seq() + 1).await;
    assert_eq!((&offered["offers"]["draw"], &offered["result"]), (&json!([0, 1]), &Value::Null));
    third.play(&text).await;
    assert_eq!((third.moves.len(), &third.moves[2]["seat"]), (3, &json!(2)));
}

#[tokio::test]
async fn moves_are_taken_back_by_agreement() {
    let server = Server::start();
    let (_, mut white, mut black) = two_players(&server, "chess").await;
    white.act("takeback", json!({"accept": true})).await;
    assert_eq!(white.next_error().await, "nothing-to-take-back");
    for (text, is_white) in [("e2e4", true), ("e7e5", false), ("g1f3", true)] {
        let mover = if is_white { &mut white } else { &mut black };
        let seq = mover.play(text).await["seq"].as_u64().expect("a number");
        white.state_from(seq).await;
        black.state_from(seq).await;
    }
    black.act("takeback", json!({"accept": true})).await;
    let asked = white.state_from(white.seq() + 1).await;
    assert_eq!(asked["offers"]["takeback"], json!([1]));
    white.act("takeback", json!({"accept": true})).await;
    let back = white.state_from(white.seq() + 1).await;
    assert_eq!((white.moves.len(), &back["turn"], &back["offers"]["takeback"]), (1, &json!(1), &json!([])));
    assert_eq!(back["fen"], "rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq - 0 1");
    black.state_from(back["seq"].as_u64().expect("a number")).await;
    black.play("c7c5").await;
    white.state_from(black.seq()).await;
    assert_eq!(white.moves.len(), 2);
}

#[tokio::test]
async fn draws_are_agreed_and_games_resigned() {
    let server = Server::start();
    let (_, mut white, mut black) = two_players(&server, "quex").await;
    white.act("draw", json!({"accept": true})).await;
    let offered = black.state_from(black.seq() + 1).await;
    assert_eq!(offered["offers"]["draw"], json!([0]));
    black.act("draw", json!({"accept": false})).await;
    let declined = black.state_from(black.seq() + 1).await;
    assert_eq!((&declined["offers"]["draw"], &declined["result"]), (&json!([]), &Value::Null));
    white.state_from(black.seq()).await;
    white.act("draw", json!({"accept": true})).await;
    assert_eq!(white.next_error().await, "already-offered");
    black.act("draw", json!({"accept": true})).await;
    white.state_from(white.seq() + 1).await;
    white.act("draw", json!({"accept": true})).await;
    let drawn = black.state_from(white.seq() + 1).await;
    assert_eq!(drawn["result"], json!({"score": "1/2-1/2", "reason": "Draw by agreement", "shares": [0.5, 0.5]}));
    white.state_from(black.seq()).await;
    white.act("resign", json!({})).await;
    assert_eq!(white.next_error().await, "over");

    let (_, mut white, mut black) = two_players(&server, "quex").await;
    let seen = white.seq();
    for accept in [false, true, false, false, true, true] {
        black.act("draw", json!({"accept": accept})).await;
    }
    while black.next_error().await != "stale" {}
    let text = white.legal().remove(0);
    white.send(json!({"type": "move", "seq": seen, "text": text})).await;
    while white.moves.is_empty() {
        white.next_state().await;
    }

    let (_, mut white, _) = two_players(&server, "chex").await;
    white.act("resign", json!({})).await;
    let lost = white.state_from(white.seq() + 1).await;
    assert_eq!((&lost["result"]["score"], &lost["result"]["reason"]), (&json!("0-1"), &json!("White resigns")));
}

#[tokio::test]
async fn a_rematch_exchanges_the_seats() {
    let server = Server::start();
    let (game, mut white, mut black) = two_players(&server, "kaleido").await;
    white.act("rematch", json!({"accept": true})).await;
    assert_eq!(white.next_error().await, "not-over");
    white.act("resign", json!({})).await;
    white.state_from(white.seq() + 1).await;
    black.state_from(white.seq()).await;
    white.act("rematch", json!({"accept": true})).await;
    black.state_from(black.seq() + 1).await;
    black.act("rematch", json!({"accept": true})).await;
    let next = black.state_from(black.seq() + 1).await;
    let id = next["next"]["id"].as_str().expect("a rematch").to_string();
    let again = NewGame { id, secrets: vec![(1, game.secret(0).to_string()), (0, game.secret(1).to_string())] };
    let mut first = server.join(&again, Some(0)).await;
    assert_eq!((first.state["you"].clone(), first.state["seats"][0]["player"].clone()), (json!(0), json!("P1")));
    let text = first.legal().remove(0);
    first.play(&text).await;
}

/// Game of Chex that begins after six moves of another one, with six more moves, and the position that it begins at;
/// nothing if luck ends one of them: a king may be drawn that can be placed nowhere.
async fn goes_on(server: &Server) -> Option<(NewGame, [Client; 2], Value)> {
    let (first, white, black) = two_players(server, "chex").await;
    let mut clients = [white, black];
    play_out(&mut clients, &mut 3, 6).await;
    if clients[0].is_over() {
        return None;
    }
    let (_, position) = server.get(&format!("/api/games/{}/position?move=6", first.id)).await;
    let persons = json!([{"kind": "person", "name": "A"}, {"kind": "person", "name": "B"}]);
    let game =
        server.create(json!({"variant": "chex", "seats": persons, "moves": position["plies"], "public": true})).await;
    let mut clients = [server.join(&game, Some(0)).await, server.join(&game, Some(1)).await];
    let given = position["plies"].as_array().map(Vec::len);
    assert_eq!(clients[0].state["opening"], json!(given), "told from the first move on");
    clients[0].act("takeback", json!({"accept": true})).await;
    assert_eq!(clients[0].next_error().await, "nothing-to-take-back");
    play_out(&mut clients, &mut 4, 6).await;
    (!clients[0].is_over()).then_some((game, clients, position))
}

#[tokio::test]
async fn a_rematch_begins_after_the_opening_which_is_neither_taken_back_nor_luck() {
    let server = Server::start();
    let (game, [mut white, mut black], position) = loop {
        if let Some(game) = goes_on(&server).await {
            break game;
        }
    };
    white.act("resign", json!({})).await;
    white.state_from(white.seq() + 1).await;
    black.state_from(white.seq()).await;

    let pgn = reqwest::get(server.url(&format!("/api/games/{}/pgn", game.id))).await.expect("an answer");
    let text = pgn.text().await.expect("a text");
    let proof = protocol::luck::verify(&formats::pgn::parse(&text).expect("PGN")[0]);
    let proof = proof.unwrap_or_else(|why| panic!("{why} in {text}"));
    assert_eq!(Some(proof.opening), position["plies"].as_array().map(Vec::len), "{proof:?}");

    white.act("rematch", json!({"accept": true})).await;
    black.state_from(black.seq() + 1).await;
    black.act("rematch", json!({"accept": true})).await;
    let next = black.state_from(black.seq() + 1).await;
    let id = next["next"]["id"].as_str().expect("a rematch");
    let (_, again) = server.get(&format!("/api/games/{id}/position?move=6")).await;
    assert_eq!(again["fen"], position["fen"]);
}

#[tokio::test]
async fn in_a_game_of_four_the_engine_plays_on_for_who_resigns() {
    let server = Server::start();
    let game = server.create_for_persons("kaleido4", 4).await;
    let mut white = server.join(&game, Some(0)).await;
    let mut red = server.join(&game, Some(1)).await;
    red.act("resign", json!({})).await;
    red.state_from(red.seq() + 1).await;
    assert_eq!(red.state["seats"][1]["retired"], json!(true));
    red.act("resign", json!({})).await;
    assert_eq!(red.next_error().await, "out");
    white.state_from(red.seq()).await;
    let text = white.legal().remove(0);
    white.play(&text).await;
    while white.moves.len() < 2 {
        white.next_state().await;
    }
    assert_eq!(white.moves[1]["seat"], json!(1), "the engine has moved for Red");
}

#[tokio::test]
async fn nobody_resigns_for_another_at_the_screen() {
    let server = Server::start();
    let game = server.create_for_persons("kaleido4", 4).await;
    let mut two = server.join_seats(&game, &[0, 1]).await;
    two.act("resign", json!({"seat": 1})).await;
    assert_eq!(two.next_error().await, "stale", "White is the one to act");
    two.act("resign", json!({"seat": 0})).await;
    two.state_from(two.seq() + 1).await;
    let retired = |seat: usize| two.state["seats"][seat]["retired"].clone();
    assert_eq!([retired(0), retired(1)], [json!(true), json!(false)]);
}

#[tokio::test]
async fn offers_of_a_rematch_count_as_new_games() {
    // So low a rate gives nothing back during the test: there are 33.75 requests, of which a game takes five, each
    // connection one, and an offer with its withdrawal six.
    let server = Server::with_options(&["--rate", "0.01"]);
    let (_, mut white, _black) = two_players(&server, "chess").await;
    white.act("resign", json!({})).await;
    white.state_from(white.seq() + 1).await;
    for _ in 0..4 {
        for accept in [true, false] {
            white.act("rematch", json!({"accept": accept})).await;
            white.state_from(white.seq() + 1).await;
        }
    }
    white.act("rematch", json!({"accept": true})).await;
    assert_eq!(white.next_error().await, "too-many");
    assert_eq!(white.state["offers"]["rematch"], json!([]));
}

#[tokio::test]
async fn a_long_opening_counts_as_several_requests() {
    // So low a rate gives nothing back during the test: there are 33.75 requests.
    let server = Server::with_options(&["--rate", "0.01"]);
    let create = async |variant: &str, moves: usize| {
        let persons = json!([{"kind": "person"}, {"kind": "person"}]);
        let game = json!({"variant": variant, "seats": persons, "moves": vec!["e2e4"; moves]});
        server.post("/api/games", &game).await.0
    };
    // The second move is wrong, and has been paid for.
    assert_eq!([create("chess", 1000).await, create("chess", 1000).await], [400, 400]);
    assert_eq!(create("chess", 0).await, 429);
}

#[tokio::test]
async fn a_list_tells_the_games_that_somebody_looks_at() {
    let server = Server::start();
    let persons = json!([{"kind": "person", "name": "A"}, {"kind": "person", "name": "B"}]);
    let mut games = Vec::new();
    for _ in 0..3 {
        games.push(server.create(json!({"variant": "chess", "seats": persons, "public": true})).await);
    }
    let mut white = server.join(&games[1], Some(0)).await;
    let live = async || {
        let (_, list) = server.get("/api/games?status=live").await;
        let games = list["games"].as_array().expect("games").iter();
        games.map(|game| game["id"].clone()).collect::<Vec<_>>()
    };
    assert_eq!(server.get(&format!("/api/games/{}", games[0].id)).await.0, 200);
    assert_eq!(live().await, [json!(games[1].id)]);
    white.act("resign", json!({})).await;
    white.state_from(white.seq() + 1).await;
    assert!(live().await.is_empty(), "the game is over");
}

#[tokio::test]
async fn time_runs_out() {
    let server = Server::start();
    let persons = json!([{"kind": "person", "name": "A"}, {"kind": "person", "name": "B"}]);
    let clock = json!({"initial_ms": 1000, "increment_ms": 0});
    let game = server.create(json!({"variant": "chess", "seats": persons, "clock": clock})).await;
    let mut white = server.join(&game, Some(0)).await;
    let mut black = server.join(&game, Some(1)).await;
    assert_eq!(white.state["clock"]["running"], Value::Null, "the first turn costs no time");
    // Moves that cost no time: however slow the machine is, no flag falls before White's second turn.
    white.play("e2e4").await;
    black.state_from(white.seq()).await;
    let seq = black.play("e7e5").await["seq"].as_u64().expect("a number");
    white.state_from(seq).await;
    assert_eq!(white.state["clock"]["running"], json!(0));
    let over = white.state_from(seq + 1).await;
    assert_eq!(over["result"]["reason"], "White loses on time");
    assert_eq!(over["seats"][0]["clock_ms"], json!(0));
}

#[tokio::test]
async fn in_a_game_of_four_the_engine_plays_on_for_who_has_no_time_left() {
    let server = Server::start();
    let persons: Vec<Value> = (0..4).map(|seat| json!({"kind": "person", "name": format!("P{seat}")})).collect();
    let clock = json!({"initial_ms": 1000, "increment_ms": 0});
    let game = server.create(json!({"variant": "kaleido4", "seats": persons, "clock": clock})).await;
    let mut clients = Vec::new();
    for seat in 0..4 {
        clients.push(server.join(&game, Some(seat)).await);
    }
    // White's flag falls in the second turn.
    play_out(&mut clients, &mut 1, 4).await;
    let white = &mut clients[0];
    while white.moves.len() < 5 && !white.is_over() {
        white.next_state().await;
    }
    assert_eq!(white.state["seats"][0]["retired"], json!(true));
    assert_eq!(white.moves[4]["seat"], json!(0), "the engine has moved for White");
}

#[tokio::test]
async fn offers_do_not_stop_the_engine() {
    let server = Server::start();
    let seats = json!([{"kind": "person", "name": "A"}, {"kind": "engine", "skill": 20, "move_ms": 1000}]);
    // No position of the book, which needs no search.
    let fen = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKB1R w KQkq - 0 1";
    let game = server.create(json!({"variant": "chess", "seats": seats, "fen": fen})).await;
    let mut anna = server.join(&game, Some(0)).await;
    anna.play("e2e4").await;
    let began = Instant::now();
    let mut accept = true;
    while anna.moves.len() < 2 {
        assert!(began.elapsed() < PATIENCE, "the engine does not move while offers come");
        anna.act("draw", json!({"accept": accept})).await;
        accept = !accept;
        sleep(Duration::from_millis(100)).await;
        anna.take_waiting();
    }
}

/// All texts of a value, names included.
fn texts(value: &Value, out: &mut Vec<String>) {
    match value {
        Value::String(text) => out.push(text.clone()),
        Value::Array(values) => values.iter().for_each(|value| texts(value, out)),
        Value::Object(values) => values.iter().for_each(|(name, value)| {
            out.push(name.clone());
            texts(value, out);
        }),
        _ => {}
    }
}

#[tokio::test]
async fn luck_is_hidden_until_the_end_and_then_proven() {
    let server = Server::start();
    let mut seed = 5;
    for variant in ["chex", "kaleidodice"] {
        let (game, white, black) = two_players(&server, variant).await;
        let commitment = white.state["luck"]["commitment"].as_str().expect("a commitment").to_string();
        assert_eq!(white.state["opening"], json!(0));
        let mut clients = [white, black];
        let mut seen = Vec::new();
        for _ in 0..30 {
            play_out(&mut clients, &mut seed, 1).await;
            let playing = clients.iter().filter(|client| !client.is_over());
            playing.for_each(|client| texts(&client.state, &mut seen));
        }
        let (_, running) = server.get(&format!("/api/games/{}", game.id)).await;
        assert!(clients[0].is_over() || running["luck"]["seed"].is_null());
        let pgn = reqwest::get(server.url(&format!("/api/games/{}/pgn", game.id))).await.expect("an answer");
        assert!(clients[0].is_over() || !pgn.text().await.expect("a text").contains("LuckSeed"));
        let pile = |beside: &Value| beside["what"] == "pile";
        let besides = clients[0].state["board"]["beside"].as_array().expect("pieces");
        assert!(besides.iter().filter(|beside| pile(beside)).count() == if variant == "chex" { 2 } else { 0 });
        if !clients[0].is_over() {
            clients[0].act("resign", json!({})).await;
            let seq = clients[0].seq();
            clients[0].state_from(seq + 1).await;
        }
        let revealed = clients[0].state["luck"]["seed"].as_str().expect("a seed").to_string();
        assert!(!seen.iter().any(|text| text.contains(&revealed)), "the seed was told before the end");
        assert_eq!(clients[0].state["luck"]["commitment"], json!(commitment));
        let pgn = reqwest::get(server.url(&format!("/api/games/{}/pgn", game.id))).await.expect("an answer");
        let text = pgn.text().await.expect("a text");
        let games = formats::pgn::parse(&text).expect("PGN");
        let proof = protocol::luck::verify(&games[0]).unwrap_or_else(|why| panic!("{why} in {text}"));
        assert!(proof.events >= 5 && proof.commitment.to_string() == commitment);
    }
}
