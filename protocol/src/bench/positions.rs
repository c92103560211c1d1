//! The positions of the bench: start positions, positions known from the literature, and one position each from games that
//! the engine has played against itself, the later in the list the later in its game.

/// The positions of a game.
pub fn of(variant: &str) -> &'static [&'static str] {
    match variant {
        "chess" => &CHESS,
        "knightrelay" => &KNIGHT_RELAY,
        "quex" | "keyles" => &LARSON,
        _ => &[],
    }
}

const CHESS: [&str; 21] = [
    "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1",
    "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1",
    "8/2p5/3p4/KP5r/1R3p1k/8/4P1P1/8 w - - 0 1",
    "rnb1kbnr/p1ppqppp/1p6/8/4Pp2/N4NP1/PPPP3P/R1BQKB1R w KQkq - 0 6",
    "r1bqkb1r/pp1npp1p/3p1n2/P5p1/2P5/3BP3/1P2NPPP/RNBQK2R w KQkq - 0 8",
    "r1bqkb2/pp2pp1r/n1p2n1p/3p4/6p1/1PNPPNP1/PBP2PBP/R2QK2R w KQq - 0 10",
    "r1b1kbr1/pp1npn1p/1qp5/5p2/3Pp3/2N1B1PN/PPP2PBP/R1QR2K1 w q - 2 12",
    "2r1q2r/pb1pbkp1/1pn1pp2/2p4p/2P1PPnP/P1NP1NPB/1P1B4/R2QR1K1 w - - 6 14",
    "r2qkb1r/3bn3/p2p1p2/1pp3p1/3P2Rp/BPNBP3/P1P1QP1P/R3K3 w Qkq - 0 16",
    "3qk2r/4pp1p/6pn/1p3b2/1P1N1Pn1/3P4/1B1QB1PP/r3K2R w Kk - 0 18",
    "2r1kb1r/p3ppp1/2p1bnqp/2p5/P1N1P3/3P1PQ1/1BPN2PP/1R3RK1 w k - 1 20",
    "3bk1nr/p2p1p2/2b1p3/1Np1P3/3r2P1/P3B1N1/1QP1B2q/1R2K3 w k - 0 23",
    "1n4k1/q4ppp/4p3/r2pP3/3n1P2/p1PQ2PP/3N4/5RK1 w - - 0 26",
    "2rr4/p4q1k/2n2b1p/P2np3/QpNp1pR1/3P1P2/1P2PB2/4RKN1 w - - 2 29",
    "4k2r/5R2/5np1/6Np/P2p3P/8/1P3BP1/6K1 w - - 4 32",
    "1q2r1k1/2p2pp1/4bn1p/1p6/pPP3P1/P1Q1pP2/1N2B1KP/3R4 w - - 2 35",
    "1r3r1k/7p/3qBp2/5P2/8/4Q3/5KPP/4R3 w - - 7 39",
    "6R1/8/1p3p2/1P1N1k2/3P2p1/5n2/1P3PKr/8 w - - 9 43",
    "8/p2k4/7b/PP6/2PP4/4pN2/4K3/8 w - - 3 47",
    "8/p7/5k2/2p2b2/8/BPKn4/P3r3/6q1 w - - 0 51",
    "8/8/4N3/4R1p1/1n1K1k1P/5P2/8/8 b - - 4 68",
];

const KNIGHT_RELAY: [&str; 21] = [
    "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1",
    "3k4/1N6/4P3/p7/3N4/Q1n5/2n5/4K3 w - - 0 1",
    "r1bqkbnr/pppn2pp/2p2p2/8/4PP2/6P1/PPP4P/RNBQKBNR w KQkq - 0 6",
    "rnbqkbn1/1pp1pp2/p5p1/6p1/8/2P2N2/PP1PPP2/RNBQK2B w Qq - 0 8",
    "2kr1bnr/ppp3pp/1pn3p1/3qPp2/5Pb1/2N1P1Q1/PPPBB1PP/R3K1NR w KQ - 2 10",
    "r1b2bkr/ppp1q1pp/2n1P3/3P1p2/3Pn3/N4B1N/PPP3PP/R1BQR1K1 w - - 3 12",
    "bn1qk3/4p2r/1p3n2/2pp1p2/4N3/5NP1/1PPQPP1P/4KB1R w K - 0 14",
    "r1b2rk1/pp1n2pp/2p5/4Bn2/3N4/2N1B3/PPPK3P/7R w - - 1 16",
    "3q1rk1/1p1bb1pp/n2p1p1n/1NpPpN2/2P5/1B6/1PP1B1PP/Q4RK1 w - - 0 18",
    "4r1k1/1b3ppp/1pq5/2ppbnP1/1n5P/2NB1NP1/1PP2P2/2BQR1K1 w - - 3 20",
    "r1br2k1/5ppp/p4q2/4n3/R1QBN3/1Pn2NPP/2P2P2/6K1 w - - 5 23",
    "6kr/1p6/1r3np1/1N2n3/3P1BbP/1K3NP1/3R1P2/7R w - - 0 26",
    "1k6/ppp5/5nn1/3r2p1/P2NNq2/1P1p1P2/3Q4/6K1 w - - 1 29",
    "6k1/3r1p2/2p1p3/p1N5/2nNn2b/PPPBb3/3B4/1R2K3 w - - 2 32",
    "r5k1/6qp/5n2/8/P2n1P2/8/3NqNKP/8 w - - 2 35",
    "7r/7k/1p1Rnp1P/5np1/3NN2p/Q7/P4P2/6K1 w - - 0 39",
    "6k1/bP1Q1p2/4nn1P/4NNBq/4P3/3P4/8/1K6 w - - 5 43",
    "5r2/1q3Nk1/3p4/2p5/3nPP2/3nN3/1p4PQ/6K1 w - - 2 47",
    "6k1/6bp/3n4/6n1/1p1NN1P1/6qr/6R1/3Q2K1 w - - 10 51",
    "1k5r/8/8/8/1n4PR/5N1K/p1n4P/N4q2 w - - 3 61",
    "8/2R5/1n6/3N2N1/2nK4/1k6/8/8 b - - 45 68",
];

const LARSON: [&str; 1] = ["10/rpnlqklnpr/cftwggwtfc/10/10/10/10/CFTWGGWTFC/RPNLQKLNPR/10[] w - - 0 1"];
