//! Referee of one game: asks the players for plies, deals chance outcomes, keeps the clocks, ends the game.

use std::fmt;
use std::time::{Duration, Instant};

use anyhow::{Result, ensure};
use engine::chance_rng::ChanceRng;
use engine::game::{Chance, CompositeMoves, Game, Seat};
use engine::outcome::{Outcome, Shares};
use engine::record::Record;
use serde::{Deserialize, Serialize};

use super::fault::{Fault, FaultKind};
use super::player::{Player, PlayerAction, PlayerReply, SearchInfo, TurnContext};
use super::seed::seed_of;
use super::time::{PlayerClock, SeatClock, TimeControl};

/// Configuration of a game.
#[derive(Clone, Debug)]
pub struct GameConfig<G: Game> {
    /// First position, and the plies of the opening.
    pub opening: Record<G>,
    /// Source of the chance outcomes: tiles and throws.
    pub chance: ChanceRng,
    /// Seed of the players' random choices: the seed of each seat [follows](seed_of) from it.
    pub seed: u64,
    /// Time controls of the players, in the order of their seats.
    pub time_controls: Vec<TimeControl>,
    /// Adjudication rules.
    pub adjudication: Adjudication,
}

/// Adjudication rules, by which the referee ends games early. By default there are none. Rules by score are for games
/// of two: the scores of more than two players need not agree on a winner.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
pub struct Adjudication {
    /// Win adjudication.
    pub resign: Option<ResignRule>,
    /// Draw adjudication.
    pub draw: Option<DrawRule>,
    /// Draw after this many composite moves of all players together, those of the opening not counted.
    pub max_moves: Option<usize>,
}

impl Adjudication {
    /// True if scores can end a game.
    pub fn is_by_score(&self) -> bool {
        self.resign.is_some() || self.draw.is_some()
    }

    /// Checks the rules.
    ///
    /// # Errors
    /// A rule that would end every game at its beginning, or never apply.
    pub fn check(&self) -> Result<()> {
        if let Some(ResignRule { score, moves }) = self.resign {
            ensure!(score > 0 && moves > 0, "resign={score}/{moves}: at least 1 centipawn and 1 move");
        }
        if let Some(DrawRule { score, moves, after }) = self.draw {
            ensure!(score >= 0 && moves > 0, "draw={score}/{moves}/{after}: at least 0 centipawns and 1 move");
        }
        ensure!(self.max_moves != Some(0), "longest=0: a game without moves is not played");
        Ok(())
    }
}

/// Win adjudication: a side wins if the last scores of both players agree that it does, for some moves in a row.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct ResignRule {
    /// Lowest score, in centipawns.
    pub score: i32,
    /// Composite moves in a row.
    pub moves: usize,
}

/// Draw adjudication: a game is drawn if the last scores of both players are close to 0 for some moves in a row.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct DrawRule {
    /// Highest absolute score, in centipawns.
    pub score: i32,
    /// Composite moves in a row.
    pub moves: usize,
    /// Composite moves of the game before the first that counts.
    pub after: usize,
}

/// End of a game, with its cause.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum GameEnd {
    /// Outcome by the rules.
    Rule(Outcome),
    /// A player has resigned.
    Resignation(Seat),
    /// The players have agreed on a draw, in a game of two.
    Agreement,
    /// Adjudicated by the players' scores: the winner, or `None` for a draw.
    Adjudication(Option<Seat>),
    /// Drawn by the maximum number of moves.
    MaxMoves,
    /// A player was at fault and has lost.
    Fault(Seat, Fault),
}

impl GameEnd {
    /// Winner in a game of two; `None` for a draw.
    pub fn winner(&self) -> Option<Seat> {
        match self {
            GameEnd::Rule(Outcome::Win(seat, _)) => Some(*seat),
            GameEnd::Resignation(seat) | GameEnd::Fault(seat, _) => Some(seat.opponent()),
            GameEnd::Adjudication(winner) => *winner,
            GameEnd::Rule(Outcome::Draw(_)) | GameEnd::Agreement | GameEnd::MaxMoves => None,
        }
    }

    /// Shares of the players; `position` is the final one.
    ///
    /// A fault or a resignation ends the game for all: whoever is at fault gets nothing, and the others who are still
    /// in share equally. No rule of a game takes a player's men off the board because its program has crashed, and to
    /// let them stand would decide between the others.
    pub fn shares<G: Game>(&self, position: &G) -> Shares {
        match self {
            GameEnd::Rule(outcome) => Shares::of(*outcome, position),
            GameEnd::Adjudication(Some(winner)) => Shares::equal(G::SEATS, |seat| seat == *winner),
            GameEnd::Resignation(loser) | GameEnd::Fault(loser, _) => {
                Shares::equal(G::SEATS, |seat| seat != *loser && position.is_in(seat))
            }
            GameEnd::Adjudication(None) | GameEnd::Agreement | GameEnd::MaxMoves => {
                Shares::equal(G::SEATS, |seat| position.is_in(seat))
            }
        }
    }

    /// Reason of the end in words, for a game with these [names of seats](Game::SEAT_NAMES).
    pub fn reason(&self, seats: &[&str]) -> String {
        let name = |seat: &Seat| seats[seat.index()];
        match self {
            GameEnd::Rule(outcome) => outcome.explanation().to_string(),
            GameEnd::Resignation(seat) => format!("{} resigns", name(seat)),
            GameEnd::Agreement => "Draw by agreement".to_string(),
            GameEnd::Adjudication(Some(seat)) => format!("{} wins by adjudication", name(seat)),
            GameEnd::Adjudication(None) => "Draw by adjudication".to_string(),
            GameEnd::MaxMoves => "The longest game allowed".to_string(),
            GameEnd::Fault(seat, fault) => format!("{}: {fault}", name(seat)),
        }
    }

    /// Result and reason as in CECP, for a game that has ended in a position: `1-0 {White mates}`.
    pub fn line<G: Game>(&self, position: &G) -> String {
        format!("{} {{{}}}", self.shares(position), self.reason(G::SEAT_NAMES))
    }

    /// Value of PGN's tag `Termination`.
    pub fn termination(&self) -> &'static str {
        match self {
            GameEnd::Rule(_) | GameEnd::Resignation(_) | GameEnd::Agreement => "normal",
            GameEnd::Adjudication(_) | GameEnd::MaxMoves => "adjudication",
            GameEnd::Fault(_, Fault { kind: FaultKind::Forfeit, .. }) => "time forfeit",
            GameEnd::Fault(_, Fault { kind: FaultKind::Crash | FaultKind::Stall, .. }) => "abandoned",
            GameEnd::Fault(..) => "rules infraction",
        }
    }
}

/// A finished game.
#[derive(Clone, Debug)]
pub struct PlayedGame<G: Game> {
    /// All positions and plies, opening included.
    pub record: Record<G>,
    /// End of the game.
    pub end: GameEnd,
    /// Search info of each composite move by a player, in the order of the record, from the end of the opening on. The
    /// last move may be unfinished.
    pub infos: Vec<SearchInfo>,
    /// Time that the players took to get ready for the game: starting programs, clearing tables.
    pub preparation: Duration,
    /// Longest time by which the referee itself was late in a turn, because it waited for a processor. Where times are
    /// bounded, much of it means that the machine was starved.
    pub lateness: Duration,
    /// All faults, also those that did not change the result.
    pub faults: Vec<(Seat, Fault)>,
    /// Transcripts of the players in the order of their seats, if there was a fault.
    pub transcripts: Vec<Option<String>>,
}

impl<G: CompositeMoves> PlayedGame<G> {
    /// Shares of the players.
    pub fn shares(&self) -> Shares {
        self.end.shares(self.record.position())
    }
}

impl<G: CompositeMoves> fmt::Display for PlayedGame<G> {
    /// [Result and reason](GameEnd::line).
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.end.line(self.record.position()))
    }
}

/// Plays a game between players, given in the order of their seats.
///
/// # Panics
/// If the opening ends within a composite move, or there is not a player and a time control for each seat.
pub fn play_game<'a, G: Chance + CompositeMoves>(
    config: &'a GameConfig<G>,
    players: Vec<&'a mut dyn Player<G>>,
) -> PlayedGame<G> {
    assert!([players.len(), config.time_controls.len()] == [G::SEATS; 2], "{} has {} seats", G::name(), G::SEATS);
    assert!(G::SEATS == 2 || !config.adjudication.is_by_score(), "scores decide games of two only");
    assert!(config.opening.position().begins_move(), "an opening ends with a complete move");
    let mut game = GameInProgress::new(config, players);
    let end = game.begin().and_then(|()| game.play()).unwrap_or_else(|(seat, fault)| GameEnd::Fault(seat, fault));
    game.finish(end)
}

/// A game in progress.
struct GameInProgress<'a, G: Game> {
    config: &'a GameConfig<G>,
    players: Vec<&'a mut dyn Player<G>>,
    record: Record<G>,
    clocks: Vec<PlayerClock>,
    infos: Vec<SearchInfo>,
    /// Info so far of a composite move that is not complete.
    unfinished: Option<SearchInfo>,
    /// Seat with a pending draw offer.
    offer: Option<Seat>,
    adjudication_counts: AdjudicationCounts,
    /// Number of seats whose players have been asked to begin the game: the others know nothing of it.
    begun: usize,
    preparation: Duration,
}

impl<'a, G: Chance + CompositeMoves> GameInProgress<'a, G> {
    fn new(config: &'a GameConfig<G>, players: Vec<&'a mut dyn Player<G>>) -> GameInProgress<'a, G> {
        GameInProgress {
            config,
            players,
            record: config.opening.clone(),
            clocks: config.time_controls.iter().copied().map(PlayerClock::new).collect(),
            infos: Vec::new(),
            unfinished: None,
            offer: None,
            adjudication_counts: AdjudicationCounts::default(),
            begun: 0,
            preparation: Duration::ZERO,
        }
    }

    fn begin(&mut self) -> Result<(), (Seat, Fault)> {
        let asked = Instant::now();
        for seat in Seat::all(G::SEATS) {
            // Equal players on several seats must not choose alike.
            let seed = seed_of(self.config.seed, seat.index() as u64);
            self.begun += 1;
            let ready = self.players[seat.index()].new_game(&self.record, seed);
            ready.map_err(|fault| (seat, fault))?;
        }
        self.preparation = asked.elapsed();
        Ok(())
    }

    fn play(&mut self) -> Result<GameEnd, (Seat, Fault)> {
        loop {
            if let Some(event) = self.config.chance.roll(&self.record) {
                self.record.play(event);
            }
            if let Some(outcome) = self.record.outcome() {
                return Ok(GameEnd::Rule(outcome));
            }
            if let Some(ending) = self.adjudicate() {
                return Ok(ending);
            }
            let seat = self.record.position().seat();
            if let Some(ending) = self.play_ply(seat).map_err(|fault| (seat, fault))? {
                return Ok(ending);
            }
        }
    }

    /// Asks a player for a ply and plays it. Returns the end of the game if the reply ends it.
    fn play_ply(&mut self, seat: Seat) -> Result<Option<GameEnd>, Fault> {
        let time = self.clocks[seat.index()].turn_time();
        let clocks: Vec<SeatClock> = self.clocks.iter().map(PlayerClock::shown).collect();
        let turn = TurnContext { time, clocks, draw_offered: self.offer.is_some_and(|offering| offering != seat) };
        let reply = self.players[seat.index()].think(&self.record, &turn)?;
        if !self.clocks[seat.index()].spend(reply.info.time) {
            return Err(Fault::forfeit(reply.info.time, time.allowed().unwrap_or_default()));
        }
        match reply.action {
            PlayerAction::Resign => Ok(Some(GameEnd::Resignation(seat))),
            PlayerAction::AgreeDraw if turn.draw_offered => Ok(Some(GameEnd::Agreement)),
            PlayerAction::AgreeDraw => Err(FaultKind::Violation.because("agrees to a draw that was not offered")),
            // A composite move of several plies is not legal as a ply: it would let the player choose the chance
            // outcome.
            PlayerAction::Play(mv) if self.record.position().is_legal(mv) => {
                self.record.play(mv);
                self.record_reply(seat, &reply);
                Ok(None)
            }
            PlayerAction::Play(mv) => Err(FaultKind::Illegal.because(format!("{mv:?} is not legal"))),
        }
    }

    /// Records what came with a ply that has been played: search info, clock, draw offer.
    fn record_reply(&mut self, seat: Seat, reply: &PlayerReply) {
        let info = self.unfinished.map_or(reply.info, |earlier| earlier.then(reply.info));
        self.unfinished = Some(info);
        if self.record.position().begins_move() {
            self.unfinished = None;
            self.infos.push(info);
            self.adjudication_counts.add(seat, info.score, &self.config.adjudication);
        }
        if self.record.position().side_to_move() != seat {
            self.clocks[seat.index()].end_turn();
            self.offer = self.offer.filter(|&offering| offering == seat);
        }
        // More than two players would all have to agree, and no protocol has words for that.
        if reply.offers_draw && G::SEATS == 2 {
            self.offer = Some(seat);
        }
    }

    /// Adjudicates between two composite moves.
    fn adjudicate(&self) -> Option<GameEnd> {
        if self.unfinished.is_some() {
            return None;
        }
        let rules = self.config.adjudication;
        if let Some(winner) = self.adjudication_counts.adjudicated(&rules) {
            return Some(GameEnd::Adjudication(winner));
        }
        match rules.max_moves {
            Some(max_moves) if self.infos.len() >= max_moves => Some(GameEnd::MaxMoves),
            _ => None,
        }
    }

    /// Tells the players the result and collects the finished game. A player that was not asked to begin has nothing to
    /// tell but of an earlier game.
    fn finish(mut self, end: GameEnd) -> PlayedGame<G> {
        self.infos.extend(self.unfinished);
        let mut faults = Vec::new();
        if let GameEnd::Fault(seat, fault) = &end {
            faults.push((*seat, fault.clone()));
        }
        for seat in Seat::all(G::SEATS).take(self.begun) {
            if let Err(fault) = self.players[seat.index()].end_game(&self.record, &end) {
                faults.push((seat, fault));
            }
        }
        let lateness = self.players[..self.begun].iter().map(|player| player.lateness()).max().unwrap_or_default();
        let mut transcripts = vec![None; G::SEATS];
        if !faults.is_empty() {
            for (transcript, player) in transcripts.iter_mut().zip(&self.players[..self.begun]) {
                *transcript = player.transcript();
            }
        }
        let GameInProgress { record, infos, preparation, .. } = self;
        PlayedGame { record, end, infos, preparation, lateness, faults, transcripts }
    }
}

/// Counts for adjudication in a game of two: how long the scores of both players have agreed.
#[derive(Default)]
struct AdjudicationCounts {
    /// Last score of each player, from White's point of view.
    last: [Option<i32>; 2],
    moves: usize,
    /// Moves in a row for which both scores have been winning for White, and for Black.
    won: [usize; 2],
    /// Moves in a row for which both scores have been drawish.
    drawn: usize,
}

impl AdjudicationCounts {
    fn add(&mut self, seat: Seat, score: Option<i32>, rules: &Adjudication) {
        if !rules.is_by_score() {
            return;
        }
        self.last[seat.index()] = score.map(|score| if seat == Seat::WHITE { score } else { -score });
        self.moves += 1;
        let both = |says: &dyn Fn(i32) -> bool| self.last.iter().all(|score| score.is_some_and(says));
        let count = |so_far: usize, holds: bool| if holds { so_far + 1 } else { 0 };
        if let Some(rule) = rules.resign {
            self.won = [
                count(self.won[0], both(&|score| score >= rule.score)),
                count(self.won[1], both(&|score| score <= -rule.score)),
            ];
        }
        if let Some(rule) = rules.draw {
            let level = self.moves > rule.after && both(&|score| score.abs() <= rule.score);
            self.drawn = count(self.drawn, level);
        }
    }

    /// Winner of an adjudicated game, `Some(None)` for a draw; `None` if the game goes on.
    fn adjudicated(&self, rules: &Adjudication) -> Option<Option<Seat>> {
        if let Some(rule) = rules.resign
            && let Some(winner) = Seat::BOTH.into_iter().find(|seat| self.won[seat.index()] >= rule.moves.max(1))
        {
            return Some(Some(winner));
        }
        match rules.draw {
            Some(rule) if self.drawn >= rule.moves.max(1) => Some(None),
            _ => None,
        }
    }
}

#[cfg(test)]
mod tests {
    use std::time::Duration;

    use engine::game::ToAct;
    use engine::moves::Move;
    use engine::outcome::Reason;
    use engine::search::Limits;
    use engine::text::Notation;
    use engine::variants::{Chess, Chex, Kaleido4, Keyles};

    use super::*;
    use crate::InProcessEngine;
    use crate::players::RandomMover;

    /// Plays the first of its moves that is legal, else its last action, with the same score each time.
    struct Scripted {
        moves: &'static [&'static str],
        last_action: PlayerAction,
        score: Option<i32>,
        time: Duration,
        offers: bool,
        late: Duration,
        seed: u64,
        seen: Vec<TurnContext>,
    }

    fn scripted(moves: &'static [&'static str]) -> Scripted {
        let (last_action, time) = (PlayerAction::Resign, Duration::ZERO);
        let (late, seen) = (Duration::ZERO, Vec::new());
        Scripted { moves, last_action, score: None, time, offers: false, late, seed: 0, seen }
    }

    impl<G: Game + Notation> Player<G> for Scripted {
        fn new_game(&mut self, _: &Record<G>, seed: u64) -> Result<(), Fault> {
            self.seed = seed;
            Ok(())
        }

        fn think(&mut self, record: &Record<G>, turn: &TurnContext) -> Result<PlayerReply, Fault> {
            self.seen.push(turn.clone());
            let mv = self.moves.iter().find_map(|text| record.position().read_move(text).ok());
            let action = mv.map_or(self.last_action, PlayerAction::Play);
            let info = SearchInfo { score: self.score, time: self.time, ..SearchInfo::default() };
            Ok(PlayerReply { action, offers_draw: self.offers, info })
        }

        fn lateness(&self) -> Duration {
            self.late
        }
    }

    const KNIGHTS: [&[&str]; 2] = [&["g1f3", "f3g1"], &["g8f6", "f6g8"]];

    fn config<G: CompositeMoves>(adjudication: Adjudication) -> GameConfig<G> {
        let time_controls = vec![TimeControl::move_time(Duration::from_millis(100)); G::SEATS];
        GameConfig { opening: Record::default(), chance: ChanceRng::new(3), seed: 1, time_controls, adjudication }
    }

    fn play<G: CompositeMoves + Notation>(adjudication: Adjudication, players: &mut [Scripted; 2]) -> PlayedGame<G> {
        let [white, black] = players;
        play_game(&config(adjudication), vec![white, black])
    }

    #[test]
    fn games_end_by_the_rules() {
        let played: PlayedGame<Chess> = play(Adjudication::default(), &mut KNIGHTS.map(scripted));
        assert_eq!(played.end, GameEnd::Rule(Outcome::Draw(Reason::REPETITION)));
        let result = played.shares().to_string();
        assert_eq!((played.infos.len(), result.as_str(), played.lateness), (8, "1/2-1/2", Duration::ZERO));
        let fools = [scripted(&["f2f3", "g2g4"]), scripted(&["d8h4", "e7e5"])];
        let played: PlayedGame<Chess> = play(Adjudication::default(), &mut { fools });
        assert_eq!(played.to_string(), "0-1 {Black mates}");
    }

    #[test]
    fn lateness_is_that_of_the_worse_turn() {
        let mut players = KNIGHTS.map(scripted);
        (players[0].late, players[1].late) = (Duration::from_millis(3), Duration::from_millis(80));
        assert_eq!(play::<Chess>(Adjudication::default(), &mut players).lateness, Duration::from_millis(80));
    }

    /// Player that remembers an earlier game: it was late in it by 9 s.
    #[derive(Default)]
    struct Remembering {
        cannot_begin: bool,
        has_begun: bool,
        has_ended: bool,
    }

    impl Player<Chess> for Remembering {
        fn new_game(&mut self, _: &Record<Chess>, _: u64) -> Result<(), Fault> {
            self.has_begun = true;
            if self.cannot_begin { Err(FaultKind::Crash.because("status 1")) } else { Ok(()) }
        }

        fn think(&mut self, _: &Record<Chess>, _: &TurnContext) -> Result<PlayerReply, Fault> {
            Err(FaultKind::Violation.because("is not to be asked"))
        }

        fn end_game(&mut self, _: &Record<Chess>, _: &GameEnd) -> Result<(), Fault> {
            self.has_ended = true;
            Ok(())
        }

        fn lateness(&self) -> Duration {
            if self.has_begun { Duration::ZERO } else { Duration::from_secs(9) }
        }

        fn transcript(&self) -> Option<String> {
            Some(if self.has_begun { "this game" } else { "an earlier game" }.to_string())
        }
    }

    #[test]
    fn players_that_have_not_begun_are_asked_nothing() {
        for (seat, ended) in [(Seat::WHITE, [true, false]), (Seat::BLACK, [true, true])] {
            let mut players =
                Seat::BOTH.map(|of_player| Remembering { cannot_begin: of_player == seat, ..Remembering::default() });
            let [white, black] = &mut players;
            let played: PlayedGame<Chess> = play_game(&config(Adjudication::default()), vec![white, black]);
            assert_eq!(played.faults, [(seat, FaultKind::Crash.because("status 1"))]);
            assert_eq!(players.each_ref().map(|player| player.has_ended), ended);
            assert_eq!(played.lateness, Duration::ZERO);
            let transcript = |begun| if begun { Some("this game".to_string()) } else { None };
            assert_eq!(played.transcripts, ended.map(transcript));
        }
    }

    #[test]
    fn two_random_movers_draw_differently() {
        let mut players = KNIGHTS.map(scripted);
        play::<Chess>(Adjudication::default(), &mut players);
        let record = Record::<Chess>::default();
        let choices = |player: Scripted| -> Vec<Option<Move>> {
            let mut mover = RandomMover::new(player.seed);
            (0..20).map(|_| mover.think(&record, &Limits::default()).best).collect()
        };
        let [white, black] = players.map(choices);
        assert!(white[0].is_some() && white != black, "{white:?}");
    }

    #[test]
    fn faults_and_resignations_lose() {
        let mut players = KNIGHTS.map(scripted);
        players[1] = scripted(&[]);
        let played: PlayedGame<Chess> = play(Adjudication::default(), &mut players);
        assert_eq!((played.to_string().as_str(), played.infos.len()), ("1-0 {Black resigns}", 1));
        players[1].last_action = PlayerAction::Play(Move::NONE);
        let played: PlayedGame<Chess> = play(Adjudication::default(), &mut players);
        assert!(matches!(&played.end, GameEnd::Fault(Seat::BLACK, fault) if fault.kind == FaultKind::Illegal));
        assert_eq!((played.faults.len(), played.end.termination()), (1, "rules infraction"));
        players[1].last_action = PlayerAction::AgreeDraw;
        let played: PlayedGame<Chess> = play(Adjudication::default(), &mut players);
        assert_eq!(played.faults[0].1.detail, "agrees to a draw that was not offered");
        players[1].time = Duration::from_millis(151);
        let played: PlayedGame<Chess> = play(Adjudication::default(), &mut players);
        assert_eq!(played.faults[0].1, FaultKind::Forfeit.because("151 ms of 100 ms"));
        assert_eq!(played.end.termination(), "time forfeit");
    }

    #[test]
    fn a_fault_of_one_of_four_ends_the_game_and_the_others_share() {
        let share = |end: GameEnd, position: &Kaleido4| end.shares(position).to_string();
        let red = Seat::new(1);
        let fault = || GameEnd::Fault(red, FaultKind::Crash.because("status 1"));
        let start = Kaleido4::start();
        assert_eq!(share(fault(), &start), "1/3-0-1/3-1/3");
        assert_eq!(fault().line(&start), "1/3-0-1/3-1/3 {Red: crash: status 1}");
        assert_eq!(share(GameEnd::MaxMoves, &start), "1/4-1/4-1/4-1/4");
        let without_white: Kaleido4 = "11/11/1'P9/11/1p9/11/1'p9/11/1 r - - - - 0 1".parse().unwrap();
        assert_eq!(share(fault(), &without_white), "0-0-1/2-1/2");
        assert_eq!(share(GameEnd::Resignation(red), &without_white), "0-0-1/2-1/2");
        assert_eq!(share(GameEnd::MaxMoves, &without_white), "0-1/3-1/3-1/3");
        assert_eq!(share(GameEnd::Rule(Outcome::Draw(Reason::REPETITION)), &without_white), "0-1/3-1/3-1/3");
    }

    #[test]
    fn four_players_have_clocks_of_their_own_and_cannot_offer_draws() {
        let mut players: Vec<Scripted> = (0..4).map(|_| scripted(&["1E-2I", "3E-4I", "7E-8I"])).collect();
        for (seat, player) in players.iter_mut().enumerate() {
            player.time = Duration::from_millis(100 * (seat as u64 + 1));
            player.offers = true;
        }
        players[2].last_action = PlayerAction::AgreeDraw;
        let mut config: GameConfig<Kaleido4> = config(Adjudication::default());
        let controls = ["tc=1+0", "tc=2+0.05", "tc=3+0", "nodes=1"];
        config.time_controls = controls.map(|control| control.parse().unwrap()).to_vec();
        let played = play_game(&config, players.iter_mut().map(|player| player as &mut dyn Player<_>).collect());
        assert_eq!(played.to_string(), "1/3-1/3-0-1/3 {Black: violation: agrees to a draw that was not offered}");
        assert_eq!((played.transcripts.len(), played.infos.len()), (4, 2));
        let seen = &players[2].seen[0];
        let remaining: Vec<_> = seen.clocks.iter().map(|clock| clock.remaining.map(|time| time.as_millis())).collect();
        assert_eq!((&remaining[..], seen.draw_offered), (&[Some(900), Some(1850), Some(3000), None][..], false));
        assert_eq!(seen.time.remaining, Some(Duration::from_secs(3)));
    }

    #[test]
    fn a_draw_is_offered_until_the_opponent_has_moved() {
        let mut players = KNIGHTS.map(scripted);
        players[0].offers = true;
        play::<Chess>(Adjudication::default(), &mut players);
        assert!(players[1].seen.iter().all(|turn| turn.draw_offered));
        assert!(!players[0].seen.iter().any(|turn| turn.draw_offered));
        players[1] = scripted(&[]);
        players[1].last_action = PlayerAction::AgreeDraw;
        let played: PlayedGame<Chess> = play(Adjudication::default(), &mut players);
        assert_eq!(played.end, GameEnd::Agreement);
    }

    #[test]
    fn scores_end_games_only_if_asked_and_agreed() {
        let mut players = KNIGHTS.map(scripted);
        (players[0].score, players[1].score) = (Some(-900), Some(800));
        let resign = Some(ResignRule { score: 800, moves: 3 });
        let rules = Adjudication { resign, ..Adjudication::default() };
        let played: PlayedGame<Chess> = play(rules, &mut players);
        assert_eq!((played.end, played.infos.len()), (GameEnd::Adjudication(Some(Seat::BLACK)), 4));
        players[0].score = Some(-799);
        assert!(matches!(play::<Chess>(rules, &mut players).end, GameEnd::Rule(_)), "White does not agree");
        assert!(matches!(play::<Chess>(Adjudication::default(), &mut players).end, GameEnd::Rule(_)));
        (players[0].score, players[1].score) = (Some(5), Some(-5));
        let draw = Some(DrawRule { score: 5, moves: 2, after: 3 });
        let played: PlayedGame<Chess> = play(Adjudication { draw, ..Adjudication::default() }, &mut players);
        assert_eq!((played.end, played.infos.len()), (GameEnd::Adjudication(None), 5));
        players[1].score = None;
        let played: PlayedGame<Chess> = play(Adjudication { draw, ..Adjudication::default() }, &mut players);
        assert!(matches!(played.end, GameEnd::Rule(_)), "without a score there is no agreement");
        let max_moves = Adjudication { max_moves: Some(3), ..Adjudication::default() };
        assert_eq!(play::<Chess>(max_moves, &mut players).end, GameEnd::MaxMoves);
    }

    #[test]
    fn players_cannot_choose_their_tiles() {
        // A player that names its own tile is at fault.
        let mut players = [scripted(&["Q@a1"]), scripted(&[])];
        let played: PlayedGame<Chex> = play(Adjudication::default(), &mut players);
        assert!(matches!(&played.end, GameEnd::Fault(Seat::WHITE, fault) if fault.kind == FaultKind::Illegal));
        // A player that draws is asked again for the placement, within the same turn.
        let mut players = [scripted(&["draw", "N@a1", "P@a1", "R@a1", "B@a1", "Q@a1", "K@a1"]), scripted(&[])];
        players[0].time = Duration::from_millis(40);
        let played: PlayedGame<Chex> = play(Adjudication::default(), &mut players);
        let actors: Vec<ToAct> = played.record.earlier().iter().map(Game::to_act).collect();
        assert_eq!(actors, [ToAct::Seat(Seat::WHITE), ToAct::Chance, ToAct::Seat(Seat::WHITE)]);
        assert_eq!((played.infos.len(), played.infos[0].time), (1, Duration::from_millis(80)));
        assert_eq!(players[0].seen[1].time.used, Duration::from_millis(40));
    }

    #[test]
    fn a_turn_of_two_plies_counts_once_on_the_clock() {
        // White's king is captured and comes back: White's turn has two plies.
        let start: Keyles = "10/9k/10/10/10/10/10/5r4/R4K4/10[] b - - 0 1".parse().unwrap();
        let config = GameConfig {
            opening: Record::new(start),
            time_controls: vec!["tc=9/10+1".parse().unwrap(); 2],
            ..config(Adjudication { max_moves: Some(3), ..Adjudication::default() })
        };
        let mut players = [scripted(&["K@a2", "a2a3"]), scripted(&["f3f2"])];
        players[0].time = Duration::from_secs(1);
        let [white, black] = &mut players;
        let played = play_game(&config, vec![white, black]);
        assert_eq!(played.end, GameEnd::MaxMoves, "{:?}", played.faults);
        let shown: Vec<_> = players[0].seen.iter().map(|turn| (turn.time.moves_to_go, turn.time.remaining)).collect();
        assert_eq!(shown, [(Some(9), Some(Duration::from_secs(10))), (Some(9), Some(Duration::from_secs(9)))]);
    }
}
