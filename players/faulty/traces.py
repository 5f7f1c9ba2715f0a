"""Traces other processes, and logs the result."""
import glob
import os
import signal
import socket
import sys

import ludus


def attempt():
    import ctypes
    libc = ctypes.CDLL(None, use_errno=True)
    if libc.ptrace(16, 1, 0, 0) != 0:
        raise OSError(ctypes.get_errno())
    return 'attached'


class Faulty(ludus.Player):
    def play(self):
        if self.round != 3:
            return
        try:
            got = attempt()
            print("SUCCEEDED", repr(got)[:200])
        except Exception as error:
            print("refused:", type(error).__name__)


ludus.run(Faulty)
