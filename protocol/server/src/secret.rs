//! Secrets and identifiers from the system's random numbers.

use anyhow::{Context, Result};
use protocol::hex;
use sha2::{Digest, Sha256};

/// Bytes of a seat's secret: 128 bits.
const SECRET_BYTES: usize = 16;
/// Bytes of a game's identifier. It is public, but that of a game that is not listed must not be guessed.
const ID_BYTES: usize = 10;

/// SHA-256 of a seat's secret: all that the server keeps of it. Comparing hashes tells an attacker nothing about the
/// secret, however long it takes.
pub type SecretHash = [u8; 32];

/// Random bytes from the system.
///
/// # Errors
/// If the system has none.
pub fn random<const N: usize>() -> Result<[u8; N]> {
    let mut bytes = [0; N];
    getrandom::fill(&mut bytes).context("the system has no random numbers")?;
    Ok(bytes)
}

/// Secret of a seat, in hexadecimal digits.
///
/// # Errors
/// If the system has no random numbers.
pub fn new_secret() -> Result<String> {
    Ok(hex::encode(&random::<SECRET_BYTES>()?))
}

/// Identifier of a game, in hexadecimal digits.
///
/// # Errors
/// If the system has no random numbers.
pub fn new_id() -> Result<String> {
    Ok(hex::encode(&random::<ID_BYTES>()?))
}

/// True if a text can be a game's identifier.
pub fn is_id(text: &str) -> bool {
    text.len() == 2 * ID_BYTES && text.bytes().all(|digit| matches!(digit, b'0'..=b'9' | b'a'..=b'f'))
}

/// Hash of a secret.
pub fn hash(secret: &str) -> SecretHash {
    hash_bytes(secret.as_bytes())
}

/// SHA-256.
pub fn hash_bytes(bytes: &[u8]) -> [u8; 32] {
    Sha256::digest(bytes).into()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn secrets_have_128_bits_and_differ() {
        let secrets: Vec<String> = (0..100).map(|_| new_secret().expect("random numbers")).collect();
        assert!(secrets.iter().all(|secret| secret.len() == 32));
        assert!((1..100).all(|at| !secrets[..at].contains(&secrets[at])));
    }

    #[test]
    fn identifiers_are_told_from_other_texts() {
        assert!(is_id(&new_id().expect("random numbers")));
        assert!(["", "..", "0123456789abcdef012g", "0123456789ABCDEF0123"].iter().all(|text| !is_id(text)));
    }
}
