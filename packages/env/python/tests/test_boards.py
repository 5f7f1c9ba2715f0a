"""Each match is played on a different board, generated from its seed."""
import os
import tempfile
import unittest

import numpy as np

from .support import LONG, actions_of, copied, same
from ludus_env import Simulator

EVERYTHING = ("tables", "planes", "mask", "hashes")


class Generated(unittest.TestCase):
    def test_each_match_has_its_own_board_and_a_seed_has_the_same_one(self):
        for game in ("madmax", "starwar", "trails", "angrymob") if LONG else ("starwar", "angrymob"):
            with self.subTest(game), Simulator(game, size=6, boards="generated", observe=EVERYTHING) as sim:
                first = copied(sim.reset(1))
                boards = [sim.board(match) for match in range(6)]
                self.assertEqual(len(set(boards)), 6)
                seeds = sim.seeds().copy()
                sim.reset(2)
                self.assertTrue(same(first, sim.reset_matches(seeds)))
                self.assertEqual([sim.board(match) for match in range(6)], boards)
                with Simulator(game, size=1, boards="generated", observe=EVERYTHING) as alone:
                    obs = alone.reset_matches(seeds[4:5])
                    self.assertTrue(same(obs, {name: part[4:5] for name, part in first.items()}))

    def test_states_keep_their_boards(self):
        with Simulator("starwar", size=3, boards="generated", seats="all", observe=EVERYTHING) as sim:
            sim.reset(5)
            plan = actions_of(sim, 1, 12)
            for actions in plan[:4]:
                sim.step(actions)
            board, handle = sim.board(1), sim.save(1)
            tried = sim.expand(handle, plan[4:, 1][None], keep=True)
            for actions in plan[4:]:
                obs, _, _ = sim.step(actions)
            self.assertEqual(int(tried.ends["hashes"][0]), int(obs["hashes"][1]))
            # A match that was on a different board continues from this state.
            self.assertNotEqual(sim.board(0), board)
            now = sim.load(int(tried.handles[0]), match=0)
            self.assertEqual(sim.board(0), board)
            self.assertEqual(int(now["hashes"][0]), int(tried.ends["hashes"][0]))
            self.assertTrue(np.array_equal(now["planes"][0], tried.ends["planes"][0]))

    def test_players_of_the_game_play_on_them(self):
        with Simulator("madmax", size=2, boards="generated", players={0: None, "*": "Demo"}) as sim:
            sim.reset(1)
            for _ in range(150):
                obs, _, _ = sim.step(np.full((2, sim.units), sim.no_action))
            self.assertGreater(obs["scores"][:, 1:].sum(), 0)

    def test_what_makes_no_such_boards_says_so(self):
        with tempfile.TemporaryDirectory() as folder:
            file = os.path.join(folder, "tiny")
            with open(file, "w") as board:
                board.write("3 3\nA . .\n. . .\n. . B\n")
            with self.assertRaisesRegex(ValueError, "8 to 60 rows"):
                Simulator("angrymob", board=file, boards="generated")
        with self.assertRaisesRegex(ValueError, "^boards must be same or generated, not any"):
            Simulator("madmax", boards="any")


if __name__ == "__main__":
    unittest.main()
