"""Opens a connection, and logs the result."""
import glob
import os
import signal
import socket
import sys

import ludus


def attempt():
    return socket.create_connection(('127.0.0.1', 80), 1)


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
