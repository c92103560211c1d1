"""Dealing of units to the workers of a Dask cluster: largest first (LPT), with retries and repetitions.

R. L. Graham, "Bounds on Multiprocessing Timing Anomalies", 1969 (longest processing time first).
"""

import time
from collections import defaultdict, deque
from collections.abc import Iterator
from concurrent.futures import CancelledError
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Any

from distributed import Client, Future, KilledWorker, WorkerPlugin, get_worker, wait

from motley_cluster.clusters import check_scheduler
from motley_cluster.errors import UserError
from motley_cluster.journal import Journal, Result
from motley_cluster.patience import Patience
from motley_cluster.progress import Progress
from motley_cluster.units import Answer, File, Program, Unit, default_cache, execute, install

# Units in flight for each thread of the cluster: one is being executed, one waits at its worker.
IN_FLIGHT = 2
# One unit in this many is executed twice.
REPETITION_DIVISOR = 10
# Tries of a unit where there is only one worker to fail on.
TRIES = 2
# Seconds after which the number of workers is looked at again.
POLL_PERIOD = 2.0
# Seconds for a result to come from its worker.
RESULT_TIMEOUT = 60.0


class InstallProgram(WorkerPlugin):  # type: ignore[misc]
    """Sends a program to each worker, those that join later included, unless it has a file with the same hash."""

    def __init__(self, program: Program, content: bytes) -> None:
        self.name = f"program-{program.sha256}"
        self.program = program
        self.content = content

    def setup(self, worker: object) -> None:
        """Installs the program on a worker."""
        install(self.program, self.content, default_cache())


def execute_here(
    unit: Unit, program: Program, needed: tuple[File, ...], contents: dict[str, bytes]
) -> Answer:
    """Executes a unit on the worker that this runs on, in its folder, which Dask removes if the worker is killed."""
    worker = get_worker()
    return execute(unit, program, needed, str(worker.address), default_cache(), contents, worker.local_directory)


@dataclass
class Report:
    """Outcome of a job's units."""

    # Units that failed on two workers, with the last error.
    failed: list[tuple[Unit, str]] = field(default_factory=list)
    # Units whose two results differ.
    different: list[str] = field(default_factory=list)
    # Units whose two results agree, from two workers and from one.
    on_two_workers: int = 0
    on_one_worker: int = 0


@dataclass(frozen=True)
class Try:
    """A unit on its way, as the first execution or as the repetition, and the workers that must not have it."""

    unit: Unit
    repetition: int
    avoided: frozenset[str]
    # SHA-256 of files that are sent along.
    sent: frozenset[str] = frozenset()

    def contents(self) -> dict[str, bytes]:
        """Contents of the files that are sent along."""
        return {file.sha256: Path(file.path).read_bytes() for file in self.unit.files if file.sha256 in self.sent}


def is_repeated(unit: Unit, alone: bool) -> bool:
    """True for the units that are executed twice: a tenth, chosen by their digest; of a job of one unit that one."""
    if unit.repeated is not None:
        return unit.repeated
    return alone or int(unit.digest(), 16) % REPETITION_DIVISOR == 0


def largest_first(units: list[Unit]) -> list[Unit]:
    """Units in the order in which they are dealt."""
    return sorted(units, key=lambda unit: (-unit.estimate, unit.key))


class Dealer:
    """Deals the units of a job to the workers of a cluster and writes their results into the journal."""

    def __init__(
        self, client: Client, journal: Journal, program: Program, needed: tuple[File, ...], repeat: bool,
        patience: Patience | None = None,
    ) -> None:
        self.client = client
        self.journal = journal
        self.program = program
        self.needed = needed
        self.repeat = repeat
        self.patience = patience or Patience()
        self.waiting: deque[Try] = deque()
        # Units on their way, and the workers that may have them if not all may.
        self.running: dict[Future, tuple[Try, frozenset[str]]] = {}
        self.failures: defaultdict[tuple[str, int], list[str]] = defaultdict(list)
        self.report = Report()
        self.repeated: set[str] = set()
        client.register_plugin(InstallProgram(program, Path(program.path).read_bytes()))

    def deal(self, units: list[Unit], quiet: bool = False) -> Report:
        """Executes all units that have no result yet; returns when nothing is left to do."""
        known = self.journal.results()
        self.plan(units, known)
        results = len(units) + len(self.repeated)
        sizes = [unit.estimate * (2 if unit.key in self.repeated else 1) for unit in units]
        left = sum(attempt.unit.estimate for attempt in self.waiting)
        left += sum(unit.estimate for unit in units if unit.key in self.repeated and (unit.key, 0) not in known)
        progress = Progress(sum(sizes), sum(sizes) - left, quiet)
        finished = len(known)
        while self.waiting or self.running:
            self.submit()
            for attempt, answer in self.completed():
                if self.take(attempt, answer):
                    finished += 1
                    progress.advance(attempt.unit.estimate, f"{finished} of {results} results")
        progress.close()
        self.compare(units)
        return self.report

    def plan(self, units: list[Unit], known: dict[tuple[str, int], Result]) -> None:
        """Queues what the units still lack. A result of another input is refused."""
        self.repeated = {unit.key for unit in units if self.repeat and is_repeated(unit, len(units) == 1)}
        for unit in largest_first(units):
            first = known.get((unit.key, 0))
            if first is None:
                self.waiting.append(Try(unit, 0, frozenset()))
                continue
            if first.digest != unit.digest():
                raise UserError(f"{self.journal.folder}: the result of unit {unit.key} is that of another input")
            if unit.key in self.repeated and (unit.key, 1) not in known:
                self.waiting.append(Try(unit, 1, frozenset({first.worker})))

    def workers(self) -> dict[str, Any]:
        """Workers of the cluster, by their addresses."""
        check_scheduler(self.client)
        # There is nothing in it when the client closes.
        workers: dict[str, Any] = self.client.scheduler_info(n_workers=-1).get("workers", {})
        self.patience.look(len(workers))
        return workers

    def submit(self) -> None:
        """Fills the workers up. What could only be executed by workers that are gone is dealt again."""
        workers = self.workers()
        for future, (attempt, allowed) in list(self.running.items()):
            if allowed and not allowed & workers.keys() and not future.done():
                del self.running[future]
                future.cancel()
                self.waiting.appendleft(attempt)
        room = IN_FLIGHT * sum(int(worker["nthreads"]) for worker in workers.values()) - len(self.running)
        for _ in range(min(room, len(self.waiting))):
            attempt = self.waiting.popleft()
            # Where all workers are to be avoided, any will do.
            allowed = frozenset(workers.keys() - attempt.avoided) if attempt.avoided else frozenset()
            places = sorted(allowed)
            if attempt.unit.home is not None:
                # Its worker, as long as the same workers are there. A first execution may be taken by an idle one.
                there = places or sorted(workers)
                places = [there[attempt.unit.home % len(there)]] if there else []
                allowed = allowed and frozenset(places)
            future = self.client.submit(execute_here, attempt.unit, self.program, self.needed, attempt.contents(),
                                        workers=places or None, allow_other_workers=bool(places) and not allowed,
                                        pure=False)
            self.running[future] = attempt, allowed

    def completed(self) -> Iterator[tuple[Try, Answer]]:
        """Answers that have come in; waits for one, but not for long."""
        if not self.running:
            time.sleep(POLL_PERIOD / 10)
            return
        try:
            done = wait(list(self.running), timeout=POLL_PERIOD, return_when="FIRST_COMPLETED").done
        except TimeoutError:
            return
        except CancelledError:
            done = {future for future in self.running if future.done()}
        for future in done:
            if not future.done():
                # Its worker is gone since; another one executes it again.
                continue
            attempt, allowed = self.running.pop(future)
            try:
                answer = future.result(RESULT_TIMEOUT)
            except TimeoutError:
                self.running[future] = attempt, allowed
                continue
            except KilledWorker as error:
                worker = str(error.last_worker.address)
                answer = Answer(attempt.unit.key, "", (), 0.0, worker, "the worker died, as did those before it")
            except CancelledError:
                # The scheduler has lost the unit: it is dealt again.
                self.waiting.appendleft(attempt)
                continue
            yield attempt, answer

    def take(self, attempt: Try, answer: Answer) -> bool:
        """Keeps an answer, or queues the unit again. True if there is one result more."""
        unit, repetition = attempt.unit, attempt.repetition
        if answer.missing:
            self.waiting.appendleft(replace(attempt, sent=frozenset(answer.missing)))
            return False
        if not answer.error:
            added = self.journal.add(unit, repetition, answer)
            if repetition == 0 and unit.key in self.repeated:
                self.waiting.append(Try(unit, 1, frozenset({answer.worker})))
            return added
        self.journal.add_failure(unit, answer)
        failures = self.failures[unit.key, repetition]
        failures.append(answer.worker)
        if len(failures) < TRIES:
            self.waiting.append(Try(unit, repetition, attempt.avoided | {answer.worker}))
        else:
            self.report.failed.append((unit, f"{answer.error} (on {', '.join(failures)})"))
        return False

    def compare(self, units: list[Unit]) -> None:
        """Compares the two results of repeated units."""
        results = self.journal.results()
        for unit in units:
            first, second = results.get((unit.key, 0)), results.get((unit.key, 1))
            if first is None or second is None:
                continue
            if first.stdout != second.stdout:
                self.report.different.append(unit.key)
            elif first.worker != second.worker:
                self.report.on_two_workers += 1
            else:
                self.report.on_one_worker += 1
