"""Tests Gymnasium's two interfaces with the same checks as gymnasium's own checkers, for machines
without gymnasium."""
import re
import subprocess
import unittest

import numpy as np

from .support import LONG, MATCHES, same, skip
from ludus_env import AutoresetMode, Box, Dict, MultiDiscrete, SingleEnv, VectorEnv
from ludus_env.connection import command

def checked_step(test, env, actions):
    """Steps, and checks the shapes and types of all five results."""
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
        """Two matches, one of which restarts after 100 rounds, so that they end at different times."""
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
        env = self.env("madmax", num_envs=4, seat=2, others=lambda seen: np.full((4, 2), 9))
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

    def test_what_a_policy_gives_is_looked_at(self):
        """If a policy's result isn't an array of actions, the error names the policy, and no round
        is played."""
        given = [None]

        def careless(_seen):
            return given[0]

        many = self.env("starwar", num_envs=3, others={2: careless})
        alone = SingleEnv("starwar", others={2: careless})
        self.addCleanup(alone.close)
        for env, shape in ((many, (3, 2)), (alone, (2,))):
            env.reset(seed=1)
            good, before = np.full(shape, 10), env.simulator.hashes()
            bad = np.where(np.arange(good.size).reshape(shape) == good.size - 1, 256, 1)
            for answer, sentence in ((np.where(bad > 1, 3.7, 1), "3.7 at"), (np.where(bad > 1, np.nan, 1), "nan at"), (bad, "256 at"),
                                     ((bad - 200).astype(np.uint8), "at"), (-bad, "-1 at"), (5, "not 5"), (None, "not None"),
                                     ("up", "not 'up'"), (np.ones((4, 4), int), r"not \(4, 4\)"), ([[1], [1, 2]], "array of whole numbers"),
                                     (good > 3, "an array of bool"), ([["up"] * 2] * 3 if shape == (3, 2) else ["up"] * 2, "an array of <U2")):
                given[0] = answer
                for actions in (good, good.astype(np.uint8)):
                    with self.assertRaisesRegex(ValueError, f"the policy careless of seat 2: .*{sentence}"):
                        env.step(actions)
            self.assertTrue(np.array_equal(before, env.simulator.hashes()))
            given[0] = good.tolist()
            env.step(good.astype(np.uint8))

    def test_positions_are_those_of_the_callers_array(self):
        env = self.env("madmax", num_envs=2, seat=2, illegal="refuse", others={1: lambda _seen: given})
        _, infos = env.reset(seed=1)
        given = nothing = np.full((2, 2), env.simulator.no_action)
        for kind in (np.uint8, np.int64):
            bad = nothing.astype(kind)
            bad[1, 1] = 99
            with self.assertRaisesRegex(ValueError, r"^99 at \(1, 1\) isn’t an action; choose 0 to 10$"):
                env.step(bad)
        for _ in range(200):
            forbidden = np.flatnonzero(infos["action_mask"][1, 1] == 0)
            if len(forbidden):
                break
            *_, infos = env.step(nothing)
        bad[1, 1] = forbidden[0]
        with self.assertRaisesRegex(ValueError, "^match 1, unit 1: .* is against the rules now"):
            env.step(bad)
        mask = env.simulator.look()[0]["mask"][:, 2:4]
        self.assertFalse(mask.all())
        given = mask.argmin(axis=2)
        with self.assertRaisesRegex(ValueError, "^the policy <lambda> of seat 1: match [01], unit [01]: .* is against the rules now"):
            env.step(nothing)

    def test_policies_and_players_by_seat(self):
        asked = []

        def policy(seen):
            asked.append(seen["units"][:, 0, 0].copy())
            return np.full((len(seen["round"]), 2), 1)

        env = self.env("starwar", num_envs=3, others={1: "Demo", 2: policy})
        env.reset(seed=1)
        for _ in range(150):
            *_, infos = env.step(np.full((3, 2), 10))
        self.assertEqual(len(asked), 150)
        self.assertGreater(infos["scores"][:, 1].sum(), 0)
        everybody = self.env("starwar", num_envs=3, others={1: None, "*": policy})
        everybody.reset(seed=1)
        everybody.step(np.full((3, 2), 10))
        self.assertEqual(len(asked), 152)

    def test_players_that_come_with_the_game(self):
        env = self.env("madmax", num_envs=2, seat=1, others="Dummy", illegal="refuse")
        nothing = np.full((2, 2), env.simulator.no_action)
        env.reset(seed=3)
        for _ in range(300):
            _, _, ends, _, infos = env.step(nothing)
        self.assertTrue(ends.all())
        for match, seed in list(enumerate(env.simulator.seeds()))[:2 if LONG else 1]:
            run = subprocess.run([*command(), "match", "Dummy", "Null", "Dummy", "Dummy", "-i", "boards/madmax/default", "-s", str(seed)],
                                 capture_output=True, text=True, check=True)
            scores = [int(line.split()[-1]) for line in run.stderr.splitlines() if "got score" in line]
            self.assertEqual(scores, infos["scores"][match].tolist())
        for others, sentence in (("Nobody", "Mad Max has no built-in bot Nobody"), ({7: "Dummy"}, "^there is no seat 7; choose 0 to 3$"),
                                 ({0: "Dummy"}, "seat 0 gets its moves from your actions"), ({"player_0": "Dummy"}, "seat 0 gets its moves from your actions"),
                                 ({7: len}, "^there is no seat 7; choose 0 to 3$"), (5, "^others must be .*, not 5$"),
                                 (["Demo"], r"not \['Demo'\]$"), ({"*": 3}, "^others: 3 isn’t a player"),
                                 ({-1: "Demo"}, "^others: -1 isn’t a seat"), ({True: "Demo"}, "True isn’t a seat"),
                                 ({"first": "Demo"}, "^others: 'first' isn’t a seat"), ({1.0: "Demo"}, "1.0 isn’t a seat"),
                                 ({1: "Demo", "player_1": "Dummy"}, "names seat 1 twice")):
            with self.assertRaisesRegex(ValueError, sentence):
                VectorEnv("madmax", others=others)
        for others, sentence in (("Nobody", "Mad Max has no built-in bot Nobody"), ({"*": 3}, "^others: 3 isn’t a player")):
            with self.assertRaisesRegex(ValueError, sentence):
                SingleEnv("madmax", others=others)

    def test_agents_names_are_seats(self):
        scores = []
        for others in ({1: "Demo"}, {"player_1": "Demo"}, {"1": "Demo"}) if LONG else ({"player_1": "Demo"}, {"1": "Demo"}):
            env = self.env("starwar", others=others)
            env.reset(seed=1)
            for _ in range(60):
                *_, infos = env.step(np.full((1, 2), 10))
            scores.append(infos["scores"][0].tolist())
        self.assertGreater(scores[0][1], 0)
        self.assertEqual(scores, [scores[0]] * len(scores))

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
        with self.assertRaisesRegex(ValueError, "first reset must include all"):
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
        for arguments, sentence in (({"seat": 4}, "there is no seat 4; choose 0 to 3"), ({"seat": "0"}, "seat must be a whole number, not '0'"),
                                    ({"num_envs": 0}, "num_envs must be a whole number"), ({"num_envs": 2.5}, "num_envs must be a whole number"),
                                    ({"observe": "mask"}, "observe must be a list of names"), ({"seat": -1}, "there is no seat -1")):
            with self.assertRaisesRegex(ValueError, f"^{sentence}"):
                VectorEnv("madmax", **arguments)
        for kind, arguments in ((VectorEnv, ("players", "seats", "size")), (SingleEnv, ("players", "seats", "size", "num_envs"))):
            for name in arguments:
                with self.assertRaisesRegex(TypeError, f"^{kind.__name__} has no argument {name}: "):
                    kind("madmax", **{name: {1: "Demo"}})
        for arguments, sentence in (({"seed": 1.5}, "a seed must be .*not 1.5"), ({"seed": "xy"}, "a seed must be .*not 'xy'"), ({"options": "x"}, "options must be a dict")):
            with self.assertRaisesRegex(ValueError, sentence):
                env.reset(**arguments)
        import copy
        with self.assertRaisesRegex(TypeError, "cannot be copied or pickled"):
            copy.deepcopy(env)
        with self.assertRaisesRegex(ValueError, "render_mode must be"):
            VectorEnv("madmax", render_mode="human")
        with self.assertRaisesRegex(ValueError, "^autoreset_mode must be one of NextStep, SameStep, Disabled, not 'next'$"):
            VectorEnv("madmax", autoreset_mode="next")

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
            skip(self, "gymnasium")
        self.assertIsInstance(self.env("madmax"), gymnasium.vector.VectorEnv)
        # The other tests cover all modes.
        for mode in AutoresetMode if LONG else (AutoresetMode.SAME_STEP,):
            # Gymnasium's wrapper counts episodes only from the results of steps.
            env = gymnasium.wrappers.vector.RecordEpisodeStatistics(self.env("madmax", num_envs=3, autoreset_mode=mode))
            obs, infos = env.reset(seed=4)
            self.assertIn(obs, env.observation_space)
            env.action_space.seed(1)
            for _ in range(300):
                obs, rewards, ends, cuts, infos = env.step(env.action_space.sample())
            self.assertTrue(ends.all())
            self.assertEqual(infos["episode"]["l"].tolist(), [300] * 3)
            scores = infos["final_info"]["scores"] if mode is AutoresetMode.SAME_STEP else infos["scores"]
            self.assertEqual(infos["episode"]["r"].tolist(), scores[:, 0].tolist())

    def test_where_gymnasium_is_installed_games_are_known_to_it(self):
        try:
            import gymnasium
            from gymnasium.utils.env_checker import check_env
        except ImportError:
            skip(self, "gymnasium")
        import warnings
        for name in ("MadMax", "StarWar", "AngryMob", "Trails"):
            if not MATCHES and name != "MadMax":
                self.assertEqual(gymnasium.spec(f"ludus/{name}-v1").name, name)
                continue
            with self.subTest(name), warnings.catch_warnings():
                warnings.simplefilter("error")
                warnings.filterwarnings("ignore", message=".*(Box|not normalized|render).*")
                env = gymnasium.make(f"ludus_env.registered:ludus/{name}-v1", render_mode="rgb_array")
                self.addCleanup(env.close)
                check_env(env.unwrapped)
                obs, info = env.reset(seed=2)
                for _ in range(30):
                    obs, _, ended, _, info = env.step(env.action_space.sample(mask=info["action_mask"]))
                    if ended:
                        break
        many = gymnasium.make_vec("ludus/StarWar-v1", num_envs=4, vectorization_mode="vector_entry_point")
        self.addCleanup(many.close)
        many.reset(seed=1)
        self.assertEqual(many.step(many.action_space.sample())[1].shape, (4,))

    def test_one_array_and_one_number(self):
        try:
            import gymnasium
            from gymnasium.utils.env_checker import check_env
        except ImportError:
            skip(self, "gymnasium")
        import warnings
        for name, units, count in (("Trails", 1, 5), ("MadMax", 2, 121)):
            env = gymnasium.make(f"ludus_env.registered:ludus/{name}-flat-v1", illegal="refuse")
            self.addCleanup(env.close)
            self.assertEqual(env.action_space, gymnasium.spaces.Discrete(count))
            obs, info = env.reset(seed=1)
            self.assertEqual((len(env.observation_space.shape), obs.shape), (1, env.observation_space.shape))
            self.assertEqual(obs[:info["action_mask"].size].tolist(), info["action_mask"].ravel().tolist())
            plain = SingleEnv(name.lower(), illegal="refuse")
            self.addCleanup(plain.close)
            plain.reset(seed=1)
            for _ in range(3):
                actions = plain.action_space.sample(mask=info["action_mask"])
                number = int(actions @ [11, 1]) if units == 2 else int(actions[0])
                obs, reward, ended, _, info = env.step(number)
                seen, *others = plain.step(actions)
                self.assertEqual((reward, ended), tuple(others[:2]))
                self.assertTrue(np.array_equal(obs, gymnasium.spaces.flatten(plain.observation_space, seen)))
                self.assertTrue(np.array_equal(info["action_mask"], seen["action_mask"]))
                if ended:
                    break
        with warnings.catch_warnings():
            warnings.simplefilter("error")
            warnings.filterwarnings("ignore", message=".*different from the unwrapped version.*")
            check_env(gymnasium.make("ludus/Trails-flat-v1", render_mode="rgb_array"))
        with self.assertRaisesRegex(ValueError, "^the 792 units of a seat of angrymob have more than 32768 joint actions: use SingleEnv"):
            gymnasium.make("ludus/AngryMob-flat-v1")


class Single(unittest.TestCase):
    """The parts that gymnasium.utils.env_checker.check_env checks."""

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
        with self.assertRaisesRegex(RuntimeError, r"^the match has ended: call reset\(\)$"):
            env.step(env.action_space.sample())
        env.reset()

    def test_samples_with_a_mask_are_all_that_is_allowed(self):
        mask = np.random.default_rng(1).integers(0, 2, (3, 2, 11)).astype(np.int8)
        mask[..., 4] = 1
        space = MultiDiscrete(np.full((3, 2), 11))
        space.seed(1)
        seen = np.zeros_like(mask)
        for _ in range(600):
            np.put_along_axis(seen, space.sample(mask=mask)[..., None], 1, axis=-1)
        self.assertTrue(np.array_equal(seen, mask))

    def test_an_action_is_as_its_space_says(self):
        for game, units in (("trails", 1), ("madmax", 2)):
            env = SingleEnv(game, illegal="refuse")
            self.addCleanup(env.close)
            self.assertEqual(env.action_space.shape, (units,))
            with self.assertRaisesRegex(RuntimeError, r"^the match has not been begun: call reset\(\)$"):
                env.step(env.action_space.sample())
            obs, info = env.reset(seed=1)
            for wrong, sentence in ((3, f"shape ({units},), not 3"), (np.zeros((1, units), int), f"shape ({units},), not (1, {units})"),
                                    (None, "not None"), ([99] * units, "99 at (0,)"), (np.full(units, 99, np.uint8), "99 at (0,)")):
                with self.assertRaisesRegex(ValueError, re.escape(sentence)):
                    env.step(wrong)
            nothing = np.full(units, env.simulator.no_action)
            env.step(nothing)
            env.step(nothing.tolist())

    def test_a_sample_of_what_is_allowed_is_allowed(self):
        env = SingleEnv("angrymob", board="seed:3", illegal="refuse")
        self.addCleanup(env.close)
        obs, info = env.reset(seed=1)
        for _ in range(50):
            action = env.action_space.sample(mask=info["action_mask"])
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
