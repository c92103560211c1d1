//! What games have in common whose positions are small enough to be copied before every move.
//!
//! Such a position has `play`, `skip`, `compute_key` and `images`, its pieces, its key and its clock in fields of these names. The items are written into the
//! games' own implementations, where the compiler sees through them: whoever makes a move on a copy that goes nowhere else pays for
//! nothing that is not looked at.

/// Items of a [`Game`](crate::game::Game): moves made on copies, the key, the clock.
macro_rules! game_on_copies {
    () => {
        /// The position before the move: it is smaller than a record of what changed would be slow.
        type Undo = Self;

        #[inline(always)]
        fn make<O: $crate::game::BoardObserver<Self>>(&mut self, mv: $crate::moves::Move, observer: &mut O) -> Self {
            let before = *self;
            self.play(mv, observer);
            before
        }

        #[inline(always)]
        fn unmake(&mut self, _: $crate::moves::Move, undo: Self) {
            *self = undo;
        }

        #[inline(always)]
        fn key(&self) -> u64 {
            self.key
        }

        fn key_from_scratch(&self) -> u64 {
            self.compute_key()
        }

        #[inline(always)]
        fn clock(&self) -> u32 {
            self.clock.into()
        }

        fn canonical(&self) -> Self {
            self.images().min_by_key(|image| image.key).expect("a position is its own image")
        }

        fn populate<O: $crate::game::BoardObserver<Self>>(&self, observer: &mut O) {
            for field in self.pieces.occupied() {
                if let Some((seat, kind)) = self.pieces.on(field) {
                    observer.put(seat, kind.index(), field.index());
                }
            }
        }
    };
}

/// Items of its [`Tactics`](crate::game::Tactics): the null move.
macro_rules! null_move_on_copies {
    () => {
        fn make_null(&mut self) -> Self {
            let before = *self;
            self.skip();
            before
        }

        fn unmake_null(&mut self, undo: Self) {
            *self = undo;
        }
    };
}

pub(super) use {game_on_copies, null_move_on_copies};
