"""A player of Trails: straight on while the way is free, else to a side where it is."""
import sys

DIRECTIONS = ["up", "right", "down", "left"]
STEPS = [(-1, 0), (0, 1), (1, 0), (0, -1)]


def words():
    """The words of the next line. When there is none the match is over."""
    line = sys.stdin.readline()
    if not line:
        sys.exit()
    return line.split()


def choose(board, row, column, heading):
    """board[row][column] is "." if free, "#" a wall, a … d a trail, A … D where a player stands."""
    for turn in [0, 3, 1]:
        direction = (DIRECTIONS.index(heading) + turn) % 4
        down, right = STEPS[direction]
        next_row, next_column = (row + down) % len(board), (column + right) % len(board[0])
        if board[next_row][next_column] == ".":
            print("draw cell", next_row, next_column, file=sys.stderr)  # seen in the viewer
            return DIRECTIONS[direction]
    return "ahead"


# Once: who I am, the names, the settings, and the board's drawing.
me = words()[1]
names = words()[1:]
settings = {}
while "columns" not in settings:
    key, *values = words()
    settings[key] = values[0]
players, rows = int(settings["players"]), int(settings["rows"])
for _ in range(rows):
    words()

# Each round: its number, the players, the board. The answer is one word.
while True:
    round = int(words()[1])
    where = {}
    for _ in range(players):
        letter, row, column, heading = words()
        where[letter] = (int(row), int(column), heading)
    board = [words()[0] for _ in range(rows)]
    row, column, heading = where[me]
    # An eliminated player is still asked, and its answers do not count.
    print("ahead" if heading == "ended" else choose(board, row, column, heading), flush=True)
