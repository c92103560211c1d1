"""The command on a Slurm of this machine alone."""

import os
import shutil
import subprocess
from pathlib import Path

import pytest

from test_commands import ROOT, command, programs


def test_slurm_counts_the_same(tmp_path: Path) -> None:
    if os.geteuid() != 0 or not shutil.which("slurmd") or not shutil.which("munged"):
        pytest.skip("SKIPPED: there is no Slurm, or no right to start it; scripts/setup-packages --slurm")
    words = command("perft", "--slurm", "--memory", "1GB", "--variant", "chess", "--depth", "5", "--units", "8",
                    "--output", str(tmp_path), "--programs", programs("perft"))
    done = subprocess.run([str(ROOT / "scripts/slurm-cluster"), *words], capture_output=True, text=True, check=False)
    assert done.stdout.endswith("nodes 4865609\n"), done.stderr
    assert list((tmp_path / "slurm").glob("dask-worker-*.out"))
