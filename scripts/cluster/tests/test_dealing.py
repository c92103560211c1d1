"""Dealing on a real cluster of two workers."""

import argparse
import json
import subprocess
import sys
import time
from collections.abc import Iterator
from pathlib import Path

import dask
import pytest
from distributed import Client, LocalCluster

from motley_cluster import clusters
from motley_cluster.dealing import Dealer
from motley_cluster.errors import UserError
from motley_cluster.journal import Journal
from motley_cluster.patience import Patience
from motley_cluster.units import Answer, File, Unit
from test_units import script


@pytest.fixture(scope="module")
def client() -> Iterator[Client]:
    """Client of two workers."""
    with LocalCluster(n_workers=2, threads_per_worker=1, memory_limit=0, dashboard_address=None) as cluster:
        with Client(cluster) as connected:
            yield connected


def units(number: int) -> list[Unit]:
    """Units that say their own number."""
    return [Unit(f"{at:03}", (), f"{at}\n", estimate=at + 1) for at in range(number)]


def test_every_unit_has_a_result_and_a_tenth_has_two_of_different_workers(client: Client, tmp_path: Path) -> None:
    journal = Journal(tmp_path, {"work": "test"})
    report = Dealer(client, journal, script(tmp_path, "cat"), (), repeat=True).deal(units(60), quiet=True)
    results = journal.results()
    assert [results[unit.key, 0].stdout for unit in units(60)] == [unit.input for unit in units(60)]
    twice = [key for key, repetition in results if repetition == 1]
    assert 2 <= len(twice) <= 15
    assert (report.on_two_workers, report.on_one_worker) == (len(twice), 0)
    assert not report.failed and not report.different


def test_only_what_is_missing_is_executed_again(client: Client, tmp_path: Path) -> None:
    log = tmp_path / "log"
    program = script(tmp_path, f"read number; echo $number >> {log}; echo $number")
    journal = Journal(tmp_path, {"work": "test"})
    Dealer(client, journal, program, (), repeat=False).deal(units(4), quiet=True)
    Dealer(client, journal, program, (), repeat=False).deal(units(6), quiet=True)
    assert sorted(log.read_text().split()) == ["0", "1", "2", "3", "4", "5"]
    changed = [Unit("000", (), "another input\n")]
    with pytest.raises(UserError, match="unit 000 is that of another input"):
        Dealer(client, journal, program, (), repeat=False).deal(changed, quiet=True)


def test_a_unit_that_fails_on_two_workers_is_reported_and_the_others_go_on(client: Client, tmp_path: Path) -> None:
    program = script(tmp_path, 'read number; [ "$number" = 2 ] && { echo bad luck >&2; exit 1; }; echo $number')
    journal = Journal(tmp_path, {"work": "test"})
    report = Dealer(client, journal, program, (), repeat=False).deal(units(5), quiet=True)
    assert [unit.input for unit, _ in report.failed] == ["2\n"]
    error = report.failed[0][1]
    assert "bad luck" in error and len(set(error.partition(" (on ")[2].rstrip(")").split(", "))) == 2
    assert sorted(key for key, _ in journal.results()) == ["000", "001", "003", "004"]
    assert journal.failures() == 2


def test_a_file_that_the_workers_lack_is_sent_and_units_go_home(
    client: Client, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    content = tmp_path / "content"
    content.write_text(f"content of {tmp_path}\n")
    file = File.of(content)
    elsewhere = File(str(tmp_path / "elsewhere"), file.sha256)
    monkeypatch.setattr("motley_cluster.dealing.Try.contents", lambda attempt: {
        file.sha256: content.read_bytes() for sent in attempt.sent if sent == file.sha256})
    made = [Unit(f"{at}", (elsewhere.placeholder(),), files=(elsewhere,), home=at, repeated=at == 0) for at in range(4)]
    journal = Journal(tmp_path, {"work": "test"})
    report = Dealer(client, journal, script(tmp_path, 'cat "$1"'), (), repeat=True).deal(made, quiet=True)
    results = journal.results()
    assert {result.stdout for result in results.values()} == {content.read_text()} and len(results) == 5
    assert not report.failed and report.on_two_workers == 1 and journal.failures() == 0
    assert results["0", 1].worker != results["0", 0].worker


def test_results_that_differ_are_reported(client: Client, tmp_path: Path) -> None:
    journal = Journal(tmp_path, {"work": "test"})
    report = Dealer(client, journal, script(tmp_path, "echo $$"), (), repeat=True).deal(units(1), quiet=True)
    assert report.different == ["000"]


def test_a_cluster_that_has_lost_its_workers_is_told_and_given_up(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    journal = Journal(tmp_path, {"work": "test"})
    add = journal.add
    with LocalCluster(n_workers=2, threads_per_worker=1, memory_limit=0, dashboard_address=None) as cluster:

        def add_and_retire(unit: Unit, repetition: int, answer: Answer) -> bool:
            cluster.scale(0)
            return add(unit, repetition, answer)

        monkeypatch.setattr(journal, "add", add_and_retire)
        monkeypatch.setattr("motley_cluster.dealing.RESULT_TIMEOUT", 3.0)
        program = script(tmp_path, "sleep 0.2; cat")
        with Client(cluster) as client, pytest.raises(UserError, match=r"no workers for \d+ s; the same command goes"):
            Dealer(client, journal, program, (), repeat=False, patience=Patience(1)).deal(units(100), quiet=True)
    assert "no workers for " in capsys.readouterr().err
    assert 1 <= len(journal.results()) < 100


def test_a_scheduler_that_stays_dead_ends_the_command(tmp_path: Path) -> None:
    file = tmp_path / "scheduler.json"
    command = [sys.executable, "-m", "distributed.cli.dask_scheduler", "--port", "0", "--no-dashboard",
               "--scheduler-file", str(file)]
    parser = argparse.ArgumentParser()
    clusters.add_options(parser)
    with subprocess.Popen(command, stderr=subprocess.DEVNULL) as scheduler:
        try:
            while not (file.exists() and file.stat().st_size):
                assert scheduler.poll() is None
                time.sleep(0.1)
            options = parser.parse_args(["--scheduler", json.loads(file.read_text())["address"]])
            with (dask.config.set({"distributed.comm.timeouts.connect": "10s"}),
                  pytest.raises(UserError, match="the scheduler is gone; the same command goes on"),
                  clusters.connected(options, tmp_path) as client):
                journal = Journal(tmp_path, {"work": "test"})
                dealer = Dealer(client, journal, script(tmp_path, "cat"), (), repeat=False)
                scheduler.kill()
                dealer.deal(units(4), quiet=True)
        finally:
            scheduler.kill()
