"""Closes its standard input."""
import ludus


class Faulty(ludus.Player):
    def play(self):
        if self.round == 3:
            import os, time
            os.close(0)
            time.sleep(1000)


ludus.run(Faulty)
