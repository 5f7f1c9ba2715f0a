"""Periscope: what a Python player of this game needs. One file, Python 3.9 or later, nothing to install.

A player is a class with a method play(), called once in each of its turns:

    import periscope

    class Mine(periscope.Player):
        def play(self):
            for submarine in self.mine:
                for target in self.hostile:
                    direction = self.line_of_fire(submarine.cell, target.cell)
                    if direction:
                        self.fire(submarine, direction)

    periscope.run(Mine)

The last order counts; without one, all submarines stay silent. Attributes persist between turns; the observation is new
in each. Output goes to the player's log, and so does standard error. Cells are (row, column).
"""
import operator
import os
import random
import sys
from collections import deque

UP, RIGHT, DOWN, LEFT = "up", "right", "down", "left"
DIRECTIONS = {UP: (-1, 0), RIGHT: (0, 1), DOWN: (1, 0), LEFT: (0, -1)}
LETTERS = "abcd"


class Submarine:
    """A visible submarine. `player` is its seat, `number` is 1, 2 ... and `cell` is (row, column)."""

    __slots__ = ("player", "number", "cell")

    def __init__(self, player, number, cell):
        self.player, self.number, self.cell = player, number, cell

    def __repr__(self):
        return "Submarine(player=%d, number=%d, cell=%r)" % (self.player, self.number, self.cell)


class Site:
    """A possible location of a wreck; `content` is "wreck", "empty", or "unknown"."""

    __slots__ = ("cell", "content")

    def __init__(self, cell, content):
        self.cell, self.content = cell, content

    def __repr__(self):
        return "Site(cell=%r, content=%r)" % (self.cell, self.content)


class Report:
    """The public report of a player's last order. `kind` is "none", "quiet", "salvage", "ping", or "torpedo".

    `cell` is where its submarine was heard, or None. For a torpedo: `direction`, `end` (the last cell that it entered),
    and `sunk`, the number of sunk submarines.
    """

    __slots__ = ("kind", "cell", "direction", "end", "sunk")

    def __init__(self, words):
        self.kind, self.cell, self.direction, self.end, self.sunk = words[0], None, None, None, 0
        if len(words) > 2:
            self.cell = int(words[1]), int(words[2])
        if len(words) > 3:
            self.direction, self.end, self.sunk = words[3], (int(words[4]), int(words[5])), int(words[6])


class Player:
    """Derive your player from this class and write play(). Attributes set by the referee:

    me                  my seat, 0 for a
    names               the players' names
    settings            the numbers of the board: settings["sight"], "ping", "torpedo", "wrecks", "submarines" ...
    rows, columns       of the board;  rounds: the maximum number of rounds
    islands             a set of cells
    harbours            by seat, the possible start cells of a submarine
    round               rounds played so far; each is one player's turn
    scores              one number per player
    mine, hostile       lists of Submarine: mine, and those of the other side that I see
    mates               my teammate's submarines, on boards for four
    sunk                a set of (player, number)
    sites               a list of Site
    reports             by seat, the Report of the player's last order
    contacts            hostile submarines that my side's last ping found, with their positions at that time
    refusal             why my last order was rejected (I am asked again), or None
    random              a generator with the same numbers in every match
    """

    def play(self):
        pass

    def go(self, submarine, first, second=None):
        """Moves a submarine one or two steps."""
        self._answer = "move %d %s" % (submarine.number, " ".join(filter(None, (first, second))))

    def fire(self, submarine, direction):
        self._answer = "fire %d %s" % (submarine.number, direction)

    def ping(self, submarine):
        """Sends out a ping: its `contacts` are available in the next turn."""
        self._answer = "ping %d" % submarine.number

    def log(self, *values):
        """Writes a line to the log of this round."""
        print(*values, file=sys.stderr, flush=True)

    def draw_cell(self, row, column, color=""):
        """Marks a cell for spectators; a colour is "#rgb" or "#rrggbb", by default the player's."""
        _draw("cell", (row, column), color)

    def draw_point(self, row, column, color=""):
        _draw("point", (row, column), color)

    def draw_line(self, row, column, to_row, to_column, color=""):
        _draw("line", (row, column, to_row, to_column), color)

    def draw_text(self, row, column, text, color=""):
        _draw("text", (row, column), color, text)

    def is_sea(self, cell):
        """Whether a cell is on the board and isn't an island."""
        return 0 <= cell[0] < self.rows and 0 <= cell[1] < self.columns and cell not in self.islands

    def next(self, cell, direction):
        step = DIRECTIONS[direction]
        return cell[0] + step[0], cell[1] + step[1]

    def exits(self, cell):
        """The directions in which the next cell is sea."""
        return [direction for direction in DIRECTIONS if self.is_sea(self.next(cell, direction))]

    def distance(self, one, other):
        """Steps between two cells, ignoring islands: the measure of sight and pings."""
        return abs(one[0] - other[0]) + abs(one[1] - other[1])

    def distances(self, sources):
        """The number of steps around islands to each cell, by cell number, from the nearest of these cells; -1 if
        unreachable. A turn has one or two steps.
        """
        return _grid.distances(self._blocked, self.columns, 0, self._numbers(sources))

    def reachable(self, sources, steps=None):
        """The cells within this number of steps (default: any) of one of these cells, including these: nearest first,
        then by number.
        """
        return [self.cell(number) for number in _grid.reachable(self._blocked, self.columns, 0, self._numbers(sources), steps)]

    def danger(self, sources, steps):
        """By cell number: the number of these cells, such as those of hostile submarines, within this number of steps.
        """
        return _grid.danger(self._blocked, self.columns, 0, self._numbers(sources), steps)

    def index(self, cell):
        """A cell's number: row * columns + column."""
        row, column = cell
        if not (0 <= row < self.rows and 0 <= column < self.columns):
            raise ValueError("there is no cell (%r, %r) on the board" % (row, column))
        return row * self.columns + column

    def cell(self, index):
        """The cell with this number."""
        return divmod(index, self.columns)

    def _numbers(self, cells):
        try:
            return [self.index(cell) for cell in cells]
        except TypeError:
            raise TypeError("expected a list of cells (row, column), found %r" % (cells,)) from None

    def line_of_fire(self, source, target):
        """The direction in which a torpedo from one cell reaches another, or None. Other submarines may be in its way."""
        for direction in DIRECTIONS:
            cell = source
            for _ in range(self.settings["torpedo"]):
                cell = self.next(cell, direction)
                if not self.is_sea(cell):
                    break
                if cell == target:
                    return direction
        return None

    def steps_to(self, target):
        """By cell, the number of steps to a target, around islands; unreachable cells are absent."""
        steps = {target: 0}
        queue = deque([target])
        while queue:
            cell = queue.popleft()
            for direction in self.exits(cell):
                after = self.next(cell, direction)
                if after not in steps:
                    steps[after] = steps[cell] + 1
                    queue.append(after)
        return steps

    def way_to(self, source, target):
        """The first one or two directions of a shortest path, for go(); empty if there is no path or no need to move.
        """
        steps, way, cell = self.steps_to(target), [], source
        while len(way) < 2 and steps.get(cell, 0) > 0:
            direction = next(each for each in self.exits(cell) if steps[self.next(cell, each)] == steps[cell] - 1)
            way.append(direction)
            cell = self.next(cell, direction)
        return way


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
    out, sys.stdout = sys.stdout, sys.stderr
    player = player_class.__new__(player_class)
    if not _read_board(player):
        return
    player.__init__()
    while _read_position(player):
        player._answer = "silent"
        if str(player.round) == os.environ.get("LUDUS_DEBUG_ROUND"):
            _debug(player)
        else:
            player.play()
        out.write(player._answer + "\n")
        out.flush()


def _debug(player):
    """`ludus debug --round` stops here, with pdb on the terminal, because standard input and output carry the protocol.
    """
    import pdb

    with open("/dev/tty") as keys, open("/dev/tty", "w") as screen:
        pdb.Pdb(stdin=keys, stdout=screen).runcall(player.play)


def _words():
    return sys.stdin.readline().split()


def _read_board(player):
    words = _words()
    if not words:
        return False
    player.me = LETTERS.index(words[1])
    player.names = _words()[1:]
    _words()
    player.settings = {}
    while "columns" not in player.settings:
        name, value = _words()
        player.settings[name] = int(value)
    settings = player.settings
    player.rows, player.columns, player.rounds = settings["rows"], settings["columns"], settings["rounds"]
    player.islands = set()
    player._blocked = bytearray(player.rows * player.columns)
    player.harbours = [[] for _ in player.names]
    for row in range(player.rows):
        for column, mark in enumerate(_words()[0]):
            if mark == "#":
                player.islands.add((row, column))
                player._blocked[row * player.columns + column] = 1
            elif mark in LETTERS:
                player.harbours[LETTERS.index(mark)].append((row, column))
    player.sites = []
    player.random = random.Random(player.me)
    return True


def _read_position(player):
    words = _words()
    player.refusal = None
    while words and words[0] == "refused":
        player.refusal = " ".join(words[1:])
        words = _words()
    if not words:
        return False
    player.round = int(words[1])
    player.scores = [int(word) for word in _words()[1:]]
    player.mine, player.mates, player.hostile, player.sunk = [], [], [], set()
    for _ in range(len(player.names) * player.settings["submarines"]):
        _, letter, number, state, row, column = _words()
        seat = LETTERS.index(letter)
        if state == "sunk":
            player.sunk.add((seat, int(number)))
        if state == "at":
            group = player.mine if seat == player.me else player.mates if seat % 2 == player.me % 2 else player.hostile
            group.append(Submarine(seat, int(number), (int(row), int(column))))
    player.sites, player.reports, player.contacts = [], [], []
    words = _words()
    while words[0] == "site":
        player.sites.append(Site((int(words[1]), int(words[2])), words[3]))
        words = _words()
    while words[0] == "last":
        player.reports.append(Report(words[2:]))
        words = _words()
    for _ in range(int(words[1])):
        _, letter, number, row, column = _words()
        player.contacts.append(Submarine(LETTERS.index(letter), int(number), (int(row), int(column))))
    return True
