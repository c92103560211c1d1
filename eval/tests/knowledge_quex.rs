//! Knowledge of the Quex and Keyles evaluations, one piece of it a test: of two positions that differ in it alone, the
//! better one is valued higher.

use engine::eval::Evaluator;
use engine::game::Seat;
use engine::variants::quex::Position;
use eval::HceEvaluator;
use eval::quex::QuexParams;

fn read<R: QuexParams>(text: &str) -> Position<R> {
    let text = if text.contains(' ') { format!("{text} - - 0 1") } else { format!("{text} w - - 0 1") };
    text.parse().unwrap_or_else(|error| panic!("{text}: {error}"))
}

/// Value for White, which is to move unless the text says otherwise.
fn value<R: QuexParams>(text: &str) -> i32 {
    let position = read::<R>(text);
    let mut eval = HceEvaluator::<Position<R>>::default();
    eval.reset(&position);
    let value = eval.evaluate(&position);
    if position.side() == Seat::WHITE { value } else { -value }
}

/// A term of White, in the middle game and in the endgame.
fn part<R: QuexParams>(part: &str, text: &str) -> (i32, i32) {
    let terms = HceEvaluator::<Position<R>>::default().terms(&read(text));
    terms.iter().find(|term| term.name == part).unwrap_or_else(|| panic!("no part {part}")).seats[0]
}

/// Endgame value of a term of White: positions with few pieces are endgames.
fn white<R: QuexParams>(name: &str, text: &str) -> i32 {
    part::<R>(name, text).1
}

/// Knowledge of both games.
mod in_both {
    use engine::variants::quex::{Capturable, Royal};

    use super::{value, white};

    /// The values in Quex and in Keyles.
    fn values(text: &str) -> [i32; 2] {
        [value::<Royal>(text), value::<Capturable>(text)]
    }

    fn better(good: &str, bad: &str, by: i32) {
        let (good, bad) = (values(good), values(bad));
        assert!(good[0] > bad[0] + by && good[1] > bad[1] + by, "{good:?} {bad:?}");
    }

    #[test]
    fn lords_gain_on_open_diagonals() {
        let open = "5k4/10/10/10/4L5/10/10/10/2C1C5/5K4";
        let shut = "5k4/10/10/3C1C4/4L5/10/10/10/10/5K4";
        let mobility = |text| [white::<Royal>("mobility", text), white::<Capturable>("mobility", text)];
        let (open, shut) = (mobility(open), mobility(shut));
        assert!(open[0] > shut[0] && open[1] > shut[1], "{open:?} {shut:?}");
    }

    #[test]
    fn a_queen_in_the_pool_raises_promotion_prospects() {
        let with = "5k4/10/10/1T8/10/10/10/10/5K4/10[Qq]";
        let without = "5k4/10/10/1T8/10/10/10/10/5K4/10[q]";
        better(with, without, 20);
        let rook = "5k4/10/10/1T8/10/10/10/10/5K4/10[Rq]";
        better(with, rook, 5);
    }

    #[test]
    fn captured_pions_promise_nothing() {
        let pions = values("5k4/10/10/1T8/10/10/10/10/5K4/10[GCWTFq]");
        assert_eq!(pions, values("5k4/10/10/1T8/10/10/10/10/5K4/10[q]"));
    }

    #[test]
    fn a_pion_before_its_exchange_is_worth_more_than_one_far_away() {
        let near = "5k4/1T8/10/10/10/10/10/10/5K4/10[Qq]";
        let far = "5k4/10/10/10/10/1T8/10/10/5K4/10[Qq]";
        better(near, far, 60);
    }

    #[test]
    fn a_way_that_is_guarded_is_not_open() {
        let guarded = "9r/1T8/5k4/10/10/10/10/10/10/5K4[Q]";
        let free = "10/1T7r/5k4/10/10/10/10/10/10/5K4[Q]";
        let part = |text| [white::<Royal>("promotion", text), white::<Capturable>("promotion", text)];
        let (guarded, free) = (part(guarded), part(free));
        assert!(free[0] > guarded[0] && free[1] > guarded[1], "{free:?} {guarded:?}");
    }

    #[test]
    fn a_champion_attacked_by_a_pion_is_in_danger() {
        let attacked = "5k4/10/10/10/4r5/3F6/10/10/10/5K4 b";
        let spared = "5k4/10/10/10/4r5/4F5/10/10/10/5K4 b";
        better(attacked, spared, 15);
    }

    #[test]
    fn a_rook_that_a_knight_attacks_is_in_danger() {
        let attacked = "5k4/10/4c5/4r5/10/3N6/10/10/10/5K4 b";
        let spared = "5k4/10/4c5/4r5/10/10/10/3N6/10/5K4 b";
        let part = |text| [white::<Royal>("threats", text), white::<Capturable>("threats", text)];
        let (attacked, spared) = (part(attacked), part(spared));
        assert!(attacked[0] > spared[0] && attacked[1] > spared[1], "{attacked:?} {spared:?}");
    }

    #[test]
    fn lords_on_both_colours_are_more_in_the_endgame() {
        let both = "5k4/1cc3cc2/10/10/10/10/10/1CC3CC2/3LL5/5K4";
        let same = "5k4/1cc3cc2/10/10/10/10/10/1CC3CC2/3L1L4/5K4";
        better(both, same, 5);
    }

    #[test]
    fn what_a_rook_or_a_king_attacks_is_in_danger() {
        let threats = |text| [white::<Royal>("threats", text), white::<Capturable>("threats", text)];
        let spared = threats("5k4/10/4c5/4q5/10/10/10/3R6/10/5K4 b");
        let attacked = threats("5k4/10/4c5/4q5/10/10/10/4R5/10/5K4 b");
        assert!(attacked[0] > spared[0] + 10 && attacked[1] > spared[1] + 10, "{attacked:?} {spared:?}");
        let spared = threats("10/5k4/10/4w5/10/10/4K5/10/10/10 b");
        let attacked = threats("10/5k4/10/4w5/4K5/10/10/10/10/10 b");
        assert!(attacked[0] > spared[0] + 10 && attacked[1] > spared[1] + 10, "{attacked:?} {spared:?}");
    }

    #[test]
    fn a_fote_that_cannot_step_is_worth_less() {
        let pawns = |text| [white::<Royal>("pawns", text), white::<Capturable>("pawns", text)];
        let (free, stuck) = (pawns("5k4/10/10/4n5/10/4F5/10/10/5K4/10"), pawns("5k4/10/10/10/4n5/4F5/10/10/5K4/10"));
        assert!(free[0] > stuck[0] && free[1] > stuck[1], "{free:?} {stuck:?}");
    }

    #[test]
    fn the_order_of_values_is_what_play_has_shown() {
        let value = |piece: &str| values(&format!("5k4/10/10/10/10/4{piece}5/10/2CC6/5K4/NN8"));
        for (more, less) in
            [("Q", "R"), ("R", "L"), ("R", "N"), ("R", "P"), ("L", "G"), ("N", "C"), ("P", "W"), ("G", "F")]
        {
            let (a, b) = (value(more), value(less));
            assert!(a[0] > b[0] && a[1] > b[1], "{more} {a:?} {less} {b:?}");
        }
    }
}

mod in_quex {
    use engine::variants::quex::Royal;
    use eval::endgame::KNOWN_WIN;

    use super::{part, value};

    #[test]
    fn a_bare_king_is_driven_to_the_edge() {
        let edge = value::<Royal>("k9/10/1K8/10/10/10/10/10/10/7R2");
        let centre = value::<Royal>("10/10/10/10/4k5/10/2K7/10/10/7R2");
        assert!(edge > centre + 60, "{edge} {centre}");
    }

    #[test]
    fn a_queen_or_a_rook_against_a_bare_king_is_a_known_win() {
        let won = ["10/10/10/10/4k5/10/10/10/10/KQ8", "10/10/10/10/4k5/10/10/10/10/KR8"].map(value::<Royal>);
        assert!(won[0] > won[1] && won[1] > KNOWN_WIN, "{won:?}");
        for text in ["10/10/10/10/4k5/10/10/10/10/KLN7", "10/4f5/10/10/4k5/10/10/10/10/KQ8[]"] {
            assert!(value::<Royal>(text) < KNOWN_WIN, "{text}");
        }
    }

    #[test]
    fn a_minor_champion_alone_is_a_draw() {
        for text in ["4k5/10/10/10/10/10/10/10/3L6/4K5", "4k5/10/10/10/10/10/10/10/3P6/4K5"] {
            assert_eq!(value::<Royal>(text), 0, "{text}");
        }
        assert!(value::<Royal>("4k5/10/10/10/10/10/10/3F6/3L6/4K5[N]") > 200);
    }

    #[test]
    fn many_attackers_make_a_king_unsafe() {
        let quiet = "3q1r4/4k5/10/10/10/10/10/3CCC4/4K5/10";
        let attack = "10/4k5/10/10/4q5/3r6/10/3C1C4/4K5/10";
        let (quiet, attack) = (part::<Royal>("king safety", quiet).0, part::<Royal>("king safety", attack).0);
        assert!(quiet > attack + 40, "{quiet} {attack}");
    }

    #[test]
    fn attackers_help_one_another() {
        let danger = |text| part::<Royal>("king safety", text).0;
        let none = danger("rqn7/cccc6/8k1/10/10/10/10/10/10/5K4");
        let queen = danger("r1n7/cccc6/8k1/10/10/10/10/10/7q2/5K4");
        let rook = danger("1qn7/cccc6/8k1/10/10/10/10/10/r9/5K4");
        let both = danger("2n7/cccc6/8k1/10/10/10/10/10/r6q2/5K4");
        assert!(none - both > (none - queen) + (none - rook), "{none} {queen} {rook} {both}");
    }

    #[test]
    fn room_helps_a_king() {
        let room = part::<Royal>("king safety", "4k5/10/10/10/10/10/10/10/3C6/4K5").1;
        let walled_in = part::<Royal>("king safety", "4k5/10/10/10/10/10/10/10/3LLL4/3LKL4").1;
        assert!(room > walled_in + 10, "{room} {walled_in}");
    }

    #[test]
    fn a_check_that_nothing_answers_is_a_danger() {
        let danger = |text| part::<Royal>("king safety", text).0;
        let safe_check = danger("4k5/q9/10/10/10/10/10/10/10/C3K4C");
        let guarded = danger("4k5/q9/10/10/10/10/10/10/10/C2RK1R2C");
        let none = danger("4k5/10/10/10/10/10/10/10/10/C3K4C");
        assert!(none > safe_check && guarded >= safe_check, "{none} {guarded} {safe_check}");
    }

    #[test]
    fn a_king_stays_at_home_while_queens_are_about() {
        let home = part::<Royal>("squares", "10/r2q1k3r/2cccc4/10/10/10/10/2CCCC4/R2Q1K3R/10").0;
        let out = part::<Royal>("squares", "10/r2q1k3r/2cccc4/10/10/5K4/10/2CCCC4/R2Q5R/10").0;
        assert!(home > out + 30, "{home} {out}");
    }
}

mod in_keyles {
    use engine::variants::quex::Capturable;

    use super::{value, white};

    fn keyles(text: &str) -> i32 {
        value::<Capturable>(text)
    }

    fn race(text: &str) -> i32 {
        white::<Capturable>("race", text)
    }

    #[test]
    fn the_nearer_the_king_the_better() {
        let ranks = [
            "10/10/10/10/10/10/10/5K4/k9/Q9[q] b",
            "10/10/10/10/10/10/5K4/10/k9/Q9[q] b",
            "10/10/10/10/10/5K4/10/10/k9/Q9[q] b",
            "10/10/10/10/5K4/10/10/10/k9/Q9[q] b",
            "10/10/10/5K4/10/10/10/10/k9/Q9[q] b",
            "10/10/5K4/10/10/10/10/10/k9/Q9[q] b",
            "10/5K4/10/10/10/10/10/10/k9/Q9[q] b",
        ];
        let values = ranks.map(race);
        assert!(values.is_sorted_by(|a, b| a < b), "{values:?}");
    }

    #[test]
    fn a_guarded_rank_is_a_wall() {
        let free = race("r9/10/10/3K6/10/10/10/10/5k4/Q9");
        let wall = race("10/r9/10/3K6/10/10/10/10/5k4/Q9");
        assert!(free > wall + 50, "{free} {wall}");
    }

    #[test]
    fn own_pieces_bar_the_way_too() {
        let free = race("10/10/10/3K6/10/10/FFF7/FFF7/5k4/Q9");
        let barred = race("FFFFFFFFFF/10/10/3K6/10/10/10/10/5k4/Q9");
        assert!(free > barred + 50, "{free} {barred}");
    }

    #[test]
    fn the_side_to_move_gains_a_turn() {
        let on_move = race("10/10/3K6/10/10/10/10/10/5k4/Q9 w");
        let waiting = race("10/10/3K6/10/10/10/10/10/5k4/Q9 b");
        assert!(on_move > waiting, "{on_move} {waiting}");
    }

    #[test]
    fn a_champion_far_forward_is_a_springboard() {
        let forward = race("10/P9/10/10/10/10/10/10/4k5/R8K");
        let back = race("10/10/10/10/10/10/10/P9/4k5/R8K");
        assert!(forward > back + 30, "{forward} {back}");
    }

    #[test]
    fn a_pion_is_no_springboard() {
        let forward = race("10/G9/10/10/10/10/10/10/4k5/R8K");
        assert_eq!(forward, race("10/10/10/10/10/10/10/G9/4k5/R8K"));
    }

    #[test]
    fn a_springboard_makes_the_king_free_to_walk_into_attacks() {
        // The lord holds the squares around the king; capturing it would lose to its return on the end zone.
        let immune = race("N9/10/10/10/5K4/10/7l2/10/10/k9");
        let exposed = race("10/10/10/10/5K4/10/7l2/N9/10/k9");
        assert!(immune > exposed + 100, "{immune} {exposed}");
    }

    #[test]
    fn an_attacked_king_is_a_champion_at_risk() {
        let attacked = race("10/4k5/10/10/10/5r4/10/10/5K4/R9 b");
        let spared = race("10/4k5/10/10/10/4r5/10/10/5K4/R9 b");
        assert!(spared > attacked + 10, "{spared} {attacked}");
    }

    #[test]
    fn the_last_champion_keeps_the_king_alive() {
        let part = |text| white::<Capturable>("material", text) + race(text);
        let (none, one) = (part("10/4k5/10/10/10/10/10/10/5K4/10"), part("10/4k5/10/10/10/10/10/10/5K4/1P8"));
        let (two, three) = (part("10/4k5/10/10/10/10/10/10/5K4/1PP7"), part("10/4k5/10/10/10/10/10/10/5K4/1PPN6"));
        assert!(one - none > two - one && two - one > three - two - 60, "{none} {one} {two} {three}");
    }

    #[test]
    fn a_cheap_champion_makes_a_captured_king_cheap() {
        let dear = race("10/4k5/10/10/10/10/10/10/5K4/QQ8");
        let cheap = race("10/4k5/10/10/10/10/10/10/5K4/QP8");
        assert!(cheap > dear + 50, "{cheap} {dear}");
    }

    #[test]
    fn a_captured_king_costs_the_cheapest_champion() {
        let waiting = keyles("10/4k5/10/10/10/10/10/10/10/QP2R5[K] w");
        let queen_alone = keyles("10/4k5/10/10/10/10/10/10/10/Q3R5[K] w");
        let there = keyles("10/4k5/10/10/10/10/10/10/5K4/QP2R5 w");
        assert!(there > waiting + 100, "{there} {waiting}");
        assert!(waiting > queen_alone, "{waiting} {queen_alone}");
    }
}
