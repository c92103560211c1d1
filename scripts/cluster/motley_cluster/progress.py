"""Progress bar with an estimate of the time left, on standard error."""

import sys
import time

WIDTH = 30
# Seconds between two lines where standard error is no terminal.
PERIOD = 10.0


class Progress:
    """Progress by estimated size: `total` in all, `done` of it before this run."""

    def __init__(self, total: int, done: int, quiet: bool = False) -> None:
        self.total = max(total, 1)
        self.before = done
        self.done = done
        self.quiet = quiet
        self.began = self.shown = time.monotonic()

    def advance(self, size: int, units: str) -> None:
        """Adds a finished unit and shows the bar."""
        self.done += size
        now = time.monotonic()
        terminal = sys.stderr.isatty()
        if self.quiet or (not terminal and now - self.shown < PERIOD):
            return
        self.shown = now
        line = f"{self.bar()} {100 * self.done // self.total} %, {units}, {clock(self.left(now))} left"
        tell(line, end="" if terminal else "\n")

    def left(self, now: float) -> float:
        """Estimated seconds left, by the speed of this run."""
        fresh = self.done - self.before
        return (now - self.began) * (self.total - self.done) / fresh if fresh > 0 else 0.0

    def bar(self) -> str:
        """The bar itself."""
        full = WIDTH * self.done // self.total
        return "[" + "#" * full + "." * (WIDTH - full) + "]"

    def close(self) -> None:
        """Ends the line of the bar."""
        if sys.stderr.isatty() and not self.quiet:
            print(file=sys.stderr)


def tell(line: str, end: str = "\n") -> None:
    """Prints a line on standard error, on a terminal in the place of the bar."""
    print(f"\r{line}\033[K" if sys.stderr.isatty() else line, end=end, file=sys.stderr, flush=True)


def clock(seconds: float) -> str:
    """Duration as hours, minutes and seconds."""
    whole = round(seconds)
    return f"{whole // 3600}:{whole // 60 % 60:02}:{whole % 60:02}"
