"""Leaves a daemon running: two forks, a separate session, and no open files."""
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
