"""Gymnasium's vector interface: one seat of many matches."""
import re

import numpy as np

from .copies import Copies
from .infos import batch_infos, final_infos
from .render import picture
from .seating import check_reset, check_seats, everywhere, names_of, refuse_others
from .simulator import Simulator, _whole, as_array, checked_actions, position_of
from .spaces import AutoresetMode, VectorBase, action_space, observation_space, seat_observations


class VectorEnv(VectorBase):
    """One seat of many matches of a game, stepped together: gymnasium.vector.VectorEnv.

    - others: the other seats, as one of the following:
        - None, which does nothing
        - the name of a built-in player ("Demo")
        - a program as for `ludus match` ("./bot.py", "./Bot.java"), with one process per match and seat
        - a policy that maps one seat's observations to its actions (num_envs, units of a seat), called once per step
        - a dict of these by seat, {1: ...} or {"player_1": ...}, with "*" for seats that aren't in it
    - mask: whether observations and infos contain "action_mask" (num_envs, units, actions): 1 for legal actions.
    - copy: whether observations are copies that never change. Otherwise, they are valid until the step after next,
      and cost less.

    All other arguments are those of `Simulator`.
    """

    metadata = {"render_modes": ["rgb_array", "ansi"], "render_fps": 10}

    def __init__(self, game, num_envs=1, seat=0, *, board=None, others=None, mask=True, copy=True,
                 autoreset_mode=AutoresetMode.NEXT_STEP, render_mode=None, observe=("tables", "planes"), **options):
        refuse_others("VectorEnv", options, {"players": "others says who sits in the other seats", "seats": "seat says whose view is observed",
                                             "size": "num_envs says how many matches there are"})
        num_envs, seat = _whole(num_envs, 31, "num_envs"), _whole(seat, 31, "seat")
        try:
            self._autoreset = AutoresetMode(autoreset_mode)
        except ValueError:
            modes = ", ".join(mode.value for mode in AutoresetMode)
            raise ValueError(f"autoreset_mode must be one of {modes}, not {autoreset_mode!r}") from None
        _check_render_mode(render_mode, self.metadata)
        names_of("observe", observe)
        observe = tuple(observe) + (("mask",) if mask else ())
        others = everywhere("others", others)
        if others.get(seat):
            raise ValueError(f"seat {seat} gets its moves from your actions, so it can't have the player {others[seat]}")
        names = {each: other for each, other in others.items() if isinstance(other, str)}
        policies = {each: other for each, other in others.items() if callable(other)}
        # Seats without a player do nothing, even if "*" is a player's name.
        players = {seat: None, **{each: None for each in others if each != "*"}, **names} if names else None
        try:
            self.simulator = Simulator(game, board, num_envs, seats="all" if policies else (seat,), observe=observe,
                                       players=players, **{"buffers": 1 if copy else 2, **options})
        except ValueError as error:
            raise ValueError(re.sub("^size ", "num_envs ", str(error))) from None
        try:
            check_seats({seat: None, **others}, self.simulator.seats)
        except ValueError:
            self.simulator.close()
            raise
        self.num_envs, self.seat, self.render_mode = num_envs, seat, render_mode
        self.metadata = {**self.metadata, "autoreset_mode": self._autoreset}
        self._copy, self._obs, self._copies = copy, None, Copies()
        everybody = (each for each in range(self.simulator.seats) if each != seat)
        self._policies = {each: policies.get(each, None if each in others else policies.get("*")) for each in everybody}
        self._own = slice(seat * self.simulator.units_per_seat, (seat + 1) * self.simulator.units_per_seat)
        self._ended = np.zeros(num_envs, bool)
        self.single_observation_space, self.observation_space = (observation_space(self.simulator, n) for n in (None, num_envs))
        self.single_action_space, self.action_space = (action_space(self.simulator, n) for n in (None, num_envs))

    def reset(self, *, seed=None, options=None):
        """Resets the matches. The seed is one number, from which each match gets a separate stream. The seed may also
        be a list with one number per match, as for `ludus match`. None continues each stream, and starts with any seed.
        The option {"reset_mask": array of bools} resets only some."""
        check_reset(options)
        super().reset(seed=own_seed(seed))
        mask = (options or {}).get("reset_mask")
        if mask is None and self._obs is None and seed is None:
            seed = int(np.random.default_rng().integers(2**53))
        if mask is not None:
            mask = np.asarray(mask)
            if mask.shape != (self.num_envs,) or mask.dtype != bool or not mask.any():
                raise ValueError(f"reset_mask must be an array of {self.num_envs} bools, one of which is true")
            if self._obs is None and not mask.all():
                raise ValueError("the first reset must include all matches")
        if seed is None:
            obs, _, _ = self.simulator.renew(np.ones(self.num_envs, bool) if mask is None else mask)
        elif isinstance(seed, (int, np.integer)):
            obs = self.simulator.reset(seed, mask)
        else:
            if isinstance(seed, str) or not np.iterable(seed):
                raise ValueError(f"a seed must be a whole number, or a list with one per match, not {seed!r}")
            kept, seed = self.simulator.seeds(), list(seed)
            if len(seed) != self.num_envs:
                raise ValueError(f"there must be {self.num_envs} seeds, not {len(seed)}")
            given = [int(old) if new is None else new for old, new in zip(kept, seed)]
            obs = self.simulator.reset_matches(given, mask)
        self._ended &= False if mask is None else ~mask
        return self._seen(obs), batch_infos(obs, self._own)

    def step(self, actions):
        """Plays one round. Returns observations, rewards (num_envs,), terminations, truncations, infos."""
        if self._obs is None:
            raise RuntimeError("reset the matches before the first step")
        if self._autoreset is AutoresetMode.DISABLED and self._ended.any():
            raise RuntimeError(f"match {int(np.argmax(self._ended))} has ended: reset it with a reset_mask")
        # NEXT_STEP: a match that ended in the previous step restarts instead of being stepped.
        asked = self._asked(actions)
        try:
            obs, rewards, dones = self.simulator.step(asked, self._ended if self._ended.any() else None)
        except ValueError as error:
            raise self._in_own_units(error) from None
        infos = {}
        rewards, dones = rewards[:, self.seat].astype(np.float64), dones.copy()
        if self._autoreset is AutoresetMode.SAME_STEP and dones.any():
            infos = self._final(obs, dones)
            obs, _, _ = self.simulator.renew(dones)
        self._ended = dones if self._autoreset is not AutoresetMode.SAME_STEP else np.zeros(self.num_envs, bool)
        return self._seen(obs), rewards, dones.copy(), np.zeros(self.num_envs, bool), {**batch_infos(obs, self._own), **infos}

    def render(self):
        """One picture or one string per match, with the seat's observations."""
        if self.render_mode == "rgb_array":
            return tuple(picture(self.simulator, match, self.seat) for match in range(self.num_envs))
        if self.render_mode == "ansi":
            return tuple(self.simulator.text(match, self.seat) for match in range(self.num_envs))
        return None

    def __reduce__(self):
        raise TypeError("an env is a process, which cannot be copied or pickled: create another one")

    def close_extras(self, **_):
        self.simulator.close()

    def _asked(self, actions):
        """The actions of all seats."""
        sim = self.simulator
        asked = np.full((self.num_envs, sim.units), sim.no_action, sim.action_type)
        # Actions are checked before the policies are called, because a policy with a memory must
        # not see a round that isn't played.
        asked[:, self._own] = checked_actions(as_array(actions), self.action_space.shape, len(sim.actions))
        for other, policy in self._policies.items():
            if policy is None:
                continue
            first = other * sim.units_per_seat
            shape = (self.num_envs, sim.units_per_seat)
            answer = policy(seat_observations(sim, self._obs, other, other))
            asked[:, first:first + sim.units_per_seat] = policy_actions(sim, policy, other, answer, shape)
        return asked

    def _in_own_units(self, error):
        """Converts an error's unit number in the match to a number within the seat or the policy."""
        match, unit, what = position_of(error) or (None, None, None)
        if match is None:
            return error
        seat, unit = divmod(unit, self.simulator.units_per_seat)
        who = "" if seat == self.seat else f"the policy {_name(self._policies[seat])} of seat {seat}: "
        return ValueError(f"{who}match {match}, unit {unit}: {what}")

    def _seen(self, obs):
        self._obs = obs
        seen = seat_observations(self.simulator, obs, self.seat, self.seat)
        return {name: self._copies.of(name, part) for name, part in seen.items()} if self._copy else seen

    def _final(self, obs, dones):
        """The final observations of matches that restart immediately."""
        seen = seat_observations(self.simulator, obs, self.seat, self.seat)
        final = np.full(self.num_envs, None, object)
        for match in np.flatnonzero(dones):
            final[match] = {name: part[match].copy() for name, part in seen.items()}
        return {"final_obs": final, "_final_obs": dones.copy(), **final_infos(obs, dones)}


class Alone:
    """A policy for one match, as in `SingleEnv`: its arrays don't have an axis for matches."""

    def __init__(self, policy):
        self.policy = policy

    def __call__(self, seen):
        return self.policy({name: part[0] for name, part in seen.items()})


def policy_actions(sim, policy, seat, answer, shape):
    """A policy's actions for a seat, as bytes. A ValueError names the policy and the error."""
    is_alone = isinstance(policy, Alone)
    try:
        checked = checked_actions(as_array(answer), shape[1:] if is_alone else shape, len(sim.actions))
    except ValueError as error:
        raise ValueError(f"the policy {_name(policy)} of seat {seat}: {error}") from None
    return checked[None] if is_alone else checked


def _name(policy):
    policy = policy.policy if isinstance(policy, Alone) else policy
    return getattr(policy, "__name__", None) or type(policy).__name__


def own_seed(seed):
    """The seed of gymnasium's generator, which only its wrappers use. It accepts neither a negative seed nor a list."""
    return int(seed) if isinstance(seed, (int, np.integer)) and seed >= 0 else None


def _check_render_mode(mode, metadata):
    if mode is not None and mode not in metadata["render_modes"]:
        raise ValueError(f"render_mode must be one of {', '.join(metadata['render_modes'])} or None, not {mode}")
