//! What positions are worth: one hand-written evaluation a game, and beside it what a network has learned.
//! Together they are an [`engine::eval::Evaluator`].

pub mod chex;
pub mod ending;
pub mod features;
pub mod hand_written;
pub mod kaleido;
pub mod network;
pub mod orthodox;
pub mod quex;
pub mod score;
pub mod tally;

use engine::variants::{
    Chess, Chex, ChexByMail, Kaleido, KaleidoDice, KaleidoPawns, KaleidoRavens, Keyles, KnightRelay, Quex,
};

pub use hand_written::{HandWritten, Judged, LIMIT, Reweighed};
pub use network::Learned;

/// The evaluation of orthodox chess.
pub type ChessEval = Learned<Chess>;

/// The evaluation of knight relay chess.
pub type KnightRelayEval = Learned<KnightRelay>;

/// The evaluation of Quex.
pub type QuexEval = Learned<Quex>;

/// The evaluation of Keyles.
pub type KeylesEval = Learned<Keyles>;

/// The evaluation of KaleidoChess.
pub type KaleidoEval = Learned<Kaleido>;

/// The evaluation of KaleidoChess with dice.
pub type KaleidodiceEval = Learned<KaleidoDice>;

/// The evaluation of KaleidoChess against eighteen pawns.
pub type KaleidopawnsEval = Learned<KaleidoPawns>;

/// The evaluation of KaleidoChess against eighteen ravens.
pub type KaleidoravensEval = Learned<KaleidoRavens>;

/// The evaluation of Chex.
pub type ChexEval = Learned<Chex>;

/// The evaluation of Chex as it was played by mail.
pub type ChexPbmEval = Learned<ChexByMail>;
