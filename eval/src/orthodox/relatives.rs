//! Evaluation parameters of the relatives of chess: the weights of chess with other values of pieces, and terms for a
//! game's own way to win.

use engine::game::Seat;
use engine::variants::orthodox::{
    Dunsany, Extinction, HILL, Kind, Monster, Paralysis, Position, Progressive, Rebirth, Standard, ThreeChecks,
    WithAmazon, WithHill,
};

use super::OrthodoxParams;
use super::chess_params::{KING_DANGER, WEIGHTS};
use super::features::{KINDS, Weights};
use super::king_safety::KingDanger;
use super::side::{Side, distance};
use super::weights::{circe, dunsany, extinction, king_of_the_hill, madrasi, monster, three_check};
use crate::endgame::EndgameScale;
use crate::features::row;
use crate::hce::EvalParams;
use crate::nnue::embedded_network;
use crate::score::Score;

/// Parameters of games that are evaluated like chess: weights, network, and in braces what differs from the defaults of
/// [`OrthodoxParams`]. Without braces the endgames of chess hold, too.
macro_rules! like_chess {
    ($($rules:ty: $weights:expr $(, network($($network:tt)*))? $(, { $($other:tt)* })?;)*) => {$(
        impl EvalParams for $rules {
            const WEIGHTS: &'static [Score] = &$weights.flat();

            like_chess! { @network $($($network)*)? }
        }

        impl OrthodoxParams for $rules {
            like_chess! { @others $({ $($other)* })? }
        }
    )*};
    (@network) => { embedded_network!(none); };
    (@network $($network:tt)+) => { embedded_network!($($network)+); };
    (@others) => {
        fn endgame(strong: &Side, weak: &Side) -> EndgameScale {
            <Standard as OrthodoxParams>::endgame(strong, weak)
        }

        fn known_win(strong: &Side, weak: &Side) -> Option<i32> {
            <Standard as OrthodoxParams>::known_win(strong, weak)
        }
    };
    (@others { $($other:tt)* }) => { $($other)* };
}

/// The weights of chess with material of one's own.
const fn with_material(material: [(i32, i32); KINDS]) -> Weights {
    Weights { material: row(material), ..WEIGHTS }
}

like_chess! {
    WithAmazon: with_material([(68, 113), (288, 346), (298, 358), (387, 627), (1250, 1480), (0, 0)]),
        network(engine::variants::AmazonChess, "amazon.network");
    Paralysis: madrasi::WEIGHTS, network(engine::variants::Madrasi, "madrasi.network");
    Rebirth: circe::WEIGHTS, network(engine::variants::Circe, "circe.network");
    Progressive: WEIGHTS, {
        /// As in chess, but no win is known: a series can be long enough for a bare king to capture the last pieces.
        fn endgame(strong: &Side, weak: &Side) -> EndgameScale {
            <Standard as OrthodoxParams>::endgame(strong, weak)
        }
    };
    Monster: monster::WEIGHTS, network(engine::variants::MonsterChess, "monster.network"), {
        /// White's pieces, which move twice a turn, beyond what they are worth in chess: pawns by their rank.
        fn progress(_: &Position<Self>, seat: Seat, own: &Side, _: &Side) -> i32 {
            if seat == Seat::BLACK {
                return 0;
            }
            let pawns: i32 = own.pieces(Kind::Pawn).into_iter().map(|square| 450 + 60 * square.rank() as i32).sum();
            2000 + pawns + 1200 * own.non_pawns().len() as i32
        }
    };
    WithHill: king_of_the_hill::WEIGHTS, network(engine::variants::KingOfTheHill, "kingofthehill.network"), {
        // A king is enough to win, so all endgames count in full.

        /// Steps of the king to the hill.
        fn progress(_: &Position<Self>, _: Seat, own: &Side, _: &Side) -> i32 {
            let steps = HILL.into_iter().map(|square| distance(own.king, square)).min().unwrap_or(0);
            [400, 110, 45, 0][steps as usize]
        }
    };
    ThreeChecks: three_check::WEIGHTS, network(engine::variants::ThreeCheck, "3check.network"), {
        /// A king bears no attack without harm.
        const KING_DANGER: KingDanger = KingDanger { tolerance: 0, ..KING_DANGER };

        // A single piece may give the checks that are left, so all endgames count in full.
    };
    Extinction: extinction::WEIGHTS, network(engine::variants::ExtinctionChess, "extinction.network"), {
        const PROGRESS_BY_ATTACKS: bool = true;

        /// The enemy's rare kinds, and the attacks on those that are nearly extinct.
        fn progress(_: &Position<Self>, _: Seat, own: &Side, enemy: &Side) -> i32 {
            let rarity = |kind: Kind| {
                let prey = enemy.pieces(kind);
                let attacked = (prey & own.attacked.flipped()).any();
                match (kind, prey.len()) {
                    (_, 1) => 40 + if attacked { 120 } else { 0 },
                    (Kind::Pawn, 2) => 20,
                    _ => 0,
                }
            };
            Kind::ORTHODOX.into_iter().map(rarity).sum()
        }
    };
    Dunsany: dunsany::WEIGHTS, {};
}
