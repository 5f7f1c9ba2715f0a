"""Locks a file that others can also lock, through which two players could communicate, and logs the result."""
import fcntl
import struct

import ludus


def attempt():
    locked = []
    for lock in (fcntl.flock, fcntl.lockf):
        for path in ('/usr/bin/env', '/usr/bin/perl'):
            try:
                with open(path, 'rb') as file:
                    lock(file, fcntl.LOCK_SH | fcntl.LOCK_NB)
                locked.append((lock.__name__, path))
            except OSError as error:
                last = error
    try:
        with open('/usr/bin/env', 'rb') as file:
            fcntl.fcntl(file, 37, struct.pack('hhqqi4x', fcntl.F_RDLCK, 0, 0, 0, 0))
        locked.append('an open file description')
    except OSError:
        pass
    if not locked:
        raise last
    return locked


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
