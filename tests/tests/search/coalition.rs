//! Coalition search without pruning has the value of the plain recursion: Paranoid and BRS+, for three and four.

use engine::game::{Game, GenType, MakeUnmake, MoveFacts, Multiplayer, NullMove, Seat};
use engine::moves::{Move, MoveList};
use engine::record::Record;
use engine::search::coalition::{Coalition, CoalitionSearcher, Form, draw_value, opponents_are_greedy, ordering_move};
use engine::search::score::{MATE, MATE_BOUND, mated_in};
use engine::search::{Control, Limits, MaterialShares, Search, Verdict};
use engine::text::Notation;
use engine::variants::{Kaleido3, Kaleido4};
use rand_xoshiro::Xoshiro256PlusPlus;
use rand_xoshiro::rand_core::{Rng, SeedableRng};
use tests::brawl::{Brawl, Lives};
use tests::multiplayer::{assert_exact, coalition_value, random_positions};
use tests::positions::position;
use tests::properties::legal;
use tests::toys::Noise;

type Three = Brawl<3, true>;
type Four = Brawl<4, true>;

const FORMS: [Form; 2] = [Form::Paranoid, Form::BestReply];

const THREES: [[u8; 4]; 6] = [[2, 2, 2, 0], [1, 2, 3, 0], [3, 1, 1, 0], [2, 0, 2, 0], [1, 1, 4, 0], [4, 4, 1, 0]];

const FOURS: [[u8; 4]; 6] = [[2, 2, 2, 2], [1, 2, 3, 1], [3, 1, 1, 2], [2, 0, 2, 3], [1, 1, 4, 0], [2, 4, 1, 1]];

#[test]
fn three_players() {
    for form in FORMS {
        for lives in THREES {
            for seat in (0..3).filter(|&seat| lives[seat] > 0) {
                assert_exact::<Three, Noise>(&Brawl::new(lives, seat, 0), 6, form, 1);
                assert_exact::<Three, Lives>(&Brawl::new(lives, seat, 0), 6, form, 1);
            }
        }
    }
}

#[test]
fn four_players() {
    for form in FORMS {
        for lives in FOURS {
            for seat in (0..4).filter(|&seat| lives[seat] > 0) {
                assert_exact::<Four, Noise>(&Brawl::new(lives, seat, 0), 6, form, 1);
                assert_exact::<Four, Lives>(&Brawl::new(lives, seat, 0), 5, form, 1);
            }
        }
    }
}

#[test]
fn the_limit_of_plies_without_progress() {
    for form in FORMS {
        for clock in 24..30 {
            assert_exact::<Three, Noise>(&Brawl::new([2, 2, 3, 0], 1, clock), 6, form, 1);
            assert_exact::<Four, Noise>(&Brawl::new([2, 2, 1, 2], 3, clock), 6, form, 1);
        }
    }
}

#[test]
fn several_threads() {
    for form in FORMS {
        assert_exact::<Three, Noise>(&Brawl::new([2, 2, 3, 0], 1, 0), 6, form, 3);
        assert_exact::<Four, Noise>(&Brawl::new([2, 2, 2, 2], 2, 0), 6, form, 3);
    }
}

fn think<const SEATS: usize>(record: &Record<Brawl<SEATS, true>>, form: Form, threads: usize, depth: u32) -> Verdict {
    let mut searcher = CoalitionSearcher::<Brawl<SEATS, true>, Lives>::new(Lives, form);
    searcher.set_threads(threads);
    let limits = Limits { depth: Some(depth), ..Limits::default() };
    searcher.think(record, &limits, &Control::new(), &mut |_| {})
}

#[test]
fn forced_wins_of_the_last_one_in_are_found() {
    // Black has one life: a hit ends the game.
    for form in FORMS {
        for threads in [1, 3] {
            let verdict = think(&Record::new(Three::new([3, 0, 1, 0], 0, 0)), form, threads, 4);
            assert_eq!(verdict.score, -mated_in(1), "{form:?}");
        }
    }
    // Two are hit one after the other, if they do not hit back: with many lives that is certain.
    let game = Three::new([9, 1, 1, 0], 0, 0);
    let verdict = think(&Record::new(game), Form::Paranoid, 1, 9);
    assert_eq!(verdict.score, coalition_value::<Three, Lives>(&game, 7, Form::Paranoid), "{verdict:?}");
    assert!(verdict.score >= MATE_BOUND);
}

#[test]
fn being_knocked_out_is_a_loss_though_the_game_goes_on() {
    // Each of three opponents can take the last life.
    let verdict = think(&Record::new(Four::new([1, 3, 3, 3], 0, 0)), Form::Paranoid, 1, 5);
    assert_eq!(verdict.score, mated_in(2));
    assert!(verdict.score > -MATE);
}

#[test]
fn a_draw_by_repetition_is_worth_an_equal_share() {
    let mut record = Record::new(Four::new([2, 2, 2, 2], 1, 0));
    for _ in 0..7 {
        let rest = record.position().side_to_move().index() as u16;
        record.play(Move::new(rest, rest, 1));
    }
    // White's rest makes the position of Red occur for the third time.
    assert_eq!(record.position().side_to_move(), Seat::WHITE);
    let mut searcher = CoalitionSearcher::<Four, Lives>::new(Lives, Form::Paranoid);
    let limits = Limits { depth: Some(1), searchmoves: vec![Move::new(0, 0, 1)], ..Limits::default() };
    let verdict = searcher.think(&record, &limits, &Control::new(), &mut |_| {});
    assert_eq!(verdict.score, draw_value(4));
}

#[test]
fn one_thread_does_the_same_again() {
    for form in FORMS {
        let run = || {
            let verdict = think(&Record::new(Four::new([4, 4, 4, 4], 2, 0)), form, 1, 8);
            (verdict.best, verdict.score, verdict.nodes)
        };
        assert_eq!(run(), run());
    }
}

/// Stages and legality of a coalition's moves, and what making and unmaking leaves.
fn assert_sound<G: Multiplayer>(position: &Coalition<G>) {
    let staged = |stage| {
        let mut moves = MoveList::new();
        position.moves(stage, &mut moves);
        let mut moves = moves.to_vec();
        moves.sort_unstable_by_key(|mv| mv.to_bits());
        moves
    };
    let (all, noisy, quiet) = (staged(GenType::All), staged(GenType::Noisy), staged(GenType::Quiet));
    let mut both = [noisy.clone(), quiet].concat();
    both.sort_unstable_by_key(|mv| mv.to_bits());
    assert_eq!(both, all, "{position:?}");
    assert!(all.iter().all(|&mv| position.is_legal(mv) && position.is_noisy(mv) == noisy.contains(&mv)));
    assert_eq!(position.key(), position.key_from_scratch());
    for &mv in all.iter().take(20) {
        let mut next = position.clone();
        let undo = next.make(mv, &mut ());
        next.unmake(mv, undo);
        assert_eq!(next, *position);
    }
}

#[test]
fn stages_keys_and_unmaking_are_sound() {
    for form in FORMS {
        for game in random_positions::<Kaleido4>(60, 0..60) {
            for root in Seat::all(4).filter(|&seat| game.is_in(seat)) {
                assert_sound(&Coalition::with_root(game, root, form));
            }
            let keys = Seat::all(4).map(|root| Coalition::with_root(game, root, form).key());
            let keys: Vec<u64> = keys.collect();
            assert!((1..4).all(|seat| !keys[..seat].contains(&keys[seat])), "each root player has its own key");
        }
    }
}

/// Ordering move of White, for the text of the first three sectors. Black and Green hold castles far away.
fn ordered(sectors: &str) -> String {
    let game: Kaleido4 = position(&format!("{sectors}/11/1v9/11/1'v9/11/1 w - - - - 0 1"));
    game.write_move(ordering_move(&game).expect("a move"))
}

#[test]
fn the_ordering_move_gains_most_by_see() {
    assert_eq!(ordered("1V2p6/4E6/4t6"), "2E+3E", "a tiger is worth more than a pawn");
    assert_eq!(ordered("1V2t6/4E6/4t6"), "2E+1E", "the first of two tigers");
    assert_eq!(ordered("1V2p6/4E6/3pt6"), "2E+1E", "a pawn recaptures where the tiger stands");
    assert_eq!(ordered("1VP8/8v2/11"), "1C-2A", "a raven captures what comes to 1D");
}

#[test]
fn the_ordering_move_answers_a_threat_before_it_gains() {
    assert_eq!(ordered("1V1v7/4E6/4t6"), "2E+1D", "the raven attacks the only castle");
    assert_eq!(ordered("vV4P4/4E6/4t6"), "1G-00", "out of reach: a second castle answers the threat");
}

#[test]
fn the_ordering_move_gives_up_own_men_last() {
    // The moves of the raven come first, and give up the only castle; then the pawn may capture the raven.
    assert_eq!(ordered("1VP8/11/11"), "1C-1D");
    assert_eq!(ordered("1V9/11/11"), "1B-1A", "there is nothing else");
}

#[test]
fn only_one_opponent_of_a_round_moves_freely() {
    let mut position = Coalition::new(Kaleido4::start(), Form::BestReply);
    let first = |position: &Coalition<Kaleido4>| legal(position)[0];
    position.make(ordering_move(position.game()).expect("a move"), &mut ());
    let (free, ordered) = (legal(&position), ordering_move(position.game()).expect("a move"));
    assert!(free.len() > 50 && free.contains(&ordered));
    // A move after which the opponent is still in.
    let keeps_castle = |mv| {
        let (mover, mut next) = (position.game().side_to_move(), position);
        next.make(mv, &mut ());
        next.game().is_in(mover)
    };
    let other = *free.iter().find(|&&mv| mv != ordered && keeps_castle(mv)).expect("another move");
    let mut used = position;
    used.make(other, &mut ());
    assert_eq!(legal(&used).as_slice(), [ordering_move(used.game()).expect("a move")]);
    used.make(first(&used), &mut ());
    assert_eq!(legal(&used).len(), 1, "the last opponent has no choice either");
    used.make(first(&used), &mut ());
    assert!(legal(&used).len() > 50 && used.seat() == Seat::WHITE, "the root player has");
    position.make(ordered, &mut ());
    position.make(ordering_move(position.game()).expect("a move"), &mut ());
    assert!(legal(&position).len() > 50, "the choice is left to the last opponent");
}

fn assert_real_game_is_exact<G: Multiplayer>(count: u64) {
    let mut players = [0; Seat::MAX + 1];
    for game in random_positions::<G>(count, 0..60) {
        let left = Seat::all(G::SEATS).filter(|&seat| game.is_in(seat)).count();
        players[left] += 1;
        for form in FORMS {
            assert_exact::<G, MaterialShares<G>>(&game, if left > 2 { 2 } else { 3 }, form, 1);
            assert_exact::<G, Noise>(&game, 2, form, 1);
        }
    }
    assert!(players[2..=G::SEATS].iter().all(|&count| count > 0), "{players:?}");
}

#[test]
fn kaleidochess_for_three() {
    assert_real_game_is_exact::<Kaleido3>(20);
}

#[test]
fn kaleidochess_for_four() {
    assert_real_game_is_exact::<Kaleido4>(20);
}

#[test]
fn castles_that_fall_are_seen() {
    let (mut wins, mut threats) = (0, 0);
    for game in random_positions::<Kaleido4>(400, 0..80) {
        let players: Vec<Seat> = Seat::all(4).filter(|&seat| game.is_in(seat)).collect();
        for form in FORMS {
            let mut searcher = CoalitionSearcher::new(MaterialShares::<Kaleido4>::default(), form);
            let mut think = |depth| {
                let limits = Limits { depth: Some(depth), ..Limits::default() };
                searcher.think(&Record::new(game), &limits, &Control::new(), &mut |_| {})
            };
            if players.len() == 2 && players.iter().any(|&seat| game.can_eliminate(seat)) {
                assert_eq!(think(1).score, -mated_in(1), "{form:?}: {game:?}");
                wins += 1;
            }
            if game.in_check() && legal(&game).iter().any(|&mv| game.is_evasion(mv)) && threats < 40 {
                let best = think(2).best.expect("a move");
                assert!(game.is_evasion(best), "{form:?}: {best:?} in {game:?}");
                threats += 1;
            }
        }
    }
    assert!(wins > 6 && threats == 40, "{wins} wins, {threats} threats");
}

/// Number of opponents who could eliminate a player with their next move, each as if those before it passed.
fn attackers(mut game: Kaleido4, seat: Seat) -> usize {
    let mut attackers = 0;
    while game.side_to_move() != seat {
        let eliminates = |&mv: &Move| {
            let mut next = game;
            next.make(mv, &mut ());
            !next.is_in(seat)
        };
        attackers += usize::from(legal(&game).iter().any(eliminates));
        game.make_null();
    }
    attackers
}

#[test]
fn where_the_coalition_wins_the_fewest_threats_are_left() {
    let mut lost = 0;
    for game in random_positions::<Kaleido4>(6000, 8..60) {
        let root = game.side_to_move();
        let mut searcher = CoalitionSearcher::new(MaterialShares::<Kaleido4>::default(), Form::Paranoid);
        let limits = Limits { depth: Some(1), ..Limits::default() };
        let verdict = searcher.think(&Record::new(game), &limits, &Control::new(), &mut |_| {});
        let players = Seat::all(4).filter(|&seat| game.is_in(seat)).count();
        if verdict.score > -MATE_BOUND || players == 2 {
            continue;
        }
        let threats_after = |mv: Move| {
            let mut next = game;
            next.make(mv, &mut ());
            if next.is_in(root) { attackers(next, root) } else { players }
        };
        let fewest = legal(&game).iter().map(|&mv| threats_after(mv)).min().expect("there is a move");
        assert_eq!(threats_after(verdict.best.expect("there is a move")), fewest, "{game:?}");
        lost += 1;
    }
    assert!(lost > 3, "{lost} positions");
}

/// Samples of a round in which each opponent plays one of the moves of greatest gain.
const ROUNDS: usize = 40;

/// Part of the sampled rounds after a move in which the mover stays in.
fn survival(game: Kaleido4, mv: Move, random: &mut Xoshiro256PlusPlus) -> f64 {
    let root = game.side_to_move();
    let mut round = || {
        let mut next = game;
        next.make(mv, &mut ());
        while next.result().is_none() && next.is_in(root) && next.side_to_move() != root {
            let greatest = legal(&next).iter().map(|&mv| next.gain(mv)).max();
            let takes: Vec<Move> = legal(&next).into_iter().filter(|&mv| Some(next.gain(mv)) == greatest).collect();
            next.make(takes[random.next_u64() as usize % takes.len()], &mut ());
        }
        next.is_in(root)
    };
    (0..ROUNDS).filter(|_| round()).count() as f64 / ROUNDS as f64
}

/// Record from the start position in which White is to move, and has played at random. An opponent takes what it can on
/// an occasion where `takes` says so of its seat and the number of its occasions before, and nothing on any other.
fn record_against(
    takes: &dyn Fn(Seat, usize) -> bool,
    plies: usize,
    random: &mut Xoshiro256PlusPlus,
) -> Record<Kaleido4> {
    let mut record = Record::new(Kaleido4::start());
    let mut occasions = [0; Seat::MAX];
    while record.outcome().is_none()
        && (record.plies().len() < plies || record.position().side_to_move() != Seat::WHITE)
    {
        let game = *record.position();
        let mut moves = legal(&game);
        let seat = game.side_to_move();
        let greatest = moves.iter().map(|&mv| game.gain(mv)).max().unwrap_or(0);
        if seat != Seat::WHITE && greatest > 0 {
            if takes(seat, occasions[seat.index()]) {
                moves.retain(|&mut mv| game.gain(mv) == greatest);
            } else {
                moves.retain(|&mut mv| game.gain(mv) == 0);
            }
            occasions[seat.index()] += 1;
        }
        record.play(moves[random.next_u64() as usize % moves.len()]);
    }
    record
}

/// Records in which White is to move against two or three others who took what they could, or nothing.
fn records_against(greedy: bool, random: &mut Xoshiro256PlusPlus) -> Vec<Record<Kaleido4>> {
    let mut records: Vec<_> = (0..400).map(|_| record_against(&|_, _| greedy, 12, random)).collect();
    records.retain(|record| {
        let game = record.position();
        let players = Seat::all(4).filter(|&seat| game.is_in(seat)).count();
        record.outcome().is_none() && game.is_in(Seat::WHITE) && players > 2
    });
    records
}

/// Verdict on the last position of a record, by a searcher that has searched the start position before.
fn verdict_on(record: &Record<Kaleido4>) -> Verdict {
    let mut searcher = CoalitionSearcher::new(MaterialShares::<Kaleido4>::default(), Form::Paranoid);
    let mut think = |record: &Record<Kaleido4>, nodes| {
        let limits = Limits { nodes: Some(nodes), ..Limits::default() };
        searcher.think(record, &limits, &Control::new(), &mut |_| {})
    };
    think(&Record::new(Kaleido4::start()), 1);
    think(record, 10_000)
}

#[test]
fn against_greedy_opponents_the_practical_chances_decide() {
    let mut random = Xoshiro256PlusPlus::seed_from_u64(1);
    let (mut desperate, mut played, mut possible) = (0, 0.0, 0.0);
    for record in records_against(true, &mut random) {
        let game = *record.position();
        let verdict = verdict_on(&record);
        if verdict.score > -MATE_BOUND {
            continue;
        }
        let best = verdict.best.expect("there is a move");
        assert_eq!(verdict_on(&record).best, Some(best), "equal positions have equal samples");
        played += survival(game, best, &mut random);
        possible += legal(&game).iter().map(|&mv| survival(game, mv, &mut random)).fold(0.0, f64::max);
        desperate += 1;
    }
    assert!(desperate > 10 && possible > 0.5 * f64::from(desperate), "{desperate}, {possible} could be survived");
    assert!(played > 0.8 * possible, "{played} of {possible} in {desperate} positions");
}

#[test]
fn unless_all_opponents_are_greedy_the_coalition_decides() {
    let mut random = Xoshiro256PlusPlus::seed_from_u64(3);
    for greedy in [false, true] {
        let (mut lost, mut other) = (0, 0);
        for record in records_against(greedy, &mut random) {
            let verdict = verdict_on(&record);
            if verdict.score <= -MATE_BOUND {
                lost += 1;
                // A record that begins here tells nothing of the opponents.
                let unknown = Record::new(*record.position());
                other += usize::from(verdict_on(&unknown).best != verdict.best);
            }
        }
        assert!(lost > 10, "{lost}");
        assert!(if greedy { other > lost / 4 } else { other == 0 }, "{greedy}: {other} of {lost}");
    }
}

#[test]
fn practical_chances_keep_to_the_root_moves() {
    let mut random = Xoshiro256PlusPlus::seed_from_u64(4);
    let mut lost = 0;
    for record in records_against(true, &mut random).into_iter().take(100) {
        let only = legal(record.position())[..2].to_vec();
        let mut searcher = CoalitionSearcher::new(MaterialShares::<Kaleido4>::default(), Form::Paranoid);
        let mut think = |record: &Record<Kaleido4>, only: &[Move]| {
            let limits = Limits { nodes: Some(2000), multipv: 2, searchmoves: only.to_vec(), ..Limits::default() };
            searcher.think(record, &limits, &Control::new(), &mut |_| {})
        };
        think(&Record::new(Kaleido4::start()), &[]);
        let verdict = think(&record, &only);
        assert!(only.contains(&verdict.best.expect("there is a move")));
        lost += usize::from(verdict.score <= -MATE_BOUND);
    }
    assert!(lost > 10, "{lost}");
}

#[test]
fn greedy_opponents_have_taken_on_three_of_four_occasions_since_the_first_search() {
    let mut random = Xoshiro256PlusPlus::seed_from_u64(2);
    let mut records = |takes: &dyn Fn(Seat, usize) -> bool| -> Vec<Record<Kaleido4>> {
        (0..1000).map(|_| record_against(takes, 20, &mut random)).filter(|record| record.outcome().is_none()).collect()
    };
    let are_greedy = |record: &Record<Kaleido4>| opponents_are_greedy(record, 0);
    let always = records(&|_, _| true);
    assert!(always.len() > 5, "{} records", always.len());
    assert!(always.iter().all(are_greedy));
    assert!(!always.iter().any(|record| opponents_are_greedy(record, record.plies().len())), "nothing counts yet");
    assert!(records(&|_, occasion| occasion % 4 != 3).iter().all(are_greedy));
    assert!(!records(&|_, occasion| occasion % 3 != 2).iter().all(are_greedy));
    assert!(!records(&|_, _| false).iter().any(are_greedy));
    // One who takes nothing is enough to decide it, as long as it is in.
    let one_abstains = records(&|seat, _| seat != Seat::new(2));
    let is_in = |record: &&Record<Kaleido4>| record.position().is_in(Seat::new(2));
    assert!(one_abstains.iter().any(|record| is_in(&record)));
    assert!(!one_abstains.iter().filter(is_in).any(are_greedy));
}
