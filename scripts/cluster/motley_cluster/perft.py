"""`motley-cluster perft`: a count as a sum over the distinct positions at a split, dealt in units.

The coordinator makes the positions distinct (`perft --unique --split`), the workers count them with their
multiplicities (`perft --unit`).
"""

import argparse
import subprocess
import sys
import time
from dataclasses import dataclass
from pathlib import Path

from motley_cluster import jobs
from motley_cluster.clusters import positive
from motley_cluster.dealing import Report
from motley_cluster.errors import UserError
from motley_cluster.jobs import Job
from motley_cluster.journal import json_line
from motley_cluster.units import Program, Unit

# Deepest count that estimates the size of a position.
ESTIMATE_DEPTH = 2


def add_options(parser: argparse.ArgumentParser) -> None:
    """Options of the command."""
    parser.add_argument("--variant", required=True, help="the game")
    parser.add_argument("--depth", type=positive, required=True, help="depth of the count in moves")
    parser.add_argument("--fen", help="the position to count from, instead of the start position")
    parser.add_argument("--split", type=int, help="depth of the distinct positions (half of --depth)")
    parser.add_argument("--units", type=positive, default=200, help="units that the positions are dealt in (200)")
    parser.add_argument("--no-symmetry", action="store_true",
                        help="do not let one position stand for all that are equal by symmetry")
    parser.add_argument("--hash", metavar="MB", type=positive, help="remember counts in a hash table in each unit")
    parser.add_argument("--split-memory", metavar="MB", type=positive, default=4096,
                        help="memory of the coordinator for distinct positions (4096)")
    parser.add_argument("--split-threads", metavar="N", type=positive, default=2,
                        help="threads of the coordinator that make positions distinct (2)")
    parser.add_argument("--no-repetition", action="store_true", help="do not count a tenth of the units twice")
    parser.add_argument("--expect", metavar="NODES", type=int, help="exit with status 1 if the count is another one")
    jobs.add_options(parser)


@dataclass(frozen=True)
class Position:
    """A distinct position with its multiplicity, as `perft --unit` reads it, and the estimate of its size."""

    line: str
    multiplicity: int
    estimate: int


def parse(line: str) -> Position:
    """Parses a line of `perft --split --estimate`: `FEN ;mult M ;DN NODES`."""
    unit, _, estimate = line.rpartition(" ;D")
    multiplicity = unit.rpartition(" ;mult ")[2]
    # A position without moves is counted, too.
    return Position(unit, int(multiplicity), max(int(estimate.split()[1]), 1))


def split(options: argparse.Namespace, perft: Program) -> list[Position]:
    """Distinct positions at the split, sorted by their text."""
    command = [perft.path, *base(options), "--unique", "--split", str(options.split),
               "--estimate", str(min(ESTIMATE_DEPTH, options.depth - options.split)),
               "--threads", str(options.split_threads), "--memory", str(options.split_memory)]
    if not options.no_symmetry:
        command.append("--symmetry")
    if options.fen:
        command += ["--fen", options.fen]
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    if done.returncode != 0:
        raise UserError(done.stderr.strip())
    positions = [parse(line) for line in done.stdout.splitlines()]
    if not positions:
        raise UserError(f"no sequence of moves is {options.split} long: give a smaller --split")
    return positions


def base(options: argparse.Namespace) -> list[str]:
    """Arguments of every call of the program."""
    return ["--variant", options.variant]


def units(options: argparse.Namespace, positions: list[Position]) -> list[Unit]:
    """Units of successive positions, of about equal estimated size. They depend on the options alone."""
    arguments = [*base(options), "--unit", "-", "--depth", str(options.depth - options.split)]
    if options.hash:
        arguments += ["--hash", str(options.hash)]
    target = max(sum(position.estimate for position in positions) / options.units, 1)
    made: list[Unit] = []
    lines: list[str] = []
    size = seen = 0
    for position in positions:
        lines.append(position.line + "\n")
        size += position.estimate
        seen += position.estimate
        if seen >= target * (len(made) + 1):
            made.append(Unit(f"{len(made):06}", tuple(arguments), "".join(lines), estimate=size))
            lines, size = [], 0
    if lines:
        made.append(Unit(f"{len(made):06}", tuple(arguments), "".join(lines), estimate=size))
    return made


def run(options: argparse.Namespace) -> int:
    """Executes the command; returns the exit status."""
    if options.split is None:
        options.split = options.depth // 2
    if not 0 <= options.split < options.depth:
        raise UserError(f"--split {options.split}: it lies between 0 and --depth {options.depth} less 1")
    began = time.monotonic()
    program = jobs.program(options, "perft")
    positions = split(options, program)
    facts = {"work": "perft", "variant": options.variant, "depth": str(options.depth), "split": str(options.split),
             "fen": options.fen or "start", "symmetry": str(not options.no_symmetry), "hash": str(options.hash or 0)}
    job = Job(program, units(options, positions), facts=facts, repeat=not options.no_repetition)
    splitting = time.monotonic() - began
    journal, report = jobs.run(options, job)
    if jobs.faults(report, options.output):
        return 1
    results = [json_line(result) for result in jobs.firsts(journal, job.units)]
    seconds = sum(result.seconds for result in journal.results().values())
    for name, expected in (("positions", len(positions)),
                           ("sequences", sum(position.multiplicity for position in positions))):
        if sum(result[name] for result in results) != expected:
            raise UserError(f"the units have not the {expected} {name} of the split")
    nodes = sum(result["nodes"] for result in results)
    text = table(options, positions, job, report, nodes, [splitting, time.monotonic() - began, seconds])
    (Path(options.output) / "summary.md").write_text(text)
    print(text, end="")
    print(f"nodes {nodes}")
    if options.expect is not None and nodes != options.expect:
        print(f"motley-cluster: nodes {options.expect} expected, {nodes} counted", file=sys.stderr)
        return 1
    return 0


def table(
    options: argparse.Namespace, positions: list[Position], job: Job, report: Report, nodes: int, times: list[float]
) -> str:
    """Table of a finished count."""
    sequences = sum(position.multiplicity for position in positions)
    repeated = report.on_two_workers + report.on_one_worker
    splitting, whole, working = times
    rows = [
        ("count", f"{options.variant}, {options.fen or 'start position'}, depth {options.depth}"),
        ("nodes", f"{nodes:,}"),
        ("split", f"{len(positions):,} distinct positions at depth {options.split}, of {sequences:,} sequences"),
        ("symmetry", "not used" if options.no_symmetry else "one position for all that are equal by symmetry"),
        ("units", f"{len(job.units)}, the smallest {min(unit.estimate for unit in job.units):,} and the largest "
                  f"{max(unit.estimate for unit in job.units):,} by estimate"),
        ("counted twice", f"{repeated} units, {report.on_two_workers} of them on different workers; all agree"),
        ("time", f"{whole:.1f} s in this run, {splitting:.1f} s of it for the split; {working:.1f} s of all workers"),
        ("program", f"perft, SHA-256 {job.program.sha256[:16]}"),
    ]
    return "| | |\n|---|---|\n" + "".join(f"| {name} | {value} |\n" for name, value in rows)
