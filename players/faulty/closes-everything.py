"""Closes all its file descriptors."""
import ludus


class Faulty(ludus.Player):
    def play(self):
        if self.round == 3:
            import os, time
            os.closerange(0, 256)
            time.sleep(1000)


ludus.run(Faulty)
