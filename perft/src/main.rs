//! Counts the leaves of the legal move tree.
use engine::game::{Game, Wanted};
use engine::moves::MoveList;
use engine::variants::{Chess, KnightRelay};

fn perft<G: Game + Copy>(pos: &G, depth: u32) -> u64 {
    if depth == 1 {
        return pos.count_moves() as u64;
    }
    let mut list = MoveList::new();
    pos.moves(Wanted::All, &mut list);
    let mut n = 0;
    for &mv in &list {
        let mut child = *pos;
        child.make(mv, &mut ());
        debug_assert_eq!(child.key(), child.key_from_scratch());
        n += perft(&child, depth - 1);
    }
    n
}
fn run<G: Game + Copy + std::str::FromStr>(fen: &str, depth: u32)
where
    G::Err: std::fmt::Debug,
{
    let pos: G = fen.parse().unwrap();
    let t = std::time::Instant::now();
    let n = perft(&pos, depth);
    let s = t.elapsed().as_secs_f64();
    println!("{n} {:.1} Mnps  {fen}", n as f64 / s / 1e6);
}
fn main() {
    run::<Chess>("rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1", 6);
    run::<Chess>("r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1", 5);
    run::<Chess>("8/2p5/3p4/KP5r/1R3p1k/8/4P1P1/8 w - - 0 1", 6);
    run::<Chess>("r3k2r/Pppp1ppp/1b3nbN/nP6/BBP1P3/q4N2/Pp1P2PP/R2Q1RK1 w kq - 0 1", 5);
    run::<Chess>("rnbq1k1r/pp1Pbppp/2p5/8/2B5/8/PPP1NnPP/RNBQK2R w KQ - 1 8", 5);
    run::<Chess>("r4rk1/1pp1qppp/p1np1n2/2b1p1B1/2B1P1b1/P1NP1N2/1PP1QPPP/R4RK1 w - - 0 10", 5);
    run::<KnightRelay>("rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1", 5);
}
