"""Checks of ludus_env, in the manner of PettingZoo's api_test and Gymnasium's check_env, for machines without them.

python3 test_ludus_env.py; where pettingzoo and gymnasium are installed, their own checks run as well.
"""
import unittest

import numpy as np
from ludus_env import Box, Dict, MultiDiscrete, ParallelEnv, SingleEnv, VectorEnv


def sample(env, agents):
    return {agent: env.action_space(agent).sample() for agent in agents}


def same(a, b):
    return all(np.array_equal(a[key], b[key]) for key in a) and a.keys() == b.keys()


class Parallel(unittest.TestCase):
    """What pettingzoo.test.parallel_api_test checks."""

    def setUp(self):
        self.env = ParallelEnv("starwar")
        for i, agent in enumerate(self.env.possible_agents):
            self.env.action_space(agent).seed(i)
        self.addCleanup(self.env.close)

    def test_spaces_are_the_same_objects_at_each_call(self):
        for agent in self.env.possible_agents:
            self.assertIs(self.env.observation_space(agent), self.env.observation_space(agent))
            self.assertIs(self.env.action_space(agent), self.env.action_space(agent))
            self.assertIsInstance(self.env.observation_space(agent), Dict)
            self.assertIsInstance(self.env.action_space(agent), MultiDiscrete)

    def test_two_whole_episodes(self):
        for episode in range(2):
            observations, infos = self.env.reset(seed=episode + 1)
            self.assertEqual(self.env.agents, self.env.possible_agents)
            self.assertEqual(set(observations), set(self.env.agents))
            self.assertEqual(set(infos), set(self.env.agents))
            steps = 0
            while self.env.agents:
                acting = list(self.env.agents)
                answer = self.env.step(sample(self.env, acting))
                self.assertEqual(len(answer), 5)
                for part in answer:
                    self.assertIsInstance(part, dict)
                    self.assertEqual(set(part), set(acting))
                observations, rewards, terminations, truncations, infos = answer
                for agent in acting:
                    self.assertTrue(self.env.observation_space(agent).contains(observations[agent]))
                    self.assertIsInstance(rewards[agent], float)
                    self.assertIsInstance(terminations[agent], bool)
                    self.assertIsInstance(truncations[agent], bool)
                self.assertEqual(self.env.num_agents, 0 if any(terminations.values()) else 4)
                steps += 1
            self.assertEqual(steps, self.env.unwrapped._env.rounds)
            self.assertEqual(self.env.step({}), ({}, {}, {}, {}, {}))

    def test_the_same_seed_gives_the_same_episode(self):
        runs = []
        for _ in range(2):
            observations, _infos = self.env.reset(seed=42)
            for i, agent in enumerate(self.env.possible_agents):
                self.env.action_space(agent).seed(i)
            seen = [observations]
            for _ in range(50):
                observations, rewards, *_ = self.env.step(sample(self.env, self.env.agents))
                seen.append(observations)
            runs.append(seen)
        for a, b in zip(*runs):
            for agent in a:
                self.assertTrue(same(a[agent], b[agent]))

    def test_each_agent_sees_itself_first(self):
        observations, _ = self.env.reset(seed=1)
        planes = self.env.unwrapped._env.shapes["planes"]
        for agent, seen in observations.items():
            own = seen["units"][seen["units"][:, 0] == 0]
            self.assertTrue(np.array_equal(own, seen["units"][:len(own)]))
            self.assertEqual(int(seen["planes"][planes.index("units_0")].sum()), int(own[:, 5].sum()))

    def test_their_own_check_where_it_is_installed(self):
        try:
            from pettingzoo.test import parallel_api_test
        except ImportError:
            self.skipTest("pettingzoo is not installed; its checks are written out above")
        parallel_api_test(self.env, num_cycles=400)


class Single(unittest.TestCase):
    """What gymnasium.utils.env_checker.check_env checks."""

    def test_an_episode(self):
        env = SingleEnv("madmax", seat=2, others=lambda seen: np.full(2, 1))
        self.addCleanup(env.close)
        first, info = env.reset(seed=5)
        again, _ = env.reset(seed=5)
        self.assertTrue(same(first, again))
        self.assertEqual(info, {})
        self.assertTrue(env.observation_space.contains(first))
        ended, steps = False, 0
        while not ended:
            seen, reward, ended, cut, info = env.step(env.action_space.sample())
            self.assertTrue(env.observation_space.contains(seen))
            self.assertIsInstance(reward, float)
            self.assertFalse(cut)
            steps += 1
        self.assertEqual(steps, 300)


class Vector(unittest.TestCase):
    def test_save_and_load(self):
        with VectorEnv("madmax", size=4) as env:
            random = np.random.default_rng(1)
            plan = [random.integers(0, 11, (4, env.units)) for _ in range(40)]
            env.reset(1)
            for actions in plan[:20]:
                env.step(actions)
            handle = env.save(2)
            for actions in plan[20:]:
                obs, rewards, dones = env.step(actions)
            expected = obs["units"][2]
            env.load(handle, None)
            for actions in plan[20:]:
                obs, rewards, dones = env.step(np.repeat(actions[2:3], 4, axis=0))
            for match in range(4):
                self.assertTrue(np.array_equal(obs["units"][match], expected))
            env.drop(handle)

    def test_the_whole_universe(self):
        with VectorEnv("starwar", "maze2", universe=True) as env:
            obs = env.reset(1)
            self.assertEqual(obs["planes"].shape[3], env.settings["universeColumns"])

    def test_what_is_wrong_is_said(self):
        with self.assertRaisesRegex(ValueError, "no board"):
            VectorEnv("madmax", "nothing")
        with self.assertRaisesRegex(ValueError, "there is no game"):
            VectorEnv("chess")
        with VectorEnv("madmax") as env:
            with self.assertRaisesRegex(ValueError, "shape"):
                env.step(np.zeros((2, 2)))
        with self.assertRaises(RuntimeError):
            env.reset(1)


class Spaces(unittest.TestCase):
    def test_samples_are_contained(self):
        for space in (Box(0, 9, (2, 3), np.int32), MultiDiscrete([11, 11]), Dict({"a": Box(0, 1, (2,), np.uint8)})):
            space.seed(3)
            for _ in range(20):
                self.assertTrue(space.contains(space.sample()))


if __name__ == "__main__":
    unittest.main()
