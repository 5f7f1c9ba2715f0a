"""Watches a file that others can also open, and logs the result."""
import ctypes
import os

import ludus


def attempt():
    libc = ctypes.CDLL(None, use_errno=True)
    for start in (libc.inotify_init, lambda: libc.inotify_init1(0)):
        if start() >= 0:
            return 'inotify'
    raise PermissionError(os.strerror(ctypes.get_errno()))


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
