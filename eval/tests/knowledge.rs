//! Knowledge of the orthodox evaluations, one piece of it a test: of two positions that differ in it alone, the better
//! one is valued higher.

use engine::eval::Evaluator;
use engine::variants::orthodox::{Position, Progressive, Relay, Standard};
use eval::HceEvaluator;
use eval::endgame::KNOWN_WIN;
use eval::orthodox::OrthodoxParams;

/// Value for White, which is to move unless the text says otherwise.
fn value<R: OrthodoxParams>(text: &str) -> i32 {
    let text = if text.contains(' ') { format!("{text} - - 0 1") } else { format!("{text} w - - 0 1") };
    let position: Position<R> = text.parse().unwrap_or_else(|error| panic!("{text}: {error}"));
    let mut eval = HceEvaluator::<Position<R>>::default();
    eval.reset(&position);
    let value = eval.evaluate(&position);
    if text.contains(" w ") { value } else { -value }
}

#[test]
fn a_bare_king_with_a_series_of_moves_is_not_lost() {
    // Its fourth move captures the rook.
    let position: Position<Progressive> = "8/8/8/3k4/8/8/8/R6K b - - 10/10 0 40".parse().unwrap();
    let mut eval = HceEvaluator::default();
    eval.reset(&position);
    assert!(eval.evaluate(&position).abs() < KNOWN_WIN);
}

fn chess(text: &str) -> i32 {
    value::<Standard>(text)
}

fn relay(text: &str) -> i32 {
    value::<Relay>(text)
}

mod in_chess {
    use engine::eval::Evaluator;
    use eval::NnueEvaluator;

    use super::{KNOWN_WIN, chess};

    /// King safety term of Black in the middle game.
    fn black_king(text: &str) -> i32 {
        let position = format!("{text} w - - 0 1").parse().unwrap();
        let terms = NnueEvaluator::<engine::variants::Chess>::default().terms(&position);
        terms.iter().find(|term| term.name == "king safety").unwrap().seats[1].0
    }

    #[test]
    fn a_passed_pawn_gains_with_every_rank() {
        let ranks = [
            "1r2k3/8/8/8/8/8/P7/1R2K3",
            "1r2k3/8/8/8/8/P7/8/1R2K3",
            "1r2k3/8/8/8/P7/8/8/1R2K3",
            "1r2k3/8/8/P7/8/8/8/1R2K3",
            "1r2k3/8/P7/8/8/8/8/1R2K3",
            "1r2k3/P7/8/8/8/8/8/1R2K3",
        ];
        let values = ranks.map(chess);
        // On the second and the third it is far from everything.
        assert!(values[1..].is_sorted(), "{values:?}");
        assert!(values[5] > values[2] + 80, "the seventh rank and the fourth: {values:?}");
    }

    #[test]
    fn a_free_path_helps_a_passed_pawn() {
        let free = chess("2r1k3/8/P7/8/8/8/8/2R1K3");
        let blocked = chess("4k3/r7/P7/8/8/8/8/2R1K3");
        assert!(free > blocked + 30, "{free} {blocked}");
    }

    #[test]
    fn a_pawn_that_outruns_the_king_is_nearly_a_queen() {
        let outside = chess("7k/8/8/P7/8/8/8/K7");
        let inside = chess("2k5/8/8/P7/8/8/8/K7");
        assert!(outside > inside + 200, "{outside} {inside}");
    }

    #[test]
    fn the_bishop_pair_is_more_than_bishop_and_knight() {
        assert!(chess("2b1kn2/pp4pp/8/8/8/8/PP4PP/2B1KB2") > 30);
    }

    #[test]
    fn rooks_gain_on_open_files() {
        let open = chess("4k3/1pp2ppp/8/8/8/8/1PP2PPP/3RK3");
        let closed = chess("4k3/1pp2ppp/8/8/8/8/1PP2PPP/2R1K3");
        assert!(open > closed + 15, "{open} {closed}");
    }

    #[test]
    fn a_knight_on_an_outpost_cannot_be_driven_away() {
        let driven_away = chess("4k3/p6p/2p5/3N4/4P3/8/P6P/4K3 b");
        let outpost = chess("4k3/p6p/5p2/3N4/4P3/8/P6P/4K3 b");
        assert!(outpost > driven_away + 15, "{outpost} {driven_away}");
    }

    #[test]
    fn weak_pawns_are_worth_less() {
        let healthy = chess("4k3/ppp5/8/8/8/8/PPP5/4K3");
        let doubled = chess("4k3/ppp5/8/8/8/P7/PP6/4K3");
        assert!(healthy > doubled + 10, "{healthy} {doubled}");
        let connected = chess("4k3/1ppp4/8/8/8/8/1PPP4/4K3");
        let isolated = chess("4k3/1ppp4/8/8/8/8/P1P1P3/4K3");
        assert!(connected > isolated + 10, "{connected} {isolated}");
    }

    #[test]
    fn a_king_behind_its_pawns_is_safer() {
        let behind = chess("r2q1rk1/ppp2ppp/8/8/8/8/PPP2PPP/R2Q1RK1");
        let stripped = chess("r2q1rk1/ppp2ppp/8/8/5PPP/8/PPP5/R2Q1RK1");
        assert!(behind > stripped + 20, "{behind} {stripped}");
    }

    #[test]
    fn attackers_near_the_king_help_one_another() {
        let quiet = black_king("r4r1k/pp3p1p/1q6/8/8/2NQ4/PP3PPP/R4RK1");
        let knight = black_king("r4r1k/pp3p1p/1q6/5N2/8/3Q4/PP3PPP/R4RK1");
        let queen = black_king("r4r1k/pp3p1p/1q6/8/6Q1/2N5/PP3PPP/R4RK1");
        let both = black_king("r4r1k/pp3p1p/1q6/5N2/6Q1/8/PP3PPP/R4RK1");
        assert!(quiet - both > (quiet - knight) + (quiet - queen), "{quiet} {knight} {queen} {both}");
    }

    #[test]
    fn hanging_pieces_cost() {
        let guarded = chess("3rk3/pp6/3n4/8/8/8/PP4PP/3RK3");
        let loose = chess("r3k3/pp6/3n4/8/8/8/PP4PP/3RK3");
        assert!(loose > guarded + 20, "{loose} {guarded}");
        let attacked = chess("3rk3/pp6/3n4/4P3/8/8/PP4P1/3RK3");
        let spared = chess("3rk3/pp6/3n4/6P1/8/8/PP4P1/3RK3");
        assert!(attacked > spared + 20, "{attacked} {spared}");
    }

    #[test]
    fn bare_kings_are_driven_to_the_edge() {
        assert!(chess("k7/8/1K6/8/8/8/8/7R") > chess("8/8/8/3k4/8/1K6/8/7R") + 60);
        assert!(chess("8/8/8/3k4/8/3K4/8/7R b") > chess("8/8/8/3k4/8/8/8/K6R b"));
    }

    #[test]
    fn mating_material_against_a_bare_king_is_a_known_win() {
        for men in ["Q", "R", "BB", "BN", "RP", "BNP"] {
            let text = format!("8/8/4k3/8/8/8/{}{men}/K7", 8 - men.len());
            assert!(chess(&text) > KNOWN_WIN, "{text}");
        }
        for text in ["8/8/8/4k3/8/8/B7/KB6", "8/8/8/4k3/8/8/8/KNN5", "8/8/8/4k3/8/8/P7/KB6", "8/4p3/8/4k3/8/8/8/KQ6"] {
            assert!(chess(text) < KNOWN_WIN, "{text}");
        }
        assert!(chess("8/8/8/4k3/8/8/8/KQ6") > chess("8/8/8/4k3/8/8/7P/KR6"), "a pawn promotes");
    }

    #[test]
    fn the_network_has_no_part_in_known_wins() {
        for text in ["8/8/8/4k3/8/8/8/KR6", "kbn5/8/8/8/4K3/8/8/8"] {
            let position = format!("{text} w - - 0 1").parse().unwrap();
            let mut evaluator = NnueEvaluator::<engine::variants::Chess>::default();
            evaluator.reset(&position);
            assert_eq!(evaluator.evaluate(&position), chess(text), "{text}");
        }
    }

    #[test]
    fn a_queen_against_a_rook_drives_the_king_to_the_edge() {
        // Far more than the rook in the way and the far king would make of it.
        let gain = chess("k7/1r6/2K5/8/8/8/8/6Q1") - chess("8/8/8/3k4/4r3/8/8/1K4Q1");
        let with_pawn = chess("k7/1r6/2K4p/8/8/8/8/6Q1") - chess("8/8/7p/3k4/4r3/8/8/1K4Q1");
        assert!(gain > 160, "{gain}");
        assert!(with_pawn < 150, "a pawn leaves no time for that: {with_pawn}");
    }

    #[test]
    fn bishop_and_knight_mate_in_the_bishops_corner() {
        let right = chess("k7/8/1K6/3N4/4B3/8/8/8 b");
        let wrong = chess("7k/8/6K1/4N3/4B3/8/8/8 b");
        assert!(right > wrong + 60, "{right} {wrong}");
    }

    #[test]
    fn drawn_endgames_are_worth_nothing() {
        for text in [
            "4k3/8/8/8/8/8/8/3NNK2",
            "4k3/4p3/8/8/8/8/8/3NNK2",
            "4k3/8/8/8/8/8/8/4BK2",
            "k7/8/8/P7/8/8/8/4BK2",
            "1k6/8/P7/8/8/8/8/5K2",
            "4kb2/8/8/8/8/8/8/3BNK2",
        ] {
            let value = chess(text);
            assert!(value.abs() <= 60, "{text}: {value}");
        }
        assert!(chess("k7/8/8/P7/8/3B4/8/5K2") > 300, "the bishop commands the corner");
    }

    #[test]
    fn opposite_coloured_bishops_halve_the_advantage() {
        let opposite = chess("3bk3/ppp5/8/8/8/8/PPP2PP1/3BK3");
        let same = chess("2b1k3/ppp5/8/8/8/8/PPP2PP1/3BK3");
        assert!(opposite * 3 < same * 2, "{opposite} {same}");
    }
}

mod in_knight_relay {
    use super::relay;

    #[test]
    fn a_relayed_queen_near_the_king_is_stronger() {
        let relayed = relay("r4rk1/ppp2ppp/8/6Q1/4N3/8/PPP2PPP/R4RK1");
        let alone = relay("r4rk1/ppp2ppp/8/6Q1/8/N7/PPP2PPP/R4RK1");
        assert!(relayed > alone + 60, "{relayed} {alone}");
    }

    #[test]
    fn a_relayed_pawn_attacks_by_its_leap() {
        let fork = relay("4k3/pp4pp/2r1q3/8/3P4/5N2/PP4PP/3QKR2");
        let step = relay("4k3/pp4pp/2r1q3/8/3P4/7N/PP4PP/3QKR2");
        assert!(fork > step + 60, "{fork} {step}");
    }

    #[test]
    fn a_knight_blockades_a_passed_pawn_for_good() {
        let free = relay("1r2k3/8/P7/8/6n1/8/8/1R2K3");
        let by_rook = relay("4k3/r7/P7/8/6n1/8/8/1R2K3");
        let by_knight = relay("1r2k3/n7/P7/8/8/8/8/1R2K3");
        assert!(free > by_rook && by_rook > by_knight, "{free} {by_rook} {by_knight}");
    }

    #[test]
    fn a_relayed_passed_pawn_runs_faster() {
        let relayed = relay("1r2k3/8/8/P7/2N5/8/8/1R2K3");
        let alone = relay("1r2k3/8/8/P7/6N1/8/8/1R2K3");
        assert!(relayed > alone + 15, "{relayed} {alone}");
    }

    #[test]
    fn knights_alone_are_a_draw() {
        for text in ["4k3/p7/8/8/8/8/8/NNN1K3", "4k3/8/8/8/2b5/8/8/NNN1K1NN"] {
            assert!(relay(text) <= 0, "{text}");
        }
    }

    #[test]
    fn the_last_pawn_keeps_the_advantage() {
        let with = relay("1n2k3/8/8/8/8/8/4P3/1N2K3");
        let without = relay("1n2k3/8/8/8/8/8/8/1N2K3");
        assert_eq!(without, 0);
        assert!(with > 80, "{with}");
    }

    #[test]
    fn bare_kings_are_driven_to_the_edge() {
        assert!(relay("k7/8/1K6/8/8/8/5N2/7R") > relay("8/8/8/3k4/8/1K6/5N2/7R") + 50);
    }

    #[test]
    fn a_knight_is_no_three_pawns() {
        let knight = relay("4k3/pppp4/8/8/8/8/PPPP4/1N2K3");
        let pawns = relay("4k3/pppp4/8/8/8/8/PPPPPPP1/4K3");
        assert!(pawns > knight, "{pawns} {knight}");
    }
}

mod in_three_check {
    use engine::eval::Evaluator;
    use engine::variants::ThreeCheck;
    use eval::HceEvaluator;

    /// Value for White, which is to move, with so many checks left to both.
    fn value(board: &str, left: &str) -> i32 {
        let position: ThreeCheck = format!("{board} w - - {left} 0 1").parse().unwrap();
        let mut eval = HceEvaluator::default();
        eval.reset(&position);
        eval.evaluate(&position)
    }

    #[test]
    fn each_check_given_is_worth_more_than_the_one_before() {
        let [none, one, two] =
            ["3+3", "2+3", "1+3"].map(|left| value("r3k2r/pppqnppp/2npb3/8/8/2NPB3/PPPQNPPP/R3K2R", left));
        assert!(one > none + 60 && two - one > one - none, "{none} {one} {two}");
    }
}
