//! Line chart of the validation loss of each round of learning, as a share of that of its base, a line for each game
//! and base, in the order in which the rounds ended.

use std::collections::BTreeMap;

use anyhow::Result;

use crate::{
    lines::{self, Axis, Series},
    tables::Round,
};

/// The text of the plot of some rounds.
pub fn draw(rounds: &[Round]) -> Result<String> {
    let mut games: BTreeMap<(&str, &str), Vec<(usize, f64)>> = BTreeMap::new();
    for round in rounds {
        let values = games.entry((&round.game, &round.base)).or_default();
        values.push((values.len(), round.relative_loss()));
    }
    let most = games.values().map(Vec::len).max().unwrap_or(1);
    let columns: Vec<String> = (1..=most).map(|number| format!("network {number}")).collect();
    let least = rounds.iter().map(Round::relative_loss).fold(0.9, f64::min);
    let axis = Axis { low: (10.0 * least).floor() / 10.0, high: 1.0, step: 0.1, digits: 1 };
    let series = games.into_iter().map(|((game, base), values)| {
        let name = values.last().map_or(String::new(), |(_, loss)| format!("{game} ({base}) {loss:.2}"));
        Series { name, values }
    });
    let series: Vec<Series> = series.collect();
    lines::draw("Validation loss, as a share of that of the base alone", &columns, &axis, &series)
}
