//! Generator of chess and knight relay chess: its moves equal those of the reference generator and, for chess and
//! Chess960, of cozy-chess.

use std::collections::BTreeSet;

use engine::game::{Game, GenType, MakeUnmake};
use engine::moves::{Move, MoveList};
use engine::text::{Notation, Style};
use engine::variants::orthodox::MoveKind;
use engine::variants::{Chess, KnightRelay};
use rand_xoshiro::Xoshiro256PlusPlus;
use rand_xoshiro::rand_core::{Rng, SeedableRng};
use reference::orthodox;

/// Seeded random numbers: the same in every run.
struct Dice(Xoshiro256PlusPlus);

impl Dice {
    fn new(seed: u64) -> Dice {
        Dice(Xoshiro256PlusPlus::seed_from_u64(seed))
    }

    fn below(&mut self, n: usize) -> usize {
        (self.0.next_u64() % n as u64) as usize
    }
}

fn moves<G: Game>(position: &G) -> MoveList {
    let mut list = MoveList::new();
    position.moves(GenType::All, &mut list);
    list
}

fn texts<G: Notation>(position: &G) -> BTreeSet<String> {
    let list = moves(position);
    let texts: BTreeSet<String> = list.iter().map(|&mv| position.write_move(mv)).collect();
    assert_eq!(texts.len(), list.len(), "a move is listed twice in {position}");
    texts
}

/// Random move. Promotions and castlings are rare in random games: where they are possible, every other time one is
/// chosen.
fn pick<G: Notation>(position: &G, dice: &mut Dice) -> Option<Move> {
    let list = moves(position);
    let special: Vec<Move> = list.iter().copied().filter(|mv| mv.kind() != 0).collect();
    match (list.len(), special.len()) {
        (0, _) => None,
        (_, some @ 1..) if dice.below(2) == 0 => Some(special[dice.below(some)]),
        (all, _) => Some(list[dice.below(all)]),
    }
}

/// Plays random moves from a position and compares the moves of each position on the way with the reference.
fn compare_with_reference<G: Notation>(mut fast: G, plies: usize, dice: &mut Dice) {
    let relay = G::name() == KnightRelay::name();
    let mut reference = orthodox::Position::new(&fast.to_string(), relay);
    for _ in 0..plies {
        assert_eq!(texts(&fast), reference.legal_moves(), "{fast}");
        let Some(mv) = pick(&fast, dice) else { break };
        reference.play(&fast.write_move(mv));
        fast.make(mv, &mut ());
        let text = fast.to_string();
        let beginning: Vec<&str> = text.split(' ').take(3).collect();
        assert_eq!(beginning.join(" "), reference.text(), "after {mv:?}");
        assert_eq!(fast.key(), fast.key_from_scratch(), "{fast}");
        assert_eq!(text.parse::<G>().expect("own text can be read"), fast);
    }
}

/// Board of a position under construction.
#[derive(Default)]
struct Sketch([[Option<char>; 8]; 8]);

impl Sketch {
    /// Puts a piece on a random square where its kind may stand, if that is free. Returns whether it was.
    fn try_put(&mut self, piece: char, dice: &mut Dice) -> bool {
        let rank = if piece.eq_ignore_ascii_case(&'p') { 1 + dice.below(6) } else { dice.below(8) };
        let square = &mut self.0[rank][dice.below(8)];
        let free = square.is_none();
        square.get_or_insert(piece);
        free
    }

    /// Puts the kings and some of the rooks where Chess960 may begin with them, each side for itself. Returns their
    /// castling rights, each by the letter of its rook's file.
    fn set_up_chess960_castling(&mut self, dice: &mut Dice) -> String {
        let mut rights = String::new();
        for (rank, king, rook, a) in [(0, 'K', 'R', b'A'), (7, 'k', 'r', b'a')] {
            let at = 1 + dice.below(6);
            self.0[rank][at] = Some(king);
            for file in [dice.below(at), at + 1 + dice.below(7 - at)] {
                if dice.below(3) != 0 {
                    self.0[rank][file] = Some(rook);
                    rights.push((a + file as u8) as char);
                }
            }
        }
        rights
    }

    /// Puts the kings and some of the rooks at home. Returns their castling rights.
    fn set_up_castling(&mut self, dice: &mut Dice) -> String {
        (self.0[0][4], self.0[7][4]) = (Some('K'), Some('k'));
        let mut rights = String::new();
        for (right, rank, file, rook) in [('K', 0, 7, 'R'), ('Q', 0, 0, 'R'), ('k', 7, 7, 'r'), ('q', 7, 0, 'r')] {
            if dice.below(2) == 0 {
                self.0[rank][file] = Some(rook);
                rights.push(right);
            }
        }
        rights
    }

    fn text(&self) -> String {
        let row = |row: &[Option<char>; 8]| row.iter().map(|piece| piece.unwrap_or('1')).collect::<String>();
        let board = self.0.iter().rev().map(row).collect::<Vec<_>>().join("/");
        (2..=8).rev().fold(board, |board, run| board.replace(&"1".repeat(run), &run.to_string()))
    }
}

/// Random position: random pieces on random squares, in a quarter of them kings and rooks at home, in another quarter
/// where Chess960 may begin with them.
fn random_position<G: Notation>(dice: &mut Dice) -> G {
    for _ in 0..1000 {
        let mut sketch = Sketch::default();
        let mut rights = String::new();
        match dice.below(4) {
            0 => rights = sketch.set_up_castling(dice),
            1 => rights = sketch.set_up_chess960_castling(dice),
            _ => {
                for king in ['K', 'k'] {
                    while !sketch.try_put(king, dice) {}
                }
            }
        }
        for _ in 0..dice.below(22) {
            sketch.try_put(b"PPPNNBRQpppnnbrq"[dice.below(16)] as char, dice);
        }
        let side = if dice.below(2) == 0 { 'w' } else { 'b' };
        let rights = if rights.is_empty() { "-" } else { &rights };
        // Impossible ones (the king of the side not to move is in check, too many queens) are drawn again.
        if let Ok(position) = format!("{} {side} {rights} - 0 1", sketch.text()).parse() {
            return position;
        }
    }
    panic!("a thousand impossible positions in a row");
}

fn compare_random_positions<G: Notation>(seed: u64) {
    let mut dice = Dice::new(seed);
    for _ in 0..2000 {
        compare_with_reference::<G>(random_position(&mut dice), 6, &mut dice);
    }
}

fn compare_random_games<G: Notation>(seed: u64) {
    let mut dice = Dice::new(seed);
    for _ in 0..20 {
        compare_with_reference(G::start(), 200, &mut dice);
    }
}

#[test]
fn moves_in_random_positions_of_chess_equal_the_reference() {
    compare_random_positions::<Chess>(1);
}

#[test]
fn moves_in_random_positions_of_knight_relay_equal_the_reference() {
    compare_random_positions::<KnightRelay>(2);
}

#[test]
fn moves_in_random_games_of_chess_equal_the_reference() {
    compare_random_games::<Chess>(3);
}

#[test]
fn moves_in_random_games_of_knight_relay_equal_the_reference() {
    compare_random_games::<KnightRelay>(4);
}

/// Moves of cozy-chess as UCI text. Internally cozy-chess castles as "king takes own rook".
fn cozy_texts(board: &cozy_chess::Board) -> BTreeSet<String> {
    let mut texts = BTreeSet::new();
    board.generate_moves(|moves| {
        texts.extend(moves.into_iter().map(|mv| cozy_chess::util::display_uci_move(board, mv).to_string()));
        false
    });
    texts
}

#[test]
fn moves_in_random_games_of_chess_equal_those_of_cozy_chess() {
    let mut dice = Dice::new(5);
    let mut captures_en_passant = 0;
    for _ in 0..300 {
        let (mut ours, mut cozy) = (Chess::start(), cozy_chess::Board::startpos());
        for _ in 0..200 {
            assert_eq!(texts(&ours), cozy_texts(&cozy), "{ours}");
            captures_en_passant += usize::from(ours.en_passant().is_some());
            let Some(mv) = pick(&ours, &mut dice) else { break };
            let text = ours.write_move(mv);
            cozy.play(cozy_chess::util::parse_uci_move(&cozy, &text).expect("cozy-chess reads the move"));
            ours.make(mv, &mut ());
        }
    }
    assert!(captures_en_passant > 100, "only {captures_en_passant} chances to capture en passant");
}

/// Moves of ours and of cozy-chess in the notation of Chess960.
fn chess960_texts(ours: &Chess, cozy: &cozy_chess::Board) -> [BTreeSet<String>; 2] {
    let mut texts = BTreeSet::new();
    cozy.generate_moves(|moves| {
        texts.extend(moves.into_iter().map(|mv| mv.to_string()));
        false
    });
    let ours = moves(ours).iter().map(|&mv| ours.write_move_in(mv, Style::KingTakesRook)).collect();
    [ours, texts]
}

/// Random games of Chess960 and of double Chess960, where each side has an array of its own.
#[test]
fn moves_in_random_games_of_chess960_equal_those_of_cozy_chess() {
    let mut dice = Dice::new(6);
    let mut castlings = 0;
    for game in 0..600 {
        let white = dice.below(960) as u32;
        let black = if game % 2 == 0 { white } else { dice.below(960) as u32 };
        let mut cozy = cozy_chess::Board::double_chess960_startpos(white, black);
        let mut ours: Chess = format!("{cozy:#}").parse().expect("Shredder-FEN is read");
        for _ in 0..120 {
            let [texts, theirs] = chess960_texts(&ours, &cozy);
            assert_eq!(texts, theirs, "{ours}");
            assert_eq!(ours.to_string().parse(), Ok(ours), "X-FEN read back");
            let Some(mv) = pick(&ours, &mut dice) else { break };
            let text = ours.write_move_in(mv, Style::KingTakesRook);
            castlings += usize::from(mv.kind() == MoveKind::Castle.code());
            assert_eq!(ours.read_move(&text), Ok(mv), "{text} in {ours}");
            assert_eq!(ours.read_move(&ours.write_move(mv)), Ok(mv), "{mv:?} in {ours}");
            cozy.play(text.parse().expect("cozy-chess reads the move"));
            ours.make(mv, &mut ());
            assert_eq!(ours.key(), ours.key_from_scratch(), "{ours}");
        }
    }
    assert!(castlings > 300, "only {castlings} castlings");
}

fn perft(position: &Chess, depth: u32) -> u64 {
    if depth == 1 {
        return position.count_moves() as u64;
    }
    let after = |&mv: &Move| {
        let mut next = *position;
        next.make(mv, &mut ());
        perft(&next, depth - 1)
    };
    moves(position).iter().map(after).sum()
}

fn cozy_perft(board: &cozy_chess::Board, depth: u32) -> u64 {
    let mut nodes = 0;
    board.generate_moves(|moves| {
        if depth == 1 {
            nodes += moves.len() as u64;
        } else {
            for mv in moves {
                let mut next = board.clone();
                next.play_unchecked(mv);
                nodes += cozy_perft(&next, depth - 1);
            }
        }
        false
    });
    nodes
}

/// The 960 start positions by their Scharnagl numbers.
fn compare_perft_of_all_starts(depth: u32) {
    for number in 0..960 {
        let cozy = cozy_chess::Board::chess960_startpos(number);
        let ours: Chess = format!("{cozy:#}").parse().expect("Shredder-FEN is read");
        assert_eq!(perft(&ours, depth), cozy_perft(&cozy, depth), "start {number}: {ours}");
    }
}

#[test]
fn perft_of_the_960_starts_equals_that_of_cozy_chess() {
    compare_perft_of_all_starts(3);
}

#[test]
#[ignore = "two minutes"]
fn perft_5_of_the_960_starts_equals_that_of_cozy_chess() {
    compare_perft_of_all_starts(5);
}
