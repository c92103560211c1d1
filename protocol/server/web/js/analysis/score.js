/** Scores in words, the bar beside the board, and the graph over a game. */

import { h, s } from "/js/dom.js";

/** Score as it is read: `+0.31`, `−1.20`, `#3`, `−#2`. */
export function scoreText(score) {
    if ("mate" in score) {
        return `${score.mate < 0 ? "−" : ""}#${Math.abs(score.mate)}`;
    }
    const pawns = score.cp / 100;
    return `${pawns < 0 ? "−" : "+"}${Math.abs(pawns).toFixed(2)}`;
}

/** Shows the expected share of White, or of the player to move in a game of more than two, 0 to 1. */
export function showBar(host, share, score) {
    if (!host.firstElementChild) {
        host.append(h("div", { class: "white" }), h("span", { class: "value" }));
    }
    const known = share !== null && share !== undefined;
    host.style.setProperty("--share", known ? share : 0.5);
    host.lastElementChild.textContent = known ? scoreText(score) : "";
    host.setAttribute("role", "img");
    const percent = Math.round(100 * (share ?? 0.5));
    host.setAttribute("aria-label", known ? `Evaluation ${scoreText(score)}: ${percent} %` : "No evaluation yet");
}

/** Width and height of the graph, in its own units. */
const WIDTH = 600;
const HEIGHT = 120;

export class Graph {
    /** @param onGo is called with the number of plies of the place that was clicked */
    constructor(host, onGo) {
        this.host = host;
        this.onGo = onGo;
        this.clear();
    }

    /** Begins a graph of so many plies. */
    clear(plies = 0) {
        this.plies = plies;
        this.scores = [];
        this.at = 0;
        this.draw();
    }

    add(ply, score, share) {
        this.scores[ply] = { score, share };
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
            this.host.replaceChildren();
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
        this.host.replaceChildren(svg, this.slider());
    }

    /** The same by keyboard: a slider over the plies. */
    slider() {
        const value = this.scores[this.at] ? scoreText(this.scores[this.at].score) : "";
        return h("input", {
            type: "range",
            min: 0,
            max: this.plies,
            value: this.at,
            "aria-label": "Place in the game",
            "aria-valuetext": `Ply ${this.at} ${value}`,
            onchange: (event) => this.onGo(Number(event.target.value)),
        });
    }
}
