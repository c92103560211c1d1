//! [`Session`] of one game: its record and its search.

use std::cmp::Reverse;
use std::collections::BTreeMap;
use std::sync::{Arc, Mutex, OnceLock, PoisonError};
use std::time::Instant;

use engine::chance_rng::ChanceRng;
use engine::game::{GenType, Seat, ToAct};
use engine::move_role::{ChanceKind, MoveRole};
use engine::moves::{Move, MoveList};
use engine::outcome::{Outcome, Shares};
use engine::record::Record;
use engine::search::{Control, Limits, NoMemory};
use engine::text::{MoveError, PositionError, Style};
use eval::nnue::Network;
use formats::diagram::Diagram;
use formats::pgn::{PgnError, PgnGame, Setup};
use searches::EvalBreakdown;
use svg::Document;

use crate::gui::board::{self, Board, Geometry, MoveView, SeatLook};
use crate::gui::layout::{NULL, replay_on_squares};
use crate::gui::picture::figures::Alphabet;
use crate::gui::picture::marks::Marks;
use crate::parse::CommandError;
use crate::registry::Playable;
use crate::session::event::{Event, Job};
use crate::session::piece_value::{self, PieceValue};
use crate::session::search_slot::{EngineHandle, SearchSlot};
use crate::session::{
    BoardView, GameRecord, GameRules, MoveFormat, MoveSource, MoveText, PerftForm, SearchFn, Session, SetUpError,
    TargetField, TaskFn,
};

/// [`Session`] of the game `G`.
pub struct GameSession<G: Playable> {
    record: Record<G>,
    /// Made when it is first asked for, because its tables are large. Locked while a search runs, which is the only
    /// time that another thread holds it.
    slot: OnceLock<Arc<Mutex<SearchSlot<G>>>>,
    /// Network of the evaluation.
    network: Option<Arc<Network>>,
}

impl<G: Playable> Default for GameSession<G> {
    fn default() -> Self {
        GameSession { record: Record::default(), slot: OnceLock::new(), network: G::network() }
    }
}

impl<G: Playable> GameSession<G> {
    fn position(&self) -> &G {
        self.record.position()
    }

    fn first_position(&self) -> &G {
        self.record.earlier().first().unwrap_or(self.position())
    }

    fn slot(&self) -> &Arc<Mutex<SearchSlot<G>>> {
        self.slot.get_or_init(Arc::default)
    }

    /// Positions in which the side to move chooses: the current one, or one for each outcome of a chance event that
    /// precedes the move.
    fn positions_after_roll(&self) -> Vec<G> {
        if self.due_chance().is_none_or(|chance| chance.within_move) {
            return vec![self.position().clone()];
        }
        let mut outcomes = Vec::new();
        self.position().chance_outcomes(&mut outcomes);
        let after = |(outcome, _): (Move, u32)| {
            let mut record = Record::new(self.position().clone());
            record.play(outcome);
            record.position().clone()
        };
        outcomes.into_iter().map(after).collect()
    }

    fn sorted(&self, moves: &[Move]) -> Vec<Move> {
        let mut moves = moves.to_vec();
        moves.sort_by_cached_key(|&mv| self.write_move(mv, MoveFormat::OWN));
        moves
    }
}

impl<G: Playable> GameRecord for GameSession<G> {
    fn reset(&mut self) {
        self.record = Record::default();
    }

    fn set_up(&mut self, position: Option<&str>, moves: &[&str], format: MoveFormat) -> Result<(), SetUpError> {
        let read = |text| read_position(text, format);
        let first = position.map_or_else(|| Ok(G::start()), read).map_err(SetUpError::Position)?;
        let mut record = Record::new(first);
        for (number, &text) in (1..).zip(moves) {
            let read = read_move(record.position(), text, format);
            record.play(read.map_err(|error| SetUpError::Move { number, text: text.to_string(), error })?);
        }
        self.record = record;
        Ok(())
    }

    fn replay(&mut self, game: &PgnGame) -> Result<(), PgnError> {
        self.record = game.replay::<G>().or_else(|plain| {
            let place = |error: &PgnError| (error.place.line, error.place.column);
            // In the notation that the game is written in, reading gets farther.
            replay_on_squares(game)
                .map_err(|on_squares| if place(&on_squares) > place(&plain) { on_squares } else { plain })
        })?;
        Ok(())
    }

    fn play(&mut self, mv: Move) {
        self.record.play(mv);
    }

    fn undo(&mut self) -> bool {
        self.record.undo().is_some()
    }

    fn rewind(&mut self, plies: usize) {
        self.record.rewind(plies);
    }

    fn take_back_throw(&mut self) -> bool {
        self.record.take_back_throw()
    }

    fn plies(&self) -> &[Move] {
        self.record.plies()
    }

    fn pgn_setup(&self) -> Setup {
        Setup::of(self.first_position())
    }

    fn set_up_key(&self) -> Option<u64> {
        let key = self.first_position().key();
        if key == G::start().key() { None } else { Some(key) }
    }

    fn undos_to_turn(&self) -> Option<usize> {
        self.record.undos_to_turn()
    }

    fn turns_made(&self, seat: Seat) -> u32 {
        self.record.turns_made(seat)
    }

    fn chance_events(&self, seat: Seat) -> usize {
        self.record.chance_events(seat)
    }

    fn is_mid_move(&self) -> bool {
        self.record.is_mid_move()
    }

    fn outcome(&self) -> Option<Outcome> {
        self.record.outcome()
    }

    fn shares(&self, outcome: Outcome) -> Shares {
        Shares::of(outcome, self.position())
    }

    fn roll(&self, rng: ChanceRng) -> Option<Move> {
        rng.roll(&self.record)
    }
}

impl<G: Playable> GameRules for GameSession<G> {
    fn variant(&self) -> &'static str {
        G::name()
    }

    fn seat_names(&self) -> &'static [&'static str] {
        G::SEAT_NAMES
    }

    fn has_checkmate(&self) -> bool {
        G::has_checkmate()
    }

    fn is_in(&self, seat: Seat) -> bool {
        self.position().is_in(seat)
    }

    fn side_to_move(&self) -> Seat {
        self.position().side_to_move()
    }

    fn key(&self) -> u64 {
        self.position().key()
    }

    fn plies_to_go(&self) -> u32 {
        self.record.plies_to_go()
    }

    fn plies_to_go_after(&self, mv: Move) -> u32 {
        let mut record = self.record.clone();
        record.play(mv);
        record.plies_to_go()
    }

    fn searches_of_move(&self) -> u32 {
        self.record.searches_of_move()
    }

    fn plies_of_turn(&self) -> u32 {
        self.record.plies_of_turn()
    }

    fn is_legal(&self, mv: Move) -> bool {
        self.position().is_legal(mv)
    }

    fn legal_moves(&self) -> Vec<Move> {
        let mut list = MoveList::new();
        self.position().moves(GenType::All, &mut list);
        self.sorted(&list)
    }

    fn composite_moves(&self) -> Vec<Move> {
        let mut list = MoveList::new();
        self.position().composite_moves(&mut list);
        self.sorted(&list)
    }

    fn first_decision(&self, mv: Move) -> Move {
        let plies = self.position().plies_of(mv);
        let outcomes = usize::from(self.position().to_act() == ToAct::Chance);
        plies[outcomes.min(plies.len() - 1)]
    }

    fn chance_kind(&self) -> Option<ChanceKind> {
        self.position().chance_kind()
    }

    fn due_chance(&self) -> Option<ChanceKind> {
        let is_due = self.position().to_act() == ToAct::Chance && self.position().result().is_none();
        if is_due { self.position().chance_kind() } else { None }
    }

    fn eval_breakdown(&self) -> EvalBreakdown {
        self.position().eval_breakdown(self.network.clone())
    }

    fn piece_values(&self) -> Vec<PieceValue> {
        piece_value::piece_values(self.position(), self.network.as_ref())
    }

    fn perft_task(&self, depth: u32, form: PerftForm) -> TaskFn {
        let position = self.position().clone();
        let moves = if depth == 0 { Vec::new() } else { self.composite_moves() };
        Box::new(move |control, print| {
            let began = Instant::now();
            let mut total = u64::from(depth == 0);
            for mv in moves {
                let child = perft::after(&position, mv);
                let Some(count) = perft::count_until(&child, depth - 1, &(), &|| control.is_stopped()) else { return };
                total = total.saturating_add(count);
                if let PerftForm::Divided(style) | PerftForm::Stockfish(style) = form {
                    print(format!("{}: {count}", position.write_move_in(mv, style)));
                }
            }
            if let PerftForm::Stockfish(_) = form {
                print(String::new());
                print(format!("Nodes searched: {total}"));
                return;
            }
            let seconds = began.elapsed().as_secs_f64();
            print(format!("nodes {total}"));
            print(format!("time {seconds:.3} s, {:.0} nodes/s", total as f64 / seconds.max(1e-6)));
        })
    }
}

impl<G: Playable> MoveText for GameSession<G> {
    fn read_move(&self, text: &str, format: MoveFormat) -> Result<Move, MoveError> {
        read_move(self.position(), text, format)
    }

    fn read_placement(&self, piece: char, field: &str, format: MoveFormat) -> Result<Move, MoveError> {
        self.read_move(&format!("{piece}@{field}"), format)
    }

    fn read_chance_outcome(&self, text: &str) -> Result<Move, CommandError> {
        if self.position().to_act() != ToAct::Chance {
            return Err("nothing is left to chance here".to_string());
        }
        let mut events = Vec::new();
        self.position().chance_outcomes(&mut events);
        let read = self.position().read_move(text).map_err(|error| error.to_string())?;
        let event = events.into_iter().find(|event| event.0 == read);
        event.map(|event| event.0).ok_or_else(|| "that is a move".to_string())
    }

    fn write_move(&self, mv: Move, format: MoveFormat) -> String {
        write_move(self.position(), mv, format)
    }

    fn write_since(&self, ply: usize, format: MoveFormat) -> Option<String> {
        self.record.composite_move_from(ply).map(|(before, mv)| write_move(before, mv, format))
    }

    fn write_line(&self, after: Option<Move>, line: &[Move], format: MoveFormat) -> Vec<String> {
        let mut position = self.position().clone();
        if let Some(mv) = after {
            position.make(mv, &mut ());
        }
        let mut texts = Vec::with_capacity(line.len());
        for &mv in line {
            if !position.is_legal(mv) {
                break;
            }
            texts.push(write_move(&position, mv, format));
            position.make(mv, &mut ());
        }
        texts
    }

    fn played_moves(&self, style: Style) -> Vec<(Seat, String)> {
        let mut record = self.record.clone();
        record.take_back_throw();
        if record.is_mid_move() && record.outcome().is_none() {
            record.undo();
        }
        record.composite_moves().map(|(before, mv)| (before.side_to_move(), before.write_move_in(mv, style))).collect()
    }

    fn position_text(&self, format: MoveFormat) -> String {
        match format {
            MoveFormat::Own(_) => self.position().to_string(),
            MoveFormat::Squares => self.position().to_squares(),
        }
    }

    fn is_at(&self, position: &str, format: MoveFormat) -> bool {
        read_position::<G>(position, format).is_ok_and(|position| position.key() == self.position().key())
    }

    fn move_role(&self, mv: Move, format: MoveFormat) -> MoveRole<String> {
        move_role(self.position(), mv, format)
    }
}

impl<G: Playable> BoardView for GameSession<G> {
    fn diagram(&self, below: Seat) -> Diagram {
        self.position().diagram(below)
    }

    fn diagram_within(&self, below: Seat, room: (usize, usize)) -> Diagram {
        self.position().diagram_within(below, room)
    }

    fn facts(&self) -> Vec<(&'static str, String)> {
        let side = G::SEAT_NAMES[self.side_to_move().index()];
        let mut facts = vec![
            ("fen", self.position_text(MoveFormat::OWN)),
            ("key", format!("{:016x}", self.position().key())),
            ("side", side.to_string()),
        ];
        facts.extend(self.position().facts());
        facts
    }

    fn geometry(&self) -> Geometry {
        G::geometry()
    }

    fn seat_looks(&self) -> Vec<SeatLook> {
        board::seats::<G>()
    }

    fn board(&self) -> Board {
        self.position().board()
    }

    fn move_views(&self) -> Vec<MoveView> {
        board::legal_moves(self.position())
    }

    fn move_view(&self, mv: Move) -> MoveView {
        board::move_view(self.position(), mv)
    }

    fn figures(&self) -> &'static Alphabet {
        G::figures()
    }

    fn picture(&self, marks: &Marks) -> Document {
        self.position().picture(marks)
    }

    fn diagrams(&self) -> Vec<(&'static str, Document)> {
        G::diagrams()
    }

    fn backdrop(&self) -> Option<Document> {
        G::backdrop()
    }

    fn targets_from(&self, source: &MoveSource, format: MoveFormat) -> BTreeMap<String, TargetField> {
        let mut targets: BTreeMap<String, TargetField> = BTreeMap::new();
        for position in self.positions_after_roll() {
            let mut moves = MoveList::new();
            position.moves(GenType::All, &mut moves);
            moves.sort_by_cached_key(|&mv| {
                (Reverse(position.promotion_gain(mv)), write_move(&position, mv, MoveFormat::OWN))
            });
            for mv in moves {
                let (from, to, promotion) = match move_role(&position, mv, format) {
                    MoveRole::Step { from, to, promotion } => (MoveSource::Field(from), to, promotion),
                    MoveRole::Placement { piece, to } => (MoveSource::Hand(piece), to, None),
                    _ => continue,
                };
                if !from.is(source) {
                    continue;
                }
                let target = targets.entry(to).or_default();
                target.captures |= matches!(from, MoveSource::Field(_)) && board::is_capture(&position, mv);
                match promotion {
                    // Several throws may allow the same.
                    Some(kind) if !target.promotions.contains(kind) => target.promotions.push(kind),
                    Some(_) => {}
                    None => target.stays = true,
                }
            }
        }
        targets
    }

    fn null_move_to(&self, position: &str) -> Option<Move> {
        let before = self.position();
        let pass = before.read_on_squares(NULL).ok()?;
        let described = G::from_squares(position).ok()?;
        // Of what the GUI writes only the board and the side are certain. A tile that can be placed nowhere is still in
        // its pile.
        let board = |position: &G| position.to_squares().split(['[', ' ']).next().map(str::to_string);
        let passes = described.side_to_move() == before.side_to_move().opponent();
        if passes && board(&described) == board(before) { Some(pass) } else { None }
    }

    fn is_ambiguous_on_squares(&self) -> bool {
        self.position().is_ambiguous_on_squares()
    }

    fn unique_moves(&self) -> Vec<Move> {
        let mut moves = self.legal_moves();
        moves.retain(|&mv| self.position().is_unique_on_squares(mv));
        moves
    }

    fn exceeds_squares(&self) -> bool {
        self.position().exceeds_squares()
    }
}

impl<G: Playable> Session for GameSession<G> {
    fn engine(&self) -> Arc<Mutex<dyn EngineHandle>> {
        Arc::clone(self.slot()) as Arc<Mutex<dyn EngineHandle>>
    }

    fn set_network(&mut self, network: Option<Arc<Network>>) -> Result<(), NoMemory> {
        let network = network.or_else(G::network);
        self.slot().lock().unwrap_or_else(PoisonError::into_inner).set_network(network.clone())?;
        self.network = network;
        Ok(())
    }

    fn search(&self, expected: Option<Move>, limits: Limits, control: Control, job: Job) -> SearchFn {
        let mut record = self.record.clone();
        if let Some(mv) = expected {
            record.play(mv);
        }
        let slot = Arc::clone(self.slot());
        Box::new(move || {
            let mut slot = slot.lock().unwrap_or_else(PoisonError::into_inner);
            let mut report = |report: &_| job.send(Event::Report(job.id, Clone::clone(report)));
            slot.think(&record, &limits, &control, &mut report)
        })
    }
}

fn read_position<G: Playable>(text: &str, format: MoveFormat) -> Result<G, PositionError> {
    match format {
        MoveFormat::Own(_) => text.parse(),
        MoveFormat::Squares => G::from_squares(text),
    }
}

fn read_move<G: Playable>(position: &G, text: &str, format: MoveFormat) -> Result<Move, MoveError> {
    match format {
        MoveFormat::Own(_) => position.read_move(text),
        MoveFormat::Squares => position.read_on_squares(text),
    }
}

fn write_move<G: Playable>(position: &G, mv: Move, format: MoveFormat) -> String {
    match format {
        MoveFormat::Own(style) => position.write_move_in(mv, style),
        MoveFormat::Squares => position.write_on_squares(mv),
    }
}

fn move_role<G: Playable>(position: &G, mv: Move, format: MoveFormat) -> MoveRole<String> {
    position.move_role(mv).map(|field| match format {
        MoveFormat::Own(_) => position.field_name(field),
        MoveFormat::Squares => position.square_name(field),
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::registry::open;

    #[test]
    fn a_wrong_position_or_move_leaves_the_session_unchanged() {
        let mut session = open("chess").expect("chess is a game");
        session.set_up(None, &["e2e4", "e7e5"], MoveFormat::OWN).unwrap();
        let before = session.position_text(MoveFormat::OWN);
        let illegal = session.set_up(None, &["d2d4", "d7d5", "d2d4"], MoveFormat::OWN).expect_err("no piece on d2");
        assert_eq!(illegal.to_string(), "illegal move 3, d2d4: no piece on d2");
        assert!(matches!(session.set_up(Some("8/8"), &[], MoveFormat::OWN), Err(SetUpError::Position(_))));
        assert_eq!(session.position_text(MoveFormat::OWN), before);
        assert_eq!((session.turns_made(Seat::WHITE), session.turns_made(Seat::BLACK)), (1, 1));
        assert!(session.undo() && session.undo() && !session.undo());
    }

    #[test]
    fn a_faulty_game_of_xboards_is_refused_where_the_fault_is() {
        let mut session = open("kaleido").expect("kaleido is a game");
        for (text, wanted) in [
            ("[Variant \"kaleido\"]\n\n1. Wd4 Wd4 *", "game 1, line 3, column 8: move 2, Wd4 in "),
            ("[Variant \"kaleido\"]\n\n1. 1B-2F 1B-2F *", "game 1, line 3, column 10: move 2, 1B-2F in "),
        ] {
            let game = formats::pgn::parse(text).expect(text).remove(0);
            let error = session.replay(&game).expect_err(text).to_string();
            assert!(error.starts_with(wanted), "{error}");
        }
    }

    #[test]
    fn a_turn_of_two_plies_is_one_move() {
        let mut session = open("keyles").expect("keyles is a game");
        let due = "10/k9/10/10/4r5/10/QR8/10/10/10[K] w - - 0 4";
        let counts = |session: &dyn Session| {
            (session.turns_made(Seat::WHITE), session.turns_made(Seat::BLACK), session.plies_to_go())
        };
        for (moves, made) in [
            (&[][..], (0, 0, 2)),
            (&["K@b4"], (0, 0, 1)),
            (&["K@b4", "b4b5"], (1, 0, 1)),
            (&["K@b4", "b4b5", "e6e5"], (1, 1, 1)),
            (&["K@b4", "b4b5", "e6e5", "b5b4", "e5e4", "b4b3"], (3, 2, 1)),
        ] {
            session.set_up(Some(due), moves, MoveFormat::OWN).unwrap();
            assert_eq!(counts(session.as_ref()), made, "{moves:?}");
        }
        session.set_up(Some(due), &["K@b4"], MoveFormat::OWN).unwrap();
        assert!(session.is_at("10/k9/10/10/4r5/10/QK8/10/10/10[R] w - 7 9", MoveFormat::OWN), "clocks do not matter");
        assert!(!session.is_at(due, MoveFormat::OWN) && !session.is_at("nowhere", MoveFormat::OWN));
    }

    #[test]
    fn a_relayed_pawn_reaches_the_leaps_of_a_knight() {
        let mut session = open("knightrelay").expect("knight relay is a game");
        session.set_up(Some("3k4/1N6/4P3/p7/3N4/Q1n5/2n5/4K3 w - - 0 1"), &[], MoveFormat::OWN).unwrap();
        let targets: Vec<String> =
            session.targets_from(&MoveSource::Field("e6".to_string()), MoveFormat::Squares).into_keys().collect();
        assert_eq!(targets, ["c5", "c7", "e7", "f4", "g5", "g7"]);
        assert_eq!(
            session.targets_from(&MoveSource::Field("a3".to_string()), MoveFormat::Squares)["a5"],
            TargetField { captures: true, promotions: String::new(), stays: true }
        );
        assert!(session.targets_from(&MoveSource::Field("h8".to_string()), MoveFormat::Squares).is_empty());
    }
}
