"""The trained network: one layer for the observation, followed by two small layers: one for the
preferences among actions, and one for the expected reward. All units share it.
"""
import os

import numpy as np
import torch
from torch import nn

from .usage import UsageError


class Network(nn.Module):
    """Maps observations of units (n, inputs) to preferences (n, actions) and expected rewards (n,).

    scale (inputs,): the factor of each input.
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

    @torch.no_grad()
    def judge(self, seen, mask):
        """numpy: the probabilities of the allowed actions (n, actions), and the expected rewards (n,)."""
        logits, values = self(torch.from_numpy(seen))
        return torch.softmax(masked(logits, torch.from_numpy(mask)), 1).numpy() * (mask != 0), values.numpy()

    @torch.no_grad()
    def best_actions(self, sight, obs):
        """(size, units): the preferred action of each unit; the empty action for units without a choice."""
        asked = sight.asks(obs)
        logits, _ = self(torch.from_numpy(sight.look(obs)[0]))
        best = masked(logits, torch.from_numpy(sight.allowed(obs))).argmax(1).numpy()
        return np.where(asked, best.reshape(asked.shape), sight.no_action)


def layer(inputs, outputs, gain):
    made = nn.Linear(inputs, outputs)
    nn.init.orthogonal_(made.weight, gain * 2**0.5)
    nn.init.zeros_(made.bias)
    return made


def masked(logits, mask):
    """Forbidden actions get probability 0."""
    return torch.where(mask != 0, logits, torch.tensor(-1e9))


def save(network, game, file):
    """Writes the network's numbers, its game, and its size."""
    state = {"game": game, "hidden": network.first.out_features, "actions": network.policy.out_features, "weights": network.state_dict()}
    torch.save(state, file + ".part")
    os.replace(file + ".part", file)


def load(file):
    """The game and the network from a file written by `save`."""
    # More than one thread would change the order in which numbers are added.
    torch.set_num_threads(1)
    try:
        state = torch.load(file, weights_only=True)
        network = Network(state["weights"]["scale"], state["actions"], state["hidden"])
        network.load_state_dict(state["weights"])
        return state["game"], network
    except OSError:
        raise
    except Exception as error:  # PyTorch raises many kinds of exceptions for a file that isn't a network.
        raise UsageError(f"{file} isn't a network.pt of learn.train") from error
