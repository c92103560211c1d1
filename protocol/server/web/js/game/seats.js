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
