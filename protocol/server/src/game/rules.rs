//! Actions of players (moves, offers, resigning), and what follows without a decision: luck, forced passes, clocks.

use engine::game::Seat;
use engine::outcome::{Outcome, Reason, ReasonInfo, Shares, Wording};
use protocol::clock::Millis;
use protocol::session::{Session, draw_offer};

use super::{Ending, Game, NO_NAME, Offer, Offers, Player};
use crate::line::MAX_PLIES;

const AGREED: Reason = Reason::new(&ReasonInfo { name: "Agreed", wording: Wording::Fixed("Draw by agreement") });
const TOO_LONG: Reason =
    Reason::new(&ReasonInfo { name: "TooLong", wording: Wording::Fixed("Draw: the game is too long") });
const RESIGNED: Reason =
    Reason::new(&ReasonInfo { name: "Resigned", wording: Wording::ByWinner(&["Black resigns", "White resigns"]) });
const OUT_OF_TIME: Reason = Reason::new(&ReasonInfo {
    name: "OutOfTime",
    wording: Wording::ByWinner(&["Black loses on time", "White loses on time"]),
});

/// Action of a player.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Action {
    /// Plays a move.
    Move(String),
    /// Makes an offer or agrees to it; `false`: declines it, or takes the own one back.
    Offer(Offer, bool),
    /// Gives the game up; of several seats at a screen the one that is named, if it is the one to act.
    Resign(Option<usize>),
    /// Gives a name to the own seat, which has none yet.
    Name(String),
}

/// Reason why an action was refused.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub enum Refusal {
    /// The move is not legal.
    #[error("{0}")]
    Illegal(String),
    /// Somebody else is to move.
    #[error("it is not your turn")]
    NotYourTurn,
    /// The game is over.
    #[error("the game is over")]
    Over,
    /// The game is not over yet.
    #[error("the game is not over")]
    NotOver,
    /// There is no own move to take back.
    #[error("you have no move to take back")]
    NothingToTakeBack,
    /// The seat has made the same offer since its last move.
    #[error("you have offered this already; make a move first")]
    AlreadyOffered,
    /// The seat has left the game.
    #[error("you are out of the game")]
    Out,
    /// The seat has a name.
    #[error("you have a name in this game already")]
    AlreadyNamed,
}

impl Refusal {
    /// Code of the refusal in messages.
    pub fn code(&self) -> &'static str {
        match self {
            Refusal::Illegal(_) => "illegal",
            Refusal::NotYourTurn => "not-your-turn",
            Refusal::Over => "over",
            Refusal::NotOver => "not-over",
            Refusal::NothingToTakeBack => "nothing-to-take-back",
            Refusal::AlreadyOffered => "already-offered",
            Refusal::Out => "out",
            Refusal::AlreadyNamed => "already-named",
        }
    }
}

/// End of a game with an outcome.
pub fn ending_of(session: &dyn Session, outcome: Outcome) -> Ending {
    let shares = session.shares(outcome);
    Ending {
        score: shares.to_string(),
        reason: outcome.explanation().to_string(),
        shares: Seat::all(shares.seats()).map(|seat| shares.points(seat)).collect(),
    }
}

impl Game {
    /// True if an action that is about the state of number `seq` may be applied to the present one. A move needs the
    /// same position only: offers of an opponent must not keep anybody from moving.
    pub fn is_current(&self, seq: u64, action: &Action) -> bool {
        let since = match action {
            Action::Offer(Offer::Draw | Offer::Takeback, _) => self.seq,
            Action::Move(_) | Action::Resign(_) | Action::Offer(Offer::Rematch, _) => self.position_seq,
            Action::Name(_) => 0,
        };
        (since..=self.seq).contains(&seq)
    }

    /// Applies an action of a seat; `false` if it changes nothing.
    ///
    /// # Errors
    /// If it is not allowed; then nothing has changed.
    pub fn act(&mut self, seat: usize, action: &Action, now: Millis) -> Result<bool, Refusal> {
        let changes = match action {
            Action::Offer(Offer::Rematch, accepts) => self.offer_rematch(seat, *accepts)?,
            Action::Name(name) => self.name_seat(seat, name)?,
            _ if self.ending().is_some() => return Err(Refusal::Over),
            _ if !self.is_in(seat) || self.state.retired.contains(&seat) => return Err(Refusal::Out),
            Action::Move(text) => {
                self.play(seat, text, now)?;
                true
            }
            Action::Offer(Offer::Draw, accepts) => self.offer_draw(seat, *accepts, now)?,
            Action::Offer(Offer::Takeback, accepts) => self.offer_takeback(seat, *accepts, now)?,
            Action::Resign(_) => {
                self.forfeit(seat, RESIGNED, now);
                true
            }
        };
        self.seq += u64::from(changes);
        Ok(changes)
    }

    /// Plays the engine's move for the seat to move. Its score is for the mover in centipawns; a book move has none,
    /// and leaves that of the move before.
    ///
    /// # Errors
    /// If it is not legal: the game has gone on in another way.
    pub fn play_engine_move(&mut self, text: &str, score: Option<i32>, now: Millis) -> Result<(), Refusal> {
        let Some(seat) = self.engine_turn() else { return Err(Refusal::NotYourTurn) };
        self.play(seat, text, now)?;
        self.state.score = score.or(self.state.score);
        self.seq += 1;
        Ok(())
    }

    /// Gives a name to a seat that has none, as those of invited players; `false` if the name is none.
    fn name_seat(&mut self, seat: usize, new: &str) -> Result<bool, Refusal> {
        match &mut self.state.players[seat] {
            Player::Person { name, .. } if name == NO_NAME => {
                *name = new.to_string();
                Ok(new != NO_NAME)
            }
            _ => Err(Refusal::AlreadyNamed),
        }
    }

    fn play(&mut self, seat: usize, text: &str, now: Millis) -> Result<(), Refusal> {
        if self.turn() != seat {
            return Err(Refusal::NotYourTurn);
        }
        let mv = self.line.read(text).map_err(|error| Refusal::Illegal(error.to_string()))?;
        if self.line.session.first_decision(mv) != mv {
            return Err(Refusal::Illegal("the tile shows when it is drawn: draw first".to_string()));
        }
        // The engine that plays on for a retired seat has no clock.
        let has_clock = !self.state.retired.contains(&seat);
        if has_clock && self.state.clocks.as_ref().is_some_and(|clocks| clocks.left(seat, now) <= 0) {
            self.forfeit(seat, OUT_OF_TIME, now);
            return Ok(());
        }
        self.line.play(mv);
        self.position_seq = self.seq + 1;
        let turned = self.line.session.side_to_move().index() != seat || self.line.session.outcome().is_some();
        if has_clock
            && turned
            && let Some(clocks) = &mut self.state.clocks
        {
            clocks.stop(now);
            clocks.add_increment(seat);
        }
        // An offer lapses when somebody else moves on.
        for offer in [Offer::Draw, Offer::Takeback] {
            let agreed = self.state.offers.of(offer);
            if !agreed.contains(&seat) {
                agreed.clear();
            }
            self.state.offered.of(offer).retain(|&made_by| made_by != seat);
        }
        self.advance(now);
        Ok(())
    }

    /// Goes on to the next decision: rolls chance, passes for whoever cannot do anything else, and starts the clock.
    /// A line of [`MAX_PLIES`] ends the game, before another ply makes it too long to be loaded.
    pub(super) fn advance(&mut self, now: Millis) {
        while self.ending().is_none() {
            if self.line.plies.len() >= MAX_PLIES {
                let draw = Outcome::Draw(TOO_LONG);
                self.state.ending = Some(ending_of(self.line.session.as_ref(), draw));
                break;
            }
            let session = &self.line.session;
            let forced = match session.due_chance() {
                Some(_) => session.roll(self.seed.next(session.as_ref())),
                None => session.forced_pass(),
            };
            match forced {
                Some(mv) => self.line.play(mv),
                None => break,
            }
        }
        self.run_clock(now);
    }

    /// Lets the clock of the seat to move run. The first turn of a player after the moves that the game was created
    /// with costs no time, and an engine that plays on for somebody has no clock that could fall.
    fn run_clock(&mut self, now: Millis) {
        let turn = self.turn();
        let runs = self.ending().is_none() && self.has_had_turn(turn) && !self.state.retired.contains(&turn);
        if let Some(clocks) = &mut self.state.clocks {
            if runs { clocks.run(turn, now) } else { clocks.stop(now) }
        }
    }

    /// True if a seat has completed a turn since the moves that the game was created with.
    fn has_had_turn(&self, seat: usize) -> bool {
        let since = self.line.composite_moves.iter().filter(|mv| mv.plies > self.state.opening);
        since.skip_while(|mv| mv.seat != seat).any(|mv| mv.seat != seat)
    }

    /// Ends the game on time if a flag has fallen; `false` if none has.
    pub fn check_clock(&mut self, now: Millis) -> bool {
        let fallen = self.state.clocks.as_ref().and_then(|clocks| clocks.fallen(now));
        let Some(seat) = fallen else { return false };
        if self.ending().is_some() {
            return false;
        }
        self.forfeit(seat, OUT_OF_TIME, now);
        self.seq += 1;
        true
    }

    /// A seat gives up, or its time is up: it loses, or in a game of more than two the engine plays on for it.
    fn forfeit(&mut self, seat: usize, reason: Reason, now: Millis) {
        if self.state.players.len() == 2 {
            let winner = Seat::new(seat).opponent();
            self.state.ending = Some(ending_of(self.line.session.as_ref(), Outcome::Win(winner, reason)));
        } else {
            self.state.retired.insert(seat);
            if self.is_engines_only() {
                self.state.ending = Some(self.ending_without_persons());
            } else {
                self.settle_offers_without(seat, now);
            }
        }
        self.run_clock(now);
    }

    /// End of a game of more than two in which no person plays any more: those who have not given it up share the
    /// point.
    fn ending_without_persons(&self) -> Ending {
        let stays = |seat: Seat| self.is_in(seat.index()) && !self.state.retired.contains(&seat.index());
        let any = self.seats().any(stays);
        let shares = Shares::equal(self.state.players.len(), |seat| stays(seat) || (!any && self.is_in(seat.index())));
        Ending {
            score: shares.to_string(),
            reason: "No person plays any more".to_string(),
            shares: self.seats().map(|seat| shares.points(seat)).collect(),
        }
    }

    /// Makes an offer, agrees to it, or withdraws or declines it; `false` if that changes nothing.
    ///
    /// # Errors
    /// If the seat has made the offer since its last move. Rematches are offered at any time.
    fn agree(&mut self, offer: Offer, seat: usize, accepts: bool) -> Result<bool, Refusal> {
        let agreed = self.state.offers.of(offer);
        if !accepts {
            let stood = !agreed.is_empty();
            agreed.clear();
            return Ok(stood);
        }
        if agreed.contains(&seat) {
            return Ok(false);
        }
        if agreed.is_empty() && offer != Offer::Rematch {
            let offered = self.state.offered.of(offer);
            if offered.contains(&seat) {
                return Err(Refusal::AlreadyOffered);
            }
            offered.push(seat);
        }
        self.state.offers.of(offer).push(seat);
        Ok(true)
    }

    fn offer_draw(&mut self, seat: usize, accepts: bool, now: Millis) -> Result<bool, Refusal> {
        let changes = self.agree(Offer::Draw, seat, accepts)?;
        if accepts && changes {
            self.settle_draw(now);
        }
        Ok(changes)
    }

    /// Ends the game if all agree to a draw. If all persons do and an engine does not, the offer is declined.
    fn settle_draw(&mut self, now: Millis) {
        if !self.all_persons_agree(&self.state.offers.draw) {
            return;
        }
        if self.engines_accept_draw() {
            let draw = Outcome::Draw(AGREED);
            self.state.ending = Some(ending_of(self.line.session.as_ref(), draw));
            self.run_clock(now);
        } else {
            self.state.offers.draw.clear();
        }
    }

    /// Withdraws the offers of a seat that has left the game, and settles those to which all who stay agree.
    fn settle_offers_without(&mut self, seat: usize, now: Millis) {
        for offer in [Offer::Draw, Offer::Takeback] {
            let agreed = self.state.offers.of(offer);
            if agreed.first() == Some(&seat) {
                agreed.clear();
            }
            agreed.retain(|&other| other != seat);
        }
        self.settle_draw(now);
        if self.ending().is_none() {
            self.settle_takeback(now);
        }
    }

    /// Takes moves back if all persons agree to it.
    fn settle_takeback(&mut self, now: Millis) {
        let asker = self.state.offers.takeback.first().copied();
        let kept = asker.and_then(|asker| self.taken_back_to(asker));
        if let Some(kept) = kept.filter(|_| self.all_persons_agree(&self.state.offers.takeback)) {
            self.take_back_to(kept, now);
        }
    }

    /// True if each engine that is in would accept a draw. In a game of two the score of its last move tells; in games
    /// of more an engine does not negotiate.
    fn engines_accept_draw(&self) -> bool {
        let engines = self.seats().map(Seat::index).filter(|&seat| self.is_engine(seat) && self.is_in(seat)).count();
        match self.state.score {
            _ if engines == 0 => true,
            Some(score) if engines == 1 && self.state.players.len() == 2 => {
                draw_offer::accepts(self.line.session.as_ref(), score)
            }
            _ => false,
        }
    }

    /// True if an offer stands and all persons who are in the game have agreed to it.
    fn all_persons_agree(&self, agreed: &[usize]) -> bool {
        !agreed.is_empty() && self.persons().all(|seat| agreed.contains(&seat) || !self.is_in(seat))
    }

    /// Number of composite moves that are left when a seat's last turn has been taken back; none if it had no turn
    /// since the moves that the game was created with.
    pub(super) fn taken_back_to(&self, seat: usize) -> Option<usize> {
        let kept = self.composite_moves_before_turn_of(seat)?;
        (self.line.plies_of(kept) >= self.state.opening).then_some(kept)
    }

    /// Number of composite moves before a seat's last turn in which it had a choice; none if it had no such turn.
    fn composite_moves_before_turn_of(&self, seat: usize) -> Option<usize> {
        let moves = &self.line.composite_moves[..];
        // The present turn, if it is the seat's own and something was played in it, counts as its last turn.
        let unfinished = self.line.plies_of(moves.len()) < self.line.plies.len();
        if unfinished && self.turn() == seat && self.line.session.is_mid_move() {
            return Some(moves.len());
        }
        let last = moves.iter().rposition(|mv| mv.seat == seat && !mv.forced)?;
        // A turn of several composite moves: they follow one another.
        let others = moves[..last].iter().rposition(|mv| mv.seat != seat);
        Some(others.map_or(0, |other| other + 1))
    }

    fn offer_takeback(&mut self, seat: usize, accepts: bool, now: Millis) -> Result<bool, Refusal> {
        if !accepts {
            return self.agree(Offer::Takeback, seat, false);
        }
        let asker = self.state.offers.takeback.first().copied().unwrap_or(seat);
        self.taken_back_to(asker).ok_or(Refusal::NothingToTakeBack)?;
        let changes = self.agree(Offer::Takeback, seat, true)?;
        if changes {
            self.settle_takeback(now);
        }
        Ok(changes)
    }

    /// Takes back all composite moves but the first `kept`. The time that they took stays spent.
    fn take_back_to(&mut self, kept: usize, now: Millis) {
        self.line.take_back_to(kept);
        self.position_seq = self.seq + 1;
        self.state.offers = Offers::default();
        self.state.offered = Offers::default();
        self.state.score = None;
        if let Some(clocks) = &mut self.state.clocks {
            clocks.stop(now);
        }
        self.advance(now);
    }

    fn offer_rematch(&mut self, seat: usize, accepts: bool) -> Result<bool, Refusal> {
        if self.ending().is_none() {
            return Err(Refusal::NotOver);
        }
        if self.state.next.is_some() {
            return Err(Refusal::Over);
        }
        self.agree(Offer::Rematch, seat, accepts)
    }

    /// True if all persons want another game, which has not begun yet.
    pub fn wants_rematch(&self) -> bool {
        let agreed = &self.state.offers.rematch;
        let mut persons = self.state.players.iter().enumerate().filter(|(_, player)| !player.is_engine());
        self.state.next.is_none() && !agreed.is_empty() && persons.all(|(seat, _)| agreed.contains(&seat))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::fixture;
    use crate::game::{Draft, Player};
    use protocol::clock::{TimeControl, now};
    use protocol::luck::LuckSeed;

    /// Text of a legal move that gives up no castle, if there is one: others end a game of KaleidoChess.
    fn legal_move(game: &Game) -> String {
        let castles = game.line.session.board().castles;
        let views = game.line.session.move_views();
        let is_castle = |name: &str| castles.iter().any(|castle| castle.field == name);
        let careful = views.iter().find(|view| view.from.as_ref().is_some_and(|from| !is_castle(&from.name)));
        careful.or(views.first()).expect("a legal move").text.clone()
    }

    #[test]
    fn the_engine_plays_on_for_who_has_no_time_left() {
        let mut game = fixture::game("kaleido4", Some(TimeControl { initial_ms: 60_000, increment_ms: 2000 }));
        let begin = now();
        for seat in 0..4 {
            assert_eq!(game.turn(), seat);
            game.act(seat, &Action::Move(legal_move(&game)), begin).expect("a legal move");
        }
        let late = begin + 63_000;
        assert!(game.check_clock(late));
        assert!(game.state.retired.contains(&0) && game.ending().is_none());
        assert_eq!(game.engine_turn(), Some(0));
        let plies = game.line.plies.len();
        game.play_engine_move(&legal_move(&game), Some(0), late).expect("a legal move");
        assert!(game.line.plies.len() > plies && game.turn() == 1, "the engine has moved");
        game.act(1, &Action::Move(legal_move(&game)), late).expect("a legal move");
        assert!(game.state.clocks.as_ref().is_some_and(|clocks| clocks.left(0, late) <= 0), "no increment");
        assert_eq!(game.state.retired.len(), 1);
    }

    #[test]
    fn the_first_turn_after_the_given_moves_costs_no_time() {
        let control = Some(TimeControl { initial_ms: 60_000, increment_ms: 0 });
        let moves = ["e2e4", "e7e5", "g1f3"].map(str::to_string).to_vec();
        let draft = Draft { moves, ..fixture::draft("chess", control) };
        let mut game = Game::new(draft, LuckSeed::new([7; 32]), now()).expect("a sound draft");
        let running = |game: &Game| game.state.clocks.as_ref().expect("clocks").running();
        let mut seen = vec![running(&game)];
        for text in ["b8c6", "f1b5", "a7a6"] {
            game.act(game.turn(), &Action::Move(text.to_string()), now()).expect("a legal move");
            seen.push(running(&game));
        }
        assert_eq!(seen, [None, None, Some(1), Some(0)]);
    }

    #[test]
    fn who_has_lost_on_time_has_not_left() {
        let mut game = fixture::game("kaleido3", Some(TimeControl { initial_ms: 60_000, increment_ms: 0 }));
        game.state.players[1..].fill(Player::Engine { skill: 20, move_ms: 100 });
        let begin = now();
        game.state.clocks.as_mut().expect("clocks").run(0, begin);
        assert!(game.check_clock(begin + 61_000));
        assert_eq!(game.ending().map(|ending| ending.reason), Some("No person plays any more".to_string()));
    }

    #[test]
    fn engines_agree_to_no_draw_in_games_for_more_than_two() {
        for (variant, agrees) in [("chess", true), ("kaleido3", false)] {
            let mut game = fixture::game(variant, None);
            game.state.players[1] = Player::Engine { skill: 20, move_ms: 100 };
            game.act(0, &Action::Move(legal_move(&game)), now()).expect("a legal move");
            game.play_engine_move(&legal_move(&game), Some(-427), now()).expect("a legal move");
            for seat in (0..game.state.players.len()).filter(|&seat| seat != 1) {
                game.act(seat, &Action::Offer(Offer::Draw, true), now()).expect("an offer");
            }
            assert_eq!(game.ending().is_some(), agrees, "{variant}");
        }
    }

    #[test]
    fn offers_keep_nobody_from_moving() {
        let mut game = fixture::game("chess", None);
        let seen = game.seq;
        let offer = |offer, accepts| Action::Offer(offer, accepts);
        for kind in [Offer::Draw, Offer::Takeback] {
            assert_eq!(game.act(1, &offer(kind, false), now()), Ok(false), "nothing was offered");
        }
        assert_eq!(game.seq, seen);
        assert_eq!(game.act(1, &offer(Offer::Draw, true), now()), Ok(true));
        assert_eq!(game.act(1, &offer(Offer::Draw, true), now()), Ok(false), "it stands already");
        assert_eq!(game.act(1, &offer(Offer::Draw, false), now()), Ok(true));
        assert_eq!(game.act(1, &offer(Offer::Draw, true), now()), Err(Refusal::AlreadyOffered));
        assert_eq!(game.seq, seen + 2);
        assert!(!game.is_current(seen, &offer(Offer::Draw, true)), "the offer is gone");
        let e4 = Action::Move("e2e4".to_string());
        assert!(game.is_current(seen, &Action::Resign(None)) && game.is_current(seen, &e4));
        assert!(!game.is_current(game.seq + 1, &e4), "a state that has not been");
        assert_eq!(game.act(0, &e4, now()), Ok(true));
        assert!(!game.is_current(seen, &Action::Move("d2d4".to_string())), "the position has changed");
        assert_eq!(game.act(1, &Action::Move("e7e5".to_string()), now()), Ok(true));
        assert_eq!(game.act(1, &offer(Offer::Draw, true), now()), Ok(true), "an offer for each own move");
    }

    #[test]
    fn a_request_to_take_back_is_made_once_for_each_own_move() {
        let mut game = fixture::game("chess", None);
        for (seat, text) in [(0, "e2e4"), (1, "e7e5")] {
            game.act(seat, &Action::Move(text.to_string()), now()).expect("a legal move");
        }
        let takeback = |accepts| Action::Offer(Offer::Takeback, accepts);
        assert_eq!(game.act(1, &takeback(true), now()), Ok(true));
        assert_eq!(game.act(0, &takeback(false), now()), Ok(true));
        assert_eq!(game.act(1, &takeback(true), now()), Err(Refusal::AlreadyOffered));
        assert_eq!(game.act(0, &takeback(true), now()), Ok(true));
        let seen = game.seq;
        assert_eq!(game.act(1, &takeback(true), now()), Ok(true), "agreeing is no request");
        assert_eq!(game.line.plies.len(), 0);
        assert!(!game.is_current(seen, &Action::Move("g1f3".to_string())), "the position has changed");
    }

    #[test]
    fn an_invited_player_gives_a_name_once() {
        let mut draft = fixture::draft("chess", None);
        draft.players[1] = Player::Person { name: NO_NAME.to_string(), secret: crate::secret::hash("Black") };
        let mut game = Game::new(draft, LuckSeed::new([7; 32]), now()).expect("a sound draft");
        let name = |text: &str| Action::Name(text.to_string());
        assert_eq!(game.act(1, &name(NO_NAME), now()), Ok(false));
        game.act(0, &Action::Move("e2e4".to_string()), now()).expect("a legal move");
        assert!(game.is_current(0, &name("Anna")), "the game may have gone on meanwhile");
        assert_eq!(game.act(1, &name("Anna"), now()), Ok(true));
        assert_eq!(game.state.players[1].name(), "Anna");
        for seat in [0, 1] {
            assert_eq!(game.act(seat, &name("Berta"), now()), Err(Refusal::AlreadyNamed));
        }
    }

    #[test]
    fn a_request_to_take_back_is_granted_by_those_who_stay() {
        for asker in [0, 3] {
            let mut game = fixture::game("kaleido4", None);
            for seat in 0..4 {
                game.act(seat, &Action::Move(legal_move(&game)), now()).expect("a legal move");
            }
            let takeback = Action::Offer(Offer::Takeback, true);
            for seat in [asker, 1, 2] {
                assert_eq!(game.act(seat, &takeback, now()), Ok(true));
            }
            let plies = game.line.plies.len();
            game.act(3, &Action::Resign(None), now()).expect("it may resign");
            let granted = asker == 0;
            assert_eq!(game.line.plies.len() < plies, granted, "a request of seat {asker}");
            assert!(game.state.offers.takeback.is_empty(), "granted, or withdrawn by whoever made it");
        }
    }

    #[test]
    fn a_forced_pass_is_taken_back_with_the_move_before() {
        let fen = "PW9/11/11/pvet5ph/rwrl5ld/evpp5th/11/11/1 w - - 0 1";
        let mut tested = 0;
        for seed in 0..20 {
            let draft = Draft { fen: Some(fen.to_string()), ..fixture::draft("kaleidodice", None) };
            let mut game = Game::new(draft, LuckSeed::new([seed; 32]), now()).expect("a sound draft");
            for _ in 0..6 {
                if game.ending().is_none() {
                    let (seat, mv) = (game.turn(), Action::Move(legal_move(&game)));
                    game.act(seat, &mv, now()).expect("a legal move");
                }
            }
            let moves = &game.line.composite_moves;
            let Some(pass) = moves.iter().rposition(|mv| mv.forced && mv.seat == 0) else { continue };
            let Some(own) = moves.iter().rposition(|mv| !mv.forced && mv.seat == 0) else { continue };
            if game.ending().is_some() || pass < own {
                continue;
            }
            for seat in [0, 1] {
                game.act(seat, &Action::Offer(Offer::Takeback, true), now()).expect("an offer");
            }
            assert_eq!(game.turn(), 0, "the move before the pass is taken back");
            assert!(game.line.composite_moves.len() <= own);
            tested += 1;
        }
        assert!(tested > 0, "some throw allows nothing");
    }

    #[test]
    fn moves_that_a_game_was_created_with_are_not_taken_back() {
        let draft = Draft { moves: vec!["e2e4".to_string(), "e7e5".to_string()], ..fixture::draft("chess", None) };
        let mut game = Game::new(draft, LuckSeed::new([7; 32]), now()).expect("a sound draft");
        let takeback = Action::Offer(Offer::Takeback, true);
        for seat in [0, 1] {
            assert_eq!(game.taken_back_to(seat), None);
            assert_eq!(game.act(seat, &takeback, now()), Err(Refusal::NothingToTakeBack));
        }
        game.act(0, &Action::Move("g1f3".to_string()), now()).expect("a legal move");
        assert_eq!((game.taken_back_to(0), game.taken_back_to(1)), (Some(2), None));
    }

    #[test]
    fn no_roll_makes_a_line_too_long_to_be_loaded() {
        let mut game = fixture::game("kaleidodice", None);
        assert_eq!(game.line.plies.len(), 1, "the die of the first move");
        // As if all moves before were played.
        game.line.plies.resize(MAX_PLIES - 1, String::new());
        game.act(0, &Action::Move(legal_move(&game)), now()).expect("a legal move");
        assert_eq!(game.line.plies.len(), MAX_PLIES);
        assert_eq!(game.ending().map(|ending| ending.reason), Some("Draw: the game is too long".to_string()));
    }
}
