"""The network that learns: one layer sees, and two small ones behind it work out
the preferences for actions and the expected reward. All units share it.
"""
import numpy as np
import torch
from torch import nn


class Network(nn.Module):
    """Maps what units see (n, inputs) to preferences (n, actions) and expected rewards (n,).

    scale (inputs,): what each input is multiplied by.
    """

    def __init__(self, scale, actions, hidden=128, inner=64):
        super().__init__()
        self.register_buffer("scale", torch.as_tensor(scale, dtype=torch.float32))
        self.first = layer(len(scale), hidden, 1.0)
        self.policy_inner, self.policy = layer(hidden, inner, 1.0), layer(inner, actions, 0.01)
        self.value_inner, self.value = layer(hidden, inner, 1.0), layer(inner, 1, 1.0)

    def forward(self, seen):
        h = torch.relu(self.first(seen.float() * self.scale))
        return self.policy(torch.relu(self.policy_inner(h))), self.value(torch.relu(self.value_inner(h)))[:, 0]


def layer(inputs, outputs, gain):
    made = nn.Linear(inputs, outputs)
    nn.init.orthogonal_(made.weight, gain * 2**0.5)
    nn.init.zeros_(made.bias)
    return made


def masked(logits, mask):
    """Forbidden actions get no chance."""
    return torch.where(mask != 0, logits, torch.tensor(-1e9))


@torch.no_grad()
def best_actions(network, sight, obs):
    """(size, units): the action that the network prefers for each unit; no action for units that are not asked."""
    asked = sight.asks(obs)
    best = masked(network(torch.from_numpy(sight.look(obs)[0]))[0], torch.from_numpy(sight.allowed(obs))).argmax(1).numpy()
    return np.where(asked, best.reshape(asked.shape), sight.no_action)
