"""The command on a Slurm of this machine alone, and jobs without Slurm, with scripts in place of its commands."""

import argparse
import os
import shutil
import signal
import subprocess
import time
from pathlib import Path

import dask
import pytest

from motley_cluster import clusters
from motley_cluster.errors import UserError
from test_commands import ROOT, command, programs


def test_slurm_counts_the_same(tmp_path: Path) -> None:
    if os.geteuid() != 0 or not shutil.which("slurmd") or not shutil.which("munged"):
        pytest.skip("SKIPPED: there is no Slurm, or no right to start it; scripts/setup-packages --slurm")
    words = command("perft", "--slurm", "--memory", "1GB", "--variant", "chess", "--depth", "5", "--units", "8",
                    "--output", str(tmp_path), "--programs", programs("perft"))
    done = subprocess.run([str(ROOT / "scripts/slurm-cluster"), *words], capture_output=True, text=True, check=False)
    assert done.stdout.endswith("nodes 4865609\n"), done.stderr
    assert list((tmp_path / "slurm").glob("dask-worker-*.out"))


def slurm_options(folder: Path, monkeypatch: pytest.MonkeyPatch, sbatch: str) -> argparse.Namespace:
    """Options for a job of Slurm; its commands are scripts. The numbers of jobs are those of process groups; the file
    `queue` has what waits."""
    pytest.importorskip("dask_jobqueue", reason="SKIPPED: there is no dask-jobqueue; scripts/setup-packages")
    for name, text in (("sbatch", sbatch), ("scancel", 'kill -KILL -- "-$1"'), ("squeue", f"cat {folder}/queue")):
        (folder / name).write_text(f"#!/bin/sh\n{text}\n")
        (folder / name).chmod(0o755)
    (folder / "queue").write_text("")
    monkeypatch.setenv("PATH", f"{folder}:{os.environ['PATH']}")
    parser = argparse.ArgumentParser()
    clusters.add_options(parser)
    return parser.parse_args(["--slurm", "--workers", "1", "--memory", "1GB"])


def test_a_job_that_has_ended_is_followed_by_another(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    jobs = tmp_path / "jobs"
    submit = f'cp "$1" {tmp_path}/job-$$; setsid sh {tmp_path}/job-$$ >/dev/null 2>&1 & echo $! | tee -a {jobs}'
    options = slurm_options(tmp_path, monkeypatch, submit)
    with (dask.config.set({"distributed.deploy.lost-worker-timeout": "1s"}),
          clusters.connected(options, tmp_path) as client):
        client.wait_for_workers(1, timeout=120)
        os.killpg(int(jobs.read_text()), signal.SIGKILL)
        end = time.monotonic() + 120
        while len(jobs.read_text().split()) < 2:
            assert time.monotonic() < end, "no job has followed"
            time.sleep(0.1)
        client.wait_for_workers(1, timeout=120)
        patience = clusters.patience(options, client)
        assert not patience.pending()
        (tmp_path / "queue").write_text("1 main dask-worker PD\n")
        assert patience.pending()


def test_jobs_that_slurm_refuses_end_the_command(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    options = slurm_options(tmp_path, monkeypatch, "echo sbatch: error: invalid partition >&2; exit 1")
    with (pytest.raises(UserError, match="^no job was submitted to Slurm$"), clusters.connected(options, tmp_path)):
        pass
    assert capsys.readouterr().err == "a job was not submitted: sbatch: error: invalid partition\n"
