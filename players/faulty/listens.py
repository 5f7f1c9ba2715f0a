"""Waits for connections, and logs the result."""
import glob
import os
import signal
import socket
import sys

import ludus


def attempt():
    server = socket.create_server(('0.0.0.0', 0))
    client = socket.create_connection(server.getsockname(), 1)
    return client


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
