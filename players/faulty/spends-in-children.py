"""Spends its time in child processes that end one after the other."""
import ludus


class Faulty(ludus.Player):
    def play(self):
        if self.round == 3:
            import os, time
            while True:
                if os.fork() == 0:
                    end = time.process_time() + 0.03
                    while time.process_time() < end:
                        pass
                    os._exit(0)
                os.wait()


ludus.run(Faulty)
