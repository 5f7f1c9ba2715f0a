"""Sleeps over every question, never long enough for that question's patience."""
import time

import ludus


class Faulty(ludus.Player):
    def play(self):
        time.sleep(0.3)


ludus.run(Faulty)
