"""Measures the cost of one match's step from Python: python3 bench.py GAME MATCHES TABLE prints nanoseconds of CPU
time, as JSON.

`npm run bench -- env --python` starts it. The time is the sum for both processes, this one and the simulator.
"""
import json
import os
import statistics
import sys
import time

import numpy as np
from ludus_env import Simulator
from ludus_env.copies import Copies

#: Minimum number of steps of one match per run, which makes clock ticks of other processes negligible.
STEPS = 100_000
#: Minimum number of rounds per run. Only whole matches are measured, because starting a match costs
#: as much as many rounds.
ROUNDS = 300
#: Number of measured runs, after one warm-up run. The result is the median, as in the TypeScript
#: measurement.
RUNS = 3
#: Number of lists of actions, one per round, which are repeated cyclically.
PLANS = 16
#: The same copies that `VectorEnv` makes of its results.
COPIES = Copies()


def other_time(process):
    """CPU time of another process in seconds."""
    try:
        with open(f"/proc/{process}/schedstat", encoding="ascii") as file:
            return int(file.read().split()[0]) / 1e9
    except OSError:
        return 0.0


def seconds(env):
    return time.process_time() + sum(other_time(f"{env.process_id}/task/{task}") for task in os.listdir(f"/proc/{env.process_id}/task"))


def measure(game, size, observe, work, buffers=2):
    """Nanoseconds per step, as the median of several runs. `work` performs one step of all matches, or returns the
    number of steps that it performed."""
    with Simulator(game, size=size, observe=observe, buffers=buffers) as env:
        random = np.random.default_rng(1)
        plans = random.integers(0, len(env.actions) - 1, (PLANS, size, env.units), np.uint8)
        costs = []
        for run in range(1 + RUNS):
            done, start, at = 0, seconds(env), 0
            env.reset(run)
            env.ended = np.zeros(size, bool)
            while done < max(min(STEPS, 2000 * size), ROUNDS * size):
                done += work(env, plans[at % PLANS])[0]
                at += 1
            costs.append((seconds(env) - start) / done * 1e9)
        return statistics.median(costs[1:]), env.transport


def step(env, actions):
    """Finished matches restart, so that there are as many rounds as steps."""
    renew = env.ended if env.ended.any() else None
    obs, _, dones = env.step(actions, renew)
    env.ended = dones.copy()
    return env.size, obs


def step_and_copy(env, actions):
    count, obs = step(env, actions)
    env.copy = COPIES.of("planes", obs["planes"])
    return count, obs


def expand(env, actions):
    """As many plans as matches, six rounds each, from the state of match 0; and then one step."""
    handle = env.save(0)
    env.expand(handle, np.broadcast_to(actions[:, None], (env.size, 6, env.units)))
    env.drop(handle)
    _, obs = step(env, actions)
    return 7 * env.size, obs


def main(game, size, table):
    works = {"rewards": ((), step), "table": ((table,), step), "planes": (("planes",), step),
             "copied": (("planes",), step_and_copy, 1), "search": ((), expand)}
    with Simulator(game) as env:
        if not env.shapes["planes"]:  # A game without a grid.
            del works["planes"], works["copied"]
    result = {}
    for name, (observe, work, *buffers) in works.items():
        result[name], result["transport"] = measure(game, size, observe, work, *buffers)
    print(json.dumps(result))


if __name__ == "__main__":
    main(sys.argv[1], int(sys.argv[2]), sys.argv[3])
