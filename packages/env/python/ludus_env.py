"""Ludus for researchers: fast, deterministic matches of its games from Python.

One file; it needs numpy, and Node with Ludus beside it. docs/research.md has the contract and two agents.

    env = VectorEnv("madmax", size=64)          # 64 matches side by side, arrays only
    obs = env.reset(seed=1)
    obs, rewards, dones = env.step(actions)      # actions: (64, units) of 0 ... 10

    env = ParallelEnv("starwar")                 # PettingZoo's parallel API, agents player_0 ... player_3
    env = SingleEnv("madmax", seat=0)            # Gymnasium's API, the other seats played by policies

An action is one number a unit; `env.actions` has their names. In Mad Max and Star War they are 0 UP, 1 DEFAULT, 2 DOWN, 3 SLOW_UP,
4 SLOW, 5 SLOW_DOWN, 6 FAST_UP, 7 FAST, 8 FAST_DOWN, 9 SHOOT, 10 NOTHING.
"""
import json
import os
import struct
import subprocess

import numpy as np

try:
    from gymnasium import Env as _GymEnv
    from gymnasium.spaces import Box, Dict, MultiDiscrete
except ImportError:  # the few parts of gymnasium that are used, for machines without it
    _GymEnv = object

    class _Space:
        def __init__(self, shape, dtype):
            self.shape, self.dtype = shape, np.dtype(dtype)
            self._rng = np.random.default_rng()

        def seed(self, seed=None):
            self._rng = np.random.default_rng(seed)

        def __contains__(self, x):
            return self.contains(x)

    class Box(_Space):
        def __init__(self, low, high, shape, dtype):
            super().__init__(tuple(shape), dtype)
            self.low, self.high = low, high

        def contains(self, x):
            return (isinstance(x, np.ndarray) and x.shape == self.shape and x.dtype == self.dtype
                    and bool(np.all(x >= self.low) and np.all(x <= self.high)))

        def sample(self):
            return self._rng.integers(self.low, self.high, self.shape, endpoint=True).astype(self.dtype)

    class MultiDiscrete(_Space):
        def __init__(self, nvec):
            self.nvec = np.asarray(nvec, dtype=np.int64)
            super().__init__(self.nvec.shape, np.int64)

        def contains(self, x):
            x = np.asarray(x)
            return x.shape == self.shape and bool(np.all(x >= 0) and np.all(x < self.nvec))

        def sample(self):
            return self._rng.integers(0, self.nvec)

    class Dict(_Space):
        def __init__(self, spaces):
            super().__init__(None, object)
            self.spaces = dict(spaces)

        def __getitem__(self, key):
            return self.spaces[key]

        def contains(self, x):
            return isinstance(x, dict) and x.keys() == self.spaces.keys() and all(s.contains(x[k]) for k, s in self.spaces.items())

        def sample(self):
            return {k: s.sample() for k, s in self.spaces.items()}

        def seed(self, seed=None):
            for space in self.spaces.values():
                space.seed(seed)


def _command():
    """How to start Ludus: LUDUS if it is set, else the checkout that this file lies in, else what is installed."""
    if os.environ.get("LUDUS"):
        return os.environ["LUDUS"].split()
    root = os.path.abspath(__file__)
    for _ in ("python", "env", "packages", ""):
        root = os.path.dirname(root)
    main = os.path.join(root, "packages", "cli", "bin", "ludus.js")
    node = os.path.join(root, "node_modules", "node", "bin", "node")
    if os.path.exists(main):
        return [node if os.path.exists(node) else "node", main]
    return ["ludus"]


class VectorEnv:
    """Many matches stepped together. Arrays are fresh at every call and belong to the caller."""

    def __init__(self, game, board=None, size=1, universe=False, seats=(0,)):
        """board: a name, a file, or "seed:7" for a game that makes its boards. seats: whose views are observed, or "all"."""
        command = _command() + ["env", game, "--size", str(size)]
        command += ["--seats", seats if isinstance(seats, str) else ",".join(map(str, seats))]
        if board is not None:
            command += ["--board", str(board)]
        self._process = subprocess.Popen(command + (["--universe"] if universe else []), stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.PIPE)
        head = self._process.stdout.readline()
        if not head:
            message = self._process.stderr.read().decode().strip()
            self.close()
            raise ValueError(message or "Ludus did not start")
        self.shapes = json.loads(head)
        s = self.shapes
        self.game, self.size, self.seats, self.units = s["game"], s["size"], s["seats"], s["units"]
        self.units_per_player = self.units // self.seats
        self.actions = s["actions"]
        self.settings = s["settings"]
        self.rounds = s["rounds"]
        self._layout = [(part["name"], np.dtype(part["type"]), tuple(part["shape"])) for part in s["parts"]]
        self._bytes = sum(kind.itemsize * int(np.prod(shape)) for _, kind, shape in self._layout)
        # With one seat that looks there is no axis of seats.
        self._one_seat = seats != "all" and len(seats) == 1
        self._viewed = {t["name"] for t in s["tables"]} | {t["name"] + "_count" for t in s["tables"]} | {"planes"}

    def reset(self, seed=1):
        """Starts all matches anew, match i with seed + i. Gives the observation."""
        return self._ask(b"r" + struct.pack("<i", _int32(seed)))[0]

    def reset_match(self, match, seed):
        return self._ask(b"R" + struct.pack("<ii", match, _int32(seed)))[0]

    def step(self, actions):
        """actions: (size, units) whole numbers 0 ... 10. Gives observation, rewards (size, seats), dones (size,)."""
        actions = np.ascontiguousarray(actions, dtype=np.uint8)
        if actions.shape != (self.size, self.units):
            raise ValueError(f"actions must have the shape {(self.size, self.units)}, not {actions.shape}")
        return self._ask(b"s" + actions.tobytes())

    def save(self, match=0):
        """Puts a match aside; gives a handle for `load`."""
        self._send(b"v" + struct.pack("<i", match))
        return struct.unpack("<i", self._read(4))[0]

    def load(self, handle, match=0):
        """Puts a match (None: every one) to where the saved one was; gives the observation."""
        request = b"L" if match is None else b"l" + struct.pack("<i", match)
        return self._ask(request + struct.pack("<i", handle))[0]

    def drop(self, handle):
        self._send(b"d" + struct.pack("<i", handle))

    def close(self):
        if self._process.poll() is None:
            self._process.stdin.close()
            self._process.wait()
        for stream in (self._process.stdout, self._process.stderr):
            stream.close()

    def __enter__(self):
        return self

    def __exit__(self, *_):
        self.close()

    def _ask(self, request):
        self._send(request)
        data, at, parts = self._read(self._bytes), 0, {}
        for name, kind, shape in self._layout:
            part = np.frombuffer(data, kind, int(np.prod(shape)), at).reshape(shape)
            at += part.nbytes
            parts[name] = part[:, 0] if self._one_seat and name in self._viewed else part
        return parts, parts.pop("rewards"), parts.pop("dones").astype(bool)

    def _send(self, request):
        try:
            self._process.stdin.write(request)
            self._process.stdin.flush()
        except (BrokenPipeError, ValueError):
            raise RuntimeError("the simulator has ended") from None

    def _read(self, count):
        data = self._process.stdout.read(count)
        if len(data) != count:
            raise RuntimeError("the simulator has ended: " + self._process.stderr.read().decode().strip())
        return bytearray(data)


def _int32(seed):
    return (int(seed) + 2**31) % 2**32 - 2**31


def _seat_view(obs, env, match, seat):
    """What one seat sees of one match, of an env that observes all seats."""
    view = {name: obs[name][match, seat].copy() for name in env._viewed if name in obs}
    for name in list(view):
        if name.endswith("_count"):
            view[name] = view[name].reshape(1)
    view["round"] = obs["rounds"][match:match + 1].copy()
    return view


def _spaces(env):
    s = env.shapes
    big = np.iinfo(np.int32)
    spaces = {"round": Box(0, big.max, (1,), np.int32)}
    for name, kind, shape in env._layout:
        if name not in env._viewed:
            continue
        low, high = (0, s["planeMost"]) if name == "planes" else (0, big.max) if name.endswith("_count") else (big.min, big.max)
        spaces[name] = Box(low, high, shape[2:] or (1,), kind.type)
    return Dict(spaces), MultiDiscrete([len(s["actions"])] * env.units_per_player)


class ParallelEnv:
    """PettingZoo's parallel API: agents player_0, player_1 ..., each acting for its own units at once."""

    def __init__(self, game, board=None, universe=False, render_mode=None):
        self._env = VectorEnv(game, board, 1, universe, "all")
        self.metadata = {"name": f"ludus_{game}_v1", "render_modes": [], "is_parallelizable": True}
        self.render_mode = render_mode
        self.possible_agents = [f"player_{i}" for i in range(self._env.seats)]
        self.agents = []
        spaces = {agent: _spaces(self._env) for agent in self.possible_agents}
        self.observation_spaces = {agent: both[0] for agent, both in spaces.items()}
        self.action_spaces = {agent: both[1] for agent, both in spaces.items()}
        self._seeds = np.random.default_rng()

    @property
    def unwrapped(self):
        return self

    @property
    def num_agents(self):
        return len(self.agents)

    @property
    def max_num_agents(self):
        return len(self.possible_agents)

    def observation_space(self, agent):
        return self.observation_spaces[agent]

    def action_space(self, agent):
        return self.action_spaces[agent]

    def reset(self, seed=None, options=None):
        if seed is not None:
            self._seeds = np.random.default_rng(seed)
        self.agents = list(self.possible_agents)
        obs = self._env.reset(int(self._seeds.integers(1, 2**31 - 1)) if seed is None else seed)
        return self._observations(obs), {agent: {} for agent in self.agents}

    def step(self, actions):
        if not self.agents:
            return {}, {}, {}, {}, {}
        table = np.full((1, self._env.units), self._env.shapes["noAction"], dtype=np.uint8)
        for agent, asked in actions.items():
            seat = self.possible_agents.index(agent)
            k = self._env.units_per_player
            table[0, seat * k:(seat + 1) * k] = asked
        obs, rewards, dones = self._env.step(table)
        acting = self.agents
        observations = self._observations(obs)
        out = {agent: float(rewards[0, self.possible_agents.index(agent)]) for agent in acting}
        ends = {agent: bool(dones[0]) for agent in acting}
        if dones[0]:
            self.agents = []
        return observations, out, ends, {agent: False for agent in acting}, {agent: {} for agent in acting}

    def render(self):
        return None

    def close(self):
        self._env.close()

    def _observations(self, obs):
        return {agent: _seat_view(obs, self._env, 0, self.possible_agents.index(agent)) for agent in self.agents}


class SingleEnv(_GymEnv):
    """Gymnasium's API for one seat. others: one policy for the other seats, policy(observation) -> actions, or None: they ask nothing."""

    metadata = {"render_modes": []}

    def __init__(self, game, seat=0, board=None, others=None, universe=False):
        self._parallel = ParallelEnv(game, board, universe)
        self._agent = f"player_{seat}"
        self._others = others
        self._last = {}
        self.render_mode = None
        self.observation_space = self._parallel.observation_space(self._agent)
        self.action_space = self._parallel.action_space(self._agent)

    def reset(self, *, seed=None, options=None):
        self._last, infos = self._parallel.reset(seed, options)
        return self._last[self._agent], infos[self._agent]

    def step(self, action):
        actions = {self._agent: action}
        if self._others is not None:
            for agent, observation in self._last.items():
                if agent != self._agent:
                    actions[agent] = self._others(observation)
        self._last, rewards, ends, cuts, infos = self._parallel.step(actions)
        agent = self._agent
        return self._last[agent], rewards[agent], ends[agent], cuts[agent], infos[agent]

    def render(self):
        return None

    def close(self):
        self._parallel.close()
