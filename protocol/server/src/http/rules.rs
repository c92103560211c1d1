//! Pages that teach the rules: the pages of the manual, as HTML, with their pictures.

use std::borrow::Cow;

use axum::Json;
use axum::extract::Path;
use axum::http::header;
use axum::response::{IntoResponse, Response};
use engine::variants::Variant;
use pulldown_cmark::{CowStr, Event, Options, Parser, Tag, html};
use rust_embed::Embed;
use serde_json::{Value, json};

use super::error::ApiError;

#[derive(Embed)]
#[folder = "../../docs/games/"]
#[include = "*.md"]
struct Pages;

#[derive(Embed)]
#[folder = "../../docs/img/"]
#[include = "*.svg"]
struct Pictures;

/// Page of a game as Markdown: the one of its name, or of the game whose name it extends (`kaleidodice`), or what the
/// page of the relatives of chess says of it.
fn page_of(variant: Variant) -> Option<String> {
    let is_of = |file: &Cow<str>| file.strip_suffix(".md").is_some_and(|page| variant.name().starts_with(page));
    match Pages::iter().filter(is_of).max_by_key(|file| file.len()) {
        Some(file) => text_of(&file),
        None => section_of(&text_of("related.md")?, variant.info().title),
    }
}

fn text_of(file: &str) -> Option<String> {
    Pages::get(file).map(|page| String::from_utf8_lossy(&page.data).into_owned())
}

/// Section of a game, with its title, between the introduction of the page and what is common to all its games.
fn section_of(page: &str, title: &str) -> Option<String> {
    let section = page.split("\n## ").find_map(|section| section.strip_prefix(title)?.strip_prefix("\n\n"))?;
    let (_, introduction) = page.split_once("\n\n")?;
    let (introduction, _) = introduction.split_once("\n\n")?;
    let common = page.split("\n\n").find(|paragraph| paragraph.starts_with("Common to all"))?;
    Some(format!("# {title}\n\n{introduction}\n\n{section}\n\n{common}\n"))
}

/// Address of a picture or page that the manual links to.
fn link(target: &str) -> String {
    match target.strip_prefix("../img/") {
        Some(picture) => format!("/img/{picture}"),
        None => match target.split_once(".md") {
            Some((page, place)) if !page.contains('/') => format!("/rules/{page}{place}"),
            _ if target.starts_with("https://") || target.starts_with('#') => target.to_string(),
            _ => "/".to_string(),
        },
    }
}

/// HTML of a page of the manual. The pages hold no HTML of their own.
fn to_html(markdown: &str) -> String {
    let events = Parser::new_ext(markdown, Options::ENABLE_TABLES).filter_map(|event| match event {
        Event::Start(Tag::Image { link_type, dest_url, title, id }) => {
            Some(Event::Start(Tag::Image { link_type, dest_url: CowStr::from(link(&dest_url)), title, id }))
        }
        Event::Start(Tag::Link { link_type, dest_url, title, id }) => {
            Some(Event::Start(Tag::Link { link_type, dest_url: CowStr::from(link(&dest_url)), title, id }))
        }
        Event::Html(_) | Event::InlineHtml(_) => None,
        event => Some(event),
    });
    let mut text = String::new();
    html::push_html(&mut text, events);
    // Alignment of a table's cells is a style that the browser is told not to take.
    for side in ["left", "right", "center"] {
        text = text.replace(&format!(" style=\"text-align: {side}\""), &format!(" class=\"{side}\""));
    }
    // What may be wider than the page scrolls by the keyboard too.
    text.replace("<pre>", "<pre tabindex=\"0\">")
        .replace("<table>", "<div class=\"scroll\" role=\"group\" aria-label=\"Table\" tabindex=\"0\"><table>")
        .replace("</table>", "</table></div>")
}

/// Rules of a game.
pub async fn page(Path(name): Path<String>) -> Result<Json<Value>, ApiError> {
    let variant: Variant = name.parse().map_err(|_| ApiError::not_found())?;
    let page = page_of(variant).ok_or_else(ApiError::not_found)?;
    Ok(Json(json!({ "variant": variant.name(), "title": variant.info().title, "html": to_html(&page) })))
}

/// Picture of the rules.
pub async fn picture(Path(file): Path<String>) -> Result<Response, ApiError> {
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
            assert!(text.starts_with("<h1>") && !text.contains("<script") && !text.contains("style="), "{variant}");
            for picture in text.split("src=\"").skip(1).filter_map(|rest| rest.split('"').next()) {
                let name = picture.strip_prefix("/img/").unwrap_or_else(|| panic!("{variant}: {picture}"));
                let exists = name.ends_with(".png") || Pictures::get(name).is_some();
                assert!(exists, "{variant}: {picture}");
            }
        }
    }

    #[test]
    fn a_relative_of_chess_has_its_section_of_their_page() {
        let page = page_of(Variant::Circe).expect("a page");
        assert!(page.starts_with("# Circe chess\n\nBoard, pieces and rules are those of [chess](chess.md)"), "{page}");
        assert!(page.contains("reborn") && page.contains("Common to all") && !page.contains("Madrasi"), "{page}");
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
        assert_eq!(link("../img/chex.svg"), "/img/chex.svg");
        assert_eq!(link("quex.md#moves"), "/rules/quex#moves");
        assert_eq!(link("https://www.chessvariants.com/"), "https://www.chessvariants.com/");
        assert_eq!([link("../manual.md"), link("javascript:alert(1)")], ["/", "/"]);
    }
}
