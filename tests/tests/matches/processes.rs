//! Real engines under the referee: our own in all games and both protocols, and those of others in chess.

use engine::chance_rng::ChanceRng;
use engine::game::{Seat, Tactics};
use engine::record::Record;
use engine::text::Notation;
use engine::variants::{Chess, Chex, KaleidoDice, Keyles, TwoPlayerVariant};
use engine::with_two_player_game;
use referee::{
    Adjudication, Dialect, Engine, FaultKind, GameConfig, GameEnd, PlayedGame, ProcessSpec, TimeControl, play_game,
};
use tests::programs::{find, installed, motley};

/// Composite moves after which a game is long enough for a test.
const LONGEST: usize = 60;

fn ours(dialect: Dialect) -> ProcessSpec {
    ProcessSpec {
        dialect,
        options: vec![("Hash".to_string(), "2".to_string())],
        ..ProcessSpec::new([motley().to_str().unwrap()])
    }
}

fn theirs(program: &str, arguments: &[&str], dialect: Dialect) -> ProcessSpec {
    let program = find(program).unwrap();
    let command = [program.to_str().unwrap()].into_iter().chain(arguments.iter().copied());
    ProcessSpec { dialect, ..ProcessSpec::new(command) }
}

fn setting<G: Tactics>(opening: Record<G>, controls: [&str; 2]) -> GameConfig<G> {
    let time_controls = controls.map(|control| control.parse::<TimeControl>().unwrap()).to_vec();
    let adjudication = Adjudication { max_moves: Some(LONGEST), ..Adjudication::default() };
    GameConfig { opening, chance: ChanceRng::new(5), seed: 1, time_controls, adjudication }
}

/// Replays a game by the rules, and sees to it that each move was thought about.
fn check<G: Tactics + Notation>(played: &PlayedGame<G>) {
    assert!(played.faults.is_empty(), "{}: {played}\n{:?}", G::name(), played.transcripts);
    let moves = played.record.composite_moves().count();
    assert!((1..=LONGEST).contains(&played.infos.len()), "{}: {}", G::name(), played.infos.len());
    // The last throw may not have been answered.
    assert!(moves - played.infos.len() <= 1 + usize::from(G::CHANCE), "{}", G::name());
    let mut replayed = Record::new(played.record.earlier()[0].clone());
    for &mv in played.record.plies() {
        replayed.play(mv);
    }
    assert_eq!(replayed.position(), played.record.position());
    if let GameEnd::Rule(outcome) = played.end {
        assert_eq!(replayed.outcome(), Some(outcome));
    }
}

fn plays<G: Tactics + Notation>(dialects: [Dialect; 2], controls: [&str; 2]) -> PlayedGame<G> {
    let [mut white, mut black] = dialects.map(ours).map(Engine::new);
    let played = play_game(&setting(Record::default(), controls), vec![&mut white, &mut black]);
    check(&played);
    assert!(!played.preparation.is_zero(), "programs do not start in no time");
    played
}

#[test]
fn all_games_under_the_referee() {
    let cecp = [Dialect::Cecp, Dialect::Cecp];
    let controls = ["nodes=400", "tc=60+0.02 depth=2"];
    for variant in TwoPlayerVariant::ALL {
        with_two_player_game!(variant, G => drop(plays::<G>(cecp, controls)));
    }
    plays::<KaleidoDice>([Dialect::Cecp, Dialect::Uci], controls);
    plays::<Chess>([Dialect::Uci, Dialect::Auto], controls);
    plays::<Keyles>([Dialect::Uci, Dialect::Uci], controls);
}

#[test]
fn several_limits_hold_together() {
    // Either forfeits if it keeps the other limit only. The margin is for a machine that pauses for seconds.
    let controls = ["tc=1+0.01 nodes=1000000000 margin=30", "tc=36000+600 movetime=0.05 margin=30"];
    for dialect in [Dialect::Cecp, Dialect::Uci] {
        plays::<Chess>([dialect; 2], controls);
    }
    plays::<Keyles>([Dialect::Cecp; 2], controls);
    plays::<Chex>([Dialect::Cecp; 2], controls);
}

#[test]
fn tiles_come_from_the_referee() {
    let cecp = [Dialect::Cecp, Dialect::Cecp];
    let played = plays::<Chex>(cecp, ["nodes=300", "nodes=200"]);
    // What luck would have brought in the same record is what it brought.
    let mut record = Record::<Chex>::default();
    for (position, &mv) in played.record.earlier().iter().zip(played.record.plies()) {
        assert_eq!(record.position(), position);
        if let Some(event) = ChanceRng::new(5).roll(&record) {
            assert_eq!(event, mv);
        }
        record.play(mv);
    }
    // At fixed nodes the same luck makes the same game.
    assert_eq!(plays::<Chex>(cecp, ["nodes=300", "nodes=200"]).record.plies(), played.record.plies());
}

#[test]
fn an_engine_that_draws_its_own_tile_is_at_fault() {
    let refused = Engine::new(ours(Dialect::Uci)).identify::<Chex>().unwrap_err();
    let reason = "in UCI an engine draws its tiles itself: chex needs CECP (proto=cecp)";
    assert_eq!(refused, FaultKind::Violation.because(reason));
    assert!(Engine::new(ours(Dialect::Uci)).identify::<KaleidoDice>().is_ok(), "the throw is part of the position");
    let [mut white, mut black] = [Dialect::Uci, Dialect::Cecp].map(ours).map(Engine::new);
    let played = play_game(&setting(Record::<Chex>::default(), ["nodes=100"; 2]), vec![&mut white, &mut black]);
    let GameEnd::Fault(_, fault) = &played.end else { panic!("{played}") };
    assert_eq!(fault.kind, FaultKind::Violation);
    assert!(fault.detail.starts_with("chooses a chance outcome itself: "), "{fault}");
    if installed("an_engine_that_draws_its_own_tile_is_at_fault", &["fairymax"]) {
        let mut foreign = Engine::new(theirs("fairymax", &[], Dialect::Cecp));
        let fault = foreign.identify::<KaleidoDice>().unwrap_err();
        assert_eq!(fault, FaultKind::Violation.because("does not play kaleidodice"));
    }
}

#[test]
fn openings_are_told() {
    let mut record = Record::<Keyles>::default();
    for text in ["e3e4", "e8e7", "b3b4"] {
        record.play(record.position().read_move(text).unwrap());
    }
    for dialect in [Dialect::Cecp, Dialect::Uci] {
        let [mut white, mut black] = [ours(dialect), ours(dialect)].map(Engine::new);
        let played = play_game(&setting(record.clone(), ["nodes=200"; 2]), vec![&mut white, &mut black]);
        assert!(played.faults.is_empty(), "{played} {:?}", played.transcripts);
        assert_eq!(played.record.plies()[..3], *record.plies());
        let set_up: Record<Keyles> = Record::new(*record.position());
        let again = play_game(&setting(set_up, ["nodes=200"; 2]), vec![&mut white, &mut black]);
        assert!(again.faults.is_empty(), "{again} {:?}", again.transcripts);
        assert_eq!(again.record.plies()[0], played.record.plies()[3], "the same position");
    }
}

#[test]
fn engines_of_others_play_chess() {
    // An opening that an engine without the feature setboard can be told as well.
    let mut opening = Record::<Chess>::default();
    for text in ["e2e4", "c7c5", "g1f3", "d7d6"] {
        opening.play(opening.position().read_move(text).unwrap());
    }
    // The margins are for a machine that pauses for seconds.
    let others: [(&str, &[&str], Dialect, &str); 7] = [
        ("stockfish", &[], Dialect::Auto, "nodes=500"),
        ("fairy-stockfish", &[], Dialect::Uci, "depth=3 movetime=0.2 margin=30"),
        ("fairy-stockfish", &[], Dialect::Cecp, "tc=20+0.1 depth=3 margin=30"),
        ("fairymax", &[], Dialect::Cecp, "tc=40/20 depth=4 margin=30"),
        // Whatever it does not know, `computer` and `sd` for two, it takes for a move and refuses.
        ("phalanx", &[], Dialect::Cecp, "tc=40/2 margin=30"),
        ("hoichess", &[], Dialect::Cecp, "tc=40/2 margin=30"),
        // With --xboard its reader overflows when two lines arrive at once.
        ("gnuchess", &["--uci"], Dialect::Uci, "movetime=0.1 margin=30 depth=3"),
    ];
    for (program, arguments, dialect, control) in others {
        if installed("engines_of_others_play_chess", &[program]) {
            let mut other = Engine::new(theirs(program, arguments, dialect));
            assert_ne!(other.identify::<Chess>().unwrap().name, "", "{program}");
            let mut own = Engine::new(ours(Dialect::Cecp));
            let played =
                play_game(&setting(Record::<Chess>::default(), [control, "nodes=200"]), vec![&mut other, &mut own]);
            check(&played);
            let played = play_game(&setting(opening.clone(), ["nodes=200", control]), vec![&mut own, &mut other]);
            assert!(played.faults.is_empty(), "{program}: {played}\n{:?}", played.transcripts);
            assert!(!played.infos.is_empty());
        }
    }
}

#[test]
fn unknown_options_and_games_are_faults() {
    for dialect in [Dialect::Cecp, Dialect::Uci] {
        let spec = ProcessSpec { options: vec![("Hsah".to_string(), "2".to_string())], ..ours(dialect) };
        let [mut wrong, mut right] = [spec, ours(dialect)].map(Engine::new);
        assert!(right.identify::<Chess>().is_ok());
        let fault = wrong.identify::<Chess>().unwrap_err();
        let (lacks, there_are) = fault.detail.split_once("; there are: ").unwrap();
        assert_eq!((fault.kind, lacks), (FaultKind::Violation, "has no option Hsah"));
        assert!(there_are.split(", ").any(|name| name == "Hash"), "{there_are}");
        let played = play_game(&setting(Record::<Chess>::default(), ["nodes=1"; 2]), vec![&mut wrong, &mut right]);
        assert_eq!(played.faults, [(Seat::WHITE, fault)]);
    }
}
