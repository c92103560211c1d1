"""`motley-cluster match`: a match in blocks of pairs. The games are those of `match` with the same words.

Each block is a `match --skip A --pairs B`; its games are put together into the `results.jsonl` of a match's folder,
from which `match report` writes `games.pgn` and `summary.md`.
"""

import argparse
import json
import subprocess
from dataclasses import dataclass
from pathlib import Path

from motley_cluster import jobs
from motley_cluster.clusters import positive
from motley_cluster.errors import UserError
from motley_cluster.jobs import Job
from motley_cluster.journal import Journal
from motley_cluster.units import FOLDER, File, Program, Unit

RESULTS = "results.jsonl"

# Option of `match` that names a file with custom variants.
VARIANTS = "--variants"
# Option of programs that names a file, in lower case, and its values that name none.
EVAL_FILE = "option.evalfile"
NO_FILE = ("", "<empty>")
# Names of words with the path of a file: openings; a network or weights of a built-in player.
FILES = ("file", "option.network", "option.weights", VARIANTS)

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


@dataclass(frozen=True)
class Words:
    """Words of a match in which all paths are absolute, and the files that they name. Units run in folders of their
    own, where a relative path names nothing."""

    words: list[str]
    files: tuple[File, ...]

    def variants(self) -> list[str]:
        """The word that names a file with custom variants, if there is one."""
        return [word for word in self.words if word.startswith(f"{VARIANTS}=")]

    def facts(self) -> dict[str, str]:
        """Facts for the journal: the words, and the SHA-256 of each program and file."""
        programs = [file for file in self.files if isinstance(file, Program)]
        others = {file.path: file.sha256 for file in self.files if not isinstance(file, Program)}
        engines = " ".join(program.sha256 for program in programs)
        return {"words": json.dumps(self.words), "engines": engines} | others


def resolved(words: list[str]) -> Words:
    """Words with paths that are absolute. A file that is not there is refused."""
    made: list[str] = []
    files: list[File] = []
    lists = lists_of_words(joined(words))
    for_all = [word for own in lists if own[0] == "--each" for word in own]
    for own in lists:
        has_folder = any(word.startswith("dir=") for word in own + for_all)
        for word in own:
            if has_folder and is_eval_file(word) and not Path(word.partition("=")[2]).is_absolute():
                raise UserError(f"{word}: with dir= the path has to be absolute: the program starts in that folder")
            text, file = absolute(word)
            made.append(text)
            if file:
                files.append(file)
    return Words(made, tuple(files))


def lists_of_words(words: list[str]) -> list[list[str]]:
    """The words in lists, each of which begins with its option."""
    lists: list[list[str]] = []
    for word in words:
        if word.startswith("--") or not lists:
            lists.append([])
        lists[-1].append(word)
    return lists


def joined(words: list[str]) -> list[str]:
    """Words with `--variants=FILE` in place of `--variants FILE`."""
    made = list(words)
    while VARIANTS in made:
        at = made.index(VARIANTS)
        made[at:at + 2] = [f"{VARIANTS}={''.join(made[at + 1:at + 2])}"]
    return made


def is_eval_file(word: str) -> bool:
    """True for a program's option that names a file."""
    name, _, value = word.partition("=")
    return name.lower() == EVAL_FILE and value not in NO_FILE


def absolute(word: str) -> tuple[str, File | None]:
    """A word with its path made absolute, and the file that it names."""
    name, _, value = word.partition("=")
    path = Path(value)
    if name == "dir":
        if not path.is_dir():
            raise UserError(f"{word}: there is no such folder")
        return f"dir={path.resolve()}", None
    if name != "cmd" and name not in FILES and not is_eval_file(word):
        return word, None
    if not path.is_file():
        raise UserError(f"{word}: there is no such {'program' if name == 'cmd' else 'file'}")
    file = Program.of(path) if name == "cmd" else File.of(path)
    return f"{name}={file.path}", file


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
    named = resolved(words)
    facts = {"work": "match", "pairs": str(options.pairs), "block": str(options.block)} | named.facts()
    # Times differ from run to run, and with clocks the games do: a repetition would prove nothing.
    job = Job(program, units(named.words, options.pairs, options.block), named.files, facts, repeat=False)
    journal, report = jobs.run(options, job)
    if jobs.faults(report, options.output):
        return 1
    games = merge(journal, job.units)
    command = [program.path, "report", str(options.output), *named.variants()]
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    if done.returncode != 0:
        raise UserError(done.stderr.strip())
    print(done.stdout, end="")
    print(f"games {games}")
    return 0
