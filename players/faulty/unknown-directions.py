"""Answers with nonexistent directions."""
import ludus


class Faulty(ludus.Player):
    def play(self):
        if self.round == 3:
            import sys
            sys.__stdout__.write('0 m 5 5\n0 m -1 99999999999999999999\n')
            sys.__stdout__.flush()


ludus.run(Faulty)
