// Sets the chosen colours before the first paint. A classic script, for modules run only after it; so the name of the
// setting is that which store.js gives it.

"use strict";

try {
    const theme = JSON.parse(localStorage.getItem("setting.theme"));
    if (theme === "light" || theme === "dark") {
        document.documentElement.dataset.theme = theme;
    }
} catch {
    // Nothing is stored in such a browser.
}
