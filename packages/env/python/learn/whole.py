"""A trained policy in whole numbers, for use in players. Their sums are the same in every order and language."""
import numpy as np

#: Limit on the sums of the first layer. Those of the second layer then fit into 53 bits, which a 64-bit float
#: represents exactly.
MAX_SUM = 2**20
#: Limit on the results of the second layer, in bits.
INNER_BITS = 24


class WholeNetwork:
    """The policy of a network (network.py).

    first (inputs, hidden) int8, first_bias (hidden,) int32, inner (hidden, inner) int16, inner_bias (inner,) int64,
    policy (inner, actions) int16, policy_bias (actions,) int64; shift: number of low bits dropped from the second
    layer's results.
    """

    PARTS = {"first": np.int8, "first_bias": np.int32, "inner": np.int16, "inner_bias": np.int64, "policy": np.int16, "policy_bias": np.int64}

    def __init__(self, parts, shift):
        self.parts, self.shift = {name: np.asarray(parts[name], kind) for name, kind in self.PARTS.items()}, int(shift)

    @classmethod
    def of(cls, weights, scale, most):
        """weights: the network's parameters as arrays by name; scale (inputs,): the scale of the
        inputs; most: maps weights (inputs, n) to the largest sums (n,) that a unit's inputs can
        reach."""
        first = weights["first.weight"].T * np.asarray(scale, np.float64)[:, None]
        bias = weights["first.bias"]
        # A hidden unit may be scaled by any factor if its output weights are scaled by the inverse.
        largest = most(first) + np.abs(bias)
        stretch = np.minimum(127 / np.maximum(np.abs(first).max(axis=0), 1e-9), MAX_SUM / (largest + 1e-9))
        inner = weights["policy_inner.weight"].T / stretch[:, None]
        inner_stretch = 32767 / np.maximum(np.abs(inner).max(axis=0), 1e-12)
        inner_bias = weights["policy_inner.bias"] * inner_stretch
        top = ((np.abs(inner) * inner_stretch) * (largest * stretch)[:, None]).sum(axis=0) + np.abs(inner_bias)
        shift = max(0, int(np.ceil(np.log2(top.max()))) - INNER_BITS)
        policy = weights["policy.weight"].T * 2.0**shift / inner_stretch[:, None]
        more = 32767 / np.abs(policy).max()
        return cls({
            "first": np.rint(first * stretch), "first_bias": np.rint(bias * stretch), "inner": np.rint(inner * inner_stretch),
            "inner_bias": np.rint(inner_bias), "policy": np.rint(policy * more), "policy_bias": np.rint(weights["policy.bias"] * more),
        }, shift)

    def choose(self, seen, mask):
        """Maps seen (n, inputs) bytes and mask (n, actions) to the allowed action with the largest preference, the
        first of several."""
        # Whole numbers below 2^53 are exact as floats, which are faster.
        part = {name: each.astype(np.float64) for name, each in self.parts.items()}
        h = np.maximum(seen.astype(np.float64) @ part["first"] + part["first_bias"], 0)
        inner = np.floor(np.maximum(h @ part["inner"] + part["inner_bias"], 0) / 2**self.shift)
        return np.argmax(np.where(mask != 0, inner @ part["policy"] + part["policy_bias"], -np.inf), axis=1)
