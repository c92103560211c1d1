/** Positions and games as text: FEN and PGN, in and out. */

import { post } from "/js/api.js";
import { complain } from "/js/announce.js";
import { choose } from "/js/choice.js";
import { button, field, h } from "/js/dom.js";
import { copy, save } from "/js/page.js";

/** Games of a text. Asks which one is meant if there are several. Null if none was chosen. */
async function gameOf(pgn) {
    const { games, more } = await post("/api/pgn", { pgn });
    if (games.length === 0) {
        throw new Error("There is no game in this text.");
    }
    if (games.length === 1) {
        return games[0];
    }
    const name = (game) => {
        const tag = (wanted) => game.tags.find(([key]) => key === wanted)?.[1] ?? "?";
        return `${tag("White")} – ${tag("Black")}, ${game.error ?? game.result}`;
    };
    return choose(
        "Which game?",
        games.map((game) => ({ value: game, text: name(game), isBarred: "error" in game })),
        { note: more ? `The text has more games: these are the first ${games.length}.` : "" },
    );
}

/** Panel for the text of the position. */
export function fenPanel(onLoad) {
    const box = h("input", { spellcheck: "false", autocomplete: "off", id: "fen" });
    const load = () => onLoad(box.value.trim()).catch(complain);
    box.addEventListener("keydown", (event) => event.key === "Enter" && load());
    const row = h(
        "div",
        { class: "buttons" },
        button("Set up", load, { id: "fen-load" }),
        button("Copy", (event) => copy(box.value, event.target)),
    );
    return {
        element: h("div", { class: "fen" }, field("Position (FEN)", box), row),
        show: (fen) => (box.value = fen),
    };
}

/**
 * Panel for games.
 * @param onLoad is called with a game `{variant, fen, moves}`
 * @param current gives the game that is to be written
 */
export function pgnPanel(onLoad, current) {
    const box = h("textarea", { rows: 6, spellcheck: "false", id: "pgn" });
    const load = async () => {
        const game = await gameOf(box.value);
        if (game) {
            await onLoad(game);
        }
    };
    const write = async () => {
        box.value = (await post("/api/pgn/write", current())).pgn;
    };
    const read = async (file) => {
        box.value = await file.text();
        await load();
    };
    const file = h("input", { type: "file", accept: ".pgn,text/plain" });
    file.addEventListener("change", () => file.files[0] && read(file.files[0]).catch(complain));
    box.addEventListener("drop", (event) => {
        const dropped = event.dataTransfer.files[0];
        if (dropped) {
            event.preventDefault();
            read(dropped).catch(complain);
        }
    });
    const keep = () => save(box.value, "game.pgn", "application/vnd.chess-pgn");
    const row = h(
        "div",
        { class: "buttons" },
        button("Load this text", () => load().catch(complain), { id: "pgn-load" }),
        button("Write this game", () => write().catch(complain), { id: "pgn-write" }),
        button("Copy", (event) => copy(box.value, event.target)),
        button("Save", keep),
    );
    return h("div", { class: "pgn" }, field("Game (PGN)", box), row, field("From a file", file));
}
