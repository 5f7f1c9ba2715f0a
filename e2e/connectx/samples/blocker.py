"""Wins if possible, or else blocks the opponent's win, or else plays near the middle."""
import sys

_, mark, _, columns, rows, inarow = sys.stdin.readline().split()
me, columns, rows, inarow = int(mark), int(columns), int(rows), int(inarow)


def wins(cells, at, who):
    """Whether a checker of `who` in the cell `at` would win."""
    def reach(right, down):
        row, column, length = at // columns + down, at % columns + right, 0
        while 0 <= row < rows and 0 <= column < columns and cells[row * columns + column] == who:
            row, column, length = row + down, column + right, length + 1
        return length
    return any(reach(right, down) + reach(-right, -down) + 1 >= inarow for right, down in ((1, 0), (0, 1), (1, 1), (1, -1)))


for line in sys.stdin:
    cells = [int(cell) for cell in line.split()[1]]
    free = {column: max(range(column, len(cells), columns), key=lambda cell: cell if cells[cell] == 0 else -1)
            for column in range(columns) if cells[column] == 0}
    won = [column for who in (me, 3 - me) for column, cell in free.items() if wins(cells, cell, who)]
    print(won[0] if won else min(free, key=lambda column: abs(2 * column - columns + 1)), flush=True)
