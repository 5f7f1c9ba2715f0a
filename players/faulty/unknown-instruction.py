"""Answers with a nonexistent instruction."""
import ludus


class Faulty(ludus.Player):
    def play(self):
        if self.round == 3:
            import sys
            sys.__stdout__.write('0 x 0 1\n')
            sys.__stdout__.flush()


ludus.run(Faulty)
