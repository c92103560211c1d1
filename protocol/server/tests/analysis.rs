//! Positions, PGN and the engines' analysis.

mod support;

use std::time::{Duration, Instant};

use engine::variants::Variant;
use serde_json::{Value, json};
use support::{Client, Server};

#[tokio::test]
async fn positions_are_checked_and_completed() {
    let server = Server::start();
    let (status, view) = server.post("/api/position", &json!({"variant": "chess", "moves": ["e2e4", "c7c5"]})).await;
    assert_eq!(status, 200);
    assert_eq!(view["fen"], "rnbqkbnr/pp1ppppp/8/2p5/4P3/8/PPPP1PPP/RNBQKBNR w KQkq - 0 2");
    assert_eq!(view["moves"][1]["notation"], "c5");
    let legal = view["legal"].as_array().expect("moves");
    assert_eq!(legal.len(), 30);
    let knight = legal.iter().find(|mv| mv["text"] == "g1f3").expect("a move");
    assert_eq!(knight["spoken"], "knight g1 to f3");
    assert_eq!((&knight["from"]["x"], &knight["from"]["y"]), (&json!(650.0), &json!(750.0)));
    for wrong in [
        json!({"variant": "go"}),
        json!({"variant": "chess", "fen": "8/8"}),
        json!({"variant": "chess", "moves": ["e2e5"]}),
        json!({"variant": "chess", "moves": "e2e4"}),
        json!({"variant": "chess", "fen": "x".repeat(2000)}),
        json!([]),
    ] {
        let (status, answer) = server.post("/api/position", &wrong).await;
        assert_eq!((status, answer["error"]["code"].clone()), (400, json!("bad-request")), "{wrong}");
    }
}

#[tokio::test]
async fn chance_is_chosen_in_the_analysis() {
    let server = Server::start();
    let (_, view) = server.post("/api/position", &json!({"variant": "kaleidodice"})).await;
    assert_eq!((&view["chance"], view["legal"].as_array().map(Vec::len)), (&json!("die"), Some(6)));
    let (_, view) = server.post("/api/position", &json!({"variant": "kaleidodice", "moves": ["4"]})).await;
    assert_eq!((&view["chance"], &view["board"]["die"]), (&Value::Null, &json!(4)));
    let (_, view) = server.post("/api/position", &json!({"variant": "chex", "moves": ["draw", "N"]})).await;
    assert_eq!(view["board"]["hand"]["name"], "knight");
    assert_eq!(view["legal"][0]["kind"], "place");
    let (_, view) = server.post("/api/position", &json!({"variant": "chex", "moves": ["N@a1"]})).await;
    assert_eq!((view["moves"].as_array().map(Vec::len), &view["turn"]), (Some(1), &json!(1)));
}

#[tokio::test]
async fn every_board_can_be_drawn() {
    let server = Server::start();
    let (_, answer) = server.get("/api/variants").await;
    let variants = answer["variants"].as_array().expect("variants");
    assert_eq!(variants.len(), Variant::ALL.len());
    for variant in variants {
        let (_, view) = server.post("/api/position", &json!({"variant": variant["name"]})).await;
        assert_eq!(variant["board"], view["board"], "{}", variant["name"]);
        assert!(variant["goal"].as_str().is_some_and(|goal| goal.ends_with('.')), "{}", variant["name"]);
        let fields = variant["geometry"]["fields"].as_array().expect("fields");
        let count = match variant["geometry"]["kind"].as_str().expect("a kind") {
            "squares" if [64, 80, 100].contains(&fields.len()) => fields.len(),
            "round" => 89,
            "plane" => 0,
            other => panic!("{other}: {} fields", fields.len()),
        };
        assert_eq!(fields.len(), count);
        let sprite = reqwest::get(server.url("/figures.svg")).await.expect("an answer").text().await.expect("a text");
        for piece in view["board"]["pieces"].as_array().expect("pieces") {
            let field = fields.iter().find(|field| field["name"] == piece["field"]).expect("a field");
            assert_eq!((&field["x"], &field["y"]), (&piece["x"], &piece["y"]));
            let symbol = format!("<symbol id=\"{}\"", piece["figure"].as_str().expect("a figure"));
            assert!(sprite.contains(&symbol), "{symbol}");
        }
        let (status, rules) = server.get(&format!("/api/rules/{}", variant["name"].as_str().expect("a name"))).await;
        assert!(
            status == 200 && rules["html"].as_str().is_some_and(|html| html.starts_with("<h1 id=")),
            "{variant}: {rules}"
        );
    }
}

#[tokio::test]
async fn games_are_read_from_pgn_and_written() {
    let server = Server::start();
    let pgn = "[Variant \"knightrelay\"]\n[White \"Anna\"]\n\n1. e2e4 e7e5 2. g1f3 1/2-1/2\n";
    let (_, answer) = server.post("/api/pgn", &json!({"pgn": pgn})).await;
    let game = &answer["games"][0];
    assert_eq!((&game["variant"], &game["moves"]), (&json!("knightrelay"), &json!(["e2e4", "e7e5", "g1f3"])));
    assert_eq!((&game["tags"][1], &answer["more"]), (&json!(["White", "Anna"]), &json!(false)));
    let written = json!({
        "variant": "knightrelay", "moves": game["moves"], "tags": [["White", "Anna"], ["Evil", "1"]],
        "result": "1/2-1/2"
    });
    let (status, answer) = server.post("/api/pgn/write", &written).await;
    let text = answer["pgn"].as_str().expect("a text");
    assert!(status == 200 && text.contains("[White \"Anna\"]") && !text.contains("Evil"), "{text}");
    assert!(text.trim_end().ends_with("1/2-1/2"), "{text}");
    let (status, answer) = server.post("/api/pgn", &json!({"pgn": "1. e4 e5 2. Ke3 *"})).await;
    assert!(status == 400 && answer["error"]["message"].as_str().is_some_and(|why| why.contains("move 3")), "{answer}");
}

#[tokio::test]
async fn the_games_of_a_pgn_are_told_with_those_that_cannot_be_read() {
    let server = Server::start();
    let pgn = format!("[White \"Anna\"]\n\n1. Ke3 *\n\n{}", "1. e4 e5 *\n\n".repeat(20));
    let (status, answer) = server.post("/api/pgn", &json!({"pgn": pgn})).await;
    let games = answer["games"].as_array().unwrap_or_else(|| panic!("{answer}"));
    assert_eq!((status, games.len(), &answer["more"]), (200, 20, &json!(true)));
    assert!(games[0]["error"].as_str().is_some_and(|why| why.contains("move 1")), "{}", games[0]);
    assert_eq!((&games[0]["tags"], &games[0]["moves"]), (&json!([["White", "Anna"]]), &Value::Null));
    assert_eq!((&games[19]["moves"], &games[19]["error"]), (&json!(["e2e4", "e7e5"]), &Value::Null));
    let (_, answer) = server.post("/api/pgn", &json!({"pgn": "1. e4 *\n\n1. d4 } *"})).await;
    assert_eq!((&answer["games"][0]["moves"], &answer["more"]), (&json!(["e2e4"]), &json!(false)), "{answer}");
    assert!(answer["games"][1]["error"].is_string(), "the text ends there: {answer}");
}

/// Messages about a task up to the last one.
async fn answers(client: &mut Client, id: u64) -> Vec<Value> {
    let mut answers = Vec::new();
    loop {
        let answer = client.next().await;
        assert_eq!(answer["id"], json!(id), "{answer}");
        let kind = answer["type"].as_str().expect("a type").to_string();
        answers.push(answer);
        if kind == "done" || kind == "perft" {
            return answers;
        }
    }
}

#[tokio::test]
async fn the_engine_analyses() {
    let server = Server::start();
    let mut client = server.socket("/api/analysis").await;
    let mate = "6k1/5ppp/8/8/8/8/8/R5K1 w - - 0 1";
    client.send(json!({"type": "analyse", "id": 1, "variant": "chess", "fen": mate, "lines": 2, "time_ms": 500})).await;
    let answers_1 = answers(&mut client, 1).await;
    assert_eq!(answers_1.last().expect("an end")["best"], "a1a8");
    let lines = &answers_1[answers_1.len() - 2]["lines"];
    assert_eq!(
        (&lines[0]["score"], &lines[0]["from"], &lines[0]["to"]),
        (&json!({"mate": 1}), &json!("a1"), &json!("a8"))
    );
    assert!(lines[0]["bar"].as_f64().is_some_and(|bar| bar > 0.99) && lines[1]["moves"].is_array());

    client.send(json!({"type": "perft", "id": 2, "variant": "kaleido", "depth": 2})).await;
    let counted = answers(&mut client, 2).await.pop().expect("an end");
    let parts = counted["divide"].as_array().expect("parts").iter();
    let sum: u64 = parts.map(|part| part["nodes"].as_u64().expect("a number")).sum();
    assert!(counted["nodes"] == json!(sum) && sum > 1000, "{counted}");

    client
        .send(json!({"type": "graph", "id": 3, "variant": "chess", "moves": ["e2e4", "f7f6", "d2d4", "g7g5", "d1h5"],
                     "nodes": 2000}))
        .await;
    let scores: Vec<Value> =
        answers(&mut client, 3).await.into_iter().filter(|answer| answer["type"] == "score").collect();
    assert_eq!(scores.len(), 6);
    assert_eq!((&scores[5]["move"], &scores[5]["score"]), (&json!(5), &json!({"mate": 1})), "the game is over");

    client.send(json!({"type": "analyse", "id": 4, "variant": "chess", "time_ms": 60_000})).await;
    while client.next().await["type"] != "lines" {}
    let began = Instant::now();
    client.send(json!({"type": "stop"})).await;
    assert_eq!(answers(&mut client, 4).await.last().expect("an end")["type"], "done");
    assert!(began.elapsed() < Duration::from_secs(50), "it was stopped, and has not ended by itself");
    for wrong in [
        json!({"type": "analyse", "variant": "chess", "lines": 99}),
        json!({"type": "analyse", "variant": "chess", "time_ms": 1_000_000}),
        json!({"type": "analyse", "variant": "kaleidodice"}),
        json!({"type": "perft", "variant": "chess", "depth": 40}),
        json!({"type": "graph", "variant": "chess", "nodes": 1_000_000_000}),
        json!({"type": "nonsense"}),
    ] {
        client.send(wrong).await;
        assert_eq!(client.next_error().await, "bad-message");
    }
}

#[tokio::test]
async fn refusals_name_their_messages() {
    let server = Server::start();
    let mut client = server.socket("/api/analysis").await;
    for depth in [json!(2.5), json!(-1), json!("two")] {
        client.send(json!({"type": "perft", "id": 7, "variant": "chess", "depth": depth})).await;
        let refused = client.next().await;
        assert_eq!((&refused["code"], &refused["re"]), (&json!("bad-message"), &json!(7)), "{refused}");
    }
    // More than a client may send at once, and not so many that it is disconnected.
    let numbers = 0..120;
    for id in numbers.clone() {
        client.send(json!({"type": "ping", "id": id})).await;
    }
    for id in numbers {
        let answer = client.next().await;
        assert_eq!(answer["re"], json!(id), "{answer}");
    }
}

#[tokio::test]
async fn analysis_counts_for_the_budget_of_its_address() {
    // So low a rate gives nothing back during the test: there are 33.75 requests, and the handshake is one.
    let server = Server::with_options(&["--rate", "0.01"]);
    let mut client = server.socket("/api/analysis").await;
    let long = " ".repeat(100 * 1024);
    let mut codes = Vec::new();
    for _ in 0..5 {
        client.send(json!({"type": "analyse", "variant": "chess", "fen": "x", "space": long})).await;
        codes.push(client.next_error().await);
    }
    assert_eq!(codes, ["bad-message", "bad-message", "bad-message", "bad-message", "too-many"]);
    client.send(json!({"type": "ping"})).await;
    assert_eq!(client.next().await["type"], "pong", "a sign of life costs nothing");
}

#[tokio::test]
async fn one_guest_does_not_starve_a_game() {
    let server = Server::start();
    let mut greedy = Vec::new();
    for _ in 0..6 {
        let mut client = server.socket("/api/analysis").await;
        client.send(json!({"type": "analyse", "id": 1, "variant": "quex", "time_ms": 60_000})).await;
        greedy.push(client);
    }
    let seats = json!([{"kind": "person", "name": "A"}, {"kind": "engine", "skill": 20, "move_ms": 50}]);
    let game = server.create(json!({"variant": "quex", "seats": seats})).await;
    let mut anna = server.join(&game, Some(0)).await;
    let began = Instant::now();
    let text = anna.legal().remove(0);
    anna.play(&text).await;
    while anna.moves.len() < 2 {
        anna.next_state().await;
    }
    // The analyses go on for a minute.
    assert!(began.elapsed() < Duration::from_secs(50), "the engine answered after {:?}", began.elapsed());
}
