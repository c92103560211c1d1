//! Set operations that the bitboards of all boards share.

/// Implements the set operations for a tuple struct over an unsigned integer with one bit for each field. The field
/// type has `from_index` and `index`. A set may bring an iterator of its own, whose `new` takes the set.
macro_rules! field_set {
    ($set:ident($bits:ty) of $field:ident, iterated by $fields:ident) => {
        field_set!($set($bits) of $field, with the iterator $fields);

        /// Iterator over the fields of a set, lowest first.
        pub struct $fields($bits);

        impl $fields {
            #[inline(always)]
            const fn new(set: $set) -> $fields {
                $fields(set.0)
            }
        }

        impl Iterator for $fields {
            type Item = $field;
            #[inline(always)]
            fn next(&mut self) -> Option<$field> {
                if self.0 == 0 {
                    return None;
                }
                let field = $set(self.0).first();
                self.0 &= self.0 - 1;
                Some(field)
            }
            #[inline]
            fn size_hint(&self) -> (usize, Option<usize>) {
                let len = self.0.count_ones() as usize;
                (len, Some(len))
            }
        }

        impl ExactSizeIterator for $fields {}
    };
    ($set:ident($bits:ty) of $field:ident, with the iterator $fields:ident) => {
        impl $set {
            /// Empty set.
            pub const EMPTY: $set = $set(0);

            /// Set of one field.
            #[inline(always)]
            pub const fn from_square(field: $field) -> $set {
                $set(1 << field.index())
            }

            /// True if the set is empty.
            #[inline(always)]
            pub const fn is_empty(self) -> bool {
                self.0 == 0
            }

            /// True if the set is not empty.
            #[inline(always)]
            pub const fn any(self) -> bool {
                self.0 != 0
            }

            /// Number of fields (population count).
            #[inline(always)]
            pub const fn len(self) -> usize {
                self.0.count_ones() as usize
            }

            /// True if there are at least two fields.
            #[inline(always)]
            pub const fn several(self) -> bool {
                self.0 & self.0.wrapping_sub(1) != 0
            }

            /// True if the field is in the set.
            #[inline(always)]
            pub const fn has(self, field: $field) -> bool {
                self.0 >> field.index() & 1 != 0
            }

            /// Lowest field (bit scan forward). An empty set yields an arbitrary field.
            #[inline(always)]
            pub const fn first(self) -> $field {
                $field::from_index(self.0.trailing_zeros() as usize)
            }

            /// Shift by `by` field numbers, down if negative. Bits that leave the integer are lost.
            #[inline(always)]
            pub const fn shift(self, by: i32) -> $set {
                if by >= 0 { $set(self.0 << by) } else { $set(self.0 >> -by) }
            }

            /// Set difference (and-not).
            #[inline(always)]
            pub const fn without(self, other: $set) -> $set {
                $set(self.0 & !other.0)
            }

            /// The set if the condition holds, else the empty set. Branchless.
            #[inline(always)]
            pub const fn when(self, condition: bool) -> $set {
                $set(self.0 & (condition as $bits).wrapping_neg())
            }
        }

        impl std::ops::BitAnd for $set {
            type Output = $set;
            #[inline(always)]
            fn bitand(self, other: $set) -> $set {
                $set(self.0 & other.0)
            }
        }

        impl std::ops::BitOr for $set {
            type Output = $set;
            #[inline(always)]
            fn bitor(self, other: $set) -> $set {
                $set(self.0 | other.0)
            }
        }

        impl std::ops::BitXor for $set {
            type Output = $set;
            #[inline(always)]
            fn bitxor(self, other: $set) -> $set {
                $set(self.0 ^ other.0)
            }
        }

        impl std::ops::Not for $set {
            type Output = $set;
            #[inline(always)]
            fn not(self) -> $set {
                $set(!self.0)
            }
        }

        impl std::ops::BitAndAssign for $set {
            #[inline(always)]
            fn bitand_assign(&mut self, other: $set) {
                self.0 &= other.0;
            }
        }

        impl std::ops::BitOrAssign for $set {
            #[inline(always)]
            fn bitor_assign(&mut self, other: $set) {
                self.0 |= other.0;
            }
        }

        impl std::ops::BitXorAssign for $set {
            #[inline(always)]
            fn bitxor_assign(&mut self, other: $set) {
                self.0 ^= other.0;
            }
        }

        impl From<$field> for $set {
            #[inline(always)]
            fn from(field: $field) -> $set {
                $set::from_square(field)
            }
        }

        impl FromIterator<$field> for $set {
            fn from_iter<I: IntoIterator<Item = $field>>(fields: I) -> $set {
                fields.into_iter().fold($set::EMPTY, |set, field| set | field.into())
            }
        }

        impl IntoIterator for $set {
            type Item = $field;
            type IntoIter = $fields;
            #[inline(always)]
            fn into_iter(self) -> $fields {
                $fields::new(self)
            }
        }

        impl std::fmt::Debug for $set {
            fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
                f.debug_set().entries(*self).finish()
            }
        }
    };
}

pub(crate) use field_set;
