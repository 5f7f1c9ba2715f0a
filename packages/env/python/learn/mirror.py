"""Writes boards upside down, which no one has learned on: python3 -m learn.mirror FOLDER BOARD.cnf ...

Mirrors the rows. The rules are the same for a mirrored board, so it is equally hard, but new.
"""
import argparse
import os
import re


def mirror(text):
    """The text of a board of Star War (docs/cylinder.md §7.2), upside down. Boards with missiles in flight are refused."""
    parts = re.fullmatch(r"(.*?\n)((?:\d\d [.A-Z]+[ \t]*\n)+)(\s*starships\s*\n.*?)(\nmissiles\s*\n.*)", text.replace("\r", ""), re.S)
    if parts is None:
        raise ValueError("this is no board of Star War")
    head, drawing, units, missiles = parts.groups()
    if missiles.split()[1] != "0":
        raise ValueError("the board has missiles in flight")
    rows = [line[3:].rstrip() for line in drawing.splitlines()]
    drawing = "".join(f"{n:02} {row}\n" for n, row in enumerate(reversed(rows)))
    units = re.sub(r"^(\s*\d+\s+)(\d+)(\s+\d+\s+\d+\s+[yn]\b)", lambda unit: f"{unit[1]}{len(rows) - 1 - int(unit[2])}{unit[3]}", units, flags=re.M)
    return head + drawing + units + missiles


def main():
    parser = argparse.ArgumentParser(description="Writes boards upside down.")
    parser.add_argument("folder", help="where they go")
    parser.add_argument("boards", nargs="+", help="files of boards of Star War")
    options = parser.parse_args()
    os.makedirs(options.folder, exist_ok=True)
    for file in options.boards:
        with open(file, encoding="ascii") as board:
            text = mirror(board.read())
        with open(os.path.join(options.folder, "upside-down-" + os.path.basename(file)), "w", encoding="ascii") as board:
            board.write(text)


if __name__ == "__main__":
    main()
