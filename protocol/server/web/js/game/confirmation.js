/** Confirmation of moves: the setting, and the buttons for a move that waits on the board. */

import { button, field, h, select } from "/js/dom.js";
import { isAlone } from "/js/game/actions.js";
import { setSetting, setting } from "/js/store.js";

/** When moves by clicks are confirmed. */
const WAYS = [
    ["never", "Never"],
    ["untimed", "Without a clock, against others"],
    ["always", "Always"],
];

/** The setting. A finger slips more easily than a mouse, and a friend has to agree to take that back. */
function way() {
    return setting("confirm", matchMedia("(pointer: coarse)").matches ? "untimed" : "never");
}

/** True if moves on the board of a game are confirmed. */
export function confirmsMoves(state) {
    const isSlow = !state.clock && !isAlone(state);
    return way() === "always" || (way() === "untimed" && isSlow);
}

/** Control of the setting. */
export function confirmChoice() {
    const keep = (event) => setSetting("confirm", event.target.value);
    return field("Confirm moves on the board", select(WAYS, way(), { id: "confirm", onchange: keep }));
}

export class Confirmation {
    /**
     * @param place element behind which the buttons stand
     * @param mover whose moves wait
     */
    constructor(place, mover) {
        this.mover = mover;
        this.move = null;
        this.host = h("div", { id: "held", class: "buttons", role: "group", "aria-label": "The move", hidden: true });
        this.host.addEventListener("keydown", (event) => event.key === "Escape" && mover.cancel());
        place.after(this.host);
    }

    /** Asks to confirm a move, or nothing (null). */
    show(move) {
        if (move === this.move) {
            return;
        }
        const hadFocus = this.host.contains(document.activeElement);
        this.move = move;
        this.host.hidden = !move;
        this.host.replaceChildren();
        if (move) {
            const words = `Play ${move.notation ?? move.text}`;
            const play = button(words, () => this.mover.confirm(), { class: "main" });
            const cancel = button("Cancel", () => this.mover.cancel());
            this.host.append(play, cancel);
            play.focus({ preventScroll: true });
        } else if (hadFocus) {
            this.mover.board.focus();
        }
    }
}
