"""A network with one hidden layer, its training by hand, and the same network in whole numbers."""
import numpy as np

from .sight import most

#: 0 ... 8 are the directions, 9 shoots (docs/research.md).
ACTIONS = 10
#: An upper limit for the sum of a hidden unit. Sums then fit into 17 bits, and three of them into a number (player.ts.txt).
LARGEST_SUM = 60_000


class Network:
    """Maps a unit's inputs (n, inputs) to preferences for actions (n, ACTIONS) and the expected points (n,).

    Policy and value have hidden units of their own, which lie side by side in one layer.
    """

    def __init__(self, inputs, hidden, value_hidden, scale, random):
        """scale (inputs,): what each input is multiplied by."""
        self.hidden, self.scale = hidden, scale.astype(np.float32)
        width = hidden + value_hidden
        normal = lambda size, rows, columns: (size * random.standard_normal((rows, columns))).astype(np.float32)  # noqa: E731
        self.parameters = {
            "first": normal(0.1, inputs, width), "first_bias": np.zeros(width, np.float32),
            "policy": normal(0.01, hidden, ACTIONS), "policy_bias": np.zeros(ACTIONS, np.float32),
            "value": normal(0.1, value_hidden, 1), "value_bias": np.zeros(1, np.float32),
        }

    def forward(self, seen):
        """seen: (n, inputs) bytes. Gives preferences, values, and what `gradients` needs."""
        p = self.parameters
        x = seen.astype(np.float32)
        x *= self.scale
        h = x @ p["first"]
        h += p["first_bias"]
        np.maximum(h, 0, out=h)
        logits = h[:, :self.hidden] @ p["policy"] + p["policy_bias"]
        values = (h[:, self.hidden:] @ p["value"] + p["value_bias"])[:, 0]
        return logits, values, (x, h)

    def gradients(self, kept, d_logits, d_values):
        """The loss's derivatives by the parameters, from those by preferences and values."""
        p = self.parameters
        x, h = kept
        d_values = d_values[:, None]
        d_h = np.concatenate([d_logits @ p["policy"].T, d_values @ p["value"].T], axis=1)
        d_h *= h > 0
        return {"first": x.T @ d_h, "first_bias": d_h.sum(axis=0),
                "policy": h[:, :self.hidden].T @ d_logits, "policy_bias": d_logits.sum(axis=0),
                "value": h[:, self.hidden:].T @ d_values, "value_bias": d_values.sum(axis=0)}

    def copy(self):
        other = object.__new__(Network)
        other.hidden, other.scale = self.hidden, self.scale
        other.parameters = {name: part.copy() for name, part in self.parameters.items()}
        return other


class Adam:
    """Kingma and Ba's Adam, with gradients cut to a length."""

    def __init__(self, parameters, longest=0.5):
        self.longest, self.steps = longest, 0
        self.mean = {name: np.zeros_like(part) for name, part in parameters.items()}
        self.square = {name: np.zeros_like(part) for name, part in parameters.items()}

    def step(self, parameters, gradients, rate):
        self.steps += 1
        length = np.sqrt(sum(float(np.vdot(part, part)) for part in gradients.values()))
        shrink = min(1.0, self.longest / (length + 1e-8))
        rate *= np.sqrt(1 - 0.999**self.steps) / (1 - 0.9**self.steps)
        for name, gradient in gradients.items():
            gradient = gradient * shrink
            mean, square = self.mean[name], self.square[name]
            mean += 0.1 * (gradient - mean)
            square += 0.001 * (gradient * gradient - square)
            parameters[name] -= (rate * mean / (np.sqrt(square) + 1e-8)).astype(np.float32)


class WholeNetwork:
    """The policy in whole numbers: sums of whole numbers are the same in every order and language, so it asks the same everywhere.

    first (inputs, hidden) int8, first_bias (hidden,) int32, policy (hidden, ACTIONS) int16, policy_bias (ACTIONS,) int32.
    """

    def __init__(self, first, first_bias, policy, policy_bias):
        self.first, self.first_bias, self.policy, self.policy_bias = first, first_bias, policy, policy_bias

    @classmethod
    def of(cls, network):
        p, hidden = network.parameters, network.hidden
        first = p["first"][:, :hidden].astype(np.float64) * network.scale[:, None]
        # A hidden unit may be stretched as one likes if what it does is shrunk as much.
        bias = p["first_bias"][:hidden]
        stretch = np.minimum(127 / np.maximum(np.abs(first).max(axis=0), 1e-9), LARGEST_SUM / (most(first) + np.abs(bias) + 1e-9))
        policy = p["policy"].astype(np.float64) / stretch[:, None]
        more = 32767 / np.abs(policy).max()
        return cls(np.rint(first * stretch).astype(np.int8), np.rint(bias * stretch).astype(np.int32),
                   np.rint(policy * more).astype(np.int16), np.rint(p["policy_bias"] * more).astype(np.int32))

    def choose(self, seen, mask):
        """seen (n, inputs) bytes, mask (n, ACTIONS) -> the action with the largest preference that is allowed, the first of several."""
        # Whole numbers this small are exact as fractions, which are faster.
        h = np.maximum(seen.astype(np.float32) @ self.first.astype(np.float32) + self.first_bias, 0).astype(np.float64)
        logits = h @ self.policy.astype(np.float64) + self.policy_bias
        return np.argmax(np.where(mask != 0, logits, -np.inf), axis=1)
