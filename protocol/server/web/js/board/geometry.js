/**
 * Places on a board as its player sees it.
 *
 * The server gives the places of White's view in SVG units, y downwards. `Layout` turns them, so that the player's
 * own seat is below, and knows the neighbours of fields for the arrow keys. The plane of Chex has no middle: it turns
 * about its origin.
 */

/** Half of a square's side, in SVG units. */
const HALF = 50;
/** Room for coordinates around boards of squares, and where there are none. */
const MARGIN = 40;
const EDGE = 4;
/** Least width and height of the part of a plane that is seen. */
const LEAST = 720;
/** Cells of the plane around those that have a name. */
const AROUND = 1;

/** Outline of a square with its middle at a point. */
export function squareAt({ x, y }, half = HALF) {
    return `M${x - half} ${y - half}h${2 * half}v${2 * half}h${-2 * half}z`;
}

/** Smallest rectangle `[left, top, width, height]` around squares. */
function bounds(points, margin) {
    const xs = points.map((point) => point.x);
    const ys = points.map((point) => point.y);
    const left = Math.min(...xs) - HALF - margin;
    const top = Math.min(...ys) - HALF - margin;
    return [left, top, Math.max(...xs) + HALF + margin - left, Math.max(...ys) + HALF + margin - top];
}

/** A rectangle that is widened to a least width and height about its middle. */
function atLeast(least, [left, top, width, height]) {
    const [wide, high] = [Math.max(width, least), Math.max(height, least)];
    return [left - (wide - width) / 2, top - (high - height) / 2, wide, high];
}

export class Layout {
    /**
     * @param geometry of the variant
     * @param fields of the plane in this position; other boards have their own
     * @param turn degrees, clockwise
     */
    constructor(geometry, fields, turn) {
        this.kind = geometry.kind;
        this.turn = turn;
        this.geometry = geometry;
        const [x, y, width, height] = geometry.view ?? [0, 0, 0, 0];
        this.middle = { x: x + width / 2, y: y + height / 2 };
        this.fields = new Map();
        for (const field of geometry.fields?.length ? geometry.fields : (fields ?? [])) {
            this.fields.set(field.name, { ...field, ...this.point(field), white: { x: field.x, y: field.y } });
        }
    }

    /** A point of White's view in this one. */
    point({ x, y }) {
        const angle = (this.turn * Math.PI) / 180;
        const [dx, dy] = [x - this.middle.x, y - this.middle.y];
        const [cos, sin] = [Math.round(Math.cos(angle) * 1e6) / 1e6, Math.round(Math.sin(angle) * 1e6) / 1e6];
        return { x: this.middle.x + dx * cos - dy * sin, y: this.middle.y + dx * sin + dy * cos };
    }

    /** Part of the drawing that is seen, `[left, top, width, height]`; bare boards have no room for coordinates. */
    view(isBare) {
        if (this.kind === "plane") {
            return atLeast(LEAST, bounds([...this.fields.values()], MARGIN + 2 * HALF * AROUND));
        }
        const [x, y, width, height] = this.geometry.view;
        const margin = this.kind === "squares" && !isBare ? MARGIN : EDGE;
        return [x - margin, y - EDGE, width + margin + EDGE, height + margin + EDGE];
    }

    /** Transformation of outlines, which are those of White's view. */
    transform() {
        return this.turn ? `rotate(${this.turn} ${this.middle.x} ${this.middle.y})` : null;
    }

    /** Outline of a field in this view, and the transformation that it needs. */
    outline(field) {
        return field.path && this.kind === "round"
            ? { d: field.path, transform: this.transform() }
            : { d: squareAt(field) };
    }

    /** Coordinates: texts and their places. */
    coordinates() {
        if (this.kind === "plane") {
            return this.planeCoordinates();
        }
        const [, top, , height] = this.geometry.view;
        return this.geometry.coordinates.map((label) => {
            const turned = this.point(label);
            const isBelow = label.y > top + height;
            return { text: label.text, x: isBelow ? turned.x : label.x, y: isBelow ? label.y : turned.y };
        });
    }

    /** Names of the files below the named cells of the plane, and of the ranks to the left of them. */
    planeCoordinates() {
        const [left, top, , height] = bounds([...this.fields.values()], 24);
        const files = new Map();
        const ranks = new Map();
        for (const field of this.fields.values()) {
            const [, file, rank] = /^([a-z]+)(\d+)$/.exec(field.name);
            files.set(file, field.x);
            ranks.set(rank, field.y);
        }
        return [
            ...[...files].map(([text, x]) => ({ text, x, y: top + height })),
            ...[...ranks].map(([text, y]) => ({ text, x: left, y })),
        ];
    }

    /** The nearest field in a direction, for the arrow keys: `dx` to the right, `dy` downwards, each -1, 0 or 1. */
    neighbour(name, dx, dy) {
        const from = this.fields.get(name);
        let best = null;
        let least = Infinity;
        for (const field of this.fields.values()) {
            const along = (field.x - from.x) * dx + (field.y - from.y) * dy;
            const aside = Math.abs((field.x - from.x) * dy) + Math.abs((field.y - from.y) * dx);
            const cost = along + 2 * aside;
            if (along > 10 && aside <= along && cost < least) {
                [best, least] = [field.name, cost];
            }
        }
        return best;
    }
}
