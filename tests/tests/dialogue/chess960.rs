//! Dialogues about Chess960 with the real program.

use engine::record::Record;
use engine::text::{Notation, Style};
use engine::variants::Chess;
use tests::dialogue::Dialogue;

/// Castling mates: the rook jumps from b1 over its king to d1. No other move does.
const CASTLES: &str = "2rkr3/2p1p3/8/8/8/8/8/1RK5 w B - 0 1";

#[test]
fn uci_chess960_writes_castling_as_king_takes_rook() {
    let mut engine = Dialogue::uci("chess");
    let only = |engine: &mut Dialogue, moves: &str| {
        engine.send(&format!("position startpos moves e2e4 e7e5 g1f3 g8f6 f1c4 f8c5\ngo depth 2 searchmoves {moves}"));
        engine.until("bestmove ").split(' ').nth(1).unwrap().to_string()
    };
    assert_eq!(only(&mut engine, "e1g1"), "e1g1");
    assert_eq!(only(&mut engine, "e1h1"), "e1g1", "read in either notation");
    engine.send("setoption name UCI_Chess960 value true");
    assert_eq!(only(&mut engine, "e1h1"), "e1h1");
    engine.send("position startpos moves e2e4 e7e5 g1f3 g8f6 f1c4 f8c5 e1h1\nmoves");
    assert!(engine.position().starts_with("rnbqk2r/pppp1ppp/5n2/2b1p3/2B1P3/5N2/PPPP1PPP/RNBQ1RK1 b kq - "));
    engine.send("setoption name UCI_Chess960 value false");
    assert_eq!(only(&mut engine, "e1g1"), "e1g1");
    engine.quit();
}

#[test]
fn uci_chess960_leaves_the_inventors_notation_to_other_games() {
    let mut engine = Dialogue::uci("chess");
    engine.send("setoption name UCI_Chess960 value true\nsetoption name Notation value inventor");
    engine.send("setoption name UCI_Variant value quex\nmoves");
    assert!(engine.until("moves ").starts_with("moves 1000 "));
    engine.send("setoption name UCI_Variant value chess\nposition fen 4k3/8/8/8/8/8/8/4K2R w K - 0 1\nmoves e1");
    assert_eq!(engine.until("moves "), "moves e1d1 e1d2 e1e2 e1f1 e1f2 e1h1");
    engine.quit();
}

/// Start positions in Shredder-FEN and in X-FEN; the engine plays both sides.
#[test]
fn games_of_chess960_are_played_in_uci() {
    let mut engine = Dialogue::uci("chess");
    engine.send("setoption name UCI_Chess960 value true");
    for start in [
        "bbqnnrkr/pppppppp/8/8/8/8/PPPPPPPP/BBQNNRKR w HFhf - 0 1",
        "nrkbbqrn/pppppppp/8/8/8/8/PPPPPPPP/NRKBBQRN w KQkq - 0 1",
        "rk2r1bn/2pp3p/1p2nb1P/4pPp1/3PP1B1/6p1/QP1N4/RK2R1BN b KQkq - 0 1",
    ] {
        let mut record = Record::new(start.parse::<Chess>().expect("a position"));
        let mut moves = String::new();
        for _ in 0..40 {
            engine.send(&format!("position fen {start} moves{moves}\ngo depth 3"));
            let best = engine.until("bestmove ");
            let text = best.split(' ').nth(1).unwrap();
            let mv = record.position().read_move(text).unwrap_or_else(|error| panic!("{text}: {error}"));
            assert_eq!(record.position().write_move_in(mv, Style::KingTakesRook), text);
            record.play(mv);
            moves += &format!(" {text}");
            if record.outcome().is_some() {
                break;
            }
        }
    }
    engine.quit();
}

#[test]
fn fischerandom_writes_castling_by_letters() {
    let mut engine = Dialogue::cecp();
    engine.send(&format!("new\nvariant fischerandom\nforce\nsetboard {CASTLES}\nmoves"));
    let moves = engine.until("moves ");
    assert!(moves.split(' ').any(|mv| mv == "O-O-O"), "{moves}");
    for text in ["O-O-O", "c1b1"] {
        engine.send(&format!("usermove {text}"));
        assert_eq!(engine.position(), "2rkr3/2p1p3/8/8/8/8/8/2KR4 b - - 1 1", "{text}");
        engine.send("undo");
        assert_eq!(engine.position(), CASTLES.replace(" B ", " Q "), "{text}");
    }
    engine.send("sd 3\ngo");
    assert_eq!(engine.until("move "), "move O-O-O");
    // The next game is orthodox chess again.
    engine.send("new\nforce\nusermove e2e4\nusermove e7e5\nusermove g1f3\nusermove g8f6\nusermove f1c4\nusermove f8c5");
    engine.send("moves");
    let moves = engine.until("moves ");
    assert!(moves.split(' ').any(|mv| mv == "e1g1"), "{moves}");
    engine.quit();
}
