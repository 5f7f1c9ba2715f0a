"""Ludus for researchers: fast, deterministic matches of its games from Python (docs/research.md).

    sim = Simulator("madmax", size=64)           # 64 parallel matches, arrays only, all seats
    obs = sim.reset(seed=1)
    obs, rewards, dones = sim.step(actions)      # actions: (64, units)

    env = VectorEnv("madmax", num_envs=64)       # gymnasium.vector.VectorEnv: one seat of each match
    env = SingleEnv("madmax", seat=0)            # gymnasium.Env: one seat, the others played by a policy
    env = ParallelEnv("starwar")                 # PettingZoo's parallel API, agents player_0, player_1 ...
    for episode in dataset("runs/batch-1/replays"):   # replays as arrays
        episode.observations, episode.actions, episode.rewards, episode.mask
    env = AECEnv("starwar")                      # PettingZoo's API for agents that act in turn

An action is one number per unit; `Simulator.actions` contains their names. In Mad Max and Star War, 0 to 8 are UP,
DEFAULT, DOWN, SLOW_UP, SLOW, SLOW_DOWN, FAST_UP, FAST, and FAST_DOWN. 9 is SHOOT and 10 is NOTHING.
"""
from .connection import games
from .dataset import Episode, dataset
from .simulator import Expansion, Simulator
from .single import SingleEnv, flat_env, register_envs
from .spaces import AutoresetMode, Box, Dict, MultiDiscrete
from .vector import VectorEnv
from .zoo import AECEnv, ParallelEnv

__all__ = ["AECEnv", "AutoresetMode", "Box", "Dict", "Episode", "Expansion", "MultiDiscrete", "ParallelEnv", "Simulator", "SingleEnv",
           "VectorEnv", "dataset", "flat_env", "games", "register_envs"]
