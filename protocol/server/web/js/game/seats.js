/** Seats of this screen, at which several persons may play (hot seat). */

/** True if several persons play at this screen. */
export function isShared({ yours }) {
    return yours?.length > 1;
}

/** Seat that the page calls "you"; null for a watcher, and where several persons play at this screen. */
export function seatOfYou(state) {
    return isShared(state) ? null : state.you;
}

/** True if a seat is played at this screen. */
export function isOwnSeat({ you, yours }, seat) {
    return seat === you || Boolean(yours?.includes(seat));
}

/**
 * Progress of a game by its list of moves: `{moves_total, has_begun, has_moved}`. `has_begun` is true if somebody has
 * moved since it was created, `has_moved` if a seat of this screen has.
 */
export function progress({ yours, opening }, moves) {
    const made = moves.filter(({ plies }) => plies > opening);
    const has_moved = made.some(({ seat }) => yours.includes(seat));
    return { moves_total: moves.length, has_begun: made.length > 0, has_moved };
}
