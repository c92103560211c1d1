//! Betza notation: a piece's moves as a text (Ralph Betza, 1996).
//!
//! A text is a row of parts, each an atom with modifiers before it and a range behind it: `W`, `fmW2`, `RN`.
//!
//! | atom | leap | | atom | leap |
//! |---|---|---|---|---|
//! | `W` | 1,0 (wazir) | | `H` | 3,0 |
//! | `F` | 1,1 (ferz) | | `L`, `C` | 3,1 (camel) |
//! | `D` | 2,0 (dabbaba) | | `J`, `Z` | 3,2 (zebra) |
//! | `N` | 2,1 (knight) | | `G` | 3,3 |
//! | `A` | 2,2 (alfil) | | `K`, `B`, `R`, `Q` | king, bishop, rook, queen |
//!
//! Modifiers: `m` moves only, `c` captures only; `f` forward, `b` backward, `s` sideways, `v` forward and backward. Of
//! a knight's leaps (and of `L`, `J`) `f` are all that lead forward, `v` and `s` the narrow and the wide ones, `ff` and
//! `fs` the narrow and the wide ones that lead forward. Range: a number of leaps in a row over empty squares, 0 for any
//! number; the atom once more (`NN`) means any number too. A text has at most 100 characters.

/// Part of a piece's moves: one direction.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Step {
    /// Files of one leap, to the right if positive.
    pub files: i32,
    /// Ranks of one leap, forward if positive.
    pub ranks: i32,
    /// Number of leaps in a row; a piece in between ends them.
    pub range: u8,
    /// True if it moves to empty squares.
    pub moves: bool,
    /// True if it captures.
    pub captures: bool,
}

/// Fault in a Betza text.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct BetzaError {
    /// Byte of the text at which the fault begins.
    pub at: usize,
    /// Description of the fault.
    pub reason: String,
}

/// Range of a rider that only the edge of the board ends.
pub const UNLIMITED: u8 = u8::MAX;

/// Most characters of a text.
const MAX_LENGTH: usize = 100;

/// Directions that a part is restricted to.
#[derive(Clone, Copy, Default)]
struct Directions {
    forward: usize,
    backward: usize,
    sideways: usize,
    vertical: usize,
}

impl Directions {
    const fn is_empty(self) -> bool {
        self.forward + self.backward + self.sideways + self.vertical == 0
    }

    /// True if the part has a leap.
    fn has(self, files: i32, ranks: i32) -> bool {
        let narrow = ranks.abs() > files.abs();
        let wide = files.abs() > ranks.abs();
        if self.is_empty() {
            return true;
        }
        if files == 0 || ranks == 0 {
            return (self.forward > 0 && ranks > 0)
                || (self.backward > 0 && ranks < 0)
                || (self.sideways > 0 && ranks == 0)
                || (self.vertical > 0 && files == 0);
        }
        let along = (self.forward > 0 && ranks > 0) || (self.backward > 0 && ranks < 0);
        if self.forward.max(self.backward) > 1 {
            return along && narrow;
        }
        let lies_so = (self.sideways > 0 && wide) || (self.vertical > 0 && narrow);
        match (self.forward + self.backward > 0, self.sideways + self.vertical > 0) {
            (true, true) => along && lies_so,
            (true, false) => along,
            _ => lies_so,
        }
    }
}

/// Leaps of an atom, and its range if none is written.
fn atom(letter: char) -> Option<(&'static [(i32, i32)], u8)> {
    Some(match letter {
        'W' => (&[(1, 0)], 1),
        'F' => (&[(1, 1)], 1),
        'D' => (&[(2, 0)], 1),
        'N' => (&[(2, 1)], 1),
        'A' => (&[(2, 2)], 1),
        'H' => (&[(3, 0)], 1),
        'L' | 'C' => (&[(3, 1)], 1),
        'J' | 'Z' => (&[(3, 2)], 1),
        'G' => (&[(3, 3)], 1),
        'K' => (&[(1, 0), (1, 1)], 1),
        'R' => (&[(1, 0)], UNLIMITED),
        'B' => (&[(1, 1)], UNLIMITED),
        'Q' => (&[(1, 0), (1, 1)], UNLIMITED),
        _ => return None,
    })
}

/// The leaps of an atom in all directions.
fn turned((a, b): (i32, i32)) -> Vec<(i32, i32)> {
    let mut all: Vec<(i32, i32)> =
        [(a, b), (b, a)].into_iter().flat_map(|(x, y)| [(x, y), (-x, y), (x, -y), (-x, -y)]).collect();
    all.sort_unstable();
    all.dedup();
    all
}

/// Reads the steps of a piece.
///
/// # Errors
/// If the text is no Betza notation of the kind described above, or has no step at all.
pub fn parse(text: &str) -> Result<Vec<Step>, BetzaError> {
    if let Some((at, _)) = text.char_indices().nth(MAX_LENGTH) {
        return Err(BetzaError { at, reason: format!("the moves have more than {MAX_LENGTH} characters") });
    }
    let mut steps = Vec::new();
    let mut letters = text.char_indices().peekable();
    while letters.peek().is_some() {
        part(text, &mut letters, &mut steps)?;
    }
    if steps.is_empty() {
        return Err(BetzaError { at: 0, reason: "a piece needs a move".to_string() });
    }
    Ok(steps)
}

/// Reads one part.
fn part(
    text: &str,
    letters: &mut std::iter::Peekable<std::str::CharIndices<'_>>,
    steps: &mut Vec<Step>,
) -> Result<(), BetzaError> {
    let fault = |at: usize, reason: String| Err(BetzaError { at, reason });
    let mut directions = Directions::default();
    let (mut moves, mut captures) = (false, false);
    let mut begins = text.len();
    while let Some((at, letter)) = letters.next_if(|(_, letter)| letter.is_ascii_lowercase()) {
        begins = begins.min(at);
        match letter {
            'm' => moves = true,
            'c' => captures = true,
            'f' => directions.forward += 1,
            'b' => directions.backward += 1,
            's' => directions.sideways += 1,
            'v' => directions.vertical += 1,
            _ => return fault(at, format!("'{letter}' is none of the modifiers m, c, f, b, s, v")),
        }
    }
    let Some((at, letter)) = letters.next() else {
        return fault(begins, "modifiers without an atom".to_string());
    };
    let Some((leaps, usual_range)) = atom(letter) else {
        return fault(at, format!("'{letter}' is none of the atoms W, F, D, N, A, H, L, J, G, K, B, R, Q"));
    };
    let range = if letters.next_if(|&(_, next)| next == letter).is_some() {
        UNLIMITED
    } else if let Some((_, digit)) = letters.next_if(|(_, next)| next.is_ascii_digit()) {
        digit.to_digit(10).filter(|&digit| digit > 0).map_or(UNLIMITED, |digit| digit as u8)
    } else {
        usual_range
    };
    if let Some(&(at, '0'..='9')) = letters.peek() {
        return fault(at, "a range has one digit; 0 means any number".to_string());
    }
    let before = steps.len();
    for (files, ranks) in leaps.iter().copied().flat_map(turned).filter(|&(files, ranks)| directions.has(files, ranks))
    {
        let both = moves == captures;
        steps.push(Step { files, ranks, range, moves: both || moves, captures: both || captures });
    }
    if steps.len() == before {
        return fault(begins.min(at), format!("'{letter}' has no leap in these directions"));
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn leaps(text: &str) -> Vec<(i32, i32)> {
        parse(text).unwrap_or_else(|error| panic!("{text}: {error:?}")).iter().map(|s| (s.files, s.ranks)).collect()
    }

    #[test]
    fn atoms_have_all_their_leaps() {
        for (text, number) in
            [("W", 4), ("F", 4), ("N", 8), ("K", 8), ("D", 4), ("A", 4), ("L", 8), ("G", 4), ("RN", 12)]
        {
            assert_eq!(leaps(text).len(), number, "{text}");
        }
        assert_eq!(leaps("C"), leaps("L"));
        assert_eq!(leaps("Z"), leaps("J"));
    }

    #[test]
    fn directions_restrict_a_part() {
        assert_eq!(leaps("fW"), [(0, 1)]);
        assert_eq!(leaps("sW"), [(-1, 0), (1, 0)]);
        assert_eq!(leaps("vW"), leaps("fbW"));
        assert_eq!(leaps("fF"), [(-1, 1), (1, 1)]);
        assert_eq!(leaps("fN"), [(-2, 1), (-1, 2), (1, 2), (2, 1)]);
        assert_eq!(leaps("ffN"), [(-1, 2), (1, 2)]);
        assert_eq!(leaps("fsN"), [(-2, 1), (2, 1)]);
        assert_eq!(leaps("vN").len(), 4);
        assert_eq!(leaps("WfF").len(), 6, "the gold general");
        assert_eq!(leaps("FfW").len(), 5, "the silver general");
    }

    #[test]
    fn ranges_and_modes_are_read() {
        let first = |text: &str| parse(text).expect(text)[0];
        assert_eq!(first("W").range, 1);
        assert_eq!(first("W3").range, 3);
        assert_eq!([first("R").range, first("W0").range, first("NN").range], [UNLIMITED; 3]);
        assert_eq!(first("R4").range, 4);
        let modes = |text: &str| (first(text).moves, first(text).captures);
        assert_eq!(
            [modes("N"), modes("mN"), modes("cN"), modes("mcN")],
            [(true, true), (true, false), (false, true), (true, true)]
        );
    }

    #[test]
    fn a_text_has_a_greatest_length() {
        assert_eq!(leaps(&"N".repeat(MAX_LENGTH)).len(), 4 * MAX_LENGTH);
        let error = parse(&"N".repeat(1_000_000)).expect_err("too long");
        assert_eq!((error.at, error.reason.as_str()), (100, "the moves have more than 100 characters"));
    }

    #[test]
    fn faults_are_named_with_their_place() {
        for (text, at, word) in [
            ("", 0, "needs a move"),
            ("X", 0, "'X'"),
            ("Wq", 1, "'q'"),
            ("Wf", 1, "without an atom"),
            ("W12", 2, "one digit"),
            ("RNé", 2, "'é'"),
            ("sF", 0, "no leap"),
        ] {
            let error = parse(text).expect_err(text);
            assert_eq!(error.at, at, "{text}: {}", error.reason);
            assert!(error.reason.contains(word), "{text}: {}", error.reason);
        }
    }
}
