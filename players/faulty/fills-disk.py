"""Writes until the disk is full, and logs the result."""
import glob
import os
import signal
import socket
import sys

import ludus


def attempt():
    with open('/tmp/big', 'wb') as file:
        for _ in range(64):
            file.write(b'x' * (1 << 20))
            file.flush()
    return os.path.getsize('/tmp/big')


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
