"""`motley-cluster tune`: what is learned from games."""

import argparse

from motley_cluster import fit, network


def add_options(parser: argparse.ArgumentParser) -> None:
    """Options of the command."""
    what = parser.add_subparsers(dest="what", required=True)
    for name, module, text in (
        ("fit", fit, "fit the weights of a hand-crafted evaluation"),
        ("network", network, "train a network"),
    ):
        module.add_options(what.add_parser(name, help=text, allow_abbrev=False))


def run(options: argparse.Namespace) -> int:
    """Executes the command; returns the exit status."""
    return {"fit": fit.run, "network": network.run}[options.what](options)
