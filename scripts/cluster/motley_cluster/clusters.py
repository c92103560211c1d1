"""Clusters: workers on this machine, a scheduler that runs already, or jobs of Slurm."""

import argparse
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from distributed import Client, LocalCluster

from motley_cluster.errors import UserError

# Seconds to wait for the first worker.
START_PATIENCE = 120
# Tries to start the workers of this machine.
START_TRIES = 5


def add_options(parser: argparse.ArgumentParser) -> None:
    """Options that say where the workers are."""
    where = parser.add_argument_group("workers")
    where.add_argument("--scheduler", metavar="ADDRESS", help="address of a running Dask scheduler: tcp://HOST:8786")
    where.add_argument("--slurm", action="store_true", help="start the workers as jobs of Slurm (dask-jobqueue)")
    where.add_argument("--workers", type=positive, default=2, help="workers to start, of one thread each (2)")
    where.add_argument("--memory", default="2GB", help="memory of a worker that is a job of Slurm (2GB)")
    where.add_argument("--walltime", default="01:00:00", help="longest time of a job of Slurm (01:00:00)")
    where.add_argument("--dashboard", metavar="ADDRESS", default=":0",
                       help="address of Dask's dashboard, which needs bokeh (a free port)")


def positive(text: str) -> int:
    """Parses a number from 1 on."""
    number = int(text)
    if number < 1:
        raise argparse.ArgumentTypeError(f"{text} is less than 1")
    return number


@contextmanager
def connected(options: argparse.Namespace, folder: Path) -> Iterator[Client]:
    """Client of the cluster that the options name; what was started for it ends with it."""
    if options.scheduler:
        with Client(options.scheduler, timeout=START_PATIENCE) as client:
            wait_for_worker(client, f"the scheduler at {options.scheduler} has no workers")
            yield client
        return
    cluster = slurm_cluster(options, folder) if options.slurm else local_cluster(options)
    with cluster, Client(cluster) as client:
        wait_for_worker(client, "no worker has started")
        yield client


def wait_for_worker(client: Client, fault: str) -> None:
    """Waits for the first worker."""
    try:
        client.wait_for_workers(1, timeout=START_PATIENCE)
    except TimeoutError as error:
        raise UserError(f"{fault} after {START_PATIENCE} s") from error


def local_cluster(options: argparse.Namespace) -> Any:
    """Workers on this machine, each a process that is started again when it dies. A worker that dies before all have
    started is an error of Dask's; then all are started again."""
    for _ in range(START_TRIES):
        try:
            return LocalCluster(n_workers=options.workers, threads_per_worker=1, processes=True, memory_limit=0,
                                dashboard_address=options.dashboard)
        except RuntimeError as error:
            fault = error
    raise UserError(f"the workers could not be started {START_TRIES} times: {fault}")


def slurm_cluster(options: argparse.Namespace, folder: Path) -> Any:
    """Workers as jobs of Slurm; their output goes into the job's folder."""
    try:
        from dask_jobqueue import SLURMCluster
    except ImportError as error:
        raise UserError("--slurm needs the Python package dask-jobqueue") from error
    logs = folder / "slurm"
    cluster = SLURMCluster(cores=1, processes=1, memory=options.memory, walltime=options.walltime,
                           log_directory=str(logs), local_directory=str(logs),
                           scheduler_options={"dashboard_address": options.dashboard})
    cluster.scale(jobs=options.workers)
    return cluster
