/** Lists of games: an entry for each, and the games that this browser has a seat in. */

import { get } from "/js/api.js";
import { h } from "/js/dom.js";
import { isOwnTurn } from "/js/game/actions.js";
import { swatch } from "/js/game/players.js";
import { forgetGame, ownGames } from "/js/store.js";

/** Greatest number of own games that are asked for at once. */
const MOST = 20;

/**
 * Entry of a list: the game's name, its players, and words on how it stands.
 * @param game `{id, variant, seats}` as the server describes it
 * @param known all games that can be played
 */
export function entry(game, known, words) {
    const variant = known.find((one) => one.name === game.variant);
    const players = game.seats.map((seat, index) =>
        h(
            "span",
            { class: "name" },
            swatch(variant?.seats[index].colour ?? "white"),
            seat.player || (seat.kind === "engine" ? "Motley" : "Somebody"),
            // A person's name may look like the engine's.
            seat.kind === "engine" && h("small", { class: "faint" }, "engine"),
        ),
    );
    return h(
        "a",
        { class: "entry", href: `/game/${game.id}` },
        h("strong", {}, variant?.title ?? game.variant),
        h("span", { class: "players" }, players),
        h("span", { class: "faint" }, words),
    );
}

/** Number of moves in words. */
export function moveCount(number) {
    return number === 1 ? "1 move" : `${number} moves`;
}

/** State of an own game as its player gets it; null if there is none. A game that the server has not is forgotten. */
async function stateOf({ id, seats }) {
    try {
        const state = await get(`/api/games/${id}`);
        const you = seats.includes(state.turn) ? state.turn : (seats[0] ?? null);
        if (seats.length === 1) {
            state.seats[you].player = "You";
        }
        return { ...state, you, yours: seats };
    } catch (error) {
        if (error.code === "not-found") {
            forgetGame(id);
        }
        return null;
    }
}

function wordsOf(state, known) {
    if (state.result) {
        return `${state.result.score}, ${state.result.reason}`;
    }
    const names = known.find((one) => one.name === state.variant)?.seats;
    const turn = isOwnTurn(state) ? "your turn" : `${names?.[state.turn].name ?? "somebody"} is to move`;
    return `${turn}, ${moveCount(state.moves.length)}`;
}

/**
 * Shows the games that this browser has a seat in, nothing if there are none: first those where it is to move, then
 * the others that go on.
 * @param isShort shows those that go on only
 */
export async function showOwnGames(host, known, isShort) {
    const asked = ownGames()
        .filter(({ isOver }) => !(isShort && isOver))
        .slice(0, MOST);
    const states = (await Promise.all(asked.map(stateOf))).filter(Boolean);
    const going = states.filter((state) => !state.result).sort((one, other) => isOwnTurn(other) - isOwnTurn(one));
    const over = isShort ? [] : states.filter((state) => state.result);
    const entries = [...going, ...over].map((state) => entry(state, known, wordsOf(state, known)));
    host.hidden = entries.length === 0;
    host.replaceChildren(h("h2", {}, "Your games"), h("div", { class: "list" }, entries));
}
