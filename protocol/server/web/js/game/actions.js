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
    const isOpen = ([type, seats]) => seats.length > 0 && !(type === "rematch" && state.next);
    const made = Object.entries(state.offers ?? {}).filter(isOpen);
    return made.map(([type, seats]) => {
        const isOwn = seats.some((seat) => isOwnSeat(state, seat));
        const names = seats.map((seat) => nameApart(state, variant, seat)).join(" and ");
        const question = QUESTIONS[type][seats.length > 1 ? 1 : 0];
        return { type, isOwn, text: isOwn ? WAITING[type] : `${names} ${question}.` };
    });
}

/** Element of an offer, with buttons for the answer to it, or to take the own one back. */
function offer({ type, isOwn, text }, send) {
    const answer = (accept) => () => send({ type, accept });
    const buttons = isOwn
        ? [button("Withdraw", answer(false))]
        : [button("Accept", answer(true), { class: "main" }), button("Decline", answer(false))];
    return h("p", { class: "offer", "data-offer": isOwn ? null : type }, h("span", {}, text), buttons);
}

/** Words for own offers that have been declined. */
const DECLINED = {
    draw: "Your offer of a draw is declined.",
    takeback: "Nothing is taken back: it is declined.",
    rematch: "Your rematch is declined.",
};

/** True if somebody looks at a game that goes on, and plays in it. */
export function isPlaying({ you, status, seats, board }) {
    return you !== null && status === "playing" && !seats[you].retired && !board.out.includes(you);
}

/** True if somebody looks at a game and is to move in it. The engine moves for whoever plays no more. */
export function isOwnTurn(state) {
    return isPlaying(state) && state.turn === state.you;
}

/** True if nobody plays at another screen: all others are engines. */
export function isAlone(state) {
    return state.seats.every((seat, index) => isOwnSeat(state, index) || seat.kind === "engine");
}

/** True if all players are persons at this screen: a draw is theirs to agree to. */
function isAmongOwn(state) {
    return isShared(state) && state.seats.every((_, index) => isOwnSeat(state, index));
}

/** True if an offer could still be answered. */
function isOpenTo(type, state) {
    return type === "rematch" ? state.status === "over" && !state.next : isPlaying(state);
}

/**
 * Own offers that were declined between two states, in words. An engine answers at once: its answer comes with the
 * state after the offer.
 * @param sent the offer or answer to one that was sent last, `{type, accept}`; null without one
 */
export function declined(before, state, sent) {
    // A change of the position without more moves: something was taken back, and all offers are gone.
    const isTakenBack = state.fen !== before.fen && state.moves_total <= before.moves_total;
    if (isTakenBack || state.you === null) {
        return [];
    }
    const isSent = (type, accept) => sent?.type === type && sent.accept === accept;
    const wasOffered = (type) => isSent(type, true) || before.offers[type].includes(state.you);
    const isGone = (type) => wasOffered(type) && !state.offers[type].includes(state.you) && !isSent(type, false);
    const words = (type) => (isAlone(state) && type === "draw" ? "Motley declines the draw." : DECLINED[type]);
    return Object.keys(DECLINED)
        .filter((type) => isOpenTo(type, state) && isGone(type))
        .map(words);
}

/** True if an engine would decline a draw whatever the position: in games for more than two it does not negotiate. */
function isDrawHopeless({ seats, board }) {
    const isEngine = (seat, index) => (seat.kind === "engine" || seat.retired) && !board.out.includes(index);
    return seats.length > 2 && seats.some(isEngine);
}

function duringPlay({ state, variant, send, hint, signal }) {
    const { seq, you } = state;
    const resign = async () => {
        const who = isShared(state) ? `Does ${variant.seats[you].name}` : "Do you";
        if (await confirm(`${who} want to resign?`, "Resign", signal)) {
            // The game may have gone on to another seat of this screen.
            send({ type: "resign", seq, seat: you });
        }
    };
    const draw = async () => {
        if (!isAmongOwn(state) || (await confirm("Do all players agree to a draw?", "Draw", signal))) {
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

function afterwards({ state, send }) {
    const isOffered = state.offers.rematch.includes(state.you);
    const ask = () => send({ type: "rematch", accept: true });
    return state.next ? [] : [button("Rematch", ask, { id: "rematch", class: "main", disabled: isOffered })];
}

/**
 * Fills the place of the buttons.
 * @param game its `state` and `variant`; `send` sends a message about the shown state, `hint` asks for a move, in a
 *     game against engines alone; `signal` closes questions about another position
 */
export function showActions(host, game) {
    const { state } = game;
    const buttons = state.status === "over" ? afterwards : isPlaying(state) ? duringPlay : () => [];
    replaceChildren(host, h("div", { class: "buttons" }, state.you === null ? [] : buttons(game)));
}

/** Fills the place of the offers that wait for an answer. */
export function showOffers(host, { state, variant, send }) {
    const offers = state.you === null ? [] : openOffers(state, variant);
    replaceChildren(host, ...offers.map((one) => offer(one, send)));
}
