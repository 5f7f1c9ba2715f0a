"""The learning example (learn/) without the training: units' inputs, and the policy in whole numbers. It needs no
PyTorch."""
import argparse
import contextlib
import io
import os
import runpy
import sys
import tempfile
import types
import unittest
from unittest import mock

import numpy as np

import tests.support  # noqa: F401
from learn.against import interval, measure
from learn.curve import table
from learn.export import main as export
from learn.export import read, write
from learn.matches import GENERATED, Matches, simulator_of
from learn.moves import play
from learn.sights import sight_of
from learn.sights.cylinder import (
    AT_COARSE, AT_GAS, AT_STOCKS, COARSE, FINE, FINE_COLUMNS, FINE_LEFT, FINE_PLANES, FINE_TOP, GAS, INPUTS, STOCKS, CylinderSight,
)
from learn.train import train
from learn.usage import UsageError, run, whole_number
from learn.whole import WholeNetwork
from ludus_env import Simulator


def toy(seed, inputs=INPUTS[False], hidden=5, inner=4, actions=10):
    """A policy with random numbers."""
    random = np.random.default_rng(seed)
    sizes = {"first": (hidden, inputs), "policy_inner": (inner, hidden), "policy": (actions, inner)}
    weights = {}
    for name, size in sizes.items():
        weights[name + ".weight"], weights[name + ".bias"] = 0.3 * random.standard_normal(size), 0.1 * random.standard_normal(size[0])
    return weights, WholeNetwork.of(weights, np.ones(inputs), CylinderSight.most)


class Seeing(unittest.TestCase):
    def test_a_unit_sees_what_the_planes_hold_around_it(self):
        for game in ("starwar", "madmax"):
            with Simulator(game, "maze3", 3, observe=("units", "planes"), universe=True) as sim:
                sight, obs, random, looked = sight_of(game)(sim), sim.reset(4), np.random.default_rng(1), 0
                for _ in range(8):
                    seen, alive = sight.look(obs)
                    for match, unit in np.argwhere(alive):
                        self.check(sim, obs["planes"][match], obs["units"][match], unit, seen[match * sim.units + unit])
                        looked += 1
                    obs, _, _ = sim.step(random.integers(0, 10, (3, sim.units)))
                self.assertGreater(looked, 50)

    def check(self, sim, planes, units, unit, view):
        _, row, column, stock, gas, *_ = units[unit]
        rows, columns = sim.settings["rows"], sim.settings["universeColumns"]
        self.assertEqual(view[AT_STOCKS:AT_GAS].tolist(), [stock >= least for least in STOCKS])
        fine = view[:AT_COARSE].reshape(len(FINE_PLANES), -1, FINE_COLUMNS)
        seat = unit // sim.units_per_seat
        own, armed = planes[5 + seat], np.zeros_like(planes[0])
        others = planes[5:].sum(axis=0) - own
        for n, (_, r, c, missiles, _, alive, _) in enumerate(units):
            armed[r, c] |= bool(alive and missiles > 0 and n // sim.units_per_seat != seat)
        cells = np.stack([planes[0], planes[1], planes[2], planes[4], own, others, armed, planes[3]])
        near_gas = view[AT_GAS:AT_GAS + FINE].reshape(fine.shape[1:]) if len(view) > AT_GAS else np.zeros(fine.shape[1:])
        for r, c in np.ndindex(*fine.shape[1:]):
            y, x = row + FINE_TOP + r, column + FINE_LEFT + c
            inside = 0 <= y < rows
            self.assertEqual([*fine[1:, r, c], near_gas[r, c]], cells[:, y, x % columns].tolist() if inside else [0] * 8)
            self.assertEqual(fine[0, r, c], not (inside and 1 <= x <= sim.settings["windowColumns"]))
        counted = view[AT_COARSE:AT_STOCKS].reshape(-1, COARSE).sum(axis=1)
        wide = np.ix_(range(max(0, row - 10), min(rows, row + 11)), np.arange(column - 6, column + 30) % columns)
        self.assertEqual(counted.tolist(), [plane[wide].sum() for plane in (planes[0], planes[1], planes[2], others)])
        if len(view) > AT_GAS:
            self.assertEqual(view[AT_GAS + FINE:-len(GAS)].sum(), planes[3][wide].sum())
            self.assertEqual(view[-len(GAS):].tolist(), [gas >= least for least in GAS])

    def test_a_head_sees_the_whole_board_around_it(self):
        with Simulator("trails", size=2, seats="all", observe=("tables", "planes", "mask", "actors")) as sim:
            sight, obs = sight_of("trails")(sim), sim.reset(3)
            for _ in range(3):
                obs, _, _ = sim.step(np.full((2, 2), sim.no_action))
            seen, alive = sight.look(obs)
            self.assertTrue(alive.all())
            cells = seen.reshape(2, 2, len(sight.kinds), 2 * sight.down + 1, 2 * sight.right + 1)
            for match, seat in np.ndindex(2, 2):
                _, row, column, *_ = obs["players"][match, seat, 0]
                turned = np.roll(obs["planes"][match, seat], (sight.down - row, sight.right - column), axis=(1, 2))
                np.testing.assert_array_equal(cells[match, seat, sight.kinds.index("walls")], turned[0])
                np.testing.assert_array_equal(cells[match, seat, sight.kinds.index("trail_others")], turned[2:5].sum(axis=0))
                self.assertEqual(cells[match, seat, sight.kinds.index("head_0"), sight.down, sight.right], 1)

    def test_all_games_can_be_played_by_what_units_see(self):
        for game, board in {"angrymob": GENERATED, "periscope": GENERATED, "talltales": "default", "trails": GENERATED}.items():
            matches, random, asked_at_all = Matches(game, [board], 2, 1), np.random.default_rng(1), 0
            try:
                for _ in range(6):
                    seen, mask, _, asked = matches.look()
                    self.assertEqual(seen.shape, (matches.count, matches.inputs), game)
                    asked_at_all += asked.sum()
                    actions = np.argmax(mask * random.random(mask.shape), axis=1)
                    rewards = matches.step(np.where(asked, actions, matches.sims[0].no_action), seen)
                    self.assertTrue(np.isfinite(rewards).all())
                self.assertGreater(asked_at_all, 0, game)
            finally:
                matches.close()


class Playing(unittest.TestCase):
    def test_whole_numbers_prefer_what_fractions_prefer(self):
        weights, whole = toy(2, hidden=32, inner=16)
        with simulator_of("starwar", "maze1", 4) as sim:
            sight, obs = sight_of("starwar")(sim), sim.reset(1)
            (seen, alive), mask = sight.look(obs), sight.allowed(obs)
        h = np.maximum(seen @ weights["first.weight"].T + weights["first.bias"], 0)
        inner = np.maximum(h @ weights["policy_inner.weight"].T + weights["policy_inner.bias"], 0)
        logits = inner @ weights["policy.weight"].T + weights["policy.bias"]
        same = whole.choose(seen, mask) == np.argmax(np.where(mask != 0, logits, -np.inf), axis=1)
        self.assertGreater(same.reshape(alive.shape)[alive].mean(), 0.9)

    def test_a_player_holds_the_numbers_that_were_written(self):
        for game, inputs in (("starwar", INPUTS[False]), ("madmax", INPUTS[True])):
            _, whole = toy(3, inputs)
            with tempfile.TemporaryDirectory() as folder:
                file = os.path.join(folder, "AIToy.cc")
                write(whole, game, file)
                found, back = read(file)
            self.assertEqual([found, back.shift], [game, whole.shift])
            for name, part in whole.parts.items():
                np.testing.assert_array_equal(part, back.parts[name])

    def test_a_match_can_be_asked_for_move_by_move(self):
        moves = list(play("starwar", toy(3)[1], "default", 1))
        self.assertEqual(np.shape(moves), (300, 8))
        self.assertTrue(set(np.unique(moves)) <= set(range(-1, 10)))


class Measuring(unittest.TestCase):
    def test_the_interval_of_a_share_is_never_a_point(self):
        # The values of Wilson's formula for 0, 48, and 24 points out of 48.
        for share, edges in ((0, (0, 0.0741)), (1, (0.9259, 1)), (0.5, (0.3639, 0.6361))):
            np.testing.assert_allclose(interval(share, 48), edges, atol=1e-4)
        self.assertEqual(interval(0, 1)[0], 0)

    def test_the_boards_can_be_chosen(self):
        with simulator_of("trails", "pillars", 1) as sim:
            inputs, no_action = sight_of("trails")(sim).inputs, sim.no_action
        network = types.SimpleNamespace(scale=np.ones(inputs), best_actions=lambda sight, obs: np.full(sight.asks(obs).shape, no_action))
        self.assertEqual(measure("trails", network, "Null", 5, 1, ["pillars", "default"]).shape, (8,))


class Mistakes(unittest.TestCase):
    def test_a_player_is_replaced_only_by_force(self):
        with tempfile.TemporaryDirectory() as folder:
            file, said = os.path.join(folder, "AIToy.cc"), io.StringIO()
            fake = types.SimpleNamespace(load=lambda _: ("starwar", None))
            with mock.patch.dict(sys.modules, {"learn.network": fake}), mock.patch("learn.export.whole_of", lambda *_: toy(3)[1]), contextlib.redirect_stdout(said):
                export(["network.pt", file])
                with self.assertRaisesRegex(UsageError, "AIToy.cc exists: choose another file, or replace it with --force$"):
                    export(["network.pt", file])
                export(["network.pt", file, "--force"])
            self.assertEqual(said.getvalue(), 2 * f"{file} is a bot of Star War\n")
            self.assertEqual(read(file)[0], "starwar")

    def test_commands_without_pytorch_say_what_to_install(self):
        with tempfile.TemporaryDirectory() as folder, mock.patch.dict(sys.modules, {"torch": None}):
            for module in ("learner", "network"):
                sys.modules.pop(f"learn.{module}", None)
            for line in (f"train trails --out {folder}/new --passes 1", "against network.pt Gnat", f"export network.pt {folder}/AIToy.cc", "search network.pt"):
                name, *words = line.split()
                sys.modules.pop(f"learn.{name}", None)
                with self.subTest(name), mock.patch.object(sys, "argv", [name, *words]):
                    with self.assertRaisesRegex(SystemExit, "^this command needs PyTorch: install it with pip install torch$"):
                        runpy.run_module(f"learn.{name}", run_name="__main__")
            self.assertEqual(os.listdir(folder), [])

    def test_a_training_does_not_stop_after_its_last_pass(self):
        with tempfile.TemporaryDirectory() as folder, self.assertRaisesRegex(UsageError, "^--stop 5 is after the last of --passes 3: choose at most 3, or leave"):
            train("trails", os.path.join(folder, "new"), passes=3, stop=5)

    def test_files_that_are_none_of_ours_are_refused_in_a_sentence(self):
        with tempfile.TemporaryDirectory() as folder:
            file = os.path.join(folder, "AIToy.cc")
            write(toy(3)[1], "starwar", file)
            with open(file, "r+b") as player:
                player.truncate(player.seek(0, os.SEEK_END) // 2)
            for use in (read, lambda each: table(each, 5)):
                with self.assertRaisesRegex(UsageError, "AIToy.cc isn't a "):
                    use(file)

    def test_a_players_file_has_a_name_that_the_games_take(self):
        for name in ("tiny.cc", "AI.cc", "AI1st.cc", "AIMuchTooLongName.cc", "AIx\n#include <cstdlib>.cc"):
            with self.subTest(name), self.assertRaisesRegex(UsageError, "must be called AINAME.cc, and NAME must have 1 to 11 letters"):
                export(["network.pt", name])

    def test_a_command_ends_with_one_line(self):
        def stopped():
            raise KeyboardInterrupt("stopped after pass 3")
        for command, line in ((lambda: read("none.cc"), "none.cc: No such file or directory"), (stopped, "stopped after pass 3"),
                              (lambda: export(["network.pt", "x"]), "must be called AI")):
            with self.assertRaisesRegex(SystemExit, line):
                run(command)

    def test_a_count_begins_at_one(self):
        self.assertEqual([whole_number()("1"), whole_number(0)("0")], [1, 0])
        for text in ("0", "-1", "1.5", "x"):
            with self.assertRaisesRegex(argparse.ArgumentTypeError, f"^must be a whole number from 1 to 2147483647, not {text}$"):
                whole_number()(text)


if __name__ == "__main__":
    unittest.main()
