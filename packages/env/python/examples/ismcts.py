"""Information-set Monte Carlo tree search against a built-in bot: python3 ismcts.py GAME BOT [--pairs 10]
[--simulations 300] [--worth TABLE.COLUMN]

For turn-based games. In each simulation, the agent samples the information hidden from it
(`resample_from_infostate`), and descends one tree that all simulations share. A node of the tree is an information
set of the agent. Each player chooses the action with the best results so far. A simulation ends after one new node,
from which random moves continue the match. With --worth, it ends when a player's number in a table has changed:
--worth players.dice. Samples that explain the previous player's last move are then more likely. A pair is two
matches with the same seed and swapped seats. The last line contains the share of the points, and the steps per
second of the OpenSpiel interface.
"""
import argparse
import math
import os
import random
import sys
import time

import numpy as np

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), ".."))
from ludus_env.openspiel import apply_all, load_game, observe_all, resample_all  # noqa: E402

#: Exploration weight of a simulation; values are between 0 and 1.
EXPLORATION = 0.25
#: Number of simulations that run in parallel.
TOGETHER = 25
#: Number of rounds of a roll-out.
ROUNDS = 40
#: Number of samples drawn for each sample used, and how many times the last move is tried in each
#: of them.
DRAWN, TRIED = 2, 2
#: Factor of a sample's likelihood for each trial in which the last move loses.
DOUBT = 0.2


class Node:
    """Statistics of the actions at one information set: visits, number of times each was available, and the sum of its
    values."""

    __slots__ = ("children", "visits", "possible", "sums", "total")

    def __init__(self, total=0):
        self.total = total
        self.children, self.visits, self.possible, self.sums = {}, {}, {}, {}

    def choose(self, legal):
        """The next untried action, or the one with the highest upper bound. The more visits, the more actions are tried."""
        legal = legal[:2 + int(math.sqrt(self.total))]
        self.total += 1
        for action in legal:
            self.possible[action] = self.possible.get(action, 0) + 1
        chosen = next((action for action in legal if action not in self.visits), None)
        if chosen is None:
            chosen = max(legal, key=lambda action: self.sums[action] / self.visits[action]
                         + EXPLORATION * math.sqrt(math.log(self.possible[action]) / self.visits[action]))
        # Until a visit's value is known, the visit counts as a loss, so that parallel simulations try different
        # actions.
        self.visits[chosen] = self.visits.get(chosen, 0) + 1
        self.sums.setdefault(chosen, 0.0)
        return chosen


class Simulation:
    """A state, its node of the tree, and the choices that led to it."""

    def __init__(self, node, state):
        self.node, self.state, self.path, self.is_new = node, state, [], False


class Agent:
    def __init__(self, game, seat, simulations, width, worth):
        self.game, self.seat, self.simulations, self.width = game, seat, simulations, width
        self.steps = 0
        self.table, self.column = None, None
        if worth:
            self.table, name = worth.split(".")
            fields = {table["name"]: table["fields"] for table in game.simulator.shapes["tables"]}
            self.column = fields[self.table].index(name)

    def move(self, state):
        """The action that most simulations have chosen."""
        # All actions are considered from the start.
        root = Node(self.width ** 2)
        legal = self.considered(state)
        if len(legal) == 1:
            return legal[0]
        before = self.wealth(state)
        states = self.deals(state, before)
        for at in range(0, len(states), TOGETHER):
            self.simulate([Simulation(root, each) for each in states[at:at + TOGETHER]], before)
        return max(root.visits, key=root.visits.get)

    def deals(self, state, before):
        """A sample for each simulation. With --worth, samples that explain the last move are more likely. The agent
        imagines other cards for itself, and ends the deal immediately with its last legal action. The previous
        player should not lose then."""
        if self.column is None:
            return resample_all([state] * self.simulations, self.seat, random.random)
        states = resample_all([state] * (DRAWN * self.simulations), self.seat, random.random)
        player = (self.seat - 1) % self.game.num_players()
        weights = np.ones(len(states))
        for _ in range(TRIED):
            imagined = resample_all(states, player, random.random)
            apply_all(imagined, [each.legal_actions()[-1] for each in imagined])
            observe_all(imagined)
            weights *= [DOUBT if self.gained(each, before)[player] < 0 else 1 for each in imagined]
            self.steps += len(imagined)
        return [each.clone() for each in random.choices(states, weights, k=self.simulations)]

    def simulate(self, simulations, before):
        """Runs simulations in parallel, with one request to the simulator per step for all of them."""
        while simulations:
            observe_all([each.state for each in simulations if each.state.is_chance_node() or each.state.is_terminal()] or [simulations[0].state])
            for each in [each for each in simulations if self.has_ended(each, before)]:
                simulations.remove(each)
                values = self.values(each, before)
                for node, player, action in each.path:
                    node.sums[action] += values[player]
            if not simulations:
                return
            dealt = [each for each in simulations if each.state.is_chance_node()]
            apply_all([each.state for each in simulations], [self.next_action(each) for each in simulations])
            self.steps += len(simulations)
            if dealt:
                # New information may have been dealt. The agent's observations now distinguish nodes.
                observe_all([each.state for each in dealt])
                for each in dealt:
                    each.node = each.node.children.setdefault(each.state.observation_string(self.seat), Node())

    def has_ended(self, simulation, before):
        state = simulation.state
        if state.is_terminal() or simulation.is_new:
            return True
        # The number in the table can change only at such a node.
        return state.is_chance_node() and self.column is not None and (self.wealth(state) != before).any()

    def next_action(self, simulation):
        state, node = simulation.state, simulation.node
        if state.is_chance_node():
            return state.chance_outcomes()[0][0]
        action = node.choose(self.considered(state))
        simulation.path.append((node, state.current_player(), action))
        simulation.is_new = self.column is None and action not in node.children
        simulation.node = node.children.setdefault(action, Node())
        return action

    def considered(self, state):
        """The last legal action, which ends most claims games, followed by the first ones."""
        legal = state.legal_actions()
        return [legal[-1], *legal[:min(len(legal), self.width) - 1]]

    def wealth(self, state):
        """The players' scores, followed by their numbers in the table."""
        wealth = state.returns()
        if self.column is not None:
            # The table begins with the observing player.
            numbers = state.observation(self.seat)[self.table][:, self.column].tolist()
            wealth += [numbers[player - self.seat] for player in range(len(wealth))]
        return np.array(wealth)

    def gained(self, state, before):
        """By player: gains and losses. The table is used until a player has scored, because it may
        be reset then."""
        count = self.game.num_players()
        changed = self.wealth(state) - before
        return changed[:count] if changed[:count].any() else changed[-count:]

    def values(self, simulation, before):
        """By player, 0 to 1: the player's gain compared with the others'."""
        state = simulation.state
        gained = state.rollouts(1, ROUNDS) - before if self.column is None else self.gained(state, before)
        others = (gained.sum() - gained) / (len(gained) - 1)
        return 0.5 + 0.5 * np.tanh(gained - others)


def play(game, agent, seed):
    """Plays a match against the bots seated in the game. Returns the agent's share of the points."""
    sim = game.simulator
    sim.reset_matches([seed])
    random.seed(seed)
    done = False
    while not done:
        obs, _, _ = sim.look()
        actions = np.full((1, sim.units), sim.no_action)
        state = game.current_state()
        if state.current_player() == agent.seat and state.observation(agent.seat)["round"][0] == obs["rounds"][0]:
            actions[0, agent.seat] = agent.move(state)
        obs, _, dones = sim.step(actions)
        done = dones[0]
    scores = obs["scores"][0]
    others = np.delete(scores, agent.seat)
    return float(np.mean((scores[agent.seat] > others) + 0.5 * (scores[agent.seat] == others)))


def main():
    parser = argparse.ArgumentParser(description="Information-set Monte Carlo tree search against a built-in bot.")
    parser.add_argument("game")
    parser.add_argument("bot")
    parser.add_argument("--board")
    parser.add_argument("--pairs", type=int, default=10)
    parser.add_argument("--simulations", type=int, default=300, help="per move")
    parser.add_argument("--width", type=int, default=14, help="actions that are considered: the first ones, and the last")
    parser.add_argument("--worth", help="TABLE.COLUMN: a number of each player that counts like a point")
    parser.add_argument("--seed", type=int, default=1, help="of the first pair")
    said = parser.parse_args()
    points, steps, searched = [], 0, 0.0
    try:
        games = [load_game(said.game, {"board": said.board, "utility": "scores", "planes": False, "players": {seat: None, "*": said.bot}})
                 for seat in range(2)]
    except ValueError as error:
        sys.exit(str(error))
    if games[0].get_type().dynamics.name != "SEQUENTIAL":
        sys.exit(f"ismcts.py plays games of turns, and in {said.game} all act at once")
    for pair in range(said.pairs):
        for seat, game in enumerate(games):
            agent = Agent(game, seat, said.simulations, said.width, said.worth)
            began = time.perf_counter()
            points.append(play(game, agent, said.seed + pair))
            steps, searched = steps + agent.steps, searched + time.perf_counter() - began
            print(f"match {len(points)} of {2 * said.pairs}: {100 * np.mean(points):.1f}% of the points so far against {said.bot}", flush=True)
    for game in games:
        game.close()
    share = np.array(points).reshape(-1, 2).mean(axis=1)
    error = 1.96 * share.std(ddof=1) / math.sqrt(len(share)) if len(share) > 1 else 0.5
    print(f"{100 * share.mean():.1f}% ± {100 * error:.1f}% of the points against {said.bot}, {steps / searched:.0f} steps per second")


if __name__ == "__main__":
    main()
