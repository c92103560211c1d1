/**
 * The board: draws a position as the server describes it, and tells which fields are clicked.
 *
 * Layers from below: ground, marks, labels, clasps of tiles, pieces, targets, and the fields themselves, which are
 * invisible and take clicks and the focus. A field's element has its name in `data-field`.
 */

import { s } from "/js/dom.js";
import { Camera } from "/js/board/camera.js";
import * as figures from "/js/board/figures.js";
import { Layout } from "/js/board/geometry.js";
import { listenToKeys } from "/js/board/keys.js";
import * as marks from "/js/board/marks.js";
import * as motion from "/js/board/motion.js";
import { Pointer } from "/js/board/pointer.js";

/** Tiles touch if their middles are nearer than this. */
const TOUCH = 110;
/** Width of a tile. */
const TILE = 92;
const LAYERS = ["ground", "marks", "labels", "joints", "pieces", "targets", "fields"];

export class Board {
    /**
     * @param host element that the drawing is put into
     * @param variant as `/api/variants` describes it
     * @param handlers all optional: `onPick(field)`, `onDrop(from, to)`, `onLift(field)`, `canLift(field)`,
     *     `onCancel()`
     * @param isBare without coordinates and names of fields
     */
    constructor(host, variant, handlers = {}, isBare = false) {
        this.variant = variant;
        this.isBare = isBare;
        this.handlers = handlers;
        this.isPlane = variant.geometry.kind === "plane";
        this.svg = s("svg", { class: `board ${variant.geometry.kind}`, role: "group", "aria-label": "Board" });
        this.layers = {};
        for (const name of LAYERS) {
            this.layers[name] = s("g", { class: name, "aria-hidden": name === "fields" ? null : "true" });
            this.svg.append(this.layers[name]);
        }
        this.camera = new Camera(this.svg);
        this.turn = null;
        this.focused = null;
        this.pieces = new Map();
        const isMoved = this.isPlane && !isBare;
        if (handlers.onPick || isMoved) {
            this.pointer = new Pointer(this);
        }
        if (handlers.onPick) {
            listenToKeys(this);
            this.svg.classList.add("live");
        }
        if (isMoved) {
            // Who watches looks around, too.
            this.svg.classList.add("moved");
            this.camera.enable();
        }
        host.append(this.svg);
    }

    /**
     * Shows a position.
     * @param board as the server describes it
     * @param options `turn` in degrees, `last` move, `fresh`: number of its plies that have just been made
     */
    show(board, { turn = 0, last = null, fresh = 0 } = {}) {
        this.state = board;
        const names = board.fields?.map((field) => field.name + field.x + field.y).join();
        if (turn !== this.turn || names !== this.names) {
            this.turn = turn;
            this.names = names;
            this.layout = new Layout(this.variant.geometry, board.fields, turn);
            this.drawGround();
            this.pieces.clear();
            this.layers.pieces.replaceChildren();
            this.camera.follow(this.layout.view(this.isBare));
        }
        this.layers.marks.replaceChildren(...(last ? [marks.lastMove(this.layout, last)] : []));
        this.drawPieces();
        this.mark({});
        if (last && fresh > 0) {
            this.animate(last.plies.slice(-fresh));
        }
    }

    drawGround() {
        const { layout } = this;
        const { ground, fields } = this.layers;
        const hasFocus = fields.contains(document.activeElement);
        ground.replaceChildren();
        fields.replaceChildren();
        if (this.isPlane) {
            ground.append(grid());
        }
        for (const field of layout.fields.values()) {
            const outline = layout.outline(field);
            ground.append(s("path", { class: `field ${field.shade ?? "cell"}`, ...outline }));
            fields.append(this.fieldElement(field, outline));
        }
        this.drawLabels();
        this.focusOn(this.fieldAt(this.focused) ?? [...layout.fields.keys()][0], hasFocus);
    }

    /** Name of the field at a place of White's view, or null. On a plane the names change, the places do not. */
    fieldAt(place) {
        const point = place && this.layout.point(place);
        const isThere = (field) => Math.hypot(field.x - point.x, field.y - point.y) < 1;
        return (point && [...this.layout.fields.values()].find(isThere)?.name) ?? null;
    }

    fieldElement(field, outline) {
        const role = this.handlers.onPick ? "button" : "img";
        return s("path", { "data-field": field.name, role, tabindex: this.handlers.onPick ? -1 : null, ...outline });
    }

    drawLabels() {
        const { ground, labels } = this.layers;
        labels.replaceChildren();
        const write = (text, x, y, type) => labels.append(s("text", { class: type, x, y }, text));
        for (const field of this.layout.fields.values()) {
            if (field.shade === "castle") {
                ground.append(s("path", { class: "tower", d: tower(field) }));
            }
            if (field.label && !this.isBare) {
                const place = this.layout.point({ x: field.label[0], y: field.label[1] });
                write(field.name, place.x, place.y, "name");
            }
        }
        for (const label of this.isBare ? [] : this.layout.coordinates()) {
            write(label.text, label.x, label.y, "coordinate");
        }
        if (this.layout.kind === "round") {
            const { x, y } = this.layout.middle;
            for (let sector = 0; sector < 8; sector += 1) {
                const angle = ((sector + 0.5) * Math.PI) / 4 + (this.layout.turn * Math.PI) / 180;
                const [dx, dy] = [Math.cos(angle), Math.sin(angle)];
                const border = { x1: x + 40 * dx, y1: y + 40 * dy, x2: x + 390 * dx, y2: y + 390 * dy };
                ground.append(s("line", { class: "sector", ...border }));
            }
        }
    }

    drawPieces() {
        const { layout, state } = this;
        const wanted = new Map();
        for (const entry of state.pieces) {
            const key = [entry.figure, entry.x, entry.y, entry.marks?.join("+")].join(" ");
            wanted.set(key, entry);
        }
        for (const [key, element] of this.pieces) {
            if (!wanted.has(key)) {
                element.remove();
                this.pieces.delete(key);
            }
        }
        for (const [key, entry] of wanted) {
            const element = this.pieces.get(key) ?? this.pieceElement(entry);
            this.pieces.set(key, element);
            element.dataset.on = entry.field;
        }
        const tiles = state.pieces.map((entry) => ({ ...layout.point(entry), marks: entry.marks }));
        this.layers.joints.replaceChildren(...(this.isPlane ? [figures.clasps(tiles, TOUCH)] : []));
    }

    pieceElement(entry) {
        const { x, y } = this.layout.point(entry);
        const colour = this.variant.seats.length > 2 ? this.variant.seats[entry.owner].colour : null;
        const width = this.isPlane ? TILE : this.variant.geometry.piece;
        const body = figures.piece(entry, { width, isTile: this.isPlane, colour });
        const element = s("g", { class: "piece", transform: `translate(${x} ${y})`, "data-name": entry.name }, body);
        this.layers.pieces.append(element);
        return element;
    }

    /** Element of the piece on a field, or null. */
    pieceOn(name) {
        return [...this.pieces.values()].find((element) => element.dataset.on === name) ?? null;
    }

    /** Element of the piece at a point of White's view, or null. */
    pieceAt({ x, y }) {
        const entry = this.state.pieces.find((piece) => piece.x === x && piece.y === y);
        return entry ? this.pieceOn(entry.field) : null;
    }

    /** Lets the pieces of some plies go their ways. */
    animate(plies) {
        for (const ply of plies) {
            const element = ply.to && this.pieceAt(ply.to);
            if (!element) {
                continue;
            }
            this.layers.pieces.append(element);
            if (ply.kind === "step") {
                const [from, to] = [this.layout.point(ply.from), this.layout.point(ply.to)];
                motion.glide(element.firstElementChild, { x: from.x - to.x, y: from.y - to.y });
            } else if (ply.kind === "place") {
                motion.fall(element.firstElementChild);
            }
        }
    }

    /** Piece on a field as the server describes it, or null. */
    pieceEntry(field) {
        return this.state.pieces.find((piece) => piece.field === field) ?? null;
    }

    /** Seat whose piece stands on a field. */
    ownerOn(field) {
        return this.pieceEntry(field)?.owner;
    }

    /**
     * Marks what the player is about to do.
     * @param selected field of the chosen piece
     * @param targets map of field names to `{captures}`
     * @param movable names of the fields whose pieces the die lets move
     * @param hint `{from, to}`
     */
    mark({ selected = null, targets = new Map(), movable = new Set(), hint = null }) {
        const { layout, layers } = this;
        layers.marks.querySelectorAll(".origin, .movable").forEach((element) => element.remove());
        for (const name of movable) {
            layers.marks.append(s("path", { class: "movable", ...layout.outline(layout.fields.get(name)) }));
        }
        const chosen = layout.fields.get(selected);
        if (chosen) {
            layers.marks.append(s("path", { class: "origin", ...layout.outline(chosen) }));
        }
        const mover = this.ownerOn(selected);
        const drawn = [...targets]
            .filter(([name]) => layout.fields.has(name))
            .map(([name, { captures }]) => {
                const owner = this.ownerOn(name);
                return marks.target(layout, name, {
                    captures,
                    occupied: owner !== undefined,
                    isOwn: owner === mover,
                });
            });
        const pointer = hint && marks.arrow(layout, hint.from, hint.to);
        layers.targets.replaceChildren(...drawn, ...(pointer ? [pointer] : []));
        this.nameFields(selected, targets);
    }

    /** Gives each field its words for screen readers. */
    nameFields(selected, targets) {
        const pieces = new Map(this.state.pieces.map((entry) => [entry.field, entry]));
        for (const element of this.layers.fields.children) {
            const name = element.dataset.field;
            const entry = pieces.get(name);
            const words = [name, entry ? [entry.name, ...(entry.marks ?? [])].join(", ") : "empty"];
            if (this.layout.fields.get(name).shade === "castle") {
                words.push("castle");
            }
            if (name === selected) {
                words.push("chosen");
            }
            if (targets.has(name)) {
                words.push(targets.get(name).captures ? "can be captured" : "can be reached");
            }
            element.setAttribute("aria-label", words.join(", "));
            element.classList.toggle("able", targets.has(name) || Boolean(this.handlers.canLift?.(name)));
        }
    }

    /** Gives a field the place in the order of the Tab key, and the focus if it is wanted. */
    focusOn(name, wantsFocus) {
        const { fields } = this.layers;
        const element = [...fields.children].find((child) => child.dataset.field === name);
        if (!element || !this.handlers.onPick) {
            return;
        }
        fields.querySelector('[tabindex="0"]')?.setAttribute("tabindex", -1);
        element.setAttribute("tabindex", 0);
        this.focused = this.layout.fields.get(name).white;
        if (wantsFocus) {
            element.focus();
        }
    }

    /** Gives the focus to the field that has the place in the order of the Tab key. */
    focus() {
        this.layers.fields.querySelector('[tabindex="0"]')?.focus({ preventScroll: true });
    }

    /** Draws the piece of a field at a point, while it is dragged. */
    carry(name, { x, y }) {
        const element = this.pieceOn(name);
        if (element) {
            element.classList.add("lifted");
            element.setAttribute("transform", `translate(${x} ${y})`);
            this.layers.pieces.append(element);
        }
    }

    /** Puts a dragged piece back on its field. */
    putBack(name) {
        const element = this.pieceOn(name);
        const place = this.layout.fields.get(name);
        if (element && place) {
            const entry = this.state.pieces.find((piece) => piece.field === name);
            const { x, y } = this.layout.point(entry);
            element.classList.remove("lifted");
            element.setAttribute("transform", `translate(${x} ${y})`);
        }
    }
}

/** Lines of the plane beyond the cells that have a name. */
function grid() {
    const reach = 6000;
    const cell = s("path", { d: "M100 0H0V100", class: "thread" });
    const pattern = s("pattern", { id: "plane", width: 100, height: 100, patternUnits: "userSpaceOnUse" }, cell);
    const area = { class: "beyond", x: -reach, y: -reach, width: 2 * reach, height: 2 * reach };
    return s("g", {}, s("defs", {}, pattern), s("rect", area), s("rect", { ...area, class: "threads" }));
}

/** Outline of the tower that marks a castle. */
function tower({ x, y }) {
    const half = 15;
    const third = (2 * half) / 5;
    const merlons = `h${third}v${third}h${third}v${-third}h${third}v${third}h${third}v${-third}h${third}`;
    return `M${x - half} ${y - half}${merlons}v${2 * half}h${-2 * half}z`;
}
