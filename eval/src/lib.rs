//! What positions are worth: one hand-written evaluation a game, each an implementation of
//! [`engine::eval::Evaluator`].

pub mod chex;
pub mod ending;
pub mod features;
pub mod hand_written;
pub mod kaleido;
pub mod orthodox;
pub mod quex;
pub mod score;
pub mod tally;

use engine::variants::{
    Chess, Chex, ChexByMail, Kaleido, KaleidoDice, KaleidoPawns, KaleidoRavens, Keyles, KnightRelay, Quex,
};

pub use hand_written::{HandWritten, Judged, LIMIT, Reweighed};

/// The evaluation of orthodox chess.
pub type ChessEval = HandWritten<Chess>;

/// The evaluation of knight relay chess.
pub type KnightRelayEval = HandWritten<KnightRelay>;

/// The evaluation of Quex.
pub type QuexEval = HandWritten<Quex>;

/// The evaluation of Keyles.
pub type KeylesEval = HandWritten<Keyles>;

/// The evaluation of KaleidoChess.
pub type KaleidoEval = HandWritten<Kaleido>;

/// The evaluation of KaleidoChess with dice.
pub type KaleidodiceEval = HandWritten<KaleidoDice>;

/// The evaluation of KaleidoChess against eighteen pawns.
pub type KaleidopawnsEval = HandWritten<KaleidoPawns>;

/// The evaluation of KaleidoChess against eighteen ravens.
pub type KaleidoravensEval = HandWritten<KaleidoRavens>;

/// The evaluation of Chex.
pub type ChexEval = HandWritten<Chex>;

/// The evaluation of Chex as it was played by mail.
pub type ChexPbmEval = HandWritten<ChexByMail>;
