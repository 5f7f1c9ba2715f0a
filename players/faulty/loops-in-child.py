"""Starts a child process that loops, and waits for it."""
import ludus


class Faulty(ludus.Player):
    def play(self):
        if self.round == 3:
            import os
            if os.fork() == 0:
                while True:
                    pass
            os.wait()


ludus.run(Faulty)
