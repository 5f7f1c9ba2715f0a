"""Seat 0 looks ahead, the others do nothing: python3 search_agent.py [game] [seed] [rounds]

In each round, one call tries every plan for each of seat 0's units from the current state. A plan is a first action,
then a second one that is repeated. The plan with the best reward is played. The plans of a round share their luck,
which differs from the match's, so that the search can't foresee it. For games with a few units per seat, such as
madmax, starwar, and trails.
"""
import itertools
import os
import sys

import numpy as np

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), ".."))
from ludus_env import Simulator  # noqa: E402

game = sys.argv[1] if len(sys.argv) > 1 else "madmax"
seed = int(sys.argv[2]) if len(sys.argv) > 2 else 1
rounds = int(sys.argv[3]) if len(sys.argv) > 3 else 300
DEPTH, MAX_UNITS = 6, 16

try:
    matches = Simulator(game, observe=("tables",))
except ValueError as error:
    sys.exit(str(error))
with matches as sim:
    nothing = sim.no_action
    if sim.units_per_seat > MAX_UNITS:
        sys.exit(f"search_agent.py tries plans for one unit after the other, and in {game} a seat has {sim.units_per_seat}: too many")
    # The table with one line per unit, and the index of the field for living units.
    lives = ((table, at) for table in sim.shapes["tables"] if not table["counted"]
             for at, field in enumerate(table["fields"]) if field in ("alive", "lives"))
    units, alive = next(lives, (None, None))
    if units is None:
        sys.exit(f"search_agent.py needs a table that says which units live, and {game} has none")
    firsts, thens = np.array(list(itertools.product(range(len(sim.actions)), repeat=2))).T
    weights = 0.95 ** np.arange(DEPTH)
    obs = sim.reset(seed)
    total = 0
    for turn in range(min(rounds, sim.rounds)):
        chosen = np.full(sim.units, nothing)
        here = sim.save()
        # The same state with different luck.
        sim.load(here, seed=turn)
        other = sim.save()
        for unit in range(sim.units_per_seat):
            if obs[units["name"]][0, unit, alive] == 0:
                continue
            plans = np.full((len(firsts), DEPTH, sim.units), nothing)
            plans[:, 0] = chosen
            plans[:, 0, unit] = firsts
            plans[:, 1:, unit] = thens[:, None]
            tried = sim.expand(other, plans)
            # A unit that is alive at the end has additional value.
            value = tried.rewards[:, :, 0] @ weights + 8 * tried.ends[units["name"]][:, unit, alive]
            chosen[unit] = firsts[int(np.argmax(value))]
        sim.load(here)
        sim.drop(here, other)
        obs, rewards, dones = sim.step(chosen[None])
        total += int(rewards[0, 0])
        if dones[0]:
            break
    print(f"score {total}")
