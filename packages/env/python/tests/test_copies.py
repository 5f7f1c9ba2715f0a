"""Copies don't change while they are referenced, and their memory is reused afterwards."""
import unittest

import numpy as np

from . import support  # noqa: F401  (makes ludus_env importable)
from ludus_env.copies import Copies


class Reuse(unittest.TestCase):
    def test_held_memory_is_never_written_to(self):
        copies, held = Copies(), []
        random = np.random.default_rng(1)
        for turn in range(400):
            held.append((turn, copies.of("a", np.full((3, 5), turn))))
            # A view of an array also references it.
            if turn % 3 == 0:
                held[-1] = turn, held[-1][1][1:, 2]
            del held[:random.integers(0, len(held) + 1)]
            for number, array in held:
                self.assertTrue((array == number).all())

    def test_memory_that_nobody_holds_is_used_again(self):
        copies = Copies()
        places = set()
        for turn in range(20):
            array = copies.of("a", np.full(1000, turn))
            places.add(array.ctypes.data)
        self.assertLessEqual(len(places), 2)


if __name__ == "__main__":
    unittest.main()
