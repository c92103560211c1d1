//! KaleidoChess for three and four, ruling by ruling.

use std::collections::BTreeMap;

use engine::game::{Game, Seat};
use engine::outcome::{Outcome, Reason, Shares};
use engine::record::Record;
use engine::text::{Notation, write_row};
use engine::variants::kaleido::many::LAST_IN;
use engine::variants::{Kaleido3, Kaleido4};
use tests::positions::{after, leaves, moves, moves_from, played, position, refusal, result};

/// Position with pieces on some fields, `'W3B` for Red's wizard on 3B, and the rest of its text.
fn with(pieces: &str, rest: &str) -> String {
    let split = |piece: &str| {
        let (letter, field) = piece.split_at(piece.len() - 2);
        (field.to_string(), letter.to_string())
    };
    let pieces: BTreeMap<String, String> = pieces.split_whitespace().map(split).collect();
    let sector = |sector: usize| write_row(('A'..='K').map(|letter| pieces.get(&format!("{sector}{letter}"))));
    let sectors: Vec<String> = (1..=8).map(sector).collect();
    format!("{}/{} {rest}", sectors.join("/"), write_row([pieces.get("00")]))
}

/// Four ravens on four castles, a lone pawn of each off them, and the rest of the text.
fn four(rest: &str) -> String {
    with("V1B P1E 'V3B 'P3E v5B p5E 'v7B 'p7E", rest)
}

fn last_in(seat: usize) -> Option<Outcome> {
    Some(Outcome::Win(Seat::new(seat), LAST_IN))
}

/// Why a position is refused, and where.
fn error<G: Notation>(text: &str) -> String {
    text.parse::<G>().err().unwrap_or_else(|| panic!("{text} is read")).to_string()
}

#[test]
fn start_position_counts() {
    assert_eq!([1, 2].map(|depth| leaves(&Kaleido3::start(), depth)), [99, 9_656]);
    assert_eq!([1, 2].map(|depth| leaves(&Kaleido4::start(), depth)), [98, 9_558]);
}

#[test]
fn ruling_the_start_positions() {
    let four = "RWRLP3PLD/E1'E'T5T1/'R'W'R'L'P3'P'L'D/'E1et5'T1/rwrlp3pld/e1'e't5t1/'r'w'r'l'p3'p'l'd/'e1ET5't1/1 \
                w - - - - 0 1";
    let three = "RWRLP3PLD/E1'E'T5T1/'R'W'R'L'P3'P'L'D/'E1et5'T1/rwrlp3pld/e8t1/11/2ET7/1 w - - - 0 1";
    assert_eq!(Kaleido4::start().to_string(), four);
    assert_eq!(Kaleido3::start().to_string(), three);
}

#[test]
fn ruling_twelve_men_each_around_the_own_castle() {
    let start = Kaleido4::start();
    for (seat, sector) in Seat::all(4).zip([1, 3, 5, 7]) {
        let (before, behind) = ((sector + 6) % 8 + 1, sector + 1);
        let men = [
            (format!("{sector}B"), 'W'),
            (format!("{sector}A"), 'R'),
            (format!("{sector}C"), 'R'),
            (format!("{before}C"), 'E'),
            (format!("{behind}A"), 'E'),
            (format!("{sector}K"), 'D'),
            (format!("{sector}J"), 'L'),
            (format!("{sector}D"), 'L'),
            (format!("{before}D"), 'T'),
            (format!("{behind}J"), 'T'),
            (format!("{sector}I"), 'P'),
            (format!("{sector}E"), 'P'),
        ];
        assert_eq!(start.pieces().of(seat).len(), 12);
        for (field, letter) in men {
            let on = start.pieces().on(engine::board::round::Field::parse(&field).expect("a field"));
            assert_eq!(on.map(|(owner, kind)| (owner, kind.letter())), Some((seat, letter)), "{field}");
        }
    }
    assert_eq!(
        [Kaleido3::SEAT_NAMES.join(" "), Kaleido4::SEAT_NAMES.join(" ")],
        ["White Red Black", "White Red Black Green"]
    );
}

#[test]
fn ruling_players_move_clockwise() {
    let sides = |text: &str| text.split(' ').nth(1).expect("a side").to_string();
    let quiet = ["1E-1I", "3E-3I", "5E-5I", "7E-7I", "1I-1J"];
    let along: Vec<String> =
        (0..=5).map(|plies| sides(&after::<Kaleido4>(&four("w - - - - 0 1"), &quiet[..plies].join(" ")))).collect();
    assert_eq!(along, ["w", "r", "b", "g", "w", "r"]);
    let three = with("V1B P1E 'V3B 'P3E v5B p5E", "w - - - 0 1");
    assert_eq!(sides(&after::<Kaleido3>(&three, "1E-1I 3E-3I 5E-5I")), "w");
}

#[test]
fn ruling_the_castle_at_7b_counts_for_three_players_too() {
    // White's last castle is the one that nobody sat at.
    let text = with("V7B P1E 'V3B 'P3E v5B p5E", "b - - - 0 1");
    assert!(after::<Kaleido3>(&text, "5E-5I").ends_with(" w - - 5E-5I 1 2"));
    for castle in ["1B", "3B", "5B", "7B", "00"] {
        let text = with(&format!("V{castle} P2E 'P2K 'E8A 'V4A p6E p6K"), "r - - - 0 1");
        assert_eq!(result::<Kaleido3>(&after::<Kaleido3>(&text, "2K-2B")), last_in(0), "White holds {castle}");
    }
}

#[test]
fn ruling_another_player_without_a_castle_is_out_and_his_men_leave_the_board() {
    // Red's roc takes the raven on Black's only castle.
    let text = with("V1B 'V3B 'R4B v5B p5E d6E 'v7B", "r 1A-1B 3A-3B 5A-5B 7A-7B 7 4");
    let text = after::<Kaleido4>(&text, "4B+5B");
    assert_eq!(text, with("V1B 'V3B 'R5B 'v7B", "g 1A-1B 4B-5B - 7A-7B 0 4"));
}

#[test]
fn ruling_the_last_move_of_who_is_out_is_forgotten_with_his_last_man() {
    // Black's only man is knocked out: nothing of Black is left but its last move.
    let text = after::<Kaleido4>(&with("V1B 'V3B 'R4B v5B 'v7B", "r 1A-1B - 5A-5B - 3 1"), "4B+5B");
    assert_eq!(text, with("V1B 'V3B 'R5B 'v7B", "g 1A-1B 4B-5B - - 0 1"));
    let played = played::<Kaleido4>(&with("V1B 'V3B 'R4B v5B 'v7B", "r 1A-1B - 5A-5B - 3 1"), "4B+5B");
    assert_eq!(played.position(), &position(&text));
}

#[test]
fn ruling_the_turn_goes_to_the_next_player_who_is_in() {
    // Black and Green are out: after Red comes White, and after White Red.
    let text = with("V1B P1E 'V3B 'P3E", "r - - - - 0 1");
    assert_eq!(after::<Kaleido4>(&text, "3E-3I"), with("V1B P1E 'V3B 'P3I", "w - 3E-3I - - 1 2"));
    assert_eq!(after::<Kaleido4>(&text, "3E-3I 1E-1I"), with("V1B P1I 'V3B 'P3I", "r 1E-1I 3E-3I - - 2 2"));
}

#[test]
fn ruling_the_round_grows_when_the_turn_passes_whites_seat_whether_he_is_in_or_not() {
    let text = with("'V3B 'P3E v5B p5E", "b - - - - 0 6");
    let text = after::<Kaleido4>(&text, "5E-5I");
    assert_eq!(text, with("'V3B 'P3E v5B p5I", "r - - 5E-5I - 1 7"));
    assert!(after::<Kaleido4>(&text, "3E-3I").ends_with(" b - 3E-3I 5E-5I - 2 7"));
}

#[test]
fn ruling_a_mover_who_gives_up_his_last_castle_is_out_if_somebody_else_is_in() {
    let text = after::<Kaleido4>(&four("r - - - - 9 1"), "3B-3A");
    assert_eq!(text, with("V1B P1E v5B p5E 'v7B 'p7E", "b - - - - 0 1"));
    // With one opponent left, that one has won.
    let text = after::<Kaleido4>(&with("V1B P1E 'V3B 'P3E", "w - - - - 0 1"), "1B-1A");
    assert_eq!((result::<Kaleido4>(&text), text), (last_in(1), with("'V3B 'P3E", "r - - - - 0 1")));
}

#[test]
fn ruling_the_mover_has_won_castle_or_not_if_all_others_are_out() {
    let text = with("R2B V1B 'V3B 'P3E", "w - - - - 0 1");
    let won = after::<Kaleido4>(&text, "2B+3B");
    assert_eq!((result::<Kaleido4>(&won), won), (last_in(0), with("R3B V1B", "w 2B-3B - - - 0 2")));
    // Red has no castle and is out by any move of White's, also by one that gives up White's own.
    let text = with("V1B P1E 'V4A 'P3E", "w - - - - 0 1");
    let won = after::<Kaleido4>(&text, "1B-1A");
    assert_eq!((result::<Kaleido4>(&won), won), (last_in(0), with("V1A P1E", "w 1B-1A - - - 0 2")));
}

#[test]
fn ruling_a_mover_who_knocks_a_player_out_and_gives_up_his_castle_is_out_too() {
    // Black has no castle and is out by White's move; Green is still in, so White is out as well, and Green has won.
    let text = with("V1B P1E v4A p5E 'v7B 'p7E", "w - - - - 3 1");
    let won = after::<Kaleido4>(&text, "1B-1A");
    assert_eq!((result::<Kaleido4>(&won), won), (last_in(3), with("'v7B 'p7E", "g - - - - 0 1")));
    // With Red in as well the game goes on between Red and Green.
    let text = with("V1B P1E 'V3B v4A p5E 'v7B 'p7E", "w - - - - 3 1");
    assert_eq!(after::<Kaleido4>(&text, "1B-1A"), with("'V3B 'v7B 'p7E", "r - - - - 0 1"));
}

#[test]
fn ruling_several_players_leave_at_once() {
    let text = with("V1B P1E 'V3A 'P3E v4A p5E 'v7B 'p7E", "g 1A-1B 2C-3A 5A-4A 7A-7B 3 1");
    assert_eq!(after::<Kaleido4>(&text, "7E-7I"), with("V1B P1E 'v7B 'p7I", "w 1A-1B - - 7E-7I 0 2"));
}

#[test]
fn ruling_castles_are_counted_after_a_move_only() {
    // Red has no castle but the turn: it has one move to come to one.
    let text = with("V1B P1E 'V3A 'P3E", "r - - - - 0 1");
    assert_eq!(result::<Kaleido4>(&text), None);
    assert_eq!(result::<Kaleido4>(&after::<Kaleido4>(&text, "3A-3B")), None);
    assert_eq!(result::<Kaleido4>(&after::<Kaleido4>(&text, "3E-3I")), last_in(0));
}

#[test]
fn ruling_a_player_who_cannot_move_is_out_by_his_only_ply() {
    // White's elephant is shut in. The pawns around it are Black's.
    let text = with("L1B p1A p1C p1K v5B 'v7B", "w 1A-1B - 1J-1K - 5 3");
    assert_eq!(moves::<Kaleido4>(&text), ["0000"]);
    assert_eq!(leaves(&position::<Kaleido4>(&text), 1), 1);
    assert_eq!(result::<Kaleido4>(&text), None);
    let out = after::<Kaleido4>(&text, "0000");
    assert_eq!(out, with("p1A p1C p1K v5B 'v7B", "b - - 1J-1K - 0 3"));
    // With two left, the other one has won.
    let text = with("L1B p1A p1C p1K v5B", "w - - - 5 3");
    assert_eq!(result::<Kaleido3>(&after::<Kaleido3>(&text, "0000")), last_in(2));
}

#[test]
fn ruling_a_player_who_could_only_undo_its_last_move_is_out() {
    // The only way of White's tiger leads over 1K and 1D to 2J.
    let text = with("p1A T1B p1C p1J v5B 'v7B", "w 2J-1B - - - 5 3");
    assert_eq!(moves::<Kaleido4>(&text), ["0000"]);
    assert_eq!(moves::<Kaleido4>(&text.replace("2J-1B", "-")), ["1B-2J"]);
    assert_eq!(after::<Kaleido4>(&text, "0000"), with("p1A p1C p1J v5B 'v7B", "b - - - - 0 3"));
}

#[test]
fn ruling_after_a_pass_nobodys_castles_are_counted() {
    // Red has no castle, and no move has been made since: it is Red's turn.
    let text = with("p1A T1B p1C p1J 'V3A v5B", "w 2J-1B - - - 5 3");
    let passed = after::<Kaleido4>(&text, "0000");
    assert_eq!((result::<Kaleido4>(&passed), passed), (None, with("p1A p1C p1J 'V3A v5B", "r - - - - 0 3")));
}

#[test]
fn ruling_nobody_passes_who_can_move() {
    assert_eq!(refusal::<Kaleido4>(&four("w - - - - 0 1"), "0000"), "only a player who cannot move a piece passes");
}

#[test]
fn ruling_the_last_one_in_has_won() {
    let text = with("V1A P1E", "w - - - - 0 1");
    assert_eq!(result::<Kaleido4>(&text), last_in(0));
    assert_eq!(moves::<Kaleido4>(&text).len(), 0);
    assert_eq!(refusal::<Kaleido4>(&text, "1E-1I"), "the game is over");
    for (seat, words) in Seat::all(4).zip(["White", "Red", "Black", "Green"]) {
        let outcome = Outcome::Win(seat, LAST_IN);
        assert_eq!(outcome.explanation(), format!("{words} is the last one in"));
        let shares = Shares::of(outcome, &position::<Kaleido4>(&text));
        assert_eq!(shares.points(seat), 1.0);
    }
}

#[test]
fn rule_a_piece_knocks_out_its_owners_men_too() {
    let text = with("V1B P1E D2I 'V3B v5B 'v7B", "w - - - - 8 1");
    assert!(after::<Kaleido4>(&text, "1E+2I").ends_with(" r 1E-2I - - - 0 1"));
    // The last castle is not lost by a man who takes the place of another.
    let text = after::<Kaleido4>(&with("V1B R2B 'V3B v5B 'v7B", "w - - - - 8 1"), "2B+1B");
    assert!(text.ends_with(" r 2B-1B - - - 0 1"), "{text}");
}

#[test]
fn rule_nobody_undoes_his_own_last_move() {
    let text = four("w 1I-1E 3I-3E - - 4 2");
    assert_eq!(moves_from::<Kaleido4>(&text, "1E-1I").len(), 0);
    assert_eq!(refusal::<Kaleido4>(&text, "1E-1I"), "it undoes 1I-1E");
    // Red's ban is Red's alone, and lasts until Red has moved.
    let text = after::<Kaleido4>(&text, "1E-1F");
    assert_eq!(refusal::<Kaleido4>(&text, "3E-3I"), "it undoes 3I-3E");
    // Whoever stands on the field that the piece came from.
    let text = four("w 1I-1E - - - 4 2").replace("P6", "P3v2");
    assert_eq!(refusal::<Kaleido4>(&text, "1E+1I"), "it undoes 1I-1E");
}

#[test]
fn ruling_the_clock_counts_plies_since_a_knock_out_or_an_exit() {
    let text = four("w - - - - 0 1");
    assert!(after::<Kaleido4>(&text, "1E-1I 3E-3I 5E-5I").ends_with(" 3 1"));
    assert!(after::<Kaleido4>(&text, "1E-1I 3E-3I 5B-5A").ends_with(" 0 1"), "an exit");
    let text = with("V1B P1E D2I 'V3B v5B 'v7B", "w - - - - 8 1");
    assert!(after::<Kaleido4>(&text, "1E+2I").ends_with(" 0 1"), "a knock-out");
}

#[test]
fn ruling_fifty_plies_for_each_player_of_the_beginning_are_a_draw() {
    let outcome = |text: &str| Record::new(position::<Kaleido4>(text)).outcome();
    let draw = Some(Outcome::Draw(Reason::NO_PROGRESS));
    assert_eq!([Kaleido3::NO_PROGRESS_PLIES, Kaleido4::NO_PROGRESS_PLIES], [150, 200]);
    assert_eq!([outcome(&four("w - - - - 199 60")), outcome(&four("w - - - - 200 60"))], [None, draw]);
    // Also with two left.
    let two = with("V1B P1E v5B p5E", "w - - - - 200 60");
    assert_eq!(outcome(&two), draw);
    let three = |clock: u32| with("V1B P1E v5B p5E", &format!("w - - - {clock} 60"));
    let outcome = |text: &str| Record::new(position::<Kaleido3>(text)).outcome();
    assert_eq!([outcome(&three(149)), outcome(&three(150))], [None, draw]);
    // A win on the last ply stands.
    let text = with("R2B V1B 'V3B 'P3E", "w - - - - 199 60");
    assert_eq!(played::<Kaleido4>(&text, "2B+3B").outcome(), last_in(0));
}

#[test]
fn ruling_a_third_repetition_is_a_draw_if_the_last_moves_are_the_same_too() {
    // Each walks a triangle round, so that nobody undoes a move.
    let text = with("V1B V1E 'V3B 'V3E v5B v5E 'v7B 'v7E", "w - - - - 0 1");
    let turn = |from: &str, to: &str| [1, 3, 5, 7].map(|sector| format!("{sector}{from}-{sector}{to}")).join(" ");
    let round = [turn("E", "K"), turn("K", "J"), turn("J", "I"), turn("I", "E")].join(" ");
    // The first position had no last moves, so the second visit is the first of its kind.
    let outcomes: Vec<Option<Outcome>> =
        (1..=4).map(|rounds| played::<Kaleido4>(&text, &vec![round.as_str(); rounds].join(" ")).outcome()).collect();
    assert_eq!(
        outcomes,
        [None, None, Some(Outcome::Draw(Reason::REPETITION)), Some(Outcome::Draw(Reason::REPETITION))]
    );
}

#[test]
fn ruling_a_draw_is_shared_by_those_who_are_in() {
    let shares = |text: &str| Shares::of(Outcome::Draw(Reason::REPETITION), &position::<Kaleido4>(text)).to_string();
    assert_eq!(shares(&four("w - - - - 0 1")), "1/4-1/4-1/4-1/4");
    assert_eq!(shares(&with("V1B 'V3B 'v7B", "w - - - - 0 1")), "1/3-1/3-0-1/3");
    assert_eq!(shares(&with("V1B v5B", "w - - - - 0 1")), "1/2-0-1/2-0");
    assert_eq!(Shares::of(last_in(2).expect("a win"), &Kaleido4::start()).to_string(), "0-0-1-0");
    assert_eq!(Shares::of(last_in(2).expect("a win"), &Kaleido3::start()).to_string(), "0-0-1");
}

#[test]
fn moves_are_read_with_either_mark() {
    let game = position::<Kaleido4>(&with("V1B P1E D2I 'V3B", "w - - - - 0 1"));
    assert_eq!(game.read_move("1E-2I"), game.read_move("1e+2i"));
    assert_eq!(game.write_move(game.read_move("1E-2I").expect("a move")), "1E+2I");
    let refused = |mv: &str| game.read_move(mv).expect_err("no move").to_string();
    assert_eq!(refused("1E"), "not a move");
    assert_eq!(refused("3B-3A"), "the piece on 3B is Red's");
    assert_eq!(refused("4B-3A"), "no piece on 4B");
    assert_eq!(refused("1E-8G"), "the pawn on 1E does not get to 8G");
}

#[test]
fn errors_of_positions_name_the_place() {
    let start = Kaleido4::start().to_string();
    for (text, reason) in [
        (four("x - - - - 0 1"), "side to move, column 43: 'x' is none of 'w', 'r', 'b', 'g'"),
        (four("w - - - 0 1"), "Green's last move, column 51: '0' is neither '-' nor a move like '1B-2F'"),
        (four("w - 3A-3A - - 0 1"), "Red's last move, column 47: '3A-3A' is neither '-' nor a move like '1B-2F'"),
        (with("V1B v5B", "r - - - - 0 1"), "side to move, column 29: Red has no piece and is out"),
        (with("V1B v5B", "w - 3A-3B - - 0 1"), "Red's last move, column 33: '3A-3B', but Red has no piece and is out"),
        (with("", "w - - - - 0 1"), "side to move, column 27: White has no piece and is out"),
        (start.replace("RWR", "'XWR"), "board, column 1: sector 1: ''X' is no piece"),
        (start.replace("RWR", "'9WR"), "board, column 1: sector 1: ''9' is no piece"),
        (start.replace("/1 w", "/' w"), "board, column 97: the centre: ''' is no piece"),
        (start.replace("/1 w", "/P w"), "board, column 97: the centre: White has more than 12 pieces"),
        (start.replace("T1/'R", "T2/'R"), "board, column 19: sector 2: '2' is no number of empty fields: 1 left"),
        (start.replace("0 1", "0"), "move number, column 110: missing"),
        (start.replace("0 1", "x 1"), "halfmove clock, column 109: 'x' is no number from 0 to 65535"),
        (start.replace("0 1", "0 y"), "move number, column 111: 'y' is no number from 0 to 65535"),
        (start.replace("0 1", "0 1 2"), "position, column 113: '2' after the last field"),
        (start.replace(" w - - - - 0 1", ""), "side to move, column 98: missing"),
        (start.replace(" - 0 1", ""), "Green's last move, column 106: missing"),
    ] {
        assert_eq!(error::<Kaleido4>(&text), reason, "{text}");
    }
    let three = with("V1B 'V3B v5B", "w - - - 0 1");
    assert_eq!(
        error::<Kaleido3>(&three.replace(" w ", " g ")),
        "side to move, column 31: 'g' is none of 'w', 'r', 'b'"
    );
    assert_eq!(
        error::<Kaleido3>(&three.replace("/11/1 ", "/11/'v ")),
        "board, column 29: the centre: ''v' is no piece"
    );
}

#[test]
fn clocks_may_be_left_out_together() {
    let text = four("w - - - -");
    assert_eq!(position::<Kaleido4>(&text).to_string(), text + " 0 1");
}
