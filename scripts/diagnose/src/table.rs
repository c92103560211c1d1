//! Tables of the counts: Markdown and CSV.

use std::collections::BTreeSet;
use std::fmt::Write;
use std::path::Path;

use anyhow::Result;
use engine::search::Pruning;
use serde::Serialize;

use crate::counts::{Counts, DepthCounts, Share};

/// Greatest depth with a row in the tables by depth. The CSV file has all.
const LAST_DEPTH: i32 = 20;

/// Searches of all positions with one number of nodes.
#[derive(Default)]
pub struct Run {
    /// Nodes of a search.
    pub nodes: u64,
    /// Counts.
    pub counts: Counts,
    /// Counts of the searches in which prunings were verified.
    pub verified: Counts,
    /// Best moves that are those of the deeper searches.
    pub agree: usize,
    /// Best moves that were compared.
    pub compared: usize,
    /// Sum of the depths.
    depths: u64,
    /// Number of searches.
    searches: u64,
    /// Sum of the logarithms of the branching factors, and their number.
    branching: (f64, u32),
}

impl Run {
    /// Run without searches.
    pub fn new(nodes: u64) -> Run {
        Run { nodes, ..Run::default() }
    }

    /// Adds a search by its depth and the nodes at the end of each iteration.
    pub fn add_search(&mut self, depth: u32, iterations: &[(u32, u64)]) {
        self.depths += u64::from(depth);
        self.searches += 1;
        let Some(&(last, nodes)) = iterations.last() else { return };
        let half = iterations.iter().find(|&&(depth, nodes)| 2 * depth >= last && nodes > 0);
        if let Some(&(first, before)) = half
            && first < last
        {
            self.branching.0 += (nodes as f64 / before as f64).ln() / f64::from(last - first);
            self.branching.1 += 1;
        }
    }

    /// Effective branching factor: of the second half of the iterations, geometric mean of the searches.
    fn branching_factor(&self) -> Option<f64> {
        let (sum, count) = self.branching;
        if count == 0 { None } else { Some((sum / f64::from(count)).exp()) }
    }

    fn quiescence(&self) -> Share {
        let nodes = self.counts.quiescence;
        Share { count: nodes, of: nodes + self.counts.nodes() }
    }
}

/// A measure of the nodes of a depth.
type Measure = (&'static str, fn(&DepthCounts) -> Share);

/// Measures that are shares.
const SHARES: [Measure; 6] = [
    ("TT hits", |at| at.tt_hits),
    ("TT cutoffs", |at| at.tt_cutoffs),
    ("first-move cutoffs", |at| at.first_move_cutoffs),
    ("re-searches", |at| at.re_searches),
    ("singular searches", |at| at.singular_searches()),
    ("multi-cuts", |at| at.multi_cuts),
];

/// Measures that are means of plies.
const PLIES: [Measure; 6] = [
    ("extension", |at| at.extension()),
    ("check extension", |at| at.check),
    ("hindsight extension", |at| at.hindsight),
    ("IIR", |at| at.iir),
    ("extension of the TT move", |at| at.singular),
    ("reduction", |at| at.reductions),
];

/// Techniques with their names.
const TECHNIQUES: [(Pruning, &str); 11] = [
    (Pruning::Rfp, "RFP"),
    (Pruning::Razoring, "razoring"),
    (Pruning::NullMove, "NMP"),
    (Pruning::ProbCut, "ProbCut"),
    (Pruning::LateMove, "LMP"),
    (Pruning::Futility, "futility"),
    (Pruning::NoisyFutility, "futility of captures"),
    (Pruning::History, "history"),
    (Pruning::See, "SEE"),
    (Pruning::NoisySee, "SEE of captures"),
    (Pruning::Evasion, "evasions"),
];

fn percent(share: Share) -> String {
    share.value().map_or("-".to_string(), |value| format!("{:.1} %", 100.0 * value))
}

fn plies(share: Share) -> String {
    share.value().map_or("-".to_string(), |value| format!("{value:.2}"))
}

fn wrong(at: &DepthCounts, technique: Pruning) -> Share {
    at.wrong.get(&technique).copied().unwrap_or_default()
}

/// All tables as Markdown: a summary, and by depth the run with the most nodes.
pub fn markdown(runs: &[Run]) -> String {
    let mut text = summary(runs);
    if let Some(run) = runs.iter().max_by_key(|run| run.nodes) {
        text += &by_depth(run);
        text += &prunings(run);
    }
    text
}

/// Writes a row of cells. Writing to a string cannot fail, here and below.
fn row(text: &mut String, cells: impl IntoIterator<Item = String>) {
    let _ = writeln!(text, "| {} |", cells.into_iter().collect::<Vec<_>>().join(" | "));
}

fn head(text: &mut String, names: &[&str]) {
    row(text, names.iter().map(|name| name.to_string()));
    row(text, names.iter().map(|_| "---".to_string()));
}

fn summary(runs: &[Run]) -> String {
    let mut text = "# By nodes\n\n".to_string();
    let mut names = vec!["nodes", "depth", "branching factor", "quiescence", "agreement", "overwrites"];
    names.extend(SHARES.iter().chain(&PLIES).map(|(name, _)| *name));
    head(&mut text, &names);
    for run in runs {
        let agreement = Share { count: run.agree as i64, of: run.compared as i64 };
        let mut cells = vec![
            run.nodes.to_string(),
            format!("{:.1}", run.depths as f64 / run.searches.max(1) as f64),
            run.branching_factor().map_or("-".to_string(), |factor| format!("{factor:.2}")),
            percent(run.quiescence()),
            percent(agreement),
            percent(run.counts.overwrites),
        ];
        cells.extend(SHARES.iter().map(|(_, share)| percent(run.counts.total(share))));
        cells.extend(PLIES.iter().map(|(_, share)| plies(run.counts.total(share))));
        row(&mut text, cells);
    }
    text
}

/// Depths that have rows, and the counts of each.
fn rows(counts: &Counts) -> impl Iterator<Item = (i32, &DepthCounts)> {
    counts.depths.iter().map(|(&depth, at)| (depth, at)).take_while(|&(depth, _)| depth <= LAST_DEPTH)
}

fn by_depth(run: &Run) -> String {
    let mut text = format!("\n# By depth, {} nodes\n\n", run.nodes);
    let mut names = vec!["depth", "nodes"];
    names.extend(SHARES.iter().chain(&PLIES).map(|(name, _)| *name));
    head(&mut text, &names);
    for (depth, at) in rows(&run.counts) {
        let mut cells = vec![depth.to_string(), at.nodes.to_string()];
        cells.extend(SHARES.iter().map(|(_, share)| percent(share(at))));
        cells.extend(PLIES.iter().map(|(_, share)| plies(share(at))));
        row(&mut text, cells);
    }
    text
}

/// Prunings of a hundred nodes, and in brackets how many of those that were verified are wrong.
fn prunings(run: &Run) -> String {
    let mut text = format!(
        "\n# Prunings, {} nodes\n\nFor each hundred nodes of the depth; in brackets the share of wrong ones.\n\n",
        run.nodes
    );
    let used: BTreeSet<Pruning> = run.counts.depths.values().flat_map(|at| at.pruned.keys().copied()).collect();
    let techniques = || TECHNIQUES.iter().filter(|(technique, _)| used.contains(technique));
    let names: Vec<&str> = ["depth"].into_iter().chain(techniques().map(|(_, name)| *name)).collect();
    head(&mut text, &names);
    for (depth, at) in rows(&run.counts) {
        let cells = techniques().map(|&(technique, _)| {
            let Some(&count) = at.pruned.get(&technique) else { return "-".to_string() };
            let share = Share { count, of: at.nodes };
            let wrong = run.verified.depths.get(&depth).map_or(Share::default(), |at| wrong(at, technique));
            let hundred = 100.0 * share.value().unwrap_or_default();
            format!("{hundred:.1} ({})", percent(wrong))
        });
        row(&mut text, [depth.to_string()].into_iter().chain(cells));
    }
    text
}

/// Row of the CSV file.
#[derive(Serialize)]
struct CsvRow<'a> {
    nodes: u64,
    depth: i32,
    measure: &'a str,
    count: i64,
    of: i64,
}

/// Writes all counts to a CSV file: `nodes,depth,measure,count,of`.
///
/// # Errors
/// If the file cannot be written.
pub fn write_csv(path: &Path, runs: &[Run]) -> Result<()> {
    let mut writer = csv::Writer::from_path(path)?;
    for run in runs {
        for (&depth, at) in &run.counts.depths {
            let mut put = |measure: &str, Share { count, of }: Share| {
                writer.serialize(CsvRow { nodes: run.nodes, depth, measure, count, of })
            };
            for (name, share) in SHARES.iter().chain(&PLIES) {
                put(name, share(at))?;
            }
            for (technique, name) in &TECHNIQUES {
                put(name, Share { count: at.pruned.get(technique).copied().unwrap_or_default(), of: at.nodes })?;
                let verified = run.verified.depths.get(&depth);
                put(&format!("{name}: wrong"), verified.map_or(Share::default(), |at| wrong(at, *technique)))?;
            }
        }
    }
    writer.flush()?;
    Ok(())
}
