"""Programs that play in the simulator's matches, and their replays: the simulator plays the same matches as `ludus
match`."""
import os
import re
import signal
import subprocess
import sys
import tempfile
import time
import unittest

import numpy as np

from .support import LONG, actions_of
from ludus_env import AECEnv, ParallelEnv, Simulator, SingleEnv, VectorEnv
from ludus_env.connection import command, games

ROOT = os.path.abspath(os.path.join(os.path.dirname(__file__), *[".."] * 4))
GAMES = os.path.join(ROOT, "packages", "games")
CYCLIST = os.path.join(GAMES, "trails", "samples", "cyclist")
GRABBER = os.path.join(GAMES, "cylinder", "samples", "grabber")
DIES = os.path.join(ROOT, "players", "faulty", "dies-in-round-100.py")

#: A program that never answers, and writes a file to show that it has started.
SILENT = """import sys, time
with open({file!r}, "w") as out:
    out.write("it runs")
sys.stdin.readline()
time.sleep(1000)
"""

#: A Python process that waits for that player.
WAITS = """import sys
sys.path.insert(0, {path!r})
from ludus_env import Simulator
sim = Simulator("madmax", players={{1: {bot!r}}})
sim.step([[sim.no_action] * sim.units])
"""


def ludus(*arguments, folder=None):
    return subprocess.run([*command(), *arguments], cwd=folder, check=True, capture_output=True, text=True).stdout


def running(name):
    """The processes whose command lines contain a word. A player may be in a separate namespace,
    where its process id differs."""
    found = []
    for pid in filter(str.isdigit, os.listdir("/proc")):
        try:
            with open(f"/proc/{pid}/cmdline", encoding="latin1") as line:
                found += [int(pid)] if name in line.read() else []
        except OSError:
            pass
    return found


class InFolder(unittest.TestCase):
    def setUp(self):
        kept = tempfile.TemporaryDirectory()
        self.addCleanup(kept.cleanup)
        self.folder = kept.name

    def file(self, name, text):
        path = os.path.join(self.folder, name)
        with open(path, "w", encoding="utf-8") as out:
            out.write(text)
        return path

    def read(self, name):
        with open(name, encoding="utf-8") as file:
            return file.read()

    def assert_verified(self, *names):
        """One line per file; for a game with revisions, it also names the revision."""
        lines = ludus("verify", *names).splitlines()
        self.assertEqual(len(lines), len(names))
        for line, name in zip(lines, names):
            self.assertRegex(line, f"^ok {re.escape(name)}(: .*revision .*)?$")

    def wait_for(self, what):
        for _ in range(600):
            if what():
                return
            time.sleep(0.05)
        self.fail("it did not come within half a minute")


class Replays(InFolder):
    def test_episodes_of_all_games_are_replays(self):
        names = []
        for game in games() if LONG else ("trails", "periscope"):
            with self.subTest(game), Simulator(game, size=2, observe=(), record=True) as sim:
                sim.reset(seed=7)
                self.assertRaisesRegex(ValueError, "match 1 has no replay", sim.replay, 1)
                for actions in actions_of(sim, 1, sim.rounds):
                    if sim.step(actions)[2].all():
                        break
                names += [self.file(f"{game}-{match}", sim.replay(match)) for match in range(2)]
        self.assert_verified(*names)

    def test_the_replay_stays_until_there_is_a_new_one(self):
        for game in ("trails", "periscope"):
            with self.subTest(game), Simulator(game, size=2, observe=(), record=True) as sim:
                sim.reset(seed=7)
                for actions in actions_of(sim, 1, sim.rounds):
                    if sim.step(actions)[2].all():
                        break
                before = [sim.replay(match) for match in range(2)]
                # A restarted match keeps the old replay until it has a new replay. A loaded match has no replay.
                sim.reset(seed=8)
                here = sim.save(0)
                sim.load(here, 0)
                for actions in actions_of(sim, 2, sim.rounds):
                    if sim.step(actions)[2].all():
                        break
                self.assertEqual(before[0], sim.replay(0))
                self.assertNotEqual(before[1], sim.replay(1))

    def test_boards_made_of_seeds_are_in_their_replays(self):
        with Simulator("starwar", size=2, observe=(), boards="generated", record=True, players={1: "Demo"}) as sim:
            sim.reset(seed=3)
            for actions in actions_of(sim, 1, sim.rounds):
                sim.step(actions)
            names = [self.file(str(match), sim.replay(match)) for match in range(2)]
            self.assert_verified(*names)
            self.assertNotEqual(self.read(names[0]).splitlines()[5:], self.read(names[1]).splitlines()[5:])

    def test_the_other_interfaces_have_them_too(self):
        env = SingleEnv("trails", others="Moth", record=True)
        env.reset(seed=5)
        while not env.step(env.action_space.sample())[2]:
            pass
        name = self.file("one", env.simulator.replay())
        self.assert_verified(name)
        env.close()

    def test_another_revision_of_the_rules_is_that_of_the_command(self):
        players = ["Demo"] * 4
        with Simulator("starwar", "maze1", observe=(), players=dict(enumerate(players)), record=True, revision=2) as sim:
            sim.reset_matches([4])
            nothing = np.full((1, sim.units), sim.no_action)
            while not sim.step(nothing)[2].all():
                pass
            board = self.file("board", sim.board())
            first, second = (ludus("match", *players, "-i", board, "-s", "4", "--revision", each) for each in "12")
            self.assertEqual(sim.replay().splitlines(), second.splitlines())
            self.assertNotEqual(first, second)
        for make in Simulator, VectorEnv, SingleEnv, ParallelEnv:
            with self.assertRaisesRegex(ValueError, "^revision 3: Star War has no revision 3; choose 1 or 2$"):
                make("starwar", revision="3")


class Programs(InFolder):
    def short_board(self):
        """A board of Star War that ends shortly after the round in which a player dies."""
        text = self.read(os.path.join(GAMES, "starwar", "boards", "maze1.cnf"))
        return self.file("short.cnf", re.sub(r"(nb_rnds\s+)300", r"\g<1>120", text))

    def same_as_match(self, game, board, players, seeds):
        """Seats players everywhere. Returns the simulator's faults in the first match."""
        with Simulator(game, board, len(seeds), observe=(), players=dict(enumerate(players)), record=True) as sim:
            sim.reset_matches(seeds)
            nothing = np.full((sim.size, sim.units), sim.no_action)
            while not sim.step(nothing)[2].all():
                pass
            written = self.file("board", sim.board(0))
            for match, seed in enumerate(seeds):
                played = ludus("match", *players, "-i", written, "-s", str(seed))
                self.assertEqual(played.splitlines(), sim.replay(match).splitlines())
            return sim.faults(0)

    def test_programs_play_what_they_play_in_a_match(self):
        self.assertEqual(self.same_as_match("trails", None, [CYCLIST + ".py", CYCLIST + ".ts"], [1, 2] if LONG else [2]), [])

    def test_one_that_fails_is_out_as_in_a_match(self):
        players = [GRABBER + ".ts", DIES, "Demo", GRABBER + ".py"]
        (fault,) = self.same_as_match("starwar", self.short_board(), players, [3])
        self.assertEqual((fault["seat"], fault["name"], fault["fault"]), (1, "dies-in-round-100", "crash"))
        self.assertGreater(len(fault["sentence"]), 20)

    def test_they_begin_anew_with_their_match(self):
        env = SingleEnv("trails", others=CYCLIST + ".py", record=True)
        found = []
        for _ in range(2):
            env.reset(seed=[9])
            env.action_space.seed(2)
            while not env.step(env.action_space.sample())[2]:
                pass
            found.append(env.simulator.replay())
            self.assertEqual(env.simulator.faults(), [])
        self.assertEqual(*found)
        env.close()

    def test_they_sit_among_the_agents_of_both_interfaces(self):
        others = {"player_1": GRABBER + ".py", 2: DIES, 3: "Demo"}
        parallel, aec = ParallelEnv("madmax", "maze1", others=others, record=True), AECEnv("madmax", "maze1", others=others, record=True)
        parallel.reset(seed=4)
        aec.reset(seed=4)
        space = parallel.action_space("player_0")
        space.seed(2)
        while parallel.agents:
            self.assertEqual(parallel.agents, ["player_0"])
            action = space.sample()
            parallel.step({"player_0": action})
            aec.step(action)
        self.assertEqual(aec.agents, ["player_0"])
        self.assertTrue(aec.last()[2])
        aec.step(None)
        self.assertEqual(aec.agents, [])
        self.assertEqual(parallel.simulator.replay(), aec.simulator.replay())
        for env in parallel, aec:
            self.assertEqual([fault["seat"] for fault in env.simulator.faults()], [2])
        name = self.file("both", parallel.simulator.replay())
        self.assert_verified(name)
        self.assertGreater(parallel.simulator.look()[0]["scores"][0, 1], 0)
        parallel.reset()
        self.assertRaisesRegex(ValueError, "no agent player_1", parallel.step, {"player_1": action})
        parallel.close()
        aec.close()

    def test_who_cannot_sit_among_agents_is_said(self):
        for others, sentence in (
            (GRABBER + ".py", "must be a dict of players by seat"),
            ({1: lambda seen: seen}, "actions to step"),
            ({"*": "Demo"}, "a seat for an agent"),
            ({4: "Demo"}, "there is no seat 4; choose 0 to 3"),
            ({"nobody": "Demo"}, "isn’t a seat: use a number"),
        ):
            self.assertRaisesRegex(ValueError, sentence, ParallelEnv, "madmax", others=others)

    def test_what_is_wrong_is_said(self):
        for players, sentence in (({1: "./nobody.py"}, "nobody.py"), ({1: "Nobody"}, "has no built-in bot Nobody")):
            self.assertRaisesRegex(ValueError, sentence, Simulator, "trails", players=players)
        self.assertRaisesRegex(ValueError, "400 programs", Simulator, "trails", size=400, players={1: CYCLIST + ".py"})
        with Simulator("trails", players={1: CYCLIST + ".py"}) as sim:
            wrong = np.full((1, sim.units), 255, np.uint8)
            self.assertRaisesRegex(ValueError, "255 isn’t an action", sim.step, wrong)
            self.assertEqual(sim.step(np.full((1, sim.units), sim.no_action))[0]["rounds"].tolist(), [1])

    @unittest.skipUnless(os.path.isdir("/proc/self"), "only Linux tells which processes there are")
    def test_nothing_is_left_when_python_is_killed_or_closes(self):
        for end in ("kill", "close"):
            with self.subTest(end):
                told = os.path.join(self.folder, f"{end}.told")
                bot = self.file(f"{end}.py", SILENT.format(file=told))
                if end == "kill":
                    code = WAITS.format(path=os.path.join(ROOT, "packages", "env", "python"), bot=bot)
                    python = subprocess.Popen([sys.executable, "-c", code])
                else:
                    sim = Simulator("madmax", players={1: bot})
                    sim.begin_step(np.full((1, sim.units), sim.no_action))
                self.wait_for(lambda: os.path.exists(told) and os.path.getsize(told) > 0)
                # Two processes: the simulator's, whose arguments name the player, and the player's
                # process.
                self.assertGreaterEqual(len(running(bot)), 2)
                if end == "kill":
                    python.send_signal(signal.SIGKILL)
                    python.wait()
                else:
                    sim.close()
                self.wait_for(lambda: not running(bot))


if __name__ == "__main__":
    unittest.main()
