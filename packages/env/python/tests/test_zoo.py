"""Tests PettingZoo's two interfaces with the same checks as PettingZoo's own tests, for machines
without PettingZoo."""
import re
import unittest

import numpy as np

from .support import LONG, MATCHES, Shared, only_long, same, skip, with_dusk
from ludus_env import AECEnv, Dict, MultiDiscrete, ParallelEnv, games


def sample(env, agents):
    return {agent: env.action_space(agent).sample() for agent in agents}


def seed_spaces(env):
    for i, agent in enumerate(env.possible_agents):
        env.action_space(agent).seed(i)


class Teams(unittest.TestCase):
    """Seats that play together."""

    def played(self, env):
        """All rewards by agent, in a match with random actions."""
        env.reset(seed=4)
        rewards = {agent: [] for agent in env.possible_agents}
        rng = np.random.default_rng(1)
        for _ in range(400):
            if not env.agents:
                break
            chosen = {agent: [int(rng.choice(np.flatnonzero(row))) for row in env._info(agent)["action_mask"]] for agent in env.agents}
            for agent, reward in env.step(chosen)[1].items():
                rewards[agent].append(reward)
        return rewards

    def test_mates_get_the_same_rewards(self):
        env = ParallelEnv("periscope", "fleets")
        self.addCleanup(env.close)
        self.assertEqual(env.teams, {"player_0": 0, "player_1": 1, "player_2": 0, "player_3": 1})
        rewards = self.played(env)
        self.assertGreater(sum(map(sum, rewards.values())), 0)
        self.assertEqual(rewards["player_0"], rewards["player_2"])
        self.assertEqual(rewards["player_1"], rewards["player_3"])
        scores = env.simulator.look()[0]["scores"]
        self.assertEqual(env.simulator.by_team(scores).tolist(), scores[:, :2].tolist())

    def test_without_teams_each_agent_is_one(self):
        env = ParallelEnv("starwar", others={1: "Demo"})
        self.addCleanup(env.close)
        self.assertEqual(env.teams, {"player_0": 0, "player_2": 2, "player_3": 3})
        self.assertEqual(env.simulator.by_team(np.arange(4)).tolist(), [0, 1, 2, 3])

    def test_text_shows_what_a_seat_sees(self):
        env = ParallelEnv("periscope", "fleets")
        self.addCleanup(env.close)
        env.reset(seed=4)
        whole, views = env.simulator.text(), [env.simulator.text(seat=seat) for seat in range(4)]
        self.assertNotIn(whole, views)
        self.assertNotEqual(views[0], views[1])
        self.assertIn("A1", views[0])
        self.assertNotIn("B1", views[0])
        # A hidden submarine isn't counted as lost.
        self.assertIn("b player_1        0  2 left", views[0])


class Parallel(unittest.TestCase):
    """The parts that pettingzoo.test.parallel_api_test checks."""

    def another(self, kind, **options):
        env = kind("starwar", **options)
        self.addCleanup(env.close)
        return env

    env = Shared(lambda: ParallelEnv("starwar"))

    def setUp(self):
        seed_spaces(self.env)

    def test_spaces_are_the_same_objects_at_each_call(self):
        for agent in self.env.possible_agents:
            self.assertIs(self.env.observation_space(agent), self.env.observation_space(agent))
            self.assertIs(self.env.action_space(agent), self.env.action_space(agent))
            self.assertIsInstance(self.env.observation_space(agent), Dict)
            self.assertIsInstance(self.env.action_space(agent), MultiDiscrete)

    def test_two_whole_episodes(self):
        env = self.env
        for episode in range(2):
            observations, infos = env.reset(seed=episode + 1)
            self.assertEqual(env.agents, env.possible_agents)
            self.assertEqual(set(observations), set(env.agents))
            self.assertEqual(set(infos), set(env.agents))
            steps = 0
            while env.agents:
                acting = list(env.agents)
                answer = env.step(sample(env, acting))
                self.assertEqual(len(answer), 5)
                for part in answer:
                    self.assertIsInstance(part, dict)
                    self.assertEqual(set(part), set(acting))
                observations, rewards, terminations, truncations, infos = answer
                for agent in acting:
                    self.assertIn(observations[agent], env.observation_space(agent))
                    self.assertTrue(np.array_equal(observations[agent]["action_mask"], infos[agent]["action_mask"]))
                    self.assertIs(type(rewards[agent]), float)
                    self.assertIs(type(terminations[agent]), bool)
                    self.assertIs(type(truncations[agent]), bool)
                self.assertEqual(env.num_agents, 0 if any(terminations.values()) else 4)
                self.assertIn(env.state(), env.state_space)
                steps += 1
            self.assertEqual(steps, env.simulator.rounds)
            self.assertEqual(env.step({}), ({}, {}, {}, {}, {}))

    def test_the_same_seed_gives_the_same_episode(self):
        runs = []
        for _ in range(2):
            observations, _infos = self.env.reset(seed=42)
            seed_spaces(self.env)
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
        planes = self.env.simulator.shapes["planes"]
        for agent, seen in observations.items():
            own = seen["units"][seen["units"][:, 0] == 0]
            self.assertTrue(np.array_equal(own, seen["units"][:len(own)]))
            self.assertEqual(int(seen["planes"][planes.index("units_0")].sum()), int(own[:, 5].sum()))

    def test_agents_that_say_nothing_ask_nothing(self):
        self.env.reset(seed=1)
        self.env.step({})
        silent = self.env.simulator.hashes()
        self.env.reset(seed=1)
        self.env.step({agent: np.full(len(self.env.action_space(agent).nvec), self.env.simulator.no_action) for agent in self.env.agents})
        self.assertEqual(silent, self.env.simulator.hashes())
        with self.assertRaisesRegex(ValueError, r"player_1: actions must have the shape \(2,\), not \(9,\)"):
            self.env.step({"player_1": np.zeros(9, int)})
        with self.assertRaisesRegex(ValueError, "no agent player_9"):
            self.env.step({"player_9": np.zeros(2, int)})

    def test_what_is_no_step_is_said(self):
        with self.assertRaisesRegex(RuntimeError, r"has not been begun: call reset\(\)"):
            self.another(ParallelEnv).step({})
        self.env.reset(seed=1)
        before = self.env.simulator.hashes()
        for wrong in ([[1, 1]] * 4, None, np.zeros((4, 2), int)):
            with self.assertRaisesRegex(ValueError, "step needs the agents' actions by name"):
                self.env.step(wrong)
        self.assertEqual(before, self.env.simulator.hashes())

    def test_positions_are_those_of_the_agent(self):
        for mask in (True, False) if LONG else (True,):
            env, seen = self.another(ParallelEnv, illegal="refuse", mask=mask), self.another(ParallelEnv)
            env.reset(seed=1)
            _, infos = seen.reset(seed=1)
            nothing = np.full(2, env.simulator.no_action)
            for _ in range(200):
                forbidden = np.flatnonzero(infos["player_2"]["action_mask"][1] == 0)
                if len(forbidden):
                    break
                env.step({})
                *_, infos = seen.step({})
            with self.assertRaisesRegex(ValueError, "^player_2, unit 1: .* is against the rules now"):
                env.step({"player_2": np.array([nothing[0], forbidden[0]])})
            with self.assertRaisesRegex(ValueError, r"^player_2: 99 at \(1,\) isn’t an action"):
                env.step({"player_2": np.array([1, 99], np.uint8)})

    @only_long("test_two_whole_episodes")
    def test_every_game(self):
        for game in ("madmax", "angrymob"):
            with self.subTest(game):
                env = ParallelEnv(game, illegal="refuse", render_mode="rgb_array")
                self.addCleanup(env.close)
                _, infos = env.reset(seed=2)
                for _ in range(20):
                    actions = {agent: env.action_space(agent).sample(mask=infos[agent]["action_mask"]) for agent in env.agents}
                    *_, infos = env.step(actions)
                self.assertEqual(env.render().dtype, np.uint8)
                self.assertIn(env.state(), env.state_space)

    def test_their_own_check_where_it_is_installed(self):
        try:
            from pettingzoo.test import parallel_api_test, parallel_seed_test
        except ImportError:
            skip(self, "pettingzoo")
        # The other tests play to the end.
        parallel_api_test(self.env, num_cycles=400 if LONG else 20)
        parallel_seed_test(lambda: self.another(ParallelEnv), num_cycles=30 if LONG else 10)


class InTurn(unittest.TestCase):
    """The parts that pettingzoo.test.api_test checks."""

    def another(self, kind, game="madmax", **options):
        env = kind(game, **options)
        self.addCleanup(env.close)
        return env

    env = Shared(lambda: AECEnv("madmax"))

    def setUp(self):
        seed_spaces(self.env)

    def test_a_whole_episode(self):
        env = self.env
        env.reset(seed=1)
        turns = dict.fromkeys(env.possible_agents, 0)
        totals = dict.fromkeys(env.possible_agents, 0.0)
        expected = iter(env.possible_agents * 302)
        for agent in env.agent_iter():
            self.assertEqual(agent, env.agent_selection)
            self.assertEqual(agent, next(expected))
            observation, reward, ended, cut, info = env.last()
            self.assertIn(observation, env.observation_space(agent))
            self.assertTrue(same(observation, env.observe(agent)))
            self.assertIs(type(reward), float)
            for each in (env.rewards, env.terminations, env.truncations, env.infos):
                self.assertEqual(set(each), set(env.agents))
            totals[agent] += reward
            turns[agent] += 1
            env.step(None if ended or cut else env.action_space(agent).sample())
        self.assertEqual(env.agents, [])
        self.assertEqual(set(turns.values()), {301})
        scores = env.simulator.look()[0]["scores"][0]
        self.assertEqual(list(totals.values()), scores.tolist())
        self.assertTrue(any(scores))

    def test_it_is_the_match_that_the_parallel_one_plays(self):
        other = ParallelEnv("madmax")
        self.addCleanup(other.close)
        self.env.reset(seed=9)
        other.reset(seed=9)
        seed_spaces(other)
        for _ in range(40):
            actions = sample(other, other.agents)
            other.step(actions)
            before = self.env.simulator.hashes()
            for agent in self.env.agents:
                self.assertTrue(np.array_equal(before, self.env.simulator.hashes()), "a round was played before all had acted")
                self.env.step(actions[agent])
            self.assertTrue(np.array_equal(other.simulator.hashes(), self.env.simulator.hashes()))

    def test_before_the_first_reset_nobody_acts(self):
        env = self.another(AECEnv)
        with self.assertRaises(ValueError):
            env.reset(seed="x")
        for call in (lambda: env.step(np.zeros(2, int)), env.last, lambda: env.observe("player_0"), lambda: list(env.agent_iter())):
            with self.assertRaisesRegex(RuntimeError, r"has not been begun: call reset\(\)"):
                call()

    def test_what_is_no_action_is_said_to_who_asks_it(self):
        for mask in (True, False) if LONG else (False,):
            env = AECEnv("madmax", illegal="refuse", mask=mask)
            self.addCleanup(env.close)
            env.reset(seed=1)
            nothing = np.full(2, env.simulator.no_action)
            env.step(nothing)
            for bad, sentence in (([1, 99], "99 at (1,) isn’t an action"), ([1, 3.7], "3.7 at (1,)"), (None, "not None"), ("up", "not 'up'"),
                                  (4, "must have the shape (2,), not 4"), ([1, 2, 3], "not (3,)")):
                with self.assertRaisesRegex(ValueError, f"^player_1: .*{re.escape(sentence)}"):
                    env.step(bad)
                self.assertEqual(env.agent_selection, "player_1")
            for agent in ("player_1", "player_2", "player_3"):
                self.assertEqual(env.agent_selection, agent)
                env.step(nothing)
            self.assertEqual(env.observe("player_0")["round"][0], 1)

    def test_what_is_against_the_rules_is_said_to_who_asks_it(self):
        env, blind = (AECEnv("madmax", illegal="refuse", mask=mask) for mask in (True, False))
        for each in (env, blind):
            self.addCleanup(each.close)
            each.reset(seed=3)
        nothing = np.full(2, env.simulator.no_action)
        for _ in range(200):
            forbidden = np.flatnonzero(env.infos["player_1"]["action_mask"][1] == 0)
            if len(forbidden):
                break
            for _ in env.agents:
                env.step(nothing)
                blind.step(nothing)
        bad = np.array([nothing[0], forbidden[0]])
        env.step(nothing)
        with self.assertRaisesRegex(ValueError, "^player_1, unit 1: .* is against the rules now"):
            env.step(bad)
        self.assertEqual(env.agent_selection, "player_1")
        with self.assertRaisesRegex(ValueError, "is against the rules now"):
            for each in (nothing, bad, nothing, nothing):
                blind.step(each)
        # The illegal action was found only after the last agent had acted, so all act again.
        self.assertEqual(blind.agent_selection, "player_0")

    def test_who_is_gone_can_do_nothing(self):
        env = self.env
        env.reset(seed=1)
        for _ in range(4 * env.simulator.rounds):
            env.step(env.action_space(env.agent_selection).sample())
        with self.assertRaisesRegex(ValueError, "must be None"):
            env.step(env.action_space(env.agent_selection).sample())

    def test_what_was_refused_can_be_asked_again(self):
        env = AECEnv("madmax", illegal="refuse")
        self.addCleanup(env.close)
        env.reset(seed=1)
        nothing = np.full(2, env.simulator.no_action)
        with self.assertRaises(ValueError):
            for agent in env.possible_agents:
                env.step(np.full(2, 99) if agent == "player_3" else nothing)
        for _ in range(8):
            env.step(nothing)
        self.assertEqual(env.observe("player_0")["round"][0], 2)

    def test_only_agents_whose_turn_it_is_act(self):
        with_dusk(self)
        env = AECEnv("dusk")
        self.addCleanup(env.close)
        env.reset(seed=5)
        turns, rewards = [], dict.fromkeys(env.possible_agents, 0.0)
        for agent in env.agent_iter():
            observation, reward, ended, cut, info = env.last()
            rewards[agent] += reward
            if ended or cut:
                env.step(None)
                continue
            turns.append(agent)
            self.assertGreater(info["action_mask"].sum(), 1)
            self.assertEqual(observation["players"][0, 0], 0)
            env.step(env.action_space(agent).sample(mask=info["action_mask"]))
        # The first round deals, and then the agents take turns.
        self.assertEqual(turns, (env.possible_agents * len(turns))[:env.simulator.rounds - 1])
        self.assertEqual(list(rewards.values()), env.simulator.look()[0]["scores"][0].tolist())

    def test_rounds_of_bots_are_played_at_once(self):
        with_dusk(self)
        env = AECEnv("dusk", others={0: "Hunter"})
        self.addCleanup(env.close)
        env.reset(seed=5)
        self.assertEqual((env.agent_selection, env.observe("player_1")["round"][0]), ("player_1", 2))
        env.step(np.array([1]))
        self.assertEqual((env.agent_selection, env.observe("player_1")["round"][0]), ("player_1", 4))

    def test_text(self):
        env = AECEnv("starwar", render_mode="ansi")
        self.addCleanup(env.close)
        env.reset(seed=1)
        self.assertIn("Star War", env.render())

    def test_their_own_check_where_it_is_installed(self):
        try:
            from pettingzoo.test import api_test, seed_test, state_test
        except ImportError:
            skip(self, "pettingzoo")
        with_dusk(self)
        # A game with turns and chance; test_every_game covers the other games.
        for game in games() if MATCHES else ("trails", "dusk") if LONG else ("dusk",):
            with self.subTest(game):
                env = AECEnv(game)
                self.addCleanup(env.close)
                api_test(env, num_cycles=100 if LONG else 30)
                seed_test(lambda game=game: self.another(AECEnv, game), num_cycles=10 if LONG else 4)
        state_test(self.env, self.another(ParallelEnv), num_cycles=30 if LONG else 5)


if __name__ == "__main__":
    unittest.main()
