//! Counts of search events, by depth.

use std::collections::BTreeMap;

use engine::search::{Pruning, SearchEvent, Singularity};

/// A share: how often something happened, of how often it could have.
#[derive(Clone, Copy, Default, PartialEq, Eq, Debug)]
pub struct Share {
    /// Number of times that it happened, or a sum of plies.
    pub count: i64,
    /// Number of times that it could have happened.
    pub of: i64,
}

impl Share {
    fn add(&mut self, count: i64) {
        self.count += count;
        self.of += 1;
    }

    /// The quotient; none if it could not have happened.
    pub fn value(self) -> Option<f64> {
        if self.of == 0 { None } else { Some(self.count as f64 / self.of as f64) }
    }
}

/// Counts of the nodes of one depth.
#[derive(Clone, Default, Debug)]
pub struct DepthCounts {
    /// Nodes that the TT does not decide.
    pub nodes: i64,
    /// TT hits of all probes.
    pub tt_hits: Share,
    /// TT cutoffs of all probes.
    pub tt_cutoffs: Share,
    /// Plies of check extensions, a node.
    pub check: Share,
    /// Plies of hindsight extensions, a node.
    pub hindsight: Share,
    /// Plies of internal iterative reductions (IIR), a node.
    pub iir: Share,
    /// Multi-cuts of all singular searches.
    pub multi_cuts: Share,
    /// Plies of singular extensions, a singular search without multi-cut.
    pub singular: Share,
    /// Beta cutoffs by the first move, of all beta cutoffs.
    pub first_move_cutoffs: Share,
    /// Plies of late move reductions, a late move.
    pub reductions: Share,
    /// Re-searches of reduced moves.
    pub re_searches: Share,
    /// Prunings, by technique.
    pub pruned: BTreeMap<Pruning, i64>,
    /// Wrong prunings of those that were verified, by technique.
    pub wrong: BTreeMap<Pruning, Share>,
}

impl DepthCounts {
    /// Plies of check and hindsight extensions less those of IIR, a node.
    pub fn extension(&self) -> Share {
        Share { count: self.check.count + self.hindsight.count - self.iir.count, of: self.nodes }
    }

    /// Singular searches, a node.
    pub fn singular_searches(&self) -> Share {
        Share { count: self.multi_cuts.of, of: self.nodes }
    }
}

/// Counts of all events.
#[derive(Clone, Default, Debug)]
pub struct Counts {
    /// By depth in plies, from 1; a node whose depth fell below counts as 1.
    pub depths: BTreeMap<i32, DepthCounts>,
    /// Nodes of the quiescence search.
    pub quiescence: i64,
    /// TT stores that took the place of another position of the same search.
    pub overwrites: Share,
}

impl Counts {
    fn at(&mut self, depth: i32) -> &mut DepthCounts {
        self.depths.entry(depth.max(1)).or_default()
    }

    /// Adds an event.
    pub fn add(&mut self, event: SearchEvent) {
        match event {
            SearchEvent::TtProbe { depth, hit, cutoff } => {
                let at = self.at(depth);
                at.tt_hits.add(hit.into());
                at.tt_cutoffs.add(cutoff.into());
            }
            SearchEvent::Node { depth, check, hindsight, iir } => {
                let at = self.at(depth);
                at.nodes += 1;
                at.check.add(check.into());
                at.hindsight.add(hindsight.into());
                at.iir.add(iir.into());
            }
            SearchEvent::Quiescence => self.quiescence += 1,
            SearchEvent::Pruned { technique, depth } => *self.at(depth).pruned.entry(technique).or_default() += 1,
            SearchEvent::Verified { technique, depth, wrong } => {
                self.at(depth).wrong.entry(technique).or_default().add(wrong.into());
            }
            SearchEvent::Singular { depth, outcome } => {
                let at = self.at(depth);
                at.multi_cuts.add(matches!(outcome, Singularity::MultiCut(_)).into());
                if let Singularity::Extension(plies) = outcome {
                    at.singular.add(plies.into());
                }
            }
            SearchEvent::Reduction { depth, plies, re_searched } => {
                let at = self.at(depth);
                at.reductions.add(plies.into());
                if plies > 0 {
                    at.re_searches.add(re_searched.into());
                }
            }
            SearchEvent::Cutoff { depth, number } => self.at(depth).first_move_cutoffs.add((number == 1).into()),
            SearchEvent::TtStore { overwrites } => self.overwrites.add(overwrites.into()),
        }
    }

    /// Nodes of the main search.
    pub fn nodes(&self) -> i64 {
        self.depths.values().map(|at| at.nodes).sum()
    }

    /// A share over all depths.
    pub fn total(&self, share: impl Fn(&DepthCounts) -> Share) -> Share {
        self.depths
            .values()
            .map(share)
            .fold(Share::default(), |sum, next| Share { count: sum.count + next.count, of: sum.of + next.of })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn events_are_counted_by_depth() {
        let mut counts = Counts::default();
        for number in [1, 1, 3] {
            counts.add(SearchEvent::Cutoff { depth: 4, number });
        }
        counts.add(SearchEvent::Cutoff { depth: 0, number: 2 });
        counts.add(SearchEvent::Reduction { depth: 4, plies: 2, re_searched: true });
        counts.add(SearchEvent::Reduction { depth: 4, plies: 0, re_searched: false });
        assert_eq!(counts.depths[&4].first_move_cutoffs, Share { count: 2, of: 3 });
        assert_eq!(counts.depths[&1].first_move_cutoffs, Share { count: 0, of: 1 });
        assert_eq!(counts.total(|at| at.first_move_cutoffs), Share { count: 2, of: 4 });
        assert_eq!(
            (counts.depths[&4].reductions.value(), counts.depths[&4].re_searches.value()),
            (Some(1.0), Some(1.0))
        );
        assert_eq!(counts.depths[&4].wrong.get(&Pruning::Rfp), None);
    }

    #[test]
    fn extensions_and_reductions_are_counted_apart() {
        let mut counts = Counts::default();
        for [check, hindsight, iir] in [[0, 1, 1], [1, 0, 0], [0, 0, 0]] {
            counts.add(SearchEvent::Node { depth: 4, check, hindsight, iir });
        }
        for outcome in [Singularity::Extension(2), Singularity::Extension(-1), Singularity::MultiCut(80)] {
            counts.add(SearchEvent::Singular { depth: 4, outcome });
        }
        let at = &counts.depths[&4];
        assert_eq!([at.check, at.hindsight, at.iir], [Share { count: 1, of: 3 }; 3]);
        assert_eq!(at.extension(), Share { count: 1, of: 3 });
        assert_eq!(at.singular_searches(), Share { count: 3, of: 3 });
        assert_eq!((at.multi_cuts, at.singular), (Share { count: 1, of: 3 }, Share { count: 1, of: 2 }));
    }
}
