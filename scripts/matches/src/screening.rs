//! Screening: many small changes of search parameters tried together in one match.
//!
//! The design is a two-level factorial one, a Hadamard matrix. For each row there is a pair of players: the first has
//! some of the changes, its opponent has all others, so every game tells something of every change. Any two changes are
//! on one side in as many rows as not, so the effects of the others cancel. Changes that help only one another are not
//! told from those that help by themselves.
//!
//! Each main effect is measured around the centre of the design: among the other changes, half of which a player has.
//! If the centre is far from the parameters in use, a change can gain there and lose by itself. A change between two
//! values, one below and one above that in use, leaves the centre at the parameters in use.
//!
//! Source: Plackett and Burman, "The Design of Optimum Multifactorial Experiments", 1946; the matrix is Sylvester's.

use anyhow::{Context, Result, ensure};
use arguments::games::Variant;
use engine::search::Params;
use referee::{Adjudication, EngineSpec, Openings, RandomOpenings, TimeControl};
use statistics::Tally;

use super::option_syntax;
use super::plan::{Format, Plan, StarvedGames};

/// Greatest number of changes: their 32 rows are 64 players, each with tables of its own on every worker.
const MAX_CHANGES: usize = 31;

/// Changes that are tried together.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Screening {
    changes: Vec<Change>,
}

/// Change of parameters.
#[derive(Clone, PartialEq, Eq, Debug)]
struct Change {
    /// Words that it is given in: `lmr_base=65 lmr_divisor=180..230`.
    text: String,
    /// Options of a player that does not have it, and of one that does: values below and above that in use, or the
    /// latter alone.
    options: [Vec<String>; 2],
}

impl Change {
    /// Reads a change.
    ///
    /// # Errors
    /// The word that is neither `PARAMETER=VALUE` nor `PARAMETER=LOW..HIGH`, of a known parameter with values in its
    /// range; no word.
    fn new(text: String) -> Result<Change> {
        let mut options = [Vec::new(), Vec::new()];
        for word in text.split_whitespace() {
            let (name, values) = word.split_once('=').with_context(|| format!("'{word}' is not PARAMETER=VALUE"))?;
            match values.split_once("..") {
                Some((low, high)) => {
                    ensure!(low != high, "'{word}' is no change");
                    options[0].push(option(name, low)?);
                    options[1].push(option(name, high)?);
                }
                None => options[1].push(option(name, values)?),
            }
        }
        ensure!(!options[1].is_empty(), "a change sets no parameter");
        Ok(Change { text, options })
    }

    /// Names of its parameters.
    fn names(&self) -> impl Iterator<Item = &str> {
        self.options[1].iter().filter_map(|option| option.split_once('=')).map(|(name, _)| name)
    }
}

/// Option that gives a parameter a value: `PARAMETER=VALUE`.
fn option(name: &str, value: &str) -> Result<String> {
    let spec = Params::spec(name).with_context(|| format!("no parameter '{name}'"))?;
    let in_range = value.parse().is_ok_and(|value| Params::default().set(name, value));
    ensure!(in_range, "{name} takes a whole number from {} to {}, not '{value}'", spec.min, spec.max);
    Ok(format!("{name}={value}"))
}

impl Screening {
    /// Screening of some changes, each as words `PARAMETER=VALUE` or `PARAMETER=LOW..HIGH`.
    ///
    /// # Errors
    /// The change that is no list of parameters with values in their ranges, or that sets what another one sets; too
    /// many changes.
    pub fn new(changes: Vec<String>) -> Result<Screening> {
        ensure!(changes.len() <= MAX_CHANGES, "{} changes; at most {MAX_CHANGES} can be tried", changes.len());
        let mut set = Vec::new();
        let mut read = Vec::new();
        for text in changes {
            let change = Change::new(text.clone()).with_context(|| format!("--change '{text}'"))?;
            for name in change.names() {
                ensure!(!set.iter().any(|other| other == name), "two words of --change set {name}");
                set.push(name.to_string());
            }
            read.push(change);
        }
        Ok(Screening { changes: read })
    }

    /// Number of rows of the design: the least power of two above the number of changes.
    fn rows(&self) -> usize {
        (self.changes.len() + 1).next_power_of_two()
    }

    /// Plan of the match: for each row its two players, who meet one another alone. `hash`: megabytes of each player's
    /// TT.
    ///
    /// # Errors
    /// If the game has more than two players.
    pub fn plan(
        &self,
        variant: Variant,
        time: TimeControl,
        hash: usize,
        seed: u64,
        adjudication: Adjudication,
    ) -> Result<Plan> {
        variant.two_player()?;
        let mut engines = Vec::new();
        for row in 0..self.rows() {
            for first in [true, false] {
                let name = format!("name={row}{}", if first { "+" } else { "-" });
                let mut words = vec!["alphabeta".to_string(), name, format!("option.hash={hash}")];
                let has = |at: usize| usize::from(first_has(row, at) == first);
                let parameters = self.changes.iter().enumerate().flat_map(|(at, change)| &change.options[has(at)]);
                words.extend(parameters.map(|option| format!("option.{option}")));
                engines.push(EngineSpec { time, ..option_syntax::engine(&[], &words)? });
            }
        }
        Ok(Plan {
            variant,
            engines,
            format: Format::Pairs,
            openings: Openings::Random(RandomOpenings::default()),
            seed,
            adjudication,
            sprt: None,
            starved: StarvedGames::Count,
        })
    }

    /// Tally of each change, from the point of view of the side that has it. `rows`: the tallies of the rows, each from
    /// its first player's point of view.
    pub fn tallies(&self, rows: &[Tally]) -> Vec<Tally> {
        let of_change = |at: usize| {
            let mut sum = Tally::default();
            for (row, tally) in rows.iter().enumerate() {
                sum.add(&if first_has(row, at) { *tally } else { tally.reversed() });
            }
            sum
        };
        (0..self.changes.len()).map(of_change).collect()
    }

    /// Table of the changes in Markdown, the best first.
    pub fn markdown(&self, rows: &[Tally]) -> String {
        let texts = self.changes.iter().map(|change| &change.text);
        let mut found: Vec<(&String, Tally)> = texts.zip(self.tallies(rows)).collect();
        found.sort_by(|(_, one), (_, other)| other.score().total_cmp(&one.score()));
        let mut text = "| change | games | + = - | score | Elo |\n|---|---|---|---|---|\n".to_string();
        for (change, tally) in found {
            let [won, drawn, lost] = tally.wins_draws_losses();
            text += &format!(
                "| {change} | {} | +{won} ={drawn} -{lost} | {:.1} % | {} |\n",
                tally.number_of_games(),
                100.0 * tally.score(),
                tally.elo()
            );
        }
        text
    }
}

/// Returns whether the first player of a row has a change: an entry of Sylvester's Hadamard matrix, whose column 0 is
/// that of no change.
fn first_has(row: usize, change: usize) -> bool {
    (row & (change + 1)).count_ones() % 2 == 1
}

#[cfg(test)]
mod tests {
    use referee::EngineKind;

    use super::*;

    fn screening(changes: &[&str]) -> Screening {
        Screening::new(changes.iter().map(ToString::to_string).collect()).expect("changes of parameters")
    }

    #[test]
    fn any_two_changes_are_on_one_side_in_half_of_the_rows() {
        let rows = 32;
        for one in 0..31 {
            assert_eq!((0..rows).filter(|&row| first_has(row, one)).count(), rows / 2);
            for other in 0..one {
                let together = (0..rows).filter(|&row| first_has(row, one) == first_has(row, other)).count();
                assert_eq!(together, rows / 2, "{one} {other}");
            }
        }
    }

    #[test]
    fn each_row_gives_every_change_to_one_of_its_players() {
        let screening = screening(&["lmp_base=4 lmp_depth=5", "razor_depth=2", "rfp_depth=7"]);
        let chess = Variant(engine::variants::Variant::Chess);
        let plan = screening.plan(chess, TimeControl::nodes(9), 4, 1, Adjudication::default()).expect("a plan");
        plan.check().expect("a plan that can be played");
        assert_eq!(plan.engines.len(), 8);
        assert_eq!(plan.schedule().tables(), [[0, 1], [2, 3], [4, 5], [6, 7]]);
        let options = |at: usize| match &plan.engines[at].kind {
            EngineKind::BuiltIn { options, .. } => options.iter().map(|(name, _)| name.as_str()).skip(1).collect(),
            EngineKind::Process(_) => Vec::new(),
        };
        assert_eq!(options(0), Vec::<&str>::new());
        assert_eq!(options(1), ["lmp_base", "lmp_depth", "razor_depth", "rfp_depth"]);
        assert_eq!((options(2), options(3)), (vec!["lmp_base", "lmp_depth", "rfp_depth"], vec!["razor_depth"]));
    }

    #[test]
    fn a_change_between_two_values_gives_one_to_each_side() {
        let screening = screening(&["lmr_base=50..80 razor_depth=2", "rfp_depth=9..7"]);
        let chess = Variant(engine::variants::Variant::Chess);
        let plan = screening.plan(chess, TimeControl::nodes(9), 4, 1, Adjudication::default()).expect("a plan");
        let options = |at: usize| match &plan.engines[at].kind {
            EngineKind::BuiltIn { options, .. } => {
                options.iter().skip(1).map(|(name, value)| format!("{name}={value}")).collect::<Vec<_>>().join(" ")
            }
            EngineKind::Process(_) => String::new(),
        };
        assert_eq!([0, 1].map(options), ["lmr_base=50 rfp_depth=9", "lmr_base=80 razor_depth=2 rfp_depth=7"]);
        assert_eq!([2, 3].map(options), ["lmr_base=80 razor_depth=2 rfp_depth=9", "lmr_base=50 rfp_depth=7"]);
    }

    #[test]
    fn a_change_has_the_points_of_the_sides_that_have_it() {
        // Only the second change is worth something: who has it wins.
        let screening = screening(&["razor_depth=2", "rfp_depth=7"]);
        let rows: Vec<Tally> = (0..4)
            .map(|row| {
                let mut tally = Tally::default();
                let points = if first_has(row, 1) { 2 } else { 0 };
                tally.add_game(points, true);
                tally.add_game(points, false);
                tally.add_pair([points; 2]);
                tally
            })
            .collect();
        let [razoring, rfp] = screening.tallies(&rows)[..] else { panic!("two changes") };
        assert_eq!((razoring.score(), rfp.score()), (0.5, 1.0));
        assert_eq!((rfp.number_of_games(), rfp.pentanomial), (8, [0, 0, 0, 0, 4]));
        assert_eq!(rfp.white_advantage().value, razoring.white_advantage().value);
        let table = screening.markdown(&rows);
        assert!(table.lines().nth(2).is_some_and(|line| line.starts_with("| rfp_depth=7 | 8 | +8 =0 -0 |")), "{table}");
    }

    #[test]
    fn changes_that_cannot_be_tried_are_refused() {
        let fault = |changes: &[&str]| {
            let changes = changes.iter().map(ToString::to_string).collect();
            format!("{:#}", Screening::new(changes).expect_err("a fault"))
        };
        assert_eq!(fault(&["razor=2"]), "--change 'razor=2': no parameter 'razor'");
        assert!(fault(&["razor_depth=99"]).contains("razor_depth takes a whole number from 1 to 6, not '99'"));
        assert!(fault(&["razor_depth"]).contains("is not PARAMETER=VALUE"));
        assert!(fault(&["razor_depth=2..7"]).contains("not '7'"));
        assert!(fault(&["razor_depth=2.."]).contains("not ''"));
        assert!(fault(&["razor_depth=2..2"]).contains("'razor_depth=2..2' is no change"));
        assert!(fault(&[" "]).contains("sets no parameter"));
        assert!(fault(&["razor_depth=2", "razor_depth=4"]).contains("set razor_depth"));
        assert!(fault(&["razor_depth=2"; 32]).contains("at most 31"));
    }
}
