"""Jobs: what all kinds of work have in common, from the program to the report."""

import argparse
import sys
from dataclasses import dataclass, field
from pathlib import Path

from motley_cluster import clusters
from motley_cluster.dealing import Dealer, Report
from motley_cluster.errors import UserError
from motley_cluster.journal import Journal, Result
from motley_cluster.units import File, Program, Unit

# Root of the repository, if the package is used from there.
ROOT = Path(__file__).resolve().parents[3]


@dataclass(frozen=True)
class Job:
    """A job: its units and the files that they need."""

    program: Program
    units: list[Unit]
    # Files that the units name by path, programs among them: equal ones must be there on every worker.
    needed: tuple[File, ...] = ()
    # Facts of the job, for the journal. Two runs with equal facts have equal units.
    facts: dict[str, str] = field(default_factory=dict)
    # True to execute a tenth of the units twice: their results are equal to the byte.
    repeat: bool = True


def add_options(parser: argparse.ArgumentParser) -> None:
    """Options of every kind of work."""
    parser.add_argument("--output", metavar="FOLDER", type=Path, required=True,
                        help="folder of the journal and the results; the same command goes on with it")
    parser.add_argument("--programs", metavar="FOLDER", type=Path, default=ROOT / "target" / "release",
                        help="folder of Motley's programs (target/release)")
    parser.add_argument("--quiet", action="store_true", help="show no progress")
    clusters.add_options(parser)


def program(options: argparse.Namespace, name: str) -> Program:
    """One of Motley's programs."""
    path = Path(options.programs) / name
    if not path.is_file():
        raise UserError(f"there is no program {path}; cargo build --release builds it, --programs names its folder")
    return Program.of(path)


def run(options: argparse.Namespace, job: Job) -> tuple[Journal, Report]:
    """Executes a job, or what is left of it. The journal is open and complete unless the report says otherwise."""
    keys = [unit.key for unit in job.units]
    if len(set(keys)) != len(keys):
        raise AssertionError("two units have one key")
    journal = Journal(options.output, job.facts | {"program": job.program.sha256, "units": str(len(job.units))})
    with clusters.connected(options, options.output) as client:
        dealer = Dealer(client, journal, job.program, job.needed, job.repeat, clusters.patience(options, client))
        return journal, dealer.deal(job.units, options.quiet)


def firsts(journal: Journal, units: list[Unit]) -> list[Result]:
    """The result of each unit, in the order of the units."""
    results = journal.results()
    return [results[unit.key, 0] for unit in units]


def faults(report: Report, folder: Path) -> bool:
    """Reports what went wrong, with the input of each failed unit in a file. True if anything did."""
    for unit, error in report.failed:
        path = folder / "failed" / f"{unit.key}.txt"
        path.parent.mkdir(exist_ok=True)
        path.write_text(unit.input)
        print(f"unit {unit.key} failed {error}", file=sys.stderr)
        print(f"  arguments: {' '.join(unit.arguments)}", file=sys.stderr)
        print(f"  input: {path}", file=sys.stderr)
    for key in report.different:
        print(f"unit {key} has two results that differ: see journal.sqlite in {folder}", file=sys.stderr)
    return bool(report.failed or report.different)
