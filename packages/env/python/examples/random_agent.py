"""Players that choose random legal actions through PettingZoo's parallel API: python3 random_agent.py [game] [seed]"""
import os
import sys

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), ".."))
from ludus_env import ParallelEnv  # noqa: E402

game = sys.argv[1] if len(sys.argv) > 1 else "madmax"
seed = int(sys.argv[2]) if len(sys.argv) > 2 else 1
try:
    env = ParallelEnv(game)
except ValueError as error:
    sys.exit(str(error))
observations, infos = env.reset(seed=seed)
for i, agent in enumerate(env.possible_agents):
    env.action_space(agent).seed(seed + i)
totals = dict.fromkeys(env.possible_agents, 0.0)
while env.agents:
    actions = {agent: env.action_space(agent).sample(mask=infos[agent]["action_mask"]) for agent in env.agents}
    observations, rewards, terminations, truncations, infos = env.step(actions)
    for agent, reward in rewards.items():
        totals[agent] += reward
print(" ".join(f"{agent} {total:.0f}" for agent, total in totals.items()))
env.close()
