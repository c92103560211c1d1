//! Hand-crafted evaluation of custom variants: general terms, of which the description of a game tells the rest.
//!
//! A piece is worth what its description says, or what its average mobility comes to. It stands the better, the more
//! squares it would reach on an empty board. Where a game has a goal of its own (squares to reach, checks to give,
//! kinds to capture), progress towards it counts by terms that are guesses.

pub mod features;

use std::sync::{Arc, OnceLock};

use engine::board::ten::{Set, Square};
use engine::game::{MoveFacts, Seat};
use engine::variants::custom::{CustomGame, CustomId, Description, Goal, MAX_KINDS, MAX_VARIANTS, Position, in_play};

use crate::features::{Group, Row};
use crate::hce::{HandCraftedEval, checked_weights};
use crate::nnue::{FeatureSet, Network, PieceSquareFeatures};
use crate::score::Score;
use crate::tally::Tally;
use features::{
    ADVANCE, CHECKS_LEFT, CHECKS_LEFT_ROW, COUNT, DOUBLED, GROUPS, HANGING, MATERIAL, MOBILITY, NEAR_GOAL,
    NEAR_GOAL_STEPS, PASSED, RARE, RING_ATTACKS, ROWS, SHELTER, SQUARES, SUPPORTED, THREAT_BY_PAWN, WEIGHTS,
};

/// Centipawns for each square that a piece reaches beyond the average of its kind, on an empty board.
const PER_SQUARE: i32 = 5;
/// Attacks on a king ring that count.
const MOST_RING_ATTACKS: i32 = 12;

/// Counts of the PSQT of a white piece: material, squares, advance.
type Counts = [i32; 3];

/// PSQT counts of the variants, by number, kind and square.
static TABLES: [OnceLock<Vec<[Counts; 128]>>; MAX_VARIANTS] = [const { OnceLock::new() }; MAX_VARIANTS];

/// PSQT counts of a piece of the variant in play.
#[inline(always)]
fn counts(seat: Seat, kind: usize, field: usize) -> Counts {
    let id = CustomId::in_play();
    let table = TABLES[id.number()].get_or_init(|| tables(id.description()));
    let square = Square::from_index(field);
    let rules = id.description();
    let seen = Square::new(square.file(), rules.own_rank(seat, square.rank()).min(rules.ranks - 1));
    table.get(kind).map_or([0; 3], |squares| squares[seen.index()])
}

fn tables(rules: &Description) -> Vec<[Counts; 128]> {
    (0..rules.kinds.len()).map(|kind| table(rules, kind)).collect()
}

/// PSQT counts of a kind.
fn table(rules: &Description, number: usize) -> [Counts; 128] {
    let kind = &rules.kinds[number];
    // Where the side that loses its pieces wins, every piece is a burden.
    let value = if rules.rewards_loss() { -60 - kind.value / 10 } else { kind.value };
    let reach = |square| kind.moves.attacks(rules, Seat::WHITE, square, Set::EMPTY).len() as i32;
    let total: i32 = rules.board.into_iter().map(reach).sum();
    let squares = rules.board.len().max(1) as i32;
    let mut table = [[value, 0, 0]; 128];
    let is_royal = rules.royal == Some(number);
    for square in rules.board {
        let counts = &mut table[square.index()];
        if kind.is_pawn {
            counts[2] = (square.rank() * square.rank()) as i32;
        } else if is_royal {
            // A king is safest on its first rank; the weights of the end of the game do not know better.
            counts[1] = -12 * square.rank().min(3) as i32;
        } else {
            counts[1] = PER_SQUARE * (reach(square) - total / squares);
        }
    }
    table
}

/// Attacks of a side.
struct Side {
    /// Squares attacked by anything.
    attacked: Set,
    /// Squares attacked by pawns.
    pawn_attacks: Set,
    /// Pawns.
    pawns: Set,
    /// Squares next to the royal piece.
    ring: Set,
}

/// Squares of a set's files ahead of its squares, as `seat` plays.
fn ahead(rules: &Description, seat: Seat, set: Set) -> Set {
    let by = if seat == Seat::WHITE { 10 } else { -10 };
    let mut filled = Set::EMPTY;
    let mut front = set;
    for _ in 0..rules.ranks {
        front = front.shift(by) & rules.board;
        filled |= front;
    }
    filled
}

/// Squares to the left and right.
fn beside(rules: &Description, set: Set) -> Set {
    engine::board::ten::beside(set) & rules.board
}

impl Side {
    fn new(position: &Position, rules: &Description, seat: Seat) -> Side {
        let pieces = position.pieces();
        let occupied = pieces.occupied();
        let mut side = Side { attacked: Set::EMPTY, pawn_attacks: Set::EMPTY, pawns: Set::EMPTY, ring: Set::EMPTY };
        for (number, kind) in rules.kinds.iter().enumerate() {
            let men = pieces.get(seat, number);
            for from in men {
                let attacks = kind.moves.attacks(rules, seat, from, occupied);
                side.attacked |= attacks;
                if kind.is_pawn {
                    side.pawn_attacks |= attacks;
                }
            }
            if kind.is_pawn {
                side.pawns = men;
            }
        }
        if let Some(royal) = position.royal_square(rules, seat) {
            side.ring = engine::board::ten::king(royal) & rules.board;
        }
        side
    }
}

/// Tallies the terms of a side.
fn tally_side<T: Tally>(position: &Position, rules: &Description, seat: Seat, [own, enemy]: [&Side; 2], tally: &mut T) {
    let pieces = position.pieces();
    let (men, occupied) = (pieces.of(seat), pieces.occupied());
    let (mut mobility, mut ring_attacks) = (0, 0);
    for (number, kind) in rules.kinds.iter().enumerate().filter(|(_, kind)| !kind.is_pawn) {
        for from in pieces.kind(number) & men {
            let reach = kind.moves.attacks(rules, seat, from, occupied).without(men);
            mobility += reach.without(enemy.pawn_attacks).len() as i32;
            ring_attacks += (reach & enemy.ring).len() as i32;
        }
    }
    tally.add(MOBILITY.at(0), mobility);
    let ring_attacks = ring_attacks.min(MOST_RING_ATTACKS);
    tally.add(RING_ATTACKS.at(0), ring_attacks * ring_attacks);

    let before = ahead(rules, seat.opponent(), enemy.pawns);
    for square in own.pawns.without(before | beside(rules, before)) {
        let rank = rules.own_rank(seat, square.rank()) as i32;
        tally.add(PASSED.at(0), rank * rank);
    }
    tally.add(DOUBLED.at(0), (own.pawns & ahead(rules, seat, own.pawns)).len() as i32);
    tally.add(SUPPORTED.at(0), (own.pawns & own.pawn_attacks).len() as i32);
    if let Some(royal) = position.royal_square(rules, seat) {
        let shelter = own.pawns & own.ring & ahead(rules, seat, Set::from(royal) | beside(rules, royal.into()));
        tally.add(SHELTER.at(0), shelter.len() as i32);
    }
    let royal = rules.royal.map_or(Set::EMPTY, |royal| pieces.kind(royal));
    tally.add(
        THREAT_BY_PAWN.at(0),
        (own.pawn_attacks & pieces.of(seat.opponent())).without(enemy.pawns | royal).len() as i32,
    );
    tally.add(HANGING.at(0), (men & enemy.attacked).without(own.attacked | royal).len() as i32);
    tally_goal(position, rules, seat, own, tally);
}

/// Tallies the progress of a side towards a win by a rule of the game's own.
fn tally_goal<T: Tally>(position: &Position, rules: &Description, seat: Seat, own: &Side, tally: &mut T) {
    let pieces = position.pieces();
    if let Some(Goal { kinds, squares, .. }) = &rules.goal {
        let goal = squares[seat.index() & 1];
        let men = kinds.iter().fold(Set::EMPTY, |men, &kind| men | pieces.get(seat, kind));
        let steps = |from: Square| {
            let to = |square: Square| from.file().abs_diff(square.file()).max(from.rank().abs_diff(square.rank()));
            goal.into_iter().map(to).min().unwrap_or(usize::MAX)
        };
        let nearest = men.into_iter().map(steps).min().unwrap_or(usize::MAX);
        if nearest < NEAR_GOAL_STEPS {
            tally.add(NEAR_GOAL.at(nearest), 1);
        }
    }
    if let Some(left) = position.checks_left(seat).map(usize::from).filter(|&left| left < CHECKS_LEFT_ROW) {
        tally.add(CHECKS_LEFT.at(left), 1);
    }
    if let Some((kinds, _)) = &rules.extinction
        && !rules.rewards_loss()
    {
        for &kind in kinds {
            let prey = pieces.get(seat.opponent(), kind);
            if prey.any() && !prey.several() {
                tally.add(RARE.at(0), 1);
                tally.add(RARE.at(1), i32::from((prey & own.attacked).any()));
            }
        }
    }
}

/// Piece-square features of a variant. Its board lies in a corner of one of ten files and ranks; squares beyond it are
/// their own images. Moves are alike to the left and to the right, so that only a goal tells one from the other.
fn piece_square_features(rules: &Description) -> PieceSquareFeatures {
    let images = |image: &dyn Fn(Square) -> Square| -> Vec<u16> {
        let seen = |square: Square| if rules.board.has(square) { image(square) } else { square };
        Square::all().map(|square| seen(square).index() as u16).collect()
    };
    let flipped = |square: Square| Square::new(square.file(), rules.own_rank(Seat::BLACK, square.rank()));
    let mirrored = |square: Square| Square::new(rules.files - 1 - square.file(), square.rank());
    let features = PieceSquareFeatures { kinds: CustomGame::KINDS, black: images(&flipped), mirror: images(&mirrored) };
    let is_symmetric = |&set: &Set| set.into_iter().map(mirrored).collect::<Set>() == set;
    let has_mirror = rules.goal.as_ref().is_none_or(|goal| goal.squares.iter().all(is_symmetric));
    if has_mirror { features } else { features.without_mirror() }
}

impl HandCraftedEval for CustomGame {
    const WEIGHTS: &'static [Score] = checked_weights(&WEIGHTS.flat(), COUNT);
    const ROWS: &'static [Row] = ROWS;
    const GROUPS: &'static [Group] = GROUPS;
    const PHASE: &'static [i32] = &[1; MAX_KINDS];
    const MAX_PHASE: i32 = 24;
    const TEMPO: i32 = 14;
    type Cache = ();
    type EvalInfo = ();

    #[inline(always)]
    fn psqt(seat: Seat, kind: usize, field: usize) -> Score {
        let [material, square, advance] = counts(seat, kind, field);
        let score = WEIGHTS.material[0] * material + WEIGHTS.squares[0] * square + WEIGHTS.advance[0] * advance;
        if seat == Seat::WHITE { score } else { -score }
    }

    fn tally_psqt<T: Tally>(seat: Seat, kind: usize, field: usize, tally: &mut T) {
        let [material, square, advance] = counts(seat, kind, field);
        tally.add(MATERIAL.at(0), material);
        tally.add(SQUARES.at(0), square);
        tally.add(ADVANCE.at(0), advance);
    }

    #[inline(always)]
    fn endgame_info(&self) {}

    fn tally_positional<T: Tally>(&self, tallies: &mut [T; 2]) {
        let rules = in_play();
        let [white, black] = Seat::BOTH.map(|seat| Side::new(self, rules, seat));
        let [for_white, for_black] = tallies;
        tally_side(self, rules, Seat::WHITE, [&white, &black], for_white);
        tally_side(self, rules, Seat::BLACK, [&black, &white], for_black);
    }

    fn feature_set() -> FeatureSet<Self> {
        FeatureSet::PieceSquare(piece_square_features(in_play()))
    }

    fn network() -> Option<Arc<Network>> {
        None
    }
}

#[cfg(test)]
mod tests {
    use engine::variants::custom::file;

    use super::*;

    /// Features of a game on five files and six ranks, with some more lines in its description.
    fn features(more: &str) -> PieceSquareFeatures {
        let text = format!("[small]\nstart = \"rnbqk/ppppp/5/5/PPPPP/RNBQK w - - 0 1\"\n{more}");
        piece_square_features(&file::read(&text).expect("the file is sound")[0])
    }

    #[test]
    fn features_are_flipped_and_mirrored_on_the_board_in_play() {
        let features = features("");
        let square = |name: &str| Square::parse(name).expect("a square").index();
        let image = |map: &[u16], name: &str| Square::from_index(map[square(name)].into()).to_string();
        for (name, black, mirror) in [
            ("a1", "a6", "e1"),
            ("b3", "b4", "d3"),
            ("c6", "c1", "c6"),
            ("f1", "f1", "f1"),
            ("a7", "a7", "a7"),
            ("j10", "j10", "j10"),
        ] {
            assert_eq!([image(&features.black, name), image(&features.mirror, name)], [black, mirror], "{name}");
        }
        for map in [&features.black, &features.mirror] {
            assert_eq!(map.len(), Square::COUNT);
            assert!((0..map.len()).all(|field| usize::from(map[usize::from(map[field])]) == field));
        }
    }

    #[test]
    fn a_goal_on_one_wing_has_no_mirror_image() {
        let is_mirrored = |squares: &str| {
            let features = features(&format!("goal = {{ pieces = \"K\", white = \"{squares}\" }}\n"));
            !features.mirror.iter().map(|&field| usize::from(field)).eq(0..Square::COUNT)
        };
        assert!(is_mirrored("b3 d3") && is_mirrored("c4"));
        assert!(!is_mirrored("b3") && !is_mirrored("b3 d4"));
    }
}
