//! Thinking output: `ply score centiseconds nodes pv`.

use engine::search::{Bound, Report, score};

/// Offset of mate scores in CECP: 100000 + N is a mate in N moves.
const MATE: i32 = 100_000;

/// Score in CECP: centipawns, or 100000 + N for a mate in N moves and -100000 - N for being mated.
pub fn score_number(value: i32) -> i32 {
    match score::moves_to_mate(value) {
        Some(moves) if moves > 0 => MATE + moves,
        Some(moves) => moves - MATE,
        None => value,
    }
}

/// Largest score, in centipawns, that no GUI takes for a mate score.
const LARGEST: i32 = 9_900;

/// Report whose mate scores are large scores like others.
pub fn without_mate_scores(report: &Report) -> Report {
    Report { score: report.score.clamp(-LARGEST, LARGEST), ..report.clone() }
}

/// Thinking line. `pondered` is the expected move that the line follows on.
///
/// A `!` at the end marks a lower bound (fail high), a `?` an upper bound (fail low); XBoard shows them so.
pub fn line(report: &Report, pondered: Option<&str>, pv: &[String]) -> String {
    let mark = match report.bound {
        Bound::Exact => "",
        Bound::Lower => "!",
        Bound::Upper => "?",
    };
    let pondered = pondered.map_or(String::new(), |text| format!("({text}) "));
    let (depth, nodes, time) = (report.depth, report.nodes, report.time.as_millis() / 10);
    let line = format!("{depth} {} {time} {nodes} {pondered}{}{mark}", score_number(report.score), pv.join(" "));
    line.trim_end().to_string()
}

#[cfg(test)]
mod tests {
    use std::time::Duration;

    use super::*;

    fn report(score: i32, bound: Bound) -> Report {
        let time = Duration::from_millis(1234);
        Report {
            depth: 9,
            selective_depth: 20,
            multipv: 1,
            score,
            bound,
            nodes: 5678,
            time,
            hashfull: 3,
            pv: Vec::new(),
        }
    }

    #[test]
    fn mates_are_counted_in_moves() {
        let mate_in_plies = |plies| score_number(score::MATE - plies);
        assert_eq!([1, 2, 3, 4, 5].map(mate_in_plies), [100_001, 100_001, 100_002, 100_002, 100_003]);
        assert_eq!([0, 2, 4].map(|plies| score_number(score::mated_in(plies))), [-100_000, -100_001, -100_002]);
        assert_eq!(score_number(-37), -37);
    }

    #[test]
    fn without_mate_scores_a_mate_is_a_large_score() {
        for (score, number) in [(score::MATE - 3, "9900"), (score::mated_in(2), "-9900"), (-37, "-37")] {
            let report = without_mate_scores(&report(score, Bound::Exact));
            assert_eq!(line(&report, None, &[]), format!("9 {number} 123 5678"));
        }
    }

    #[test]
    fn lines_have_four_numbers_and_a_variation() {
        let pv = ["e2e4".to_string(), "e7e5".to_string()];
        assert_eq!(line(&report(25, Bound::Exact), None, &pv), "9 25 123 5678 e2e4 e7e5");
        assert_eq!(line(&report(25, Bound::Exact), None, &[]), "9 25 123 5678", "where chance decides first");
        assert_eq!(line(&report(25, Bound::Lower), None, &pv[..1]), "9 25 123 5678 e2e4!");
        assert_eq!(line(&report(-25, Bound::Upper), Some("d2d4"), &pv[..1]), "9 -25 123 5678 (d2d4) e2e4?");
    }
}
