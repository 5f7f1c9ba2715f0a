"""Registers Ludus's games with the package kaggle_environments, so that Kaggle agents can play them in its harness.

    import kaggle_environments
    from ludus_env.kaggle import register

    register()
    env = kaggle_environments.make("ludus_trails", {"seed": 7})
    env.run([agent, "random"])

An agent is a function of an observation and a configuration, or anything else that the harness accepts.
"""
import html
import random
import weakref

import numpy as np

from .connection import titles
from .zoo import ParallelEnv

__all__ = ["environment", "register"]

#: Numbers of seats that the harness accepts. The board determines how many of them play in a match.
SEATS = [2, *(n for n in range(1, 17) if n != 2)]
#: Statuses of agents that no longer act.
FAILED = {"ERROR", "INVALID", "TIMEOUT"}


def register(*games):
    """Registers games, or all of them, as ludus_trails etc."""
    try:
        import kaggle_environments
    except ImportError as error:
        raise ImportError(f"ludus_env.kaggle needs Kaggle's harness (pip install kaggle-environments): {error}") from None
    known = titles()
    for game in games or known:
        if game not in known:
            raise ValueError(f"{game} must be one of {', '.join(known)}")
        kaggle_environments.register(f"ludus_{game}", environment(game, known[game]))


def environment(game, title):
    """Returns a game in the form that `kaggle_environments.register` accepts."""
    optional = {"default": None}
    return {
        "agents": {"random": random_agent}, "interpreter": interpreter, "renderer": renderer, "html_renderer": html_renderer,
        "specification": {
            "name": f"ludus_{game}", "title": title, "description": f"{title}, a game of Ludus", "version": "1.0.0", "agents": SEATS,
            "configuration": {
                "board": {"description": "A built-in board, a file, or generated:7.", "type": ["string", "null"], **optional},
                "seed": {"description": "Seed of the first match, 1 more for each later one.", "type": ["integer", "null"], **optional},
                "others": {"description": "Bots by seat, which are no agents.", "type": "object", **optional},
                # The rules end each match.
                "episodeSteps": 1_000_000, "actTimeout": 2,
            },
            "observation": {
                "mark": {"description": "The seat, from 0.", "type": "integer"},
                "seed": {"description": "Seed of the match. Agents don't get it.", "type": "integer", "hidden": True},
                "remainingOverageTime": 60,
            },
            "action": {"description": "One number or name per unit.", "type": ["integer", "string", "array", "null"], **optional},
            "reward": {"description": "The score.", "type": "number", "default": 0},
        },
    }


def random_agent(observation):
    """Chooses among the legal actions."""
    return [random.choice([number for number, is_legal in enumerate(row) if is_legal] or [0]) for row in observation.legal]


def interpreter(state, env):
    """Begins a match if no agent is active; otherwise, plays a round."""
    match = _match(env)
    return match.begin(env) if env.done else match.step(state)


def renderer(state, env):
    return _match(env).game.simulator.text()


def html_renderer(env):
    return f"<!doctype html><html><head></head><body><pre>{html.escape(renderer(None, env))}</pre></body></html>"


def _match(env):
    """The match of an environment in the harness. If the environment is a copy, the previous rounds
    are replayed."""
    if not hasattr(env, "ludus"):
        env.ludus = _Match(env)
        weakref.finalize(env, env.ludus.game.close)
        seed = env.steps[0][0].observation.get("seed") if getattr(env, "steps", None) else None
        if seed is not None:
            env.ludus.reset(seed)
            for step in env.steps[1:]:
                env.ludus.play(step)
    return env.ludus


class _Match:
    """The matches of one environment, which are played one after the other."""

    def __init__(self, env):
        game, configuration = env.name.removeprefix("ludus_"), env.configuration
        self.game = ParallelEnv(game, configuration.get("board"), others=configuration.get("others"), observe=("tables", "planes", "actors"))
        sim = self.game.simulator
        configuration.actions, configuration.units = list(sim.actions), sim.units_per_seat
        self.agents = self.game.possible_agents
        self.seed, self.is_played = None, False

    def begin(self, env):
        """Starts a match. The harness resets more often than it plays, so only a completed match changes the seed."""
        given, env.configuration.seed = env.configuration.get("seed"), None
        if given is not None or self.seed is None:
            self.seed = random.randrange(2**31) if given is None else given
        elif self.is_played:
            self.seed += 1
        self.reset(self.seed)
        # The harness creates one state per agent, but the board determines the number of seats.
        states = [{**env.state[0], "observation": {**env.state[0].observation}, "status": "ACTIVE"} for _ in self.agents]
        states[0]["observation"]["seed"] = self.seed
        return self.seen(states)

    def reset(self, seed):
        self.seen_now, self.infos = self.game.reset(seed=seed)
        self.is_played = self.is_over = False
        self.skip(set())

    def step(self, states):
        for each in states:
            if each.status in ("ACTIVE", "INACTIVE") and each.action is not None:
                try:
                    each.action = self.numbers(each.action)
                except ValueError:
                    each.status, each.action = "INVALID", None
        self.play(states)
        return self.seen(states)

    def play(self, states):
        self.is_played = True
        self.advance({agent: each.action for agent, each in zip(self.agents, states) if each.action is not None})
        self.skip({agent for agent, each in zip(self.agents, states) if each.status in FAILED})

    def skip(self, failed):
        """Plays the rounds in which no agent acts or only failed agents would act."""
        while not self.is_over and failed.issuperset(self.game.who_acts()):
            self.advance({})

    def advance(self, actions):
        self.seen_now, _, over, _, self.infos = self.game.step(actions)
        self.is_over = any(over.values())

    def seen(self, states):
        """Writes the agents' current observations into the states."""
        acting = self.game.who_acts()
        for agent, each in zip(self.agents, states):
            parts = {name: part.tolist() for name, part in self.seen_now[agent].items() if name != "action_mask"}
            legal = self.infos[agent]["action_mask"].astype(bool).tolist()
            each["observation"] = {**each["observation"], **parts, "mark": int(agent.removeprefix("player_")), "legal": legal}
            if each["status"] not in FAILED:
                each["reward"] = float(np.ravel(self.seen_now[agent]["scores"])[0])
                each["status"] = "DONE" if self.is_over else "ACTIVE" if agent in acting else "INACTIVE"
        return states

    def numbers(self, action):
        """Converts an action to one number per unit. Names of actions are also allowed."""
        sim = self.game.simulator
        numbers = [sim.actions.index(unit) if isinstance(unit, str) else unit for unit in (action if isinstance(action, list) else [action])]
        if len(numbers) != sim.units_per_seat or any(type(each) is not int or not 0 <= each < len(sim.actions) for each in numbers):
            raise ValueError(action)
        return numbers
