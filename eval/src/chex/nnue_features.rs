//! NNUE feature set of Chex.
//!
//! The plane looks the same everywhere, so tiles are seen from the kings. A tile in play is an input by its offset from
//! the perspective's own king and another by its offset from the enemy's, and by whether it is tied: a tile that holds
//! others together attacks nothing. While a king is not in play, no input is seen from it. Besides, tiles count by
//! kind, in play and still to be drawn, and so does the tile in the hand.

use std::sync::LazyLock;

use engine::game::Seat;
use engine::variants::chex::{Hand, Kind, Position, Rules, Step};

use crate::nnue::{ActiveFeatures, CustomFeatures};

/// Tiles in play whose eighths are the output buckets; few games have more.
pub const PIECE_COUNT: usize = 24;

/// Largest offset from a king, in columns or rows; tiles further away count as if they were so far.
const REACH: i32 = 5;

/// Columns and rows that can be told apart.
const WINDOW: usize = 2 * REACH as usize + 1;

/// Classes of tiles in play besides their offset: own and enemy, tied and free, kinds.
const TILES: usize = 2 * 2 * Kind::COUNT;

/// Most equal tiles in a pile.
const MAX_EQUAL: usize = Kind::ARMY[Kind::Pawn.index()] as usize;

/// First input seen from the enemy's king; before it are those seen from the own king.
const FROM_ENEMY: usize = TILES * WINDOW * WINDOW;
/// First input of tiles in play by kind alone.
const IN_PLAY: usize = 2 * FROM_ENEMY;
/// First input of the numbers of tiles not in play yet.
const HIDDEN: usize = IN_PLAY + TILES;
/// First input of tiles in the hand.
const HELD: usize = HIDDEN + 2 * Kind::COUNT * MAX_EQUAL;
/// The number of inputs.
const INPUTS: usize = HELD + 2 * Kind::COUNT;

/// Feature set of Chex.
pub fn custom_features<R: Rules>() -> CustomFeatures<Position<R>> {
    static MIRROR: LazyLock<Vec<u16>> = LazyLock::new(|| (0..INPUTS).map(mirrored).collect());
    CustomFeatures { extract, mirror: MIRROR.clone(), piece_count: PIECE_COUNT }
}

/// Input that an input becomes when left and right are exchanged.
fn mirrored(input: usize) -> u16 {
    let column = input % WINDOW;
    (if input < IN_PLAY { input - column + (WINDOW - 1 - column) } else { input }) as u16
}

/// Index of an offset from a king: columns count from left to right, rows away from the perspective.
fn offset_index((dx, dy): Step) -> usize {
    let clamp = |distance: i32| (distance.clamp(-REACH, REACH) + REACH) as usize;
    clamp(dy) * WINDOW + clamp(dx)
}

/// Extracts the active features of a position.
fn extract<R: Rules>(position: &Position<R>) -> ActiveFeatures {
    let plane = position.plane();
    let mut active = ActiveFeatures { piece_count: plane.in_play().len(), ..ActiveFeatures::default() };
    let kings = Seat::BOTH.map(|seat| plane.king(seat).map(|king| plane.cell_of(king)));
    let enemy = |seat: Seat, perspective: Seat| usize::from(seat != perspective);
    for tile in plane.in_play() {
        let tied = usize::from(position.ties().tied().has(tile));
        let of = |perspective| (enemy(tile.seat(), perspective) * 2 + tied) * Kind::COUNT + plane.kind_of(tile).index();
        active.inputs.push(Seat::BOTH.map(|perspective| (IN_PLAY + of(perspective)) as u16));
        for (owner, king) in Seat::BOTH.into_iter().zip(kings) {
            let Some(king) = king else { continue };
            let (dx, dy) = king.offset_to(plane.cell_of(tile));
            let input = |perspective, up| {
                enemy(owner, perspective) * FROM_ENEMY + of(perspective) * WINDOW * WINDOW + offset_index((dx, up))
            };
            active.inputs.push([input(Seat::WHITE, dy) as u16, input(Seat::BLACK, -dy) as u16]);
        }
    }
    for seat in Seat::BOTH {
        for kind in Kind::ALL {
            let of = |perspective| enemy(seat, perspective) * Kind::COUNT + kind.index();
            if let Some(more) = position.pile(seat).count(kind).checked_sub(1) {
                active.inputs.push(
                    Seat::BOTH.map(|perspective| (HIDDEN + of(perspective) * MAX_EQUAL + usize::from(more)) as u16),
                );
            }
            if seat == position.side() && position.hand() == Hand::Holds(kind) {
                active.inputs.push(Seat::BOTH.map(|perspective| (HELD + of(perspective)) as u16));
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

    /// Active inputs from White's and from Black's perspective.
    fn features_of(text: &str) -> [Vec<usize>; 2] {
        let active = extract(&text.parse::<Chex>().unwrap());
        [0, 1].map(|perspective| {
            let mut inputs: Vec<usize> = active.inputs.iter().map(|pair| pair[perspective].into()).collect();
            inputs.sort_unstable();
            inputs
        })
    }

    #[test]
    fn tiles_are_seen_from_the_kings_in_play() {
        // A white knight to the north-east of its king, which holds on to it alone; Black's king is still hidden.
        let [white, black] = features_of("1N/K1[k] w - - 0 9");
        let [ahead, here] = [offset_index((1, 1)), offset_index((0, 0))];
        let free = |kind: Kind| kind.index();
        let seen_from_own = |kind: Kind, place: usize| free(kind) * WINDOW * WINDOW + place;
        let in_play = [free(Kind::King), free(Kind::Knight)].map(|tile| IN_PLAY + tile);
        let king_of = |enemy: usize| HIDDEN + enemy * Kind::COUNT * MAX_EQUAL;
        let mut expected = vec![seen_from_own(Kind::King, here), seen_from_own(Kind::Knight, ahead)];
        expected.extend(in_play);
        expected.push(king_of(1));
        assert_eq!(white, expected);
        // To Black both are enemies, seen from the enemy king, and the knight is nearer to Black.
        let enemies = 2 * Kind::COUNT;
        let seen_from_enemy = |kind: Kind, place| FROM_ENEMY + (enemies + kind.index()) * WINDOW * WINDOW + place;
        let mut expected =
            vec![seen_from_enemy(Kind::King, here), seen_from_enemy(Kind::Knight, offset_index((1, -1)))];
        expected.extend(in_play.map(|input| input + enemies));
        expected.push(king_of(0));
        assert_eq!(black, expected);
    }

    #[test]
    fn tied_tiles_have_other_inputs_than_free_ones() {
        let [white, _] = features_of("KNP[k] w - - 0 9");
        let in_play: Vec<usize> = white.into_iter().filter(|input| (IN_PLAY..HIDDEN).contains(input)).collect();
        let tied = Kind::COUNT + Kind::Knight.index();
        assert_eq!(in_play, [Kind::King.index(), Kind::Pawn.index(), tied].map(|tile| IN_PLAY + tile));
    }

    #[test]
    fn distant_tiles_are_clamped_to_the_edge() {
        assert_eq!(offset_index((9, -30)), offset_index((REACH, -REACH)));
        assert_ne!(offset_index((REACH, 0)), offset_index((REACH - 1, 0)));
    }

    #[test]
    fn number_of_inputs_is_as_declared() {
        let board = "KQRRBBNNPPPPPPPPkqrrbbnnpppppppp[] w - - 0 9";
        assert_eq!(extract(&board.parse::<Chex>().unwrap()).inputs.len(), 3 * 32);
        let piles = extract(&Chex::start()).inputs;
        assert_eq!(piles.len(), 2 * Kind::COUNT, "nothing but piles");
        assert!(piles.iter().flatten().all(|&input| (HIDDEN..HELD).contains(&usize::from(input))));
        assert_eq!(INPUTS, custom_features::<engine::variants::chex::Royal>().mirror.len());
    }
}
