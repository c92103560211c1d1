//! Tiles and dice in dialogues with the real program: drawn by a referee, by the engine, and by a person at a terminal.

use std::collections::BTreeSet;

use engine::chance_rng::ChanceRng;
use engine::game::{Game, ToAct};
use engine::record::Record;
use engine::text::Notation;
use engine::variants::{Chex, ChexByMail, KaleidoDice, Variant};
use tests::dialogue::Dialogue;
use tests::positions::position;

/// Plies after which a game should have ended.
const LONGEST: usize = 2000;

/// White has drawn its king and lost everything but a knight: its pile is empty.
const NO_PILE: &str = "KN/1p/1k[] w - - 0 9";

/// White's king is left to be drawn, and every cell around is attacked.
const NOWHERE: &str = "knr/b1r/bpn/2q[K] w - - 0 1";

/// Two engines, what deals to them, and the game as it stands.
struct Referee<G: Notation> {
    record: Record<G>,
    luck: ChanceRng,
    players: [Dialogue; 2],
}

impl<G: Notation> Referee<G> {
    fn new(variant: &str, seed: u64) -> Referee<G> {
        let players = [(); 2].map(|()| {
            let mut engine = Dialogue::cecp();
            engine.send(&format!("variant {variant}\nst 0.02\nhard\nnopost"));
            engine
        });
        Referee { record: Record::default(), luck: ChanceRng::new(seed), players }
    }

    fn play(&mut self, text: &str) {
        let position = self.record.position();
        let mv = position.read_move(text).unwrap_or_else(|error| panic!("{text} in {position}: {error}"));
        self.record.play(mv);
    }

    /// The text of what comes up, which is then in the record.
    fn deal(&mut self) -> String {
        let event = self.luck.roll(&self.record).expect("something is left to chance");
        let text = self.record.position().write_move(event);
        self.record.play(event);
        text
    }

    /// A turn of the player whose it is.
    fn turn(&mut self) {
        if self.record.position().to_act() == ToAct::Chance {
            let throw = self.deal();
            self.players.iter_mut().for_each(|engine| engine.send(&format!("die {throw}")));
        }
        let mover = self.record.position().side_to_move().index();
        let mut said = self.players[mover].through_any(&["move ", "draw tile"]).pop().unwrap();
        if said == "draw tile" {
            self.play("draw");
            let tile = self.deal();
            self.players[mover].send(&format!("tile {tile}"));
            said = self.players[mover].until("move ");
        }
        let text = &said["move ".len()..];
        // A tile that could not be placed has ended the game already.
        if self.record.outcome().is_none() {
            self.play(text);
        }
        self.players[1 - mover].send(&format!("time 1000\notim 1000\nusermove {text}"));
    }

    /// Plays a game; both engines see its end, and the same position.
    fn whole_game(mut self) {
        self.players[0].send("go");
        for _ in 0..LONGEST {
            self.turn();
            if let Some(outcome) = self.record.outcome() {
                for engine in &mut self.players {
                    assert_eq!(engine.read(), outcome.to_string(), "{}", self.record.position());
                    assert_eq!(engine.position(), self.record.position().to_string());
                }
                self.players.into_iter().for_each(Dialogue::quit);
                return;
            }
        }
        panic!("the game does not end: {}", self.record.position());
    }
}

#[test]
fn a_whole_game_of_chex_with_a_referee() {
    Referee::<Chex>::new("chex", 1).whole_game();
}

#[test]
fn a_whole_game_of_chex_by_mail_with_a_referee() {
    Referee::<ChexByMail>::new("chexpbm", 2).whole_game();
}

#[test]
fn a_whole_game_with_dice_and_a_referee() {
    Referee::<KaleidoDice>::new("kaleidodice", 3).whole_game();
}

#[test]
fn the_engine_asks_the_referee_for_a_tile_and_places_what_it_gets() {
    let mut engine = Dialogue::cecp();
    engine.send("variant chex\nst 0.05\ngo");
    assert_eq!(engine.read(), "draw tile");
    engine.send("tile N");
    assert_eq!(engine.read(), "move N@a1");
    // The opponent draws for itself. The engine's knight must stay between two rooks that would fall apart, so it has
    // to draw.
    engine.send("setboard rNr[KQRRBBNPPPPPPPPkqbbnnpppppppp] b - - 0 2\nusermove P@a1");
    engine.until("draw tile");
    engine.send("tile K");
    assert!(engine.read().starts_with("move K@"));
    engine.quit();
}

#[test]
fn wrong_tiles_are_refused_and_nothing_is_lost() {
    let mut engine = Dialogue::cecp();
    engine.send("variant chex\nst 0.05\ntile N");
    assert_eq!(engine.read(), "Error (nothing is left to chance here): tile N");
    engine.send(&format!("setboard {}\ngo", Chex::START.replace('Q', "")));
    engine.until("draw tile");
    for (text, why) in [
        ("tile Q", "no queen is left in the pile"),
        ("tile", "not a move"),
        ("tile Z", "not a move"),
        ("tile n", "not a move"),
        ("die 4", "not a move"),
        ("tile b2c3", "a tile is being drawn"),
    ] {
        engine.send(text);
        assert_eq!(engine.read(), format!("Error ({why}): {text}"));
    }
    assert!(engine.position().contains("] w? - -"), "still waiting");
    engine.send("tile R");
    assert_eq!(engine.read(), "move R@a1");
    engine.quit();
}

#[test]
fn a_tile_that_can_be_placed_nowhere_is_written_and_the_game_is_drawn() {
    let mut engine = Dialogue::cecp();
    engine.send(&format!("variant chex\nforce\nsetboard {NOWHERE}\nusermove K@--\nundo\nusermove draw\ntile K"));
    assert!(engine.so_far().is_empty());
    let position: Chex = position(NOWHERE);
    assert_eq!(position.read_move("K@--").map(|mv| position.write_move(mv)), Ok("K@--".to_string()));
    // It is the engine's tile now.
    engine.send(&format!("setboard {NOWHERE}\nst 0.01\ngo"));
    assert_eq!(engine.read(), "draw tile");
    engine.send("tile K");
    assert_eq!(engine.read(), "move K@--");
    assert_eq!(engine.read(), "1/2-1/2 {Stalemate}");
    engine.quit();
}

#[test]
fn a_move_with_another_throw_than_that_of_the_position_is_refused_with_the_reason() {
    let mut engine = Dialogue::cecp();
    let start = KaleidoDice::start().to_string().replace(" w ", " w4 ");
    engine.send(&format!("variant kaleidodice\nforce\nsetboard {start}"));
    for (mv, reason) in [
        ("3:8A-7C", "the throw is 4, not 3"),
        ("3:0000", "the throw is 4, not 3"),
        ("4:8A-7C", "the die has been thrown"),
        ("8A-8A", "not a move"),
    ] {
        engine.send(&format!("usermove {mv}"));
        assert_eq!(engine.read(), format!("Illegal move ({reason}): {mv}"));
    }
    engine.send("variant kaleido\nusermove 4:8A-7C");
    assert_eq!(engine.read(), "Illegal move (there is no die in this game): 4:8A-7C");
    engine.quit();
}

#[test]
fn the_referee_throws_before_each_turn() {
    let mut engine = Dialogue::cecp();
    engine.send("variant kaleidodice\nst 0.05\ngo");
    assert!(engine.so_far().is_empty(), "the die has not been thrown");
    for text in ["die 0", "die 7", "die", "die N", "die 4:1A-2C"] {
        engine.send(text);
        assert!(engine.read().starts_with("Error ("), "{text}");
    }
    engine.send("die 1");
    let first = engine.read();
    let start = KaleidoDice::start().to_string().replace(" w ", " w1 ");
    assert!(position::<KaleidoDice>(&start).read_move(&first["move ".len()..]).is_ok(), "{first}");
    engine.send("die 2\ndie 3");
    assert_eq!(engine.read(), "Error (nothing is left to chance here): die 3");
    engine.send("usermove 5C-6J");
    assert!(engine.read().starts_with("Illegal move ("));
    engine.quit();
}

#[test]
fn a_person_draws_and_places_what_came_up() {
    let mut engine = Dialogue::start();
    engine.send("option Seed=3\nvariant chex\nforce\ndraw");
    let drawn = engine.until("tile ");
    let letter = drawn.strip_prefix("tile ").unwrap().to_string();
    assert!(engine.position().contains(&format!(" w{letter} ")));
    let other = if letter == "R" { "K" } else { "R" };
    engine.send(&format!("{other}@a1"));
    assert!(engine.read().starts_with("Illegal move (you drew a "));
    engine.send(&format!("{letter}@f9"));
    assert_eq!(engine.read(), format!("Illegal move (the first tile is placed on a1): {letter}@f9"));
    // Taken back and drawn again, it is the same tile.
    engine.send("undo");
    assert_eq!(engine.position(), Chex::START);
    engine.send("draw");
    assert_eq!(engine.until("tile "), drawn);
    engine.send(&format!("{letter}@a1"));
    assert!(engine.position().contains(" b - -"));
    engine.send("undo\nundo");
    assert_eq!(engine.until("Error"), "Error (no move to take back): undo");
    assert_eq!(engine.position(), Chex::START);
    engine.quit();
}

#[test]
fn the_engine_answers_a_draw_with_a_move_in_one_go() {
    let mut engine = Dialogue::start();
    engine.send("option Seed=3\nvariant chex\nst 0.1\ndraw");
    let letter = engine.until("tile ")["tile ".len()..].to_string();
    engine.send(&format!("{letter}@a1"));
    let reply = engine.until("move ");
    assert!(reply.contains('@'), "Black has no tile to move yet: {reply}");
    assert!(engine.position().contains("] w - -"));
    engine.send("remove");
    assert_eq!(engine.position(), Chex::START);
    engine.quit();
}

#[test]
fn a_program_without_referee_tells_its_whole_draw() {
    let mut engine = Dialogue::cecp();
    engine.send("variant chex\nst 0.05\nusermove N@a1");
    engine.until("draw tile");
    engine.send("force");
    // The draw is given up with the turn.
    engine.send("undo");
    assert!(engine.position().starts_with("N[KQRRBBNPPPPPPPP"));
    engine.send("usermove N@b3\nusermove N@x9\nusermove N@c3\nremove");
    assert!(engine.until("Illegal").contains("N@x9"));
    assert!(engine.position().starts_with("N[KQRRBBNPPPPPPPP"), "Black's and White's placements are taken back");
    engine.quit();
}

#[test]
fn draws_and_moves_are_taken_back_by_turns() {
    let mut engine = Dialogue::cecp();
    engine.send("variant chex\nforce\nusermove N@a1\nusermove P@a1\nusermove c3a2\nundo");
    let after_two = engine.position();
    assert!(after_two.ends_with("[KQRRBBNPPPPPPPPkqrrbbnnppppppp] w - - 0 2"), "{after_two}");
    engine.send("remove");
    assert_eq!(engine.position(), Chex::START);
    engine.send("remove");
    assert_eq!(engine.read(), "Error (no move to take back): remove");
    engine.quit();
}

#[test]
fn a_person_sees_the_die_before_he_moves() {
    let mut engine = Dialogue::start();
    engine.send("option Seed=5\nvariant kaleidodice\nst 0.05");
    let thrown = engine.until("die ");
    assert!(engine.position().contains(&format!(" w{} ", &thrown["die ".len()..])));
    // Whoever moves for both sides throws for both.
    engine.send("force");
    assert_eq!(engine.position(), KaleidoDice::start().to_string());
    engine.send("die 1\nfen\n2C-3A");
    assert!(engine.until("fen ").contains(" w1 "));
    engine.send("undo\ngo");
    assert_eq!(engine.until("die "), thrown, "the same throw awaits the same turn");
    engine.until("move ");
    engine.until("die ");
    engine.send("undo");
    assert_eq!(engine.until("die "), thrown, "taken back and thrown again");
    engine.quit();
}

#[test]
fn an_opponent_that_is_a_program_throws_for_itself() {
    let mut engine = Dialogue::start();
    engine.send("xboard\nvariant kaleidodice\ncomputer\nst 0.05");
    engine.until("die ");
    assert_eq!(engine.position(), KaleidoDice::start().to_string());
    engine.send("usermove 2C-3A");
    engine.until("die ");
    engine.until("move ");
    assert!(engine.position().contains(" w "), "nothing is thrown for the opponent");
    engine.quit();
}

#[test]
fn uci_answers_whole_draws_and_leaves_the_game_as_it_was() {
    let mut engine = Dialogue::uci("chex");
    engine.send("setoption name Seed value 4\nposition startpos\ngo movetime 50");
    let lines = engine.through("bestmove ");
    let best = lines.last().unwrap().split(' ').nth(1).unwrap().to_string();
    let tile = lines.iter().find_map(|line| line.strip_prefix("info string tile ")).expect("the tile is told");
    assert_eq!(best, format!("{tile}@a1"));
    assert_eq!(engine.position(), Chex::START);
    engine.send("go nodes 100");
    assert_eq!(engine.until("bestmove ").split(' ').nth(1), Some(best.as_str()), "the same tile lies on top");
    engine.send(&format!("position startpos moves {best} P@a1\ngo infinite"));
    engine.until("info depth 2");
    engine.send("stop");
    engine.until("bestmove ");
    // A tile that is in hand already.
    engine.send("position fen N[KQkp] bP - - 0 1\ngo depth 1");
    assert!(engine.until("bestmove ").starts_with("bestmove P@"));
    engine.send(&format!("position fen {NO_PILE}\ngo depth 1"));
    assert!(!engine.until("bestmove ").contains('@'));
    engine.quit();
}

#[test]
fn uci_answers_whole_moves_where_the_hundred_plies_are_over() {
    let mut engine = Dialogue::uci("chex");
    engine.send("position fen KN[k] b - - 100 51\ngo depth 1");
    assert!(engine.until("bestmove ").starts_with("bestmove K@"));
    engine.send(&format!("position fen {}\ngo depth 1", NOWHERE.replace(" 0 1", " 100 51")));
    assert_eq!(engine.until("bestmove "), "bestmove K@--");
    engine.quit();
    let mut engine = Dialogue::uci("kaleidodice");
    engine.send(&format!("position fen {}\ngo depth 1", KaleidoDice::start().to_string().replace(" 0 1", " 100 51")));
    assert!(engine.until("bestmove ").contains(':'));
    engine.quit();
}

#[test]
fn no_die_is_thrown_once_the_hundred_plies_are_over() {
    let mut engine = Dialogue::cecp();
    let start = KaleidoDice::start().to_string().replace(" 0 1", " 100 51");
    engine.send(&format!("variant kaleidodice\nforce\nsetboard {start}\ngo"));
    assert!(engine.read().starts_with("1/2-1/2 {"));
    engine.quit();
}

#[test]
fn uci_throws_the_die_where_the_position_does_not_show_it() {
    let mut engine = Dialogue::uci("kaleidodice");
    engine.send("setoption name Seed value 4\nposition startpos\ngo movetime 30");
    let lines = engine.through("bestmove ");
    let throw = lines.iter().find_map(|line| line.strip_prefix("info string die ")).expect("the throw is told");
    let best = lines.last().unwrap().split(' ').nth(1).unwrap();
    assert!(best.starts_with(&format!("{throw}:")), "{best}");
    assert!(KaleidoDice::start().read_move(best).is_ok());
    assert_eq!(engine.position(), KaleidoDice::start().to_string());
    let shown = KaleidoDice::start().to_string().replace(" w ", " w1 ");
    engine.send(&format!("position fen {shown}\ngo movetime 30"));
    let best = engine.until("bestmove ");
    assert!(position::<KaleidoDice>(&shown).read_move(best.split(' ').nth(1).unwrap()).is_ok(), "{best}");
    engine.send(&format!("position fen {shown} moves 2C-3A 5:6C-7A\ngo infinite"));
    engine.send("stop");
    assert!(engine.until("bestmove ").contains(':'));
    engine.quit();
}

#[test]
fn searchmoves_hold_for_every_throw() {
    let mut engine = Dialogue::uci("kaleidodice");
    let start = KaleidoDice::start().to_string();
    let after = |throw: usize| position::<KaleidoDice>(&start.replace(" w ", &format!(" w{throw} ")));
    let mut refused = 0;
    for seed in 1..=12 {
        let asked = ["8A-7C", "2C-3A"];
        engine.send(&format!(
            "setoption name Seed value {seed}\nposition startpos\ngo depth 2 searchmoves {}",
            asked.join(" ")
        ));
        let lines = engine.through("bestmove ");
        let thrown = lines.iter().find_map(|line| line.strip_prefix("info string die ")).expect("the throw is told");
        let allowed: Vec<String> = asked
            .iter()
            .filter(|text| after(thrown.parse().unwrap()).read_move(text).is_ok())
            .map(|text| format!("bestmove {thrown}:{text}"))
            .collect();
        let complaint =
            "info string Error (what is thrown allows none of the moves): go depth 2 searchmoves 8A-7C 2C-3A";
        assert_eq!(lines.iter().any(|line| line == complaint), allowed.is_empty(), "{lines:?}");
        refused += usize::from(allowed.is_empty());
        let best = lines.last().unwrap();
        assert!(allowed.is_empty() || allowed.contains(best), "{lines:?}");
    }
    assert!((1..12).contains(&refused), "both happen");
    engine.quit();
}

#[test]
fn every_game_answers_the_questions_of_the_terminal() {
    for variant in Variant::NAMES {
        let mut engine = Dialogue::uci(variant);
        let moves = engine.before("moves\nisready", "readyok").pop().unwrap();
        engine.send("perft 1");
        let count = engine.until("nodes ");
        assert_eq!(count, format!("nodes {}", moves.split(' ').count() - 1), "{variant}");
        engine.until("time ");
        let divided = engine.before("divide 1", "nodes ");
        assert_eq!(format!("nodes {}", divided.len()), count);
        assert!(
            engine.before("show\neval\nisready", "readyok").iter().any(|line| line.starts_with("evaluation: White "))
        );
        engine.send("go nodes 200");
        assert_ne!(engine.until("bestmove "), "bestmove (none)", "{variant}");
        engine.quit();
    }
    let mut engine = Dialogue::uci("chex");
    for (depth, nodes) in [(1, 6), (2, 262), (3, 15_942)] {
        engine.send(&format!("perft {depth}"));
        assert_eq!(engine.until("nodes "), format!("nodes {nodes}"));
    }
    engine.quit();
}

#[test]
fn hints_books_and_analysis_cope_with_chance() {
    // Black must draw a tile; White may also move its knight. Before the throw there is no move to choose.
    for (variant, entry, choices) in [
        ("chex", "usermove N@a1", 1),
        ("chex", "usermove N@a1\nusermove P@a1", 3),
        ("kaleidodice", "usermove 1:2C-3A", 0),
        ("kaleidodice", "usermove 1:2C-3A\ndie 5", 3),
    ] {
        let mut engine = Dialogue::cecp();
        engine.send(&format!("variant {variant}\nforce\n{entry}\noption MultiPV=3\nanalyze"));
        let lines = engine.through("2 ");
        let of_first_depth = lines.iter().filter(|line| line.starts_with("1 "));
        let moves: BTreeSet<&str> = of_first_depth.filter_map(|line| line.split(' ').nth(4)).collect();
        assert_eq!(moves.len(), choices, "{variant}, {entry}: {lines:?}");
        engine.send("bk\n.\nhint\nundo\nexit\nhint\nusermove x\nquit");
        assert!(engine.wait().success(), "{variant}, {entry}");
    }
}

#[test]
fn a_move_that_chance_decides_a_part_of_cannot_be_left_out_of_an_analysis() {
    for (variant, mv) in [("chex", "N@a1"), ("kaleidodice", "2C-3A"), ("kaleidodice", "1:2C-3A")] {
        let mut engine = Dialogue::cecp();
        engine.send(&format!("variant {variant}\nforce"));
        for command in ["exclude", "include"] {
            engine.send(&format!("{command} {mv}"));
            assert_eq!(engine.read(), format!("Error (chance decides a part of that move): {command} {mv}"));
        }
        engine.quit();
    }
    let mut engine = Dialogue::cecp();
    engine.send("variant chex\nforce\nexclude draw");
    assert_eq!(engine.so_far(), [""; 0], "the decision alone");
    engine.send("variant kaleidodice\nforce\ndie 5\nexclude 2C-3A");
    assert_eq!(engine.so_far(), [""; 0], "the die has been thrown");
    engine.quit();
}

#[test]
fn black_draws_from_the_pile_beside_the_window_too() {
    let mut engine = Dialogue::drawn("chex");
    engine.send("force\nusermove N@g8\nlift _15");
    assert!(engine.until("highlight ").contains('Y'));
    engine.name_once(|name| name.starts_with("Motley 0.") && name.contains(": Chex - You drew a "));
    engine.quit();
}

#[test]
fn what_any_throw_would_allow_is_marked_where_none_is_thrown() {
    let mut engine = Dialogue::drawn("kaleidodice");
    engine.send("force\nlift a4");
    // A pawn, which some throws do not let move.
    assert_eq!(engine.until("highlight "), "highlight 11/11/11/11/11/11/Y10/1R9/11/11/2R8");
    engine.send("usermove a4a5");
    assert!(engine.so_far().iter().all(|line| !line.starts_with("Illegal")), "the move of the pawn is taken");
    engine.quit();
}

#[test]
fn a_hint_before_the_throw_says_what_is_missing() {
    let mut engine = Dialogue::cecp();
    engine.send("variant kaleidodice\nforce\nhint");
    assert_eq!(engine.until("Error"), "Error (the die comes first): hint");
    engine.send("die 4\nhint");
    let hint = engine.until("Hint: ");
    let shown: KaleidoDice = position(&KaleidoDice::start().to_string().replace(" w ", " w4 "));
    assert!(shown.read_move(hint.trim_start_matches("Hint: ")).is_ok(), "{hint}");
    engine.quit();
}

/// Of each throw something was known before it came up, but no move had been looked at. A busy machine may keep the
/// program from using the moment that it has.
#[test]
fn uci_thinks_about_a_throw_that_comes_up_when_it_is_told_to_stop() {
    let mut engine = Dialogue::uci("kaleidodice");
    let thinks = |_| {
        engine.send("ucinewgame\nposition startpos\ngo infinite");
        engine.until("info depth 4");
        engine.send("stop");
        let lines = engine.through("bestmove ");
        let thrown = lines.iter().position(|line| line.starts_with("info string die ")).expect("the throw is told");
        let depth = |line: &String| line.strip_prefix("info depth ")?.split(' ').next()?.parse::<u32>().ok();
        lines[thrown..].iter().filter_map(depth).max().is_some_and(|depth| depth > 1)
    };
    assert!((0..100).any(thinks));
    engine.quit();
}

/// Thinking output of a search without its times, up to the tile or the answer; and the lines that follow.
fn thinking(engine: &mut Dialogue) -> (Vec<String>, Vec<String>) {
    let lines = engine.through("bestmove ");
    let (thoughts, rest) = lines.split_at(lines.iter().position(|line| !line.starts_with("info depth")).unwrap_or(0));
    let untimed = |line: &String| {
        let mut words = line.split(' ');
        let mut kept = Vec::new();
        while let Some(word) = words.next() {
            if matches!(word, "nps" | "time") {
                words.next();
            } else {
                kept.push(word);
            }
        }
        kept.join(" ")
    };
    (thoughts.iter().map(untimed).collect(), rest.to_vec())
}

#[test]
fn uci_search_does_not_know_the_pile_order() {
    for search in ["alphabeta", "tree"] {
        let mut engines = [3, 4, 5].map(|seed| {
            let mut engine = Dialogue::uci("chex");
            engine.send(&format!("setoption name Search value {search}\nsetoption name Seed value {seed}"));
            engine
        });
        let mut tiles = 0;
        let mut moves = String::new();
        for _ in 0..16 {
            let said = engines.each_mut().map(|engine| {
                engine.send("setoption name Clear Hash");
                engine.send(&format!("position startpos moves{moves}\ngo nodes 400"));
                thinking(engine)
            });
            // Whatever lies on top, all think the same until it is turned up, and do the same.
            for (thoughts, rest) in &said {
                assert_eq!(thoughts, &said[0].0, "{search}{moves}");
                let draws = |rest: &[String]| rest.iter().any(|line| line.starts_with("info string tile "));
                assert_eq!(draws(rest), draws(&said[0].1), "{search}{moves}");
            }
            let different = said.iter().any(|(_, rest)| rest.last() != said[0].1.last());
            tiles += usize::from(different);
            let best = said[0].1.last().expect("an answer").split(' ').nth(1).expect("a move");
            moves += &format!(" {best}");
        }
        assert!(tiles > 2, "the piles lie in different orders: {tiles}");
        engines.into_iter().for_each(Dialogue::quit);
    }
}

#[test]
fn cecp_search_does_not_know_the_pile_order() {
    for search in ["alphabeta", "tree"] {
        let mut engines = [3, 4, 5].map(|seed| {
            let mut engine = Dialogue::start();
            engine.send(&format!("option Search={search}\noption Seed={seed}\nvariant chex\npost\nforce"));
            engine
        });
        let mut different = 0;
        let mut moves: Vec<String> = Vec::new();
        let mut record = Record::<Chex>::default();
        while moves.len() < 10 && record.outcome().is_none() {
            let said = engines.each_mut().map(|engine| {
                engine.send(&format!("force\noption Clear Hash\nsetboard {}", Chex::START));
                moves.iter().for_each(|mv| engine.send(&format!("usermove {mv}")));
                engine.send("go nodes 400");
                let mut lines = engine.through("move ");
                let answer = lines.pop().expect("a move");
                // Lines that begin with a placement are of the second search.
                let decides = |line: &&String| line.split(' ').nth(4).is_none_or(|mv| !mv.contains('@'));
                let thoughts: Vec<String> = lines.iter().take_while(decides).map(|line| untimed_line(line)).collect();
                (thoughts, answer)
            });
            for (thoughts, answer) in &said {
                assert_eq!(thoughts, &said[0].0, "{search} {moves:?}");
                assert_eq!(answer.contains('@'), said[0].1.contains('@'), "{search} {moves:?}");
                different += usize::from(*answer != said[0].1);
            }
            let best = &said[0].1["move ".len()..];
            record.play(record.position().read_move(best).expect("a legal move"));
            moves.push(best.to_string());
        }
        assert!(different > 2, "the piles lie in different orders: {different}");
        engines.into_iter().for_each(Dialogue::quit);
    }
}

/// A thinking line of CECP without its third word, the time.
fn untimed_line(line: &str) -> String {
    line.split(' ').enumerate().filter(|&(at, _)| at != 2).map(|(_, word)| word).collect::<Vec<_>>().join(" ")
}

#[test]
fn a_draw_and_its_placement_share_the_positions_of_a_turn() {
    let mut engine = Dialogue::uci("chex");
    engine.send("position startpos\ngo nodes 500");
    let lines = engine.through("bestmove ");
    let visited = |line: &String| line.strip_prefix("info nodes ").map(|nodes| nodes.parse::<u64>().expect("a number"));
    let visited: Vec<u64> = lines.iter().filter_map(visited).collect();
    assert_eq!(visited.len(), 2, "{lines:?}");
    assert!(visited.iter().sum::<u64>() <= 500, "{visited:?}");
    engine.quit();
}

#[test]
fn questions_during_a_search_are_answered_for_the_position_that_was_set_up() {
    let mut engine = Dialogue::uci("chex");
    engine.send("setoption name Seed value 4\nposition startpos moves N@a1");
    let before = engine.position();
    engine.send("moves");
    let moves = engine.until("moves ");
    // On a clock the only decision, to draw, takes no time; the placement, of several, takes long.
    engine.send("go wtime 6000000 btime 6000000");
    engine.until("info string tile ");
    // The engine is placing its tile; the GUI has not been told of any.
    assert_eq!(engine.position(), before);
    engine.send("moves\nstop");
    assert_eq!(engine.until("moves "), moves);
    assert!(engine.until("bestmove ").contains('@'), "and it goes on where it was");
    engine.quit();
}

#[test]
fn moves_are_listed_in_the_words_of_the_window() {
    let mut engine = Dialogue::drawn("chex");
    engine.send("force\nusermove N@g8\nusermove P@f7\nmoves");
    let listed = engine.until("moves ");
    assert!(listed.contains(" g8e7 ") && listed.contains(" R@h9") && !listed.contains(" c3"), "{listed}");
    engine.quit();
}

#[test]
fn in_a_window_that_is_too_small_the_engine_makes_moves_that_can_be_told_apart() {
    // Twelve tiles in a row: the cells above and below its ends, and those next to them beyond the other end, lie on
    // the same squares.
    let board = ["12"; 7].join("/") + "/rppppbbppppr/" + &["12"; 7].join("/");
    let start = format!("setboard {board}[KQRRBBNNPPPPPPPPkqnn] w - - 0 1");
    for seed in 0..12 {
        let mut engine = Dialogue::drawn("chex");
        engine.send(&format!("option Seed={seed}\nforce\n{start}\nsd 1\ngo"));
        let text = engine.read();
        let placed = text.strip_prefix("move ").unwrap_or_else(|| panic!("{text}"));
        let mut other = Dialogue::drawn("chex");
        other.send(&format!("force\n{start}\nusermove {placed}"));
        assert_eq!(other.so_far(), [""; 0], "{placed}");
        engine.quit();
        other.quit();
    }
}

#[test]
fn the_window_follows_a_game_that_wanders_a_hundred_cells() {
    let mut engine = Dialogue::drawn("chex");
    let board = ["12"; 5].join("/") + "/7R4/7r4/" + &["12"; 8].join("/");
    engine.send(&format!("force\nsetboard {board}[KQRk] w - - 0 1"));
    let mut files = [7_usize, 7];
    for turn in 0..200 {
        let (file, rank) = (&mut files[turn % 2], 10 - turn % 2);
        let letter = |file: usize| char::from(b'a' + file as u8);
        let from = letter(*file);
        *file = (*file + 11) % 12;
        engine.send(&format!("usermove {from}{rank}{}{rank}", letter(*file)));
    }
    assert_eq!(engine.so_far(), [""; 0]);
    engine.quit();
}
