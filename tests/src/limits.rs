//! Limits of searches.

use engine::search::Limits;

/// Limits of a search that ends after a number of nodes.
pub fn nodes(nodes: u64) -> Limits {
    Limits { nodes: Some(nodes), ..Limits::default() }
}
