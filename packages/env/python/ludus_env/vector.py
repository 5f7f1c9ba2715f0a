"""Gymnasium's vector interface: one seat of many matches."""
import numpy as np

from .render import picture
from .simulator import Simulator
from .spaces import AutoresetMode, VectorBase, action_space, observation_space, seat_observations


class VectorEnv(VectorBase):
    """One seat of many matches of a game, stepped together: gymnasium.vector.VectorEnv.

    others: how the other seats act: None, they ask nothing; the name of a player that comes with the game ("Demo"), or a dict of them
    by seat; or a policy that gives the actions (num_envs, units of a seat) of one
    seat for what it observes (a dict like the observations here), called once a seat and step.
    mask: observations and infos have "action_mask" (num_envs, units, actions): 1 where the rules would carry an action out.
    copy: observations are copies that stay as they are; without it they are valid until the next step but one, and cost less.
    All other arguments are those of `Simulator`.
    """

    metadata = {"render_modes": ["rgb_array", "ansi"], "render_fps": 10}

    def __init__(self, game, num_envs=1, seat=0, *, board=None, others=None, mask=True, copy=True,
                 autoreset_mode=AutoresetMode.NEXT_STEP, render_mode=None, observe=("tables", "planes"), **options):
        self._autoreset = AutoresetMode(autoreset_mode)
        _check_render_mode(render_mode, self.metadata)
        observe = tuple(observe) + (("mask",) if mask else ())
        if isinstance(others, str):
            others = {seat: None, "*": others}
        players, others = ({seat: None, **others}, None) if isinstance(others, dict) else (None, others)
        if players and players[seat]:
            raise ValueError(f"seat {seat} acts by actions, and {players[seat]} cannot sit there")
        self.simulator = Simulator(game, board, num_envs, seats=(seat,) if others is None else "all", observe=observe,
                                   players=players, **options)
        if not 0 <= seat < self.simulator.seats:
            self.simulator.close()
            raise ValueError(f"there is no seat {seat}")
        self.num_envs, self.seat, self.render_mode = num_envs, seat, render_mode
        self.metadata = {**self.metadata, "autoreset_mode": self._autoreset}
        self._others, self._copy, self._obs = others, copy, None
        self._own = slice(seat * self.simulator.units_per_seat, (seat + 1) * self.simulator.units_per_seat)
        self._ended = np.zeros(num_envs, bool)
        self.single_observation_space, self.observation_space = (observation_space(self.simulator, n) for n in (None, num_envs))
        self.single_action_space, self.action_space = (action_space(self.simulator, n) for n in (None, num_envs))

    def reset(self, *, seed=None, options=None):
        """seed: one number, of which each match gets a stream of its own; a list of one a match, as `ludus match` takes them; or
        None: the next of each stream, and the first time any. options: {"reset_mask": array of bools} resets only some."""
        mask = (options or {}).get("reset_mask")
        if mask is None and self._obs is None and seed is None:
            seed = int(np.random.default_rng().integers(2**53))
        if mask is not None:
            mask = np.asarray(mask)
            if mask.shape != (self.num_envs,) or mask.dtype != bool or not mask.any():
                raise ValueError(f"reset_mask must be an array of {self.num_envs} bools, one of which is true")
            if self._obs is None and not mask.all():
                raise ValueError("the first reset must be of all matches")
        if seed is None:
            obs, _, _ = self.simulator.renew(np.ones(self.num_envs, bool) if mask is None else mask)
        elif isinstance(seed, (int, np.integer)):
            obs = self.simulator.reset(seed, mask)
        else:
            kept, seed = self.simulator.seeds(), list(seed)
            if len(seed) != self.num_envs:
                raise ValueError(f"there must be {self.num_envs} seeds, not {len(seed)}")
            given = [int(old) if new is None else new for old, new in zip(kept, seed)]
            obs = self.simulator.reset_matches(given, mask)
        self._ended &= False if mask is None else ~mask
        return self._seen(obs), self._infos(obs)

    def step(self, actions):
        """Five results: observations, rewards (num_envs,), terminations, truncations, infos."""
        if self._obs is None:
            raise RuntimeError("reset the matches before the first step")
        if self._autoreset is AutoresetMode.DISABLED and self._ended.any():
            raise RuntimeError(f"match {int(np.argmax(self._ended))} has ended: reset it with a reset_mask")
        # NEXT_STEP: a match that ended in the step before begins anew instead of being stepped.
        obs, rewards, dones = self.simulator.step(self._asked(actions), self._ended if self._ended.any() else None)
        infos = {}
        rewards, dones = rewards[:, self.seat].astype(np.float64), dones.copy()
        if self._autoreset is AutoresetMode.SAME_STEP and dones.any():
            infos = self._final(obs, dones)
            obs, _, _ = self.simulator.renew(dones)
        self._ended = dones if self._autoreset is not AutoresetMode.SAME_STEP else np.zeros(self.num_envs, bool)
        return self._seen(obs), rewards, dones.copy(), np.zeros(self.num_envs, bool), {**self._infos(obs), **infos}

    def render(self):
        """One picture a match, or one text a match."""
        if self.render_mode == "rgb_array":
            return tuple(picture(self.simulator, match) for match in range(self.num_envs))
        if self.render_mode == "ansi":
            return tuple(self.simulator.text(match) for match in range(self.num_envs))
        return None

    def close_extras(self, **_):
        self.simulator.close()

    def _asked(self, actions):
        """The actions of all seats."""
        sim = self.simulator
        actions = np.asarray(actions)
        if actions.shape != self.action_space.shape:
            raise ValueError(f"actions must have the shape {self.action_space.shape}, not {actions.shape}")
        asked = np.full((self.num_envs, sim.units), sim.no_action, actions.dtype)
        asked[:, self._own] = actions
        if self._others is not None:
            for other in range(sim.seats):
                if other == self.seat:
                    continue
                first = other * sim.units_per_seat
                seen = seat_observations(sim, self._obs, other, other)
                asked[:, first:first + sim.units_per_seat] = self._others(seen)
        return asked

    def _seen(self, obs):
        self._obs = obs
        seen = seat_observations(self.simulator, obs, self.seat, self.seat)
        return {name: part.copy() for name, part in seen.items()} if self._copy else seen

    def _infos(self, obs):
        everywhere = np.ones(self.num_envs, bool)
        infos = {"scores": obs["scores"].copy(), "_scores": everywhere}
        if "mask" in obs:
            infos |= {"action_mask": obs["mask"][:, self._own].astype(np.int8), "_action_mask": everywhere}
        return infos

    def _final(self, obs, dones):
        """What was observed at the end of the matches that are begun anew at once."""
        seen = seat_observations(self.simulator, obs, self.seat, self.seat)
        final = np.full(self.num_envs, None, object)
        for match in np.flatnonzero(dones):
            final[match] = {name: part[match].copy() for name, part in seen.items()}
        scores = np.where(dones[:, None], obs["scores"], 0)
        return {"final_obs": final, "_final_obs": dones.copy(), "final_info": {"scores": scores, "_scores": dones.copy()},
                "_final_info": dones.copy()}


def _check_render_mode(mode, metadata):
    if mode is not None and mode not in metadata["render_modes"]:
        raise ValueError(f"render_mode must be one of {', '.join(metadata['render_modes'])} or None, not {mode}")
