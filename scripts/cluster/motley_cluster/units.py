"""Units of work, and their execution on a worker."""

import ctypes
import hashlib
import os
import signal
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable
from dataclasses import dataclass
from functools import lru_cache
from pathlib import Path

# Stands for the temporary folder of a unit in its arguments.
FOLDER = "{folder}"

# Most characters of a program's standard error that are kept.
STDERR_LIMIT = 4000

# prctl(2): signal that a process is sent when its parent dies.
PR_SET_PDEATHSIG = 1


@dataclass(frozen=True)
class Program:
    """Executable file, identified by its SHA-256."""

    path: str
    sha256: str

    @staticmethod
    def of(path: Path) -> "Program":
        """Program of a file on this machine."""
        return Program(str(path.resolve()), sha256_of(path))


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

    def digest(self) -> str:
        """SHA-256 of what the unit asks for."""
        parts = "\0".join((*self.arguments, *self.outputs, self.input))
        return hashlib.sha256(parts.encode()).hexdigest()


@dataclass(frozen=True)
class Answer:
    """What a worker has made of a unit; `error` is empty if it succeeded."""

    key: str
    stdout: str
    files: tuple[bytes, ...]
    seconds: float
    worker: str
    error: str = ""


def sha256_of(path: Path) -> str:
    """SHA-256 of a file; a file that has not changed since is not read again."""
    status = path.stat()
    return sha256_of_version(path, status.st_mtime_ns, status.st_size, status.st_ino)


@lru_cache(maxsize=64)
def sha256_of_version(path: Path, *_version: int) -> str:
    """SHA-256 of a version of a file."""
    with path.open("rb") as file:
        return hashlib.file_digest(file, "sha256").hexdigest()


def installed(program: Program, cache: Path) -> Path | None:
    """Path of a program on this machine, there or in the cache, if a file with its hash exists."""
    for path in (Path(program.path), cached(program, cache)):
        if path.is_file() and sha256_of(path) == program.sha256:
            return path
    return None


def cached(program: Program, cache: Path) -> Path:
    """Place of a program in a worker's cache."""
    return cache / program.sha256 / Path(program.path).name


def default_cache() -> Path:
    """Cache of sent programs on this machine."""
    base = os.environ.get("XDG_CACHE_HOME") or str(Path.home() / ".cache")
    return Path(base) / "motley-cluster"


def install(program: Program, content: bytes, cache: Path) -> Path:
    """Writes a sent program into the cache, unless it is there; refuses content with another hash."""
    there = installed(program, cache)
    if there is not None:
        return there
    if hashlib.sha256(content).hexdigest() != program.sha256:
        raise ValueError(f"{program.path}: what was sent does not have the SHA-256 {program.sha256}")
    path = cached(program, cache)
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


def execute(unit: Unit, program: Program, needed: tuple[Program, ...], worker: str, cache: Path) -> Answer:
    """Executes a unit on this machine. `needed` are programs that the unit names by path: they must be the right ones.

    Never raises: what goes wrong is the answer's error.
    """
    began = time.monotonic()

    def failed(error: str) -> Answer:
        return Answer(unit.key, "", (), time.monotonic() - began, worker, error)

    path = installed(program, cache)
    if path is None:
        return failed(f"no program with the SHA-256 of {program.path} ({program.sha256}) on this worker")
    for other in needed:
        there = Path(other.path)
        if not there.is_file() or sha256_of(there) != other.sha256:
            return failed(f"{other.path} is missing on this worker or another build ({other.sha256} is wanted)")
    with tempfile.TemporaryDirectory(prefix="motley-unit-") as folder:
        arguments = [argument.replace(FOLDER, folder) for argument in unit.arguments]
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
