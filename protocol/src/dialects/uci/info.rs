//! Lines `id`, `option` and `info`.

use engine::search::{Bound, Report, score};

use crate::registry;
use crate::session::options::{Offered, OptionSpec, OptionType, SPECS};

/// Lines that answer `uci`.
pub fn introduction() -> Vec<String> {
    let variants: Vec<String> = registry::names().iter().map(|name| format!(" var {name}")).collect();
    let mut lines = vec![format!("id name {}", crate::NAME_AND_VERSION), "id author the Motley authors".to_string()];
    lines.push(format!("option name UCI_Variant type combo default {}{}", registry::NAMES[0], variants.concat()));
    lines.extend(SPECS.iter().filter(|spec| spec.offered != Offered::Cecp).map(describe));
    lines.push("uciok".to_string());
    lines
}

fn describe(spec: &OptionSpec) -> String {
    let kind = match spec.option_type {
        OptionType::Spin { min, max, default } => format!("spin default {default} min {min} max {max}"),
        OptionType::Check { default } => format!("check default {default}"),
        OptionType::Button => "button".to_string(),
        OptionType::Text(text) => format!("string default {text}"),
        OptionType::File => "string default <empty>".to_string(),
        OptionType::Combo(words) => format!("combo default {} var {}", words[0], words.join(" var ")),
    };
    format!("option name {} type {kind}", spec.name)
}

/// Line `info` of a report. With `show_wdl` it has the chances to win, draw and lose (WDL).
pub fn line(report: &Report, pv: &[String], show_wdl: bool) -> String {
    let bound = match report.bound {
        Bound::Exact => "",
        Bound::Lower => " lowerbound",
        Bound::Upper => " upperbound",
    };
    let wdl = if show_wdl { wdl(report.score) } else { String::new() };
    let nps = (report.nodes as f64 / report.time.as_secs_f64().max(1e-3)) as u64;
    let pv = if pv.is_empty() { String::new() } else { format!(" pv {}", pv.join(" ")) };
    format!(
        "info depth {} seldepth {} multipv {} score {}{bound}{wdl} nodes {} nps {nps} hashfull {} time {}{pv}",
        report.depth,
        report.selective_depth,
        report.multipv,
        score_text(report.score),
        report.nodes,
        report.hashfull,
        report.time.as_millis(),
    )
}

/// `cp N` in centipawns, or `mate N` in moves.
pub fn score_text(value: i32) -> String {
    score::moves_to_mate(value).map_or_else(|| format!("cp {value}"), |moves| format!("mate {moves}"))
}

/// Score, in centipawns, at which a win has a chance of one half.
const WDL_OFFSET: f64 = 120.0;

/// Change of score, in centipawns, that multiplies the odds of a win by e.
const WDL_SCALE: f64 = 70.0;

/// WDL in thousandths from two logistic curves: a win is `1 / (1 + exp((120 - score) / 70))`, a loss the same of the
/// negative score, a draw the rest. The two numbers are a convention for all games, not fitted to any.
fn wdl(value: i32) -> String {
    let chance = |score: f64| (1000.0 / (1.0 + ((WDL_OFFSET - score) / WDL_SCALE).exp())).round() as i32;
    let (win, loss) = (chance(value.into()), chance(-f64::from(value)));
    format!(" wdl {win} {} {loss}", 1000 - win - loss)
}

#[cfg(test)]
mod tests {
    use std::time::Duration;

    use super::*;

    #[test]
    fn wdl_adds_up_to_1000() {
        assert_eq!(wdl(0), " wdl 153 694 153");
        assert_eq!(wdl(120), " wdl 500 469 31");
        assert_eq!(wdl(-120), " wdl 31 469 500");
        assert_eq!(wdl(score::MATE - 1), " wdl 1000 0 0");
        for value in -3000..3000 {
            let numbers: Vec<i32> = wdl(value)[5..].split(' ').map(|word| word.parse().unwrap()).collect();
            assert!(numbers.iter().sum::<i32>() == 1000 && numbers.iter().all(|&n| n >= 0), "{value}: {numbers:?}");
        }
    }

    #[test]
    fn an_info_line_has_everything() {
        let report = Report {
            depth: 9,
            selective_depth: 21,
            multipv: 2,
            score: score::mated_in(4),
            bound: Bound::Upper,
            nodes: 5000,
            time: Duration::from_millis(500),
            hashfull: 17,
            pv: Vec::new(),
        };
        assert_eq!(
            line(&report, &["e2e4".to_string(), "e7e5".to_string()], false),
            "info depth 9 seldepth 21 multipv 2 score mate -2 upperbound nodes 5000 nps 10000 hashfull 17 time 500 \
             pv e2e4 e7e5"
        );
        // Where chance decides first there is no variation.
        assert!(line(&report, &[], false).ends_with("time 500"));
    }
}
