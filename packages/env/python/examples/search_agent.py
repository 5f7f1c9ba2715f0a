"""Seat 0 looks ahead, the others ask nothing: python3 search_agent.py [madmax|starwar] [seed] [rounds]

Each round, every plan (a first action, then a second one kept up) is tried for each of seat 0's units, all in one call, from
where the match stands; the plan with the best reward is played. Each round's plans share a luck of their own, which is not the
match's: nobody foresees what cannot be known.
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
DEPTH, DEFAULT = 6, 1

with Simulator(game, observe=("units",)) as sim:
    nothing = sim.no_action
    firsts, thens = np.array(list(itertools.product(range(10), range(9)))).T
    weights = 0.95 ** np.arange(DEPTH)
    obs = sim.reset(seed)
    total = 0
    for turn in range(min(rounds, sim.rounds)):
        chosen = np.full(sim.units, nothing)
        here = sim.save()
        # The same state with another luck.
        sim.load(here, seed=turn)
        other = sim.save()
        for unit in range(sim.units_per_seat):
            if obs["units"][0, unit, 5] == 0:
                continue
            plans = np.full((len(firsts), DEPTH, sim.units), nothing)
            plans[:, :, :sim.units_per_seat] = DEFAULT
            plans[:, 0] = chosen
            plans[:, 0, unit] = firsts
            plans[:, 1:, unit] = thens[:, None]
            tried = sim.expand(other, plans)
            # Being alive at the end is worth something.
            value = tried.rewards[:, :, 0] @ weights + 8 * tried.ends["units"][:, unit, 5]
            chosen[unit] = firsts[int(np.argmax(value))]
        sim.load(here)
        sim.drop(here, other)
        obs, rewards, _ = sim.step(chosen[None])
        total += int(rewards[0, 0])
    print(f"score {total}")
