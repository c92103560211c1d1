/** Storage of this browser: own games with the secrets of their seats, links for friends, and settings. */

/** Values that the browser refused to store. They last as long as the page. */
const memory = new Map();
/** Greatest number of visited games that are kept. */
const MOST_GAMES = 200;

function read(key) {
    if (memory.has(key)) {
        return memory.get(key);
    }
    try {
        return JSON.parse(localStorage.getItem(key));
    } catch {
        return null;
    }
}

/** Stores a value. False if the browser does not keep it: then it lasts as long as the page. */
function write(key, value) {
    const text = JSON.stringify(value);
    try {
        localStorage.setItem(key, text);
        if (localStorage.getItem(key) === text) {
            memory.delete(key);
            return true;
        }
    } catch {
        // Some browsers refuse, others forget.
    }
    memory.set(key, value);
    return false;
}

function remove(key) {
    memory.delete(key);
    try {
        localStorage.removeItem(key);
    } catch {
        // Nothing is stored in such a browser.
    }
}

/** Keys of all that is stored. */
function keys() {
    try {
        return [...Object.keys(localStorage), ...memory.keys()];
    } catch {
        return [...memory.keys()];
    }
}

/** Setting by its name, or a default. */
export function setting(name, otherwise) {
    return read(`setting.${name}`) ?? otherwise;
}

/** Keeps a setting. */
export function setSetting(name, value) {
    write(`setting.${name}`, value);
}

/** Secret of the own seat in a game, or null. Those of several seats are one text: `joined`. */
export function secret(game) {
    return read(`seat.${game}`);
}

/** Keeps the secret of the own seat in a game. False if the browser forgets it with the page. */
export function setSecret(game, value) {
    return write(`seat.${game}`, value);
}

/** Own games, the last visited first, each with its seats: a list of `{id, seats, isOver}`. */
export function ownGames() {
    // Earlier versions kept one seat.
    const visited = (read("games") ?? []).map(({ seat, ...game }) => ({ seats: [seat ?? []].flat(), ...game }));
    const seats = keys().filter((key) => key.startsWith("seat."));
    const ids = seats.map((key) => key.slice("seat.".length));
    const others = ids.filter((id) => secret(id) && visited.every((game) => game.id !== id));
    return [...visited, ...others.map((id) => ({ id, seats: [], isOver: false }))];
}

/** Notes that an own game is visited. */
export function noteGame(game) {
    const others = (read("games") ?? []).filter(({ id }) => id !== game.id);
    write("games", [game, ...others].slice(0, MOST_GAMES));
}

/** Forgets a game that is gone, with its secret. */
export function forgetGame(game) {
    const others = (read("games") ?? []).filter(({ id }) => id !== game);
    write("games", others);
    remove(`seat.${game}`);
    remove(`invite.${game}`);
}

/** Links for the friends who are asked to a game: a list of `{seat, link}`. */
export function invitations(game) {
    return read(`invite.${game}`) ?? [];
}

/** Keeps the links for friends. */
export function setInvitations(game, links) {
    write(`invite.${game}`, links);
}

/** Secrets of seats as one text, which is kept and written in an address like that of one seat. */
export function joined(secrets) {
    return secrets.join(".");
}

/** Secrets of seats that are one text; none in null. */
export function separate(secret) {
    return secret?.split(".") ?? [];
}

/** Secret of a seat, or those of several, in the address's fragment; null if there is none. */
export function secretInAddress() {
    const fragment = location.hash.slice(1);
    return /^[\w-]{16,64}(\.[\w-]{16,64}){0,3}$/.test(fragment) ? fragment : null;
}

/** Puts the secret of a seat in the address's fragment, or takes the one there out of it (null). */
export function setSecretInAddress(value) {
    if (value !== secretInAddress()) {
        const fragment = value === null ? "" : `#${value}`;
        history.replaceState(null, "", location.pathname + location.search + fragment);
    }
}
