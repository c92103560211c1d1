//! Custom variants: the rulings that a file can describe, and games of the list described once more.

use std::sync::{LazyLock, Mutex, PoisonError};

use engine::game::Game;
use engine::outcome::{Outcome, Reason};
use engine::seat::Seat;
use engine::text::{Notation, Style};
use engine::variants::custom::file;
use engine::variants::{
    AmazonChess, CapablancaChess, Chess, CustomGame, ExtinctionChess, KingOfTheHill, ThreeCheck, Variant,
};
use engine::with_game;
use perft::suite;
use tests::positions::{after, leaves, moves, moves_from, position, refusal, result};
use tests::properties::{self, composite_moves, random_game, seeded};

use super::relatives::check_step_and_castling;

const EXAMPLES: &str = include_str!("../../../assets/variants.toml");
const REDESCRIBED: &str = include_str!("../../data/redescribed.toml");

/// Further rules, each in a game of its own.
const RULINGS: &str = r#"
[racetothetop]
start = "4k3/8/8/8/8/8/8/4K3 w - - 0 1"
goal = { pieces = "K", white = "a8 h8", black = "a1" }

[stalemateloses]
start = "7k/8/8/6Q1/8/8/8/K7 w - - 0 1"
stalemate = "loss"

[fivechecks]
start = "4k3/8/8/8/8/8/8/R3K3 w - - 5+5 0 1"
checks = 5

[barewins]
start = "8/8/8/3p4/8/8/8/3R4 w - - 0 1"
bare = "win"

[bareloses]
start = "8/8/8/3p4/8/8/8/3R4 w - - 0 1"
bare = "loss"

[queensonly]
start = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1"
extinction = { pieces = "Q" }

[nodoublestep]
start = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w - - 0 1"
double-step = false
castling = false

[horsecastle]
start = "n3k2n/8/8/8/8/8/8/N3K2N w KQkq - 0 1"
castling = { short = "h", long = "b", rook = "N" }

[elephants]
start = "4k3/pppppppp/8/8/8/3E4/PPPPPPPP/4K3 w - - 0 1"
pieces.E = { name = "elephant", moves = "mW3cF2" }

[kingtobe]
start = "8/pppppppp/8/8/8/8/PPPPPPPP/8 w - - 0 1"
promotions = "QK"
"#;

/// Files of all custom variants of these tests, read once.
static READ: LazyLock<()> = LazyLock::new(|| {
    for text in [EXAMPLES, REDESCRIBED, RULINGS] {
        file::load(text).unwrap_or_else(|error| panic!("{error}"));
    }
});

/// Runs a test with a custom variant in play. One at a time is.
pub(super) fn with<T>(name: &str, test: impl FnOnce() -> T) -> T {
    static IN_PLAY: Mutex<()> = Mutex::new(());
    let _alone = IN_PLAY.lock().unwrap_or_else(PoisonError::into_inner);
    LazyLock::force(&READ);
    let variant: Variant = name.parse().unwrap_or_else(|error| panic!("{error}"));
    with_game!(variant, G => assert_eq!(G::name(), name));
    test()
}

fn names(text: &str) -> Vec<String> {
    file::read(text).expect("the file is sound").into_iter().map(|game| game.name).collect()
}

#[test]
fn every_property_holds_along_random_games() {
    let all = [EXAMPLES, REDESCRIBED, RULINGS].map(|text| {
        let tables = text.lines().filter_map(|line| line.strip_prefix('[')?.strip_suffix(']'));
        tables.filter(|name| !name.contains('.')).map(str::to_string).collect::<Vec<_>>()
    });
    assert_eq!(all.iter().map(Vec::len).collect::<Vec<_>>(), [9, 6, 10]);
    for name in all.concat() {
        with(&name, || {
            properties::check_random_games::<CustomGame>(4, 120, 1);
            properties::check_greatest_counters::<CustomGame>(1, 20);
            properties::check_piece_removal::<CustomGame>(1, 60);
            // Promotions, first moves of kings and rooks, and checks that count are not predicted.
            properties::check_key_after::<CustomGame>(10, 200, 1, 70);
            (0..3).for_each(|seed| properties::check_undo::<CustomGame>(200, seed));
        });
    }
}

#[test]
fn wins_at_once_are_known() {
    let games = ["breakthrough", "racetothetop", "fivechecks", "bareloses", "queensonly"];
    for name in games.into_iter().chain(["filekingofthehill", "file3check", "fileextinction"]) {
        with(name, || properties::check_wins_at_once::<CustomGame>(100, 200, 1));
    }
}

/// Compares a game of the list with its description, along random games. Returns the number of games that a rule of
/// their own has decided.
fn same_games<G: Notation>(name: &str) -> usize {
    with(name, || {
        let (mut compared, mut decided) = (0, 0);
        for seed in 0..30 {
            random_game::<G>(&mut seeded(seed), 200, |record| {
                let compiled = record.position();
                let described: CustomGame = position(&compiled.to_string());
                let texts = |list: engine::moves::MoveList, write: &dyn Fn(engine::moves::Move) -> String| {
                    let mut texts: Vec<String> = list.into_iter().map(write).collect();
                    texts.sort();
                    texts
                };
                for style in [Style::Plain, Style::San] {
                    let one = texts(composite_moves(compiled), &|mv| compiled.write_move_in(mv, style));
                    let other = texts(composite_moves(&described), &|mv| described.write_move_in(mv, style));
                    assert_eq!(one, other, "{compiled}");
                }
                assert_eq!(described.to_string(), compiled.to_string());
                let score = |outcome: Option<Outcome>| outcome.map(Outcome::score);
                // A description has no word for other dead positions than bare kings.
                if compiled.outcome() != Some(Outcome::Draw(Reason::INSUFFICIENT_MATERIAL)) {
                    assert_eq!(score(described.result()), score(compiled.result()), "{compiled}");
                    decided += usize::from(compiled.outcome().is_some());
                }
                compared += 1;
            });
        }
        assert!(compared > 300, "{name}: {compared} positions");
        decided
    })
}

#[test]
fn games_described_once_more_are_the_same() {
    assert_eq!(same_games::<Chess>("filechess"), 0);
    assert_eq!(same_games::<AmazonChess>("fileamazon"), 0);
    assert_eq!(same_games::<CapablancaChess>("filecapablanca"), 0);
    assert!(same_games::<KingOfTheHill>("filekingofthehill") > 0);
    assert!(same_games::<ThreeCheck>("file3check") > 0);
    assert!(same_games::<ExtinctionChess>("fileextinction") > 0);
}

#[test]
fn suites_hold_for_games_described_once_more() {
    for variant in [
        Variant::Chess,
        Variant::AmazonChess,
        Variant::KingOfTheHill,
        Variant::ThreeCheck,
        Variant::ExtinctionChess,
        Variant::CapablancaChess,
    ] {
        with(&format!("file{variant}"), || {
            let entries = suite::parse::<CustomGame>(suite::text_of(variant)).expect("a suite");
            for entry in entries {
                for known in entry.known.iter().filter(|known| known.nodes <= 20_000) {
                    assert_eq!(leaves(&entry.position, known.depth), known.nodes, "{}", entry.position);
                }
            }
        });
    }
}

#[test]
fn counts_of_the_literature() {
    // Losing chess: "Perft", chessprogramming wiki; the others as Fairy-Stockfish counts them.
    for (name, counts) in [
        ("giveaway", &[20, 400, 8_067, 153_299][..]),
        ("knightmate", &[18, 324, 6_765]),
        ("losalamos", &[10, 100, 1_212]),
        ("gardner", &[7, 53, 506]),
        ("breakthrough", &[22, 484, 11_132]),
    ] {
        with(name, || {
            for (depth, &count) in (1..).zip(counts) {
                assert_eq!(leaves(&CustomGame::start(), depth), count, "{name} at depth {depth}");
            }
        });
    }
}

#[test]
fn a_royal_knight_is_mated_and_a_commoner_is_captured() {
    with("knightmate", || {
        assert_eq!(moves::<CustomGame>("8/8/8/8/8/8/8/K6k w - - 0 1"), ["a1b3", "a1c2"]);
        assert_eq!(
            refusal::<CustomGame>("8/8/3r4/8/8/8/8/1K5k w - - 0 1", "b1d2"),
            "the royal knight would be in check"
        );
        let captured = after::<CustomGame>("8/8/7k/8/8/8/3m4/K2R4 w - - 0 1", "d1d2");
        assert_eq!((captured.as_str(), result::<CustomGame>(&captured)), ("8/8/7k/8/8/8/3R4/K7 b - - 0 1", None));
    });
}

#[test]
fn who_can_capture_must() {
    with("giveaway", || {
        let start = "rnbqkbnr/pppp1ppp/8/4p3/3P4/8/PPP1PPPP/RNBQKBNR w - - 0 2";
        assert_eq!(moves::<CustomGame>(start), ["d4e5"]);
        assert_eq!(refusal::<CustomGame>(start, "a2a3"), "a side that can capture must capture");
    });
}

#[test]
fn who_loses_all_men_or_cannot_move_wins_losing_chess() {
    with("giveaway", || {
        assert_eq!(result::<CustomGame>("8/8/8/8/8/8/8/7r w - - 0 1").map(Outcome::score), Some("1-0"));
        assert_eq!(result::<CustomGame>("8/8/8/8/7p/7P/8/8 w - - 0 1").map(Outcome::score), Some("1-0"));
    });
}

#[test]
fn a_king_that_neither_side_begins_with_is_no_royal_piece() {
    with("kingtobe", || {
        let crowned = after::<CustomGame>("8/P7/8/8/8/8/7p/8 w - - 0 1", "a7a8k h2h1k");
        assert_eq!(crowned, "K7/8/8/8/8/8/8/7k w - - 0 2");
        assert_eq!(moves::<CustomGame>(&crowned), ["a8a7", "a8b7", "a8b8"]);
    });
}

#[test]
fn a_king_that_steps_is_told_from_one_that_castles() {
    with("fileextinction", check_step_and_castling::<CustomGame>);
}

#[test]
fn moves_after_the_end_of_a_game_are_refused_for_it() {
    with("breakthrough", || {
        let refused = ["h2h1", "Ph1"].map(|mv| refusal::<CustomGame>("P7/8/8/8/8/8/7p/8 b - - 0 1", mv));
        assert_eq!(refused, ["the game is over"; 2]);
    });
}

#[test]
fn a_check_refuses_every_kind_of_move_that_does_not_answer_it() {
    with("filechess", || {
        let checked = |mv| refusal::<CustomGame>("4k3/8/8/8/4r3/8/P7/4K3 w - - 0 1", mv);
        assert_eq!(["a2a3", "a2a4"].map(checked), ["the king is left in check"; 2]);
        assert_eq!(checked("e1e2"), "the king would be in check");
        let pinned = "4r1k1/8/8/2PpP3/8/8/8/4K3 w - d6 0 1";
        assert_eq!(refusal::<CustomGame>(pinned, "e5d6"), "the king would be in check");
    });
}

#[test]
fn generals_are_strong_ahead_and_the_sides_mirror_each_other() {
    with("generals", || {
        let gold = "4k3/8/8/3g4/8/3G4/8/4K3";
        assert_eq!(
            moves_from::<CustomGame>(&format!("{gold} w - - 0 1"), "d3"),
            ["d3c3", "d3c4", "d3d2", "d3d4", "d3e3", "d3e4"]
        );
        assert_eq!(
            moves_from::<CustomGame>(&format!("{gold} b - - 0 1"), "d5"),
            ["d5c4", "d5c5", "d5d4", "d5d6", "d5e4", "d5e5"]
        );
    });
}

#[test]
fn riders_and_leapers_of_an_elephant_differ_in_moves_and_captures() {
    with("elephants", || {
        // Three squares along ranks and files, but no captures; two along diagonals, captures only.
        let open = moves_from::<CustomGame>("4k3/8/8/8/1p6/3E2p1/2e5/1e2K3 w - - 0 1", "d3");
        assert_eq!(open, ["d3a3", "d3b3", "d3c2", "d3c3", "d3d1", "d3d2", "d3d4", "d3d5", "d3d6", "d3e3", "d3f3"]);
        assert_eq!(moves_from::<CustomGame>("4k3/8/1p6/2P5/8/8/8/4K3 w - - 0 1", "c5"), ["c5b6", "c5c6"]);
    });
}

#[test]
fn a_nightrider_is_blocked_on_its_way_and_pins() {
    with("nightriders", || {
        let pinned = "k9/10/10/10/10/3h6/10/4N5/10/5K4 w - - 0 1";
        assert_eq!(moves_from::<CustomGame>(pinned, "e3"), ["e3d5"], "the knight on e3 covers its king");
        let free = "k9/10/10/10/10/3h6/10/3N6/10/5K4 w - - 0 1";
        assert!(moves_from::<CustomGame>(free, "d3").is_empty(), "the king is in check and the knight cannot help");
        assert_eq!(after::<CustomGame>(free, "f1f2").split(' ').nth(1), Some("b"));
    });
}

#[test]
fn a_goal_of_ones_own_wins_for_the_side_that_reaches_it() {
    with("racetothetop", || {
        let won = |text: &str| result::<CustomGame>(text).map(Outcome::score);
        assert_eq!(won("K7/8/8/8/8/8/8/4k3 b - - 0 1"), Some("1-0"));
        assert_eq!(won("4K3/8/8/8/8/8/8/k7 w - - 0 1"), Some("0-1"));
        assert_eq!(won("k7/8/8/8/8/8/8/4K3 w - - 0 1"), None, "White's goal means nothing to Black");
    });
}

#[test]
fn a_stalemate_may_be_lost() {
    with("stalemateloses", || {
        let stalemate = result::<CustomGame>("7k/8/6Q1/8/8/8/8/K7 b - - 0 1").expect("Black cannot move");
        assert_eq!(stalemate.to_string(), "1-0 {Black cannot move}");
    });
    with("filechess", || {
        assert_eq!(result::<CustomGame>("7k/8/6Q1/8/8/8/8/K7 b - - 0 1").map(Outcome::score), Some("1/2-1/2"));
    });
}

#[test]
fn any_number_of_checks_may_win() {
    with("fivechecks", || {
        assert_eq!(
            after::<CustomGame>("4k3/8/8/8/8/8/8/R3K3 w - - 5+5 0 1", "a1a8"),
            "R3k3/8/8/8/8/8/8/4K3 b - - 4+5 1 1"
        );
        let last = after::<CustomGame>("4k3/8/8/8/8/8/8/R3K3 w - - 1+5 0 1", "a1a8");
        assert_eq!(
            result::<CustomGame>(&last).map(|outcome| outcome.to_string()).as_deref(),
            Some("1-0 {White gives the last check}")
        );
        for left in ["6+5", "5++5", "05+5"] {
            let read = format!("4k3/8/8/8/8/8/8/R3K3 w - - {left} 0 1").parse::<CustomGame>().expect_err(left);
            assert!(read.to_string().contains(&format!("'{left}' is no text like 5+5")), "{read}");
        }
    });
}

#[test]
fn a_side_without_men_wins_or_loses() {
    let bare = "8/8/8/3R4/8/8/8/8 b - - 0 1";
    assert_eq!(with("barewins", || result::<CustomGame>(bare)).map(Outcome::score), Some("0-1"));
    assert_eq!(with("bareloses", || result::<CustomGame>(bare)).map(Outcome::score), Some("1-0"));
}

#[test]
fn a_kind_whose_extinction_loses_is_lost_with_its_last_piece() {
    with("queensonly", || {
        let outcome = result::<CustomGame>("rnb1kbnr/8/8/8/8/8/8/RNBQKBNR b - - 0 1").expect("Black has no queen");
        assert_eq!(outcome, Outcome::Win(Seat::WHITE, outcome.reason()));
        assert_eq!(outcome.score(), "1-0");
    });
}

#[test]
fn a_move_that_makes_both_sides_lose_a_kind_wins_for_its_player() {
    with("fileextinction", || {
        // The last pawn captures the last bishop and promotes.
        for (text, mv, score) in [
            ("rnqk3b/6P1/8/8/8/8/p7/RNBQK3 w - - 0 1", "g7h8q", "1-0"),
            ("rnbqk3/P7/8/8/8/8/6p1/RNQK3B b - - 0 1", "g2h1q", "0-1"),
        ] {
            let both = after::<CustomGame>(text, mv);
            assert_eq!(result::<CustomGame>(&both).map(Outcome::score), Some(score), "{both}");
        }
    });
}

#[test]
fn double_steps_and_castling_can_be_left_out() {
    with("nodoublestep", || {
        assert_eq!(moves_from::<CustomGame>("4k3/8/8/8/8/8/P7/R3K2R w - - 0 1", "a2"), ["a2a3"]);
        let error = "4k3/8/8/8/8/8/8/R3K2R w K - 0 1".parse::<CustomGame>().expect_err("nobody castles");
        assert!(error.to_string().contains("'K' is a right to castle, but nobody castles in this game"), "{error}");
    });
}

#[test]
fn a_king_castles_with_the_piece_and_to_the_file_that_are_described() {
    with("horsecastle", || {
        let castled = |mv| after::<CustomGame>("n3k2n/8/8/8/8/8/8/N3K2N w KQkq - 0 1", mv);
        assert_eq!(castled("e1h1"), "n3k2n/8/8/8/8/8/8/N5NK b kq - 1 1");
        assert_eq!(castled("O-O-O"), "n3k2n/8/8/8/8/8/8/1KN4N b kq - 1 1");
        assert_eq!(castled("Kb1"), castled("O-O-O"), "as XBoard writes it");
    });
}

#[test]
fn a_small_board_has_no_double_steps_of_its_own() {
    with("gardner", || {
        assert_eq!(moves_from::<CustomGame>("rnbqk/ppppp/5/PPPPP/RNBQK w - - 0 1", "a2"), ["a2a3"]);
        let promotion = "4k/P4/5/5/4K w - - 0 1";
        assert_eq!(moves_from::<CustomGame>(promotion, "a4"), ["a4a5b", "a4a5n", "a4a5q", "a4a5r"]);
        assert_eq!(after::<CustomGame>(promotion, "a4a5=Q+"), after::<CustomGame>(promotion, "a4a5q"));
    });
}

#[test]
fn lack_of_material_is_that_of_bare_royal_pieces() {
    with("almost", || {
        let draw = Some(Outcome::Draw(Reason::INSUFFICIENT_MATERIAL));
        let outcome = |rank: &str| result::<CustomGame>(&format!("4k3/8/8/8/8/8/8/{rank} w - - 0 1"));
        assert_eq!(["4K3", "4KN2", "4KB2"].map(outcome), [draw, None, None]);
    });
}

#[test]
fn names_are_in_the_order_of_the_file() {
    let text = "[zebra]\nstart = \"4k3/8/8/8/8/8/8/4K3 w - - 0 1\"\n[ant]\nstart = \"4k3/8/8/8/8/8/8/4K3 w - - 0 1\"\n";
    assert_eq!(names(text), ["zebra", "ant"]);
}
