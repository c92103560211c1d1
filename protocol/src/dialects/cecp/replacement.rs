//! How XBoard is told that a king comes back in the place of a champion, and how it tells so itself.
//!
//! XBoard has no such move. It is made to believe that the champion walks to an empty field and back, and becomes the king
//! on its return: that puts the champion beside the board and takes the king from there. Then the opponent passes.

/// What puts the king on a champion's field, by way of an empty one.
pub fn write(champion: &str, empty: &str) -> String {
    format!("{champion}{empty},{empty}{champion}k")
}

/// Reads what XBoard makes of such a move of the other engine: the same of White's, of Black's only the first field can be relied
/// on, which is then written twice. The answer is the move in the game's own words.
pub fn read(text: &str) -> Option<String> {
    let (out, back) = text.split_once(',')?;
    let champion = first_field(out)?;
    let empty = &out[champion.len()..];
    let returns = first_field(back)? == empty && back[empty.len()..].strip_suffix('k') == Some(champion);
    (empty == champion || returns).then(|| format!("K@{champion}"))
}

/// The field that a text begins with.
fn first_field(text: &str) -> Option<&str> {
    let digits = text.bytes().skip(1).take_while(u8::is_ascii_digit).count();
    (text.starts_with(|c: char| c.is_ascii_lowercase()) && digits > 0).then(|| &text[..=digits])
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn xboards_ways_to_write_a_replacement() {
        assert_eq!(write("j10", "a1"), "j10a1,a1j10k");
        assert_eq!(read(&write("j10", "a1")).as_deref(), Some("K@j10"));
        assert_eq!(read("c4a1,a1c4k").as_deref(), Some("K@c4"));
        assert_eq!(read("f9f9,j6e9").as_deref(), Some("K@f9"));
    }

    #[test]
    fn other_moves_of_several_legs_are_none() {
        for text in
            ["c4a1", "c4a1,a1c4", "c4a1,a1c4q", "c4a1,b1c4k", "c4a1,a1d4k", "K@c4", ",", "c4,c4", "c,c", "é4a1,a1é4k"]
        {
            assert_eq!(read(text), None, "{text}");
        }
    }
}
