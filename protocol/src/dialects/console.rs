//! Console commands, for a person at a terminal and for scripts: `show`, `moves`, `eval`, `perft`, `bench`, ... They
//! work in both dialects, before and after one is chosen.

use engine::eval::Term;
use engine::game::Seat;

use crate::bench;
use crate::cli::greeting;
use crate::cli::show;
use crate::parse::{CommandError, split_word, whole_number};
use crate::score::{pawns, score_text};
use crate::session::host::Host;
use crate::session::piece_value::PieceValue;
use crate::session::{MoveFormat, PerftForm};

/// Greatest depth of a perft: more than a lifetime's work for any computer.
const MAX_COUNT_DEPTH: u32 = 30;

/// Piece values in a line.
const PIECES_PER_LINE: usize = 6;

const HELP: &str = "\
show, d         the board, the position's text and key, checkers and the like
fen             the position's text
moves [FIELD]   the legal moves, all or from a field
eval            the evaluation's terms, and what it says each piece is worth
perft N         the number of legal sequences of N composite moves
divide N        the same by the first move; `go perft N`: as Stockfish writes it
bench [N]       the fixed bench, to depth N
play [GAME]     a game against you on a board, on this terminal
xboard, uci     begin a dialogue for programs; `quit` ends it
Without a dialogue, the commands of CECP work. A move that you type is played,
and the engine replies at once:
new  variant NAME  setboard FEN  force  undo  remove  st SECONDS  sd DEPTH
go [depth N|nodes N|movetime MS|mate N|clock]  analyze  exit  post  hard  hint
level MOVES MINUTES[:SECONDS] INCREMENT  option NAME=VALUE  ...";

/// Carries out a console command; `None` if the word is none. Moves are written in the dialect's format.
pub fn command(host: &mut Host, word: &str, rest: &str, format: MoveFormat) -> Option<Result<(), CommandError>> {
    match word {
        "show" | "d" => host.out.line(show::text(host.session.as_ref())),
        "fen" => host.out.line(format_args!("fen {}", host.session.position_text(MoveFormat::OWN))),
        "moves" => return Some(list_moves(host, rest, format)),
        "eval" => host.out.line(evaluation(host)),
        "perft" | "divide" | "bench" | "go" if host.is_searching() => {
            return Some(Err("a search is running".to_string()));
        }
        "perft" => return Some(start_perft(host, rest, PerftForm::Total)),
        "divide" => return Some(start_perft(host, rest, PerftForm::Divided(host.style()))),
        "go" if is_perft(rest) => return Some(go_perft(host, rest)),
        "bench" => return Some(start_bench(host, rest)),
        "play" => return Some(greeting::play(host.session.variant(), rest, &mut host.out)),
        "help" => host.out.line(format_args!("{}\n{HELP}", crate::NAME_AND_VERSION)),
        _ => return None,
    }
    Some(Ok(()))
}

/// Lists the composite moves, of one field if one is given.
fn list_moves(host: &mut Host, field: &str, format: MoveFormat) -> Result<(), CommandError> {
    let mut moves = host.session.composite_moves();
    if !field.is_empty() {
        moves.retain(|&mv| host.session.begins_at(mv, field, format));
        if moves.is_empty() {
            return Err(host.session.no_move_from(field, format));
        }
    }
    let line: String = moves.into_iter().map(|mv| format!(" {}", host.session.write_move(mv, format))).collect();
    host.out.line(format_args!("moves{line}"));
    Ok(())
}

/// True if the words behind `go` ask for a perft.
pub fn is_perft(rest: &str) -> bool {
    split_word(rest).0 == "perft"
}

/// `go perft N`, Stockfish's command: starts a perft, with its output in Stockfish's form.
///
/// # Errors
/// If the depth is wrong.
pub fn go_perft(host: &mut Host, rest: &str) -> Result<(), CommandError> {
    let form = PerftForm::Stockfish(host.style());
    start_perft(host, split_word(rest).1, form)
}

fn start_perft(host: &mut Host, rest: &str, form: PerftForm) -> Result<(), CommandError> {
    let depth = whole_number("depth", rest, 0..=MAX_COUNT_DEPTH)?;
    host.start_task(host.session.perft_task(depth, form));
    Ok(())
}

fn start_bench(host: &mut Host, rest: &str) -> Result<(), CommandError> {
    let depth = if rest.is_empty() { bench::DEFAULT_DEPTH } else { whole_number("depth", rest, 1..=bench::MAX_DEPTH)? };
    host.start_task(Box::new(move |control, print| bench::run(depth, control, print)));
    Ok(())
}

/// Terms of the evaluation, middlegame and endgame, values of the pieces, and the evaluation.
fn evaluation(host: &Host) -> String {
    let breakdown = host.session.eval_breakdown();
    let names = host.session.seat_names();
    let last = if names.len() == 2 { Some("difference") } else { None };
    let columns = names.iter().copied().chain(last).map(|name| format!(" {name:>15}"));
    let header = format!("{:<20}{}", "pawns (mg, eg)", columns.collect::<String>());
    let rows = breakdown.terms.iter().map(|term| format!("\n{}", row(term)));
    let table = header + &rows.collect::<String>();
    let shares = breakdown.shares.iter().map(|share| format!(" {share:>15.3}")).collect::<String>();
    let shares = if shares.is_empty() { shares } else { format!("\n{:<20}{shares}", "share of the point") };
    let pieces = piece_values(host);
    let value = score_text(host.session.players(), breakdown.value, host.session.side_to_move());
    format!("{table}{shares}{pieces}\nevaluation: {value}")
}

/// Values of the pieces, a paragraph for each seat; empty if no piece is removable.
fn piece_values(host: &Host) -> String {
    let names = host.session.seat_names();
    let values = host.session.piece_values();
    let text = |value: &PieceValue| {
        let number =
            if names.len() == 2 { pawns(value.value) } else { format!("{:+.1}", f64::from(value.value) / 10.0) };
        format!("{:<5}{number:>7}", format!("{}{}", value.letter, value.field))
    };
    let row = |name: &str, row: &[String]| format!("\n{name:<10}{}", row.join("   "));
    let mut lines = String::new();
    for (seat, &name) in Seat::all(names.len()).zip(names) {
        let own: Vec<String> = values.iter().filter(|value| value.owner == seat).map(text).collect();
        let rows = own.chunks(PIECES_PER_LINE).enumerate();
        lines.extend(rows.map(|(number, pieces)| row(if number == 0 { name } else { "" }, pieces)));
    }
    if lines.is_empty() {
        return lines;
    }
    let unit = if names.len() == 2 { "pawns" } else { "per cent of the point" };
    format!("\nvalue of each piece ({unit}): the evaluation with the piece less that without it{lines}")
}

/// Row of a term: each seat's value, and of two seats the difference.
fn row(term: &Term) -> String {
    let pair = |(middle, end): (i32, i32)| format!(" {:>7} {:>7}", pawns(middle), pawns(end));
    let difference = match term.seats[..] {
        [white, black] => pair((white.0 - black.0, white.1 - black.1)),
        _ => String::new(),
    };
    let seats: String = term.seats.iter().map(|&seat| pair(seat)).collect();
    format!("{:<20}{seats}{difference}", term.name)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_help_fits_on_a_terminal() {
        assert!(HELP.lines().all(|line| line.len() <= greeting::COLUMNS), "{HELP}");
    }
}
