//! The round board of 89 fields: five rings round a centre, cut into eight sectors.
//!
//! One table says which fields of a sector lie on which ring ([`RINGS`]). Who touches whom follows from it: the fields of a ring
//! are equally wide, so every field is an arc, and neighbours are found by comparing arcs.

use std::f64::consts::TAU;
use std::fmt;

use super::set::field_set;

/// How many sectors there are.
pub const SECTORS: usize = 8;

/// The letters of a sector's fields in clockwise order, ring by ring from the innermost, which is ring 1.
const RINGS: [&[u8]; 5] = [b"G", b"HF", b"IE", b"JKD", b"ABC"];

/// How many fields a sector has.
pub const SECTOR_FIELDS: usize = 11;

/// The part of a ring that a field takes, in the unit of [`Field::CIRCLE`].
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Arc {
    /// Where it begins, clockwise from where the first sector begins.
    pub begins: usize,
    /// How wide it is.
    pub width: usize,
}

impl Arc {
    /// The place halfway.
    pub fn middle(self) -> f64 {
        self.begins as f64 + self.width as f64 / 2.0
    }
}

/// A field: those of the first sector from A to K are 0 to 10, and so on; the centre is 88.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Field(u8);

impl Field {
    /// How many fields there are.
    pub const COUNT: usize = SECTORS * SECTOR_FIELDS + 1;
    /// The circle in the unit that every field's width is a multiple of.
    pub const CIRCLE: usize = 48;
    /// The centre, `00`.
    pub const CENTRE: Field = Field(88);

    /// The field of a sector (from 0) with a letter (A is 0).
    #[inline(always)]
    pub const fn new(sector: usize, letter: usize) -> Field {
        debug_assert!(sector < SECTORS && letter < SECTOR_FIELDS);
        Field((sector * SECTOR_FIELDS + letter) as u8)
    }

    /// The field with a number below 89.
    #[inline(always)]
    pub const fn from_index(index: usize) -> Field {
        Field(index as u8)
    }

    /// The number of the field.
    #[inline(always)]
    pub const fn index(self) -> usize {
        // Tables have 128 rows: the mask shows the compiler that no row is missed.
        (self.0 & 127) as usize
    }

    /// The ring the field lies on, 5 being the outermost; 0 for the centre.
    pub const fn ring(self) -> usize {
        let mut ring = 0;
        while ring < RINGS.len() {
            if place_on(RINGS[ring], self).is_some() {
                return ring + 1;
            }
            ring += 1;
        }
        0
    }

    /// The part of its ring that the field takes; the centre takes the whole circle.
    pub const fn arc(self) -> Arc {
        let ring = self.ring();
        if ring == 0 {
            return Arc { begins: 0, width: Field::CIRCLE };
        }
        let letters = RINGS[ring - 1];
        let width = Field::CIRCLE / (SECTORS * letters.len());
        let Some(place) = place_on(letters, self) else { panic!("a field lies on its ring") };
        Arc { begins: (self.index() / SECTOR_FIELDS * letters.len() + place) * width, width }
    }

    /// The direction, seen from the centre, of a place on the circle in the unit of [`CIRCLE`](Field::CIRCLE): clockwise from the right, in
    /// radians. The middle of the first sector lies below, where White sits.
    pub fn direction(place: f64) -> f64 {
        let first = (Field::CIRCLE / SECTORS) as f64 / 2.0;
        ((place - first) / Field::CIRCLE as f64 + 0.25) * TAU
    }

    /// Reads `3F` or `00`, capitals or not.
    pub fn parse(text: &str) -> Option<Field> {
        match text.as_bytes() {
            b"00" => Some(Field::CENTRE),
            [sector @ b'1'..=b'8', letter] if (b'A'..=b'K').contains(&letter.to_ascii_uppercase()) => {
                Some(Field::new((sector - b'1').into(), (letter.to_ascii_uppercase() - b'A').into()))
            }
            _ => None,
        }
    }

    /// All fields, 1A first.
    pub fn all() -> impl ExactSizeIterator<Item = Field> {
        (0..Field::COUNT as u8).map(Field)
    }

    /// The fields of a ring in clockwise order.
    pub fn on_ring(ring: usize) -> impl Iterator<Item = Field> {
        let letters = RINGS[ring - 1];
        (0..SECTORS)
            .flat_map(move |sector| letters.iter().map(move |letter| Field::new(sector, (letter - b'A').into())))
    }

    /// The fields that share a side with this one.
    #[inline(always)]
    pub fn sides(self) -> Set {
        SIDES[self.index()]
    }

    /// The fields that share just a corner with this one.
    #[inline(always)]
    pub fn corners(self) -> Set {
        CORNERS[self.index()]
    }
}

impl fmt::Display for Field {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (sector, letter) = (self.index() / SECTOR_FIELDS, self.index() % SECTOR_FIELDS);
        if *self == Field::CENTRE {
            f.write_str("00")
        } else {
            write!(f, "{}{}", sector + 1, (b'A' + letter as u8) as char)
        }
    }
}

/// The place of a field's letter among a ring's, if it is one of them.
const fn place_on(letters: &[u8], field: Field) -> Option<usize> {
    let mut place = 0;
    while place < letters.len() && field.0 != Field::CENTRE.0 {
        if (letters[place] - b'A') as usize == field.index() % SECTOR_FIELDS {
            return Some(place);
        }
        place += 1;
    }
    None
}

/// A way to lay the board on itself so that fields that touch go on touching: there are sixteen.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Symmetry {
    /// By how many sectors it is turned clockwise.
    turned: usize,
    /// Whether it is turned over before, about the axis through the middle of the first sector.
    mirrored: bool,
}

impl Symmetry {
    /// Everything stays where it is.
    pub const IDENTITY: Symmetry = Symmetry::new(0, false);

    /// The board turned clockwise by so many sectors, and before that, if so wished, over about the axis through the middle of the first
    /// sector.
    pub const fn new(turned: usize, mirrored: bool) -> Symmetry {
        Symmetry { turned: turned % SECTORS, mirrored }
    }

    /// All of them.
    pub fn all() -> impl Iterator<Item = Symmetry> {
        [false, true].into_iter().flat_map(|mirrored| (0..SECTORS).map(move |turned| Symmetry::new(turned, mirrored)))
    }

    /// Where a field comes to lie: its arc is moved round its ring.
    pub const fn field(self, field: Field) -> Field {
        let ring = field.ring();
        if ring == 0 {
            return field;
        }
        const SECTOR: usize = Field::CIRCLE / SECTORS;
        let Arc { begins, width } = field.arc();
        let begins = if self.mirrored { Field::CIRCLE + SECTOR - begins - width } else { begins };
        let place = (begins + self.turned * SECTOR) % Field::CIRCLE / width;
        let letters = RINGS[ring - 1];
        Field::new(place / letters.len(), (letters[place % letters.len()] - b'A') as usize)
    }

    /// Where some fields come to lie.
    pub fn set(self, fields: Set) -> Set {
        fields.into_iter().map(|field| self.field(field)).collect()
    }
}

/// A set of fields.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Default)]
pub struct Set(pub u128);

impl Set {
    /// All fields.
    pub const ALL: Set = Set((1 << Field::COUNT) - 1);
}

field_set!(Set(u128) of Field, iterated by Fields);

/// How two fields touch.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Touch {
    Side,
    Corner,
    Not,
}

const fn touch(a: Field, b: Field) -> Touch {
    let (a_arc, b_arc) = (a.arc(), b.arc());
    let ahead = (b_arc.begins + Field::CIRCLE - a_arc.begins) % Field::CIRCLE;
    let behind = (a_arc.begins + Field::CIRCLE - b_arc.begins) % Field::CIRCLE;
    let apart = a.ring().abs_diff(b.ring());
    // On one ring fields touch where one begins as the other ends.
    let end_to_end = ahead == a_arc.width || behind == b_arc.width;
    let overlap = ahead < a_arc.width || behind < b_arc.width;
    if a.0 == b.0 || apart > 1 {
        Touch::Not
    } else if apart == 1 && overlap || apart == 0 && end_to_end {
        Touch::Side
    } else if apart == 1 && end_to_end {
        Touch::Corner
    } else {
        Touch::Not
    }
}

const fn touching(how: Touch) -> [Set; 128] {
    let mut table = [Set::EMPTY; 128];
    let mut i = 0;
    while i < Field::COUNT * Field::COUNT {
        let (a, b) = (i / Field::COUNT, i % Field::COUNT);
        if touch(Field::from_index(a), Field::from_index(b)) as u8 == how as u8 {
            table[a].0 |= 1 << b;
        }
        i += 1;
    }
    table
}

static SIDES: [Set; 128] = touching(Touch::Side);
static CORNERS: [Set; 128] = touching(Touch::Corner);

#[cfg(test)]
mod tests {
    use super::*;

    fn fields(names: &str) -> Set {
        names.split_whitespace().map(|name| Field::parse(name).expect(name)).collect()
    }

    #[test]
    fn fields_touch_as_the_rules_say() {
        let field = |name| Field::parse(name).expect("a field");
        assert_eq!(field("1K").sides(), fields("1B 1D 1E 1I 1J"));
        assert_eq!(field("1K").corners(), fields("1A 1C"));
        assert_eq!(field("00").sides(), fields("1G 2G 3G 4G 5G 6G 7G 8G"));
        assert!(field("00").corners().is_empty());
        assert_eq!(field("1A").sides(), fields("8C 1B 1J"));
        assert_eq!(field("1A").corners(), fields("8D 1K"));
        assert_eq!(field("1G").sides(), fields("00 8G 2G 1H 1F"));
        assert_eq!(field("1G").corners(), fields("8F 2H"));
    }

    #[test]
    fn touching_is_mutual() {
        for (a, b) in Field::all().flat_map(|a| Field::all().map(move |b| (a, b))) {
            assert_eq!(a.sides().has(b), b.sides().has(a));
            assert_eq!(a.corners().has(b), b.corners().has(a));
            assert!(!(a.sides() & a.corners()).has(b));
        }
    }

    #[test]
    fn touching_goes_with_every_symmetry() {
        for symmetry in Symmetry::all() {
            let mut images: Vec<Field> = Field::all().map(|field| symmetry.field(field)).collect();
            for (field, &image) in Field::all().zip(&images) {
                assert_eq!(image.ring(), field.ring());
                assert_eq!(image.sides(), symmetry.set(field.sides()), "{field} by {symmetry:?}");
                assert_eq!(image.corners(), symmetry.set(field.corners()), "{field} by {symmetry:?}");
            }
            images.sort();
            assert!(images.into_iter().eq(Field::all()), "{symmetry:?}");
        }
        assert!(Field::all().all(|field| Symmetry::IDENTITY.field(field) == field));
    }

    #[test]
    fn symmetries_are_what_their_names_say() {
        let moved =
            |symmetry: Symmetry, text: &str| fields(text).into_iter().map(|field| symmetry.field(field)).collect();
        let set = |symmetry, text| -> Set { moved(symmetry, text) };
        assert_eq!(set(Symmetry::new(1, false), "1A 1J 8H 00"), fields("2A 2J 1H 00"));
        assert_eq!(set(Symmetry::new(0, true), "1B 1A 1J 1E 1F 2A 5K"), fields("1B 1C 1D 1I 1H 8C 5K"));
        assert_eq!(set(Symmetry::new(4, true), "1A 2A"), fields("5C 4C"));
        assert_eq!(Symmetry::all().count(), 16);
    }

    #[test]
    fn rings_hold_every_field_once() {
        let lengths: Vec<usize> = (1..=5).map(|ring| Field::on_ring(ring).count()).collect();
        assert_eq!(lengths, [8, 16, 16, 24, 24]);
        let mut all: Vec<Field> = (1..=5).flat_map(Field::on_ring).collect();
        all.push(Field::CENTRE);
        all.sort();
        assert!(all.into_iter().eq(Field::all()));
        assert!((1..=5).all(|ring| Field::on_ring(ring).all(|field| field.ring() == ring)));
    }

    #[test]
    fn names_are_written_and_read() {
        for field in Field::all() {
            assert_eq!(Field::parse(&field.to_string()), Some(field));
        }
        for text in ["", "0", "0A", "9A", "1L", "1", "A1", "000", "1AA", "é"] {
            assert_eq!(Field::parse(text), None, "{text}");
        }
    }
}
