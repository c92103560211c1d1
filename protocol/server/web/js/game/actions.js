/** Buttons of a game: draws, take-backs, resigning, hints, a rematch. Offers of the others are answered here. */

import { button, h, replaceChildren } from "/js/dom.js";
import { confirm } from "/js/choice.js";
import { nameApart } from "/js/game/players.js";
import { isOwnSeat, isShared } from "/js/game/seats.js";

/** Offers of others, in the words for one player and for several. */
const QUESTIONS = {
    draw: ["offers a draw", "offer a draw"],
    takeback: ["asks to take back", "ask to take back"],
    rematch: ["asks for a rematch", "ask for a rematch"],
};
const WAITING = {
    draw: "You have offered a draw.",
    takeback: "You have asked to take back.",
    rematch: "You have asked for a rematch.",
};

/** Offers that wait for an answer: a list of `{type, isOwn, text}`. */
export function openOffers(state, variant) {
    const made = Object.entries(state.offers ?? {}).filter(([, seats]) => seats.length > 0);
    return made.map(([type, seats]) => {
        const isOwn = seats.some((seat) => isOwnSeat(state, seat));
        const names = seats.map((seat) => nameApart(state, variant, seat)).join(" and ");
        const question = QUESTIONS[type][seats.length > 1 ? 1 : 0];
        return { type, isOwn, text: isOwn ? WAITING[type] : `${names} ${question}.` };
    });
}

/** Element of an offer, with buttons for the answer to it. */
function offer({ type, isOwn, text }, send) {
    if (isOwn) {
        return h("p", { class: "offer" }, text);
    }
    const answer = (accept) => () => send({ type, accept });
    return h(
        "p",
        { class: "offer", "data-offer": type },
        h("span", {}, text),
        button("Accept", answer(true), { class: "main" }),
        button("Decline", answer(false)),
    );
}

/** Words for own offers that have been declined. */
const DECLINED = { draw: "Your offer of a draw is declined.", takeback: "Nothing is taken back: it is declined." };

/** True if somebody looks at a game that goes on, and plays in it. */
export function isPlaying({ you, status, seats, board }) {
    return you !== null && status === "playing" && !seats[you].retired && !board.out.includes(you);
}

/** True if somebody looks at a game and is to move in it. The engine moves for whoever plays no more. */
export function isOwnTurn(state) {
    return isPlaying(state) && state.turn === state.you;
}

/** True if nobody plays at another screen: all others are engines. */
function isAlone(state) {
    return state.seats.every((seat, index) => isOwnSeat(state, index) || seat.kind === "engine");
}

/** True if all players are persons at this screen: a draw is theirs to agree to. */
function isAmongOwn(state) {
    return isShared(state) && state.seats.every((_, index) => isOwnSeat(state, index));
}

/**
 * Own offers that were declined between two states, in words. An engine answers at once: its answer comes with the
 * state after the offer that was `sent`.
 */
export function declined(before, state, sent) {
    if (!isPlaying(state)) {
        return [];
    }
    // A change of the position without more moves: something was taken back, and all offers are gone.
    const isTakenBack = state.fen !== before.fen && state.moves_total <= before.moves_total;
    const wasOffered = (type) => sent === type || before.offers[type].includes(state.you);
    const gone = Object.keys(DECLINED).filter((type) => wasOffered(type) && !state.offers[type].includes(state.you));
    const words = (type) => (isAlone(state) && type === "draw" ? "Motley declines the draw." : DECLINED[type]);
    return isTakenBack ? [] : gone.map(words);
}

/** True if an engine would decline a draw whatever the position: in games for more than two it does not negotiate. */
function isDrawHopeless({ seats, board }) {
    const isEngine = (seat, index) => (seat.kind === "engine" || seat.retired) && !board.out.includes(index);
    return seats.length > 2 && seats.some(isEngine);
}

function duringPlay(state, variant, send, hint) {
    const resign = async () => {
        const who = isShared(state) ? `Does ${variant.seats[state.you].name}` : "Do you";
        if (await confirm(`${who} want to resign?`, "Resign")) {
            send({ type: "resign" });
        }
    };
    const draw = async () => {
        if (!isAmongOwn(state) || (await confirm("Do all players agree to a draw?", "Draw"))) {
            send({ type: "draw", accept: true });
        }
    };
    const takeBack = () => send({ type: "takeback", accept: true });
    return [
        button("Take back", takeBack, { id: "takeback", disabled: !state.can_take_back }),
        !isDrawHopeless(state) &&
            button(isAmongOwn(state) ? "Agree to a draw" : "Offer a draw", draw, { id: "offer-draw" }),
        isAlone(state) && button("Hint", hint, { id: "hint", disabled: !isOwnTurn(state) }),
        button("Resign", resign, { id: "resign" }),
    ].filter(Boolean);
}

/**
 * Fills the place of the buttons.
 * @param send sends a message about the shown state
 * @param hint asks for a move, in a game against engines alone
 */
export function showActions(host, { state, variant, send, hint }) {
    if (state.you === null) {
        host.replaceChildren();
        return;
    }
    let buttons = isPlaying(state) ? duringPlay(state, variant, send, hint) : [];
    if (state.status === "over") {
        buttons = [button("Rematch", () => send({ type: "rematch", accept: true }), { id: "rematch", class: "main" })];
    }
    const offers = openOffers(state, variant).map((one) => offer(one, send));
    replaceChildren(host, ...offers, h("div", { class: "buttons" }, buttons));
}
