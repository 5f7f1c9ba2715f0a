"""Seat 0 looks ahead, the others ask nothing: python3 search_agent.py [madmax|starwar] [seed] [rounds]

Each round, every plan (a first action, then a second one kept up) is tried for each of seat 0's units in a match of its own,
all at once, from the same saved state; the plan with the best reward is played. The matches tried are the future as it will
be, luck included: fine for a demonstration, cheating in a contest (docs/research.md says how to avoid it).
"""
import itertools
import os
import sys

import numpy as np

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), ".."))
from ludus_env import VectorEnv  # noqa: E402

game = sys.argv[1] if len(sys.argv) > 1 else "madmax"
seed = int(sys.argv[2]) if len(sys.argv) > 2 else 1
rounds = int(sys.argv[3]) if len(sys.argv) > 3 else 300
DEPTH, NOTHING, DEFAULT = 6, 10, 1
PLANS = list(itertools.product(range(10), range(9)))

# Match 0 is the one that is played; the others try plans.
env = VectorEnv(game, size=1 + len(PLANS))
obs = env.reset(seed)
mine = range(env.units_per_player)
total = 0
for _ in range(min(rounds, env.rounds)):
    chosen = np.full(env.units, NOTHING, dtype=np.uint8)
    handle = env.save(0)
    for unit in mine:
        if obs["units"][0, unit, 5] == 0:
            continue
        env.load(handle, None)
        value = np.zeros(env.size)
        for depth in range(DEPTH):
            actions = np.full((env.size, env.units), NOTHING, dtype=np.uint8)
            for other in mine:
                actions[1:, other] = chosen[other] if depth == 0 else DEFAULT
            actions[1:, unit] = [plan[0 if depth == 0 else 1] for plan in PLANS]
            after, rewards, _dones = env.step(actions)
            value += rewards[:, 0] * 0.95**depth
        value += 8 * after["units"][:, unit, 5]  # being alive at the end is worth something
        env.load(handle, 0)
        chosen[unit] = PLANS[int(np.argmax(value[1:]))][0]
    env.drop(handle)
    actions = np.full((env.size, env.units), NOTHING, dtype=np.uint8)
    actions[0] = chosen
    obs, rewards, _dones = env.step(actions)
    total += int(rewards[0, 0])
print(f"score {total}")
env.close()
