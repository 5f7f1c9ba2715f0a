"""Ludus: what a Python player of Mad Max or Star War needs. One file, Python 3.9 or later, nothing to install.

A player is a class with a method play(), called once per round:

    import ludus

    class Mine(ludus.Player):
        def play(self):
            for unit in self.my_units():
                if unit.alive:
                    self.move(unit.id, ludus.UP)

    ludus.run(Mine)

Attributes persist between rounds; the board (`self.units`, `self.cell(...)`, ...) is new each round. Output goes to the
player's log, and so does standard error. Positions are (row, column); columns wrap around the universe.
"""
import operator
import os
import random
import sys
import time

# The nine directions: (change of row, change of column).
UP, DEFAULT, DOWN = (-1, 1), (0, 1), (1, 1)
SLOW_UP, SLOW, SLOW_DOWN = (-1, 0), (0, 0), (1, 0)
FAST_UP, FAST, FAST_DOWN = (-1, 2), (0, 2), (1, 2)
DIRECTIONS = [UP, DEFAULT, DOWN, SLOW_UP, SLOW, SLOW_DOWN, FAST_UP, FAST, FAST_DOWN]

# The cells that a move enters, in order, as changes of row and column (the rules, "Collisions in a cell").
PATHS = {
    UP: [(0, 1), (-1, 0), (-1, 1)], DEFAULT: [(0, 1)], DOWN: [(0, 1), (1, 0), (1, 1)],
    SLOW_UP: [(-1, 0)], SLOW: [], SLOW_DOWN: [(1, 0)],
    FAST_UP: [(0, 1), (-1, 0), (-1, 1), (0, 2), (-1, 2)], FAST: [(0, 1), (0, 2)],
    FAST_DOWN: [(0, 1), (1, 0), (1, 1), (0, 2), (1, 2)],
}

# The results of `content(row, column)`. An obstacle is a tyre or an asteroid; a point bonus is water in Mad Max.
EMPTY, OBSTACLE, UNIT, MISSILE = "empty", "obstacle", "unit", "missile"
MISSILE_BONUS, POINT_BONUS, GAS_BONUS = "missile bonus", "point bonus", "gas bonus"
BONUSES = (MISSILE_BONUS, POINT_BONUS, GAS_BONUS)
_GAMES = {"mad_max_2020": "madmax", "starwar": "starwar"}
_SYMBOLS = {
    "madmax": {".": EMPTY, "X": OBSTACLE, "M": MISSILE_BONUS, "W": POINT_BONUS, "G": GAS_BONUS},
    "starwar": {".": EMPTY, "X": OBSTACLE, "M": MISSILE_BONUS, "P": POINT_BONUS},
}


class Unit:
    """A car or a starship. `gas` is 0 in Star War; `time`: rounds until it may regenerate, 0 while it is alive."""

    __slots__ = ("id", "player", "row", "column", "missiles", "gas", "alive", "time")

    def __repr__(self):
        return "Unit(%s)" % ", ".join("%s=%r" % (name, getattr(self, name)) for name in self.__slots__)


class Missile:
    """A missile in flight; `owner` is the id of the unit that shot it."""

    __slots__ = ("id", "owner", "row", "column")


class Player:
    """Derive your player from this class and write play(). Attributes set by the referee:

    me                 my number, 0 to 3
    game               "madmax" or "starwar"
    names              the players' names
    settings           the numbers of the board file by their names there: settings["nb_rnds"] ...
    rows, columns      of the universe;  window: the window's columns;  rounds: the number of rounds
    round              the current round; the window's left column is round % columns
    units, missiles    lists of Unit (by id) and Missile
    scores, statuses   one number per player
    random             a generator with the same numbers in every match, so that matches can be repeated
    """

    _budget = None

    def play(self):
        pass

    def move(self, unit, direction):
        """Instructs a unit to move; the first instruction to a unit counts."""
        self._answer.append("%d m %d %d" % (unit, direction[0], direction[1]))

    def shoot(self, unit):
        """Instructs a unit to shoot; it then moves by DEFAULT."""
        self._answer.append("%d s 0 1" % unit)

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

    def my_units(self):
        return [unit for unit in self.units if unit.player == self.me]

    def content(self, row, column):
        """The content of a cell: EMPTY, OBSTACLE, UNIT, MISSILE, or a bonus. The row must be inside the universe."""
        column %= self.columns
        if (row, column) in self._unit_at:
            return UNIT
        if (row, column) in self._missile_at:
            return MISSILE
        return self._symbols[self._grid[row][column]]

    def unit_at(self, row, column):
        """The living unit in a cell, or None."""
        return self._unit_at.get((row, column % self.columns))

    def missile_at(self, row, column):
        """The missile in a cell, or None."""
        return self._missile_at.get((row, column % self.columns))

    def in_window(self, row, column, round=None):
        """Whether the cell is inside the window of a round (default: the next one), where a move must end."""
        left = self.round + 1 if round is None else round
        return 0 <= row < self.rows and (column - left) % self.columns < self.window

    def distances(self, sources):
        """The rounds that a unit needs to each cell, by cell number, from the nearest position; -1 if unreachable.

        It stays in the window and avoids obstacles. Other units and missiles don't count.
        """
        return self._search(0, sources, None)

    def reachable(self, sources, rounds=None):
        """The positions that a unit can reach within this number of rounds (default: any): nearest first, then by
        number.
        """
        return [divmod(number, self.columns) for number in self._search(1, sources, rounds)]

    def danger(self, sources, rounds):
        """By cell number: the number of units at these positions that can be there within `rounds` rounds."""
        return self._search(2, sources, rounds)

    def index(self, row, column):
        """The number of a cell: row * columns + column."""
        if not 0 <= row < self.rows:
            raise ValueError("there is no row %r in the universe" % (row,))
        return row * self.columns + column % self.columns

    def _search(self, kind, sources, rounds):
        try:
            numbers = [self.index(row, column) for row, column in sources]
        except TypeError:
            raise TypeError("expected a list of positions (row, column), found %r" % (sources,)) from None
        cells = "".join(self._grid).encode().translate(_OBSTACLES)
        return _cylinder(kind, cells, self.columns, self.window, self.round, numbers, rounds)

    def budget(self):
        """Seconds of CPU time (left, total), or None if nothing is counted. Sends one request per round to the referee.
        """
        if self._budget is None or self._budget[0] != self.round:
            _say("budget")
            reply = "\n"
            # An empty line follows the board, and may still be unread.
            while reply == "\n":
                reply = sys.stdin.readline()
            self._budget = self.round, reply.split(), time.process_time()
        _, words, then = self._budget
        if words[1] == "-":
            return None
        return max(0.0, float(words[1]) - (time.process_time() - then)), float(words[2])


#: By letter of a board, 1 for an obstacle.
_OBSTACLES = bytes(letter == ord("X") for letter in range(256))


def _cylinder(kind, cells, columns, window, round, sources, rounds):
    """Distances, reachable cells, or danger (0, 1, 2). With a fuel budget, the engine implements them in C with the
    same results.
    """
    if rounds is not None and operator.index(rounds) < 0:
        raise ValueError("steps must be at least 0")
    if kind == 2:
        count = [0] * len(cells)
        for source in sources:
            for cell in _cylinder(1, cells, columns, window, round, [source], rounds):
                count[cell] += 1
        return count
    rows, first = len(cells) // columns, round % columns
    # By row and number of columns ahead of the window's first, up to one turn around the cylinder.
    far, queue = {}, []
    for cell in sources:
        place = cell // columns, (cell - first) % columns
        if place not in far:
            far[place] = 0
            queue.append(place)

    def blocked(row, ahead):
        return not 0 <= row < rows or cells[row * columns + (first + ahead) % columns]

    for row, ahead in queue:
        then = far[row, ahead] + 1
        if then > (columns if rounds is None else min(rounds, columns)):
            break
        for side in (row, row - 1, row + 1):
            if side != row and blocked(side, ahead):
                continue
            for to in range(ahead, ahead + 3):
                if to > ahead and (blocked(row, to) or blocked(side, to)):
                    break
                if then <= to < then + window and (side, to) not in far:
                    far[side, to] = then
                    queue.append((side, to))
    nearest = [-1] * len(cells)
    for (row, ahead), then in far.items():
        cell = row * columns + (first + ahead) % columns
        if nearest[cell] < 0 or then < nearest[cell]:
            nearest[cell] = then
    if kind == 0:
        return nearest
    found = [cell for cell, then in enumerate(nearest) if then >= 0]
    return sorted(found, key=lambda cell: (nearest[cell], cell))


try:
    from _ludus_grid import window as _cylinder
except ImportError:
    pass


def _draw(kind, places, color, text=""):
    """Writes a log line that draws (docs/drawing.md)."""
    words = ["draw", kind, *("%g" % place for place in places), color, str(text)]
    print(" ".join(word for word in words if word), file=sys.stderr, flush=True)


def run(player_class):
    """Plays a match over standard input and output, until the input ends."""
    global _out
    _out, sys.stdout = sys.stdout, sys.stderr
    lines = _Lines(sys.stdin)
    player = player_class.__new__(player_class)
    _read_settings(lines, player)
    player.__init__()
    while _read_board(lines, player):
        player._answer = []
        if str(player.round) == os.environ.get("LUDUS_DEBUG_ROUND"):
            _debug(player)
        else:
            player.play()
        _say("\n".join(player._answer + ["-1"]))


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


class _Lines:
    """The non-empty lines, split into words."""

    def __init__(self, stream):
        self.stream = stream

    def next(self):
        while True:
            line = self.stream.readline()
            if not line:
                return None
            words = line.split()
            if words:
                return words

    def skip_to(self, word):
        while True:
            words = self.next()
            if words is None or words[0] == word:
                return words


def _read_settings(lines, player):
    player.me = int(lines.skip_to("seat")[1])
    player.game = _GAMES[lines.next()[0]]
    player.settings = {}
    words = lines.next()
    while words[0] != "names":
        player.settings[words[0]] = None if words[1] == "?" else int(words[1])
        words = lines.next()
    settings = player.settings
    player.names = words[1:]
    player.rows, player.columns = settings["nb_rows"], settings["nb_uni_cols"]
    player.window, player.rounds = settings["nb_win_cols"], settings["nb_rnds"]
    player.random = random.Random(player.me)
    player._symbols = _SYMBOLS[player.game]
    player._answer = []


def _read_board(lines, player):
    words = lines.skip_to("rnd")
    if words is None:
        return False
    player.round = int(words[1])
    # Column labels, then the rows with their labels, then the table of units.
    grid = []
    while True:
        words = lines.next()
        if words[0] in ("cars", "starships"):
            break
        if len(words) == 2 and not words[1].isdigit():
            grid.append(words[1])
    player._grid = grid
    head = lines.next()
    settings = player.settings
    each = settings["nb_cars_x_player" if player.game == "madmax" else "nb_ships_x_player"]
    player.units, player._unit_at = [], {}
    for _ in range(each * settings["nb_players"]):
        row = dict(zip(head, lines.next()))
        unit = Unit()
        unit.id = int(row["cid" if "cid" in row else "sid"])
        unit.player = unit.id // each
        unit.row, unit.column, unit.missiles = int(row["row"]), int(row["column"]), int(row["nb_miss"])
        unit.gas, unit.alive, unit.time = int(row.get("gas", 0)), row["alive"] == "y", int(row["time"])
        player.units.append(unit)
        if unit.alive:
            player._unit_at[unit.row, unit.column] = unit
    lines.skip_to("missiles")
    count = int(lines.next()[0])
    lines.next()
    player.missiles, player._missile_at = [], {}
    for _ in range(count):
        missile = Missile()
        missile.id, missile.owner, missile.row, missile.column = map(int, lines.next())
        player.missiles.append(missile)
        player._missile_at[missile.row, missile.column] = missile
    lines.skip_to("pid")
    player.scores, player.statuses = [], []
    for _ in range(settings["nb_players"]):
        words = lines.next()
        player.scores.append(int(words[1]))
        player.statuses.append(float(words[2]))
    return True
