//! Fair luck: chance outcomes from a secret seed that is committed to before the game and revealed after it.
//!
//! Before the first move the dealer publishes the *commitment*, the SHA-256 of a seed of 256 random bits. Each chance
//! event takes its random number from HMAC-SHA-256 with the seed as the key, of the seat and the number of the seat's
//! events so far. At the end the seed is published: everybody can compute the commitment and each outcome again. The
//! dealer cannot choose outcomes during the game, because SHA-256 binds it to one seed; nobody can foresee them,
//! because HMAC hides the seed. Taking moves back changes no outcome.
//!
//! A game's PGN carries both as the tags `LuckCommitment` and `LuckSeed`, and `motley verify` checks it. Plies that a
//! game was created with are no luck: `LuckOpening` tells how many there are. The commitment does not cover that
//! number: the dealer publishes both before the first move, and a player compares both with the PGN.

use std::fmt::{self, Display};
use std::str::FromStr;

use engine::chance_rng::ChanceRng;
use engine::game::Seat;
use formats::pgn::PgnGame;
use hmac::{Hmac, KeyInit, Mac};
use sha2::{Digest, Sha256};

use crate::hex;
use crate::registry;
use crate::session::{MoveFormat, Session};

/// PGN tag of the commitment.
pub const COMMITMENT_TAG: &str = "LuckCommitment";
/// PGN tag of the seed.
pub const SEED_TAG: &str = "LuckSeed";
/// PGN tag of the number of plies that the game was created with.
pub const OPENING_TAG: &str = "LuckOpening";

/// Number of bytes of a seed and of a commitment.
const BYTES: usize = 32;

/// Secret seed of a game's luck.
#[derive(Clone, PartialEq, Eq)]
pub struct LuckSeed([u8; BYTES]);

/// Commitment to a seed: its SHA-256.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Commitment([u8; BYTES]);

/// Text that is not 64 hexadecimal digits.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct NotHex;

impl Display for NotHex {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("not 64 hexadecimal digits")
    }
}

impl LuckSeed {
    /// Seed of random bytes.
    pub const fn new(bytes: [u8; BYTES]) -> LuckSeed {
        LuckSeed(bytes)
    }

    /// Commitment to the seed.
    pub fn commitment(&self) -> Commitment {
        Commitment(Sha256::digest(self.0).into())
    }

    /// Random number generator of a seat's chance event, by the number of its events before.
    pub fn rng(&self, seat: Seat, event: usize) -> ChanceRng {
        let mut mac = Hmac::<Sha256>::new_from_slice(&self.0).expect("HMAC takes a key of any length");
        mac.update(b"motley luck");
        mac.update(&[seat.index() as u8]);
        mac.update(&(event as u64).to_be_bytes());
        let digest = mac.finalize().into_bytes();
        let mut number = [0; 8];
        number.copy_from_slice(&digest[..8]);
        ChanceRng::new(u64::from_be_bytes(number))
    }

    /// Random number generator of the chance event that is due in a session.
    pub fn next(&self, session: &dyn Session) -> ChanceRng {
        let seat = session.side_to_move();
        self.rng(seat, session.chance_events(seat))
    }

    /// Seed in hexadecimal digits: for the end of the game.
    pub fn reveal(&self) -> String {
        hex::encode(&self.0)
    }
}

impl fmt::Debug for LuckSeed {
    /// The commitment: a secret is not to be seen in a log.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "LuckSeed({})", self.commitment())
    }
}

impl Display for Commitment {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&hex::encode(&self.0))
    }
}

impl FromStr for LuckSeed {
    type Err = NotHex;

    fn from_str(text: &str) -> Result<LuckSeed, NotHex> {
        hex::decode(text).map(LuckSeed).ok_or(NotHex)
    }
}

impl FromStr for Commitment {
    type Err = NotHex;

    fn from_str(text: &str) -> Result<Commitment, NotHex> {
        hex::decode(text).map(Commitment).ok_or(NotHex)
    }
}

/// Proof that the luck of a game was fair.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Verified {
    /// Name of the game.
    pub variant: &'static str,
    /// Chance events after the opening, all of which followed from the seed.
    pub events: usize,
    /// Plies before them that the game was created with, as the tag [`OPENING_TAG`] says.
    pub opening: usize,
    /// Chance events among the plies of the opening. They were not checked.
    pub unchecked: usize,
    /// Commitment.
    pub commitment: Commitment,
}

impl Display for Verified {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Verified { variant, events, opening, unchecked, commitment } = self;
        write!(f, "{variant}, {events} chance events follow from the seed of {commitment}")?;
        if *unchecked > 0 {
            write!(f, "; {unchecked} in the first {opening} plies were given, says {OPENING_TAG}, and not checked")?;
        }
        Ok(())
    }
}

/// Checks that each chance outcome of a game, after its opening, followed from the seed that its tags commit to. The
/// commitment and the length of the opening are those of the tags: players compare them with what was published before
/// the first move.
///
/// # Errors
/// Names what is missing, or the first outcome that does not follow.
pub fn verify(game: &PgnGame) -> Result<Verified, String> {
    let tag = |name| game.tag(name).ok_or_else(|| format!("the tag {name} is missing"));
    let seed: LuckSeed = tag(SEED_TAG)?.parse().map_err(|error| format!("the tag {SEED_TAG}: {error}"))?;
    let commitment: Commitment =
        tag(COMMITMENT_TAG)?.parse().map_err(|error| format!("the tag {COMMITMENT_TAG}: {error}"))?;
    if seed.commitment() != commitment {
        return Err(format!("the seed has the commitment {}, not {commitment}", seed.commitment()));
    }
    let opening = match game.tag(OPENING_TAG) {
        Some(plies) => plies.parse().map_err(|_| format!("the tag {OPENING_TAG}: {plies:?} is no number of plies"))?,
        None => 0,
    };
    let variant = game.variant().map_err(|error| error.to_string())?.name();
    let mut session = registry::open(variant).ok_or("no such game")?;
    session.replay(game).map_err(|error| error.to_string())?;
    let plies = session.plies().to_vec();
    session.rewind(0);
    let (mut events, mut unchecked) = (0, 0);
    for (number, ply) in plies.into_iter().enumerate() {
        let is_chance = session.due_chance().is_some();
        if is_chance && number < opening {
            unchecked += 1;
        } else if is_chance {
            let outcome = session.roll(seed.next(session.as_ref()));
            if outcome != Some(ply) {
                let name = |mv| session.write_move(mv, MoveFormat::OWN);
                let wanted = outcome.map(name).unwrap_or_default();
                return Err(format!("ply {}: {} was dealt, but the seed says {wanted}", number + 1, name(ply)));
            }
            events += 1;
        }
        session.play(ply);
    }
    Ok(Verified { variant, events, opening, unchecked, commitment })
}

#[cfg(test)]
mod tests {
    use super::*;

    const SEED: LuckSeed = LuckSeed::new([7; 32]);

    /// A legal move after which the game goes on, if there is one.
    fn some_move(session: &mut dyn Session, number: usize) -> engine::moves::Move {
        let plies = session.plies().len();
        let mut moves = session.legal_moves();
        let count = moves.len();
        moves.rotate_left(number * 7919 % count);
        let goes_on = |mv: &&engine::moves::Move| {
            session.play(**mv);
            let goes_on = session.outcome().is_none();
            session.rewind(plies);
            goes_on
        };
        *moves.iter().find(goes_on).unwrap_or(&moves[0])
    }

    /// PGN of a game of arbitrary moves with the luck of a seed.
    fn pgn(variant: &str, seed: &LuckSeed, turns: usize) -> String {
        let mut session = registry::open(variant).expect(variant);
        let mut taken = 0;
        while session.outcome().is_none() && taken < turns {
            let mv = match session.due_chance() {
                Some(_) => session.roll(seed.next(session.as_ref())).expect("an outcome is due"),
                None => {
                    taken += 1;
                    some_move(session.as_mut(), taken)
                }
            };
            session.play(mv);
        }
        let moves: Vec<String> = session.played_moves(engine::text::Style::Plain).into_iter().map(|mv| mv.1).collect();
        format!(
            "[Variant \"{variant}\"]\n[{COMMITMENT_TAG} \"{}\"]\n[{SEED_TAG} \"{}\"]\n\n{} *\n",
            seed.commitment(),
            seed.reveal(),
            moves.join(" ")
        )
    }

    fn verdict(text: &str) -> Result<usize, String> {
        verify(&formats::pgn::parse(text).expect("PGN")[0]).map(|verified| verified.events)
    }

    #[test]
    fn fair_games_are_proven_and_others_are_not() {
        for variant in ["chex", "chexpbm", "kaleidodice"] {
            let text = pgn(variant, &SEED, 40);
            assert!(verdict(&text).expect(&text) >= 3, "{text}");
            let other = LuckSeed::new([8; 32]);
            let swapped = text.replace(&SEED.reveal(), &other.reveal());
            assert!(verdict(&swapped).unwrap_err().contains("commitment"), "{swapped}");
            let forged = swapped.replace(&SEED.commitment().to_string(), &other.commitment().to_string());
            assert!(verdict(&forged).unwrap_err().contains("the seed says"), "{forged}");
        }
        assert_eq!(verdict("1. e4 *").unwrap_err(), format!("the tag {SEED_TAG} is missing"));
    }

    #[test]
    fn the_opening_of_a_game_is_no_luck() {
        let other = LuckSeed::new([8; 32]);
        let forged = pgn("kaleidodice", &SEED, 20).replace(&SEED.reveal(), &other.reveal());
        let forged = forged.replace(&SEED.commitment().to_string(), &other.commitment().to_string());
        let begun_with = |plies: &str| verdict(&format!("[{OPENING_TAG} \"{plies}\"]\n{forged}"));
        assert_eq!(begun_with("1000"), Ok(0));
        let text = format!("[{OPENING_TAG} \"1000\"]\n{forged}");
        let verified = verify(&formats::pgn::parse(&text).expect("PGN")[0]).expect("nothing to check");
        assert!(verified.unchecked >= 3, "{verified:?}");
        let words = format!("; {} in the first 1000 plies were given, says {OPENING_TAG}", verified.unchecked);
        assert!(verified.to_string().contains(&words), "{verified}");
        assert!(begun_with("0").unwrap_err().contains("the seed says"));
        assert!(begun_with("all").unwrap_err().contains("no number of plies"));
    }

    #[test]
    fn a_game_without_chance_needs_no_luck() {
        assert_eq!(verdict(&pgn("chess", &SEED, 10)), Ok(0));
    }

    #[test]
    fn a_commitment_is_the_sha_256_of_the_seed() {
        let zero = LuckSeed::new([0; 32]);
        let known = "66687aadf862bd776c8fc18b8e9f8e20089714856ee233b3902a591d0d5f2925";
        assert_eq!(zero.commitment().to_string(), known);
        assert_eq!(zero.reveal().parse(), Ok(zero.clone()));
        assert!(!format!("{zero:?}").contains("0000"), "a log does not show the seed");
        assert_eq!(["", "0g", &"é".repeat(32)].map(|text| text.parse::<Commitment>()), [Err(NotHex); 3]);
    }

    #[test]
    fn taking_back_changes_no_outcome() {
        let mut session = registry::open("chex").expect("chex");
        let draw = session.read_move("draw", MoveFormat::OWN).expect("a draw");
        session.play(draw);
        let tile = session.roll(SEED.next(session.as_ref()));
        session.play(tile.expect("a tile"));
        session.undo();
        session.play(draw);
        assert_eq!(session.roll(SEED.next(session.as_ref())), tile);
    }
}
