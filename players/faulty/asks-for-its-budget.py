"""Requests its budget again and again."""
import ludus


class Faulty(ludus.Player):
    def play(self):
        if self.round == 3:
            import sys
            sys.__stdout__.write('budget\n' * 5000)
            sys.__stdout__.flush()
            while True:
                sys.stdin.readline()


ludus.run(Faulty)
