"""Units of work, and their execution on a worker."""

import ctypes
import hashlib
import os
import signal
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from functools import lru_cache
from pathlib import Path
from types import MappingProxyType
from typing import Self

# Stands for the temporary folder of a unit in its arguments.
FOLDER = "{folder}"

# Stands for a folder of the worker's machine that outlives the unit; its program alone uses it.
CACHE = "{cache}"

# Most characters of a program's standard error that are kept.
STDERR_LIMIT = 4000

# prctl(2): signal that a process is sent when its parent dies.
PR_SET_PDEATHSIG = 1


@dataclass(frozen=True)
class File:
    """File, identified by its SHA-256."""

    path: str
    sha256: str

    @classmethod
    def of(cls, path: Path) -> Self:
        """A file on this machine."""
        return cls(str(path.resolve()), sha256_of(path))

    def placeholder(self) -> str:
        """Stands for the path of the file on the worker in the arguments of a unit."""
        return f"{{{self.sha256}}}"


class Program(File):
    """Executable file."""


@dataclass(frozen=True)
class Unit:
    """Unit of work: a command with its standard input, deterministic and bounded in time."""

    # Name, unique within a job.
    key: str
    arguments: tuple[str, ...]
    input: str = ""
    # Files in the unit's folder that are part of its result.
    outputs: tuple[str, ...] = ()
    # Estimated size, in any measure that all units of a job share.
    estimate: int = 1
    # Files that the arguments name by their placeholders. A worker without one of them is sent it.
    files: tuple[File, ...] = ()
    # Units with equal numbers go to the same worker where possible, for what its cache has.
    home: int | None = None
    # True if the unit is executed twice; None: by lot.
    repeated: bool | None = None

    def digest(self) -> str:
        """SHA-256 of what the unit asks for."""
        parts = "\0".join((*self.arguments, *self.outputs, self.input))
        return hashlib.sha256(parts.encode()).hexdigest()


@dataclass(frozen=True)
class Answer:
    """Answer of a worker to a unit; `error` is empty if it succeeded."""

    key: str
    stdout: str
    files: tuple[bytes, ...]
    seconds: float
    worker: str
    error: str = ""
    # SHA-256 of files that the worker lacks. Then nothing was executed.
    missing: tuple[str, ...] = ()


def sha256_of(path: Path) -> str:
    """SHA-256 of a file; a file that has not changed since is not read again."""
    status = path.stat()
    return sha256_of_version(path, status.st_mtime_ns, status.st_size, status.st_ino)


@lru_cache(maxsize=4096)
def sha256_of_version(path: Path, *_version: int) -> str:
    """SHA-256 of a version of a file."""
    with path.open("rb") as file:
        return hashlib.file_digest(file, "sha256").hexdigest()


def installed(file: File, cache: Path) -> Path | None:
    """Path of a file on this machine, there or in the cache, if one with its hash exists."""
    for path in (Path(file.path), cached(file, cache)):
        if path.is_file() and sha256_of(path) == file.sha256:
            return path
    return None


def cached(file: File, cache: Path) -> Path:
    """Place of a file in a worker's cache."""
    return cache / file.sha256 / Path(file.path).name


def default_cache() -> Path:
    """Cache of sent files on this machine."""
    base = os.environ.get("XDG_CACHE_HOME") or str(Path.home() / ".cache")
    return Path(base) / "motley-cluster"


def install(file: File, content: bytes, cache: Path) -> Path:
    """Writes a sent file into the cache, unless it is there; refuses content with another hash."""
    there = installed(file, cache)
    if there is not None:
        return there
    if hashlib.sha256(content).hexdigest() != file.sha256:
        raise ValueError(f"{file.path}: what was sent does not have the SHA-256 {file.sha256}")
    path = cached(file, cache)
    path.parent.mkdir(parents=True, exist_ok=True)
    unfinished = path.with_name(f"{path.name}.{os.getpid()}")
    unfinished.write_bytes(content)
    unfinished.chmod(0o755)
    unfinished.rename(path)
    return path


def death_signal() -> Callable[[], None] | None:
    """Function for a child process to die with its parent, where the system offers it: a killed worker must not leave
    a program that goes on counting."""
    if not sys.platform.startswith("linux"):
        return None
    prctl = ctypes.CDLL(None).prctl
    return lambda: prctl(PR_SET_PDEATHSIG, signal.SIGKILL)


def execute(
    unit: Unit, program: Program, needed: tuple[File, ...], worker: str, cache: Path,
    contents: Mapping[str, bytes] = MappingProxyType({}), parent: str | None = None,
) -> Answer:
    """Executes a unit on this machine. `needed` are files that the unit names by path: they must be the right ones.
    `contents` are those of the unit's files that were sent along, by their SHA-256. `parent` is where the unit's folder
    is made, the system's temporary folder by default.

    Never raises: what goes wrong is the answer's error.
    """
    began = time.monotonic()

    def failed(error: str) -> Answer:
        return Answer(unit.key, "", (), time.monotonic() - began, worker, error)

    try:
        path = installed(program, cache)
        if path is None:
            return failed(f"no program with the SHA-256 of {program.path} ({program.sha256}) on this worker")
        for other in needed:
            there = Path(other.path)
            if not there.is_file() or sha256_of(there) != other.sha256:
                kind = "build" if isinstance(other, Program) else "version"
                return failed(f"{other.path} is missing on this worker or another {kind} ({other.sha256} is wanted)")
        try:
            for file in unit.files:
                if file.sha256 in contents:
                    install(file, contents[file.sha256], cache)
        except (OSError, ValueError) as error:
            return failed(f"a file that was sent cannot be kept: {error}")
        places = {file: installed(file, cache) for file in unit.files}
        missing = tuple(file.sha256 for file, place in places.items() if place is None)
        if missing:
            return Answer(unit.key, "", (), time.monotonic() - began, worker, missing=missing)
        with tempfile.TemporaryDirectory(prefix="motley-unit-", dir=parent) as folder:
            values = {file.placeholder(): str(place) for file, place in places.items()}
            values |= {FOLDER: folder, CACHE: str(cache / program.sha256)}
            arguments = [replaced(argument, values) for argument in unit.arguments]
            done = subprocess.run(
                [str(path), *arguments], input=unit.input, capture_output=True, text=True, cwd=folder,
                preexec_fn=death_signal(), check=False,
            )
            if done.returncode != 0:
                return failed(f"exit status {done.returncode}: {done.stderr[-STDERR_LIMIT:].strip()}")
            try:
                files = tuple((Path(folder) / name).read_bytes() for name in unit.outputs)
            except OSError as error:
                return failed(f"the program has left no result: {error}")
        return Answer(unit.key, done.stdout, files, time.monotonic() - began, worker)
    except (OSError, UnicodeError) as error:
        return failed(f"the unit cannot be executed: {error}")


def replaced(argument: str, values: Mapping[str, str]) -> str:
    """An argument with the values of its placeholders."""
    for placeholder, value in values.items():
        argument = argument.replace(placeholder, value)
    return argument
