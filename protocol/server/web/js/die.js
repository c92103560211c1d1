/** The die of KaleidoChess with dice: its face, and its throw over the board. */

import { h, s } from "/js/dom.js";
import { isCalm } from "/js/board/motion.js";

/** Places of the pips on a face of three by three, by the number thrown. */
const PIPS = {
    1: [4],
    2: [0, 8],
    3: [0, 4, 8],
    4: [0, 2, 6, 8],
    5: [0, 2, 4, 6, 8],
    6: [0, 2, 3, 5, 6, 8],
};
/** Length of a throw, and of the rest before it is taken away, in milliseconds. */
const THROW = 900;
const REST = 700;

/** Face of a die. */
export function face(number, size = 48) {
    const pips = PIPS[number].map((place) => {
        const [column, row] = [place % 3, Math.floor(place / 3)];
        return s("circle", { cx: 26 + 24 * column, cy: 26 + 24 * row, r: 8.5 });
    });
    const body = s("rect", { x: 4, y: 4, width: 92, height: 92, rx: 18 });
    const attributes = { class: "die", viewBox: "0 0 100 100", width: size, height: size };
    return s("svg", { ...attributes, role: "img", "aria-label": `Die: ${number}` }, body, pips);
}

/** Lets a die roll over an element, and shows what it throws. */
export function throwDie(host, number) {
    if (isCalm()) {
        return;
    }
    const die = h("div", { class: "thrown", "aria-hidden": "true" }, face(number, 72));
    host.querySelectorAll(".thrown").forEach((before) => before.remove());
    host.append(die);
    const frames = [
        { transform: "translate(-160%, -420%) rotate(-500deg)", opacity: 0 },
        { transform: "translate(-90%, 40%) rotate(-220deg)", opacity: 1, offset: 0.45, easing: "ease-out" },
        { transform: "translate(-50%, -90%) rotate(-120deg)", offset: 0.65, easing: "ease-in" },
        { transform: "translate(-10%, 10%) rotate(-20deg)", offset: 0.85, easing: "ease-out" },
        { transform: "none", offset: 1 },
    ];
    die.animate(frames, { duration: THROW, easing: "ease-in" }).addEventListener("finish", () => {
        setTimeout(() => die.remove(), REST);
    });
    const tumble = setInterval(() => die.replaceChildren(face(1 + Math.floor(6 * Math.random()), 72)), 90);
    setTimeout(() => {
        clearInterval(tumble);
        die.replaceChildren(face(number, 72));
    }, 0.8 * THROW);
}
