/** Strips above and below the board: a player's name, clock, and the pieces that lie beside the board. */

import { h, s } from "/js/dom.js";
import { icon } from "/js/choice.js";
import { emblem } from "/js/board/figures.js";
import { isOwnSeat, isShared, seatOfYou } from "/js/game/seats.js";

/** Names of what lies beside the board. */
const BESIDE = { pool: "captured", pile: "to be drawn" };

/** Name that the server gives to a person who has given none. */
export const NO_NAME = "Somebody";

/** Emblem of a seat's colour. */
export function swatch(colour) {
    return s(
        "svg",
        { class: "swatch", viewBox: "-14 -14 28 28", width: 22, height: 22, "aria-hidden": "true" },
        emblem(colour),
    );
}

/** Pieces beside the board that belong to a seat. */
export function beside(board, seat) {
    return board.beside
        .filter((heap) => heap.owner === seat && heap.pieces.length > 0)
        .map((heap) => {
            const total = heap.pieces.reduce((sum, piece) => sum + piece.count, 0);
            const words = heap.pieces.map((piece) => `${piece.count} ${piece.name}`).join(", ");
            return h(
                "div",
                {
                    class: `beside ${heap.what}`,
                    role: "img",
                    "aria-label": `${total} ${BESIDE[heap.what]}: ${words}`,
                },
                heap.pieces.map((piece) =>
                    h(
                        "span",
                        { class: "heap", title: `${piece.count} ${piece.name}` },
                        icon(piece.figure, 24),
                        count(piece.count),
                    ),
                ),
            );
        });
}

function count(number) {
    return number > 1 && h("small", {}, `×${number}`);
}

/** Name of a seat's player, for the strip of the seat. */
function playerName(state, variant, seat) {
    const { kind, player } = state.seats[seat];
    if (seat === seatOfYou(state)) {
        return "You";
    }
    if (isShared(state) && isOwnSeat(state, seat) && player === NO_NAME) {
        return variant.seats[seat].name;
    }
    return player || (kind === "engine" ? "Motley" : variant.seats[seat].name);
}

/** Name of a seat's player, for sentences: the colour for whoever has none, or the same as another player. */
export function nameApart(state, variant, seat) {
    const name = playerName(state, variant, seat);
    const isTwofold = state.seats.some((_, other) => other !== seat && playerName(state, variant, other) === name);
    if (isTwofold || name === NO_NAME) {
        return variant.seats[seat].name;
    }
    const { kind, player } = state.seats[seat];
    // Isolates of Unicode: the direction in which the name of a person is written ends with it.
    return kind === "person" && name === player ? `\u2068${name}\u2069` : name;
}

function description(state, seat) {
    const { kind, skill, connected, retired } = state.seats[seat];
    if (retired) {
        return "plays no more, the engine plays on";
    }
    if (kind === "engine") {
        return `engine, level ${skill}`;
    }
    if (isShared(state) && isOwnSeat(state, seat)) {
        return "at this screen";
    }
    return connected ? "is here" : "is not here";
}

export class Players {
    /** @param clocks that run on the strips */
    constructor(variant, top, bottom, clocks) {
        Object.assign(this, { variant, top, bottom, clocks });
    }

    /** Shows all players; `below` is the seat at the lower edge of the board. */
    show(state, board, below) {
        const seats = this.variant.seats.map((_, index) => index);
        const others = seats.filter((seat) => seat !== below);
        this.clocks.faces = [];
        this.top.replaceChildren(...others.map((seat) => this.strip(state, board, seat)));
        this.bottom.replaceChildren(this.strip(state, board, below));
        this.clocks.draw();
    }

    strip(state, board, seat) {
        const { colour, name } = this.variant.seats[seat];
        const isTurn = state.status === "playing" && state.turn === seat;
        const isOut = board.out?.includes(seat);
        const clock = state.clock && h("span", { class: "clock", role: "timer", "data-seat": seat });
        this.clocks.faces[seat] = clock;
        const player = playerName(state, this.variant, seat);
        const words = [player !== name && name, isOut ? "is out" : description(state, seat)].filter(Boolean).join(", ");
        return h(
            "section",
            { class: `player${isTurn ? " turn" : ""}${isOut ? " out" : ""}`, "data-seat": seat, "aria-label": name },
            swatch(colour),
            h(
                "div",
                { class: "who" },
                h("strong", {}, h("bdi", {}, player)),
                h("span", { class: "faint" }, `${words}${isTurn ? " – to move" : ""}`),
            ),
            beside(board, seat),
            clock,
        );
    }
}
