//! Binary `solve`: proves or disproves forced wins; collects and checks lists of mates. See the crate [`solver`].

use std::ops::ControlFlow;
use std::path::{Path, PathBuf};
use std::process::ExitCode;
use std::time::Instant;

use anyhow::{Context, Result, bail, ensure};
use arguments::games::Variant;
use clap::builder::RangedU64ValueParser;
use clap::{Parser, Subcommand};
use engine::game::{Tactics, ToAct};
use engine::solve::{Attack, Solver};
use engine::text::Notation;
use engine::with_two_player_game;
use formats::files;
use searches::Compared;
use selfplay::{GameFile, SavedGame};
use solver::mates::{Mate, MateFilter, attempt_all};
use streams::{Stdout, report};

/// Largest list of mates, in bytes.
const MAX_LIST: u64 = 64 << 20;

/// Proves or disproves a forced win in games for two, one turn of each side deeper at a time.
///
/// Prints a line for each depth and, if there is a win, the principal variation. The halfmove clock is ignored, as in
/// composed problems.
#[derive(Parser)]
#[command(name = "solve", version, args_conflicts_with_subcommands = true)]
struct Options {
    #[command(subcommand)]
    task: Option<Task>,
    #[command(flatten)]
    solve: SolveOptions,
}

#[derive(Subcommand)]
enum Task {
    /// Collects mates from files of games (`tune collect`) and proves each by exhaustive search; prints them as EPD
    /// with `dm`.
    Mates {
        /// The game.
        #[arg(long, value_enum)]
        variant: Variant,
        /// Shortest distance, in moves.
        #[arg(long, default_value_t = 2, value_parser = distance())]
        from: usize,
        /// Longest distance, in moves.
        #[arg(long, default_value_t = 5, value_parser = distance())]
        to: usize,
        /// Number of mates of each distance.
        #[arg(long, default_value_t = 12)]
        each: usize,
        /// Most positions of a proof.
        #[arg(long, default_value_t = 50_000_000)]
        nodes: u64,
        /// The files.
        #[arg(required = true)]
        files: Vec<PathBuf>,
    },
    /// Searches for the mates of a list; exit status 1 if one is not found.
    Find {
        /// The game.
        #[arg(long, value_enum)]
        variant: Variant,
        /// Most nodes of a search.
        #[arg(long, default_value_t = 1_000_000)]
        nodes: u64,
        /// The list.
        file: PathBuf,
    },
}

#[derive(clap::Args)]
struct SolveOptions {
    /// The game.
    #[arg(long, value_enum, default_value = "kaleido")]
    variant: Variant,
    /// Position as FEN; the start position if not given.
    #[arg(long)]
    fen: Option<String>,
    /// Depth in turns of both sides: plies, where a turn is one ply.
    #[arg(long, default_value_t = 7)]
    depth: usize,
    /// Searches for wins of the side that is not to move.
    #[arg(long)]
    opponent: bool,
    /// Threat-space search: searches only for wins in which every move of the attacker threatens to win at once.
    /// Deeper, but finding none proves nothing.
    #[arg(long)]
    threats: bool,
    /// Size of the table, in megabytes.
    #[arg(long, default_value_t = 256)]
    hash: usize,
}

/// Parser of a distance in moves.
fn distance() -> RangedU64ValueParser<usize> {
    RangedU64ValueParser::<usize>::new().range(1..=MateFilter::MAX_MOVES as u64)
}

fn solve<G: Tactics + Notation>(options: &SolveOptions, out: &mut Stdout) -> Result<()> {
    let game: G = match &options.fen {
        Some(text) => text.parse().with_context(|| format!("position '{text}'"))?,
        None => G::start(),
    };
    let ToAct::Seat(seat) = game.to_act() else { bail!("a chance node: give a position with its throw") };
    let (attacker, side) =
        if options.opponent { (seat.opponent(), "the opponent") } else { (seat, "the side to move") };
    // The attacker wins with a turn of its own, or within the defender's next, which cannot prevent it.
    let first = if options.opponent { 2 } else { 1 };
    ensure!(options.depth >= first, "--depth {}: for wins of {side} it must be at least {first}", options.depth);
    let attack = if options.threats { Attack::Threats } else { Attack::AllMoves };
    let mut solver = Solver::new(attacker, attack, options.hash)?;
    let begun = Instant::now();
    for turns in (first..=options.depth).step_by(2) {
        let wins = solver.wins_within(&game, turns);
        let (nodes, seconds) = (solver.nodes(), begun.elapsed().as_secs_f64());
        let how = if options.threats { " by threats alone" } else { "" };
        let found = if wins { "wins" } else { "has no forced win" };
        out.line(format_args!("{side} {found}{how} within {turns}: {nodes} positions, {seconds:.1} s"));
        if wins {
            out.line(write_line(&game, &solver.pv(&game, turns, &mut || true)));
        }
        if wins || out.is_closed() {
            break;
        }
    }
    Ok(())
}

/// A line of play as text.
fn write_line<G: Notation>(game: &G, moves: &[engine::moves::Move]) -> String {
    let mut game = game.clone();
    let mut written = Vec::new();
    for &mv in moves {
        written.push(game.write_move(mv));
        game.make(mv, &mut ());
    }
    written.join(" ")
}

fn collect<G: Tactics + Notation>(filter: &MateFilter, files: &[PathBuf], out: &mut Stdout) -> Result<()> {
    // Before the games are read, so that errors show at once.
    filter.check()?;
    let (games, left_out) = GameFile::read_all::<G>(files)?;
    if left_out > 0 {
        report(format_args!("games left out, for they are in the files more than once: {left_out}"));
    }
    let games: Vec<SavedGame> = games.into_iter().map(|(_, game)| game).collect();
    filter.collect::<G>(&games, &mut |mate| {
        out.line(mate);
        if out.is_closed() { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
    })
}

fn find<G: Compared + Notation>(file: &Path, nodes: u64, out: &mut Stdout) -> Result<bool> {
    let name = || file.display().to_string();
    let text = files::read_text(file, MAX_LIST).with_context(name)?;
    let list = Mate::<G>::read_all(&text).with_context(name)?;
    attempt_all(&list, nodes, &mut |line| out.line(line)).with_context(name)
}

fn main() -> ExitCode {
    streams::run(|options: Options, out| -> Result<ExitCode> {
        let all_found = match &options.task {
            None => {
                let variant = options.solve.variant.two_player()?;
                with_two_player_game!(variant, Chosen => solve::<Chosen>(&options.solve, out))?;
                true
            }
            Some(Task::Mates { variant, from, to, each, nodes, files }) => {
                let filter = MateFilter { moves: *from..=*to, each: *each, nodes: *nodes };
                with_two_player_game!(variant.two_player()?, Chosen => collect::<Chosen>(&filter, files, out))?;
                true
            }
            Some(Task::Find { variant, nodes, file }) => {
                with_two_player_game!(variant.two_player()?, Chosen => find::<Chosen>(file, *nodes, out))?
            }
        };
        Ok(if all_found { ExitCode::SUCCESS } else { ExitCode::FAILURE })
    })
}
