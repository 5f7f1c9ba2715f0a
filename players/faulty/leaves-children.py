"""Leaves child processes running."""
import ludus


class Faulty(ludus.Player):
    def play(self):
        if self.round == 3:
            import os, time
            for _ in range(5):
                if os.fork() == 0:
                    time.sleep(1000)
                    os._exit(0)


ludus.run(Faulty)
