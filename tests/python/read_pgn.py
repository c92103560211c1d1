"""Reads a file of chess games by python-chess and prints a line for each: the result, the final position and the moves
in SAN, separated by tabs.

    read_pgn.py FILE

Exit status 1 if python-chess finds an error in a game, or the seven tags of the roster do not come first.
"""

import logging
import sys

import chess.pgn

ROSTER = ["Event", "Site", "Date", "Round", "White", "Black", "Result"]


def main(path):
    logging.basicConfig(level=logging.WARNING)
    games = 0
    with open(path, encoding="utf-8") as file:
        while game := chess.pgn.read_game(file):
            games += 1
            if game.errors:
                raise SystemExit(f"game {games}: {game.errors}")
            if list(game.headers)[:7] != ROSTER:
                raise SystemExit(f"game {games}: {list(game.headers)}")
            board = game.board()
            moves = []
            for move in game.mainline_moves():
                moves.append(board.san(move))
                board.push(move)
            print(game.headers["Result"], board.fen(), " ".join(moves), sep="\t")


if __name__ == "__main__":
    main(*sys.argv[1:])
