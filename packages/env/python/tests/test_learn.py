"""The example that learns (learn/), at toy size: it gets better, the same seed gives the same weights, and whole numbers play as fractions do."""
import os
import tempfile
import unittest

import numpy as np

from tests.support import only_long
from learn.curve import table
from learn.export import read, write
from learn.matches import Matches
from learn.mirror import mirror
from learn.moves import play
from learn.network import ACTIONS, Adam, Network, WholeNetwork
from learn.sight import COARSE, FINE, FINE_COLUMNS, FINE_LEFT, FINE_PLANES, FINE_TOP, INPUTS, Sight
from learn.train import BOARDS, COLUMNS, input_scale, log_softmax, train
from ludus_env import Simulator


def learned(folder, passes, seed=1):
    """A network, and its curve as an array by column."""
    network, curve = train(folder, ["maze4"], size=48, hidden=16, rounds=16, batch=256, passes=passes, minutes=0, seed=seed, report=lambda _: None)
    return network, dict(zip(COLUMNS, np.array(curve).T))


class Training(unittest.TestCase):
    @only_long("test_the_same_seed_gives_the_same_weights")
    def test_units_live_longer_and_become_surer(self):
        with tempfile.TemporaryDirectory() as folder:
            _, curve = learned(folder, 40)
            with open(os.path.join(folder, "curve.csv"), encoding="ascii") as file:
                lines = file.read().splitlines()
            drawn = table(os.path.join(folder, "curve.csv"), 4)
            with np.load(os.path.join(folder, "network.npz")) as saved:
                self.assertEqual(saved["whole_first"].shape, (INPUTS, 16))
        self.assertLess(curve["deaths"][-10:].mean(), 0.7 * curve["deaths"][:5].mean())
        self.assertLess(curve["entropy"][-10:].mean(), 0.9 * curve["entropy"][:5].mean())
        self.assertEqual([lines[0], len(lines)], [",".join(COLUMNS), 41])
        self.assertEqual([line.split(" | ")[0] for line in drawn[2:]], ["| 10", "| 20", "| 30", "| 40"])

    def test_the_same_seed_gives_the_same_weights_and_another_seed_others(self):
        with tempfile.TemporaryDirectory() as folder:
            first, again, other = (learned(folder, 3, seed)[0].parameters for seed in (5, 5, 6))
        for name, part in first.items():
            np.testing.assert_array_equal(part, again[name])
        self.assertFalse(np.array_equal(first["first"], other["first"]))


class Derivatives(unittest.TestCase):
    def test_they_are_those_that_differences_give(self):
        random = np.random.default_rng(1)
        network = Network(6, 4, 3, np.full(6, 0.5), random)
        network.parameters = {name: random.standard_normal(part.shape) for name, part in network.parameters.items()}
        seen, d_logits, d_values = random.integers(0, 3, (5, 6), np.uint8), random.standard_normal((5, ACTIONS)), random.standard_normal(5)

        def loss():
            logits, values, _ = network.forward(seen)
            return (logits * d_logits).sum() + (values * d_values).sum()

        found = network.gradients(network.forward(seen)[2], d_logits, d_values)
        for name, part in network.parameters.items():
            at = tuple(random.integers(size) for size in part.shape)
            part[at] += 1e-6
            more = loss()
            part[at] -= 2e-6
            self.assertAlmostEqual((more - loss()) / 2e-6, found[name][at], places=4)
            part[at] += 1e-6

    def test_adam_goes_down(self):
        parameters = {"x": np.array([3.0, -2.0], np.float32)}
        adam = Adam(parameters)
        for _ in range(200):
            adam.step(parameters, {"x": 2 * parameters["x"]}, 0.05)
        self.assertLess(np.abs(parameters["x"]).max(), 0.1)

    def test_what_is_masked_has_no_chance(self):
        log_chances = log_softmax(np.zeros((1, 4), np.float32), np.array([[1, 0, 1, 0]]))
        np.testing.assert_allclose(np.exp(log_chances), [[0.5, 0, 0.5, 0]])


class Seeing(unittest.TestCase):
    def test_a_unit_sees_what_the_planes_hold_around_it(self):
        with Simulator("starwar", "maze3", 3, observe=("units", "planes"), universe=True) as sim:
            sight, obs, random, looked = Sight(sim), sim.reset(4), np.random.default_rng(1), 0
            for _ in range(8):
                seen, alive = sight.look(obs)
                for match, unit in np.argwhere(alive):
                    self.check(sim, obs["planes"][match], obs["units"][match, unit], unit, seen[match * sim.units + unit])
                    looked += 1
                obs, _, _ = sim.step(random.integers(0, 10, (3, sim.units)))
            self.assertGreater(looked, 50)

    def check(self, sim, planes, line, unit, view):
        _, row, column, stock, *_ = line
        rows, columns = sim.settings["rows"], sim.settings["universeColumns"]
        self.assertEqual(view[-3:].tolist(), [stock >= 1, stock >= 3, stock >= 6])
        fine = view[:len(FINE_PLANES) * FINE].reshape(len(FINE_PLANES), -1, FINE_COLUMNS)
        own = planes[5 + unit // sim.units_per_seat]
        others = planes[5:].sum(axis=0) - own
        cells = np.stack([planes[0], planes[1], planes[2], planes[4], own, others])
        for r, c in np.ndindex(*fine.shape[1:]):
            y, x = row + FINE_TOP + r, column + FINE_LEFT + c
            inside = 0 <= y < rows
            self.assertEqual(fine[1:, r, c].tolist(), cells[:, y, x % columns].tolist() if inside else [0] * 6)
            self.assertEqual(fine[0, r, c], not (inside and 1 <= x <= sim.settings["windowColumns"]))
        counted = view[len(FINE_PLANES) * FINE:-3].reshape(-1, COARSE).sum(axis=1)
        wide = np.ix_(range(max(0, row - 10), min(rows, row + 11)), np.arange(column - 6, column + 30) % columns)
        self.assertEqual(counted.tolist(), [plane[wide].sum() for plane in (planes[0], planes[1], planes[2], others)])


class Mirrors(unittest.TestCase):
    def test_a_board_upside_down_is_one_and_twice_it_is_the_first_again(self):
        with tempfile.TemporaryDirectory() as folder:
            file = os.path.join(folder, "turned.cnf")
            for name in BOARDS:
                with open(os.path.join(_BOARDS, name + ".cnf"), encoding="ascii") as board:
                    turned = mirror(board.read())
                self.assertEqual(mirror(mirror(turned)), turned)
                # Each simulator is a process: two boards are enough to see that these are boards.
                if name in ("default", "maze2"):
                    with open(file, "w", encoding="ascii") as board:
                        board.write(turned)
                    np.testing.assert_array_equal(first_planes(file), first_planes(name)[:, ::-1])


_BOARDS = os.path.join(os.path.dirname(__file__), "..", "..", "..", "games", "starwar", "boards")


def first_planes(board):
    with Simulator("starwar", board) as sim:
        sim.reset(1)
        return sim.planes()


class Playing(unittest.TestCase):
    def test_whole_numbers_prefer_what_fractions_prefer(self):
        network = Network(INPUTS, 16, 8, input_scale(), np.random.default_rng(2))
        # As far apart as after training.
        network.parameters["policy"] *= 100
        matches = Matches("starwar", ["maze1"], 2, 1)
        try:
            seen, mask, alive, _ = matches.look()
        finally:
            matches.close()
        best = np.argmax(np.where(mask != 0, network.forward(seen)[0], -np.inf), axis=1)
        same = WholeNetwork.of(network).choose(seen, mask) == best
        self.assertGreater(same[alive].mean(), 0.9)

    def test_a_player_holds_the_numbers_that_were_written(self):
        whole = WholeNetwork.of(Network(INPUTS, 5, 2, input_scale(), np.random.default_rng(3)))
        with tempfile.TemporaryDirectory() as folder:
            file = os.path.join(folder, "Toy.ts")
            write(whole, file)
            back = read(file)
        for name, part in vars(whole).items():
            np.testing.assert_array_equal(part, getattr(back, name))

    def test_a_match_can_be_asked_for_move_by_move(self):
        whole = WholeNetwork.of(Network(INPUTS, 4, 2, input_scale(), np.random.default_rng(3)))
        moves = list(play(whole, "default", 1))
        self.assertEqual(np.shape(moves), (300, 8))
        self.assertTrue(set(np.unique(moves)) <= set(range(-1, ACTIONS)))


if __name__ == "__main__":
    unittest.main()
