/** Buttons of a game: draws, take-backs, resigning, a rematch. Offers of the others are answered here. */

import { button, h } from "/js/dom.js";
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

function duringPlay(state, send) {
    const resign = async () => {
        if (await confirm("Do you want to resign?", "Resign")) {
            send({ type: "resign" });
        }
    };
    const isFirst = state.moves_total === 0;
    return [
        button("Take back", () => send({ type: "takeback", accept: true }), { id: "takeback", disabled: isFirst }),
        button("Offer a draw", () => send({ type: "draw", accept: true }), { id: "offer-draw" }),
        button("Resign", resign, { id: "resign" }),
    ];
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
    const buttons =
        state.status === "playing"
            ? duringPlay(state, send)
            : [button("Rematch", () => send({ type: "rematch", accept: true }), { id: "rematch", class: "main" })];
    host.replaceChildren(...offers(state, variant, send), h("div", { class: "buttons" }, buttons));
}
