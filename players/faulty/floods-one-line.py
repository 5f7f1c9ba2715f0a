"""Writes an endless line."""
import ludus


class Faulty(ludus.Player):
    def play(self):
        if self.round == 3:
            import sys
            while True:
                sys.__stdout__.write('0' * 4096)


ludus.run(Faulty)
