//! Weights of the HCE as text, as they are written in the source.

use anyhow::{Context, Result, bail};
use eval::features::Row;
use eval::score::Score;

/// Writes rows of weights as in the source, without those that are zeros and were zeros in `start` already: to
/// [readers](read), a missing row has not changed.
pub fn write(rows: &[Row], weights: &[[f64; 2]], start: &[Score]) -> String {
    let pairs = |places: &[[f64; 2]]| {
        let texts: Vec<String> = places
            .iter()
            .map(|[mg, eg]| format!("({mg:.0}, {eg:.0})").replace("-0,", "0,").replace("-0)", "0)"))
            .collect();
        format!("[{}]", texts.join(", "))
    };
    let line = |row: &Row| {
        let places = &weights[row.places()];
        if row.width == row.len {
            return format!("    {}: row({}),\n", row.name, pairs(places));
        }
        let parts: Vec<String> = places.chunks(row.width).map(|part| format!("        {},\n", pairs(part))).collect();
        format!("    {}: table([\n{}    ]),\n", row.name, parts.concat())
    };
    let is_written = |row: &&Row| {
        let is_nonzero = weights[row.places()].as_flattened().iter().any(|weight| weight.abs() >= 0.5);
        is_nonzero || start[row.places()].iter().any(|&weight| weight != Score::ZERO)
    };
    rows.iter().filter(is_written).map(line).collect()
}

/// The greatest weight, in centipawns: a half of a [`Score`] has 32 bits, and thousands of such weights add up in it.
const MAX_WEIGHT: u32 = i16::MAX as u32;

/// Reads rows of weights as they are written in the source. Missing rows keep their values.
///
/// # Errors
/// If there is no row, or one is unknown, has the wrong length, or holds anything but pairs of numbers of 16 bits.
pub fn read(rows: &[Row], text: &str, weights: &mut [Score]) -> Result<()> {
    let mut starts: Vec<usize> = text.match_indices(": ").map(|(at, _)| at).collect();
    if starts.is_empty() {
        bail!("no row of weights, as `NAME: row([(MG, EG)])`");
    }
    starts.push(text.len());
    for (&start, &end) in starts.iter().zip(&starts[1..]) {
        let name = text[..start].rsplit(|c: char| !is_of_name(c)).next().unwrap_or_default();
        let row = rows.iter().find(|row| row.name == name).with_context(|| format!("no row '{name}'"))?;
        // The name of the next row has no digits: they would be taken for weights of this one.
        let numbers =
            text[start..end].split(|c: char| !(c.is_ascii_digit() || c == '-')).filter(|word| !word.is_empty());
        let numbers: Vec<i32> = numbers.map(str::parse).collect::<Result<_, _>>().with_context(|| name.to_string())?;
        if numbers.len() != 2 * row.len {
            bail!("row '{name}' has {} numbers, not two for each of {} weights", numbers.len(), row.len);
        }
        if let Some(number) = numbers.iter().find(|number| number.unsigned_abs() > MAX_WEIGHT) {
            bail!("row '{name}' has the weight {number}, and weights go from -{MAX_WEIGHT} to {MAX_WEIGHT}");
        }
        for (place, pair) in row.places().zip(numbers.chunks(2)) {
            weights[place] = Score::new(pair[0], pair[1]);
        }
    }
    Ok(())
}

fn is_of_name(c: char) -> bool {
    c.is_ascii_lowercase() || c == '_'
}

#[cfg(test)]
mod tests {
    use super::*;
    use engine::variants::{KnightRelay, Quex};
    use eval::HandCraftedEval;

    fn round_trip<G: HandCraftedEval>() {
        let pairs: Vec<[f64; 2]> = G::WEIGHTS.iter().map(|score| [score.mg().into(), score.eg().into()]).collect();
        let mut read_back = vec![Score::ZERO; pairs.len()];
        read(G::ROWS, &write(G::ROWS, &pairs, G::WEIGHTS), &mut read_back).unwrap();
        assert_eq!(read_back, G::WEIGHTS);
    }

    #[test]
    fn weights_round_trip_as_text() {
        round_trip::<KnightRelay>();
        round_trip::<Quex>();
    }

    #[test]
    fn rows_that_become_zeros_are_written_and_those_that_were_are_not() {
        let row = Quex::ROWS.iter().find(|row| row.name == "lord_pair").unwrap();
        let mut weights = Quex::WEIGHTS.to_vec();
        assert_ne!(weights[row.places()], [Score::ZERO]);
        let text = write(Quex::ROWS, &vec![[0.4, -0.4]; weights.len()], &weights);
        assert!(text.contains("    lord_pair: row([(0, 0)]),\n") && !text.contains("springboard"), "{text}");
        read(Quex::ROWS, &text, &mut weights).unwrap();
        assert!(weights.iter().all(|&weight| weight == Score::ZERO));
    }

    #[test]
    fn invalid_text_is_refused() {
        let mut weights = Quex::WEIGHTS.to_vec();
        for text in ["no_such_row: row([(1, 2)])", "lord_pair: row([(1, 2), (3, 4)])", "lord_pair: row([(1, 2-3)])"] {
            assert!(read(Quex::ROWS, text, &mut weights).is_err(), "{text}");
        }
        assert_eq!(weights, Quex::WEIGHTS);
    }

    #[test]
    fn text_without_a_row_is_refused() {
        for text in ["", "\n", "lord_pair", "[(1, 2)]"] {
            let error = read(Quex::ROWS, text, &mut Quex::WEIGHTS.to_vec()).unwrap_err();
            assert_eq!(error.to_string(), "no row of weights, as `NAME: row([(MG, EG)])`", "{text}");
        }
    }

    #[test]
    fn weights_have_16_bits() {
        let row = Quex::ROWS.iter().find(|row| row.name == "lord_pair").unwrap();
        for (pair, fits) in
            [((-32767, 32767), true), ((32767, -32767), true), ((32768, 0), false), ((0, -32768), false)]
        {
            let mut weights = Quex::WEIGHTS.to_vec();
            let result = read(Quex::ROWS, &format!("lord_pair: row([{pair:?}])"), &mut weights);
            assert_eq!(result.is_ok(), fits, "{pair:?}");
            let weight = weights[row.places().start];
            assert_eq!((weight.mg(), weight.eg()) == pair, fits, "{pair:?}");
        }
        let error = read(Quex::ROWS, "lord_pair: row([(7, 40000)])", &mut Quex::WEIGHTS.to_vec()).unwrap_err();
        assert_eq!(error.to_string(), "row 'lord_pair' has the weight 40000, and weights go from -32767 to 32767");
    }
}
