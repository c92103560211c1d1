"""Simulated efficiency: discrete simulation of dealing measured units to many workers.

The units' sizes are the seconds that a journal has. The coordinator deals one unit after another, largest first, and
needs some time for each. The efficiency is the work of all units divided by workers times the time until the last unit
is done, the split included.
"""

import argparse
import csv
import heapq
import sqlite3
import sys
from pathlib import Path

from motley_cluster.clusters import positive
from motley_cluster.errors import UserError
from motley_cluster.journal import error_context


def add_options(parser: argparse.ArgumentParser) -> None:
    """Options of the command."""
    parser.add_argument("folder", type=Path, help="folder of a finished job")
    parser.add_argument("--workers", type=positive, nargs="+", default=[1, 10, 100, 1000], help="numbers of workers")
    parser.add_argument("--copies", type=positive, nargs="+", default=[1],
                        help="as if the job had so many times as many units: a deeper count with the same split")
    parser.add_argument("--overhead", type=float, default=0.005, help="seconds of the coordinator for a unit (0.005)")
    parser.add_argument("--serial", type=float, default=0.0, help="seconds before the first unit, for the split (0)")
    parser.add_argument("--plot", metavar="FILE", type=Path, help="also draw the efficiency, as SVG (needs matplotlib)")


def makespan(sizes: list[float], workers: int, overhead: float, serial: float) -> float:
    """Time until the last unit is done, if units are dealt largest first to whoever is idle."""
    idle = [serial] * workers
    dealt = finished = serial
    for size in sorted(sizes, reverse=True):
        dealt = max(dealt + overhead, heapq.heappop(idle))
        finished = max(finished, dealt + size)
        heapq.heappush(idle, dealt + size)
    return finished


def efficiency(sizes: list[float], workers: int, overhead: float, serial: float) -> float:
    """Part of the workers' time that goes into units."""
    return sum(sizes) / (workers * makespan(sizes, workers, overhead, serial))


def sizes_of(folder: Path) -> list[float]:
    """Seconds of the units in a journal."""
    path = folder / "journal.sqlite"
    if not path.is_file():
        raise UserError(f"there is no journal {path}")
    with error_context(path), sqlite3.connect(path) as database:
        sizes = [float(row[0]) for row in database.execute("SELECT seconds FROM result WHERE repetition = 0")]
    if not sizes:
        raise UserError(f"{path} has no results")
    return sizes


def run(options: argparse.Namespace) -> int:
    """Prints a table as CSV, and draws it."""
    sizes = sizes_of(options.folder)
    out = csv.writer(sys.stdout, lineterminator="\n")
    out.writerow(["units", "mean seconds", "longest seconds", "workers", "makespan", "efficiency"])
    for copies in options.copies:
        many = sizes * copies
        for workers in options.workers:
            span = makespan(many, workers, options.overhead, options.serial)
            share = sum(many) / (workers * span)
            mean = sum(sizes) / len(sizes)
            out.writerow([len(many), f"{mean:.2f}", f"{max(sizes):.2f}", workers, f"{span:.1f}", f"{share:.3f}"])
    if options.plot:
        plot(options, sizes)
    return 0


def plot(options: argparse.Namespace, sizes: list[float]) -> None:
    """Draws the efficiency over the number of workers."""
    try:
        from matplotlib import pyplot, rcParams
    except ImportError as error:
        raise UserError("--plot needs the Python package matplotlib") from error
    rcParams["svg.hashsalt"] = "motley"
    figure, axes = pyplot.subplots(figsize=(7, 4))
    workers = sorted({round(10 ** (step / 10)) for step in range(31)})
    for copies in options.copies:
        many = sizes * copies
        shares = [efficiency(many, number, options.overhead, options.serial) for number in workers]
        axes.plot(workers, shares, label=f"{len(many):,} units")
    axes.set(xscale="log", xlabel="workers", ylabel="efficiency", ylim=(0, 1.05))
    axes.grid(alpha=0.3)
    axes.legend()
    figure.savefig(options.plot, format="svg", metadata={"Date": None}, bbox_inches="tight")
