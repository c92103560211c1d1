//! Late move reductions (LMR) and principal variation search (PVS): how a single move is searched.
//!
//! Source: chessprogramming wiki, "Late Move Reductions" and "Principal Variation Search".

use super::node::{MoveCtx, Node};
use super::params::Params;
use super::thread::{SearchResult, Thread};
use super::trace::SearchEvent;
use super::window::Window;
use crate::eval::Evaluator;
use crate::game::Tactics;
use crate::moves::Move;

/// Entries of the LMR table in each direction; greater depths and move numbers have the last one.
const LMR_SIZE: usize = 64;

/// LMR table: base reductions in hundredths of a ply, `[depth][move number]`.
pub struct LmrTable([[i16; LMR_SIZE]; LMR_SIZE]);

impl LmrTable {
    /// `base + ln(depth) ln(move number) / divisor`.
    pub fn new(params: &Params) -> LmrTable {
        let (base, factor) = (f64::from(params.lmr_base), 10_000.0 / f64::from(params.lmr_divisor));
        let mut table = [[0; LMR_SIZE]; LMR_SIZE];
        for (depth, row) in table.iter_mut().enumerate().skip(1) {
            for (number, reduction) in row.iter_mut().enumerate().skip(1) {
                *reduction = (base + libm::log(depth as f64) * libm::log(number as f64) * factor) as i16;
            }
        }
        LmrTable(table)
    }

    /// The base reduction of a move, in hundredths of a ply.
    #[inline(always)]
    pub fn reduction(&self, depth: i32, number: usize) -> i32 {
        self.0[depth.clamp(0, LMR_SIZE as i32 - 1) as usize][number.min(LMR_SIZE - 1)] as i32
    }
}

impl<G: Tactics, E: Evaluator<G>> Thread<'_, G, E> {
    /// Step 17: makes a move, searches it with [LMR and PVS](Thread::pvs), and takes it back. Other threads see that it
    /// is busy, and a fail-low.
    #[inline]
    pub fn search_move<const PV: bool>(&mut self, node: &Node, mv: Move, ctx: MoveCtx, window: Window) -> SearchResult {
        let busy = self.mark_busy(node, mv, ctx.number);
        let undo = self.make(mv, !ctx.stats.noisy)?;
        let value = self.pvs::<PV>(node, ctx, window)?;
        self.unmake(mv, undo);
        drop(busy);
        self.store_fail_low(node, mv, value, window.alpha);
        Ok(value)
    }

    /// PVS of the move just made: the first with the full window, the others with a null window and reduced, until they
    /// prove better than expected.
    pub fn pvs<const PV: bool>(&mut self, node: &Node, ctx: MoveCtx, window: Window) -> SearchResult {
        let depth = node.depth - 1 + ctx.extension;
        if ctx.number == 1 {
            return self.search_child::<PV>(window, depth, !PV && !node.cut_node);
        }

        // LMR: null window search, reduced. The child sees the reduction for its hindsight extension.
        let null_window = Window::null(window.alpha);
        let reduction = self.late_move_reduction::<PV>(node, &ctx);
        self.stack.parent_mut().reduction = reduction;
        let mut value = self.search_child::<false>(null_window, depth - reduction, true)?;
        self.stack.parent_mut().reduction = 0;
        let re_searched = reduction > 0 && value > window.alpha;
        self.trace(SearchEvent::Reduction { depth: node.depth, plies: reduction, re_searched });

        // LMR re-search at full depth, a ply deeper if the reduced search came out far above alpha.
        if re_searched {
            let deeper = reduction > 1 && value > window.alpha + self.shared.params.lmr_deeper_margin;
            value = self.search_child::<false>(null_window, depth + i32::from(deeper), !node.cut_node)?;
        }

        // PVS re-search with the full window.
        if PV && value > window.alpha && value < window.beta {
            value = self.search_child::<true>(window, depth, false)?;
        }
        Ok(value)
    }

    /// Late move reduction (LMR) of the move just made, in plies.
    #[inline]
    fn late_move_reduction<const PV: bool>(&self, node: &Node, ctx: &MoveCtx) -> i32 {
        let &MoveCtx { number, stats, .. } = ctx;
        if !self.is_selective() || node.depth < 3 || number <= 1 + usize::from(PV) {
            return 0;
        }
        let params = self.shared.params;
        let mut hundredths = self.shared.lmr.reduction(node.depth, number) - 100 * stats.history / params.lmr_history;
        if stats.noisy {
            hundredths /= 2;
        }
        let gives_check = !self.same_side() && self.stack.top().in_check;
        hundredths += params.lmr_cut_node * i32::from(node.cut_node);
        hundredths += params.lmr_not_improving * i32::from(!node.improving);
        hundredths -= params.lmr_pv * i32::from(PV);
        hundredths -= params.lmr_killer * i32::from(stats.killer);
        hundredths -= params.lmr_check * i32::from(gives_check);
        (hundredths / 100).clamp(0, node.depth - 2)
    }
}

#[cfg(test)]
mod tests {
    use super::super::node::MoveStats;
    use super::super::thread::testing::{play, with_params};
    use super::*;
    use crate::variants::Chess;

    /// The rook can give check on d8.
    const ROOK: &str = "6k1/8/1p6/2p5/8/3R4/8/6K1 w - - 0 1";

    /// Parameters by which each condition makes a difference of one ply. The tenth move at depth 10 has a base
    /// reduction of 316 hundredths.
    fn ply_by_ply() -> Params {
        Params {
            lmr_base: 65,
            lmr_divisor: 211,
            lmr_history: 8000,
            lmr_cut_node: 100,
            lmr_not_improving: 100,
            lmr_pv: 100,
            lmr_killer: 100,
            lmr_check: 100,
            lmr_deeper_margin: 60,
            ..Params::default()
        }
    }

    /// Reduction of a quiet move without history, the tenth of a node that is improving and no cut node, at depth 10,
    /// but for what `change` changes.
    fn reduction<const PV: bool>(mv: &str, change: impl FnOnce(&mut Node, &mut MoveCtx)) -> i32 {
        let mut reduction = None;
        with_params::<Chess>(ROOK, &ply_by_ply(), |thread| {
            let mut node = Node { improving: true, ..thread.init_node(10, false, None) };
            let stats = MoveStats { noisy: false, history: 0, killer: false };
            let mut ctx = MoveCtx { number: 10, stats, extension: 0 };
            change(&mut node, &mut ctx);
            play(thread, mv);
            reduction = Some(thread.late_move_reduction::<PV>(&node, &ctx));
        });
        reduction.expect("the test has run")
    }

    #[test]
    fn each_condition_changes_the_reduction_by_its_parameter() {
        let quiet = |change: fn(&mut Node, &mut MoveCtx)| reduction::<false>("d3d1", change);
        assert_eq!(quiet(|_, _| {}), 3);
        assert_eq!(quiet(|node, _| node.cut_node = true), 4);
        assert_eq!(quiet(|node, _| node.improving = false), 4);
        assert_eq!(quiet(|_, ctx| ctx.stats.killer = true), 2);
        assert_eq!(quiet(|_, ctx| ctx.stats.history = 8000), 2);
        assert_eq!(quiet(|_, ctx| ctx.stats.history = -8000), 4);
        assert_eq!(quiet(|_, ctx| ctx.stats.noisy = true), 1, "half of 316 hundredths");
        assert_eq!(reduction::<true>("d3d1", |_, _| {}), 2, "PV");
        assert_eq!(reduction::<false>("d3d8", |_, _| {}), 2, "check");
    }

    #[test]
    fn a_reduction_leaves_a_ply_and_never_extends() {
        let quiet = |change: fn(&mut Node, &mut MoveCtx)| reduction::<false>("d3d1", change);
        assert_eq!(quiet(|_, ctx| ctx.stats.history = -400_000), 8, "of 10 plies the move takes one");
        assert_eq!(quiet(|_, ctx| ctx.stats.history = 400_000), 0);
    }

    #[test]
    fn the_first_moves_and_those_near_the_leaves_are_not_reduced() {
        let reduced = |depth, number| {
            let change = |node: &mut Node, ctx: &mut MoveCtx| {
                (node.depth, ctx.number, ctx.stats.history) = (depth, number, -400_000);
            };
            [reduction::<false>("d3d1", change), reduction::<true>("d3d1", change)].map(|plies| plies > 0)
        };
        assert_eq!([1, 2, 3].map(|number| reduced(10, number)), [[false, false], [true, false], [true, true]]);
        assert_eq!([2, 3].map(|depth| reduced(depth, 10)), [[false, false], [true, true]]);
    }

    /// Depth of the TT entry below a move after PVS of the move in a node of depth 8, with alpha so far below the
    /// static evaluation. The value of the move is about half-way between.
    fn depth_of_entry(number: usize, surplus: i32) -> i32 {
        let mut depth = None;
        with_params::<Chess>(ROOK, &ply_by_ply(), |thread| {
            thread.root.depth = 8;
            let node = Node { improving: true, ..thread.init_node(8, false, None) };
            let stats = MoveStats { noisy: false, history: 0, killer: false };
            let ctx = MoveCtx { number, stats, extension: 0 };
            play(thread, "d3d1");
            assert!(thread.pvs::<false>(&node, ctx, Window::null(node.eval - surplus)).is_ok());
            depth = thread.probe_tt().map(|entry| entry.depth);
        });
        depth.expect("the position below the move is stored")
    }

    #[test]
    fn a_reduced_move_above_alpha_is_searched_again_and_far_above_a_ply_deeper() {
        // IIR takes a ply off the seven plies of every search.
        assert_eq!(depth_of_entry(10, -100), 4, "reduced by two plies; not above alpha");
        assert_eq!(depth_of_entry(10, 50), 6);
        assert_eq!(depth_of_entry(10, 300), 7);
        assert_eq!(depth_of_entry(2, 300), 6, "reduced by one ply");
    }

    #[test]
    fn reductions_grow_with_depth_and_move_number() {
        let table = LmrTable::new(&Params::default());
        assert_eq!((table.reduction(0, 5), table.reduction(-3, 5), table.reduction(5, 0)), (0, 0, 0));
        assert_eq!(table.reduction(1, 9), Params::default().lmr_base, "ln 1 is 0");
        assert!(table.reduction(9, 9) > table.reduction(4, 9) && table.reduction(9, 9) > table.reduction(9, 4));
        assert_eq!(table.reduction(200, 200), table.reduction(63, 63));
    }
}
