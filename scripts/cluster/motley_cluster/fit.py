"""`motley-cluster tune fit`: a fit of the weights of an evaluation whose gradients are summed by the workers.

`tune fit --shards` makes the steps of gradient descent. For each it asks for a sum over the positions of each shard; a
unit is the answer, a `tune gradient`. The sums do not depend on how the games are divided, so the weights are those of
`tune fit` with the same games and options, to the bit.
"""

import argparse
import json
from pathlib import Path

from motley_cluster import exchange, jobs
from motley_cluster.clusters import positive
from motley_cluster.exchange import Learning, handed_on
from motley_cluster.units import File

WEIGHTS = "weights"
# Options of `tune fit` that are handed on as they are.
HANDED_ON = ("search_share", "lambda", "stiffness")


def add_options(parser: argparse.ArgumentParser) -> None:
    """Options of the command."""
    exchange.add_options(parser, HANDED_ON)
    parser.add_argument("--steps", type=positive, default=400, help="steps of gradient descent (400)")
    parser.add_argument("--weights", metavar="FILE", type=Path, help="weights to begin with, as `tune fit` prints them")


def run(options: argparse.Namespace) -> int:
    """Executes the command; returns the exit status."""
    program = jobs.program(options, "tune")
    variant, given = ("--variant", options.variant), handed_on(options, HANDED_ON)
    asking = ["fit", *variant, "--steps", str(options.steps), *given]
    if options.weights:
        exchange.exists(options.weights)
        asking += ["--weights", str(options.weights)]
    facts = {"steps": str(options.steps), "options": json.dumps(given),
             "weights": File.of(options.weights).sha256 if options.weights else "of the source"}
    answering = ("gradient", *variant, *handed_on(options, ("lambda",)))
    learning = Learning(tuple(asking), answering, "gradient", options.steps, "fit.state")
    result = exchange.run(options, program, learning, facts)
    if result is None:
        return 1
    weights = str(result["fitted"])
    unfinished = options.output / f"{WEIGHTS}.new"
    unfinished.write_text(weights)
    unfinished.rename(options.output / WEIGHTS)
    print(weights, end="")
    return 0
