"""Measures a trained policy against a built-in opponent: python3 -m learn.against network.pt Moth [--matches 48]
[--boards maze1]

The network plays half of the seats, alternately the even and the odd ones. Each of its seats is compared with each
of the opponent's: 1 for more points, 1/2 for a tie.
"""
import argparse

import numpy as np

from ludus_env import Simulator

from .matches import sight_for, simulator_of
from .train import BOARDS
from .usage import run, whole_number


def measure(game, network, opponent, matches, seed, boards=None):
    """Our share of the points in each match. Each board and each half of the seats has the same
    number of matches, so there may be more than `matches`."""
    boards = boards or BOARDS[game]
    shares, half = [], -(-matches // (2 * len(boards)))
    with Simulator(game) as any_match:
        seats = np.arange(any_match.seats)
    for board in boards:
        for first in (0, 1):
            ours = seats % 2 != first
            with simulator_of(game, board, half, dict.fromkeys(seats[~ours], opponent)) as sim:
                sight = sight_for(game, sim, len(network.scale))
                shares.extend(share_of_points(_final_scores(sim, sight, network, seed), ours))
    return np.array(shares)


def _final_scores(sim, sight, network, seed):
    obs, dones = sim.reset(seed), np.zeros(sim.size, bool)
    while not dones.all():
        obs, _, dones = sim.step(network.best_actions(sight, obs))
    return obs["scores"]


def share_of_points(scores, ours):
    """Maps scores (matches, seats) and ours (seats,), the mask of our seats, to our share of the points of each match
    (matches,)."""
    better = np.sign(scores[:, ours, None] - scores[:, None, ~ours])
    return (better.mean(axis=(1, 2)) + 1) / 2


def interval(share, matches):
    """The 95% interval of a share of the points: Wilson's for a proportion. It stays within 0 and 1, and always has a
    positive width. Shares of matches vary no more than wins and losses, so the interval is conservative."""
    z = 1.96
    centre, width = share + z**2 / (2 * matches), z * (share * (1 - share) / matches + z**2 / (4 * matches**2))**0.5
    return tuple(min(1.0, max(0.0, edge / (1 + z**2 / matches))) for edge in (centre - width, centre + width))


def main():
    parser = argparse.ArgumentParser(description="Measures a trained policy against a built-in opponent.")
    parser.add_argument("network", help="network.pt of train.py")
    parser.add_argument("opponent", help="name of a built-in opponent")
    parser.add_argument("--matches", type=whole_number(), default=48, help="number of matches, rounded up to a multiple of two per board; default: 48")
    parser.add_argument("--boards", nargs="+", help="boards to play on, or generated for a new one per match; default: those of learn.train")
    parser.add_argument("--seed", type=whole_number(0), default=1)
    options = parser.parse_args()
    from .network import load  # Only this needs PyTorch.
    game, network = load(options.network)
    shares = measure(game, network, options.opponent, options.matches, options.seed, options.boards)
    low, high = interval(shares.mean(), len(shares))
    print(f"{100 * shares.mean():.1f}% of the points against {options.opponent} in {len(shares)} matches (95% interval {100 * low:.1f}% to {100 * high:.1f}%)")


if __name__ == "__main__":
    run(main)
