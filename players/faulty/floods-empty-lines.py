"""Writes endless empty lines."""
import ludus


class Faulty(ludus.Player):
    def play(self):
        if self.round == 3:
            import sys
            while True:
                sys.__stdout__.write('\n' * 4096)


ludus.run(Faulty)
