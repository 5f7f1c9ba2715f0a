"""The inputs of one unit: the same numbers that player.ts.txt computes from a board. All are small whole numbers.

A unit sees the cells near it one by one (FINE_...). It sees a wider part of the universe as blocks of 3 x 3 cells, in which
things are only counted (COARSE_...). Rows and columns are relative to the unit; columns are those of the universe, which wrap around.
"""
import numpy as np

#: Rows and columns of the cells that are seen one by one, and those of the first cell relative to the unit.
FINE_ROWS, FINE_COLUMNS, FINE_TOP, FINE_LEFT = 9, 12, -4, -3
#: The same for blocks, counted in blocks.
COARSE_ROWS, COARSE_COLUMNS, COARSE_TOP, COARSE_LEFT = 7, 12, -10, -6
BLOCK = 3
#: The features of each cell and block. "outside": not in the window of the next round.
FINE_PLANES = ("outside", "obstacles", "missile_bonuses", "point_bonuses", "missiles", "own", "others")
COARSE_PLANES = ("obstacles", "missile_bonuses", "point_bonuses", "others")
#: A unit knows whether it has at least so many missiles in stock.
STOCKS = (1, 3, 6)

FINE = FINE_ROWS * FINE_COLUMNS
COARSE = COARSE_ROWS * COARSE_COLUMNS
INPUTS = len(FINE_PLANES) * FINE + len(COARSE_PLANES) * COARSE + len(STOCKS)

_PAD_ROWS = -COARSE_TOP
_PAD_LEFT = -COARSE_LEFT
_PAD_RIGHT = COARSE_LEFT + BLOCK * COARSE_COLUMNS
#: Planes of the simulator: obstacles, missile bonuses, point bonuses, gas bonuses, missiles, units of the four seats.
_CONTENTS, _MISSILES, _UNITS = slice(0, 3), 4, slice(5, 9)


class Sight:
    """Looks at the matches of one Simulator (observe=("units", "planes"), seats=(0,), universe=True)."""

    def __init__(self, sim):
        self.rows = sim.settings["rows"]
        self.columns = sim.settings["universeColumns"]
        self.window = sim.settings["windowColumns"]
        self.size, self.units, self.per_seat = sim.size, sim.units, sim.units_per_seat
        self.outside = self._outside_table()
        self._wrapped = np.arange(-_PAD_LEFT, self.columns + _PAD_RIGHT) % self.columns
        width = len(self._wrapped)
        # obstacles, missile bonuses, point bonuses, missiles, all units, units of each seat
        self._near = np.zeros((self.size, 9, self.rows + 2 * _PAD_ROWS, width), np.uint8)
        self._match = np.repeat(np.arange(self.size), self.units)
        self._seat = np.tile(np.arange(self.units) // self.per_seat, self.size)

    def look(self, obs):
        """(size * units, INPUTS) uint8, whether each unit lives (size, units). The inputs of dead units have no meaning."""
        units = obs["units"]
        alive = units[:, :, 5] != 0
        row = np.where(alive, units[:, :, 1], 0).ravel()
        column = np.where(alive, units[:, :, 2], 0).ravel()
        near, match, seat = self._fill(obs["planes"]), self._match, self._seat
        cells = np.lib.stride_tricks.sliding_window_view(near, (FINE_ROWS, FINE_COLUMNS), axis=(2, 3))
        top, left = row + _PAD_ROWS + FINE_TOP, column + _PAD_LEFT + FINE_LEFT
        common = cells[match, :5, top, left].reshape(-1, 5, FINE)
        own = cells[match, 5 + seat, top, left].reshape(-1, FINE)
        out = np.empty((len(match), INPUTS), np.uint8)
        fine = out[:, :len(FINE_PLANES) * FINE].reshape(-1, len(FINE_PLANES), FINE)
        fine[:, 0] = self.outside[row, column]
        fine[:, 1:5] = common[:, :4]
        fine[:, 5] = own
        fine[:, 6] = common[:, 4] - own
        at = len(FINE_PLANES) * FINE
        coarse = out[:, at:at + len(COARSE_PLANES) * COARSE].reshape(-1, len(COARSE_PLANES), COARSE)
        counts = _counts(near)
        block_rows = (row + _PAD_ROWS + COARSE_TOP)[:, None, None] + BLOCK * np.arange(COARSE_ROWS)[:, None]
        block_columns = (column + _PAD_LEFT + COARSE_LEFT)[:, None, None] + BLOCK * np.arange(COARSE_COLUMNS)
        of = match[:, None, None]
        for n, plane in enumerate((0, 1, 2, 4)):
            coarse[:, n] = counts[of, plane, block_rows, block_columns].reshape(-1, COARSE)
        coarse[:, 3] -= counts[of, 5 + seat[:, None, None], block_rows, block_columns].reshape(-1, COARSE)
        out[:, -len(STOCKS):] = units[:, :, 3].reshape(-1, 1) >= np.array(STOCKS)
        return out, alive

    def _fill(self, planes):
        """The simulator's planes with room around them: wrapped to the sides, empty above and below."""
        near, inside = self._near, slice(_PAD_ROWS, _PAD_ROWS + self.rows)
        wrapped = np.take(planes, self._wrapped, axis=3)
        near[:, :3, inside] = wrapped[:, _CONTENTS]
        near[:, 3, inside] = wrapped[:, _MISSILES]
        near[:, 5:, inside] = wrapped[:, _UNITS]
        near[:, 4] = near[:, 5:].sum(axis=1, dtype=np.uint8)
        return near

    def _outside_table(self):
        """(rows, universe columns, FINE): what a unit in that row and column of the window sees of "outside"."""
        row = np.arange(self.rows)[:, None, None, None] + np.arange(FINE_TOP, FINE_TOP + FINE_ROWS)[:, None]
        column = np.arange(self.columns)[:, None, None] + np.arange(FINE_LEFT, FINE_LEFT + FINE_COLUMNS)
        outside = (row < 0) | (row >= self.rows) | (column < 1) | (column > self.window)
        return outside.reshape(self.rows, self.columns, FINE).astype(np.uint8)


def most(weights):
    """weights (INPUTS, n): the largest amounts (n,) that any sight can add up to. A cell holds one thing at most."""
    size = np.abs(weights)
    fine = size[:len(FINE_PLANES) * FINE].reshape(len(FINE_PLANES), FINE, -1)
    coarse = size[len(FINE_PLANES) * FINE:-len(STOCKS)].reshape(len(COARSE_PLANES), COARSE, -1)
    return (fine[0] + fine[1:].max(axis=0)).sum(axis=0) + BLOCK**2 * coarse.max(axis=0).sum(axis=0) + size[-len(STOCKS):].sum(axis=0)


def _counts(near):
    """Sums over blocks, named by their first cell."""
    across = near[..., :-2] + near[..., 1:-1] + near[..., 2:]
    return across[..., :-2, :] + across[..., 1:-1, :] + across[..., 2:, :]
