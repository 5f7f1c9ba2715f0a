"""The names and numbers from OpenSpiel's interface."""
import enum
from collections import namedtuple

INVALID_ACTION = -1

#: One entry of `State.full_history`.
PlayerAction = namedtuple("PlayerAction", "player action")


class PlayerId(enum.IntEnum):
    """The values of `current_player` that aren't player numbers."""

    DEFAULT_PLAYER_ID = 0
    CHANCE = -1
    SIMULTANEOUS = -2
    INVALID = -3
    TERMINAL = -4


_FIELDS = ("short_name long_name dynamics chance_mode information utility reward_model max_num_players min_num_players "
           "provides_information_state_string provides_information_state_tensor provides_observation_string "
           "provides_observation_tensor")


class GameType(namedtuple("GameType", _FIELDS)):
    """The properties of a game."""

    Dynamics = enum.Enum("Dynamics", "SEQUENTIAL SIMULTANEOUS")
    ChanceMode = enum.Enum("ChanceMode", "DETERMINISTIC EXPLICIT_STOCHASTIC SAMPLED_STOCHASTIC")
    Information = enum.Enum("Information", "PERFECT_INFORMATION IMPERFECT_INFORMATION")
    Utility = enum.Enum("Utility", "CONSTANT_SUM GENERAL_SUM")
    RewardModel = enum.Enum("RewardModel", "TERMINAL REWARDS")
