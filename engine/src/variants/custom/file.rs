//! Parser of files of custom variants.
//!
//! A file in TOML has a table for each game, by its name. Only `start` is needed; what is left out is as in chess.
//!
//! ```toml
//! [almost]
//! title = "Almost chess"
//! start = "rnbckbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBCKBNR w KQkq - 0 1"
//! promotions = "CRBN"
//!
//! [almost.pieces]
//! C = { name = "chancellor", moves = "RN" }
//! ```
//!
//! `docs/custom-variants.md` explains every key.

use std::collections::BTreeMap;
use std::ffi::OsString;
use std::fmt::Display;
use std::fs::File;
use std::io::{self, Read};
use std::ops::Range;
use std::path::Path;

use serde::Deserialize;
use thiserror::Error;
use toml::Spanned;

use super::Position;
use super::betza::{self, Step, UNLIMITED};
use super::catalogue::{self, CustomId, MAX_VARIANTS};
use super::description::{CastlingRules, Description, Goal, MAX_KINDS, Moves, PieceKind, SideResult, board, step};
use crate::board::ten::{SIZE, Set, Square};
use crate::game::Seat;
use crate::text::{quote, without_bom};
use crate::variants::Variant;
use crate::variants::fen::visible;

/// Largest file that is read, in bytes.
pub const MAX_BYTES: usize = 1 << 20;

/// Fault in a file of custom variants.
#[derive(Clone, PartialEq, Eq, Debug, Error)]
#[error("line {line}, column {column}: {reason}")]
pub struct FileError {
    /// Line of the text, from 1.
    pub line: usize,
    /// Character of the line, from 1.
    pub column: usize,
    /// Description of the fault.
    pub reason: String,
}

/// Fault at a place of the text, in bytes.
struct Fault {
    at: usize,
    reason: String,
}

impl Fault {
    fn new<T>(span: Range<usize>, reason: impl Into<String>) -> Result<T, Fault> {
        Err(Fault { at: span.start, reason: reason.into() })
    }
}

/// Table of a game.
#[derive(Deserialize)]
#[serde(rename_all = "kebab-case", deny_unknown_fields)]
struct GameText {
    title: Option<Spanned<String>>,
    start: Spanned<String>,
    #[serde(default)]
    pieces: BTreeMap<Spanned<String>, Piece>,
    promotions: Option<Spanned<String>>,
    castling: Option<CastlingText>,
    double_step: Option<bool>,
    #[serde(default)]
    must_capture: bool,
    stalemate: Option<SideResult>,
    bare: Option<SideResult>,
    extinction: Option<ExtinctionText>,
    goal: Option<GoalText>,
    checks: Option<Spanned<u8>>,
}

/// Piece, in the table of a game.
#[derive(Deserialize)]
#[serde(rename_all = "kebab-case", deny_unknown_fields)]
struct Piece {
    name: Option<Spanned<String>>,
    moves: Spanned<String>,
    #[serde(default)]
    royal: bool,
    value: Option<Spanned<i32>>,
}

/// Castling: whether there is any, or the files where the king arrives.
#[derive(Deserialize)]
#[serde(untagged, expecting = "castling is true, false, or like { short = \"g\", long = \"c\" }")]
enum CastlingText {
    Whether(bool),
    Targets(CastlingTargets),
}

#[derive(Deserialize)]
#[serde(rename_all = "kebab-case", deny_unknown_fields)]
struct CastlingTargets {
    short: char,
    long: char,
    rook: Option<char>,
}

#[derive(Deserialize)]
#[serde(rename_all = "kebab-case", deny_unknown_fields)]
struct ExtinctionText {
    pieces: Spanned<String>,
    result: Option<SideResult>,
}

#[derive(Deserialize)]
#[serde(rename_all = "kebab-case", deny_unknown_fields)]
struct GoalText {
    pieces: Spanned<String>,
    white: Spanned<String>,
    black: Option<Spanned<String>>,
}

/// Kinds of chess: letter, name, moves, value. The pawn's moves are the game's own.
const CHESS: [(char, &str, &str, i32); 6] = [
    ('P', "pawn", PAWN, 100),
    ('N', "knight", "N", 320),
    ('B', "bishop", "B", 330),
    ('R', "rook", "R", 500),
    ('Q', "queen", "Q", 950),
    ('K', "king", "K", 0),
];

/// Word for the moves of a pawn.
const PAWN: &str = "pawn";

/// Reads a file and adds its games to the catalogue. Nothing is added if there is a fault.
///
/// # Errors
/// If the text is no file of custom variants; the first fault.
pub fn load(text: &str) -> Result<Vec<CustomId>, FileError> {
    let descriptions = read(text)?;
    let first = CustomId::all().count();
    if catalogue::add(descriptions).is_none() {
        let reason = format!("more than {MAX_VARIANTS} custom variants");
        return Err(FileError { line: 1, column: 1, reason });
    }
    Ok(CustomId::all().skip(first).collect())
}

/// Fault of reading custom variants from a file of the system.
#[derive(Debug, Error)]
pub enum LoadError {
    /// The file cannot be read.
    #[error("cannot read {file}: {error}")]
    Unreadable {
        /// The file.
        file: String,
        /// Fault of the system.
        error: io::Error,
    },
    /// The file has a fault.
    #[error("{file}, {error}")]
    Faulty {
        /// The file.
        file: String,
        /// The fault.
        error: FileError,
    },
}

/// Reads a file of the system and adds its games to the catalogue; see [`load`].
///
/// # Errors
/// If the file cannot be read or has a fault.
pub fn load_from(path: &Path) -> Result<Vec<CustomId>, LoadError> {
    let name = || path.display().to_string();
    let unreadable = |error| LoadError::Unreadable { file: name(), error };
    let mut bytes = Vec::new();
    // A byte more than is allowed tells that there are too many.
    let limit = MAX_BYTES as u64 + 1;
    File::open(path).and_then(|file| file.take(limit).read_to_end(&mut bytes)).map_err(unreadable)?;
    // The end of a file that is too long may be part of a character.
    let text = match String::from_utf8(bytes) {
        Err(error) if error.as_bytes().len() > MAX_BYTES => String::from_utf8_lossy(error.as_bytes()).into_owned(),
        text => text.map_err(|error| unreadable(io::Error::new(io::ErrorKind::InvalidData, error)))?,
    };
    load(&text).map_err(|error| LoadError::Faulty { file: name(), error })
}

/// Reads the file that a command line names by `--variants FILE`, if it does, before the line is parsed: the games of
/// the file are words of it.
///
/// # Errors
/// If the file cannot be read or has a fault.
pub fn load_from_command_line(arguments: impl IntoIterator<Item = OsString>) -> Result<(), LoadError> {
    let mut arguments = arguments.into_iter().take_while(|argument| argument != "--");
    while let Some(argument) = arguments.next() {
        let joined = argument.to_str().and_then(|text| text.strip_prefix("--variants=")).map(OsString::from);
        if let Some(file) = joined.or_else(|| if argument == "--variants" { arguments.next() } else { None }) {
            return load_from(Path::new(&file)).map(drop);
        }
    }
    Ok(())
}

/// Reads the descriptions of a file, in the order in which they stand there.
///
/// # Errors
/// If the text is no file of custom variants; the first fault.
pub fn read(text: &str) -> Result<Vec<Description>, FileError> {
    let text = without_bom(text);
    let located = |fault: Fault| {
        let before = &text[..text.floor_char_boundary(fault.at)];
        let line_start = before.rfind('\n').map_or(0, |at| at + 1);
        let (line, column) = (before.matches('\n').count() + 1, before[line_start..].chars().count() + 1);
        // A reason quotes what was received.
        FileError { line, column, reason: quote(&visible(&fault.reason)) }
    };
    if text.len() > MAX_BYTES {
        return Err(located(Fault { at: 0, reason: format!("the file has more than {MAX_BYTES} bytes") }));
    }
    let games: BTreeMap<Spanned<String>, Spanned<GameText>> = toml::from_str(text).map_err(|error| {
        located(Fault { at: error.span().map_or(0, |span| span.start), reason: error.message().trim().to_string() })
    })?;
    let mut games: Vec<_> = games.into_iter().collect();
    games.sort_by_key(|(name, _)| name.span().start);
    if games.is_empty() {
        return Err(located(Fault { at: 0, reason: "no game: a game is a table like [mygame]".to_string() }));
    }
    games.iter().map(|(name, game)| describe(name, game.get_ref()).map_err(located)).collect()
}

fn describe(name: &Spanned<String>, game: &GameText) -> Result<Description, Fault> {
    let (files, ranks) = board_size(&game.start)?;
    let board = board(files, ranks);
    let kinds = kinds(game, board)?;
    let royal = royal(game, &kinds)?;
    let steps = |kind: &PieceKind| kind.betza.as_deref().map(|text| betza::parse(text).unwrap_or_default());
    let is_queen_line = |part: &Step| part.range == 1 || (part.files.abs() <= 1 && part.ranks.abs() <= 1);
    let has_queen_lines_only = kinds.iter().filter_map(steps).flatten().all(|part| is_queen_line(&part));
    let mut rules = Description {
        name: name_of(name)?,
        title: title_of(name, game)?,
        files,
        ranks,
        board,
        start: game.start.get_ref().split_whitespace().collect::<Vec<_>>().join(" "),
        is_royal: [false; 2],
        promotions: Vec::new(),
        double_step: game.double_step.unwrap_or(ranks >= 7),
        castling: None,
        must_capture: game.must_capture,
        stalemate: game.stalemate.unwrap_or(SideResult::Draw),
        bare: game.bare,
        extinction: None,
        goal: None,
        checks: checks(game)?,
        has_queen_lines_only,
        pawn: kinds.iter().position(|kind| kind.is_pawn),
        kinds,
        royal,
    };
    let men = game.start.get_ref().split_whitespace().next().unwrap_or_default();
    let has = |seat: Seat| royal.is_some_and(|kind| men.contains(rules.letter(seat, kind)));
    rules.is_royal = Seat::BOTH.map(has);
    // A kind that neither side begins with is royal for nobody, and pawns may become it.
    rules.royal = royal.filter(|_| rules.is_royal.contains(&true));
    rules.promotions = promotions(game, &rules)?;
    rules.castling = castling(game, &rules)?;
    if let Some(extinction) = &game.extinction {
        let result = extinction.result.unwrap_or(SideResult::Loss);
        rules.extinction = Some((letters(&rules, &extinction.pieces)?, result));
    }
    if let Some(goal) = &game.goal {
        let white = squares(&rules, &goal.white)?;
        let black = goal.black.as_ref().map_or(Ok(white), |text| squares(&rules, text))?;
        rules.goal = Some(Goal::new(&rules, letters(&rules, &goal.pieces)?, [white, black]));
    }
    check_start(&rules, &game.start)?;
    Ok(rules)
}

/// Fault in a string, at a byte of its contents.
fn inside<T>(text: &Spanned<String>, at: usize, reason: impl Into<String>) -> Result<T, Fault> {
    // The contents begin behind the quotation mark.
    let start = (text.span().start + 1 + at).min(text.span().end);
    Fault::new(start..start, reason)
}

/// True if a text can be the title of a game.
fn is_title(text: &str) -> bool {
    (1..=80).contains(&text.chars().count()) && !text.chars().any(char::is_control)
}

/// Name of a game, which no other has.
fn name_of(name: &Spanned<String>) -> Result<String, Fault> {
    let text = name.get_ref();
    let is_word = text.bytes().all(|c| c.is_ascii_lowercase() || c.is_ascii_digit()) && !text.is_empty();
    if !is_word || text.len() > 32 {
        return Fault::new(name.span(), format!("'{text}' is no name: up to 32 lower-case letters and digits"));
    }
    if Variant::from_tag(text).is_some() {
        return Fault::new(name.span(), format!("there is a game '{text}' already"));
    }
    Ok(text.clone())
}

/// Title of a game; its name, if it has none.
fn title_of(name: &Spanned<String>, game: &GameText) -> Result<String, Fault> {
    match &game.title {
        Some(title) if !is_title(title.get_ref().trim()) => {
            Fault::new(title.span(), "a title is a line of up to 80 characters")
        }
        Some(title) => Ok(title.get_ref().trim().to_string()),
        None => Ok(name.get_ref().clone()),
    }
}

/// Files and ranks of the board, from the start position.
fn board_size(start: &Spanned<String>) -> Result<(usize, usize), Fault> {
    let board = start.get_ref().split_whitespace().next().unwrap_or_default();
    let ranks = board.split('/').count();
    let top = board.split('/').next().unwrap_or_default();
    let files = crate::text::read_row(top).take(SIZE + 1).count();
    let sizes = 4..=SIZE;
    if !sizes.contains(&files) || !sizes.contains(&ranks) {
        let shown = if files > SIZE { "more than 10".to_string() } else { files.to_string() };
        return inside(start, 0, format!("a board has 4 to 10 files and ranks, not {shown} and {ranks}"));
    }
    Ok((files, ranks))
}

/// Kinds of pieces: those of chess that occur and are not described anew, then the game's own.
fn kinds(game: &GameText, board: Set) -> Result<Vec<PieceKind>, Fault> {
    let named = |letter: char| {
        let is = |text: &str| text.chars().any(|c| c.eq_ignore_ascii_case(&letter));
        let men = game.start.get_ref().split_whitespace().next().unwrap_or_default();
        is(men) || game.promotions.as_ref().is_some_and(|text| is(text.get_ref()))
    };
    let own = |letter: char| game.pieces.keys().any(|key| key.get_ref().starts_with(letter));
    let mut kinds = Vec::new();
    for (letter, name, moves, value) in CHESS.into_iter().filter(|&(letter, ..)| named(letter) && !own(letter)) {
        let betza = (moves != PAWN).then_some(moves);
        let steps = betza.map_or_else(pawn_steps, |text| betza::parse(text).unwrap_or_default());
        let (name, betza) = (name.to_string(), betza.map(str::to_string));
        kinds.push(PieceKind { letter, name, betza, value, is_pawn: moves == PAWN, moves: Moves::new(board, &steps) });
    }
    for (key, piece) in &game.pieces {
        let letter = match key.get_ref().as_bytes() {
            &[letter @ b'A'..=b'Z'] => char::from(letter),
            _ => return Fault::new(key.span(), format!("'{}' is no letter from A to Z", key.get_ref())),
        };
        let kind = own_kind(letter, piece, board)?;
        // Names are parts of names of files, which may not tell capitals from small letters.
        if kinds.iter().any(|other| other.name.to_lowercase() == kind.name.to_lowercase()) {
            let span = piece.name.as_ref().map_or(key.span(), Spanned::span);
            return Fault::new(span, format!("there is a piece '{}' already", kind.name));
        }
        kinds.push(kind);
    }
    if kinds.len() > MAX_KINDS {
        return Fault::new(game.start.span(), format!("{} kinds of pieces, more than {MAX_KINDS}", kinds.len()));
    }
    if let Some(second) = kinds.iter().filter(|kind| kind.is_pawn).nth(1) {
        let key = game.pieces.iter().find(|(key, _)| key.get_ref().starts_with(second.letter));
        let span = key.map_or(game.start.span(), |(_, piece)| piece.moves.span());
        return Fault::new(span, "only one kind of piece moves as a pawn");
    }
    Ok(kinds)
}

/// Steps of a pawn without its double step.
fn pawn_steps() -> Vec<Step> {
    betza::parse("fmWfcF").expect("Betza notation")
}

/// True if a text can be the name of a piece, which is part of names of files.
fn is_name(text: &str) -> bool {
    (1..=32).contains(&text.chars().count()) && text.chars().all(|c| c.is_alphanumeric() || c == ' ' || c == '-')
}

/// Kind that a game describes itself.
fn own_kind(letter: char, piece: &Piece, board: Set) -> Result<PieceKind, Fault> {
    let text = piece.moves.get_ref();
    let is_pawn = text == PAWN;
    let steps = if is_pawn {
        pawn_steps()
    } else {
        match betza::parse(text) {
            Ok(steps) => steps,
            Err(error) => return inside(&piece.moves, error.at, error.reason),
        }
    };
    let name = match &piece.name {
        Some(name) if !is_name(name.get_ref().trim()) => {
            return Fault::new(name.span(), "a name has up to 32 letters, digits, blanks and hyphens");
        }
        Some(name) => name.get_ref().trim().to_string(),
        None => letter.to_string(),
    };
    let value = match &piece.value {
        Some(value) if !(0..=MOST_VALUABLE).contains(value.get_ref()) => {
            return Fault::new(value.span(), format!("a value is a number of centipawns from 0 to {MOST_VALUABLE}"));
        }
        Some(value) => *value.get_ref(),
        None if is_pawn => 100,
        None if piece.royal => 0,
        None => estimated_value(board, &steps),
    };
    let betza = (!is_pawn).then(|| text.clone());
    Ok(PieceKind { letter, name, betza, value, is_pawn, moves: Moves::new(board, &steps) })
}

/// Centipawns for each square that a piece reaches on average, fitted to the pieces of chess on their board.
const VALUE_OF_MOBILITY: f64 = 61.0;

/// Largest value of a piece, in centipawns.
const MOST_VALUABLE: i32 = 3_000;

/// Chance that a square on the way of a rider is empty.
const EMPTY: f64 = 0.7;

/// Value of a piece by its average mobility, in centipawns. A move that may not capture, or only capture, counts half.
fn estimated_value(board: Set, steps: &[Step]) -> i32 {
    let from = |square: Square| -> f64 {
        let along = |part: &Step| {
            let (mut reached, mut chance, mut here) = (0.0, 1.0, square);
            let range = if part.range == UNLIMITED { SIZE } else { part.range.into() };
            for _ in 0..range {
                let Some(next) = step(board, here, (part.files, part.ranks)) else { break };
                reached += chance;
                chance *= EMPTY;
                here = next;
            }
            if part.moves && part.captures { reached } else { reached / 2.0 }
        };
        steps.iter().map(along).sum()
    };
    let mobility = board.into_iter().map(from).sum::<f64>() / board.len().max(1) as f64;
    ((VALUE_OF_MOBILITY * mobility).round() as i32).min(MOST_VALUABLE)
}

/// The royal kind: the one that is said to be, or the king of chess.
fn royal(game: &GameText, kinds: &[PieceKind]) -> Result<Option<usize>, Fault> {
    let mut said = game.pieces.iter().filter(|(_, piece)| piece.royal);
    let first = said.next();
    if let Some((key, _)) = said.next() {
        return Fault::new(key.span(), "only one kind of piece is royal");
    }
    let letter = match first {
        Some((key, piece)) if piece.moves.get_ref() == PAWN => return Fault::new(key.span(), "a pawn is not royal"),
        Some((key, _)) => key.get_ref().chars().next(),
        None if game.pieces.keys().any(|key| key.get_ref() == "K") => None,
        None => Some('K'),
    };
    Ok(kinds.iter().position(|kind| Some(kind.letter) == letter))
}

fn checks(game: &GameText) -> Result<Option<u8>, Fault> {
    match &game.checks {
        Some(checks) if !(1..=9).contains(checks.get_ref()) => Fault::new(checks.span(), "from 1 to 9 checks win"),
        checks => Ok(checks.as_ref().map(|checks| *checks.get_ref())),
    }
}

/// Kinds of letters; `*` is all of them.
fn letters(rules: &Description, text: &Spanned<String>) -> Result<Vec<usize>, Fault> {
    if text.get_ref() == "*" {
        return Ok((0..rules.kinds.len()).collect());
    }
    let mut kinds = Vec::new();
    for (at, letter) in text.get_ref().char_indices() {
        match rules.kind_of_letter(letter).filter(|_| letter.is_ascii_uppercase()) {
            Some(kind) if !kinds.contains(&kind) => kinds.push(kind),
            Some(_) => return inside(text, at, format!("'{letter}' a second time")),
            None => return inside(text, at, format!("'{letter}' is no piece of this game")),
        }
    }
    if kinds.is_empty() { inside(text, 0, "no piece") } else { Ok(kinds) }
}

/// Squares, separated by blanks.
fn squares(rules: &Description, text: &Spanned<String>) -> Result<Set, Fault> {
    let mut set = Set::EMPTY;
    for word in text.get_ref().split_ascii_whitespace() {
        let Some(square) = rules.parse_square(word) else {
            let at = text.get_ref().find(word).unwrap_or(0);
            return inside(text, at, format!("'{word}' is no square of this board"));
        };
        set |= square.into();
    }
    if set.is_empty() { inside(text, 0, "no square") } else { Ok(set) }
}

/// Kinds that a pawn promotes to: those named, or all but pawns and the royal kind, the most valuable first.
fn promotions(game: &GameText, rules: &Description) -> Result<Vec<usize>, Fault> {
    let named = match &game.promotions {
        Some(text) => Some((text, letters(rules, text)?)),
        None => None,
    };
    let Some(pawn) = rules.pawn else { return Ok(Vec::new()) };
    let Some((text, kinds)) = named else {
        let mut kinds: Vec<usize> =
            (0..rules.kinds.len()).filter(|&kind| kind != pawn && Some(kind) != rules.royal).collect();
        kinds.sort_by_key(|&kind| -rules.kinds[kind].value);
        if kinds.is_empty() {
            return Fault::new(game.start.span(), "there is nothing that a pawn could promote to");
        }
        return Ok(kinds);
    };
    match kinds.iter().position(|&kind| kind == pawn || Some(kind) == rules.royal) {
        Some(at) => inside(text, at, "a pawn promotes neither to a pawn nor to a royal piece"),
        None => Ok(kinds),
    }
}

/// Fault in what castling needs.
fn castling_fault<T>(game: &GameText, reason: impl Display) -> Result<T, Fault> {
    Fault::new(game.start.span(), format!("castling: {reason}"))
}

/// Castling: the king and the outermost rooks of the start position, where their rights are given.
fn castling(game: &GameText, rules: &Description) -> Result<Option<CastlingRules>, Fault> {
    let rights = game.start.get_ref().split_whitespace().nth(2).unwrap_or("-");
    let targets = match &game.castling {
        Some(CastlingText::Whether(false)) => return Ok(None),
        None if rights == "-" => return Ok(None),
        Some(CastlingText::Targets(targets)) => Some(targets),
        Some(CastlingText::Whether(true)) | None => None,
    };
    let rook_letter = targets.and_then(|targets| targets.rook).unwrap_or('R');
    let Some(rook) = rules.kind_of_letter(rook_letter) else {
        return castling_fault(game, format!("no piece '{rook_letter}'"));
    };
    let Some(king) = rules.royal.or_else(|| rules.kind_of_letter('K')) else { return castling_fault(game, "no king") };
    let men = game.start.get_ref().split_whitespace().next().unwrap_or_default();
    let last_row = |seat: Seat| {
        let mut rows = men.split('/');
        let row = if seat == Seat::WHITE { rows.next_back() } else { rows.next() };
        crate::text::read_row(row.unwrap_or_default()).take(SIZE).map(|(_, letter)| letter).collect::<Vec<_>>()
    };
    // The sides castle alike, so that either's pieces tell the files.
    let seat = if rights.contains(['K', 'Q']) { Seat::WHITE } else { Seat::BLACK };
    let row = last_row(seat);
    let on = |kind: usize| {
        let letter = rules.letter(seat, kind);
        row.iter().enumerate().filter(move |&(_, &at)| at == Some(letter)).map(|(file, _)| file)
    };
    let Some(king_file) = on(king).next() else { return castling_fault(game, "no king on its first rank") };
    let rook_files = [on(rook).rfind(|&file| file > king_file), on(rook).find(|&file| file < king_file)];
    let file_of = |letter: char| {
        let file = (letter as usize).wrapping_sub('a' as usize);
        if file < rules.files { Ok(file) } else { castling_fault(game, format!("no file '{letter}'")) }
    };
    let arrivals = match targets {
        Some(targets) => [file_of(targets.short)?, file_of(targets.long)?],
        None => [(king_file + 2).min(rules.files - 1), king_file.saturating_sub(2)],
    };
    if arrivals[0] <= king_file || arrivals[1] >= king_file {
        return castling_fault(game, "the king arrives to its right when it castles short, to its left when long");
    }
    // A move of the king to the same square would be written alike.
    let home = Square::new(king_file, rules.last_rank(seat.opponent()));
    let moves = rules.kinds[king].moves.quiet_targets(rules, seat, home, Set::EMPTY);
    let is_move = |wing: usize| {
        let target = arrivals[wing];
        let goes_there = target.abs_diff(king_file) == 1 || moves.has(Square::new(target, home.rank()));
        goes_there && rook_files[wing] != Some(target)
    };
    if (0..2).any(|wing| rook_files[wing].is_some() && is_move(wing)) {
        let reason = "the king arrives two files away or more and where it cannot move, or where its rook stands";
        return castling_fault(game, reason);
    }
    Ok(Some(CastlingRules { king, king_file, rook, rook_files, targets: arrivals }))
}

/// Reads the start position by the rules.
fn check_start(rules: &Description, start: &Spanned<String>) -> Result<(), Fault> {
    // A goal counts for the side that has just moved: each of them may have.
    let is_over =
        |position: Position| Seat::BOTH.iter().any(|&side| Position { side, ..position }.decided(rules).is_some());
    match Position::parse(rules, start.get_ref()) {
        Ok(position) if is_over(position) => inside(start, 0, "the game is over where it begins"),
        Ok(_) => Ok(()),
        Err(error) => {
            let at = start.get_ref().char_indices().nth(error.column - 1).map_or(start.get_ref().len(), |(at, _)| at);
            inside(start, at, error.to_string())
        }
    }
}
