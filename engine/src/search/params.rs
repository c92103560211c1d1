//! Tunable parameters of the search, each declared once with its default, range and step for SPSA. A game with others
//! than the defaults states them itself ([`SEARCH_PARAMS`](crate::game::SearchHints::SEARCH_PARAMS)).

/// Selectivity of the search.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum Selectivity {
    /// Selective search, for play: pruning, reductions, extensions, quiescence search at the horizon.
    #[default]
    Selective,
    /// Exact search, for tests: the value of a depth is that of a plain recursion to that depth with the static
    /// evaluation at the horizon. Only alpha-beta itself and TT entries of equal depth save work.
    Exact,
}

/// Specification of a tunable parameter.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Spec {
    /// The name of the field of [`Params`].
    pub name: &'static str,
    /// The value in use.
    pub default: i32,
    /// The least sensible value.
    pub min: i32,
    /// The greatest sensible value.
    pub max: i32,
    /// The change that makes a difference in play.
    pub step: i32,
}

macro_rules! params {
    (
        $(#[$about:meta])* pub struct $Params:ident;
        $(
            $(#[$doc:meta])*
            $name:ident = $default:literal in $min:literal..=$max:literal step $step:literal;
        )*
    ) => {
        $(#[$about])*
        #[derive(Clone, PartialEq, Eq, Debug)]
        pub struct $Params {
            $($(#[$doc])* pub $name: i32,)*
        }

        impl Default for $Params {
            fn default() -> Self {
                $Params::DEFAULT
            }
        }

        impl $Params {
            /// The defaults of the specifications.
            pub const DEFAULT: $Params = $Params { $($name: $default,)* };

            /// Every parameter with its range.
            pub const SPECS: &'static [Spec] = &[
                $(Spec {
                    name: stringify!($name),
                    default: $default,
                    min: $min,
                    max: $max,
                    step: $step,
                },)*
            ];

            /// The parameter of that name.
            pub fn spec(name: &str) -> Option<&'static Spec> {
                $Params::SPECS.iter().find(|spec| spec.name == name)
            }

            /// The value of the parameter of that name.
            pub fn get(&self, name: &str) -> Option<i32> {
                match name {
                    $(stringify!($name) => Some(self.$name),)*
                    _ => None,
                }
            }

            /// Sets the parameter of that name; `false` if there is none or the value is out of its range.
            #[must_use]
            pub fn set(&mut self, name: &str, value: i32) -> bool {
                let Some(spec) = $Params::spec(name) else { return false };
                if !(spec.min..=spec.max).contains(&value) {
                    return false;
                }
                match spec.name {
                    $(stringify!($name) => self.$name = value,)*
                    _ => return false,
                }
                true
            }
        }
    };
}

pub(super) use params;

params! {
    /// Parameters of the alpha-beta search. Centipawns and plies unless a field says otherwise.
    pub struct Params;

    /// Aspiration windows: the first half-width.
    aspiration_delta = 13 in 5..=60 step 4;
    /// Aspiration windows: the first iteration that trusts the score of the one before.
    aspiration_depth = 5 in 3..=12 step 1;
    /// Aspiration windows: a window that has grown to this half-width is given up for the full one.
    aspiration_max = 600 in 100..=3000 step 100;
    /// Aspiration windows: the expected score's square divided by this is added to the first half-width.
    aspiration_score_divisor = 60000 in 2000..=900000 step 2000;
    /// Reverse futility pruning (RFP): the greatest depth.
    rfp_depth = 8 in 3..=12 step 1;
    /// Reverse futility pruning (RFP): margin above beta, a ply of depth.
    rfp_margin = 55 in 30..=150 step 10;
    /// Razoring: the greatest depth.
    razor_depth = 3 in 1..=6 step 1;
    /// Razoring: margin below alpha, a ply of depth.
    razor_margin = 260 in 100..=500 step 30;
    /// Null move pruning (NMP): the least depth.
    nmp_depth = 3 in 1..=6 step 1;
    /// Null move pruning (NMP): base reduction, before depth and evaluation add to it.
    nmp_base = 3 in 1..=6 step 1;
    /// Null move pruning (NMP): plies of depth for one more ply of reduction.
    nmp_divisor = 4 in 2..=8 step 1;
    /// Null move pruning (NMP): centipawns above beta for one more ply of reduction.
    nmp_eval_margin = 216 in 80..=400 step 30;
    /// Null move pruning (NMP): the most plies of reduction for that.
    nmp_eval_max = 3 in 1..=6 step 1;
    /// Null move pruning (NMP): from this depth on a null move is verified by a search in which the side moves.
    nmp_verify_depth = 9 in 5..=16 step 2;
    /// Null move pruning (NMP): for this share of the plies of a verification search there is no other null move, in
    /// percent.
    nmp_verify_percent = 75 in 0..=100 step 10;
    /// Correction history: the share of the sum of all keys' errors that corrects the evaluation, in percent.
    corrhist_percent = 66 in 0..=120 step 10;
    /// ProbCut: the least depth.
    probcut_depth = 8 in 4..=40 step 1;
    /// ProbCut: margin above beta that a capture must reach.
    probcut_margin = 230 in 60..=400 step 20;
    /// ProbCut: reduction of the shallow search.
    probcut_reduction = 4 in 2..=7 step 1;
    /// Internal iterative reduction (IIR): the least depth, for a node without a TT move.
    iir_depth = 4 in 2..=8 step 1;
    /// Internal iterative reduction (IIR): the same, from two plies more on, where the TT move comes from a search less
    /// deep by this number of plies, unless its value was exact.
    iir_gap = 4 in 2..=9 step 1;
    /// Singular extensions: the least depth.
    singular_depth = 6 in 4..=12 step 1;
    /// Singular extensions: margin below the TT value, in sixteenths of a centipawn a ply of depth.
    singular_margin = 34 in 4..=80 step 8;
    /// Singular extensions: further margin for a double extension.
    singular_double_margin = 25 in 0..=160 step 5;
    /// Late move reductions (LMR): constant part, in hundredths of a ply.
    lmr_base = 65 in 0..=150 step 15;
    /// Late move reductions (LMR): divisor of ln(depth) ln(move number), in hundredths.
    lmr_divisor = 211 in 120..=400 step 20;
    /// Late move reductions (LMR): history points that take off or add a ply.
    lmr_history = 8140 in 3000..=20000 step 1000;
    /// Late move reductions (LMR): added in expected cut nodes, in hundredths of a ply.
    lmr_cut_node = 130 in 0..=300 step 30;
    /// Late move reductions (LMR): added where the side to move is not improving, in hundredths of a ply.
    lmr_not_improving = 110 in 0..=200 step 25;
    /// Late move reductions (LMR): taken off in PV nodes, in hundredths of a ply.
    lmr_pv = 37 in 0..=300 step 30;
    /// Late move reductions (LMR): taken off killers, in hundredths of a ply.
    lmr_killer = 74 in 0..=200 step 25;
    /// Late move reductions (LMR): taken off moves that give check, in hundredths of a ply.
    lmr_check = 100 in 0..=200 step 25;
    /// Late move reductions (LMR): a reduced search that comes out so far above alpha is repeated a ply deeper.
    lmr_deeper_margin = 60 in 10..=200 step 10;
    /// Hindsight extension: the least reduction of a move that gets a ply back if the evaluation has not fallen with
    /// it.
    hindsight_min_reduction = 3 in 1..=8 step 1;
    /// Late move pruning (LMP, move count pruning): base of the number of moves, noisy ones included, after which quiet
    /// moves are pruned. The square of the depth is added; the sum is halved where the side to move is not improving,
    /// and is at least two.
    lmp_base = 13 in 1..=16 step 1;
    /// Late move pruning (LMP): the greatest depth.
    lmp_depth = 7 in 3..=12 step 1;
    /// Futility pruning: the greatest depth left after LMR.
    futility_depth = 7 in 3..=12 step 1;
    /// Futility pruning: margin below alpha, before depth adds to it.
    futility_base = 72 in 20..=250 step 20;
    /// Futility pruning: margin below alpha, a ply of depth.
    futility_margin = 90 in 40..=200 step 15;
    /// Futility pruning of captures: the greatest depth.
    capture_futility_depth = 6 in 1..=12 step 1;
    /// Futility pruning of captures: margin below alpha, a ply of depth and for one ply more.
    capture_futility_margin = 150 in 50..=400 step 20;
    /// History pruning: quiet moves whose history is below minus this, a ply of depth, are pruned.
    history_pruning_margin = 3360 in 1000..=8000 step 500;
    /// History pruning: the greatest depth left after LMR.
    history_pruning_depth = 4 in 1..=10 step 1;
    /// SEE pruning of quiet moves: centipawns lost, a ply of depth.
    see_quiet_margin = 63 in 20..=150 step 10;
    /// SEE pruning of captures: centipawns lost, a ply of depth.
    see_noisy_margin = 94 in 30..=250 step 15;
    /// SEE pruning: the greatest depth.
    see_depth = 8 in 3..=12 step 1;
    /// Delta pruning in qsearch: captures that cannot lift the static evaluation to this far below alpha are pruned.
    delta_margin = 174 in 50..=400 step 25;
    /// Late move pruning (LMP) in qsearch: number of captures before it begins; of the others only those that
    /// give check are searched.
    qsearch_moves = 2 in 1..=20 step 1;
    /// Root solver: the share of all nodes that may go to it, in percent.
    solver_percent = 33 in 0..=80 step 10;
    /// Root solver of wins by threats alone: the same share.
    threat_solver_percent = 5 in 0..=40 step 5;
    /// Chance nodes: the value whose utility in a mean is a half, where that of a mate is 1.
    chance_scale = 400 in 100..=30000 step 100;
    /// Chance nodes: reduction of an outcome for each halving of its likelihood, in hundredths of a ply.
    chance_reduction = 100 in 0..=150 step 20;
    /// Star2: from this depth on, one reply to each outcome is tried before any outcome is searched in full.
    star2_depth = 2 in 1..=8 step 1;
    /// Histories: bonus for a beta cutoff, a ply of depth.
    history_bonus = 166 in 50..=400 step 20;
    /// Histories: bonus of the prior move where no move refutes it, in percent of that for a cutoff.
    prior_move_bonus = 60 in 0..=150 step 15;
    /// Histories: the greatest bonus for a cutoff.
    history_bonus_max = 3000 in 600..=4000 step 200;
    /// SMP: the least depth of a node that threads share by ABDADA and the fail-low table.
    smp_depth = 3 in 1..=12 step 1;
    /// Time management: expected moves where no time control comes first, in percent of what the game says.
    tm_expected_moves = 100 in 30..=300 step 15;
    /// Time management: the share of the increment that is planned for a move, in percent.
    tm_increment = 75 in 0..=100 step 10;
    /// Time management: soft limit, in percent of the time planned for a move.
    tm_soft = 70 in 20..=200 step 10;
    /// Time management: hard limit, in percent of the time planned for a move.
    tm_hard = 350 in 100..=1000 step 40;
    /// Time management: the most that a move may take of the time left, in percent.
    tm_max = 65 in 20..=90 step 5;
    /// Time management, best-move stability: factor of the soft limit after an iteration that changes the best move, in
    /// percent.
    tm_stability_base = 135 in 100..=250 step 10;
    /// Time management, best-move stability: taken off for each further iteration with the same best move, up to seven,
    /// in percent.
    tm_stability_step = 9 in 0..=14 step 1;
    /// Time management, falling eval: the drop of the score, in centipawns, that doubles the soft limit.
    tm_falling_eval = 125 in 60..=500 step 25;
    /// Time management, node fraction: the factor of the soft limit is this less the share of nodes of the best move,
    /// in percent.
    tm_node_base = 160 in 110..=250 step 10;
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::game::SearchHints;
    use crate::variants::Variant;
    use crate::with_game;

    #[test]
    fn defaults_are_in_range() {
        for spec in Params::SPECS {
            assert!((spec.min..=spec.max).contains(&spec.default) && spec.step > 0, "{spec:?}");
        }
    }

    #[test]
    fn the_parameters_of_every_game_are_in_range() {
        for variant in Variant::ALL {
            let params = with_game!(variant, G => G::SEARCH_PARAMS);
            for spec in Params::SPECS {
                let value = params.get(spec.name).expect("a parameter");
                assert!((spec.min..=spec.max).contains(&value), "{variant}: {spec:?}: {value}");
            }
        }
    }

    #[test]
    fn setting_by_name_changes_that_parameter_only() {
        let mut params = Params::default();
        assert!(params.set("rfp_margin", 80));
        assert_eq!(params, Params { rfp_margin: 80, ..Params::default() });
        assert!(!params.set("rfp_margin", 1000), "out of range");
        assert!(!params.set("no_such_margin", 1));
        assert_eq!((params.rfp_margin, params.get("rfp_margin"), params.get("no_such_margin")), (80, Some(80), None));
    }
}
