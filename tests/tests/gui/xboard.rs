//! Games in XBoard, on a display of its own. Skipped, with a line on stderr, where a program is missing.

use std::path::{Path, PathBuf};
use std::time::Duration;

use engine::game::{Game, Seat, Wanted};
use engine::moves::MoveList;
use engine::outcome::Reason;
use engine::pgn::PgnGame;
use engine::record::Record;
use engine::text::{Notation, read_row};
use engine::variants::{Chess, Chex, Kaleido, KaleidoDice, Keyles, KnightRelay, Quex};
use protocol::layout::OnSquares;
use tests::pgn;
use tests::programs;
use tests::xboard::{self, Drawing, EIGHT, ELEVEN, ENGINE_LOG, PLANE, TEN, XBoard};

/// Short searches on a clock that nobody can lose on; the depth ends them. Without pondering a game can be repeated.
const QUICK: [&str; 8] = ["-timeControl", "5", "-timeIncrement", "1", "-searchDepth", "5", "-ponderNextMove", "false"];

/// More than a match of quick games takes on the slowest machine.
const MATCH_LIMIT: Duration = Duration::from_secs(300);

fn folder(test: &str) -> PathBuf {
    programs::empty_folder(env!("CARGO_TARGET_TMPDIR"), test)
}

fn engine(log: &Path) -> String {
    format!("{} --log {}", programs::motley().display(), log.display())
}

/// An engine whose games begin with a position.
fn engine_from(start: &str, log: &Path) -> String {
    let script = concat!(env!("CARGO_MANIFEST_DIR"), "/python/from_position.py");
    format!("python3 {script} {} {}", start.replace(' ', "_"), engine(log))
}

/// Two quick games of the engine against itself.
fn two_games<G: OnSquares>(test: &str, variant: &str, start: Option<&str>) -> Option<Vec<PgnGame>> {
    two_games_with::<G>(test, variant, start, &QUICK)
}

/// Two games of the engine against itself, replayed under our rules; nothing if a program is missing.
fn two_games_with<G: OnSquares>(
    test: &str,
    variant: &str,
    start: Option<&str>,
    options: &[&str],
) -> Option<Vec<PgnGame>> {
    let needed = [&xboard::PROGRAMS[..], if start.is_some() { &["python3"] } else { &[] }].concat();
    if !programs::installed(test, &needed) {
        return None;
    }
    let folder = folder(test);
    let first = folder.join(ENGINE_LOG);
    let first = start.map_or_else(|| engine(&first), |start| engine_from(start, &first));
    let second = engine(&folder.join("second.log"));
    let games = xboard::play_match(&folder, variant, [&first, &second], 2, options, MATCH_LIMIT);
    let second = std::fs::read_to_string(folder.join("second.log")).expect("the second engine logs too");
    assert!(!second.contains("> Error") && !second.contains("> Illegal"), "{second}");
    for game in &games {
        let reason = pgn::verify::<G>(game).unwrap_or_else(|error| panic!("{error}\n{game:?}"));
        // In Chex a game may be over as soon as a king is drawn who cannot be placed, which is written as a pass.
        let stranded = reason == Reason::Stalemate && game.moves.last().is_some_and(|text| text == "--");
        assert!(game.moves.len() > 10 || stranded, "{reason:?} after {:?}", game.moves);
        let names = ["White", "Black"].map(|side| game.tag(side).unwrap_or_default());
        assert!(names.iter().all(|name| !name.contains("throws")), "{names:?}");
    }
    Some(games)
}

#[test]
fn xboard_plays_two_games_of_chess() {
    two_games::<Chess>("xboard-normal", "normal", None);
}

#[test]
fn xboard_plays_two_games_of_knight_relay_chess() {
    two_games::<KnightRelay>("xboard-knightrelay", "knightrelay", None);
}

#[test]
fn xboard_plays_two_games_of_quex() {
    two_games::<Quex>("xboard-quex", "quex", None);
}

#[test]
fn xboard_plays_two_games_of_keyles() {
    two_games::<Keyles>("xboard-keyles", "keyles", None);
}

#[test]
fn xboard_plays_two_games_of_kaleidochess() {
    two_games::<Kaleido>("xboard-kaleido", "kaleido", None);
}

#[test]
fn xboard_plays_two_games_of_kaleidochess_with_dice() {
    // Each ply deeper means six throws more.
    let options = [&QUICK[..], &["-searchDepth", "1"]].concat();
    two_games_with::<KaleidoDice>("xboard-dice", "kaleidodice", None, &options);
}

#[test]
fn xboard_plays_two_games_of_chex() {
    two_games::<Chex>("xboard-chex", "chex", None);
}

/// White must capture the king on b2, which is about to arrive, and Black then the one on j9, for the same reason.
const BOTH_KINGS_FALL: &str = "8FL/r8K/10/2p2g4/n9/6N3/5t4/3C3R2/1k8/10[] w - - 0 1";

#[test]
fn kings_of_both_sides_come_back_in_games_between_engines() {
    let Some(games) = two_games::<Keyles>("xboard-kings", "keyles", Some(BOTH_KINGS_FALL)) else { return };
    for game in games {
        let record = pgn::replay::<Keyles>(&game).expect("it has been replayed");
        let came_back = |seat: Seat| {
            let moves = game.moves.iter().filter(|text| *text != "--");
            let movers = record.earlier().iter().map(Game::seat).zip(moves);
            movers.filter(|(mover, text)| *mover == seat && text.starts_with("K@")).count()
        };
        assert!(Seat::BOTH.into_iter().all(|seat| came_back(seat) > 0), "{:?}", game.moves);
    }
}

/// XBoard with a window, ready for clicks.
struct Window {
    xboard: XBoard,
    folder: PathBuf,
    drawing: Drawing,
    /// The first position of the game.
    start: String,
}

impl Window {
    /// Opens it with a game, from a position if one is given; nothing if a program is missing.
    fn open<G: Notation>(test: &str, drawing: Drawing, start: Option<&str>, options: &[&str]) -> Option<Window> {
        let mut needed = [&xboard::PROGRAMS[..], &["xdotool", "import"]].concat();
        needed.extend(start.map(|_| "python3"));
        if !programs::installed(test, &needed) {
            return None;
        }
        let folder = folder(test);
        let log = folder.join(ENGINE_LOG);
        let engine = start.map_or_else(|| engine(&log), |start| engine_from(start, &log));
        let options = [&drawing.options[..], &QUICK[..], &["-showTargetSquares", "true"], options].concat();
        let xboard = XBoard::start(&folder, G::NAME, &[&engine], &options);
        xboard.expect('>', "pong");
        xboard.wait_for_window();
        let start = start.map_or_else(|| G::start().to_string(), str::to_string);
        Some(Window { xboard, folder, drawing, start })
    }

    /// Clicks on a square, with White below.
    fn click(&self, square: &str) {
        self.xboard.click_at(&self.drawing, self.drawing.square(square));
    }

    /// Takes a picture for a person to look at.
    fn picture(&self, name: &str) {
        self.xboard.point_away();
        self.xboard.settle();
        self.xboard.screenshot(&self.folder.join(name));
    }

    /// Plays the moves, of which the user has clicked the last, and the engine's answer under our rules.
    fn check_answer<G: Notation>(&self, moves: &[&str]) {
        let clicked = moves.last().expect("a move was clicked");
        assert_eq!(self.xboard.expect('<', "usermove"), format!("usermove {clicked}"));
        let answer = self.xboard.expect_after('>', "move ", "< usermove");
        let mut record = Record::<G>::new(self.start.parse().expect("a position"));
        for text in moves.iter().copied().chain([answer.trim_start_matches("move ")]) {
            let mv = record.position().read_move(text).unwrap_or_else(|error| panic!("{text}: {error}"));
            record.play(mv);
        }
        assert!(!self.xboard.debug().contains("llegal move"), "{}", self.xboard.debug());
    }
}

#[test]
fn a_relayed_pawn_leap_is_clicked_and_answered() {
    let Some(window) = Window::open::<KnightRelay>("xboard-click", EIGHT, None, &[]) else { return };
    // The pawn d2, relayed by the knight b1, may leap to b3, c4, e4 and f3, and go to d3 and d4.
    window.click("d2");
    window.xboard.expect('<', "lift d2");
    assert_eq!(window.xboard.expect('>', "highlight"), "highlight 8/8/8/8/2YYY3/1Y1Y1Y2/8/8");
    window.picture("targets.png");
    window.click("e4");
    window.check_answer::<KnightRelay>(&["d2e4"]);
    window.picture("answered.png");
}

#[test]
fn a_promotion_is_clicked_and_answered() {
    let start = "4k2r/P6P/8/8/8/8/p2N3p/R3K3 w Qk - 3 9";
    let Some(window) = Window::open::<KnightRelay>("xboard-promotion", EIGHT, Some(start), &[]) else { return };
    window.click("a7");
    assert_eq!(window.xboard.expect('>', "highlight"), "highlight M7/8/8/8/8/8/8/8");
    window.click("a8");
    // What XBoard offers first is taken by a click that does not pull the pawn back.
    window.check_answer::<KnightRelay>(&["a7a8q"]);
    window.picture("answered.png");
}

#[test]
fn castling_is_clicked_and_answered() {
    let start = "4k2r/7P/8/8/8/8/p2N3p/R3K3 w Qk - 3 9";
    let Some(window) = Window::open::<KnightRelay>("xboard-castling", EIGHT, Some(start), &[]) else { return };
    window.click("e1");
    assert_eq!(window.xboard.expect('>', "highlight"), "highlight 8/8/8/8/8/8/4YY2/2YY1Y2");
    window.click("c1");
    window.check_answer::<KnightRelay>(&["e1c1"]);
    window.picture("answered.png");
}

/// What is captured is chosen by a click beside the board.
const BY_CLICK: [&str; 2] = ["-sweepPromotions", "false"];

/// The fote on e9 can become what White has lost: a queen, a rook, a knight, another fote.
const FOTE: &str = "3r6/4F5/k7q1/10/3l6/10/2G7/5W4/3P6/K5R3[QRNFqtt] w - - 0 1";

#[test]
fn a_fote_becomes_a_captured_queen_by_clicks() {
    let Some(window) = Window::open::<Quex>("xboard-fote", TEN, Some(FOTE), &BY_CLICK) else { return };
    window.click("e9");
    assert_eq!(window.xboard.expect('>', "highlight"), "highlight 3MM5/10/10/10/10/10/10/10/10/10");
    window.picture("targets.png");
    window.click("d10");
    assert_eq!(window.xboard.expect('>', "choice"), "choice QRNF");
    // The queen is the fourth from below beside the board.
    window.xboard.click_at(&window.drawing, (13, 3));
    window.check_answer::<Quex>(&["e9d10q"]);
    window.picture("answered.png");
}

#[test]
fn a_fote_stays_what_it_is_by_a_click_on_an_empty_place() {
    let Some(window) = Window::open::<Quex>("xboard-fote-stays", TEN, Some(FOTE), &BY_CLICK) else { return };
    window.click("e9");
    window.xboard.expect('>', "highlight");
    window.click("e10");
    window.xboard.expect('>', "choice");
    window.xboard.click_at(&window.drawing, (13, 5));
    window.check_answer::<Quex>(&["e9e10"]);
}

/// White's king is captured, and five champions can make way for him.
const KING_CAPTURED: &str = "10/k2r2q3/10/3g6/4r5/2t7/QRLNP5/FTGWC5/10/10[Kl] w - - 0 4";

#[test]
fn a_king_is_put_back_by_clicks() {
    let Some(window) = Window::open::<Keyles>("xboard-king", TEN, Some(KING_CAPTURED), &BY_CLICK) else { return };
    window.xboard.click_at(&window.drawing, (13, 10));
    window.xboard.expect('<', "lift l11");
    assert_eq!(window.xboard.expect('>', "highlight"), "highlight 10/10/10/10/10/10/YYYYY5/10/10/10");
    window.picture("targets.png");
    window.click("b4");
    window.xboard.expect('<', "put b4");
    assert_eq!(window.xboard.expect('>', "move "), "move b4a1,a1b4k");
    window.xboard.expect('>', "move @@@@");
    window.picture("back.png");
    window.click("b4");
    window.xboard.expect('<', "lift b4");
    window.click("b5");
    window.check_answer::<Keyles>(&["K@b4", "b4b5"]);
    window.picture("answered.png");
}

/// The engine has White and captures Black's king, for its own cannot arrive before him.
const CAPTURES: &str = "8FL/r9/9K/10/n9/6N3/5t4/3C3R2/1k8/10[] w - - 0 1";

#[test]
fn what_the_user_takes_back_goes_back_before_the_kings_return() {
    let Some(window) = Window::open::<Keyles>("xboard-retract", TEN, Some(KING_CAPTURED), &BY_CLICK) else { return };
    window.xboard.click_at(&window.drawing, (13, 10));
    window.xboard.expect('>', "highlight");
    window.click("b4");
    window.xboard.expect('>', "move @@@@");
    for square in ["b4", "b5"] {
        window.click(square);
    }
    window.xboard.expect_after('>', "move ", "< usermove");
    // The move and its answer, then the null move and the king's return.
    for _ in 0..2 {
        window.xboard.key(&window.drawing, "ctrl+x");
    }
    window.xboard.expect_after('<', "remove", "< remove");
    window.xboard.click_at(&window.drawing, (13, 10));
    let shown = window.xboard.expect_after('>', "highlight", "< remove");
    assert_eq!(shown, "highlight 10/10/10/10/10/10/YYYYY5/10/10/10");
    window.click("a4");
    assert_eq!(window.xboard.expect_after('>', "move ", "< remove"), "move a4a1,a1a4k");
}

#[test]
fn black_puts_his_king_back_by_clicks() {
    let options = [&BY_CLICK[..], &["-initialMode", "MachineWhite"]].concat();
    let Some(window) = Window::open::<Keyles>("xboard-black-king", TEN, Some(CAPTURES), &options) else { return };
    assert_eq!(window.xboard.expect('>', "move "), "move j10b2");
    // White is above: the king lies in the upper right corner.
    window.xboard.settle();
    window.xboard.click_at(&window.drawing, (13, 10));
    window.xboard.expect('<', "lift _1");
    assert_eq!(window.xboard.expect('>', "highlight"), "highlight 10/Y9/10/10/Y9/10/10/10/10/10");
    window.picture("targets.png");
    window.xboard.click_at(&window.drawing, window.drawing.square_from_black("a6"));
    window.xboard.expect('>', "move @@@@");
    window.xboard.settle();
    for square in ["a9", "d9"] {
        window.xboard.click_at(&window.drawing, window.drawing.square_from_black(square));
    }
    window.check_answer::<Keyles>(&["j10b2", "K@a6", "a9d9"]);
    window.picture("answered.png");
}

/// The round board behind the pieces, as `scripts/motley-xboard` lays it there.
const BACKDROP: [&str; 6] = {
    let picture = concat!(env!("CARGO_MANIFEST_DIR"), "/../assets/xboard/kaleido-11x11.png");
    ["-useBoardTexture", "true", "-liteBackTextureFile", picture, "-darkBackTextureFile", picture]
};

#[test]
fn a_walker_a_flier_over_others_and_a_knock_out_of_an_own_piece_are_clicked_and_answered() {
    let Some(window) = Window::open::<Kaleido>("xboard-round", ELEVEN, None, &BACKDROP) else { return };
    let mut record = Record::<Kaleido>::default();
    let play = |record: &mut Record<Kaleido>, text: &str| {
        let mv = record.position().read_on_squares(text).unwrap_or_else(|error| panic!("{text}: {error}"));
        record.play(mv);
    };
    for (own, from, to, colour) in [
        // The horse walks by way of the empty field 8I.
        ("8K-7E", "j3", "i5", 'Y'),
        // The roc flies over the eagle on 8C and the raven on 8B.
        ("1A-8K", "g1", "j3", 'Y'),
        // The other raven knocks out the pawn beside it.
        ("2B+2C", "c1", "a4", 'R'),
    ] {
        assert_eq!(record.position().read_move(own), record.position().read_on_squares(&format!("{from}{to}")));
        window.click(from);
        let shown = window.xboard.expect_after('>', "highlight ", &format!("< lift {from}"));
        assert_eq!(colour_of(&shown, to), Some(colour), "{own}: {shown}");
        window.picture(&format!("{from}.png"));
        window.click(to);
        let said = format!("< usermove {from}{to}");
        let answer = window.xboard.expect_after('>', "move ", &said);
        play(&mut record, own);
        play(&mut record, answer.trim_start_matches("move "));
    }
    window.picture("answered.png");
    assert!(!window.xboard.debug().contains("llegal move"), "{}", window.xboard.debug());
}

#[test]
fn the_throw_is_shown_and_what_it_lets_move_is_clicked() {
    let options = [&BACKDROP[..], &["-searchDepth", "1"]].concat();
    let Some(window) = Window::open::<KaleidoDice>("xboard-throw", ELEVEN, None, &options) else { return };
    let said = window.xboard.expect_after('>', "feature myname", "< variant");
    let throw = said.trim_end_matches('"').rsplit(' ').next().expect("a throw").to_string();
    assert!(said.contains(" - White throws ") && "123456".contains(&throw), "{said}");
    assert!(window.xboard.title().ends_with(&format!(" - White throws {throw}")), "{}", window.xboard.title());
    let movable = marked(&window.xboard.expect_after('>', "highlight ", &said));
    window.picture("thrown.png");
    let from = movable.first().expect("something can move").as_str();
    window.click(from);
    let targets = marked(&window.xboard.expect_after('>', "highlight ", &format!("< lift {from}")));
    let to = targets.first().expect("it has somewhere to go").as_str();
    window.click(to);
    let answer = window.xboard.expect_after('>', "move ", &format!("< usermove {from}{to}"));

    let position = KaleidoDice::start().to_string().replacen(" w ", &format!(" w{throw} "), 1);
    let mut record = Record::<KaleidoDice>::new(position.parse().expect("a position"));
    let mut sources: Vec<String> = Vec::new();
    for mv in legal(record.position()) {
        let text = record.position().write_on_squares(mv);
        sources.push(text[..text.rfind(|c: char| c.is_ascii_lowercase()).expect("two squares")].to_string());
    }
    assert!(movable.iter().all(|square| sources.contains(square)) && sources.iter().all(|from| movable.contains(from)));
    for text in [&format!("{from}{to}"), answer.trim_start_matches("move ")] {
        let mv = record.position().read_on_squares(text).unwrap_or_else(|error| panic!("{text}: {error}"));
        record.play(mv);
    }
}

fn legal<G: Game>(position: &G) -> MoveList {
    let mut moves = MoveList::new();
    position.moves(Wanted::All, &mut moves);
    moves
}

/// The squares that a line `highlight` marks, on 11x11 squares.
fn marked(line: &str) -> Vec<String> {
    let rows = line.trim_start_matches("highlight ").split('/').zip((1..=11).rev());
    let squares =
        rows.flat_map(|(row, rank)| read_row(row).zip('a'..).map(move |((_, colour), file)| (colour, file, rank)));
    squares.filter(|square| square.0.is_some()).map(|(_, file, rank)| format!("{file}{rank}")).collect()
}

/// The colour of a square in a line `highlight`, on 11x11 squares.
fn colour_of(line: &str, square: &str) -> Option<char> {
    let rank: usize = square[1..].parse().ok()?;
    let row = line.strip_prefix("highlight ")?.split('/').nth(11 - rank)?;
    read_row(row).nth((square.as_bytes()[0] - b'a').into())?.1
}

/// The squares of a colour in a line `highlight`, on the window of Chex.
fn squares_of(line: &str, colour: char) -> Vec<String> {
    let rows = line.trim_start_matches("highlight ").split('/').zip((1..=15).rev());
    let row = |(row, rank): (&str, usize)| {
        let files = (b'a'..=b'l').zip(read_row(row).collect::<Vec<_>>());
        let coloured = files.filter(move |(_, (_, letter))| *letter == Some(colour));
        coloured.map(move |(file, _)| format!("{}{rank}", file as char)).collect::<Vec<_>>()
    };
    rows.flat_map(row).collect()
}

/// Where White's first tile beside the window of Chex lies: a knight.
const PILE: (i32, i32) = (15, 0);

#[test]
fn tiles_are_drawn_placed_and_moved_by_clicks() {
    let options = ["-firstOptions", "Seed=3"];
    let Some(window) = Window::open::<Chex>("xboard-draw", PLANE, None, &options) else { return };
    let mut record = Record::<Chex>::default();
    let play = |record: &mut Record<Chex>, text: &str| {
        let position = record.position();
        let mv = position.read_on_squares(text).unwrap_or_else(|error| panic!("{text} in {position}: {error}"));
        record.play(mv);
    };
    // A knight is taken from beside the board; whatever has come up is placed, by the engine if it is something else.
    window.xboard.click_at(&window.drawing, PILE);
    window.xboard.expect('<', "lift n1");
    let drawn = window.xboard.expect('>', "tellall You drew ");
    let letter = drawn.chars().nth("tellall You drew ".len()).expect("a letter");
    assert_eq!(squares_of(&window.xboard.expect('>', "highlight "), 'Y'), ["g8"]);
    window.picture("drawn.png");
    window.click("g8");
    window.xboard.expect('<', "usermove N@g8");
    play(&mut record, &format!("{letter}@g8"));
    if letter != 'N' {
        window.xboard.expect('>', "Illegal move (you drew a ");
        assert_eq!(window.xboard.expect('>', "move "), format!("move {letter}@g8"));
    }
    let said = format!("move {letter}@g8");
    let answer = window.xboard.expect_after('>', "move ", if letter == 'N' { "usermove N@g8" } else { &said });
    play(&mut record, answer.trim_start_matches("move "));
    // Now a tile is moved.
    window.xboard.settle();
    window.click("g8");
    window.xboard.expect('<', "lift g8");
    let shown = window.xboard.expect_after('>', "highlight ", "< lift g8");
    let targets = squares_of(&shown, 'Y');
    window.picture("targets.png");
    let target = targets.first().expect("the tile can move").clone();
    window.click(&target);
    let moved = format!("usermove g8{target}");
    window.xboard.expect('<', &moved);
    let answer = window.xboard.expect_after('>', "move ", &moved);
    play(&mut record, &format!("g8{target}"));
    play(&mut record, answer.trim_start_matches("move "));
    window.picture("answered.png");
}
