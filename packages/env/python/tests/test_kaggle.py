"""Kaggle's harness plays Ludus games: https://github.com/Kaggle/kaggle-environments."""
import copy
import importlib.util
import sys
import types
import unittest
from unittest import mock

from .support import Shared  # noqa: F401  (makes ludus_env importable)
import ludus_env  # noqa: F401  (before sys.modules is patched, because numpy can load only once)
from ludus_env.kaggle import register


def careful(observation, configuration):
    """The first legal action."""
    return [row.index(True) for row in observation.legal]


def broken(observation):
    raise KeyError("no")


class Struct(dict):
    __setattr__ = dict.__setitem__

    def __getattr__(self, name):
        try:
            return self[name]
        except KeyError:
            raise AttributeError(name) from None


def struct(value):
    if isinstance(value, dict):
        return Struct({name: struct(part) for name, part in value.items()})
    return [struct(part) for part in value] if isinstance(value, list) else value


def double():
    """The part of Kaggle's harness that Ludus's games need, without clocks and schemas."""
    registered = {}

    class Environment:
        def __init__(self, name, configuration=None, steps=None):
            self.__dict__.update(registered[name])
            settings = {key: value.get("default") if isinstance(value, dict) else value
                        for key, value in self.specification["configuration"].items()}
            self.name, self.configuration = name, struct({**settings, **(configuration or {})})
            if steps:
                self.steps, self.state = steps, steps[-1]
            else:
                self.reset(self.specification["agents"][0])

        @property
        def done(self):
            return all(each.status != "ACTIVE" for each in self.state)

        def reset(self, seats):
            blank = {"action": None, "reward": 0, "info": {}, "status": "INACTIVE", "observation": {"remainingOverageTime": 60, "step": 0}}
            self.state = [struct(blank) for _ in range(seats)]
            self.steps = [self.state]
            self.state = struct(self.interpreter(self.state, self))
            self.steps = [self.state]

        def step(self, actions):
            states = copy.deepcopy(self.state)
            for each, action in zip(states, actions):
                each.action = None if isinstance(action, Exception) else action
                each.status = "ERROR" if isinstance(action, Exception) else each.status
            states = struct(self.interpreter(states, self))
            states[0].observation.step = len(self.steps)
            for each in states:
                if each.status in ("ERROR", "INVALID", "TIMEOUT"):
                    each.reward = None
                elif len(self.steps) >= self.configuration.episodeSteps - 1:
                    each.status = "DONE"
            self.state = states
            self.steps.append(states)

        def run(self, agents):
            if len(self.steps) == 1 or self.done:
                self.reset(len(agents))
            if len(agents) != len(self.state):
                raise ValueError(f"{len(self.state)} agents were expected, but {len(agents)} was given.")
            while not self.done:
                self.step([self.asked(agent, each) for agent, each in zip(agents, self.state)])
            return self.steps

        def asked(self, agent, state):
            if state.status != "ACTIVE":
                return None
            function = self.agents.get(agent, agent)
            seen = {name: part for name, part in state.observation.items()
                    if not self.specification["observation"].get(name, 0) or name in ("mark", "remainingOverageTime")}
            try:
                return function(*[struct(seen), struct(self.configuration)][:function.__code__.co_argcount])
            except Exception as error:
                return error

        def render(self, mode):
            return self.renderer(self.state, self) if mode == "ansi" else self.html_renderer(self)

        def clone(self):
            return Environment(self.name, self.configuration, copy.deepcopy(self.steps))

    def evaluate(name, agents, configuration=None, num_episodes=1):
        env = Environment(name, configuration)
        return [[each.reward for each in env.run(agents)[-1]] for _ in range(num_episodes)]

    module = types.ModuleType("kaggle_environments")
    module.register, module.make, module.evaluate = registered.__setitem__, Environment, evaluate
    return {"kaggle_environments": module}


class Matches:
    """The tests, for any `modules` of Kaggle."""

    def setUp(self):
        patch = mock.patch.dict(sys.modules, self.modules())
        patch.start()
        self.addCleanup(patch.stop)
        import kaggle_environments
        self.kaggle = kaggle_environments
        register("trails", "madmax", "periscope", "talltales")

    def make(self, game="trails", **configuration):
        return self.kaggle.make(f"ludus_{game}", {"seed": 3, **configuration})

    def test_a_match_of_two_agents_ends_with_statuses_and_rewards(self):
        env = self.make()
        self.assertEqual([(each.status, each.observation.mark) for each in env.state], [("ACTIVE", 0), ("ACTIVE", 1)])
        steps = env.run([careful, "random"])
        self.assertTrue(env.done)
        self.assertEqual([each.status for each in steps[-1]], ["DONE", "DONE"])
        self.assertEqual([each.reward for each in steps[-1]], [each.observation.scores[0] for each in steps[-1]])
        self.assertEqual(steps[-1][0].observation.step, len(steps) - 1)
        self.assertIn(f"round {len(steps) - 1:3} of", env.render(mode="ansi"))
        self.assertIn("<pre>Trails", env.render(mode="html"))

    def test_each_match_of_an_environment_has_the_next_seed(self):
        def starts(seed, matches):
            env = self.make("talltales", seed=seed, episodeSteps=3)
            return [(steps[0][0].observation.seed, steps[0][0].observation.deal) for steps in (env.run([careful] * 2) for _ in range(matches))]
        self.assertEqual(starts(3, 2), [*starts(3, 1), *starts(4, 1)])
        self.assertEqual([len(match) for match in self.kaggle.evaluate("ludus_trails", ["random", careful], num_episodes=2)], [2, 2])

    def test_agents_do_not_get_the_seed(self):
        told = []

        def curious(observation, configuration):
            told.extend([observation.get("seed"), configuration.get("seed")])
            return configuration.actions[0]
        env = self.make(episodeSteps=3)
        env.run([curious, "random"])
        self.assertEqual(set(told), {None})
        self.assertEqual((env.steps[0][0].observation.seed, env.steps[-1][0].status), (3, "DONE"))

    def test_an_agent_that_fails_gets_no_reward_and_the_match_goes_on(self):
        for status, agent in [("ERROR", broken), *(("INVALID", lambda _, wrong=wrong: wrong) for wrong in ["sideways", 10**9, -1, [0, 0]])]:
            with self.subTest(status):
                one, other = self.make().run([agent, careful])[-1]
                self.assertEqual((one.status, one.reward, other.status), (status, None, "DONE"))
                self.assertIsNotNone(other.reward)

    def test_only_agents_whose_turn_it_is_are_active(self):
        env = self.make("periscope", episodeSteps=5)
        env.run(["random", "random"])
        for states in env.steps[:-1]:
            self.assertEqual(sorted(each.status for each in states), ["ACTIVE", "INACTIVE"])

    def test_the_board_says_how_many_agents_there_are_and_bots_are_none(self):
        env = self.make("madmax", episodeSteps=3)
        env.run([careful] * 4)
        self.assertEqual([len(each.observation.legal) for each in env.state], [env.configuration.units] * 4)
        with self.assertRaisesRegex(Exception, "4 agents were expected, but 2"):
            env.run([careful] * 2)
        env = self.make(others={"player_0": "Moth"})
        env.run([careful])
        self.assertEqual([(each.status, each.observation.mark) for each in env.state], [("DONE", 1)])

    def test_a_copy_goes_on_where_the_original_is(self):
        env = self.make()
        env.step([0, 1])
        env.step(["AHEAD", [9]])
        other = env.clone()
        for each in (env, other):
            while not each.done:
                each.step([4, None])
        self.assertEqual(env.state, other.state)
        self.assertEqual(env.render(mode="ansi"), other.render(mode="ansi"))

    def test_an_unknown_game_is_named(self):
        with self.assertRaisesRegex(ValueError, "chess must be one of .*trails"):
            register("chess")


class WithoutPackages(unittest.TestCase):
    def test_each_adapter_says_what_to_install(self):
        for name, package in (("kaggle", "kaggle_environments"), ("openenv", "openenv"), ("codeclash", "codeclash")):
            with self.subTest(name), mock.patch.dict(sys.modules, {package: None}):
                sys.modules.pop(f"ludus_env.{name}", None)
                with self.assertRaisesRegex(ImportError, rf"^ludus_env.{name} needs .*pip install .*: "):
                    importlib.import_module(f"ludus_env.{name}").register()


class WithDouble(Matches, unittest.TestCase):
    modules = staticmethod(double)


@unittest.skipUnless(importlib.util.find_spec("kaggle_environments"), "put kaggle_environments on PYTHONPATH to run this")
class WithKaggle(Matches, unittest.TestCase):
    def modules(self):
        # Before sys.modules is patched, because some of its environments can load only once.
        return {"kaggle_environments": importlib.import_module("kaggle_environments")}

    def test_the_trainer_of_the_harness_plays_one_seat(self):
        trainer = self.make().train([None, "random"])
        seen, is_over, total = trainer.reset(), False, 0
        while not is_over:
            seen, reward, is_over, _ = trainer.step(careful(seen, None))
            total += reward
        self.assertEqual(total, seen.scores[0])
