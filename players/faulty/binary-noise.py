"""Writes bytes of all kinds."""
import ludus


class Faulty(ludus.Player):
    def play(self):
        if self.round == 3:
            import sys
            sys.__stdout__.buffer.write(bytes(range(256)) * 4 + b'\n')
            sys.__stdout__.flush()


ludus.run(Faulty)
