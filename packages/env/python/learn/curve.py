"""Draws a training curve as a table: python3 -m learn.curve FOLDER/curve.csv [--lines 10]

Each line is a mean over the same number of passes; "score" is a seat's score in a match of the network against
itself.
"""
import argparse

import numpy as np

from .usage import UsageError, run, whole_number


def table(file, lines):
    """The lines of a Markdown table."""
    with open(file, "rb") as start:
        if not start.readline().startswith(b"pass,") or not start.readline():
            raise UsageError(f"{file} isn't a curve.csv of learn.train with at least one pass")
    curve = np.atleast_1d(np.genfromtxt(file, delimiter=",", names=True))
    rows = ["| pass | decisions | score | reward a decision | deaths a decision | entropy |", "| --- | --- | --- | --- | --- | --- |"]
    for part in np.array_split(curve, min(lines, len(curve))):
        ended = part[part["matches"] > 0]
        score = f"{np.average(ended['score'], weights=ended['matches']):.0f}" if len(ended) else ""
        means = (part["reward"].mean(), part["deaths"].mean(), part["entropy"].mean())
        last = part[-1]
        cells = (f"{last['pass']:.0f}", f"{last['decisions']:,.0f}", score, *(f"{mean:.4f}" for mean in means))
        rows.append("| " + " | ".join(cells) + " |")
    return rows


def main():
    parser = argparse.ArgumentParser(description="Draws a training's curve as a table.")
    parser.add_argument("curve", help="curve.csv of train.py")
    parser.add_argument("--lines", type=whole_number(), default=10)
    options = parser.parse_args()
    print("\n".join(table(options.curve, options.lines)))


if __name__ == "__main__":
    run(main)
