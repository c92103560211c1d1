//! A person's session with each game, by mouse and keyboard: games with White and with Black, and what XBoard's menus
//! offer meanwhile.

use std::collections::BTreeSet;

use engine::game::{Game, Seat, ToAct};
use engine::move_role::MoveRole;
use engine::moves::Move;
use engine::record::Record;
use engine::variants::KaleidoDice;
use protocol::layout::{Layout, NULL, OnSquares};
use tests::pgn;
use tests::properties::legal;
use tests::xboard::{Drawing, EIGHT, ELEVEN, PLANE, TEN, TEN_BY_EIGHT};

use super::{Parts, Window, drawn_tile, highlighted};

/// Options for all games: no randomness, and moves are shown without delay.
const OPTIONS: [&str; 4] = ["-firstOptions", "Seed=3", "-animateMoving", "false"];

/// The key that opens XBoard's menu of the engine.
const ENGINE: &str = "alt+n";

/// Items of that menu.
const COMMON_SETTINGS: usize = 5;
const HINT: usize = 6;

/// Form in which the engine reports a throw.
const THROWS: &str = " throws ";

/// A draw is accepted by an engine that finds itself so much worse, in centipawns.
const DRAW_WORSE: i32 = -50;

/// A person at XBoard, and what has been played.
struct Person<G: OnSquares> {
    window: Window,
    record: Record<G>,
    /// Part of the engine's log that has been read, in bytes.
    heard: usize,
    /// Black is at the lower edge.
    turned: bool,
    /// Number of agreed draws.
    agreed: usize,
}

impl<G: OnSquares> Person<G> {
    /// Sits down to a game, without some of Black's men if a part of the start position's text is to be replaced.
    fn sit_down(drawing: Drawing, handicap: Option<(&str, &str)>, options: &[&str]) -> Option<Person<G>> {
        let options = [&OPTIONS[..], options].concat();
        let start = handicap.map(|(whole, lacking)| {
            let start = G::start().to_squares();
            assert!(start.contains(whole), "{start}");
            start.replacen(whole, lacking, 1)
        });
        let test = format!("xboard-session-{}", G::name());
        let window = Window::open::<G>(&test, Parts::Menus, drawing, start.as_deref(), &options)?;
        let mut person = Person { window, record: Record::default(), heard: 0, turned: false, agreed: 0 };
        person.begin();
        Some(person)
    }

    /// Listens to the beginning of a game.
    fn begin(&mut self) {
        self.hear('<', "new");
        let position = &self.window.start;
        let position = if *position == G::start().to_string() { Ok(G::start()) } else { G::from_squares(position) };
        self.record = Record::new(position.unwrap_or_else(|error| panic!("{}: {error}", self.window.start)));
        self.turned = false;
        self.hear('<', "ping");
        self.hear('>', "pong");
        self.hear_throw();
    }

    /// The next line that is said (`>`) or received (`<`) by the engine and begins so.
    fn hear(&mut self, direction: char, text: &str) -> String {
        let (line, heard) = self.window.xboard.expect_from(self.heard, direction, text);
        self.heard = heard;
        line
    }

    /// The next line of the engine's that has a text in it.
    fn hear_with(&mut self, part: &str) -> String {
        loop {
            let line = self.hear('>', "");
            if line.contains(part) {
                return line;
            }
        }
    }

    fn key(&self, key: &str) {
        self.window.xboard.key(&self.window.drawing, key);
    }

    fn click(&self, square: &str) {
        let drawing = &self.window.drawing;
        let place = if self.turned { drawing.square_from_black(square) } else { drawing.square(square) };
        self.window.xboard.click_at(drawing, place);
    }

    fn read(record: &Record<G>, text: &str) -> Move {
        let position = record.position();
        position.read_on_squares(text).unwrap_or_else(|error| panic!("{text} in {position}: {error}"))
    }

    fn play(&mut self, text: &str) {
        let mv = Self::read(&self.record, text);
        self.record.play(mv);
    }

    /// Listens to the throw of the die that comes before a turn, in games that have one.
    fn hear_throw(&mut self) {
        if G::name() != KaleidoDice::name() {
            return;
        }
        let said = self.hear_with(THROWS);
        self.throw(&said);
    }

    fn throw(&mut self, said: &str) {
        let shown = said.split_once(THROWS).map_or("", |(_, shown)| shown);
        let number = shown.split(|c: char| !c.is_ascii_digit()).next().unwrap_or_default();
        let throw = self.record.position().read_move(number).unwrap_or_else(|error| panic!("{said}: {error}"));
        self.record.play(throw);
    }

    /// A legal move by two clicks after which the game goes on and nobody but its player could end it, the first by its
    /// text.
    fn quiet_move(&self) -> Option<(String, String)> {
        let record = thrown(&self.record).swap_remove(0);
        let position = record.position();
        let won = if position.side_to_move() == Seat::WHITE { "1-0" } else { "0-1" };
        let endangers = |mv: Move| {
            let mut after = record.clone();
            after.play(mv);
            let answered = legal(after.position()).into_iter().any(|reply| {
                let mut next = after.clone();
                next.play(reply);
                next.outcome().is_some_and(|outcome| outcome.score() != won)
            });
            after.outcome().is_some() || answered
        };
        let men = Layout::of(G::name()).expect("a layout").men(&position.to_squares());
        let clicks = |mv: Move| {
            let MoveRole::Step { from, to, promotion: None } = role(position, mv) else { return None };
            if men.contains_key(&to) || !position.is_unique_on_squares(mv) {
                return None;
            }
            Some((from, to))
        };
        let mut moves: Vec<_> = legal(position).into_iter().filter_map(|mv| Some((clicks(mv)?, mv))).collect();
        moves.sort();
        moves.into_iter().find(|(_, mv)| !endangers(*mv)).map(|(clicks, _)| clicks)
    }

    /// Makes a move and checks that the engine marks for it what the rules allow.
    fn make_move(&mut self) {
        match self.quiet_move() {
            Some((from, to)) => self.click_move(&from, &to),
            None => self.draw_tile(),
        }
    }

    fn click_move(&mut self, from: &str, to: &str) {
        self.click(from);
        self.hear('<', &format!("lift {from}"));
        let shown = self.hear('>', "highlight ");
        let mut targets = BTreeSet::new();
        for record in thrown(&self.record) {
            let position = record.position();
            for mv in legal(position) {
                if let MoveRole::Step { from: source, to, .. } = role(position, mv)
                    && source == from
                {
                    targets.insert(to);
                }
            }
        }
        assert_eq!(marked::<G>(&shown), targets, "{from} in {}", self.record.position());
        self.click(to);
        let said = format!("{from}{to}");
        assert_eq!(self.hear('<', "usermove "), format!("usermove {said}"));
        self.play(&said);
    }

    /// Takes a tile from beside the board, and puts on the board what has come up.
    fn draw_tile(&mut self) {
        self.window.xboard.click_at(&self.window.drawing, PILE);
        self.hear('<', "lift ");
        let targets = marked::<G>(&self.hear('>', "highlight "));
        let letter = drawn_tile(&self.hear_with("You drew a "));
        let target = targets.first().expect("it can be placed");
        self.click(target);
        let placed = format!("{letter}@{target}");
        if self.hear('<', "usermove ") != format!("usermove {placed}") {
            self.hear('>', "Illegal move (you drew ");
            assert_eq!(self.hear('>', "move "), format!("move {placed}"));
        }
        self.play(&placed);
    }

    /// Listens to the engine's answer, and returns what it thought of it, in centipawns.
    fn hear_answer(&mut self) -> i32 {
        let answer = self.hear('>', "move ");
        // It may have thought of this before the person's move.
        let log = self.window.xboard.engine_log();
        let score = log[..self.heard].lines().rev().find_map(score).expect("it has thought");
        assert_ne!(answer, format!("move {NULL}"));
        self.play(&answer["move ".len()..]);
        self.hear_throw();
        score
    }

    /// Asks for a hint and checks it.
    fn ask_for_hint(&mut self) {
        self.window.xboard.choose(&self.window.drawing, ENGINE, HINT);
        self.hear('<', "hint");
        let said = self.hear_with("Hint: ");
        Self::read(&self.record, said.trim_start_matches("telluser ").trim_start_matches("Hint: "));
        let note = self.window.xboard.window_called("Information");
        self.window.xboard.accept(&note);
    }

    /// Takes back the last move and its answer.
    fn take_back(&mut self) {
        self.key("ctrl+x");
        self.hear('<', "remove");
        let before = self.record.clone();
        let wanted = self.record.undos_to_turn().expect("something can be taken back");
        for _ in 0..wanted {
            self.record.undo();
        }
        self.hear_throw_again(&before);
    }

    /// Listens to the throw that is taken back and comes up again. The engine says nothing if its last throw was equal.
    fn hear_throw_again(&mut self, before: &Record<G>) {
        match before.plies().get(self.record.plies().len()) {
            Some(&throw) if G::name() == KaleidoDice::name() && before.plies().last() == Some(&throw) => {
                self.record.play(throw);
            }
            _ => self.hear_throw(),
        }
    }

    /// Offers a draw to an engine that has found its position worth so much; whether it accepts.
    fn offer_draw(&mut self, score: i32) -> bool {
        self.key("F6");
        self.hear('<', "draw");
        let accepts = score <= DRAW_WORSE;
        if accepts {
            self.hear('>', "offer draw");
            self.hear('<', "result 1/2-1/2");
            let note = self.window.xboard.window_called("Information");
            self.window.xboard.accept(&note);
            self.agreed += 1;
        }
        accepts
    }

    /// Lets the engine think on the person's time, plays what it expects, and listens to the answer.
    fn play_what_is_expected(&mut self) {
        self.window.xboard.choose(&self.window.drawing, ENGINE, COMMON_SETTINGS);
        let settings = self.window.xboard.window_called("Common Engine Settings");
        // It is the first of the settings.
        self.window.xboard.key_in(&settings, "space", 1);
        self.window.xboard.accept(&settings);
        self.hear('<', "hard");
        self.make_move();
        self.hear_answer();
        if G::name() == KaleidoDice::name() {
            return self.make_move();
        }
        // `depth score time nodes (expected) ...`
        let line = self.hear_with("(");
        let expected = line.split(['(', ')']).nth(1).unwrap_or_default();
        let mv = Self::read(&self.record, expected);
        match role(self.record.position(), mv) {
            MoveRole::Step { from, to, promotion: None } => self.click_move(&from, &to),
            MoveRole::DrawDecision => self.draw_tile(),
            _ => self.make_move(),
        }
    }

    /// Analyses, before and after a move.
    fn analyse(&mut self) {
        self.key("ctrl+a");
        self.hear('<', "analyze");
        self.record.take_back_throw();
        let output = self.window.xboard.window_called("Engine Output");
        self.window.xboard.move_aside(&output);
        self.hear_line();
        self.make_move();
        self.hear_line();
        self.window.picture("analysis.png");
        // To edit the game ends the analysis.
        self.key("ctrl+e");
        self.hear('<', "exit");
    }

    /// Listens to a line of thinking of some depth and plays it.
    fn hear_line(&mut self) {
        let line = self.hear('>', "3 ");
        let mut record = self.record.clone();
        let moves = line.split_whitespace().skip(4).map(|text| text.trim_end_matches(['!', '?']));
        let mut played = 0;
        for text in moves {
            let mv = Self::read(&record, text);
            record.play(mv);
            played += 1;
        }
        assert!(played > 0 || self.record.position().to_act() == ToAct::Chance, "{line}");
    }
}

/// Place of the first tile beside the window of Chex that belongs to the side below.
const PILE: (i32, i32) = (15, 0);

/// The role of a move, with the squares it is drawn on.
fn role<G: OnSquares>(position: &G, mv: Move) -> MoveRole<String> {
    position.move_role(mv).map(|field| position.square_name(field))
}

/// The squares that a line `highlight` marks, in whatever colour.
fn marked<G: OnSquares>(line: &str) -> BTreeSet<String> {
    highlighted::<G>(line).into_iter().map(|(square, _)| square).collect()
}

/// The score in a line of the log, if it is one of thinking: `depth score time nodes ...`.
fn score(line: &str) -> Option<i32> {
    let words = line.split_once(" > ")?.1.split_whitespace().take(4);
    let numbers: Option<Vec<i32>> = words.map(|word| word.parse().ok()).collect();
    numbers.filter(|numbers| numbers.len() == 4).map(|numbers| numbers[1])
}

/// The games in which the player on turn chooses: this one, or one for each throw if the die is still to be thrown.
fn thrown<G: OnSquares>(record: &Record<G>) -> Vec<Record<G>> {
    let mut throws = Vec::new();
    if record.position().to_act() == ToAct::Chance {
        record.position().chance_outcomes(&mut throws);
    }
    let after = |(throw, _): (Move, u32)| {
        let mut record = record.clone();
        record.play(throw);
        record
    };
    if throws.is_empty() { vec![record.clone()] } else { throws.into_iter().map(after).collect() }
}

/// A game with White, with a hint, a move taken back, pondering and an offer of a draw.
fn play_white<G: OnSquares>(person: &mut Person<G>) {
    person.make_move();
    person.hear_answer();
    person.ask_for_hint();
    person.take_back();
    person.play_what_is_expected();
    let score = person.hear_answer();
    person.offer_draw(score);
}

/// A game with Black, which ends by a draw or is given up.
fn play_black<G: OnSquares>(person: &mut Person<G>, turns: bool) {
    person.key("ctrl+w");
    person.hear('<', "go");
    person.turned = turns;
    person.hear_answer();
    person.make_move();
    let score = person.hear_answer();
    if !person.offer_draw(score) {
        person.key("F9");
        assert_eq!(person.hear('<', "result"), "result 1-0 {Black resigns}");
    }
}

/// Ranks of start positions, and the same without Black's queen (in KaleidoChess, its dragon; where a kind of pieces
/// must not die out, without a rook): the person must not lose before the session ends.
const HANDICAPS: [(&str, &str); 4] =
    [("rnbqkbnr", "rnb1kbnr"), ("rnbqkbnr", "rnbqkbn1"), ("rpnlqklnpr", "rpnl1klnpr"), ("tldlth", "tl1lth")];

/// The handicap of a game, none if XBoard sets it up itself.
fn handicap<G: OnSquares>(layout: &Layout) -> Option<(&'static str, &'static str)> {
    let start = G::start().to_squares();
    let goes_on = |(whole, lacking): &(&str, &str)| {
        let position = G::from_squares(&start.replacen(whole, lacking, 1));
        start.contains(whole) && position.is_ok_and(|position| Record::new(position).outcome().is_none())
    };
    HANDICAPS.into_iter().find(|pair| layout.setup.is_some() && goes_on(pair))
}

/// The whole session, in one window.
fn session<G: OnSquares>() {
    let layout = Layout::of(G::name()).expect("a layout");
    if !layout.is_played() {
        // scripts/motley-xboard says so.
        return assert!(layout.ensure_played().is_err_and(|error| error.contains("XBoard does not play")));
    }
    let drawing = match (layout.width, layout.height) {
        (8, _) => EIGHT,
        (10, 8) => TEN_BY_EIGHT,
        (10, _) => TEN,
        (11, _) => ELEVEN,
        _ => PLANE,
    };
    let handicap = handicap::<G>(layout);
    let mut options = layout.setup.map_or(Vec::new(), |setup| setup.options.to_vec());
    if G::name() == KaleidoDice::name() {
        options.extend(["-searchDepth", "1"]);
    }
    let options = options.as_slice();
    let Some(mut person) = Person::<G>::sit_down(drawing, handicap, options) else { return };
    play_white(&mut person);
    person.key("ctrl+n");
    person.begin();
    play_black(&mut person, !options.contains(&"-autoFlipView"));
    person.key("ctrl+n");
    person.begin();
    person.analyse();

    let log = person.window.xboard.engine_log();
    assert!(!log.contains("> Error"), "{log}");
    assert_eq!(log.matches("> offer draw").count(), person.agreed, "{log}");
    let games = person.window.xboard.saved_games();
    for game in &games {
        pgn::replay::<G>(game).unwrap_or_else(|error| panic!("{error}: {game:?}"));
    }
    let ended = |result: &str| games.iter().filter(|game| game.result == result).count();
    assert_eq!(ended("1/2-1/2"), person.agreed, "{games:?}");
    assert!(person.agreed == 2 || ended("1-0") == 1, "{games:?}");
}

macro_rules! define_sessions {
    ([] $($name:literal: $family:ident::$game:ident,)*) => {$(
        #[test]
        fn $game() {
            session::<engine::variants::$game>();
        }
    )*};
}

engine::for_each_two_player_game!(define_sessions);
