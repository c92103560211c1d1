/** Storage of this browser: secrets of seats, links for friends, and settings. */

/** Values that the browser refused to store. They last as long as the page. */
const memory = new Map();

function read(key) {
    try {
        return JSON.parse(localStorage.getItem(key)) ?? memory.get(key) ?? null;
    } catch {
        return memory.get(key) ?? null;
    }
}

function write(key, value) {
    try {
        localStorage.setItem(key, JSON.stringify(value));
    } catch {
        memory.set(key, value);
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

/** Secret of the own seat in a game, or null. */
export function secret(game) {
    return read(`seat.${game}`);
}

/** Keeps the secret of the own seat in a game. */
export function setSecret(game, value) {
    write(`seat.${game}`, value);
}

/** Links for the friends who are asked to a game: a list of `{seat, link}`. */
export function invitations(game) {
    return read(`invite.${game}`) ?? [];
}

/** Keeps the links for friends. */
export function setInvitations(game, links) {
    write(`invite.${game}`, links);
}

/** Takes the secret out of the address's fragment, keeps it, and returns the secret of the game or null. */
export function claimSeat(game) {
    const fragment = location.hash.slice(1);
    if (/^[\w-]{16,64}$/.test(fragment)) {
        setSecret(game, fragment);
        history.replaceState(null, "", location.pathname + location.search);
    }
    return secret(game);
}
