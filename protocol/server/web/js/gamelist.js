/** Lists of games: an entry for each, and the games that this browser has a seat in. */

import { get } from "/js/api.js";
import { complain } from "/js/announce.js";
import { confirm } from "/js/choice.js";
import { button, h, replaceChildren } from "/js/dom.js";
import { isOwnTurn } from "/js/game/actions.js";
import { swatch } from "/js/game/players.js";
import { resultText } from "/js/game/status.js";
import { amendGame, forgetGame, missGame, noteGame, ownGame, ownGames, secret, setSecret } from "/js/store.js";

/** Number of own games that are asked for at once. */
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
            h("bdi", {}, seat.player || (seat.kind === "engine" ? "Motley" : "Somebody")),
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

/** Takes the own seat in a rematch that others have begun. Null if it was taken, or given up, before. */
function followRematch({ id, next, seats: players }, seats) {
    if (!next || ownGame(id)?.isFollowed || !secret(id)) {
        return null;
    }
    amendGame(id, { isFollowed: true });
    if (secret(next.id)) {
        return null;
    }
    // The secret stays the same, and everybody moves on by one seat.
    setSecret(next.id, secret(id));
    const game = { id: next.id, seats: seats.map((seat) => (seat + 1) % players.length), isOver: false };
    noteGame(game);
    return game;
}

/**
 * States of an own game, and of a rematch that has begun meanwhile, as their player gets them. None if the server does
 * not have the game; fails in words if it does not answer. `isNews` is true for one whose end its player has not seen.
 */
async function statesOf({ id, seats, isOver }) {
    let state;
    try {
        state = await get(`/api/games/${id}`);
    } catch (error) {
        if (error.code !== "not-found") {
            throw error;
        }
        missGame(id);
        return [];
    }
    const waits = !state.next && state.offers.rematch.some((seat) => seats.includes(seat));
    amendGame(id, { missing: undefined, waits });
    const you = seats.includes(state.turn) ? state.turn : (seats[0] ?? null);
    if (seats.length === 1) {
        state.seats[you].player = "You";
    }
    const next = followRematch(state, seats);
    const isNews = Boolean(state.result) && !isOver;
    return [{ ...state, you, yours: seats, isNews }, ...(next ? await statesOf(next) : [])];
}

function wordsOf(state, known) {
    if (state.isNews) {
        return `${resultText(state.result, state.yours.length === 1 ? state.you : null)} – look`;
    }
    if (state.result) {
        return `${state.result.score}, ${state.result.reason}`;
    }
    const names = known.find((one) => one.name === state.variant)?.seats;
    const turn = isOwnTurn(state) ? "your turn" : `${names?.[state.turn].name ?? "somebody"} is to move`;
    return `${turn}, ${moveCount(state.moves.length)}`;
}

/** Entry of an own game, with a button that takes it off the list. */
function ownEntry(state, known, again) {
    const forget = async () => {
        const question = "Forget this game? Without its link nobody can play on for you.";
        if (await confirm(question, "Forget it")) {
            forgetGame(state.id);
            again();
        }
    };
    const close = button("×", () => forget().catch(complain), { class: "close", "aria-label": "Forget this game" });
    return h("div", { class: "own-entry" }, entry(state, known, wordsOf(state, known)), close);
}

/** Keeps the place of a list that is being asked for, so that nothing below it moves. */
function reserve(host, count) {
    const place = () => h("div", { class: "own-entry" }, h("div", { class: "entry pending" }));
    host.hidden = count === 0;
    host.replaceChildren(h("h2", {}, "Your games"), h("div", { class: "list" }, Array.from({ length: count }, place)));
}

/** Number of times that the own games were asked for. */
let asked = 0;

/**
 * Shows the games that this browser has a seat in, nothing if there are none: first those whose end is news, then
 * those where it is to move, then the others that go on.
 * @param isShort leaves out those that are over and no news
 */
export async function showOwnGames(host, known, isShort, most = MOST) {
    asked += 1;
    const number = asked;
    const all = ownGames().filter(({ isOver, waits }) => !isShort || !isOver || waits);
    // Those that the server did not have are asked for again, but not in place of others.
    const wanted = [...all.filter(({ missing }) => !missing), ...all.filter(({ missing }) => missing)].slice(0, most);
    if (host.childElementCount === 0) {
        reserve(host, wanted.filter(({ missing }) => !missing).length);
    }
    const answers = await Promise.allSettled(wanted.map(statesOf));
    if (number !== asked) {
        return;
    }
    const states = answers.flatMap(({ value }) => value ?? []);
    const news = states.filter(({ isNews }) => isNews);
    const going = states.filter(({ result }) => !result).sort((one, other) => isOwnTurn(other) - isOwnTurn(one));
    const over = isShort ? [] : states.filter(({ result, isNews }) => result && !isNews);
    const show = (count) => showOwnGames(host, known, isShort, count).catch(complain);
    const entries = [...news, ...going, ...over].map((state) => ownEntry(state, known, () => show(most)));
    const isMore = all.length > most;
    host.hidden = entries.length === 0 && !isMore;
    replaceChildren(
        host,
        h("h2", {}, "Your games"),
        h("div", { class: "list" }, entries),
        ...(isMore ? [button("More of your games", () => show(most + MOST))] : []),
    );
    const failed = answers.find(({ reason }) => reason);
    if (failed) {
        // Games that are left out would seem to be gone.
        throw failed.reason;
    }
}
