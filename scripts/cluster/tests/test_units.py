"""Units and the journal, without a cluster."""

import errno
import json
import re
import runpy
import sqlite3
from collections.abc import Iterator
from pathlib import Path

import pytest

from motley_cluster import command_line, match, perft
from motley_cluster.errors import UserError
from motley_cluster.journal import Journal
from motley_cluster.patience import Patience
from motley_cluster.simulation import efficiency, makespan, sizes_of
from motley_cluster.units import CACHE, Answer, File, Program, Unit, execute, install


def script(folder: Path, text: str) -> Program:
    """A shell script as a program."""
    path = folder / "program"
    path.write_text(f"#!/bin/sh\n{text}\n")
    path.chmod(0o755)
    return Program.of(path)


def test_a_unit_has_the_output_and_the_files_of_its_program(tmp_path: Path) -> None:
    program = script(tmp_path, 'cat; echo kept > "$1/made"')
    unit = Unit("1", ("{folder}",), "some input", ("made",))
    answer = execute(unit, program, (), "here", tmp_path / "cache")
    assert (answer.error, answer.stdout, answer.files) == ("", "some input", (b"kept\n",))


def test_failures_are_answers_that_say_why(tmp_path: Path) -> None:
    program = script(tmp_path, "echo wrong line >&2; exit 3")
    assert execute(Unit("1", ()), program, (), "here", tmp_path).error == "exit status 3: wrong line"
    silent = script(tmp_path, "exit 0")
    assert "no result" in execute(Unit("1", (), outputs=("made",)), silent, (), "here", tmp_path).error


def test_what_cannot_be_run_or_read_is_a_failure_too(tmp_path: Path) -> None:
    program = script(tmp_path, r"printf '\377'")
    cache = tmp_path / "cache"
    assert "'utf-8' codec can't decode byte 0xff" in execute(Unit("1", ()), program, (), "here", cache).error
    nowhere = str(tmp_path / "none")
    assert f"No such file or directory: '{nowhere}/" in execute(
        Unit("1", ()), program, (), "here", cache, parent=nowhere).error
    Path(program.path).write_text("#!/no/such/interpreter\n")
    broken = Program.of(Path(program.path))
    assert "No such file or directory" in execute(Unit("1", ()), broken, (), "here", cache).error


def test_a_unit_has_its_folder_where_it_is_told_and_leaves_nothing_there(tmp_path: Path) -> None:
    program = script(tmp_path, "pwd")
    parent = tmp_path / "worker"
    parent.mkdir()
    answer = execute(Unit("1", ()), program, (), "here", tmp_path / "cache", parent=str(parent))
    assert Path(answer.stdout.strip()).parent == parent and not list(parent.iterdir())


def test_another_build_is_refused_and_the_right_one_is_sent(tmp_path: Path) -> None:
    program = script(tmp_path, "echo one")
    content = Path(program.path).read_bytes()
    script(tmp_path, "echo another")
    cache = tmp_path / "cache"
    assert program.sha256 in execute(Unit("1", ()), program, (), "here", cache).error
    with pytest.raises(ValueError, match=program.sha256):
        install(program, b"something else", cache)
    install(program, content, cache)
    assert execute(Unit("1", ()), program, (), "here", cache).stdout == "one\n"
    assert "another build" in execute(Unit("1", ()), program, (program,), "here", cache).error


def test_files_that_a_worker_lacks_are_sent_to_it(tmp_path: Path) -> None:
    program = script(tmp_path, 'cat "$1"; echo "$2"')
    there = tmp_path / "data"
    there.write_text("content\n")
    file = File.of(there)
    unit = Unit("1", (file.placeholder(), CACHE), files=(file,))
    cache = tmp_path / "cache"
    expected = f"content\n{cache / program.sha256}\n"
    assert execute(unit, program, (), "here", cache).stdout == expected
    there.write_text("changed")
    assert execute(unit, program, (), "here", cache).missing == (file.sha256,)
    wrong = execute(unit, program, (), "here", cache, {file.sha256: b"wrong"})
    assert "a file that was sent cannot be kept" in wrong.error and file.sha256 in wrong.error
    assert execute(unit, program, (), "here", cache, {file.sha256: b"content\n"}).stdout == expected
    # It is kept.
    assert execute(unit, program, (), "here", cache).stdout == expected


def test_a_result_counts_once(tmp_path: Path) -> None:
    journal = Journal(tmp_path, {"work": "test"})
    unit = Unit("1", (), outputs=("made",))
    assert journal.add(unit, 0, Answer("1", "first", (b"1",), 1.0, "one"))
    assert not journal.add(unit, 0, Answer("1", "second", (b"1",), 1.0, "two"))
    assert [result.stdout for result in journal.results().values()] == ["first"]
    assert journal.file("1", "made").read_bytes() == b"1"


def test_results_of_steps_that_are_made_are_removed(tmp_path: Path) -> None:
    journal = Journal(tmp_path, {"work": "test"})
    keys = ["gradient-000001-0000", "gradient-000009-0001", "gradient-000010-0000", "survey-000000-0000"]
    for key in keys:
        journal.add(Unit(key, ()), 0, Answer(key, "", (), 1.0, "one"))
    journal.prune("gradient-", "gradient-000010-0000")
    assert sorted(key for key, _ in journal.results()) == keys[2:]


def test_a_journal_of_another_job_or_in_use_is_refused(tmp_path: Path) -> None:
    journal = Journal(tmp_path, {"depth": "4"})
    with pytest.raises(UserError, match="another coordinator"):
        Journal(tmp_path, {"depth": "4"})
    journal.close()
    with pytest.raises(UserError, match="depth: 4 there, 5 now"):
        Journal(tmp_path, {"depth": "5"})


def test_a_lock_that_cannot_be_had_is_no_other_coordinator(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def no_locks(*_arguments: object) -> None:
        raise OSError(errno.ENOLCK, "No locks available")

    monkeypatch.setattr("motley_cluster.journal.fcntl.flock", no_locks)
    with pytest.raises(UserError, match=f"^{re.escape(str(tmp_path))}/lock: No locks available$"):
        Journal(tmp_path, {"work": "test"})


def test_errors_of_a_journal_name_the_file(tmp_path: Path) -> None:
    journal = Journal(tmp_path, {"work": "test"})
    journal.database.execute("PRAGMA max_page_count = 1")
    with pytest.raises(UserError, match=f"^{re.escape(str(tmp_path))}/journal.sqlite: database or disk is full$"):
        journal.add(Unit("1", ()), 0, Answer("1", "long" * 100_000, (), 1.0, "one"))
    (tmp_path / "units").write_text("no folder")
    with pytest.raises(UserError, match=f"^{re.escape(str(tmp_path))}/units/1-made: File exists$"):
        journal.write(Unit("1", ()), "made", b"1")


def test_a_cluster_without_workers_is_told_and_given_up_unless_some_are_pending(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    pending: Iterator[bool] = iter((True, False))
    patience = Patience(100, lambda: next(pending))
    for now, workers, told in (
        (0, 0, ""), (50, 0, ""), (59, 1, ""), (1000, 0, ""), (1059, 0, ""), (1060, 0, "no workers for 60 s\n"),
        (1119, 0, ""), (1120, 0, "no workers for 120 s\n"), (1121, 0, ""),
    ):
        monkeypatch.setattr("motley_cluster.patience.monotonic", lambda now=now: now)
        patience.look(workers)
        assert capsys.readouterr().err == told
    monkeypatch.setattr("motley_cluster.patience.monotonic", lambda: 1180)
    with pytest.raises(UserError, match="^no workers for 180 s; the same command goes on$"):
        patience.look(0)


def test_positions_are_dealt_in_units_of_about_equal_size() -> None:
    lines = [f"position {number} ;mult {number + 1} ;D2 {100 + number % 7}" for number in range(100)]
    positions = [perft.parse(line) for line in lines]
    assert (positions[3].line, positions[3].multiplicity, positions[3].estimate) == ("position 3 ;mult 4", 4, 103)

    class Options:
        """Options of a count."""

        variant, units, depth, split, hash = "chess", 8, 5, 2, None

    units = perft.units(Options, positions)  # type: ignore[arg-type]
    assert len(units) == 8
    assert "".join(unit.input for unit in units) == "".join(position.line + "\n" for position in positions)
    assert max(unit.estimate for unit in units) < 1.2 * min(unit.estimate for unit in units)


def test_blocks_cover_each_pair_once_and_their_games_are_put_together(tmp_path: Path) -> None:
    units = match.units(["--variant", "chess"], pairs=7, block=3)
    assert [unit.arguments[2:6] for unit in units] == [
        ("--skip", "0", "--pairs", "3"), ("--skip", "3", "--pairs", "6"), ("--skip", "6", "--pairs", "7")
    ]
    journal = Journal(tmp_path, {"work": "match"})
    for number, unit in enumerate(units):
        games = f'{{"header":1}}\n{{"game":{2 * number + 1}}}\n{{"game":{2 * number}}}\n'
        journal.add(unit, 0, Answer(unit.key, "", (games.encode(),), 1.0, "one"))
    assert match.merge(journal, units) == 6
    expected = '{"header":1}\n' + "".join(f'{{"game":{number}}}\n' for number in range(6))
    assert (tmp_path / match.RESULTS).read_text() == expected
    journal.write(units[1], match.RESULTS, b'{"header":1}\n{"game":0}\n')
    with pytest.raises(UserError, match="game 1 was played in two blocks"):
        match.merge(journal, units)


def match_folder(folder: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Folder with the files that a match may name, as the current one."""
    for name in ("book.epd", "games.toml", "net", "weights"):
        (folder / name).write_text(name)
    script(folder, "exit 0")
    (folder / "there").mkdir()
    monkeypatch.chdir(folder)
    return folder.resolve()


def test_paths_of_a_match_become_absolute(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    folder = match_folder(tmp_path, monkeypatch)
    found = match.resolved([
        "--variants", "games.toml", "--variant", "gardner", "--each", "nodes=9", "option.Hash=4", "--openings",
        "file=book.epd", "order=sequential", "--engine", "alphabeta", "option.network=net", "--engine", "oneply",
        "option.weights=weights", "--engine", "cmd=program", "option.evalfile=net", "--engine", "cmd=program",
        "name=own", "option.EvalFile=", "--engine", "cmd=program", "name=empty", "option.EvalFile=<empty>",
    ])
    assert found.words == [
        f"--variants={folder}/games.toml", "--variant", "gardner", "--each", "nodes=9", "option.Hash=4", "--openings",
        f"file={folder}/book.epd", "order=sequential", "--engine", "alphabeta", f"option.network={folder}/net",
        "--engine", "oneply", f"option.weights={folder}/weights", "--engine", f"cmd={folder}/program",
        f"option.evalfile={folder}/net", "--engine", f"cmd={folder}/program", "name=own", "option.EvalFile=",
        "--engine", f"cmd={folder}/program", "name=empty", "option.EvalFile=<empty>",
    ]
    assert found.variants() == [f"--variants={folder}/games.toml"]
    facts = found.facts()
    assert set(facts) == {"words", "engines", *(f"{folder}/{name}" for name in ("book.epd", "games.toml", "net",
                                                                               "weights"))}
    assert facts["engines"].split() == [Program.of(folder / "program").sha256] * 3
    # Files and folders that are named in full stay what they are.
    named = [f"--variants={folder}/games.toml", f"dir={folder}/there", f"option.EvalFile={folder}/net"]
    assert match.resolved(named).words == named
    assert match.resolved(["dir=there"]).words == [f"dir={folder}/there"]


def test_files_of_a_match_that_are_not_there_are_named(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    match_folder(tmp_path, monkeypatch)
    for words, fault in (
        (["file=none.epd"], "file=none.epd: there is no such file"),
        (["option.network=there"], "option.network=there: there is no such file"),
        (["option.weights=none"], "option.weights=none: there is no such file"),
        (["option.EvalFile=none"], "option.EvalFile=none: there is no such file"),
        (["--variants", "none.toml"], "--variants=none.toml: there is no such file"),
        (["--variants"], "--variants=: there is no such file"),
        (["cmd=none"], "cmd=none: there is no such program"),
        (["dir=book.epd"], "dir=book.epd: there is no such folder"),
        (["dir=there", "option.EvalFile=net"], "option.EvalFile=net: with dir= the path has to be absolute"),
    ):
        with pytest.raises(UserError, match=f"^{re.escape(fault)}"):
            match.resolved(words)


def test_a_file_of_a_match_that_has_changed_is_noticed(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    folder = match_folder(tmp_path, monkeypatch)
    before = match.resolved(["file=book.epd"])
    unit = Unit("1", tuple(before.words))
    program = Program.of(folder / "program")
    assert execute(unit, program, before.files, "here", folder / "cache").error == ""
    Journal(folder / "runs", before.facts()).close()
    (folder / "book.epd").write_text("other openings")
    error = execute(unit, program, before.files, "here", folder / "cache").error
    assert error.startswith(f"{folder}/book.epd is missing on this worker or another version")
    with pytest.raises(UserError, match=f"{folder}/book.epd: {before.files[0].sha256} there"):
        Journal(folder / "runs", match.resolved(["file=book.epd"]).facts())


def test_simulated_efficiency_is_that_of_known_cases() -> None:
    assert makespan([3, 3, 2, 2, 2], workers=2, overhead=0, serial=1) == 8
    assert efficiency([1] * 10, workers=10, overhead=0, serial=0) == 1
    assert efficiency([1] * 10, workers=20, overhead=0, serial=0) == 0.5
    assert efficiency([1] * 10, workers=1, overhead=0, serial=10) == 0.5


def test_a_simulation_without_workers_or_units_is_refused(capsys: pytest.CaptureFixture[str]) -> None:
    for option in ("--workers", "--copies"):
        with pytest.raises(SystemExit):
            command_line.parser().parse_args(["simulate", "runs", option, "0"])
        assert f"argument {option}: 0 is less than 1" in capsys.readouterr().err


def test_a_simulation_names_a_journal_that_is_none(tmp_path: Path) -> None:
    journal = tmp_path / "journal.sqlite"
    journal.touch()
    with pytest.raises(UserError, match=f"^{re.escape(str(journal))}: no such table: result$"):
        sizes_of(tmp_path)
    journal.write_text("no database at all")
    with pytest.raises(UserError, match=f"^{re.escape(str(journal))}: file is not a database$"):
        sizes_of(tmp_path)


def test_missing_units_and_doubled_games_are_found_after_kills(tmp_path: Path) -> None:
    faults = runpy.run_path(str(Path(__file__).resolve().parents[2] / "cluster-kills"))["faults"]
    journal = Journal(tmp_path, {"units": "2"})
    journal.add(Unit("1", (), outputs=("games",)), 0, Answer("1", "", (b"header\0one\0",), 0.0, "a"))
    assert list(faults(tmp_path)) == ["1 results of 2 units"]
    journal.add(Unit("2", (), outputs=("games",)), 0, Answer("2", "", (b"header\0two\0",), 0.0, "a"))
    assert list(faults(tmp_path)) == []
    journal.file("2", "games").write_bytes(b"header\0one\0")
    assert list(faults(tmp_path)) == ["1 of 2 games are there twice"]
    lines = [json.dumps({"game": number}) for number in (0, 1, 1)]
    (tmp_path / "results.jsonl").write_text("\n".join(["{}", *lines]) + "\n")
    assert list(faults(tmp_path)) == ["1 of 3 games are there twice"]
