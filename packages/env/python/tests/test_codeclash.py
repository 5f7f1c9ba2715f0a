"""LudusArena plays rounds for CodeClash: https://github.com/CodeClash-ai/CodeClash. Containers are replaced by folders
on this machine."""
import importlib.util
import json
import os
import shutil
import subprocess
import sys
import tempfile
import types
import unittest
from pathlib import Path
from unittest import mock

from . import support  # noqa: F401  (makes ludus_env importable)
import ludus_env  # noqa: F401  (before sys.modules is patched, because numpy can load only once)

ROOT = Path(__file__).resolve().parents[4]

BOT = """import { TrailsPlayer } from 'ludus/trails';
export default class Bot extends TrailsPlayer {
  play() {
    const free = [CHOICE].find((direction) => this.isFree(this.next(direction)));
    if (free !== undefined) this.go(free);
  }
}
"""
CAREFUL = BOT.replace("CHOICE", "this.heading, this.left(this.heading), this.right(this.heading)")
STRAIGHT = BOT.replace("CHOICE", "this.heading")


def double():
    """The part of CodeClash that an arena uses, without containers. It leaves out how CodeClash
    ends a round with invalid submissions."""
    class CodeArena:
        def __init__(self, config, *, tournament_id, local_output_dir, keep_containers=False):
            self.config, self.log_local = config, local_output_dir
            self.log_env = Path("/logs")
            self.environment = self.get_environment()

        @property
        def game_config(self):
            return self.config["game"]

        def log_round(self, round_num):
            return self.log_local / "rounds" / str(round_num)

        def run_round(self, agents, round_num):
            stats = types.SimpleNamespace(winner=None, scores={}, details=[], player_stats={
                agent.name: types.SimpleNamespace(score=0.0, valid_submit=False, invalid_reason="") for agent in agents})
            for agent in agents:
                mine = stats.player_stats[agent.name]
                mine.valid_submit, mine.invalid_reason = self.validate_code(agent)
            valid = [agent for agent in agents if stats.player_stats[agent.name].valid_submit]
            if len(valid) > 1:
                self._pre_round_setup(valid)
                self.execute_round(valid)
                self.copy_logs_from_env(round_num)
                self.get_results(valid, round_num, stats)
            return stats

    def module(name, **content):
        made = types.ModuleType(name)
        vars(made).update(content)
        return made
    return {
        "codeclash": module("codeclash"),
        "codeclash.arenas": module("codeclash.arenas"),
        "codeclash.arenas.arena": module("codeclash.arenas.arena", CodeArena=CodeArena),
        "codeclash.constants": module("codeclash.constants", RESULT_TIE="Tie"),
    }


class Machine:
    """A folder instead of a container. Commands run in it."""

    def __init__(self, folder):
        self.folder = folder
        folder.mkdir(parents=True, exist_ok=True)

    def execute(self, command, cwd="", *, timeout=None):
        variables = {**os.environ, "PATH": f"{ROOT / 'node_modules/.bin'}{os.pathsep}{os.environ['PATH']}"}
        done = subprocess.run(["bash", "-c", command], cwd=cwd or self.folder, env=variables, timeout=timeout, text=True,
                              stdout=subprocess.PIPE, stderr=subprocess.STDOUT)
        return {"output": done.stdout, "returncode": done.returncode, "exception_info": ""}


class Rounds:
    """The tests, for any `modules` of CodeClash."""

    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.folder = Path(folder.name)
        patch = mock.patch.dict(sys.modules, self.modules())
        patch.start()
        self.addCleanup(patch.stop)
        sys.modules.pop("ludus_env.codeclash", None)
        from ludus_env.codeclash import LudusArena
        top = self.folder

        class Here(LudusArena):
            players, work = f"{top}/in/", f"{top}/work"

            def get_environment(self, branch_name=None):
                return Machine(top / "arena")

            def _pre_round_setup(self, agents):
                self.log_env.mkdir(parents=True, exist_ok=True)
                for agent in agents:
                    shutil.copytree(agent.environment.folder, top / "in" / agent.name)

            def copy_logs_from_env(self, round_num):
                shutil.copytree(self.log_env, self.log_round(round_num))

        config = {"game": {"name": "Ludus", "ludus_game": "trails", "sims_per_round": 4}, "players": [], "tournament": {"rounds": 1}}
        self.arena = Here(config, tournament_id="test", local_output_dir=top / "out")
        self.arena.log_env = top / "logs"

    def players(self, **bots):
        agents = []
        for name, text in bots.items():
            agents.append(types.SimpleNamespace(name=name, environment=Machine(self.folder / "own" / name)))
            if text is not None:
                (self.folder / "own" / name / "Mine.js").write_text(text)
            (self.folder / "own" / name / "notes.py").write_text("print('not the bot')\n")
        return agents

    def test_a_round_gives_each_player_its_number_of_wins_whatever_its_folders_are_called(self):
        anna, bob = self.players(anna=CAREFUL, bob=STRAIGHT)
        (bob.environment.folder / "bot2.js" / "Mine.js").mkdir(parents=True)
        (bob.environment.folder / "bot2.js" / "Mine.js" / "x").touch()
        for name in [".git", "node_modules"]:
            (anna.environment.folder / name).mkdir()
        stats = self.arena.run_round([anna, bob], 1)
        self.assertEqual(stats.winner, "anna", stats)
        logs = self.folder / "out" / "rounds" / "1"
        self.assertEqual(sum(stats.scores.values()), 4, (logs / "results.jsonl").read_text())
        self.assertGreater(stats.scores["anna"], stats.scores["bob"])
        self.assertEqual(stats.player_stats["anna"].score, stats.scores["anna"])
        self.assertEqual(sorted(path.name for path in logs.iterdir()), ["replays", "results.jsonl", "round.json"])
        self.assertEqual([path for path in logs.rglob("*") if path.suffix in {".js", ".py"}], [])
        self.assertEqual(sorted(path.name for path in (self.folder / "work" / "bot1").iterdir()), ["bot1.js", "notes.py"])
        self.assertEqual((self.folder / "work" / "bot2" / "bot2.js").read_text(), STRAIGHT)

    def test_a_player_without_a_bot_that_plays_is_not_valid(self):
        none, broken = self.players(anna=None, bob="export default class {")
        self.assertEqual(self.arena.validate_code(none), (False, "there is no file Mine.js"))
        valid, reason = self.arena.validate_code(broken)
        self.assertFalse(valid)
        self.assertIn("Mine.js", reason)

    def test_a_player_with_too_large_a_folder_is_not_valid(self):
        large, deep = self.players(anna=CAREFUL, bob=CAREFUL)
        with open(large.environment.folder / "data", "wb") as file:
            file.truncate(65 * 2**20)
        (deep.environment.folder / "/".join("a" * 16)).mkdir(parents=True)
        for agent in [large, deep]:
            self.assertIn("too large", self.arena.validate_code(agent)[1] or "")

    def results(self, states, lines):
        """The stats of a round that has these results."""
        agents = self.players(anna=CAREFUL, bob=CAREFUL)
        folder = self.arena.log_round(2)
        folder.mkdir(parents=True, exist_ok=True)
        standings = [{"name": name, "state": state} for name, state in zip(["bot1", "bot2"], states)]
        (folder / "round.json").write_text(json.dumps({"standings": standings}))
        (folder / "results.jsonl").write_text("".join(f"{line if isinstance(line, str) else json.dumps(line)}\n" for line in lines))
        players = {agent.name: types.SimpleNamespace(score=0.0, valid_submit=True, invalid_reason="") for agent in agents}
        stats = types.SimpleNamespace(winner=None, scores={}, details=[], player_stats=players)
        self.arena.get_results(agents, 2, stats)
        return stats

    WON = {"players": ["bot1", "bot2"], "shares": [1, 0]}
    DRAWN = {"players": ["bot2", "bot1"], "shares": [0.5, 0.5]}
    VOID = {"players": ["bot1", "bot2"], "shares": [], "failure": "no"}

    def test_drawn_matches_are_counted_apart_and_void_ones_not_at_all(self):
        stats = self.results(["played", "played"], [self.WON, self.DRAWN, self.WON, self.VOID])
        self.assertEqual((stats.winner, stats.scores), ("anna", {"anna": 2.0, "bob": 0.0, "Tie": 1}))
        self.assertEqual(self.results(["played", "played"], [self.DRAWN]).winner, "Tie")

    def test_a_bot_that_crashed_in_all_matches_loses_all(self):
        stats = self.results(["crashed", "no result"], [self.WON])
        self.assertEqual((stats.winner, stats.scores), ("bob", {"anna": 0.0, "bob": 4.0}))
        self.assertFalse(stats.player_stats["anna"].valid_submit)

    def test_results_that_can_not_be_read_are_never_a_tie(self):
        for lines in [[], [self.VOID], ["{"], [{**self.WON, "players": ["bot1", "bot3"]}], [{**self.WON, "shares": [1]}], ["[]"]]:
            with self.subTest(lines), self.assertRaisesRegex(RuntimeError, "round 2"):
                self.results(["played", "played"], lines)
        for states in [[], ["played"]]:
            with self.subTest(states), self.assertRaisesRegex(RuntimeError, "can't be read"):
                self.results(states, [self.WON])
        shutil.rmtree(self.arena.log_round(2))
        with self.assertRaisesRegex(RuntimeError, "can't be read"):
            self.arena.get_results(self.players(anna=CAREFUL), 2, None)

    def test_a_round_that_ends_early_is_an_error(self):
        self.arena.limits[1] = "nogame"
        agents = self.players(anna=CAREFUL, bob=CAREFUL)
        self.arena._pre_round_setup(agents)
        with self.assertRaisesRegex(RuntimeError, "nogame"):
            self.arena.execute_round(agents)


class WithDouble(Rounds, unittest.TestCase):
    modules = staticmethod(double)


@unittest.skipUnless(importlib.util.find_spec("codeclash"), "codeclash is in no package registry; put a clone on PYTHONPATH to run this")
class WithCodeClash(Rounds, unittest.TestCase):
    modules = staticmethod(dict)

    def test_the_harness_finds_a_registered_arena_and_its_image(self):
        import codeclash.arenas
        with mock.patch.object(codeclash.arenas, "ARENAS", [*codeclash.arenas.ARENAS, type(self.arena)]):
            found = codeclash.arenas.get_arena(self.arena.config, tournament_id="test", local_output_dir=self.folder)
        self.assertIs(type(found), type(self.arena))
        image = Path(sys.modules["ludus_env.codeclash"].__file__).parent / f"{found.name}.Dockerfile"
        self.assertTrue(image.is_file())

    def test_one_valid_submission_wins_and_none_is_a_tie(self):
        stats = self.arena.run_round(self.players(anna=CAREFUL, bob=None), 3)
        self.assertEqual((stats.winner, stats.scores["anna"]), ("anna", 4))
        self.assertEqual(self.arena.run_round(self.players(cleo=None, dora=None), 4).winner, "Tie")
