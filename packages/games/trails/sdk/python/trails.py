"""Trails: what a Python player needs. One file, Python 3.9 or later, nothing to install.

A player is a class with a method play(), called once a round as long as it lives:

    import trails

    class Mine(trails.Player):
        def play(self):
            if not self.is_free(self.next(self.heading)):
                self.go(self.right(self.heading))

    trails.run(Mine)

Attributes live from round to round. Output goes to the player's log, and so does standard error. A cell is a pair (row, column), counted from 0 at the top left; rows and columns wrap around the board.
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
    """Derive from it and write play(). Attributes that the referee fills in:

    me              my number: 0 for a to 3 for d
    names           the players' names
    players         how many players the match began with
    rows, columns   of the board
    rounds          rounds after which the match is over, anyone who lives
    settings        the settings of the board file by their names there: settings["bonus"] ...
    neighbours      for searches: the numbers of the four cells next to each cell, by UP, RIGHT, DOWN, LEFT
    round           rounds played so far
    cells           for searches: what each cell holds, by its number: FREE, WALL, or TRAIL + a player
    random          a generator that draws the same numbers in every match, for matches that can be repeated
    """

    _budget = None

    def play(self):
        """Once a round, as long as I live."""

    def go(self, direction):
        """Goes in that direction in this round; the last call counts. Without one, the player goes straight on."""
        if direction not in DIRECTIONS:
            raise ValueError("go(%r): expected UP, RIGHT, DOWN, or LEFT" % (direction,))
        self._answer = _WORDS[direction]

    @property
    def position(self):
        """The cell where I stand."""
        return self._places[self.me]

    @property
    def heading(self):
        """The direction in which I went last; before the first round, the one that the board gives me."""
        return self._headings[self.me]

    def lives(self, player):
        """Whether that player is alive."""
        return self._lives[player]

    def position_of(self, player):
        """The cell where a player stands, or stood when it ended."""
        return self._places[player]

    def heading_of(self, player):
        """The direction in which a player went last."""
        return self._headings[player]

    def others(self):
        """The numbers of the other players that live."""
        return [player for player in range(self.players) if player != self.me and self._lives[player]]

    def is_free(self, cell):
        """Whether a cell can be entered. Another player may enter it in the same round, and then both end."""
        return self.cells[self.index(cell)] == FREE

    def is_wall(self, cell):
        """Whether a cell is a wall."""
        return self.cells[self.index(cell)] == WALL

    def trail_at(self, cell):
        """The player whose trail a cell belongs to, or -1."""
        content = self.cells[self.index(cell)]
        return content - TRAIL if content >= TRAIL else -1

    def next(self, direction, cell=None):
        """The cell next to another one (without it, next to mine) in a direction."""
        return self.cell(self.neighbours[self.index(self.position if cell is None else cell)][direction])

    def exits(self, cell=None):
        """The directions in which the cell next to another one (without it, next to mine) is free."""
        near = self.neighbours[self.index(self.position if cell is None else cell)]
        return [direction for direction in DIRECTIONS if self.cells[near[direction]] == FREE]

    def distances(self, sources):
        """The steps to each cell, by its number, from the nearest of these cells; -1 where there is no way. Each step is a round, and enters a free cell."""
        return _grid.distances(self.cells, self.columns, 3, self._numbers(sources))

    def reachable(self, sources, steps=None):
        """The cells within so many steps (without a number, any) of one of these cells, which are among them: nearest first, then by number."""
        return [self.cell(number) for number in _grid.reachable(self.cells, self.columns, 3, self._numbers(sources), steps)]

    def danger(self, sources, steps):
        """By number of each cell: how many of these cells, such as the places of others, are within so many steps of it."""
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
        """The cell of a number."""
        return divmod(index, self.columns)

    def log(self, *values):
        """Writes a line into the log of this round."""
        print(*values, file=sys.stderr, flush=True)

    def draw_cell(self, row, column, color=""):
        """Marks a cell for anyone who watches the match; a colour is "#rgb" or "#rrggbb", without one it is the player's own."""
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
        """Seconds (left, whole) for this round, or None where nothing is counted. The referee is asked once a round."""
        if self._budget is None or self._budget[0] != self.round:
            _say("budget")
            self._budget = self.round, _words(), time.process_time()
        _, words, then = self._budget
        if words[1] == "-":
            return None
        return max(0.0, float(words[1]) - (time.process_time() - then)), float(words[2])


class _Grid:
    """Searches over a board of cells; what isn't 0 is blocked. Under fuel the engine has them in C, and finds the same."""

    @staticmethod
    def _search(cells, columns, wraps, sources, steps):
        """The steps to each cell, and the cells found. `wraps`: 1 joins the first and the last column, 2 the rows."""
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
    """A line of the log that draws (docs/drawing.md)."""
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
        # An eliminated player is still asked, and its answers do not count.
        if player._lives[player.me]:
            if str(player.round) == os.environ.get("LUDUS_DEBUG_ROUND"):
                _debug(player)
            else:
                player.play()
        _say(player._answer)


_out = sys.stdout


def _debug(player):
    """`ludus debug --round` stops here: pdb on the terminal, since standard input and output carry the protocol."""
    import pdb

    with open("/dev/tty") as keys, open("/dev/tty", "w") as screen:
        pdb.Pdb(stdin=keys, stdout=screen).runcall(player.play)


def _say(text):
    _out.write(text + "\n")
    _out.flush()


def _words():
    """The words of the next line; none at the end of the match."""
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
