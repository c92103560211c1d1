//! The program `solve`: whether a side has a forced win within so many turns.

use std::time::Instant;

use anyhow::{Context, Result, bail};
use clap::Parser;
use engine::game::{Actor, Tactics};
use engine::solve::{Attack, Solver};
use engine::text::Notation;
use scripts::games::Variant;
use scripts::with_game;

/// Proves or disproves forced wins, one turn deeper after the other.
#[derive(Parser)]
#[command(name = "solve", version)]
struct Options {
    /// The game.
    #[arg(long, value_enum, default_value = "kaleido")]
    variant: Variant,
    /// The position; the start position if there is none.
    #[arg(long)]
    fen: Option<String>,
    /// The most turns to look at, those of both sides counted: plies, where a turn is one ply.
    #[arg(long, default_value_t = 7)]
    depth: usize,
    /// Looks for wins of the side that is not to move.
    #[arg(long)]
    opponent: bool,
    /// Looks only for wins in which every move of the attacker threatens to win at once. Deeper, but proves nothing where it finds none.
    #[arg(long)]
    threats: bool,
    /// Megabytes of the table.
    #[arg(long, default_value_t = 256)]
    hash: usize,
}

#[expect(clippy::print_stdout, reason = "the proofs are what the program is for")]
fn solve<G: Tactics + Notation>(options: &Options) -> Result<()> {
    let game: G = match &options.fen {
        Some(text) => text.parse().with_context(|| format!("position '{text}'"))?,
        None => G::start(),
    };
    let Actor::Seat(seat) = game.actor() else { bail!("luck decides first: a position with its throw is needed") };
    let (attacker, who) = if options.opponent { (seat.opponent(), "the opponent") } else { (seat, "the side to move") };
    let attack = if options.threats { Attack::ByThreats } else { Attack::Anyhow };
    let mut solver = Solver::new(attacker, attack, options.hash)?;
    let begun = Instant::now();
    // Whoever wins does it with a turn of his own, or within the next of the opponent's, who cannot help it.
    let first = if options.opponent { 2 } else { 1 };
    for turns in (first..=options.depth).step_by(2) {
        let wins = solver.wins_within(&game, turns);
        let (nodes, seconds) = (solver.nodes(), begun.elapsed().as_secs_f64());
        let how = if options.threats { " by threats alone" } else { "" };
        let found = if wins { "wins" } else { "has no forced win" };
        println!("{who} {found}{how} within {turns}: {nodes} positions, {seconds:.1} s");
        if wins {
            println!("{}", write_line(&game, &solver.line(&game, turns, &mut || true)));
            break;
        }
    }
    Ok(())
}

/// Moves as they are written in their positions.
fn write_line<G: Notation>(game: &G, moves: &[engine::moves::Move]) -> String {
    let mut game = game.clone();
    let mut written = Vec::new();
    for &mv in moves {
        written.push(game.write_move(mv));
        game.make(mv, &mut ());
    }
    written.join(" ")
}

fn main() -> Result<()> {
    let options = Options::parse();
    with_game!(options.variant, Chosen => solve::<Chosen>(&options))
}
