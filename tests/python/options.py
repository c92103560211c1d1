"""Sets every option of an engine through python-chess and lets the engine move after each.

    options.py {xboard,uci} ENGINE

Prints the names of the options, one a line; those that python-chess cannot read are left out. python-chess refuses
values that the engine did not offer, and moves that are illegal.
"""

import contextlib
import sys

import chess
import chess.engine

OPEN = {"xboard": chess.engine.SimpleEngine.popen_xboard, "uci": chess.engine.SimpleEngine.popen_uci}
# A program that says nothing for so long, in seconds, hangs.
PATIENCE = 60
QUICK = chess.engine.Limit(depth=2)
KNOWN = {"button", "check", "combo", "file", "spin", "string"}
# More than this is a matter of the machine: megabytes, threads.
LARGEST = {"Hash": 64, "memory": 64, "Threads": 4, "cores": 4}


class KnightRelayBoard(chess.Board):
    """Enough of knight relay chess to begin a game."""

    uci_variant = "knightrelay"
    xboard_variant = "knightrelay"


def values(option):
    """All values to be tried; the default comes last."""
    if option.type == "button":
        return [None]
    if option.type == "check":
        return [not option.default, option.default]
    if option.type == "combo":
        return [*option.var, option.default]
    if option.type == "spin":
        largest = min(option.max or sys.maxsize, LARGEST.get(option.name, sys.maxsize))
        return [value for value in (option.min, largest, option.default) if value is not None]
    if option.type in {"string", "file"}:
        # The name of a file would begin a log, or be refused.
        return [""] if option.name in {"Debug Log File", "EvalFile"} else ["Somebody"]
    raise RuntimeError(f"an option of unknown type: {option}")


def check_options(engine):
    for name, option in engine.options.items():
        # In CECP python-chess takes the second word of a name for the type of the option.
        if option.type not in KNOWN:
            continue
        # What it sets itself is looked at below.
        if not option.is_managed():
            for value in values(option):
                engine.configure({name: value})
                play(engine, chess.Board(), QUICK)
        print(name)


def play(engine, board, limit, **options):
    answer = engine.play(board, limit, **options)
    if not answer.move:
        raise RuntimeError(f"no move: {answer}")
    return answer


def check_play(engine):
    """What python-chess asks for beside options: clocks, pondering, lines, moves to choose from, draws, other games."""
    clock = chess.engine.Limit(white_clock=1, black_clock=1, white_inc=0.01, black_inc=0.01, remaining_moves=20)
    board = chess.Board()
    for _ in range(4):
        board.push(play(engine, board, clock, ponder=True).move)
    play(engine, board, chess.engine.Limit(time=0.05), draw_offered=True)
    for start in [chess.Board(), KnightRelayBoard()]:
        only = [chess.Move.from_uci("a2a3")]
        # The mark of a bound keeps python-chess from reading a line of one move.
        with engine.analysis(start, QUICK, root_moves=only) as analysis:
            first = {line["pv"][0] for line in analysis if line.get("pv")}
        assert first == set(only), first
    mate = chess.Board("6k1/5ppp/8/8/8/8/8/R5K1 w - - 0 1")
    score = engine.analyse(mate, chess.engine.Limit(depth=4))["score"]
    assert score.white() == chess.engine.Mate(1), score


def check_lines(engine):
    """Several lines are UCI's: python-chess knows of none in CECP."""
    lines = engine.analyse(chess.Board(), chess.engine.Limit(depth=4), multipv=3)
    assert len({line["pv"][0] for line in lines}) == 3, lines


def main(dialect, command):
    with contextlib.closing(OPEN[dialect]([command], timeout=PATIENCE)) as engine:
        check_options(engine)
        check_play(engine)
        if dialect == "uci":
            check_lines(engine)


if __name__ == "__main__":
    main(*sys.argv[1:])
