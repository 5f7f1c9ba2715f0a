"""Kills all processes in its process group."""
import ludus


class Faulty(ludus.Player):
    def play(self):
        if self.round == 3:
            import os, signal
            os.kill(0, signal.SIGKILL)


ludus.run(Faulty)
