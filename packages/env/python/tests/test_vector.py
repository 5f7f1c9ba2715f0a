"""Gymnasium's two interfaces, checked as their own checkers do it, for machines without gymnasium."""
import subprocess
import unittest

import numpy as np

from .support import same
from ludus_env import AutoresetMode, Box, Dict, MultiDiscrete, SingleEnv, VectorEnv
from ludus_env.connection import command

def checked_step(test, env, actions):
    """Steps and looks at the form of all five results."""
    obs, rewards, ends, cuts, infos = env.step(actions)
    test.assertIn(obs, env.observation_space)
    for part in (rewards, ends, cuts):
        test.assertEqual(part.shape, (env.num_envs,))
    test.assertEqual((rewards.dtype, ends.dtype, cuts.dtype), (np.float64, bool, bool))
    test.assertFalse(cuts.any())
    for name, part in infos.items():
        if not name.startswith("_"):
            test.assertEqual(len(part["scores"] if isinstance(part, dict) else part), env.num_envs)
            test.assertEqual(infos[f"_{name}"].dtype, bool)
    return obs, rewards, ends, cuts, infos


class Vector(unittest.TestCase):
    def env(self, *arguments, **options):
        env = VectorEnv(*arguments, **options)
        self.addCleanup(env.close)
        env.action_space.seed(1)
        return env

    def test_spaces_are_those_of_one_and_of_all(self):
        env = self.env("madmax", num_envs=3)
        self.assertIsInstance(env.single_observation_space, Dict)
        self.assertEqual(env.single_action_space.nvec.tolist(), [11, 11])
        self.assertEqual(env.action_space.shape, (3, 2))
        for name, space in env.observation_space.items():
            self.assertEqual(space.shape, (3, *env.single_observation_space[name].shape))
            self.assertEqual(space.dtype, env.single_observation_space[name].dtype)
        obs, infos = env.reset(seed=1)
        self.assertIn(obs, env.observation_space)
        self.assertIn({name: part[0] for name, part in obs.items()}, env.single_observation_space)
        self.assertIn(env.action_space.sample(), env.action_space)
        self.assertTrue(np.array_equal(obs["action_mask"], infos["action_mask"]))

    def test_the_same_seed_gives_the_same_episode_and_none_the_next_one(self):
        env = self.env("starwar", num_envs=4)

        def seeds_of(**options):
            env.reset(**options)
            return env.simulator.seeds().tolist()

        first, second = seeds_of(seed=5), seeds_of()
        self.assertEqual(len({*first, *second}), 8)
        self.assertEqual(seeds_of(seed=5), first)
        self.assertEqual(seeds_of(), second)
        plan = [env.action_space.sample() for _ in range(30)]
        runs = []
        for _ in range(2):
            env.reset(seed=7)
            runs.append([checked_step(self, env, actions) for actions in plan])
        for one, other in zip(*runs):
            self.assertTrue(same(one[0], other[0]))
            self.assertTrue(np.array_equal(one[1], other[1]))

    def test_seeds_one_a_match(self):
        env = self.env("madmax", num_envs=3)
        env.reset(seed=[3, 1, 2])
        self.assertEqual(env.simulator.seeds().tolist(), [3, 1, 2])
        env.reset(seed=[None, 9, 2], options={"reset_mask": np.array([False, True, False])})
        self.assertEqual(env.simulator.seeds().tolist(), [3, 9, 2])

    def play_to_the_end(self, mode, steps=620):
        """Two matches, one of which is begun anew after 100 rounds, so that they end at different times."""
        env = self.env("madmax", num_envs=2, autoreset_mode=mode)
        env.reset(seed=1)
        for _ in range(100):
            checked_step(self, env, env.action_space.sample())
        env.reset(options={"reset_mask": np.array([False, True])})
        for step in range(steps):
            actions = env.action_space.sample()
            yield step, env, actions, checked_step(self, env, actions)

    def test_next_step(self):
        ended = None
        ends_seen = []
        for step, env, _, (obs, rewards, ends, _, infos) in self.play_to_the_end(AutoresetMode.NEXT_STEP):
            if ended is not None:
                for match in np.flatnonzero(ended):
                    self.assertEqual((obs["round"][match, 0], rewards[match], ends[match]), (0, 0, False))
            for match in np.flatnonzero(ends):
                self.assertEqual(obs["round"][match, 0], 300)
                ends_seen.append((step, int(match)))
            self.assertNotIn("final_obs", infos)
            ended = ends.copy()
        self.assertEqual(ends_seen, [(199, 0), (299, 1), (500, 0), (600, 1)])
        self.assertEqual(env.metadata["autoreset_mode"], AutoresetMode.NEXT_STEP)

    def test_same_step(self):
        ends_seen = []
        for step, env, _, (obs, rewards, ends, _, infos) in self.play_to_the_end(AutoresetMode.SAME_STEP):
            self.assertEqual("final_obs" in infos, bool(ends.any()))
            for match in np.flatnonzero(ends):
                ends_seen.append((step, int(match)))
                self.assertEqual(obs["round"][match, 0], 0)
                final = infos["final_obs"][match]
                self.assertEqual(final["round"][0], 300)
                self.assertIn(final, env.single_observation_space)
                self.assertTrue(np.array_equal(final["scores"], infos["final_info"]["scores"][match]))
                self.assertTrue(infos["_final_obs"][match])
                self.assertIsNone(infos["final_obs"][1 - match])
        self.assertEqual(ends_seen, [(199, 0), (299, 1), (499, 0), (599, 1)])

    def test_disabled(self):
        for _, env, actions, (obs, _, ends, _, _) in self.play_to_the_end(AutoresetMode.DISABLED, 400):
            if not ends.any():
                continue
            with self.assertRaisesRegex(RuntimeError, "has ended: reset it with a reset_mask"):
                env.step(actions)
            other = int(np.argmin(ends))
            kept = {name: part[other].copy() for name, part in obs.items()}
            obs, _ = env.reset(options={"reset_mask": ends})
            self.assertEqual(obs["round"][1 - other, 0], 0)
            self.assertTrue(same({name: part[other] for name, part in obs.items()}, kept))
            self.assertIn(obs, env.observation_space)

    def test_scores_are_what_the_rewards_add_up_to(self):
        env = self.env("madmax", num_envs=8, seat=2, others=lambda seen: np.full((8, 2), 9))
        _, infos = env.reset(seed=3)
        total = infos["scores"][:, 2].astype(float)
        for _ in range(300):
            obs, rewards, ends, _, infos = checked_step(self, env, env.action_space.sample())
            total += rewards
        self.assertTrue(ends.all())
        self.assertTrue(np.array_equal(total, infos["scores"][:, 2]))
        self.assertTrue(np.array_equal(obs["scores"][:, 0], infos["scores"][:, 2]))

    def test_others_act_by_what_they_see(self):
        seen_by_others = []

        def others(seen):
            seen_by_others.append(seen["units"][0, 0, 0])
            return np.array([[np.flatnonzero(unit)[0] for unit in match] for match in seen["action_mask"]])

        env = self.env("starwar", num_envs=2, seat=1, others=others, illegal="refuse")
        obs, infos = env.reset(seed=3)
        for _ in range(50):
            actions = np.array([[np.flatnonzero(unit)[-1] for unit in match] for match in infos["action_mask"]])
            obs, _, _, _, infos = checked_step(self, env, actions)
        self.assertEqual(len(seen_by_others), 150)
        self.assertEqual(set(seen_by_others), {0})

    def test_players_that_come_with_the_game(self):
        env = self.env("madmax", num_envs=2, seat=1, others="Dummy", illegal="refuse")
        nothing = np.full((2, 2), env.simulator.no_action)
        env.reset(seed=3)
        for _ in range(300):
            _, _, ends, _, infos = checked_step(self, env, nothing)
        self.assertTrue(ends.all())
        for match, seed in enumerate(env.simulator.seeds()):
            run = subprocess.run([*command(), "match", "Dummy", "Null", "Dummy", "Dummy", "-i", "boards/madmax/default", "-s", str(seed)],
                                 capture_output=True, text=True, check=True)
            scores = [int(line.split()[-1]) for line in run.stderr.splitlines() if "got score" in line]
            self.assertEqual(scores, infos["scores"][match].tolist())
        for others, sentence in (("Nobody", "Mad Max has no player Nobody"), ({7: "Dummy"}, "--players must be"),
                                 ({0: "Dummy"}, "seat 0 acts by actions")):
            with self.assertRaisesRegex(ValueError, sentence):
                VectorEnv("madmax", others=others)

    def test_without_copies_an_observation_stays_for_one_step(self):
        env = self.env("madmax", num_envs=2, copy=False)
        before, _ = env.reset(seed=1)
        for _ in range(310):
            kept = {name: part.copy() for name, part in before.items()}
            now = env.step(env.action_space.sample())[0]
            self.assertTrue(same(before, kept))
            before = now

    def test_what_is_wrong_is_said(self):
        env = self.env("madmax", num_envs=2)
        with self.assertRaisesRegex(RuntimeError, "reset the matches before"):
            env.step(env.action_space.sample())
        with self.assertRaisesRegex(ValueError, "first reset must be of all"):
            env.reset(options={"reset_mask": np.array([True, False])})
        env.reset(seed=1)
        for mask in (np.array([1, 0]), np.array([True]), np.array([False, False])):
            with self.assertRaisesRegex(ValueError, "reset_mask must be"):
                env.reset(options={"reset_mask": mask})
        with self.assertRaisesRegex(ValueError, "shape \\(2, 2\\)"):
            env.step(np.zeros((2, 8), int))
        with self.assertRaisesRegex(ValueError, "3.5 at"):
            env.step(np.full((2, 2), 3.5))
        with self.assertRaisesRegex(ValueError, "there must be 2 seeds, not 3"):
            env.reset(seed=[1, 2, 3])
        with self.assertRaisesRegex(ValueError, "not 4"):
            VectorEnv("madmax", seat=4)
        with self.assertRaisesRegex(ValueError, "render_mode must be"):
            VectorEnv("madmax", render_mode="human")

    def test_pictures_and_text(self):
        env = self.env("starwar", num_envs=2, render_mode="rgb_array")
        env.reset(seed=1)
        pictures = env.render()
        self.assertEqual(len(pictures), 2)
        settings = env.simulator.settings
        self.assertEqual(pictures[0].shape, (8 * settings["rows"], 8 * settings["universeColumns"], 3))
        self.assertEqual(pictures[0].dtype, np.uint8)
        env = self.env("madmax", render_mode="ansi")
        env.reset(seed=1)
        self.assertIn("Mad Max", env.render()[0])

    def test_where_gymnasium_is_installed_it_is_one_of_its_own(self):
        try:
            import gymnasium
        except ImportError:
            self.skipTest("gymnasium is not installed; what it asks for is written out above")
        self.assertIsInstance(self.env("madmax"), gymnasium.vector.VectorEnv)


class Single(unittest.TestCase):
    """What gymnasium.utils.env_checker.check_env looks at."""

    def test_an_episode(self):
        env = SingleEnv("madmax", seat=2, others=lambda seen: np.full(2, 1))
        self.addCleanup(env.close)
        first, info = env.reset(seed=5)
        again, _ = env.reset(seed=5)
        self.assertTrue(same(first, again))
        self.assertIsInstance(info, dict)
        self.assertIn(first, env.observation_space)
        ended, steps = False, 0
        while not ended:
            seen, reward, ended, cut, info = env.step(env.action_space.sample())
            self.assertIn(seen, env.observation_space)
            self.assertIs(type(reward), float)
            self.assertIs(type(ended), bool)
            self.assertIs(cut, False)
            steps += 1
        self.assertEqual(steps, 300)
        with self.assertRaisesRegex(RuntimeError, "has ended"):
            env.step(env.action_space.sample())
        env.reset()

    def test_a_sample_of_what_is_allowed_is_allowed(self):
        env = SingleEnv("angrymob", board="seed:3", illegal="refuse")
        self.addCleanup(env.close)
        obs, info = env.reset(seed=1)
        for _ in range(50):
            action = env.action_space.sample(mask=tuple(info["action_mask"]))
            obs, reward, ended, _, info = env.step(action)
            if ended:
                break

    def test_a_picture(self):
        with SingleEnv("angrymob", render_mode="rgb_array") as env:
            env.reset(seed=1)
            self.assertEqual(env.render().ndim, 3)


class Spaces(unittest.TestCase):
    def test_samples_are_contained(self):
        for space in (Box(0, 9, (2, 3), np.int32), MultiDiscrete([11, 11]), Dict({"a": Box(0, 1, (2,), np.uint8)})):
            space.seed(3)
            for _ in range(20):
                self.assertIn(space.sample(), space)
        self.assertNotIn(np.full((2, 3), 10, np.int32), Box(0, 9, (2, 3), np.int32))
        self.assertNotIn(np.array([0, 11]), MultiDiscrete([11, 11]))


if __name__ == "__main__":
    unittest.main()
