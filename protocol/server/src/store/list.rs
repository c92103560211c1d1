//! List of the public games.

use protocol::clock::Millis;
use rusqlite::types::ToSqlOutput;
use rusqlite::{Connection, Row, ToSql};
use serde::Serialize;

use crate::game::{Ending, State};

/// Maximum number of games among which one part of the list looks for a player.
const MAX_SEARCHED: usize = 10_000;

/// Identifiers of games, as a JSON text in statements.
#[derive(Clone, Debug)]
pub struct Ids(pub Vec<String>);

impl ToSql for Ids {
    fn to_sql(&self) -> rusqlite::Result<ToSqlOutput<'_>> {
        Ok(ToSqlOutput::from(super::json(&self.0)))
    }
}

/// Filter of the list of games.
#[derive(Clone, Debug, Default)]
pub struct Filter {
    /// Name of the variant.
    pub variant: Option<String>,
    /// True: games that are over; false: games in progress.
    pub over: Option<bool>,
    /// Only games among these.
    pub among: Option<Ids>,
    /// Part of a player's name.
    pub player: Option<String>,
    /// Only games with a lower number.
    pub before: Option<i64>,
    /// Maximum number of games.
    pub limit: usize,
}

/// Game in a list.
#[derive(Clone, Debug, Serialize)]
pub struct Listed {
    /// Identifier of the game.
    pub id: String,
    /// Name of the variant.
    pub variant: String,
    /// `playing` or `over`.
    pub status: &'static str,
    /// Players, by seat.
    pub seats: Vec<ListedSeat>,
    /// Number of composite moves.
    pub moves: i64,
    /// End; none if the game is in progress.
    pub result: Option<Ending>,
    /// Time of its creation, as in RFC 3339.
    pub created: String,
    /// Number of the game in the order of creation.
    pub order: i64,
}

/// Part of the list of games.
#[derive(Clone, Debug, Serialize)]
pub struct ListPage {
    /// Games, the newest first.
    pub games: Vec<Listed>,
    /// Number of the game before which the next part begins; none if there is no other.
    pub next: Option<i64>,
}

/// Seat in a list.
#[derive(Clone, Debug, Serialize)]
pub struct ListedSeat {
    /// `person` or `engine`.
    pub kind: &'static str,
    /// Name of the player.
    pub player: String,
}

/// Query for the numbers of the games that a filter lets through but for the player, and its parameters. Each set of
/// conditions has an index that is in the order of the list. A plus sign keeps a condition out of the choice of the
/// index: some games among all are looked up by their identifiers.
fn query(filter: &Filter) -> (String, Vec<(&'static str, &dyn ToSql)>) {
    let plus = if filter.among.is_some() { "+" } else { "" };
    let mut conditions = vec![format!("{plus}public = 1")];
    let mut values: Vec<(&'static str, &dyn ToSql)> = Vec::new();
    if let Some(variant) = &filter.variant {
        conditions.push(format!("{plus}variant = :variant"));
        values.push((":variant", variant));
    }
    if let Some(over) = &filter.over {
        conditions.push(format!("{plus}over = :over"));
        values.push((":over", over));
    }
    if let Some(among) = &filter.among {
        conditions.push("id IN (SELECT value FROM json_each(:among))".to_string());
        values.push((":among", among));
    }
    if let Some(before) = &filter.before {
        conditions.push(format!("{plus}number < :before"));
        values.push((":before", before));
    }
    let conditions = conditions.join(" AND ");
    (format!("SELECT number, players FROM games WHERE {conditions} ORDER BY number DESC"), values)
}

/// Public games that a filter lets through, the newest first. Those that are damaged are left out.
pub fn list(data: &Connection, filter: &Filter) -> rusqlite::Result<ListPage> {
    // All queries see the same state of the data.
    let reading = data.unchecked_transaction()?;
    let (text, values) = query(filter);
    let mut numbers = reading.prepare_cached(&text)?;
    let mut rows = numbers.query(&values[..])?;
    let player = filter.player.as_deref().map(str::to_lowercase);
    let (mut games, mut last, mut found) = (Vec::new(), None, 0);
    for _ in 0..MAX_SEARCHED {
        let Some(row) = rows.next()? else { return Ok(ListPage { games, next: None }) };
        let number: i64 = row.get(0)?;
        last = Some(number);
        if let Some(player) = &player
            && !row.get_ref(1)?.as_str()?.contains(player)
        {
            continue;
        }
        games.extend(listed(&reading, number)?);
        found += 1;
        if found == filter.limit {
            break;
        }
    }
    let next = if rows.next()?.is_some() { last } else { None };
    Ok(ListPage { games, next })
}

/// Game of a number; none if it is damaged.
fn listed(data: &Connection, number: i64) -> rusqlite::Result<Option<Listed>> {
    data.prepare_cached("SELECT number, id, variant, created, moves, over, result, state FROM games WHERE number = ?1")?
        .query_row([number], listed_row)
}

/// Game of a row of the list; none if it is damaged.
fn listed_row(row: &Row) -> rusqlite::Result<Option<Listed>> {
    let (id, result, state): (String, Option<String>, String) = (row.get(1)?, row.get(6)?, row.get(7)?);
    let parse = || -> serde_json::Result<(State, Option<Ending>)> {
        Ok((serde_json::from_str(&state)?, result.map(|text| serde_json::from_str(&text)).transpose()?))
    };
    let (state, result) = match parse() {
        Ok(parsed) => parsed,
        Err(error) => {
            log::error!("game {id} in the data is damaged: {error}");
            return Ok(None);
        }
    };
    let created: Millis = row.get(3)?;
    Ok(Some(Listed {
        order: row.get(0)?,
        id,
        variant: row.get(2)?,
        status: if row.get(5)? { "over" } else { "playing" },
        seats: state
            .players
            .iter()
            .map(|player| ListedSeat {
                kind: if player.is_engine() { "engine" } else { "person" },
                player: player.name().to_string(),
            })
            .collect(),
        moves: row.get(4)?,
        result,
        created: jiff::Timestamp::from_millisecond(created).unwrap_or(jiff::Timestamp::UNIX_EPOCH).to_string(),
    }))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::fixture;
    use crate::store::Store;

    /// Filters with each set of conditions.
    fn filters() -> impl Iterator<Item = Filter> {
        (0..8).map(|set| Filter {
            variant: (set & 1 > 0).then(|| "chess".to_string()),
            over: (set & 2 > 0).then_some(false),
            before: (set & 4 > 0).then_some(100),
            ..Filter::default()
        })
    }

    /// Steps of the database's plan for the query of a filter.
    fn plan(data: &Connection, filter: &Filter) -> Vec<String> {
        let (text, values) = query(filter);
        let mut plan = data.prepare(&format!("EXPLAIN QUERY PLAN {text}")).expect("a query");
        let steps = plan.query_map(&values[..], |row| row.get::<_, String>("detail")).expect("a plan");
        steps.map(|step| step.expect("a text")).collect()
    }

    #[test]
    fn each_list_has_an_index_in_its_order() {
        let folder = tempfile::tempdir().expect("a folder");
        let path = folder.path().join("games.db");
        Store::open(&path).expect("a database");
        let data = Connection::open(path).expect("a database");
        for filter in filters() {
            let (text, values) = query(&filter);
            let steps = plan(&data, &filter);
            let [step] = &steps[..] else { panic!("{text}: {steps:?}") };
            assert!(step.starts_with("SEARCH games USING INDEX"), "{text}: {step}");
            for (name, condition) in [(":variant", "variant=?"), (":over", "over=?"), (":before", "number<?")] {
                assert_eq!(values.iter().any(|value| value.0 == name), step.contains(condition), "{text}: {step}");
            }
        }
    }

    #[test]
    fn some_games_among_all_are_looked_up_by_their_identifiers() {
        let folder = tempfile::tempdir().expect("a folder");
        let path = folder.path().join("games.db");
        Store::open(&path).expect("a database");
        let data = Connection::open(path).expect("a database");
        for filter in filters() {
            let steps = plan(&data, &Filter { among: Some(Ids(Vec::new())), ..filter });
            let searched: Vec<&String> = steps.iter().filter(|step| step.contains(" games ")).collect();
            assert!(matches!(&searched[..], [step] if step.contains("(id=?)")), "{steps:?}");
        }
    }

    #[tokio::test]
    async fn a_search_for_a_player_ends_and_is_continued() {
        let folder = tempfile::tempdir().expect("a folder");
        let path = folder.path().join("games.db");
        let store = Store::open(&path).expect("a database");
        let game = fixture::game("chess", None);
        store.insert(&game).await.expect("room on the disk");
        let copies = "WITH RECURSIVE counter (n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM counter WHERE n < ?1)
             INSERT INTO games SELECT n + 1, 'copy' || n, variant, fen, public, created, seed, seq, moves, over, wakes,
             'nobody', result, state FROM games, counter WHERE number = 1";
        let data = Connection::open(&path).expect("a database");
        data.execute(copies, [MAX_SEARCHED as i64]).expect("copies");
        let player = Some(game.state.players[0].name().to_uppercase());
        let filter = Filter { player, limit: 5, ..Filter::default() };
        let first = store.list(filter.clone()).await.expect("a list");
        assert_eq!((first.games.len(), first.next), (0, Some(2)));
        let second = store.list(Filter { before: first.next, ..filter.clone() }).await.expect("a list");
        assert_eq!((second.games.len(), second.next), (1, None));
        assert_eq!(second.games[0].id, game.id);
        let all = store.list(Filter { player: None, ..filter }).await.expect("a list");
        assert_eq!((all.games.len(), all.next), (5, Some(MAX_SEARCHED as i64 - 3)));
        let oldest = store.list(Filter { before: Some(6), limit: 5, ..Filter::default() }).await.expect("a list");
        assert_eq!((oldest.games.len(), oldest.next), (5, None), "the page ends with the last game");
    }

    #[tokio::test]
    async fn a_list_may_be_of_some_games_only() {
        let folder = tempfile::tempdir().expect("a folder");
        let store = Store::open(&folder.path().join("games.db")).expect("a database");
        let games = [(); 3].map(|()| fixture::game("chess", None));
        for game in &games {
            store.insert(game).await.expect("room on the disk");
        }
        let among = vec![games[0].id.clone(), games[2].id.clone(), "unknown".to_string()];
        let filter = Filter { over: Some(false), among: Some(Ids(among)), limit: 5, ..Filter::default() };
        let page = store.list(filter).await.expect("a list");
        let listed: Vec<&str> = page.games.iter().map(|game| game.id.as_str()).collect();
        assert_eq!(listed, [&games[2].id, &games[0].id]);
        let none = Filter { among: Some(Ids(Vec::new())), limit: 5, ..Filter::default() };
        assert!(store.list(none).await.expect("a list").games.is_empty());
    }
}
