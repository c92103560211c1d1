//! Endgame scale: how much of an advantage counts in a kind of endgame; and the value of known wins.

/// Known win: value before material and mop-up, in centipawns. More than any evaluation of an endgame that is still to
/// be won.
pub const KNOWN_WIN: i32 = 2000;

/// Endgame scale factor and bonus for the side with the advantage (as `ScaleFactor` in Stockfish; chessprogramming
/// wiki: "Evaluation Recognition").
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct EndgameScale {
    /// Share of the value that counts, in parts of [`EndgameScale::FULL`].
    pub scale: i32,
    /// Bonus for the side with the advantage, in centipawns: mop-up progress towards mate.
    pub bonus: i32,
}

impl EndgameScale {
    /// Scale of the whole value.
    pub const FULL: i32 = 64;
    /// The whole value, no bonus.
    pub const NORMAL: EndgameScale = EndgameScale { scale: EndgameScale::FULL, bonus: 0 };
    /// Drawn: value 0.
    pub const DRAWN: EndgameScale = EndgameScale::scaled(0);

    /// A part of the value, no bonus.
    pub const fn scaled(scale: i32) -> EndgameScale {
        EndgameScale { scale, bonus: 0 }
    }

    /// Scales a value, positive or negative.
    #[inline(always)]
    pub const fn apply(self, value: i32) -> i32 {
        value * self.scale / EndgameScale::FULL + self.bonus * value.signum()
    }
}
