/** Figures of pieces, and what is drawn with them. */

import { s } from "/js/dom.js";

/** Emblems that tell the players of a game of three or four apart without colours. */
const EMBLEMS = {
    white: "M0-9a9 9 0 1 1 0 18a9 9 0 1 1 0-18z",
    red: "M0-10L11 9H-11z",
    black: "M-9-9h18v18h-18z",
    green: "M0-12L12 0L0 12L-12 0z",
};
/** Half of a tile's side, in parts of the figure's width. */
const TILE = 0.5;

/** Picture of a figure, its middle at the origin. */
export function figure(name, width) {
    return s("use", { href: `/figures.svg#${name}`, x: -width / 2, y: -width / 2, width, height: width });
}

/** Emblem of a player's colour, its middle at the origin. */
export function emblem(colour) {
    return s("path", { class: `emblem ${colour}`, d: EMBLEMS[colour] });
}

/** Small knight on a disc: what a relayed piece has from its knight. */
function badge(width) {
    const half = width * 0.34;
    return s(
        "g",
        { class: "badge", transform: `translate(${half} ${-half})` },
        s("circle", { r: width * 0.19 }),
        figure("white-knight", width * 0.32),
    );
}

/** Two bars on a disc: a paralysed piece. */
function stop(width) {
    const half = width * 0.34;
    return s(
        "g",
        { class: "stop", transform: `translate(${half} ${-half}) scale(${width / 100})` },
        s("circle", { r: 15 }),
        s("path", { d: "M-5-6v12M5-6v12" }),
    );
}

/** A piece with its marks, its middle at the origin. */
export function piece(entry, { width, isTile, colour }) {
    const marks = entry.marks ?? [];
    const half = TILE * width;
    return s(
        "g",
        { class: ["body", ...marks].join(" ") },
        (marks.includes("checked") || marks.includes("capturable")) &&
            s("circle", { class: "alarm", r: width * 0.52 }),
        isTile && s("rect", { class: "tile", x: -half, y: -half, width: width, height: width, rx: width * 0.1 }),
        figure(entry.figure, isTile ? width * 0.82 : width),
        marks.includes("relayed") && badge(width),
        marks.includes("paralysed") && stop(width),
        colour &&
            s("g", { transform: `translate(${width * 0.4} ${width * 0.38}) scale(${width / 80})` }, emblem(colour)),
    );
}

/** The joints between tiles that touch: lines of the plane, drawn below the tiles. */
export function clasps(pieces, reach) {
    const group = s("g", { class: "clasps" });
    pieces.forEach((one, index) => {
        for (const other of pieces.slice(index + 1)) {
            const [dx, dy] = [Math.abs(one.x - other.x), Math.abs(one.y - other.y)];
            if (dx < reach && dy < reach) {
                const isStrong = one.marks?.includes("tied") || other.marks?.includes("tied");
                const type = isStrong ? "strong" : null;
                group.append(s("line", { class: type, x1: one.x, y1: one.y, x2: other.x, y2: other.y }));
            }
        }
    });
    return group;
}
