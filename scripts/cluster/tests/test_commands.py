"""The command itself, with Motley's programs; workers and coordinator are killed meanwhile.

MOTLEY_PROGRAMS names the folder of the programs; without it they are looked for in `target`. Without programs these
tests are skipped.
"""

import hashlib
import json
import os
import sqlite3
import subprocess
import sys
import time
from pathlib import Path

import psutil
import pytest

ROOT = Path(__file__).resolve().parents[3]
FOLDERS = [os.environ.get("MOTLEY_PROGRAMS"), ROOT / "target/release", ROOT / "target/debug"]
COMMAND = [sys.executable, "-m", "motley_cluster.command_line"]


def programs(name: str) -> str:
    """Folder that has a program."""
    for folder in FOLDERS:
        if folder and (Path(folder) / name).is_file():
            return str(folder)
    pytest.skip(f"SKIPPED: there is no program {name}; cargo build builds it")


def command(*words: str) -> list[str]:
    """Command line with two workers."""
    return [*COMMAND, *words, "--workers", "2", "--quiet"]


def workers_of(coordinator: int) -> list[psutil.Process]:
    """Workers of a coordinator on this machine."""
    return [child for child in psutil.Process(coordinator).children() if "spawn_main" in " ".join(child.cmdline())]


def results(folder: Path) -> int:
    """Number of results in a journal."""
    if not (folder / "journal.sqlite").is_file():
        return 0
    with sqlite3.connect(folder / "journal.sqlite") as database:
        table = database.execute("SELECT name FROM sqlite_master WHERE name = 'result'").fetchone()
        return int(database.execute("SELECT count(*) FROM result").fetchone()[0]) if table else 0


def wait_for_results(process: subprocess.Popen[str], folder: Path, number: int) -> None:
    """Waits until a coordinator has written so many results."""
    end = time.monotonic() + 300
    while results(folder) < number:
        assert process.poll() is None, "the coordinator has ended too soon"
        assert time.monotonic() < end, "no results within five minutes"
        time.sleep(0.05)


def test_a_count_is_exact_though_a_worker_and_the_coordinator_are_killed(tmp_path: Path) -> None:
    words = command("perft", "--variant", "chess", "--depth", "6", "--split", "2", "--units", "40", "--no-symmetry",
                    "--output", str(tmp_path), "--programs", programs("perft"))
    with subprocess.Popen(words, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True) as first:
        wait_for_results(first, tmp_path, 1)
        workers_of(first.pid)[0].kill()
        wait_for_results(first, tmp_path, 4)
        first.kill()
    before = results(tmp_path)
    done = subprocess.run(words, capture_output=True, text=True, check=True)
    assert done.stdout.endswith("nodes 119060324\n")
    assert before >= 4 and "all agree" in done.stdout
    with sqlite3.connect(tmp_path / "journal.sqlite") as database:
        rows = database.execute("SELECT stdout FROM result WHERE repetition = 0").fetchall()
    assert sum(json.loads(row[0])["nodes"] for row in rows) == 119_060_324


def test_another_count_than_the_expected_one_ends_with_status_1(tmp_path: Path) -> None:
    words = ["perft", "--variant", "chess", "--depth", "2", "--output", str(tmp_path), "--programs", programs("perft")]
    for nodes, status, fault in (
        ("400", 0, ""), ("401", 1, "motley-cluster: nodes 401 expected, 400 counted\n")
    ):
        done = subprocess.run(command(*words, "--expect", nodes), capture_output=True, text=True, check=False)
        assert (done.returncode, done.stderr) == (status, fault)
        assert done.stdout.endswith("nodes 400\n")


def test_the_games_of_blocks_are_those_of_the_whole_match(tmp_path: Path) -> None:
    folder = programs("match")
    words = ["--variant", "knightrelay", "--engine", "greedy", "--engine", "random", "--openings", "moves=4",
             "nodes=50"]
    cluster = command("match", *words, "--pairs", "5", "--block", "2", "--output", str(tmp_path / "blocks"),
                      "--programs", folder)
    subprocess.run(cluster, capture_output=True, text=True, check=True)
    whole = [f"{folder}/match", *words, "--pairs", "5", "--quiet", "--output", str(tmp_path / "whole")]
    subprocess.run(whole, capture_output=True, text=True, check=True)

    def played(name: str) -> list[tuple[int, str, list[str]]]:
        games = [json.loads(line) for line in (tmp_path / name / "results.jsonl").read_text().splitlines()[1:]]
        told = [(game["game"], game["result"], [move["text"] for move in game["moves"]]) for game in games]
        return sorted(told)

    assert len(played("blocks")) == 10
    assert played("blocks") == played("whole")
    assert (tmp_path / "blocks" / "summary.md").is_file()


def test_a_match_reads_files_that_are_named_from_here_and_notices_that_they_change(tmp_path: Path) -> None:
    folder = Path(programs("match")).resolve()
    variants = ["--variants", "games.toml", "--variant", "gardner"]
    (tmp_path / "games.toml").write_text((ROOT / "assets/variants.toml").read_text())
    words = [f"{folder}/match", "book", *variants, "--number", "2", "--moves", "4"]
    book = subprocess.run(words, capture_output=True, text=True, check=True, cwd=tmp_path)
    (tmp_path / "book.epd").write_text(book.stdout)
    cluster = command("match", *variants, "--engine", "greedy", "--engine", "random", "--openings", "file=book.epd",
                      "--pairs", "2", "--block", "1", "--output", "blocks", "--programs", str(folder))
    done = subprocess.run(cluster, capture_output=True, text=True, check=True, cwd=tmp_path)
    assert done.stdout.endswith("games 4\n")
    (tmp_path / "book.epd").write_text("".join(reversed(book.stdout.splitlines(keepends=True))))
    done = subprocess.run(cluster, capture_output=True, text=True, check=False, cwd=tmp_path)
    assert done.returncode == 2 and f"{tmp_path.resolve()}/book.epd: " in done.stderr


def test_self_play_games_do_not_depend_on_the_blocks(tmp_path: Path) -> None:
    folder = programs("tune")
    words = ["collect", "--variant", "keyles", "--games", "4", "--nodes", "30", "--programs", folder]
    done = subprocess.run(command(*words, "--block", "2", "--output", str(tmp_path / "two")), capture_output=True,
                          text=True, check=True)
    assert done.stdout.startswith("4 games, ")
    subprocess.run(command(*words, "--block", "4", "--output", str(tmp_path / "one")), capture_output=True, check=True)

    def games(name: str) -> list[bytes]:
        files = sorted((tmp_path / name / "units").iterdir())
        # Records end with a zero; the first one of a file is its header.
        return [record for file in files for record in file.read_bytes().split(b"\0")[1:-1]]

    assert len(games("one")) == 4
    assert games("one") == games("two")
    # Results are compared by what the program prints: it has to say what the file holds.
    with sqlite3.connect(tmp_path / "two" / "journal.sqlite") as database:
        rows = database.execute("SELECT unit, stdout FROM result").fetchall()
    assert len(rows) >= 2
    for unit, stdout in rows:
        content = (tmp_path / "two" / "units" / f"{unit}-games").read_bytes()
        assert json.loads(stdout)["sha256"] == hashlib.sha256(content).hexdigest()


def test_errors_name_what_is_wrong(tmp_path: Path) -> None:
    words = ["perft", "--variant", "chess", "--depth", "3", "--output", str(tmp_path)]
    done = subprocess.run(command(*words, "--programs", str(tmp_path)), capture_output=True, text=True, check=False)
    assert done.returncode == 2 and f"there is no program {tmp_path}/perft" in done.stderr
    done = subprocess.run(command(*words, "--split", "3"), capture_output=True, text=True, check=False)
    assert done.returncode == 2 and "--split 3: it lies between 0 and --depth 3 less 1" in done.stderr
    done = subprocess.run(command("match", "--output", str(tmp_path), "--sprt", "elo0=0"), capture_output=True,
                          text=True, check=False)
    assert done.returncode == 2 and "--sprt: a sequential test ends a match in the middle" in done.stderr


def test_errors_of_the_system_are_one_line(tmp_path: Path) -> None:
    for name in ("tune", "perft", "file"):
        (tmp_path / name).write_text("")
    (tmp_path / "damaged").mkdir()
    (tmp_path / "damaged/journal.sqlite").write_text("no database at all")
    environment = os.environ | {"DASK_DISTRIBUTED__COMM__TIMEOUTS__CONNECT": "1s"}
    for words, output, fault in (
        (["collect"], "file", f"{tmp_path}/file: File exists"),
        (["collect"], "damaged", f"{tmp_path}/damaged/journal.sqlite: file is not a database"),
        (["collect", "--scheduler", "tcp://127.0.0.1:9"], "new", "--scheduler tcp://127.0.0.1:9: Timed out trying to "),
        (["perft", "--depth", "3"], "new", f"[Errno 13] Permission denied: '{tmp_path}/perft'"),
    ):
        done = subprocess.run(command(*words, "--variant", "chess", "--output", str(tmp_path / output), "--programs",
                                      str(tmp_path)), capture_output=True, text=True, check=False, env=environment)
        assert done.returncode == 2 and done.stderr.startswith(f"motley-cluster: {fault}"), done.stderr
        assert done.stderr.count("\n") == 1


def game_files(folder: Path, variant: str, games: int) -> list[str]:
    """Two new files of so many games each."""
    files = [str(folder / f"{seed}.games") for seed in (1, 1001)]
    for file, seed in zip(files, ("1", "1001"), strict=True):
        subprocess.run([f"{programs('tune')}/tune", "collect", "--variant", variant, "--games", str(games), "--nodes",
                        "30", "--seed", seed, "--output", file], capture_output=True, check=True)
    return files


def fit_words(folder: Path, variant: str, steps: int, games: int) -> tuple[list[str], list[str]]:
    """Words of a fit on a cluster, and the command that fits on this machine alone, to the same new games."""
    files = game_files(folder, variant, games)
    fit = ["fit", "--variant", variant, "--steps", str(steps), "--lambda", "0.5"]
    return ["tune", *fit, "--programs", programs("tune"), *files], [f"{programs('tune')}/tune", *fit, *files]


def steps_of(folder: Path, kind: str) -> int:
    """Step of the answers of a kind in a journal."""
    if not (folder / "journal.sqlite").is_file():
        return 0
    with sqlite3.connect(folder / "journal.sqlite") as database:
        if not database.execute("SELECT name FROM sqlite_master WHERE name = 'result'").fetchone():
            return 0
        last = database.execute("SELECT max(unit) FROM result WHERE unit LIKE ?", (f"{kind}-%",)).fetchone()[0]
    return int(last.split("-")[1]) if last else 0


def kill_in_steps(cluster: list[str], folder: Path, kind: str, worker_in: int, coordinator_in: int) -> int:
    """Starts a command and kills a worker and the coordinator in two steps; returns the step that it came to."""
    with subprocess.Popen(cluster, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True) as first:
        end = time.monotonic() + 300
        for step, kill in ((worker_in, lambda: workers_of(first.pid)[0].kill()), (coordinator_in, first.kill)):
            while steps_of(folder, kind) < step:
                assert first.poll() is None and time.monotonic() < end
                time.sleep(0.02)
            kill()
    return steps_of(folder, kind)


def units_of(folder: Path) -> list[tuple[str, int]]:
    """Units in a journal, each with its repetition."""
    with sqlite3.connect(folder / "journal.sqlite") as database:
        return database.execute("SELECT unit, repetition FROM result ORDER BY unit, repetition").fetchall()


def test_a_fit_is_that_of_one_machine_though_a_worker_and_the_coordinator_are_killed(tmp_path: Path) -> None:
    words, alone = fit_words(tmp_path, "knightrelay", 40, 100)
    cluster = command(*words, "--shards", "3", "--output", str(tmp_path / "cluster"))
    before = kill_in_steps(cluster, tmp_path / "cluster", "gradient", 3, 8)
    done = subprocess.run(cluster, capture_output=True, text=True, check=True)
    expected = subprocess.run(alone, capture_output=True, text=True, check=True)
    assert 8 <= before < 40
    assert done.stdout == expected.stdout != ""
    assert (tmp_path / "cluster" / "weights").read_text() == done.stdout
    # What `tune fit` says of positions, scale and errors.
    assert done.stderr == expected.stderr
    rows = units_of(tmp_path / "cluster")
    kinds = ("gradient-000040", "survey-000000", "validation-000000", "validation-000040")
    firsts = [f"{kind}-{shard:04}" for kind in kinds for shard in range(3)]
    assert [unit for unit, repetition in rows if repetition == 0] == firsts
    assert [unit for unit, repetition in rows if repetition == 1] == [f"{kind}-0000" for kind in kinds]


def test_a_fit_for_four_players_is_that_of_one_machine(tmp_path: Path) -> None:
    words, alone = fit_words(tmp_path, "kaleido4", 3, 40)
    done = subprocess.run(command(*words, "--output", str(tmp_path / "cluster")), capture_output=True, text=True,
                          check=True)
    expected = subprocess.run(alone, capture_output=True, text=True, check=True)
    assert (done.stdout, done.stderr) == (expected.stdout, expected.stderr)
    other = command(*words, "--stiffness", "3", "--output", str(tmp_path / "cluster"))
    refused = subprocess.run(other, capture_output=True, text=True, check=False)
    assert refused.returncode == 2 and 'options: ["--lambda", "0.5"] there' in refused.stderr


def test_errors_of_a_fit_name_what_is_wrong(tmp_path: Path) -> None:
    folder = programs("tune")
    games = tmp_path / "bad.games"
    games.write_bytes(b"no games")
    for words, status, fault in (
        ([str(tmp_path / "none")], 2, f"there is no file {tmp_path}/none"),
        ([str(games)], 2, str(games)),
    ):
        done = subprocess.run(command("tune", "fit", "--variant", "chess", *words, "--programs", folder, "--output",
                                      str(tmp_path / "cluster")), capture_output=True, text=True, check=False)
        assert done.returncode == status and fault in done.stderr
        assert "Traceback" not in done.stderr
