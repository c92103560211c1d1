//! Searches of games for more than two.

use std::sync::Arc;

use engine::eval::{Evaluator, SharesEvaluator};
use engine::game::{Game, Multiplayer, SearchHints};
use engine::search::coalition::Form;
use engine::search::{CoalitionSearcher, MaxNSearcher, Params, Search, TreeParams};
use eval::SharesHce;
use eval::nnue::Network;
use eval::shares::HandCraftedShares;

use crate::{EvalBreakdown, Method, OnePly, Searched};

/// A game for more than two, whose searches can be given other weights and parameters.
pub trait SearchedByMany: Multiplayer + HandCraftedShares + Searched {
    /// A new alpha-beta search of the player to move against all others: Paranoid or BRS+.
    fn coalition(evaluator: SharesHce<Self>, form: Form, params: Params) -> Box<dyn Search<Self>>;

    /// A new MaxN tree search.
    fn maxn(evaluator: SharesHce<Self>, params: TreeParams) -> Box<dyn Search<Self>>;

    /// A new one-ply search.
    fn one_ply(evaluator: SharesHce<Self>) -> Box<dyn Search<Self>>;
}

/// Implements [`Searched`] and [`SearchedByMany`] for each game for more than two.
macro_rules! searched_by_many {
    ([] $($name:literal: $family:ident::$game:ident,)*) => {$(
        impl SearchedByMany for engine::variants::$game {
            fn coalition(evaluator: SharesHce<Self>, form: Form, params: Params) -> Box<dyn Search<Self>> {
                let mut searcher = CoalitionSearcher::new(evaluator, form);
                searcher.set_params(params);
                Box::new(searcher)
            }

            fn maxn(evaluator: SharesHce<Self>, params: TreeParams) -> Box<dyn Search<Self>> {
                let mut searcher = MaxNSearcher::new(evaluator);
                searcher.set_tree_params(params);
                Box::new(searcher)
            }

            fn one_ply(evaluator: SharesHce<Self>) -> Box<dyn Search<Self>> {
                Box::new(OnePly::new(evaluator))
            }
        }

        impl Searched for engine::variants::$game {
            /// There are no networks for more than two.
            fn network() -> Option<Arc<Network>> {
                None
            }

            fn search(method: Method, _: Option<Arc<Network>>) -> Box<dyn Search<Self>> {
                let evaluator = SharesHce::default();
                match method {
                    Method::AlphaBeta => Self::coalition(evaluator, Form::Paranoid, Self::SEARCH_PARAMS),
                    Method::BestReply => Self::coalition(evaluator, Form::BestReply, Self::SEARCH_PARAMS),
                    Method::Tree => Self::maxn(evaluator, TreeParams::default()),
                }
            }

            fn eval_breakdown(&self, _: Option<Arc<Network>>) -> EvalBreakdown {
                let mut evaluator = SharesHce::default();
                evaluator.reset(self);
                let shares = evaluator.shares(self)[..<Self as Game>::SEATS].to_vec();
                EvalBreakdown { value: evaluator.evaluate(self), terms: evaluator.terms(self), shares }
            }
        }
    )*};
}

engine::for_each_multiplayer_game!(searched_by_many);
