/** Storage of this browser: own games with the secrets of their seats, links for friends, and settings. */

/** Values that the browser refused to store. They last as long as the page. */
const memory = new Map();
/** Greatest number of visited games that are kept. */
const MOST_GAMES = 200;
/** Time after which the seat of a game that no server has is forgotten, in milliseconds: 60 days. */
const LOST_AFTER = 60 * 24 * 3600 * 1000;
/** Secrets of one seat or of several. */
const SECRETS = /^[\w-]{16,64}(\.[\w-]{16,64}){0,3}$/;

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

/** Secret of the seat that the present one has taken the place of, or null. */
export function earlierSecret(game) {
    return read(`earlier.${game}`);
}

/** Keeps the secret of a seat that another one takes the place of. */
export function setEarlierSecret(game, value) {
    write(`earlier.${game}`, value);
}

/**
 * Own games, the last visited first: a list of `{id, seats, isOver}`. Some have more: `waits` for a rematch,
 * `isFollowed` by one that has begun, `isReminded` of the own link, `missing` since a time at which a server did not
 * have the game.
 */
export function ownGames() {
    // Earlier versions kept one seat.
    const visited = (read("games") ?? []).map(({ seat, ...game }) => ({ seats: [seat ?? []].flat(), ...game }));
    const seats = keys().filter((key) => key.startsWith("seat."));
    const ids = seats.map((key) => key.slice("seat.".length));
    const others = ids.filter((id) => secret(id) && visited.every((game) => game.id !== id));
    return [...visited, ...others.map((id) => ({ id, seats: [], isOver: false }))];
}

/** Own game by its id. */
export function ownGame(id) {
    return ownGames().find((game) => game.id === id);
}

/** Notes that an own game is visited: it is no longer missing. */
export function noteGame(game) {
    const all = read("games") ?? [];
    const [known, others] = [all.find(({ id }) => id === game.id), all.filter(({ id }) => id !== game.id)];
    write("games", [{ ...known, ...game, missing: undefined }, ...others].slice(0, MOST_GAMES));
}

/** Notes something of an own game, which keeps its place in the list. */
export function amendGame(id, change) {
    const all = read("games") ?? [];
    const isKnown = all.some((game) => game.id === id);
    const amended = all.map((game) => (game.id === id ? { ...game, ...change } : game));
    const added = isKnown ? [] : [{ id, seats: [], isOver: false, ...change }];
    write("games", [...amended, ...added].slice(0, MOST_GAMES));
}

/**
 * Notes that the server does not have an own game. Another server may have it, or a later one the games of a backup:
 * the seat is forgotten only when the game has been missing for long.
 */
export function missGame(id) {
    const now = Date.now();
    const missing = ownGame(id)?.missing ?? now;
    if (now - missing > LOST_AFTER) {
        forgetGame(id);
    } else {
        amendGame(id, { missing });
    }
}

/** Forgets an own game, with its secrets. */
export function forgetGame(game) {
    const others = (read("games") ?? []).filter(({ id }) => id !== game);
    write("games", others);
    ["seat", "earlier", "invite"].forEach((kind) => remove(`${kind}.${game}`));
}

/** Links for the friends who are asked to a game: a list of `{seat, link}`. */
export function invitations(game) {
    return read(`invite.${game}`) ?? [];
}

/** True if this browser has created a game. */
export function isCreatedHere(game) {
    return read(`invite.${game}`) !== null;
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

/** True for a text that is the secret of a seat, or those of several. */
export function isSecret(text) {
    return typeof text === "string" && SECRETS.test(text);
}

/** Secret of a seat, or those of several, in the address's fragment; null if there is none. */
export function secretInAddress() {
    const fragment = location.hash.slice(1);
    return isSecret(fragment) ? fragment : null;
}

/** Puts the secret of a seat in the address's fragment, or takes the one there out of it (null). */
export function setSecretInAddress(value) {
    if (value !== secretInAddress()) {
        const fragment = value === null ? "" : `#${value}`;
        history.replaceState(null, "", location.pathname + location.search + fragment);
    }
}
