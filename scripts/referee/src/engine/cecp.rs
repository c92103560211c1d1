//! The referee's side of the Chess Engine Communication Protocol, version 2, with our extensions for luck.
//!
//! The specification is H.G. Muller's and Tim Mann's "Chess Engine Communication Protocol".

use std::mem;
use std::time::{Duration, Instant};

use engine::game::{Game, Seat};
use engine::search::score::{self, MATE, mated_in};
use engine::variants::Chess;

use super::course::Step;
use super::features::Features;
use super::process::{Line, Process, quote};
use super::{Beginning, Client, Deed, Question, Reply, listed_moves, out_of_turn};
use crate::fault::{Fault, FaultKind};
use crate::player::Thought;
use crate::spec::ProcessSpec;
use crate::time::{TimeControl, TurnTime};

/// CECP's name of a mate in no moves, as a score.
const CECP_MATE: i32 = 100_000;

/// An engine that speaks CECP, and where it stands in the game.
pub(super) struct Cecp {
    features: Features,
    /// The number of the last ping.
    ping: u32,
    /// The engine knows its time control.
    timed: bool,
    /// The engine plays a side, and is not only told moves.
    playing: bool,
    /// How many steps of the course it knows.
    told: usize,
    /// It has offered a draw after its move, which counts with the next one.
    late_offer: bool,
    /// When its last answer came, which is when the next ply of the same turn begins.
    answered: Instant,
}

/// What a line that answers nothing in particular means to the referee.
enum Remark {
    Move(String),
    DrawTile,
    Resign,
    OfferDraw,
    /// A result that the engine claims.
    Result(String),
    Thinking(Thought),
    /// It refuses what it was told.
    Refusal,
    Nothing,
}

impl Cecp {
    /// Greets an engine and waits for what it has to say of itself.
    ///
    /// # Errors
    /// If it does not answer, or in no other way than an engine of this protocol does.
    pub(super) fn introduce(process: &mut Process, mut deadline: Instant) -> Result<Cecp, Fault> {
        process.send("xboard")?;
        process.send("protover 2")?;
        let mut features = Features::default();
        let mut greeted = false;
        while features.done != Some(true) {
            let Some(line) = process.next_line(deadline)? else {
                if greeted && features.done.is_none() {
                    break;
                }
                return Err(FaultKind::Stall.because("does not answer protover"));
            };
            if let Some(text) = line.text.strip_prefix("feature ") {
                for answer in features.read(text) {
                    process.send(&answer)?;
                }
                // Whoever says that there is more to come may take his time.
                let more = features.done == Some(false);
                deadline = if more { process.patience_ends() } else { Instant::now() + super::GREETING };
                greeted = true;
            }
        }
        Ok(Cecp {
            features,
            ping: 0,
            timed: false,
            playing: false,
            told: 0,
            late_offer: false,
            answered: Instant::now(),
        })
    }

    /// Waits until the engine has done everything that it was told.
    fn synchronise(&mut self, process: &mut Process) -> Result<Vec<Line>, Fault> {
        let mut lines = Vec::new();
        if self.features.ping {
            self.ping += 1;
            process.send(&format!("ping {}", self.ping))?;
            let deadline = process.patience_ends();
            let pong = format!("pong {}", self.ping);
            loop {
                let line =
                    process.next_line(deadline)?.ok_or_else(|| FaultKind::Stall.because("does not answer ping"))?;
                if line.text == pong {
                    break;
                }
                lines.push(line);
            }
        }
        Ok(lines)
    }

    fn set_options(&self, process: &mut Process, spec: &ProcessSpec) -> Result<(), Fault> {
        let known = |name: &str| self.features.options.iter().any(|option| option == name);
        for (name, value) in &spec.options {
            let command = match name.as_str() {
                "Hash" | "memory" if self.features.memory => format!("memory {value}"),
                "Threads" | "cores" if self.features.smp => format!("cores {value}"),
                // Said below.
                "Ponder" => continue,
                _ if known(name) && value.is_empty() => format!("option {name}"),
                _ if known(name) => format!("option {name}={value}"),
                _ => return Err(FaultKind::Violation.because(format!("has no option {name}"))),
            };
            process.send(&command)?;
        }
        let ponders =
            spec.options.iter().any(|(name, value)| name == "Ponder" && matches!(value.as_str(), "1" | "true"));
        process.send(if ponders { "hard" } else { "easy" })?;
        Ok(())
    }

    /// Says what bounds the engine in the whole game.
    fn set_time(&self, process: &mut Process, control: &TimeControl) -> Result<(), Fault> {
        if let Some(clock) = control.clock {
            let increment = decimal(clock.increment);
            process.send(&format!("level {} {} {increment}", clock.moves.unwrap_or(0), minutes(clock.base)))?;
        } else if let Some(time) = control.move_time {
            let command = if self.counts_move_time(time) {
                format!("st {}", decimal(time))
            } else {
                // A session of one move, of which `time` says how long it is: an engine may know whole seconds only.
                format!("level 1 {} 0", minutes(time))
            };
            process.send(&command)?;
        } else if let Some(nodes) = control.nodes.filter(|_| !self.features.motley) {
            if !self.features.nps {
                return Err(FaultKind::Violation.because("cannot be told to count nodes (feature nps)"));
            }
            process.send("nps 1")?;
            process.send(&format!("st {nodes}"))?;
        } else {
            // Nothing is a time control too, but for engines that are not told one.
            process.send("level 0 10000 0")?;
        }
        match control.depth {
            Some(depth) => process.send(&format!("sd {depth}")).map(drop),
            None => Ok(()),
        }
    }

    /// Whether the engine knows such a time for each move when it is told.
    fn counts_move_time(&self, time: Duration) -> bool {
        self.features.motley || time.subsec_nanos() == 0
    }

    /// Tells the engine what it does not know yet of the game.
    fn tell(&mut self, process: &mut Process, question: &Question) -> Result<Instant, Fault> {
        let mut sent = Instant::now();
        for step in &question.course.steps[self.told..] {
            let command = match step {
                Step::Move(_, text) if self.features.usermove => format!("usermove {text}"),
                Step::Move(_, text) => text.clone(),
                Step::Die(text) => format!("die {text}"),
                // It asked for it itself. An opponent's is told with its placement.
                Step::Tile(seat, text) if self.playing && *seat == question.seat => format!("tile {text}"),
                Step::Tile(..) | Step::Draw(_) => continue,
            };
            sent = process.send(&command)?;
        }
        self.told = question.course.steps.len();
        Ok(sent)
    }

    /// Says what the clocks show.
    fn tell_time(&self, process: &mut Process, time: &TurnTime) -> Result<(), Fault> {
        let centiseconds = |time: Duration| time.as_millis() / 10;
        if !self.features.time {
            return Ok(());
        }
        if let Some(own) = time.remaining {
            process.send(&format!("time {}", centiseconds(own)))?;
            process.send(&format!("otim {}", centiseconds(time.opponent.unwrap_or(own))))?;
        } else if let Some(own) = time.control.move_time.filter(|&own| !self.counts_move_time(own)) {
            process.send(&format!("time {}", centiseconds(own)))?;
        }
        Ok(())
    }

    /// Puts the engine in the picture and sets it thinking. Returns since when it does.
    fn set_thinking(&mut self, process: &mut Process, question: &Question) -> Result<Instant, Fault> {
        let news = &question.course.steps[self.told..];
        if self.playing && news.is_empty() {
            // The second ply of its turn, of which it thinks already.
            return Ok(self.answered);
        }
        if self.playing && news.iter().all(|step| matches!(step, Step::Tile(..))) {
            return self.tell(process, question);
        }
        let control = question.turn.time.control;
        let bounded = control.nodes.is_some() && self.features.motley;
        if self.playing && !bounded {
            self.tell_time(process, &question.turn.time)?;
            return self.tell(process, question);
        }
        if self.playing {
            process.send("force")?;
        }
        self.playing = false;
        self.tell(process, question)?;
        if !self.timed {
            self.timed = true;
            self.set_time(process, &control)?;
        }
        self.tell_time(process, &question.turn.time)?;
        self.playing = true;
        if self.features.colors {
            // Old engines must be told whom they are to play, and that it is their turn.
            process.send(if question.seat == Seat::WHITE { "white" } else { "black" })?;
        }
        process.send(&if bounded { bounded_go(&control) } else { "go".to_string() })
    }

    /// Takes in what was said since the engine's last turn.
    fn catch_up(&mut self, process: &mut Process, question: &Question) -> Result<Option<Deed>, Fault> {
        let mut deed = None;
        while let Some(line) = process.waiting_line()? {
            match remark(&line.text) {
                Remark::Move(text) => return Err(out_of_turn(&text)),
                Remark::DrawTile => return Err(FaultKind::Violation.because("draws out of turn")),
                Remark::Resign => deed = Some(Deed::Resign),
                Remark::Result(result) => deed = Some(claim(&result, question.seat)?),
                Remark::Refusal => return Err(FaultKind::Violation.because(format!("refuses: {}", quote(&line.text)))),
                Remark::OfferDraw if question.turn.draw_offered => deed = Some(Deed::AgreeDraw),
                Remark::OfferDraw => self.late_offer = true,
                Remark::Thinking(_) | Remark::Nothing => {}
            }
        }
        Ok(deed)
    }

    /// Waits for the engine's answer.
    fn listen(&mut self, process: &mut Process, question: &Question, asked: Instant) -> Result<Reply, Fault> {
        let mut thought = Thought::default();
        let mut offers_draw = mem::take(&mut self.late_offer);
        let deadline = question.deadline(asked);
        loop {
            let Some(line) = process.next_line(deadline)? else { return Err(self.hurry(process, question)) };
            let deed = match remark(&line.text) {
                // It came after the last look at what was there already.
                Remark::Move(text) if line.at < asked => return Err(out_of_turn(&text)),
                Remark::Move(text) => Deed::Move(text),
                Remark::DrawTile if self.features.motley => Deed::Draw,
                Remark::Resign => Deed::Resign,
                Remark::OfferDraw if question.turn.draw_offered => Deed::AgreeDraw,
                Remark::Result(result) => claim(&result, question.seat)?,
                Remark::Refusal => return Err(FaultKind::Violation.because(format!("refuses: {}", quote(&line.text)))),
                Remark::OfferDraw => {
                    offers_draw = true;
                    continue;
                }
                Remark::Thinking(said) => {
                    thought = said;
                    continue;
                }
                Remark::DrawTile | Remark::Nothing => continue,
            };
            thought.time = line.at.saturating_duration_since(asked);
            self.answered = line.at;
            return Ok(Reply { deed, offers_draw, thought });
        }
    }

    /// The engine has taken too long. Does it still listen?
    fn hurry(&mut self, process: &mut Process, question: &Question) -> Fault {
        let mut stop = || {
            process.send("?")?;
            let deadline = process.patience_ends();
            while let Some(line) = process.next_line(deadline)? {
                if matches!(remark(&line.text), Remark::Move(_) | Remark::DrawTile | Remark::Resign | Remark::Result(_))
                {
                    return Ok(true);
                }
            }
            Ok(false)
        };
        stop().map_or_else(|fault| fault, |answered| question.late(answered))
    }
}

impl Client for Cecp {
    fn name(&self) -> &str {
        &self.features.name
    }

    fn may_be_reused(&self) -> bool {
        self.features.reuse
    }

    fn takes_positions(&self) -> bool {
        self.features.setboard
    }

    fn can_play(&self, variant: &str, luck: bool) -> Result<(), Fault> {
        let name = cecp_name(variant);
        if !self.features.variants.iter().any(|known| known == name) {
            return Err(FaultKind::Violation.because(format!("does not play {variant}")));
        }
        if luck && !self.features.motley {
            return Err(FaultKind::Violation.because("leaves no luck to the referee (feature motley)"));
        }
        Ok(())
    }

    fn begin(&mut self, process: &mut Process, game: &Beginning) -> Result<(), Fault> {
        process.send("force")?;
        process.send("new")?;
        let name = cecp_name(game.course.variant);
        if name != cecp_name(Chess::NAME) {
            process.send(&format!("variant {name}"))?;
        }
        self.set_options(process, game.spec)?;
        process.send("post")?;
        if self.features.motley {
            // Without it an engine of ours would take the opponent for a person. Others may not know it, and answer that it is no move.
            process.send("computer")?;
        }
        process.send("force")?;
        if let Some(start) = &game.course.start {
            if !self.features.setboard {
                return Err(FaultKind::Violation.because("cannot be given a position (feature setboard)"));
            }
            process.send(&format!("setboard {start}"))?;
        }
        (self.timed, self.playing, self.told) = (false, false, 0);
        self.late_offer = false;
        for line in self.synchronise(process)? {
            if matches!(remark(&line.text), Remark::Refusal) {
                return Err(FaultKind::Violation.because(format!("refuses: {}", quote(&line.text))));
            }
        }
        Ok(())
    }

    fn ask(&mut self, process: &mut Process, question: &Question) -> Result<Reply, Fault> {
        let new_turn =
            !self.playing || question.course.steps[self.told..].iter().any(|step| matches!(step, Step::Move(..)));
        if new_turn {
            if let Some(deed) = self.catch_up(process, question)? {
                return Ok(Reply { deed, offers_draw: false, thought: Thought::default() });
            }
            if question.turn.draw_offered && self.features.draw && self.playing {
                process.send("draw")?;
            }
        }
        let asked = self.set_thinking(process, question)?;
        let reply = self.listen(process, question, asked)?;
        if matches!(reply.deed, Deed::Move(_) | Deed::Draw) {
            // It knows what it does itself.
            self.told += 1;
        }
        Ok(reply)
    }

    /// A command of our extensions.
    fn list_moves(&mut self, process: &mut Process, position: &str) -> Result<Vec<String>, Fault> {
        if !self.features.motley {
            return Err(FaultKind::Violation.because("cannot list its moves in CECP (feature motley)"));
        }
        process.send(&format!("setboard {position}"))?;
        process.send("moves")?;
        let lines = self.synchronise(process)?;
        let moves = lines.iter().find_map(|line| listed_moves(&line.text));
        moves.ok_or_else(|| FaultKind::Violation.because("does not list its moves"))
    }

    fn end(&mut self, process: &mut Process, result: &str) -> Result<(), Fault> {
        process.send(&format!("result {result}"))?;
        process.send("force")?;
        let score = result.split(' ').next().unwrap_or_default();
        for line in self.synchronise(process)? {
            match remark(&line.text) {
                Remark::Result(claimed) if !claimed.starts_with(score) => {
                    return Err(FaultKind::Violation.because(format!("claims a false result: {}", quote(&claimed))));
                }
                _ => {}
            }
        }
        Ok(())
    }
}

/// Our `go` with bounds, which holds for one move.
fn bounded_go(control: &TimeControl) -> String {
    let bounds = [
        control.nodes.map(|nodes| format!(" nodes {nodes}")),
        control.depth.map(|depth| format!(" depth {depth}")),
        control.move_time.map(|time| format!(" movetime {}", time.as_millis())),
    ];
    format!("go{}", bounds.into_iter().flatten().collect::<String>())
}

/// CECP's name of a game.
fn cecp_name(variant: &str) -> &str {
    if variant == Chess::NAME { "normal" } else { variant }
}

/// What an engine's line means.
fn remark(text: &str) -> Remark {
    let (word, rest) = text.split_once(char::is_whitespace).map_or((text, ""), |(word, rest)| (word, rest.trim()));
    match word {
        "move" => Remark::Move(rest.to_string()),
        "resign" => Remark::Resign,
        "1-0" | "0-1" | "1/2-1/2" => Remark::Result(text.to_string()),
        "offer" if rest == "draw" => Remark::OfferDraw,
        "draw" if rest == "tile" => Remark::DrawTile,
        "Illegal" if rest.starts_with("move") => Remark::Refusal,
        "tellusererror" if rest.starts_with("Illegal") => Remark::Refusal,
        _ => thinking(text).map_or(Remark::Nothing, Remark::Thinking),
    }
}

/// Reads a line of thinking: `ply score centiseconds nodes pv`.
fn thinking(text: &str) -> Option<Thought> {
    let mut words = text.split_whitespace();
    let depth: String = words.next()?.chars().take_while(char::is_ascii_digit).collect();
    let score: i32 = words.next()?.parse().ok()?;
    let _centiseconds: u64 = words.next()?.parse().ok()?;
    let nodes = words.next()?.parse().ok()?;
    Some(Thought {
        score: Some(score_of(score)),
        depth: Some(depth.parse().ok()?),
        nodes: Some(nodes),
        time: Duration::ZERO,
    })
}

/// CECP's score in our terms: mates are 100000 and the number of moves.
fn score_of(said: i32) -> i32 {
    let moves = (said.unsigned_abs() as i32).saturating_sub(CECP_MATE);
    match said {
        _ if moves < 0 || moves as usize > score::MAX_PLY => said.clamp(1 - score::MATE_BOUND, score::MATE_BOUND - 1),
        1.. => MATE - (2 * moves - 1).max(0),
        _ => mated_in(2 * moves as usize),
    }
}

/// A result that is claimed when the game is not over: whoever claims to have lost gives up, everything else is false.
fn claim(result: &str, seat: Seat) -> Result<Deed, Fault> {
    let lost = if seat == Seat::WHITE { "0-1" } else { "1-0" };
    if result.starts_with(lost) {
        Ok(Deed::Resign)
    } else {
        Err(FaultKind::Violation.because(format!("claims a false result: {}", quote(result))))
    }
}

/// Minutes and seconds as `level` has them. What is shorter than a second counts as one: `time` says it better.
fn minutes(time: Duration) -> String {
    let seconds = time.as_secs().max(1);
    format!("{}:{:02}", seconds / 60, seconds % 60)
}

/// Seconds, with decimals only where there are any.
fn decimal(time: Duration) -> String {
    time.as_secs_f64().to_string()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lines_of_thinking_are_read() {
        let thought = |score, depth, nodes| {
            Some(Thought { score: Some(score), depth: Some(depth), nodes: Some(nodes), time: Duration::ZERO })
        };
        assert_eq!(thinking("9 156 1084 48000 Nf3 Nc6"), thought(156, 9, 48000));
        assert_eq!(thinking("12. -31 7 99 12 5 0\te2e4"), thought(-31, 12, 99));
        for other in ["", "9", "9 156 1084", "x 1 2 3", "1. e4 e5 2. Nf3", "# 1 2 3 4"] {
            assert_eq!(thinking(other), None, "{other}");
        }
    }

    #[test]
    fn mates_are_counted_in_moves() {
        assert_eq!([100_001, 100_003, -100_001, 100_000].map(score_of), [MATE - 1, MATE - 5, 2 - MATE, MATE]);
        assert_eq!(
            [100, -31_500, 99_000, i32::MIN].map(score_of),
            [100, 1 - score::MATE_BOUND, score::MATE_BOUND - 1, 1 - score::MATE_BOUND]
        );
        assert_eq!(score::moves_to_mate(score_of(100_003)), Some(3));
        assert_eq!(score::moves_to_mate(score_of(-100_002)), Some(-2));
    }

    #[test]
    fn whoever_claims_to_have_lost_gives_up() {
        assert!(matches!(claim("0-1 {White resigns}", Seat::WHITE), Ok(Deed::Resign)));
        assert!(matches!(claim("1-0 {x}", Seat::BLACK), Ok(Deed::Resign)));
        for (result, seat) in
            [("1-0 {White mates}", Seat::WHITE), ("1/2-1/2 {Draw}", Seat::WHITE), ("0-1", Seat::BLACK)]
        {
            assert_eq!(claim(result, seat).err().unwrap().kind, FaultKind::Violation, "{result}");
        }
    }

    #[test]
    fn times_are_written_as_engines_read_them() {
        let times = [1500, 61_000, 10, 90_000].map(Duration::from_millis);
        assert_eq!(times.map(minutes), ["0:01", "1:01", "0:01", "1:30"]);
        assert_eq!(times.map(decimal), ["1.5", "61", "0.01", "90"]);
    }
}
