"""The simulator reports errors and continues afterwards. Its arrays stay valid as documented, and
have the same contents with all transports."""
import gc
import os
import subprocess
import sys
import unittest
from unittest import mock

import numpy as np

from .support import LONG, Shared, actions_of, checksum, copied, only_long, same
from ludus_env import Simulator, games
from ludus_env import connection
from ludus_env.connection import command

TRANSPORTS = ("memory", "copied", "pipe")
#: `test_memory_and_pipe_give_the_same` compares all three in every run.
SOME_TRANSPORTS = TRANSPORTS if LONG else ("memory", "pipe")


class Honest(unittest.TestCase):
    sim = Shared(lambda: Simulator("madmax", size=3, observe=("tables", "planes", "mask")))

    def setUp(self):
        self.sim.reset(1)

    def refused(self, sentence, call, *args, **options):
        before = self.sim.hashes()
        with self.assertRaisesRegex(ValueError, sentence):
            call(*args, **options)
        self.assertTrue(np.array_equal(before, self.sim.hashes()), "what was refused has changed something")

    def test_actions_that_are_none(self):
        good = np.full((3, 8), 10)
        for wrong, sentence in ((256, "256 at \\(2, 5\\) isn’t an action"), (-1, "-1 at"), (11, "11 at"), (2**40, "isn’t an action")):
            bad = good.copy()
            bad[2, 5] = wrong
            self.refused(sentence, self.sim.step, bad)
        for wrong, sentence in ((3.7, "found 3.7 at \\(2, 5\\)"), (np.nan, "found nan at \\(2, 5\\)"), (np.inf, "float64")):
            bad = good.astype(float)
            bad[2, 5] = wrong
            self.refused(sentence, self.sim.step, bad)
        self.refused("an array of float64", self.sim.step, good.astype(float))
        self.refused("an array of bool", self.sim.step, good > 3)
        self.refused("whole numbers", self.sim.step, good.astype(str))
        self.refused("shape \\(3, 8\\), not \\(2, 8\\)", self.sim.step, good[:2])
        self.refused("match 2, unit 5: 11 isn’t an action: choose 0 to 10", self.sim.step, np.where(np.arange(24).reshape(3, 8) == 21, 11, 1).astype(np.uint8))
        self.sim.step(good)
        self.sim.step(good.tolist())

    def test_requests_that_mean_nothing(self):
        for call, sentence in (
            (lambda: self.sim.load(99999), "there is no saved state 99999"),
            (lambda: self.sim.load(-1), "there is no saved state -1"),
            (lambda: self.sim.load(1, match=7), "there is no match 7"),
            (lambda: self.sim.load(2**40), "a handle must be"),
            (lambda: self.sim.load(1.5), "a handle must be a whole number, not 1.5"),
            (lambda: self.sim.drop("x"), "a handle must be a whole number, not 'x'"),
            (lambda: self.sim.save(None), "a match must be a whole number, not None"),
            (lambda: self.sim.save(3), "there is no match 3"),
            (lambda: self.sim.save(-1), "there is no match -1"),
            (lambda: self.sim.drop(5), "there is no saved state 5"),
            (lambda: self.sim.planes(0, 4), "there is no seat 4"),
            (lambda: self.sim.text(9), "there is no match 9"),
            (lambda: self.sim.reset(3.5), "a seed must be a whole number, not 3.5"),
            (lambda: self.sim.reset(2**60), "a seed must be"),
            (lambda: self.sim.reset(True), "a seed must be a whole number, not True"),
            (lambda: self.sim.reset_matches([1, 2]), "there must be 3 seeds, not 2"),
            (lambda: self.sim.reset_matches([1, 2, 2**31]), "a seed must be"),
            (lambda: self.sim.reset(1, [1, 0, 1]), "3 bools"),
            (lambda: self.sim.renew(np.ones(4, bool)), "3 bools"),
            (lambda: self.sim.expand(5, np.zeros((1, 1, 8), int)), "there is no saved state 5"),
            (lambda: self.sim.expand(1, np.zeros((1, 0, 8), int)), "at least one plan of at least one round, not 1 of 0"),
            (lambda: self.sim.expand(1, np.zeros((4, 8), int)), "must have the shape"),
            (lambda: self.sim._ask(b"?"), "there is no request"),
            (lambda: self.sim._ask(b"\xff", b"abc"), "there is no request"),
            (lambda: self.sim._ask(b"s", b"ab"), "expected 3 bytes of matches, found 2|expected 24 bytes of actions, found 2"),
            (lambda: self.sim.step(np.full((3, 8), 10), [True]), "3 bools"),
            (lambda: self.sim._ask(b"v", b""), "the request ends where a match should be"),
            (lambda: self.sim._ask(b"h", b"more"), "4 bytes too many"),
        ):
            self.refused(sentence, call)
        self.assertEqual(len(self.sim.hashes()), 3)

    def test_what_the_rules_would_not_carry_out_is_refused_where_that_is_asked(self):
        with Simulator("madmax", observe=("mask",), illegal="refuse") as sim:
            obs = sim.reset(3)
            random = np.random.default_rng(3)
            for _ in range(100 if LONG else 30):
                allowed = obs["mask"][0]
                unit = int(random.integers(8))
                forbidden = np.flatnonzero(allowed[unit] == 0)
                asked = np.array([[random.choice(np.flatnonzero(each)) for each in allowed]])
                if len(forbidden):
                    wrong = asked.copy()
                    wrong[0, unit] = forbidden[0]
                    before = sim.hashes()
                    with self.assertRaisesRegex(ValueError, f"match 0, unit {unit}: {sim.actions[forbidden[0]]} is against the rules now"):
                        sim.step(wrong)
                    self.assertEqual(before, sim.hashes())
                obs, _, _ = sim.step(asked)

    def test_what_cannot_be_started_is_said(self):
        for arguments, sentence in (
            (("madmax", "nothing"), "unknown board nothing"), (("madmax", "x/none.cnf"), "^cannot read x/none.cnf: there is no such file$"),
            (("chess",), "unknown game chess"),
            (("madmax", None, 0), "^size must be a whole number from 1 to 100000, not 0"), (("madmax", None, 1.5), "^size must be"),
            (("--help",), "^there is no game --help$"),
        ):
            with self.assertRaisesRegex(ValueError, sentence):
                Simulator(*arguments)
        for options, sentence in (
            ({"seats": (4,)}, "^there is no seat 4; choose 0 to 3$"), ({"seats": 0}, "^seats must be"), ({"seats": "0"}, "^seats must be"),
            ({"seats": ()}, "^seats must be"), ({"seats": (1, 1)}, "^seats must be .* each once"), ({"players": ["Demo"]}, r"^players must .*not \['Demo'\]$"),
            ({"players": {9: "Demo"}}, "^there is no seat 9"), ({"players": {1: len}}, "can't have a policy"), ({"observe": "mask"}, "^observe must be a list"),
            ({"boards": "some"}, "^boards must be"), ({"buffers": 3}, "^buffers must be"),
            ({"observe": ("smells",)}, "unknown part smells in --observe"),
            ({"illegal": "maybe"}, "^illegal must be"),
            ({"transport": "pigeon"}, "transport must be"),
        ):
            with self.assertRaisesRegex(ValueError, sentence):
                Simulator("madmax", **options)

    def test_an_answer_that_was_interrupted_is_not_taken_for_another(self):
        def interrupt(*_):
            raise KeyboardInterrupt

        for transport in SOME_TRANSPORTS:
            with Simulator("madmax", size=500, transport=transport) as sim:
                original, sim._connection._read, os_read = sim._connection._read, interrupt, os.read
                os.read = interrupt
                try:
                    with self.assertRaises(KeyboardInterrupt):
                        sim.reset(1)
                finally:
                    sim._connection._read, os.read = original, os_read
                with self.assertRaisesRegex(RuntimeError, "an answer was interrupted"):
                    sim.hashes()

    def test_a_step_in_two_halves(self):
        good, bad = np.full((3, 8), 10), np.full((3, 8), 11, np.uint8)
        with self.assertRaisesRegex(RuntimeError, "no step has been begun"):
            self.sim.end_step()
        with Simulator("madmax", size=3, observe=("tables", "planes", "mask")) as other:
            other.reset(1)
            for sim in (self.sim, other):
                sim.begin_step(good)
                with self.assertRaisesRegex(RuntimeError, "begun but not ended"):
                    sim.begin_step(good)
                with self.assertRaisesRegex(RuntimeError, "begun but not ended"):
                    sim.hashes()
            self.assertTrue(same(self.sim.end_step()[0], other.end_step()[0]))
        self.sim.begin_step(bad)
        with self.assertRaisesRegex(ValueError, "11 isn’t an action"):
            self.sim.end_step()
        self.sim.step(good)

    def test_a_signal_from_the_terminal_does_not_reach_the_simulator(self):
        self.assertEqual(os.getsid(self.sim.process_id), self.sim.process_id)

    def test_after_its_end_every_call_says_so(self):
        sim = Simulator("madmax")
        sim.close()
        with self.assertRaisesRegex(RuntimeError, "closed"):
            sim.reset(1)

    def test_who_killed_it_is_said_again_and_again(self):
        good = np.full((1, 8), 10)
        for transport in SOME_TRANSPORTS:
            for begun in (False, True) if LONG else (transport == "pipe",):
                with self.subTest(transport, begun=begun), Simulator("madmax", transport=transport) as sim:
                    sim.reset(1)
                    os.kill(sim.process_id, 19)
                    if begun:
                        sim.begin_step(good)
                    os.kill(sim.process_id, 9)
                    for call in (sim.end_step if begun else sim.look, lambda: sim.step(good), lambda: sim.reset(1), sim.hashes, sim.look):
                        with self.assertRaisesRegex(RuntimeError, "^the simulator was killed by signal 9$"):
                            call()

    def test_a_forked_process_is_told_to_start_its_own(self):
        import signal
        import time
        good = np.full((3, 8), 10)
        sim = Simulator("madmax", size=3)
        self.addCleanup(sim.close)
        sim.reset(1)
        before = sim.hashes()
        sim.begin_step(good)
        reading, writing = os.pipe()
        child = os.fork()
        if child == 0:
            said = []
            for call in (sim.hashes, sim.end_step, lambda: sim.step(good), lambda: sim.reset(1)):
                try:
                    call()
                    said.append("played")
                except BaseException as error:
                    said.append(f"{type(error).__name__}: {error}")
            os.write(writing, "\n".join(said).encode())
            time.sleep(60)
            os._exit(0)
        os.close(writing)
        try:
            with open(reading) as told:
                # The child continues to sleep with its end of this pipe open: four lines, the last
                # of which is incomplete.
                said = os.read(told.fileno(), 10_000).decode().split("\n")
            self.assertEqual(said, [f"RuntimeError: the simulator belongs to the process {os.getpid()}, which started it: "
                                    "start a separate simulator in each process"] * 4)
            sim.end_step()
            self.assertFalse(np.array_equal(before, sim.hashes()))
            # The child still runs, but doesn't block the exit.
            sim.close()
        finally:
            os.kill(child, signal.SIGKILL)
            os.waitpid(child, 0)


    def test_no_copy_is_made_of_a_process(self):
        import copy
        import pickle
        for call in (pickle.dumps, copy.copy, copy.deepcopy):
            with self.assertRaisesRegex(TypeError, "a simulator is a process, which cannot be copied or pickled"):
                call(self.sim)


class Observations(unittest.TestCase):
    def test_what_was_seen_stays_until_the_next_step_but_one(self):
        for transport in SOME_TRANSPORTS:
            with self.subTest(transport), Simulator("madmax", size=4, observe=("tables", "planes"), transport=transport) as sim:
                self.assertEqual(sim.transport, "memory, copied" if transport == "copied" else transport)
                before = sim.reset(1)
                kept = copied(before)
                for actions in actions_of(sim, 1, 40):
                    now, rewards, dones = sim.step(actions)
                    self.assertTrue(same(before, kept), "an observation has changed one step later")
                    self.assertFalse(same(now, kept))
                    # Neither looking again nor restarting single matches invalidates the previous
                    # observation.
                    sim.look()
                    now, rewards, dones = sim.renew(np.array([False, False, False, rewards.sum() % 2 == 1]))
                    self.assertTrue(same(before, kept))
                    before, kept = now, copied(now)

    def test_without_memory_it_is_a_pipe_and_says_so(self):
        for path in ("/dev/null", "/nowhere/at/all") if LONG else ("/nowhere/at/all",):
            with mock.patch.object(connection, "_memory_file", lambda transport: (connection._MemoryFile(), "memory")), \
                    mock.patch.object(connection._MemoryFile, "path", path, create=True), \
                    mock.patch.object(connection._MemoryFile, "__init__", lambda self: setattr(self, "_descriptor", None)):
                with Simulator("madmax") as sim:
                    self.assertRegex(sim.transport, f"^pipe: --memory {path}: ")
                    sim.reset(1)
                with self.assertRaisesRegex(OSError, "memory cannot be shared"):
                    Simulator("madmax", transport="memory")
        with mock.patch.object(os, "memfd_create", side_effect=OSError("not allowed"), create=True):
            with Simulator("madmax") as sim:
                self.assertRegex(sim.transport, "^pipe: this system has no files in memory")

    def test_nobody_can_write_to_them_and_they_outlive_the_simulator(self):
        sim = Simulator("madmax")
        obs = sim.reset(1)
        kept = copied(obs)
        with self.assertRaises(ValueError):
            obs["planes"][0] = 1
        sim.close()
        del sim
        gc.collect()
        self.assertTrue(same(obs, kept))

    def test_memory_and_pipe_give_the_same(self):
        sims = [Simulator("starwar", size=5, seats="all", observe=("tables", "planes", "mask", "hashes"), transport=each) for each in TRANSPORTS]
        for sim in sims:
            self.addCleanup(sim.close)
            sim.reset(9)
        for actions in actions_of(sims[0], 2, 60):
            answers = [sim.step(actions) for sim in sims]
            for obs, rewards, dones in answers:
                self.assertTrue(same(obs, answers[0][0]))
                self.assertTrue(np.array_equal(rewards, answers[0][1]) and np.array_equal(dones, answers[0][2]))

    def test_lines_of_missiles_that_are_gone_are_zeros(self):
        with Simulator("madmax", observe=("missiles",)) as sim:
            sim.reset(1)
            counts = [0]
            for actions in actions_of(sim, 4, 300):
                obs, _, _ = sim.step(np.where(actions > 6, 9, actions))
                count = int(obs["missiles_count"][0])
                counts.append(count)
                self.assertFalse(obs["missiles"][0, count:].any())
            self.assertGreater(max(counts), 2)
            self.assertTrue(any(now < before for before, now in zip(counts, counts[1:])))

    def test_seats_see_themselves_first(self):
        with Simulator("madmax", seats="all", observe=("units", "planes")) as sim:
            obs = sim.reset(1)
            for actions in actions_of(sim, 5, 50):
                obs, _, _ = sim.step(actions)
            everybody = obs["units"][0, 0]
            for seat in range(4):
                seen = obs["units"][0, seat]
                self.assertTrue(np.array_equal(seen[:, 0], np.repeat(range(4), 2)))
                self.assertTrue(np.array_equal(seen[:, 1:], np.roll(everybody[:, 1:], -2 * seat, axis=0)))
                self.assertTrue(np.array_equal(obs["planes"][0, seat, 5:], np.roll(obs["planes"][0, 0, 5:], -seat, axis=0)))

    def test_the_whole_universe(self):
        with Simulator("starwar", "maze2", universe=True) as sim:
            obs = sim.reset(1)
            self.assertEqual(obs["planes"].shape[3], sim.settings["universeColumns"])
            self.assertTrue(np.array_equal(obs["planes"][0], sim.planes(0, 0)))


class Seeds(unittest.TestCase):
    def test_matches_of_one_reset_are_not_those_of_another(self):
        with Simulator("madmax", size=64, observe=("hashes",)) as sim:
            seen = set()
            for seed in (1, 2, 3, -1, 2**40):
                sim.reset(seed)
                seen |= set(sim.seeds().tolist())
            self.assertEqual(len(seen), 5 * 64)

    def test_the_same_seed_gives_the_same_match_in_an_env_of_any_size(self):
        hashes = []
        for size in (2, 5):
            with Simulator("madmax", size=size) as sim:
                sim.reset(77)
                for actions in actions_of(Fake(5, 8), 1, 30):
                    sim.step(actions[:size])
                hashes.append(sim.hashes()[:2].tolist())
        self.assertEqual(*hashes)

    def test_renewed_matches_go_on_in_their_streams(self):
        with Simulator("madmax", size=2) as sim:
            sim.reset(5)
            first = sim.seeds().tolist()
            sim.renew(np.array([True, False]))
            second = sim.seeds().tolist()
            self.assertEqual(first[1], second[1])
            self.assertNotEqual(first[0], second[0])
            sim.reset(5)
            self.assertEqual(sim.seeds().tolist(), first)
            sim.renew(np.array([True, True]))
            self.assertEqual(sim.seeds()[0], second[0])

    def test_matches_begin_anew_instead_of_being_stepped(self):
        for transport in SOME_TRANSPORTS:
            with self.subTest(transport), Simulator("madmax", size=2, transport=transport) as sim:
                sim.reset(5)
                sim.step(np.full((2, 8), 9))
                sim.step(np.full((2, 8), 9))
                sim.renew(np.array([True, False]))
                expected = sim.hashes()
                sim.reset(5)
                sim.step(np.full((2, 8), 9))
                obs, rewards, _ = sim.step(np.full((2, 8), 9), renew=np.array([True, False]))
                self.assertEqual(obs["rounds"].tolist(), [0, 2])
                self.assertFalse(rewards[0].any())
                self.assertTrue(np.array_equal(sim.hashes(), expected))

    def test_other_luck_from_a_saved_state(self):
        with Simulator("madmax", size=3) as sim:
            sim.reset(5)
            handle = sim.save(1)
            plan = actions_of(sim, 6, 60)[:, :1].repeat(3, axis=1)

            def play(seed):
                sim.load(handle, None, seed)
                for actions in plan:
                    sim.step(actions)
                return sim.hashes().tolist()

            self.assertEqual(len(set(play(None))), 1)
            self.assertEqual(len(set(play(1))), 3)
            self.assertEqual(play(1), play(1))
            self.assertNotEqual(play(1), play(2))


class Fake:
    def __init__(self, size, units):
        self.size, self.units, self.actions = size, units, range(11)


class TheSameEverywhere(unittest.TestCase):
    # Recorded numbers. They may change only with the rules, the seeds, or the observations.
    EXPECTED = {
        "madmax": (4161144639, 3640963567, 3524928807),
        "starwar": (2783388351, 518388293, 2672665578),
        "angrymob": (2202175296, 699540835, 3517884507),
    }

    def test_hashes_and_observations(self):
        self.assertLessEqual(set(self.EXPECTED), set(games()))
        for game, expected in self.EXPECTED.items():
            with self.subTest(game), Simulator(game, size=3) as sim:
                sim.reset(2026)
                counter = np.arange(3 * sim.units).reshape(3, sim.units)
                for turn in range(40):
                    obs, _, _ = sim.step((counter * 7 + turn * 5) % len(sim.actions))
                found = tuple(map(checksum, (sim.hashes(), obs["units"], obs["planes"])))
                self.assertEqual(found, expected)

    @only_long("test_hashes_and_observations")
    def test_a_process_of_its_own_comes_to_the_same_states(self):
        code = ("import sys; sys.path.insert(0, '.'); from ludus_env import Simulator; import numpy as np\n"
                "with Simulator('madmax', size=2, observe=()) as sim:\n"
                "    sim.reset(4)\n"
                "    for turn in range(50): sim.step(np.full((2, 8), turn % 11))\n"
                "    print(sim.hashes().tolist())")
        folder = os.path.join(os.path.dirname(os.path.abspath(__file__)), "..")
        there = subprocess.run([sys.executable, "-c", code], cwd=folder, capture_output=True, text=True, check=True).stdout
        with Simulator("madmax", size=2, observe=()) as sim:
            sim.reset(4)
            for turn in range(50):
                sim.step(np.full((2, 8), turn % 11))
            self.assertEqual(there, f"{sim.hashes().tolist()}\n")

    @only_long("test_programs_play_what_they_play_in_a_match")
    def test_ludus_match_plays_the_match_of_a_seed(self):
        with Simulator("madmax", size=2, observe=()) as sim:
            sim.reset(11)
            nothing = np.full((2, 8), sim.no_action)
            for _ in range(sim.rounds):
                obs, _, dones = sim.step(nothing)
            self.assertTrue(dones.all())
            for match in range(2):
                arguments = ["-i", "boards/madmax/default", "-s", str(sim.seeds()[match])]
                run = subprocess.run([*command(), "match", "Null", "Null", "Null", "Null", *arguments],
                                     capture_output=True, text=True, check=True)
                scores = [int(line.split()[-1]) for line in run.stderr.splitlines() if "got score" in line]
                self.assertEqual(scores, obs["scores"][match].tolist())


class Search(unittest.TestCase):
    sim = Shared(lambda: Simulator("madmax", size=4, observe=("units", "hashes")))

    def setUp(self):
        self.sim.reset(1)
        for actions in actions_of(self.sim, 1, 20):
            self.sim.step(actions)

    def test_plans_come_to_what_stepping_comes_to(self):
        sim = self.sim
        handle = sim.save(2)
        before = sim.hashes()
        plans = np.random.default_rng(3).integers(0, 11, (4, 7, sim.units))
        found = sim.expand(handle, plans)
        self.assertTrue(np.array_equal(before, sim.hashes()), "a search has changed the matches")
        self.assertIsNone(found.handles)
        sim.load(handle)
        for turn in range(7):
            obs, rewards, dones = sim.step(plans[:, turn])
            self.assertTrue(np.array_equal(found.rewards[:, turn], rewards))
        self.assertTrue(np.array_equal(found.ends["hashes"], obs["hashes"]))
        self.assertTrue(np.array_equal(found.ends["units"], obs["units"]))
        self.assertTrue(np.array_equal(found.ends["scores"], obs["scores"]))
        self.assertTrue(np.array_equal(found.dones, dones))

    def test_states_that_are_kept_can_be_expanded_again(self):
        sim = self.sim
        plans = np.random.default_rng(4).integers(0, 11, (6, 2, sim.units))
        root = sim.save(0)
        children = sim.expand(root, plans[:, :1], keep=True)
        both = sim.expand(root, plans)
        for i, handle in enumerate(children.handles.tolist()):
            grandchild = sim.expand(handle, plans[i:i + 1, 1:])
            self.assertEqual(grandchild.ends["hashes"][0], both.ends["hashes"][i])
        sim.drop(root, *children.handles.tolist())
        with self.assertRaises(ValueError):
            sim.expand(root, plans)

    def test_luck_of_their_own(self):
        sim = self.sim
        root = sim.save(0)
        plans = np.full((20, 30, sim.units), 1)
        self.assertEqual(len(set(sim.expand(root, plans).ends["hashes"].tolist())), 1)
        ends = sim.expand(root, plans, seed=1).ends["hashes"].tolist()
        self.assertGreater(len(set(ends)), 15)
        self.assertEqual(sim.expand(root, plans, seed=1).ends["hashes"].tolist(), ends)
        self.assertNotEqual(sim.expand(root, plans, seed=2).ends["hashes"].tolist(), ends)

    def test_plans_that_go_beyond_the_end(self):
        sim = self.sim
        for _ in range(sim.rounds):
            sim.step(np.full((4, sim.units), 10))
        sim.reset(1)
        for _ in range(sim.rounds - 2):
            sim.step(np.full((4, sim.units), 10))
        found = sim.expand(sim.save(0), np.full((3, 5, sim.units), 9))
        self.assertTrue(found.dones.all())
        self.assertFalse(found.rewards[:, 2:].any())
        self.assertEqual(found.ends["rounds"].tolist(), [sim.rounds] * 3)



class OneBuffer(unittest.TestCase):
    def test_an_observation_is_what_two_buffers_hold_and_the_next_one_lies_in_its_place(self):
        with Simulator("madmax", size=3, buffers=1) as one, Simulator("madmax", size=3) as two:
            if not one.transport.startswith("memory"):
                self.skipTest(one.transport)
            first, other = one.reset(4), two.reset(4)
            for actions in np.full((20, 3, one.units), 1, np.uint8):
                seen, expected = one.step(actions)[0], two.step(actions)[0]
                self.assertTrue(all(np.array_equal(part, expected[name]) for name, part in seen.items()))
            self.assertEqual(first["rounds"].tolist(), [20] * 3)
            self.assertEqual(other["rounds"].tolist(), [20] * 3)
        self.assertRaisesRegex(ValueError, "^buffers must be 1 or 2, not 3", Simulator, "madmax", buffers=3)


if __name__ == "__main__":
    unittest.main()
