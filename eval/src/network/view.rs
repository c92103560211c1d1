//! What a network sees of a position.

use arrayvec::ArrayVec;
use engine::game::{BoardObserver, Game, Seat};

/// No position has more inputs.
const MOST_INPUTS: usize = 128;

/// What a position is to a network.
#[derive(Clone, PartialEq, Eq, Default, Debug)]
pub struct Seen {
    /// Men on the board: they tell how far the game has gone.
    pub men: usize,
    /// The inputs, each as White and as Black see it.
    pub inputs: ArrayVec<[u16; 2], MOST_INPUTS>,
}

/// How positions of a game look to a network.
#[derive(Clone, Debug)]
pub enum View<G> {
    /// Each man is an input by where he stands: hidden numbers can follow the moves.
    Board(Board),
    /// What the inputs are is up to the position, and may be others throughout after a move: hidden numbers are found anew each time.
    Scene(Scene<G>),
}

/// A game whose positions tell by themselves what their inputs are.
#[derive(Clone, Debug)]
pub struct Scene<G> {
    /// What a position is to the network.
    pub look: fn(&G) -> Seen,
    /// What each input becomes in a mirror that turns left to right.
    pub mirror: Vec<u16>,
    /// The men of which the parts of the game are eighths; with more of them it is the first part still.
    pub men: usize,
}

/// How players see a board of fields.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Board {
    /// The kinds of men.
    pub kinds: usize,
    /// Where each field lies for Black if for White it lies where it is: whatever the players' places at the board have in common is
    /// the same to the network.
    pub black: Vec<u16>,
    /// Where each field lies in a mirror that turns left to right: positions are worth as much seen so. For teaching.
    pub mirror: Vec<u16>,
}

impl Board {
    /// A board whose fields are numbered by ranks.
    pub fn of_ranks(kinds: usize, files: usize, ranks: usize) -> Board {
        let fields = || (0..files * ranks).map(|field| (field % files, field / files));
        Board {
            kinds,
            black: fields().map(|(file, rank)| ((ranks - 1 - rank) * files + file) as u16).collect(),
            mirror: fields().map(|(file, rank)| (rank * files + files - 1 - file) as u16).collect(),
        }
    }

    /// The number of fields.
    pub fn fields(&self) -> usize {
        self.black.len()
    }

    /// The inputs that a man is to White and to Black.
    fn inputs(&self, seat: Seat, kind: usize, field: usize) -> [u16; 2] {
        let input = |viewer: Seat, field: usize| {
            let stranger = usize::from(seat != viewer);
            ((stranger * self.kinds + kind) * self.fields() + field) as u16
        };
        [input(Seat::WHITE, field), input(Seat::BLACK, self.black[field].into())]
    }

    /// The inputs of all a player's men, by kind and field.
    pub(super) fn inputs_of(&self, seat: Seat) -> Vec<[u16; 2]> {
        let men = (0..self.kinds).flat_map(|kind| (0..self.fields()).map(move |field| (kind, field)));
        men.map(|(kind, field)| self.inputs(seat, kind, field)).collect()
    }
}

impl<G: Game> View<G> {
    /// What a position is to the network.
    pub fn see(&self, position: &G) -> Seen {
        match self {
            View::Scene(scene) => (scene.look)(position),
            View::Board(board) => {
                let mut men = Men { board, seen: Seen::default() };
                position.populate(&mut men);
                men.seen
            }
        }
    }

    /// What each input becomes in a mirror that turns left to right; as many as there are.
    pub fn mirror(&self) -> Vec<u16> {
        match self {
            View::Scene(scene) => scene.mirror.clone(),
            View::Board(board) => {
                let sets = 0..2 * board.kinds * board.fields();
                sets.map(|input| (input - input % board.fields()) as u16 + board.mirror[input % board.fields()])
                    .collect()
            }
        }
    }

    /// The men of which the parts of the game are eighths.
    pub fn men(&self) -> usize {
        match self {
            View::Scene(scene) => scene.men,
            View::Board(_) => self.see(&G::start()).men,
        }
    }
}

/// Collects the inputs of men on a board.
struct Men<'a> {
    board: &'a Board,
    seen: Seen,
}

impl<G> BoardObserver<G> for Men<'_> {
    fn put(&mut self, seat: Seat, kind: usize, field: usize) {
        self.seen.men += 1;
        self.seen.inputs.push(self.board.inputs(seat, kind, field));
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Judged;
    use engine::variants::{Chess, Chex, Kaleido, KnightRelay, Quex};

    fn turned_and_mirrored<G: Judged>() {
        let View::Board(board) = G::view() else { panic!("{} has a board", G::NAME) };
        let mirror = G::view().mirror();
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
    fn boards_are_turned_and_mirrored() {
        turned_and_mirrored::<Chess>();
        turned_and_mirrored::<Quex>();
        turned_and_mirrored::<Kaleido>();
        assert_eq!(Board::of_ranks(6, 8, 8).inputs(Seat::BLACK, 0, 8), [(6 * 64 + 8), 48]);
    }

    #[test]
    fn men_are_counted_where_games_begin_with_some() {
        assert_eq!(KnightRelay::view().men(), 32);
        assert_eq!(Kaleido::view().men(), 36);
        assert_eq!(Chex::view().men(), crate::chex::scene::MEN);
    }
}
