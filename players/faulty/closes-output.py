"""Closes its standard output."""
import ludus


class Faulty(ludus.Player):
    def play(self):
        if self.round == 3:
            import os, time
            os.close(1)
            time.sleep(1000)


ludus.run(Faulty)
