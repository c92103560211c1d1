/** File with the seats of this browser, to take them along to another browser. */

import { complain, notice } from "/js/announce.js";
import { button, h } from "/js/dom.js";
import { save } from "/js/page.js";
import { isSecret, noteGame, ownGames, secret, setSecret, setSetting, setting } from "/js/store.js";

/** Mark of such a file. */
const KIND = "motley-seats";
/** Id of a game. */
const ID = /^[\w-]{1,64}$/;

function write() {
    const games = ownGames().filter(({ id }) => secret(id));
    const seats = games.map(({ id, seats: own, isOver }) => ({ id, seats: own, isOver, secret: secret(id) }));
    return JSON.stringify({ kind: KIND, name: setting("name", ""), games: seats }, null, 4);
}

/** Games of a file, each `{id, seats, isOver, secret}`, and the own name. Fails in words if it is another file. */
function parse(text) {
    let file;
    try {
        file = JSON.parse(text);
    } catch {
        throw new Error("This is no file of seats: it is not JSON.");
    }
    if (file?.kind !== KIND || !Array.isArray(file.games)) {
        throw new Error(`This is no file of seats: its kind is not "${KIND}".`);
    }
    const isSeat = (game) => typeof game?.id === "string" && ID.test(game.id) && isSecret(game.secret);
    const wrong = file.games.findIndex((game) => !isSeat(game));
    if (wrong >= 0) {
        throw new Error(`This file of seats is damaged: entry ${wrong + 1} has no seat.`);
    }
    const games = file.games.map(({ id, seats, isOver, secret: own }) => ({
        game: { id, seats: Array.isArray(seats) ? seats.filter(Number.isInteger) : [], isOver: isOver === true },
        own,
    }));
    return { games, name: typeof file.name === "string" ? file.name : "" };
}

/** Imports the seats of a file that this browser does not have. Their number. */
function importSeats(text) {
    const { games, name } = parse(text);
    const fresh = games.filter(({ game }) => !secret(game.id));
    // The last visited comes first in the file, and last here.
    for (const { game, own } of fresh.reverse()) {
        setSecret(game.id, own);
        noteGame(game);
    }
    if (name && !setting("name", "")) {
        setSetting("name", name);
    }
    return fresh.length;
}

function importedText(count) {
    if (count === 0) {
        return "This browser has all games of the file already.";
    }
    return count === 1 ? "1 game was imported." : `${count} games were imported.`;
}

/**
 * Controls that write the file and read it.
 * @param onChange is called after seats were imported
 */
export function seatFile(onChange) {
    const box = h("input", { type: "file", accept: ".json,application/json", id: "seat-file", hidden: true });
    const read = async (file) => {
        notice(importedText(importSeats(await file.text())));
        onChange();
    };
    box.addEventListener("change", () => {
        const [file] = box.files;
        if (file) {
            read(file).catch(complain);
        }
        // The same file may be chosen again.
        box.value = "";
    });
    const exportSeats = () => save(write(), "motley-seats.json", "application/json");
    return [
        h(
            "div",
            { class: "buttons" },
            button("Export your games", exportSeats, { id: "export-games" }),
            button("Import games", () => box.click(), { id: "import-games" }),
            box,
        ),
        h("small", {}, "A file of your games for another browser. Whoever has it can play for you."),
    ];
}
