"""Writes a gigabyte of log in one line."""
import ludus


class Faulty(ludus.Player):
    def play(self):
        if self.round == 3:
            import sys
            for _ in range(1 << 20):
                sys.stderr.write('x' * 1024)


ludus.run(Faulty)
