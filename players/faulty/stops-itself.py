"""Stops itself."""
import ludus


class Faulty(ludus.Player):
    def play(self):
        if self.round == 3:
            import os, signal
            os.kill(os.getpid(), signal.SIGSTOP)


ludus.run(Faulty)
