"""The parts that the sights of all games have in common."""
import numpy as np


class Sight:
    """Observes the matches of one Simulator. The reward of a unit is its seat's gain minus the others' average gain."""

    observe, seats = ("tables", "planes", "mask", "actors"), "all"
    #: The entropy's weight at the beginning and at the end of the training.
    entropy = (0.02, 0.001)
    #: Whether no more points can follow a match's last round.
    end_is_final = True
    #: Factor that turns points into rewards.
    point = 1

    def __init__(self, sim):
        self.size, self.units, self.per_seat, self.seat_count = sim.size, sim.units, sim.units_per_seat, sim.seats
        self.actions, self.no_action = len(sim.actions), sim.no_action
        #: The match and the seat of each unit (size * units,).
        self._match, self._seat = np.repeat(np.arange(self.size), self.units), np.tile(np.arange(self.units) // self.per_seat, self.size)

    def allowed(self, obs):
        """(size * units, actions) uint8: the actions that the mask allows each unit. For a unit that cannot act, all
        are allowed, because it needs some action."""
        mask = obs["mask"][:, :, :self.actions].reshape(-1, self.actions).copy()
        mask[~mask.any(axis=1)] = 1
        return mask

    def asks(self, obs):
        """(size, units): whether the unit's seat acts and the unit has a choice."""
        return (obs["mask"][:, :, :self.actions].sum(axis=2) > 1) & np.repeat(obs["actors"] != 0, self.per_seat, axis=1)

    def credit(self, points, seen, actions, before, after):
        """The rewards of all units (size * units,) for the points of each seat (size, seats)."""
        others = (points.sum(axis=1, keepdims=True) - points) / max(1, points.shape[1] - 1)
        return np.repeat(self.point * (points - others), self.per_seat, axis=1).astype(np.float32).ravel()
