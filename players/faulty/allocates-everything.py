"""Allocates all memory."""
import ludus


class Faulty(ludus.Player):
    def play(self):
        if self.round == 3:
            kept = []
            while True:
                kept.append(bytearray(b'x' * (1 << 20)))


ludus.run(Faulty)
