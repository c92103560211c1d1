//! The round board of 89 fields: five rings round a centre, cut into eight sectors.
//!
//! One table says which fields of a sector lie on which ring (`RINGS`). Adjacency follows from it: the fields of a
//! ring are equally wide, so every field is an arc, and neighbours are found by comparing arcs.

use std::f64::consts::TAU;
use std::fmt;

use super::set::field_set;

/// Number of sectors.
pub const SECTORS: usize = 8;

/// Letters of a sector's fields in clockwise order, ring by ring from ring 1, the innermost.
const RINGS: [&[u8]; 5] = [b"G", b"HF", b"IE", b"JKD", b"ABC"];

/// Number of fields of a sector.
pub const SECTOR_FIELDS: usize = 11;

/// Arc of a ring, in units of 1/[`Field::CIRCLE`] of the circle.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Arc {
    /// Begin, clockwise from the begin of the first sector.
    pub begins: usize,
    /// Width.
    pub width: usize,
}

impl Arc {
    /// Middle of the arc.
    pub fn middle(self) -> f64 {
        self.begins as f64 + self.width as f64 / 2.0
    }
}

/// Field of the round board: A to K of the first sector are 0 to 10, and so on; the centre is 88.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Field(u8);

impl Field {
    /// Number of fields.
    pub const COUNT: usize = SECTORS * SECTOR_FIELDS + 1;
    /// Circle in the unit of which every field's width is a multiple.
    pub const CIRCLE: usize = 48;
    /// Centre, `00`.
    pub const CENTRE: Field = Field(88);

    /// Field of a sector (from 0) with a letter (A is 0).
    #[inline(always)]
    pub const fn new(sector: usize, letter: usize) -> Field {
        debug_assert!(sector < SECTORS && letter < SECTOR_FIELDS);
        Field((sector * SECTOR_FIELDS + letter) as u8)
    }

    /// Field with an index below 89.
    #[inline(always)]
    pub const fn from_index(index: usize) -> Field {
        Field(index as u8)
    }

    /// Index, below 89.
    #[inline(always)]
    pub const fn index(self) -> usize {
        // Tables have 128 rows: the mask states to the compiler that no index is out of bounds.
        (self.0 & 127) as usize
    }

    /// Ring of the field: 1 (innermost) to 5; 0 for the centre.
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

    /// Arc of the field; the centre has the whole circle.
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

    /// Direction from the centre of a place on the circle, given in the unit of [`CIRCLE`](Field::CIRCLE): radians,
    /// clockwise from the right. The middle of the first sector lies below, on White's side.
    pub fn direction(place: f64) -> f64 {
        let first = (Field::CIRCLE / SECTORS) as f64 / 2.0;
        ((place - first) / Field::CIRCLE as f64 + 0.25) * TAU
    }

    /// Place on the circle in a direction, in the unit of [`CIRCLE`](Field::CIRCLE): the inverse of
    /// [`direction`](Field::direction).
    pub fn place_towards(direction: f64) -> f64 {
        let first = (Field::CIRCLE / SECTORS) as f64 / 2.0;
        ((direction / TAU - 0.25) * Field::CIRCLE as f64 + first).rem_euclid(Field::CIRCLE as f64)
    }

    /// Parses `3F` or `00`, in either case.
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

    /// Fields of a ring in clockwise order.
    pub fn on_ring(ring: usize) -> impl Iterator<Item = Field> {
        let letters = RINGS[ring - 1];
        (0..SECTORS)
            .flat_map(move |sector| letters.iter().map(move |letter| Field::new(sector, (letter - b'A').into())))
    }

    /// Side neighbours.
    #[inline(always)]
    pub fn sides(self) -> Set {
        SIDES[self.index()]
    }

    /// Corner neighbours: fields that share just a corner.
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

/// Position of a field's letter among the letters of a ring.
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

/// Symmetry of the board: a rotation and an optional reflection that keep adjacency. There are sixteen.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct RoundSymmetry {
    /// Clockwise rotation in sectors.
    turned: usize,
    /// True for a reflection before the rotation, about the axis through the middle of the first sector.
    mirrored: bool,
}

impl RoundSymmetry {
    /// Identity.
    pub const IDENTITY: RoundSymmetry = RoundSymmetry::new(0, false);

    /// Symmetry of a clockwise rotation in sectors, after an optional reflection about the axis through the middle of
    /// the first sector.
    pub const fn new(turned: usize, mirrored: bool) -> RoundSymmetry {
        RoundSymmetry { turned: turned % SECTORS, mirrored }
    }

    /// All sixteen symmetries.
    pub fn all() -> impl Iterator<Item = RoundSymmetry> {
        [false, true]
            .into_iter()
            .flat_map(|mirrored| (0..SECTORS).map(move |turned| RoundSymmetry::new(turned, mirrored)))
    }

    /// Image of a field: its arc is moved round its ring.
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

    /// Image of a set of fields.
    pub fn set(self, fields: Set) -> Set {
        fields.into_iter().map(|field| self.field(field)).collect()
    }
}

/// Set of fields.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Default)]
pub struct Set(pub u128);

impl Set {
    /// All fields.
    pub const ALL: Set = Set((1 << Field::COUNT) - 1);
}

field_set!(Set(u128) of Field, iterated by Fields);

/// Adjacency of two fields.
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
    // On one ring fields touch where one begins and the other ends.
    let end_to_end = ahead == a_arc.width || behind == b_arc.width;
    let overlap = ahead < a_arc.width || behind < b_arc.width;
    if a.0 == b.0 || apart > 1 {
        Touch::Not
    } else if (apart == 1 && overlap) || (apart == 0 && end_to_end) {
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
    fn adjacency_follows_the_rules() {
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
    fn adjacency_is_symmetric() {
        for (a, b) in Field::all().flat_map(|a| Field::all().map(move |b| (a, b))) {
            assert_eq!(a.sides().has(b), b.sides().has(a));
            assert_eq!(a.corners().has(b), b.corners().has(a));
            assert!(!(a.sides() & a.corners()).has(b));
        }
    }

    #[test]
    fn symmetries_keep_adjacency() {
        for symmetry in RoundSymmetry::all() {
            let mut images: Vec<Field> = Field::all().map(|field| symmetry.field(field)).collect();
            for (field, &image) in Field::all().zip(&images) {
                assert_eq!(image.ring(), field.ring());
                assert_eq!(image.sides(), symmetry.set(field.sides()), "{field} by {symmetry:?}");
                assert_eq!(image.corners(), symmetry.set(field.corners()), "{field} by {symmetry:?}");
            }
            images.sort();
            assert!(images.into_iter().eq(Field::all()), "{symmetry:?}");
        }
        assert!(Field::all().all(|field| RoundSymmetry::IDENTITY.field(field) == field));
    }

    #[test]
    fn symmetries_rotate_and_reflect() {
        let moved =
            |symmetry: RoundSymmetry, text: &str| fields(text).into_iter().map(|field| symmetry.field(field)).collect();
        let set = |symmetry, text| -> Set { moved(symmetry, text) };
        assert_eq!(set(RoundSymmetry::new(1, false), "1A 1J 8H 00"), fields("2A 2J 1H 00"));
        assert_eq!(set(RoundSymmetry::new(0, true), "1B 1A 1J 1E 1F 2A 5K"), fields("1B 1C 1D 1I 1H 8C 5K"));
        assert_eq!(set(RoundSymmetry::new(4, true), "1A 2A"), fields("5C 4C"));
        assert_eq!(RoundSymmetry::all().count(), 16);
    }

    #[test]
    fn every_field_lies_on_one_ring() {
        let lengths: Vec<usize> = (1..=5).map(|ring| Field::on_ring(ring).count()).collect();
        assert_eq!(lengths, [8, 16, 16, 24, 24]);
        let mut all: Vec<Field> = (1..=5).flat_map(Field::on_ring).collect();
        all.push(Field::CENTRE);
        all.sort();
        assert!(all.into_iter().eq(Field::all()));
        assert!((1..=5).all(|ring| Field::on_ring(ring).all(|field| field.ring() == ring)));
    }

    #[test]
    fn field_names_round_trip() {
        for field in Field::all() {
            assert_eq!(Field::parse(&field.to_string()), Some(field));
        }
        for text in ["", "0", "0A", "9A", "1L", "1", "A1", "000", "1AA", "é"] {
            assert_eq!(Field::parse(text), None, "{text}");
        }
    }
}
