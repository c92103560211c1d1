//! Properties of every game, checked along random games: move lists, text, keys, observers, make and unmake.

use std::collections::{HashMap, HashSet};

use engine::game::{BoardObserver, Chance, CompositeMoves, Game, GenType, PieceRemoval, Seat, Tactics, ToAct};
use engine::moves::{Move, MoveList};
use engine::outcome::Outcome;
use engine::record::Record;
use engine::text::Notation;
use engine::variants::{Chex, ChexByMail};
use rand::seq::IndexedRandom;
use rand::{Rng, RngExt, SeedableRng};
use rand_xoshiro::Xoshiro256PlusPlus;

/// Seeded random number generator, so that a failure can be repeated.
pub fn seeded(seed: u64) -> Xoshiro256PlusPlus {
    Xoshiro256PlusPlus::seed_from_u64(seed)
}

/// Legal moves of a position.
pub fn legal<G: Chance + CompositeMoves>(position: &G) -> MoveList {
    let mut list = MoveList::new();
    position.moves(GenType::All, &mut list);
    list
}

/// Composite moves of a position.
pub fn composite_moves<G: Chance + CompositeMoves>(position: &G) -> MoveList {
    let mut list = MoveList::new();
    position.composite_moves(&mut list);
    list
}

/// Plays a random game of at most `plies` plies and hands every position on the way to `visit`.
pub fn random_game<G: Chance + CompositeMoves>(random: &mut impl Rng, plies: usize, mut visit: impl FnMut(&Record<G>)) {
    play_random_game(random, plies, &mut visit);
}

/// [`random_game`], compiled once for each game rather than for each visitor.
fn play_random_game<G: Chance + CompositeMoves>(
    random: &mut impl Rng,
    plies: usize,
    visit: &mut dyn FnMut(&Record<G>),
) {
    let mut record = Record::<G>::default();
    for _ in 0..plies {
        visit(&record);
        if record.outcome().is_some() {
            return;
        }
        let next = match record.position().to_act() {
            ToAct::Seat(_) => *legal(record.position()).choose(random).expect("a game that is not over has moves"),
            ToAct::Chance => {
                let mut outcomes = Vec::new();
                record.position().chance_outcomes(&mut outcomes);
                outcomes.choose_weighted(random, |outcome| outcome.1).expect("a chance node has outcomes").0
            }
        };
        record.play(next);
    }
    visit(&record);
}

/// Board observer that mirrors the whole board, to be compared with the position that it follows.
#[derive(Clone, Default, PartialEq, Eq, Debug)]
struct Mirror {
    board: HashMap<usize, (Seat, usize)>,
    before: Vec<HashMap<usize, (Seat, usize)>>,
}

impl<G> BoardObserver<G> for Mirror {
    fn begin(&mut self) {
        self.before.push(self.board.clone());
    }
    fn put(&mut self, seat: Seat, kind: usize, field: usize) {
        let old = self.board.insert(field, (seat, kind));
        assert_eq!(old, None, "put on the occupied field {field}");
    }
    fn take(&mut self, seat: Seat, kind: usize, field: usize) {
        assert_eq!(self.board.remove(&field), Some((seat, kind)), "taken from field {field}");
    }
    fn revert(&mut self) {
        self.board = self.before.pop().expect("a ply to take back");
    }
}

fn populated<G: Chance + CompositeMoves>(position: &G) -> Mirror {
    let mut mirror = Mirror::default();
    position.populate::<Mirror>(&mut mirror);
    mirror
}

/// Checks that the halfmove clock and the move number stop at the greatest number that a text can have: positions along
/// random games keep every property with both there, or one before.
///
/// # Panics
/// If a property is violated, or a number goes beyond.
pub fn check_greatest_counters<G: Tactics + Notation>(games: u64, plies: usize) {
    for seed in 0..games {
        let mut random = seeded(seed);
        let mut positions = Vec::new();
        random_game::<G>(&mut random, plies, |record| positions.push(record.position().to_string()));
        for text in positions {
            let (rest, _) = text.rsplit_once(' ').expect("a move number");
            let (rest, _) = rest.rsplit_once(' ').expect("a halfmove clock");
            for number in [u16::MAX - 1, u16::MAX] {
                let text = format!("{rest} {number} {number}");
                let position: G = text.parse().unwrap_or_else(|error| panic!("{text}: {error}"));
                assert_eq!(position.to_string(), text);
                check_position(&position, &mut random);
                for &mv in &legal(&position) {
                    let mut child = position.clone();
                    child.make(mv, &mut ());
                    let text = child.to_string();
                    let mut counters = text.rsplit(' ').map(|word| word.parse::<u16>().expect("a counter"));
                    let made = counters.next().expect("a move number");
                    let clock = counters.next().expect("a halfmove clock");
                    assert!(made >= number && (clock == 0 || clock >= number), "{text}");
                    assert_eq!(text.parse(), Ok(child), "{text}");
                }
            }
        }
    }
}

/// Checks a text from outside: a position that is read from it has all properties of any other, and an error names a
/// place in the text.
///
/// # Panics
/// If a property is violated.
pub fn check_any_text<G: Tactics + Notation>(text: &str) {
    match text.parse::<G>() {
        Ok(position) => check_position(&position, &mut seeded(1)),
        Err(error) => {
            let length = text.chars().count();
            assert!((1..=length + 1).contains(&error.column), "{error} in a text of {length} characters: {text:?}");
            assert!(!error.reason.is_empty());
        }
    }
}

/// Checks one position: its lists of moves, text, key, chance outcomes and null move, and each move. Of the moved kind
/// and the target of a move only the range is checked.
///
/// # Panics
/// If a property is violated.
pub fn check_position<G: Tactics + Notation>(position: &G, random: &mut impl Rng) {
    let moves = legal(position);
    check_lists(position, &moves, random);
    check_text(position, &moves);
    assert_eq!(position.key(), position.key_from_scratch(), "key of {position}");
    for &mv in &moves {
        check_move(position, mv);
    }
    if position.to_act() == ToAct::Chance && position.outcome().is_none() {
        check_distinct_outcomes(position);
        check_winning_outcomes(position);
    }
    if position.to_act() != ToAct::Chance && position.null_move_allowed() {
        let mut passed = position.clone();
        let undo = passed.make_null();
        assert_ne!(passed.to_act(), position.to_act());
        assert_eq!(passed.key(), passed.key_from_scratch(), "key after a null move in {position}");
        passed.unmake_null(undo);
        assert_eq!(&passed, position, "null move taken back");
    }
}

/// Position after a move or a chance outcome.
pub fn after<G: Game>(position: &G, mv: Move) -> G {
    let mut next = position.clone();
    next.make(mv, &mut ());
    next
}

/// Checks that the distinct outcomes of a chance node allow the moves that all outcomes allow, with the same weights.
/// Where the game calls the likeliest of them the best, it must allow every move of any of them but a forced one, which
/// may be a pass: that a pass is no better is an assumption of the search's, which excludes zugzwang only.
fn check_distinct_outcomes<G: Tactics + Notation>(position: &G) {
    let [mut all, mut distinct] = [Vec::new(), Vec::new()];
    position.chance_outcomes(&mut all);
    position.distinct_outcomes(&mut distinct);
    let allowed = |outcome: Move| {
        let mut moves: Vec<u32> = legal(&after(position, outcome)).iter().map(|mv| mv.to_bits()).collect();
        moves.sort_unstable();
        moves
    };
    let weights = |outcomes: &[(Move, u32)]| {
        let mut weights: HashMap<Vec<u32>, u32> = HashMap::new();
        outcomes.iter().for_each(|&(outcome, weight)| *weights.entry(allowed(outcome)).or_default() += weight);
        weights
    };
    assert_eq!(weights(&distinct), weights(&all), "distinct outcomes of {position}");
    assert!(distinct.iter().all(|(outcome, _)| all.iter().any(|(other, _)| other == outcome)), "{position}");
    if position.likeliest_outcome_is_best() {
        let likeliest = distinct.iter().max_by_key(|(_, weight)| weight).expect("a chance node has outcomes").0;
        let best = allowed(likeliest);
        for moves in distinct.iter().map(|&(outcome, _)| allowed(outcome)).filter(|moves| moves.len() > 1) {
            assert!(moves.iter().all(|mv| best.contains(mv)), "the likeliest outcome of {position}");
        }
    }
}

/// Checks the weight of winning outcomes against all moves after each outcome.
fn check_winning_outcomes<G: Tactics + Notation>(position: &G) {
    let Some(told) = position.winning_outcomes() else { return };
    let mut outcomes = Vec::new();
    position.chance_outcomes(&mut outcomes);
    let mut counted = [0; 2];
    for (outcome, weight) in outcomes {
        let after_outcome = after(position, outcome);
        let wins = |&mv: &Move| {
            let end = after(&after_outcome, mv).outcome();
            matches!(end, Some(Outcome::Win(winner, _)) if winner == position.side_to_move())
        };
        counted[usize::from(!legal(&after_outcome).iter().any(wins))] += weight;
    }
    assert_eq!(told, counted, "winning outcomes of {position}");
}

/// Checks the positions without a piece along random games: each lacks the piece of its field and is the same
/// otherwise.
///
/// # Panics
/// If one is not, or has a wrong key.
pub fn check_piece_removal<G: Tactics + Notation + PieceRemoval>(games: u64, plies: usize) {
    // Moves of Chex name fields of the frame, its observers hear cells of the plane.
    let by_frame = [Chex::name(), ChexByMail::name()].contains(&G::name());
    for seed in 0..games {
        random_game::<G>(&mut seeded(seed), plies, |record| {
            let position = record.position();
            let board = populated(position).board;
            let mut missing = HashSet::new();
            for (field, without) in position.without_each_piece() {
                assert_eq!(without.key(), without.key_from_scratch(), "key without the piece on {field} of {position}");
                let rest = populated(&without).board;
                assert_eq!(rest.len() + 1, board.len(), "a piece is missing on {field} of {position}");
                assert!(rest.iter().all(|(field, piece)| board.get(field) == Some(piece)), "{field} of {position}");
                assert_eq!(without.side_to_move(), position.side_to_move());
                let gone: Vec<usize> = board.keys().filter(|field| !rest.contains_key(field)).copied().collect();
                assert!(by_frame || gone == [field], "{gone:?} is missing, not {field}, of {position}");
                missing.extend(gone);
            }
            assert_eq!(missing.len(), position.without_each_piece().len(), "each piece once, in {position}");
        });
    }
}

fn check_lists<G: Tactics + Notation>(position: &G, moves: &MoveList, random: &mut impl Rng) {
    let mut unique: Vec<Move> = moves.to_vec();
    unique.sort();
    unique.dedup();
    assert_eq!(unique.len(), moves.len(), "a move is listed twice in {position}");
    assert_eq!(position.count_moves(), moves.len(), "count in {position}");

    let mut staged = MoveList::new();
    position.moves(GenType::Noisy, &mut staged);
    assert!(staged.iter().all(|&mv| position.is_noisy(mv)), "a quiet move among the noisy ones in {position}");
    let noisy = staged.len();
    position.moves(GenType::Quiet, &mut staged);
    assert!(
        !staged[noisy..].iter().any(|&mv| position.is_noisy(mv)),
        "a noisy move among the quiet ones in {position}"
    );
    staged.sort();
    assert_eq!(&staged[..], &unique[..], "noisy and quiet moves are all moves in {position}");

    assert!(moves.iter().all(|&mv| position.is_legal(mv)), "a listed move is called illegal in {position}");
    assert!(!position.is_legal(Move::NONE));
    for _ in 0..20 {
        // Any number at all, and near misses: a legal move with one field changed.
        let wild = Move::from_bits(random.random());
        let near =
            moves.choose(random).map_or(wild, |mv| Move::from_bits(mv.to_bits() ^ 1 << random.random_range(0..32)));
        for mv in [wild, near] {
            assert_eq!(position.is_legal(mv), moves.contains(&mv), "{mv:?} in {position}");
        }
    }
}

fn check_text<G: Notation>(position: &G, moves: &MoveList) {
    let text = position.to_string();
    let read: G = text.parse().unwrap_or_else(|error| panic!("{text} is not read back: {error}"));
    assert_eq!(&read, position, "{text} read back");
    for &mv in moves {
        let written = position.write_move(mv);
        assert_eq!(position.read_move(&written), Ok(mv), "{written} in {text}");
    }
}

fn check_move<G: Tactics + Notation>(position: &G, mv: Move) {
    let before = populated(position);
    let mut observer = before.clone();
    let mut after = position.clone();
    let field = position.target(mv);
    assert!(
        field < G::FIELDS
            && position.moved_kind(mv) < G::KINDS
            && position.captured_kind(mv).is_none_or(|kind| kind < G::KINDS)
    );
    let undo = after.make(mv, &mut observer);
    let is_opponents_turn = after.to_act() != ToAct::Chance && after.side_to_move() != position.side_to_move();
    let check = is_opponents_turn && after.in_check();
    assert_eq!(position.gives_check(mv), check, "check by {} in {position}", position.write_move(mv));
    assert_eq!(after.key(), after.key_from_scratch(), "key after {} in {position}", position.write_move(mv));
    assert_eq!(observer.board, populated(&after).board, "what {} reported in {position}", position.write_move(mv));
    // Where more than two play, the men of players who are out leave other fields as well.
    let captured = before.board.iter().find(|&(at, piece)| {
        let leaves = piece.0 != position.side_to_move() && observer.board.get(at) != Some(piece);
        leaves && (G::SEATS == 2 || *at == field)
    });
    let captured = captured.map(|(_, &(_, kind))| kind);
    assert_eq!(position.captured_kind(mv), captured, "captured by {} in {position}", position.write_move(mv));
    after.unmake(mv, undo);
    BoardObserver::<G>::revert(&mut observer);
    assert_eq!(&after, position, "{} taken back", position.write_move(mv));
    assert_eq!(observer, before);
}

/// Checks the positions of random games of `G`.
pub fn check_random_games<G: Tactics + Notation>(games: usize, plies: usize, seed: u64) {
    let mut random = seeded(seed);
    let mut checker = seeded(!seed);
    for _ in 0..games {
        random_game::<G>(&mut random, plies, |record| {
            check_position(record.position(), &mut checker);
            check_reversible_keys(record);
        });
    }
}

/// Checks that no position from before an irreversible move has come back.
fn check_reversible_keys<G: Game + Notation>(record: &Record<G>) {
    let key = record.position().key();
    let occurrences = record.earlier().iter().filter(|earlier| earlier.key() == key).count();
    let kept = record.reversible_keys().into_iter().filter(|&earlier| earlier == key).count();
    assert_eq!(kept, occurrences, "{}", record.position());
}

/// Checks a game's knowledge of wins at once, against every move, along random games.
///
/// # Panics
/// If it is wrong, or no position or every position is won.
pub fn check_wins_at_once<G: Tactics + Notation>(games: usize, plies: usize, seed: u64) {
    let mut random = seeded(seed);
    let mut seen = [0; 2];
    for _ in 0..games {
        random_game::<G>(&mut random, plies, |record| {
            let position = record.position();
            if position.outcome().is_some() {
                return;
            }
            let wins = |&mv: &Move| {
                let outcome = after(position, mv).outcome();
                matches!(outcome, Some(Outcome::Win(winner, _)) if winner == position.side_to_move())
            };
            let won = legal(position).iter().any(wins);
            assert_eq!(position.known_mate(), won.then_some(1), "{position}");
            seen[usize::from(won)] += 1;
        });
    }
    assert!(seen[0] > 0 && seen[1] > 0, "{seen:?} in {}", G::name());
}

/// Checks that `key_after` is the key of the child after at least `percent` of the moves of random games.
pub fn check_key_after<G: Tactics>(games: usize, plies: usize, seed: u64, percent: usize) {
    let mut random = seeded(seed);
    let (mut right, mut all) = (0, 0);
    for _ in 0..games {
        random_game::<G>(&mut random, plies, |record| {
            let position = record.position();
            for mv in legal(position) {
                right += usize::from(position.key_after(mv) == after(position, mv).key());
                all += 1;
            }
        });
    }
    assert!(100 * right >= percent * all, "{right} of {all} keys are predicted in {}", G::name());
}

/// Checks that a record undoes a whole game composite move by composite move, and lists the moves that were played.
pub fn check_undo<G: Chance + CompositeMoves>(plies: usize, seed: u64) {
    let mut positions = Vec::new();
    let mut last = Record::<G>::default();
    random_game::<G>(&mut seeded(seed), plies, |record| {
        positions.push(record.position().clone());
        last = record.clone();
    });
    let plies = last.composite_moves().flat_map(|(before, composite)| before.plies_of(composite));
    assert!(plies.eq(last.plies().iter().copied()), "the composite moves of {:?}", last.plies());
    let mut begun = last.position().begins_move();
    while let Some(composite) = last.undo() {
        assert_eq!(last.position(), &positions[last.plies().len()]);
        assert!(last.position().begins_move());
        if begun {
            let mut again = last.clone();
            again.play(composite);
            assert_eq!(again.position(), &positions[again.plies().len()]);
        }
        begun = true;
    }
    assert_eq!(last.position(), &positions[0]);
}
