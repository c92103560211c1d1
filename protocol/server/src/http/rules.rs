//! Pages that teach the rules: the pages of the manual, as HTML, with their pictures.

use std::borrow::Cow;

use axum::Json;
use axum::http::header;
use axum::response::{IntoResponse, Response};
use engine::variants::Variant;
use pulldown_cmark::{CowStr, Event, Options, Parser, Tag, TagEnd, html};
use rust_embed::Embed;
use serde_json::{Value, json};

use super::error::{ApiError, PathText};

#[derive(Embed)]
#[folder = "../../docs/games/"]
#[include = "*.md"]
struct Pages;

#[derive(Embed)]
#[folder = "../../docs/img/"]
#[include = "*.svg"]
struct Pictures;

/// Sections of the pages on other ways to play: terminal, XBoard, UCI.
const OTHER_WAYS: [&str; 5] = ["Playing it", "Playing them", "At the terminal", "In XBoard", "In the browser"];

/// Page of a game as Markdown: the one of its name, or of the game whose name it extends (`kaleidodice`), or what the
/// page of the relatives of chess says of it.
fn page_of(variant: Variant) -> Option<String> {
    let is_of = |file: &Cow<str>| file.strip_suffix(".md").is_some_and(|page| variant.name().starts_with(page));
    match Pages::iter().filter(is_of).max_by_key(|file| file.len()) {
        Some(file) => text_of(&file),
        None => section_of(&text_of("related.md")?, variant.info().title),
    }
}

/// Text of a page, without the sections on other ways to play.
fn text_of(file: &str) -> Option<String> {
    let page = Pages::get(file)?;
    let text = String::from_utf8_lossy(&page.data);
    let is_wanted = |section: &&str| !OTHER_WAYS.contains(&section.lines().next().unwrap_or_default());
    Some(text.split("\n## ").filter(is_wanted).collect::<Vec<_>>().join("\n## "))
}

/// Section of a game, with its title, between the introduction of the page and what is common to all its games.
fn section_of(page: &str, title: &str) -> Option<String> {
    let section = page.split("\n## ").find_map(|section| section.strip_prefix(title)?.strip_prefix("\n\n"))?;
    let (_, introduction) = page.split_once("\n\n")?;
    let (introduction, _) = introduction.split_once("\n\n")?;
    let common = page.split("\n\n").find(|paragraph| paragraph.starts_with("Common to all"))?;
    Some(format!("# {title}\n\n{introduction}\n\n{section}\n\n{common}\n"))
}

/// Address of a picture or page that the manual links to; none if the server does not have it.
fn link(target: &str) -> Option<String> {
    if let Some(picture) = target.strip_prefix("../img/") {
        return Some(format!("/img/{picture}"));
    }
    if let Some((page, place)) = target.split_once(".md")
        && Pages::get(&format!("{page}.md")).is_some()
    {
        return Some(format!("/rules/{page}{place}"));
    }
    if target.starts_with("https://") || target.starts_with('#') { Some(target.to_string()) } else { None }
}

/// Name of a heading in links to it: its words in lower case, joined by hyphens.
fn anchor(heading: &str) -> String {
    let kept = heading.chars().filter(|c| c.is_alphanumeric() || matches!(c, ' ' | '-'));
    kept.collect::<String>().to_lowercase().replace(' ', "-")
}

/// Gives each heading the name that links to it have.
fn name_headings(events: &mut [Event]) {
    let mut rest = events;
    while let Some(start) = rest.iter().position(|event| matches!(event, Event::Start(Tag::Heading { .. }))) {
        let (before, after) = rest.split_at_mut(start + 1);
        let inside = after.iter().take_while(|event| !matches!(event, Event::End(TagEnd::Heading(_))));
        let text: String =
            inside.filter_map(|event| if let Event::Text(text) = event { Some(&**text) } else { None }).collect();
        if let Some(Event::Start(Tag::Heading { id, .. })) = before.last_mut() {
            *id = Some(CowStr::from(anchor(&text)));
        }
        rest = after;
    }
}

/// HTML of a page of the manual. The pages hold no HTML of their own. Links to what the server does not have are left
/// out, but for their texts.
fn to_html(markdown: &str) -> String {
    let mut is_linked = false;
    let events = Parser::new_ext(markdown, Options::ENABLE_TABLES).filter_map(|event| match event {
        Event::Start(Tag::Image { link_type, dest_url, title, id }) => {
            let dest_url = CowStr::from(link(&dest_url)?);
            Some(Event::Start(Tag::Image { link_type, dest_url, title, id }))
        }
        Event::Start(Tag::Link { link_type, dest_url, title, id }) => {
            let target = link(&dest_url);
            is_linked = target.is_some();
            Some(Event::Start(Tag::Link { link_type, dest_url: CowStr::from(target?), title, id }))
        }
        Event::End(TagEnd::Link) if !is_linked => None,
        Event::Html(_) | Event::InlineHtml(_) => None,
        event => Some(event),
    });
    let mut events: Vec<Event> = events.collect();
    name_headings(&mut events);
    let mut text = String::new();
    html::push_html(&mut text, events.into_iter());
    // Alignment of a table's cells is a style that the browser is told not to take.
    for side in ["left", "right", "center"] {
        text = text.replace(&format!(" style=\"text-align: {side}\""), &format!(" class=\"{side}\""));
    }
    // What may be wider than the page scrolls by the keyboard too.
    text.replace("<pre>", "<pre tabindex=\"0\">")
        .replace("<table>", "<div class=\"scroll\" role=\"group\" aria-label=\"Table\" tabindex=\"0\"><table>")
        .replace("</table>", "</table></div>")
}

/// Rules of a game, or a page of several games by its own name.
pub async fn page(PathText(name): PathText) -> Result<Json<Value>, ApiError> {
    let variant: Option<Variant> = name.parse().ok();
    let page = variant.map_or_else(|| text_of(&format!("{name}.md")), page_of).ok_or_else(ApiError::not_found)?;
    let heading = page.lines().next().unwrap_or_default().trim_start_matches("# ");
    let title = variant.map_or(heading, |variant| variant.info().title);
    Ok(Json(json!({ "variant": variant.map(Variant::name), "title": title, "html": to_html(&page) })))
}

/// Picture of the rules.
pub async fn picture(PathText(file): PathText) -> Result<Response, ApiError> {
    let picture = Pictures::get(&file).ok_or_else(ApiError::not_found)?;
    let headers = [(header::CONTENT_TYPE, "image/svg+xml"), (header::CACHE_CONTROL, "max-age=3600")];
    Ok((headers, picture.data).into_response())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_game_has_a_page_without_scripts_and_with_all_its_pictures() {
        for variant in Variant::ALL {
            let page = page_of(variant).unwrap_or_else(|| panic!("{variant} has no page"));
            let text = to_html(&page);
            assert!(text.starts_with("<h1 id=") && !text.contains("<script") && !text.contains("style="), "{variant}");
            for picture in text.split("src=\"").skip(1).filter_map(|rest| rest.split('"').next()) {
                let name = picture.strip_prefix("/img/").unwrap_or_else(|| panic!("{variant}: {picture}"));
                assert!(Pictures::get(name).is_some(), "{variant}: {picture}");
            }
        }
    }

    /// All pages as the browser has them, by name.
    fn pages() -> impl Iterator<Item = (String, String)> {
        let of_games = Variant::ALL.into_iter().filter_map(|variant| Some((variant.to_string(), page_of(variant)?)));
        let of_files = Pages::iter().filter_map(|file| Some((file.to_string(), text_of(&file)?)));
        of_games.chain(of_files)
    }

    #[test]
    fn pages_speak_of_nothing_but_the_browser() {
        for (name, page) in pages() {
            for word in ["cargo", "XBoard", "UCI", "motley ", "terminal", "perft", "FOLDER"] {
                assert!(!page.contains(word), "{name}: {word}");
            }
        }
    }

    #[test]
    fn no_aside_is_left_of_a_link_that_leads_nowhere() {
        for (name, page) in pages() {
            let aside = page.split("([").skip(1).find(|rest| {
                let target = rest.split_once("](").and_then(|(_, rest)| rest.split(')').next());
                target.is_none_or(|target| link(target).is_none())
            });
            assert_eq!(aside, None, "{name}");
            assert!(!to_html(&page).contains("href=\"/\""), "{name}");
        }
    }

    #[test]
    fn headings_have_the_names_that_links_have() {
        let text = to_html(&text_of("related.md").expect("a page"));
        let targets: Vec<&str> = text.split("href=\"#").skip(1).filter_map(|rest| rest.split('"').next()).collect();
        assert_eq!(targets.len(), 10);
        for target in targets {
            assert!(text.contains(&format!("<h2 id=\"{target}\">")), "{target}");
        }
    }

    #[test]
    fn a_relative_of_chess_has_its_section_of_their_page() {
        let page = page_of(Variant::Circe).expect("a page");
        assert!(page.starts_with("# Circe chess\n\nBoard, pieces and rules are those of [chess](chess.md)"), "{page}");
        assert!(page.contains("reborn") && page.contains("Common to all") && !page.contains("Madrasi"), "{page}");
    }

    #[tokio::test]
    async fn the_relatives_of_chess_have_a_page_together() {
        let named = async |name: &str| page(PathText(name.to_string())).await.ok();
        let Json(related) = named("related").await.expect("a page");
        assert_eq!((&related["title"], &related["variant"]), (&json!("Relatives of chess"), &Value::Null));
        let html = related["html"].as_str().expect("a text");
        assert!(html.contains("Circe chess") && html.contains("Madrasi chess"), "{html}");
        let Json(circe) = named("circe").await.expect("a page");
        assert_eq!((&circe["title"], &circe["variant"]), (&json!("Circe chess"), &json!("circe")));
        assert!(named("nothing").await.is_none());
    }

    #[test]
    fn wide_parts_are_scrolled_by_the_keyboard() {
        for wide in ["|a|b|\n|-|-|\n|1|2|\n", "```\nfen\n```\n"] {
            let text = to_html(wide);
            assert_eq!(text.matches("tabindex=\"0\"").count(), 1, "{text}");
        }
    }

    #[test]
    fn links_stay_on_the_server() {
        for (target, address) in [
            ("../img/chex.svg", "/img/chex.svg"),
            ("quex.md#moves", "/rules/quex#moves"),
            ("https://www.chessvariants.com/", "https://www.chessvariants.com/"),
        ] {
            assert_eq!(link(target).as_deref(), Some(address));
        }
        assert_eq!([link("../manual.md"), link("nothing.md"), link("javascript:alert(1)")], [None, None, None]);
        assert_eq!(
            to_html("[how](../manual.md) and [Quex](quex.md)"),
            "<p>how and <a href=\"/rules/quex\">Quex</a></p>\n"
        );
    }
}
