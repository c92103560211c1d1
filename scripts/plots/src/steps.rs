//! What each step was worth in each game: data, training, L1 size, base, search, time.

use std::fmt::Write as _;

use engine::variants::Variant;

use crate::{
    canvas::signed,
    tables::{Elo, Experiment, Kept, Match, Round, Step},
};

/// The steps, in the order of the table.
const STEPS: [(Step, &str); 6] = [
    (Step::Data, "data"),
    (Step::Training, "training"),
    (Step::L1Size, "L1 size"),
    (Step::Base, "base"),
    (Step::Search, "search"),
    (Step::Time, "time"),
];

/// Elo of a change; bold if its interval tells it from nothing.
fn number(row: &impl Match) -> Option<String> {
    let Elo { mean, interval } = row.elo()?;
    let told = interval.is_some_and(|(low, high)| low > 0.0 || high < 0.0);
    Some(if told { format!("**{}**", signed(mean)) } else { signed(mean) })
}

/// Table of the steps of all games. Experiments stand newest first, rounds of `cargo learn` newest last; a round is a
/// step of data. Of each step all changes, newest first.
pub fn table(experiments: &[Experiment], rounds: &[Round]) -> String {
    let mut text = "| game | step | kept | not kept |\n|---|---|---|---|\n".to_owned();
    for (game, (step, name)) in Variant::NAMES.into_iter().flat_map(|game| STEPS.map(|step| (game, step))) {
        let learned = rounds.iter().rev().filter(|round| round.game == game && step == Step::Data);
        let tried = experiments.iter().filter(|row| row.game == game && row.step == Some(step));
        let (mut kept, mut others) = (Vec::new(), Vec::new());
        for (elo, is_kept) in learned
            .map(|round| (number(round), round.is_kept()))
            .chain(tried.map(|row| (number(row), row.kept == Kept::Yes)))
        {
            if is_kept { &mut kept } else { &mut others }.extend(elo);
        }
        if !(kept.is_empty() && others.is_empty()) {
            let _ = writeln!(text, "| `{game}` | {name} | {} | {} |", kept.join(", "), others.join(", "));
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
    fn kept_changes_stand_before_others_the_newest_first() {
        let experiments = rows(
            "date,game,change,against,command,games,wins,draws,losses,elo,low,high,kept,step\n\
             d,quex,c,a,c,,,,,12,-36,60,kept,search\n\
             d,quex,c,a,c,,,,,80,31,133,kept,data\n\
             d,quex,c,a,c,,,,,-40,-70,-10,not kept,data\n\
             d,quex,c,a,c,,,,,9,,,undecided,data\n\
             d,quex,c,a,c,,,,,,,,kept,time\n\
             d,quex,c,a,c,,,,,500,400,600,kept,\n",
        );
        let rounds = rows(
            "date,game,round,base,validation loss,base loss,against,match games,wins,draws,losses,elo,low,high,kept\n\
             d,quex,1,hce,1,1,program,4,3,0,1,100,48,157,kept\n\
             d,quex,2,hce,1,1,round 1,4,3,0,1,1,-31,33,not kept\n",
        );
        let text = table(&experiments, &rounds);
        let lines: Vec<&str> = text.lines().skip(2).collect();
        assert_eq!(lines, ["| `quex` | data | **+100**, **+80** | +1, **−40**, +9 |", "| `quex` | search | +12 |  |"]);
    }
}
