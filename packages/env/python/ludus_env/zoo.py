"""PettingZoo's two interfaces: all seats act simultaneously, or one after the other."""
import numpy as np

from .infos import agent_info
from .render import picture
from .seating import by_seat, check_reset, names_of, refuse_others
from .simulator import Simulator, as_array, checked_actions, position_of
from .spaces import Box, action_space, observation_space, seat_observations
from .vector import _check_render_mode

try:
    from pettingzoo import AECEnv as _AECBase
    from pettingzoo import ParallelEnv as _ParallelBase
except ImportError:
    _AECBase = _ParallelBase = object


class _Zoo:
    """The base of both interfaces: one match in which all seats are observed. Seats with players
    aren't agents."""

    _more_parts = ()

    def __init__(self, game, board=None, *, others=None, mask=True, render_mode=None, observe=("tables", "planes"),
                 players=None, **options):
        self.metadata = {"name": f"ludus_{game}_v1", "render_modes": ["rgb_array", "ansi"], "render_fps": 10, "is_parallelizable": True}
        _check_render_mode(render_mode, self.metadata)
        self.render_mode = render_mode
        refuse_others(type(self).__name__, options, {"seats": "all seats are observed", "size": "it is one match; VectorEnv has many"})
        names_of("observe", observe)
        observe = tuple(observe) + (("mask",) if mask else ()) + self._more_parts
        players = {**_players("players", players), **_players("others", others)}
        self.simulator = Simulator(game, board, 1, seats="all", observe=observe, players=players, **options)
        seats = range(self.simulator.seats)
        self._seats = {f"player_{seat}": seat for seat in seats if not players.get(seat, players.get("*"))}
        self.possible_agents = list(self._seats)
        #: The team of each agent. Agents with the same number play together, and get the same rewards.
        self.teams = {agent: self.simulator.teams[seat] for agent, seat in self._seats.items()}
        if not self.possible_agents:
            self.simulator.close()
            raise ValueError("there must be a seat for an agent: others={0: None, '*': ...} leaves seat 0")
        self.agents = []
        self.observation_spaces = {agent: observation_space(self.simulator) for agent in self.possible_agents}
        self.action_spaces = {agent: action_space(self.simulator) for agent in self.possible_agents}
        self.state_space = Box(0, self.simulator.shapes["planeMost"], self.state().shape, np.uint8)
        self._begun, self._refuses = False, options.get("illegal") == "refuse"

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

    def who_acts(self):
        """The agents that act in the next round, if "actors" is observed."""
        return [agent for agent in self.agents if self._obs["actors"][0, self._seats[agent]]]

    def state(self):
        """The complete state, (planes, rows, columns), relative to the first seat."""
        return self.simulator.planes()

    def render(self):
        if self.render_mode == "rgb_array":
            return picture(self.simulator)
        return self.simulator.text() if self.render_mode == "ansi" else None

    def __reduce__(self):
        raise TypeError("an env is a process, which cannot be copied or pickled: create another one")

    def close(self):
        self.simulator.close()

    def _reset(self, seed):
        """A seed starts a stream of matches; without one, the next match of the stream starts."""
        if seed is None and not self._begun:
            seed = int(np.random.default_rng().integers(2**53))
        self._obs = self.simulator.renew(np.ones(1, bool))[0] if seed is None else self.simulator.reset(seed)
        self._begun = True
        self.agents = list(self.possible_agents)

    def _check_begun(self):
        if not self._begun:
            raise RuntimeError("the match has not been begun: call reset()")

    def _observation(self, agent):
        seat = self._seats[agent]
        return {name: part[0].copy() for name, part in seat_observations(self.simulator, self._obs, seat, seat).items()}

    def _info(self, agent):
        first = self._seats[agent] * self.simulator.units_per_seat
        return agent_info(self._obs, slice(first, first + self.simulator.units_per_seat))

    def _checked(self, agent, action):
        """An agent's actions as bytes. A ValueError names the agent and the invalid unit."""
        sim = self.simulator
        try:
            action = checked_actions(as_array(action), (sim.units_per_seat,), len(sim.actions))
        except ValueError as error:
            raise ValueError(f"{agent}: {error}") from None
        if self._refuses and "mask" in self._obs:
            first = self._seats[agent] * sim.units_per_seat
            for unit, asked in enumerate(action):
                if not self._obs["mask"][0, first + unit, asked]:
                    raise ValueError(f"{agent}, unit {unit}: {sim.actions[asked]} is against the rules now")
        return action

    def _advance(self, actions):
        """Plays a round with the agents' actions. Returns rewards by agent, and whether the match is over."""
        sim = self.simulator
        asked = np.full((1, sim.units), sim.no_action, sim.action_type)
        for agent, action in actions.items():
            if agent not in self.agents:
                raise ValueError(f"there is no agent {agent} in this match; choose {', '.join(self.agents)}")
            first = self._seats[agent] * sim.units_per_seat
            asked[0, first:first + sim.units_per_seat] = self._checked(agent, action)
        try:
            self._obs, rewards, dones = sim.step(asked)
        except ValueError as error:
            _match, unit, what = position_of(error) or (None, None, None)
            if what is None:
                raise
            raise ValueError(f"player_{unit // sim.units_per_seat}, unit {unit % sim.units_per_seat}: {what}") from None
        return {agent: float(rewards[0, self._seats[agent]]) for agent in self.agents}, bool(dones[0])


def _players(what, said):
    """Players by seat; agents' names are also allowed."""
    found = by_seat(what, {} if said is None else said)
    for seat, player in found.items():
        if callable(player):
            raise ValueError(f"{seat} must be the name of a player or a program: pass a policy's actions to step")
    return found


class ParallelEnv(_Zoo, _ParallelBase):
    """PettingZoo's parallel API: agents player_0, player_1, ..., each for its own units, act simultaneously.

    An observation is a dict: "round", "scores" (the agent's first), the tables, "planes", and "action_mask". others:
    the players in some of the seats, built-in ones or programs as for `ludus match`: {1: "Demo", "player_2":
    "./bot.py"}, "*" for all seats that aren't named, None for an agent. They aren't agents. All arguments except
    others and mask are those of `Simulator`.
    """

    def reset(self, seed=None, options=None):
        check_reset(options)
        self._reset(seed)
        return {agent: self._observation(agent) for agent in self.agents}, {agent: self._info(agent) for agent in self.agents}

    def step(self, actions):
        """Plays one round.

        actions: {agent: its units' actions}; an agent that is left out does nothing. After the end, there are no
        agents, and five empty dicts."""
        self._check_begun()
        if not isinstance(actions, dict):
            raise ValueError(f"step needs the agents' actions by name, such as {{{self.possible_agents[0]!r}: ...}}, not {actions!r}")
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
    """PettingZoo's API for agents that act one after the other. In each round, the acting agents choose in turn. Their
    actions are played after the last choice, so no agent sees another's action in the same round. Rounds in which no
    agent acts are played immediately.
    """

    _more_parts = ("actors",)

    def reset(self, seed=None, options=None):
        check_reset(options)
        self._reset(seed)
        self.rewards = dict.fromkeys(self.agents, 0.0)
        self._cumulative_rewards = dict.fromkeys(self.agents, 0.0)
        self.terminations = dict.fromkeys(self.agents, False)
        self.truncations = dict.fromkeys(self.agents, False)
        self.infos = {}
        self._waiting = {}
        self._begin_round(dict.fromkeys(self.agents, 0.0), False)

    def observe(self, agent):
        self._check_begun()
        return self._observation(agent)

    def last(self, observe=True):
        """The current agent's observation, its reward since its last turn, and its state."""
        self._check_begun()
        if not self.agents:
            raise RuntimeError("the match is over: call reset()")
        agent = self.agent_selection
        seen = self.observe(agent) if observe else None
        return seen, self._cumulative_rewards[agent], self.terminations[agent], self.truncations[agent], self.infos[agent]

    def agent_iter(self, max_iter=2**63):
        """Iterates over the agents whose turn it is, until all are removed."""
        self._check_begun()
        for _ in range(max_iter):
            if not self.agents:
                return
            yield self.agent_selection

    def step(self, action):
        self._check_begun()
        if not self.agents:
            raise RuntimeError("the match is over: call reset()")
        agent = self.agent_selection
        if self.terminations[agent] or self.truncations[agent]:
            self._leave(agent, action)
            return
        # A copy, because the agent that acts last must not know the others' actions.
        action = self._checked(agent, action).copy()
        self._cumulative_rewards[agent] = 0.0
        self.rewards = dict.fromkeys(self.agents, 0.0)
        self._waiting[agent] = action
        left = [each for each in self._acting if each not in self._waiting]
        if left:
            self.agent_selection = left[0]
            return
        try:
            gained, over = self._advance(self._waiting)
        except ValueError:
            # If the mask isn't observed, an illegal action is detected only here. All agents then
            # act again, starting with the first.
            self.agent_selection = self._acting[0]
            raise
        finally:
            self._waiting = {}
        self._begin_round(gained, over)

    def _begin_round(self, gained, over):
        """Plays until a round in which an agent acts, or until the end. `gained`: the rewards so far, by agent."""
        acting = self.who_acts()
        while not over and not acting:
            more, over = self._advance({})
            gained = {each: gained[each] + more[each] for each in self.agents}
            acting = self.who_acts()
        self.rewards = gained
        for each in self.agents:
            self._cumulative_rewards[each] += gained[each]
            self.terminations[each] = over
            self.infos[each] = self._info(each)
        # After the end, each agent gets one final turn.
        self._acting = list(self.agents) if over else acting
        self.agent_selection = self._acting[0]

    def _leave(self, agent, action):
        """An agent whose match is over acts once more, with None, and is then removed."""
        if action is not None:
            raise ValueError(f"the match is over: the action of {agent} must be None")
        at = self.agents.index(agent)
        self.agents.remove(agent)
        for each in (self.rewards, self._cumulative_rewards, self.terminations, self.truncations, self.infos):
            each.pop(agent)
        self.rewards = dict.fromkeys(self.agents, 0.0)
        if self.agents:
            self.agent_selection = self.agents[at % len(self.agents)]
