/** Scores in words, the bar beside the board, and the graph over a game. */

import { h, s } from "/js/dom.js";

/** True if the end of a game is not a checkmate, so that `#` would be the wrong sign for it. */
export function hasWords(variant) {
    return variant.has_checkmate === false;
}

/**
 * Score as it is read: `text`, a few signs (`+0.31`, `−#2`, `1-0`, `26 %`), and `words`, empty where these say it all.
 * In a game of more than two it is the worst case (`isWorst`): all others join against the player to move.
 * @param share expected share of the point, 0 to 1: White's, or that of the player to move in a game of more than two
 * @param left number of players who are still in
 */
export function readScore(score, share, variant, left) {
    const isOfMany = variant.seats.length > 2;
    const told = (text, words = "", isWorst = false) => ({ text, words, isWorst });
    if (!("mate" in score)) {
        const pawns = score.cp / 100;
        const text = `${pawns < 0 ? "−" : "+"}${Math.abs(pawns).toFixed(2)}`;
        return isOfMany ? told(`${Math.round(100 * share)} %`, "", left > 2) : told(text);
    }
    const [wins, moves] = [score.mate > 0, Math.abs(score.mate)];
    if (isOfMany) {
        const words = `${wins ? "wins" : "loses"} in ${moves}${!wins && left > 2 ? " if all others join" : ""}`;
        return told(wins ? "100 %" : "0 %", words, left > 2);
    }
    if (hasWords(variant)) {
        return told(wins ? "1-0" : "0-1", `${variant.seats[wins ? 0 : 1].name} wins in ${moves}`);
    }
    return told(`${wins ? "" : "−"}#${moves}`);
}

/** Shows a score that was read, and its share; none without it. */
export function showBar(host, share, told = null) {
    if (!host.firstElementChild) {
        host.append(h("div", { class: "white" }), h("span", { class: "value" }));
    }
    host.style.setProperty("--share", told ? share : 0.5);
    host.lastElementChild.textContent = told?.text ?? "";
    host.classList.toggle("worst", Boolean(told?.isWorst));
    host.setAttribute("role", "img");
    const percent = Math.round(100 * share);
    const worst = told?.isWorst && "in the worst case";
    const words = [`Evaluation ${told?.text}: ${percent} %`, told?.words, worst].filter(Boolean).join(", ");
    host.setAttribute("aria-label", told ? words : "No evaluation yet");
}

/** Width and height of the graph, in its own units. */
const WIDTH = 600;
const HEIGHT = 120;

export class Graph {
    /** @param onGo is called with the number of plies of the place that was clicked */
    constructor(host, onGo) {
        this.host = host;
        this.onGo = onGo;
        /** Place that is looked at. */
        this.at = 0;
        /** The same by keyboard. It stays, with the focus, when the graph is drawn again. */
        this.slider = h("input", {
            type: "range",
            min: 0,
            "aria-label": "Place in the game",
            onchange: () => onGo(Number(this.slider.value)),
        });
        host.append(s("svg"), this.slider);
        this.clear();
    }

    /** Begins a graph of so many plies, at the place that is looked at. */
    clear(plies = 0) {
        this.plies = plies;
        this.scores = [];
        this.draw();
    }

    /** Adds a score that was read, and its share. */
    add(ply, told, share) {
        this.scores[ply] = { told, share };
        this.draw();
    }

    /** Marks the place that is looked at. */
    mark(at) {
        this.at = at;
        this.draw();
    }

    x(ply) {
        return (ply / Math.max(1, this.plies)) * WIDTH;
    }

    draw() {
        this.host.hidden = this.scores.length === 0;
        if (this.host.hidden) {
            return;
        }
        const points = [];
        this.scores.forEach((entry, ply) => {
            points.push(`${this.x(ply).toFixed(1)} ${((1 - entry.share) * HEIGHT).toFixed(1)}`);
        });
        const last = this.x(this.scores.length - 1);
        const area = `M0 ${HEIGHT}L${points.join("L")}L${last} ${HEIGHT}z`;
        const svg = s(
            "svg",
            { viewBox: `0 0 ${WIDTH} ${HEIGHT}`, preserveAspectRatio: "none", "aria-hidden": "true" },
            s("rect", { class: "black", width: WIDTH, height: HEIGHT }),
            s("path", { class: "white", d: area }),
            s("line", { class: "even", x1: 0, y1: HEIGHT / 2, x2: WIDTH, y2: HEIGHT / 2 }),
            s("line", { class: "here", x1: this.x(this.at), y1: 0, x2: this.x(this.at), y2: HEIGHT }),
        );
        svg.addEventListener("click", (event) => {
            const box = svg.getBoundingClientRect();
            this.onGo(Math.round(((event.clientX - box.left) / box.width) * this.plies));
        });
        this.host.firstElementChild.replaceWith(svg);
        this.showPlace();
    }

    /** Puts the slider at the place that is looked at. */
    showPlace() {
        const told = this.scores[this.at]?.told;
        const value = told ? `${told.text} ${told.words}`.trim() : "";
        this.slider.max = this.plies;
        // One that is being dragged is left alone.
        if (!this.slider.matches(":active")) {
            this.slider.value = this.at;
        }
        this.slider.setAttribute("aria-valuetext", `Ply ${this.at} ${value}`);
    }
}
