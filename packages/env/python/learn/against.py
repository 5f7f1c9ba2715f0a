"""Measures a trained policy against a built-in opponent: python3 -m learn.against network.pt Moth [--matches 48]

Half of the seats are the network's, in turn the even and the odd ones. Each of its seats is compared with each of the opponent's: 1 for
more points, 1/2 for as many.
"""
import argparse

import numpy as np
import torch

from ludus_env import Simulator

from .matches import GENERATED
from .sights import sight_of
from .train import BOARDS, load, masked


def measure(game, network, opponent, matches, seed):
    """The share of points of each match (matches,)."""
    kind, shares = sight_of(game), []
    half = max(1, matches // 2 // len(BOARDS[game]))
    with Simulator(game) as any_match:
        seats = any_match.seats
    for board in BOARDS[game]:
        for first in (0, 1):
            theirs = range(first, seats, 2)
            with Simulator(game, None if board == GENERATED else board, half, observe=kind.observe, seats=kind.seats, universe=True,
                           boards="generated" if board == GENERATED else "same", players=dict.fromkeys(theirs, opponent)) as sim:
                shares.extend(_play(sim, kind(sim), network, theirs, seed))
    return np.array(shares)


def _play(sim, sight, network, theirs, seed):
    obs, dones = sim.reset(seed), np.zeros(sim.size, bool)
    while not dones.all():
        seen, alive = sight.look(obs)
        mask = obs["mask"][:, :, :sight.actions].reshape(-1, sight.actions).copy()
        mask[~mask.any(axis=1)] = 1
        with torch.no_grad():
            actions = masked(network(torch.from_numpy(seen))[0], torch.from_numpy(mask)).argmax(1).numpy()
        actions = np.where(alive & sight.asks(obs), actions.reshape(sim.size, sim.units), sim.no_action)
        obs, _, dones = sim.step(actions)
    theirs = np.isin(np.arange(sim.seats), list(theirs))
    better = np.sign(obs["scores"][:, ~theirs, None] - obs["scores"][:, None, theirs])
    return (better.mean(axis=(1, 2)) + 1) / 2


def main():
    parser = argparse.ArgumentParser(description="Measures a trained policy against a built-in opponent.")
    parser.add_argument("network", help="what train.py has written: network.pt")
    parser.add_argument("opponent", help="a built-in opponent")
    parser.add_argument("--matches", type=int, default=48)
    parser.add_argument("--seed", type=int, default=1)
    options = parser.parse_args()
    torch.set_num_threads(1)
    game, network = load(options.network)
    shares = measure(game, network, options.opponent, options.matches, options.seed)
    spread = 1.96 * shares.std() / len(shares)**0.5
    print(f"{100 * shares.mean():.1f}% ± {100 * spread:.1f}% of the points against {options.opponent} in {len(shares)} matches")


if __name__ == "__main__":
    main()
