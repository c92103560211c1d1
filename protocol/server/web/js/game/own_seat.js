/** Own seat in a game: its secret, which is in this browser's storage, in the page's address, or in both. */

import { choose } from "/js/choice.js";
import {
    isCreatedHere,
    joined,
    secret as secretOf,
    secretInAddress,
    separate,
    setEarlierSecret,
    setSecret,
    setSecretInAddress,
} from "/js/store.js";

/** Greatest number of seats of a game. */
const MOST_SEATS = 4;

/** True if some secrets are among others. */
function isAmong(secrets, others) {
    const known = separate(others);
    return separate(secrets).every((secret) => known.includes(secret));
}

/** Secret of the own seat: the link's, that which this browser has, or both; null to watch. */
async function chooseSecret(id) {
    const [offered, known] = [secretInAddress(), secretOf(id)];
    if (!offered || !known) {
        return offered ?? known;
    }
    if (isAmong(offered, known)) {
        return known;
    }
    const both = [...new Set([...separate(known), ...separate(offered)])];
    const answers = [{ value: offered, text: "Take the seat of the link instead" }];
    if (both.length <= MOST_SEATS) {
        answers.unshift({ value: joined(both), text: "Play both at this screen" });
    }
    const chosen = await choose("You have a seat in this game already", answers);
    if (chosen === null) {
        setSecretInAddress(null);
    }
    return chosen ?? known;
}

export class OwnSeat {
    /** @param secret that of the seat, or null to watch */
    constructor(id, secret) {
        Object.assign(this, { id, secret });
        /** True if a link that was followed has brought the seat. */
        this.isByLink = secretInAddress() !== null && !isCreatedHere(id);
    }

    /** Own seat in a game: asks if there are several. */
    static async choose(id) {
        return new OwnSeat(id, await chooseSecret(id));
    }

    /** The secret is no seat's: an earlier one may be. */
    withdraw() {
        const known = secretOf(this.id);
        if (known === this.secret) {
            setSecret(this.id, null);
        }
        setSecretInAddress(null);
        this.secret = known === this.secret ? null : known;
    }

    /**
     * Keeps a secret that the server has accepted. In the address it stays if the browser stores nothing; and, where a
     * link has brought it, until the first own move: a messenger that shows the page hands the address on to the
     * browser that is to play.
     */
    keep(hasMoved) {
        const before = secretOf(this.id);
        if (before && !isAmong(before, this.secret)) {
            setEarlierSecret(this.id, before);
        }
        if (!setSecret(this.id, this.secret)) {
            setSecretInAddress(this.secret);
        } else if (hasMoved || !this.isByLink) {
            setSecretInAddress(null);
        }
    }

    /** Address of the rematch. The secret stays the same, and is in the address if the browser stores nothing. */
    rematch({ id }) {
        const isKept = this.secret === null || setSecret(id, this.secret);
        return isKept ? `/game/${id}` : `/game/${id}#${this.secret}`;
    }
}
