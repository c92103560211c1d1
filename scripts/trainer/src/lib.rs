//! Networks taught with games of the engine with itself.
//!
//! What is taught is what the [hand-written evaluation](eval::hce) does not see: a network's output is added to it, and the sum is
//! compared with the search's value and the game's result, as expected points. The sum of the squared errors is made least by gradient
//! descent in small batches (Adam); positions are shown as they were or in a mirror, by chance. Equal games, settings and seeds make equal networks,
//! however many threads there are.

mod descent;
mod lessons;

use std::path::Path;

use anyhow::{Context, Result, ensure};
use eval::HandCraftedEval;
use eval::nnue::NetworkFile;
use serde::{Deserialize, Serialize};

pub use lessons::Lessons;

use descent::Descent;

/// One in so many positions is held back from the teaching.
const HELD_BACK: usize = 16;

/// How a network is taught.
#[derive(Clone, Copy, PartialEq, Debug, Serialize, Deserialize)]
pub struct Schooling {
    /// How much of the target is the search's value; the rest is the result.
    pub search_share: f64,
    /// How often every position is shown.
    pub epochs: usize,
    /// Positions between two changes of the weights.
    pub batch: usize,
    /// How far weights are moved at first; less and less after that.
    pub rate: f64,
    /// How fast the weights of the inputs are forgotten if nothing holds them: by this share of the rate at each change. Keeps networks from learning few positions by heart.
    pub decay: f64,
    /// What chance follows from.
    pub seed: u64,
}

impl Schooling {
    /// Whether something can be learned so.
    fn check(&self) -> Result<()> {
        ensure!((0.0..=1.0).contains(&self.search_share), "a share of {}: it lies between 0 and 1", self.search_share);
        ensure!(
            self.epochs > 0 && self.batch > 0,
            "{} epochs of batches of {}: nothing to do",
            self.epochs,
            self.batch
        );
        ensure!(self.rate > 0.0 && self.rate <= 1.0, "a rate of {}: it lies between 0 and 1", self.rate);
        let forgotten = self.rate * self.decay;
        ensure!((0.0..1.0).contains(&forgotten), "a decay of {}: all would be forgotten at once", self.decay);
        Ok(())
    }
}

/// What a network has come to after another look at all positions.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Progress {
    /// Looks at all positions so far.
    pub epochs: usize,
    /// The mean squared error at positions that were taught, during that look.
    pub taught: f64,
    /// The same at those that were held back, after it, with weights as they are written: whole numbers.
    pub held_back: f64,
    /// The same by the hand-written evaluation alone, with what it is worth to be on move.
    pub by_hand: f64,
}

/// Teaches a network, on all threads of the pool. With a file for the state, a schooling that was interrupted goes on from there. Calls `see` after
/// each look at all positions.
///
/// # Errors
/// If the file cannot be read or written, or belongs to another schooling; if there are hardly any lessons, or the schooling makes no sense.
pub fn teach<G: HandCraftedEval>(
    lessons: &Lessons,
    schooling: &Schooling,
    state: Option<&Path>,
    mut see: impl FnMut(&Progress),
) -> Result<NetworkFile> {
    schooling.check()?;
    ensure!(lessons.len() >= HELD_BACK, "{} positions are too few to learn from", lessons.len());
    let split = lessons.len() - lessons.len() / HELD_BACK;
    let scale = lessons.best_scale(split);
    let targets = lessons.targets(schooling.search_share, scale);
    let begun = Descent::new(*schooling, lessons, lessons.best_tempo(split, &targets, scale));
    let mut descent = match state {
        Some(file) if file.exists() => {
            Descent::read(file, schooling, lessons).with_context(|| file.display().to_string())?
        }
        _ => begun.clone(),
    };
    let held_back: Vec<u32> = (split as u32..lessons.len() as u32).collect();
    let by_hand = begun.error(lessons, &targets, scale, &held_back);
    while descent.epochs() < schooling.epochs {
        let taught = descent.look(lessons, &targets, scale, split);
        if let Some(file) = state {
            descent.write(file)?;
        }
        let held_back = descent.rounded().error(lessons, &targets, scale, &held_back);
        see(&Progress { epochs: descent.epochs(), taught, held_back, by_hand });
    }
    Ok(descent.weights::<G>(lessons))
}

#[cfg(test)]
mod tests {
    use std::sync::Arc;

    use super::*;
    use engine::eval::Evaluator;
    use engine::game::{BoardObserver, Game, Seat};
    use engine::text::Notation;
    use engine::variants::{Kaleido, KnightRelay};
    use eval::nnue::Network;
    use eval::{HceEvaluator, NnueEvaluator};
    use searches::Compared;
    use selfplay::{Sample, SelfPlay, samples};

    const SCHOOLING: Schooling =
        Schooling { search_share: 0.9, epochs: 3, batch: 64, rate: 0.002, decay: 1.0, seed: 1 };

    /// Positions of a few games, with the scores that `truth` makes of them.
    fn positions<G: Compared + Notation>(truth: impl Fn(&G) -> i32) -> Vec<Sample<G>> {
        let play = SelfPlay::with_nodes(40);
        let games = (1..30).map(|seed| play.play::<G>(seed).unwrap());
        let found = games.flat_map(|game| samples::<G>(&game, 0.0).unwrap());
        found.map(|sample| Sample { score: truth(&sample.position), ..sample }).collect()
    }

    fn by_hand<G: HandCraftedEval>(position: &G) -> i32 {
        let mut evaluator = HceEvaluator::<G>::default();
        evaluator.reset(position);
        evaluator.evaluate(position)
    }

    #[test]
    fn a_network_learns_what_the_hand_written_evaluation_does_not_see() {
        // Men on the middle files are worth 40 more than anybody thought.
        struct Middle([i32; 2]);
        impl<G> BoardObserver<G> for Middle {
            fn put(&mut self, seat: Seat, _: usize, field: usize) {
                self.0[seat.index()] += i32::from((2..6).contains(&(field % 8)));
            }
        }
        let truth = |position: &KnightRelay| {
            let mut middle = Middle([0; 2]);
            position.populate(&mut middle);
            let sign = if position.turn() == Seat::WHITE { 1 } else { -1 };
            sign * by_hand(position) + 40 * (middle.0[0] - middle.0[1])
        };
        let mut samples = positions(truth);
        let taught = samples.len() - samples.len() / HELD_BACK;
        let lessons = Lessons::new(&samples);
        let schooling = Schooling { search_share: 1.0, epochs: 12, ..SCHOOLING };
        let mut seen = Vec::new();
        let weights = teach::<KnightRelay>(&lessons, &schooling, None, |progress| seen.push(*progress)).unwrap();
        assert_eq!(seen.len(), 12);
        let last = seen.last().unwrap();
        assert!(last.held_back < 0.5 * last.by_hand, "{last:?}");
        // What was taught is what is played with.
        let network = Arc::new(Network::new::<KnightRelay>(&weights).unwrap());
        let mut learned = NnueEvaluator::new(Some(network));
        let mut errors = [0, 0];
        for sample in samples.drain(taught..) {
            learned.reset(&sample.position);
            let sign = if sample.position.turn() == Seat::WHITE { 1 } else { -1 };
            errors[0] += (by_hand(&sample.position) - sign * sample.score).abs();
            errors[1] += (learned.evaluate(&sample.position) - sign * sample.score).abs();
        }
        assert!(2 * errors[1] < errors[0], "{errors:?}");
    }

    #[test]
    fn equal_lessons_make_equal_networks_whoever_interrupts() {
        let samples = positions::<Kaleido>(by_hand);
        let lessons = Lessons::new(&samples);
        let whole = teach::<Kaleido>(&lessons, &SCHOOLING, None, |_| ()).unwrap();
        let one = rayon::ThreadPoolBuilder::new().num_threads(1).build().unwrap();
        assert_eq!(one.install(|| teach::<Kaleido>(&lessons, &SCHOOLING, None, |_| ())).unwrap(), whole);
        let file = std::env::temp_dir().join(format!("motley-schooling-{}", std::process::id()));
        // What is on the disk when a schooling is killed is the state after its last look.
        let taught = lessons.len() - lessons.len() / HELD_BACK;
        let scale = lessons.best_scale(taught);
        let targets = lessons.targets(SCHOOLING.search_share, scale);
        let mut descent = Descent::new(SCHOOLING, &lessons, lessons.best_tempo(taught, &targets, scale));
        descent.look(&lessons, &targets, scale, taught);
        descent.write(&file).unwrap();
        let mut looks = 0;
        assert_eq!(teach::<Kaleido>(&lessons, &SCHOOLING, Some(&file), |_| looks += 1).unwrap(), whole);
        assert_eq!(looks, 2);
        let fault = |schooling: &Schooling, lessons: &Lessons| {
            format!("{:#}", teach::<Kaleido>(lessons, schooling, Some(&file), |_| ()).unwrap_err())
        };
        assert!(fault(&Schooling { seed: 2, ..SCHOOLING }, &lessons).contains("the state of another schooling"));
        let mut others = samples.clone();
        others[0].score += 1;
        assert!(fault(&SCHOOLING, &Lessons::new(&others)).contains("other lessons"));
        std::fs::write(&file, b"nothing").unwrap();
        assert!(fault(&SCHOOLING, &lessons).contains("not the state of a schooling"));
        std::fs::remove_file(&file).unwrap();
    }

    #[test]
    fn schoolings_that_teach_nothing_are_refused() {
        let lessons = Lessons::new(&positions::<Kaleido>(by_hand));
        let fault =
            |schooling: Schooling| teach::<Kaleido>(&lessons, &schooling, None, |_| ()).unwrap_err().to_string();
        assert!(fault(Schooling { search_share: 7.0, ..SCHOOLING }).contains("a share of 7"));
        assert!(fault(Schooling { rate: f64::NAN, ..SCHOOLING }).contains("a rate of NaN"));
        assert!(fault(Schooling { decay: 1e6, ..SCHOOLING }).contains("a decay of 1000000"));
        assert!(fault(Schooling { epochs: 0, ..SCHOOLING }).contains("0 epochs"));
        assert!(fault(Schooling { batch: 0, ..SCHOOLING }).contains("batches of 0"));
        let none = Lessons::new::<Kaleido>(&[]);
        let fault = teach::<Kaleido>(&none, &SCHOOLING, None, |_| ()).unwrap_err().to_string();
        assert_eq!(fault, "0 positions are too few to learn from");
    }
}
