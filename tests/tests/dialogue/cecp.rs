//! Dialogues in CECP with the real program.

use std::collections::BTreeSet;
use std::thread;
use std::time::Duration;

use engine::game::Game;
use engine::record::Record;
use engine::text::Notation;
use engine::variants::{Chess, Keyles, KnightRelay, Quex, TwoPlayerVariant};
use tests::dialogue::Dialogue;
use tests::positions::position;

/// Knight relay: `a3d6` mates, and the pawn on e6 leaps.
const RELAYED: &str = "3k4/1N6/4P3/p7/3N4/Q1n5/2n5/4K3 w - - 0 1";

/// White is a queen up.
const WON: &str = "4k3/8/8/8/8/8/8/QQ2K3 w - - 0 1";

/// White is in check: `d4e5` captures the queen and wins, the king's four moves lose.
const ONE_GOOD_MOVE: &str = "6k1/6pp/8/4q3/3P4/8/6PP/4K2R w - - 0 1";

/// Plies after which a game should have ended.
const LONGEST: usize = 1500;

#[test]
fn the_engine_introduces_itself_only_when_asked() {
    let mut engine = Dialogue::start();
    engine.send("xboard");
    assert!(engine.so_far().is_empty());
    let features = engine.before("protover 2", "feature done=1");
    for feature in
        ["ping=1", "setboard=1", "usermove=1", "highlight=1", "colors=0", "sigint=0", "sigterm=0", "memory=1"]
    {
        assert!(features[0].split(' ').any(|word| word == feature), "{feature}: {features:?}");
    }
    let variants = format!("variants=\"normal,fischerandom,{}\"", TwoPlayerVariant::NAMES[1..].join(","));
    assert!(features.iter().any(|line| line.contains(&variants)), "{features:?}");
    assert!(features.contains(&"feature option=\"Skill Level -spin 20 0 20\"".to_string()), "{features:?}");
    assert!(features.iter().all(|line| line.starts_with("feature ")));
    engine.quit();
}

#[test]
fn a_gui_without_our_extensions_is_told_the_layout() {
    let mut engine = Dialogue::start();
    engine.send("xboard\nprotover 2\nrejected motley\nnew\nvariant knightrelay");
    engine.until("feature done=1");
    let layout = engine.so_far();
    assert_eq!(layout[0], format!("setup (.NBRQPK.nbrqpk) 8x8+0_fairy {}", KnightRelay::start()));
    assert!(layout[1..].iter().all(|line| line.starts_with("piece ")), "{layout:?}");
    engine.send("accepted motley\nvariant knightrelay\nvariant normal");
    assert!(engine.so_far().is_empty());
    engine.quit();
}

#[test]
fn a_round_board_is_spoken_of_in_squares_to_a_gui_that_draws_squares() {
    let mut engine = Dialogue::drawn("kaleido");
    // The pawn on 8A may go to 7C, and to 8B and 8J where own pieces stand.
    engine.send("force\nlift k4");
    assert_eq!(engine.read(), "highlight 11/11/11/11/11/11/10Y/9R1/10R/11/11");
    let after = "***erwrev**/***tldlth**/vh1**4**/pp6*pp/8*2/11/2*7P/PP*6P1/**4**1HV/**HTLDLT***/**VERWRE*** b - - 1 1";
    engine.send("usermove k4k5");
    let played = engine.position();
    assert!(played.ends_with(" b 8A-7C - 1 1"), "{played}");
    engine.send(&format!("new\nvariant kaleido\nforce\nsetboard {after}"));
    assert_eq!(engine.position(), played.replace("8A-7C", "-"), "XBoard does not know what may not be undone");
    // What comes back is written in squares too: moves, variations, hints.
    engine.send("sd 2\npost\ngo");
    let thinking = engine.through("move ");
    let squares = |text: &str| text.starts_with(|c| ('a'..='k').contains(&c)) && !text.contains('-');
    let (last, before) = thinking.split_last().expect("a move");
    assert!(squares(&last[5..]), "{last}");
    let variations = before.iter().filter_map(|line| line.split(' ').nth(4));
    assert!(before.len() > 1 && variations.into_iter().all(squares), "{before:?}");
    engine.send("usermove k5a1\nusermove 8A-8A");
    assert_eq!(engine.read(), "Illegal move (not a move): k5a1");
    assert_eq!(engine.read(), "Illegal move (not a move): 8A-8A");
    engine.send("setboard 11/11");
    assert!(engine.read().starts_with("tellusererror Illegal position: board"));
    engine.quit();

    let mut engine = Dialogue::start();
    engine.send("xboard\nprotover 2\naccepted motley\nvariant kaleido\nforce\nusermove 8A-7C");
    assert_eq!(engine.position(), played, "those who know our extensions speak the game's own words");
    engine.quit();
}

/// Plays a game between two engines and follows it by the rules.
fn whole_game<G: Notation>(variant: &str) {
    let mut players = [Dialogue::cecp(), Dialogue::cecp()];
    for engine in &mut players {
        engine.send(&format!("variant {variant}\nst 0.02\nhard\nnopost"));
    }
    let mut record = Record::<G>::default();
    players[0].send("go");
    for _ in 0..LONGEST {
        let mover = record.position().seat().index();
        let line = players[mover].until("move ");
        let text = &line["move ".len()..];
        let mv = record
            .position()
            .read_move(text)
            .unwrap_or_else(|error| panic!("{text} in {}: {error}", record.position()));
        record.play(mv);
        players[1 - mover].send(&format!("time 1000\notim 1000\nusermove {text}"));
        if let Some(outcome) = record.outcome() {
            for engine in &mut players {
                assert_eq!(engine.read(), outcome.to_string(), "{}", record.position());
                engine.send(&format!("result {outcome}"));
                assert_eq!(engine.position(), record.position().to_string());
            }
            players.into_iter().for_each(Dialogue::quit);
            return;
        }
    }
    panic!("the game does not end: {}", record.position());
}

#[test]
fn a_whole_game_of_chess() {
    whole_game::<Chess>("normal");
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
fn undo_takes_back_one_ply_and_remove_two() {
    let mut engine = Dialogue::cecp();
    engine.send("force\nusermove e2e4\nusermove e7e5\nusermove g1f3");
    engine.send("undo");
    assert_eq!(engine.position(), "rnbqkbnr/pppp1ppp/8/4p3/4P3/8/PPPP1PPP/RNBQKBNR w KQkq - 0 2");
    engine.send("remove");
    assert_eq!(engine.position(), Chess::start().to_string());
    engine.send("undo");
    assert_eq!(engine.read(), "Error (no move to take back): undo");
    engine.send("usermove d2d4\nremove");
    assert_eq!(engine.until("Error"), "Error (only one move to take back): remove");
    assert!(engine.position().contains("3P4"), "the move stays");
    engine.quit();
}

#[test]
fn a_refused_undo_leaves_the_search_with_its_bounds() {
    let mut engine = Dialogue::cecp();
    engine.send("st 100000\ngo movetime 2000\nundo");
    assert_eq!(engine.read(), "Error (no move to take back): undo");
    engine.until("move ");
    engine.quit();
}

#[test]
fn remove_during_play_gives_the_user_his_move_back() {
    let mut engine = Dialogue::cecp();
    engine.send("st 0.05\nusermove e2e4");
    engine.until("move ");
    engine.send("remove\nusermove d2d4");
    engine.until("move ");
    assert!(engine.position().contains("/3P4/"));
    engine.quit();
}

#[test]
fn playother_and_force() {
    let mut engine = Dialogue::cecp();
    engine.send("force\nst 0.05\nplayother");
    // White is to move, so the engine has Black.
    engine.send("usermove e2e4");
    engine.until("move ");
    engine.send("force\nusermove d2d4");
    assert!(engine.so_far().is_empty());
    engine.quit();
}

#[test]
fn every_form_of_level_is_played() {
    let mut engine = Dialogue::cecp();
    for level in ["level 40 1 0", "level 40 0:02 0", "level 0 0:01 0.5", "st 0.1", "sd 3"] {
        engine.send(&format!("new\n{level}\ntime 100\notim 100\nusermove e2e4"));
        // Nothing is refused before.
        let said = engine.read();
        assert!(said.starts_with("move "), "{level}: {said}");
    }
    engine.quit();
}

#[test]
fn a_depth_holds_until_the_next_game() {
    let mut engine = Dialogue::cecp();
    engine.send("st 1000\nsd 4\npost\ngo");
    let thinking = engine.through("move ");
    assert!(thinking.iter().any(|line| line.starts_with("4 ")) && !thinking.iter().any(|line| line.starts_with("5 ")));
    engine.send("new\nst 0.5\ngo");
    assert!(engine.through("move ").iter().any(|line| line.starts_with("5 ")));
    engine.quit();
}

#[test]
fn commands_during_a_search_are_answered_at_once() {
    let mut engine = Dialogue::cecp();
    engine.send("st 100000\nusermove e2e4");
    assert!(engine.so_far().is_empty());
    engine.send("fen");
    assert_eq!(engine.read(), "fen rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq - 0 1");
    engine.send("usermove d2d4");
    assert_eq!(engine.read(), "Illegal move (it is not your turn): d2d4");
    engine.send("perft 3");
    assert_eq!(engine.read(), "Error (a search is running): perft 3");
    engine.send("memory 8");
    assert!(engine.so_far().is_empty(), "the search goes on with the new table");
    engine.send("?");
    assert!(engine.read().starts_with("move "));
    engine.send("?");
    assert!(engine.so_far().is_empty(), "there is nothing to hurry");
    engine.quit();
}

#[test]
fn the_move_that_is_asked_for_precedes_the_pong() {
    for variant in ["chess", "chex", "keyles"] {
        let mut engine = Dialogue::cecp();
        engine.send(&format!("new\nvariant {variant}\nst 100000\ngo\n?\nping 1"));
        let lines = engine.through("pong 1");
        let is_ply = |line: &String| line.starts_with("move ") || line == "draw tile";
        assert!(lines.iter().any(is_ply), "{variant}: {lines:?}");
        engine.quit();
    }
}

#[test]
fn quit_and_the_end_of_the_input_end_a_search() {
    let mut engine = Dialogue::cecp();
    engine.send("st 100000\ngo");
    engine.quit();

    let mut engine = Dialogue::cecp();
    engine.send("st 100000\ngo");
    engine.so_far();
    engine.close();
    assert!(engine.wait().success());
    assert!(engine.rest()[0].starts_with("move "), "what was found is still said");

    for pastime in ["hard\nst 0.05\nusermove e2e4", "analyze", "hint", "perft 4"] {
        let mut engine = Dialogue::cecp();
        engine.send(pastime);
        engine.close();
        assert!(engine.wait().success(), "{pastime}");
    }
}

/// Expected move of a line of pondering.
fn expected_move(line: &str) -> &str {
    line.split(['(', ')']).nth(1).expect("the expected move is in parentheses")
}

#[test]
fn an_expected_move_is_answered_by_what_was_pondered() {
    let mut engine = Dialogue::cecp();
    engine.send("post\nhard\nst 0.5\nusermove e2e4");
    engine.until("move ");
    let pondered = engine.until("1 ");
    let expected = expected_move(&pondered);
    engine.send(&format!("hint\nusermove {expected}"));
    let lines = engine.through("move ");
    assert!(lines.contains(&format!("Hint: {expected}")));
    // Had the search begun anew, it would have said so.
    assert!(!lines.iter().any(|line| line.starts_with("1 ")), "{lines:?}");
    engine.quit();
}

#[test]
fn progress_is_not_told_of_the_position_after_the_expected_move() {
    let mut engine = Dialogue::cecp();
    engine.send("post\nhard\nst 0.5\nusermove e2e4");
    engine.until("move ");
    expected_move(&engine.until("1 "));
    engine.send(".");
    let lines = engine.so_far();
    assert!(!lines.iter().any(|line| line.starts_with("stat01: ")), "{lines:?}");
    engine.quit();
}

#[test]
fn another_move_than_the_expected_begins_a_new_search() {
    let mut engine = Dialogue::cecp();
    engine.send("post\nhard\nst 0.5\nusermove e2e4");
    engine.until("move ");
    let pondered = engine.until("1 ");
    let other = if pondered.contains("(a2a3)") { "h2h3" } else { "a2a3" };
    engine.send(&format!("usermove {other}"));
    let lines = engine.through("move ");
    assert!(lines.iter().any(|line| line.starts_with("1 ") && !line.contains('(')), "{lines:?}");
    engine.send("easy");
    let before = engine.so_far();
    // Pondering has lines to show within it.
    thread::sleep(Duration::from_millis(300));
    assert!(engine.so_far().is_empty(), "the engine no longer ponders: {before:?}");
    engine.quit();
}

#[test]
fn a_clock_that_is_set_anew_while_the_engine_ponders_holds_for_the_expected_move() {
    for (before, after) in [
        ("st 100000", "st 0.1"),
        ("st 100000", "sd 3"),
        ("level 0 9999 0", "time 100"),
        ("level 0 9999 0", "level 0 0:01 0"),
    ] {
        let mut engine = Dialogue::cecp();
        engine.send(&format!("post\nhard\n{before}\nusermove e2e4"));
        engine.until("5 ");
        engine.send("?");
        engine.until("move ");
        let pondered = engine.until("1 ");
        let expected = expected_move(&pondered);
        engine.send(&format!("{after}\nusermove {expected}"));
        engine.until("move ");
        engine.quit();
    }
}

#[test]
fn the_plies_of_a_turn_share_what_a_ponder_hit_has_left_of_it() {
    const NODES: u64 = 8000;
    let mut engine = Dialogue::cecp();
    engine.send("variant monster\npost\nhard\nnps 1000\nst 8\ngo");
    engine.until("move ");
    engine.until("move ");
    let pondered = engine.until("7 ");
    let expected = expected_move(&pondered);
    engine.send(&format!("usermove {expected}"));
    for ply in ["first", "second"] {
        let lines = engine.through("move ");
        let nodes = |line: &String| line.split_whitespace().nth(3)?.parse::<u64>().ok();
        let most = lines.iter().filter_map(nodes).max().expect("the engine thinks");
        assert!(most <= NODES / 2, "{ply}: {lines:?}");
    }
    engine.quit();
}

#[test]
fn analysis_follows_the_board() {
    let mut engine = Dialogue::cecp();
    engine.send("analyze");
    engine.until("5 ");
    engine.send(".");
    let stat = engine.until("stat01: ");
    let words: Vec<&str> = stat.split(' ').collect();
    let left: usize = words[4].parse().expect("so many moves are left");
    assert!((1..=20).contains(&left), "{stat}");
    assert_eq!((words.len(), words[5]), (7, "20"), "{stat}");
    assert!(Chess::start().read_move(words[6]).is_ok(), "{stat}");
    let start = Chess::start().to_string();
    let moved = "rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq - 0 1";
    let set_up = format!("setboard {WON}");
    for (command, here, before) in [
        ("usermove e2e4", moved, start.as_str()),
        ("undo", &start, moved),
        (&set_up, WON, &start),
        ("new", &start, WON),
    ] {
        engine.send(command);
        engine.until("1 ");
        let line = engine.until("3 ");
        let mv = root_move(&line).expect("a variation");
        let is_legal = |text: &str| position::<Chess>(text).read_move(&mv).is_ok();
        assert!(is_legal(here) && !is_legal(before), "{command}: {line}");
    }
    engine.send("exit");
    engine.so_far();
    engine.send("usermove e2e4");
    assert!(engine.so_far().is_empty(), "after analysis the engine only watches");
    engine.send("exit");
    assert_eq!(engine.read(), "Error (not analyzing): exit");
    engine.quit();
}

/// Root move of a thinking line.
fn root_move(line: &str) -> Option<String> {
    Some(line.split(' ').nth(4)?.trim_end_matches(['!', '?']).to_string())
}

#[test]
fn a_search_that_does_not_take_moves_one_by_one_has_none_left() {
    let mut engine = Dialogue::cecp();
    let progress = |engine: &mut Dialogue| -> Vec<String> {
        engine.send(".");
        engine.until("stat01: ").split_whitespace().map(str::to_string).collect()
    };
    engine.send("option Search=tree\nanalyze");
    while root_move(&engine.read()).is_none() {}
    let words = progress(&mut engine);
    assert_eq!(words[4..6], ["0", "20"], "{words:?}");
    assert!(Chess::start().read_move(&words[6]).is_ok(), "the best so far: {words:?}");
    engine.send("exit");
    engine.so_far();
    // Before the throw there is no move to choose.
    engine.send("option Search=auto\nvariant kaleidodice\nanalyze");
    engine.until("1 ");
    let words = progress(&mut engine);
    assert_eq!(words[4..], ["0", "0"], "{words:?}");
    engine.quit();
}

#[test]
fn analysis_shows_as_many_lines_as_are_asked_for_in_the_middle_of_it() {
    let mut engine = Dialogue::cecp();
    engine.send("analyze");
    engine.until("5 ");
    engine.send("option MultiPV=3");
    engine.until("1 ");
    let mut moves = BTreeSet::new();
    while moves.len() < 3 {
        moves.extend(root_move(&engine.until("5 ")));
    }
    engine.send("exit");
    engine.quit();
}

/// Waits for the four lines of a depth.
fn await_four_lines(engine: &mut Dialogue, depth: u32) {
    for _ in 0..4 {
        engine.until(&format!("{depth} "));
    }
}

#[test]
fn questions_are_answered_by_the_best_of_several_lines() {
    let mut engine = Dialogue::cecp();
    engine.send(&format!("force\noption MultiPV=4\nst 1000\npost\nsetboard {ONE_GOOD_MOVE}\ngo"));
    for depth in 5..=8 {
        await_four_lines(&mut engine, depth);
        engine.send("draw");
    }
    engine.so_far();
    assert!(!engine.said().contains(&"offer draw".to_string()), "the engine is winning: {:?}", engine.said());
    engine.send("analyze");
    await_four_lines(&mut engine, 5);
    for _ in 0..4 {
        engine.send("hint");
        assert_eq!(engine.until("Hint: "), "Hint: d4e5");
    }
    engine.quit();
}

#[test]
fn excluded_moves_are_not_searched() {
    let mut engine = Dialogue::cecp();
    engine.send("variant knightrelay\nforce");
    engine.send(&format!("setboard {RELAYED}"));
    engine.send("exclude a3d6\nanalyze");
    let other = engine.until("3 ");
    assert!(!other.contains("a3d6"), "{other}");
    // Another move mates too, so nothing but the move itself shows that it is looked at again.
    engine.send("exclude all\ninclude a3d6");
    while !engine.read().ends_with(" a3d6") {}
    engine.send("exclude all");
    engine.so_far();
    assert!(engine.so_far().is_empty(), "nothing is left to look at");
    engine.send("include e6e7");
    assert!(engine.until("3 ").split(' ').nth(4).unwrap().starts_with("e6e7"));
    engine.send("exclude a1a1");
    assert_eq!(engine.until("Error"), "Error (no piece on a1): exclude a1a1");
    engine.send("exit");
    engine.quit();
}

#[test]
fn exclusions_hold_for_one_position() {
    let mut engine = Dialogue::cecp();
    engine.send("analyze\nexclude all");
    engine.so_far();
    engine.send("usermove g1f3\nundo");
    let is_whites = |line: &str| line.split(' ').nth(4).is_some_and(|mv| Chess::start().read_move(mv).is_ok());
    while !is_whites(&engine.read()) {}
    engine.quit();
}

#[test]
fn a_mate_is_announced_and_ends_the_game() {
    let mut engine = Dialogue::cecp();
    engine.send(&format!("variant knightrelay\nforce\npost\nsetboard {RELAYED}\ngo mate 2"));
    let lines = engine.through("move ");
    assert!(lines.iter().any(|line| line.contains(" 100001 ") && line.ends_with(" a3d6")), "{lines:?}");
    assert_eq!(lines.last().unwrap(), "move a3d6");
    assert_eq!(engine.read(), "1-0 {White mates}");
    engine.send("usermove d8d7");
    assert!(engine.read().starts_with("Illegal move ("));
    engine.quit();
}

#[test]
fn results_by_rule_come_after_the_move_that_brings_them() {
    let cases = [
        ("7k/8/5KQ1/8/8/8/8/8 b - - 0 1", "", "1/2-1/2 {Stalemate}"),
        ("6k1/5ppp/8/8/8/8/8/R3K3 w Q - 0 1", "a1a8", "1-0 {White mates}"),
        ("8/8/8/8/8/2k5/1q6/K7 w - - 0 1", "", "0-1 {Black mates}"),
        ("8/8/8/8/8/k7/1p6/1K6 w - - 99 90", "b1c2", "1/2-1/2 {Draw by the fifty-move rule}"),
        ("8/8/8/8/8/1k6/p7/K7 w - - 0 1", "", "1/2-1/2 {Stalemate}"),
        ("8/8/8/8/8/k7/8/1rK5 w - - 0 1", "c1b1", "1/2-1/2 {Insufficient material}"),
    ];
    let mut engine = Dialogue::cecp();
    for (fen, mv, result) in cases {
        engine.send(&format!("new\nforce\nsetboard {fen}"));
        // The engine has the side that does not move first, or the move is none and it is asked to go.
        let play = if mv.is_empty() { "go".to_string() } else { format!("playother\nusermove {mv}") };
        engine.send(&play);
        assert_eq!(engine.read(), result, "{fen}");
    }
    engine.send("new\nforce");
    let dance = ["g1f3", "g8f6", "f3g1", "f6g8"];
    dance.iter().chain(&dance[..3]).for_each(|mv| engine.send(&format!("usermove {mv}")));
    engine.send("playother");
    assert!(engine.so_far().is_empty());
    engine.send("usermove f6g8");
    assert_eq!(engine.read(), "1/2-1/2 {Draw by repetition}");
    engine.quit();
}

#[test]
fn a_wrong_position_leaves_the_old_one() {
    let mut engine = Dialogue::cecp();
    engine.send("force\nsetboard 4k3/8/8/8/8/8/8/8 w - - 0 1");
    assert_eq!(engine.read(), "tellusererror Illegal position: position, column 1: White has no king");
    assert_eq!(engine.position(), Chess::start().to_string());
    engine.quit();
}

#[test]
fn a_draw_is_accepted_only_where_there_is_nothing_to_lose() {
    let mut engine = Dialogue::cecp();
    engine.send("draw");
    assert!(engine.so_far().is_empty(), "the engine has not thought yet");
    engine.send(&format!("force\nst 0.05\nsetboard {WON}\ngo"));
    engine.until("move ");
    engine.send("draw");
    assert!(engine.so_far().is_empty(), "the engine is winning");
    engine.send(&format!("force\nsetboard {WON}\nplayother\nusermove a1a2"));
    engine.until("move ");
    engine.send("draw");
    assert_eq!(engine.read(), "offer draw");
    engine.send("remove\ndraw");
    assert!(engine.so_far().is_empty(), "its move and what it thought of it are taken back");
    engine.send("usermove a1a2");
    engine.until("move ");
    engine.send("draw");
    assert_eq!(engine.read(), "offer draw");
    engine.send(&format!("force\nsetboard {}\nplayother\ndraw", Chess::start()));
    assert!(engine.so_far().is_empty(), "what it thought of another position says nothing of this one");
    engine.quit();
}

#[test]
fn a_lost_game_is_resigned_only_if_asked_for() {
    for (resign, resigns) in [("0", false), ("1", true)] {
        let mut engine = Dialogue::cecp();
        engine.send(&format!(
            "option Resign={resign}\nforce\nst 0.05\nsetboard 4k3/8/8/8/8/8/8/QQQ1K3 w - - 0 1\nplayother"
        ));
        let mut said = String::new();
        for mv in ["e1d1", "d1e1", "e1d1"] {
            engine.send(&format!("usermove {mv}"));
            said = engine.read();
        }
        assert_eq!(said == "resign", resigns, "{said}");
        engine.quit();
    }
}

#[test]
fn a_turn_of_several_moves_is_hopeless_only_once() {
    let mut engine = Dialogue::cecp();
    let lost = "rnbqkbnr/8/8/8/8/8/PPPPPPPP/4K3 w kq - 3/3 0 1";
    engine.send(&format!("variant progressive\noption Resign=1\nforce\nst 0.2\nsetboard {lost}\ngo"));
    let said = [(); 3].map(|()| engine.read());
    assert!(said.iter().all(|line| line.starts_with("move ")), "{said:?}");
    engine.quit();
}

#[test]
fn a_lifted_piece_shows_where_it_can_go() {
    let mut engine = Dialogue::cecp();
    engine.send(&format!("variant knightrelay\nforce\nsetboard {RELAYED}\nlift e6"));
    // e7, c7, g7; c5, g5; f4.
    assert_eq!(engine.read(), "highlight 8/2Y1Y1Y1/8/2Y3Y1/5Y2/8/8/8");
    engine.send("put e7");
    assert!(engine.so_far().is_empty());
    engine.send("lift a3");
    let line = engine.read();
    assert!(line.starts_with("highlight ") && line.contains('R'), "a3a5 captures: {line}");
    engine.send("hover a4\nput a4\nnew\nforce\nsetboard 7k/P7/8/8/8/8/8/K7 w - - 0 1\nlift a7");
    assert_eq!(engine.read(), "highlight M7/8/8/8/8/8/8/8");
    engine.send("put a8");
    assert_eq!(engine.read(), "choice QNBR");
    // A pion may also stay what it is, and has no choice while nothing is captured.
    engine.send("variant quex\nforce\nsetboard 3r6/4T5/k9/10/10/10/10/10/10/9K[QRq] w - - 0 1\nlift e9\nput d10");
    assert_eq!(engine.read(), "highlight 3MMM4/10/10/10/10/10/10/10/10/10");
    assert_eq!(engine.read(), "choice QRT");
    engine.send("setboard 3r6/4T5/k9/10/10/10/10/10/10/9K[q] w - - 0 1\nlift e9\nput d10");
    assert_eq!(engine.read(), "highlight 3RYY4/10/10/10/10/10/10/10/10/10");
    assert!(engine.so_far().is_empty());
    engine.quit();
}

#[test]
fn hints() {
    let mut engine = Dialogue::cecp();
    engine.send("hint");
    let hint = engine.until("Hint: ");
    assert!(Chess::start().read_move(&hint["Hint: ".len()..]).is_ok(), "{hint}");
    engine.quit();
}

#[test]
fn moves_in_the_open_before_a_program_introduces_itself() {
    let mut engine = Dialogue::start();
    engine.send("st 0.05\ne2e4");
    engine.until("move ");
    engine.send("e2e4");
    assert_eq!(engine.read(), "Illegal move (no piece on e2): e2e4");
    engine.send("hello");
    assert_eq!(engine.read(), "Error (unknown command): hello");
    for command in ["resign", "offer", "save game.pgn"] {
        engine.send(command);
        assert_eq!(engine.read(), format!("Error (only in a game that `play` begins): {command}"));
    }
    engine.quit();

    let mut engine = Dialogue::cecp();
    engine.send("force\nNf3");
    assert_eq!(engine.read(), "Error (unknown command): Nf3");
    engine.send("resign");
    assert_eq!(engine.read(), "Error (unknown command): resign");
    engine.quit();
}

#[test]
fn nodes_can_be_counted_instead_of_time() {
    let mut engine = Dialogue::cecp();
    engine.send("cores 1\nnps 10000\nst 0.5\npost\ngo");
    let thinking = engine.through("move ");
    let nodes = thinking.iter().filter_map(|line| line.split(' ').nth(3)).filter_map(|word| word.parse::<u64>().ok());
    assert!(nodes.max().is_some_and(|nodes| nodes <= 5000), "{thinking:?}");
    engine.quit();
}

#[test]
fn a_pass_of_another_engine_arrives_as_a_position() {
    let mut engine = Dialogue::drawn("kaleidodice");
    engine.send("force");
    // White has a wizard and a dragon: a throw of 1 or 2 lets nothing move.
    let board = "5w5/11/11/11/11/11/11/11/11/11/5W1D3";
    engine.send(&format!("setboard {board} w - - 0 1"));
    assert!(engine.position().ends_with(" w - - 0 1"));
    engine.send(&format!("setboard {board} b - - 1 1"));
    assert!(engine.position().ends_with(" b - - 1 1"));
    // What has been played before is still there to be taken back.
    engine.send("undo");
    assert!(engine.position().ends_with(" w - - 0 1"));
    engine.quit();
}
