"""Searches with a trained policy, and measures the gain: python3 -m learn.search network.pt [--simulations 48]
[--matches 6]

A decoupled Monte Carlo tree search (as in simultaneous-move games). In each state, every unit has separate
statistics, and chooses by PUCT with the policy's probabilities as its prior. The choices of all units together are
one step of `Simulator.expand`. The network evaluates new states. The search knows the rules but not the luck: each
search draws new luck. It starts from the real state, so it refuses games with hidden information.
"""
import argparse

import numpy as np

from .against import share_of_points
from .matches import DISCOUNT, sight_for, simulator_of
from .train import BOARDS
from .usage import UsageError, run, whole_number

#: Weight of the prior relative to the search results.
EXPLORE = 1.5


def measure(file, simulations, matches, seed, boards=None, report=print):
    """Plays matches in which half of the seats search and the others use only the policy. Returns the searching seats'
    share of the points."""
    from .network import load  # Only this needs PyTorch.
    game, network = load(file)
    boards, shares = boards or BOARDS[game], []
    for n in range(matches):
        board = boards[n // 2 % len(boards)]
        with simulator_of(game, board, 1) as sim:
            # In every second match, the seats are swapped.
            searches = np.arange(sim.seats) % 2 == n % 2
            scores = _final_scores(Search(sim, network, game, simulations), searches, seed + n // 2, seed + 1000 * n)
        shares.extend(share_of_points(scores, searches))
        report(f"match {n + 1} on {board}: {scores[0, searches].tolist()} with the search, {scores[0, ~searches].tolist()} without")
    report(f"{100 * np.mean(shares):.1f}% of the points with the search, {simulations} simulations a round, {matches} matches")
    return np.mean(shares)


def _final_scores(search, searches, seed, luck):
    """Plays the match with this seed. seats (seats,): those that search. Round t has the luck of
    `luck` + t."""
    sim, own = search.sim, np.repeat(searches, search.sim.units_per_seat)
    obs, dones = sim.reset(seed), [False]
    while not dones[0]:
        actions = search.network.best_actions(search.sight, obs)[0]
        if (own & search.sight.asks(obs)[0]).any():
            actions = np.where(own, search.choose(obs, luck), actions)
        obs, _, dones = sim.step(actions[None])
        luck += 1
    return obs["scores"]


class Search:
    """Searches in a Simulator of one match, which was created with the observations of the game's sight."""

    def __init__(self, sim, network, game, simulations):
        if sim.shapes["hidden"]:
            raise UsageError(f"learn.search can't search in {game}: it would see what other seats hide")
        self.sim, self.network, self.simulations = sim, network, simulations
        self.sight = sight_for(game, sim, len(network.scale))

    def choose(self, obs, seed):
        """The most visited action of each unit (units,) for the match of this observation."""
        root = self._node(self.sim.save(), obs)
        for n in range(self.simulations):
            self._simulate(root, seed * self.simulations + n + 1)
        self.sim.drop(*root.handles())
        return np.where(root.asked, root.visits.argmax(axis=1), self.sim.no_action)

    def _simulate(self, root, seed):
        """Descends the tree to a new state or the match's end, and adds its value to all states on the path."""
        node, path, is_new = root, [], False
        while not (is_new or node.is_over):
            actions = node.select()
            key = actions[node.asked].tobytes()
            if is_new := key not in node.children:
                node.children[key] = self._try(node, actions, seed)
            path.append((node, actions, node.children[key]))
            node = node.children[key]
        value = node.value
        for before, actions, after in reversed(path):
            value = after.reward + DISCOUNT * value
            before.add(actions, value)

    def _try(self, node, actions, seed):
        """The state that results from these actions (units,)."""
        plan = np.where(node.asked, actions, self.sim.no_action)[None, None]
        tried = self.sim.expand(node.handle, plan, seed=seed, keep=True)
        obs = {name: np.array(part) for name, part in tried.ends.items()}
        reward = self.sight.credit(tried.rewards[:, 0], node.seen, actions, node.obs, obs)
        return self._node(int(tried.handles[0]), obs, reward, bool(tried.dones[0]))

    def _node(self, handle, obs, reward=0, is_over=False):
        seen, alive = self.sight.look(obs)
        prior, values = self.network.judge(seen, self.sight.allowed(obs))
        lives = alive[0] & ~(is_over and self.sight.end_is_final)
        return Node(handle, obs, seen, reward, is_over, prior, values * lives, self.sight.asks(obs)[0])


class Node:
    """A state of the tree: its handle, its observations, and the reward for the step that led to
    it.

    For each unit: the value, and whether it has a choice. For each unit and action: the prior, visits, and the sum
    of values.
    """

    def __init__(self, handle, obs, seen, reward, is_over, prior, value, asked):
        self.handle, self.obs, self.seen, self.reward, self.is_over = handle, obs, seen, reward, is_over
        self.prior, self.value, self.asked = prior, value, asked
        self.visits, self.sums = np.zeros_like(prior), np.zeros_like(prior)
        self.children = {}

    def select(self):
        """Chooses an action for each unit."""
        count = self.visits.sum(axis=1, keepdims=True)
        # An action without a visit has the value of the state.
        mean = np.where(self.visits > 0, self.sums / np.maximum(self.visits, 1), self.value[:, None])
        spread = np.maximum(1e-3, mean.max(axis=1, keepdims=True) - mean.min(axis=1, keepdims=True))
        worth = mean / spread + EXPLORE * self.prior * np.sqrt(count + 1) / (1 + self.visits)
        return np.where(self.prior > 0, worth, -np.inf).argmax(axis=1)

    def add(self, actions, value):
        """Counts a visit for the action of each unit (units,), with the resulting value (units,)."""
        units = np.arange(len(actions))
        self.visits[units, actions] += 1
        self.sums[units, actions] += value

    def handles(self):
        """The handles of this state and its descendants."""
        return [self.handle, *(handle for child in self.children.values() for handle in child.handles())]


def main():
    parser = argparse.ArgumentParser(description="Measures what a search with a trained policy is worth.")
    parser.add_argument("network", help="network.pt of train.py")
    parser.add_argument("--simulations", type=whole_number(), default=48, help="number of states to try per round")
    parser.add_argument("--matches", type=whole_number(), default=6)
    parser.add_argument("--boards", nargs="+", help="default: those of the training")
    parser.add_argument("--seed", type=whole_number(0), default=1)
    options = parser.parse_args()
    measure(options.network, options.simulations, options.matches, options.seed, options.boards)


if __name__ == "__main__":
    run(main)
