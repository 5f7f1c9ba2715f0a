"""Writes endless instructions."""
import ludus


class Faulty(ludus.Player):
    def play(self):
        if self.round == 3:
            import sys
            while True:
                sys.__stdout__.write('0 m 0 1\n')


ludus.run(Faulty)
