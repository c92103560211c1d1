"""`motley-cluster tune`: a fit of the weights of an evaluation whose gradients are summed by the workers.

`tune fit --shards` makes the steps of gradient descent. For each it asks for a sum over the positions of each shard; a
unit is the answer, a `tune gradient`. All mathematics is in these two. The sums do not depend on how the games are
divided, so the weights are those of `tune fit` with the same games and options, to the bit.
"""

import argparse
import hashlib
import json
import subprocess
import sys
import time
from dataclasses import dataclass
from pathlib import Path
from typing import IO

from motley_cluster import clusters, jobs
from motley_cluster.clusters import positive
from motley_cluster.dealing import REPETITION_DIVISOR, Dealer
from motley_cluster.errors import UserError
from motley_cluster.journal import Journal
from motley_cluster.progress import Progress
from motley_cluster.units import CACHE, File, Program, Unit, death_signal

# Kind of sums of which there is one at each step; all others stay in the journal.
GRADIENT = "gradient"
STATE = "fit.state"
WEIGHTS = "weights"
# Name of the weights in the last line of `tune fit --shards`.
FITTED = "fitted"

# Options of `tune fit` that are handed on as they are.
HANDED_ON = ("search_share", "lambda", "stiffness")


def add_options(parser: argparse.ArgumentParser) -> None:
    """Options of the command."""
    what = parser.add_subparsers(dest="what", required=True)
    fit = what.add_parser("fit", help="fit the weights of a hand-crafted evaluation", allow_abbrev=False)
    fit.add_argument("--variant", required=True, help="the game")
    for name in HANDED_ON:
        fit.add_argument(f"--{name.replace('_', '-')}", metavar="NUMBER", help="as for `tune fit`, with its default")
    fit.add_argument("--steps", type=positive, default=400, help="steps of gradient descent (400)")
    fit.add_argument("--weights", metavar="FILE", type=Path, help="weights to begin with, as `tune fit` prints them")
    fit.add_argument("--shards", type=positive, default=8,
                     help="parts that the games are divided into, a unit each at every step; some for each worker (8)")
    fit.add_argument("--no-repetition", action="store_true", help="do not make the sums of a tenth of the shards twice")
    fit.add_argument("files", metavar="FILE", type=Path, nargs="+", help="files of games, of `tune collect`")
    jobs.add_options(fit)


def handed_on(options: argparse.Namespace, names: tuple[str, ...]) -> list[str]:
    """Those of some options that were given, as words of `tune`."""
    given = ((name, getattr(options, name)) for name in names)
    return [word for name, value in given if value is not None for word in (f"--{name.replace('_', '-')}", value)]


def facts(options: argparse.Namespace, program: Program) -> dict[str, str]:
    """What the job is: all that its result follows from, and the division into shards."""
    for path in (*options.files, *([options.weights] if options.weights else [])):
        if not path.is_file():
            raise UserError(f"there is no file {path}")
    games = "".join(File.of(path).sha256 for path in options.files)
    return {"work": "tune fit", "variant": options.variant, "steps": str(options.steps),
            "options": json.dumps(handed_on(options, HANDED_ON)), "shards": str(options.shards),
            "weights": File.of(options.weights).sha256 if options.weights else "of the source",
            "games": hashlib.sha256(games.encode()).hexdigest(), "program": program.sha256}


def split(options: argparse.Namespace, program: Program) -> list[File]:
    """Divides the games into shards; equal games make equal files."""
    folder = options.output / "shards"
    command = [program.path, "split", "--variant", options.variant, "--shards", str(options.shards),
               "--output", str(folder), *map(str, options.files)]
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    if done.returncode != 0:
        raise UserError(done.stderr.strip())
    return [File.of(folder / f"{shard:04}.games") for shard in range(json.loads(done.stdout)["shards"])]


def key(kind: str, step: int, shard: int) -> str:
    """Name of a unit."""
    return f"{kind}-{step:06}-{shard:04}"


@dataclass(frozen=True)
class Sharding:
    """The shards of a fit, and how their sums are made."""

    shards: list[File]
    arguments: tuple[str, ...]
    repeat: bool

    def units(self, requests: list[str]) -> list[Unit]:
        """Units of a request for each shard."""
        request = json.loads(requests[0])
        made = []
        for shard, (file, text) in enumerate(zip(self.shards, requests, strict=True)):
            made.append(Unit(key(request["kind"], request["step"], shard), (*self.arguments, file.placeholder()), text,
                             estimate=Path(file.path).stat().st_size, files=(file,), home=shard,
                             repeated=self.repeat and shard % REPETITION_DIVISOR == 0))
        return made


class Fit:
    """A `tune fit --shards`, which asks for sums and makes the steps."""

    def __init__(self, options: argparse.Namespace, program: Program, shards: int) -> None:
        command = [program.path, "--threads", "1", "fit", "--variant", options.variant, "--steps", str(options.steps),
                   "--shards", str(shards), "--state", str(options.output / STATE), *handed_on(options, HANDED_ON)]
        if options.weights:
            command += ["--weights", str(options.weights)]
        self.shards = shards
        self.process = subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True,
                                        preexec_fn=death_signal())
        self.input, self.output = pipe(self.process.stdin), pipe(self.process.stdout)

    def requests(self) -> list[str]:
        """The next requests, one for each shard; at the end one line with the weights."""
        first = self.output.readline()
        if not first:
            raise UserError(f"tune fit has ended with exit status {self.process.wait()}")
        if FITTED in json.loads(first):
            return [first]
        return [first, *(self.output.readline() for _ in range(self.shards - 1))]

    def answer(self, lines: list[str]) -> None:
        """Gives the answers, in the order of the shards."""
        self.input.writelines(lines)
        self.input.flush()

    def end(self) -> None:
        """Waits for the process, which says how well the weights fit after it has told them."""
        self.input.close()
        if status := self.process.wait():
            raise UserError(f"tune fit has ended with exit status {status}")


def pipe(stream: IO[str] | None) -> IO[str]:
    """A stream of a process that has it."""
    assert stream is not None
    return stream


def descend(fit: Fit, dealer: Dealer, sharding: Sharding, options: argparse.Namespace) -> str | None:
    """Answers all requests of a fit; returns the weights, or None if units failed or disagree."""
    progress: Progress | None = None
    began, working, steps = time.monotonic(), 0.0, 0
    while True:
        requests = fit.requests()
        head = json.loads(requests[0])
        if FITTED in head:
            break
        if head["kind"] == GRADIENT:
            # The state on disk is that after all earlier steps: their results are not needed any more.
            dealer.journal.prune(f"{GRADIENT}-", key(GRADIENT, head["step"], 0))
            progress = progress or Progress(options.steps, head["step"] - 1, options.quiet)
        units = sharding.units(requests)
        report = dealer.deal(units, quiet=True)
        if report.failed or report.different:
            return None
        results = jobs.firsts(dealer.journal, units)
        fit.answer([result.stdout for result in results])
        if progress and head["kind"] == GRADIENT:
            steps += 1
            working += sum(result.seconds for result in results)
            progress.advance(1, f"step {head['step']} of {options.steps}")
    fit.end()
    if progress:
        progress.close()
    if not options.quiet:
        print(f"{steps} steps in {time.monotonic() - began:.1f} s, {working:.1f} s of all workers in units; "
              f"{dealer.report.on_two_workers + dealer.report.on_one_worker} units made twice, all agree",
              file=sys.stderr)
    return str(head[FITTED])


def run(options: argparse.Namespace) -> int:
    """Executes the command; returns the exit status."""
    program = jobs.program(options, "tune")
    journal = Journal(options.output, facts(options, program))
    shards = split(options, program)
    gradient = ("--threads", "1", "gradient", "--variant", options.variant, "--cache", CACHE,
                *handed_on(options, ("lambda",)))
    sharding = Sharding(shards, gradient, not options.no_repetition)
    with clusters.connected(options, options.output) as client:
        dealer = Dealer(client, journal, program, (), repeat=True)
        fit = Fit(options, program, len(shards))
        try:
            weights = descend(fit, dealer, sharding, options)
        finally:
            fit.process.kill()
            fit.process.wait()
    if weights is None:
        jobs.faults(dealer.report, options.output)
        return 1
    unfinished = options.output / f"{WEIGHTS}.new"
    unfinished.write_text(weights)
    unfinished.rename(options.output / WEIGHTS)
    print(weights, end="")
    return 0
