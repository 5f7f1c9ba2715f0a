"""Writes other text to standard output."""
import ludus


class Faulty(ludus.Player):
    def play(self):
        if self.round == 3:
            import sys
            sys.__stdout__.write('I am thinking\n')
            sys.__stdout__.flush()


ludus.run(Faulty)
