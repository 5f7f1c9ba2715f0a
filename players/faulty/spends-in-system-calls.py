"""Spends its time in the system, not in its own code."""
import ludus


class Faulty(ludus.Player):
    def play(self):
        if self.round == 3:
            while True:
                with open('/dev/zero', 'rb') as zero:
                    zero.read(1 << 20)


ludus.run(Faulty)
