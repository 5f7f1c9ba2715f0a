"""Checks a match for the properties that OpenSpiel's random simulation requires of a game. The list
of properties comes from OpenSpiel, but the code is ours."""
import pickle
import random

from ludus_env import openspiel as pyspiel
from ludus_env.openspiel import PlayerId


def check_match(test, game, seed, most=None, anew=True):
    """Plays a random match and checks its properties, with the costly checks at the first nodes and at each power of
    two.

    most: the number of nodes after which only the final checks follow, or None for no limit. anew:
    whether the state is also read with a new game, which starts a process. Returns the number of
    nodes.
    """
    draws = random.Random(seed)
    players = range(game.num_players())
    state = game.new_initial_state()
    totals = [0.0] * len(players)
    history, lengths, nodes = [], [0, 0], 0
    while not state.is_terminal() and nodes != most:
        dear = nodes < 6 or nodes & (nodes - 1) == 0
        test.assertEqual(state.move_number(), nodes)
        if dear:
            test.assertEqual(state.history(), history)
            check_copies(test, game, state, draws)
        if state.is_chance_node():
            test.assertEqual(state.current_player(), PlayerId.CHANCE)
            outcomes = state.chance_outcomes()
            test.assertEqual([each for each, _ in outcomes], state.legal_actions())
            test.assertAlmostEqual(sum(chance for _, chance in outcomes), 1.0)
            test.assertTrue(all(0 <= each < game.max_chance_outcomes() for each, _ in outcomes))
            test.assertTrue(all(state.legal_actions(player) == [] for player in players))
            apply(test, state, outcomes[0][0])
            history.append(outcomes[0][0])
            lengths[1] += 1
        else:
            totals = [total + reward for total, reward in zip(totals, state.rewards())]
            if dear:
                check_views(test, game, state)
            actions = [draws.choice(check_legal(test, game, state, player) or [0]) for player in players]
            lengths[0] += 1
            if state.is_simultaneous_node():
                test.assertEqual(state.current_player(), PlayerId.SIMULTANEOUS)
                apply(test, state, actions)
                history += actions
            else:
                acting = state.current_player()
                test.assertIn(acting, players)
                test.assertTrue(state.legal_actions())
                test.assertEqual(state.legal_actions(), state.legal_actions(acting))
                # Players that don't act have no actions.
                test.assertTrue(all(state.legal_actions(player) == [] for player in players if player != acting))
                apply(test, state, actions[acting])
                history.append(actions[acting])
        nodes += 1
    check_history(test, game, state)
    if anew:
        check_new_games(test, game, state)
    if not state.is_terminal():
        return nodes
    test.assertEqual(state.current_player(), PlayerId.TERMINAL)
    test.assertTrue(all(state.legal_actions(player) == [] for player in players))
    test.assertLessEqual(lengths[0], game.max_game_length())
    test.assertLessEqual(lengths[1], game.max_chance_nodes_in_history())
    test.assertLessEqual(len(history), game.max_history_length())
    check_views(test, game, state)
    check_copies(test, game, state, draws)
    check_returns(test, game, state, [total + reward for total, reward in zip(totals, state.rewards())])
    return nodes


def apply(test, state, action):
    """Also applies the action to a clone: both must reach the same state."""
    clone = state.clone()
    for each in (state, clone):
        (each.apply_actions if isinstance(action, list) else each.apply_action)(action)
    test.assertEqual(str(state), str(clone))
    test.assertEqual(state.current_player(), clone.current_player())


def check_legal(test, game, state, player):
    """Legal actions are ascending and unique, and equal the mask. Their names map back to them."""
    actions = state.legal_actions(player)
    test.assertEqual(actions, sorted(set(actions)))
    mask = state.legal_actions_mask(player)
    test.assertEqual(len(mask), game.num_distinct_actions())
    test.assertEqual([action for action, allowed in enumerate(mask) if allowed], actions)
    for action in actions:
        test.assertEqual(state.string_to_action(player, state.action_to_string(player, action)), action)
    return actions


def check_views(test, game, state):
    """Tensors have the declared size, and strings don't change while no player acts."""
    for player in range(game.num_players()):
        test.assertEqual(len(state.observation_tensor(player)), game.observation_tensor_size())
        if game.get_type().provides_information_state_tensor:
            test.assertEqual(len(state.information_state_tensor(player)), game.information_state_tensor_size())
        for text in (state.observation_string, state.information_state_string):
            test.assertEqual(text(player), text(player))


def check_copies(test, game, state, draws):
    """A clone, a serialised state, and a state redealt for a player must have the same properties."""
    clone = state.clone()
    test.assertEqual(str(clone), str(state))
    test.assertEqual(clone.history(), state.history())
    read = game.deserialize_state(state.serialize())
    test.assertEqual(str(read), str(state))
    test.assertEqual(read.serialize(), state.serialize())
    if state.history() == [] or state.is_chance_node() and state.move_number() == 0:
        return
    for player in range(game.num_players()):
        test.assertEqual(read.information_state_string(player), state.information_state_string(player))
        other = state.resample_from_infostate(player, draws.random)
        test.assertEqual(other.current_player(), state.current_player())
        test.assertEqual(other.information_state_string(player), state.information_state_string(player))
        test.assertEqual(other.observation_string(player), state.observation_string(player))
        test.assertEqual(other.observation_tensor(player), state.observation_tensor(player))
        if not state.is_chance_node():
            test.assertEqual(other.legal_actions(player), state.legal_actions(player))
        again = game.deserialize_state(other.serialize()) if state.history() else other
        test.assertEqual(str(again), str(other))


def check_returns(test, game, state, totals):
    """Returns are within their bounds, have the required sum, and equal the sum of the rewards."""
    test.assertLess(game.min_utility(), game.max_utility())
    for player, value in enumerate(state.returns()):
        test.assertEqual(value, state.player_return(player))
        test.assertGreaterEqual(value, game.min_utility())
        test.assertLessEqual(value, game.max_utility())
        test.assertAlmostEqual(value, totals[player])
    if game.utility_sum() is not None:
        test.assertAlmostEqual(sum(state.returns()), game.utility_sum())


def check_history(test, game, state):
    """Replaying its history leads to the same state."""
    again, left = game.new_initial_state(), state.history()[::-1]
    while left:
        if again.is_simultaneous_node():
            again.apply_actions([left.pop() for _ in range(game.num_players())])
        else:
            again.apply_action(left.pop())
    test.assertEqual(str(again), str(state))


def check_new_games(test, game, state):
    """A pickled state is the same state in another game. So are a game and a state that were read
    from a string."""
    other, read = pyspiel.deserialize_game_and_state(pyspiel.serialize_game_and_state(game, state))
    test.assertEqual((str(other), str(read)), (str(game), str(state)))
    other.close()
    copy = pickle.loads(pickle.dumps(state))
    test.assertEqual(str(copy), str(state))
    copy.get_game().close()
