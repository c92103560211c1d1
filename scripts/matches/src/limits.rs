//! Limits that an engine does not keep: nodes and time of its moves beside what it was allowed.

use std::time::Duration;

use referee::{EngineKind, EngineSpec};

use super::store::GameRecord;

/// Nodes that an engine may search beyond a tenth more than its limit: it may count before it stops.
const NODE_SLACK: f64 = 100.0;

/// Time by which an engine may miss its time for a move, beyond a tenth of it: for the way of its commands.
const TIME_SLACK: Duration = Duration::from_millis(10);

/// Turns below which nothing is said: a few forced moves prove nothing.
const MIN_TURNS: u32 = 10;

/// Nodes and times of an engine's moves.
#[derive(Clone, Copy, Default, Debug)]
pub struct LimitUse {
    /// Searches whose nodes are known, and their nodes.
    searches: u32,
    nodes: u64,
    turns: u32,
    time: Duration,
}

impl LimitUse {
    /// Adds the moves of one seat in a game. Moves in a row make one turn.
    pub fn add(&mut self, game: &GameRecord, seat: usize) {
        let mut on_turn = false;
        for mv in &game.moves {
            if mv.seat != seat {
                on_turn = false;
                continue;
            }
            let Some(info) = mv.info else { continue };
            if let Some(nodes) = info.nodes {
                self.searches += mv.searches;
                self.nodes = self.nodes.saturating_add(nodes);
            }
            self.turns += u32::from(!on_turn);
            self.time += info.time;
            on_turn = true;
        }
    }

    /// Remark on an engine that did not keep its limits; `None` if it did.
    pub fn remark(&self, engine: &EngineSpec) -> Option<String> {
        self.nodes_remark(engine).or_else(|| self.time_remark(engine))
    }

    fn nodes_remark(&self, engine: &EngineSpec) -> Option<String> {
        let allowed = engine.time.nodes.filter(|_| self.turns >= MIN_TURNS && self.searches > 0)?;
        let mean = self.nodes as f64 / f64::from(self.searches);
        let ignored = mean > 1.1 * allowed as f64 + NODE_SLACK;
        ignored.then(|| format!("{} does not keep nodes={allowed}: it searched {mean:.0} nodes a move.", engine.name))
    }

    /// A time for each move is to be used, if nothing else limits the search. Built-in players that do not search
    /// move at once.
    fn time_remark(&self, engine: &EngineSpec) -> Option<String> {
        let searches = matches!(engine.kind, EngineKind::Process(_)) || self.searches > 0;
        let allowed = engine.time.move_time.filter(|_| searches && self.turns >= MIN_TURNS)?;
        let alone = engine.time.clock.is_none() && engine.time.nodes.is_none() && engine.time.depth.is_none();
        let mean = self.time / self.turns;
        let verb = if mean > allowed * 11 / 10 + TIME_SLACK {
            "keep"
        } else if alone && mean + TIME_SLACK < allowed / 2 {
            "use"
        } else {
            return None;
        };
        let (control, mean) = (allowed.as_secs_f64(), mean.as_secs_f64() * 1000.0);
        Some(format!("{} does not {verb} movetime={control}: it moved after {mean:.2} ms.", engine.name))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::store::PlayedMove;
    use crate::store::tests::game;
    use referee::{ProcessSpec, SearchInfo};

    /// Remark on a program with limits whose moves are all alike.
    fn remark(limits: &str, moves: usize, searches: u32, nodes: u64, micros: u64) -> Option<String> {
        let info = SearchInfo { nodes: Some(nodes), time: Duration::from_micros(micros), ..SearchInfo::default() };
        let mv = |seat| PlayedMove { text: "e2e4".to_string(), seat, searches, info: Some(info) };
        let moves = (0..2 * moves).map(|number| mv(number % 2)).collect();
        let mut sum = LimitUse::default();
        sum.add(&GameRecord { moves, ..game(0) }, 0);
        let kind = EngineKind::Process(ProcessSpec::new(["x"]));
        sum.remark(&EngineSpec { name: "x".to_string(), kind, time: limits.parse().unwrap() })
    }

    #[test]
    fn nodes_beyond_the_limit_are_remarked() {
        let said = "x does not keep nodes=30000: it searched 48500 nodes a move.";
        assert_eq!(remark("nodes=30000", 20, 1, 48_500, 9).as_deref(), Some(said));
        assert_eq!(remark("nodes=30000", 20, 1, 33_000, 9), None, "a tenth more");
        assert_eq!(remark("nodes=30000", 20, 2, 48_500, 9), None, "two searches a move");
        assert_eq!(remark("nodes=30000", 9, 1, 48_500, 9), None, "too few moves");
        assert_eq!(remark("nodes=30000", 20, 1, 10, 9), None, "fewer are no fault");
        assert_eq!(remark("tc=1+0.01", 20, 1, 48_500, 9), None);
    }

    #[test]
    fn times_far_from_the_time_for_a_move_are_remarked() {
        let early = "x does not use movetime=0.05: it moved after 0.55 ms.";
        assert_eq!(remark("movetime=0.05", 20, 1, 9, 550).as_deref(), Some(early));
        assert_eq!(remark("movetime=0.05 nodes=50", 20, 1, 9, 550), None, "another limit may end it earlier");
        assert_eq!(remark("movetime=0.05", 20, 1, 9, 45_000), None);
        assert_eq!(remark("movetime=0.02", 20, 1, 9, 5000), None, "a reserve of some milliseconds");
        let late = "x does not keep movetime=0.05: it moved after 66.00 ms.";
        assert_eq!(remark("movetime=0.05", 20, 1, 9, 66_000).as_deref(), Some(late));
    }

    #[test]
    fn moves_in_a_row_are_one_turn() {
        let info = SearchInfo { time: Duration::from_millis(20), ..SearchInfo::default() };
        let mv = |seat| PlayedMove { text: "K@a2".to_string(), seat, searches: 1, info: Some(info) };
        let mut sum = LimitUse::default();
        sum.add(&GameRecord { moves: vec![mv(0), mv(0), mv(1), mv(0)], ..game(0) }, 0);
        assert_eq!((sum.turns, sum.time), (2, Duration::from_millis(60)));
    }
}
