//! Figures of custom variants.
//!
//! A piece that moves as one of chess, or as a compound of two, has its figure; so has a piece of the name of a figure.
//! All others have the remaining figures, in the order in which they are described.

use std::sync::OnceLock;

use engine::board::ten::{Set, Square};
use engine::game::Seat;
use engine::variants::custom::{CustomId, Description, MAX_VARIANTS, PieceKind};
use svg::Document;

use super::figures::{Alphabet, Figure, Man};
use super::marks::{Marks, Target};
use super::squares::{self, Ground, Scene};

/// Moves of figures that everybody knows, in Betza notation.
const BY_MOVES: [(&[&str], Figure); 8] = [
    (&["K", "WF", "FW"], Figure::King),
    (&["Q", "RB", "BR"], Figure::Queen),
    (&["R"], Figure::Rook),
    (&["B"], Figure::Bishop),
    (&["N"], Figure::Knight),
    (&["RN", "NR"], Figure::Chancellor),
    (&["BN", "NB"], Figure::Archbishop),
    (&["QN", "NQ", "RBN", "BRN"], Figure::Amazon),
];

/// Figures for all other pieces.
const OTHERS: [Figure; 15] = [
    Figure::Lord,
    Figure::Elephant,
    Figure::Tiger,
    Figure::Horse,
    Figure::Wizard,
    Figure::Dragon,
    Figure::Eagle,
    Figure::Roc,
    Figure::Raven,
    Figure::Prince,
    Figure::Grand,
    Figure::Crux,
    Figure::Wyse,
    Figure::Trez,
    Figure::Fote,
];

/// The kinds of a custom variant with their figures.
pub fn alphabet(id: CustomId) -> &'static Alphabet {
    static ALPHABETS: [OnceLock<Vec<Man>>; MAX_VARIANTS] = [const { OnceLock::new() }; MAX_VARIANTS];
    ALPHABETS[id.number()].get_or_init(|| men(id.description()))
}

fn men(rules: &'static Description) -> Vec<Man> {
    let mut men: Vec<(&'static PieceKind, Option<Figure>)> =
        rules.kinds.iter().map(|kind| (kind, own_figure(kind))).collect();
    for index in 0..men.len() {
        // Two kinds never share a figure.
        let is_taken =
            |figure: Figure, men: &[(&'static PieceKind, Option<Figure>)]| men.iter().any(|man| man.1 == Some(figure));
        let own = men[index].1.filter(|&figure| !is_taken(figure, &men[..index]));
        let free = || OTHERS.into_iter().find(|&figure| !is_taken(figure, &men));
        men[index].1 = own.or_else(free);
    }
    let man = |(kind, figure): (&'static PieceKind, Option<Figure>)| Man {
        letter: kind.letter,
        figure: figure.unwrap_or(Figure::Fote),
        name: &kind.name,
        moves: kind.betza.as_deref().unwrap_or("as a pawn of chess"),
    };
    men.into_iter().map(man).collect()
}

/// Figure that a kind has by its moves or by its name.
fn own_figure(kind: &PieceKind) -> Option<Figure> {
    let Some(betza) = kind.betza.as_deref() else { return Some(Figure::Pawn) };
    let by_moves = BY_MOVES.iter().find(|(moves, _)| moves.contains(&betza)).map(|found| found.1);
    by_moves.or_else(|| Figure::ALL.iter().copied().find(|figure| figure.name() == kind.name))
}

/// Move diagrams of the kinds that do not move as in chess: each in the middle of an empty board.
pub fn diagrams(id: CustomId) -> Vec<(&'static str, Document)> {
    let rules = id.description();
    let is_known = |kind: &PieceKind| {
        kind.betza.as_deref().is_none_or(|betza| BY_MOVES[..5].iter().any(|(moves, _)| moves.contains(&betza)))
    };
    let own = rules.kinds.iter().filter(|kind| !is_known(kind));
    own.map(|kind| (kind.name.as_str(), diagram(id, kind))).collect()
}

fn diagram(id: CustomId, kind: &PieceKind) -> Document {
    let rules = id.description();
    let from = Square::new(rules.files / 2, (rules.ranks - 1) / 2);
    let attacks = kind.moves.attacks(rules, Seat::WHITE, from, Set::EMPTY);
    let moves = kind.moves.quiet_targets(rules, Seat::WHITE, from, Set::EMPTY);
    let target = |to: Square| match (moves.has(to), attacks.has(to)) {
        (true, true) => Target::Either,
        (true, false) => Target::Move,
        _ => Target::Capture,
    };
    let targets = (moves | attacks).into_iter().map(|to| (to.to_string(), target(to))).collect();
    let letter = |file, rank| if Square::new(file, rank) == from { Some(kind.letter) } else { None };
    squares::draw(&Scene {
        text: &squares::board_text(rules.files, rules.ranks, letter),
        alphabet: alphabet(id),
        ground: Ground::Chequered,
        caption: &format!("{} ({})", kind.name, kind.letter),
        marks: &Marks { from: Some(from.to_string()), targets, ways: Vec::new() },
        signs: &[],
        window: None,
    })
}
