/** The line that says what is going on and what is to be done. */

import { button, h, replaceChildren } from "/js/dom.js";
import { icon } from "/js/choice.js";
import { face } from "/js/die.js";
import { isOwnTurn } from "/js/game/actions.js";
import { nameApart } from "/js/game/players.js";
import { isOwnSeat, isShared, seatOfYou } from "/js/game/seats.js";
import { kindOf, pieceText } from "/js/pieces.js";

/** What the marks of pieces mean. */
const LEGEND = {
    relayed: "Knight on a disc: guarded by a knight, leaps like one",
    paralysed: "Bars on a disc: attacked by its own kind, cannot move",
    tied: "Red frame: holds other tiles together",
    attacker: "Red glow: attacks the king",
};

/** Words of a result: its score and reason, and for a player how the game has ended for the seat. */
export function resultText({ score, reason, shares }, you = null) {
    if (you === null) {
        return `${score} – ${reason}`;
    }
    if (shares[you] === 0 || shares[you] === 1) {
        return `You ${shares[you] ? "won" : "lost"} (${score}): ${reason}`;
    }
    return reason.startsWith("Draw") ? `${reason} (${score})` : `Draw (${score}): ${reason}`;
}

/** True if a player waits for the first move of a friend who has not come yet. */
function isExpecting({ you, turn, seats, moves_total }) {
    return you !== null && moves_total === 0 && seats[turn].kind === "person" && !seats[turn].connected;
}

function turnText(state, variant) {
    if (isOwnTurn(state)) {
        return isShared(state) ? `${nameApart(state, variant, state.turn)} is to move` : "Your turn";
    }
    if (isExpecting(state)) {
        return `Waiting for ${state.seats.length > 2 ? variant.seats[state.turn].name : "your friend"}`;
    }
    // The engine moves in the place of whoever plays no more.
    const isRetired = state.seats[state.turn].retired;
    const name = isRetired ? variant.seats[state.turn].name : nameApart(state, variant, state.turn);
    return state.thinking ? `${name} is thinking…` : `${name} is to move`;
}

/** The throw of the die of the seat to move, and the pieces that it lets move. */
function throwText({ turn, movable, board }, variant, you) {
    const who = turn === you ? "You throw" : `${variant.seats[turn].name} throws`;
    return `${who} ${board.die}: ${movable.join(", ") || "no piece can move"}`;
}

/** The die, if one has been thrown: its face, and what follows. */
export function dieOf(position, variant, you = null) {
    const { die } = position.board;
    return die ? [h("span", { class: "hand" }, face(die, 40), throwText(position, variant, you))] : [];
}

/** The piece in hand, and what is to be done with it. */
export function handText(hand, isOwn) {
    if (!isOwn) {
        return `A ${hand.name} is being placed`;
    }
    return hand.name === "king"
        ? "Your king comes on the board: choose a marked field"
        : `You have a ${hand.name}: choose a marked field`;
}

/** What the player to move has to go on with, in words: the throw of the die, the piece in hand. */
export function dueTexts(position, variant, you = null) {
    const { die, hand } = position.board;
    const isOwn = isOwnSeat(position, position.turn);
    return [die && throwText(position, variant, you), hand && handText(hand, isOwn)].filter(Boolean);
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
export function news(board, variant, you = null) {
    return [...counters(board, variant), ...alerts(board, variant, you)];
}

/** Alerts of a position, in words, the own ones first: kings in danger, attacked castles, players who are out. */
function alerts(board, variant, you) {
    const found = [];
    const add = (seat, own, other) => found.push({ isOwn: seat === you, text: seat === you ? own : other });
    for (const piece of board.pieces) {
        const danger = piece.marks.includes("checked") ? "is in check" : "can be captured";
        if (piece.marks.includes("checked") || piece.marks.includes("capturable")) {
            add(piece.owner, `Your ${kindOf(piece, variant)} ${danger}`, `${piece.name} ${danger}`);
        }
    }
    for (const { owner, field } of board.castles.filter((castle) => castle.attacked)) {
        const castle = `castle ${field} is attacked`;
        add(owner, `Your ${castle}`, `${variant.seats[owner].name}'s ${castle}`);
    }
    board.out.forEach((seat) => add(seat, "You are out", `${variant.seats[seat].name} is out`));
    return found.sort((one, other) => other.isOwn - one.isOwn).map(({ text }) => text);
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
export function alertsOf(board, variant, you = null) {
    return alerts(board, variant, you).map((text) => h("span", { class: "alarm" }, text));
}

/** Last lines of the box: the piece that was clicked, as yet none, and what the marks on the board mean. */
export function notesOf(board) {
    const marks = new Set(board.pieces.flatMap((piece) => piece.marks));
    const known = Object.keys(LEGEND).filter((mark) => marks.has(mark));
    const legend = known.map((mark) => h("small", { class: "legend" }, LEGEND[mark]));
    return [h("span", { class: "named", hidden: true }), ...legend];
}

/** Names a piece of the board in the box, or none. */
export function showNamed(host, piece, variant) {
    const line = host.querySelector(".named");
    line.hidden = !piece;
    line.textContent = piece ? pieceText(piece, variant) : "";
}

/**
 * Fills the line.
 * @param host its element
 * @param position that is shown; `isPast` if it is an earlier one
 * @param play makes a legal move
 */
export function showStatus(host, { state, variant, position, play, isPast }) {
    const { board } = position;
    const isOver = state.status === "over";
    const isFinal = isOver && !isPast;
    const isOwn = !isPast && isOwnTurn(state);
    const you = seatOfYou(state);
    const parts = [h("strong", {}, isOver ? resultText(state.result, you) : turnText(state, variant))];
    parts.push(...(isFinal ? [] : dieOf(position, variant, you)));
    if (board.hand && !isFinal) {
        parts.push(h("span", { class: "hand" }, icon(board.hand.figure, 40), handText(board.hand, isOwn)));
    }
    parts.push(...(isFinal ? [] : countersOf(board, variant)), ...alertsOf(board, variant, you));
    parts.push(...(isOwn ? extraMoves(state.legal, play) : []), ...notesOf(board));
    replaceChildren(host, ...parts);
}
