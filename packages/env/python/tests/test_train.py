"""The training of the learning example (learn/train.py), on a tiny scale. It needs PyTorch."""
import os
import tempfile
import unittest

import numpy as np
import torch

import tests.support  # noqa: F401
from learn.curve import table
from learn.export import main as export
from learn.export import read
from learn.learner import advantages
from learn.matches import GENERATED, sight_for, simulator_of
from learn.network import load, masked
from learn.search import Search, measure
from learn.sights import sight_of
from learn.train import COLUMNS, train, whole_of
from learn.usage import UsageError


def learned(folder, passes, game="starwar", boards=("maze4",), size=48, rounds=16, seed=1, **options):
    """Returns a trained learner, and its curve as one array per column."""
    learner, curve = train(game, folder, list(boards), size=size, hidden=16, rounds=rounds, batch=256, passes=passes, seed=seed, **{"report": lambda _: None, **options})
    return learner, dict(zip(COLUMNS, np.array(curve).T))


class Training(unittest.TestCase):
    def test_units_live_longer_and_become_surer(self):
        with tempfile.TemporaryDirectory() as folder:
            _, curve = learned(folder, 40)
            with open(os.path.join(folder, "curve.csv"), encoding="ascii") as file:
                lines = file.read().splitlines()
            drawn = table(os.path.join(folder, "curve.csv"), 4)
        self.assertLess(curve["deaths"][-10:].mean(), 0.7 * curve["deaths"][:5].mean())
        self.assertLess(curve["entropy"][-10:].mean(), 0.95 * curve["entropy"][:5].mean())
        self.assertEqual([lines[0], len(lines)], [",".join(COLUMNS), 41])
        self.assertEqual([line.split(" | ")[0] for line in drawn[2:]], ["| 10", "| 20", "| 30", "| 40"])

    def test_the_same_seed_gives_the_same_weights_and_another_seed_others(self):
        with tempfile.TemporaryDirectory() as folder:
            first, again, other = (learned(os.path.join(folder, str(n)), 3, size=8, seed=seed)[0].network.state_dict() for n, seed in enumerate((5, 5, 6)))
        for name, part in first.items():
            self.assertTrue(torch.equal(part, again[name]), name)
        self.assertFalse(torch.equal(first["first.weight"], other["first.weight"]))

    def test_every_game_is_learned(self):
        for game in ("angrymob", "madmax", "periscope", "talltales", "trails"):
            board = "generated" if game in ("angrymob", "periscope", "trails") else "default"
            with tempfile.TemporaryDirectory() as folder:
                learner, curve = learned(folder, 2, game, [board], size=2, rounds=8)
                self.assertEqual(load(os.path.join(folder, "network.pt"))[0], game)
            self.assertGreater(curve["decisions"][-1], 0)
            self.assertTrue(np.isfinite(curve["value_loss"]).all())

    def test_a_stopped_training_keeps_its_passes_and_a_new_one_its_folder(self):
        def stop(line):
            if line.startswith("pass 2 "):
                raise KeyboardInterrupt
        with tempfile.TemporaryDirectory() as folder:
            with self.assertRaisesRegex(KeyboardInterrupt, "^stopped after pass 2: "):
                learned(folder, 9, size=2, report=stop)
            with self.assertRaisesRegex(UsageError, "network.pt exists: choose another folder"):
                learned(folder, 9)
            with open(os.path.join(folder, "curve.csv"), encoding="ascii") as file:
                self.assertEqual(len(file.readlines()), 3)
            self.assertEqual(load(os.path.join(folder, "network.pt"))[0], "starwar")

    def test_advantages_are_those_of_the_rewards_to_come(self):
        run = {"value": np.zeros((4, 1)), "lives": np.ones((4, 1), bool), "asked": np.ones((4, 1), bool), "reward": np.array([[0.0], [0], [1], [0]])}
        np.testing.assert_allclose(advantages(run, 3, True)[:, 0], [(0.98 * 0.9)**2, 0.98 * 0.9, 1])
        run["lives"][2] = False
        np.testing.assert_allclose(advantages(run, 3, True)[:, 0], [0, 0, 1])

    def test_what_is_masked_has_no_chance(self):
        chances = torch.softmax(masked(torch.zeros(1, 4), torch.tensor([[1, 0, 1, 0]])), 1)
        np.testing.assert_allclose(chances.numpy(), [[0.5, 0, 0.5, 0]])


class Using(unittest.TestCase):
    def test_a_network_becomes_a_player_that_asks_the_same(self):
        with tempfile.TemporaryDirectory() as folder:
            learner, _ = learned(folder, 2, size=8)
            player = os.path.join(folder, "AIToy.cc")
            export([os.path.join(folder, "network.pt"), player])
            _, whole = read(player)
        with simulator_of("starwar", "maze1", 4) as sim:
            sight, obs = sight_of("starwar")(sim), sim.reset(1)
            (seen, alive), best = sight.look(obs), learner.network.best_actions(sight, obs)
            same = whole.choose(seen, sight.allowed(obs)).reshape(best.shape) == best
        self.assertGreater(same[alive].mean(), 0.9)
        for name, part in whole_of("starwar", learner.network).parts.items():
            np.testing.assert_array_equal(part, whole.parts[name])

    def test_a_game_without_a_template_is_not_exported(self):
        with tempfile.TemporaryDirectory() as folder:
            learned(folder, 1, "trails", ["generated"], size=2, rounds=8)
            with self.assertRaisesRegex(UsageError, "^export.py cannot write a player of trails: it has templates only for madmax and starwar$"):
                export([os.path.join(folder, "network.pt"), os.path.join(folder, "AIToy.cc")])
            self.assertEqual(sorted(os.listdir(folder)), ["curve.csv", "network.pt"])

    def test_a_search_plays_whole_matches(self):
        with tempfile.TemporaryDirectory() as folder:
            learned(folder, 1, "trails", ["generated"], size=2, rounds=8)
            lines = []
            share = measure(os.path.join(folder, "network.pt"), 3, 2, 1, report=lines.append)
        self.assertTrue(0 <= share <= 1)
        self.assertEqual(len(lines), 3)

    def test_a_search_that_would_see_hidden_things_is_refused(self):
        for game in ("periscope", "talltales"):
            with simulator_of(game, "default", 1) as sim, self.assertRaisesRegex(UsageError, f"^learn.search can't search in {game}: "):
                Search(sim, None, game, 1)

    def test_what_does_not_fit_is_refused_in_a_sentence(self):
        with tempfile.TemporaryDirectory() as folder:
            file = os.path.join(folder, "network.pt")
            for content in (b"", b"pass,seconds\n1,2\n", bytes(9)):
                with open(file, "wb") as other:
                    other.write(content)
                with self.assertRaisesRegex(UsageError, "network.pt isn't a network.pt of learn.train$"):
                    load(file)
        for players, board, sentence in (({}, "maze1", "unknown board maze1"), ({1: "Rogue"}, GENERATED, "Rogue")):
            with self.assertRaisesRegex(UsageError, sentence):
                simulator_of("trails", board, 1, players)
        with simulator_of("trails", GENERATED, 1) as sim, self.assertRaisesRegex(UsageError, "but the network takes 7: "):
            sight_for("trails", sim, 7)


if __name__ == "__main__":
    unittest.main()
