//! A king left in check by a relayed piece: GUIs that do not count relayed attacks as check send such moves and
//! positions of knight relay chess. Each is refused with the reason, every `go` is answered, and the engine plays on.

use tests::dialogue::Dialogue;

/// White mates by f1f7: the knight d6 relays to the rook, which attacks h8 as a knight does.
const SMOTHERED: &str = "6rk/6pp/3N4/8/8/8/8/5RK1 w - - 0 1";

/// Black's king cannot go to g7, which the relayed rook attacks.
const RELAYED_ROOK: &str = "r6k/8/3N4/5R2/8/8/8/6K1 b - - 0 1";

/// White is to move, though Black's king is in check by the relayed rook.
const OPPONENT_IN_CHECK: &str = "6rk/5Rpp/3N4/8/8/8/8/6K1 w - - 0 1";

/// Why the position is refused.
const REFUSED: &str = "rank 8, file 8, column 3: Black's king is in check, but White is to move";

/// A dialogue in CECP, past `variant`, with the engine playing White from a position in which Black is to move.
fn cecp(arbiter: bool) -> Dialogue {
    let mut engine = Dialogue::cecp();
    engine.send(&format!("option Arbiter={}", u8::from(arbiter)));
    engine.send(&format!("variant knightrelay\nforce\nsetboard {RELAYED_ROOK}\nsd 4\nplayother"));
    assert!(engine.so_far().is_empty());
    engine
}

#[test]
fn a_go_after_a_refused_position_is_answered_without_a_move() {
    let mut engine = Dialogue::uci("knightrelay");
    let left_in_check = format!("position fen {SMOTHERED} moves f1f7 h7h6");
    for (command, error) in [
        (left_in_check, "illegal move 2, h7h6: the king is left in check"),
        (format!("position fen {OPPONENT_IN_CHECK}"), &format!("illegal position: {REFUSED}")),
    ] {
        engine.send("position startpos moves e2e4");
        engine.send(&command);
        assert_eq!(engine.read(), format!("info string Error ({error}): {command}"));
        for go in ["go depth 3", "go wtime 1000 btime 1000"] {
            engine.send(go);
            assert_eq!(engine.read(), format!("info string Error (the last position was refused): {go}"));
            assert_eq!(engine.read(), "bestmove (none)");
        }
        assert!(engine.before("isready", "readyok").is_empty());
    }
    engine.send(&format!("position fen {SMOTHERED}\ngo depth 3"));
    assert_eq!(engine.until("bestmove "), "bestmove f1f7");
    engine.quit();
}

#[test]
fn an_endless_go_after_a_refused_position_waits_for_its_end() {
    let mut engine = Dialogue::uci("knightrelay");
    for (go, end) in
        [("go infinite", "stop"), ("go ponder wtime 9000", "ponderhit"), ("go infinite", "position startpos")]
    {
        engine.send(&format!("position fen {OPPONENT_IN_CHECK}\n{go}"));
        assert!(engine.before("isready", "readyok").iter().all(|line| line.starts_with("info string Error")));
        engine.send(end);
        assert_eq!(engine.read(), "bestmove (none)");
        engine.send("stop");
        assert!(engine.before("isready", "readyok").is_empty(), "it is answered once");
    }
    engine.send("go depth 2");
    assert_ne!(engine.until("bestmove "), "bestmove (none)");
    engine.quit();
}

#[test]
fn a_new_game_needs_no_position() {
    let mut engine = Dialogue::uci("knightrelay");
    for command in ["ucinewgame", "setoption name UCI_Variant value chess"] {
        engine.send(&format!("position fen {OPPONENT_IN_CHECK}\n{command}\ngo depth 2"));
        assert_ne!(engine.until("bestmove "), "bestmove (none)", "{command}");
    }
    engine.quit();
}

#[test]
fn cecp_refuses_the_move_and_takes_another() {
    let mut engine = cecp(false);
    engine.send("usermove h8g7");
    assert_eq!(engine.read(), "Illegal move (the king would be in check on g7): h8g7");
    engine.send("usermove h8g8");
    engine.until("move ");
    engine.quit();
}

#[test]
fn cecp_refuses_the_position_and_plays_on() {
    let mut engine = cecp(false);
    engine.send(&format!("setboard {OPPONENT_IN_CHECK}"));
    assert_eq!(engine.read(), format!("tellusererror Illegal position: {REFUSED}"));
    assert_eq!(engine.position(), RELAYED_ROOK);
    engine.send("usermove h8g8");
    engine.until("move ");
    engine.quit();
}

#[test]
fn an_arbiter_claims_the_game() {
    let mut engine = cecp(true);
    engine.send("usermove h8g7");
    assert_eq!(engine.read(), "1-0 {illegal move h8g7: the king would be in check on g7}");
    assert!(engine.so_far().is_empty(), "the game is over");
    engine.send("new\nvariant knightrelay\nforce\nusermove e2e4\ngo");
    engine.until("move ");
    engine.send("usermove e2e4");
    assert!(engine.read().starts_with("0-1 {illegal move e2e4: "), "White has moved its pawn already");
    engine.send("usermove nonsense");
    assert_eq!(engine.read(), "Illegal move (not a move): nonsense", "that is no move of a game");
    engine.quit();
}

#[test]
fn an_arbiter_claims_in_force_mode_but_not_in_analysis() {
    let mut engine = Dialogue::cecp();
    engine.send(&format!("option Arbiter=1\nvariant knightrelay\nforce\nsetboard {RELAYED_ROOK}\nusermove h8g7"));
    assert_eq!(engine.until("1-0"), "1-0 {illegal move h8g7: the king would be in check on g7}");
    engine.send("analyze\nusermove h8g7");
    assert_eq!(engine.until("Illegal"), "Illegal move (the king would be in check on g7): h8g7");
    engine.send("exit");
    engine.quit();
}

#[test]
fn an_arbiter_claims_nothing_after_the_end_of_the_game() {
    let mut engine = Dialogue::cecp();
    engine.send("option Arbiter=1\nforce\nsetboard 7k/8/5KQ1/8/8/8/8/8 b - - 0 1\ngo");
    assert_eq!(engine.read(), "1/2-1/2 {Stalemate}");
    engine.send("usermove h8h7");
    assert!(engine.read().starts_with("Illegal move ("));
    assert!(engine.so_far().is_empty());
    engine.quit();
}

#[test]
fn an_arbiter_claims_a_mate_and_does_not_announce_it() {
    for (arbiter, score) in [(false, "100001"), (true, "9900")] {
        let mut engine = Dialogue::cecp();
        engine.send(&format!("option Arbiter={}\nvariant knightrelay\nforce\npost\nsd 3", u8::from(arbiter)));
        engine.send(&format!("setboard {SMOTHERED}\ngo"));
        let lines = engine.through("move ");
        let scores: Vec<&str> = lines.iter().filter_map(|line| line.split(' ').nth(1)).collect();
        assert_eq!(scores[..scores.len() - 1].last(), Some(&score), "{lines:?}");
        assert_eq!([lines.last().unwrap(), &engine.read()], ["move f1f7", "1-0 {White mates}"]);
        assert!(engine.so_far().is_empty(), "the result is said once");
        engine.quit();
    }
}
