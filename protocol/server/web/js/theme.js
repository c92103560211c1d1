/** Light and dark: by the system's preference, or as the switch says. `first-paint.js` restores what was chosen. */

import { setSetting, setting } from "/js/store.js";

const NEXT = { system: "dark", dark: "light", light: "system" };
const WORDS = { system: "as the system", dark: "dark", light: "light" };
const SIGNS = { system: "◐", dark: "●", light: "○" };

function apply(theme) {
    if (theme === "system") {
        delete document.documentElement.dataset.theme;
    } else {
        document.documentElement.dataset.theme = theme;
    }
}

/** Turns a button into the switch of the theme. */
export function themeSwitch(button) {
    const show = (theme) => {
        button.textContent = SIGNS[theme];
        button.setAttribute("aria-label", `Colours: ${WORDS[theme]}`);
        button.title = `Colours: ${WORDS[theme]}`;
    };
    show(setting("theme", "system"));
    button.addEventListener("click", () => {
        const theme = NEXT[setting("theme", "system")];
        setSetting("theme", theme);
        apply(theme);
        show(theme);
    });
}
