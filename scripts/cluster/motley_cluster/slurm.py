"""Workers as jobs of Slurm (dask-jobqueue)."""

import argparse
import subprocess
from pathlib import Path

from dask_jobqueue.slurm import SLURMCluster, SLURMJob
from distributed import Status

from motley_cluster.errors import UserError
from motley_cluster.progress import tell


class Job(SLURMJob):  # type: ignore[misc]
    """Job of Slurm with a worker. A refused one has no number, and is running as far as Dask knows, which could not
    close it otherwise."""

    async def start(self) -> None:
        """Submits the job."""
        try:
            await super().start()
        except (OSError, RuntimeError) as error:
            tell(f"a job was not submitted: {str(error).strip().splitlines()[-1]}")
            self.status = Status.running


class Jobs(SLURMCluster):  # type: ignore[misc]
    """Jobs of Slurm, each with a worker."""

    job_cls = Job

    def numbers(self) -> list[str]:
        """Numbers of the jobs in Slurm."""
        return [job.job_id for job in list(self.workers.values()) if job.job_id]

    def pending(self) -> bool:
        """True while a job waits in Slurm's queue."""
        if not (numbers := self.numbers()):
            return False
        command = ["squeue", "--noheader", "--states=PENDING", f"--jobs={','.join(numbers)}"]
        return bool(subprocess.run(command, capture_output=True, text=True, check=False).stdout.strip())

    async def submitted(self) -> None:
        """Waits until all jobs are submitted."""
        await self


def submit(options: argparse.Namespace, folder: Path) -> Jobs:
    """Submits a job for each worker; their output goes into the folder."""
    logs = str(folder / "slurm")
    jobs = Jobs(cores=1, processes=1, memory=options.memory, walltime=options.walltime, log_directory=logs,
                local_directory=logs, scheduler_options={"dashboard_address": options.dashboard})
    jobs.scale(jobs=options.workers)
    jobs.sync(jobs.submitted)
    if not jobs.numbers():
        jobs.close()
        raise UserError("no job was submitted to Slurm")
    # A job that ends, be it at its walltime, is followed by another.
    jobs.adapt(minimum_jobs=options.workers, maximum_jobs=options.workers)
    return jobs
