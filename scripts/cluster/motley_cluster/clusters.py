"""Clusters: workers on this machine, a scheduler that runs already, or jobs of Slurm."""

import argparse
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from pathlib import Path
from typing import Any

from distributed import Client, LocalCluster

from motley_cluster.errors import UserError
from motley_cluster.patience import LIMIT, Patience

# Tries to start the workers of this machine.
START_TRIES = 5


def add_options(parser: argparse.ArgumentParser) -> None:
    """Options that say where the workers are."""
    where = parser.add_argument_group("workers")
    kind = where.add_mutually_exclusive_group()
    kind.add_argument("--scheduler", metavar="ADDRESS", help="address of a running Dask scheduler: tcp://HOST:8786")
    kind.add_argument("--slurm", action="store_true", help="start the workers as jobs of Slurm (dask-jobqueue)")
    where.add_argument("--workers", type=positive, default=2, help="workers to start, of one thread each (2)")
    where.add_argument("--memory", default="2GB", help="memory of a worker that is a job of Slurm (2GB)")
    where.add_argument("--walltime", default="01:00:00",
                       help="longest time of a job of Slurm (01:00:00); another one follows it")
    where.add_argument("--patience", metavar="SECONDS", type=positive, default=LIMIT,
                       help=f"give up after so long without workers ({LIMIT}); jobs in Slurm's queue are waited for")
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
    with ExitStack() as stack:
        if options.scheduler:
            client = scheduler_client(options.scheduler)
        else:
            cluster = slurm_cluster(options, folder) if options.slurm else local_cluster(options)
            client = Client(stack.enter_context(cluster))
        stack.enter_context(client)
        try:
            yield client
        except Exception:
            # Then the client's own error says less.
            check_scheduler(client)
            raise


def scheduler_client(address: str) -> Client:
    """Client of a scheduler that runs already."""
    try:
        return Client(address)
    except (ImportError, OSError, ValueError) as error:
        raise UserError(f"--scheduler {address}: {error}") from error


def check_scheduler(client: Client) -> None:
    """Refuses a client that has lost its scheduler: it has tried to connect again for as long as Dask's setting
    `distributed.comm.timeouts.connect` says, and has closed."""
    if client.status in ("closing", "closed"):
        raise UserError("the scheduler is gone; the same command goes on")


def patience(options: argparse.Namespace, client: Client) -> Patience:
    """Patience with the cluster that the options name."""
    return Patience(options.patience, client.cluster.pending) if options.slurm else Patience(options.patience)


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
        from motley_cluster import slurm
    except ImportError as error:
        raise UserError("--slurm needs the Python package dask-jobqueue") from error
    return slurm.submit(options, folder)
