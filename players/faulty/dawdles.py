"""Takes its time over every question, never so long that one of them would matter."""
import time

import ludus


class Faulty(ludus.Player):
    def play(self):
        time.sleep(0.08)


ludus.run(Faulty)
