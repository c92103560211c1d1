//! Faults of engines: each is recognized by its kind, loses the game, and leaves the match intact.

use std::time::{Duration, Instant};

use engine::chance_rng::ChanceRng;
use engine::game::Seat;
use engine::moves::Move;
use engine::record::Record;
use engine::search::{Limits, Verdict};
use engine::text::Notation;
use engine::variants::{Chess, Kaleido3, Kaleido4};
use referee::{
    Adjudication, Dialect, Engine, Fault, FaultKind, GameConfig, GameEnd, InProcessEngine, InProcessPlayer, PlayedGame,
    Player, ProcessSpec, Restart, TimeControl, play_game,
};

/// Plays the other knight out and back.
struct Shuffler;

impl InProcessEngine<Chess> for Shuffler {
    fn new_game(&mut self, _: u64) {}

    fn think(&mut self, record: &Record<Chess>, _: &Limits) -> Verdict {
        let legal = |text: &&str| record.position().read_move(text).ok();
        let best: Option<Move> = ["b1c3", "c3b1", "b8c6", "c6b8"].iter().find_map(legal);
        Verdict { best, ponder: None, score: 0, depth: 0, nodes: 0 }
    }
}

/// Faults at the start, which cost the referee all its patience.
const HANGING_AT_START: [&str; 3] = ["hangs-at-start", "greets-for-ever", "lists-features-for-ever"];

/// Faults after a sound start, which cost the referee all its patience.
const HANGING_LATER: [&str; 4] = ["has-no-end", "hangs-at-ping", "hangs", "ignores-quit"];

/// Patience with an engine that hangs later. A sound start takes less on a machine that pauses for seconds, too.
const LATER: Duration = Duration::from_secs(8);

/// Starts of a program of unknown protocol, of which one is fast enough to be recognized.
const STARTS: usize = 5;

fn bad_engine(fault: &str, dialect: Dialect) -> ProcessSpec {
    let mut command = vec![env!("CARGO_BIN_EXE_bad_engine"), fault];
    command.extend((dialect == Dialect::Uci).then_some("uci"));
    let patience = match fault {
        _ if HANGING_AT_START.contains(&fault) => Duration::from_secs(1),
        _ if HANGING_LATER.contains(&fault) => LATER,
        _ => ProcessSpec::PATIENCE,
    };
    ProcessSpec { dialect, patience, ..ProcessSpec::new(command) }
}

fn setting(control: &str) -> GameConfig<Chess> {
    GameConfig {
        opening: Record::default(),
        chance: ChanceRng::new(1),
        seed: 1,
        time_controls: vec![control.parse::<TimeControl>().unwrap(); 2],
        adjudication: Adjudication::default(),
    }
}

fn play(engine: &mut Engine, seat: Seat, control: &str) -> PlayedGame<Chess> {
    let setting = setting(control);
    let mut other = InProcessPlayer::new(Shuffler);
    if seat == Seat::WHITE {
        play_game(&setting, vec![engine, &mut other])
    } else {
        play_game(&setting, vec![&mut other, engine])
    }
}

/// Plays two games, one of each colour, with a process that may be replaced between them.
fn faults(fault: &str, dialect: Dialect, control: &str) -> [Fault; 2] {
    let mut engine = Engine::new(bad_engine(fault, dialect));
    Seat::BOTH.map(|seat| {
        let played = play(&mut engine, seat, control);
        let GameEnd::Fault(guilty, found) = &played.end else { panic!("{fault}: {played}") };
        assert_eq!((*guilty, &played.faults[..]), (seat, &[(seat, found.clone())][..]), "{fault}");
        found.clone()
    })
}

/// Both games are lost for the same fault.
fn expect(fault: &str, dialect: Dialect, control: &str, kind: FaultKind, detail: &str) {
    for found in faults(fault, dialect, control) {
        assert_eq!(found.kind, kind, "{fault}: {found}");
        assert!(found.detail.contains(detail), "{fault}: {found}");
    }
}

#[test]
fn without_a_fault_the_game_is_drawn_by_repetition() {
    for dialect in [Dialect::Cecp, Dialect::Uci, Dialect::Auto] {
        let mut engine = Engine::new(bad_engine("none", dialect));
        if dialect == Dialect::Auto {
            let identified = (0..STARTS).find_map(|_| engine.identify::<Chess>().ok());
            assert_eq!(identified.expect("it speaks CECP").dialect, Dialect::Cecp);
        }
        for seat in Seat::BOTH {
            let played = play(&mut engine, seat, "tc=60+1");
            assert_eq!(played.to_string(), "1/2-1/2 {Draw by repetition}");
            assert!(played.faults.is_empty() && played.transcripts == [None, None]);
            assert_eq!((played.record.plies().len(), played.infos.len()), (8, 8));
        }
    }
}

#[test]
fn failing_to_start_is_a_fault() {
    use FaultKind::{Crash, Stall, Violation};
    for dialect in [Dialect::Cecp, Dialect::Uci] {
        expect("exits-at-once", dialect, "tc=60+1", Crash, "exit status: 7");
        expect("hangs-at-start", dialect, "tc=60+1", Stall, "does not answer");
        expect("floods-at-start", dialect, "tc=60+1", Violation, "floods its stdout");
    }
    expect("exits-at-once", Dialect::Auto, "tc=60+1", Crash, "exit status: 7");
    expect("has-no-end", Dialect::Cecp, "tc=60+1", Stall, "does not end its features");
}

#[test]
fn a_handshake_without_end_is_a_fault() {
    // With `done=0`, and without `done` as engines of an older version of the protocol.
    for fault in ["greets-for-ever", "lists-features-for-ever"] {
        let began = Instant::now();
        expect(fault, Dialect::Cecp, "tc=60+1", FaultKind::Stall, "does not end its features");
        // Two games, and three times the patience of a second for each.
        assert!((Duration::from_secs(6)..Duration::from_secs(60)).contains(&began.elapsed()), "{:?}", began.elapsed());
    }
}

#[test]
fn limits_that_cannot_be_told_are_a_fault() {
    use FaultKind::Violation;
    for control in ["tc=60+1 movetime=1", "tc=60+1 nodes=5", "movetime=1 nodes=5"] {
        let detail = format!("can be told one of tc, movetime and nodes only (feature motley), not {control}");
        expect("none", Dialect::Cecp, control, Violation, &detail);
    }
    expect("none", Dialect::Cecp, "nodes=5", Violation, "cannot be told to count nodes (feature nps)");
    let played = play(&mut Engine::new(bad_engine("none", Dialect::Uci)), Seat::WHITE, "tc=60+1 movetime=1 nodes=5");
    assert!(played.faults.is_empty(), "UCI has words for all of them: {played}");
}

#[test]
fn hanging_is_a_fault() {
    use FaultKind::{Forfeit, Stall};
    expect("hangs-at-ping", Dialect::Cecp, "tc=60+1", Stall, "does not answer ping");
    expect("hangs-at-ping", Dialect::Uci, "tc=60+1", Stall, "does not answer isready");
    for dialect in [Dialect::Cecp, Dialect::Uci] {
        expect("hangs", dialect, "movetime=1", Stall, "does not stop when told to");
        expect("hangs-until-stopped", dialect, "movetime=1", Forfeit, "ms of 1000 ms");
        expect("is-late", dialect, "movetime=1", Forfeit, "ms of 1000 ms");
    }
    let mut engine = Engine::new(bad_engine("is-late", Dialect::Cecp));
    let played = play(&mut engine, Seat::WHITE, "movetime=1 margin=60");
    assert!(matches!(played.end, GameEnd::Rule(_)), "within the margin: {played}");
    assert!(played.infos[4].time > Duration::from_secs(1));
}

#[test]
fn crashing_is_a_fault() {
    for dialect in [Dialect::Cecp, Dialect::Uci] {
        expect("crashes", dialect, "tc=60+1", FaultKind::Crash, "exit status: 3; its last words: out of ideas");
        expect("closes-stdout", dialect, "tc=60+1", FaultKind::Crash, "closes its stdout and runs on");
    }
}

#[test]
fn unknown_output_is_a_fault() {
    for dialect in [Dialect::Cecp, Dialect::Uci] {
        let began = Instant::now();
        expect("floods", dialect, "tc=600+1", FaultKind::Violation, "floods its stdout");
        expect("floods-with-nothing", dialect, "tc=600+1", FaultKind::Violation, "floods its stdout");
        expect("never-ends-a-line", dialect, "tc=600+1", FaultKind::Violation, "a line of more than 32768 bytes");
        expect("says-garbage", dialect, "tc=600+1", FaultKind::Violation, "garbage: \u{fffd}\u{fffd}");
        assert!(began.elapsed() < Duration::from_secs(300), "floods are not listened to for long");
    }
}

#[test]
fn illegal_moves_are_a_fault() {
    for dialect in [Dialect::Cecp, Dialect::Uci] {
        expect("moves-illegally", dialect, "tc=60+1", FaultKind::Illegal, "e1e8 (");
        expect("moves-in-words", dialect, "tc=60+1", FaultKind::Illegal, "forward (not a move)");
        expect("moves-twice", dialect, "tc=60+1", FaultKind::Violation, "moves out of turn: a2a3");
    }
}

#[test]
fn false_claims_are_a_fault() {
    use FaultKind::Violation;
    let win = faults("claims-a-win", Dialect::Cecp, "tc=60+1");
    let details = ["claims a false result: 1-0 {White mates}", "claims a false result: 0-1 {Black mates}"];
    assert_eq!(win, details.map(|detail| Violation.because(detail)));
    expect("claims-a-draw", Dialect::Cecp, "tc=60+1", Violation, "claims a false result: 1/2-1/2");
    expect("refuses", Dialect::Cecp, "tc=60+1", Violation, "refuses: Illegal move: b8c6");
}

#[test]
fn a_false_claim_at_the_end_is_a_fault_unless_the_turn_went_on() {
    let faults_of = |fault: &str| {
        let played = play(&mut Engine::new(bad_engine(fault, Dialect::Cecp)), Seat::WHITE, "tc=60+1");
        assert!(matches!(played.end, GameEnd::Rule(_)), "{played}");
        played.faults
    };
    let claim = FaultKind::Violation.because("claims a false result: 1-0 {White mates}");
    assert_eq!(faults_of("claims-at-the-end"), [(Seat::WHITE, claim)]);
    // It could not know of the end.
    assert_eq!(faults_of("goes-on"), []);
}

#[test]
fn without_ping_a_claim_at_the_end_of_a_game_is_not_one_in_the_next() {
    let mut engine = Engine::new(bad_engine("claims-without-ping", Dialect::Cecp));
    for seat in [Seat::WHITE, Seat::BLACK, Seat::WHITE] {
        let played = play(&mut engine, seat, "tc=60+1");
        assert_eq!(played.to_string(), "1/2-1/2 {Draw by repetition}");
        assert_eq!(played.faults, []);
    }
}

#[test]
fn a_fault_of_one_of_four_programs_ends_the_game() {
    use FaultKind::{Crash, Forfeit, Illegal};
    for (fault, kind) in [("crashes", Crash), ("moves-illegally", Illegal), ("hangs-until-stopped", Forfeit)] {
        let spec = |fault| ProcessSpec { dialect: Dialect::Auto, ..bad_engine(fault, Dialect::Uci) };
        let mut engines = ["none", fault, "none", "none"].map(|fault| Engine::new(spec(fault)));
        let setting = GameConfig {
            opening: Record::<Kaleido4>::default(),
            chance: ChanceRng::new(1),
            seed: 1,
            time_controls: ["tc=60+1", "movetime=7 tc=8", "tc=60+2", "tc=60"].map(|tc| tc.parse().unwrap()).to_vec(),
            adjudication: Adjudication::default(),
        };
        let players = engines.iter_mut().map(|engine| engine as &mut dyn Player<_>).collect();
        let played = play_game(&setting, players);
        let red = Seat::new(1);
        assert!(matches!(&played.faults[..], [(seat, found)] if *seat == red && found.kind == kind), "{played}");
        assert!(played.to_string().starts_with(&format!("1/3-0-1/3-1/3 {{Red: {kind}: ")), "{played}");
        assert_eq!((played.record.plies().len(), played.infos.len()), (9, 9));
        let said = played.transcripts[1].as_deref().unwrap_or_default();
        assert!(
            said.contains(" rtime 8000 btime 60000 gtime 60000 winc 1000 rinc 0 binc 2000 ginc 0 movetime 7000"),
            "{said}"
        );
        assert!(said.contains("setoption name UCI_Variant value kaleido4") && said.contains("moves 1E-2I\n"), "{said}");
    }
}

#[test]
fn engines_of_two_colours_do_not_play_games_for_more() {
    let fault = Engine::new(bad_engine("none", Dialect::Cecp)).identify::<Kaleido3>().unwrap_err();
    let reason = "kaleido3 is a game for 3 players, and CECP knows two: use proto=uci";
    assert_eq!(fault, FaultKind::Violation.because(reason));
    let uci = Engine::new(bad_engine("none", Dialect::Uci)).identify::<Kaleido3>().unwrap_err();
    assert_eq!(uci, FaultKind::Violation.because("does not play kaleido3"));
}

#[test]
fn tolerated_irregularities() {
    let ending = |fault: &str, seat| play(&mut Engine::new(bad_engine(fault, Dialect::Cecp)), seat, "tc=60+1").end;
    for fault in ["resigns", "claims-a-loss"] {
        assert_eq!(Seat::BOTH.map(|seat| ending(fault, seat)), Seat::BOTH.map(GameEnd::Resignation));
    }
    // The other player says nothing to that.
    assert!(matches!(ending("offers", Seat::WHITE), GameEnd::Rule(_)));
}

#[test]
fn draws_are_agreed() {
    let [mut offering, mut agreeing] = ["offers", "agrees"].map(|fault| Engine::new(bad_engine(fault, Dialect::Cecp)));
    let setting = setting("tc=60+1");
    // Each plays one knight out and back, which would be a draw after eight plies.
    let played = play_game(&setting, vec![&mut offering, &mut agreeing]);
    assert_eq!((played.end, played.record.plies().len()), (GameEnd::Agreement, 5));
    let played = play_game(&setting, vec![&mut agreeing, &mut offering]);
    assert_eq!((played.end, played.record.plies().len()), (GameEnd::Agreement, 6));
    // What is offered after the third move is offered with the fourth.
    let mut offering_late = Engine::new(bad_engine("offers-late", Dialect::Cecp));
    let played = play_game(&setting, vec![&mut offering_late, &mut agreeing]);
    assert_eq!((played.end, played.record.plies().len()), (GameEnd::Agreement, 7));
}

#[test]
fn an_engine_that_ignores_quit_is_killed() {
    let mut engine = Engine::new(bad_engine("ignores-quit", Dialect::Cecp));
    assert!(matches!(play(&mut engine, Seat::WHITE, "tc=60+1").end, GameEnd::Rule(_)));
    let began = Instant::now();
    drop(engine);
    assert!((LATER..LATER + Duration::from_secs(60)).contains(&began.elapsed()), "{:?}", began.elapsed());
}

#[test]
fn processes_are_replaced_as_was_asked_for() {
    let crash = |restart| {
        let mut engine = Engine::new(ProcessSpec { restart, ..bad_engine("crashes", Dialect::Cecp) });
        [0, 1].map(|_| match play(&mut engine, Seat::WHITE, "tc=60+1").end {
            GameEnd::Fault(_, fault) => fault.detail,
            other => panic!("{other:?}"),
        })
    };
    for restart in [Restart::AfterFault, Restart::EveryGame] {
        assert!(crash(restart).iter().all(|detail| detail.contains("exit status: 3")), "{restart:?}");
    }
    assert_eq!(crash(Restart::Never)[1], "has ended in an earlier game, and may not be started again");
}

#[test]
fn a_game_that_does_not_begin_has_nothing_of_the_one_before() {
    let mut crashing = Engine::new(ProcessSpec { restart: Restart::Never, ..bad_engine("crashes", Dialect::Cecp) });
    let mut other = Engine::new(bad_engine("none", Dialect::Cecp));
    let setting = setting("tc=60+1");
    let first = play_game(&setting, vec![&mut crashing, &mut other]);
    assert!(first.transcripts.iter().all(Option::is_some), "{first}");
    let second = play_game(&setting, vec![&mut crashing, &mut other]);
    assert_eq!(second.faults[0].1.detail, "has ended in an earlier game, and may not be started again");
    assert_eq!((second.transcripts, second.lateness), (vec![None, None], Duration::ZERO));
}

#[test]
fn a_faulty_game_comes_with_what_was_said() {
    let mut engine = Engine::new(bad_engine("moves-illegally", Dialect::Cecp));
    let played = play(&mut engine, Seat::BLACK, "tc=60+1");
    let [white, black] = &played.transcripts[..] else { panic!("{:?}", played.transcripts) };
    let said: Vec<String> =
        black.as_deref().unwrap().lines().map(|line| line.get(10..).unwrap_or_default().to_string()).collect();
    for line in
        ["> protover 2", "< feature done=1", "> new", "< pong 1", "> usermove b1c3", "< move g8f6", "< move e1e8"]
    {
        assert!(said.iter().any(|said| said == line), "{line} in {said:?}");
    }
    assert_eq!(white.as_deref(), None);
}
