"""A unit's inputs in a game on a grid: the planes around it, as its seat sees them. The planes of
all other seats are summed."""
import re

import numpy as np

from .sight import Sight

#: Maximum distance that a unit sees, in rows and columns in each direction.
FAR = (7, 12)
#: Maximum amount in a cell; larger amounts are clipped.
LARGEST = 16


class GridSight(Sight):
    """`places(obs)` returns the row and the column of each unit, and whether it lives: (size, units) each."""

    #: Whether columns and rows wrap around.
    wraps = False

    def __init__(self, sim):
        super().__init__(sim)
        names = sim.shapes["planes"]
        self.rows, self.columns = sim.settings["rows"], sim.settings["columns"]
        # The other seats aren't distinguished from each other.
        self.kinds = list(dict.fromkeys(re.sub(r"_[1-9]$", "_others", name) for name in names))
        self._kind_of = [self.kinds.index(re.sub(r"_[1-9]$", "_others", name)) for name in names]
        self.down, self.right = (min(far, (cells - 1) // 2 if self.wraps else far) for far, cells in zip(FAR, (self.rows, self.columns)))
        self.area = (2 * self.down + 1) * (2 * self.right + 1)
        # An additional plane marks cells outside the board.
        self.inputs = (len(self.kinds) + (not self.wraps)) * self.area

    def scale(self):
        return np.full(self.inputs, 0.5, np.float32)

    def look(self, obs):
        """(size * units, inputs) uint8, and whether each unit lives (size, units). The inputs of dead units have no
        meaning."""
        row, column, alive = self.places(obs)
        planes = obs["planes"]
        merged = np.zeros((*planes.shape[:2], len(self.kinds) + (not self.wraps), *planes.shape[3:]), np.uint8)
        for n, kind in enumerate(self._kind_of):
            merged[:, :, kind] += np.minimum(planes[:, :, n], LARGEST)
        if not self.wraps:
            merged[:, :, -1] = 1
        around = ((0, 0),) * 3 + ((self.down,) * 2, (self.right,) * 2)
        padded = np.pad(merged, around, "wrap" if self.wraps else "constant")
        cells = np.lib.stride_tricks.sliding_window_view(padded, (2 * self.down + 1, 2 * self.right + 1), axis=(3, 4))
        seen = np.zeros((self.size * self.units, self.inputs), np.uint8)
        lives = np.flatnonzero(alive.ravel())
        here = cells[self._match[lives], self._seat[lives], :, row.ravel()[lives], column.ravel()[lives]]
        seen[lives] = here.reshape(len(lives), self.inputs)
        return seen, alive


class TrailsSight(GridSight):
    # With less entropy, all units would always go straight on.
    wraps, point, entropy = True, 0.02, (0.08, 0.004)

    def places(self, obs):
        own = obs["players"][:, :, 0]
        return own[:, :, 1], own[:, :, 2], own[:, :, 4] != 0


class PeriscopeSight(GridSight):
    point = 0.5

    def places(self, obs):
        own = obs["submarines"][:, :, :self.per_seat].reshape(self.size, self.units, 5)
        return own[:, :, 2], own[:, :, 3], own[:, :, 4] == 0

    def asks(self, obs):
        """One submarine acts per turn: any of those that can take turns."""
        can = super().asks(obs)
        turn = np.cumsum(can, axis=1) - 1
        return can & (turn == (obs["rounds"] // self.seat_count % np.maximum(1, can.sum(axis=1)))[:, None])


class AngryMobSight(GridSight):
    def __init__(self, sim):
        super().__init__(sim)
        cells = np.arange(self.per_seat)
        self._row, self._column = (np.tile(part, (self.size, sim.seats)) for part in np.divmod(cells, self.columns))

    def places(self, obs):
        return self._row, self._column, obs["mask"][:, :, :-1].any(axis=2)

    def credit(self, points, seen, actions, before, after):
        # Points are awarded only in the last round, so the reward is the lead in units. The start of a new match isn't
        # a gain.
        gain = self._lead(after) - self._lead(before)
        gain = np.where(np.abs(gain) < 5, gain, 0)
        return super().credit(points, seen, actions, before, after) + np.repeat(gain, self.per_seat, axis=1).astype(np.float32).ravel()

    def _lead(self, obs):
        held = obs["planes"].sum(axis=(3, 4), dtype=np.int64)
        return (held[:, :, -2] - held[:, :, -1]) / 20
