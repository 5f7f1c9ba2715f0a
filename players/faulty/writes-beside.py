"""Changes its files and the system's, and logs the result."""
import glob
import os
import signal
import socket
import sys

import ludus


def attempt():
    with open(os.path.join(os.path.dirname(os.path.abspath(__file__)), 'left-behind'), 'w') as file:
        file.write('x')
    return file.name


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
