"""`motley-cluster match`: a match in blocks of pairs. The games are those of `match` with the same words.

Each block is a `match --skip A --pairs B`; its games are put together into the `results.jsonl` of a match's folder,
from which `match report` writes `games.pgn` and `summary.md`.
"""

import argparse
import json
import subprocess
from pathlib import Path

from motley_cluster import jobs
from motley_cluster.clusters import positive
from motley_cluster.errors import UserError
from motley_cluster.jobs import Job
from motley_cluster.journal import Journal
from motley_cluster.units import FOLDER, Program, Unit

RESULTS = "results.jsonl"

# Words of `match` that blocks cannot have, and why.
REFUSED = {
    "--sprt": "a sequential test ends a match in the middle, and blocks are played whole",
    "--concurrency": "a block plays one game at a time; --workers says how many blocks",
    "--skip": "the blocks have it",
}


def add_options(parser: argparse.ArgumentParser) -> None:
    """Options of the command."""
    parser.description = "Plays a match. Words that are not listed here are those of `match`, handed on as they are."
    parser.add_argument("--pairs", "--rounds", type=positive, default=100, help="pairs of games for each pairing (100)")
    parser.add_argument("--block", type=positive, default=5, help="pairs of a block (5)")
    jobs.add_options(parser)


def absolute(word: str) -> tuple[str, Program | None]:
    """A word of the command line with the path of a program made absolute, and the program."""
    name, _, value = word.partition("=")
    if name != "cmd":
        return word, None
    path = Path(value)
    if not path.is_file():
        raise UserError(f"{word}: there is no such program")
    program = Program.of(path)
    return f"cmd={program.path}", program


def units(words: list[str], pairs: int, block: int) -> list[Unit]:
    """Blocks of a match."""
    made = []
    for first in range(0, pairs, block):
        last = min(first + block, pairs)
        arguments = (*words, "--skip", str(first), "--pairs", str(last), "--quiet", "--output", FOLDER)
        made.append(Unit(f"{first:09}", arguments, outputs=(RESULTS,), estimate=last - first))
    return made


def merge(journal: Journal, units: list[Unit]) -> int:
    """Puts the games of all blocks together in `results.jsonl`; returns their number. Each game is there once."""
    header = ""
    games: dict[int, str] = {}
    for unit in units:
        lines = journal.file(unit.key, RESULTS).read_text().splitlines(keepends=True)
        if header and lines[0] != header:
            raise UserError(f"block {unit.key} is of another match")
        header = lines[0]
        for line in lines[1:]:
            number = int(json.loads(line)["game"])
            if number in games:
                raise UserError(f"game {number + 1} was played in two blocks")
            games[number] = line
    path = journal.folder / RESULTS
    unfinished = path.with_suffix(".new")
    unfinished.write_text(header + "".join(games[number] for number in sorted(games)))
    unfinished.rename(path)
    return len(games)


def run(options: argparse.Namespace, words: list[str]) -> int:
    """Executes the command; returns the exit status."""
    for word in words:
        if word.partition("=")[0] in REFUSED:
            raise UserError(f"{word}: {REFUSED[word.partition('=')[0]]}")
    program = jobs.program(options, "match")
    resolved = [absolute(word) for word in words]
    needed = tuple(found for _, found in resolved if found)
    words = [word for word, _ in resolved]
    facts = {"work": "match", "words": json.dumps(words), "pairs": str(options.pairs), "block": str(options.block),
             "engines": " ".join(found.sha256 for found in needed)}
    # Times differ from run to run, and with clocks the games do: a repetition would prove nothing.
    job = Job(program, units(words, options.pairs, options.block), needed, facts, repeat=False)
    journal, report = jobs.run(options, job)
    if jobs.faults(report, options.output):
        return 1
    games = merge(journal, job.units)
    done = subprocess.run([program.path, "report", str(options.output)], capture_output=True, text=True, check=False)
    if done.returncode != 0:
        raise UserError(done.stderr.strip())
    print(done.stdout, end="")
    print(f"games {games}")
    return 0
