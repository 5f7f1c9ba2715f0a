"""Writes a digit from time to time, but never a line."""
import ludus


class Faulty(ludus.Player):
    def play(self):
        if self.round == 3:
            import sys, time
            while True:
                sys.__stdout__.write('0')
                sys.__stdout__.flush()
                time.sleep(0.02)


ludus.run(Faulty)
