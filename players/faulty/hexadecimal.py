"""Answers with hexadecimal numbers."""
import ludus


class Faulty(ludus.Player):
    def play(self):
        if self.round == 3:
            import sys
            sys.__stdout__.write('0x0 m 0 1\n')
            sys.__stdout__.flush()


ludus.run(Faulty)
