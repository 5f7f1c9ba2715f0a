"""Writes zero bytes."""
import ludus


class Faulty(ludus.Player):
    def play(self):
        if self.round == 3:
            import sys
            sys.__stdout__.buffer.write(b'\0' * 100 + b'\n')
            sys.__stdout__.flush()


ludus.run(Faulty)
