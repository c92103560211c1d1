//! Description of a custom variant, with the tables that its rules read.

use serde::Deserialize;

use super::betza::{Step, UNLIMITED};
use super::pieces::CODES;
use crate::board::ten::{SIZE, Set, Square};
use crate::game::Seat;

/// Largest number of kinds of pieces.
pub const MAX_KINDS: usize = CODES - 1;

/// Kind of a piece.
#[derive(Clone, Debug)]
pub struct PieceKind {
    /// Letter, in upper case.
    pub letter: char,
    /// Name, in lower case.
    pub name: String,
    /// Betza notation; none for pawns.
    pub betza: Option<String>,
    /// Value in exchanges, in centipawns.
    pub value: i32,
    /// True if the piece steps, captures and promotes as a pawn of chess does.
    pub is_pawn: bool,
    /// Moves.
    pub moves: Moves,
}

/// Moves of a kind of piece, as tables of the board.
#[derive(Clone, Debug)]
pub struct Moves {
    /// Single leaps to empty squares, `[seat][square]`.
    pub quiet_leaps: [Vec<Set>; 2],
    /// Single leaps that capture, `[seat][square]`.
    pub capture_leaps: [Vec<Set>; 2],
    /// True if the piece slides as a bishop does.
    pub diagonal: bool,
    /// True if the piece slides as a rook does.
    pub straight: bool,
    /// Other riders, seen by White.
    pub riders: Vec<Step>,
}

/// Result of the game for a side.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum SideResult {
    /// The side wins.
    Win,
    /// The side loses.
    Loss,
    /// The game is drawn.
    Draw,
}

/// Castling: files of king and rooks, by side and wing (short, long).
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct CastlingRules {
    /// Kind of the king.
    pub king: usize,
    /// File of the king before castling.
    pub king_file: usize,
    /// Kind of the piece that castles with the king.
    pub rook: usize,
    /// Files of the rooks before castling; none without a rook on that wing.
    pub rook_files: [Option<usize>; 2],
    /// Files where the king arrives. The rook arrives on the square beside it, on the inner side.
    pub targets: [usize; 2],
}

/// Goal: squares on which a side wins.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Goal {
    /// Kinds that win there.
    pub kinds: Vec<usize>,
    /// The squares, `[seat]`.
    pub squares: [Set; 2],
    /// Squares from which a piece may reach the goal at once, `[kind][seat]`, castling left aside. Where other pieces
    /// stand in the way it does not.
    pub approaches: Vec<[Set; 2]>,
}

impl Goal {
    /// Goal of given kinds on squares, by the moves of `rules`.
    pub fn new(rules: &Description, kinds: Vec<usize>, squares: [Set; 2]) -> Goal {
        let promotes = rules.promotions.iter().any(|kind| kinds.contains(kind));
        let approaches = |kind: usize| {
            let arrives = kinds.contains(&kind) || (promotes && rules.pawn == Some(kind));
            Seat::BOTH.map(|seat| {
                let reaches = |&from: &Square| (rules.reach(kind, seat, from) & squares[seat.index() & 1]).any();
                rules.board.into_iter().filter(|from| arrives && reaches(from)).collect()
            })
        };
        Goal { approaches: (0..rules.kinds.len()).map(approaches).collect(), kinds, squares }
    }
}

/// Rules of a custom variant.
#[derive(Clone, Debug)]
pub struct Description {
    /// Name on command lines and in protocols.
    pub name: String,
    /// Name in prose.
    pub title: String,
    /// Number of files.
    pub files: usize,
    /// Number of ranks.
    pub ranks: usize,
    /// All squares.
    pub board: Set,
    /// FEN of the start position.
    pub start: String,
    /// Kinds of pieces, in the order of texts.
    pub kinds: Vec<PieceKind>,
    /// The kind that moves as a pawn.
    pub pawn: Option<usize>,
    /// The royal kind.
    pub royal: Option<usize>,
    /// True for a side that has a royal piece. It must not be left in check.
    pub is_royal: [bool; 2],
    /// Kinds that a pawn promotes to, in the order of generation.
    pub promotions: Vec<usize>,
    /// True if pawns may step double from their second rank, and can be captured en passant then.
    pub double_step: bool,
    /// Castling, if there is any.
    pub castling: Option<CastlingRules>,
    /// True if a side that can capture must.
    pub must_capture: bool,
    /// Stalemate: the result for the side that is to move, is not in check and has no move.
    pub stalemate: SideResult,
    /// Bare side: the result for a side without any piece.
    pub bare: Option<SideResult>,
    /// Extinction: kinds of which a side must have at least one, and the result for it otherwise.
    pub extinction: Option<(Vec<usize>, SideResult)>,
    /// Squares on which a side wins.
    pub goal: Option<Goal>,
    /// Number of checks that win.
    pub checks: Option<u8>,
    /// True if all sliders move along the lines of a queen.
    pub has_queen_lines_only: bool,
}

impl Description {
    /// Last rank of a side, where its pawns promote; from 0.
    #[inline(always)]
    pub fn last_rank(&self, seat: Seat) -> usize {
        if seat == Seat::WHITE { self.ranks - 1 } else { 0 }
    }

    /// Rank of a side, counted from its own first rank.
    #[inline(always)]
    pub fn own_rank(&self, seat: Seat, rank: usize) -> usize {
        if seat == Seat::WHITE { rank } else { self.ranks - 1 - rank }
    }

    /// The squares of a rank.
    #[inline(always)]
    pub fn rank(&self, rank: usize) -> Set {
        Set::rank(rank) & self.board
    }

    /// Kind of a letter, of either case.
    pub fn kind_of_letter(&self, letter: char) -> Option<usize> {
        self.kinds.iter().position(|kind| kind.letter == letter.to_ascii_uppercase())
    }

    /// The rules as a line of text, equal for equal rules: what fingerprints are made of. Names are no part of it.
    pub fn rules_text(&self) -> String {
        let Description {
            name: _,
            title: _,
            files: _,
            ranks: _,
            board: _,
            start,
            kinds,
            pawn: _,
            royal,
            is_royal: _,
            promotions,
            double_step,
            castling,
            must_capture,
            stalemate,
            bare,
            extinction,
            goal,
            checks,
            has_queen_lines_only: _,
        } = self;
        let kind = |kind: &PieceKind| {
            let PieceKind { letter, name: _, betza, value, is_pawn: _, moves: _ } = kind;
            format!("{letter} {} {value}", betza.as_deref().unwrap_or("pawn"))
        };
        let kinds: Vec<String> = kinds.iter().map(kind).collect();
        // The approaches follow from the moves.
        let goal = goal.as_ref().map(|Goal { kinds, squares, approaches: _ }| (kinds, squares));
        format!(
            "{start}; {}; royal {royal:?}, promotions {promotions:?}, double step {double_step}, \
             castling {castling:?}, must capture {must_capture}, stalemate {stalemate:?}, bare {bare:?}, \
             extinction {extinction:?}, goal {goal:?}, checks {checks:?}",
            kinds.join(", ")
        )
    }

    /// Letter of a piece, White's in upper case.
    pub fn letter(&self, seat: Seat, kind: usize) -> char {
        let letter = self.kinds.get(kind).map_or('?', |kind| kind.letter);
        if seat == Seat::WHITE { letter } else { letter.to_ascii_lowercase() }
    }

    /// True if a square is on the board.
    pub fn has(&self, file: usize, rank: usize) -> bool {
        file < self.files && rank < self.ranks
    }

    /// Parses the name of a square of the board.
    pub fn parse_square(&self, text: &str) -> Option<Square> {
        Square::parse(text).filter(|square| self.has(square.file(), square.rank()))
    }

    /// Squares that a piece may reach by one move on an empty board, castling left aside.
    fn reach(&self, kind: usize, seat: Seat, from: Square) -> Set {
        let kind = &self.kinds[kind];
        let quiet = kind.moves.quiet_targets(self, seat, from, Set::EMPTY);
        let reach = quiet | kind.moves.attacks(self, seat, from, Set::EMPTY);
        let doubled = |single| kind.moves.quiet_targets(self, seat, single, Set::EMPTY);
        let is_home = kind.is_pawn && self.double_step && self.own_rank(seat, from.rank()) == 1;
        if is_home { quiet.into_iter().fold(reach, |reach, single| reach | doubled(single)) } else { reach }
    }

    /// Upper bound of the moves that a piece of a kind has now or after promotion.
    pub fn most_moves(&self, kind: usize) -> usize {
        let of = |kind: usize| {
            let reach = |from| self.reach(kind, Seat::WHITE, from).len();
            self.board.into_iter().map(reach).max().unwrap_or(0)
        };
        if !self.kinds[kind].is_pawn {
            return of(kind);
        }
        let promoted = self.promotions.iter().map(|&kind| of(kind)).max().unwrap_or(0);
        // A pawn steps ahead, twice, or captures on either side.
        promoted.max(3 * self.promotions.len()).max(4)
    }

    /// Upper bound of the value that a piece of a kind has now or after promotion, in centipawns.
    pub fn most_value(&self, kind: usize) -> i32 {
        let promoted = self.promotions.iter().map(|&kind| self.kinds[kind].value).max().unwrap_or(0);
        let kind = &self.kinds[kind];
        if kind.is_pawn { kind.value.max(promoted) } else { kind.value }
    }

    /// True if losing material is the aim, as in losing chess: a side wins without pieces, or without moves where
    /// captures are compulsory.
    pub fn rewards_loss(&self) -> bool {
        self.bare == Some(SideResult::Win) || (self.must_capture && self.stalemate == SideResult::Win)
    }
}

/// The squares of a board.
pub(super) fn board(files: usize, ranks: usize) -> Set {
    (0..ranks).flat_map(|rank| (0..files).map(move |file| Square::new(file, rank))).collect()
}

/// Square at an offset, if it is on the board.
#[inline(always)]
pub(super) fn step(board: Set, square: Square, (files, ranks): (i32, i32)) -> Option<Square> {
    let (file, rank) = (square.file() as i32 + files, square.rank() as i32 + ranks);
    let inside = 0..SIZE as i32;
    if !inside.contains(&file) || !inside.contains(&rank) {
        return None;
    }
    Some(Square::new(file as usize, rank as usize)).filter(|&to| board.has(to))
}

/// The step as a side sees it.
#[inline(always)]
pub(super) fn seen_by(seat: Seat, part: &Step) -> (i32, i32) {
    (part.files, if seat == Seat::WHITE { part.ranks } else { -part.ranks })
}

impl Moves {
    /// Tables of some steps on a board.
    pub(super) fn new(board: Set, steps: &[Step]) -> Moves {
        let leaps = |seat: Seat, wanted: fn(&Step) -> bool| {
            let from = |square: Square| {
                let single = steps.iter().filter(|part| part.range == 1 && wanted(part));
                single.filter_map(|part| step(board, square, seen_by(seat, part))).collect::<Set>()
            };
            let mut table: Vec<Set> =
                Square::all().map(|square| if board.has(square) { from(square) } else { Set::EMPTY }).collect();
            // Squares are masked with 127.
            table.resize(128, Set::EMPTY);
            table
        };
        let is_line = |part: &&Step, straight: bool| {
            let is_adjacent = part.files.abs() <= 1 && part.ranks.abs() <= 1;
            let is_free = part.range == UNLIMITED && part.moves && part.captures;
            is_adjacent && is_free && (part.files == 0 || part.ranks == 0) == straight
        };
        let lines = |straight| steps.iter().filter(|part| is_line(part, straight)).count();
        let (straight, diagonal) = (lines(true) == 4, lines(false) == 4);
        let riders = steps
            .iter()
            .filter(|part| part.range > 1 && !(straight && is_line(part, true)) && !(diagonal && is_line(part, false)));
        Moves {
            quiet_leaps: Seat::BOTH.map(|seat| leaps(seat, |part| part.moves)),
            capture_leaps: Seat::BOTH.map(|seat| leaps(seat, |part| part.captures)),
            diagonal,
            straight,
            riders: riders.copied().collect(),
        }
    }
}

#[cfg(test)]
mod tests {
    use crate::variants::custom::file;

    const GAME: &str = "[mine]\nstart = \"rnbqk/ppppp/5/PPPPP/RNBQK w - - 0 1\"\n";

    fn rules(text: &str) -> String {
        file::read(text).expect("the file is sound")[0].rules_text()
    }

    #[test]
    fn rules_differ_with_every_key_but_names() {
        let begun = rules(GAME);
        let named = |name: &str| {
            format!("{GAME}# {name}\ntitle = \"{name}\"\npieces.N = {{ name = \"{name}\", moves = \"N\" }}")
        };
        assert_eq!(rules(&named("horse")), rules(&named("steed")));
        for (key, also) in [
            ("promotions = \"QR\"", GAME),
            ("double-step = true", GAME),
            ("must-capture = true", GAME),
            ("stalemate = \"win\"", GAME),
            ("bare = \"loss\"", GAME),
            ("checks = 3", GAME),
            ("extinction = { pieces = \"QR\" }", GAME),
            ("goal = { pieces = \"K\", white = \"a5\" }", GAME),
            ("pieces.N = { moves = \"C\" }", GAME),
            ("pieces.N = { moves = \"N\", value = 300 }", GAME),
            ("", &GAME.replace("0 1", "0 2")),
        ] {
            assert_ne!(rules(&format!("{also}{key}\n")), begun, "{key}");
        }
    }
}
