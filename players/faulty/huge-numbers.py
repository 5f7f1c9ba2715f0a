"""Answers with numbers that exceed a machine word."""
import ludus


class Faulty(ludus.Player):
    def play(self):
        if self.round == 3:
            import sys
            sys.__stdout__.write('99999999999999999999999999 m 0 1\n-5 m 0 1\n')
            sys.__stdout__.flush()


ludus.run(Faulty)
