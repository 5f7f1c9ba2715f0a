"""The spaces of gymnasium if it is installed, or else replacements with the parts that this package
uses."""
import numpy as np

try:
    from gymnasium import Env
    from gymnasium.spaces import Box, Dict
    from gymnasium.spaces import MultiDiscrete as _MultiDiscrete
    from gymnasium.vector import AutoresetMode
    from gymnasium.vector import VectorEnv as VectorBase
except ImportError:
    import enum

    class Env:
        """The attributes that gymnasium.Env gives its subclasses."""

        metadata = {"render_modes": []}
        render_mode = None
        spec = None

        @property
        def unwrapped(self):
            return self

        def reset(self, *, seed=None, options=None):
            pass

        def __enter__(self):
            return self

        def __exit__(self, *_):
            self.close()

    class VectorBase(Env):
        """The attributes that gymnasium.vector.VectorEnv gives its subclasses."""

        closed = False

        def close(self, **kwargs):
            if not self.closed:
                self.close_extras(**kwargs)
                self.closed = True

    class AutoresetMode(enum.Enum):
        NEXT_STEP = "NextStep"
        SAME_STEP = "SameStep"
        DISABLED = "Disabled"

    class _Space:
        def __init__(self, shape, dtype):
            self.shape = None if shape is None else tuple(shape)
            self.dtype = None if dtype is None else np.dtype(dtype)
            self.np_random = np.random.default_rng()

        def seed(self, seed=None):
            self.np_random = np.random.default_rng(seed)

        def __contains__(self, x):
            return self.contains(x)

    class Box(_Space):
        def __init__(self, low, high, shape, dtype):
            super().__init__(shape, dtype)
            self.low, self.high = np.full(shape, low, dtype), np.full(shape, high, dtype)

        def contains(self, x):
            return (isinstance(x, np.ndarray) and x.shape == self.shape and np.can_cast(x.dtype, self.dtype)
                    and bool(np.all(x >= self.low) and np.all(x <= self.high)))

        def sample(self, mask=None):
            return self.np_random.integers(self.low, self.high, endpoint=True, dtype=self.dtype)

        def __eq__(self, other):
            return (isinstance(other, Box) and self.dtype == other.dtype and np.array_equal(self.low, other.low)
                    and np.array_equal(self.high, other.high))

    class _MultiDiscrete(_Space):
        def __init__(self, nvec, dtype=np.int64):
            self.nvec = np.asarray(nvec, dtype=dtype)
            super().__init__(self.nvec.shape, dtype)

        def contains(self, x):
            return (isinstance(x, np.ndarray) and x.shape == self.shape and x.dtype.kind in "iu"
                    and bool(np.all(x >= 0) and np.all(x < self.nvec)))

        def sample(self):
            return self.np_random.integers(0, self.nvec, dtype=self.dtype)

        def __eq__(self, other):
            return isinstance(other, _MultiDiscrete) and np.array_equal(self.nvec, other.nvec)

    class Dict(_Space):
        def __init__(self, spaces):
            super().__init__(None, None)
            self.spaces = dict(spaces)

        def __getitem__(self, key):
            return self.spaces[key]

        def keys(self):
            return self.spaces.keys()

        def items(self):
            return self.spaces.items()

        def contains(self, x):
            return (isinstance(x, dict) and x.keys() == self.spaces.keys()
                    and all(space.contains(x[key]) for key, space in self.spaces.items()))

        def sample(self, mask=None):
            return {key: space.sample() for key, space in self.spaces.items()}

        def seed(self, seed=None):
            for i, space in enumerate(self.spaces.values()):
                space.seed(None if seed is None else [seed, i])

        def __eq__(self, other):
            return isinstance(other, Dict) and self.spaces == other.spaces


class MultiDiscrete(_MultiDiscrete):
    """Actions of units. With an observed mask, an array (…, units, actions), `sample` returns legal actions."""

    def sample(self, mask=None, **options):
        if mask is None:
            return super().sample(**options)
        # One draw for all units: the n-th of each unit's legal actions. Drawing unit by unit, as gymnasium does, takes
        # a hundred times as long.
        allowed = np.asarray(mask) != 0
        counts = allowed.sum(axis=-1)
        chosen = self.np_random.integers(0, np.maximum(counts, 1))
        return (allowed.cumsum(axis=-1) > chosen[..., None]).argmax(axis=-1).astype(self.dtype)


def observation_space(env, count=None):
    """The observation space of one seat of a `Simulator`; if a count is given, the space of arrays
    of that length."""
    low, high = np.iinfo(np.int32).min, np.iinfo(np.int32).max
    more = () if count is None else (count,)
    tables = {table["name"]: table for table in env.shapes["tables"]}
    spaces = {"round": Box(0, high, more + (1,), np.int32), "scores": Box(low, high, more + (env.seats,), np.int32)}
    for part in env.shapes["parts"]:
        name, shape = part["name"], more + tuple(part["shape"][2:])
        if name == "planes":
            spaces[name] = Box(0, env.shapes["planeMost"], shape, np.uint8)
        elif name == "mask":
            spaces["action_mask"] = Box(0, 1, more + (env.units_per_seat, len(env.actions)), np.int8)
        elif name in tables:
            spaces[name] = Box(low, high, shape, np.int32)
        elif name.removesuffix("_count") in tables:
            spaces[name] = Box(0, high, more + (1,), np.int32)
    return Dict(spaces)


def action_space(env, count=None):
    """One action per unit of a seat."""
    counts = np.full(env.units_per_seat, len(env.actions))
    return MultiDiscrete(counts if count is None else np.tile(counts, (count, 1)))


def seat_observations(env, obs, index, seat):
    """The observations of one seat in all matches: a dict of arrays with the matches as their first axis. The index is
    the seat's position among the observed seats."""
    own = slice(seat * env.units_per_seat, (seat + 1) * env.units_per_seat)
    seen = {"round": obs["rounds"][:, None], "scores": np.roll(obs["scores"], -seat, axis=1)}
    for name, part in obs.items():
        if name == "mask":
            seen["action_mask"] = part[:, own].view(np.int8)
        elif name.endswith("_count"):
            seen[name] = part[:, None] if env.one_seat else part[:, index, None]
        elif name in env.viewed:
            seen[name] = part if env.one_seat else part[:, index]
    return seen
