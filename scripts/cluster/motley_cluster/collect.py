"""`motley-cluster collect`: games of the engine with itself, in blocks by seed.

Each block is a `tune collect` of successive seeds and becomes a file of games of its own, which `tune fit` and
`tune network` read.
"""

import argparse
from pathlib import Path

from motley_cluster import jobs
from motley_cluster.clusters import positive
from motley_cluster.jobs import Job
from motley_cluster.journal import json_line
from motley_cluster.units import FOLDER, Unit

GAMES = "games"


def add_options(parser: argparse.ArgumentParser) -> None:
    """Options of the command."""
    parser.add_argument("--variant", required=True, help="the game")
    parser.add_argument("--games", type=positive, default=200, help="number of games (200)")
    parser.add_argument("--nodes", type=positive, default=500, help="nodes a move (500)")
    parser.add_argument("--seed", type=int, default=1, help="seed of the first game; each further one has the next (1)")
    parser.add_argument("--block", type=positive, default=20, help="games of a block (20)")
    jobs.add_options(parser)


def units(options: argparse.Namespace) -> list[Unit]:
    """Blocks of games."""
    made = []
    end = options.seed + options.games
    for seed in range(options.seed, end, options.block):
        games = min(options.block, end - seed)
        # One thread writes the games in the order of their seeds: equal blocks are equal files.
        arguments = ("--threads", "1", "collect", "--variant", options.variant, "--games", str(games),
                     "--nodes", str(options.nodes), "--seed", str(seed), "--output", str(Path(FOLDER) / GAMES))
        made.append(Unit(f"{seed:012}", arguments, outputs=(GAMES,), estimate=games))
    return made


def run(options: argparse.Namespace) -> int:
    """Executes the command; returns the exit status."""
    facts = {"work": "collect", "variant": options.variant, "games": str(options.games), "nodes": str(options.nodes),
             "seed": str(options.seed), "block": str(options.block)}
    job = Job(jobs.program(options, "tune"), units(options), facts=facts)
    journal, report = jobs.run(options, job)
    if jobs.faults(report, options.output):
        return 1
    results = [json_line(result) for result in jobs.firsts(journal, job.units)]
    print(f"{sum(result['games'] for result in results)} games, {sum(result['positions'] for result in results)} "
          f"positions in {len(results)} files: {options.output}/units/*-{GAMES}")
    return 0
