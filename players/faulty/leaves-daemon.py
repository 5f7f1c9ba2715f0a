"""Leaves a daemon behind: two forks, its own session, nothing open."""
import ludus


class Faulty(ludus.Player):
    def play(self):
        if self.round == 3:
            import os, time
            if os.fork() == 0:
                os.setsid()
                if os.fork() == 0:
                    os.closerange(0, 256)
                    time.sleep(1000)
                os._exit(0)
            os.wait()


ludus.run(Faulty)
