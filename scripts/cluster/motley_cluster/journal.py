"""Journal: the results of a job's units in SQLite, each written as soon as it is known.

A result is in the journal before anything else happens, so a killed coordinator loses only what was running; a machine
that loses its power may lose the last results, but no more (write-ahead log). The primary key holds each unit once, and
its repetition for verification once.
"""

import fcntl
import json
import os
import sqlite3
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import IO

from motley_cluster.errors import UserError
from motley_cluster.units import Answer, Unit

SCHEMA = """
CREATE TABLE IF NOT EXISTS job (name TEXT PRIMARY KEY, value TEXT NOT NULL);
CREATE TABLE IF NOT EXISTS result (
    unit TEXT NOT NULL,
    repetition INTEGER NOT NULL CHECK (repetition IN (0, 1)),
    digest TEXT NOT NULL,
    stdout TEXT NOT NULL,
    worker TEXT NOT NULL,
    seconds REAL NOT NULL,
    PRIMARY KEY (unit, repetition)
);
CREATE TABLE IF NOT EXISTS failure (
    unit TEXT NOT NULL,
    worker TEXT NOT NULL,
    error TEXT NOT NULL
);
"""


@dataclass(frozen=True)
class Result:
    """A unit's kept result."""

    unit: str
    repetition: int
    digest: str
    stdout: str
    worker: str
    seconds: float


class Journal:
    """Journal of a job in a folder, locked against other coordinators."""

    def __init__(self, folder: Path, job: dict[str, str]) -> None:
        """Opens or creates the journal. A journal of another job is refused."""
        with error_context(folder):
            folder.mkdir(parents=True, exist_ok=True)
        self.folder = folder
        self.lock = lock(folder / "lock")
        self.path = folder / "journal.sqlite"
        with error_context(self.path):
            self.database = sqlite3.connect(self.path)
            self.database.execute("PRAGMA journal_mode = WAL")
            self.database.execute("PRAGMA synchronous = NORMAL")
        with self.transaction() as database:
            database.executescript(SCHEMA)
        self.identify(job)

    @contextmanager
    def transaction(self) -> Iterator[sqlite3.Connection]:
        """Transaction in the database; errors name the file."""
        with error_context(self.path), self.database:
            yield self.database

    def identify(self, job: dict[str, str]) -> None:
        """Writes what the job is, or compares it with what is there."""
        with self.transaction() as database:
            there = dict(database.execute("SELECT name, value FROM job"))
        different = [
            f"{name}: {there.get(name, 'nothing')} there, {job.get(name, 'nothing')} now"
            for name in sorted(there.keys() | job.keys())
            if there.get(name) != job.get(name)
        ]
        if there and different:
            raise UserError(f"{self.folder} holds another job; use another --output:\n  " + "\n  ".join(different))
        with self.transaction() as database:
            database.executemany("INSERT OR IGNORE INTO job VALUES (?, ?)", job.items())

    def add(self, unit: Unit, repetition: int, answer: Answer) -> bool:
        """Adds a result and writes its files first. False if there is one already: then nothing changes."""
        if repetition == 0:
            for name, content in zip(unit.outputs, answer.files, strict=True):
                self.write(unit, name, content)
        row = (unit.key, repetition, unit.digest(), answer.stdout, answer.worker, answer.seconds)
        with self.transaction() as database:
            cursor = database.execute("INSERT OR IGNORE INTO result VALUES (?, ?, ?, ?, ?, ?)", row)
        return cursor.rowcount == 1

    def write(self, unit: Unit, name: str, content: bytes) -> None:
        """Writes a file of a unit's result, whole or not at all."""
        path = self.file(unit.key, name)
        with error_context(path):
            path.parent.mkdir(exist_ok=True)
            unfinished = path.with_name(path.name + ".new")
            with unfinished.open("wb") as file:
                file.write(content)
                file.flush()
                os.fsync(file.fileno())
            unfinished.rename(path)

    def file(self, key: str, name: str) -> Path:
        """Place of a file of a unit's result."""
        return self.folder / "units" / f"{key}-{name}"

    def add_failure(self, unit: Unit, answer: Answer) -> None:
        """Adds a failed try of a unit."""
        with self.transaction() as database:
            database.execute("INSERT INTO failure VALUES (?, ?, ?)", (unit.key, answer.worker, answer.error))

    def results(self) -> dict[tuple[str, int], Result]:
        """All results, by unit and repetition."""
        with self.transaction() as database:
            rows = database.execute("SELECT unit, repetition, digest, stdout, worker, seconds FROM result").fetchall()
        return {(row[0], row[1]): Result(*row) for row in rows}

    def prune(self, begin: str, end: str) -> None:
        """Removes the results of all units whose keys lie between two texts, the second excluded."""
        with self.transaction() as database:
            database.execute("DELETE FROM result WHERE unit >= ? AND unit < ?", (begin, end))

    def failures(self) -> int:
        """Number of failed tries."""
        with self.transaction() as database:
            row = database.execute("SELECT count(*) FROM failure").fetchone()
        return int(row[0])

    def close(self) -> None:
        """Closes the journal and releases its lock."""
        self.database.close()
        self.lock.close()


def lock(path: Path) -> IO[str]:
    """Locks a file until it is closed."""
    with error_context(path):
        file = path.open("w")
        try:
            fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except OSError as error:
            file.close()
            if isinstance(error, BlockingIOError):
                raise UserError(f"{path.parent}: another coordinator works in this folder") from error
            raise
    return file


@contextmanager
def error_context(path: Path) -> Iterator[None]:
    """Context of errors of the system and of SQLite: they name a file."""
    try:
        yield
    except (OSError, sqlite3.Error) as error:
        raise UserError(f"{path}: {getattr(error, 'strerror', None) or error}") from error


def json_line(result: Result) -> dict[str, int]:
    """The one JSON line of a unit's result; integers may have any number of digits."""
    value = json.loads(result.stdout)
    if not isinstance(value, dict):
        raise UserError(f"unit {result.unit}: '{result.stdout.strip()}' is no result")
    return value
