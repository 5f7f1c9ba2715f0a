"""Ends while a child process keeps its standard output open."""
import ludus


class Faulty(ludus.Player):
    def play(self):
        if self.round == 3:
            import os, time
            if os.fork() == 0:
                time.sleep(1000)
            os._exit(0)


ludus.run(Faulty)
