"""Bots for a Ludus game play in Kaggle's environment connectx, which has the same rules."""
import importlib.util
import os
import re
import subprocess
import sys
import tempfile
import unittest

from .support import DUSK
from ludus_env.connection import command

FOLDER = os.path.join(DUSK, "..", "connectx")
BLOCKER = os.path.join(FOLDER, "samples", "blocker.py")
RIGHT = """import sys

sys.stdin.readline()
for line in sys.stdin:
    print(line.split()[1][:5].rindex("0"), flush=True)
"""

sys.path.insert(0, FOLDER)
from kaggle_agent import Bot  # noqa: E402


def double(agents, settings):
    """A model of Kaggle's environment: returns the columns played in a match, and its rewards. It
    looks for lines of four in the text of the board."""
    columns, rows, inarow = settings["columns"], settings["rows"], settings["inarow"]
    board, chosen = [0] * (columns * rows), []
    lines = [re.compile(f"(?=([12])(?:.{{{step}}}\\1){{{inarow - 1}}})") for step in (0, columns, columns + 1, columns - 1)]
    while 0 in board:
        mark = len(chosen) % 2 + 1
        column = agents[mark - 1]({"board": list(board), "mark": mark}, settings)
        chosen.append(column)
        if not 0 <= column < columns or board[column]:
            return chosen, [None if each == mark else 0 for each in (1, 2)]
        board[max(cell for cell in range(column, len(board), columns) if board[cell] == 0)] = mark
        # A separator between the rows, so that no line wraps around.
        text = "/".join("".join(map(str, board[row * columns:row * columns + columns])) for row in range(rows))
        if any(line.search(text) for line in lines):
            return chosen, [1 if each == mark else -1 for each in (1, 2)]
    return chosen, [0, 0]


class Matches:
    def ludus(self, programs, settings):
        """Returns the columns played in a match in Ludus, and its scores."""
        with tempfile.TemporaryDirectory() as folder:
            board, replay = os.path.join(folder, "x.board"), os.path.join(folder, "x.connectx")
            with open(board, "w", encoding="utf-8") as file:
                file.write("connectx board 1\n" + "".join(f"{name} {value}\n" for name, value in settings.items()))
            done = subprocess.run([*command(), "match", *programs, "-i", board, "-s", "1", "-o", replay], capture_output=True, text=True,
                                  env={**os.environ, "LUDUS_GAMES": os.path.join(FOLDER, "kit.ts")})
            self.assertEqual(done.returncode, 0, done.stderr)
            with open(replay, encoding="utf-8") as file:
                text = file.read()
        scores = re.search(r"^result \d+ \w+ (\S+) (\S+)$", text, re.M).groups()
        return [int(column) for column in re.findall(r"^\d+: [01]=(\d+)$", text, re.M)], [int(score) for score in scores]

    def test_two_bots_play_the_same_match_in_both(self):
        with tempfile.TemporaryDirectory() as folder:
            right = os.path.join(folder, "right.py")
            with open(right, "w", encoding="utf-8") as file:
                file.write(RIGHT)
            results = []
            for columns, rows, inarow, programs in [(7, 6, 4, [BLOCKER, BLOCKER]), (5, 4, 3, [BLOCKER, right]), (5, 4, 4, [right, BLOCKER])]:
                settings = {"columns": columns, "rows": rows, "inarow": inarow}
                with self.subTest(settings):
                    columns, scores = self.ludus(programs, settings)
                    agents = [Bot(sys.executable, program) for program in programs]
                    # The second match has the same agents. Each program is restarted.
                    for _ in range(2):
                        self.assertEqual(self.kaggle(agents, settings), (columns, scores))
                    results.append(scores)
        self.assertGreater(len({tuple(each) for each in results}), 1)


class WithDouble(Matches, unittest.TestCase):
    kaggle = staticmethod(double)


@unittest.skipUnless(importlib.util.find_spec("kaggle_environments"), "put kaggle_environments on PYTHONPATH to run this")
class WithKaggle(Matches, unittest.TestCase):
    def kaggle(self, agents, settings):
        import kaggle_environments
        steps = kaggle_environments.make("connectx", settings).run(agents)
        return [step[number % 2].action for number, step in enumerate(steps[1:])], [each.reward for each in steps[-1]]

    def test_a_bot_plays_against_an_agent_of_the_environment(self):
        import kaggle_environments
        rewards = kaggle_environments.evaluate("connectx", [Bot(sys.executable, BLOCKER), "random"], num_episodes=4)
        self.assertNotIn(None, [reward for match in rewards for reward in match])
