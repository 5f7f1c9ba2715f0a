"""Creates far too many empty files, folders, and links, and logs the result."""
import os

import ludus


def attempt():
    made = 0
    try:
        for n in range(1500):
            open('/tmp/file%d' % n, 'w').close()
            os.mkdir('/dev/shm/folder%d' % n)
            os.link('/tmp/file%d' % n, '/tmp/link%d' % n)
            made += 3
    except OSError as error:
        if made < 1100:
            raise OSError('after %d: %s' % (made, error.strerror))
    return made


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
