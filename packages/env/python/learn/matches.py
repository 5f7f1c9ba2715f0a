"""Matches on several boards in parallel, in which networks control all units: the training data."""
import os
import time

import numpy as np

from ludus_env import Simulator

from .sights import sight_of
from .usage import UsageError

#: Instead of a board's name: each match has a new board.
GENERATED = "generated"
#: Matches restart at a random point within this number of rounds, so that they aren't all in the
#: same round.
STAGGER = 300
#: One match out of this number has an earlier version of the network in half of the seats.
PAST_EVERY = 4
#: The discount of later rewards, per round.
DISCOUNT = 0.98


def simulator_of(game, board, size, players=None):
    """A Simulator with this number of matches and the observations that the game's sight needs. board: one name, or
    GENERATED."""
    kind, is_new = sight_of(game), board == GENERATED
    try:
        return Simulator(game, None if is_new else board, size, observe=kind.observe, seats=kind.seats, universe=True,
                         boards="generated" if is_new else "same", players=players)
    except ValueError as error:
        raise UsageError(str(error)) from None


def sight_for(game, sim, inputs=None):
    """The sight for a network with this number of inputs (None: any number)."""
    sight = sight_of(game)(sim)
    if inputs not in (None, sight.inputs):
        raise UsageError(f"units see {sight.inputs} numbers on this board, but the network takes {inputs}: choose boards of the same size")
    return sight


class Matches:
    """Plays the same number of matches on each board. All their units are in one array with `count`
    entries."""

    def __init__(self, game, boards, size, seed):
        self.sims = [simulator_of(game, board, size) for board in boards]
        first = sight_for(game, self.sims[0])
        self.inputs, self.actions = first.inputs, first.actions
        self.sights = [first, *(sight_for(game, sim, self.inputs) for sim in self.sims[1:])]
        self.shapes = [(sim.size, sim.units, sim.units_per_seat) for sim in self.sims]
        self.count = sum(size * units for size, units, _ in self.shapes)
        self.random = np.random.default_rng((seed, 1))
        self.rounds = 0
        self.ended = [np.zeros(sim.size, bool) for sim in self.sims]
        self.final_scores = []
        self._obs = [sim.reset(seed + 1000 * n) for n, sim in enumerate(self.sims)]

    def look(self):
        """Returns seen (count, inputs); mask (count, actions); lives (count,): whether the unit has a future; asked
        (count,): whether its action counts."""
        seen = np.empty((self.count, self.inputs), np.uint8)
        mask, lives = np.empty((self.count, self.actions), np.uint8), np.empty(self.count, bool)
        asked = np.empty(self.count, bool)
        self._stagger()
        for part, obs, sight, ended in zip(self._parts(), self._obs, self.sights, self.ended):
            seen[part], alive = sight.look(obs)
            asked[part] = (sight.asks(obs) & ~ended[:, None]).ravel()
            lives[part] = (alive & ~ended[:, None] if sight.end_is_final else alive).ravel()
            mask[part] = sight.allowed(obs)
        return seen, mask, lives, asked

    def step(self, actions, seen):
        """Plays actions (count,) for the result of `look`, and returns the reward of each unit (count,)."""
        rewards = np.zeros(self.count, np.float32)
        for part, sim, ended, shape in zip(self._parts(), self.sims, self.ended, self.shapes):
            sim.begin_step(actions[part].reshape(shape[:2]), ended if ended.any() else None)
        for n, (part, sim) in enumerate(zip(self._parts(), self.sims)):
            obs, points, dones = sim.end_step()
            rewards[part] = self.sights[n].credit(points, seen[part], actions[part], self._obs[n], obs)
            for match in np.flatnonzero(dones & ~self.ended[n]):
                self.final_scores.append((n, obs["scores"][match].copy()))
            self._obs[n], self.ended[n] = obs, dones.copy()
        self.rounds += 1
        return rewards

    def past_units(self):
        """(count,) the units that an earlier version controls: half of the seats, drawn at random, in some of the
        matches."""
        past = np.zeros(self.count, bool)
        for part, (size, units, per_seat) in zip(self._parts(), self.shapes):
            seats = np.zeros((size, units // per_seat), bool)
            for match in range(0, size - PAST_EVERY + 1, PAST_EVERY):
                seats[match, self.random.permutation(seats.shape[1])[:seats.shape[1] // 2]] = True
            past[part] = np.repeat(seats, per_seat, axis=1).ravel()
        return past

    def cpu_seconds(self):
        """CPU time of this process and of the simulators, if the system reports it."""
        return time.process_time() + sum(_cpu_seconds(sim.process_id) for sim in self.sims)

    def close(self):
        for sim in self.sims:
            sim.close()

    def _parts(self):
        """The range of each board's units in the arrays."""
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
