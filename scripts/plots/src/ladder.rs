//! The ladder: points of each player in each game.

use anyhow::{Result, ensure};
use plotters::style::RGBColor;

use crate::{
    canvas::{Align, Canvas, DRAW, GAIN, GREY, GRID, INK, LOSS, OPEN, STRIPE},
    tables::Pairing,
};

const WIDTH: i32 = 900;
/// Left and right ends of the axis, in pixels.
const AXIS: (i32, i32) = (150, 860);
const TOP: i32 = 44;
const ROW: i32 = 28;
/// Colours of the players, weakest first.
const COLORS: [RGBColor; 5] = [DRAW, GREY, LOSS, OPEN, GAIN];
/// Distance of the players' names in the legend.
const LEGEND_STEP: i32 = 150;

/// Points of all players in all games.
pub struct Ladder {
    /// Players, from the fewest points in all games to the most.
    pub players: Vec<String>,
    /// Name of each game, points of each player, in the players' order, and the most that one can have.
    pub games: Vec<(String, Vec<f64>, f64)>,
}

impl Ladder {
    /// Adds up the points of some pairings.
    pub fn of(rows: &[Pairing]) -> Self {
        let mut players: Vec<String> = Vec::new();
        let mut games: Vec<String> = Vec::new();
        for row in rows {
            for player in [&row.player, &row.opponent] {
                if !players.contains(player) {
                    players.push(player.clone());
                }
            }
            if !games.contains(&row.game) {
                games.push(row.game.clone());
            }
        }
        let points = |game: Option<&str>, player: &str| {
            let rows = rows.iter().filter(|row| game.is_none_or(|game| row.game == game));
            rows.fold((0.0, 0.0), |(points, games), row| {
                let (counts, all) = (row.counts(), f64::from(row.counts().games()));
                let own = f64::from(counts.wins) + f64::from(counts.draws) / 2.0;
                match player {
                    _ if row.player == player => (points + own, games + all),
                    _ if row.opponent == player => (points + all - own, games + all),
                    _ => (points, games),
                }
            })
        };
        players.sort_by(|one, other| points(None, one).0.total_cmp(&points(None, other).0));
        let games = games.into_iter().map(|game| {
            let of_players: Vec<(f64, f64)> = players.iter().map(|player| points(Some(&game), player)).collect();
            let most = of_players.iter().map(|&(_, games)| games).fold(0.0, f64::max);
            (game, of_players.into_iter().map(|(points, _)| points).collect(), most)
        });
        let games = games.collect();
        Self { players, games }
    }

    /// The text of the plot: a row a game, a disc a player, at its share of the points.
    ///
    /// # Errors
    /// If there are more players than colours.
    pub fn draw(&self) -> Result<String> {
        let (number, most) = (self.players.len(), COLORS.len());
        ensure!(number <= most, "ladder.csv: {number} players, and colours for {most}");
        let bottom = TOP + ROW * i32::try_from(self.games.len())?;
        let mut svg = String::new();
        let canvas = Canvas::new(&mut svg, WIDTH, bottom + 34)?;
        let mut x = AXIS.0;
        for (player, color) in self.players.iter().zip(COLORS) {
            canvas.disc((x, 22), 6, color)?;
            canvas.text(player, (x + 12, 22), 13, INK, Align::Left)?;
            x += LEGEND_STEP;
        }
        for index in (0..self.games.len()).step_by(2) {
            let y = TOP + ROW * i32::try_from(index)?;
            canvas.rectangle((0, y), (WIDTH, y + ROW), STRIPE)?;
        }
        for percent in (0..=100).step_by(25) {
            let x = position(f64::from(percent) / 100.0);
            canvas.line((x, TOP), (x, bottom), GRID, 1)?;
            canvas.text(&format!("{percent} %"), (x, bottom + 16), 12, GREY, Align::Middle)?;
        }
        for (index, (game, points, most)) in self.games.iter().enumerate() {
            let y = TOP + ROW * i32::try_from(index)? + ROW / 2;
            canvas.text(game, (AXIS.0 - 24, y), 13, INK, Align::Right)?;
            for (points, color) in points.iter().zip(COLORS) {
                canvas.disc((position(points / most), y), 6, color)?;
            }
        }
        canvas.finish()?;
        Ok(svg)
    }
}

/// Pixel of a share of the points.
#[expect(clippy::cast_possible_truncation, reason = "the result lies within the axis")]
fn position(share: f64) -> i32 {
    AXIS.0 + (share.clamp(0.0, 1.0) * f64::from(AXIS.1 - AXIS.0)).round() as i32
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn players_without_a_colour_are_not_left_out_silently() {
        let ladder = |number: usize| Ladder { players: vec!["x".to_owned(); number], games: Vec::new() };
        assert!(ladder(5).draw().is_ok());
        assert_eq!(ladder(6).draw().unwrap_err().to_string(), "ladder.csv: 6 players, and colours for 5");
    }
}
