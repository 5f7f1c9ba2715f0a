"""A unit's inputs in Mad Max or Star War: the same numbers that player.txt computes from a board.
All are small whole numbers.

A unit sees the nearby cells one by one (FINE_...). It sees a wider part of the universe as blocks of 3 x 3 cells, in
which objects are only counted (COARSE_...). Rows and columns are relative to the unit; columns are those of the
universe, which wrap around. Mad Max also has gas, whose inputs are last.
"""
import numpy as np

from .sight import Sight

#: Number of rows and columns of the cells seen one by one, and the position of the first cell relative to the unit.
FINE_ROWS, FINE_COLUMNS, FINE_TOP, FINE_LEFT = 9, 12, -4, -3
#: The same for the blocks, in units of blocks.
COARSE_ROWS, COARSE_COLUMNS, COARSE_TOP, COARSE_LEFT = 7, 12, -10, -6
BLOCK = 3
#: The features of each cell and block. "outside": outside the window of the next round; "armed":
#: other units with a missile.
FINE_PLANES = ("outside", "obstacles", "missile_bonuses", "point_bonuses", "missiles", "own", "others", "armed")
COARSE_PLANES = ("obstacles", "missile_bonuses", "point_bonuses", "others")
#: Thresholds of a unit's inputs for its missiles in stock, and for its gas.
STOCKS = (1, 3, 6)
GAS = (4, 8, 12, 16, 20, 25, 30, 40, 60)

FINE = FINE_ROWS * FINE_COLUMNS
COARSE = COARSE_ROWS * COARSE_COLUMNS
#: The offset of each group of inputs: cells, blocks, stocks, and those for gas.
AT_COARSE = len(FINE_PLANES) * FINE
AT_STOCKS = AT_COARSE + len(COARSE_PLANES) * COARSE
AT_GAS = AT_STOCKS + len(STOCKS)
#: Number of inputs without gas, and with it.
INPUTS = {False: AT_GAS, True: AT_GAS + FINE + COARSE + len(GAS)}

_PAD_ROWS = -COARSE_TOP
_PAD_LEFT = -COARSE_LEFT
_PAD_RIGHT = COARSE_LEFT + BLOCK * COARSE_COLUMNS
#: Planes of the simulator: obstacles, missile bonuses, point bonuses, gas bonuses, missiles, units of the four seats.
_SEATS = 5
#: Planes of `Sight._near`: obstacles, missile bonuses, point bonuses, gas bonuses, missiles, all units and armed units,
#: both by seat.
_UNITS, _ARMED, _BY_SEAT, _ARMED_BY_SEAT = 5, 6, 7, 11


#: Rows and columns of the cells that each action enters in addition to its unit's cell (docs/cylinder.md §5.2), as
#: cells of `Sight`'s near part.
_PATHS = {0: ((0, 1), (-1, 0), (-1, 1)), 1: ((0, 1),), 2: ((0, 1), (1, 0), (1, 1)), 3: ((-1, 0),), 4: (), 5: ((1, 0),),
          6: ((0, 1), (-1, 0), (-1, 1), (0, 2), (-1, 2)), 7: ((0, 1), (0, 2)), 8: ((0, 1), (1, 0), (1, 1), (0, 2), (1, 2)), 9: ((0, 1),)}


class CylinderSight(Sight):
    """The reward of a unit is a tenth of its estimated points."""

    observe, seats, point = ("units", "planes", "mask"), (0,), 0.1
    #: A match could continue after its last round, so the points would keep their value.
    end_is_final = False

    def __init__(self, sim):
        super().__init__(sim)
        #: Moves in nine directions, and one shot.
        self.actions = 10
        self.rows, self.columns, self.window = (sim.settings[name] for name in ("rows", "universeColumns", "windowColumns"))
        self.has_gas = sim.settings["initialGas"] > 0
        self.inputs = INPUTS[self.has_gas]
        self.outside = self._outside_table()
        self._wrapped = np.arange(-_PAD_LEFT, self.columns + _PAD_RIGHT) % self.columns
        self._near = np.zeros((self.size, 15, self.rows + 2 * _PAD_ROWS, len(self._wrapped)), np.uint8)

    def scale(self):
        """(inputs,) factors for the network's inputs: blocks contain up to nine objects."""
        scale = np.ones(self.inputs, np.float32)
        scale[AT_COARSE:AT_STOCKS] = 0.3
        scale[AT_GAS + FINE:AT_GAS + FINE + COARSE] = 0.3
        return scale

    def look(self, obs):
        """(size * units, inputs) uint8, and whether each unit lives (size, units). The inputs of dead units have no
        meaning."""
        units = obs["units"]
        alive = units[:, :, 5] != 0
        row = np.where(alive, units[:, :, 1], 0).ravel()
        column = np.where(alive, units[:, :, 2], 0).ravel()
        near, match, seat = self._fill(obs["planes"], units, alive), self._match, self._seat
        cells = np.lib.stride_tricks.sliding_window_view(near, (FINE_ROWS, FINE_COLUMNS), axis=(2, 3))
        top, left = row + _PAD_ROWS + FINE_TOP, column + _PAD_LEFT + FINE_LEFT
        common = cells[match, :7, top, left].reshape(-1, 7, FINE)
        own = cells[match, _BY_SEAT + seat, top, left].reshape(-1, FINE)
        out = np.empty((len(match), self.inputs), np.uint8)
        fine = out[:, :AT_COARSE].reshape(-1, len(FINE_PLANES), FINE)
        fine[:, 0] = self.outside[row, column]
        fine[:, 1:4] = common[:, :3]
        fine[:, 4] = common[:, 4]
        fine[:, 5] = own
        fine[:, 6] = common[:, _UNITS] - own
        fine[:, 7] = common[:, _ARMED] - cells[match, _ARMED_BY_SEAT + seat, top, left].reshape(-1, FINE)
        coarse = out[:, AT_COARSE:AT_STOCKS].reshape(-1, len(COARSE_PLANES), COARSE)
        counts = _counts(near)
        block_rows = (row + _PAD_ROWS + COARSE_TOP)[:, None, None] + BLOCK * np.arange(COARSE_ROWS)[:, None]
        block_columns = (column + _PAD_LEFT + COARSE_LEFT)[:, None, None] + BLOCK * np.arange(COARSE_COLUMNS)
        of = match[:, None, None]
        for n, plane in enumerate((0, 1, 2, _UNITS)):
            coarse[:, n] = counts[of, plane, block_rows, block_columns].reshape(-1, COARSE)
        coarse[:, 3] -= counts[of, _BY_SEAT + seat[:, None, None], block_rows, block_columns].reshape(-1, COARSE)
        out[:, AT_STOCKS:AT_GAS] = units[:, :, 3].reshape(-1, 1) >= np.array(STOCKS)
        if self.has_gas:
            out[:, AT_GAS:AT_GAS + FINE] = common[:, 3]
            out[:, AT_GAS + FINE:-len(GAS)] = counts[of, 3, block_rows, block_columns].reshape(-1, COARSE)
            out[:, -len(GAS):] = units[:, :, 4].reshape(-1, 1) >= np.array(GAS)
        return out, alive

    def asks(self, obs):
        return obs["units"][:, :, 5] != 0

    def credit(self, points, seen, actions, before, after):
        """Distributes the points of each seat (size, seats) among its units by the bonuses on their paths, or equally
        -> (size * units,)."""
        cells = seen[:, 3 * FINE:4 * FINE].reshape(-1, FINE_ROWS, FINE_COLUMNS)
        found = np.full(len(actions), 1e-6, np.float32)
        for action, path in _PATHS.items():
            which = np.flatnonzero(actions == action)
            for row, column in path:
                found[which] += cells[which, row - FINE_TOP, column - FINE_LEFT]
        found = found.reshape(*points.shape, self.per_seat)
        return self.point * (points[:, :, None] * found / found.sum(axis=2, keepdims=True)).ravel()

    @staticmethod
    def most(weights):
        """weights (inputs, n): the largest sums (n,) that a unit's inputs can reach. A cell contains at most one
        object."""
        size, has_gas = np.abs(weights), len(weights) == INPUTS[True]
        fine = size[:AT_COARSE].reshape(len(FINE_PLANES), FINE, -1)
        coarse = size[AT_COARSE:AT_STOCKS].reshape(len(COARSE_PLANES), COARSE, -1)
        # An armed unit also counts as one of the other units.
        content, block = np.concatenate([fine[1:6], fine[6:7] + fine[7:8]]), coarse
        rest = size[AT_STOCKS:AT_GAS].sum(axis=0)
        if has_gas:
            content = np.concatenate([content, size[None, AT_GAS:AT_GAS + FINE]])
            block = np.concatenate([block, size[None, AT_GAS + FINE:AT_GAS + FINE + COARSE]])
            rest = rest + size[-len(GAS):].sum(axis=0)
        return (fine[0] + content.max(axis=0)).sum(axis=0) + BLOCK**2 * block.max(axis=0).sum(axis=0) + rest

    def _fill(self, planes, units, alive):
        """The simulator's planes with a margin: wrapped at the sides, empty above and below."""
        near, inside = self._near, slice(_PAD_ROWS, _PAD_ROWS + self.rows)
        wrapped = np.take(planes, self._wrapped, axis=3)
        near[:, :5, inside] = wrapped[:, :5]
        near[:, _BY_SEAT:_ARMED_BY_SEAT, inside] = wrapped[:, _SEATS:]
        armed = np.zeros((self.size, 4, self.rows, self.columns), np.uint8)
        match, unit = np.nonzero(alive & (units[:, :, 3] > 0))
        armed[match, unit // self.per_seat, units[match, unit, 1], units[match, unit, 2]] = 1
        near[:, _ARMED_BY_SEAT:, inside] = np.take(armed, self._wrapped, axis=3)
        near[:, _UNITS] = near[:, _BY_SEAT:_ARMED_BY_SEAT].sum(axis=1, dtype=np.uint8)
        near[:, _ARMED] = near[:, _ARMED_BY_SEAT:].sum(axis=1, dtype=np.uint8)
        return near

    def _outside_table(self):
        """(rows, universe columns, FINE): the "outside" inputs of a unit in that row and column of the window."""
        row = np.arange(self.rows)[:, None, None, None] + np.arange(FINE_TOP, FINE_TOP + FINE_ROWS)[:, None]
        column = np.arange(self.columns)[:, None, None] + np.arange(FINE_LEFT, FINE_LEFT + FINE_COLUMNS)
        outside = (row < 0) | (row >= self.rows) | (column < 1) | (column > self.window)
        return outside.reshape(self.rows, self.columns, FINE).astype(np.uint8)


def _counts(near):
    """Sums over blocks, indexed by their first cell, of all planes that are seen in blocks."""
    near = near[:, :_ARMED_BY_SEAT]
    across = near[..., :-2] + near[..., 1:-1] + near[..., 2:]
    return across[..., :-2, :] + across[..., 1:-1, :] + across[..., 2:, :]
