//! Two-leg moves: a king's re-placement in XBoard's notation.
//!
//! XBoard knows no drop on a piece. It is told that the champion goes to an empty square and back, and becomes the king
//! on its return: that puts the champion beside the board and takes the king from there. Then the opponent passes.

/// Writes a re-placement on the square `champion`, by way of the empty square `empty`.
pub fn write(champion: &str, empty: &str) -> String {
    format!("{champion}{empty},{empty}{champion}k")
}

/// Reads a re-placement that XBoard relays from the other engine, and returns the champion's square. XBoard writes
/// White's as [`write`] does; of Black's only the first square is right, and it is written twice.
pub fn read(text: &str) -> Option<&str> {
    let (out, back) = text.split_once(',')?;
    let champion = first_square(out)?;
    let empty = &out[champion.len()..];
    let returns = first_square(back)? == empty && back[empty.len()..].strip_suffix('k') == Some(champion);
    if empty == champion || returns { Some(champion) } else { None }
}

/// Square at the beginning of a text.
fn first_square(text: &str) -> Option<&str> {
    let digits = text.bytes().skip(1).take_while(u8::is_ascii_digit).count();
    if text.starts_with(|c: char| c.is_ascii_lowercase()) && digits > 0 { Some(&text[..=digits]) } else { None }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn two_leg_moves_name_the_champions_square() {
        assert_eq!(write("j10", "a1"), "j10a1,a1j10k");
        assert_eq!(read(&write("j10", "a1")), Some("j10"));
        assert_eq!(read("c4a1,a1c4k"), Some("c4"));
        assert_eq!(read("f9f9,j6e9"), Some("f9"));
    }

    #[test]
    fn other_two_leg_moves_are_rejected() {
        for text in
            ["c4a1", "c4a1,a1c4", "c4a1,a1c4q", "c4a1,b1c4k", "c4a1,a1d4k", "K@c4", ",", "c4,c4", "c,c", "é4a1,a1é4k"]
        {
            assert_eq!(read(text), None, "{text}");
        }
    }
}
