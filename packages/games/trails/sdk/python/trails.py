"""Trails: what a Python player needs. One file, Python 3.9 or later, nothing to install.

A player is a class with a method play(), called once per round while it is alive:

    import trails

    class Mine(trails.Player):
        def play(self):
            if not self.is_free(self.next(self.heading)):
                self.go(self.right(self.heading))

    trails.run(Mine)

Attributes persist between rounds. Output goes to the player's log, and so does standard error. A cell is a pair (row,
column), from 0 at the top left; rows and columns wrap around the board.
"""
import operator
import os
import random
import sys
import time

UP, RIGHT, DOWN, LEFT = 0, 1, 2, 3
DIRECTIONS = (UP, RIGHT, DOWN, LEFT)
#: The contents of `cells`; TRAIL + 1 is the trail of player 1.
FREE, WALL, TRAIL = 0, 1, 2

_WORDS = ("up", "right", "down", "left")
_LETTERS = "abcd"
_CONTENTS = {".": FREE, "#": WALL}
for _player, _letter in enumerate(_LETTERS):
    _CONTENTS[_letter] = _CONTENTS[_letter.upper()] = TRAIL + _player


class Player:
    """Derive your player from this class and write play(). Attributes set by the referee:

    me              my number: 0 for a to 3 for d
    names           the players' names
    players         the number of players at the start of the match
    rows, columns   of the board
    rounds          the number of rounds after which the match is over
    settings        the settings of the board file by their names there: settings["bonus"] ...
    neighbours      for searches: the numbers of the four cells next to each cell, by UP, RIGHT, DOWN, LEFT
    round           the number of rounds played so far
    cells           for searches: the content of each cell, by its number: FREE, WALL, or TRAIL + a player
    random          a generator with the same numbers in every match, so that matches can be repeated
    """

    _budget = None

    def play(self):
        """Called once per round, while I am alive."""

    def go(self, direction):
        """Sets my direction in this round; the last call counts. Without a call, the player goes straight ahead."""
        if direction not in DIRECTIONS:
            raise ValueError("go(%r): expected UP, RIGHT, DOWN, or LEFT" % (direction,))
        self._answer = _WORDS[direction]

    @property
    def position(self):
        """My current cell."""
        return self._places[self.me]

    @property
    def heading(self):
        """The direction of my last move; before the first round, the board's direction for me."""
        return self._headings[self.me]

    def lives(self, player):
        """Whether that player is alive."""
        return self._lives[player]

    def position_of(self, player):
        """A player's current cell, or its cell when it ended."""
        return self._places[player]

    def heading_of(self, player):
        """The direction of a player's last move."""
        return self._headings[player]

    def others(self):
        """The numbers of the other living players."""
        return [player for player in range(self.players) if player != self.me and self._lives[player]]

    def is_free(self, cell):
        """Whether a cell can be entered. If another player enters it in the same round, both end."""
        return self.cells[self.index(cell)] == FREE

    def is_wall(self, cell):
        """Whether a cell is a wall."""
        return self.cells[self.index(cell)] == WALL

    def trail_at(self, cell):
        """The player whose trail contains a cell, or -1."""
        content = self.cells[self.index(cell)]
        return content - TRAIL if content >= TRAIL else -1

    def next(self, direction, cell=None):
        """The cell next to a cell (default: mine) in a direction."""
        return self.cell(self.neighbours[self.index(self.position if cell is None else cell)][direction])

    def exits(self, cell=None):
        """The directions in which the cell next to a cell (default: mine) is free."""
        near = self.neighbours[self.index(self.position if cell is None else cell)]
        return [direction for direction in DIRECTIONS if self.cells[near[direction]] == FREE]

    def distances(self, sources):
        """The number of steps to each cell, by cell number, from the nearest of these cells; -1 if unreachable. Each
        step is a round, and enters a free cell.
        """
        return _grid.distances(self.cells, self.columns, 3, self._numbers(sources))

    def reachable(self, sources, steps=None):
        """The cells within this number of steps (default: any) of one of these cells, including these: nearest first,
        then by number.
        """
        return [self.cell(number) for number in _grid.reachable(self.cells, self.columns, 3, self._numbers(sources), steps)]

    def danger(self, sources, steps):
        """By cell number: the number of these cells, such as other players' positions, within this number of steps."""
        return _grid.danger(self.cells, self.columns, 3, self._numbers(sources), steps)

    def _numbers(self, cells):
        try:
            return [self.index(cell) for cell in cells]
        except TypeError:
            raise TypeError("expected a list of cells (row, column), found %r" % (cells,)) from None

    def left(self, direction):
        """A quarter turn to the left."""
        return (direction + 3) % 4

    def right(self, direction):
        """A quarter turn to the right."""
        return (direction + 1) % 4

    def index(self, cell):
        """A cell's number in `cells` and `neighbours`: row * columns + column."""
        row, column = cell
        return row % self.rows * self.columns + column % self.columns

    def cell(self, index):
        """The cell with this number."""
        return divmod(index, self.columns)

    def log(self, *values):
        """Writes a line to the log of this round."""
        print(*values, file=sys.stderr, flush=True)

    def draw_cell(self, row, column, color=""):
        """Marks a cell for spectators; a colour is "#rgb" or "#rrggbb", by default the player's."""
        _draw("cell", (row, column), color)

    def draw_point(self, row, column, color=""):
        """Draws a point in the middle of a cell."""
        _draw("point", (row, column), color)

    def draw_line(self, row, column, to_row, to_column, color=""):
        """Draws a line between two cells."""
        _draw("line", (row, column, to_row, to_column), color)

    def draw_text(self, row, column, text, color=""):
        """Writes a short text over a cell."""
        _draw("text", (row, column), color, text)

    def budget(self):
        """Seconds (left, total) for this round, or None if nothing is counted. Sends one request per round to the
        referee.
        """
        if self._budget is None or self._budget[0] != self.round:
            _say("budget")
            self._budget = self.round, _words(), time.process_time()
        _, words, then = self._budget
        if words[1] == "-":
            return None
        return max(0.0, float(words[1]) - (time.process_time() - then)), float(words[2])


class _Grid:
    """Searches over a board of cells; non-zero cells are blocked. In matches with a fuel budget, the
    engine implements them in C, with the same results.
    """

    @staticmethod
    def _search(cells, columns, wraps, sources, steps):
        """The number of steps to each cell, and the cells found. `wraps`: 1 joins the first and the last column, 2 the
        rows.
        """
        if steps is not None and operator.index(steps) < 0:
            raise ValueError("steps must be at least 0")
        size = len(cells)
        down, right = columns - size if wraps & 2 else 0, 1 - columns if wraps & 1 else 0
        far, queue = [-1] * size, []
        for cell in sources:
            if far[cell]:
                far[cell] = 0
                queue.append(cell)
        for cell in queue:
            if far[cell] == steps:
                break
            column = cell % columns
            for near in (
                cell - columns if cell >= columns else cell - down,
                cell + 1 if column + 1 < columns else cell + right,
                cell + columns if cell + columns < size else cell + down,
                cell - 1 if column else cell - right,
            ):
                if far[near] < 0 and not cells[near]:
                    far[near] = far[cell] + 1
                    queue.append(near)
        return far, queue

    @classmethod
    def distances(cls, cells, columns, wraps, sources):
        return cls._search(cells, columns, wraps, sources, None)[0]

    @classmethod
    def reachable(cls, cells, columns, wraps, sources, steps):
        far, found = cls._search(cells, columns, wraps, sources, steps)
        return sorted(found, key=lambda cell: (far[cell], cell))

    @classmethod
    def danger(cls, cells, columns, wraps, sources, steps):
        count = [0] * len(cells)
        for source in sources:
            for cell in cls._search(cells, columns, wraps, [source], steps)[1]:
                count[cell] += 1
        return count


try:
    import _ludus_grid as _grid
except ImportError:
    _grid = _Grid


def _draw(kind, places, color, text=""):
    """Writes a log line that draws (docs/drawing.md)."""
    words = ["draw", kind, *("%g" % place for place in places), color, str(text)]
    print(" ".join(word for word in words if word), file=sys.stderr, flush=True)


def run(player_class):
    """Plays a match over standard input and output, until the input ends."""
    global _out
    _out, sys.stdout = sys.stdout, sys.stderr
    player = player_class.__new__(player_class)
    _read_settings(player)
    player.__init__()
    while _read_round(player):
        player._answer = "ahead"
        # An eliminated player is still asked, but its answers do not count.
        if player._lives[player.me]:
            if str(player.round) == os.environ.get("LUDUS_DEBUG_ROUND"):
                _debug(player)
            else:
                player.play()
        _say(player._answer)


_out = sys.stdout


def _debug(player):
    """`ludus debug --round` stops here, with pdb on the terminal, because standard input and output carry the protocol.
    """
    import pdb

    with open("/dev/tty") as keys, open("/dev/tty", "w") as screen:
        pdb.Pdb(stdin=keys, stdout=screen).runcall(player.play)


def _say(text):
    _out.write(text + "\n")
    _out.flush()


def _words():
    """The words of the next line; empty at the end of the match."""
    return sys.stdin.readline().split()


def _read_settings(player):
    player.me = _LETTERS.index(_words()[1])
    player.names = _words()[1:]
    settings = player.settings = {}
    while "columns" not in settings:
        key, value = _words()[:2]
        settings[key] = int(value) if value.isdigit() else value
    player.players, player.rounds = settings["players"], settings["rounds"]
    rows, columns = player.rows, player.columns = settings["rows"], settings["columns"]
    player.random = random.Random(player.me)
    player._places, player._headings = [(0, 0)] * player.players, [UP] * player.players
    player._lives = [True] * player.players
    player.neighbours = [
        (
            (row - 1) % rows * columns + column,
            row * columns + (column + 1) % columns,
            (row + 1) % rows * columns + column,
            row * columns + (column - 1) % columns,
        )
        for row in range(rows)
        for column in range(columns)
    ]
    player.round = 0
    player.cells = _read_cells(rows)


def _read_cells(rows):
    return [_CONTENTS[mark] for _ in range(rows) for mark in _words()[0]]


def _read_round(player):
    words = _words()
    if not words:
        return False
    player.round = int(words[1])
    for number in range(player.players):
        _, row, column, heading = _words()
        player._places[number] = int(row), int(column)
        player._lives[number] = heading != "ended"
        if heading != "ended":
            player._headings[number] = _WORDS.index(heading)
    player.cells = _read_cells(player.rows)
    return True
