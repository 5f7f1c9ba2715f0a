"""A player of Trails, lesson 6: searches ahead. It tries its own moves and all answers to them, some rounds deep, and counts who owns what then."""
import sys

WORDS = ["up", "right", "down", "left"]
UP, RIGHT, DOWN, LEFT = range(4)
AHEAD = -1


DEPTH = 2  # so many rounds it looks ahead
WON = 100_000  # worth more than any board


def choose():
    chosen, most = AHEAD, -2 * WON
    for direction in range(4):
        cell = next_to(here, direction)
        if not free[cell]:
            continue
        value = worst(cell, rivals[0], DEPTH, most)
        if value > most:
            chosen, most = direction, value
    return chosen


def worst(mine, rival, depth, enough):
    """My guaranteed value if I enter a cell and the opponent gives the answer that is worst for me; it may stop at `enough`."""
    least = WON + depth
    free[mine] = False
    for direction in range(4):
        theirs = next_to(rival, direction)
        if theirs == mine:
            value = -WON // 2  # both end
        elif not free[theirs]:
            continue
        else:
            free[theirs] = False
            value = lead(mine, theirs) if depth == 1 else best(mine, theirs, depth - 1)
            free[theirs] = True
        least = min(least, value)
        if least <= enough:
            break
    free[mine] = True
    return least


def best(mine, rival, depth):
    """My guaranteed value from here."""
    most = -WON - depth
    for direction in range(4):
        cell = next_to(mine, direction)
        if free[cell]:
            most = max(most, worst(cell, rival, depth, most))
    return most


def lead(mine, rival):
    """My cells less the built-in opponent's, ten times, and less the ways on: a cell is whose who comes there first."""
    owner = [0] * len(free)
    owner[rival], owner[mine] = -1, 1
    queue = [rival, mine]
    total = 0
    for cell in queue:
        for near in next_cells[cell]:
            if free[near] and owner[near] == 0:
                owner[near] = owner[cell]
                total += owner[cell]
                queue.append(near)
    return 10 * total - sum(free[near] for near in next_cells[mine])


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
