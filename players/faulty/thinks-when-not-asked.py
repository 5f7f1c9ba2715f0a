"""Answers, but continues to compute in a process outside its group."""
import ludus


class Faulty(ludus.Player):
    def play(self):
        if self.round == 3:
            import os
            if os.fork() == 0:
                os.setsid()
                if os.fork() == 0:
                    while True:
                        pass
                os._exit(0)
            os.wait()


ludus.run(Faulty)
