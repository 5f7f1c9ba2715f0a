"""Matches on several boards at once, in which all units act by networks: what is learned from."""
import os
import time

import numpy as np

from ludus_env import Simulator

from .network import ACTIONS
from .sight import FINE, FINE_COLUMNS, FINE_LEFT, FINE_PLANES, FINE_ROWS, FINE_TOP, INPUTS, Sight

#: Matches begin again at random times in this number of first rounds, so that they are not all in the same round.
STAGGER = 300
#: One in this number of matches has two seats that an earlier version plays.
PAST_EVERY = 4
#: Rows and columns of the cells that each action enters apart from its unit's cell (docs/cylinder.md §5.2), as cells of `Sight`'s near part.
_PATHS = {0: ((0, 1), (-1, 0), (-1, 1)), 1: ((0, 1),), 2: ((0, 1), (1, 0), (1, 1)), 3: ((-1, 0),), 4: (), 5: ((1, 0),),
          6: ((0, 1), (-1, 0), (-1, 1), (0, 2), (-1, 2)), 7: ((0, 1), (0, 2)), 8: ((0, 1), (1, 0), (1, 1), (0, 2), (1, 2)), 9: ((0, 1),)}


class Matches:
    """As many matches on each board, all units of all of them in one array: `count` of them."""

    def __init__(self, game, boards, size, seed):
        self.sims = [Simulator(game, board, size, observe=("units", "planes", "mask"), universe=True) for board in boards]
        self.sights = [Sight(sim) for sim in self.sims]
        self.shapes = [(sim.size, sim.units, sim.units_per_seat) for sim in self.sims]
        self.count = sum(size * units for size, units, _ in self.shapes)
        self.random = np.random.default_rng((seed, 1))
        self.rounds = 0
        self.ended = [np.zeros(sim.size, bool) for sim in self.sims]
        self.final_scores = []
        self._obs = [sim.reset(seed + 1000 * n) for n, sim in enumerate(self.sims)]
        self._reward = np.zeros(self.count, np.float32)

    def look(self):
        """seen (count, INPUTS), mask (count, ACTIONS), alive (count,), playing (count,): does what the unit is asked now count?"""
        seen = np.empty((self.count, INPUTS), np.uint8)
        mask, alive = np.empty((self.count, ACTIONS), np.uint8), np.empty(self.count, bool)
        playing = np.empty(self.count, bool)
        self._stagger()
        for part, obs, sight, ended in zip(self._parts(), self._obs, self.sights, self.ended):
            seen[part], lives = sight.look(obs)
            alive[part], playing[part] = lives.ravel(), (lives & ~ended[:, None]).ravel()
            mask[part] = obs["mask"][:, :, :ACTIONS].reshape(-1, ACTIONS)
        # A unit that cannot act is not asked, but it still needs some action.
        mask[~mask.any(axis=1)] = 1
        return seen, mask, alive, playing

    def step(self, actions, seen):
        """actions (count,), for what `look` gave -> points that each unit is thought to have made (count,)."""
        for part, sim, ended, shape in zip(self._parts(), self.sims, self.ended, self.shapes):
            sim.begin_step(actions[part].reshape(shape[:2]), ended if ended.any() else None)
        for n, (part, sim, shape) in enumerate(zip(self._parts(), self.sims, self.shapes)):
            obs, rewards, dones = sim.end_step()
            self._reward[part] = _shared(rewards, _points_ahead(seen[part], actions[part]).reshape(shape[:2]), shape[2])
            for match in np.flatnonzero(dones & ~self.ended[n]):
                self.final_scores.append((n, obs["scores"][match].copy()))
            self._obs[n], self.ended[n] = obs, dones.copy()
        self.rounds += 1
        return self._reward.copy()

    def past_units(self):
        """(count,) which units an earlier self plays: two seats, drawn now, in some of the matches."""
        past = np.zeros(self.count, bool)
        for part, (size, units, per_seat) in zip(self._parts(), self.shapes):
            seats = np.zeros((size, units // per_seat), bool)
            for match in range(0, size - PAST_EVERY + 1, PAST_EVERY):
                seats[match, self.random.permutation(seats.shape[1])[:2]] = True
            past[part] = np.repeat(seats, per_seat, axis=1).ravel()
        return past

    def cpu_seconds(self):
        """CPU time of this process and of the simulators, where the system says it."""
        return time.process_time() + sum(_cpu_seconds(sim.process_id) for sim in self.sims)

    def close(self):
        for sim in self.sims:
            sim.close()

    def _parts(self):
        """Where each board's units are among all."""
        at = 0
        for size, units, _ in self.shapes:
            yield slice(at, at + size * units)
            at += size * units

    def _stagger(self):
        if self.rounds < STAGGER:
            for ended in self.ended:
                ended |= self.random.random(len(ended)) < 2 / STAGGER


def _cpu_seconds(process):
    try:
        with open(f"/proc/{process}/stat", encoding="ascii") as file:
            fields = file.read().rpartition(")")[2].split()
        return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")
    except OSError:
        return 0.0


def _points_ahead(seen, actions):
    """How many point bonuses are in the cells that each unit's action enters."""
    at = FINE_PLANES.index("point_bonuses") * FINE
    cells = seen[:, at:at + FINE].reshape(-1, FINE_ROWS, FINE_COLUMNS)
    found = np.zeros(len(actions), np.float32)
    for action, path in _PATHS.items():
        which = np.flatnonzero(actions == action)
        for row, column in path:
            found[which] += cells[which, row - FINE_TOP, column - FINE_LEFT]
    return found


def _shared(rewards, weights, per_seat):
    """The points of each seat (size, seats), shared among its units by their weights (size, units), or equally."""
    weights = weights.reshape(*rewards.shape, per_seat) + 1e-6
    return (rewards[:, :, None] * weights / weights.sum(axis=2, keepdims=True)).ravel()
