/**
 * Elements of HTML and SVG, made in one call.
 *
 * Attributes whose value is a function are event listeners under their name without `on`; `true` sets an attribute
 * without a value; `false`, `null` and `undefined` leave it out.
 */

const SVG = "http://www.w3.org/2000/svg";

function furnish(element, attributes, children) {
    for (const [name, value] of Object.entries(attributes ?? {})) {
        if (typeof value === "function") {
            element.addEventListener(name.replace(/^on/, ""), value);
        } else if (value !== false && value !== null && value !== undefined) {
            element.setAttribute(name, value === true ? "" : value);
        }
    }
    element.append(...children.flat().filter((child) => child !== null && child !== undefined && child !== false));
    return element;
}

/** HTML element. */
export function h(tag, attributes, ...children) {
    return furnish(document.createElement(tag), attributes, children);
}

/** SVG element. */
export function s(tag, attributes, ...children) {
    return furnish(document.createElementNS(SVG, tag), attributes, children);
}

/** The element with an id. It is part of the page's HTML, so its absence is a fault of the program. */
export function byId(id) {
    const element = document.getElementById(id);
    if (!element) {
        throw new Error(`no element #${id}`);
    }
    return element;
}

/** Replaces the children of an element. What had the focus among them keeps it, if its like is there again. */
export function replaceChildren(host, ...children) {
    const focused = host.contains(document.activeElement) ? document.activeElement : null;
    host.replaceChildren(...children);
    if (focused && focused !== host) {
        const isAlike = (one) => one.textContent === focused.textContent && one.id === focused.id;
        [...host.querySelectorAll(focused.tagName)].find(isAlike)?.focus();
    }
}

/** Button with a text and what it does. */
export function button(text, onclick, attributes) {
    return h("button", { type: "button", onclick, ...attributes }, text);
}

/** Choice from a list of `[value, text]`. */
export function select(options, chosen, attributes) {
    const entries = options.map(([value, text]) =>
        h("option", { value, selected: String(value) === String(chosen) }, text),
    );
    return h("select", attributes, entries);
}

/** Label around or beside a control, which keeps its own name for screen readers. */
export function field(text, control, note) {
    return h("label", { class: "field" }, h("span", {}, text), control, note && h("small", {}, note));
}
