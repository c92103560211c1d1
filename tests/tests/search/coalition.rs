//! Coalition search without pruning has the value of the plain recursion: Paranoid and BRS+, for three and four.

use engine::game::{Game, GenType, MakeUnmake, MoveFacts, Multiplayer, NullMove, Seat};
use engine::moves::{Move, MoveList};
use engine::record::Record;
use engine::search::coalition::{Coalition, CoalitionSearcher, Form, draw_value, ordering_move};
use engine::search::score::{MATE, MATE_BOUND, mated_in};
use engine::search::{Control, Limits, MaterialShares, Search, Verdict};
use engine::variants::{Kaleido3, Kaleido4};
use tests::brawl::{Brawl, Lives};
use tests::multiplayer::{assert_exact, coalition_value, random_positions};
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
    let limits = Limits { depth: Some(1), only: vec![Move::new(0, 0, 1)], ..Limits::default() };
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
            if players.len() == 2 && players.iter().any(|&seat| game.can_knock_out(seat)) {
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

/// Number of opponents who could put a player out with their next move, each as if those before it passed.
fn attackers(mut game: Kaleido4, seat: Seat) -> usize {
    let mut attackers = 0;
    while game.side_to_move() != seat {
        let puts_out = |&mv: &Move| {
            let mut next = game;
            next.make(mv, &mut ());
            !next.is_in(seat)
        };
        attackers += usize::from(legal(&game).iter().any(puts_out));
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
