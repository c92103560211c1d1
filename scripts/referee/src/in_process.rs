//! Engines in this process: anything that chooses a ply for a record and limits.

use std::time::{Duration, Instant};

use engine::game::{Chance, CompositeMoves};
use engine::record::Record;
use engine::search::{Limits, Verdict};

use super::fault::{Fault, FaultKind};
use super::player::{Player, PlayerAction, PlayerReply, SearchInfo, TurnContext};
use super::run_delay;

/// Engine in this process.
pub trait InProcessEngine<G: CompositeMoves>: Send {
    /// Clears what is left of earlier games; `seed` is for its random choices, if it makes any.
    fn new_game(&mut self, seed: u64);
    /// Chooses a ply at the end of a record. A verdict of depth 0 has no score.
    fn think(&mut self, record: &Record<G>, limits: &Limits) -> Verdict;
}

/// Player by an [`InProcessEngine`].
///
/// Where times are bounded, the time that the calling thread waits for a processor while it thinks is not the engine's,
/// and counts as [lateness](Player::lateness). Helper threads of a search are not looked at.
#[derive(Clone, Debug)]
pub struct InProcessPlayer<T> {
    /// The engine.
    pub engine: T,
    /// Longest wait for a processor in a ply of the present game.
    lateness: Duration,
    /// Run delay so far of the thread that calls it.
    run_delay: fn() -> Duration,
}

impl<T> InProcessPlayer<T> {
    /// Player by an engine.
    pub fn new(engine: T) -> InProcessPlayer<T> {
        InProcessPlayer { engine, lateness: Duration::ZERO, run_delay: run_delay::of_this_thread }
    }
}

impl<G: Chance + CompositeMoves, T: InProcessEngine<G>> Player<G> for InProcessPlayer<T> {
    fn new_game(&mut self, _: &Record<G>, seed: u64) -> Result<(), Fault> {
        self.lateness = Duration::ZERO;
        self.engine.new_game(seed);
        Ok(())
    }

    fn think(&mut self, record: &Record<G>, turn: &TurnContext) -> Result<PlayerReply, Fault> {
        // Games of a few nodes a move are many, and asking costs microseconds.
        let (is_timed, counter) = (turn.time.allowed().is_some(), self.run_delay);
        let run_delay = || if is_timed { counter() } else { Duration::ZERO };
        let (began, before) = (Instant::now(), run_delay());
        let verdict = self.engine.think(record, &turn.time.limits(record.plies_to_go()));
        let (used, late) = (began.elapsed(), run_delay().saturating_sub(before));
        self.lateness = self.lateness.max(late);
        let info = SearchInfo {
            score: (verdict.depth > 0).then_some(verdict.score),
            depth: Some(verdict.depth).filter(|&depth| depth > 0),
            nodes: Some(verdict.nodes).filter(|&nodes| nodes > 0),
            time: used.saturating_sub(late),
        };
        let best = verdict.best.ok_or_else(|| FaultKind::Illegal.because("no move was chosen"))?;
        Ok(PlayerReply { action: PlayerAction::Play(best), offers_draw: false, info })
    }

    fn lateness(&self) -> Duration {
        self.lateness
    }
}

#[cfg(test)]
mod tests {
    use std::cell::Cell;
    use std::thread;

    use engine::text::Notation;
    use engine::variants::Chess;

    use super::*;
    use crate::time::PlayerClock;

    thread_local! {
        static CALLS: Cell<u64> = const { Cell::new(0) };
    }

    /// Each time that it is asked, the thread has waited for an hour more.
    fn an_hour_more() -> Duration {
        CALLS.set(CALLS.get() + 1);
        Duration::from_secs(3600 * CALLS.get())
    }

    /// Engine that takes a while.
    struct Slow;

    impl InProcessEngine<Chess> for Slow {
        fn new_game(&mut self, _: u64) {}

        fn think(&mut self, record: &Record<Chess>, _: &Limits) -> Verdict {
            thread::sleep(Duration::from_millis(2));
            let best = record.position().read_move("e2e4").ok();
            Verdict { best, ponder: None, score: 0, depth: 0, nodes: 0 }
        }
    }

    #[test]
    fn a_wait_for_a_processor_is_lateness_where_times_are_bounded() {
        let mut player = InProcessPlayer { run_delay: an_hour_more, ..InProcessPlayer::new(Slow) };
        let record = Record::<Chess>::default();
        let hour = Duration::from_secs(3600);
        for (control, late) in [("movetime=0.001", hour), ("nodes=9", Duration::ZERO), ("tc=1", hour)] {
            player.new_game(&record, 1).unwrap();
            assert_eq!(Player::<Chess>::lateness(&player), Duration::ZERO, "{control}");
            let clock = PlayerClock::new(control.parse().unwrap());
            let turn = TurnContext { time: clock.turn_time(), clocks: vec![clock.shown(); 2], draw_offered: false };
            let used = player.think(&record, &turn).unwrap().info.time;
            assert_eq!(Player::<Chess>::lateness(&player), late, "{control}");
            assert_eq!(used.is_zero(), !late.is_zero(), "{control}: {used:?}");
        }
    }
}
