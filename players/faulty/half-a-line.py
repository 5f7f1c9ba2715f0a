"""Writes half an answer, and then nothing."""
import ludus


class Faulty(ludus.Player):
    def play(self):
        if self.round == 3:
            import sys, time
            sys.__stdout__.write('0 m 0')
            sys.__stdout__.flush()
            time.sleep(1000)


ludus.run(Faulty)
