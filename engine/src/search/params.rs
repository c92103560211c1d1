//! The numbers that steer the search, each declared once with the range in which a tuner may look for a better one.

/// Whether the search may leave out what looks hopeless.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum Prune {
    /// Play to win: prune, reduce, extend, and look into captures at the horizon.
    #[default]
    Unpromising,
    /// Be exact: the value of a depth is then precisely that of a plain recursion to that depth with the static
    /// evaluation at the horizon. Only alpha-beta itself and what searches of equal depth have found out save work. For tests.
    Nothing,
}

/// A parameter as a tuner sees it.
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
    /// By how much to change it to see a difference.
    pub step: i32,
}

macro_rules! params {
    (
        $(#[$about:meta])* pub struct $Params:ident;
        $($(#[$doc:meta])* $name:ident = $default:literal in $min:literal..=$max:literal step $step:literal;)*
    ) => {
        $(#[$about])*
        #[derive(Clone, PartialEq, Eq, Debug)]
        pub struct $Params {
            $($(#[$doc])* pub $name: i32,)*
        }

        impl Default for $Params {
            fn default() -> Self {
                $Params { $($name: $default,)* }
            }
        }

        impl $Params {
            /// Every parameter with its range.
            pub const SPECS: &'static [Spec] = &[
                $(Spec { name: stringify!($name), default: $default, min: $min, max: $max, step: $step },)*
            ];

            /// Sets the parameter of that name; `false` if there is none or the value is out of its range.
            #[must_use]
            pub fn set(&mut self, name: &str, value: i32) -> bool {
                let known = $Params::SPECS.iter().any(|spec| spec.name == name && (spec.min..=spec.max).contains(&value));
                match name {
                    $(stringify!($name) if known => self.$name = value,)*
                    _ => return false,
                }
                true
            }
        }
    };
}

pub(super) use params;

params! {
    /// The parameters of the search. Centipawns and plies unless a field says otherwise.
    pub struct Params;

    /// The first half-width of an aspiration window.
    aspiration_width = 13 in 5..=60 step 4;
    /// The first iteration that trusts the score of the one before enough to search around it only.
    aspiration_first = 5 in 3..=12 step 1;
    /// An aspiration window that has grown to this half-width is given up.
    aspiration_widest = 600 in 100..=3000 step 100;
    /// The wider, the clearer the game is decided: the expected score's square divided by this is added.
    aspiration_decided = 60000 in 2000..=900000 step 2000;
    /// Reverse futility: up to this depth a node far above beta is left at once.
    reverse_depth = 8 in 3..=12 step 1;
    /// Reverse futility: how far above beta, a ply of depth.
    reverse_margin = 77 in 30..=150 step 10;
    /// Razoring: up to this depth a node far below alpha goes straight to quiescence.
    razor_depth = 3 in 1..=6 step 1;
    /// Razoring: how far below alpha, a ply of depth.
    razor_margin = 192 in 100..=500 step 30;
    /// Null move: the least depth.
    null_depth = 3 in 1..=6 step 1;
    /// Null move: the reduction before depth and evaluation add to it.
    null_base = 3 in 1..=6 step 1;
    /// Null move: plies of depth for one more ply of reduction.
    null_divisor = 3 in 2..=8 step 1;
    /// Null move: centipawns above beta for one more ply of reduction.
    null_margin = 216 in 80..=400 step 30;
    /// Null move: the most plies of reduction for that.
    null_surplus = 3 in 1..=6 step 1;
    /// Null move: from this depth on, what passing shows is verified by a search in which the side moves.
    null_verified = 9 in 5..=16 step 2;
    /// Null move: for this share of the plies of such a search nobody may pass, in percent.
    null_obliged = 75 in 0..=100 step 10;
    /// Correction history: how much of the sum of what the facets say is taken for the evaluation's error, in percent.
    correction_share = 34 in 0..=120 step 10;
    /// Probcut: the least depth.
    probcut_depth = 8 in 4..=40 step 1;
    /// Probcut: how far above beta a capture must come out.
    probcut_margin = 230 in 60..=400 step 20;
    /// Probcut: by how many plies the shallow search is less deep.
    probcut_reduction = 4 in 2..=7 step 1;
    /// Without a table move, a node at least this deep is searched one ply less deep.
    internal_reduction_depth = 4 in 2..=8 step 1;
    /// The same, from two plies more on, where the table's move comes from a search less deep by so many plies, unless its value was exact.
    internal_reduction_gap = 4 in 2..=9 step 1;
    /// Singular extensions: the least depth.
    singular_depth = 6 in 4..=12 step 1;
    /// Singular extensions: by how much the table's move must beat all others, in sixteenths of a centipawn a ply of depth.
    singular_margin = 34 in 4..=80 step 8;
    /// Singular extensions: by how many centipawns more it must, to be extended by two plies.
    singular_double = 71 in 0..=160 step 5;
    /// Late move reductions: constant part, in hundredths of a ply.
    late_base = 77 in 0..=150 step 15;
    /// Late move reductions: divisor of ln(depth) ln(move number), in hundredths.
    late_divisor = 179 in 120..=400 step 20;
    /// Late move reductions: history points that take off or add a ply.
    late_history = 8140 in 3000..=20000 step 1000;
    /// Late move reductions: added where some move is expected to refute the node, in hundredths of a ply.
    late_cut = 88 in 0..=300 step 30;
    /// Late move reductions: added where the side to move is worse off than at its last turn, in hundredths of a ply.
    late_worsening = 150 in 0..=200 step 25;
    /// Late move reductions: taken off in the principal variation, in hundredths of a ply.
    late_pv = 37 in 0..=300 step 30;
    /// Late move reductions: taken off killers, in hundredths of a ply.
    late_killer = 74 in 0..=200 step 25;
    /// Late move reductions: taken off moves that give check, in hundredths of a ply.
    late_check = 100 in 0..=200 step 25;
    /// Late move reductions: a reduced search that comes out so far above alpha is repeated a ply deeper.
    late_deeper = 60 in 10..=200 step 10;
    /// Late move reductions: a move that was reduced by so many plies gets one back if the evaluation has not fallen with it.
    late_relief = 3 in 1..=8 step 1;
    /// Late move pruning: quiet moves always looked at, before the square of the depth adds to them.
    late_quiets = 9 in 1..=16 step 1;
    /// Late move pruning: the greatest depth.
    late_quiets_depth = 7 in 3..=12 step 1;
    /// Futility: the greatest depth left after reduction.
    futility_depth = 7 in 3..=12 step 1;
    /// Futility: how far below alpha, before depth adds to it.
    futility_base = 72 in 20..=250 step 20;
    /// Futility: how far below alpha, a ply of depth.
    futility_margin = 69 in 40..=200 step 15;
    /// Futility of captures: the greatest depth.
    futility_noisy_depth = 6 in 1..=12 step 1;
    /// Futility of captures: how far below alpha what they gain may leave the evaluation, a ply of depth and for one ply more.
    futility_noisy = 150 in 50..=400 step 20;
    /// Histories pruning: quiet moves whose history is below minus this, a ply of depth, are left out.
    history_margin = 3360 in 1000..=8000 step 500;
    /// Histories pruning: the greatest depth left after reduction.
    history_depth = 4 in 1..=10 step 1;
    /// Exchange pruning of quiet moves: centipawns lost, a ply of depth.
    exchange_quiet = 63 in 20..=150 step 10;
    /// Exchange pruning of captures: centipawns lost, a ply of depth.
    exchange_noisy = 94 in 30..=250 step 15;
    /// Exchange pruning: the greatest depth.
    exchange_depth = 8 in 3..=12 step 1;
    /// Quiescence: captures that cannot lift the static evaluation to this far below alpha are left out.
    delta_margin = 174 in 50..=400 step 25;
    /// Proofs at the root: the share of all positions that may go to them, in percent.
    proof_share = 33 in 0..=80 step 10;
    /// Proofs of wins by threats alone at the root: the same share.
    threat_share = 5 in 0..=40 step 5;
    /// Chance nodes: the centipawns that count for half a certain win in a mean.
    chance_scale = 400 in 100..=30000 step 100;
    /// Chance nodes: how much less deep an event is searched for each halving of its likelihood, in hundredths of a ply.
    chance_unlikely = 100 in 0..=150 step 20;
    /// Chance nodes: from this depth on, one reply to each event is tried before any is searched in full.
    probe_depth = 2 in 1..=8 step 1;
    /// Histories: points for a cut, a ply of depth.
    history_bonus = 166 in 50..=400 step 20;
    /// Histories: what the move before is rewarded with where no move refutes it, in percent of the points for a cut.
    reply_share = 60 in 0..=150 step 15;
    /// Histories: the most points for one cut.
    history_limit = 3000 in 600..=4000 step 200;
    /// With several threads, moves of nodes of this depth or deeper are put off while another thread searches them, and left out if one has done so in vain.
    share_depth = 3 in 1..=12 step 1;
    /// Time: how many turns to come a player reckons with where no time control comes first, in percent of what the game says.
    time_turns = 100 in 30..=300 step 15;
    /// Time: how much of the increment is planned for a move, in percent.
    time_increment = 75 in 0..=100 step 10;
    /// Time: after so much of what is planned for a move no new iteration is begun, in percent.
    time_soft = 70 in 20..=200 step 10;
    /// Time: the most that a move may take of what is planned for it, in percent.
    time_hard = 350 in 100..=1000 step 40;
    /// Time: the most that a move may take of the time left, in percent.
    time_greatest = 65 in 20..=90 step 5;
    /// Time: by how much an iteration that changes the best move stretches what is planned, in percent.
    time_doubt = 135 in 100..=250 step 10;
    /// Time: by how much less each further iteration of the same mind does, up to seven, in percent.
    time_certainty = 9 in 0..=14 step 1;
    /// Time: the centipawns by which the score falls that double what is planned.
    time_alarm = 125 in 60..=500 step 25;
    /// Time: from this the share of all positions that went to the best move is taken off; by what is left the plan is stretched, in percent.
    time_rivals = 160 in 110..=250 step 10;
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn defaults_are_in_range() {
        for spec in Params::SPECS {
            assert!((spec.min..=spec.max).contains(&spec.default) && spec.step > 0, "{spec:?}");
        }
    }

    #[test]
    fn setting_by_name_changes_that_one() {
        let mut params = Params::default();
        assert!(params.set("reverse_margin", 80));
        assert_eq!(params, Params { reverse_margin: 80, ..Params::default() });
        assert!(!params.set("reverse_margin", 1000), "out of range");
        assert!(!params.set("no_such_margin", 1));
        assert_eq!(params.reverse_margin, 80);
    }
}
