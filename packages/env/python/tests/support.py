"""Helpers for several tests."""
import os
import sys
import unittest

import numpy as np

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), ".."))


def skip(test, what):
    """Skips a test because a dependency is missing; fails instead if all dependencies are required."""
    if os.environ.get("CI") == "true":
        test.fail(f"{what} is not installed")
    test.skipTest(f"{what} is not installed; what it asks for is written out in the other tests")


def same(a, b):
    """Whether two dicts contain the same arrays."""
    return a.keys() == b.keys() and all(np.array_equal(a[key], b[key]) for key in a)


def copied(obs):
    return {name: part.copy() for name, part in obs.items()}


def actions_of(sim, seed, rounds):
    """Random actions for a number of rounds of all matches."""
    return np.random.default_rng(seed).integers(0, len(sim.actions), (rounds, sim.size, sim.units))


def checksum(array):
    """The FNV-1a hash of an array's bytes. It is the same on every machine."""
    value = 2166136261
    for byte in np.ascontiguousarray(array).tobytes():
        value = ((value ^ byte) * 16777619) % 2**32
    return value


class Shared:
    """A process that `make` starts for the first test of a class. It ends with the last test."""

    def __init__(self, make):
        self.make = make

    def __set_name__(self, _, name):
        self.name = f"_shared_{name}"

    def __get__(self, _, tests):
        if self.name not in vars(tests):
            setattr(tests, self.name, self.make())
            tests.addClassCleanup(self.end, tests)
        return getattr(tests, self.name)

    def end(self, tests):
        getattr(tests, self.name).close()
        delattr(tests, self.name)


#: Number of matches of each game in a long run; 0 in a quick run, which uses few games.
MATCHES = int(os.environ.get("LUDUS_MATCHES", "0"))

#: Whether this is a long run (tools/long-run.ts). A quick run uses fewer games, boards, and repetitions.
LONG = os.environ.get("LUDUS_LONG_RUN") == "1"


def only_long(like):
    """Marks a test for long runs only, because the test `like` checks the same for a different game
    or interface."""
    return unittest.skipUnless(LONG, f"in long runs only; like {like}")


#: The folder of the smallest game with turns, hidden dice, and chance.
DUSK = os.path.abspath(os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", "..", "..", "..", "e2e", "dusk"))


def with_dusk(test):
    """Lets a test play Dusk in addition to the built-in games."""
    before = os.environ.get("LUDUS_GAMES")
    os.environ["LUDUS_GAMES"] = os.path.join(DUSK, "kit.ts")
    test.addCleanup(os.environ.pop if before is None else os.environ.__setitem__, "LUDUS_GAMES", *([] if before is None else [before]))
