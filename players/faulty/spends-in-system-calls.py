"""Spends its time in the kernel instead of its code."""
import ludus


class Faulty(ludus.Player):
    def play(self):
        if self.round == 3:
            while True:
                with open('/dev/zero', 'rb') as zero:
                    zero.read(1 << 20)


ludus.run(Faulty)
