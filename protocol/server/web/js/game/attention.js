/** Signs in the browser's tab: what waits for the player as a number in the title, and as a dot on the icon. */

const [CALM, DUE] = ["/mark.svg", "/mark-due.svg"];

/**
 * Shows the title of the page.
 * @param words what the page is about
 * @param count number of things that wait for the player
 */
export function showTitle(words, count) {
    const icon = document.querySelector("link[rel=icon]");
    const wanted = count > 0 ? DUE : CALM;
    if (icon.getAttribute("href") !== wanted) {
        icon.setAttribute("href", wanted);
    }
    document.title = `${count > 0 ? `(${count}) ` : ""}${words} – Motley`;
}
