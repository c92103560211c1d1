"""Patience with a cluster that has no workers."""

from collections.abc import Callable
from time import monotonic

from motley_cluster.errors import UserError
from motley_cluster.progress import tell

# Seconds without workers after which a command ends.
LIMIT = 3600
# Seconds between two looks at the time without workers.
PERIOD = 60.0


class Patience:
    """Patience with a cluster that has no workers: the time without them is told once a minute, and after `limit`
    seconds the command ends, unless workers are `pending`."""

    def __init__(self, limit: float = LIMIT, pending: Callable[[], bool] = lambda: False) -> None:
        self.limit = limit
        self.pending = pending
        self.since: float | None = None
        self.told = 0.0

    def look(self, workers: int) -> None:
        """Looks at the number of workers."""
        now = monotonic()
        if workers:
            self.since = None
        elif self.since is None:
            self.since = self.told = now
        elif now - self.told >= min(PERIOD, self.limit):
            self.told = now
            without = now - self.since
            tell(f"no workers for {without:.0f} s")
            if without >= self.limit and not self.pending():
                raise UserError(f"no workers for {without:.0f} s; the same command goes on")
