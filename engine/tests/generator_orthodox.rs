//! Generator of chess and knight relay chess: its moves equal those of the reference generator and, for chess, of
//! cozy-chess.

use std::collections::BTreeSet;

use engine::game::{Game, GenType, MakeUnmake};
use engine::moves::{Move, MoveList};
use engine::text::Notation;
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
    let relay = G::NAME == KnightRelay::NAME;
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

/// Random position: random pieces on random squares, in a quarter of them kings and rooks at home.
fn random_position<G: Notation>(dice: &mut Dice) -> G {
    for _ in 0..1000 {
        let mut sketch = Sketch::default();
        let mut rights = String::new();
        if dice.below(4) == 0 {
            rights = sketch.set_up_castling(dice);
        } else {
            for king in ['K', 'k'] {
                while !sketch.try_put(king, dice) {}
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
    for _ in 0..1500 {
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
