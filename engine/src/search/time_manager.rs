//! How long to think about a move.

use std::time::Duration;

use super::limits::{Clock, Limits};
use super::params::Params;

/// Turns to the next time control beyond which no more are reckoned with; and if no time comes back, a player reckons with as many to come at least.
const MANY_TURNS: u32 = 28;

/// The time for one move.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Budget {
    /// No new iteration is begun after this, as long as the search is of one mind.
    pub(super) soft: Duration,
    /// The search is stopped here.
    pub(super) hard: Duration,
}

/// The time that `limits` leave for a ply of a turn that has so many plies; none if they set no time. A clock's share is that of the
/// turn and divided among them, a fixed time is the ply's own. `turns` are how many
/// a player of the game should [reckon with](crate::game::Tactics::MOVES_TO_GO).
pub(super) fn budget(limits: &Limits, plies: u32, turns: u32, params: &Params) -> Option<Budget> {
    let expected = (turns * params.time_turns.unsigned_abs() / 100).max(1);
    let clock = limits.clock.map(|clock| share_of_clock(clock, expected, limits.overhead, params));
    let clock = clock.map(|turn| Budget { soft: turn.soft / plies, hard: turn.hard / plies });
    let fixed = limits.move_time.map(|time| {
        let time = usable(time, limits.overhead);
        Budget { soft: time, hard: time }
    });
    match (clock, fixed) {
        (Some(a), Some(b)) => Some(Budget { soft: a.soft.min(b.soft), hard: a.hard.min(b.hard) }),
        (a, b) => a.or(b),
    }
}

/// What is left of a time when the overhead is taken off; of a time hardly longer than that, a tenth.
fn usable(time: Duration, overhead: Duration) -> Duration {
    time.saturating_sub(overhead).max(time / 10)
}

fn share_of_clock(clock: Clock, expected: u32, overhead: Duration, params: &Params) -> Budget {
    let percent = |time: Duration, share: i32| time * share.unsigned_abs() / 100;
    let expected = if clock.increment.is_zero() { expected.max(MANY_TURNS) } else { expected };
    let moves = clock.moves_to_go.map_or(expected, |moves| moves.clamp(1, MANY_TURNS));
    // Every move to come costs its overhead too.
    let left = usable(clock.remaining, overhead * moves.min(4));
    let limit = percent(left, if moves == 1 { 90 } else { params.time_greatest });
    let each = left / moves + percent(clock.increment, params.time_increment);
    let soft = percent(each, params.time_soft).min(limit);
    Budget { soft, hard: percent(each, params.time_hard).min(limit).max(soft) }
}

/// What the last iteration says about how settled the choice is.
#[derive(Clone, Copy, Debug)]
pub(super) struct Stability {
    /// Iterations since the best move last changed.
    pub(super) unchanged: u32,
    /// Centipawns that the score has fallen since the last iteration.
    pub(super) drop: i32,
    /// The share of all nodes spent on the best move, 0 to 1.
    pub(super) effort: f64,
}

impl Stability {
    /// By how much to stretch (above 1) or cut (below 1) the soft bound.
    pub(super) fn stretch(self, params: &Params) -> f64 {
        let percent = |parameter: i32| f64::from(parameter) / 100.0;
        let doubt = percent(params.time_doubt) - percent(params.time_certainty) * f64::from(self.unchanged.min(7));
        let alarm = 1.0 + f64::from(self.drop.clamp(0, 100)) / f64::from(params.time_alarm);
        let rivals = percent(params.time_rivals) - self.effort.clamp(0.0, 1.0);
        (doubt * alarm * rivals).clamp(0.3, 3.0)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const MS: fn(u64) -> Duration = Duration::from_millis;

    /// What is planned for a ply of a game of usual length.
    fn planned(limits: &Limits, plies: u32) -> Option<Budget> {
        budget(limits, plies, 28, &Params::default())
    }

    fn for_clock(remaining: u64, increment: u64, moves_to_go: Option<u32>) -> Budget {
        let clock = Clock { remaining: MS(remaining), increment: MS(increment), moves_to_go };
        planned(&Limits { clock: Some(clock), ..Limits::default() }, 1).unwrap()
    }

    #[test]
    fn without_times_there_is_no_budget() {
        assert_eq!(planned(&Limits { depth: Some(3), nodes: Some(9), ..Limits::default() }, 1), None);
    }

    #[test]
    fn a_fixed_time_is_used_but_for_the_overhead() {
        let limits = Limits { move_time: Some(MS(1000)), overhead: MS(30), ..Limits::default() };
        assert_eq!(planned(&limits, 1), Some(Budget { soft: MS(970), hard: MS(970) }));
        let tiny = Limits { move_time: Some(MS(10)), overhead: MS(30), ..Limits::default() };
        assert_eq!(planned(&tiny, 1), Some(Budget { soft: MS(1), hard: MS(1) }));
    }

    #[test]
    fn the_plies_of_a_turn_share_its_time() {
        let clock = Clock { remaining: MS(60_000), increment: MS(0), moves_to_go: None };
        let limits = Limits { clock: Some(clock), ..Limits::default() };
        let (turn, ply) = (planned(&limits, 1).unwrap(), planned(&limits, 2).unwrap());
        assert_eq!((ply.soft, ply.hard), (turn.soft / 2, turn.hard / 2));
        let fixed = Limits { move_time: Some(MS(1000)), ..Limits::default() };
        assert_eq!(planned(&fixed, 1), planned(&fixed, 2), "who sets a time for a search means that search");
    }

    #[test]
    fn no_clock_is_ever_overdrawn() {
        for remaining in [0, 1, 10, 11, 25, 50, 100, 500, 1000, 60_000, 3_600_000] {
            for increment in [0, 10, 1000, 60_000] {
                for moves in [None, Some(0), Some(1), Some(2), Some(40), Some(u32::MAX)] {
                    let clock = Clock { remaining: MS(remaining), increment: MS(increment), moves_to_go: moves };
                    let limits = Limits { clock: Some(clock), ..Limits::default() };
                    for turns in [1, 12, 28] {
                        let budget = budget(&limits, 1, turns, &Params::default()).unwrap();
                        assert!(budget.soft <= budget.hard);
                        // What is left covers the overhead, unless the clock was as good as empty.
                        let spent = budget.hard + if remaining >= 15 { MS(10) } else { MS(0) };
                        assert!(spent <= MS(remaining), "{remaining} ms, +{increment}, {moves:?}: {budget:?}");
                    }
                }
            }
        }
    }

    #[test]
    fn a_game_can_be_played_on_its_clock() {
        // Sixty moves that all take the soft bound leave time on a clock, and with an increment more than a move needs.
        for turns in [12, 16, 28] {
            for (increment, least) in [(0, 5_000), (600, 1_500)] {
                let mut left = 60_000;
                for _ in 0..60 {
                    let clock = Clock { remaining: MS(left), increment: MS(increment), moves_to_go: None };
                    let limits = Limits { clock: Some(clock), ..Limits::default() };
                    let soft = budget(&limits, 1, turns, &Params::default()).unwrap().soft;
                    left = left + increment - soft.as_millis() as u64 - 10;
                }
                assert!(left > least, "{turns} turns, +{increment} ms: {left}");
            }
        }
    }

    #[test]
    fn more_time_and_fewer_moves_mean_more_thought() {
        assert!(for_clock(60_000, 0, None).soft < for_clock(120_000, 0, None).soft);
        assert!(for_clock(60_000, 0, None).soft < for_clock(60_000, 2_000, None).soft);
        assert!(for_clock(60_000, 0, Some(20)).soft < for_clock(60_000, 0, Some(5)).soft);
        assert!(for_clock(60_000, 0, Some(1)).soft > MS(30_000));
    }

    #[test]
    fn the_more_turns_a_game_has_the_less_time_each_gets() {
        let clock = Clock { remaining: MS(60_000), increment: MS(500), moves_to_go: None };
        let limits = Limits { clock: Some(clock), ..Limits::default() };
        let soft = |turns, percent| {
            let params = Params { time_turns: percent, ..Params::default() };
            budget(&limits, 1, turns, &params).unwrap().soft
        };
        assert!(soft(40, 100) < soft(20, 100) && soft(20, 100) < soft(1, 100));
        assert_eq!(soft(20, 200), soft(40, 100));
        assert!(soft(1, 30) <= MS(60_000));
    }

    #[test]
    fn doubt_stretches_and_certainty_cuts() {
        let calm = Stability { unchanged: 8, drop: -5, effort: 0.9 };
        let torn = Stability { unchanged: 0, drop: 60, effort: 0.3 };
        assert!(calm.stretch(&Params::default()) < 0.7);
        assert!(torn.stretch(&Params::default()) > 1.5);
    }
}
