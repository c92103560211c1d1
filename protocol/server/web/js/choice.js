/** A question with a few answers, in a dialog: the piece of a promotion, a confirmation. */

import { button, h, s } from "/js/dom.js";
import { figure } from "/js/board/figures.js";

/** Drawing of a figure for a button or a list. */
export function icon(name, size = 44) {
    return s(
        "svg",
        { class: "icon", viewBox: "-50 -50 100 100", width: size, height: size, "aria-hidden": "true" },
        figure(name, 100),
    );
}

/**
 * Asks. Resolves to the value of the answer, or to null if there was none.
 * @param options list of `{value, text, figure, isBarred}`; what is barred is seen and cannot be chosen
 * @param more `note`: words below the answers; `signal`: closes the dialog without an answer when it aborts
 */
export function choose(question, options, { note = "", signal = null } = {}) {
    return new Promise((resolve) => {
        const dialog = h("dialog", { class: "choice", "aria-label": question });
        const answer = (value) => {
            // The focus goes back to where it was.
            dialog.close();
            dialog.remove();
            resolve(value);
        };
        const buttons = options.map(({ value, text, figure: name, isBarred }) => {
            const element = button("", () => answer(value), { class: name ? "figure" : null, disabled: isBarred });
            element.append(...(name ? [icon(name, 56)] : []), h("span", {}, text));
            return element;
        });
        dialog.append(h("h2", {}, question), h("div", { class: "answers" }, buttons));
        dialog.append(...(note ? [h("p", { class: "faint" }, note)] : []));
        dialog.append(button("Cancel", () => answer(null), { class: "quiet" }));
        // However the browser closes it, by Escape or a gesture: there is no other answer then.
        dialog.addEventListener("close", () => answer(null));
        document.body.append(dialog);
        dialog.showModal();
        signal?.addEventListener("abort", () => answer(null), { once: true });
    });
}

/** Asks a question that is answered by yes or no. */
export function confirm(question, yes, signal = null) {
    return choose(question, [{ value: true, text: yes }], { signal });
}
