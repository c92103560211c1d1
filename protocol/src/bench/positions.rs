//! The positions of the bench, of all phases of each game.

/// The positions of a game.
pub fn of(variant: &str) -> &'static [&'static str] {
    match variant {
        "chess" => &CHESS,
        "knightrelay" => &KNIGHT_RELAY,
        _ => &[],
    }
}

const CHESS: [&str; 3] = [
    "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1",
    "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1",
    "8/2p5/3p4/KP5r/1R3p1k/8/4P1P1/8 w - - 0 1",
];

const KNIGHT_RELAY: [&str; 2] =
    ["rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1", "3k4/1N6/4P3/p7/3N4/Q1n5/2n5/4K3 w - - 0 1"];
