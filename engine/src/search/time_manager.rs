//! Time management: soft and hard limits of a search, scaled by best-move stability, falling score and node fraction.
//!
//! Source: chessprogramming wiki, "Time Management". The limits come from the clock and the expected moves
//! ([`SearchHints::EXPECTED_MOVES`](crate::game::SearchHints::EXPECTED_MOVES)). After each iteration the soft limit is
//! scaled by three factors: best-move stability, falling score, and the fraction of nodes spent on the best move.
//! Alpha-beta and the tree search use the same [`TimeManager`]; only thread 0 asks it.

use std::time::{Duration, Instant};

use super::control::Control;
use super::limits::{CLOCK_RESERVE, Clock, Limits};
use super::params::Params;
use crate::moves::Move;

/// Cap on the moves to the next time control.
const MAX_MOVES_TO_CONTROL: u32 = 28;

/// Least number of expected moves of a whole game without an increment (sudden death).
const MIN_MOVES_SUDDEN_DEATH: u32 = 28;

/// Moves whose overhead is held in reserve.
const RESERVED_MOVES: u32 = 6;

/// Time for one move.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
struct TimeLimits {
    /// Soft limit: no new iteration begins after this, scaled by stability.
    soft: Duration,
    /// Hard limit: the search stops here.
    hard: Duration,
}

/// The clock of one search.
#[derive(Clone, Debug)]
pub struct TimeManager {
    /// None if no time was set.
    limits: Option<TimeLimits>,
    /// True if the limits come from a clock: then stability scales the soft one.
    on_clock: bool,
    /// Start of the search.
    start: Instant,
    /// Start of the engine's own time; none while pondering.
    own_start: Option<Instant>,
    /// Last poll of the clock.
    last_look: Instant,
    /// True if the soft limit was over while the search was still pondering: it ends with the ponder hit.
    soft_limit_over: bool,
}

impl TimeManager {
    /// Starts the clock of a search in a turn of `plies_of_turn` plies, those already made included, in a game with
    /// `expected_moves` own turns still to come. It runs since [`Limits::began`]. A clock's share is that of the turn
    /// and is divided among its plies; a fixed time is that of the search.
    pub fn start(
        limits: &Limits,
        plies_of_turn: u32,
        expected_moves: u32,
        params: &Params,
        control: &Control,
    ) -> TimeManager {
        let now = Instant::now();
        let start = limits.began.unwrap_or(now);
        TimeManager {
            limits: time_limits(limits, plies_of_turn, expected_moves, params),
            on_clock: limits.clock.is_some(),
            start,
            own_start: if control.is_pondering() { None } else { Some(start) },
            last_look: now,
            soft_limit_over: false,
        }
    }

    /// Time since the search began, pondering included.
    pub fn elapsed(&self) -> Duration {
        self.start.elapsed()
    }

    /// True if the limits come from a clock.
    pub fn is_on_clock(&self) -> bool {
        self.on_clock
    }

    /// Soft limit for a search of that stability, which scales it on a clock; none if no time was set.
    pub fn soft_limit(&self, stability: &Stability, params: &Params) -> Option<Duration> {
        let TimeLimits { soft, hard } = self.limits?;
        Some(if self.on_clock { soft.mul_f64(stability.time_factor(params)).min(hard) } else { soft })
    }

    /// Records whether the search has had enough time. Returns whether to end it: not while pondering, then the
    /// ponder hit will.
    pub fn stop_at_soft_limit(&mut self, over: bool, pondering: bool) -> bool {
        self.soft_limit_over = over;
        over && !pondering
    }

    /// Returns whether the search must stop: the hard limit is over, or the soft one was before the ponder hit. Tells
    /// the control how long the clock was not looked at.
    pub fn must_stop(&mut self, control: &Control) -> bool {
        let Some(limits) = self.limits else { return false };
        let now = self.look(control);
        if self.own_start.is_none() {
            self.own_start = control.ponder_hit_time();
        }
        self.own_start.is_some_and(|start| self.soft_limit_over || now.duration_since(start) >= limits.hard)
    }

    /// Looks at the clock. Tells the control how long it was not looked at.
    pub fn look(&mut self, control: &Control) -> Instant {
        let now = Instant::now();
        if self.limits.is_some() {
            control.note_stall(now - self.last_look);
        }
        self.last_look = now;
        now
    }

    /// Goes on after a report: the receiver's time is no stall.
    pub fn resume(&mut self) {
        self.last_look = Instant::now();
    }

    /// A clock that began `age` ago, with both limits at `limit`.
    #[cfg(test)]
    pub fn for_test(limit: Duration, age: Duration, control: &Control) -> TimeManager {
        let began = Some(Instant::now() - age);
        let time = TimeManager::start(&Limits { began, ..Limits::default() }, 1, 1, &Params::default(), control);
        TimeManager { limits: Some(TimeLimits { soft: limit, hard: limit }), ..time }
    }
}

/// The limits that a search has; none if no time is set.
fn time_limits(limits: &Limits, plies_of_turn: u32, expected_moves: u32, params: &Params) -> Option<TimeLimits> {
    let expected_moves = (expected_moves * params.tm_expected_moves.unsigned_abs() / 100).max(1);
    let clock = limits.clock.map(|clock| clock_share(clock, plies_of_turn, expected_moves, limits.overhead, params));
    let clock = clock.map(|turn| TimeLimits { soft: turn.soft / plies_of_turn, hard: turn.hard / plies_of_turn });
    let fixed = limits.move_time.map(|time| {
        let time = usable(time, limits.overhead);
        TimeLimits { soft: time, hard: time }
    });
    match (clock, fixed) {
        (Some(a), Some(b)) => Some(TimeLimits { soft: a.soft.min(b.soft), hard: a.hard.min(b.hard) }),
        (a, b) => a.or(b),
    }
}

/// A time less the overhead; of a time hardly longer than that, a tenth.
pub(super) fn usable(time: Duration, overhead: Duration) -> Duration {
    time.saturating_sub(overhead).max(time / 10)
}

/// The part of a clock that a search may plan with: less the overhead of the moves to come. Where a busy machine's
/// overhead exceeds the clock, a tenth of what exceeds [`CLOCK_RESERVE`], and at least a fiftieth.
fn usable_of_clock(remaining: Duration, overhead: Duration) -> Duration {
    let left = remaining.saturating_sub(overhead);
    left.max(remaining.saturating_sub(CLOCK_RESERVE) / 10).max(remaining / 50)
}

/// The limits of a turn of so many plies on a clock. The moves to the next time control count if there is one, else the
/// expected ones.
fn clock_share(
    clock: Clock,
    plies_of_turn: u32,
    expected_moves: u32,
    overhead: Duration,
    params: &Params,
) -> TimeLimits {
    let percent = |time: Duration, share: i32| time.saturating_mul(share.unsigned_abs()) / 100;
    let least = if clock.increment.is_zero() { MIN_MOVES_SUDDEN_DEATH } else { 1 };
    let moves = clock.moves_to_go.map_or(expected_moves.max(least), |moves| moves.clamp(1, MAX_MOVES_TO_CONTROL));
    // Every ply of the turn costs its overhead, and so do the moves to come.
    let overhead = overhead.saturating_mul(moves.min(RESERVED_MOVES).max(plies_of_turn));
    let left = usable_of_clock(clock.remaining, overhead);
    let limit = percent(left, if moves == 1 { 90 } else { params.tm_max });
    let each = (left / moves).saturating_add(percent(clock.increment, params.tm_increment));
    let soft = percent(each, params.tm_soft).min(limit);
    TimeLimits { soft, hard: percent(each, params.tm_hard).min(limit).max(soft) }
}

/// Best-move stability: how the best move and its score have developed over the iterations.
#[derive(Clone, Debug, Default)]
pub struct Stability {
    best: Move,
    score: i32,
    /// Iterations since the best move last changed.
    unchanged: u32,
    /// Centipawns that the score has fallen since the last iteration; 0 after the first.
    drop: i32,
    /// The fraction of all nodes spent on the best move, 0 to 1.
    node_fraction: f64,
}

impl Stability {
    /// Records the result of an iteration.
    pub fn update(&mut self, best: Move, score: i32, node_fraction: f64) {
        self.unchanged = if best == self.best { self.unchanged + 1 } else { 0 };
        self.drop = if self.best.is_some() { self.score - score } else { 0 };
        (self.best, self.score, self.node_fraction) = (best, score, node_fraction);
    }

    /// True if the last iteration has changed the best move.
    pub fn has_changed(&self) -> bool {
        self.unchanged == 0
    }

    /// The score of the last iteration.
    pub fn score(&self) -> i32 {
        self.score
    }

    /// Factor of the soft limit: above 1 for an unsettled choice, below 1 for a settled one.
    fn time_factor(&self, params: &Params) -> f64 {
        let percent = |parameter: i32| f64::from(parameter) / 100.0;
        let unchanged = f64::from(self.unchanged.min(7));
        let stability_factor = percent(params.tm_stability_base) - percent(params.tm_stability_step) * unchanged;
        let falling_eval_factor = 1.0 + f64::from(self.drop.clamp(0, 100)) / f64::from(params.tm_falling_eval);
        let node_tm_factor = percent(params.tm_node_base) - self.node_fraction.clamp(0.0, 1.0);
        (stability_factor * falling_eval_factor * node_tm_factor).clamp(0.3, 3.0)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const MS: fn(u64) -> Duration = Duration::from_millis;

    const HOUR: Duration = Duration::from_secs(3600);

    /// The limits of a ply in a game of usual length.
    fn planned(limits: &Limits, plies_of_turn: u32) -> Option<TimeLimits> {
        time_limits(limits, plies_of_turn, 28, &Params::default())
    }

    fn for_clock(remaining: u64, increment: u64, moves_to_go: Option<u32>) -> TimeLimits {
        let clock = Clock { remaining: MS(remaining), increment: MS(increment), moves_to_go };
        planned(&Limits { clock: Some(clock), ..Limits::default() }, 1).unwrap()
    }

    #[test]
    fn without_times_there_are_no_limits() {
        assert_eq!(planned(&Limits { depth: Some(3), nodes: Some(9), ..Limits::default() }, 1), None);
    }

    #[test]
    fn a_fixed_time_is_used_but_for_the_overhead() {
        let limits = Limits { move_time: Some(MS(1000)), overhead: MS(30), ..Limits::default() };
        assert_eq!(planned(&limits, 1), Some(TimeLimits { soft: MS(970), hard: MS(970) }));
        let tiny = Limits { move_time: Some(MS(10)), overhead: MS(30), ..Limits::default() };
        assert_eq!(planned(&tiny, 1), Some(TimeLimits { soft: MS(1), hard: MS(1) }));
    }

    #[test]
    fn the_plies_of_a_turn_share_its_time() {
        let clock = Clock { remaining: MS(60_000), increment: MS(0), moves_to_go: None };
        let limits = Limits { clock: Some(clock), ..Limits::default() };
        let (turn, ply) = (planned(&limits, 1).unwrap(), planned(&limits, 2).unwrap());
        assert_eq!((ply.soft, ply.hard), (turn.soft / 2, turn.hard / 2));
        let fixed = Limits { move_time: Some(MS(1000)), ..Limits::default() };
        assert_eq!(planned(&fixed, 1), planned(&fixed, 2), "a fixed time is that of the search, not of the turn");
    }

    #[test]
    fn no_game_is_lost_on_time() {
        for remaining in [0, 1, 10, 11, 25, 50, 100, 500, 1000, 60_000, 3_600_000] {
            for increment in [0, 10, 1000, 60_000] {
                for moves in [None, Some(0), Some(1), Some(2), Some(40), Some(u32::MAX)] {
                    let clock = Clock { remaining: MS(remaining), increment: MS(increment), moves_to_go: moves };
                    let limits = Limits { clock: Some(clock), ..Limits::default() };
                    for expected_moves in [1, 12, 28] {
                        let time = time_limits(&limits, 1, expected_moves, &Params::default()).unwrap();
                        assert!(time.soft <= time.hard);
                        // What is left covers the overhead, unless the clock was as good as empty.
                        let spent = time.hard + if remaining >= 15 { MS(10) } else { MS(0) };
                        assert!(spent <= MS(remaining), "{remaining} ms, +{increment}, {moves:?}: {time:?}");
                    }
                }
            }
        }
    }

    #[test]
    fn the_longest_times_do_not_overflow() {
        let longest = Duration::MAX;
        let clock = Clock { remaining: longest, increment: longest, moves_to_go: Some(1) };
        let params = Params { tm_hard: 1000, tm_soft: 200, ..Params::default() };
        for (move_time, clock) in [(Some(longest), None), (None, Some(clock)), (Some(longest), Some(clock))] {
            for overhead in [Duration::ZERO, longest] {
                let limits = Limits { move_time, clock, overhead, ..Limits::default() };
                let time = TimeManager::start(&limits, 2, 28, &params, &Control::new());
                let soft_limit = time.soft_limit(&Stability::default(), &params);
                assert!(soft_limit.is_some_and(|soft_limit| soft_limit > HOUR), "{limits:?}: {soft_limit:?}");
            }
        }
    }

    #[test]
    fn every_ply_of_a_turn_has_its_overhead() {
        let clock = Clock { remaining: MS(1000), increment: MS(0), moves_to_go: Some(1) };
        let limits = Limits { clock: Some(clock), overhead: MS(30), ..Limits::default() };
        for plies in [1, 2, 12, 20] {
            let hard = planned(&limits, plies).unwrap().hard;
            assert!((hard + MS(30)) * plies <= MS(1000), "{plies} plies: {hard:?}");
        }
    }

    #[test]
    fn an_increment_fills_a_clock_that_stalls_have_emptied() {
        // A stall of so many milliseconds in every fourth move, which the overhead reckons with.
        for stall in [15, 30] {
            let (mut left, mut least) = (MS(20), MS(20));
            for number in 1..200 {
                let clock = Clock { remaining: left, increment: MS(10), moves_to_go: None };
                let limits = Limits { clock: Some(clock), overhead: MS(10 + stall), ..Limits::default() };
                let hard = planned(&limits, 1).unwrap().hard;
                assert_eq!(limits.is_hurried(), left <= CLOCK_RESERVE);
                assert!(!limits.is_hurried() || hard <= MS(1), "{left:?}: {hard:?}");
                let stall = if number % 4 == 0 { MS(stall) } else { Duration::ZERO };
                left = left.saturating_sub(hard + stall) + MS(10);
                if number > 50 {
                    least = if number == 51 { left } else { least.min(left) };
                }
            }
            assert!(least > CLOCK_RESERVE, "{stall}: {least:?}");
        }
    }

    #[test]
    fn a_game_can_be_played_on_its_clock() {
        // Sixty moves that all take the soft limit leave time on a clock, and with an increment more than a move needs.
        for expected_moves in [12, 16, 28] {
            for (increment, least) in [(0, 5_000), (600, 1_500)] {
                let mut left = 60_000;
                for _ in 0..60 {
                    let clock = Clock { remaining: MS(left), increment: MS(increment), moves_to_go: None };
                    let limits = Limits { clock: Some(clock), ..Limits::default() };
                    let soft = time_limits(&limits, 1, expected_moves, &Params::default()).unwrap().soft;
                    left = left + increment - soft.as_millis() as u64 - 10;
                }
                assert!(left > least, "{expected_moves} moves, +{increment} ms: {left}");
            }
        }
    }

    #[test]
    fn more_time_and_fewer_moves_mean_longer_limits() {
        assert!(for_clock(60_000, 0, None).soft < for_clock(120_000, 0, None).soft);
        assert!(for_clock(60_000, 0, None).soft < for_clock(60_000, 2_000, None).soft);
        assert!(for_clock(60_000, 0, Some(20)).soft < for_clock(60_000, 0, Some(5)).soft);
        assert!(for_clock(60_000, 0, Some(1)).soft > MS(30_000));
    }

    #[test]
    fn the_more_moves_a_game_has_the_less_time_each_gets() {
        let clock = Clock { remaining: MS(60_000), increment: MS(500), moves_to_go: None };
        let limits = Limits { clock: Some(clock), ..Limits::default() };
        let soft = |expected_moves, percent| {
            let params = Params { tm_expected_moves: percent, ..Params::default() };
            time_limits(&limits, 1, expected_moves, &params).unwrap().soft
        };
        assert!(soft(40, 100) < soft(20, 100) && soft(20, 100) < soft(1, 100));
        assert_eq!(soft(20, 200), soft(40, 100));
        assert!(soft(1, 30) <= MS(60_000));
    }

    #[test]
    fn an_unsettled_choice_gets_more_time_than_a_settled_one() {
        let settled = Stability { unchanged: 8, drop: -5, node_fraction: 0.9, ..Stability::default() };
        let unsettled = Stability { unchanged: 0, drop: 60, node_fraction: 0.3, ..Stability::default() };
        assert!(settled.time_factor(&Params::default()) < 0.7);
        assert!(unsettled.time_factor(&Params::default()) > 1.5);
    }

    #[test]
    fn stability_counts_iterations_with_the_same_best_move() {
        let (one, other) = (Move::new(1, 2, 0), Move::new(3, 4, 0));
        let mut stability = Stability::default();
        let mut unchanged = Vec::new();
        for (best, score) in [(one, 10), (one, 30), (one, 5), (other, 20)] {
            stability.update(best, score, 0.5);
            unchanged.push((stability.unchanged, stability.drop));
        }
        assert_eq!(unchanged, [(0, 0), (1, -20), (2, 25), (0, -15)]);
    }

    #[test]
    fn own_time_begins_with_the_ponder_hit() {
        let after_hit = |age: Duration| {
            let control = Control::pondering();
            let mut time = TimeManager::for_test(HOUR / 2, HOUR, &control);
            assert!(!time.must_stop(&control), "the opponent's time does not count");
            control.ponder_hit(Instant::now() - age);
            time.must_stop(&control)
        };
        assert!(!after_hit(Duration::ZERO), "the hour before the hit does not count");
        assert!(after_hit(HOUR), "the time from the hit to the first look at it counts");
        let control = Control::new();
        assert!(TimeManager::for_test(HOUR / 2, HOUR, &control).must_stop(&control));
    }

    #[test]
    fn the_wait_before_a_search_counts() {
        let age = MS(200);
        let must_stop = |move_time: Duration| {
            let began = Some(Instant::now() - age);
            let limits = Limits { move_time: Some(move_time), overhead: MS(0), began, ..Limits::default() };
            let control = Control::new();
            let mut time = TimeManager::start(&limits, 1, 28, &Params::default(), &control);
            assert!(time.elapsed() >= age);
            time.must_stop(&control)
        };
        assert!(must_stop(age), "all of it was spent waiting");
        assert!(!must_stop(HOUR));
    }

    #[test]
    fn the_longest_stall_is_told() {
        let control = Control::new();
        let mut time = TimeManager::for_test(HOUR, Duration::ZERO, &control);
        for age in [MS(5), MS(700), MS(30)] {
            time.last_look -= age;
            assert!(!time.must_stop(&control));
        }
        assert!((MS(700)..HOUR).contains(&control.longest_stall()), "{:?}", control.longest_stall());
    }

    #[test]
    fn a_soft_limit_that_passes_while_pondering_ends_the_search_at_the_ponder_hit() {
        let control = Control::pondering();
        let mut time = TimeManager::for_test(HOUR, Duration::ZERO, &control);
        assert!(!time.stop_at_soft_limit(true, true));
        assert!(!time.must_stop(&control));
        control.ponder_hit(Instant::now());
        assert!(time.must_stop(&control));
    }
}
