"""Allocates memory that isn't attributed to a process, in all ways possible for a single process, and logs the
result."""
import mmap
import os

import ludus


def attempt():
    taken = []
    try:
        taken.append(mmap.mmap(-1, 1 << 20, flags=mmap.MAP_SHARED))
    except OSError as error:
        last = error
    try:
        zero = os.open('/dev/zero', os.O_RDWR)
        taken.append(mmap.mmap(zero, 1 << 20, flags=mmap.MAP_SHARED))
    except OSError as error:
        last = error
    try:
        taken.append(os.memfd_create('mine'))
    except OSError as error:
        last = error
    if not taken:
        raise last
    return taken


class Faulty(ludus.Player):
    def play(self):
        if self.round != 3:
            return
        try:
            got = attempt()
            print("SUCCEEDED", repr(got)[:200])
        except Exception as error:
            print("refused:", type(error).__name__, error)


ludus.run(Faulty)
