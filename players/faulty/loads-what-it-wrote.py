"""Runs files that it wrote, as a program and as a loaded library, and logs the result."""
import ctypes
import os
import shutil

import ludus


def attempt():
    ran = []
    with open('/proc/self/maps') as file:
        path = next(line.split()[-1] for line in file if '/libc' in line)
    shutil.copy(path, '/tmp/mine.so')
    os.chmod('/tmp/mine.so', 0o755)
    try:
        ctypes.CDLL('/tmp/mine.so')
        ran.append('loaded')
    except OSError as error:
        last = error
    shutil.copy('/bin/true', '/tmp/mine')
    os.chmod('/tmp/mine', 0o755)
    try:
        os.execv('/tmp/mine', ['mine'])
    except OSError as error:
        last = error
    if not ran:
        raise last
    return ran


class Faulty(ludus.Player):
    def play(self):
        if self.round != 3:
            return
        try:
            got = attempt()
            print("SUCCEEDED", repr(got)[:200])
        except Exception as error:
            print("refused:", type(error).__name__, error)


ludus.run(Faulty)
