"""Copies arrays into memory that is reused."""
import sys

import numpy as np

#: Number of arrays of one kind that are kept for reuse.
KEPT = 4
#: Number of references to an array that only this module uses: its list, the loop variable, and getrefcount's argument.
ALONE = 3


class Copies:
    """Makes copies that belong to the receiver. Once released, their memory is reused for later arrays. Allocating a
    new array of a few megabytes costs more than copying into it, because the system provides new memory page by page."""

    def __init__(self):
        self._kept = {}

    def of(self, name, part):
        kept = self._kept.setdefault(name, [])
        for array in kept:
            if sys.getrefcount(array) == ALONE:
                np.copyto(array, part)
                return array
        array = part.copy()
        if len(kept) < KEPT:
            kept.append(array)
        return array
