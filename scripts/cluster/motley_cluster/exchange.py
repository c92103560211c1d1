"""Learning from games in shards: a program of Motley's that asks, and the workers that answer for a shard each.

The program makes the steps, and the units are the answers; all mathematics is in these two. This module carries lines
of JSON to and fro. A request has a kind and, beyond the survey, the number of the step that it belongs to.
"""

import argparse
import hashlib
import json
import subprocess
import sys
import time
from dataclasses import dataclass
from pathlib import Path
from typing import IO, Any

import dask
from motley_cluster import clusters, jobs
from motley_cluster.clusters import positive
from motley_cluster.dealing import REPETITION_DIVISOR, Dealer
from motley_cluster.errors import UserError
from motley_cluster.journal import Journal
from motley_cluster.progress import Progress
from motley_cluster.units import CACHE, File, Program, Unit, death_signal

# Name of a request's kind.
KIND = "kind"


@dataclass(frozen=True)
class Learning:
    """Specification of a learning: the requests, the steps, the state."""

    # Words of `tune` for the program that asks, and for a unit that answers for the games of a shard.
    asking: tuple[str, ...]
    answering: tuple[str, ...]
    # Kind of requests of which there is one at each step; the answers to all others stay in the journal.
    kind: str
    steps: int
    # File of the state of the program that asks, in the folder of the job.
    state: str


def add_options(parser: argparse.ArgumentParser, handed_on: tuple[str, ...]) -> None:
    """Options of all that learns; `handed_on` are options of `tune` that are handed on as they are."""
    parser.add_argument("--variant", required=True, help="the game")
    for name in handed_on:
        parser.add_argument(f"--{name.replace('_', '-')}", metavar="NUMBER",
                            help=f"as for `{parser.prog.removeprefix('motley-cluster ')}`, with its default")
    parser.add_argument("--shards", type=positive, default=8,
                        help="parts that the games are divided into, a unit each at every step; some for each worker "
                             "(8)")
    parser.add_argument("--no-repetition", action="store_true",
                        help="do not have a tenth of the shards answer twice")
    parser.add_argument("files", metavar="FILE", type=Path, nargs="+", help="files of games, of `tune collect`")
    jobs.add_options(parser)


def handed_on(options: argparse.Namespace, names: tuple[str, ...]) -> list[str]:
    """Those of some options that were given, as words of `tune`."""
    given = ((name, getattr(options, name)) for name in names)
    return [word for name, value in given if value is not None for word in (f"--{name.replace('_', '-')}", value)]


def facts(options: argparse.Namespace, program: Program, own: dict[str, str]) -> dict[str, str]:
    """Facts of the job: all that its result follows from, and the division into shards."""
    for path in options.files:
        exists(path)
    games = "".join(File.of(path).sha256 for path in options.files)
    return {"work": f"tune {options.what}", "variant": options.variant, "shards": str(options.shards),
            "games": hashlib.sha256(games.encode()).hexdigest(), "program": program.sha256} | own


def exists(path: Path) -> None:
    """Refuses a file that is not there."""
    if not path.is_file():
        raise UserError(f"there is no file {path}")


def split(options: argparse.Namespace, program: Program) -> list[File]:
    """Divides the games into shards; equal games make equal files."""
    folder = options.output / "shards"
    command = [program.path, "split", "--variant", options.variant, "--shards", str(options.shards),
               "--output", str(folder), *map(str, options.files)]
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    if done.returncode != 0:
        raise UserError(done.stderr.strip())
    # Games that were left out are told there.
    print(done.stderr, end="", file=sys.stderr)
    return [File.of(folder / f"{shard:04}.games") for shard in range(json.loads(done.stdout)["shards"])]


def key(kind: str, step: int, shard: int) -> str:
    """Name of a unit."""
    return f"{kind}-{step:06}-{shard:04}"


@dataclass(frozen=True)
class Sharding:
    """The shards, and how they answer."""

    shards: list[File]
    arguments: tuple[str, ...]
    repeat: bool

    def units(self, kind: str, step: int, requests: list[str]) -> list[Unit]:
        """Units of a request for each shard."""
        made = []
        for shard, (file, text) in enumerate(zip(self.shards, requests, strict=True)):
            made.append(Unit(key(kind, step, shard), (*self.arguments, file.placeholder()), text,
                             estimate=Path(file.path).stat().st_size, files=(file,), home=shard,
                             repeated=self.repeat and shard % REPETITION_DIVISOR == 0))
        return made


class Asker:
    """A `tune` that asks the shards and makes the steps."""

    def __init__(self, program: Program, words: list[str], shards: int) -> None:
        self.name = f"tune {words[0]}"
        self.shards = shards
        command = [program.path, "--threads", "1", *words, "--shards", str(shards)]
        self.process = subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True,
                                        preexec_fn=death_signal())
        self.input, self.output = pipe(self.process.stdin), pipe(self.process.stdout)

    def requests(self) -> list[str]:
        """The next requests, one for each shard; at the end one line with the result, which has no kind."""
        first = self.output.readline()
        if not first:
            raise UserError(f"{self.name} has ended with exit status {self.process.wait()}")
        if KIND not in json.loads(first):
            return [first]
        return [first, *(self.output.readline() for _ in range(self.shards - 1))]

    def answer(self, lines: list[str]) -> None:
        """Gives the answers, in the order of the shards."""
        self.input.writelines(lines)
        self.input.flush()

    def end(self) -> None:
        """Waits for the process, which says how well it has learned after it has told the result."""
        self.input.close()
        if status := self.process.wait():
            raise UserError(f"{self.name} has ended with exit status {status}")


def pipe(stream: IO[str] | None) -> IO[str]:
    """A stream of a process that has it."""
    assert stream is not None
    return stream


def descend(asker: Asker, dealer: Dealer, sharding: Sharding, learning: Learning, quiet: bool) -> Any:
    """Has all requests answered; returns the result, or None if units failed or disagree."""
    progress: Progress | None = None
    began, working, steps = time.monotonic(), 0.0, 0
    while True:
        requests = asker.requests()
        head = json.loads(requests[0])
        if KIND not in head:
            break
        of_step, step = head[KIND] == learning.kind, head.get("step", 0)
        if of_step:
            # The state on disk is that after all earlier steps: their results are not needed any more.
            dealer.journal.prune(f"{learning.kind}-", key(learning.kind, step, 0))
            progress = progress or Progress(learning.steps, step - 1, quiet)
        units = sharding.units(head[KIND], step, requests)
        report = dealer.deal(units, quiet=True)
        if report.failed or report.different:
            return None
        results = jobs.firsts(dealer.journal, units)
        asker.answer([result.stdout for result in results])
        if progress and of_step:
            steps += 1
            working += sum(result.seconds for result in results)
            progress.advance(1, f"{learning.kind} {step} of {learning.steps}")
    asker.end()
    if progress:
        progress.close()
    if not quiet:
        print(f"{steps} {learning.kind}s in {time.monotonic() - began:.1f} s, {working:.1f} s of all workers in units; "
              f"{dealer.report.on_two_workers + dealer.report.on_one_worker} units made twice, all agree",
              file=sys.stderr)
    return head


def run(options: argparse.Namespace, program: Program, learning: Learning, own_facts: dict[str, str]) -> Any:
    """Learns, or goes on where it was; returns the result, or None if units failed or disagree."""
    journal = Journal(options.output, facts(options, program, own_facts))
    shards = split(options, program)
    arguments = ("--threads", "1", *learning.answering, "--cache", CACHE)
    sharding = Sharding(shards, arguments, not options.no_repetition)
    # Requests with a network are large, and no graphs.
    with (dask.config.set({"distributed.admin.large-graph-warning-threshold": "1GB"}),
          clusters.connected(options, options.output) as client):
        dealer = Dealer(client, journal, program, (), repeat=True, patience=clusters.patience(options, client))
        state = ("--state", str(options.output / learning.state))
        asker = Asker(program, [*learning.asking, *state], len(shards))
        try:
            result = descend(asker, dealer, sharding, learning, options.quiet)
        finally:
            asker.process.kill()
            asker.process.wait()
    if result is None:
        jobs.faults(dealer.report, options.output)
    return result
