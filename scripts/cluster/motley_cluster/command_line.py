"""Command line of `motley-cluster`."""

import argparse
import logging
import sqlite3
import sys

from motley_cluster import collect, match, perft, simulation, tune
from motley_cluster.errors import UserError


def parser() -> argparse.ArgumentParser:
    """Parser of the command line."""
    top = argparse.ArgumentParser(
        prog="motley-cluster", allow_abbrev=False,
        description="Counts, plays, collects and tunes on the workers of a Dask cluster. An interrupted command goes "
                    "on where it was; its result does not depend on the workers.",
    )
    commands = top.add_subparsers(dest="command", required=True)
    for name, module, text in (
        ("perft", perft, "count the legal sequences of moves"),
        ("match", match, "play a match"),
        ("collect", collect, "play games for tuning"),
        ("tune", tune, "fit weights to games, or train a network"),
        ("simulate", simulation, "simulate the efficiency on many workers from the times of a finished job"),
    ):
        module.add_options(commands.add_parser(name, help=text, allow_abbrev=False))
    return top


def main() -> int:
    """Executes a command line. Exit status: 0 if all is well, 1 if units failed or disagree or a count is not the
    expected one, 2 for errors."""
    top = parser()
    options, rest = top.parse_known_args()
    if rest and options.command != "match":
        top.error(f"unrecognized arguments: {' '.join(rest)}")
    # Workers that come and go are no news.
    logging.getLogger("distributed").setLevel(logging.ERROR)
    try:
        if options.command == "match":
            return match.run(options, rest)
        return {"perft": perft.run, "collect": collect.run, "tune": tune.run,
                "simulate": simulation.run}[options.command](options)
    except (UserError, OSError, sqlite3.Error) as error:
        print(f"motley-cluster: {error}", file=sys.stderr)
        return 2
    except KeyboardInterrupt:
        print("motley-cluster: interrupted; the same command goes on", file=sys.stderr)
        return 130


if __name__ == "__main__":
    sys.exit(main())
