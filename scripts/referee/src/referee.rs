//! One game: whose turn it is, what luck brings, and when it is over.

use std::fmt;
use std::time::{Duration, Instant};

use engine::chance_rng::ChanceRng;
use engine::game::{Chance, CompositeMoves, Game, Seat};
use engine::outcome::Outcome;
use engine::record::Record;
use serde::{Deserialize, Serialize};

use super::fault::{Fault, FaultKind};
use super::player::{Action, Answer, Player, Thought, Turn};
use super::time::{TimeControl, Watch};

/// What is settled before a game.
#[derive(Clone, Debug)]
pub struct Setting<G: Game> {
    /// The position that it begins with, and the plies of the opening.
    pub opening: Record<G>,
    /// Tiles and throws.
    pub luck: ChanceRng,
    /// What the players' own luck is to follow from.
    pub seed: u64,
    /// The time controls of White and Black.
    pub times: [TimeControl; 2],
    /// When the game is ended before its end.
    pub adjudication: Adjudication,
}

/// When a referee ends a game before its end. By itself he never does.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
pub struct Adjudication {
    /// A win for the side that both players agree is winning.
    pub resign: Option<ResignRule>,
    /// A draw if both players agree that nobody is.
    pub draw: Option<DrawRule>,
    /// A draw after so many entries of the players, those of the opening not counted.
    pub longest: Option<usize>,
}

/// A game is won for a side if the last scores of both players say so for a while.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct ResignRule {
    /// The least score, in centipawns.
    pub score: i32,
    /// For so many entries in a row.
    pub entries: usize,
}

/// A game is drawn if the last scores of both players say so for a while.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct DrawRule {
    /// The greatest score, in centipawns.
    pub score: i32,
    /// For so many entries in a row...
    pub entries: usize,
    /// ...the first of them after so many of the game.
    pub after: usize,
}

/// How a game ended.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Ending {
    /// By the rules.
    Rule(Outcome),
    /// A player gave up.
    Resignation(Seat),
    /// The players agreed on a draw.
    Agreement,
    /// Both players' scores said who wins; or that nobody does.
    Adjudication(Option<Seat>),
    /// The game was long enough.
    Longest,
    /// A player was at fault, and lost.
    Fault(Seat, Fault),
}

impl Ending {
    /// Who won; nobody in a draw.
    pub fn winner(&self) -> Option<Seat> {
        match self {
            Ending::Rule(Outcome::Win(seat, _)) => Some(*seat),
            Ending::Resignation(seat) | Ending::Fault(seat, _) => Some(seat.opponent()),
            Ending::Adjudication(winner) => *winner,
            Ending::Rule(Outcome::Draw(_)) | Ending::Agreement | Ending::Longest => None,
        }
    }

    /// The score in the notation of PGN.
    pub fn score(&self) -> &'static str {
        match self.winner() {
            Some(Seat::WHITE) => "1-0",
            Some(_) => "0-1",
            None => "1/2-1/2",
        }
    }

    /// PGN's word for how the game ended, for its tag `Termination`.
    pub fn termination(&self) -> &'static str {
        match self {
            Ending::Rule(_) | Ending::Resignation(_) | Ending::Agreement => "normal",
            Ending::Adjudication(_) | Ending::Longest => "adjudication",
            Ending::Fault(_, Fault { kind: FaultKind::Forfeit, .. }) => "time forfeit",
            Ending::Fault(_, Fault { kind: FaultKind::Crash | FaultKind::Stall, .. }) => "abandoned",
            Ending::Fault(..) => "rules infraction",
        }
    }
}

impl fmt::Display for Ending {
    /// The score and the reason, as CECP writes results: `1-0 {White mates}`.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let name = |seat: Seat| if seat == Seat::WHITE { "White" } else { "Black" };
        let score = self.score();
        match self {
            Ending::Rule(outcome) => write!(f, "{outcome}"),
            Ending::Resignation(seat) => write!(f, "{score} {{{} resigns}}", name(*seat)),
            Ending::Agreement => write!(f, "{score} {{Draw by agreement}}"),
            Ending::Adjudication(Some(seat)) => write!(f, "{score} {{{} wins by adjudication}}", name(*seat)),
            Ending::Adjudication(None) => write!(f, "{score} {{Draw by adjudication}}"),
            Ending::Longest => write!(f, "{score} {{The longest game allowed}}"),
            Ending::Fault(seat, fault) => write!(f, "{score} {{{}: {fault}}}", name(*seat)),
        }
    }
}

/// A game that was played.
#[derive(Clone, Debug)]
pub struct Played<G: Game> {
    /// From the first position to the last, opening included.
    pub record: Record<G>,
    /// How it ended.
    pub ending: Ending,
    /// What was thought of each entry that a player had a part in, in the order of the record, from the end of the opening on. The last entry may be unfinished.
    pub thoughts: Vec<Thought>,
    /// How long the players took to get ready for the game: starts of programs, and tables that are cleared.
    pub preparation: Duration,
    /// Everything that anybody did wrong, also what changed no result.
    pub faults: Vec<(Seat, Fault)>,
    /// What White and Black said, if there was a fault.
    pub dialogues: [Option<String>; 2],
}

/// Plays a game between White and Black.
///
/// # Panics
/// If the opening ends in the middle of an entry.
pub fn play_game<'a, G: Chance + CompositeMoves>(
    setting: &'a Setting<G>,
    players: [&'a mut dyn Player<G>; 2],
) -> Played<G> {
    assert!(setting.opening.position().begins_move(), "an opening ends with an entry");
    let mut table = Table::new(setting, players);
    let ending = table.begin().and_then(|()| table.play()).unwrap_or_else(|(seat, fault)| Ending::Fault(seat, fault));
    table.finish(ending)
}

/// A game in progress.
struct Table<'a, G: Game> {
    setting: &'a Setting<G>,
    players: [&'a mut dyn Player<G>; 2],
    record: Record<G>,
    watches: [Watch; 2],
    thoughts: Vec<Thought>,
    /// What was thought of the entry that is not finished yet.
    unfinished: Option<Thought>,
    /// Who has offered a draw that is not answered yet.
    offer: Option<Seat>,
    opinions: Opinions,
    preparation: Duration,
}

impl<'a, G: Chance + CompositeMoves> Table<'a, G> {
    fn new(setting: &'a Setting<G>, players: [&'a mut dyn Player<G>; 2]) -> Table<'a, G> {
        Table {
            setting,
            players,
            record: setting.opening.clone(),
            watches: setting.times.map(Watch::new),
            thoughts: Vec::new(),
            unfinished: None,
            offer: None,
            opinions: Opinions::default(),
            preparation: Duration::ZERO,
        }
    }

    fn begin(&mut self) -> Result<(), (Seat, Fault)> {
        let asked = Instant::now();
        for seat in Seat::BOTH {
            let begun = self.players[seat.index()].new_game(&self.record, self.setting.seed);
            begun.map_err(|fault| (seat, fault))?;
        }
        self.preparation = asked.elapsed();
        Ok(())
    }

    fn play(&mut self) -> Result<Ending, (Seat, Fault)> {
        loop {
            if let Some(event) = self.setting.luck.roll(&self.record) {
                self.record.play(event);
            }
            if let Some(outcome) = self.record.outcome() {
                return Ok(Ending::Rule(outcome));
            }
            if let Some(ending) = self.adjudicate() {
                return Ok(ending);
            }
            let seat = self.record.position().seat();
            if let Some(ending) = self.take_ply(seat).map_err(|fault| (seat, fault))? {
                return Ok(ending);
            }
        }
    }

    /// Asks a player for a ply and makes it, unless that ends the game.
    fn take_ply(&mut self, seat: Seat) -> Result<Option<Ending>, Fault> {
        let time = self.watches[seat.index()].turn_time(&self.watches[seat.opponent().index()]);
        let turn = Turn { time, draw_offered: self.offer == Some(seat.opponent()) };
        let answer = self.players[seat.index()].think(&self.record, &turn)?;
        if !self.watches[seat.index()].spend(answer.thought.time) {
            let allowed = time.allowed().unwrap_or_default();
            let late = format!("{} ms of {} ms", answer.thought.time.as_millis(), allowed.as_millis());
            return Err(FaultKind::Forfeit.because(late));
        }
        match answer.action {
            Action::Resign => Ok(Some(Ending::Resignation(seat))),
            Action::AgreeDraw if turn.draw_offered => Ok(Some(Ending::Agreement)),
            Action::AgreeDraw => Err(FaultKind::Violation.because("agrees to a draw that nobody has offered")),
            // An entry that stands for several plies would leave the luck to the player.
            Action::Play(mv) if self.record.position().is_legal(mv) => {
                self.record.play(mv);
                self.note(seat, &answer);
                Ok(None)
            }
            Action::Play(mv) => Err(FaultKind::Illegal.because(format!("{mv:?} is not legal"))),
        }
    }

    /// Takes down what came with a ply that has been made.
    fn note(&mut self, seat: Seat, answer: &Answer) {
        let thought = self.unfinished.map_or(answer.thought, |earlier| earlier.then(answer.thought));
        self.unfinished = Some(thought);
        if self.record.position().begins_move() {
            self.unfinished = None;
            self.thoughts.push(thought);
            self.opinions.add(seat, thought.score, &self.setting.adjudication);
        }
        if self.record.position().turn() != seat {
            self.watches[seat.index()].end_turn();
            self.offer = self.offer.filter(|&offering| offering == seat);
        }
        if answer.offers_draw {
            self.offer = Some(seat);
        }
    }

    /// What the rules of adjudication say between two entries.
    fn adjudicate(&self) -> Option<Ending> {
        let rules = self.setting.adjudication;
        let longest = rules.longest.is_some_and(|longest| self.thoughts.len() >= longest);
        self.opinions
            .verdict(&rules)
            .map(Ending::Adjudication)
            .or(longest.then_some(Ending::Longest))
            .filter(|_| self.unfinished.is_none())
    }

    /// Tells the players, and gathers what is to be kept.
    fn finish(mut self, ending: Ending) -> Played<G> {
        self.thoughts.extend(self.unfinished);
        let mut faults = Vec::new();
        if let Ending::Fault(seat, fault) = &ending {
            faults.push((*seat, fault.clone()));
        }
        for seat in Seat::BOTH {
            if let Err(fault) = self.players[seat.index()].end_game(&self.record, &ending) {
                faults.push((seat, fault));
            }
        }
        let dialogues = self.players.map(|player| if faults.is_empty() { None } else { player.dialogue() });
        let Table { record, thoughts, preparation, .. } = self;
        Played { record, ending, thoughts, preparation, faults, dialogues }
    }
}

/// What the players' scores say, and for how long they have.
#[derive(Default)]
struct Opinions {
    /// The last score of each player, as White sees it.
    last: [Option<i32>; 2],
    entries: usize,
    /// For how many entries both have said that White wins, that Black does, that nobody does.
    won: [usize; 2],
    drawn: usize,
}

impl Opinions {
    fn add(&mut self, seat: Seat, score: Option<i32>, rules: &Adjudication) {
        self.last[seat.index()] = score.map(|score| if seat == Seat::WHITE { score } else { -score });
        self.entries += 1;
        let both = |says: &dyn Fn(i32) -> bool| self.last.iter().all(|score| score.is_some_and(says));
        let count = |so_far: usize, holds: bool| if holds { so_far + 1 } else { 0 };
        if let Some(rule) = rules.resign {
            self.won = [
                count(self.won[0], both(&|score| score >= rule.score)),
                count(self.won[1], both(&|score| score <= -rule.score)),
            ];
        }
        if let Some(rule) = rules.draw {
            let level = self.entries > rule.after && both(&|score| score.abs() <= rule.score);
            self.drawn = count(self.drawn, level);
        }
    }

    /// Who wins, or that nobody does, if the game is to be ended.
    fn verdict(&self, rules: &Adjudication) -> Option<Option<Seat>> {
        let winner = rules
            .resign
            .and_then(|rule| Seat::BOTH.into_iter().find(|seat| self.won[seat.index()] >= rule.entries.max(1)));
        let drawn = rules.draw.is_some_and(|rule| self.drawn >= rule.entries.max(1));
        winner.map(Some).or(drawn.then_some(None))
    }
}

#[cfg(test)]
mod tests {
    use std::time::Duration;

    use engine::game::ToAct;
    use engine::outcome::Reason;
    use engine::text::Notation;
    use engine::variants::{Chess, Chex, Keyles};

    use super::*;

    /// Plays the first of his moves that is legal, or does what he is told in the end, with the same score for himself each time.
    struct Scripted {
        moves: &'static [&'static str],
        at_last: Action,
        score: Option<i32>,
        time: Duration,
        offers: bool,
        seen: Vec<Turn>,
    }

    fn scripted(moves: &'static [&'static str]) -> Scripted {
        let (at_last, time) = (Action::Resign, Duration::ZERO);
        Scripted { moves, at_last, score: None, time, offers: false, seen: Vec::new() }
    }

    impl<G: Game + Notation> Player<G> for Scripted {
        fn new_game(&mut self, _: &Record<G>, _: u64) -> Result<(), Fault> {
            Ok(())
        }

        fn think(&mut self, record: &Record<G>, turn: &Turn) -> Result<Answer, Fault> {
            self.seen.push(turn.clone());
            let mv = self.moves.iter().find_map(|text| record.position().read_move(text).ok());
            let action = mv.map_or(self.at_last, Action::Play);
            let thought = Thought { score: self.score, time: self.time, ..Thought::default() };
            Ok(Answer { action, offers_draw: self.offers, thought })
        }
    }

    const KNIGHTS: [&[&str]; 2] = [&["g1f3", "f3g1"], &["g8f6", "f6g8"]];

    fn setting<G: CompositeMoves>(adjudication: Adjudication) -> Setting<G> {
        let times = [TimeControl::move_time(Duration::from_millis(100)); 2];
        Setting { opening: Record::default(), luck: ChanceRng::new(3), seed: 1, times, adjudication }
    }

    fn play<G: CompositeMoves + Notation>(adjudication: Adjudication, players: &mut [Scripted; 2]) -> Played<G> {
        let [white, black] = players;
        play_game(&setting(adjudication), [white, black])
    }

    #[test]
    fn rules_end_games() {
        let played: Played<Chess> = play(Adjudication::default(), &mut KNIGHTS.map(scripted));
        assert_eq!(played.ending, Ending::Rule(Outcome::Draw(Reason::REPETITION)));
        assert_eq!((played.thoughts.len(), played.ending.score()), (8, "1/2-1/2"));
        let fools = [scripted(&["f2f3", "g2g4"]), scripted(&["d8h4", "e7e5"])];
        let played: Played<Chess> = play(Adjudication::default(), &mut { fools });
        assert_eq!(played.ending.to_string(), "0-1 {Black mates}");
    }

    #[test]
    fn faults_and_resignations_lose() {
        let mut players = KNIGHTS.map(scripted);
        players[1] = scripted(&[]);
        let played: Played<Chess> = play(Adjudication::default(), &mut players);
        assert_eq!((played.ending.to_string().as_str(), played.thoughts.len()), ("1-0 {Black resigns}", 1));
        players[1].at_last = Action::Play(engine::moves::Move::NONE);
        let played: Played<Chess> = play(Adjudication::default(), &mut players);
        assert!(matches!(&played.ending, Ending::Fault(Seat::BLACK, fault) if fault.kind == FaultKind::Illegal));
        assert_eq!((played.faults.len(), played.ending.termination()), (1, "rules infraction"));
        players[1].at_last = Action::AgreeDraw;
        let played: Played<Chess> = play(Adjudication::default(), &mut players);
        assert_eq!(played.faults[0].1.detail, "agrees to a draw that nobody has offered");
        players[1].time = Duration::from_millis(151);
        let played: Played<Chess> = play(Adjudication::default(), &mut players);
        assert_eq!(played.faults[0].1, FaultKind::Forfeit.because("151 ms of 100 ms"));
        assert_eq!(played.ending.termination(), "time forfeit");
    }

    #[test]
    fn a_draw_is_offered_until_the_opponent_has_moved() {
        let mut players = KNIGHTS.map(scripted);
        players[0].offers = true;
        play::<Chess>(Adjudication::default(), &mut players);
        assert!(players[1].seen.iter().all(|turn| turn.draw_offered));
        assert!(!players[0].seen.iter().any(|turn| turn.draw_offered));
        players[1] = scripted(&[]);
        players[1].at_last = Action::AgreeDraw;
        let played: Played<Chess> = play(Adjudication::default(), &mut players);
        assert_eq!(played.ending, Ending::Agreement);
    }

    #[test]
    fn scores_end_games_only_if_asked_and_agreed() {
        let mut players = KNIGHTS.map(scripted);
        (players[0].score, players[1].score) = (Some(-900), Some(800));
        let resign = Some(ResignRule { score: 800, entries: 3 });
        let rules = Adjudication { resign, ..Adjudication::default() };
        let played: Played<Chess> = play(rules, &mut players);
        assert_eq!((played.ending, played.thoughts.len()), (Ending::Adjudication(Some(Seat::BLACK)), 4));
        players[0].score = Some(-799);
        assert!(matches!(play::<Chess>(rules, &mut players).ending, Ending::Rule(_)), "White does not agree");
        assert!(matches!(play::<Chess>(Adjudication::default(), &mut players).ending, Ending::Rule(_)));
        (players[0].score, players[1].score) = (Some(5), Some(-5));
        let draw = Some(DrawRule { score: 5, entries: 2, after: 3 });
        let played: Played<Chess> = play(Adjudication { draw, ..Adjudication::default() }, &mut players);
        assert_eq!((played.ending, played.thoughts.len()), (Ending::Adjudication(None), 5));
        players[1].score = None;
        let played: Played<Chess> = play(Adjudication { draw, ..Adjudication::default() }, &mut players);
        assert!(matches!(played.ending, Ending::Rule(_)), "who has no opinion agrees to nothing");
        let longest = Adjudication { longest: Some(3), ..Adjudication::default() };
        assert_eq!(play::<Chess>(longest, &mut players).ending, Ending::Longest);
    }

    #[test]
    fn tiles_are_the_referee_s() {
        // Who would name his own tile is not heard.
        let mut players = [scripted(&["Q@a1"]), scripted(&[])];
        let played: Played<Chex> = play(Adjudication::default(), &mut players);
        assert!(matches!(&played.ending, Ending::Fault(Seat::WHITE, fault) if fault.kind == FaultKind::Illegal));
        // Who draws is asked again for the placement, within the same turn.
        let mut players = [scripted(&["draw", "N@a1", "P@a1", "R@a1", "B@a1", "Q@a1", "K@a1"]), scripted(&[])];
        players[0].time = Duration::from_millis(40);
        let played: Played<Chex> = play(Adjudication::default(), &mut players);
        let actors: Vec<ToAct> = played.record.earlier().iter().map(Game::to_act).collect();
        assert_eq!(actors, [ToAct::Seat(Seat::WHITE), ToAct::Chance, ToAct::Seat(Seat::WHITE)]);
        assert_eq!((played.thoughts.len(), played.thoughts[0].time), (1, Duration::from_millis(80)));
        assert_eq!(players[0].seen[1].time.taken, Duration::from_millis(40));
    }

    #[test]
    fn a_turn_of_two_plies_is_one_of_the_clock() {
        // White's king is captured and comes back: his turn has two plies.
        let start: Keyles = "10/9k/10/10/10/10/10/5r4/R4K4/10[] b - - 0 1".parse().unwrap();
        let setting = Setting {
            opening: Record::new(start),
            times: ["tc=9/10+1".parse().unwrap(); 2],
            ..setting(Adjudication { longest: Some(3), ..Adjudication::default() })
        };
        let mut players = [scripted(&["K@a2", "a2a3"]), scripted(&["f3f2"])];
        players[0].time = Duration::from_secs(1);
        let [white, black] = &mut players;
        let played = play_game(&setting, [white, black]);
        assert_eq!(played.ending, Ending::Longest, "{:?}", played.faults);
        let shown: Vec<_> = players[0].seen.iter().map(|turn| (turn.time.moves_to_go, turn.time.remaining)).collect();
        assert_eq!(shown, [(Some(9), Some(Duration::from_secs(10))), (Some(9), Some(Duration::from_secs(9)))]);
    }
}
