"""Gymnasium's interface: one seat of one match."""
import math
from dataclasses import dataclass

import numpy as np

from .connection import titles
from .infos import single_info
from .seating import check_reset, everywhere, refuse_others
from .simulator import as_array, checked_actions
from .spaces import AutoresetMode, Env
from .vector import Alone, VectorEnv, own_seed

#: Maximum number of values of a Discrete action, because a policy needs one output per value.
MAX_JOINT_ACTIONS = 2**15


class SingleEnv(Env):
    """One seat of one match: gymnasium.Env.

    others: the other seats: a policy, policy(observation) -> actions; a built-in bot ("Demo"); a dict of policies and
    bots by seat; or None, which does nothing. In a game with teams, the reward is that of the seat's team, and its
    mates are among the others. All other arguments are those of `VectorEnv`."""

    metadata = VectorEnv.metadata

    def __init__(self, game, seat=0, *, board=None, others=None, render_mode=None, **options):
        refuse_others("SingleEnv", options, {"players": "others says who sits in the other seats", "seats": "seat says whose view is observed",
                                             "size": "it is one match; VectorEnv has many", "num_envs": "it is one match; VectorEnv has many"})
        policy = {each: _alone(other) for each, other in everywhere("others", others).items()}
        self._vector = VectorEnv(game, 1, seat, board=board, others=policy, render_mode=render_mode, copy=True,
                                 autoreset_mode=AutoresetMode.DISABLED, **options)
        self._is_begun = self._is_on = False
        self.simulator = self._vector.simulator
        self.render_mode = render_mode
        self.observation_space, self.action_space = self._vector.single_observation_space, self._vector.single_action_space

    def reset(self, *, seed=None, options=None):
        check_reset(options)
        super().reset(seed=own_seed(seed))
        obs, infos = self._vector.reset(seed=seed)
        self._is_begun = self._is_on = True
        return _first(obs), single_info(infos)

    def step(self, action):
        if not self._is_on:
            raise RuntimeError("the match has ended: call reset()" if self._is_begun else "the match has not been begun: call reset()")
        action = checked_actions(as_array(action), self.action_space.shape, len(self.simulator.actions))
        try:
            obs, rewards, ends, cuts, infos = self._vector.step(action[None])
        except ValueError as error:
            raise ValueError(str(error).replace("match 0, ", "", 1)) from None
        self._is_on = not ends[0]
        return _first(obs), float(rewards[0]), bool(ends[0]), bool(cuts[0]), single_info(infos)

    def render(self):
        return None if self.render_mode is None else self._vector.render()[0]

    def __reduce__(self):
        raise TypeError("an env is a process, which cannot be copied or pickled: create another one")

    def close(self):
        self._vector.close()


def _alone(other):
    """Adapts a policy for one match to a vector of one match. Returns anything else unchanged."""
    return Alone(other) if callable(other) else other


def _first(arrays):
    return {name: part[0] for name, part in arrays.items()}


@dataclass(frozen=True)
class _Units:
    """Maps one number to the actions of the units. Equal objects make equal specs, from which gymnasium recreates an
    env."""

    counts: tuple

    def __call__(self, number):
        return np.array(np.unravel_index(number, self.counts))


def flat_env(game, **options):
    """A `SingleEnv` in Gymnasium's wrappers, for scripts that need a Box observation space and a
    Discrete action space. An observation is one array, and an action is one number for all units
    of the seat. Consecutive numbers change the last unit's action first."""
    from gymnasium.spaces import Discrete
    from gymnasium.wrappers import FlattenObservation, TransformAction

    env = SingleEnv(game, **options)
    counts = tuple(env.action_space.nvec.tolist())
    joint = math.prod(counts)
    if joint > MAX_JOINT_ACTIONS:
        env.close()
        raise ValueError(f"the {len(counts)} units of a seat of {game} have more than {MAX_JOINT_ACTIONS} joint actions: use SingleEnv, where each unit has its action")
    return FlattenObservation(TransformAction(env, _Units(counts), Discrete(joint)))


def register_envs():
    """Registers the games with gymnasium.make and gymnasium.make_vec as ludus/MadMax-v1 ..., if gymnasium is installed,
    and with gymnasium.make as ludus/MadMax-flat-v1 ... (`flat_env`).
    gymnasium.make("ludus_env.registered:ludus/MadMax-v1") does this automatically."""
    from gymnasium.envs.registration import register, registry

    for game, title in titles().items():
        name = f"ludus/{title.title().replace(' ', '')}"
        if f"{name}-v1" not in registry:
            register(f"{name}-v1", entry_point="ludus_env:SingleEnv", vector_entry_point="ludus_env:VectorEnv", kwargs={"game": game})
            register(f"{name}-flat-v1", entry_point="ludus_env:flat_env", kwargs={"game": game})
