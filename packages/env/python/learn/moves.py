"""The moves of a match in which an exported player has all seats, computed in Python: python3 -m learn.moves AIPilot.cc
[--board maze1] [--seed 1]

Prints a line for each round with an action for each unit (- for a dead one), then the final scores. They equal those
of `ludus match`.
"""
import argparse

import numpy as np

from .export import read
from .matches import sight_for, simulator_of
from .usage import run, whole_number


def play(game, whole, board, seed):
    """Yields each round's actions (units,), -1 for dead units. The generator's result is the final scores."""
    with simulator_of(game, board, 1) as sim:
        sight, obs, done = sight_for(game, sim, len(whole.parts["first"])), sim.reset_matches([seed]), False
        while not done:
            seen, alive = sight.look(obs)
            actions = whole.choose(seen, obs["mask"][0, :, :sight.actions])
            able = alive[0] & obs["mask"][0, :, :sight.actions].any(axis=1)
            yield np.where(able, actions, -1)
            obs, _, dones = sim.step(np.where(able, actions, sim.no_action)[None])
            done = dones[0]
        return obs["scores"][0].copy()


def main():
    parser = argparse.ArgumentParser(description="The moves of a match in which an exported player has all seats.")
    parser.add_argument("player", help="player file of export.py")
    parser.add_argument("--board", default="default")
    parser.add_argument("--seed", type=whole_number(-2**31), default=1)
    options = parser.parse_args()
    match = play(*read(options.player), options.board, options.seed)
    while True:
        try:
            print(" ".join("-" if action < 0 else str(action) for action in next(match)))
        except StopIteration as end:
            print("scores", *end.value)
            return


if __name__ == "__main__":
    run(main)
