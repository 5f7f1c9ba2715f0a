"""States with the interface of OpenSpiel."""
from random import Random

import numpy as np

from .kinds import PlayerAction, PlayerId
from .moment import Moment

ASK_FOR_LUCK = -1
#: The number of rounds for a roll-out that has no limit.
ALL_ROUNDS = 2**31 - 1


class State:
    """A node of the game tree, with the methods of `pyspiel.State`. `Game.new_initial_state` creates it.

    A round is one or several nodes: each unit with a choice decides, either for all players at once
    (simultaneous nodes) or for one player after the other. The choices in a round are hidden from
    the other players until it is played. If a round draws numbers, a chance node follows. Its
    outcome is the seed of these numbers.
    """

    __slots__ = ("_game", "_moment", "_at", "_chosen", "_actions", "_sampled", "_seen", "_log", "_count")

    def __init__(self, game, moment=None):
        self._game = game
        #: The index of the node in the round, its choices so far, and all actions if the node waits
        #: for luck.
        self._at, self._chosen, self._actions = 0, (), None
        self._sampled = None
        #: The applied actions, as a linked list of pairs, latest first.
        self._log, self._count = None, 0
        self._seen = None
        self._moment = moment
        moment = moment or game._first
        if moment is not None:
            self._seen = self._value(moment)
            self._enter(moment)

    # Nodes.

    def current_player(self):
        if self._moment is None or self._actions is not None:
            return PlayerId.CHANCE
        if self._moment.is_over:
            return PlayerId.TERMINAL
        node = self._node()
        return node[0][0] if len(node) == 1 else PlayerId.SIMULTANEOUS

    def is_chance_node(self):
        return self._moment is None or self._actions is not None

    def is_terminal(self):
        return self._moment is not None and self._moment.is_over

    def is_simultaneous_node(self):
        return not self.is_chance_node() and not self.is_terminal() and len(self._node()) > 1

    def is_player_node(self):
        return self.current_player() >= 0

    def is_initial_state(self):
        return self._log is None

    def move_number(self):
        return self._count

    def num_players(self):
        return self._game.num_players()

    def num_distinct_actions(self):
        return self._game.num_distinct_actions()

    def get_game(self):
        return self._game

    # Actions.

    def legal_actions(self, player=None):
        """The actions of a player, ascending; by default of the current player. At a chance node,
        the only action is the sampled outcome."""
        if self.is_terminal():
            return []
        if self.is_chance_node():
            return [self.chance_outcomes()[0][0]] if player in (None, PlayerId.CHANCE) else []
        node = self._node()
        if player is None:
            if len(node) > 1:
                raise ValueError("several players act at once: name one, legal_actions(player)")
            return list(node[0][2])
        return next((list(actions) for seat, _, actions in node if seat == player), [])

    def legal_actions_mask(self, player=None):
        mask = [0] * self.num_distinct_actions()
        if not self.is_chance_node():
            for action in self.legal_actions(player):
                mask[action] = 1
        return mask

    def chance_outcomes(self):
        """One outcome with probability 1, sampled once for this state, and again for each clone. It is the seed of the
        luck."""
        if not self.is_chance_node():
            raise ValueError("chance doesn’t act in this state")
        if self._sampled is None:
            self._sampled = self._game._sample()
        return [(self._sampled, 1.0)]

    def action_to_string(self, player, action=None):
        if action is None:
            player, action = self.current_player(), player
        if player == PlayerId.CHANCE:
            return f"seed {action}"
        name = self._game.action_to_string(player, action)
        if self._game._units_per_seat == 1 or self.is_terminal() or self.is_chance_node():
            return name
        return next((f"unit {unit % self._game._units_per_seat}: {name}" for seat, unit, _ in self._node() if seat == player), name)

    def string_to_action(self, player, text=None):
        if text is None:
            player, text = self.current_player(), player
        name = text.rsplit(": ", 1)[-1]
        if name not in self._game.simulator.actions:
            raise ValueError(f"{text!r} isn’t an action; there are {', '.join(self._game.simulator.actions)}")
        return self._game.simulator.actions.index(name)

    # Transitions.

    def apply_action(self, action):
        """Plays the action of the current player, or of chance: outcome 0 uses the luck from the
        match's seed."""
        self._finish(self._begin(int(action)))

    def apply_actions(self, actions):
        """Plays one action per player in a simultaneous node. The actions of players without legal actions don't
        count."""
        if not self.is_simultaneous_node():
            raise ValueError("one player acts: apply_action takes its action")
        if len(actions) != self.num_players():
            raise ValueError(f"there must be {self.num_players()} actions, one per player, not {len(actions)}")
        actions = [int(action) for action in actions]
        node = self._node()
        self._choose(node, [actions[seat] for seat, _, _ in node])
        self._noted(("all", *actions))
        self._finish(self._advance())

    apply_action_with_legality_check = apply_action
    apply_actions_with_legality_check = apply_actions

    def child(self, action):
        after = self.clone()
        after.apply_action(action)
        return after

    def clone(self):
        copy = State.__new__(State)
        copy._game, copy._moment, copy._at, copy._chosen = self._game, self._moment, self._at, self._chosen
        copy._actions, copy._seen, copy._log, copy._count = self._actions, self._seen, self._log, self._count
        copy._sampled = None
        return copy

    def resample_from_infostate(self, player, sampler):
        """Samples a state in the same information set of the player: hidden information has other values, and future
        luck is new.

        sampler: returns random numbers from 0 to 1, like `random.random`. The others' choices in this round are
        sampled again.
        """
        return resample_all([self], player, sampler)[0]

    def rollouts(self, count=1, rounds=None, seed=None):
        """The mean returns of matches that continue from here with random moves inside the simulator, as an array with
        one number per player.

        rounds: the maximum number of rounds; after that, the result at that point counts. seed: a
        whole number from 1.
        """
        if self._moment is None:
            raise ValueError("the match hasn’t begun: apply a chance outcome")
        if self.is_terminal():
            return np.array(self.returns())
        seed = self._game._sample() if seed is None else seed
        values = self._game._roll_out(self._moment, self._chosen, count, ALL_ROUNDS if rounds is None else rounds, seed)
        return values + np.array(self.returns())

    # Rewards.

    def returns(self):
        """Returns the sum of each player's rewards since the match began."""
        return [0.0] * self.num_players() if self._moment is None else self._value(self._moment)

    def player_return(self, player):
        return self.returns()[player]

    def rewards(self):
        """Returns each player's reward since the last node of a player."""
        return [now - before for now, before in zip(self.returns(), self._seen or [0.0] * self.num_players())]

    def player_reward(self, player):
        return self.rewards()[player]

    # Observations.

    def observation(self, player=None):
        """Returns a player's observation as a dict of arrays."""
        return self._seen_moment().view(self._player(player))

    def observation_tensor(self, player=None):
        return self._numbers(self._player(player)).tolist()

    def observation_string(self, player=None):
        seat = self._player(player)
        lines = []
        names = {table["name"]: table["fields"] for table in self._game.simulator.shapes["tables"]}
        view = self._seen_moment().view(seat)
        for name, part in view.items():
            if name in names:
                count = int(view[f"{name}_count"][0]) if f"{name}_count" in view else len(part)
                rows = (" ".join(f"{field}={value}" for field, value in zip(names[name], row)) for row in part[:count].tolist())
                lines += [f"{name} {row}" for row in rows]
            elif name == "planes":
                lines += [f"plane {at}: {plane.ravel().tobytes().hex()}" for at, plane in enumerate(part)]
            elif not name.endswith("_count"):
                lines.append(f"{name} {' '.join(map(str, part.tolist()))}")
        return "\n".join([*lines, *self._own_lines(seat)])

    def information_state_tensor(self, player=None):
        seat = self._player(player)
        tensor = np.zeros(self._game.information_state_tensor_shape(), np.float32)
        rows = list(self._seen_moment().rows(seat))[::-1][-len(tensor):]
        for at, row in enumerate(rows):
            tensor[at, :len(row)] = row
        tensor[len(rows) - 1] = self._numbers(seat)
        return tensor.ravel().tolist()

    def information_state_string(self, player=None):
        """The player's information state: a short string with a digest of 128 bits. It is equal for
        two states if the player's observations and actions are the same in both."""
        seat = self._player(player)
        recall = self._seen_moment().recall(seat).hex()
        return " ".join([f"player {seat} round {self._moment.round} {recall}", *self._own_lines(seat)])

    # History.

    def history(self):
        """All actions: those of a simultaneous node in order, and the outcomes of chance."""
        return [action for _, action in self.full_history()]

    def full_history(self):
        """All actions with their players, as PlayerAction."""
        found = []
        for entry in self._entries():
            if entry[0] == "all":
                found += [PlayerAction(seat, action) for seat, action in enumerate(entry[1:])]
            elif entry[0] != "redeal":
                found.append(PlayerAction(*entry))
        return found

    def history_str(self):
        return ", ".join(map(str, self.history()))

    def serialize(self):
        """A string from which `Game.deserialize_state` restores the state."""
        return "\n".join(" ".join(map(str, entry)) for entry in self._entries())

    @classmethod
    def read(cls, game, text):
        """The state in a text from `serialize`.

        :raises ValueError: if the text is anything else
        """
        state = cls(game)
        for line in text.splitlines():
            kind, *numbers = line.split(" ")
            try:
                numbers = list(map(int, numbers))
                if kind == "redeal":
                    state._redeal(*numbers)
                elif kind == "all":
                    state.apply_actions(numbers)
                else:
                    if int(kind) != state.current_player() or len(numbers) != 1:
                        raise ValueError(f"player {kind} doesn’t act")
                    state.apply_action(numbers[0])
            except (ValueError, IndexError) as error:
                raise ValueError(f"line {state._count + 1} of the state, {line!r}, can’t be played: {error}") from None
        return state

    def to_string(self):
        if self._moment is None:
            return f"{self._game.short_name} before the match"
        words = [f"{self._game.short_name} round {self._moment.round} hash {self._moment.hash:08x}",
                 "scores " + " ".join(map(str, self._moment.scores)),
                 *(f"unit {unit}: {self._game.simulator.actions[action]}" for unit, action in self._chosen)]
        return ", ".join([*words, "over"] if self.is_terminal() else [*words, "chance"] if self.is_chance_node() else words)

    __str__ = to_string

    def __repr__(self):
        return f"<{self}>"

    def __reduce__(self):
        return State.read, (self._game, self.serialize())

    # Internals.

    def _node(self):
        return self._moment.nodes()[self._at]

    def _seen_moment(self):
        if self._moment is None:
            raise ValueError("no one observes anything before the match has begun: apply a chance outcome")
        return self._moment

    def _player(self, player):
        seat = self.current_player() if player is None else player
        if not 0 <= seat < self.num_players():
            raise ValueError(f"name a player, 0 ... {self.num_players() - 1}" if player is None else f"there is no player {player}")
        return int(seat)

    def _value(self, moment):
        game = self._game
        if game._counts_scores:
            return [float(score - first) for score, first in zip(moment.scores, moment.first)]
        if not moment.is_over:
            return [0.0] * len(moment.scores)
        return [place / (2 * others) for place, others in zip(moment.standings, game._opponents)]

    def _redeal(self, player, seed, answer=None):
        """Changes to another state in the player's information set. The seed determines the others' hidden information
        and choices in this round."""
        decides = None if self._actions is not None or self.is_terminal() else self._node()[0][:2]
        answer = self._game._ask(*self._game._to_redeal(self._moment, player, seed)) if answer is None else answer
        moment = Moment(self._game, answer, kept=(player, self._moment))
        random, kept, chosen = Random(seed), dict(self._chosen), []
        nodes, at = moment.nodes(), 0
        while at < len(nodes) and at < self._at and nodes[at][0][:2] != decides:
            for seat, unit, legal in nodes[at]:
                is_own = seat == player and unit in kept
                chosen.append((unit, kept[unit] if is_own else legal[int(random.random() * len(legal))]))
            at += 1
        self._moment, self._at, self._chosen, self._sampled = moment, at, tuple(chosen), None
        self._noted(("redeal", player, seed))
        if self._actions is not None:
            self._actions = self._all_actions()
        elif not moment.is_over and at == len(nodes):
            self._finish(self._play_round())

    def _own_lines(self, seat):
        """Returns lines about the seat's choices in this round, and about the unit that decides."""
        if self._moment is None or self.is_terminal():
            return []
        per_seat, names = self._game._units_per_seat, self._game.simulator.actions
        lines = [f"unit {unit % per_seat} chose {names[action]}" for unit, action in self._chosen if unit // per_seat == seat]
        deciding = self._deciding(seat)
        return lines if deciding is None else [*lines, f"unit {deciding} decides"]

    def _deciding(self, seat):
        if self.is_chance_node() or self.is_terminal():
            return None
        return next((unit % self._game._units_per_seat for other, unit, _ in self._node() if other == seat), None)

    def _numbers(self, seat):
        """The observation, the deciding unit (from 1), and each unit's choice in this round (from 1)."""
        per_seat = self._game._units_per_seat
        own = np.zeros(1 + per_seat, np.float32)
        if not self.is_terminal():
            deciding = self._deciding(seat)
            own[0] = 0 if deciding is None else deciding + 1
            for unit, action in self._chosen:
                if unit // per_seat == seat:
                    own[1 + unit % per_seat] = action + 1
        return np.concatenate([self._seen_moment().numbers(seat), own])

    def _choose(self, node, actions):
        for (seat, _, legal), action in zip(node, actions):
            if action not in legal:
                raise ValueError(f"{action} isn’t a legal action of player {seat}; there are {', '.join(map(str, legal))}")
        self._seen = self._value(self._moment)
        self._chosen += tuple((unit, action) for (_, unit, _), action in zip(node, actions))

    def _noted(self, entry):
        self._log = (entry, self._log)
        self._count += 1

    def _entries(self):
        """Returns the log, earliest first."""
        entries, log = [], self._log
        while log is not None:
            entry, log = log
            entries.append(entry)
        return entries[::-1]

    # A transition has two halves: a request, and the effect of the response. They are separate so
    # that many requests can be sent together (`apply_all`).

    def _begin(self, action):
        """The first half: the request, or None if the round continues."""
        if self.is_terminal():
            raise ValueError("the match is over")
        if self.is_chance_node():
            return self._apply_luck(action)
        node = self._node()
        if len(node) > 1:
            raise ValueError("several players act at once: apply_actions takes one action of each")
        self._choose(node, [action])
        self._noted((node[0][0], action))
        return self._advance()

    def _advance(self):
        """Advances to the next node of the round, or to the next round."""
        self._at += 1
        return self._play_round() if self._at == len(self._moment.nodes()) else None

    def _play_round(self):
        return self._game._to_play(self._moment, self._all_actions(), ASK_FOR_LUCK)

    def _apply_luck(self, luck):
        if luck < 0:
            raise ValueError(f"an outcome of chance is a seed from 1 on, or 0 for the match’s own luck, not {luck}")
        self._noted((int(PlayerId.CHANCE), luck))
        if self._moment is None:
            return self._game._to_start(luck)
        return self._game._to_play(self._moment, self._actions, luck)

    def _finish(self, request, answer=None):
        """The second half. If the response is absent, this method sends the request itself."""
        if request is None:
            return
        game, actions = self._game, self._actions
        answer = game._ask(*request) if answer is None else answer
        if not answer:
            self._actions, self._sampled = self._all_actions(), None
            return
        played = b"" if self._moment is None else self._all_actions() if actions is None else actions
        moment = Moment(game, answer, self._moment, played)
        if self._moment is None:
            self._seen = self._value(moment)
        self._actions, self._sampled = None, None
        self._enter(moment)

    def _all_actions(self):
        sim = self._game.simulator
        actions = np.full(sim.units, sim.no_action, sim.action_type)
        for unit, action in (*self._moment.forced, *self._chosen):
            actions[unit] = action
        return actions

    def _enter(self, moment):
        """Enters a moment after playing the rounds in which no one has a choice."""
        self._moment, self._at, self._chosen = moment, 0, ()
        if moment.needs_luck:
            self._actions, self._sampled = self._all_actions(), None
        elif not moment.is_over and not moment.nodes():
            self._finish(self._play_round())


def apply_all(states, actions):
    """Applies an action to each of several states of one game (`State.apply_action`). One request
    to the simulator handles all of them, which is many times faster than separate calls. If an
    action isn't legal, the states before it have already changed.
    """
    begun = [(state, state._begin(int(action))) for state, action in zip(states, actions)]
    asked = [(state, request) for state, request in begun if request is not None]
    for (state, request), answer in zip(asked, _ask_all(states, [request for _, request in asked])):
        state._finish(request, answer)


def resample_all(states, player, sampler):
    """Calls `resample_from_infostate` for each state, with one request to the simulator for all of them."""
    copies = [state.clone() for state in states]
    dealt = [(copy, 1 + int(sampler() * (2**31 - 4))) for copy in copies if copy._moment is not None]
    requests = [copy._game._to_redeal(copy._moment, int(player), seed) for copy, seed in dealt]
    for (copy, seed), answer in zip(dealt, _ask_all(states, requests)):
        copy._redeal(int(player), seed, answer)
    return copies


def observe_all(states):
    """Fetches the observations of all states together, for `observation` and for texts and tensors of observations."""
    moments = {state._moment.handle: state._moment for state in states if state._moment is not None and state._moment._views is None}
    for moment, answer in zip(moments.values(), _ask_all(states, [moment.game._to_observe(moment) for moment in moments.values()])):
        moment._views = moment.game._read_views(answer)


def _ask_all(states, requests):
    return states[0]._game._ask_all(requests) if requests else []
