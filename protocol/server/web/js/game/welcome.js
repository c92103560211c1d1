/** Words for those who come by a link: to play, or to watch. */

import { button, h } from "/js/dom.js";
import { NO_NAME } from "/js/game/players.js";
import { isOwnSeat, isShared } from "/js/game/seats.js";

/** Milliseconds of a second and of a minute. */
const [SECOND, MINUTE] = [1000, 60000];

function count(number, unit) {
    return `${number} ${unit}${number === 1 ? "" : "s"}`;
}

/** Time of the players in words. */
function clockText(clock) {
    if (!clock) {
        return "no clock";
    }
    const { initial_ms: initial, increment_ms: increment } = clock;
    const time = initial % MINUTE ? count(initial / SECOND, "second") : count(initial / MINUTE, "minute");
    return increment ? `${time} + ${count(increment / SECOND, "second")} a move` : time;
}

/** Welcome of a player who was invited: who asks, what is played, and the box for the own name. */
export class Welcome {
    /**
     * @param host its element, above the board
     * @param form the box for the name, which stands beside the board otherwise
     * @param onStart is called when the player is ready
     */
    constructor(host, form, onStart) {
        Object.assign(this, { host, form, onStart });
        this.home = form.nextElementSibling;
        this.isStarted = false;
    }

    /** Shows it to a player without a name who has not moved; `isByLink` if a link has brought the seat. */
    show(state, variant, isByLink) {
        const isDue = isByLink && state.can_name && !isShared(state) && !state.has_moved;
        const isOther = (seat, index) => seat.kind === "person" && !isOwnSeat(state, index);
        const others = state.seats.filter(isOther);
        const isShown = isDue && !this.isStarted && state.status === "playing" && others.length > 0;
        if (isShown && this.host.hidden) {
            this.furnish(state, variant, others);
        } else if (!isShown && !this.host.hidden) {
            this.home.before(this.form);
            this.host.replaceChildren();
        }
        this.host.hidden = !isShown;
    }

    furnish(state, variant, others) {
        const host = others.find(({ player }) => player !== NO_NAME)?.player ?? "A friend";
        const start = button("Start", () => this.start(), { class: "main" });
        this.host.replaceChildren(
            h("p", {}, h("bdi", {}, host), " invites you to ", h("strong", {}, variant.title), "."),
            h("p", {}, `You are ${variant.seats[state.you].name}, ${clockText(state.clock)}.`),
            this.form,
            start,
        );
    }

    /** Begins: tells the name, if there is one in the box. */
    start() {
        this.isStarted = true;
        this.form.requestSubmit();
        this.onStart();
    }
}

/** Tells watchers that they watch, and players who came by the wrong link which one is theirs. */
export function showWatching(host, { you, status, seats }) {
    host.hidden = you !== null || status === "over";
    const isAsked = seats.some(({ kind }) => kind === "person");
    host.textContent = `You are watching.${isAsked ? " Are you a player? Open your own link again." : ""}`;
}
