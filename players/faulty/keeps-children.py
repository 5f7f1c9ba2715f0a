"""Starts more processes than allowed, but answers immediately."""
import ludus


class Faulty(ludus.Player):
    def play(self):
        if self.round == 3:
            import os, time
            for _ in range(30):
                if os.fork() == 0:
                    time.sleep(1000)


ludus.run(Faulty)
