//! Puzzles of Keyles, Quex, Chex and KaleidoChess, those of Chex independent of which tiles are drawn. Each is proven
//! by looking at every move, and then given to the search, which has to find it within a bounded number of positions,
//! though its evaluation knows nothing but material.

use engine::game::{Game, MakeUnmake, MoveFacts, Tactics};
use engine::moves::Move;
use engine::record::Record;
use engine::search::score::moves_to_mate;
use engine::search::{Control, Limits, Material, Search, Searcher, Verdict};
use engine::text::Notation;
use engine::variants::quex::Kind;
use engine::variants::{Chex, Kaleido, Keyles, Quex};
use tests::minimax::Solver;
use tests::positions::position;
use tests::properties::legal;

/// Positions that the engine may visit for a puzzle. Most need far fewer; the mate in three of Chex by tying defenders
/// down needs 860,000, for want of any knowledge but of material.
const NODES: u64 = 1_000_000;

fn think<G: Tactics>(game: &G) -> Verdict {
    let limits = Limits { nodes: Some(NODES), ..Limits::default() };
    let mut searcher = Searcher::new(Material::<G>::default());
    searcher.think(&Record::new(game.clone()), &limits, &Control::new(), &mut |_| {})
}

/// The moves after which a test holds, as sorted texts.
fn those<G: Tactics + Notation>(game: &G, mut test: impl FnMut(Move) -> bool) -> Vec<String> {
    let mut found: Vec<String> = legal(game).into_iter().filter(|&mv| test(mv)).map(|mv| game.write_move(mv)).collect();
    found.sort();
    found
}

/// True if some move gains more at once than every one of these.
fn greed_errs<G: Tactics + Notation>(game: &G, right: &[&str]) -> bool {
    let most = legal(game).into_iter().map(|mv| game.gain(mv)).max();
    right.iter().all(|mv| Some(game.gain(game.read_move(mv).expect("a legal move"))) < most)
}

/// The side to move wins in so many moves and not in fewer, by exactly these first moves, and the engine finds it.
fn assert_wins<G: Tactics + Notation>(text: &str, moves: usize, first: &[&str]) {
    let game: G = position(text);
    let mut solver = Solver::new(game.seat());
    let turns = 2 * moves - 1;
    assert_eq!(those(&game, |mv| solver.wins_after(&game, mv, turns)), first, "{text}");
    assert!(moves == 1 || !solver.wins(&game, turns - 2), "sooner in {text}");
    let verdict = think(&game);
    let best = game.write_move(verdict.best.expect("there is a legal move"));
    assert!(first.contains(&best.as_str()), "{best} in {text}: {verdict:?}");
    assert_eq!(moves_to_mate(verdict.score), Some(moves as i32), "{text}: {verdict:?}");
}

/// All moves but these lose within so many moves of the opponent, and the engine plays one of them.
fn assert_saves<G: Tactics + Notation>(text: &str, moves: usize, right: &[&str]) {
    let game: G = position(text);
    let mut solver = Solver::new(game.seat().opponent());
    assert_eq!(those(&game, |mv| !solver.wins_after(&game, mv, 2 * moves)), right, "{text}");
    let best = game.write_move(think(&game).best.expect("there is a legal move"));
    assert!(right.contains(&best.as_str()), "{best} in {text}");
}

/// The same, where what gains the most at once is wrong.
fn assert_wins_against_greed(text: &str, moves: usize, first: &[&str]) {
    assert!(greed_errs::<Keyles>(&position(text), first), "{text}");
    assert_wins::<Keyles>(text, moves, first);
}

#[test]
fn races_of_two_moves() {
    assert_wins_against_greed("10/10/K3w5/1r8/3F6/10/10/4k4C/10/3W6[] w - - 0 1", 2, &["a8a9"]);
    assert_wins_against_greed("6k3/2W7/5KN1P1/6Qw1F/6t2g/9c/2l7/7n2/10/3G6[] w - - 0 1", 2, &["f8e9"]);
    assert_wins_against_greed("1f8/10/1K1L5L/fk8/10/10/10/10/10/l2G6[] w - - 0 1", 2, &["b8b9"]);
    // A queen behind, and the king attacked.
    assert_wins::<Keyles>("8t1/10/K1q7/3C6/6G3/1P2w5/8k1/F9/7l2/2N4g2[] w - - 0 1", 2, &["a8a9"]);
}

#[test]
fn races_of_three_moves() {
    assert_wins_against_greed("3k1r4/4P5/G6N2/KwL7/3N6/8t1/10/10/8c1/10[] w - - 0 1", 3, &["a7b8"]);
    assert_wins_against_greed("3t6/10/3K6/10/6n3/3k6/10/2N4c2/2F7/10[] w - - 0 1", 3, &["d8c8"]);
    assert_wins::<Keyles>("10/3t5c/10/6K3/10/5G4/2n4k2/4r5/10/6lq2[] w - - 0 1", 3, &["g7f8"]);
    assert_wins::<Keyles>("3G2r3/10/3C2T3/5K4/10/10/7k2/10/10/8l1[] w - - 0 1", 3, &["f7f8"]);
}

#[test]
fn races_of_four_moves() {
    assert_wins::<Keyles>("5g4/7r2/3K2F3/l1T7/1k2c5/10/10/10/t9/10[] w - - 0 1", 4, &["g8h9"]);
    // Nobody else takes part; Black's king needs five moves.
    assert_wins::<Keyles>("10/10/10/10/4K5/k9/10/10/10/3N6[] w - - 0 1", 4, &["e6d7", "e6e7", "e6f7"]);
}

#[test]
fn kings_offered_to_be_captured() {
    // The rook guards the whole rank before the end zone, but the knight there is where the king comes back to win.
    assert_wins::<Keyles>("1N8/r9/4K5/10/10/k9/10/10/10/10[] w - - 0 1", 2, &["e8d9", "e8e9", "e8f9"]);
    // One rank further away: the king walks through the rook's fire twice.
    assert_wins::<Keyles>("10/1N8/r9/4K5/10/10/k9/10/10/10[] w - - 0 1", 3, &["e7d8", "e7e8", "e7f8"]);
}

#[test]
fn kings_put_back_win_in_the_place_of_any_champion() {
    for kind in Kind::CHAMPIONS {
        // On the end zone, and before it; there would be cheaper champions at home.
        let champion = kind.letter();
        let text = format!("4{champion}5/10/10/10/4r5/k9/10/10/1NP7/10[K] w - - 0 4");
        assert_wins::<Keyles>(&text, 1, &["K@e10"]);
        let text = format!("10/4{champion}5/10/10/4r5/k9/10/10/1NP7/10[K] w - - 0 4");
        assert_wins::<Keyles>(&text, 1, &["K@e9"]);
    }
    // Two ranks before it the king has to walk once more: the dearer champion is the one to give.
    assert_wins::<Keyles>("1C8/4p5/1c4R3/10/9N/3n6/3F6/1k8/C9/10[K] w - - 0 2", 2, &["K@g8"]);
}

#[test]
fn mates_of_quex() {
    // Quiet moves where a man could be taken.
    assert_wins::<Quex>("G9/1g1K6/f8P/10/10/10/4q4k/2L5R1/2r7/1R5Q2[] w - - 0 1", 1, &["h1j3"]);
    assert_wins::<Quex>("6w3/2t1G5/10/10/7Q2/10/9f/kL8/3K6/6G3[] w - - 0 1", 2, &["d2c3"]);
    assert_wins::<Quex>("2W7/10/2K7/R9/g8l/3G6/1k2c5/10/2Q7/3p3f2[] w - - 0 1", 2, &["d5c5"]);
    // A pion comes back as just the right man, who is not the dearest.
    assert_wins::<Quex>("3k6/6WP2/8W1/3G5R/3n1g4/10/10/2Q1K5/10/10[LNP] w - - 0 1", 2, &["g9f10p"]);
    assert_wins::<Quex>("10/5T4/10/G9/9k/n2g6/2g5QK/8n1/2l2w4/8LW[RLN] w - - 0 1", 2, &["f9f10l"]);
}

#[test]
fn mates_of_chex() {
    // The mover itself gives no check, nor captures: it lets a tied tile go, which does.
    for (text, first) in [
        ("3nR5/3Pp5/2P2k4/6B3/1pb2P4/n2NpP1q1p/3B2rrR1/3p2K3/3P1P1p2[] b - - 2 41", "i5h5"),
        ("1P6/2Pk4/2B5/1n1B4/4P3/b3P3/1n1p2R1/2pNrq1K/2P3p1[] b - - 0 61", "g3g5"),
    ] {
        let game: Chex = position(text);
        let mut after = game.clone();
        after.make(game.read_move(first).expect("a legal move"), &mut ());
        let checkers = after.checkers();
        assert!(checkers.any() && (checkers & game.ties().tied()) == checkers, "an untied tile gives check in {text}");
        assert_wins::<Chex>(text, 1, &[first]);
    }
    assert_wins::<Chex>("P5/1n4/1B4/2B3/3P2/1b1P1k/2p1N1/1p2RK/1r3p[] w - - 0 72", 1, &["g3h4"]);
}

#[test]
fn mates_of_chex_by_tying_defenders_down() {
    // After the first move more of the enemy's tiles must stay where they are.
    for (text, moves, first) in [
        ("3K4/2P5/3p3P/1pk3P1/2Rn1P2/1p2B3/p4BP1/1Q5p/2q5/1N1p4/p7[] w - - 1 64", 2, "d8b8"),
        ("p1Pq6/1B2r5/1B3bKp2/2k2P4/2Q6R/3p5P/4p1b1P1/5p1RP1/8r1/8N1/9n[] b - - 1 34", 3, "f11f8"),
    ] {
        let game: Chex = position(text);
        let enemies = |game: &Chex| game.ties().tied() & game.plane().of(game.seat());
        let mut after = game.clone();
        after.make(game.read_move(first).expect("a legal move"), &mut ());
        assert!(enemies(&after).without(game.ties().tied()).any(), "{text}");
        assert_wins::<Chex>(text, moves, &[first]);
    }
}

#[test]
fn quiet_mates_of_chex_in_two_and_three() {
    assert_wins::<Chex>("2P3n3/1p2P1P3/p1pP1q3p/5P2k1/6bp2/7P2/6K3/6B3/6PNr1/5Q4[] w - - 4 77", 2, &["g2k2"]);
    assert_wins::<Chex>("1P5/1P5/1k1P3/2R1p1p/5n1/1b2Pp1/p3r1r/R2qK2/1bP1B2/1p5/2pPP2[] b - - 0 34", 2, &["e5e4"]);
    assert_wins::<Chex>("1P3kp2/n1PQ1Bp2/4K2p1/7p1/7R1/4P1N1p/5b3[] b - - 3 69", 3, &["h7h6"]);
    // White could still draw a pawn, and does not get around to it.
    let with_a_pile = "1P9/2P8/3P3p3/1Np1kbpPR2/R1P6p1/2BK3B3/1q2pn1rpNp/4b1P4[P] b - - 6 32";
    assert_wins::<Chex>(with_a_pile, 2, &["g6h5"]);
}

#[test]
fn mates_of_chex_by_drawing() {
    // No move of a tile mates, but any tile of the pile does: they are all pawns, and where one lies it ties or frees.
    assert_wins::<Chex>("6pB2/3p1pP3/2r4R2/P2n2NBR1/1Pp1qk1b2/1P3K1prQ/4nP3p[PPpp] b - - 0 23", 1, &["draw"]);
    assert_wins::<Chex>("1P5/1P5/1kRPb2/4p1p/5n1/3QPp1/p3r1r/R3K2/1bPqB2/1p5/2pP3[P] w - - 1 32", 1, &["draw"]);
}

#[test]
fn mates_of_chex_with_officers_and_pawns_still_to_be_drawn() {
    // Both could draw, and Black mates with any tile too.
    let in_one = "3nR5/3Pp5/2P2k4/6B3/1pb2P4/n2NpP1q1p/3B2rrR1/3p2K3/3P1P1p2[QNPPbpp] b - - 2 41";
    assert_wins::<Chex>(in_one, 1, &["draw", "i5h5"]);
    // White alone could draw; not every tile that might come up would mate as soon.
    assert_wins::<Chex>("P5/1n4/1B4/2B3/3P2/1b1P1k/2p1N1/1p2RK/1r3p[QRNPPPPP] w - - 0 72", 1, &["g3h4"]);
    let in_two = "3K4/2P5/3p3P/1pk3P1/2Rn1P2/1p2B3/p4BP1/1Q5p/2q5/1N1p4/p7[RNPPP] w - - 1 64";
    assert_wins::<Chex>(in_two, 2, &["d8b8"]);
    // Here it would: whichever comes, it can be placed so that mate follows.
    let in_two = "2P3n3/1p2P1P3/p1pP1q3p/5P2k1/6bp2/7P2/6K3/6B3/6PNr1/5Q4[RRBNP] w - - 4 77";
    assert_wins::<Chex>(in_two, 2, &["draw", "g2k2"]);
}

#[test]
fn a_king_is_not_left_to_be_drawn_into_stalemate() {
    // Black attacks every cell beside the tiles. Once the last white tile is gone, White must draw the king, and it is
    // a draw.
    for (tile, text) in [('R', "knr/bRr/bpn/2q[K] b - - 0 1"), ('N', "knr/bNr/bpn/2q[K] b - - 0 1")] {
        let game: Chex = position(text);
        let capture = game.read_move("d4c4").expect("a legal move");
        let mut after = game.clone();
        after.make(capture, &mut ());
        assert_eq!(those(&after, |_| true), ["draw"]);
        assert!(after.read_move("K@--").is_ok(), "there is no safe cell");
        let most = legal(&game).into_iter().map(|mv| game.gain(mv)).max();
        assert_eq!(most, Some(game.gain(capture)), "the {tile} is the most there is to take");
        let verdict = think(&game);
        assert_ne!(verdict.best, Some(capture), "{text}: {verdict:?}");
    }
}

#[test]
fn races_are_stopped() {
    // Black's king is a step or two from winning; in each position there is something better to take than what must be
    // done.
    let races: [(&str, usize, &[&str]); 5] = [
        ("10/3NG2T2/10/10/10/4R5/5c1l2/1w8/2k7/2K7[QR] w - - 0 1", 1, &["c1c2"]),
        ("10/2q7/1T5l2/10/8K1/1G7c/2F7/3l2C3/6k3/9N[] w - - 0 1", 1, &["g3g2"]),
        ("10/4P5/10/4w4f/9t/3c5g/10/lk4K3/10/8R1[] w - - 0 1", 2, &["i1i2"]),
        ("7n2/7w2/10/1K8/10/9r/W1qR6/k4R1c2/5CN3/10[] w - - 0 1", 2, &["d4d2", "f3a3"]),
        ("10/8C1/2NG6/1r8/7n2/K5f3/2R7/2k7/9c/10[Q] w - - 0 1", 2, &["c4c3"]),
    ];
    for (text, moves, right) in races {
        assert!(greed_errs::<Keyles>(&position(text), right), "{text}");
        assert_saves::<Keyles>(text, moves, right);
    }
}

/// True if a legal move of KaleidoChess captures nothing and threatens nothing.
fn is_still(game: &Kaleido, mv: &str) -> bool {
    let mv = game.read_move(mv).expect("a legal move");
    !game.is_noisy(mv) && !game.gives_check(mv)
}

#[test]
fn castles_fall_in_two_moves() {
    // A threat that leaves a knock-out for later; two threats at once; a knock-out that threatens nothing and lets
    // nothing escape.
    assert!(greed_errs::<Kaleido>(&position("1E9/2HT7/11/9pp/1r9/3v7/9R1/1V6d2/1 w 2I-2D 6K-8I 0 18"), &["7J-6J"]));
    assert_wins::<Kaleido>("1E9/2HT7/11/9pp/1r9/3v7/9R1/1V6d2/1 w 2I-2D 6K-8I 0 18", 2, &["7J-6J"]);
    assert_wins::<Kaleido>("PW9/11/8R2/p10/1r9/11/11/10t/1 w 1D-3I 7I-8K 0 25", 2, &["3I-4K"]);
    assert_wins::<Kaleido>("1R2E4H1/10P/11/11/1t8l/1L9/11/V10/1 w 8K-1B 4J-5K 1 23", 2, &["6B+5K"]);
}

#[test]
fn castles_fall_in_three_moves() {
    assert_wins::<Kaleido>("1R9/2HP7/11/d10/1e9/10h/11/11/1 b 8K-1B 4D-4A 0 25", 3, &["4A+2D"]);
    for (text, first) in [
        ("11/11/1P9/11/1e7e1/1v7L1/11/11/1 w 6E-6J 6C-6B 3 25", "6J-6I"),
        ("1R7R1/5P2V2/11/10v/1r9/11/11/11/1 w 2K-2I 6K-5B 0 26", "1J-7E"),
    ] {
        assert!(is_still(&position(text), first), "{text}");
        assert_wins::<Kaleido>(text, 3, &[first]);
    }
}

#[test]
fn castles_fall_in_four_moves() {
    for (text, first) in [
        ("1H9/11/11/11/1d9/8r2/11/1R9/1 b 8J-8B 4D-6I 2 26", "6I-7E"),
        ("1L9/11/11/10e/1e9/11/11/10P/1 b 8E-8K 5I-4K 10 34", "4K-3E"),
    ] {
        assert!(is_still(&position(text), first), "{text}");
        assert_wins::<Kaleido>(text, 4, &[first]);
    }
}

#[test]
fn what_may_not_be_undone_decides() {
    for (text, moves, first) in [
        ("11/11/1P6R2/11/1e9/11/11/h10/1 w 1D-3I 7B-8A 29 41", 2, "3I-4K"),
        ("9E1/3T7/1H9/9pp/1r9/11/9v1/1V6d2/1 b 1B-1J 6D-7J 1 19", 2, "8I-2J"),
        ("1R9/1P9/11/11/1e9/2h8/11/11/1 b 2C-2B 6K-6C 2 27", 4, "6C-7B"),
    ] {
        assert_wins::<Kaleido>(text, moves, &[first]);
        // If everybody might go back there would be no such win.
        let game: Kaleido = position(text);
        let words: Vec<&str> = text.split(' ').collect();
        let free: Kaleido = position(&format!("{} {} - - {} {}", words[0], words[1], words[4], words[5]));
        assert!(!Solver::new(game.seat()).wins(&free, 2 * moves - 1), "{text}");
    }
}

#[test]
fn castles_are_defended() {
    // The only way out of a threat, where there is something to knock out; and what must be done before there is one.
    let defences: [(&str, usize, &str); 4] = [
        ("11/1V8P/9R1/p10/1v9/11/1Rv8/11/1 w 1E-3J 7K-7C 20 36", 1, "3J-3B"),
        ("11/2P8/4R6/9t1/1w1v6L/2p6tW/1H9/2VT7/1 b 2K-3E 4C-4J 0 19", 1, "4J-3B"),
        ("11/7t3/1E9/11/rt7rh/1v1p7/3T7/11/1 w 8B-7D 6K-6D 2 24", 2, "7D-8D"),
        ("1E9/11/V10/11/11/4D6/1d7l1/8T2/1 b 1E-8I 6C-7J 0 30", 2, "7J-8A"),
    ];
    for (text, moves, right) in defences {
        assert!(greed_errs::<Kaleido>(&position(text), &[right]), "{text}");
        assert_saves::<Kaleido>(text, moves, &[right]);
    }
}

#[test]
fn an_own_piece_is_knocked_out_to_win() {
    let text = "1R9/11/11/11/rl3d5/p10/9P1/11/1 b 7K-7J 6J-6A 0 36";
    let game: Kaleido = position(text);
    let mv = game.read_move("5A+6A").expect("a legal move");
    assert!(game.captured_kind(mv).is_none() && game.gain(mv) < 0, "the pawn is Black's own");
    assert!(greed_errs(&game, &["5A+6A"]));
    assert_wins::<Kaleido>(text, 3, &["5A+6A"]);
}
