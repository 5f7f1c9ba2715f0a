"""Games with the interface of OpenSpiel."""
import json
import re
import struct

import numpy as np

from ..connection import games
from ..simulator import Simulator
from .kinds import GameType
from .moment import Moment
from .state import State

#: Maximum size of an information state's tensor.
MAX_TENSOR_LENGTH = 2**20
#: Number of collected handles after which the simulator is asked to drop them.
FORGOTTEN = 256
#: Seeds of luck are 1 to LUCK.
LUCK = 2**31 - 3
SIMULATED = ("board", "planes", "tables", "universe", "revision", "players", "transport")
DEFAULTS = {"board": None, "planes": True, "tables": True, "universe": False, "revision": None, "players": None, "transport": "auto",
            "rng_seed": 1, "utility": "points", "simultaneous": True}
#: Parameters that determine how a game is accessed, but not the game itself.
UNNAMED = ("players", "transport")


def registered_names():
    """The games that can be loaded."""
    return games()


def load_game(name, parameters=None):
    """Loads a game by its name, with parameters in a dict or in the name: "trails(board=pillars,rng_seed=7)".

    board, revision, universe, players: as for `Simulator`. planes, tables: whether observations contain them.
    rng_seed: the initial seed of sampled chance. utility: "points" (a share of the places, at the end) or "scores"
    (in each round). simultaneous: False gives each player a separate node, in which it doesn't see the others'
    choices.
    """
    found = re.fullmatch(r"([^(]+)(?:\((.*)\))?", str(name).strip(), re.DOTALL)
    if not found:
        raise ValueError(f"a game is a name, or a name with parameters as in trails(rng_seed=7), not {name!r}")
    said = {}
    for word in filter(None, (found[2] or "").split(",")):
        key, equals, value = word.partition("=")
        if not equals:
            raise ValueError(f"parameters are written as in trails(rng_seed=7), not {word!r}")
        said[key.strip()] = _value(value.strip())
    said.update(parameters or {})
    return Game(found[1].strip(), **said)


def convert_to_turn_based(game):
    """The same game without simultaneous nodes."""
    return Game(game.short_name, **{**game.get_parameters(), "simultaneous": False})


def serialize_game_and_state(game, state):
    return json.dumps({"game": str(game), "rng": game.get_rng_state(), "state": state.serialize()})


def deserialize_game_and_state(text):
    said = json.loads(text)
    game = load_game(said["game"])
    state = game.deserialize_state(said["state"])
    game.set_rng_state(said["rng"])
    return game, state


def _value(text):
    if text in ("True", "False", "None"):
        return {"True": True, "False": False, "None": None}[text]
    return int(text) if re.fullmatch("-?[0-9]+", text) else text


class Game:
    """A game on one board, with the methods of `pyspiel.Game`. `load_game` creates it. It owns a process until
    `close`."""

    def __init__(self, name, **parameters):
        unknown = [key for key in parameters if key not in DEFAULTS]
        if unknown:
            raise ValueError(f"{name} has no parameter {unknown[0]}; there are {', '.join(DEFAULTS)}")
        self._parameters = {key: value for key, value in parameters.items() if value != DEFAULTS[key]}
        said = {**DEFAULTS, **parameters}
        if said["utility"] not in ("points", "scores"):
            raise ValueError(f"utility must be points or scores, not {said['utility']}")
        self.short_name = name
        observe = [part for part in ("tables", "planes") if said[part]]
        options = {key: said[key] for key in SIMULATED if key not in ("planes", "tables")}
        self.simulator = Simulator(name, seats="all", observe=observe, **options)
        shapes = self.simulator.shapes
        self._hides, self._has_luck, self._title = shapes["hidden"], shapes["luck"], shapes["title"]
        teams = shapes["teams"]
        self._opponents = [sum(other != team for other in teams) for team in teams]
        self._units_per_seat = self.simulator.units_per_seat
        self._simultaneous = bool(said["simultaneous"])
        self._counts_scores = said["utility"] == "scores"
        self._forgotten = []
        self.set_rng_state(str(said["rng_seed"]))
        first = Moment(self, self._ask(*self._to_start(1)))
        self._observation_size = len(first.numbers(0)) + 1 + self._units_per_seat
        #: In a game without luck, all matches start from the same state.
        self._first = None if self._has_luck else first

    # Facts.

    def num_players(self):
        return self.simulator.seats

    def num_distinct_actions(self):
        return len(self.simulator.actions)

    def policy_tensor_shape(self):
        return [self.num_distinct_actions()]

    def max_chance_outcomes(self):
        """The outcomes of chance nodes are seeds."""
        return LUCK + 1 if self._has_luck else 0

    def max_chance_nodes_in_history(self):
        return self.simulator.rounds + 1 if self._has_luck else 0

    def max_game_length(self):
        """Maximum number of player nodes on a path through the tree."""
        nodes = self._units_per_seat if self._simultaneous else self.simulator.units
        return self.simulator.rounds * nodes

    def max_move_number(self):
        return self.max_game_length() + self.max_chance_nodes_in_history()

    def max_history_length(self):
        return self.simulator.rounds * self.simulator.units + self.max_chance_nodes_in_history()

    def min_utility(self):
        return -np.inf if self._counts_scores else 0.0

    def max_utility(self):
        return np.inf if self._counts_scores else 1.0

    def utility_sum(self):
        """The sum of all players' returns; None if it isn't constant."""
        return None if self._counts_scores or len(set(self._opponents)) > 1 else self.num_players() / 2

    def observation_tensor_size(self):
        return self._observation_size

    def observation_tensor_shape(self):
        return [self._observation_size]

    def information_state_tensor_shape(self):
        """One row per round, including the first: the observations so far, then zeros."""
        rows = self.simulator.rounds + 1
        if rows * self._observation_size > MAX_TENSOR_LENGTH:
            raise ValueError(f"an information state of {self.short_name} would have {rows} × {self._observation_size} numbers, and "
                             f"{MAX_TENSOR_LENGTH} are the most: leave out planes or tables, or use observation_tensor")
        return [rows, self._observation_size]

    def information_state_tensor_size(self):
        rows, columns = self.information_state_tensor_shape()
        return rows * columns

    def get_type(self):
        return GameType(
            self.short_name, self._title,
            GameType.Dynamics.SIMULTANEOUS if self._simultaneous and not self._takes_turns() else GameType.Dynamics.SEQUENTIAL,
            GameType.ChanceMode.SAMPLED_STOCHASTIC if self._has_luck else GameType.ChanceMode.DETERMINISTIC,
            GameType.Information.IMPERFECT_INFORMATION if self._hides or not self._takes_turns()
            else GameType.Information.PERFECT_INFORMATION,
            GameType.Utility.GENERAL_SUM if self.utility_sum() is None else GameType.Utility.CONSTANT_SUM,
            GameType.RewardModel.REWARDS if self._counts_scores else GameType.RewardModel.TERMINAL,
            self.num_players(), self.num_players(), True,
            (self.simulator.rounds + 1) * self._observation_size <= MAX_TENSOR_LENGTH, True, True)

    def get_parameters(self):
        return dict(self._parameters)

    def action_to_string(self, player, action):
        return self.simulator.actions[action]

    # States.

    def new_initial_state(self):
        """The root. In a game with luck, it is a chance node with the match's seed as its outcome."""
        return State(self)

    def current_state(self, match=0):
        """The current state of a match of `simulator`, for a search. It has no history."""
        handle = self.simulator.save(match)
        return State(self, Moment(self, self._ask(b"x", struct.pack("<i", handle)), first=[0] * self.num_players()))

    def deserialize_state(self, text):
        return State.read(self, text)

    def get_rng_state(self):
        return str(self._random)

    def set_rng_state(self, text):
        self._random = int(text) & (2**64 - 1)

    def close(self):
        """Ends the process. States can't be used afterwards."""
        self.simulator.close()

    def __str__(self):
        words = [f"{key}={value}" for key, value in sorted(self._parameters.items()) if key not in UNNAMED]
        return f"{self.short_name}({','.join(words)})"

    def __repr__(self):
        return f"<{self}>"

    def __enter__(self):
        return self

    def __exit__(self, *_):
        self.close()

    def __reduce__(self):
        return _restored, (str(self), self.get_rng_state())

    # These methods are for states and moments.

    def _takes_turns(self):
        return self.simulator.shapes["turns"]

    def _sample(self):
        """The next seed for luck, generated by SplitMix64 with one number as its state."""
        self._random = (self._random + 0x9E3779B97F4A7C15) & (2**64 - 1)
        mixed = self._random
        mixed = ((mixed ^ (mixed >> 30)) * 0xBF58476D1CE4E5B9) & (2**64 - 1)
        mixed = ((mixed ^ (mixed >> 27)) * 0x94D049BB133111EB) & (2**64 - 1)
        return 1 + (mixed ^ (mixed >> 31)) % LUCK

    def _to_start(self, seed):
        return b"a", struct.pack("<i", seed)

    def _to_play(self, moment, actions, luck):
        """The request for the moment after a round. The answer is empty if the round needs luck and `luck` is
        ASK_FOR_LUCK."""
        return b"g", struct.pack("<ii", moment.handle, luck) + actions.tobytes()

    def _to_redeal(self, moment, seat, seed):
        return b"k", struct.pack("<iii", moment.handle, seat, seed)

    def _to_observe(self, moment):
        return b"y", struct.pack("<i", moment.handle)

    def _read_views(self, answer):
        return self.simulator._take(answer, 0, 1)[0]

    def _roll_out(self, moment, chosen, count, rounds, seed):
        numbers = [moment.handle, count, rounds, seed, *(number for pair in chosen for number in pair)]
        data = self._ask(b"j", struct.pack(f"<{len(numbers)}i", *numbers))
        sums = np.frombuffer(data, np.float64).reshape(2, -1)
        return sums[1] / count if self._counts_scores else sums[0] / (2 * count * np.array(self._opponents))

    def _ask(self, kind, request):
        return self._ask_all([(kind, request)])[0]

    def _ask_all(self, requests):
        if len(self._forgotten) >= FORGOTTEN:
            gone, self._forgotten = self._forgotten, []
            self.simulator.drop(*gone)
        return self.simulator._connection.answers(requests)

    def _forget(self, handle):
        self._forgotten.append(handle)


def _restored(text, random):
    game = load_game(text)
    game.set_rng_state(random)
    return game
