"""Reads its parent's environment, and logs the result."""
import os

import ludus


def attempt():
    found = []
    for pid in ('1', str(os.getppid()), 'self'):
        with open('/proc/%s/environ' % pid, 'rb') as file:
            names = [word.split(b'=')[0].decode() for word in file.read().split(b'\0') if word]
        found += [name for name in names if name not in (
            'PATH', 'HOME', 'TMPDIR', 'LANG', 'PWD', 'OLDPWD', 'SHLVL', '_', 'PYTHONPATH', 'LC_CTYPE',
            'LUDUS_GAME', 'LUDUS_STDIO')]
    if not found:
        raise KeyError('nothing')
    return found


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
