//! KaleidoChess, rule by rule and ruling by ruling.

use engine::game::{Chance, CompositeMoves, Game, Seat, ToAct};
use engine::outcome::{Outcome, Reason};
use engine::text::{MoveError, Notation, write_row};
use engine::variants::kaleido::NO_CASTLE;
use engine::variants::{Kaleido, KaleidoDice, KaleidoPawns, KaleidoRavens};
use tests::positions::{after, leaves, moves, moves_from, played, position, refusal, result};

/// A position in which both players hold a castle, White 3B and Black 5B by ravens, and in which other pieces stand on
/// some fields.
fn with(pieces: &str) -> String {
    let mut board = [[None; 11]; 8];
    let mut centre = None;
    board[2][1] = Some('V');
    board[4][1] = Some('v');
    for piece in pieces.split_whitespace() {
        let (letter, field) = piece.split_at(1);
        let letter = letter.chars().next();
        match field.as_bytes() {
            [b'0', b'0'] => centre = letter,
            [sector, at] => board[usize::from(sector - b'1')][usize::from(at - b'A')] = letter,
            _ => panic!("{piece}"),
        }
    }
    format!("{}/{} w - - 0 1", board.map(write_row).join("/"), write_row([centre]))
}

/// Targets of the piece on a field.
fn to(text: &str, field: &str) -> Vec<String> {
    moves_from::<Kaleido>(text, field).into_iter().map(|mv| mv[3..].to_string()).collect()
}

#[test]
fn start_position_counts() {
    fn counts<G: Chance + CompositeMoves>(depth: u32) -> Vec<u64> {
        (1..=depth).map(|depth| leaves(&G::start(), depth)).collect()
    }
    assert_eq!(counts::<Kaleido>(3), [116, 10_556, 948_042]);
    assert_eq!(counts::<KaleidoPawns>(3), [116, 6_006, 656_422]);
    assert_eq!(counts::<KaleidoRavens>(2), [116, 9_828]);
    assert_eq!(counts::<KaleidoDice>(2), [348, 95_004]);
}

#[test]
fn ruling_the_start_position() {
    let start = Kaleido::start().to_string();
    assert_eq!(start, "RWRL5LD/EVPP5TH/11/pvet5ph/rwrl5ld/evpp5th/11/PVET5PH/1 w - - 0 1");
    let board = Kaleido::start();
    for (field, piece) in [
        ("1B", 'W'),
        ("1K", 'D'),
        ("8C", 'E'),
        ("2A", 'E'),
        ("8K", 'H'),
        ("8J", 'P'),
        ("2D", 'P'),
        ("5B", 'w'),
        ("5K", 'd'),
    ] {
        let found = board.pieces().on(engine::board::round::Field::parse(field).expect(field));
        assert_eq!(found.map(|(seat, kind)| kind.letter_of(seat)), Some(piece), "{field}");
    }
}

#[test]
fn ruling_the_wizard_goes_from_1b_to_2f_in_three_steps_along_a_diagonal() {
    assert!(to(&with("W1B"), "1B").contains(&"2F".to_string()));
}

#[test]
fn rule_1_a_piece_makes_exactly_its_number_of_steps() {
    assert_eq!(to(&with("P1K"), "1K"), ["1B", "1D", "1E", "1I", "1J"]);
    // 1A, 1C and 1K are one step away.
    assert_eq!(to(&with("H1B"), "1B"), ["1D", "1J", "2A", "8C"]);
}

#[test]
fn rule_1_a_walking_step_goes_over_a_side_and_a_flying_step_over_a_corner_too() {
    assert_eq!(to(&with("V1K"), "1K"), ["1A", "1B", "1C", "1D", "1E", "1I", "1J"]);
    let walking = to(&with("P1K"), "1K");
    assert!(!walking.contains(&"1A".to_string()) && !walking.contains(&"1C".to_string()));
}

#[test]
fn rule_2_walking_pieces_do_not_pass_over_occupied_fields_and_flying_ones_do() {
    // On the outer ring from 1A to 1C over 1B; the other ways with one change of ring do not lead back to the outer
    // ring.
    assert!(to(&with("H1A"), "1A").contains(&"1C".to_string()));
    assert!(!to(&with("H1A P1B"), "1A").contains(&"1C".to_string()));
    assert!(!to(&with("H1A p1B"), "1A").contains(&"1C".to_string()));
    assert!(to(&with("E1A p1B"), "1A").contains(&"1C".to_string()));
}

#[test]
fn rule_2_ruling_the_field_it_started_from_counts_as_visited() {
    // Ways to these fields would go out and back over 1G.
    for (piece, over_its_own) in [
        ('T', &["2G", "8G"][..]),
        ('D', &["3G", "7G"]),
        ('L', &["2H", "3G", "7G", "8F"]),
        ('R', &["2G", "8G"]),
        ('H', &[]),
        ('W', &[]),
    ] {
        let targets = to(&with(&format!("{piece}1G")), "1G");
        assert!(!targets.iter().any(|field| field == "1G" || over_its_own.contains(&field.as_str())), "{piece}");
    }
    // In the ring of eight round the centre four steps lead to the opposite side, by either way.
    assert!(to(&with("L1G"), "1G").contains(&"5G".to_string()));
}

#[test]
fn rule_3_a_move_changes_the_ring_at_most_once() {
    // From the centre a roc gets to ring 1 and goes on there; never to ring 2.
    let targets = to(&with("R00"), "00");
    assert_eq!(targets, ["1G", "2G", "3G", "4G", "5G", "6G", "7G", "8G"]);
    // Through the centre would be two changes.
    assert!(!to(&with("H1G"), "1G").contains(&"5G".to_string()));
}

#[test]
fn rule_3_the_wizard_is_free_of_it() {
    let targets = to(&with("W00"), "00");
    assert!(
        targets.contains(&"1E".to_string())
            && targets.contains(&"1F".to_string())
            && targets.contains(&"3G".to_string())
    );
    assert!(
        !targets.iter().any(|field| "ABCJKD".contains(&field[1..])),
        "three steps reach ring 3 at most: {targets:?}"
    );
}

#[test]
fn rule_4_a_piece_knocks_out_enemies_and_its_own_side() {
    let text = with("P1K P1B p1D");
    assert_eq!(moves_from::<Kaleido>(&text, "1K"), ["1K+1B", "1K+1D", "1K-1E", "1K-1I", "1K-1J"]);
    let gone = after::<Kaleido>(&text, "1K+1B");
    assert_eq!(gone.matches('P').count(), 1);
    // Both marks are read whatever the target.
    assert_eq!(after::<Kaleido>(&text, "1K-1D"), after::<Kaleido>(&text, "1K+1D"));
    assert_eq!(after::<Kaleido>(&text, "1K+1E"), after::<Kaleido>(&text, "1k-1e"));
}

#[test]
fn rule_5_a_move_may_not_be_undone() {
    let text = after::<Kaleido>(&with("P1K p6F V00"), "1K-1E");
    let text = after::<Kaleido>(&text, "6F-6H");
    assert!(text.contains(" w 1K-1E 6F-6H "), "{text}");
    assert_eq!(refusal::<Kaleido>(&text, "1E-1K"), "it undoes 1K-1E");
    // Not even to knock something out.
    let struck = after::<Kaleido>(&after::<Kaleido>(&with("P1K p1J"), "1K-1E"), "1J-1K");
    assert_eq!(refusal::<Kaleido>(&struck, "1E+1K"), "it undoes 1K-1E");
    // After another move it may.
    let later = after::<Kaleido>(&text, "00-1G 6H-5F 1E-1K");
    assert!(later.contains("1E-1K"));
}

#[test]
fn rule_5_a_pass_is_no_move() {
    let passed = after::<KaleidoDice>(&with("P1K").replace(" w - -", " w2 1E-1K -"), "0000");
    assert!(passed.contains(" b 1E-1K - "), "{passed}");
    let again = passed.replace(" b ", " w1 ");
    assert_eq!(refusal::<KaleidoDice>(&again, "1K-1E"), "it undoes 1E-1K");
}

#[test]
fn rule_5_the_ban_is_part_of_key_and_text() {
    let banned: Kaleido = position(&with("P1K").replace(" - - ", " 1E-1K - "));
    let free: Kaleido = position(&with("P1K"));
    assert_ne!(banned.key(), free.key());
    assert_ne!(banned, free);
}

#[test]
fn rule_6_an_opponent_without_a_castle_has_lost() {
    let record = played::<Kaleido>(&with("R5A R4H E5C"), "5C+5A");
    assert_eq!(record.outcome(), None);
    let text = with("P5A");
    let record = played::<Kaleido>(&text, "5A+5B");
    assert_eq!(record.outcome(), Some(Outcome::Win(Seat::WHITE, NO_CASTLE)));
    assert_eq!(record.position().count_moves(), 0);
}

#[test]
fn rule_6_a_mover_who_gives_up_his_last_castle_has_lost() {
    let record = played::<Kaleido>(&with(""), "3B-3A");
    assert_eq!(record.outcome(), Some(Outcome::Win(Seat::BLACK, NO_CASTLE)));
}

#[test]
fn rule_6_castles_are_the_centre_and_four_fields_of_the_outer_ring() {
    // White has one raven, and has lost unless it stands on one of the five. Black's pawn holds 3B where White's raven
    // does not.
    let castles = ["00", "1B", "3B", "5B", "7B"];
    for field in engine::board::round::Field::all() {
        let name = field.to_string();
        let text = with(&format!("p3B v5C V{name} {}", if name == "5B" { "v7B" } else { "v5B" }));
        let lost = result::<Kaleido>(&text) == Some(Outcome::Win(Seat::BLACK, NO_CASTLE));
        assert_eq!(lost, !castles.contains(&name.as_str()), "{text}");
    }
}

#[test]
fn rule_6_the_opponent_is_asked_first() {
    // Neither side holds a castle. No move leads here, but a position may be set up so: whoever is to move is the
    // opponent of the last mover.
    let text = "11/11/D10/11/v10/11/11/11/1 w - - 0 1";
    assert_eq!(result::<Kaleido>(text), Some(Outcome::Win(Seat::BLACK, NO_CASTLE)));
    assert_eq!(result::<Kaleido>(&text.replace(" w ", " b ")), Some(Outcome::Win(Seat::WHITE, NO_CASTLE)));
}

#[test]
fn rule_6_decides_before_rule_7() {
    // Black's elephant is shut in: Black to move would have lost.
    let text = "11/11/1V9/11/PlP7P/11/11/11/1 w - - 0 1";
    assert_eq!(result::<Kaleido>(&text.replace(" w ", " b ")), Some(Outcome::Win(Seat::WHITE, Reason::NO_MOVE)));
    // But White has given up the last castle.
    assert_eq!(played::<Kaleido>(text, "3B-3A").outcome(), Some(Outcome::Win(Seat::BLACK, NO_CASTLE)));
}

#[test]
fn rule_7_a_player_without_a_move_has_lost() {
    // An elephant shut in on 3B by its neighbours.
    let shut = "11/2p8/pLp7p/11/1v9/11/11/11/1 w - - 0 1";
    assert_eq!(
        result::<Kaleido>(shut),
        Some(Outcome::Win(Seat::BLACK, Reason::NO_MOVE)),
        "{:?}",
        moves::<Kaleido>(shut)
    );
}

/// The only way of White's tiger from 1B leads over 1K and 1D to 2J, where it has come from.
const ONE_WAY_BACK: &str = "pTp6p1/11/11/11/1v9/11/11/11/1 w 2J-1B - 0 1";

#[test]
fn rule_7_a_player_who_could_only_undo_its_last_move_has_lost() {
    assert_eq!(result::<Kaleido>(ONE_WAY_BACK), Some(Outcome::Win(Seat::BLACK, Reason::NO_MOVE)));
    assert_eq!(leaves(&position::<Kaleido>(ONE_WAY_BACK), 1), 0);
    assert_eq!(refusal::<Kaleido>(ONE_WAY_BACK, "1B-2J"), "it undoes 2J-1B");
    assert_eq!(moves::<Kaleido>(&ONE_WAY_BACK.replace("2J-1B", "-")), ["1B-2J"]);
}

#[test]
fn ruling_the_hundredth_ply_decides_by_the_last_castle() {
    let text = with("").replace(" 0 1", " 99 60");
    let lost = Some(Outcome::Win(Seat::BLACK, NO_CASTLE));
    assert_eq!(played::<Kaleido>(&text, "3B-3A").outcome(), lost);
    assert_eq!(played::<KaleidoDice>(&text, "1:3B-3A").outcome(), lost);
}

#[test]
fn ruling_third_repetition_and_a_hundred_plies_are_draws() {
    // Both players go round in threes, since no piece may go straight back.
    let round = "3B-3C 5B-5C 3C-3K 5C-5K 3K-3B 5K-5B";
    let text = with("V00 v7B");
    let record = played::<Kaleido>(&text, &[round; 3].join(" "));
    assert_eq!(record.occurrences(), 3, "the last moves are the same from the second time on: {}", record.position());
    assert_eq!(record.outcome(), Some(Outcome::Draw(Reason::REPETITION)));
    let late = text.replace(" 0 1", " 99 60");
    let draw = played::<Kaleido>(&late, "00-1G").outcome().expect("the hundredth ply");
    assert_eq!(draw, Outcome::Draw(Reason::NO_PROGRESS));
    assert_eq!(draw.to_string(), "1/2-1/2 {Draw: too long without a knock-out}");
    assert!(after::<Kaleido>(&with("P1K P1B"), "1K+1B").ends_with(" 0 1"), "an own piece counts too");
}

#[test]
fn dice_1_to_4_allow_the_pieces_of_as_many_steps_and_5_and_6_any_piece() {
    let text = KaleidoDice::start().to_string();
    let by = |throw: &str| {
        let thrown = text.replace(" w ", &format!(" w{throw} "));
        let board: KaleidoDice = position(&thrown);
        let mut kinds: Vec<char> = moves::<KaleidoDice>(&thrown)
            .iter()
            .map(|mv| {
                let field = engine::board::round::Field::parse(&mv[..2]).expect("a field");
                board.pieces().kind_on(field).expect("a piece").letter()
            })
            .collect();
        kinds.sort();
        kinds.dedup();
        kinds.into_iter().collect::<String>()
    };
    assert_eq!(["1", "2", "3", "4"].map(by), ["PV", "EH", "RTW", "DL"]);
    assert_eq!([by("5"), by("6")], ["DEHLPRTVW", "DEHLPRTVW"]);
    assert_eq!(refusal::<KaleidoDice>(&text.replace(" w ", " w4 "), "1A-2J"), "a throw of 4 does not let the roc move");
}

#[test]
fn dice_a_player_whose_allowed_pieces_cannot_move_passes_and_one_who_can_must_move() {
    let text = with("");
    assert_eq!(moves::<KaleidoDice>(&text.replace(" w ", " w2 ")), ["0000"]);
    assert_eq!(refusal::<KaleidoDice>(&text.replace(" w ", " w1 "), "0000"), "a piece that may move can");
    assert_eq!(refusal::<Kaleido>(&text, "0000"), "there is no passing in this game");
}

#[test]
fn dice_a_player_who_could_only_undo_its_last_move_passes() {
    let thrown = ONE_WAY_BACK.replace(" w ", " w3 ");
    assert_eq!((result::<KaleidoDice>(&thrown), moves::<KaleidoDice>(&thrown)), (None, vec!["0000".to_string()]));
    assert!(after::<KaleidoDice>(&thrown, "0000").ends_with(" b 2J-1B - 1 1"), "the ban outlasts the pass");
    assert_eq!(leaves(&position::<KaleidoDice>(ONE_WAY_BACK), 1), 6);
}

#[test]
fn dice_a_player_who_passes_whatever_the_throw_has_not_lost() {
    // An elephant shut in.
    let text = "pLp7p/11/11/11/1v9/11/11/11/1 w - - 0 1";
    assert_eq!(result::<Kaleido>(text), Some(Outcome::Win(Seat::BLACK, Reason::NO_MOVE)));
    assert_eq!(result::<KaleidoDice>(text), None);
    assert_eq!(moves::<KaleidoDice>(text), ["1:0000", "2:0000", "3:0000", "4:0000", "5:0000", "6:0000"]);
    assert_eq!(position::<KaleidoDice>(text).count_composite_moves(), 6);
}

#[test]
fn dice_a_pass_is_a_ply_and_is_written_0000() {
    let text = with("").replace(" w ", " w2 ");
    assert_eq!(moves::<KaleidoDice>(&text), ["0000"]);
    assert!(after::<KaleidoDice>(&text, "0000").ends_with(" b - - 1 1"));
    let late = text.replace(" 0 1", " 99 60");
    assert_eq!(played::<KaleidoDice>(&late, "0000").outcome(), Some(Outcome::Draw(Reason::NO_PROGRESS)));
    // Black's raven answers three of the six throws, and passes on the others.
    let answers = moves::<KaleidoDice>(&text.replace(" w2 ", " b1 ")).len() as u64;
    assert_eq!([1, 2].map(|depth| leaves(&position::<KaleidoDice>(&text), depth)), [1, 3 * answers + 3]);
}

#[test]
fn dice_a_position_without_a_throw_is_a_chance_node() {
    let start = KaleidoDice::start();
    assert_eq!(start.to_act(), ToAct::Chance);
    assert_eq!(
        played::<KaleidoDice>(&start.to_string(), "3").position().to_string(),
        start.to_string().replace(" w ", " w3 ")
    );
    // A move may be written without its throw, or with it.
    let text = start.to_string();
    assert_eq!(after::<KaleidoDice>(&text, "1C-2J"), after::<KaleidoDice>(&text, "3:1C-2J"));
    assert_eq!(after::<KaleidoDice>(&text, "3 1C-2J"), after::<KaleidoDice>(&text, "6:1C-2J"));
    assert_eq!(refusal::<KaleidoDice>(&text, "2:1C-2J"), "a throw of 2 does not let the roc move");
}

#[test]
fn a_throw_is_followed_by_one_move() {
    let start = KaleidoDice::start();
    assert_eq!(start.read_move("1:2C-3A").map(|mv| start.write_move(mv)), Ok("1:2C-3A".to_string()));
    for text in ["1:", "1:1", "1:1:2C-3A", "1:2C-3A:1", ":2C-3A", "7:2C-3A"] {
        assert_eq!(start.read_move(text), Err(MoveError::Syntax), "{text}");
    }
    // A word as long as a line of the protocols is refused without a frame of the stack for each colon.
    assert_eq!(start.read_move(&"1:".repeat(1 << 19)), Err(MoveError::Syntax));
}

#[test]
fn the_armies() {
    for (text, letter) in [(KaleidoPawns::start().to_string(), 'p'), (KaleidoRavens::start().to_string(), 'v')] {
        assert_eq!(text.matches(letter).count(), 18);
        assert!(text.chars().filter(|c| c.is_lowercase() && *c != 'w').all(|c| c == letter));
        assert_eq!(position::<Kaleido>(&text).pieces().of(Seat::BLACK), Kaleido::start().pieces().of(Seat::BLACK));
    }
}

#[test]
fn faults_in_positions_are_named() {
    let start = Kaleido::start().to_string();
    for (old, new, expected) in [
        ("RWRL5LD", "RWRL5LX", "board, column 7: sector 1: 'X' is no piece"),
        ("RWRL5LD", "RWRL5LDD", "board, column 8: sector 1: 'D' goes beyond the last of 11 fields"),
        ("RWRL5LD", "RWRL4LD", "board, column 8: sector 1: only 10 of 11 fields described"),
        ("/11/", "/12/", "board, column 17: sector 3: '12' is no number of empty fields: 11 left"),
        ("/11/", "/0/", "board, column 17: sector 3: '0' is no number of empty fields: 11 left"),
        ("/1 w", "/2 w", "board, column 55: the centre: '2' is no number of empty fields: 1 left"),
        ("/1 w", " w", "board, column 54: only 8 of 8 sectors and the centre described"),
        ("/1 w", "/1/1 w", "board, column 57: more than 8 sectors and the centre"),
        ("/1 w", "/R w", "board, column 55: the centre: White has more than 18 pieces"),
        (" w ", " x ", "side to move, column 57: 'x' is neither 'w' nor 'b'"),
        (" w ", " w3 ", "side to move, column 58: '3' is no throw of this game"),
        (" - - ", " 1B-1B - ", "White's last move, column 59: '1B-1B' is neither '-' nor a move like '1B-2F'"),
        (" - - ", " - 9B-1A ", "Black's last move, column 61: '9B-1A' is neither '-' nor a move like '1B-2F'"),
        (" - - 0 1", " -", "Black's last move, column 60: missing"),
        (" 0 1", " x 1", "halfmove clock, column 63: 'x' is no number from 0 to 65535"),
    ] {
        let text = start.replacen(old, new, 1);
        assert_eq!(text.parse::<Kaleido>().expect_err(&text).to_string(), expected, "{text}");
    }
    // Seventeen wizards, three throws for each of their moves: more than any list of moves holds.
    let wizards = "6WW3/6WW3/6WW3/6WW3/1v4WW3/6WW3/6WW3/6WW3/W w - - 0 1";
    assert!(wizards.parse::<Kaleido>().is_ok());
    let error = wizards.parse::<KaleidoDice>().expect_err("too many moves").to_string();
    assert_eq!(error, "board, column 1: White may get more than 1024 moves with their throws");
    let dice = start.replace(" w ", " w7 ");
    assert!(dice.parse::<KaleidoDice>().is_err() && start.replace(" w ", " w+3 ").parse::<KaleidoDice>().is_err());
}
