"""Continues to read, but never answers."""
import ludus


class Faulty(ludus.Player):
    def play(self):
        if self.round == 3:
            import time
            time.sleep(1000)


ludus.run(Faulty)
