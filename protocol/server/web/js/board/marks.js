/** Marks on a board: the last move, the chosen piece, legal targets, arrows. They differ by shape as well as colour. */

import { s } from "/js/dom.js";
import { squareAt } from "/js/board/geometry.js";

/** Radii of a target's dot, of the ring around a piece, in SVG units of a board of squares. */
const DOT = 15;
const RING = 46;
const ROUND = { dot: 8, ring: 27 };

function sizes(layout) {
    return layout.kind === "round" ? ROUND : { dot: DOT, ring: RING };
}

/** Ground of a field in a colour. */
function ground(layout, field, type) {
    const known = layout.fields.get(field.name);
    const outline = layout.kind === "plane" || !known ? { d: squareAt(layout.point(field)) } : layout.outline(known);
    return s("path", { class: type, ...outline });
}

/** The last move: the grounds of its fields, on boards without squares a line as well. */
export function lastMove(layout, last) {
    const group = s("g", { class: "last" });
    for (const field of last.fields) {
        group.append(ground(layout, field, "trace"));
    }
    for (const ply of last.plies) {
        if (layout.kind !== "squares" && ply.kind === "step") {
            const [from, to] = [layout.point(ply.from), layout.point(ply.to)];
            group.append(s("line", { x1: from.x, y1: from.y, x2: to.x, y2: to.y }));
            group.append(s("circle", { class: "foot", cx: from.x, cy: from.y, r: 5 }));
        }
    }
    return group;
}

/**
 * A legal target: a dot for a move, a ring for a capture or around a piece that is replaced; a broken ring for the
 * capture of an own piece.
 */
export function target(layout, name, { captures, occupied, isOwn }) {
    const field = layout.fields.get(name);
    const { dot, ring } = sizes(layout);
    if (captures || occupied) {
        const type = captures ? `capture${isOwn ? " own" : ""}` : "chosen";
        return s("circle", { class: type, cx: field.x, cy: field.y, r: ring });
    }
    return s("circle", { class: "move", cx: field.x, cy: field.y, r: dot });
}

/** Arrow from field to field; a ring if it has no beginning. */
export function arrow(layout, from, to) {
    const end = layout.fields.get(to);
    const begin = layout.fields.get(from);
    if (!end) {
        return null;
    }
    if (!begin) {
        return s("circle", { class: "hint", cx: end.x, cy: end.y, r: sizes(layout).ring });
    }
    const [dx, dy] = [end.x - begin.x, end.y - begin.y];
    const length = Math.hypot(dx, dy);
    const [ux, uy] = [dx / length, dy / length];
    const width = layout.kind === "round" ? 5 : 9;
    const neck = { x: end.x - 3.2 * width * ux, y: end.y - 3.2 * width * uy };
    const corner = (side) => `${neck.x - side * 1.9 * width * uy} ${neck.y + side * 1.9 * width * ux}`;
    return s(
        "g",
        { class: "hint" },
        s("line", { x1: begin.x, y1: begin.y, x2: neck.x, y2: neck.y, "stroke-width": width }),
        s("path", { d: `M${end.x} ${end.y}L${corner(1)}L${corner(-1)}z` }),
    );
}
