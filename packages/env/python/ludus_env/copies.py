"""Copies of arrays, in memory that is used again."""
import sys

import numpy as np

#: Arrays of one kind that are kept for later.
KEPT = 4
#: References to an array that only this module has: its list, the loop's name, and getrefcount's own.
ALONE = 3


class Copies:
    """Copies that belong to anyone who gets them. Memory that is free again is used for a later array. A fresh array of some megabytes costs more than copying into it, because the system provides it page by page."""

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
