/** Part of a board that is seen. On a plane it can be moved and scaled: by wheel, drag, two fingers, buttons. */

import { button, h } from "/js/dom.js";

/** Least and greatest side of the part of a plane, in SVG units. */
const LEAST = 300;
const GREATEST = 6000;
/** Factor of one step of a button. */
const STEP = 1.25;
/** Part by which the wheel scales: for each pixel, and for each line that some browsers tell in place of pixels. */
const WHEEL = { pixel: 0.0015, line: 0.05 };
/** Factor of a pinch on a touchpad, which comes as small turns of the wheel with Ctrl. */
const PINCH = 10;

/** Factor of an event of the wheel. A touchpad sends many small ones. */
function wheelFactor({ deltaY, deltaMode, ctrlKey }) {
    const unit = deltaMode === WheelEvent.DOM_DELTA_PIXEL ? WHEEL.pixel : WHEEL.line;
    return Math.exp(-deltaY * unit * (ctrlKey ? PINCH : 1));
}

export class Camera {
    constructor(svg) {
        this.svg = svg;
        this.wanted = [0, 0, 1, 1];
        /** Part that the reader chose; null while the whole board is followed. */
        this.chosen = null;
    }

    /** Sets what the board needs. A part that the reader chose stays. */
    follow(view) {
        this.wanted = view;
        this.apply();
    }

    /** Shows the whole board again. */
    fit() {
        this.chosen = null;
        this.apply();
    }

    get view() {
        return this.chosen ?? this.wanted;
    }

    apply() {
        this.svg.setAttribute("viewBox", this.view.map((number) => Math.round(number * 10) / 10).join(" "));
    }

    /** Length of a pixel in SVG units. */
    unit() {
        const [, , width, height] = this.view;
        const box = this.svg.getBoundingClientRect();
        return Math.max(width / box.width, height / box.height);
    }

    /** Point of the drawing below a point of the window. */
    at(clientX, clientY) {
        const matrix = this.svg.getScreenCTM().inverse();
        const point = new DOMPoint(clientX, clientY).matrixTransform(matrix);
        return { x: point.x, y: point.y };
    }

    /** Moves the part by pixels. */
    pan(dx, dy) {
        const unit = this.unit();
        const [left, top, width, height] = this.view;
        this.chosen = [left - dx * unit, top - dy * unit, width, height];
        this.apply();
    }

    /** Scales the part about a point of the drawing, by default its middle; a factor above 1 shows less. */
    zoom(factor, about) {
        const [left, top, width, height] = this.view;
        const side = Math.max(width, height);
        const scale = Math.min(Math.max(side / factor, LEAST), GREATEST) / side;
        const point = about ?? { x: left + width / 2, y: top + height / 2 };
        this.chosen = [
            point.x + (left - point.x) * scale,
            point.y + (top - point.y) * scale,
            width * scale,
            height * scale,
        ];
        this.apply();
    }

    /** Buttons that scale the part. */
    buttons() {
        return h(
            "div",
            { id: "zoom", class: "zoom", role: "group", "aria-label": "Zoom" },
            button("+", () => this.zoom(STEP), { "aria-label": "+ larger" }),
            button("−", () => this.zoom(1 / STEP), { "aria-label": "− smaller" }),
            button("Fit", () => this.fit(), { "aria-label": "Fit the whole plane" }),
        );
    }

    /** Listens to the wheel. */
    enable() {
        this.svg.addEventListener(
            "wheel",
            (event) => {
                event.preventDefault();
                this.zoom(wheelFactor(event), this.at(event.clientX, event.clientY));
            },
            { passive: false },
        );
    }
}
