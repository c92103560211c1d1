"""Lets the engine play a game of chess through python-chess and prints the game as PGN.

    play.py {xboard,uci} ENGINE [OPPONENT [NAME=VALUE ...]]

ENGINE plays White in the named dialect; OPPONENT, a UCI program with its options, plays Black. Without an opponent
ENGINE plays both sides. python-chess refuses illegal moves and answers that belong to no question, and the game
goes on until the rules end it.
"""

import contextlib
import sys

import chess
import chess.engine
import chess.pgn

OPEN = {"xboard": chess.engine.SimpleEngine.popen_xboard, "uci": chess.engine.SimpleEngine.popen_uci}
# A program that says nothing for so long, in seconds, hangs.
PATIENCE = 60
# Deep enough to mate, short enough for a game to take seconds.
LIMIT = chess.engine.Limit(depth=5)
# No game is longer that ends by repetition or after 100 plies without progress; plies.
LONGEST = 6000


def result(board):
    """The result by the rules that need no claim, by the third repetition or by 100 plies without progress."""
    outcome = board.outcome()
    if outcome:
        return outcome.result()
    return "1/2-1/2" if board.is_repetition(3) or board.halfmove_clock >= 100 else None


def play(players):
    board = chess.Board()
    while not result(board):
        if board.ply() > LONGEST:
            raise RuntimeError(f"no end of the game in {board.fen()}")
        answer = players[board.turn].play(board, LIMIT, game=players)
        if not answer.move:
            raise RuntimeError(f"no move in {board.fen()}: {answer}")
        board.push(answer.move)
    return board


def main(dialect, command, opponent=None, *options):
    with contextlib.ExitStack() as stack:
        engine = stack.enter_context(OPEN[dialect]([command], timeout=PATIENCE))
        players = {chess.WHITE: engine, chess.BLACK: engine}
        if opponent:
            players[chess.BLACK] = stack.enter_context(OPEN["uci"]([opponent], timeout=PATIENCE))
            players[chess.BLACK].configure(dict(option.split("=") for option in options))
        board = play(players)
        game = chess.pgn.Game.from_board(board)
        for color, player in players.items():
            game.headers[chess.COLOR_NAMES[color].title()] = player.id.get("name", "unnamed")
        for player in set(players.values()):
            player.quit()
    game.headers["Result"] = result(board)
    print(game, end="\n\n")


if __name__ == "__main__":
    main(*sys.argv[1:])
