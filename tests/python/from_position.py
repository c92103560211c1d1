"""Stands between XBoard and an engine, and makes games of a variant that the engine sets up begin elsewhere.

    from_position.py FEN ENGINE [ARGUMENT ...]

The blanks of FEN are written as underscores, for XBoard splits command lines at blanks.
"""

import subprocess
import sys
import threading


def pass_answers(engine, fen):
    for line in engine.stdout:
        if line.startswith("setup "):
            command, table, board = line.split(" ")[:3]
            line = f"{command} {table} {board} {fen}\n"
        sys.stdout.write(line)
        sys.stdout.flush()


def main(fen, *command):
    fen = fen.replace("_", " ")
    engine = subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True, bufsize=1)
    threading.Thread(target=pass_answers, args=(engine, fen), daemon=True).start()
    for line in sys.stdin:
        engine.stdin.write(line)
        if line.startswith("variant "):
            engine.stdin.write(f"setboard {fen}\n")
    engine.stdin.close()
    engine.wait()


if __name__ == "__main__":
    main(*sys.argv[1:])
