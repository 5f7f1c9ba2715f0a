"""The OpenSpiel interface of every game. LUDUS_MATCHES=20 checks this number of whole matches per game."""
import pickle
import unittest
from random import Random

import numpy as np

from .playthrough import check_match, check_new_games
from .support import DUSK, LONG, MATCHES, Shared, with_dusk
from ludus_env import Simulator
from ludus_env.openspiel import GameType, PlayerId, State, apply_all, convert_to_turn_based, load_game, observe_all, registered_names, resample_all

#: Number of nodes checked per match in a quick run.
NODES = 12


class EveryGame(unittest.TestCase):
    """Each game has the properties that OpenSpiel's random simulation requires."""

    def setUp(self):
        with_dusk(self)

    def check(self, name, parameters=None):
        with self.subTest(name), load_game(name, parameters) as game:
            for seed in range(MATCHES or 1):
                # Each unit of a crowd is a node, so whole matches of Angry Mob have tens of
                # thousands of nodes.
                check_match(self, game, seed, None if MATCHES and game._units_per_seat < 50 else 2000 if MATCHES else NODES,
                            anew=MATCHES > 0)

    def test_every_game(self):
        # Games with simultaneous moves, with turns and chance, and with hidden information.
        for name in registered_names() if LONG else ("trails", "dusk", "periscope"):
            self.check(name)

    def test_boards_of_more_players(self):
        self.check("dusk", {"board": f"{DUSK}/boards/four.board"})
        self.check("trails(board=plaza,planes=False)")

    def test_every_game_in_turn(self):
        for name in registered_names() if MATCHES else ("trails", "angrymob") if LONG else ("trails",):
            self.check(name, {"simultaneous": False, "utility": "scores"})


class OfGames(unittest.TestCase):
    dusk = Shared(lambda: load_game("dusk"))

    def setUp(self):
        with_dusk(self)

    def game(self, name, parameters=None):
        game = load_game(name, parameters)
        self.addCleanup(game.close)
        return game

    def test_types(self):
        trails, dusk = self.game("trails"), self.dusk
        self.assertEqual(trails.get_type().dynamics, GameType.Dynamics.SIMULTANEOUS)
        self.assertEqual(trails.get_type().chance_mode, GameType.ChanceMode.DETERMINISTIC)
        self.assertEqual(dusk.get_type().dynamics, GameType.Dynamics.SEQUENTIAL)
        self.assertEqual(dusk.get_type().chance_mode, GameType.ChanceMode.SAMPLED_STOCHASTIC)
        self.assertEqual(dusk.get_type().information, GameType.Information.IMPERFECT_INFORMATION)
        with convert_to_turn_based(trails) as in_turn:
            self.assertEqual(in_turn.get_type().dynamics, GameType.Dynamics.SEQUENTIAL)

    def test_wrong_names_and_parameters_are_errors(self):
        for name, sentence in (("trails(seed=1)", "trails has no parameter seed"), ("trails(", "parameters"), ("ludo", "ludo"),
                               ("trails(utility=money)", "utility must be points or scores"), ("trails(1)", "not '1'")):
            with self.assertRaisesRegex(ValueError, sentence):
                load_game(name)

    def test_what_isnt_allowed_is_an_error_and_changes_nothing(self):
        game = self.dusk
        state = game.new_initial_state()
        with self.assertRaisesRegex(ValueError, "seed from 1 on"):
            state.apply_action(-1)
        with self.assertRaisesRegex(ValueError, "no one observes anything before"):
            state.observation_tensor(0)
        state.apply_action(5)
        state.apply_action(7)
        before = str(state)
        player = state.current_player()
        with self.assertRaisesRegex(ValueError, f"3 isn’t a legal action of player {player}"):
            state.apply_action(3)
        with self.assertRaisesRegex(ValueError, "apply_action takes its action"):
            state.apply_actions([1, 1])
        with self.assertRaisesRegex(ValueError, "there is no player 2"):
            state.observation_string(2)
        with self.assertRaisesRegex(ValueError, r"line 2 of the state, '0 1', can’t be played: player 0 doesn’t act"):
            game.deserialize_state("-1 5\n0 1")
        self.assertEqual(str(state), before)
        trails = self.game("trails").new_initial_state()
        for call in (lambda: trails.apply_action(1), trails.legal_actions):
            with self.assertRaisesRegex(ValueError, "several players act at once"):
                call()
        with self.assertRaisesRegex(ValueError, "one per player, not 1"):
            trails.apply_actions([1])

    def test_with_its_own_luck_a_match_is_that_of_the_simulator(self):
        for name in ("dusk", "starwar"):
            game = self.game(name, {"utility": "scores"})
            sim = Simulator(name, seats="all", observe=("tables", "mask"))
            self.addCleanup(sim.close)
            sim.reset_matches([11])
            state = game.new_initial_state()
            state.apply_action(11)
            while not state.is_terminal() and state._moment.round < (30 if LONG else 5):
                asked = np.full((1, sim.units), sim.no_action)
                round_ = state._moment.round
                while not state.is_terminal() and state._moment.round == round_:
                    if state.is_chance_node():
                        state.apply_action(0)
                    elif state.is_simultaneous_node():
                        node = state._node()
                        actions = [0] * game.num_players()
                        for seat, unit, legal in node:
                            actions[seat] = asked[0, unit] = legal[-1]
                        state.apply_actions(actions)
                    else:
                        (_, unit, legal), = state._node()
                        asked[0, unit] = legal[-1]
                        state.apply_action(legal[-1])
                _, rewards, _ = sim.step(asked)
            if name == "starwar":  # In Dusk, hashes cover only the seats' observations.
                self.assertEqual(state._moment.hash, int(sim.hashes()[0]))
            self.assertEqual(state._moment.scores, sim.look()[0]["scores"][0].tolist())

    def test_chance_is_sampled_again_by_each_clone_and_the_same_by_each_seed(self):
        drawn = []
        for _ in range(2):
            state = self.game("dusk", {"rng_seed": 3}).new_initial_state()
            self.assertEqual(state.chance_outcomes(), state.chance_outcomes())
            drawn.append([state.clone().chance_outcomes()[0][0] for _ in range(3)] + [state.chance_outcomes()[0][0]])
        self.assertEqual(drawn[0], drawn[1])
        self.assertEqual(len(set(drawn[0])), 4)

    def test_choices_of_a_round_are_hidden_until_it_is_played(self):
        state = self.game("madmax", {"simultaneous": False}).new_initial_state()
        state.apply_action(1)
        before = [state.information_state_string(player) for player in range(4)]
        tensor = state.observation_tensor(3)
        for player in (0, 0, 1):
            self.assertEqual(state.current_player(), player)
            state.apply_action(state.legal_actions()[0])
        self.assertEqual(state.current_player(), 1)
        self.assertNotEqual(state.information_state_string(0), before[0])
        self.assertEqual([state.information_state_string(player) for player in (2, 3)], before[2:])
        self.assertEqual(state.observation_tensor(3), tensor)

    def test_a_redealt_state_hides_others_and_differs_in_what_is_hidden(self):
        state = self.dusk.new_initial_state()
        state.apply_action(4)
        state.apply_action(9)
        player = state.current_player()
        random = np.random.default_rng(1)
        others = {state.resample_from_infostate(player, random.random).information_state_string(1 - player) for _ in range(12)}
        self.assertGreater(len(others), 3)

    def test_what_was_seen_before_distinguishes_states(self):
        game = self.game("trails", {"simultaneous": False})
        ends = []
        for order in ((0, 1), (1, 0)):
            state = game.new_initial_state()
            for action in order:
                state.apply_action(action)
                state.apply_action(state.legal_actions()[0])
            ends.append(state)
        self.assertNotEqual(*(state.information_state_string(0) for state in ends))

    def test_roll_outs_repeat_with_their_seed_and_their_sum_is_constant(self):
        state = self.dusk.new_initial_state()
        with self.assertRaisesRegex(ValueError, "hasn’t begun"):
            state.rollouts()
        state.apply_action(4)
        values = state.rollouts(8, seed=5)
        self.assertEqual(values.tolist(), state.rollouts(8, seed=5).tolist())
        self.assertNotEqual(values.tolist(), state.rollouts(8, seed=6).tolist())
        self.assertAlmostEqual(values.sum(), 1.0)
        self.assertEqual(str(state), str(state.clone()))

    def test_a_match_against_a_bot_can_be_searched(self):
        game = self.game("dusk", {"players": {1: "Hunter"}})
        sim = game.simulator
        sim.reset(3)
        sim.step(np.full((1, 2), sim.no_action))
        state = game.current_state()
        self.assertEqual(state.current_player(), PlayerId.DEFAULT_PLAYER_ID)
        hashes = sim.hashes().tolist()
        self.assertEqual(state._moment.round, int(sim.look()[0]["rounds"][0]))
        state.apply_action(state.legal_actions()[0])
        self.assertEqual(sim.hashes().tolist(), hashes)

    def test_forgotten_states_leave_the_simulator(self):
        game = self.dusk
        for _ in range(600):
            game.new_initial_state().apply_action(1)
        self.assertLess(len(game._forgotten), 300)

    def test_many_states_at_once_go_where_each_goes_alone(self):
        game = self.dusk
        state = game.new_initial_state()
        state.apply_action(4)
        state.apply_action(9)
        # More requests than are sent in one group.
        many = resample_all([state] * 700, 0, Random(1).random)
        draws = Random(1)
        alone = [state.resample_from_infostate(0, draws.random) for _ in range(2)]
        self.assertEqual([str(each) for each in many[:2]], [str(each) for each in alone])
        others = [each.clone() for each in many]
        apply_all(many, [each.legal_actions()[0] for each in many])
        observe_all(many)
        for each, other in list(zip(many, others))[::50]:
            other.apply_action(other.legal_actions()[0])
            self.assertEqual(str(each), str(other))
            self.assertEqual(each.observation_string(1), other.observation_string(1))
        with self.assertRaisesRegex(ValueError, "isn’t a legal action"):
            apply_all([state.clone(), state.clone()], [1, 3])
        self.assertEqual(str(state.child(1)), str(state.child(1)))

    def test_states_are_pickled_with_their_game(self):
        state = self.dusk.new_initial_state()
        state.apply_action(2)
        copy = pickle.loads(pickle.dumps(state))
        self.addCleanup(copy.get_game().close)
        self.assertIsInstance(copy, State)
        check_new_games(self, state.get_game(), state)


if __name__ == "__main__":
    unittest.main()
