//! PGN of a game, with the proof of its luck.

use engine::game::Seat;
use engine::text::Style;
use formats::pgn::{self, Annotated};
use jiff::Timestamp;
use jiff::tz::TimeZone;
use protocol::luck::{COMMITMENT_TAG, OPENING_TAG, SEED_TAG};

use super::Game;

/// Tags of the players in a game of more than two, beside White and Black.
const MORE_PLAYERS: [(&str, &str); 2] = [("Red", "Red"), ("Green", "Green")];

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
        for (player, name) in self.state.players.iter().zip(session.seat_names()) {
            let known = [("White", "White"), ("Black", "Black")].into_iter().chain(MORE_PLAYERS);
            let tag = known.into_iter().find(|tag| tag.1 == *name);
            tags.extend(tag.map(|tag| (tag.0, player.name().to_string())));
        }
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
