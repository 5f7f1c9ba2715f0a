"""Reads other processes' memory, and logs the result."""
import glob
import os
import signal
import socket
import sys

import ludus


def attempt():
    others = [pid for pid in os.listdir('/proc') if pid.isdigit() and int(pid) not in (1, os.getpid())]
    if not others:
        os.lseek(os.open('/proc/1/mem', os.O_RDONLY), 4096, 0)
        raise ProcessLookupError
    return [open('/proc/%s/mem' % pid, 'rb') for pid in others]


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
