/** Movement of pieces: steps, tiles that fall, captures that fade. None if the reader prefers reduced motion. */

/** Lengths in milliseconds. */
const STEP = 220;
const FALL = 450;
const FADE = 180;

/** True if the system asks for little motion. */
export function isCalm() {
    return matchMedia("(prefers-reduced-motion: reduce)").matches;
}

/** Lets an element glide from a place, given relative to where it stands. */
export function glide(element, { x, y }) {
    if (isCalm()) {
        return;
    }
    const begin = { transform: `translate(${x}px, ${y}px)` };
    element.animate([begin, { transform: "none" }], { duration: STEP, easing: "ease-in-out" });
}

/** Lets a tile fall on its place. */
export function fall(element) {
    if (isCalm()) {
        return;
    }
    element.animate(
        [
            { transform: "translateY(-260px) scale(1.7) rotate(-14deg)", opacity: 0 },
            { transform: "translateY(0) scale(1.08) rotate(3deg)", opacity: 1, offset: 0.62, easing: "ease-out" },
            { transform: "translateY(-14px) scale(1.03) rotate(-1deg)", offset: 0.8, easing: "ease-in" },
            { transform: "none" },
        ],
        { duration: FALL, easing: "ease-in" },
    );
}

/** Lets an element vanish, and removes it. */
export function fade(element) {
    if (isCalm()) {
        element.remove();
        return;
    }
    const animation = element.animate([{ opacity: 1 }, { opacity: 0 }], { duration: FADE });
    animation.addEventListener("finish", () => element.remove());
}
