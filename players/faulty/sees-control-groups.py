"""Searches for the control groups that measure it, and logs the result."""
import glob

import ludus


def attempt():
    with open('/proc/self/cgroup') as file:
        own = [line.strip().split(':', 2)[2] for line in file]
    seen = [path for path in own if path != '/'] + glob.glob('/sys/fs/cgroup/*') + glob.glob('/proc/1/*/sys/fs/cgroup/*')
    with open('/proc/self/mounts') as file:
        seen += [line for line in file if 'cgroup' in line]
    if not seen:
        raise FileNotFoundError('no groups')
    return seen


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
