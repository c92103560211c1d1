/** End of a game: the result on the board, and a new game of the same kind. */

import { button, h } from "/js/dom.js";
import { isAlone } from "/js/game/actions.js";
import { isOwnSeat, seatOfYou } from "/js/game/seats.js";
import { resultText } from "/js/game/status.js";
import { newGame } from "/js/newgame.js";

/** Lays the result of a game that has just ended over its board, until it is closed. */
export function showResult(host, state) {
    const close = button("×", () => host.replaceChildren(), { class: "close", "aria-label": "Close the result" });
    host.replaceChildren(h("p", {}, resultText(state.result, seatOfYou(state))), close);
}

/** Seats, level of the engine and clock, as the dialog of a new game takes them. */
function settingOf(state) {
    const own = state.you === null ? -1 : Math.min(...state.yours);
    const who = ({ kind }, seat) => {
        if (kind === "engine") {
            return "engine";
        }
        return seat === own ? "me" : isOwnSeat(state, seat) ? "here" : "friend";
    };
    const skill = state.seats.find(({ kind }) => kind === "engine")?.skill;
    return { seats: state.seats.map(who), skill, clock: state.clock };
}

/** Offers a new game like one that is over: to its players, and to those who watched engines alone. */
export function showAgain(host, state, variant) {
    host.hidden = state.status !== "over" || (state.you === null && !isAlone(state));
    if (!host.hidden && host.childElementCount === 0) {
        const mode = state.you === null ? "watch" : isAlone(state) ? "engine" : "friend";
        const again = () => newGame(variant, mode, {}, settingOf(state));
        host.append(button("New game like this", again, { id: "new-game" }));
    }
}
