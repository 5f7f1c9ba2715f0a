"""Gymnasium's interface: one seat of one match."""
import numpy as np

from .connection import games
from .spaces import AutoresetMode, Env
from .vector import VectorEnv


class SingleEnv(Env):
    """One seat of one match: gymnasium.Env. others: a policy for the other seats, policy(observation) -> actions; a player that
    comes with the game ("Demo"), or a dict of them by seat; or None: they ask nothing. All other arguments are those of `VectorEnv`."""

    metadata = VectorEnv.metadata

    def __init__(self, game, seat=0, *, board=None, others=None, render_mode=None, **options):
        policy = others if not callable(others) else lambda seen: np.asarray(others({k: v[0] for k, v in seen.items()}))[None]
        self._vector = VectorEnv(game, 1, seat, board=board, others=policy, render_mode=render_mode, copy=True,
                                 autoreset_mode=AutoresetMode.DISABLED, **options)
        self.simulator = self._vector.simulator
        self.render_mode = render_mode
        self.observation_space, self.action_space = self._vector.single_observation_space, self._vector.single_action_space

    def reset(self, *, seed=None, options=None):
        obs, infos = self._vector.reset(seed=seed)
        return _first(obs), _info(infos)

    def step(self, action):
        obs, rewards, ends, cuts, infos = self._vector.step(np.asarray(action)[None])
        return _first(obs), float(rewards[0]), bool(ends[0]), bool(cuts[0]), _info(infos)

    def render(self):
        return None if self.render_mode is None else self._vector.render()[0]

    def close(self):
        self._vector.close()


def _first(arrays):
    return {name: part[0] for name, part in arrays.items()}


def _info(infos):
    return {name: part[0] for name, part in infos.items() if not name.startswith("_")}


def register_envs():
    """Makes the games known to gymnasium.make and gymnasium.make_vec as Ludus/madmax-v1 ..., where gymnasium is installed."""
    from gymnasium.envs.registration import register

    for game in games():
        register(f"Ludus/{game}-v1", entry_point="ludus_env:SingleEnv", vector_entry_point="ludus_env:VectorEnv", kwargs={"game": game})
