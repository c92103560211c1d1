//! Refused commands: every fault of a command, its exact answer, and proof that the engine plays on.

use engine::game::Game;
use engine::text::PositionError;
use engine::variants::Chess;
use tests::dialogue::Dialogue;

/// Positions that are none, and what is wrong with them.
const POSITIONS: [(&str, &str); 40] = [
    ("", "board, column 1: missing"),
    ("8", "position, column 2: only 1 of 8 ranks described"),
    ("rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP", "position, column 35: only 7 of 8 ranks described"),
    ("rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR", "side to move, column 44: missing"),
    ("rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w", "castling rights, column 46: missing"),
    ("rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq", "en passant square, column 51: missing"),
    ("rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0", "move number, column 55: missing"),
    ("rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1 2", "position, column 58: '2' after the last field"),
    (
        "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - x 1",
        "halfmove clock, column 54: 'x' is no number from 0 to 65535",
    ),
    (
        "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - -1 1",
        "halfmove clock, column 54: '-1' is no number from 0 to 65535",
    ),
    (
        "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 -1",
        "move number, column 56: '-1' is no number from 0 to 65535",
    ),
    (
        "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 99999999999",
        "move number, column 56: '99999999999' is no number from 0 to 65535",
    ),
    ("rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR x KQkq - 0 1", "side to move, column 45: 'x' is neither 'w' nor 'b'"),
    ("rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR W KQkq - 0 1", "side to move, column 45: 'W' is neither 'w' nor 'b'"),
    (
        "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkx - 0 1",
        "castling rights, column 50: 'x' is none of K, Q, k, q and no file of a rook",
    ),
    (
        "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KK - 0 1",
        "castling rights, column 48: 'K' gives a right that is given already",
    ),
    (
        "4k3/8/8/8/8/8/8/4K3 w K - 0 1",
        "castling rights, column 23: 'K' needs White's king on b1 to g1 and a rook to its right",
    ),
    (
        "1r2k3/8/8/8/8/8/8/4K3 w a - 0 1",
        "castling rights, column 25: 'a' needs Black's king on b8 to g8 and a rook on a8",
    ),
    (
        "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq e9 0 1",
        "en passant square, column 52: 'e9' is neither a square nor '-'",
    ),
    (
        "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq e3 0 1",
        "en passant square, column 52: e3 is not on rank 6, where White could capture",
    ),
    (
        "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR b KQkq e3 0 1",
        "en passant square, column 52: no pawn of White on e4 has just passed e3",
    ),
    ("rnbqkbnr/ppppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1", "rank 7, column 18: 'p' goes beyond the h-file"),
    ("rnbqkbnr/ppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1", "rank 7, column 17: only 7 of 8 squares described"),
    (
        "rnbqkbnr/pppppppp/9/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1",
        "rank 6, column 19: '9' goes beyond the h-file: 8 squares are left on the rank",
    ),
    (
        "rnbqkbnr/pppppppp/44/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1",
        "rank 6, column 19: '44' goes beyond the h-file: 8 squares are left on the rank",
    ),
    (
        "rnbqkbnr/pppppppp/0/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1",
        "rank 6, file 1, column 19: '0' is no number of empty squares",
    ),
    (
        "rnbqkbnr/pppppppp/8/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1",
        "rank 1, file 1, column 29: a pawn cannot stand on rank 1",
    ),
    (
        "rnbqkbnx/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1",
        "rank 8, file 8, column 8: 'x' is no piece of this game",
    ),
    (
        "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQ?BNR w KQkq - 0 1",
        "rank 1, file 5, column 40: '?' is no piece of this game",
    ),
    (
        "rnbqkbnr/pppppppp/8/8/8/é7/PPPPPPPP/RNBQKBNR w KQkq - 0 1",
        "rank 3, file 1, column 25: 'é' is no piece of this game",
    ),
    ("4k3/8/8/8/8/8/8/8 w - - 0 1", "position, column 1: White has no king"),
    ("8/8/8/8/8/8/8/4K3 w - - 0 1", "position, column 1: Black has no king"),
    ("4k3/8/8/8/8/8/8/4KK2 w - - 0 1", "rank 1, file 6, column 19: White has a second king"),
    ("4k3/4k3/8/8/8/8/8/4K3 w - - 0 1", "rank 7, file 5, column 6: Black has a second king"),
    ("4k2P/8/8/8/8/8/8/4K3 w - - 0 1", "rank 8, file 8, column 4: a pawn cannot stand on rank 8"),
    ("4k3/8/8/8/8/8/8/p3K3 w - - 0 1", "rank 1, file 1, column 17: a pawn cannot stand on rank 1"),
    ("4k3/8/8/8/8/8/8/4R1K1 w - - 0 1", "rank 8, file 5, column 2: Black's king is in check, but White is to move"),
    ("4k3/pppppppp/p7/8/8/8/8/4K3 w - - 0 1", "position, column 1: Black has 9 pawns, more than 8"),
    (
        "4k3/8/8/8/8/8/PPPPPPPP/QQ2K3 w - - 0 1",
        "position, column 1: White's promoted pieces (1) and pawns (8) are more than 8",
    ),
    ("//////// w - - 0 1", "rank 8, column 1: only 0 of 8 squares described"),
];

/// Positions that are none in Keyles, and what is wrong with them.
const KEYLES_POSITIONS: [(&str, &str); 24] = [
    ("", "board, column 1: missing"),
    ("10/k9/10/10/10/10/10/10/10/9K[Q w - - 0 1", "captured pieces, column 32: the bracket is not closed"),
    ("10/k9/10/10/10/10/10/10/10/9K[]x w - - 0 1", "captured pieces, column 32: 'x' after the closing bracket"),
    ("10/k9/10/10/10/10/10/10/10/9K[B] w - - 0 1", "captured pieces, column 31: 'B' is no piece of this game"),
    ("10/k9/10/10/10/10/10/10/10/9K[é] w - - 0 1", "captured pieces, column 31: 'é' is no piece of this game"),
    ("10/k9/10/10/10/10/10/10/10/9K[3Q] w - - 0 1", "captured pieces, column 31: '3' is no piece of this game"),
    ("10/k9/10/10/10/10/10/10/10/9K[K] w - - 0 1", "captured pieces, column 31: White has a second king"),
    ("10/10/10/10/10/10/10/10/10/9K[kk] b - - 0 1", "captured pieces, column 32: Black has a second king"),
    (
        "10/k9/10/10/10/10/10/10/10/9K[QQQQQQQQQQQQQQQQ] w - - 0 1",
        "captured pieces, column 46: more than 15 pieces 'Q', the captured ones included",
    ),
    (
        "10/k9/10/10/4Q5/10/10/10/10/9K[QQQQQQQQQQQQQQQ] w - - 0 1",
        "captured pieces, column 46: more than 15 pieces 'Q', the captured ones included",
    ),
    (
        "10/k9/10/10/10/10/10/10/10/9K[QQQQQQQQQQRRRRRRRRRR] w - - 0 1",
        "captured pieces, column 50: White has more than 20 pieces, the captured ones included",
    ),
    ("10/k9/10/10/10/10/10/10/10/10[] w - - 0 1", "position, column 1: White has no king"),
    (
        "10/k9/10/10/10/10/10/10/10/10[K] b - - 0 1",
        "position, column 1: White's king is captured, but Black is to move",
    ),
    (
        "10/10/10/10/10/10/10/10/10/10[Kk] w - - 0 1",
        "position, column 1: Black's king is captured, but White is to move",
    ),
    (
        "K9/10/10/10/10/10/10/10/10/k9[] w - - 0 1",
        "rank 1, file 1, column 28: both kings stand on the opponent's end zone",
    ),
    ("10/kk8/10/10/10/10/10/10/10/9K[] w - - 0 1", "rank 9, file 2, column 5: Black has a second king"),
    ("10/k9/10/10/10/10/10/10/10/9K[] w KQ - 0 1", "castling rights, column 35: 'KQ' where this game has only '-'"),
    ("10/k9/10/10/10/10/10/10/10/9K[] w - e3 0 1", "en passant square, column 37: 'e3' where this game has only '-'"),
    (
        "10/k9/11/10/10/10/10/10/10/9K[] w - - 0 1",
        "rank 8, column 7: '11' goes beyond the j-file: 10 squares are left on the rank",
    ),
    ("10/k8B/10/10/10/10/10/10/10/9K[] w - - 0 1", "rank 9, file 10, column 6: 'B' is no piece of this game"),
    ("10/k9/10/10/10/10/10/10/9K[] w - - 0 1", "position, column 27: only 9 of 10 ranks described"),
    (
        "k9/10/RRRRRRRRRR/RRRRRR4/10/10/10/10/10/K9[] b - - 0 1",
        "rank 7, file 6, column 23: more than 15 pieces 'R', the captured ones included",
    ),
    (
        "10/k9/10/10/10/10/10/R9/QQQQQQQQQQ/NNNNNNNNNN[K] w - - 0 1",
        "rank 1, file 10, column 45: White has more than 20 pieces",
    ),
    ("10/k9/10/10/10/10/10/10/10/9K[] w - - 0 1 [", "position, column 43: '[' after the last field"),
];

/// Moves that are none: in Keyles' start position, and with White's king to be put back.
const KEYLES_MOVES: [(&str, &str, &str); 20] = [
    (KEYLES_START, "e3e5", "the grand on e3 does not reach e5"),
    (KEYLES_START, "2444", "the grand on e3 does not reach e5"),
    (KEYLES_START, "e8e7", "the piece on e8 is the opponent's"),
    (KEYLES_START, "e5e6", "no piece on e5"),
    (KEYLES_START, "a2a3", "a3 is occupied by an own piece"),
    (KEYLES_START, "e3e4q", "a pion is exchanged only as it enters the end zone"),
    (KEYLES_START, "c2b4q", "only a pion is exchanged"),
    (KEYLES_START, "K@e2", "no king is to be put back"),
    (KEYLES_START, "Q@e5", "only a king is put back"),
    (KEYLES_START, "Ge5", "no grand can go to e5 that way"),
    (KEYLES_START, "e11e10", "not a move"),
    (KEYLES_START, "a0a1", "not a move"),
    (KEYLES_START, "k3k4", "not a move"),
    (KEYLES_START, "244", "not a move"),
    (KEYLES_START, "@@@@", "not a move"),
    (KEYLES_START, "e3d4,d4e3k", "not a move"),
    (KEYLES_DUE, "K@a3", "no champion of White's on a3"),
    (KEYLES_DUE, "K@e6", "no champion of White's on e6"),
    (KEYLES_DUE, "b4b5", "the king must be put back first, by K@ and a field"),
    (KEYLES_DUE, "K@", "not a move"),
];

const KEYLES_START: &str = "10/rpnlqklnpr/cftwggwtfc/10/10/10/10/CFTWGGWTFC/RPNLQKLNPR/10[] w - - 0 1";
const KEYLES_DUE: &str = "10/k9/10/10/4r5/10/QRLNP5/FTGWC5/10/10[K] w - - 0 4";

/// Commands of CECP that cannot be carried out, sent at the start of a game, and the answers.
const COMMANDS: [(&str, &str); 66] = [
    ("hello", "Error (unknown command): hello"),
    ("GO", "Error (unknown command): GO"),
    ("usermove", "Illegal move (not a move): "),
    ("usermove e2e5", "Illegal move (the pawn on e2 does not reach e5): e2e5"),
    ("usermove e7e5", "Illegal move (the piece on e7 is the opponent's): e7e5"),
    ("usermove e3e4", "Illegal move (no piece on e3): e3e4"),
    ("usermove e2e4q", "Illegal move (only a pawn on its last rank promotes): e2e4q"),
    ("usermove xyz", "Illegal move (not a move): xyz"),
    ("usermove Nf5", "Illegal move (no knight can go to f5 that way): Nf5"),
    ("usermove O-O", "Illegal move (castling is not possible): O-O"),
    ("usermove e1g1", "Illegal move (castling is not possible): e1g1"),
    ("usermove 0000", "Illegal move (not a move): 0000"),
    ("usermove a1a1", "Illegal move (a1 is occupied by an own piece): a1a1"),
    ("level", "Error (level takes a number of moves, minutes[:seconds] and seconds): level"),
    ("level 40", "Error (level takes a number of moves, minutes[:seconds] and seconds): level 40"),
    ("level x 5 0", "Error (the number of moves must be a whole number from 0 to 4294967295): level x 5 0"),
    ("level 40 5:xx 0", "Error (level takes a number of moves, minutes[:seconds] and seconds): level 40 5:xx 0"),
    ("level 40 5 -1", "Error (level takes a number of moves, minutes[:seconds] and seconds): level 40 5 -1"),
    ("st", "Error (st takes a number of seconds above 0): st"),
    ("st 0", "Error (st takes a number of seconds above 0): st 0"),
    ("st abc", "Error (st takes a number of seconds above 0): st abc"),
    ("sd", "Error (depth must be a whole number from 1 to 4294967295): sd"),
    ("sd 0", "Error (depth must be a whole number from 1 to 4294967295): sd 0"),
    ("sd -3", "Error (depth must be a whole number from 1 to 4294967295): sd -3"),
    ("sd 1e9", "Error (depth must be a whole number from 1 to 4294967295): sd 1e9"),
    ("nps fast", "Error (the rate must be a whole number from 0 to 4294967295): nps fast"),
    ("time", "Error (time is a whole number of centiseconds): time"),
    ("time soon", "Error (time is a whole number of centiseconds): time soon"),
    ("otim 1.5", "Error (time is a whole number of centiseconds): otim 1.5"),
    ("memory", "Error (Hash takes a whole number from 1 to 65536): memory"),
    ("memory 0", "Error (Hash takes a whole number from 1 to 65536): memory 0"),
    ("memory 65537", "Error (Hash takes a whole number from 1 to 65536): memory 65537"),
    ("memory lots", "Error (Hash takes a whole number from 1 to 65536): memory lots"),
    ("cores 0", "Error (Threads takes a whole number from 1 to 256): cores 0"),
    ("cores 257", "Error (Threads takes a whole number from 1 to 256): cores 257"),
    ("option", "Error (no such option): option"),
    ("option Contempt=5", "Error (no such option): option Contempt=5"),
    ("option MultiPV=0", "Error (MultiPV takes a whole number from 1 to 256): option MultiPV=0"),
    ("option Resign=maybe", "Error (Resign takes true or false): option Resign=maybe"),
    ("option Skill Level=21", "Error (Skill Level takes a whole number from 0 to 20): option Skill Level=21"),
    ("variant", "Error (unknown variant; `motley variants` lists them): variant"),
    ("variant atomic", "Error (unknown variant; `motley variants` lists them): variant atomic"),
    ("play", "Error (needs a terminal: use `motley play`): play"),
    ("moves z9", "Error (there is no field z9): moves z9"),
    ("moves e4", "Error (no legal move begins at e4): moves e4"),
    ("protover", "Error (the version must be a whole number from 1 to 4294967295): protover"),
    ("protover two", "Error (the version must be a whole number from 1 to 4294967295): protover two"),
    ("go depth", "Error (depth must be a whole number from 1 to 4294967295): go depth"),
    ("go depth 0", "Error (depth must be a whole number from 1 to 4294967295): go depth 0"),
    ("go nodes -5", "Error (nodes must be a whole number from 1 to 18446744073709551615): go nodes -5"),
    ("go movetime soon", "Error (movetime must be a whole number of milliseconds): go movetime soon"),
    ("go sideways 3", "Error (go does not know 'sideways'): go sideways 3"),
    ("perft", "Error (depth must be a whole number from 0 to 30): perft"),
    ("perft -1", "Error (depth must be a whole number from 0 to 30): perft -1"),
    ("perft 31", "Error (depth must be a whole number from 0 to 30): perft 31"),
    ("divide x", "Error (depth must be a whole number from 0 to 30): divide x"),
    ("bench 0", "Error (depth must be a whole number from 1 to 127): bench 0"),
    ("bench 1000", "Error (depth must be a whole number from 1 to 127): bench 1000"),
    ("undo", "Error (no move to take back): undo"),
    ("exit", "Error (not analyzing): exit"),
    ("exclude e2e5", "Error (the pawn on e2 does not reach e5): exclude e2e5"),
    ("edit", "Error (unknown command): edit"),
    ("white", "Error (unknown command): white"),
    ("é", "Error (unknown command): é"),
    ("usermove 😀", "Illegal move (not a move): 😀"),
    ("remove", "Error (no move to take back): remove"),
];

/// Commands of UCI that cannot be carried out, and the answers without `info string`.
const UCI: [(&str, &str); 28] = [
    // Only of a position that was not refused.
    ("go perft x", "Error (depth must be a whole number from 0 to 30): go perft x"),
    ("hello", "Error (unknown command): hello"),
    ("position", "Error (position takes startpos or fen): position"),
    ("position startpos e2e4", "Error (the word moves is missing before e2e4): position startpos e2e4"),
    (
        "position startpos e2e4 moves e7e5",
        "Error (startpos is followed by moves or by nothing): position startpos e2e4 moves e7e5",
    ),
    (
        "position startpos moves e2e5",
        "Error (illegal move 1, e2e5: the pawn on e2 does not reach e5): position startpos moves e2e5",
    ),
    (
        "position startpos moves e2e4 e7e5 e1e3",
        "Error (illegal move 3, e1e3: the king on e1 does not reach e3): position startpos moves e2e4 e7e5 e1e3",
    ),
    (
        "position fen 8/8 w - - 0 1",
        "Error (illegal position: position, column 4: only 2 of 8 ranks described): position fen 8/8 w - - 0 1",
    ),
    (
        "position fen 8/8/8/8/8/8/8/4K3 w - - 0 1 moves e2e4",
        "Error (illegal position: position, column 1: Black has no king): \
         position fen 8/8/8/8/8/8/8/4K3 w - - 0 1 moves e2e4",
    ),
    ("setoption", "Error (setoption begins with a name): setoption"),
    ("setoption name", "Error (setoption begins with a name): setoption name"),
    ("setoption name Foo value 3", "Error (no such option): setoption name Foo value 3"),
    ("setoption name Hash value 0", "Error (Hash takes a whole number from 1 to 65536): setoption name Hash value 0"),
    ("setoption name Hash", "Error (Hash takes a whole number from 1 to 65536): setoption name Hash"),
    ("setoption name Ponder value maybe", "Error (Ponder takes true or false): setoption name Ponder value maybe"),
    (
        "setoption name UCI_Variant value atomic",
        "Error (unknown variant; `motley variants` lists them): setoption name UCI_Variant value atomic",
    ),
    (
        "setoption name MultiPV value -1",
        "Error (MultiPV takes a whole number from 1 to 256): setoption name MultiPV value -1",
    ),
    ("go depth", "Error (depth must be a whole number from 1 to 4294967295): go depth"),
    ("go depth x", "Error (depth must be a whole number from 1 to 4294967295): go depth x"),
    ("go btime 60000 binc 500", "Error (there is no wtime for White): go btime 60000 binc 500"),
    ("go wtime x", "Error (wtime must be a whole number of milliseconds): go wtime x"),
    ("go searchmoves e2e5", "Error (illegal move e2e5: the pawn on e2 does not reach e5): go searchmoves e2e5"),
    ("go searchmoves", "Error (searchmoves takes moves): go searchmoves"),
    ("go sideways", "Error (go does not know 'sideways'): go sideways"),
    ("go nodes 0", "Error (nodes must be a whole number from 1 to 18446744073709551615): go nodes 0"),
    ("xboard", "Error (unknown command): xboard"),
    ("perft x", "Error (depth must be a whole number from 0 to 30): perft x"),
    ("ucix", "Error (unknown command): ucix"),
];

/// The engine still knows the game and still plays.
fn plays_on(engine: &mut Dialogue) {
    assert_eq!(engine.position(), Chess::start().to_string());
    engine.send("st 0.05\ngo");
    engine.until("move ");
}

#[test]
fn wrong_positions_are_refused_with_the_reason() {
    let mut engine = Dialogue::cecp();
    engine.send("force");
    for (text, reason) in POSITIONS {
        engine.send(&format!("setboard {text}"));
        assert_eq!(engine.read(), format!("tellusererror Illegal position: {reason}"), "{text}");
        let error: PositionError = text.parse::<Chess>().expect_err("the position is wrong");
        assert_eq!(error.to_string(), reason);
    }
    plays_on(&mut engine);
    engine.quit();
}

#[test]
fn wrong_positions_are_refused_in_uci_too() {
    let mut engine = Dialogue::uci("chess");
    for (text, reason) in POSITIONS {
        let command = format!("position fen {text}");
        engine.send(&command);
        assert_eq!(engine.read(), format!("info string Error (illegal position: {reason}): {command}"));
    }
    assert_eq!(engine.position(), Chess::start().to_string());
    engine.quit();
}

#[test]
fn wrong_positions_and_moves_of_keyles_are_refused_in_both_protocols() {
    let mut engine = Dialogue::cecp();
    engine.send("variant keyles\nforce");
    for (text, reason) in KEYLES_POSITIONS {
        engine.send(&format!("setboard {text}"));
        assert_eq!(engine.read(), format!("tellusererror Illegal position: {reason}"), "{text}");
    }
    assert_eq!(engine.position(), KEYLES_START);
    for (position, mv, reason) in KEYLES_MOVES {
        engine.send(&format!("setboard {position}\nusermove {mv}"));
        assert_eq!(engine.read(), format!("Illegal move ({reason}): {mv}"));
        assert_eq!(engine.position(), position);
    }
    engine.quit();

    let mut engine = Dialogue::uci("keyles");
    for (text, reason) in KEYLES_POSITIONS {
        let command = format!("position fen {text}");
        engine.send(&command);
        assert_eq!(engine.read(), format!("info string Error (illegal position: {reason}): {command}"));
    }
    for (position, mv, reason) in KEYLES_MOVES {
        let command = format!("position fen {position} moves {mv}");
        engine.send(&command);
        assert_eq!(engine.read(), format!("info string Error (illegal move 1, {mv}: {reason}): {command}"));
    }
    assert_eq!(engine.position(), KEYLES_START);
    engine.send("position startpos moves e3e4\ngo depth 2");
    engine.until("bestmove ");
    engine.quit();
}

#[test]
fn a_king_that_can_be_captured_belongs_to_keyles() {
    let mut engine = Dialogue::cecp();
    engine.send("variant quex\nforce\nsetboard 10/k9/10/10/4r5/10/QRLNP5/FTGWC5/10/10[K] w - - 0 4");
    assert_eq!(engine.read(), "tellusererror Illegal position: position, column 1: White's king cannot be captured");
    engine.send("setboard 10/k8R/10/10/10/10/10/10/10/K9[] w - - 0 1");
    let check = "rank 9, file 1, column 4: Black's king is in check, but White is to move";
    assert_eq!(engine.read(), format!("tellusererror Illegal position: {check}"));
    engine.quit();
}

#[test]
fn wrong_commands_get_their_exact_answers() {
    let mut engine = Dialogue::cecp();
    engine.send("force");
    for (command, answer) in COMMANDS {
        engine.send(command);
        assert_eq!(engine.read(), answer, "{command}");
    }
    plays_on(&mut engine);
    engine.quit();
}

#[test]
fn wrong_commands_of_uci_get_their_exact_answers() {
    let mut engine = Dialogue::uci("chess");
    for (command, answer) in UCI {
        engine.send(command);
        assert_eq!(engine.read(), format!("info string {answer}"), "{command}");
        // What is wrong with its bounds does not keep a search from beginning.
        if command.starts_with("go") {
            engine.send("stop");
            engine.until("bestmove ");
        }
    }
    engine.send("position startpos moves e2e4\ngo depth 3");
    engine.until("bestmove ");
    engine.quit();
}

#[test]
fn invalid_utf_8_is_quoted_as_far_as_possible() {
    let mut engine = Dialogue::cecp();
    engine.send("force");
    let cases: [(&[u8], String); 5] = [
        (b"\0\x01\x1b[2J", "Error (unknown command): \u{fffd}\u{fffd}\u{fffd}[2J".to_string()),
        (b"\xff\xfe", "Error (unknown command): \u{fffd}\u{fffd}".to_string()),
        (b"usermove e2\0e4", "Illegal move (not a move): e2\u{fffd}e4".to_string()),
        ("usermove \u{1f600}".as_bytes(), "Illegal move (not a move): \u{1f600}".to_string()),
        (&[b'a'; 300], format!("Error (unknown command): {}...", "a".repeat(200))),
    ];
    for (bytes, answer) in cases {
        engine.send_bytes(&[bytes, b"\r\n"].concat());
        assert_eq!(engine.read(), answer);
    }
    engine.send("\n   \n\t\n");
    assert!(engine.so_far().is_empty(), "an empty line is no command");
    engine.send_bytes(&vec![b'x'; 5_000_000]);
    engine.send("");
    assert_eq!(engine.read(), format!("Error (line too long): {}...", "x".repeat(60)));
    plays_on(&mut engine);
    engine.quit();
}

#[test]
fn a_very_long_game_is_no_long_line() {
    let mut engine = Dialogue::uci("chess");
    let dance = " g1f3 g8f6 f3g1 f6g8".repeat(2000);
    engine.send(&format!("position startpos moves{dance}\ngo depth 2"));
    engine.until("bestmove ");
    engine.quit();
}

/// Half of the lines are commands with their words shuffled, half are noise. Whatever is made of them, the engine
/// answers afterwards, and plays.
#[test]
fn random_bytes_do_no_harm() {
    use rand::{RngExt, SeedableRng};
    let words = [
        "new",
        "go",
        "force",
        "undo",
        "remove",
        "analyze",
        "exit",
        "e2e4",
        "usermove",
        "d7d5",
        "setboard",
        "variant",
        "knightrelay",
        "keyles",
        "normal",
        "e3d4,d4e3k",
        "K@e2",
        "e2e2,a1b1",
        "l11",
        "rejected",
        "accepted",
        "motley",
        "10/k9/10/10/4r5/10/QR8/10/10/10[K]",
        "level",
        "40",
        "0",
        "5",
        "-1",
        "time",
        "?",
        "hint",
        ".",
        "exclude",
        "include",
        "all",
        "hard",
        "easy",
        "post",
        "st",
        "sd",
        "2",
        "depth",
        "nodes",
        "perft",
        "lift",
        "put",
        "a7",
        "draw",
        "playother",
        "option",
        "MultiPV=3",
        "memory",
        "cores",
        "8/8/8/8/8/8/8/K1k5",
        "w",
        "-",
        "show",
        "moves",
        "eval",
        "result",
    ];
    for seed in 0..6 {
        let mut random = rand_xoshiro::Xoshiro256PlusPlus::seed_from_u64(seed);
        let mut engine = Dialogue::cecp();
        engine.send("st 0.01");
        for _ in 0..400 {
            let mut line = Vec::new();
            if random.random() {
                for _ in 0..random.random_range(1..4) {
                    line.extend(words[random.random_range(0..words.len())].bytes());
                    line.push(b' ');
                }
            } else {
                line.extend((0..random.random_range(0..40)).map(|_| random.random::<u8>()));
            }
            line.push(b'\n');
            engine.send_bytes(&line);
        }
        engine.so_far();
        // It may be counting or thinking; these bring it back to a quiet game.
        engine.send(
            "exit\n?\nforce\nnew\nforce\neasy\nst 0.05\n\
             setboard rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1\nfen",
        );
        engine.until(&format!("fen {}", Chess::start()));
        plays_on(&mut engine);
        engine.quit();
    }
}
