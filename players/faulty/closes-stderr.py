"""Closes its log."""
import ludus


class Faulty(ludus.Player):
    def play(self):
        if self.round == 3:
            import os
            os.close(2)


ludus.run(Faulty)
