//! What a network sees of Chex.
//!
//! The plane looks the same everywhere, so tiles are active from the kings: a tile in play is an input by how far from the viewer's king
//! it lies and another by how far from the enemy's, and by whether it is tied: what holds others together aims at nobody. While a king is not in play, nothing is active from
//! him. Besides, tiles count by kind, in play and still to be drawn, and so does what is in the hand.

use std::sync::LazyLock;

use engine::game::Seat;
use engine::variants::chex::{Hand, Kind, Position, Rules, Step};

use crate::nnue::{ActiveFeatures, CustomFeatures};

/// The tiles in play of which the parts of the game are eighths; few games have more.
pub const PIECE_COUNT: usize = 24;

/// Tiles further from a king than this, in columns or rows, count as if they were so far.
const REACH: i32 = 5;

/// Columns and rows that can be told apart.
const SIDE: usize = 2 * REACH as usize + 1;

/// What tiles in play are told apart by besides where they lie: own and enemy, tied and free, kinds.
const TILES: usize = 2 * 2 * Kind::COUNT;

/// The most equal tiles in a pile.
const MOST: usize = Kind::ARMY[Kind::Pawn.index()] as usize;

/// Where the tiles begin that are active from the enemy's king; before them are those active from the own one.
const FROM_ENEMY: usize = TILES * SIDE * SIDE;
/// Where the tiles in play begin, wherever they lie.
const IN_PLAY: usize = 2 * FROM_ENEMY;
/// Where the numbers of tiles begin that are not in play yet.
const HIDDEN: usize = IN_PLAY + TILES;
/// Where tiles in the hand begin.
const HELD: usize = HIDDEN + 2 * Kind::COUNT * MOST;
/// The number of inputs.
const INPUTS: usize = HELD + 2 * Kind::COUNT;

/// How positions of Chex extract.
pub fn custom_features<R: Rules>() -> CustomFeatures<Position<R>> {
    static MIRROR: LazyLock<Vec<u16>> = LazyLock::new(|| (0..INPUTS).map(mirrored).collect());
    CustomFeatures { extract, mirror: MIRROR.clone(), piece_count: PIECE_COUNT }
}

/// What an input becomes if left and right change places.
fn mirrored(input: usize) -> u16 {
    let column = input % SIDE;
    (if input < IN_PLAY { input - column + (SIDE - 1 - column) } else { input }) as u16
}

/// The number of a place as active from a king: columns count from left to right, rows from behind the viewer.
fn place((dx, dy): Step) -> usize {
    let cut = |distance: i32| (distance.clamp(-REACH, REACH) + REACH) as usize;
    cut(dy) * SIDE + cut(dx)
}

/// What a position is to a network.
fn extract<R: Rules>(position: &Position<R>) -> ActiveFeatures {
    let plane = position.plane();
    let mut active = ActiveFeatures { piece_count: plane.in_play().len(), ..ActiveFeatures::default() };
    let kings = Seat::BOTH.map(|seat| plane.king(seat).map(|king| plane.cell_of(king)));
    let stranger = |seat: Seat, viewer: Seat| usize::from(seat != viewer);
    for tile in plane.in_play() {
        let tied = usize::from(position.ties().tied().has(tile));
        let of = |viewer| (stranger(tile.seat(), viewer) * 2 + tied) * Kind::COUNT + plane.kind_of(tile).index();
        active.inputs.push(Seat::BOTH.map(|viewer| (IN_PLAY + of(viewer)) as u16));
        for (owner, king) in Seat::BOTH.into_iter().zip(kings) {
            let Some(king) = king else { continue };
            let (dx, dy) = king.offset_to(plane.cell_of(tile));
            let input = |viewer, up| stranger(owner, viewer) * FROM_ENEMY + of(viewer) * SIDE * SIDE + place((dx, up));
            active.inputs.push([input(Seat::WHITE, dy) as u16, input(Seat::BLACK, -dy) as u16]);
        }
    }
    for seat in Seat::BOTH {
        for kind in Kind::ALL {
            let of = |viewer| stranger(seat, viewer) * Kind::COUNT + kind.index();
            if let Some(more) = position.pile(seat).count(kind).checked_sub(1) {
                active.inputs.push(Seat::BOTH.map(|viewer| (HIDDEN + of(viewer) * MOST + usize::from(more)) as u16));
            }
            if seat == position.side() && position.hand() == Hand::Holds(kind) {
                active.inputs.push(Seat::BOTH.map(|viewer| (HELD + of(viewer)) as u16));
            }
        }
    }
    active
}

#[cfg(test)]
mod tests {
    use super::*;
    use engine::game::Game;
    use engine::variants::Chex;

    /// The inputs as White and as Black see them.
    fn told(text: &str) -> [Vec<usize>; 2] {
        let active = extract(&text.parse::<Chex>().unwrap());
        [0, 1].map(|viewer| {
            let mut inputs: Vec<usize> = active.inputs.iter().map(|pair| pair[viewer].into()).collect();
            inputs.sort_unstable();
            inputs
        })
    }

    #[test]
    fn tiles_are_seen_from_the_kings_in_play() {
        // A white knight to the north-east of his king, who holds on to it alone; Black's king is still hidden.
        let [white, black] = told("1N/K1[k] w - - 0 9");
        let [ahead, here] = [place((1, 1)), place((0, 0))];
        let free = |kind: Kind| kind.index();
        let seen_from_own = |kind: Kind, place: usize| free(kind) * SIDE * SIDE + place;
        let in_play = [free(Kind::King), free(Kind::Knight)].map(|tile| IN_PLAY + tile);
        let king_of = |stranger: usize| HIDDEN + stranger * Kind::COUNT * MOST;
        let mut expected = vec![seen_from_own(Kind::King, here), seen_from_own(Kind::Knight, ahead)];
        expected.extend(in_play);
        expected.push(king_of(1));
        assert_eq!(white, expected);
        // To Black both are enemies active from the enemy's king, the knight nearer to him.
        let enemies = 2 * Kind::COUNT;
        let seen_from_enemy = |kind: Kind, place| FROM_ENEMY + (enemies + kind.index()) * SIDE * SIDE + place;
        let mut expected = vec![seen_from_enemy(Kind::King, here), seen_from_enemy(Kind::Knight, place((1, -1)))];
        expected.extend(in_play.map(|input| input + enemies));
        expected.push(king_of(0));
        assert_eq!(black, expected);
    }

    #[test]
    fn tiles_that_hold_others_together_are_told_from_free_ones() {
        let [white, _] = told("KNP[k] w - - 0 9");
        let in_play: Vec<usize> = white.into_iter().filter(|input| (IN_PLAY..HIDDEN).contains(input)).collect();
        let tied = Kind::COUNT + Kind::Knight.index();
        assert_eq!(in_play, [Kind::King.index(), Kind::Pawn.index(), tied].map(|tile| IN_PLAY + tile));
    }

    #[test]
    fn what_is_far_away_is_seen_at_the_edge() {
        assert_eq!(place((9, -30)), place((REACH, -REACH)));
        assert_ne!(place((REACH, 0)), place((REACH - 1, 0)));
    }

    #[test]
    fn inputs_are_as_many_as_are_said() {
        let board = "KQRRBBNNPPPPPPPPkqrrbbnnpppppppp[] w - - 0 9";
        assert_eq!(extract(&board.parse::<Chex>().unwrap()).inputs.len(), 3 * 32);
        let piles = extract(&Chex::start()).inputs;
        assert_eq!(piles.len(), 2 * Kind::COUNT, "nothing but piles");
        assert!(piles.iter().flatten().all(|&input| (HIDDEN..HELD).contains(&usize::from(input))));
        assert_eq!(INPUTS, custom_features::<engine::variants::chex::Royal>().mirror.len());
    }
}
