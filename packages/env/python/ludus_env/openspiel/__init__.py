"""An OpenSpiel interface to every game: objects with the methods of `pyspiel.Game` and `pyspiel.State`
(docs/python-api.md).

    from ludus_env import openspiel as pyspiel

    game = pyspiel.load_game("trails", {"board": "pillars"})
    state = game.new_initial_state()
    while not state.is_terminal():
        if state.is_chance_node():
            state.apply_action(state.chance_outcomes()[0][0])
        elif state.is_simultaneous_node():
            state.apply_actions([(state.legal_actions(player) or [0])[0] for player in range(game.num_players())])
        else:
            state.apply_action(state.legal_actions()[0])
    print(state.returns())
"""
from .game import (Game, convert_to_turn_based, deserialize_game_and_state, load_game, registered_names,
                   serialize_game_and_state)
from .kinds import INVALID_ACTION, GameType, PlayerAction, PlayerId
from .state import State, apply_all, observe_all, resample_all

__all__ = ["Game", "GameType", "INVALID_ACTION", "PlayerAction", "PlayerId", "State", "apply_all", "convert_to_turn_based",
           "deserialize_game_and_state", "load_game", "observe_all", "registered_names",
           "resample_all", "serialize_game_and_state"]
