"""Walks back and forth, and moves towards visible players."""
import sys

words = sys.stdin.readline().split()
me, cells = int(words[2]), int(words[6])
heading = 1
for line in sys.stdin:
    if not line.startswith("round"):
        continue
    words = line.split()
    start = words.index("cells") + 1
    others = words[start : words.index("dice")]
    at = int(others[me])
    if not 0 <= at + heading < cells:
        heading = -heading
    seen = [int(cell) for seat, cell in enumerate(others) if seat != me and int(cell) >= 0]
    step = (seen[0] > at) - (seen[0] < at) if seen else heading
    print(["left", "stay", "right"][step + 1], flush=True)
