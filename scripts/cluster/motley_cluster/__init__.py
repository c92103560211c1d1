"""Distributed perft, matches, self-play and tuning: units of work of Motley's programs, on a Dask cluster.

A unit is a command with its input; it is deterministic and its result is kept in a journal as soon as it is there.
`units` has the unit and what a worker does with it, `journal` the results, `dealing` the way of units to workers and
back, `perft`, `match`, `collect` and `tune` the kinds of work, `clusters` the kinds of clusters, `slurm` one of them,
`patience` what happens without workers.
"""
