"""Writes small files until the disk is full, and logs the result."""
import glob
import os
import signal
import socket
import sys

import ludus


def attempt():
    for n in range(64):
        with open('/tmp/%d' % n, 'wb') as file:
            file.write(b'x' * (1 << 20))
    return 64


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
