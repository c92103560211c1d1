//! PGN of a game, with the proof of its luck.

use engine::game::Seat;
use engine::text::Style;
use formats::pgn::{self, Annotated};
use jiff::Timestamp;
use jiff::tz::TimeZone;
use protocol::luck::{COMMITMENT_TAG, OPENING_TAG, SEED_TAG};

use super::Game;

impl Game {
    /// PGN of the game. The seed of its luck is told when it is over.
    pub fn pgn(&self) -> String {
        let session = &self.line.session;
        let ending = self.ending();
        let began = Timestamp::from_millisecond(self.created).unwrap_or(Timestamp::UNIX_EPOCH).to_zoned(TimeZone::UTC);
        let mut tags = vec![
            ("Event", "Game on a Motley server".to_string()),
            ("Date", began.strftime("%Y.%m.%d").to_string()),
            ("Round", "-".to_string()),
        ];
        // The names of the seats are the tags of their players: White, Black, Red, Green.
        let players = self.state.players.iter().map(|player| player.name().to_string());
        tags.extend(session.seat_names().iter().copied().zip(players));
        tags.extend(self.state.clocks.as_ref().map(|clocks| ("TimeControl", clocks.control.tag())));
        if session.chance_kind().is_some() {
            tags.push((COMMITMENT_TAG, self.seed.commitment().to_string()));
            if self.state.opening > 0 {
                tags.push((OPENING_TAG, self.state.opening.to_string()));
            }
            if ending.is_some() {
                tags.push((SEED_TAG, self.seed.reveal()));
            }
        }
        let moves = session.played_moves(Style::San).into_iter();
        let moves = moves.map(|(seat, text): (Seat, String)| Annotated { seat, text, comment: None });
        let (score, reason) = ending.map_or(("*".to_string(), String::new()), |ending| (ending.score, ending.reason));
        pgn::write(tags, &session.pgn_setup(), moves, &reason, &score)
    }
}
