"""Players of Angry Mob in Python 3.9 or newer: one file, nothing to install.

    import random
    from angrymob import play

    def move(game):
        for (i, j), units in game.mine.items():
            game.send(i, j, units, random.choice(game.exits(i, j)))

    play("Wanderer", move)

Start it with `python3 wanderer.py -port 14400`. The game tracks the whole position, so a player only needs to read it.
"""
import operator
import os
import socket
import sys

RIGHT, UP, LEFT, DOWN = 0, 1, 2, 3
STEPS = ((0, 1), (-1, 0), (0, -1), (1, 0))
#: A player with more units than this does not absorb neutral units.
ABSORB_LIMIT = 8


class Game:
    """The position as this player sees it. A cell is a pair (i, j): row and column, from 0 at the top left."""

    def __init__(self, lines):
        self.rows, self.columns = (int(word) for word in lines[0].split())
        #: units by cell; cells without units are absent
        self.mine, self.theirs, self.neutrals = {}, {}, {}
        self.walls = set()
        self._blocked = bytearray(self.rows * self.columns)
        self.my_base = self.their_base = None
        #: number of turns played so far
        self.turn = 0
        #: None while the game continues, then "won", "lost", or "draw"; "ended" if the arena ended it; and the reason
        self.result, self.reason = None, "-"
        self._submoves, self._left = [], {}
        for i, line in enumerate(lines[1:]):
            for j, token in enumerate(line.split()):
                if token == "#":
                    self.walls.add((i, j))
                    self._blocked[i * self.columns + j] = 1
                elif token == "A":
                    self.my_base = (i, j)
                elif token == "B":
                    self.their_base = (i, j)
                elif token != ".":
                    self.neutrals[i, j] = int(token)
        self.mine[self.my_base] = 1
        self.theirs[self.their_base] = 1

    @property
    def my_total(self):
        return sum(self.mine.values())

    @property
    def their_total(self):
        return sum(self.theirs.values())

    def passable(self, i, j):
        return 0 <= i < self.rows and 0 <= j < self.columns and (i, j) not in self.walls

    def neighbour(self, i, j, d):
        """The cell next to (i, j) in direction d; it may be impassable or outside the map."""
        return i + STEPS[d][0], j + STEPS[d][1]

    def exits(self, i, j):
        """The directions in which units on (i, j) can move."""
        return [d for d in (RIGHT, UP, LEFT, DOWN) if self.passable(*self.neighbour(i, j, d))]

    def distances(self, sources, j=None):
        """The number of steps to each cell, by cell number, from the nearest of these cells, or from (i, j); -1 if
        unreachable. A unit moves one step per turn.
        """
        return _grid.distances(self._blocked, self.columns, 0, self._numbers(sources if j is None else [(sources, j)]))

    def reachable(self, sources, steps=None):
        """The cells within this number of steps (default: any) of one of these cells, including these: nearest first,
        then by number.
        """
        found = _grid.reachable(self._blocked, self.columns, 0, self._numbers(sources), steps)
        return [divmod(number, self.columns) for number in found]

    def danger(self, sources, steps):
        """By cell number: the number of these cells, such as those of `theirs`, within this number of steps."""
        return _grid.danger(self._blocked, self.columns, 0, self._numbers(sources), steps)

    def index(self, i, j):
        """The number of a cell: i * columns + j."""
        if not (0 <= i < self.rows and 0 <= j < self.columns):
            raise ValueError(f"there is no cell ({i}, {j}) on the map")
        return i * self.columns + j

    def _numbers(self, cells):
        try:
            return [self.index(i, j) for i, j in cells]
        except TypeError:
            raise TypeError(f"expected a list of cells (i, j), found {cells!r}") from None

    def send(self, i, j, k, d):
        """Moves k units from (i, j) in direction d this turn. Raises a ValueError with the reason if the rules forbid the call."""
        try:
            i, j, k, d = (operator.index(value) for value in (i, j, k, d))
        except TypeError:
            raise ValueError(f"expected whole numbers, found send({i!r}, {j!r}, {k!r}, {d!r})") from None
        left = self._left.get((i, j), self.mine.get((i, j), 0))
        if not 1 <= k <= left:
            raise ValueError(f"cannot move {k} units out of ({i}, {j}): {left} are left there")
        if d not in (RIGHT, UP, LEFT, DOWN):
            raise ValueError(f"there is no direction {d}")
        if not self.passable(*self.neighbour(i, j, d)):
            raise ValueError(f"from ({i}, {j}) nothing can move in direction {d}")
        self._left[i, j] = left - k
        self._submoves.append((i, j, k, d))

    def log(self, *values):
        """Writes a line to the log of this turn."""
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

    def _take_move(self):
        submoves, self._submoves, self._left = self._submoves, [], {}
        return submoves

    def _advance(self, my_submoves, their_submoves):
        """Plays one turn, in the order of docs/angry-mob.md §2.2."""
        for units, submoves in ((self.mine, my_submoves), (self.theirs, their_submoves)):
            for i, j, k, _ in submoves:
                units[i, j] = units.get((i, j), 0) - k
            for i, j, k, d in submoves:
                target = self.neighbour(i, j, d)
                units[target] = units.get(target, 0) + k
        for cell in set(self.mine) & set(self.theirs):
            lost = min(self.mine[cell], self.theirs[cell])
            self.mine[cell] -= lost
            self.theirs[cell] -= lost
        for units in (self.mine, self.theirs):
            for cell in [cell for cell, count in units.items() if count == 0]:
                del units[cell]
            if sum(units.values()) <= ABSORB_LIMIT:
                for cell in units:
                    units[cell] += self.neutrals.pop(cell, 0)
        self.turn += 1
        i_conquer, they_conquer = self.their_base in self.mine, self.my_base in self.theirs
        if i_conquer and they_conquer:
            self.result, self.reason = "draw", "both-bases"
        elif i_conquer or they_conquer:
            self.result, self.reason = "won" if i_conquer else "lost", "base"
        elif not self.mine and not self.theirs:
            self.result, self.reason = "draw", "no-units"


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


def play(name, move, start=None, argv=None):
    """Connects to the arena as `name`, plays one game, and returns the final Game.

    Prints the result, reason, and number of turns, separated by tabs. `move(game)` is called once per turn and calls
    `game.send`; `start(game)`, if given, is called once before the first turn. `-port` (14400) and `-host` (127.0.0.1)
    in `argv` (the command line) specify the arena. With `-stdio` (or LUDUS_STDIO=1 in the environment, as `ludus match`
    sets it), the same lines use standard input and output, and no result is printed.
    """
    lines = _Lines(sys.argv[1:] if argv is None else argv)
    lines.write(name)
    first = lines.read()
    if first is None or first.startswith("error "):
        raise SystemExit(f"{name}: the arena refused: {first[6:] if first else 'it closed the connection'}")
    game = Game([first] + [lines.read() for _ in range(int(first.split()[0]))])
    if start is not None:
        start(game)
    while game.result is None:
        move(game)
        mine = game._take_move()
        lines.write(" ".join(f"{i} {j} {k} {d}" for i, j, k, d in mine))
        answer = lines.read()
        if answer is None:
            game.result = "ended"
            break
        numbers = [int(word) for word in answer.split()]
        game._advance(mine, [tuple(numbers[at : at + 4]) for at in range(0, len(numbers), 4)])
    lines.close()
    # If the game uses standard input and output, a referee runs the game and reports the result.
    if not lines.stdio:
        print(f"{game.result}\t{game.reason}\t{game.turn}", flush=True)
    return game


class _Lines:
    def __init__(self, argv):
        options = {"-port": "14400", "-host": "127.0.0.1"}
        self.stdio = "-stdio" in argv or ("-port" not in argv and os.environ.get("LUDUS_STDIO") == "1")
        for at, word in enumerate(argv[:-1]):
            if word in options:
                options[word] = argv[at + 1]
        if self.stdio:
            self._in, self._out = sys.stdin.buffer, sys.stdout.buffer
            return
        if not (options["-port"].isascii() and options["-port"].isdigit() and 0 < int(options["-port"]) < 65536):
            raise SystemExit(f"-port must be 1 to 65535, found {options['-port']}")
        try:
            self._socket = socket.create_connection((options["-host"], int(options["-port"])))
        except OSError as error:
            raise SystemExit(f"there is no arena at {options['-host']}, port {options['-port']}: {error.strerror}")
        self._socket.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
        self._in, self._out = self._socket.makefile("rb"), self._socket.makefile("wb")

    def read(self):
        """The next line without its line break, or None at the end."""
        try:
            line = self._in.readline()
        except OSError:
            return None
        return line.decode("ascii", "replace").rstrip("\r\n") if line.endswith(b"\n") else None

    def write(self, line):
        try:
            self._out.write(line.encode("ascii") + b"\n")
            self._out.flush()
        except OSError:
            pass  # If the arena has disconnected, the next read reports it.

    def close(self):
        if not self.stdio:
            self._socket.close()
