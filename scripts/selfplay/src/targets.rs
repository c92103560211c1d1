//! Targets of training: expected points, and how much of a centipawn the kind of position leaves.

use eval::HandCraftedEval;
use eval::tally::Trace;

/// What the kind of position does to values near the present one: the share that is left of them, and what is added.
pub fn finish<G: HandCraftedEval>(position: &G, value: f64) -> (f32, f32) {
    const FAR: i32 = 6400;
    let info = position.count(&mut [Trace::new::<G>(), Trace::new::<G>()]);
    let sign = if value > 0.0 { 1 } else { -1 };
    let [near, far] = [FAR, 2 * FAR].map(|value| position.scale_endgame(sign * value, &info));
    let share = (far - near) as f32 / (sign * FAR) as f32;
    (share, near as f32 - share * (sign * FAR) as f32)
}

/// The expected share of the points at so many centipawns, where `scale` of them make odds of e to 1.
pub fn expectation(value: f64, scale: f64) -> f64 {
    1.0 / (1.0 + (-value / scale).exp())
}

/// How much of a centipawn more is left of a value, White's, once the kind of position is looked at.
pub fn share_left<G: HandCraftedEval>(position: &G, value: f64) -> f32 {
    finish(position, value).0
}
