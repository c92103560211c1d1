//! Declaration of piece kinds, shared by all families.

/// Declares the piece kinds of a family: codes, letters and names, in the order of the family's texts.
///
/// `Kind::index`, the index for tables, is the family's own: codes need not be consecutive.
macro_rules! piece_kinds {
    (
        $(#[$about:meta])*
        pub enum Kind:
        $($(#[$doc:meta])* $kind:ident = $code:expr, $letter:literal, $name:literal;)+
    ) => {
        $(#[$about])*
        #[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
        #[repr(u8)]
        pub enum Kind {
            $($(#[$doc])* $kind = $code,)+
        }

        impl Kind {
            /// Number of kinds.
            pub const COUNT: usize = [$(stringify!($kind)),+].len();
            /// All kinds, in the order of texts.
            pub const ALL: [Kind; Kind::COUNT] = [$(Kind::$kind),+];

            /// Letter of the kind, in upper case.
            pub const fn letter(self) -> char {
                match self {
                    $(Kind::$kind => $letter,)+
                }
            }

            /// Letter of a piece: upper case for White, lower case for Black.
            pub const fn letter_of(self, seat: $crate::seat::Seat) -> char {
                if seat.index() == 0 { self.letter() } else { self.letter().to_ascii_lowercase() }
            }

            /// Kind of a letter, of either case.
            pub fn from_letter(letter: char) -> Option<Kind> {
                Kind::ALL.into_iter().find(|kind| kind.letter() == letter.to_ascii_uppercase())
            }

            /// Name of the kind, in lower case.
            pub const fn name(self) -> &'static str {
                match self {
                    $(Kind::$kind => $name,)+
                }
            }
        }
    };
}

pub(super) use piece_kinds;
