"""Searches with a trained policy, and measures the gain: python3 -m learn.search network.pt [--simulations 48] [--matches 6]

A decoupled Monte Carlo tree search (as in simultaneous-move games). In each state every unit keeps its own statistics, and chooses
by PUCT, with the policy's chances as its prior. The choices of all units together are one step of `Simulator.expand`. The network values
new states. The search knows the rules but not the luck: each search draws its own.
"""
import argparse

import numpy as np
import torch

from ludus_env import Simulator

from .sights import sight_of
from .train import BOARDS, DISCOUNT, GENERATED, load, masked

#: How much the prior counts against what was found.
EXPLORE = 1.5


class Node:
    """A state of the tree: where it is kept, and for each unit and action its prior, visits, and sum of values."""

    def __init__(self, handle, prior, value, asked, is_over):
        self.handle, self.prior, self.value, self.asked, self.is_over = handle, prior, value, asked, is_over
        self.visits, self.sums = np.zeros_like(prior), np.zeros_like(prior)
        self.children = {}

    def select(self):
        """An action for each unit."""
        count = self.visits.sum(axis=1, keepdims=True)
        # An action without a visit counts as much as the state.
        mean = np.where(self.visits > 0, self.sums / np.maximum(self.visits, 1), self.value[:, None])
        spread = np.maximum(1e-3, mean.max(axis=1, keepdims=True) - mean.min(axis=1, keepdims=True))
        worth = mean / spread + EXPLORE * self.prior * np.sqrt(count + 1) / (1 + self.visits)
        return np.where(self.prior > 0, worth, -np.inf).argmax(axis=1)


class Search:
    """Searches in the matches of one Simulator, which was made with the observations of the game's sight."""

    def __init__(self, sim, network, game, simulations):
        self.sim, self.network, self.simulations = sim, network, simulations
        self.sight = sight_of(game)(sim, 1)

    @torch.no_grad()
    def node(self, handle, obs, is_over):
        seen, alive = self.sight.look(obs)
        logits, values = self.network(torch.from_numpy(seen))
        mask = obs["mask"][0, :, :self.sight.actions].copy()
        asked = (alive & self.sight.asks(obs))[0]
        mask[~mask.any(axis=1)] = 1
        prior = torch.softmax(masked(logits, torch.from_numpy(mask)), 1).numpy() * (mask != 0)
        lives = alive[0] & ~(is_over and self.sight.end_is_final)
        return Node(handle, prior, values.numpy() * lives, asked, is_over), seen

    def choose(self, match, obs, seed):
        """The most visited action of each unit (units,), for the match of this observation."""
        obs = {name: part[match:match + 1] for name, part in obs.items()}
        root, seen = self.node(self.sim.save(match), obs, False)
        root.seen, root.obs, kept = seen, obs, [root.handle]
        for n in range(self.simulations):
            node, path = root, []
            while not node.is_over:
                actions = node.select()
                path.append((node, actions))
                key = actions[node.asked].tobytes()
                if key in node.children:
                    node = node.children[key]
                    continue
                plan = np.where(node.asked, actions, self.sim.no_action)[None, None]
                tried = self.sim.expand(node.handle, plan, seed=seed * self.simulations + n + 1, keep=True)
                child, child.seen = self.node(int(tried.handles[0]), tried.ends, bool(tried.dones[0]))
                child.obs = {name: np.array(part) for name, part in tried.ends.items()}
                child.reward = self.sight.credit(tried.rewards[:, 0], node.seen, actions, node.obs, child.obs)
                kept.append(child.handle)
                node.children[key] = node = child
                path.append((child, None))
                break
            self._learn(path, node)
        self.sim.drop(*kept)
        return np.where(root.asked, root.visits.argmax(axis=1), self.sim.no_action)

    @staticmethod
    def _learn(path, leaf):
        """Adds the value of the leaf to all states on the way."""
        value, units = leaf.value, np.arange(len(leaf.value))
        after = leaf
        for node, actions in reversed(path):
            if actions is None or node is leaf:
                continue
            value = after.reward + DISCOUNT * value
            node.visits[units, actions] += 1
            node.sums[units, actions] += value
            after = node


def measure(file, simulations, matches, seed, boards=None, report=print):
    """Plays matches in which half of the seats search and the others ask the policy alone; gives the share of points of those that search."""
    game, network = load(file)
    kind, boards = sight_of(game), boards or BOARDS[game]
    torch.set_num_threads(1)
    won, count = 0.0, 0
    for n in range(matches):
        board = boards[n // 2 % len(boards)]
        with Simulator(game, None if board == GENERATED else board, 1, observe=kind.observe, seats=kind.seats, universe=True,
                       boards="generated" if board == GENERATED else "same") as sim:
            sight, search = kind(sim), Search(sim, network, game, simulations)
            obs, done, t = sim.reset(seed + n // 2), False, 0
            # In the second of two matches the seats are the others.
            searches = np.arange(sim.seats) % 2 == n % 2
            while not done:
                seen, alive = sight.look(obs)
                with torch.no_grad():
                    logits = network(torch.from_numpy(seen))[0]
                mask = obs["mask"][0, :, :sight.actions].copy()
                mask[~mask.any(axis=1)] = 1
                actions = masked(logits, torch.from_numpy(mask)).argmax(1).numpy()
                asked = (alive & sight.asks(obs))[0]
                actions = np.where(asked, actions, sim.no_action)
                own = np.repeat(searches, sim.units_per_seat)
                if asked[own].any():
                    actions = np.where(own, search.choose(0, obs, seed + 1000 * n + t), actions)
                obs, _, dones = sim.step(actions[None])
                done, t = dones[0], t + 1
            scores = obs["scores"][0]
            pairs = np.sign(scores[searches][:, None] - scores[~searches][None])
            won, count = won + (pairs.mean() + 1) / 2, count + 1
            report(f"match {n + 1} on {board}: {scores[searches].tolist()} with the search, {scores[~searches].tolist()} without")
    report(f"{100 * won / count:.1f}% of the points with the search, {simulations} simulations a round, {count} matches")
    return won / count


def main():
    parser = argparse.ArgumentParser(description="Measures what a search with a trained policy is worth.")
    parser.add_argument("network", help="what train.py has written: network.pt")
    parser.add_argument("--simulations", type=int, default=48, help="states that are tried a round")
    parser.add_argument("--matches", type=int, default=6)
    parser.add_argument("--boards", nargs="+", help="default: those of the training")
    parser.add_argument("--seed", type=int, default=1)
    options = parser.parse_args()
    measure(options.network, options.simulations, options.matches, options.seed, options.boards)


if __name__ == "__main__":
    main()
