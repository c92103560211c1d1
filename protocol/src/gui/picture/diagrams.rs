//! Move diagrams: what each kind of piece can do, found out by asking the move generator.
//!
//! The generator is asked about one position for each question: does the piece go to that field if it is empty, does
//! it if an enemy stands there, does it still if pieces stand on those others? So a diagram cannot disagree with the
//! rules. Pieces that a position must have besides (kings, holders of castles) stand where they do not matter, and are
//! not drawn.

use std::collections::{BTreeMap, BTreeSet};
use std::fmt::Debug;
use std::str::FromStr;

use engine::board::round::{Field, SECTOR_FIELDS};
use engine::board::ten;
use engine::game::GenType;
use engine::move_role::{MoveRole, MoveRoles};
use engine::moves::MoveList;
use engine::text::write_row;
use engine::variants::{kaleido, quex};
use svg::Document;

use super::figures::{self, Figure, Man};
use super::marks::{Marks, Target};
use super::round;
use super::squares::{self, Ground, Scene, Window};

/// Game whose move generator can be asked about a single piece.
trait Probed: MoveRoles + FromStr<Err: Debug> {
    /// Field of the piece.
    const ORIGIN: usize;

    /// Letters of pieces that stand in the way; the first may be White's or Black's, and so may the second. In turn,
    /// because a side has a greatest number of pieces.
    const BLOCKERS: [char; 2];

    /// Letter of an enemy that can be captured.
    const PREY: char;

    /// Position with White to move: pieces on fields, and what the rules demand besides.
    fn arranged(pieces: &BTreeMap<usize, char>) -> Self;

    /// Fields that are asked about: all but those of the pieces that the rules demand.
    fn fields() -> Vec<usize>;

    /// Fields where a piece can stand in the way. Of a line that goes on and on the first is enough.
    fn near() -> Vec<usize>;

    /// True if a step leads from one field to the other.
    fn is_step(from: usize, to: usize) -> bool;
}

/// A kind of piece under examination.
struct Probe<G> {
    /// Letter of the kind, in capitals.
    letter: char,
    game: std::marker::PhantomData<G>,
}

impl<G: Probed> Probe<G> {
    /// Fields that the piece goes to, among others.
    fn targets(&self, others: impl IntoIterator<Item = (usize, char)>) -> BTreeSet<usize> {
        let mut pieces: BTreeMap<usize, char> = others.into_iter().collect();
        pieces.insert(G::ORIGIN, self.letter);
        let position = G::arranged(&pieces);
        let mut moves = MoveList::new();
        position.moves(GenType::All, &mut moves);
        let target = |mv| match position.move_role(mv) {
            MoveRole::Step { from, to, .. } if from == G::ORIGIN => Some(to),
            _ => None,
        };
        moves.into_iter().filter_map(target).collect()
    }

    /// True if the piece goes to an empty field while others are blocked.
    fn goes_past(&self, blocked: &BTreeSet<usize>, to: usize) -> bool {
        let letters = G::BLOCKERS.into_iter().cycle();
        self.targets(blocked.iter().copied().zip(letters)).contains(&to)
    }

    /// Fields of a shortest way past those that are blocked: all of them must be empty. None if there is no way.
    fn way_past(&self, blocked: &BTreeSet<usize>, to: usize) -> Option<BTreeSet<usize>> {
        if !self.goes_past(blocked, to) {
            return None;
        }
        let mut blocked = blocked.clone();
        let mut way = BTreeSet::new();
        for field in G::near() {
            if field != to && blocked.insert(field) && !self.goes_past(&blocked, to) {
                blocked.remove(&field);
                way.insert(field);
            }
        }
        Some(way)
    }

    /// All ways to a field: those past what is blocked, and those that lie open when the first is blocked.
    fn add_ways(&self, blocked: &BTreeSet<usize>, to: usize, ways: &mut BTreeSet<BTreeSet<usize>>) {
        let Some(way) = self.way_past(blocked, to) else { return };
        if ways.insert(way.clone()) {
            for field in way {
                let mut blocked = blocked.clone();
                blocked.insert(field);
                self.add_ways(&blocked, to, ways);
            }
        }
    }

    /// The diagram's marks.
    fn marks(&self) -> Marks {
        let name = |field| G::arranged(&BTreeMap::new()).field_name(field);
        let moves = self.targets([]);
        let mut marks = Marks { from: Some(name(G::ORIGIN)), ..Marks::default() };
        for to in G::fields().into_iter().filter(|&field| field != G::ORIGIN) {
            let captures = self.targets([(to, G::PREY)]).contains(&to);
            let Some(target) = Target::of(moves.contains(&to), captures) else { continue };
            marks.targets.insert(name(to), target);
            let mut ways = BTreeSet::new();
            self.add_ways(&BTreeSet::new(), to, &mut ways);
            for way in ways.into_iter().filter(|way| !way.is_empty()) {
                let fields = in_order::<G>(G::ORIGIN, way, to).expect("the fields of a way follow one another");
                marks.ways.push(fields.into_iter().map(name).collect());
            }
        }
        marks
    }
}

/// The fields of a way, both ends included, so that a step leads from each to the next.
fn in_order<G: Probed>(from: usize, way: BTreeSet<usize>, to: usize) -> Option<Vec<usize>> {
    if way.is_empty() {
        return Some(vec![from, to]);
    }
    way.iter().filter(|&&next| G::is_step(from, next)).find_map(|&next| {
        let rest: BTreeSet<usize> = way.iter().copied().filter(|&field| field != next).collect();
        in_order::<G>(next, rest, to).map(|fields| [vec![from], fields].concat())
    })
}

/// Name and letter of a kind: `King (K)`.
fn caption(letter: char, figure: Figure) -> String {
    let name = figure.name();
    format!("{}{} ({letter})", name[..1].to_uppercase(), &name[1..])
}

/// The part of Quex's board that is drawn: seven files and ranks around the piece.
const PART: Window = Window { file: 1, rank: 1, side: 7 };

/// The kings, on b1 and b10: no piece on e5 attacks them, and they are not in the picture.
const KINGS: [(usize, char); 2] = [(1, 'K'), (91, 'k')];

/// Text of a board of ten files and ranks. `letter` returns the piece's letter by the index of the field.
fn ten_by_ten(letter: impl Fn(usize) -> Option<char>) -> String {
    squares::board_text(ten::SIZE, ten::SIZE, |file, rank| letter(ten::SIZE * rank + file))
}

impl<R: quex::Rules> Probed for quex::Position<R> {
    /// e5.
    const ORIGIN: usize = 44;

    /// Own pieces: an enemy's may attack the field that a king goes to.
    const BLOCKERS: [char; 2] = ['F', 'F'];

    const PREY: char = 'f';

    fn arranged(pieces: &BTreeMap<usize, char>) -> Self {
        let is_missing = |king: &(usize, char)| !pieces.values().any(|letter| *letter == king.1);
        let kings: BTreeMap<usize, char> = KINGS.into_iter().filter(is_missing).collect();
        let board = ten_by_ten(|field| pieces.get(&field).or_else(|| kings.get(&field)).copied());
        format!("{board}[] w - - 0 1").parse().expect("a position of a few pieces")
    }

    fn fields() -> Vec<usize> {
        let fields = ten::Square::all().map(ten::Square::index);
        fields.filter(|&field| KINGS.iter().all(|king| king.0 != field)).collect()
    }

    fn near() -> Vec<usize> {
        Self::fields().into_iter().filter(|&field| Self::is_step(Self::ORIGIN, field)).collect()
    }

    fn is_step(from: usize, to: usize) -> bool {
        let [from, to] = [from, to].map(ten::Square::from_index);
        from != to && from.file().abs_diff(to.file()) <= 1 && from.rank().abs_diff(to.rank()) <= 1
    }
}

/// Move diagrams of Quex and Keyles.
pub fn quex<R: quex::Rules>() -> Vec<(&'static str, Document)> {
    let draw = |&Man { letter, figure, .. }: &Man| {
        let alone = |field| if field == quex::Position::<R>::ORIGIN { Some(letter) } else { None };
        let picture = squares::draw(&Scene {
            text: &ten_by_ten(alone),
            alphabet: figures::LARSON,
            ground: Ground::Chequered,
            caption: &caption(letter, figure),
            marks: &Probe::<quex::Position<R>> { letter, game: Default::default() }.marks(),
            signs: &[],
            window: Some(PART),
        });
        (figure.name(), picture)
    };
    figures::LARSON.iter().map(draw).collect()
}

/// Greatest number of steps of a piece that can be blocked.
const STEPS: usize = 4;

/// Pawns on 7B and 3B, which no piece on 1K reaches. They hold castles: without them the game were over.
const HOLDERS: [(usize, char); 2] = [(6 * SECTOR_FIELDS + 1, 'P'), (2 * SECTOR_FIELDS + 1, 'p')];

impl<R: kaleido::Rules> Probed for kaleido::Position<R> {
    /// 1K.
    const ORIGIN: usize = 10;

    const BLOCKERS: [char; 2] = ['P', 'p'];

    const PREY: char = 'p';

    /// The die shows what allows every piece.
    fn arranged(pieces: &BTreeMap<usize, char>) -> Self {
        let holders = BTreeMap::from(HOLDERS);
        let letter = |field: Field| pieces.get(&field.index()).or_else(|| holders.get(&field.index())).copied();
        let letters: Vec<Option<char>> = Field::all().map(letter).collect();
        let parts: Vec<String> = letters.chunks(SECTOR_FIELDS).map(|part| write_row(part.iter().copied())).collect();
        let side = if R::DICE { "w6" } else { "w" };
        format!("{} {side} - - 0 1", parts.join("/")).parse().expect("a position of a few pieces")
    }

    fn fields() -> Vec<usize> {
        let fields = Field::all().map(Field::index);
        fields.filter(|&field| HOLDERS.iter().all(|holder| holder.0 != field)).collect()
    }

    fn near() -> Vec<usize> {
        let mut near = BTreeSet::from([Self::ORIGIN]);
        for _ in 1..STEPS {
            near = near
                .iter()
                .flat_map(|&field| Field::from_index(field).sides())
                .map(Field::index)
                .chain(near.clone())
                .collect();
        }
        near.remove(&Self::ORIGIN);
        near.into_iter().collect()
    }

    fn is_step(from: usize, to: usize) -> bool {
        Field::from_index(from).sides().has(Field::from_index(to))
    }
}

/// Move diagrams of KaleidoChess, and how fields touch.
pub fn kaleido<R: kaleido::Rules>() -> Vec<(&'static str, Document)> {
    let origin = Field::from_index(kaleido::Position::<R>::ORIGIN);
    let draw = |&Man { letter, figure, .. }: &Man| {
        let marks = Probe::<kaleido::Position<R>> { letter, game: Default::default() }.marks();
        (figure.name(), round::diagram(figure, origin, &caption(letter, figure), &marks))
    };
    let diagrams = figures::KALEIDO.iter().map(draw);
    diagrams.chain([("touch", round::touch(origin))]).collect()
}

#[cfg(test)]
mod tests {
    use engine::variants::{Kaleido, KaleidoDice, Keyles, Quex};

    use super::*;

    fn marks<G: Probed>(letter: char) -> Marks {
        Probe::<G> { letter, game: Default::default() }.marks()
    }

    /// Targets of a kind that are moved to, captured on, and both.
    fn targets<G: Probed>(letter: char) -> [String; 3] {
        let marks = marks::<G>(letter);
        [Target::Move, Target::Capture, Target::Either].map(|wanted| {
            let names = marks.targets.iter().filter(|(_, target)| **target == wanted).map(|(name, _)| name.as_str());
            names.collect::<Vec<_>>().join(" ")
        })
    }

    #[test]
    fn pions_go_where_the_rules_say() {
        let either = |fields: &str| [String::new(), String::new(), fields.to_string()];
        assert_eq!(targets::<Quex>('G'), either("d4 d5 d6 e4 e6 f4 f5 f6"));
        assert_eq!(targets::<Quex>('C'), either("d5 e4 e6 f5"));
        assert_eq!(targets::<Quex>('W'), either("d4 d6 f4 f6"));
        assert_eq!(targets::<Quex>('T'), either("d6 e6 f6"));
        assert_eq!(targets::<Quex>('F'), ["e6".to_string(), "d6 f6".to_string(), String::new()]);
        assert_eq!(targets::<Quex>('K'), targets::<Quex>('G'), "a grand pion moves like a king");
    }

    #[test]
    fn ways_must_be_free_but_for_leaps_and_single_steps() {
        for letter in "KNGCWTF".chars() {
            assert!(marks::<Quex>(letter).ways.is_empty(), "{letter}");
        }
        let prince = marks::<Quex>('P');
        let way = |fields: [&str; 3]| prince.ways.contains(&fields.map(str::to_string).to_vec());
        assert_eq!((prince.targets.len(), prince.ways.len()), (8, 16), "two ways to each");
        assert!(
            way(["e5", "e6", "f6"]) && way(["e5", "f5", "f6"]) && way(["e5", "d6", "e7"]) && way(["e5", "f6", "e7"])
        );
        let rook = marks::<Quex>('R');
        assert_eq!((rook.targets.len(), rook.ways.len()), (18, 14), "no way to the next square can be blocked");
    }

    #[test]
    fn keyles_has_the_moves_of_quex() {
        for Man { letter, .. } in figures::LARSON {
            assert_eq!(targets::<Quex>(*letter), targets::<Keyles>(*letter), "{letter}");
            assert_eq!(marks::<Quex>(*letter).ways, marks::<Keyles>(*letter).ways, "{letter}");
        }
    }

    /// The reach of a kind as the rules tell it: so many steps, over sides or corners, to another ring once at most.
    fn reach(
        from: Field,
        steps: usize,
        flies: bool,
        changes: usize,
        visited: &mut Vec<Field>,
        out: &mut BTreeSet<String>,
    ) {
        visited.push(from);
        if steps == 0 {
            out.insert(from.to_string());
        } else {
            for next in Field::all().filter(|&next| from.sides().has(next) || flies && from.corners().has(next)) {
                let change = usize::from(next.ring() != from.ring());
                if !visited.contains(&next) && change <= changes {
                    reach(next, steps - 1, flies, changes - change, visited, out);
                }
            }
        }
        visited.pop();
    }

    #[test]
    fn pieces_of_the_round_board_make_their_number_of_steps() {
        let origin = Field::parse("1K").expect("a field");
        for (letter, steps, flies) in [
            ('W', 3, true),
            ('D', 4, true),
            ('R', 3, true),
            ('E', 2, true),
            ('V', 1, true),
            ('L', 4, false),
            ('T', 3, false),
            ('H', 2, false),
            ('P', 1, false),
        ] {
            let mut expected = BTreeSet::new();
            reach(origin, steps, flies, if letter == 'W' { 3 } else { 1 }, &mut Vec::new(), &mut expected);
            let marks = marks::<Kaleido>(letter);
            assert!(marks.targets.values().all(|&target| target == Target::Either), "{letter}");
            assert!(marks.targets.keys().eq(&expected), "{letter}: {:?}", marks.targets);
            assert_eq!(!marks.ways.is_empty(), !flies && steps > 1, "{letter}");
            assert!(marks.ways.iter().all(|way| way.len() == steps + 1), "{letter}: {:?}", marks.ways);
            assert_eq!(targets::<Kaleido>(letter), targets::<KaleidoDice>(letter), "{letter}");
        }
    }

    #[test]
    fn horses_have_two_ways_to_some_fields() {
        let horse = marks::<Kaleido>('H');
        let ways =
            |to: &str| horse.ways.iter().filter(|way| way[2] == to).map(|way| way[1].as_str()).collect::<Vec<_>>();
        assert_eq!((ways("1A"), ways("2J")), (vec!["1B", "1J"], vec!["1D"]));
    }
}
