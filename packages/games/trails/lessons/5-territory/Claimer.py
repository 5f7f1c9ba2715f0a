"""A player of Trails, lesson 5: asks who is first at each cell, and goes where most cells are its own."""
import sys

WORDS = ["up", "right", "down", "left"]
UP, RIGHT, DOWN, LEFT = range(4)
AHEAD = -1


def choose():
    chosen, best = AHEAD, -10 * len(free)
    for direction in range(4):
        cell = next_to(here, direction)
        if not free[cell]:
            continue
        value = 10 * lead(cell) - exits(cell)
        if value > best:
            chosen, best = direction, value
    return chosen


def lead(start):
    """My cells less those of the built-in opponents: a cell is whose who comes there first, and of as many steps the built-in opponent's."""
    owner = {cell: -1 for cell in rivals}
    owner[start] = 1
    queue = [*rivals, start]
    for cell in queue:
        for direction in range(4):
            near = next_to(cell, direction)
            if free[near] and near not in owner:
                owner[near] = owner[cell]
                queue.append(near)
    return sum(owner.values())


def exits(cell):
    """How many cells next to a cell are free."""
    return sum(free[next_to(cell, direction)] for direction in range(4))


# From here on it is the same in all lessons: what the referee tells, and the answers.


def next_to(cell, direction):
    """The cell next to a cell; the board has no edge. A cell's number is row * columns + column."""
    return next_cells[cell][direction]


def words():
    """The words of the next line. When there is none the match is over."""
    line = sys.stdin.readline()
    if not line:
        sys.exit()
    return line.split()


# Once: my letter, the names, the settings, the board's drawing.
me = words()[1]
words()
settings = {}
while "columns" not in settings:
    key, *values = words()
    settings[key] = values[0]
players, rows, columns = (int(settings[key]) for key in ["players", "rows", "columns"])
for _ in range(rows):
    words()
next_cells = [
    [
        (row - 1) % rows * columns + column,
        row * columns + (column + 1) % columns,
        (row + 1) % rows * columns + column,
        row * columns + (column - 1) % columns,
    ]
    for row in range(rows)
    for column in range(columns)
]

# Each round: its number, where everyone stands, the board. The answer is one word.
while True:
    round = int(words()[1])
    here, heading, rivals = -1, -1, []
    for _ in range(players):
        letter, row, column, word = words()
        if word == "ended":
            continue
        cell = int(row) * columns + int(column)
        if letter == me:
            here, heading = cell, WORDS.index(word)
        else:
            rivals.append(cell)
    free = [mark == "." for _ in range(rows) for mark in words()[0]]
    # An eliminated player is still asked, and its answers do not count.
    choice = AHEAD if here < 0 else choose()
    print("ahead" if choice == AHEAD else WORDS[choice], flush=True)
