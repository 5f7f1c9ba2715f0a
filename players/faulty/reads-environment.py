"""Searches the environment for secrets, and logs the result."""
import glob
import os
import signal
import socket
import sys

import ludus


def attempt():
    secrets = [name for name in os.environ if name not in (
        'PATH', 'HOME', 'TMPDIR', 'LANG', 'PWD', 'PYTHONPATH', 'LC_CTYPE') and not name.startswith('LUDUS_')]
    if not secrets:
        raise KeyError
    return secrets


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
