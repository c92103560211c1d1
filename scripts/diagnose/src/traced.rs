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
