"""`motley-cluster tune network`: a training of a network by local SGD.

`tune network --shards` averages the networks of all shards after each round. For each it asks every shard to train with
a part of its positions; a unit is the answer, a `tune round`. The network follows from the games, the options and the
number of shards.
"""

import argparse
import json

from motley_cluster import exchange, jobs
from motley_cluster.clusters import positive
from motley_cluster.exchange import Learning, handed_on

NETWORK = "network"
# Options of `tune network` that are handed on as they are.
HANDED_ON = ("search_share", "lambda", "l1_size", "batch", "rate", "decay", "seed")


def add_options(parser: argparse.ArgumentParser) -> None:
    """Options of the command."""
    exchange.add_options(parser, HANDED_ON)
    parser.add_argument("--epochs", type=positive, default=5, help="passes over all positions (5)")
    parser.add_argument("--rounds", type=positive, default=4,
                        help="rounds an epoch, after each of which the networks are averaged (4)")


def run(options: argparse.Namespace) -> int:
    """Executes the command; returns the exit status."""
    program = jobs.program(options, "tune")
    variant, given = ("--variant", options.variant), handed_on(options, HANDED_ON)
    unfinished = options.output / f"{NETWORK}.new"
    asking = ("network", *variant, "--epochs", str(options.epochs), "--rounds", str(options.rounds), *given,
              "--output", str(unfinished))
    facts = {"epochs": str(options.epochs), "rounds": str(options.rounds), "options": json.dumps(given)}
    answering = ("round", *variant, *handed_on(options, ("lambda",)))
    learning = Learning(asking, answering, "round", options.epochs * options.rounds, "training.state")
    if exchange.run(options, program, learning, facts) is None:
        return 1
    unfinished.rename(options.output / NETWORK)
    print(f"the network is {options.output / NETWORK}")
    return 0
