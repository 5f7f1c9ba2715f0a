"""PettingZoo's two interfaces: all seats act at once, or one after the other."""
import numpy as np

from .render import picture
from .simulator import Simulator
from .spaces import Box, action_space, observation_space, seat_observations
from .vector import _check_render_mode

try:
    from pettingzoo import AECEnv as _AECBase
    from pettingzoo import ParallelEnv as _ParallelBase
except ImportError:
    _AECBase = _ParallelBase = object


class _Zoo:
    """What both have in common: one match of which all seats are observed."""

    def __init__(self, game, board=None, *, mask=True, render_mode=None, observe=("tables", "planes"), **options):
        self.metadata = {"name": f"ludus_{game}_v1", "render_modes": ["rgb_array", "ansi"], "render_fps": 10, "is_parallelizable": True}
        _check_render_mode(render_mode, self.metadata)
        self.render_mode = render_mode
        observe = tuple(observe) + (("mask",) if mask else ())
        self.simulator = Simulator(game, board, 1, seats="all", observe=observe, **options)
        self.possible_agents = [f"player_{seat}" for seat in range(self.simulator.seats)]
        self.agents = []
        self.observation_spaces = {agent: observation_space(self.simulator) for agent in self.possible_agents}
        self.action_spaces = {agent: action_space(self.simulator) for agent in self.possible_agents}
        self.state_space = Box(0, self.simulator.shapes["planeMost"], self.state().shape, np.uint8)
        self._begun = False

    @property
    def unwrapped(self):
        return self

    @property
    def num_agents(self):
        return len(self.agents)

    @property
    def max_num_agents(self):
        return len(self.possible_agents)

    def observation_space(self, agent):
        return self.observation_spaces[agent]

    def action_space(self, agent):
        return self.action_spaces[agent]

    def state(self):
        """Everything there is, (planes, rows, columns), as the first seat sees it."""
        return self.simulator.planes()

    def render(self):
        if self.render_mode == "rgb_array":
            return picture(self.simulator)
        return self.simulator.text() if self.render_mode == "ansi" else None

    def close(self):
        self.simulator.close()

    def _reset(self, seed):
        """A seed begins a stream of matches; without one the next match of the stream is begun."""
        self.agents = list(self.possible_agents)
        if seed is None and not self._begun:
            seed = int(np.random.default_rng().integers(2**53))
        self._begun = True
        self._obs = self.simulator.renew(np.ones(1, bool))[0] if seed is None else self.simulator.reset(seed)

    def _observation(self, agent):
        seat = self.possible_agents.index(agent)
        return {name: part[0].copy() for name, part in seat_observations(self.simulator, self._obs, seat, seat).items()}

    def _info(self, agent):
        if "mask" not in self._obs:
            return {}
        first = self.possible_agents.index(agent) * self.simulator.units_per_seat
        return {"action_mask": self._obs["mask"][0, first:first + self.simulator.units_per_seat].astype(np.int8)}

    def _advance(self, actions):
        """Plays a round of what agents ask; gives rewards by agent, and whether the match is over."""
        sim = self.simulator
        asked = np.full((1, sim.units), sim.no_action, np.int64)
        for agent, action in actions.items():
            if agent not in self.agents:
                raise ValueError(f"there is no agent {agent} in this match")
            action, seat = np.asarray(action), self.possible_agents.index(agent)
            if action.shape != (sim.units_per_seat,) or action.dtype.kind not in "iu":
                raise ValueError(f"{agent} must give {sim.units_per_seat} whole numbers, not {action!r}")
            asked[0, seat * sim.units_per_seat:(seat + 1) * sim.units_per_seat] = action
        self._obs, rewards, dones = sim.step(asked)
        return {agent: float(rewards[0, self.possible_agents.index(agent)]) for agent in self.agents}, bool(dones[0])


class ParallelEnv(_Zoo, _ParallelBase):
    """PettingZoo's parallel API: agents player_0, player_1 ..., each acting for its own units at once.

    An observation is a dict: "round", "scores" (one's own first), the tables, "planes" and "action_mask". All arguments but mask
    are those of `Simulator`.
    """

    def reset(self, seed=None, options=None):
        self._reset(seed)
        return {agent: self._observation(agent) for agent in self.agents}, {agent: self._info(agent) for agent in self.agents}

    def step(self, actions):
        if not self.agents:
            return {}, {}, {}, {}, {}
        acting = list(self.agents)
        rewards, over = self._advance(actions)
        results = {agent: self._observation(agent) for agent in acting}, rewards
        infos = {agent: self._info(agent) for agent in acting}
        if over:
            self.agents = []
        return *results, dict.fromkeys(acting, over), dict.fromkeys(acting, False), infos


class AECEnv(_Zoo, _AECBase):
    """PettingZoo's API for agents that act one after the other: what they ask is played once the last of them has acted, so
    nobody sees what another one asks in the same round."""

    def reset(self, seed=None, options=None):
        self._reset(seed)
        self.rewards = dict.fromkeys(self.agents, 0.0)
        self._cumulative_rewards = dict.fromkeys(self.agents, 0.0)
        self.terminations = dict.fromkeys(self.agents, False)
        self.truncations = dict.fromkeys(self.agents, False)
        self.infos = {agent: self._info(agent) for agent in self.agents}
        self.agent_selection = self.agents[0]
        self._waiting = {}

    def observe(self, agent):
        return self._observation(agent)

    def last(self, observe=True):
        """What the agent whose turn it is sees, what it was rewarded with since its last turn, and how it stands."""
        agent = self.agent_selection
        seen = self.observe(agent) if observe else None
        return seen, self._cumulative_rewards[agent], self.terminations[agent], self.truncations[agent], self.infos[agent]

    def agent_iter(self, max_iter=2**63):
        """The agents whose turn it is, one after the other, until all are gone."""
        for _ in range(max_iter):
            if not self.agents:
                return
            yield self.agent_selection

    def step(self, action):
        if not self.agents:
            raise RuntimeError("the match is over, or has not been begun: reset it")
        agent = self.agent_selection
        if self.terminations[agent] or self.truncations[agent]:
            self._leave(agent, action)
            return
        self._cumulative_rewards[agent] = 0.0
        self.rewards = dict.fromkeys(self.agents, 0.0)
        self._waiting[agent] = action
        if len(self._waiting) == len(self.agents):
            try:
                self.rewards, over = self._advance(self._waiting)
            finally:
                self._waiting = {}
            for each in self.agents:
                self._cumulative_rewards[each] += self.rewards[each]
                self.terminations[each] = over
                self.infos[each] = self._info(each)
        self.agent_selection = self.agents[(self.agents.index(agent) + 1) % len(self.agents)]

    def _leave(self, agent, action):
        """An agent whose match is over acts once more, with None, and is gone."""
        if action is not None:
            raise ValueError(f"the match is over: {agent} can only act None")
        at = self.agents.index(agent)
        self.agents.remove(agent)
        for each in (self.rewards, self._cumulative_rewards, self.terminations, self.truncations, self.infos):
            each.pop(agent)
        self.rewards = dict.fromkeys(self.agents, 0.0)
        if self.agents:
            self.agent_selection = self.agents[at % len(self.agents)]
