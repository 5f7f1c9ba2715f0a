"""Waits before each answer, but never long enough for a single one to reach a limit."""
import time

import ludus


class Faulty(ludus.Player):
    def play(self):
        time.sleep(0.08)


ludus.run(Faulty)
