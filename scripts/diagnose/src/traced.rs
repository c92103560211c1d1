//! Evaluator that counts what the search does.

use std::collections::BTreeMap;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use engine::eval::{Evaluator, Term};
use engine::game::{BoardObserver, Seat};
use engine::search::{Pruning, SearchEvent};
use engine::variants::Chess;
use eval::NnueEvaluator;

use crate::counts::Counts;

/// Events of a search that its evaluators have heard, counted.
#[derive(Default)]
pub struct Trace {
    /// Counts of the events.
    pub counts: Counts,
    /// Prunings of a technique and depth for each one that is verified; 0: none is verified.
    pub verify_every: u64,
    /// The last pruning, which may be verified.
    last: Option<(Pruning, i32)>,
    /// Prunings by technique and depth.
    prunings: BTreeMap<(Pruning, i32), u64>,
    /// True during a verification. What happens in it does not count.
    verifying: bool,
}

impl Trace {
    /// Counts an event.
    fn take(&mut self, event: SearchEvent) {
        match event {
            SearchEvent::Verified { .. } => self.verifying = false,
            _ if self.verifying => return,
            SearchEvent::Pruned { technique, depth } => self.last = Some((technique, depth)),
            _ => {}
        }
        self.counts.add(event);
    }

    /// Returns whether the last pruning is of the sample: of each technique at each depth the first, and then every
    /// [`verify_every`](Trace::verify_every)-th.
    fn is_sampled(&mut self) -> bool {
        let Some(last) = self.last else { return false };
        if self.verify_every == 0 || self.verifying {
            return false;
        }
        let count = self.prunings.entry(last).or_default();
        *count += 1;
        self.verifying = *count % self.verify_every == 1 % self.verify_every;
        self.verifying
    }

    /// Begins a search: the one before may have been stopped anywhere.
    pub fn begin_search(&mut self) {
        (self.verifying, self.last) = (false, None);
    }
}

/// The evaluator that chess is played with, and the trace of its search.
#[derive(Clone, Default)]
pub struct Traced {
    evaluator: NnueEvaluator<Chess>,
    trace: Arc<Mutex<Trace>>,
}

impl Traced {
    /// The trace, shared by all clones.
    pub fn lock(&self) -> MutexGuard<'_, Trace> {
        self.trace.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl BoardObserver<Chess> for Traced {
    fn begin(&mut self) {
        self.evaluator.begin();
    }

    fn put(&mut self, seat: Seat, kind: usize, field: usize) {
        self.evaluator.put(seat, kind, field);
    }

    fn take(&mut self, seat: Seat, kind: usize, field: usize) {
        self.evaluator.take(seat, kind, field);
    }

    fn revert(&mut self) {
        self.evaluator.revert();
    }
}

impl Evaluator<Chess> for Traced {
    fn reset(&mut self, game: &Chess) {
        self.evaluator.reset(game);
    }

    fn evaluate(&mut self, game: &Chess) -> i32 {
        self.evaluator.evaluate(game)
    }

    fn trace(&mut self, event: SearchEvent) {
        self.lock().take(event);
    }

    fn verifies_pruning(&mut self) -> bool {
        self.lock().is_sampled()
    }

    fn terms(&self, game: &Chess) -> Vec<Term> {
        self.evaluator.terms(game)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Tells of a pruning. Returns whether it is of the sample; then it is verified.
    fn prune(trace: &mut Trace, technique: Pruning, depth: i32) -> bool {
        trace.take(SearchEvent::Pruned { technique, depth });
        let sampled = trace.is_sampled();
        if sampled {
            trace.take(SearchEvent::Verified { technique, depth, wrong: false });
        }
        sampled
    }

    #[test]
    fn the_first_pruning_and_then_each_nth_is_sampled() {
        let sampled = |verify_every| {
            let mut trace = Trace { verify_every, ..Trace::default() };
            [(); 7].map(|()| prune(&mut trace, Pruning::Rfp, 4))
        };
        assert_eq!(sampled(0), [false; 7]);
        assert_eq!(sampled(1), [true; 7]);
        assert_eq!(sampled(3), [true, false, false, true, false, false, true]);
    }

    #[test]
    fn techniques_and_depths_are_sampled_apart() {
        let mut trace = Trace { verify_every: 3, ..Trace::default() };
        let mut prune = |technique, depth| prune(&mut trace, technique, depth);
        assert!(prune(Pruning::Rfp, 4) && !prune(Pruning::Rfp, 4));
        assert!(prune(Pruning::Rfp, 5) && prune(Pruning::NullMove, 4));
        assert!(!prune(Pruning::Rfp, 4) && prune(Pruning::Rfp, 4));
    }

    #[test]
    fn what_happens_in_a_verification_is_not_sampled() {
        let mut trace = Trace { verify_every: 1, ..Trace::default() };
        assert!(!trace.is_sampled(), "nothing was pruned");
        trace.take(SearchEvent::Pruned { technique: Pruning::Rfp, depth: 4 });
        assert!(trace.is_sampled());
        trace.take(SearchEvent::Pruned { technique: Pruning::See, depth: 2 });
        assert!(!trace.is_sampled());
        trace.take(SearchEvent::Verified { technique: Pruning::Rfp, depth: 4, wrong: true });
        assert!(prune(&mut trace, Pruning::See, 2), "the one before has not counted");
        let counts = &trace.counts.depths;
        assert_eq!((counts[&2].pruned[&Pruning::See], counts[&4].wrong[&Pruning::Rfp].count), (1, 1));
    }
}
