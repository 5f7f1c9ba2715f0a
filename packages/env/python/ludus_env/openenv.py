"""Serves one seat of a game as an OpenEnv environment: https://github.com/meta-pytorch/OpenEnv.

    app = ludus_env.openenv.app("trails", others="Moth")              # for uvicorn

    with LudusEnv("http://localhost:8000").sync() as env:             # somewhere else
        result = env.reset(seed=7)
        while not result.done:
            result = env.step([row.index(True) for row in result.observation.legal])
"""
import functools
from typing import Any

try:
    from openenv.core.client_types import StepResult
    from openenv.core.env_client import EnvClient
    from openenv.core.env_server import Action, Environment, Observation, State, create_app
except ImportError as error:
    raise ImportError(f"ludus_env.openenv needs OpenEnv (pip install openenv-core): {error}") from None

from .single import SingleEnv

__all__ = ["LudusAction", "LudusEnv", "LudusEnvironment", "LudusObservation", "app"]


class LudusAction(Action):
    """An action: one number per unit."""

    actions: list[int]


class LudusObservation(Observation):
    """An observation of the seat. legal: by unit and action, whether the action is legal. parts: the tables and planes,
    as lists."""

    text: str
    legal: list[list[bool]]
    parts: dict[str, Any]


class LudusEnvironment(Environment):
    """One seat of one match at a time. All arguments are those of `SingleEnv`."""

    SUPPORTS_CONCURRENT_SESSIONS = True

    def __init__(self, game, **options):
        super().__init__()
        self._env = SingleEnv(game, render_mode="ansi", **options)
        self._state = State(game=game, actions=list(self._env.simulator.actions))

    def reset(self, seed=None, episode_id=None, **_):
        self._state.episode_id, self._state.step_count = episode_id, 0
        return self._observation(*self._env.reset(seed=seed), reward=None, done=False)

    def step(self, action, timeout_s=None, **_):
        seen, reward, is_over, _, info = self._env.step(action.actions)
        self._state.step_count += 1
        return self._observation(seen, info, reward=reward, done=is_over)

    @property
    def state(self):
        """The number of steps so far, the game, and the names of its actions."""
        return self._state

    def close(self):
        self._env.close()

    def _observation(self, seen, info, **result):
        parts = {name: part.tolist() for name, part in seen.items() if name != "action_mask"}
        return LudusObservation(text=self._env.render(), legal=info["action_mask"].astype(bool).tolist(), parts=parts, **result)


class LudusEnv(EnvClient):
    """The client. It sends a list of actions, one number per unit."""

    def _step_payload(self, action):
        return {"actions": action}

    def _parse_result(self, payload):
        result = {"reward": payload["reward"], "done": payload["done"]}
        return StepResult(observation=LudusObservation(**payload["observation"], **result), **result)

    def _parse_state(self, payload):
        return State(**payload)


def app(game, *, sessions=1, **options):
    """A server for up to `sessions` parallel matches, each with a separate simulator. All other arguments are those of
    `SingleEnv`."""
    return create_app(functools.partial(LudusEnvironment, game, **options), LudusAction, LudusObservation, env_name="ludus",
                      max_concurrent_envs=sessions)
