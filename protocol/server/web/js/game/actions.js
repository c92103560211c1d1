/** Buttons of a game: draws, take-backs, resigning, a rematch. Offers of the others are answered here. */

import { button, h, replaceChildren } from "/js/dom.js";
import { confirm } from "/js/choice.js";
import { playerName } from "/js/game/players.js";

const QUESTIONS = { draw: "offers a draw", takeback: "asks to take back", rematch: "asks for a rematch" };
const WAITING = {
    draw: "You have offered a draw.",
    takeback: "You have asked to take back.",
    rematch: "You have asked for a rematch.",
};

/** Offers that wait for an answer, with buttons for it. */
function offers(state, variant, send) {
    return Object.entries(state.offers ?? {}).flatMap(([type, seats]) => {
        if (seats.length === 0) {
            return [];
        }
        if (seats.includes(state.you)) {
            return [h("p", { class: "offer" }, WAITING[type])];
        }
        const names = seats.map((seat) => playerName(state, variant, seat)).join(" and ");
        const answer = (accept) => () => send({ type, accept });
        return [
            h(
                "p",
                { class: "offer", "data-offer": type },
                h("span", {}, `${names} ${QUESTIONS[type]}.`),
                button("Accept", answer(true), { class: "main" }),
                button("Decline", answer(false)),
            ),
        ];
    });
}

/** Words for own offers that have been declined. */
const DECLINED = { draw: "Your offer of a draw is declined.", takeback: "Nothing is taken back: it is declined." };

/** True if somebody looks at a game that goes on, and plays in it. */
export function isPlaying({ you, status, seats, board }) {
    return you !== null && status === "playing" && !seats[you].retired && !board.out.includes(you);
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
    const isAlone = state.seats.every((seat, index) => index === state.you || seat.kind === "engine");
    const words = (type) => (isAlone && type === "draw" ? "Motley declines the draw." : DECLINED[type]);
    return isTakenBack ? [] : gone.map(words);
}

/** True if an engine would decline a draw whatever the position: in games for more than two it does not negotiate. */
function isDrawHopeless({ seats, board }) {
    const isEngine = (seat, index) => (seat.kind === "engine" || seat.retired) && !board.out.includes(index);
    return seats.length > 2 && seats.some(isEngine);
}

function duringPlay(state, send) {
    const resign = async () => {
        if (await confirm("Do you want to resign?", "Resign")) {
            send({ type: "resign" });
        }
    };
    const takeBack = () => send({ type: "takeback", accept: true });
    return [
        button("Take back", takeBack, { id: "takeback", disabled: !state.can_take_back }),
        !isDrawHopeless(state) &&
            button("Offer a draw", () => send({ type: "draw", accept: true }), { id: "offer-draw" }),
        button("Resign", resign, { id: "resign" }),
    ].filter(Boolean);
}

/**
 * Fills the place of the buttons.
 * @param send sends a message about the shown state
 */
export function showActions(host, { state, variant, send }) {
    if (state.you === null) {
        host.replaceChildren();
        return;
    }
    let buttons = isPlaying(state) ? duringPlay(state, send) : [];
    if (state.status === "over") {
        buttons = [button("Rematch", () => send({ type: "rematch", accept: true }), { id: "rematch", class: "main" })];
    }
    replaceChildren(host, ...offers(state, variant, send), h("div", { class: "buttons" }, buttons));
}
