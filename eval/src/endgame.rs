//! What is made of an advantage once the kind of position is looked at.

/// What is made of a side's advantage.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct EndgameScale {
    /// How much of the advantage counts, of [`EndgameScale::FULL`].
    pub scale: i32,
    /// Centipawns to add for the side with the advantage.
    pub bonus: i32,
}

impl EndgameScale {
    /// The whole advantage counts.
    pub const FULL: i32 = 64;
    /// Nothing out of the ordinary.
    pub const NORMAL: EndgameScale = EndgameScale { scale: EndgameScale::FULL, bonus: 0 };
    /// The advantage is worth nothing.
    pub const DRAWN: EndgameScale = EndgameScale::scaled(0);

    /// Only a part of the advantage counts.
    pub const fn scaled(scale: i32) -> EndgameScale {
        EndgameScale { scale, bonus: 0 }
    }

    /// What is left of a value, positive or negative.
    #[inline(always)]
    pub const fn apply(self, value: i32) -> i32 {
        value * self.scale / EndgameScale::FULL + self.bonus * value.signum()
    }
}
