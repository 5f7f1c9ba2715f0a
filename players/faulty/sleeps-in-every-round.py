"""Sleeps before each answer, but never longer than the limit for one answer."""
import time

import ludus


class Faulty(ludus.Player):
    def play(self):
        time.sleep(0.3)


ludus.run(Faulty)
