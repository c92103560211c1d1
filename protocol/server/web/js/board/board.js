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
/** Description of a board that can be operated, and its id. */
const HELP = "The arrow keys go from field to field, Enter chooses.";
const HELP_ID = "board-help";
const LAYERS = ["ground", "marks", "labels", "joints", "pieces", "targets", "fields"];

export class Board {
    /**
     * @param host element that the drawing is put into
     * @param variant as `/api/variants` describes it
     * @param handlers all optional: `onPick(field)`, `onDrop(from, to)`, `onLift(field)`, `canLift(field)`,
     *     `onCancel()`, which says whether there was something to cancel
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
        /** Elements of the pieces, and what the server says of these, by the same keys. */
        this.pieces = new Map();
        this.entries = new Map();
        /** Element of the piece that is being dragged. */
        this.lifted = null;
        /** Step that is shown though the position does not have it yet: points `from` and `to`, `since` when. */
        this.ahead = null;
        const isMoved = this.isPlane && !isBare;
        if (handlers.onPick || isMoved) {
            this.pointer = new Pointer(this);
        }
        if (handlers.onPick) {
            listenToKeys(this);
            this.svg.classList.add("live");
            this.svg.setAttribute("aria-describedby", HELP_ID);
            this.svg.prepend(s("desc", { id: HELP_ID }, HELP));
        }
        if (isMoved) {
            // Who watches looks around, too.
            this.svg.classList.add("moved");
            this.camera.enable();
        }
        host.append(this.svg, ...(isMoved ? [this.camera.buttons()] : []));
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
            this.lifted = null;
            this.camera.follow(this.layout.view(this.isBare));
        }
        this.layers.marks.replaceChildren(...(last ? [marks.lastMove(this.layout, last)] : []));
        const { ahead } = this;
        this.ahead = null;
        this.drawPieces();
        this.mark({});
        if (last && fresh > 0) {
            this.animate(last.plies.slice(-fresh), ahead);
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
        const keyOf = ({ figure, x, y, marks: signs }) => [figure, x, y, signs?.join("+")].join(" ");
        this.entries = new Map(state.pieces.map((entry) => [keyOf(entry), entry]));
        for (const [key, element] of this.pieces) {
            if (!this.entries.has(key)) {
                element.remove();
                this.pieces.delete(key);
                this.lifted = element === this.lifted ? null : this.lifted;
            }
        }
        for (const [key, entry] of this.entries) {
            const element = this.pieces.get(key) ?? this.pieceElement(entry);
            this.pieces.set(key, element);
            element.dataset.on = entry.field;
            if (element !== this.lifted) {
                this.place(element, entry);
            }
        }
        const tiles = state.pieces.map((entry) => ({ ...layout.point(entry), marks: entry.marks }));
        this.layers.joints.replaceChildren(...(this.isPlane ? [figures.clasps(tiles, TOUCH)] : []));
    }

    pieceElement(entry) {
        const colour = this.variant.seats.length > 2 ? this.variant.seats[entry.owner].colour : null;
        const width = this.isPlane ? TILE : this.variant.geometry.piece;
        const body = figures.piece(entry, { width, isTile: this.isPlane, colour });
        const element = s("g", { class: "piece", "data-name": entry.name }, body);
        this.layers.pieces.append(element);
        return element;
    }

    /** Draws a piece where it stands. */
    place(element, entry) {
        moveTo(element, this.layout.point(entry));
        element.classList.remove("lifted");
        element.removeAttribute("visibility");
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

    /** Lets the pieces of some plies go their ways. That of a first one that was shown `ahead` has set out before. */
    animate(plies, ahead) {
        for (const [index, ply] of plies.entries()) {
            const element = ply.to && this.pieceAt(ply.to);
            if (!element) {
                continue;
            }
            this.layers.pieces.append(element);
            if (ply.kind === "step") {
                const [from, to] = [this.layout.point(ply.from), this.layout.point(ply.to)];
                const isAhead = index === 0 && isSameStep(ahead, ply);
                const gone = isAhead ? performance.now() - ahead.since : 0;
                motion.glide(element.firstElementChild, { x: from.x - to.x, y: from.y - to.y }, gone);
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
     * @param plan `{from, to}` of a premove
     */
    mark({ selected = null, targets = new Map(), movable = new Set(), hint = null, plan = null }) {
        const { layout, layers } = this;
        layers.marks.querySelectorAll(".origin, .movable, .plan").forEach((element) => element.remove());
        const ground = (name, type) => s("path", { class: type, ...layout.outline(layout.fields.get(name)) });
        layers.marks.append(...[...movable].map((name) => ground(name, "movable")));
        if (plan) {
            layers.marks.append(ground(plan.from, "plan"), ground(plan.to, "plan"));
        }
        if (layout.fields.has(selected)) {
            layers.marks.append(ground(selected, "origin"));
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
        this.nameFields(selected, targets, plan);
    }

    /** Gives each field its words for screen readers. */
    nameFields(selected, targets, plan) {
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
            if (name === plan?.from || name === plan?.to) {
                words.push("planned");
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
    carry(name, point) {
        this.lifted = this.pieceOn(name);
        if (this.lifted) {
            this.lifted.classList.add("lifted");
            moveTo(this.lifted, point);
            this.layers.pieces.append(this.lifted);
        }
    }

    /** Lets the dragged piece lie where it is. */
    letLie() {
        this.lifted?.classList.remove("lifted");
        this.lifted = null;
    }

    /**
     * Shows a step ahead of the server's answer, and not what it captures. A move of another kind shows nothing.
     * @param glides whether the piece glides to its target, or lies there already
     */
    settle({ from, to, captures }, glides) {
        const [begin, end] = [from, to].map((name) => this.layout.fields.get(name));
        const step = begin && end && { from: begin.white, to: end.white };
        if (step && isSameStep(this.ahead, step)) {
            return;
        }
        this.putBack();
        const element = step && this.pieceOn(from);
        if (!element) {
            return;
        }
        this.ahead = { ...step, since: glides ? performance.now() : -Infinity };
        if (captures) {
            this.pieceOn(to)?.setAttribute("visibility", "hidden");
        }
        moveTo(element, end);
        this.layers.pieces.append(element);
        if (glides) {
            motion.glide(element.firstElementChild, { x: begin.x - end.x, y: begin.y - end.y });
        }
    }

    /** Puts all pieces where they stand: one that was dragged, and those of a step that was shown ahead. */
    putBack() {
        this.ahead = null;
        this.lifted = null;
        for (const [key, entry] of this.entries) {
            this.place(this.pieces.get(key), entry);
        }
    }

    /** Puts a piece back that is being dragged though it cannot be lifted any more. */
    checkDrag() {
        this.pointer?.check();
    }
}

/** Moves the element of a piece to a point of the drawing. */
function moveTo(element, { x, y }) {
    element.setAttribute("transform", `translate(${x} ${y})`);
}

/** True if two steps, of which the first one may be null, have the same points of White's view. */
function isSameStep(one, other) {
    const isNear = (point, next) => Math.hypot(point.x - next.x, point.y - next.y) < 1;
    return one !== null && isNear(one.from, other.from) && isNear(one.to, other.to);
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
