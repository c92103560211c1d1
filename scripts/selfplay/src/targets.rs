//! Training targets: win model, and linear approximation of the HCE's endgame scaling.

use eval::HandCraftedEval;
use eval::tally::Trace;

/// Linear approximation of [`scale_endgame`](HandCraftedEval::scale_endgame) for values of the sign of `value`: slope,
/// and offset in centipawns for White. A [known win](HandCraftedEval::known_win) has slope 0.
pub fn endgame_scaling<G: HandCraftedEval>(position: &G, value: f64) -> (f32, f32) {
    const FAR: i32 = 6400;
    let info = position.count(&mut [Trace::new::<G>(), Trace::new::<G>()]);
    if let Some(win) = position.known_win(&info) {
        return (0.0, win as f32);
    }
    let sign = if value > 0.0 { 1 } else { -1 };
    let [near, far] = [FAR, 2 * FAR].map(|value| position.scale_endgame(sign * value, &info));
    let slope = (far - near) as f32 / (sign * FAR) as f32;
    (slope, near as f32 - slope * (sign * FAR) as f32)
}

/// Win model: expected score, 0 to 1, of a value in centipawns; the logistic function of `value / scale`. The same to
/// the bit on every machine, as the shards of a fit need it: `libm`'s exponential, not the system's.
pub fn expected_score(value: f64, scale: f64) -> f64 {
    1.0 / (1.0 + libm::exp(-value / scale))
}

/// Slope of the endgame scaling at a value, in centipawns for White.
pub fn endgame_slope<G: HandCraftedEval>(position: &G, value: f64) -> f32 {
    endgame_scaling(position, value).0
}
