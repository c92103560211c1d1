//! King replacement in dialogues: turns of two plies in both protocols, and their form for XBoard.

use tests::dialogue::Dialogue;

/// White's king is captured and may come back for a queen, a rook, a lord, a knight or a prince.
const DUE: &str = "10/k2r2q3/10/3g6/4r5/2t7/QRLNP5/FTGWC5/10/10[Kl] w - - 0 4";

/// The same for Black, who has one champion only.
const BLACK_DUE: &str = "10/3r6/10/10/10/1K8/10/10/10/10[k] b - - 0 4";

/// White's rook captures the king on e6; Black has a rook and a queen. White's king stands on b4.
const CAPTURE: &str = "10/1r3q4/10/10/4k5/4R5/1K8/10/10/10[] w - - 0 1";

/// The engine puts the king back on e9 and goes on to win.
const WINS: &str = "10/4R5/10/10/10/10/10/10/5k4/10[K] w - - 0 1";

fn set_up(mut engine: Dialogue, position: &str) -> Dialogue {
    engine.send(&format!("variant keyles\nforce\nst 0.05\nsetboard {position}"));
    engine.so_far();
    engine
}

fn plain(position: &str) -> Dialogue {
    set_up(Dialogue::cecp(), position)
}

fn drawn(position: &str) -> Dialogue {
    set_up(Dialogue::drawn("keyles"), position)
}

fn moves_of(lines: &[String]) -> Vec<&str> {
    lines.iter().filter_map(|line| line.strip_prefix("move ")).collect()
}

#[test]
fn the_engine_makes_both_plies_of_its_turn() {
    let mut engine = plain(DUE);
    engine.send("nopost\ngo");
    let (first, second) = (engine.read(), engine.read());
    assert!(first.starts_with("move K@") && second.starts_with("move ") && !second.contains('@'), "{first}, {second}");
    assert!(engine.position().contains(" b - - "), "it is Black's turn");
    engine.quit();
}

#[test]
fn both_plies_of_the_users_turn_are_accepted() {
    let mut engine = plain(DUE);
    engine.send("playother\nusermove b4b5");
    assert_eq!(engine.read(), "Illegal move (the king must be put back first, by K@ and a field): b4b5");
    engine.send("usermove K@b4");
    assert!(engine.so_far().is_empty(), "the turn is not over");
    engine.send("usermove K@a4");
    assert_eq!(engine.read(), "Illegal move (no king is to be put back): K@a4");
    engine.send("usermove b4b5");
    let answer = engine.until("move ");
    assert!(!answer.contains('@'), "{answer}");
    engine.quit();
}

#[test]
fn remove_takes_back_until_the_same_side_moves() {
    let mut engine = plain(DUE);
    engine.send("usermove K@b4\nusermove b4b5\nusermove a9b9\nundo");
    assert!(engine.position().contains(" b - - "));
    engine.send("usermove a9b9\nremove");
    assert!(engine.position().starts_with("10/k2r2q3/10/3g6/4r5/2t7/QKLNP5/"), "the second ply is taken back");
    engine.send("remove");
    assert_eq!(engine.position(), DUE);
    engine.send("remove");
    assert_eq!(engine.read(), "Error (no move to take back): remove");
    engine.quit();
}

#[test]
fn hints_and_analysis_know_of_the_first_ply() {
    let mut engine = plain(DUE);
    engine.send("hint");
    assert!(engine.until("Hint: ").starts_with("Hint: K@"));
    engine.send("analyze");
    let line = engine.until("4 ");
    let pv: Vec<&str> = line.split(' ').skip(4).collect();
    assert!(pv[0].starts_with("K@") && !pv[1].contains('@'), "{line}");
    engine.send("exclude all\ninclude K@e4");
    while !engine.until("1 ").contains("K@e4") {}
    engine.send(".");
    let stat = engine.until("stat01: ");
    assert!(stat.ends_with(" 1 1 K@e4"), "{stat}");
    engine.send("usermove K@e4");
    while engine.until("1 ").split(' ').nth(4).is_none_or(|first| first.contains('@')) {}
    engine.send("exit");
    engine.quit();
}

#[test]
fn results_follow_the_moves_that_bring_them() {
    let mut engine = plain(WINS);
    engine.send("go");
    assert_eq!(moves_of(&engine.through("1-0"))[0], "K@e9");
    // The last champion on the far end zone wins at once, and so does a capture of the king without champions.
    for (position, mv, result) in [
        ("4R5/10/10/10/10/10/10/10/5k4/10[K] w - - 0 1", "K@e10", "1-0 {White's king reaches the end zone}"),
        ("10/10/10/10/4R5/10/4k5/10/K9/10[] w - - 0 1", "e6e4", "1-0 {White captures the king}"),
    ] {
        for (mut engine, told) in
            [(plain(position), mv), (drawn(position), if mv == "K@e10" { "e10a1,a1e10k" } else { mv })]
        {
            engine.send("go");
            let lines = engine.through("1-0");
            assert_eq!(moves_of(&lines), [told], "no null move follows");
            assert_eq!(lines.last().unwrap(), result);
            engine.quit();
        }
    }
    engine.quit();
}

#[test]
fn xboard_is_told_in_three_legs_and_a_pass() {
    let mut engine = drawn(DUE);
    engine.send("nopost\ngo");
    let lines = [engine.read(), engine.read(), engine.read()];
    let told = moves_of(&lines);
    let (champion, _) = told[0].split_at(2);
    assert_eq!(told[0], format!("{champion}a1,a1{champion}k"));
    assert_eq!(told[1], "@@@@");
    assert!(!told[2].contains(['@', ',']), "{told:?}");
    engine.quit();
}

#[test]
fn what_the_other_engine_does_is_understood_as_xboard_passes_it_on() {
    // Black's, garbled, and White's.
    for (position, before, back, null, after) in [
        (CAPTURE, "e5e6", "f9f9,j6e9", "10/1r3k4/10/10/4R5/10/1K8/10/10/10[q] b - 0 2", "f9f8"),
        (DUE, "", "b4a1,a1b4k", "10/k2r2q3/10/3g6/4r5/2t7/QKLNP5/FTGWC5/10/10[lR] w - 0 2", "b4b5"),
    ] {
        let mut engine = drawn(position);
        if !before.is_empty() {
            engine.send(&format!("usermove {before}"));
        }
        engine.send(&format!("playother\nusermove {back}\nsetboard {null}"));
        assert!(engine.so_far().is_empty());
        engine.send(&format!("usermove {after}\nforce"));
        let lines = engine.so_far();
        assert!(!lines.iter().any(|line| line.contains("llegal")), "{lines:?}");
        // The record goes back beyond the null move: it has not been set up anew.
        let plies = 3 + usize::from(!before.is_empty());
        let answered = lines.iter().filter(|line| line.starts_with("move ")).count();
        engine.send(&"undo\n".repeat(plies + answered));
        assert!(engine.so_far().is_empty());
        assert_eq!(engine.position(), position);
        engine.quit();
    }
}

#[test]
fn the_user_puts_the_king_back_by_clicks() {
    let mut engine = drawn(DUE);
    engine.send("playother\nlift b4");
    assert_eq!(engine.read(), format!("highlight {}10", "10/".repeat(9)), "nothing else may move");
    engine.send("put b5\nlift _1");
    assert_eq!(engine.read(), format!("highlight {}10", "10/".repeat(9)), "the king is White's");
    engine.send("lift l11");
    assert_eq!(engine.read(), "highlight 10/10/10/10/10/10/YYYYY5/10/10/10");
    engine.send("put a3");
    assert!(engine.so_far().is_empty(), "not for a pion");
    engine.send("usermove K@f7");
    assert_eq!(engine.read(), "Illegal move (no champion of White's on f7): K@f7");
    engine.name_once(|name| name.contains(": Keyles - White's king is captured: "));
    engine.send("lift l11\nput b4");
    let lines = engine.so_far();
    assert_eq!(moves_of(&lines), ["b4a1,a1b4k", "@@@@"]);
    engine.name_once(|name| name.ends_with(": Keyles"));
    engine.send("usermove b4b5");
    engine.until("move ");
    engine.quit();

    let mut engine = drawn(BLACK_DUE);
    engine.send("lift l11\nlift _1\nput d9");
    let lines = engine.so_far();
    assert!(lines[0].ends_with("/10/10/10/10") && lines[1] == "highlight 10/3Y6/10/10/10/10/10/10/10/10", "{lines:?}");
    assert_eq!(moves_of(&lines), ["d9a1,a1d9k", "@@@@"]);
    engine.quit();
}

#[test]
fn the_user_does_not_put_the_engines_king_back() {
    let mut engine = drawn(DUE);
    engine.send("st 1000\ngo\nlift l11\nput b4");
    assert_eq!(moves_of(&engine.so_far()), [""; 0]);
    engine.send("?");
    assert!(engine.until("move ").ends_with('k'));
    engine.quit();
}

#[test]
fn what_xboard_takes_back_is_counted_in_its_plies() {
    let mut engine = drawn(DUE);
    engine.send("lift l11\nput b4\nusermove b4b5\nusermove a9b9\nremove");
    assert!(engine.position().starts_with("10/k2r2q3/10/3g6/4r5/2t7/QKLNP5/"));
    engine.send("remove");
    assert_eq!(engine.position(), DUE, "the null move and the re-placement are two plies");
    engine.send("undo");
    assert_eq!(engine.read(), "Error (no move to take back): undo");
    engine.quit();
}

/// Lines for XBoard are in XBoard's own form.
#[test]
fn xboard_is_told_plain_squares_whatever_is_asked_for() {
    let mut engine = drawn(DUE);
    engine.send("option Notation=inventor\npost\ngo");
    let lines = [engine.through("move "), engine.through("move "), engine.through("move ")].concat();
    assert!(moves_of(&lines)[0].ends_with('k'), "{lines:?}");
    let first_of_pv: Vec<&str> = lines.iter().filter_map(|line| line.split(' ').nth(4)).collect();
    assert!(!first_of_pv.is_empty() && first_of_pv.iter().all(|mv| mv.contains(char::is_lowercase)), "{lines:?}");
    engine.quit();
}

#[test]
fn xboard_is_given_hints_that_it_can_show() {
    let mut engine = drawn(DUE);
    engine.send("hint");
    assert!(engine.read().starts_with("telluser Hint: K@"));
    engine.send("lift l11\nput b4\nhint");
    assert!(engine.through("Hint: ").last().is_some_and(|hint| !hint.contains('@')));
    engine.quit();
}

/// By `go` the engine takes the side that XBoard believes to move, Black; by `playother` the other.
#[test]
fn a_null_move_that_was_taken_back_is_made_up_for() {
    for (command, then) in [("go", None), ("playother", Some("move "))] {
        let mut engine = drawn(DUE);
        engine.send("lift l11\nput b4\nundo");
        engine.so_far();
        engine.send(command);
        assert_eq!(engine.read(), "move @@@@");
        match then {
            Some(answer) => drop(engine.until(answer)),
            None => assert!(engine.so_far().is_empty()),
        }
        engine.quit();
    }
}

#[test]
fn an_engine_whose_null_move_is_taken_back_waits() {
    let mut engine = drawn(CAPTURE);
    engine.send("nopost\nplayother\nusermove e5e6");
    let lines = [engine.read(), engine.read(), engine.read()];
    assert_eq!(moves_of(&lines)[1], "@@@@");
    engine.send("st 1000\nremove\nperft 0");
    assert_eq!(engine.read(), "nodes 1", "it does not think: one more is needed");
    engine.until("time ");
    engine.send("remove");
    assert_eq!(engine.position(), CAPTURE);
    engine.quit();
}
