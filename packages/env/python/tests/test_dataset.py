"""Reads replays as data. In every game, playing an episode's actions gives the observations that it
recorded."""
import os
import subprocess
import tempfile
import unittest

import numpy as np

from .support import LONG, same
from ludus_env import Simulator, dataset
from ludus_env.connection import command

#: Games, each with the players of its matches: the weakest players that act.
MATCHES = {
    "madmax": ["Demo", "Dummy", "Demo", "Null"],
    "starwar": ["Dummy", "Demo", "Dummy", "Demo"],
    "trails": ["Gnat", "Lynx"],
    "angrymob": ["CamperJoe", "GravityGoers"],
}


def ludus(*arguments, folder):
    subprocess.run([*command(), *arguments], cwd=folder, check=True, capture_output=True)


class Replays(unittest.TestCase):
    def setUp(self):
        kept = tempfile.TemporaryDirectory()
        self.addCleanup(kept.cleanup)
        self.folder = kept.name

    def played(self, game, seed):
        """Plays a match on a separate board. Returns the path of the replay."""
        file = os.path.join(self.folder, f"{game}-{seed}.replay")
        ludus("match", *MATCHES[game], "-i", f"generated:{game}:{seed}", "-s", str(seed), "-o", file, folder=self.folder)
        return file

    def test_the_actions_of_an_episode_lead_to_its_observations(self):
        # The unit tests also play these games. Angry Mob's actions cannot express every move.
        for game in MATCHES if LONG else ("angrymob",):
            file = self.played(game, 3)
            with self.subTest(game):
                (episode,) = dataset(file, seats="all", observe=("tables", "planes", "mask", "hashes"))
                self.assertEqual((episode.game, episode.seed), (game, 3))
                self.assertEqual(episode.mask.shape, (*episode.actions.shape, episode.mask.shape[2]))
                # If actions can't express a move, the rest is a different match.
                first = int(np.argmin(episode.exact)) if not episode.exact.all() else episode.steps
                if game != "angrymob":
                    self.assertEqual(first, episode.steps)
                board = os.path.join(self.folder, "board")
                with open(board, "w", encoding="utf-8") as out:
                    out.write(episode.board)
                with Simulator(game, board, seats="all", observe=("tables", "planes", "mask", "hashes")) as sim:
                    obs = sim.reset_matches([3])
                    for t in range(first + 1):
                        self.assertTrue(same({name: part[0] for name, part in obs.items()},
                                             {name: part[t] for name, part in episode.observations.items()}), (game, t))
                        if t < first:
                            obs, rewards, _ = sim.step(episode.actions[t][None])
                            self.assertEqual(rewards[0].tolist(), episode.rewards[t].tolist())

    def test_episodes_of_a_run_are_read_one_after_the_other(self):
        ludus("batch", "Demo", "Null", "Null", "Null", "--boards", "generated:starwar:1..2", "--seeds", "1", "-j", "1", "--replays", "-o", "run",
              folder=self.folder)
        episodes = [(each.file, each.steps, each.rewards.sum()) for each in dataset(os.path.join(self.folder, "run", "replays"), observe=())]
        self.assertEqual(len(episodes), 2)
        self.assertEqual({steps for _, steps, _ in episodes}, {300})
        self.assertGreater(sum(rewards for _, _, rewards in episodes), 0)
        # A caller can stop reading early.
        some = dataset(os.path.join(self.folder, "run", "replays"))
        next(some)
        some.close()

    def test_what_is_no_replay_is_said_or_skipped(self):
        good, bad = self.played("starwar", 1), os.path.join(self.folder, "bad.res")
        with open(good, encoding="utf-8") as whole, open(bad, "w", encoding="utf-8") as out:
            out.write(whole.read()[:20000])
        for wrong, sentence in ((bad, "bad.res: line "), ("/nowhere", "there is no such file"), (__file__, "isn’t a replay of any Ludus game")):
            with self.assertRaisesRegex(ValueError, sentence):
                list(dataset(wrong, good))
            self.assertEqual(len(list(dataset(wrong, good, broken="skip"))), 1)
        with self.assertRaisesRegex(ValueError, "unknown part smell in --observe"):
            list(dataset(good, observe=("smell",)))
        self.assertEqual(list(dataset()), [])


if __name__ == "__main__":
    unittest.main()
