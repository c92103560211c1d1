/** Movement of pieces: steps, and tiles that fall. None if the reader prefers reduced motion. */

/** Lengths in milliseconds. */
const STEP = 220;
const FALL = 450;

/** True if the system asks for little motion. */
export function isCalm() {
    return matchMedia("(prefers-reduced-motion: reduce)").matches;
}

/**
 * Lets an element glide from a place, given relative to where it stands.
 * @param gone milliseconds of the way that lie behind it
 */
export function glide(element, { x, y }, gone = 0) {
    if (isCalm() || gone >= STEP) {
        return;
    }
    const begin = { transform: `translate(${x}px, ${y}px)` };
    const animation = element.animate([begin, { transform: "none" }], { duration: STEP, easing: "ease-in-out" });
    animation.currentTime = gone;
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
