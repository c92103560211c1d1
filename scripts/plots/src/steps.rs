//! Table of steps: Elo of the changes of each kind in each game.

use std::{cmp::Reverse, fmt::Write as _};

use engine::variants::Variant;

use crate::{
    canvas::signed,
    tables::{Elo, Experiment, Kept, Match, Round, STEPS},
};

/// Numbers that a cell has at most. Older ones stand in further rows below.
const PER_CELL: usize = 8;

/// Elo of a change; bold if its interval excludes 0.
fn number(row: &impl Match) -> Option<String> {
    let Elo { mean, interval } = row.elo()?;
    let is_told = interval.is_some_and(|(low, high)| low > 0.0 || high < 0.0);
    Some(if is_told { format!("**{}**", signed(mean)) } else { signed(mean) })
}

/// Table of the steps of all games: of each step the changes that have an Elo, newest first. A round of `cargo learn`
/// is a step of data.
pub fn table(experiments: &[Experiment], rounds: &[Round]) -> String {
    let mut text = "| game | step | kept | undecided | not kept |\n|---|---|---|---|---|\n".to_owned();
    for (game, step) in Variant::NAMES.into_iter().flat_map(|game| STEPS.map(|step| (game, step))) {
        let learned = rounds.iter().rev().filter(|round| round.game == game && step == "data");
        let tried = experiments.iter().filter(|row| row.game == game && row.step.as_deref() == Some(step));
        let mut changes: Vec<(&str, Kept, String)> = learned
            .filter_map(|row| Some((row.date(), row.kept, number(row)?)))
            .chain(tried.filter_map(|row| Some((row.date(), row.kept, number(row)?))))
            .collect();
        changes.sort_by_key(|&(date, ..)| Reverse(date));
        let numbers_of = |verdict| {
            let numbers = changes.iter().filter(|(_, kept, _)| *kept == verdict).map(|(.., number)| number.as_str());
            numbers.collect::<Vec<_>>()
        };
        let columns = [Kept::Yes, Kept::Open, Kept::No].map(numbers_of);
        let rows = columns.iter().map(|numbers| numbers.len().div_ceil(PER_CELL)).max().unwrap_or(0);
        for row in 0..rows {
            let cells = columns.each_ref().map(|numbers| numbers.chunks(PER_CELL).nth(row).unwrap_or(&[]).join(", "));
            let head = if row == 0 { format!("`{game}` | {step}") } else { " | ".to_owned() };
            let _ = writeln!(text, "| {head} | {} |", cells.join(" | "));
        }
    }
    text
}

#[cfg(test)]
mod tests {
    use serde::de::DeserializeOwned;

    use super::*;

    fn rows<R: DeserializeOwned>(text: &str) -> Vec<R> {
        csv::Reader::from_reader(text.as_bytes()).into_deserialize().collect::<Result<_, _>>().unwrap()
    }

    #[test]
    fn changes_stand_by_verdict_the_newest_first() {
        let experiments = rows(
            "date,game,change,against,command,games,wins,draws,losses,elo,low,high,kept,step\n\
             d,quex,c,a,c,,,,,12,-36,60,kept,search\n\
             e,quex,c,a,c,,,,,70,31,133,kept,data\n\
             d,quex,c,a,c,,,,,80,31,133,kept,data\n\
             d,quex,c,a,c,,,,,-40,-70,-10,not kept,data\n\
             d,quex,c,a,c,,,,,9,,,undecided,data\n\
             d,quex,c,a,c,,,,,,,,kept,time\n\
             d,quex,c,a,c,,,,,500,400,600,kept,\n",
        );
        let rounds = rows(
            "date,game,samples,base,L1 size,initial weights,validation loss,base loss,against,match games,wins,draws,\
             losses,elo,low,high,kept\n\
             d,quex,5,hce,128,random,1,1,program,4,3,0,1,100,48,157,kept\n\
             d,quex,5,hce,128,current,1,1,round 1,4,3,0,1,1,-31,33,not kept\n",
        );
        let text = table(&experiments, &rounds);
        let lines: Vec<&str> = text.lines().skip(2).collect();
        let data = "| `quex` | data | **+70**, **+100**, **+80** | +9 | +1, **−40** |";
        assert_eq!(lines, [data, "| `quex` | search | +12 |  |  |"]);
    }

    #[test]
    fn more_than_eight_changes_go_on_in_the_next_row() {
        let head = "date,game,change,against,command,games,wins,draws,losses,elo,low,high,kept,step\n";
        let rows_of = |count: usize| {
            let row = |i: usize| format!("{},quex,c,a,c,,,,,{i},,,kept,time\n", 100 + i);
            let text = table(&rows(&(head.to_owned() + &(1..=count).map(row).collect::<String>())), &[]);
            text.lines().skip(2).map(str::to_owned).collect::<Vec<_>>()
        };
        assert_eq!(rows_of(8), ["| `quex` | time | +8, +7, +6, +5, +4, +3, +2, +1 |  |  |"]);
        let two = ["| `quex` | time | +9, +8, +7, +6, +5, +4, +3, +2 |  |  |", "|  |  | +1 |  |  |"];
        assert_eq!(rows_of(9), two);
    }
}
