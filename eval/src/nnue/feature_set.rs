//! Feature sets: which inputs of a network are active in a position.

use arrayvec::ArrayVec;
use engine::game::{BoardObserver, Game, Seat};

/// Most active features of a position.
const MAX_ACTIVE_FEATURES: usize = 128;

/// Active features of a position.
#[derive(Clone, PartialEq, Eq, Default, Debug)]
pub struct ActiveFeatures {
    /// Pieces on the board: they choose the output bucket.
    pub piece_count: usize,
    /// Indices of the active inputs, from White's and from Black's perspective.
    pub inputs: ArrayVec<[u16; 2], MAX_ACTIVE_FEATURES>,
}

/// Feature set of a game: the inputs of its network.
#[derive(Clone, Debug)]
pub enum FeatureSet<G> {
    /// Piece-square features: accumulators are updated incrementally along the moves.
    PieceSquare(PieceSquareFeatures),
    /// Features of the game's own, which a move may change throughout: accumulators are refreshed for each evaluation.
    Custom(CustomFeatures<G>),
}

/// Custom feature set: positions enumerate their active features themselves.
#[derive(Clone, Debug)]
pub struct CustomFeatures<G> {
    /// Extracts the active features of a position.
    pub extract: fn(&G) -> ActiveFeatures,
    /// By input, the input that it becomes when left and right are exchanged; itself where the rules tell left from
    /// right.
    pub mirror: Vec<u16>,
    /// Piece count whose eighths are the output buckets; with more pieces it is the first bucket still.
    pub piece_count: usize,
}

/// Piece-square feature set: own or enemy, kind, field as seen from the perspective. Input =
/// (enemy · kinds + kind) · fields + field; 768 in chess.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct PieceSquareFeatures {
    /// Kinds of pieces.
    pub kinds: usize,
    /// By field, the field as seen from Black's perspective: whatever the players' places at the board have in common
    /// is the same input.
    pub black: Vec<u16>,
    /// By field, the field when left and right are exchanged. Positions are worth as much mirrored, but for rights to
    /// castle, which are no input; the trainer uses it to augment data. Where the rules tell left from right, each
    /// field is its own image.
    pub mirror: Vec<u16>,
}

impl PieceSquareFeatures {
    /// Feature set of a board whose fields are numbered rank by rank.
    pub fn of_ranks(kinds: usize, files: usize, ranks: usize) -> PieceSquareFeatures {
        let fields = || (0..files * ranks).map(|field| (field % files, field / files));
        PieceSquareFeatures {
            kinds,
            black: fields().map(|(file, rank)| ((ranks - 1 - rank) * files + file) as u16).collect(),
            mirror: fields().map(|(file, rank)| (rank * files + files - 1 - file) as u16).collect(),
        }
    }

    /// The same feature set for rules that tell left from right: each field is its own mirror image.
    pub fn without_mirror(self) -> PieceSquareFeatures {
        PieceSquareFeatures { mirror: (0..self.fields() as u16).collect(), ..self }
    }

    /// The number of fields.
    pub fn fields(&self) -> usize {
        self.black.len()
    }

    /// Inputs of a piece from White's and from Black's perspective.
    fn inputs(&self, seat: Seat, kind: usize, field: usize) -> [u16; 2] {
        let input = |perspective: Seat, field: usize| {
            let enemy = usize::from(seat != perspective);
            ((enemy * self.kinds + kind) * self.fields() + field) as u16
        };
        [input(Seat::WHITE, field), input(Seat::BLACK, self.black[field].into())]
    }

    /// Inputs of all pieces of a side, by kind and field.
    pub(super) fn inputs_of(&self, seat: Seat) -> Vec<[u16; 2]> {
        let pieces = (0..self.kinds).flat_map(|kind| (0..self.fields()).map(move |field| (kind, field)));
        pieces.map(|(kind, field)| self.inputs(seat, kind, field)).collect()
    }
}

impl<G: Game> FeatureSet<G> {
    /// Extracts the active features of a position.
    pub fn extract(&self, position: &G) -> ActiveFeatures {
        match self {
            FeatureSet::Custom(features) => (features.extract)(position),
            FeatureSet::PieceSquare(features) => {
                let mut collector = Collector { features, active: ActiveFeatures::default() };
                position.populate(&mut collector);
                collector.active
            }
        }
    }

    /// By input, the input that it becomes when left and right are exchanged, itself where the rules tell left from
    /// right; its length is the number of inputs.
    pub fn mirror(&self) -> Vec<u16> {
        match self {
            FeatureSet::Custom(features) => features.mirror.clone(),
            FeatureSet::PieceSquare(features) => {
                let fields = features.fields();
                let mirrored = |input: usize| (input - input % fields) as u16 + features.mirror[input % fields];
                (0..2 * features.kinds * fields).map(mirrored).collect()
            }
        }
    }

    /// Piece count whose eighths are the output buckets.
    pub fn piece_count(&self) -> usize {
        match self {
            FeatureSet::Custom(features) => features.piece_count,
            FeatureSet::PieceSquare(_) => self.extract(&G::start()).piece_count,
        }
    }
}

/// Board observer that collects piece-square features.
struct Collector<'a> {
    features: &'a PieceSquareFeatures,
    active: ActiveFeatures,
}

impl<G> BoardObserver<G> for Collector<'_> {
    fn put(&mut self, seat: Seat, kind: usize, field: usize) {
        self.active.piece_count += 1;
        self.active.inputs.push(self.features.inputs(seat, kind, field));
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::HandCraftedEval;
    use engine::variants::{Chess, Chex, Circe, Kaleido, KnightRelay, Quex};

    fn flipped_and_mirrored<G: HandCraftedEval>() {
        let FeatureSet::PieceSquare(board) = G::feature_set() else { panic!("{} has a board", G::name()) };
        let mirror = G::feature_set().mirror();
        assert_eq!(mirror.len(), 2 * G::PHASE.len() * board.fields());
        for field in 0..board.fields() {
            for map in [&board.black, &board.mirror] {
                assert_eq!(usize::from(map[usize::from(map[field])]), field, "done twice, nothing has changed");
            }
            let [white, black] = board.inputs(Seat::WHITE, 2, field);
            assert_eq!(board.inputs(Seat::BLACK, 2, board.black[field].into()), [black, white]);
            assert_eq!(mirror[usize::from(mirror[usize::from(white)])], white);
        }
    }

    #[test]
    fn boards_are_flipped_and_mirrored() {
        flipped_and_mirrored::<Chess>();
        flipped_and_mirrored::<Quex>();
        flipped_and_mirrored::<Kaleido>();
        assert_eq!(PieceSquareFeatures::of_ranks(6, 8, 8).inputs(Seat::BLACK, 0, 8), [(6 * 64 + 8), 48]);
    }

    #[test]
    fn inputs_are_their_own_mirror_images_where_the_rules_tell_left_from_right() {
        let is_own = |mirror: Vec<u16>| mirror.into_iter().map(usize::from).eq(0..768);
        assert!(is_own(Circe::feature_set().mirror()), "queens are reborn on d1");
        assert!(!is_own(Chess::feature_set().mirror()));
    }

    #[test]
    fn piece_count_is_that_of_the_start_position_where_it_has_pieces() {
        assert_eq!(KnightRelay::feature_set().piece_count(), 32);
        assert_eq!(Kaleido::feature_set().piece_count(), 36);
        assert_eq!(Chex::feature_set().piece_count(), crate::chex::nnue_features::PIECE_COUNT);
    }
}
