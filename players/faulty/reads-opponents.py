"""Searches for the other players' files, and logs the result."""
import glob
import os
import signal
import socket
import sys

import ludus


def attempt():
    others = []
    for top in os.listdir('/'):
        if top not in ('usr', 'bin', 'sbin', 'lib', 'lib32', 'lib64', 'proc', 'dev', 'needs'):
            others += [path for path in glob.glob('/%s/**/*' % top, recursive=True) if path.endswith(('.py', '.ts', '.cc'))]
    others = [path for path in others if path != os.path.abspath(__file__)]
    if not others:
        raise FileNotFoundError
    return others


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
