//! Dialogues in UCI with the real program.

use std::thread;
use std::time::Duration;

use engine::game::Game;
use engine::record::Record;
use engine::text::Notation;
use engine::variants::{Chess, Chex, KaleidoDice, Keyles, KnightRelay, Quex, Variant};
use protocol::registry;
use protocol::session::MoveFormat;
use tests::dialogue::Dialogue;

/// Knight relay: `a3d6` mates.
const RELAYED: &str = "3k4/1N6/4P3/p7/3N4/Q1n5/2n5/4K3 w - - 0 1";

/// Plies after which a game should have ended.
const LONGEST: usize = 1500;

fn is_ready(engine: &mut Dialogue) -> Vec<String> {
    engine.before("isready", "readyok")
}

/// The value behind a name in an `info` line.
fn value<'a>(line: &'a str, name: &str) -> Option<&'a str> {
    line.split(' ').skip_while(|&word| word != name).nth(1)
}

fn number(line: &str, name: &str) -> Option<u64> {
    value(line, name)?.parse().ok()
}

#[test]
fn the_engine_introduces_itself() {
    let mut engine = Dialogue::start();
    let lines = engine.before("uci", "uciok");
    assert!(lines[0].starts_with("id name Motley "), "{lines:?}");
    for option in [
        &format!("option name UCI_Variant type combo default chess var {}", Variant::NAMES.join(" var ")),
        "option name Threads type spin default 1 min 1 max 256",
        "option name Ponder type check default false",
        "option name Clear Hash type button",
    ] {
        assert!(lines.iter().any(|line| line == option), "{option}: {lines:?}");
    }
    assert!(is_ready(&mut engine).is_empty());
    engine.quit();
}

/// Plays a game between two engines and follows it by the rules.
fn whole_game<G: Notation>(variant: &str) {
    let mut players = [Dialogue::uci(variant), Dialogue::uci(variant)];
    let mut record = Record::<G>::default();
    let mut moves = String::new();
    for _ in 0..LONGEST {
        let engine = &mut players[record.position().side_to_move().index()];
        engine.send(&format!("position startpos moves{moves}"));
        engine.send("go wtime 500 btime 500 winc 20 binc 20");
        let best = engine.until("bestmove ");
        let text = best.split(' ').nth(1).unwrap();
        let mv = record
            .position()
            .read_move(text)
            .unwrap_or_else(|error| panic!("{best} in {}: {error}", record.position()));
        if let Some(reply) = value(&best, "ponder") {
            let mut after = record.clone();
            after.play(mv);
            assert!(after.position().read_move(reply).is_ok(), "{best} in {}", record.position());
        }
        record.play(mv);
        moves += &format!(" {text}");
        if record.outcome().is_some() {
            players.into_iter().for_each(Dialogue::quit);
            return;
        }
    }
    panic!("the game does not end: {}", record.position());
}

#[test]
fn a_whole_game_of_chess() {
    whole_game::<Chess>("chess");
}

#[test]
fn a_whole_game_of_knight_relay_chess() {
    whole_game::<KnightRelay>("knightrelay");
}

#[test]
fn a_whole_game_of_quex() {
    whole_game::<Quex>("quex");
}

#[test]
fn a_whole_game_of_keyles() {
    whole_game::<Keyles>("keyles");
}

#[test]
fn a_whole_game_of_chex() {
    whole_game::<Chex>("chex");
}

#[test]
fn a_whole_game_of_kaleidochess_with_dice() {
    whole_game::<KaleidoDice>("kaleidodice");
}

#[test]
fn nodes_bound_a_search_exactly() {
    let mut engine = Dialogue::uci("chess");
    for nodes in [1, 1000, 12_345] {
        engine.send(&format!("ucinewgame\nposition startpos\ngo nodes {nodes}"));
        let lines = engine.through("bestmove ");
        let last = lines.iter().rev().find_map(|line| number(line, "nodes")).expect("nodes are told");
        assert_eq!(last, nodes, "{lines:?}");
    }
    engine.quit();
}

#[test]
fn a_depth_bounds_a_search() {
    let mut engine = Dialogue::uci("knightrelay");
    engine.send("position startpos\ngo depth 6");
    let lines = engine.through("bestmove ");
    let deepest = lines.iter().filter_map(|line| number(line, "depth")).max();
    assert_eq!(deepest, Some(6));
    let full = lines.iter().find(|line| number(line, "depth") == Some(6)).unwrap();
    for name in ["seldepth", "multipv", "nodes", "nps", "hashfull", "time"] {
        assert!(number(full, name).is_some(), "{name}: {full}");
    }
    assert!(value(full, "cp").is_some() && value(full, "pv").is_some(), "{full}");
    engine.quit();
}

#[test]
fn a_mate_score_is_sent_in_moves() {
    let mut engine = Dialogue::uci("knightrelay");
    engine.send(&format!("position fen {RELAYED}\ngo mate 2"));
    let lines = engine.through("bestmove ");
    assert!(lines.iter().any(|line| line.contains(" score mate 1 ") && line.ends_with(" pv a3d6")), "{lines:?}");
    assert!(lines.last().unwrap().starts_with("bestmove a3d6"));
    engine.send(&format!("position fen {RELAYED} moves a3d6\ngo depth 5"));
    assert_eq!(engine.through("bestmove "), ["info depth 0 score mate 0", "bestmove (none)"]);
    engine.quit();
}

#[test]
fn a_turn_of_two_plies_counts_as_one_move_of_a_mate() {
    let mut engine = Dialogue::uci("keyles");
    engine.send("position fen 10/k3N5/10/10/4r5/10/10/10/10/10[K] w - - 0 4\ngo depth 4");
    let lines = engine.through("bestmove ");
    assert!(lines.iter().any(|line| line.contains(" score mate 1 ") && line.contains(" pv K@e9 e9")), "{lines:?}");
    assert_eq!(lines.last().map(String::as_str), Some("bestmove K@e9"), "nothing to ponder on: White moves on");
    // A king that is re-placed on the end zone has won, though its side is still to move.
    engine.send("position fen 4N5/k9/10/10/4r5/10/10/10/10/10[K] w - - 0 4 moves K@e10\ngo depth 4");
    assert_eq!(engine.through("bestmove "), ["info depth 0 score mate 0", "bestmove (none)"]);
    engine.quit();
}

#[test]
fn where_there_is_no_move_an_endless_search_still_waits_for_its_end() {
    let mut engine = Dialogue::uci("chess");
    engine.send("position fen 7k/5Q2/6K1/8/8/8/8/8 b - - 0 1\ngo infinite");
    assert!(is_ready(&mut engine).is_empty());
    engine.send("stop");
    assert_eq!(engine.through("bestmove "), ["info depth 0 score cp 0", "bestmove (none)"]);
    engine.quit();
}

#[test]
fn an_endless_search_answers_and_stops() {
    let mut engine = Dialogue::uci("chess");
    engine.send("position startpos\ngo infinite");
    engine.until("info depth 5 ");
    let meanwhile = is_ready(&mut engine);
    assert!(meanwhile.iter().all(|line| line.starts_with("info ")), "{meanwhile:?}");
    engine.send("stop");
    engine.until("bestmove ");
    engine.send("stop");
    assert!(is_ready(&mut engine).is_empty(), "there is nothing to stop");
    engine.quit();
}

#[test]
fn pondering_waits_for_the_hit_or_the_stop() {
    let mut engine = Dialogue::uci("chess");
    // Hit: the search goes on under the clock that was given with it.
    engine.send("position startpos moves e2e4 e7e5\ngo ponder wtime 300 btime 300");
    engine.until("info depth 5 ");
    assert!(!is_ready(&mut engine).iter().any(|line| line.starts_with("bestmove")));
    engine.send("ponderhit");
    engine.until("bestmove ");
    // Miss: the GUI stops it and asks something else.
    engine.send("position startpos moves e2e4 e7e5\ngo ponder wtime 300 btime 300\nstop");
    engine.until("bestmove ");
    engine.send("position startpos moves e2e4 c7c5\ngo depth 2");
    engine.until("bestmove ");
    // A bounded search must not end either before the hit.
    engine.send("position startpos\ngo ponder depth 1");
    engine.until("info depth 1 ");
    assert!(!is_ready(&mut engine).iter().any(|line| line.starts_with("bestmove")));
    engine.send("ponderhit");
    engine.until("bestmove ");
    engine.quit();
}

/// White's king is captured in Keyles.
const DUE: &str = "10/k2r2q3/10/3g6/4r5/2t7/QRLNP5/FTGWC5/10/10[Kl] w - - 0 4";

#[test]
fn a_turn_of_two_plies_is_asked_for_twice() {
    let mut engine = Dialogue::uci("keyles");
    engine.send(&format!("position fen {DUE}\ngo depth 5"));
    let lines = engine.through("bestmove ");
    let (best, last) = (lines.last().unwrap(), lines.iter().rfind(|line| line.contains(" pv ")).unwrap());
    let king = best.strip_prefix("bestmove ").unwrap();
    assert!(king.starts_with("K@") && !king.contains("ponder"), "{best}");
    let pv: Vec<&str> = last.split(' ').skip_while(|&word| word != "pv").skip(1).collect();
    assert!(pv[0] == king && !pv[1].contains('@'), "{last}");
    engine.send(&format!("position fen {DUE} moves {king}\ngo depth 5"));
    let best = engine.until("bestmove ");
    let mv = value(&best, "bestmove").unwrap();
    assert!(!mv.contains('@'), "{best}");
    // Now it is Black's turn, and White may be pondered on.
    engine.send(&format!("position fen {DUE} moves {king} {mv}\ngo ponder wtime 300 btime 300"));
    engine.until("info depth 3 ");
    engine.send("ponderhit");
    engine.until("bestmove ");
    assert!(engine.position().contains(" b - - "));
    engine.quit();
}

#[test]
fn moves_are_written_as_the_inventor_does_if_asked_for() {
    let mut engine = Dialogue::uci("keyles");
    assert!(
        engine
            .before("uci", "uciok")
            .contains(&"option name Notation type combo default plain var plain var inventor".to_string())
    );
    engine.send(&format!("setoption name Notation value inventor\nposition fen {DUE} moves K@31\ngo depth 3"));
    let lines = engine.through("bestmove ");
    let digits = |text: &str| text.len() == 4 && text.bytes().all(|b| b.is_ascii_digit());
    assert!(digits(value(lines.last().unwrap(), "bestmove").unwrap()), "{lines:?}");
    assert!(lines.iter().filter_map(|line| value(line, "pv")).all(digits), "{lines:?}");
    engine.send(&format!("position fen {DUE}\nmoves\ndivide 1"));
    assert_eq!(engine.read(), "moves K@30 K@31 K@32 K@33 K@34");
    assert_eq!(engine.read(), "K@30: 1");
    // Games without another way are written as ever.
    engine.send("setoption name UCI_Variant value chess\nposition startpos\nmoves");
    assert!(engine.until("moves ").starts_with("moves a2a3 "));
    engine.quit();
}

#[test]
fn uci_searchmoves_restricts_the_root() {
    let mut engine = Dialogue::uci("chess");
    engine.send("position startpos\ngo depth 4 searchmoves a2a3 h2h4");
    let lines = engine.through("bestmove ");
    let is_allowed = |mv: &str| mv == "a2a3" || mv == "h2h4";
    let first_moves: Vec<&str> = lines.iter().filter_map(|line| value(line, "pv")).collect();
    assert!(!first_moves.is_empty() && first_moves.into_iter().all(is_allowed), "{lines:?}");
    assert!(lines.last().and_then(|line| value(line, "bestmove")).is_some_and(is_allowed), "{lines:?}");
    engine.quit();
}

#[test]
fn multipv_lines_begin_with_different_moves() {
    let mut engine = Dialogue::uci("chess");
    engine.send("setoption name MultiPV value 3\nposition startpos\ngo depth 5");
    let lines = engine.through("bestmove ");
    let best_at_5 = |line| {
        let at_5 = |text: &&String| number(text, "depth") == Some(5) && number(text, "multipv") == Some(line);
        lines.iter().rev().find(at_5).and_then(|text| value(text, "pv")).expect("there are three lines")
    };
    let moves = [1, 2, 3].map(best_at_5);
    assert!(moves[0] != moves[1] && moves[1] != moves[2] && moves[0] != moves[2], "{moves:?}");
    engine.quit();
}

#[test]
fn win_draw_loss_is_shown_on_request() {
    let mut engine = Dialogue::uci("chess");
    engine.send("setoption name UCI_ShowWDL value true\nposition startpos\ngo depth 3");
    let line = engine.until("info depth 3 ");
    let chances: Vec<u32> =
        line.split(' ').skip_while(|&word| word != "wdl").skip(1).take(3).map(|word| word.parse().unwrap()).collect();
    assert_eq!(chances.iter().sum::<u32>(), 1000, "{line}");
    engine.quit();
}

#[test]
fn a_faulty_position_leaves_the_old_one() {
    let mut engine = Dialogue::uci("chess");
    engine.send("position startpos moves e2e4 e7e5");
    let before = engine.position();
    engine.send("position startpos moves d2d4 d7d5 d4d5");
    assert_eq!(
        engine.read(),
        "info string Error (illegal move 3, d4d5: the pawn on d4 does not reach d5): \
         position startpos moves d2d4 d7d5 d4d5"
    );
    assert_eq!(engine.position(), before);
    engine.quit();
}

#[test]
fn the_option_of_the_game_begins_a_new_one_after_a_refused_position() {
    for variant in ["chess", "CHESS"] {
        let mut engine = Dialogue::uci("chess");
        engine.send("position fen nonsense");
        engine.until("info string Error (illegal position");
        engine.send(&format!("setoption name UCI_Variant value {variant}\ngo depth 1"));
        let lines = engine.through("bestmove ");
        assert!(lines.iter().all(|line| !line.contains("Error") && line != "bestmove (none)"), "{lines:?}");
        engine.quit();
    }
}

#[test]
fn a_line_that_is_too_long_still_sets_up_no_old_position_and_has_its_bestmove() {
    let mut engine = Dialogue::uci("chess");
    let long_position = format!("position startpos moves{}", " g1f3 g8f6 f3g1 f6g8".repeat(60_000));
    for before in ["position startpos", "perft 5"] {
        engine.send(&format!("position startpos moves e2e4\n{before}\n{long_position}\ngo depth 1"));
        let lines = engine.through("bestmove ");
        let at = |text: &str| lines.iter().position(|line| line.contains(text));
        assert!(at("Error (line too long): position ") < at("Error (the last position was refused): go depth 1"));
        assert!(at("nodes ") < at("line too long") && lines.last().is_some_and(|line| line == "bestmove (none)"));
        assert_eq!(at("nodes ").is_some(), before.starts_with("perft "), "{lines:?}");
    }
    let moves = " a2a3".repeat(300_000);
    for bounds in ["", " depth 1", " perft 3"] {
        engine.send(&format!("position startpos\ngo{bounds} searchmoves{moves}"));
        let lines = engine.through("bestmove ");
        assert!(lines.last().is_some_and(|line| line.starts_with("bestmove a2a3")), "{lines:?}");
    }
    engine.send(&format!("go infinite searchmoves{moves}"));
    engine.until("info depth 1 ");
    assert!(!is_ready(&mut engine).iter().any(|line| line.starts_with("bestmove")));
    engine.send("stop");
    engine.until("bestmove a2a3");
    engine.quit();
}

#[test]
fn go_perft_counts_as_stockfish_does() {
    let mut engine = Dialogue::uci("chess");
    engine.send("position startpos moves e2e4\ngo perft 2");
    let lines = engine.through("Nodes searched: ");
    assert_eq!(lines.len(), 22, "{lines:?}");
    assert!(lines[..20].contains(&"e7e5: 29".to_string()), "{lines:?}");
    assert_eq!(lines[20..], ["", "Nodes searched: 600"]);
    engine.send("position startpos moves e2e5\ngo perft 2");
    let lines = engine.through("bestmove ");
    assert!(lines[lines.len() - 2].contains("the last position was refused"), "{lines:?}");
    engine.send("position startpos\nd");
    engine.until("fen: rnbqkbnr/");
    engine.quit();
}

#[test]
fn a_go_of_unknown_words_has_its_bestmove() {
    let mut engine = Dialogue::uci("chess");
    for words in ["perft", "perft x", "searchmoves", "soon", "btime 60000 binc 500"] {
        engine.send(&format!("go {words}"));
        engine.until("bestmove ");
    }
    engine.quit();
}

#[test]
fn a_command_that_comes_too_early_ends_the_search_first() {
    let mut engine = Dialogue::uci("chess");
    for command in ["position startpos moves e2e4", "setoption name Hash value 8", "ucinewgame", "go depth 1"] {
        engine.send("position startpos\ngo infinite");
        engine.until("info depth 3 ");
        engine.send(command);
        engine.until("bestmove ");
        if command.starts_with("go") {
            engine.until("bestmove ");
        }
    }
    engine.quit();
}

#[test]
fn quit_and_the_end_of_the_input_end_a_search() {
    let mut engine = Dialogue::uci("chess");
    engine.send("go infinite");
    engine.quit();

    let mut engine = Dialogue::uci("chess");
    engine.send("position startpos\ngo infinite");
    is_ready(&mut engine);
    engine.close();
    assert!(engine.wait().success());
    assert!(engine.rest().iter().any(|line| line.starts_with("bestmove ")), "what was found is still said");
}

/// After a tile or a throw the turn goes on with another search. After a refused position there is nothing to search.
#[test]
fn a_search_that_ends_with_the_dialogue_is_answered() {
    for (variant, position) in
        [("chess", "startpos"), ("chex", "startpos"), ("kaleidodice", "startpos"), ("chess", "fen nonsense")]
    {
        // The last: only the input ends.
        for end in ["stop\nquit", "quit", ""] {
            let mut engine = Dialogue::uci(variant);
            engine.send(&format!("position {position}\ngo infinite\n{end}"));
            engine.close();
            assert!(engine.wait().success());
            let rest = engine.rest();
            let moves: Vec<&String> = rest.iter().filter(|line| line.starts_with("bestmove ")).collect();
            assert!(moves.len() == 1 && rest.last() == Some(moves[0]), "{variant} {end}: {rest:?}");
            assert_eq!(moves[0] == "bestmove (none)", position != "startpos", "{variant} {end}: {rest:?}");
        }
    }
}

#[test]
fn the_option_chooses_the_game() {
    let mut engine = Dialogue::uci("chess");
    // The knight on d4 would give check in chess; in knight relay chess it does not.
    let fen = "8/8/8/5k2/3N4/8/8/4K2R b - - 0 1";
    engine.send(&format!("position fen {fen}\nmoves"));
    let chess = engine.until("moves");
    engine.send(&format!("setoption name UCI_Variant value knightrelay\nposition fen {fen}\nmoves"));
    let relay = engine.until("moves");
    assert!(relay.len() > chess.len(), "{chess} / {relay}");
    engine.send("ucinewgame");
    assert_eq!(engine.position(), KnightRelay::start().to_string());
    engine.quit();
}

/// Depths, score and first move of the last line with a PV, of a short search of the start by a search method.
fn last_report(engine: &mut Dialogue, search: &str) -> [String; 4] {
    engine.send(&format!("setoption name Search value {search}\nucinewgame\nposition startpos"));
    let lines = engine.before("go nodes 5000", "bestmove ");
    let line = lines.iter().rfind(|line| line.contains(" pv ")).expect("something is reported");
    ["depth", "seldepth", "cp", "pv"].map(|name| value(line, name).unwrap_or_default().to_string())
}

#[test]
fn the_option_chooses_the_search() {
    let mut engine = Dialogue::uci("knightrelay");
    let [auto, alphabeta, tree] = ["auto", "alphabeta", "tree"].map(|search| last_report(&mut engine, search));
    assert_eq!(auto, alphabeta);
    assert_ne!(tree, alphabeta);
    engine.send(&format!("setoption name Search value tree\nposition fen {RELAYED}\ngo nodes 5000"));
    assert!(engine.until("bestmove ").starts_with("bestmove a3d6"));
    engine.quit();
}

#[test]
fn games_for_more_than_two_have_three_searches() {
    for variant in ["kaleido3", "kaleido4"] {
        let mut engine = Dialogue::uci(variant);
        let searches = ["paranoid", "alphabeta", "brs", "maxn", "tree"];
        let [paranoid, alphabeta, brs, maxn, tree] = searches.map(|search| last_report(&mut engine, search));
        assert_eq!((&paranoid, &maxn), (&alphabeta, &tree), "{variant}");
        assert!(paranoid != brs && paranoid != maxn && brs != maxn, "{variant}");
        engine.quit();
    }
}

#[test]
fn the_seed_decides_the_game_of_a_weak_engine() {
    let mut engine = Dialogue::uci("chess");
    let mut game = |level: u32, seed: u32| {
        engine.send(&format!("setoption name Skill Level value {level}\nsetoption name Seed value {seed}\nucinewgame"));
        let mut moves = String::new();
        for _ in 0..12 {
            engine.send(&format!("position startpos moves{moves}\ngo depth 4"));
            moves += &format!(" {}", engine.until("bestmove ").split(' ').nth(1).unwrap());
        }
        moves
    };
    let of_seed = game(2, 7);
    assert_eq!(of_seed, game(2, 7));
    for seed in 8..=10 {
        assert_ne!(of_seed, game(2, seed), "{seed}");
    }
    assert_ne!(of_seed, game(20, 7), "at full strength");
    engine.quit();
}

#[test]
fn every_game_starts_from_its_own_position() {
    let mut engine = Dialogue::uci("chess");
    for variant in registry::NAMES.into_iter().chain(["chess"]) {
        let start = registry::open(variant).expect("a game").position_text(MoveFormat::OWN);
        engine.send(&format!("setoption name UCI_Variant value {variant}"));
        assert_eq!(engine.position(), start, "{variant}: without any position");
        engine.send("position startpos");
        assert_eq!(engine.position(), start, "{variant}");
        engine.send("ucinewgame");
        assert!(is_ready(&mut engine).is_empty());
        let best = {
            engine.send("position startpos\ngo nodes 300");
            engine.until("bestmove ")
        };
        let text = best.split(' ').nth(1).unwrap();
        engine.send(&format!("position startpos moves {text}"));
        assert_ne!(engine.position(), start, "{variant}: {best}");
    }
    engine.quit();
}

#[test]
fn a_search_with_faults_in_its_bounds_is_answered_by_a_move() {
    let mut engine = Dialogue::uci("chess");
    engine.send("position startpos\ngo depth two");
    assert_eq!(
        engine.read(),
        "info string Error (depth must be a whole number from 1 to 4294967295): go depth two",
        "then it thinks for a while"
    );
    engine.until("bestmove ");
    engine.send("go nodes 500 wtime soon searchmoves e2e5 h2h4 depth");
    let lines = engine.through("bestmove ");
    let complaints: Vec<&String> = lines.iter().filter(|line| line.contains("Error (")).collect();
    assert_eq!(complaints.len(), 3, "{lines:?}");
    assert!(lines.last().unwrap().starts_with("bestmove h2h4"), "{lines:?}");
    assert!(lines.contains(&"info nodes 500".to_string()), "{lines:?}");
    engine.quit();
}

#[test]
fn the_engine_tells_about_itself() {
    let mut engine = Dialogue::start();
    let lines = engine.before("uci", "uciok");
    let about = "option name UCI_EngineAbout type string default Motley ";
    assert!(lines.iter().any(|line| line.starts_with(about) && line.contains("MIT OR Apache-2.0")), "{lines:?}");
    engine.send("setoption name UCI_EngineAbout value anything");
    assert!(is_ready(&mut engine).is_empty());
    engine.quit();
}

#[test]
fn an_infinite_search_waits_for_stop_whatever_bounds_it() {
    let mut engine = Dialogue::uci("chess");
    for bound in ["depth 1", "nodes 50", "movetime 1", "wtime 1 btime 1", "wtime 100 btime 100", "mate 1"] {
        engine.send(&format!("position startpos\ngo infinite {bound}"));
        engine.until("info depth 1 ");
        assert!(is_ready(&mut engine).iter().all(|line| !line.starts_with("bestmove")), "{bound}");
        thread::sleep(Duration::from_millis(120));
        assert!(is_ready(&mut engine).iter().all(|line| !line.starts_with("bestmove")), "{bound}");
        engine.send("stop");
        engine.until("bestmove ");
    }
    engine.quit();
}

#[test]
fn a_log_file_begins_and_ends_with_its_option() {
    let folder = tests::programs::empty_folder(env!("CARGO_TARGET_TMPDIR"), "debug-log-file");
    let [first, second] = ["first.log", "second log"].map(|name| folder.join(name));
    let mut engine = Dialogue::uci("chess");
    let log_to = |engine: &mut Dialogue, file: &str| {
        engine.send(&format!("setoption name Debug Log File value {file}"));
        is_ready(engine)
    };
    assert!(log_to(&mut engine, first.to_str().unwrap()).is_empty());
    // What cannot be a log is refused, and the log before it goes on.
    let refused = log_to(&mut engine, folder.to_str().unwrap());
    let why = format!("info string Error (the log {}: a folder or a device, not a file): ", folder.display());
    assert!(refused[0].starts_with(&why), "{refused:?}");
    let nowhere = folder.join("none/x.log");
    let refused = log_to(&mut engine, nowhere.to_str().unwrap());
    let why = format!("info string Error (the log {}: No such file", nowhere.display());
    assert!(refused[0].starts_with(&why), "{refused:?}");
    assert!(log_to(&mut engine, second.to_str().unwrap()).is_empty());
    engine.send("position startpos moves e2e4\ngo depth 1");
    engine.until("bestmove ");
    assert!(log_to(&mut engine, "").is_empty());
    engine.send("go depth 1 nodes 77");
    engine.until("bestmove ");
    engine.quit();
    let [first, second] = [first, second].map(|file| std::fs::read_to_string(file).expect("a log"));
    assert!(first.starts_with("# process ") && first.contains(" < isready\n") && first.contains(" > readyok\n"));
    assert!(first.contains(&format!("> {why}")), "{first}");
    assert!(!first.contains("startpos") && second.contains(" < position startpos moves e2e4\n"), "{first}{second}");
    assert!(second.contains(" > bestmove ") && !second.contains("nodes 77"), "{second}");
}
