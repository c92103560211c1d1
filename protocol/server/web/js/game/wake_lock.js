/** Wake lock: keeps the screen from sleeping, in browsers that have one. */

let isWanted = false;
/** Promise of the lock, or of null if the device refuses it, as with little power; null while none is asked for. */
let lock = null;

function update() {
    if (isWanted && !document.hidden) {
        lock ??= navigator.wakeLock.request("screen").catch(() => null);
        return;
    }
    // A page that is hidden has lost it.
    lock?.then((granted) => granted?.release());
    lock = null;
}

/** Keeps the screen awake from now on, or no longer. */
export function keepAwake(wanted) {
    isWanted = wanted;
    if ("wakeLock" in navigator) {
        update();
    }
}

document.addEventListener("visibilitychange", () => keepAwake(isWanted));
