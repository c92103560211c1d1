/** The line that says what is going on and what is to be done. */

import { button, h } from "/js/dom.js";
import { icon } from "/js/choice.js";
import { face } from "/js/die.js";
import { playerName } from "/js/game/players.js";

/** Words of a result: the score and its reason. */
export function resultText(result) {
    return `${result.score} – ${result.reason}`;
}

function turnText(state, variant) {
    if (state.you === state.turn) {
        return "Your turn";
    }
    const name = playerName(state, variant, state.turn);
    return state.thinking ? `${name} is thinking…` : `${name} is to move`;
}

/** The piece in hand, and what is to be done with it. */
function handText(hand, isOwn) {
    if (!isOwn) {
        return `A ${hand.name} is being placed`;
    }
    return hand.name === "king"
        ? "Your king comes on the board: choose a marked field"
        : `You have a ${hand.name}: choose a marked field`;
}

/** Buttons for legal moves that are on no field: to draw a tile, to pass. */
function extraMoves(legal, play) {
    const draw = legal.find((move) => move.kind === "draw");
    const pass = legal.find((move) => move.kind === "pass");
    return [
        draw && button("Draw a tile", () => play(draw), { class: "main", id: "draw-tile" }),
        pass && button("Pass", () => play(pass), { class: "main", id: "pass" }),
    ].filter(Boolean);
}

/** What has to be said of a position: its counters and alerts, in words. */
export function news(board, variant) {
    return [...counters(board, variant), ...alerts(board, variant)];
}

/** Alerts of a position, in words: checks, attacked castles, players who are out. */
function alerts(board, variant) {
    const checked = board.pieces.filter((piece) => piece.marks.includes("checked"));
    const attacked = board.castles.filter((castle) => castle.attacked);
    return [
        ...checked.map((piece) => `${piece.name} in check`),
        ...attacked.map(({ owner, field }) => `${variant.seats[owner].name}'s castle ${field} is attacked`),
        ...board.out.map((seat) => `${variant.seats[seat].name} is out`),
    ];
}

/** What the pieces of a position do not tell, in words: moves left in the turn, checks still to give. */
function counters(board, variant) {
    const { turn, checks_left: checks } = board;
    const moves = turn?.left === 1 ? "1 move" : `${turn?.left} moves`;
    return [
        turn?.length > 1 && `${moves} left in this turn`,
        checks.length > 0 &&
            `Checks to give: ${checks.map((left, seat) => `${variant.seats[seat].name} ${left}`).join(", ")}`,
    ].filter(Boolean);
}

/** Counters of a position, as elements of the line. */
export function countersOf(board, variant) {
    return counters(board, variant).map((text) => h("span", { class: "counter" }, text));
}

/** Alerts of a position, as elements of the line. */
export function alertsOf(board, variant) {
    return alerts(board, variant).map((text) => h("span", { class: "alarm" }, text));
}

/**
 * Fills the line.
 * @param host its element
 * @param board that is shown
 * @param play makes a legal move
 */
export function showStatus(host, { state, variant, board, play, isOver }) {
    const isOwn = state.you !== null && state.you === state.turn;
    const parts = [];
    if (isOver) {
        parts.push(h("strong", {}, resultText(state.result)));
    } else {
        parts.push(h("strong", {}, turnText(state, variant)));
    }
    if (board.die && !isOver) {
        parts.push(face(board.die, 40));
    }
    if (board.hand && !isOver) {
        parts.push(h("span", { class: "hand" }, icon(board.hand.figure, 40), handText(board.hand, isOwn)));
    }
    parts.push(...(isOver ? [] : countersOf(board, variant)), ...alertsOf(board, variant));
    parts.push(...(isOwn && !isOver ? extraMoves(state.legal, play) : []));
    host.replaceChildren(...parts);
}
