//! What is made of an advantage once the kind of position is looked at.

/// What is made of a side's advantage.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Ending {
    /// How much of the advantage counts, of [`Ending::FULL`].
    pub scale: i32,
    /// Centipawns to add for the side with the advantage.
    pub bonus: i32,
}

impl Ending {
    /// The whole advantage counts.
    pub const FULL: i32 = 64;
    /// Nothing out of the ordinary.
    pub const PLAIN: Ending = Ending { scale: Ending::FULL, bonus: 0 };
    /// The advantage is worth nothing.
    pub const DRAWN: Ending = Ending::scaled(0);

    /// Only a part of the advantage counts.
    pub const fn scaled(scale: i32) -> Ending {
        Ending { scale, bonus: 0 }
    }

    /// What is left of a value, positive or negative.
    #[inline(always)]
    pub const fn apply(self, value: i32) -> i32 {
        value * self.scale / Ending::FULL + self.bonus * value.signum()
    }
}
