"""An arena for CodeClash: its players are folders with one bot each, and Ludus plays them against each other.

CodeClash finds an arena by name, so register this one, then call its command:

    import codeclash.arenas
    from codeclash.cli.app import app
    from ludus_env.codeclash import LudusArena

    codeclash.arenas.ARENAS.append(LudusArena)
    app()    # python arena.py run ludus.yaml

In the tournament file, `game` has these entries:

    name: Ludus            this arena
    ludus_game: trails     the game; the same as in the image (see Ludus.Dockerfile)
    sims_per_round: 100    matches per round, rounded up so that all play equally often in every seat
    submission: Mine.js    the bot's file in a player's folder: JavaScript, TypeScript, or Python
    budget: fuel           of `ludus league`
    timeout: 3600          wall-clock seconds of a round

A player's score is the number of matches that it wins alone. Unreadable results end the tournament; they are never a
tie.
"""
import json
import shlex

try:
    from codeclash.arenas.arena import CodeArena
    from codeclash.constants import RESULT_TIE
except ImportError as error:
    raise ImportError(f"ludus_env.codeclash needs CodeClash (run pip install -e . in a clone of it): {error}") from None

__all__ = ["LudusArena"]

#: States in which a bot of a league has no valid submission: see docs/league.md.
INVALID = {"not built", "failed check", "crashed"}

#: Folders of tools, which can have any size. A league doesn't copy them.
TOOLS = "--exclude=.git --exclude=node_modules"

#: Shell test for whether a folder exceeds a league's limits. Otherwise, one player could end the
#: tournament for all.
TOO_LARGE = (
    r"find . \( -name .git -o -name node_modules \) -prune -o -printf '%y %d %s\n' | awk '"
    '$1 == "f" { files++; bytes += $3 } $1 == "d" && $2 > 15 { deep = 1 } '
    "END { exit !(files > 5000 || bytes > 64 * 2^20 || deep) }'"
)


class LudusArena(CodeArena):
    name = "Ludus"
    submission = "Mine.js"
    description = """Your bot plays a game of Ludus against the bots of the other players.
Run `ludus rules GAME --lang LANGUAGE` to read the rules, the library, and the built-in opponents.
Run `ludus check` to test your bot, and `ludus climb` to play it against the built-in opponents.
Every round has new boards. Your logs have `results.jsonl`, `round.json`, and the replays; `ludus why REPLAY` explains one of them.
"""

    #: Folders in the arena's container: the parent of the players' folders, and the folder in which a league is played.
    players, work = "/", "/tmp/ludus-arena"

    def __init__(self, config, **given):
        game = config["game"]
        self.game = game["ludus_game"]
        self.submission = game.get("submission", self.submission)
        self.limits = ["--game", self.game, "--budget", game.get("budget", "fuel")]
        self.timeout = int(game.get("timeout", 3600))
        super().__init__(config, **given)

    def validate_code(self, agent):
        """Whether the folder has a bot that plays whole matches within its budget."""
        command = shlex.join(["ludus", "check", f"./{self.submission}", *self.limits])
        guards = f"test -f {shlex.quote(self.submission)} || exit 66\nif {TOO_LARGE}; then exit 67; fi\n"
        answer = agent.environment.execute(guards + command, timeout=self.timeout)
        if answer["returncode"] == 0:
            return True, None
        if answer["returncode"] == 66:
            return False, f"there is no file {self.submission}"
        if answer["returncode"] == 67:
            return False, "the folder is too large: at most 64 MiB in 5,000 files, 15 folders deep"
        return False, answer["output"].strip()[-2000:] or f"{command} ended with {answer['returncode']}"

    def execute_round(self, agents):
        """Plays one round of a league. Only its results and replays are copied to the logs, because its folder contains
        the sources of all players."""
        ending = self.submission.rsplit(".", 1)[-1]
        bots = [f"bot{place}" for place in range(1, len(agents) + 1)]
        matches = str(self.game_config["sims_per_round"])
        lines = ["set -eo pipefail", f"rm -rf {self.work}", f"mkdir -p {self.work}", f"cd {self.work}"]
        for bot, agent in zip(bots, agents):
            # If there are several files, the bot is the one named after its folder, even if other
            # players' bots have the same name.
            own, file = f"{bot}/{bot}.{ending}", f"{bot}.submission"
            lines += [f"mkdir {bot}",
                      f"tar -C {shlex.quote(self.players + agent.name)} {TOOLS} -cf - . | tar -C {bot} --no-same-owner -xf -",
                      f"mv -T {shlex.quote(f'{bot}/{self.submission}')} {file}", f"rm -rf {own}", f"mv -T {file} {own}"]
        lines += [shlex.join(["ludus", "league", "play", *bots, *self.limits, "--rounds", "1", "--matches", matches, "-o", "league"]),
                  f"cd league/rounds/01 && cp -r results.jsonl round.json replays {self.log_env}/"]
        answer = self.environment.execute("\n".join(lines), timeout=self.timeout)
        if answer["returncode"] != 0:
            raise RuntimeError(f"the round wasn't played to its end:\n{answer['output']}{answer.get('exception_info', '')}")

    def get_results(self, agents, round_num, stats):
        names = {f"bot{place}": agent.name for place, agent in enumerate(agents, 1)}
        folder = self.log_round(round_num)
        try:
            with open(folder / "round.json", encoding="utf-8") as file:
                states = {names[bot["name"]]: bot["state"] for bot in json.load(file)["standings"]}
            with open(folder / "results.jsonl", encoding="utf-8") as file:
                winners = [winner_of(json.loads(line), names) for line in file if "failure" not in json.loads(line)]
            if states.keys() != set(names.values()):
                raise ValueError(f"round.json is about {', '.join(states)}")
        except (OSError, ValueError, KeyError, TypeError, IndexError) as error:
            raise RuntimeError(f"the results of round {round_num} can't be read: {error!r}") from error
        valid = [name for name, state in states.items() if state not in INVALID]
        for name in states.keys() - set(valid):
            stats.player_stats[name].valid_submit = False
            stats.player_stats[name].invalid_reason = f"ludus league: {states[name]}"
        sims = self.game_config["sims_per_round"]
        if len(valid) == 1:  # The harness does the same if at most one submission is valid.
            scores = {name: float(sims if name in valid else 0) for name in states}
        elif len(valid) == 0:
            scores = {name: sims / len(states) for name in states}
        elif not winners:
            raise RuntimeError(f"no match of round {round_num} has a result")
        else:
            scores = {name: float(winners.count(name)) for name in states}
        best = [name for name in states if scores[name] == max(scores.values())]
        stats.winner = best[0] if len(best) == 1 else RESULT_TIE
        for name, score in scores.items():
            stats.player_stats[name].score = score
        stats.scores = {**scores, RESULT_TIE: winners.count(RESULT_TIE)} if RESULT_TIE in winners else scores
        stats.details.append(f"{len(winners)} matches of {self.game} have a result")


def winner_of(line, names):
    """The player with the highest share in a match if there is only one, or else RESULT_TIE.
    Stand-ins don't count."""
    sat = [(names[name], line["shares"][seat]) for seat, name in enumerate(line["players"]) if seat not in line.get("standIns", [])]
    highest = max(share for _, share in sat)
    best = {name for name, share in sat if share == highest}
    return best.pop() if len(best) == 1 else RESULT_TIE
