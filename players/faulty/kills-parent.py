"""Kills its parent and all other processes, and logs the result."""
import glob
import os
import signal
import socket
import sys

import ludus


def attempt():
    os.kill(os.getppid(), signal.SIGKILL)
    os.kill(1, signal.SIGKILL)
    os.kill(os.getppid(), 0)
    raise PermissionError


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
