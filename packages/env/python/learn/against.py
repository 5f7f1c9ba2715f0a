"""Measures a trained policy against a built-in opponent: python3 -m learn.against network.pt Moth [--matches 48]

Half of the seats are the network's, in turn the even and the odd ones. Each of its seats is compared with each of the opponent's: 1 for
more points, 1/2 for as many.
"""
import argparse

import numpy as np
import torch

from ludus_env import Simulator

from .matches import sight_for, simulator_of
from .network import best_actions
from .train import BOARDS, load
from .usage import run, whole_number


def measure(game, network, opponent, matches, seed):
    """The share of points of each match: as many on each board and with each half of the seats, so possibly more than `matches`."""
    shares, half = [], -(-matches // (2 * len(BOARDS[game])))
    with Simulator(game) as any_match:
        seats = np.arange(any_match.seats)
    for board in BOARDS[game]:
        for first in (0, 1):
            ours = seats % 2 != first
            with simulator_of(game, board, half, dict.fromkeys(seats[~ours], opponent)) as sim:
                sight = sight_for(game, sim, len(network.scale))
                shares.extend(share_of_points(_final_scores(sim, sight, network, seed), ours))
    return np.array(shares)


def _final_scores(sim, sight, network, seed):
    obs, dones = sim.reset(seed), np.zeros(sim.size, bool)
    while not dones.all():
        obs, _, dones = sim.step(best_actions(network, sight, obs))
    return obs["scores"]


def share_of_points(scores, ours):
    """scores (matches, seats), ours (seats,) bool: which are ours -> our share of the points of each match (matches,)."""
    better = np.sign(scores[:, ours, None] - scores[:, None, ~ours])
    return (better.mean(axis=(1, 2)) + 1) / 2


def main():
    parser = argparse.ArgumentParser(description="Measures a trained policy against a built-in opponent.")
    parser.add_argument("network", help="what train.py has written: network.pt")
    parser.add_argument("opponent", help="a built-in opponent")
    parser.add_argument("--matches", type=whole_number(), default=48, help="rounded up to a multiple of two per board; Mad Max and Star War have six boards")
    parser.add_argument("--seed", type=whole_number(0), default=1)
    options = parser.parse_args()
    torch.set_num_threads(1)
    game, network = load(options.network)
    shares = measure(game, network, options.opponent, options.matches, options.seed)
    spread = 1.96 * shares.std() / len(shares)**0.5
    print(f"{100 * shares.mean():.1f}% ± {100 * spread:.1f}% of the points against {options.opponent} in {len(shares)} matches")


if __name__ == "__main__":
    run(main)
